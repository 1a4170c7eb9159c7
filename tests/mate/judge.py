#!/usr/bin/env python3
"""Fuzzing with the checker as judge: an analyser gets random positions by a seed, and every
answer must be a certificate that the checker accepts.

Each question depends only on the seed and its number. Rejected questions are printed with the
command line that repeats them; the exit code is then 1.
"""

import argparse
import collections
import json
import os
import random
import shlex
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import certificate  # noqa: E402
from board import EMPTY, FenError, Position, read_fen, start_position  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(ROOT, "build", "release", "arbiterd", "arbiterd")
QUESTIONS_A_BATCH = 100
SECONDS_A_BATCH = 300


# --- random positions: each takes a random.Random and gives a FEN that may be illegal ---

def _fen(men, rng, castling="-"):
    board = [men.get(square, EMPTY) for square in range(64)]
    position = Position(board, rng.random() < 0.5, (), None, False)
    placed, side, _, passed = position.fen().split(" ")
    return f"{placed} {side} {castling} {passed} 0 1"


def _put(men, rng, man):
    """Puts a man on a random empty square."""
    low, high = (8, 56) if man in "Pp" else (0, 64)
    men[rng.choice([square for square in range(low, high) if square not in men])] = man


def few_men(rng):
    """Two kings and up to four men."""
    men = {}
    for man in ["K", "k"] + rng.choices("PNBRQpnbrq", k=rng.randint(0, 4)):
        _put(men, rng, man)
    return _fen(men, rng)


def material(rng):
    """Two kings and up to fourteen men, many pawns among them."""
    men = {}
    for man in ["K", "k"] + rng.choices("PPPPNBRQppppnbrq", k=rng.randint(3, 14)):
        _put(men, rng, man)
    return _fen(men, rng)


def lone_piece(rng):
    """A king with one or two light pieces against queens and one or two men that could help."""
    mine = rng.choice((["K", "N"], ["K", "B"], ["K", "B", "B"]))
    theirs = ["k"] + ["q"] * rng.randint(0, 3) + rng.choices("pbnr", k=rng.randint(1, 2))
    men = {}
    for man in mine + theirs:
        _put(men, rng, man)
    return _fen(men, rng)


def pawn_wall(rng):
    """Pawns locked head on, mostly in chains from edge to edge, kings, and a few men, almost
    always bishops."""
    men, rank = {}, rng.randint(1, 5)
    step_by_one, gaps = rng.random() < 0.85, rng.choice((0.0, 0.05, 0.15))
    for file in range(8):
        if rng.random() < gaps:
            continue
        rank += rng.choice((-1, 1)) if step_by_one else rng.choice((-1, 0, 0, 1))
        rank = {0: 2, 6: 4}.get(rank, rank)
        men[8 * rank + file] = "P"
        men[8 * rank + 8 + file] = "p"
    if rng.random() < 0.75:
        men[rng.randrange(8)], men[rng.randrange(56, 64)] = "K", "k"
    others = ["K", "k"] if "K" not in men.values() else []
    for man in others + rng.choices("BBBBbbbbNnRrPp", k=rng.choice((0, 0, 1, 1, 2, 3, 4))):
        _put(men, rng, man)
    return _fen(men, rng)


