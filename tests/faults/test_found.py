#!/usr/bin/env python3
"""Faults that these tests have found in the daemons: one test for each bug."""

import errno
import os
import subprocess

import scene
import test_limits
from fail_at import FROM, ONCE, FailAt
from test_limits import DAEMONS, HALF, binary_of
from torture import FaultProxy

# pylint: disable=wrong-import-order
import hall


class Found(test_limits.Limits):

    def failing(self, name, folder=None):
        folder = folder or os.path.join(self.tmp, "data")
        os.makedirs(folder, exist_ok=True)
        fault = FailAt(os.path.join(self.tmp, "control"), hall.Options.build, binary_of(name),
                       folder)
        self.addCleanup(fault.close)
        return fault

    def finished(self):
        """A stopped house whose game is over."""
        house = self.house("arbiterd")
        player = self.half_played(house)
        self.play_on(house, player)
        return house

    def run_tool(self, *args, fault=None, stdout=subprocess.PIPE):
        return subprocess.run([*args], stdout=stdout, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, **(fault.environment if fault else {})},
                              timeout=hall.PATIENCE, check=False)

    def test_a_stop_signal_ends_a_daemon_that_the_system_watches_nothing_for(self):
        """Asio's own signals were lost permanently if their pipe could not be watched."""
        for name in DAEMONS:
            for at in range(1, 9):
                folder = os.path.join(self.tmp, f"{name}-{at}")
                fault = self.failing(name, folder)
                fault.arm(["epoll_ctl"], at, FROM, errno.ENOSPC)
                extra = ["--clockd", "127.0.0.1:1"] if name == "arbiterd" else []
                process = subprocess.Popen(
                    [binary_of(name), "serve", "--data", folder, "--port", "0", "--open-hall",
                     *extra],
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                    env={**os.environ, **fault.environment})
                with process:
                    runs = bool(process.stdout.readline())
                    if runs:
                        process.terminate()
                    _, said = process.communicate(timeout=hall.PATIENCE)
                self.assertIn(process.returncode, (0,) if runs else (69, 71), (name, at, said))

    def test_a_page_of_the_log_that_cannot_be_read_hangs_up_its_reader_only(self):
        """An assertion aborted clockd."""
        house = self.house("clockd")
        player = self.half_played(house)
        house.fault.arm(["pread", "read"], 1, FROM, errno.EIO)
        with hall.Client(house.clock_port, "display", "late") as late:
            late.subscribe(1)
            late.socket.settimeout(5)
            while late.read() is not None:  # events that were in memory, then the end
                if not house.fault.fired and late.unread:
                    break
        house.fault.disarm()
        with hall.Client(house.clock_port, "display", "later") as later:
            later.subscribe(1)
            self.assertEqual(later.read()["pos"], 1)
        self.play_on(house, player)
        self.assertEqual(house.exits, [])

    def test_a_socket_that_cannot_name_its_peer_is_still_known_as_local(self):
        """clockd took its own machine for another one, and refused arbiterd's unencrypted link."""
        house = self.house("clockd")
        player = self.half_played(house)
        house.fault.arm(["getpeername"], 1, FROM, errno.EIO)
        with hall.Client(house.clock_port, "display", "late") as late:
            late.subscribe(1)
            self.assertEqual(late.read()["pos"], 1)
        self.play_on(house, player)
        self.assertEqual(house.exits, [])

    def test_an_export_that_cannot_be_written_says_so(self):
        """A full disk cut it short, with exit code 0."""
        house = self.finished()
        with open("/dev/full", "w", encoding="ascii") as full:
            done = self.run_tool(binary_of("arbiterd"), "export", "pgn", house.folder, stdout=full)
        self.assertEqual(done.returncode, 74)
        self.assertIn("cannot write all of the output", done.stderr)

    def test_an_export_of_a_record_that_cannot_be_read_says_so(self):
        """It returned the part that it had, with exit code 0."""
        house = self.finished()
        fault = self.failing("arbiterd", house.folder)
        for at in range(1, 40):
            fault.arm(["pread"], at, ONCE, errno.EIO)
            done = self.run_tool(binary_of("arbiterd"), "export", "pgn", house.folder, fault=fault)
            if not fault.fired:
                break
            if done.returncode == 0:  # the page was not needed after all
                self.assertIn("Bb5", done.stdout)
            else:
                self.assertEqual(done.returncode, 73, done.stderr)
                self.assertIn("arbiterd", done.stderr)
        self.assertGreater(at, 3)

    def test_a_lock_that_fails_is_not_another_daemon(self):
        for name in DAEMONS:
            fault = self.failing(name)
            fault.arm(["flock"], 1, FROM, errno.ENOLCK)
            done = self.run_tool(binary_of(name), "serve", "--data", os.path.join(
                self.tmp, "data"), "--port", "0", "--open-hall", fault=fault)
            self.assertEqual(done.returncode, 73)
            self.assertIn("No locks available", done.stderr)
            self.assertNotIn("another daemon", done.stderr)

    def test_half_a_key_does_not_stop_the_next_start(self):
        """A crash while the key was written left a file that only a person could remove."""
        house = self.house("clockd")
        for name in DAEMONS:
            with open(os.path.join(house.folder, f"{name}.db.key.new"), "w",
                      encoding="ascii") as file:
                file.write("-----BEGIN PRIV")
        player = self.half_played(house)
        self.play_on(house, player)
        self.assertEqual(house.exits, [])
        self.assertFalse([f for f in os.listdir(house.folder) if f.endswith(".new")])

    def test_a_command_of_arbiterd_that_arrives_damaged_is_sent_again(self):
        """clockd refuses an unreadable line without an id; arbiterd waited for ever."""
        house = self.house("arbiterd")
        house.start_one("clockd")
        proxy = FaultProxy(house.clock_port, 1, os.path.join(self.tmp, "proxy.err"))
        self.addCleanup(proxy.close)
        house.office_connects_to = proxy.port
        house.start()
        player = scene.Player(house.clock_port, house.tend)
        self.addCleanup(player.close)
        player.play_moves(0, HALF - 1)
        proxy.say("corrupt 30 up")
        player.play_moves(HALF - 1, HALF)  # illegal: arbiterd sets the clocks
        hall.wait_until(lambda: " corrupted=0" not in proxy.say("counts"), "something is damaged")
        proxy.say("heal")
        self.play_on(house, player)
        self.assertEqual(house.exits, [])


if __name__ == "__main__":
    hall.main()
