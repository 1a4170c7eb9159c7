#!/usr/bin/env python3
"""The second TRF reader detects faults: one change after another to a correct text."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

from trf_layout import Layout  # noqa: E402


def player(number, name, points, rank, *games, title="", sex=" "):
    line = f"001 {number:>4} {sex}{title:>3} {name:<33} {2000:>4} {'NOR':<3} "
    line += f"{1500000 + number:>11} {'1990/01/02':<10} {points:>4} {rank:>4}"
    return line + "".join("  " + game for game in games)


GOOD = "\r\n".join([
    "012 Åpent", "042 2026/11/21", "062 3", "132" + " " * 88 + "26/11/21  26/11/22", "142 3",
    "162  W 3.0    D 1.0", "192 FIDE_DUTCH", "222 40/5400+30:1800+30",
    player(1, "Ås, A", "4.0", 1, "   2 w 1", "   3 b ?", title="GM", sex="w"),
    player(2, "Berg, B", "3.0", 2, "   1 b 0", "0000 - U"),
    player(3, "Dahl, C", "2.0", 3, "0000 - H", "   1 w ?"),
]) + "\r\n"

CHANGES = (
    ("012 Åpent", "0121Åpent", "column 4"),
    ("042 2026/11/21", "042 21/11/2026", "no date"),
    ("062 3", "062 4", "062 is not the number"),
    ("26/11/22", "26/13/22", "no date YY/MM/DD"),
    ("142 3", "142 three", "no number"),
    ("W 3.0", "W 3.1", "no scoring"),
    ("222 40/", "222 90'", "no time control"),
    ("192 F", "193 F", "no record has the code"),
    ("001    2", "001    1", "comes twice"),
    ("w GM", "x GM", "is no sex"),
    (" GM", " XM", "is no title"),
    ("1990/01/02  4.0    1", "1990-01-02  4.0    1", "is no birth"),
    ("  4.0    1", "  2.0    1", "the results make 4.0"),
    ("   2 w 1", "   2 w 0", "results"),
    ("   2 w 1", "   2 b 1", "colours"),
    ("   2 w 1", "   3 w 1", "another opponent"),
    ("   2 w 1", "   9 w 1", "there is no player 9"),
    ("   2 w 1", "   2xw 1", "is not blank"),
    ("0000 - U", "   0 - U", "a bye is written 0000"),
    ("0000 - U", "0000 - 1", "without an opponent"),
    ("0000 - H", "0000 w H", "without an opponent"),
    ("\r\n062", "\n062", "more than one way"),
)


class TestLayout(unittest.TestCase):
    def test_what_is_right_has_no_problems(self):
        layout = Layout(GOOD.encode())
        self.assertEqual(layout.problems, [])
        self.assertEqual(layout.players[1].name, "Ås, A")
        self.assertEqual(layout.players[3].games, [("0000", "-", "H"), ("1", "w", "?")])

    def test_each_change_is_found(self):
        for old, new, words in CHANGES:
            with self.subTest(change=(old, new)):
                self.assertIn(old, GOOD)
                problems = Layout(GOOD.replace(old, new, 1).encode()).problems
                self.assertTrue(any(words in text for _, text in problems), problems)

    def test_what_is_not_utf8(self):
        self.assertIn("not UTF-8", Layout(b"012 \xc5\r\n").problems[0][1])


if __name__ == "__main__":
    unittest.main()
