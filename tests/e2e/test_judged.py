#!/usr/bin/env python3
"""Whole rounds through the real daemons, judged by tests/oracle: a second opinion that shares
nothing with the cores. With the class Wild: games like no decent player would play."""

import os
import subprocess

import hall

OTB = os.path.join(hall.GAMES, "ecc2018_round1.pgn")
ONLINE = os.path.join(hall.GAMES, "lichess_2025-05_sample.pgn")


def tool(name, *args):
    """Runs a program of tests/oracle; returns its exit code and its output."""
    path = os.path.join(hall.Options.build, "tests", "oracle", name)
    done = subprocess.run([path, *map(str, args)], capture_output=True, text=True, timeout=300,
                          check=False)
    return done.returncode, done.stdout + done.stderr


class Judged(hall.HallCase):

    def judge(self, house):
        house.settled()
        code, said = tool("flagfall_judge", house.folder)
        self.assertEqual(code, 0, said)
        print(f"  {said.strip()}", flush=True)

    def replay(self, *files):
        for file in files:
            if not os.path.exists(file):
                self.skipTest(f"no {os.path.relpath(file, hall.ROOT)} here")
        house = self.hall().start()
        house.replay(*files)
        self.judge(house)
        return house


class Shipped(Judged):

    def test_classics_and_incidents(self):
        house = self.replay(os.path.join(hall.DATA, "classics.pgn"),
                            os.path.join(hall.DATA, "incidents.pgn"))
        code, said = tool("flagfall_judge", house.folder, "--story", 19)
        self.assertEqual(code, 0, said)
        self.assertIn("irregularity_found", said)


class RealRounds(Judged):

    def test_over_the_board(self):
        self.replay(OTB)

    def test_online(self):
        self.replay(ONLINE)


class Wild(Judged):

    def test_wild_games(self):
        for seed in range(hall.Options.seed, hall.Options.seed + 10):
            house = self.hall(f"wild-{seed}").start()
            code, said = tool("flagfall_wild", house.clock_port, seed, 60, 12)
            print(f"seed {seed}: {said.strip()}", flush=True)
            self.assertEqual(code, 0, said)
            self.judge(house)


if __name__ == "__main__":
    hall.main()
