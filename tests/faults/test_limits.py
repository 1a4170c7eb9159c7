#!/usr/bin/env python3
"""A full disk, an unwritable disk, a process out of descriptors: the real daemons.

Each time: a message that says what to do, the documented exit code, nothing acknowledged lost, and
service without a person once the cause is gone (a service manager's restart of the daemon does
not count as a person).
"""

import errno
import os
import resource
import shutil
import socket
import subprocess
import tempfile
import unittest

import scene
from fail_at import FROM, FailAt
from test_fail_at import MOST_WAITS, WRITES

# pylint: disable=wrong-import-order
import hall
import record

DAEMONS = ("clockd", "arbiterd")
HALF = len(scene.SCRIPT) // 2

# The messages while running, and at the next start.
FULL = ("free some space on this disk", "No space left on device; free some space on this disk")
READ_ONLY = ("the disk failed, look at it",
             "Read-only file system; choose a folder that can be written")


def binary_of(name):
    return hall.clockd_binary() if name == "clockd" else hall.arbiterd_binary()


class Limits(unittest.TestCase):
    """A house with later faults, and a player who has played half of their game."""

    calm = None

    def setUp(self):
        self.tmp = tempfile.mkdtemp(prefix="flagfall-limits-")
        self.addCleanup(shutil.rmtree, self.tmp, True)
        if Limits.calm is None:
            Limits.calm = record.whole(scene.run(os.path.join(self.tmp, "calm")).folder)

    def house(self, victim, folder=None):
        folder = folder or os.path.join(self.tmp, "data")
        os.makedirs(folder, exist_ok=True)
        fault = FailAt(os.path.join(self.tmp, "fail_at"), hall.Options.build, binary_of(victim),
                       folder)
        self.addCleanup(fault.close)
        house = scene.House(folder, victim, fault)
        self.addCleanup(house.kill_all)
        return house

    def half_played(self, house):
        house.start()
        player = scene.Player(house.clock_port, house.tend)
        self.addCleanup(player.close)
        player.play_moves(0, HALF)
        return player

    def play_on(self, house, player):
        """The other half, and the promises for the whole game."""
        player.play_moves(HALF, len(scene.SCRIPT))
        player.await_end()
        scene.await_office(house)
        player.close()
        house.end_all()
        scene.check_acknowledged(house.folder, player.acks)
        self.assertEqual(record.differences(self.calm, record.whole(house.folder)), [])
        self.assertEqual(hall.arbiterd_says("verify", house.folder).count(": unchanged"), 2)

    def ended(self, house, name):
        """Waits until the daemon has ended by itself: (exit code, its last message)."""
        daemon = getattr(house, name)
        code = daemon.process.wait(hall.PATIENCE)
        said = daemon.stderr().strip().split("\n")[-1]
        daemon.process.stdout.close()
        daemon.process = None
        return code, said

    def refuses_to_start(self, house, name, code, *words):
        self.assertFalse(house.start_one(name))
        _, found, said = house.exits.pop()
        self.assertEqual(found, code, said)
        for word in words:
            self.assertIn(word, said)


