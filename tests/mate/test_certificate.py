#!/usr/bin/env python3
"""The checker of certificates accepts proofs of every kind and refuses false ones."""

import collections
import copy
import io
import json
import os
import random
import sys
import unittest
from contextlib import redirect_stdout
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

import analyser  # noqa: E402
import cases  # noqa: E402
import certificate  # noqa: E402
import judge  # noqa: E402
import sample  # noqa: E402
from board import EMPTY, KING_STEPS, KNIGHT_STEPS, NAMES, Position, attacked, read_fen  # noqa: E402
from test_board import rows  # noqa: E402
from wall import Mates, Wall, WallError  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
WHOLE = bool(os.environ.get("FLAGFALL_WHOLE"))  # otherwise a sample of slow tests
QUESTIONS = "8" if WHOLE else "3"  # to the judge


def tampered(name, change):
    """A copy of a case of cases.py with a change."""
    found = copy.deepcopy(cases.ALL_CASES[name])
    change(found)
    return found


def table_of(found):
    return found["proof"]["walls"][0]


class Checked(unittest.TestCase):
    def accept(self, found):
        try:
            certificate.check(found)
        except certificate.Rejected as error:
            self.fail(f"{error}: {json.dumps(found)}")

    def reject(self, found, part=""):
        with self.assertRaises(certificate.Rejected, msg=json.dumps(found)) as raised:
            certificate.check(found)
        self.assertIn(part, str(raised.exception))

    def reject_change(self, name, change, part=""):
        self.reject(tampered(name, change), part)


class Shape(Checked):
    def test_every_kind_is_accepted(self):
        for name, found in cases.ALL_CASES.items():
            with self.subTest(name):
                self.accept(found)

    def test_undetermined_claims_nothing(self):
        found = {**cases.WINNABLE["promotion"], "verdict": "undetermined"}
        self.reject(found, "with line")
        del found["line"]
        self.accept(found)

    def test_fields(self):
        for name, found in cases.ALL_CASES.items():
            with self.subTest(name):
                for field in found:
                    self.reject({key: value for key, value in found.items() if key != field})
                    self.reject({**found, field: None})
                    self.reject({**found, field: {}})
                self.reject({**found, "nodes": -1}, "nodes")
                self.reject({**found, "nodes": True}, "nodes")
                self.reject({**found, "variant": "antichess"}, "variant")
                self.reject({**found, "winner": "w"}, "winner")
                self.reject({**found, "fen": found["fen"] + " 1"}, "fen")
                self.reject({**found, "proof": {"kind": "hope"}}, "proof")

    def test_verdict_or_winner_swapped(self):
        other = {"winnable": "unwinnable", "unwinnable": "winnable",
                 "white": "black", "black": "white"}
        both_lose = {"comb", "bishop beyond", "cage", "lock", "lone knight", "stalemate",
                     "forced capture", "stalemate next"}
        for name, found in cases.ALL_CASES.items():
            with self.subTest(name):
                self.reject({**found, "verdict": other[found["verdict"]]})
                if name not in both_lose:
                    self.reject({**found, "winner": other[found["winner"]]})

    def test_schema_agrees(self):
        try:
            schema = certificate.load_schema()
        except ImportError as error:
            self.skipTest(str(error))
        for name, found in cases.ALL_CASES.items():
            with self.subTest(name):
                self.assertEqual(list(schema.problems(found)), [])
                for field in found:
                    less = {key: value for key, value in found.items() if key != field}
                    self.assertTrue(list(schema.problems(less)), field)
        found = cases.ALL_CASES["lock"]
        for change in ({"proof": {"kind": "closed", "positions": []}}, {"line": []},
                       {"verdict": "perhaps"}, {"proof": {"kind": "material", "lemma": "luck"}},
                       {"proof": cases.closed(["not a position"])},
                       {"proof": cases.closed(walls=[cases.wall("Xa1")])}):
            self.assertTrue(list(schema.problems({**found, **change})), change)


