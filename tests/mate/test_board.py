#!/usr/bin/env python3
"""The rules of chess on which the checker of certificates depends."""

import csv
import os
import pathlib
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

from board import FenError, perft, read_fen, start_position  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TABLES = ROOT / "tests" / "data" / "tables"
SHARED = ROOT.parent / "shared" / "data"
MOST_NODES = 20_000

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PERFT = (
    (START, (20, 400, 8902)),
    (KIWIPETE, (48, 2039)),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2812)),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (6, 264, 9467)),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1486)),
)


def rows(name):
    """The rows of our table of this name and of the public one, if it exists, as dicts."""
    found = []
    for path in (TABLES / f"{name}.tsv", SHARED / f"{name}_public.tsv"):
        if path.exists():
            with open(path, encoding="utf-8", newline="") as file:
                found += csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
    return found


def texts(position):
    return sorted(position.uci(move) for move in position.moves())


class Board(unittest.TestCase):
    def test_counts_that_everybody_knows(self):
        for fen, counts in PERFT:
            for depth, count in enumerate(counts, 1):
                self.assertEqual(perft(read_fen(fen), depth), count, (fen, depth))

    def test_counts_of_the_tables(self):
        seen = 0
        for row in rows("perft"):
            if int(row["nodes"]) <= MOST_NODES:
                position = read_fen(row["fen"], row["variant"] == "chess960")
                self.assertEqual(perft(position, int(row["depth"])), int(row["nodes"]), row)
                seen += 1
        self.assertGreater(seen, 25)

    def test_moves_of_the_tables(self):
        for row in rows("uci"):
            position = read_fen(row["fen"], row["variant"] == "chess960")
            found = position.find(row["text"])
            if row["expected"].startswith("may:"):
                continue  # forms that a reader may forgive
            expected = None if row["expected"] in ("illegal", "syntax") else row["expected"]
            self.assertEqual(found and position.uci(found), expected, row)

    def test_positions_of_the_tables(self):
        for row in rows("fen"):
            if row["level"] != "must":
                continue
            try:
                read_fen(row["fen"], row["variant"] == "chess960")
                answer = "valid"
            except FenError:
                answer = "invalid"
            self.assertEqual(answer, row["expected"], row)

    def test_castling_is_written_by_variant(self):
        orthodox = read_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
        self.assertIn("e1g1", texts(orthodox))
        self.assertNotIn("e1h1", texts(orthodox))
        self.assertEqual(orthodox.fen(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -")
        after = orthodox.play(orthodox.find("e1c1"))
        self.assertEqual(after.fen(), "r3k2r/8/8/8/8/8/8/2KR3R b kq -")
        other = read_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", True)
        self.assertIn("e1h1", texts(other))
        self.assertNotIn("e1g1", texts(other))
        self.assertEqual(other.fen(), "r3k2r/8/8/8/8/8/8/R3K2R w HAha -")

    def test_castling_of_chess960(self):
        inner = read_fen("k7/8/8/8/8/8/8/1RR1K1R1 w CG - 0 1", True)
        self.assertEqual(inner.fen(), "k7/8/8/8/8/8/8/1RR1K1R1 w GC -")
        self.assertIn("e1c1", texts(inner))
        outermost = read_fen("k7/8/8/8/8/8/8/1RR1K1R1 w KQ - 0 1", True)
        self.assertEqual(outermost.fen(), "k7/8/8/8/8/8/8/1RR1K1R1 w GB -")
        self.assertNotIn("e1b1", texts(outermost))  # the other rook is in the way
        shielded = read_fen("k7/8/8/8/8/8/8/rR2K3 w B - 0 1", True)
        self.assertNotIn("e1b1", texts(shielded))  # the rook leaves the king in check

    def test_rights_are_lost(self):
        position = read_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
        self.assertEqual(position.play(position.find("a1a8")).fen().split()[2], "Kk")
        self.assertEqual(position.play(position.find("e1e2")).fen().split()[2], "kq")

    def test_en_passant_square_only_if_legal(self):
        for fen, kept in (("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", True),
                          ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", False),
                          ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", False),
                          ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", False)):
            self.assertEqual(read_fen(fen).passed is not None, kept, fen)
        start = read_fen(START)
        self.assertIsNone(start.play(start.find("e2e4")).passed)

    def test_ends(self):
        mate = read_fen("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
        self.assertTrue(mate.is_checkmate() and mate.is_over())
        stalemate = read_fen("k7/P7/K7/8/8/8/8/8 b - - 0 1")
        self.assertTrue(stalemate.is_over() and not stalemate.is_checkmate())

    def test_what_cannot_stand_on_a_board(self):
        for fen in ("8/8/8/8/8/8/8/K7 w - - 0 1", "kk6/8/8/8/8/8/8/K7 w - - 0 1",
                    "k6P/8/8/8/8/8/8/K7 w - - 0 1", "kR6/8/8/8/8/8/8/K7 w - - 0 1",
                    "k7/8/8/8/8/8/8/K7 w K - 0 1", "k7/8/8/8/8/8/8/K7 w - e6 0 1",
                    "k7/8/8/8/8/8/8/4K2R w KK - 0 1", "k7/8/8/8/8/8/8/K7 x - - 0 1",
                    "k7/8/8/8/8/8/8/K6 w - - 0 1", "k7/8/8/17/8/8/8/K7 w - - 0 1",
                    "k7/8/8/8/8/8/8/K7  w - - 0 1",
                    "k7/8/8/8/8/8/8/K7 w -", "k7/8/8/8/8/8/8/4K2R w H - 0 1"):
            with self.assertRaises(FenError, msg=fen):
                read_fen(fen)

    def test_start_positions(self):
        self.assertEqual(start_position().fen().split()[0], START.split()[0])
        self.assertEqual(len({start_position(number).key() for number in range(960)}), 960)


if __name__ == "__main__":
    unittest.main()