class Disk(Limits):

    def cannot_write(self, victim, error, running, starting):
        """The disk refuses during a game, then at the next start, then no longer."""
        house = self.house(victim)
        player = self.half_played(house)
        house.fault.arm(f"open mmap unlink {WRITES}".split(), 1, FROM, error)
        message = player.message(HALF)
        player.send_only(message)
        code, said = self.ended(house, victim)
        self.assertEqual(code, 74, said)
        self.assertIn(running, said)
        self.assertNotIn(message["id"], [command for command, _ in player.heard_acks()]
                         if victim == "clockd" else [])
        self.refuses_to_start(house, victim, 73, starting)
        house.fault.disarm()
        house.tend()
        self.play_on(house, player)

    def test_full_while_clockd_runs(self):
        self.cannot_write("clockd", errno.ENOSPC, *FULL)

    def test_full_while_arbiterd_runs(self):
        self.cannot_write("arbiterd", errno.ENOSPC, *FULL)

    def test_read_only_while_clockd_runs(self):
        self.cannot_write("clockd", errno.EROFS, *READ_ONLY)

    def test_read_only_while_arbiterd_runs(self):
        self.cannot_write("arbiterd", errno.EROFS, *READ_ONLY)

    def mount(self, name, options):
        """A separate small file system, with a folder of our own, if that is permitted."""
        folder = os.path.join(self.tmp, name)
        os.makedirs(folder)
        options += ",mode=0700"
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            self.skipTest(f"no mount here: {done.stderr.strip()}")
        self.addCleanup(subprocess.run, ["umount", "-l", folder], check=False)
        return folder

    def remount(self, folder, options):
        subprocess.run(["mount", "-o", f"remount,{options}", folder], check=True)

    def test_a_really_full_disk(self):
        folder = self.mount("small", "size=1400k")
        house = self.house("clockd", folder)
        player = self.half_played(house)
        noise = scene.Player(house.clock_port, lambda: None, "noise", board=2, game="noise")
        self.addCleanup(noise.close)
        with self.assertRaises((scene.Broken, OSError)):  # until nothing is answered any more
            noise.connect()
            noise.fill(100_000)
        stopped = [name for name in DAEMONS if self.has_ended(house, name)]
        self.assertTrue(stopped)
        for name in stopped:
            code, said = self.ended(house, name)
            self.assertEqual(code, 74, said)
            self.assertIn("free some space on this disk", said)
            self.refuses_to_start(house, name, 73, "No space left on device; free some space")
        self.remount(folder, "size=16m")
        self.play_on_beside_noise(house, player, noise)

    def has_ended(self, house, name):
        try:
            getattr(house, name).process.wait(1)
        except subprocess.TimeoutExpired:
            return False
        return True

    def play_on_beside_noise(self, house, player, noise):
        house.tend()
        player.play_moves(HALF, len(scene.SCRIPT))
        player.await_end()
        scene.await_office(house)
        player.close()
        house.end_all()
        scene.check_acknowledged(house.folder, player.acks + noise.acks)
        mine = {table: [row for row in rows if row[0] == scene.GAME]
                for table, rows in record.whole(house.folder).items()}
        self.assertEqual(record.differences(self.calm, mine), [])
        self.assertEqual(hall.arbiterd_says("verify", house.folder).count(": unchanged"), 2)

    def test_a_really_read_only_disk(self):
        folder = self.mount("fixed", "size=16m")
        house = self.house("clockd", folder)
        player = self.half_played(house)
        house.end_all()
        self.remount(folder, "ro")
        for name in DAEMONS:
            done = subprocess.run([binary_of(name), "serve", "--data", folder, "--port", "0",
                                   "--open-hall"], capture_output=True, text=True,
                                  timeout=hall.PATIENCE, check=False)
            self.assertEqual(done.returncode, 73, done.stderr)
            self.assertIn("Read-only file system; choose a folder that can be written",
                          done.stderr)
        self.remount(folder, "rw")
        house.start()
        self.play_on(house, player)

    def test_a_folder_of_somebody_else(self):
        folder = os.path.join(self.tmp, "data")
        os.makedirs(folder, mode=0o555)
        os.chmod(self.tmp, 0o755)
        other = {"user": 65534, "group": 65534} if os.geteuid() == 0 else {}
        for name in DAEMONS:
            try:
                done = subprocess.run([binary_of(name), "serve", "--data", folder, "--port", "0",
                                       "--open-hall"], capture_output=True, text=True,
                                      timeout=hall.PATIENCE, check=False, **other)
            except PermissionError:
                self.skipTest("user 65534 may not run the binaries in this folder")
            self.assertEqual(done.returncode, 73, done.stderr)
            self.assertIn("and it is root's; name a folder of your own" if other else
                          "Permission denied; check the path and the permissions", done.stderr)

    def test_an_error_while_reading_is_reported_and_forgotten(self):
        house = self.house("arbiterd")
        player = self.half_played(house)
        player.play_moves(HALF, len(scene.SCRIPT))
        player.await_end()
        scene.await_office(house)
        house.fault.arm(["pread", "mmap", "open"], 1, FROM, errno.EIO)
        statuses = {hall.http_get(house.http_port, "/api/v1/events/e/rounds/1/results").status
                    for _ in range(3)}
        self.assertLessEqual(statuses, {200, 503})  # a page in memory needs no disk
        house.fault.disarm()
        scene.await_office(house)
        player.close()
        house.end_all()
        self.assertEqual(house.exits, [])


class Descriptors(Limits):

    def test_too_few_to_start(self):
        """From none to enough: each time a message and a documented code, or it runs."""
        seen = {}
        for name in DAEMONS:
            for most in range(3, 40):
                folder = os.path.join(self.tmp, f"{name}-{most}")
                code, said = self.start_with(name, most, folder)
                if code == 0:
                    break
                if most > 6:  # below, the loader itself cannot open the libraries
                    self.assertIn(code, (69, 71, 73), said)
                    self.assertRegex(said, "[Tt]oo many open files|unable to open|not enough")
                seen.setdefault((name, code), most)
            else:
                self.fail(f"{name} does not run with 40 descriptors")
        print("descriptors, from so many on: ", seen)

    def start_with(self, name, most, folder):
        """Starts a daemon that may have `most` descriptors, and ends it."""
        extra = ["--clockd", "127.0.0.1:1"] if name == "arbiterd" else []
        process = subprocess.Popen(
            [binary_of(name), "serve", "--data", folder, "--port", "0", "--open-hall", *extra],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most)))
        with process:
            if process.stdout.readline():
                process.terminate()
            _, said = process.communicate(timeout=hall.PATIENCE)
        return process.returncode, said

    def exhaust(self, victim, port):
        """More connections than the daemon has descriptors, during a game."""
        house = self.house(victim)
        player = self.half_played(house)
        # The crowd takes every remaining place: arbiterd must have its own before that.
        hall.wait_until(lambda: hall.http_get(house.http_port, "/readyz").status == 200,
                        "arbiterd is linked")
        process = getattr(house, victim).process
        used = len(os.listdir(f"/proc/{process.pid}/fd"))
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (used + 5, used + 5))
        house.fault.arm([], 0)  # counts the waits from here on
        crowd = [socket.create_connection(("127.0.0.1", port(house)), hall.PATIENCE)
                 for _ in range(40)]
        player.play_moves(HALF, len(scene.SCRIPT))  # over its existing link
        player.await_end()
        wait_for(lambda: len(os.listdir(f"/proc/{process.pid}/fd")) >= used + 5)
        self.assertLess(house.fault.waits, MOST_WAITS, "a loop spins")
        for one in crowd:
            one.close()
        late = scene.Player(house.clock_port, house.tend, "late")
        late.await_board(lambda m: m.get("phase") == "over")
        late.close()
        scene.await_office(house)  # and the API answers
        self.assertEqual(house.exits, [])
        player.close()
        house.end_all()
        self.assertEqual(house.exits, [])
        scene.check_acknowledged(house.folder, player.acks)
        self.assertEqual(record.differences(self.calm, record.whole(house.folder)), [])

    def test_more_peers_than_descriptors(self):
        self.exhaust("clockd", lambda house: house.clock_port)

    def test_more_readers_than_descriptors(self):
        self.exhaust("arbiterd", lambda house: house.http_port)


def wait_for(condition):
    hall.wait_until(condition, "the descriptors are used up")


if __name__ == "__main__":
    hall.main()