class Lines(Checked):
    def test_cut_and_lengthened(self):
        for name, found in cases.WINNABLE.items():
            with self.subTest(name):
                line = found["line"]
                self.reject({**found, "line": line + ["a1a1"]}, "not legal")
                if line:
                    self.reject({**found, "line": line[:-1]})
                    self.reject({**found, "line": line[1:]})

    def test_every_move_counts(self):
        line = cases.WINNABLE["fool's mate"]["line"]
        for index in range(len(line)):
            for move in ("e2e4", "a7a6", "d8g5", "g2g3"):
                changed = [*line[:index], move, *line[index + 1:]]
                self.reject({**cases.WINNABLE["fool's mate"], "line": changed}, "line")

    def test_notation(self):
        for name, line in (("promotion", ["c7c8"]), ("promotion", ["c7c8b"]),
                           ("promotion", ["c7c8Q"]), ("castling", ["e1h1"]),
                           ("castling 960", ["e1g1"]), ("castling", ["O-O"]),
                           ("castling", "e1g1"), ("castling", [7]), ("castling", [["e1g1"]])):
            self.reject({**cases.WINNABLE[name], "line": line}, "line")

    def test_rights_count(self):
        self.reject({**cases.WINNABLE["castling"], "fen": "5k2/8/8/8/8/8/4R1R1/4K2R w - - 0 1"})
        self.reject({**cases.WINNABLE["castling"], "variant": "chess960"})
        self.reject({**cases.WINNABLE["castling 960"], "variant": "chess"}, "fen")
        self.reject({**cases.WINNABLE["en passant"], "fen": "1k6/8/8/r7/rpP4K/4r3/8/8 b - - 0 1"})

    def test_mate_by_the_other_side(self):
        found = cases.WINNABLE["fool's mate"]
        self.reject({**found, "winner": "white"}, "without a mate by the winner")


class Material(Checked):
    FENS = {"bare king": "8/8/8/4k3/4p3/8/4K3/8 w - - 0 1",
            "king and knight": "8/8/8/4k3/4q3/8/4K3/6N1 w - - 0 1",
            "bishops of one colour": "8/8/3b4/8/4r2k/8/3K4/B1B5 w - - 0 1"}

    def lemma(self, fen, lemma, winner="white"):
        return cases.unwinnable(fen, winner, {"kind": "material", "lemma": lemma})

    def test_each_lemma_is_about_its_own_material(self):
        for right, fen in self.FENS.items():
            self.accept(self.lemma(fen, right))
            for lemma in self.FENS:
                if lemma != right:
                    self.reject(self.lemma(fen, lemma), "material")
            for lemma in ("luck", ["bare king"], 3):
                self.reject(self.lemma(fen, lemma), "unknown lemma")

    def test_material_that_can_mate(self):
        for fen in ("8/8/8/4k3/4r3/8/4K3/6N1 w - - 0 1", "8/8/8/4k3/4q2p/8/4K3/6N1 w - - 0 1",
                    "8/8/8/4k3/4q3/8/4K3/5NN1 w - - 0 1", "8/8/8/4k3/8/8/4K3/5N1B w - - 0 1"):
            self.reject(self.lemma(fen, "king and knight"), "material")
        for fen in ("8/4b3/8/7k/4r3/8/3K4/BB6 w - - 0 1", "8/3b4/8/7k/8/8/3K4/B1B5 w - - 0 1",
                    "8/8/8/7k/p7/8/3K4/B1B5 w - - 0 1", "8/8/8/n6k/8/8/3K4/B1B5 w - - 0 1",
                    "8/8/8/7k/8/8/P2K4/B1B5 w - - 0 1", "8/8/8/7k/8/8/3K4/8 w - - 0 1"):
            self.reject(self.lemma(fen, "bishops of one colour"), "material")

    def test_a_setup_that_is_mate_already(self):
        # No game leads to this double check, but it is a position, and it is mate.
        self.reject(self.lemma("8/8/8/8/8/B1K1B3/8/1rkr4 b - - 0 1", "bishops of one colour"),
                    "has mated")

    def test_lemma_of_king_and_knight_around_the_king(self):
        """Wherever the queens are beside their king, no check by the knight is mate."""
        for king in range(64):
            if king % 8 < 4 and king // 8 < 4:
                for knight in KNIGHT_STEPS[king]:
                    self._no_mate(king, knight)

    def _no_mate(self, king, knight):
        for other in range(64):
            if other in (king, knight) or other in KING_STEPS[king]:
                continue
            board = [EMPTY] * 64
            board[king], board[knight], board[other] = "k", "N", "K"
            # In a mate each flight square has a queen or is attacked; more queens only take more.
            for flight in KING_STEPS[king]:
                if board[flight] == EMPTY and not attacked(board, flight, True):
                    board[flight] = "q"
            position = Position(board, False, (), None, False)
            self.assertFalse(position.is_checkmate(), position.fen())