def one_colour(rng):
    """A pawn wall whose bishops are all on squares of one colour."""
    fen = pawn_wall(rng)
    board = list(read_fen(fen).board)
    for man in rng.choices("Bb", k=rng.randint(1, 4)):
        free = [s for s in range(64) if board[s] == EMPTY and (s + s // 8) % 2 == 0]
        if free:
            board[rng.choice(free)] = man
    return Position(board, rng.random() < 0.5, (), None, False).fen()


def corner(rng):
    """A king among many of his own men and pawns near a corner: stalemates and forced lines."""
    files, ranks = rng.randint(3, 4), rng.randint(3, 5)
    men = {}
    near = [8 * rank + file for rank in range(ranks) for file in range(files)]
    rng.shuffle(near)
    men[near.pop()] = "k"
    for man in rng.choices("PPPpppbbBnNr", k=rng.randint(2, len(near) - 2)):
        square = near.pop()
        if square // 8 not in (0, 7) or man not in "Pp":
            men[square] = man
    _put(men, rng, "K")
    return _fen(men, rng)


def castling(rng):
    """Kings and rooks on their squares with rights to castle, and a few men."""
    men = {4: "K", 60: "k"}
    for square, man in ((0, "R"), (7, "R"), (56, "r"), (63, "r")):
        if rng.random() < 0.5:
            men[square] = man
    rights = "".join(letter for letter, square in zip("KQkq", (7, 0, 63, 56)) if square in men)
    for man in rng.choices("PPPPNBpppnb", k=rng.randint(0, 8)):
        _put(men, rng, man)
    return _fen(men, rng, rights or "-")


def from_start(rng):
    """The start position, from which random moves follow."""
    del rng
    return "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def from_chess960(rng):
    """A start position of Chess960, with most of its pawns and some of its men removed."""
    start = start_position(rng.randrange(960))
    gone, pawns = rng.choice((0.0, 0.3, 0.6)), rng.choice((0.0, 0.5, 0.9))
    board = [man if man in "KkRr" or rng.random() >= (pawns if man in "Pp" else gone) else EMPTY
             for man in start.board]
    return Position(board, True, start.rooks, None, True).fen()


# (how often, maker, the largest number of random plies)
SHAPES = ((3, few_men, 6), (2, material, 20), (5, pawn_wall, 8), (3, one_colour, 8),
          (3, corner, 4), (1, castling, 10), (2, from_start, 300), (2, from_chess960, 120),
          (1, lone_piece, 4))


def question(seed, number):
    """(FEN, "w" or "b", is Chess960, name of the shape) of a question."""
    rng = random.Random(f"{seed}/{number}")
    _, maker, plies = rng.choices(SHAPES, [shape[0] for shape in SHAPES])[0]
    chess960 = maker is from_chess960
    while True:
        try:
            position = read_fen(maker(rng), chess960)
        except FenError:
            continue
        break
    for _ in range(rng.randint(0, plies)):
        moves = list(position.moves())
        if not moves:
            break
        position = position.play(rng.choice(moves))
    return position.fen() + " 0 1", rng.choice("wb"), chess960, maker.__name__


# --- asking and judging ---

class Judge:
    """Puts questions to a program and counts the results."""

    def __init__(self, program, schema):
        self.program = program
        self.schema = schema
        self.methods = collections.Counter()
        self.shapes = collections.Counter()
        self.rejected = 0

    def command(self, chess960):
        """The command line that gets the question."""
        return [*self.program, "rules", "mate", "--certificate",
                "--variant", "chess960" if chess960 else "chess"]

    def ask(self, questions):
        """Judges the answers to a batch of questions of all variants."""
        for chess960 in (False, True):
            batch = [entry for entry in questions if entry[2] == chess960]
            if not batch:
                continue
            asked = "".join(f"{fen}\t{winner}\n" for fen, winner, _, _ in batch)
            try:
                done = subprocess.run(self.command(chess960), input=asked, text=True, check=False,
                                      stdout=subprocess.PIPE, timeout=SECONDS_A_BATCH)
                lines, status = done.stdout.split("\n")[:-1], done.returncode
            except subprocess.TimeoutExpired:
                lines, status = [], "no answer in time"
            if len(lines) != len(batch) or status != 0:
                print(f"{len(batch)} questions, {len(lines)} answers, exit: {status}")
                lines = (lines + [""] * len(batch))[:len(batch)]
            for entry, line in zip(batch, lines):
                self.judge(entry, line)

    def judge(self, entry, line):
        """Judges one answer."""
        fen, winner, chess960, shape = entry
        try:
            answer = certificate.check_line(line, schema=self.schema)
            self._is_about(answer, fen, winner, chess960)
            self.methods[answer["verdict"], answer["method"]] += 1
            self.shapes[shape, answer["verdict"]] += 1
        except certificate.Rejected as error:
            self.rejected += 1
            print(f"REJECTED ({shape}): {error}\n"
                  f"  printf '{fen}\\t{winner}\\n' | {shlex.join(self.command(chess960))}",
                  flush=True)

    @staticmethod
    def _is_about(answer, fen, winner, chess960):
        """Raises Rejected if the answer belongs to another question."""
        same = (answer["variant"] == ("chess960" if chess960 else "chess")
                and answer["winner"] == ("white" if winner == "w" else "black")
                and read_fen(answer["fen"], chess960).key() == read_fen(fen, chess960).key())
        certificate.need(same, "the answer is about another question")

    def report(self):
        """Prints the counts."""
        for (verdict, method), count in sorted(self.methods.items()):
            print(f"{count:8} {verdict:13} {method}")
        for (shape, verdict), count in sorted(self.shapes.items()):
            print(f"{count:8} {shape:13} {verdict}")
        total = sum(self.methods.values())
        print(f"{total} accepted, {self.rejected} rejected")

    def too_many_open(self, allowed):
        """True, with a message, if more than this share of the questions was left undetermined."""
        total = sum(self.methods.values())
        left = sum(n for (verdict, _), n in self.methods.items() if verdict == "undetermined")
        if left > allowed * total:
            print(f"{left} of {total} undetermined: more than {allowed:.2%}")
        return left > allowed * total


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000, help="questions")
    parser.add_argument("--first", type=int, default=0, help="number of the first question")
    parser.add_argument("--seconds", type=float, help="stop after this time")
    parser.add_argument("--program", default=PROGRAM, help="may be a command with arguments")
    parser.add_argument("--schema", action="store_true",
                        help="hold answers against schemas/mate/certificate.json, too")
    parser.add_argument("--open", type=float, default=0.002, metavar="SHARE",
                        help="of the answers that may be undetermined (0.002)")
    parser.add_argument("--questions", action="store_true",
                        help="print the questions as JSON and ask nobody")
    options = parser.parse_args()
    judge = Judge(shlex.split(options.program),
                  certificate.load_schema() if options.schema else None)
    start, last = time.monotonic(), options.first + options.count
    for first in range(options.first, last, QUESTIONS_A_BATCH):
        if options.seconds is not None and time.monotonic() - start > options.seconds:
            break
        batch = [question(options.seed, number)
                 for number in range(first, min(last, first + QUESTIONS_A_BATCH))]
        if options.questions:
            print("\n".join(map(json.dumps, batch)))
        else:
            judge.ask(batch)
    if options.questions:
        return 0
    judge.report()
    return 1 if judge.too_many_open(options.open) or judge.rejected else 0


if __name__ == "__main__":
    sys.exit(main())
