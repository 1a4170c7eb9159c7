#!/usr/bin/env python3
"""classics.pgn is the output of its script, has the PGN export format, and its games are legal."""

import os
import re
import shutil
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

import make_classics  # noqa: E402
from classics_moves import GAMES  # noqa: E402

FILE = os.path.join(HERE, "classics.pgn")
PGN_EXTRACT = shutil.which("pgn-extract", path=os.environ.get("PATH", "") + ":/usr/games")

# Plies of each game according to the books.
PLIES = (45, 47, 33, 82, 81, 87, 71, 50, 49, 21, 35, 37, 36, 31, 12, 56, 46, 67)
MATES = {1, 2, 3, 4, 10, 11}


def seconds(clk):
    hours, minutes, rest = (int(part) for part in clk.split(":"))
    return 3600 * hours + 60 * minutes + rest


class Classics(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(FILE, encoding="ascii", newline="") as file:
            cls.text = file.read()
        cls.games = [game for game in re.split(r"(?=^\[Event )", cls.text, flags=re.M) if game]

    def test_file_is_what_the_script_writes(self):
        self.assertEqual(self.text, make_classics.text(), "run make_classics.py --write")

    def test_lines_fit_in_80_columns(self):
        self.assertLessEqual(max(len(line) for line in self.text.split("\n")), 80)

    def test_seven_tags_come_first_and_the_others_in_order(self):
        roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
        for game in self.games:
            names = re.findall(r"^\[(\w+) ", game, flags=re.M)
            self.assertEqual(names[:7], roster)
            self.assertEqual(names[7:], sorted(names[7:]))

    def test_plies_and_mates(self):
        counts = tuple(len(re.findall(r"%clk", game)) for game in self.games)
        self.assertEqual(counts, PLIES)
        mates = {number for number, game in enumerate(GAMES, 1) if game.ended_on_board}
        self.assertEqual(mates, MATES)

    def test_first_readings_by_hand(self):
        # Game 1: 5430 - (20 + 48) + 30, then for Black 5430 - (20 + 85) + 30.
        clks = re.findall(r"%clk ([\d:]+)", self.games[0])
        self.assertEqual(clks[:2], ["1:29:52", "1:29:15"])
        # The mate, ply 45: 20 + (1665 + 11) mod 140 = 156 seconds and no increment.
        self.assertEqual(seconds(clks[44]), seconds(clks[42]) - 156)

    def test_second_period_comes_with_move_40(self):
        clks = re.findall(r"%clk ([\d:]+)", self.games[5])
        for ply in (79, 80):
            think = 20 + (37 * ply + 11 * 6) % 140
            self.assertEqual(seconds(clks[ply - 1]) - seconds(clks[ply - 3]), 1830 - think)

    def test_nobody_is_left_with_less_than_a_minute(self):
        least = min(seconds(clk) for clk in re.findall(r"%clk ([\d:]+)", self.text))
        self.assertGreaterEqual(least, 60)

    @unittest.skipUnless(PGN_EXTRACT, "pgn-extract is not installed")
    def test_moves_are_legal_and_spelt_in_standard_notation(self):
        result = subprocess.run([PGN_EXTRACT, "-s", "-C", "-w", "4000", FILE], capture_output=True,
                                text=True, check=True)
        self.assertEqual(result.stderr.strip(), "")
        theirs = re.findall(r"^1\. .*$", result.stdout, flags=re.M)
        ours = [f"{' '.join(game.moves.split())} {game.result}" for game in GAMES]
        self.assertEqual(theirs, ours)


if __name__ == "__main__":
    unittest.main()
