#!/usr/bin/env python3
"""The program in docs/devices.md, unchanged, at a real clockd."""

import os
import re
import signal
import subprocess
import sys

import hall
from hall import open_game


def example():
    page = os.path.join(hall.ROOT, "docs", "devices.md")
    with open(page, encoding="utf-8") as file:
        return re.search(r"```python\n(.*?)```", file.read(), re.DOTALL).group(1)


class Example(hall.HallCase):
    def setUp(self):
        super().setUp()
        self.house = self.hall(time_mode="real")
        self.house.clockd_options = ["--open-hall"]
        self.house.start_clockd()
        open_game(self.house.client("arbiter"), 12, "g1", at_us=None)
        script = os.path.join(self.tmp, "clock.py")
        with open(script, "w", encoding="utf-8") as file:
            file.write(example())
        self.clock = subprocess.Popen(
            [sys.executable, script, "127.0.0.1", str(self.house.clock_port), "12"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.stop)

    def stop(self):
        self.clock.stdin.close()
        self.clock.wait()
        self.clock.stdout.close()

    def button(self, line):
        self.clock.stdin.write(line + "\n")
        self.clock.stdin.flush()
        return self.clock.stdout.readline().strip()

    def test_two_buttons_play(self):
        self.assertEqual(self.button("white e2e4"), "black to move, ply 1")
        self.assertEqual(self.button("black Ke4"), "white to move, ply 2")  # clockd judges no move
        self.assertNotIn("to move", self.button("green e4"))
        self.assertNotIn("to move", self.button("black e5"))
        self.assertEqual(self.button("white d2d4"), "black to move, ply 3")

    def test_a_clockd_that_starts_again_loses_no_press(self):
        self.assertEqual(self.button("white e2e4"), "black to move, ply 1")
        self.house.clockd.end(signal.SIGKILL)
        self.clock.stdin.write("black e7e5\n")
        self.clock.stdin.flush()
        self.house.start_clockd()
        self.assertEqual(self.clock.stdout.readline().strip(), "white to move, ply 2")


if __name__ == "__main__":
    hall.main()
