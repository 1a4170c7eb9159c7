#!/usr/bin/env python3
"""Real time: a running clock goes on over kill -9 within the same boot.

Another boot id cannot be set from outside; tests/unit/clock tests what happens then.
"""

import os
import signal
import subprocess
import time

import hall


class Restart(hall.HallCase):

    def start(self, **terms):
        house = self.hall(time_mode="real")
        house.start_clockd()
        arbiter = house.client("arbiter", "arbiter")
        hall.open_game(arbiter, 1, "g1", at_us=None, **terms)
        return house, arbiter

    def test_clock_goes_on(self):
        house, arbiter = self.start(time_control="W600-B500+2")
        device = house.client("device", "table-1")
        device.subscribe()
        device.done("press", 1, "g1", side="white", move="e4")
        pressed = device.event("pressed")
        before = device.board_state(1)
        self.assertEqual((before["phase"], before["turn"]), ("running", "black"))
        house.clockd.end(signal.SIGKILL)
        self.assertIsNone(device.read())
        house.start_clockd()

        again = house.client("device", "table-1b")
        self.assertEqual(again.welcome["log"], device.welcome["log"])
        self.assertEqual(again.welcome["boot"], device.welcome["boot"])
        after = again.board_state(1)
        self.assertEqual((after["phase"], after["turn"], after["ply"]), ("running", "black", 1))
        self.assertGreater(after["at_us"], before["at_us"])
        # Exactly the time that passed, including the outage; nothing else.
        self.assertEqual(after["black_us"],
                         before["black_us"] - (after["at_us"] - before["at_us"]))
        self.assertEqual(after["white_us"], before["white_us"])

        again.epochs = dict(device.epochs)
        again.subscribe(start=pressed["pos"])
        reply = again.done("press", 1, "g1", side="black", move="e5")
        first = again.event("pressed", side="white")
        second = again.event("pressed", side="black")
        self.assertEqual(first, pressed)
        elapsed = second["at_us"] - first["at_us"]
        self.assertEqual(second["event"]["elapsed_us"], elapsed)
        self.assertEqual(second["event"]["black_us"],
                         first["event"]["black_us"] - elapsed + 2_000_000)
        self.assertEqual(reply["pos"], second["pos"])
        arbiter.close()

    def test_flag_that_falls_while_clockd_is_away(self):
        house, arbiter = self.start(time_control="1")
        started = arbiter.board_state(1)
        house.clockd.end(signal.SIGKILL)
        # Nobody measures while clockd is down; the flag falls at the computed deadline.
        hall.wait_until(lambda: boottime_us() > started["at_us"] + started["white_us"] + 50_000,
                        "White's second is over")
        house.start_clockd()
        watcher = house.client("display", "watcher")
        watcher.subscribe(start=1)
        frame = watcher.event("flag_fell")
        start = next(m for m in watcher.unread if m["event"]["type"] == "game_started")
        self.assertEqual(frame["at_us"], start["at_us"] + 1_000_000)
        self.assertEqual(frame["event"]["side"], "white")
        self.assertEqual(frame["event"]["white_us"], 0)
        self.assertGreaterEqual(frame["event"]["late_us"], 50_000)

    def test_paused_clock_stays_paused(self):
        house, arbiter = self.start(time_control="300")
        paused = arbiter.done("pause", 1, "g1", reason="fire alarm")
        house.clockd.end(signal.SIGKILL)
        house.start_clockd()
        after = house.client("display").board_state(1)
        self.assertEqual(after["phase"], "paused")
        self.assertEqual((after["white_us"], after["black_us"], after["epoch"]),
                         (paused["white_us"], paused["black_us"], paused["epoch"]))

    def test_one_daemon_a_folder_and_one_mode_a_log(self):
        house, _ = self.start()
        command = [hall.clockd_binary(), "serve", "--data", house.folder, "--port", "0"]
        second = subprocess.run(command, capture_output=True, text=True, check=False,
                                timeout=hall.PATIENCE)
        self.assertEqual(second.returncode, 73, second.stderr)
        self.assertIn(house.folder, second.stderr)
        port = subprocess.run([hall.clockd_binary(), "serve", "--data",
                               os.path.join(self.tmp, "other"), "--port",
                               str(house.clock_port)], capture_output=True, text=True, check=False,
                              timeout=hall.PATIENCE)
        self.assertEqual(port.returncode, 69, port.stderr)
        house.clockd.end()
        wrong = subprocess.run([*command, "--time", "virtual"], capture_output=True, text=True,
                               check=False, timeout=hall.PATIENCE)
        self.assertEqual(wrong.returncode, 2, wrong.stderr)
        self.assertIn("--time real", wrong.stderr)

    def test_graceful_end_keeps_everything(self):
        house, arbiter = self.start()
        acks = [arbiter.done("press", 1, "g1", side=side, move=move) for side, move in
                (("white", "e4"), ("black", "e5"), ("white", "Nf3"))]
        self.assertEqual(house.clockd.end(), 0)
        self.assertIsNone(arbiter.read())
        with house.clock_db() as db:
            last = db.execute("SELECT max(pos) FROM event").fetchone()[0]
            signed = db.execute("SELECT max(pos) FROM checkpoint").fetchone()[0]
        self.assertEqual(acks[-1]["pos"], last)
        self.assertEqual(signed, last)


class WrongLog(hall.HallCase):

    def test_arbiterd_refuses_another_clock_log(self):
        house = self.hall().start()
        arbiter = house.client("arbiter")
        hall.open_game(arbiter, 1, "g1")
        house.settled()
        house.stop()
        for name in ("clockd.db", "clockd.db.key"):
            os.unlink(os.path.join(house.folder, name))
        house.start_clockd()
        house.start_arbiterd()
        self.assertEqual(house.arbiterd.process.wait(hall.PATIENCE), 78)
        self.assertIn("--data", house.arbiterd.stderr())
        house.arbiterd.process.stdout.close()
        house.arbiterd = None


def boottime_us():
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000


if __name__ == "__main__":
    hall.main()