class Simple(Checked):
    def test_not_what_it_says(self):
        stalemate, mate = ({"proof": {"kind": kind}} for kind in ("stalemate", "checkmate"))
        self.reject({**cases.SIMPLE["stalemate"], **mate}, "has not mated")
        self.reject({**cases.SIMPLE["loser's mate"], **stalemate}, "no stalemate")
        self.reject({**cases.SIMPLE["loser's mate"], "winner": "white"}, "has mated")
        for name in ("bare king", "comb", "forced capture"):
            self.reject({**cases.ALL_CASES[name], **stalemate}, "no stalemate")
            self.reject({**cases.ALL_CASES[name], **mate}, "has not mated")


class Listed(Checked):
    def test_text_of_positions(self):
        name = "forced capture"
        for text in ("8/8/8/8/8/8/1q6/K6k w - - 0 1", "8/8/8/8/8/8/1q6/K6k w - ",
                     "8/8/8/8/8/8/1q6/K6k b - -", "8/8/8/8/8/8/1q51/K6k w - -",
                     "8/8/8/8/8/8/1q6/K7 w - -", 7, None, ["8/8/8/8/8/8/1q6/K6k w - -"]):
            self.reject_change(name, lambda c, t=text: c["proof"].update(positions=[t]))

    def test_positions_must_be_closed(self):
        quiet = "8/8/8/8/8/8/1q6/K6k w - -"
        for more in ("8/8/8/3q4/8/8/8/K6k w - -", "8/8/8/8/8/2q5/8/K6k w - -"):
            self.reject_change("forced capture",
                               lambda c, m=more: c["proof"].update(positions=[quiet, m]))

    def test_superfluous_en_passant_square(self):
        fen = "7k/8/8/8/1P6/p7/P7/KB6 b - "
        self.reject(cases.unwinnable(fen + "- 0 1", "white", cases.closed([fen + "b3"])),
                    "is written")

    def test_mates_must_not_arise(self):
        only_move_mates = "b6k/6pp/8/8/8/8/7P/R5BK w - -"
        self.reject(cases.unwinnable(only_move_mates + " 0 1", "white",
                                     cases.closed([only_move_mates])), "after a1a8")

    def test_mates_must_not_be_listed(self):
        mate = "8/8/8/8/8/8/1q6/K1k5 w - -"
        found = cases.unwinnable("8/8/8/8/8/8/1q6/K6k w - - 0 1", "black",
                                 cases.closed(["8/8/8/8/8/8/1q6/K6k w - -", mate]))
        self.reject(found, "has mated")

    def test_en_passant_is_part_of_a_position(self):
        fens = ("7k/8/8/8/pP6/p1p5/P1P5/KB6 b - b3", "7k/8/8/8/pP6/p1p5/P1P5/KB6 b - -")
        for first, second in (fens, fens[::-1]):
            found = cases.unwinnable(first + " 0 1", "white", cases.closed([second]))
            self.reject(found)

    def test_searched_sets(self):
        """Sets that the small analyser lists: right unchanged, wrong if any position is missing."""
        tried = 0
        for fen in ("4b2k/3pPp1p/3P1P1P/8/8/p1p1p3/P1PpP3/K2B4 w - - 0 1",
                    "6kb/5p1p/5P1P/8/8/p1p5/P1P5/KB6 b - - 0 1",
                    "bk6/p1p5/P1P5/8/8/5p1p/5P1P/6BK b - - 0 1",
                    "8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1"):
            found = analyser.certificate(fen, "w", budget=1500, walls=False)
            self.assertEqual(found["verdict"], "unwinnable", fen)
            self.accept(found)
            positions = found["proof"]["positions"]
            for index in range(0, len(positions), 1 + len(positions) // (20 if WHOLE else 6)):
                if read_fen(positions[index]).is_over():
                    continue  # the end of the game needs no list
                tried += 1
                less = positions[:index] + positions[index + 1:]
                self.reject({**found, "proof": cases.closed(less)})
        self.assertGreater(tried, 10)


class Walls(Checked):
    def test_any_square_less(self):
        """If men can really get there, no square of their reach can be left out."""
        for name in ("comb", "bishop beyond", "cage", "lone knight", "lock"):
            for man, squares in table_of(cases.WALLS[name])["reach"].items():
                for square in squares:
                    with self.subTest(f"{name} {man}{square}"):
                        self.reject_change(name, lambda c, m=man, s=square:
                                           table_of(c)["reach"][m].remove(s))

    def test_promotion(self):
        """Pawns become all kinds but pawns and kings, and only their sum is limited."""
        table = table_of(cases.WALLS["promotion"])
        for man in "Kknbrq":
            for square in cases.ALL:
                less = copy.deepcopy(table)
                less["reach"][man].remove(square)
                with self.assertRaises(WallError, msg=man + square):
                    Wall(less).verify(True)
        with self.assertRaises(WallError):
            Wall({**table, "reach": {**table["reach"], "n": []}}).verify(True)
        for fen, most, covered in (("8/8/8/4k3/4p3/8/4K3/8 w - - 0 1", {"p": 1}, True),
                                   ("8/8/8/4k3/4q3/8/4K3/8 w - - 0 1", {"p": 1}, True),
                                   ("8/8/8/4k3/3qp3/8/4K3/8 w - - 0 1", {"p": 1}, False),
                                   ("8/8/8/4k3/3qq3/8/4K3/8 w - - 0 1", {"p": 1, "n": 1}, True),
                                   ("8/8/8/4k3/4p3/8/4K3/8 w - - 0 1", {}, False)):
            wall = Wall({**table, "most": most})
            wall.verify(True)
            self.assertEqual(wall.covers(read_fen(fen)), covered, (fen, most))

    def test_any_fixed_man_less(self):
        for name in ("comb", "bishop beyond", "cage", "lock"):
            for man in table_of(cases.WALLS[name])["fixed"]:
                with self.subTest(f"{name} {man}"):
                    self.reject_change(name, lambda c, m=man: table_of(c)["fixed"].remove(m))

    def test_a_square_too_many(self):
        for name, man, square in (("comb", "K", "d4"), ("comb", "k", "e5"), ("comb", "P", "b4"),
                                  ("comb", "P", "a1"), ("comb", "X", "a1"), ("comb", "N", "e2"),
                                  ("bishop beyond", "B", "a7"), ("cage", "K", "a1"),
                                  ("lock", "P", "a5"), ("lock", "p", "b5"), ("lock", "p", "f4"),
                                  ("lone knight", "q", "a1"), ("promotion", "p", "a8")):
            def change(found, man=man, square=square):
                table_of(found)["reach"].setdefault(man, []).append(square)
            with self.subTest(f"{name} {man}{square}"):
                self.reject_change(name, change, "wall 1")

    def test_most(self):
        for name, most in (("lone knight", {"N": 2}), ("lone knight", {"N": 0}),
                           ("lone knight", {}), ("lone knight", {"N": -1}),
                           ("lone knight", {"N": 1.0}), ("lone knight", {"N": 1, "K": 1}),
                           ("lone knight", {"N": True}),
                           ("bishop beyond", {}), ("lock", {"P": 1}), ("lock", {"p": 1})):
            with self.subTest(f"{name} {most}"):
                self.reject_change(name, lambda c, m=most: table_of(c).update(most=m))

    def test_helpers_of_the_loser_block_flights(self):
        """King and knight against king and rook, bishop, knight or pawn can mate."""
        for man in "rbnp":
            def change(found, man=man):
                table = table_of(found)
                table["most"][man] = 1
                for kind in {"p": "pnbrq"}.get(man, man):
                    table["reach"][kind] = cases.ranks(2, 7) if kind == "p" else cases.ALL
            self.reject_change("lone knight", change, "there may be a mate")

    def test_locks(self):
        self.reject_change("lock", lambda c: table_of(c).update(locks=[]), "outside the reach")
        for lock, part in (("pa5", "can be taken"), ("pa4", "comes to the square"),
                           ("Kb1", "no pawn"), ("Pa8", "a pawn cannot stand"), ("a4", "no man"),
                           ("Pa7", "no pawn can stand before"), ("Pa4", "repetitions")):
            self.reject_change("lock", lambda c, lock=lock: table_of(c)["locks"].append(lock), part)

    def faults(self, name, reach):
        """The moves that go wrong if such men may be there, too."""
        table = copy.deepcopy(table_of(cases.WALLS[name]))
        table["reach"].update(reach)
        return {(man + NAMES[start] + NAMES[end], reason)
                for man, start, end, reason in Wall(table).faults()}

    def test_men_to_be_taken_by_pawns(self):
        self.assertIn(("pa5b4", "the pawn before a lock can take and go"),
                      self.faults("lock", {"N": ["b4"], "p": ["a4", "a5", "b4"]}))
        self.assertIn(("Pa4b5", "a fixed man moves"), self.faults("comb", {"b": ["b5"]}))
        self.assertIn(("pc5d4", "a fixed man moves"), self.faults("comb", {"N": ["d4"]}))
        self.assertNotIn(("pc5d4", "a fixed man moves"), self.faults("comb", {"n": ["d4"]}))

    def test_lock_must_hold_in_the_position(self):
        self.reject_change("lock", lambda c: c.update(
            fen="7k/8/8/8/P7/p1p5/P1P5/KB6 b - - 0 1"), "neither listed nor within")

    def test_positions_outside(self):
        for name, fen in (("comb", "8/8/4k3/p1p1p1p1/P1P1P1P1/4N3/4K3/8 w - - 0 1"),
                          ("comb", "8/8/4k3/p1p1p1p1/P1P1P3/8/4K3/8 w - - 0 1"),
                          ("comb", "8/4K3/8/p1p1p1p1/P1P1P1P1/8/4k3/8 w - - 0 1"),
                          ("bishop beyond", "B3B3/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 b - - 0 1"),
                          ("bishop beyond", "3B1B2/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 b - - 0 1"),
                          ("cage", "7k/8/8/8/8/p1p5/P1P5/KR6 b - - 0 1")):
            self.reject_change(name, lambda c, f=fen: c.update(fen=f))

    def refuse_mates(self, table):
        """The set of the table is closed, but there are mates in it."""
        wall = Wall(table)
        self.assertEqual(list(wall.faults()), [])
        with self.assertRaisesRegex(WallError, "there may be a mate"):
            wall.verify(True)

    def test_fixed_king_is_no_shield(self):
        self.refuse_mates(cases.SHIELD)

    def test_own_men_are_no_flights(self):
        self.refuse_mates(cases.SMOTHERED)
        Wall(cases.SMOTHERED).verify(False)

    def test_material_that_mates(self):
        for men in ({"R": 1}, {"Q": 1}, {"B": 2}, {"B": 1, "N": 1}, {"N": 2}):
            reach = {man: cases.ALL for man in ("K", "k", *men)}
            self.refuse_mates(cases.wall("", reach, men))

    def test_fixed_men_of_the_kind_of_the_loose_one(self):
        """King a8, the other on c8: a7 is the only flight, and each knight may give the check."""
        for fixed, loose in (("Nc6", "b6"), ("Nb6", "c6")):
            wall = Wall(cases.wall(fixed, {"k": ["a8"], "K": ["c8"], "N": [loose]}, {"N": 1}))
            self.assertFalse(Mates(wall, True).impossible(56, 58), fixed)

    def test_a_pawn_may_become_another_of_the_kind(self):
        men = {"k": ["a8"], "K": ["c8"], "N": ["b6", "c6"]}
        alone = Wall(cases.wall("", men, {"N": 1}))
        self.assertTrue(Mates(alone, True).impossible(56, 58))
        helped = Wall(cases.wall("", {**men, "P": ["h7"]}, {"N": 1, "P": 1}))
        self.assertFalse(Mates(helped, True).impossible(56, 58))

    def test_castling_and_en_passant_are_not_covered(self):
        everywhere = cases.wall("", {man: cases.ranks(2, 7) if man in "Pp" else cases.ALL
                                     for man in "PNBRQKpnbrqk"}, dict.fromkeys("PNBRQpnbrq", 8))
        wall = Wall(everywhere)
        for fen, covered in (("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", False),
                             ("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", True),
                             ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", False),
                             ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", True)):
            self.assertEqual(wall.covers(read_fen(fen)), covered, fen)

    def test_tables_with_a_wrong_shape(self):
        for change in (lambda t: t.pop("locks"), lambda t: t.update(more=[]),
                       lambda t: t.update(fixed={}), lambda t: t["fixed"].append("Pa4"),
                       lambda t: t["fixed"].append("Qa4"), lambda t: t["fixed"].append(["Pb4"]),
                       lambda t: t["fixed"].append("Ke2"), lambda t: t.update(reach=[]),
                       lambda t: t["reach"].pop("K"), lambda t: t["reach"]["K"].append("a4"),
                       lambda t: t["reach"]["K"].append("a1"), lambda t: t["reach"].update(B=7),
                       lambda t: t.update(most=[]), lambda t: t.update(most={"B": "1"})):
            self.reject_change("comb", lambda c, f=change: f(table_of(c)), "wall 1")

    def test_positions_of_the_sets(self):
        """In walls that the checker accepted, no move leaves the set, and no mate is in it."""
        counts = collections.Counter()
        numbers = 100 if WHOLE else 15
        for number in range(numbers):
            self.assertIsNone(sample.trial("test", number, 30, counts))
        self.assertGreater(counts["drawn"], 2 * numbers)


class Programs(Checked):
    def run_main(self, text, *options):
        out = io.StringIO()
        with mock.patch("sys.argv", ["certificate", *options]), redirect_stdout(out), \
                mock.patch("certificate.open", lambda *a, **k: io.StringIO(text), create=True):
            status = certificate.main()
        return status, out.getvalue().splitlines()

    def test_lines_and_exit_code(self):
        good = json.dumps(cases.WALLS["comb"])
        self.assertEqual(self.run_main(f"{good}\n{good}\n"), (0, ["2 accepted, 0 rejected"]))
        for bad in ("", "nonsense", "[]", good[:-1], '{"fen": 1, "fen": 2}', "[" * 100_000):
            status, lines = self.run_main(f"{good}\n{bad}\n")
            self.assertEqual((status, len(lines), lines[-1]), (1, 2, "1 accepted, 1 rejected"))
            self.assertIn(":2: ", lines[0])

    def test_require_decided(self):
        found = {**cases.WINNABLE["promotion"], "verdict": "undetermined"}
        del found["line"]
        text = json.dumps(found) + "\n"
        self.assertEqual(self.run_main(text)[0], 0)
        self.assertEqual(self.run_main(text, "--require-decided")[0], 1)

    def judged(self, program, share="1"):
        out = io.StringIO()
        with mock.patch("sys.argv", ["judge", "--seed", "3", "--count", QUESTIONS, "--open", share,
                                     "--program", program]), redirect_stdout(out):
            return judge.main(), out.getvalue()

    def test_judge(self):
        program = f"{sys.executable} -B {os.path.join(HERE, 'analyser.py')} --budget 10"
        status, text = self.judged(program)
        self.assertEqual(status, 0, text)
        if "undetermined" in text:
            self.assertEqual(self.judged(program, share="0")[0], 1)
        self.assertTrue(text.endswith(f"{QUESTIONS} accepted, 0 rejected\n"), text)

    def test_judge_rejects_other_answers(self):
        status, text = self.judged("/bin/echo")
        self.assertEqual(status, 1)
        self.assertIn("rules mate --certificate --variant", text)
        self.assertTrue(text.endswith(f"0 accepted, {QUESTIONS} rejected\n"), text)
        about = judge.Judge(["x"], None)
        fen = "8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1"
        with redirect_stdout(io.StringIO()):
            about.judge((fen, "w", False, "comb"), json.dumps(cases.WALLS["comb"]))
            self.assertEqual(about.rejected, 0)
            for entry in ((fen, "b", False), (fen, "w", True), (fen.replace("w", "b"), "w", False)):
                about.judge((*entry, "comb"), json.dumps(cases.WALLS["comb"]))
        self.assertEqual(about.rejected, 3)

    def test_questions_depend_on_the_seed_only(self):
        self.assertEqual(judge.question(1, 5), judge.question(1, 5))
        shapes = {judge.question(1, number)[3] for number in range(100)}
        self.assertEqual(shapes, {shape[1].__name__ for shape in judge.SHAPES})


class KnownAnswers(Checked):
    def test_no_false_wall(self):
        """The smallest wall around a winnable position is never accepted."""
        proven = 0
        known = random.Random(1).sample(rows("mate"), 25)
        for row in known if WHOLE else known[:5]:
            found = analyser.certificate(row["fen"], row["winner"], budget=1)
            self.accept(found)
            if found["verdict"] != "undetermined":
                self.assertEqual(found["verdict"], row["expected"], row)
                proven += 1
        self.assertGreater(proven, 5 if WHOLE else 0)


if __name__ == "__main__":
    unittest.main()
