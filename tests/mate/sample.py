#!/usr/bin/env python3
"""Tests walls from inside: draws random positions from the set of a wall that the checker accepts,
reachable or not, and checks whether a legal move leaves the set or a mate is in it.

The tables are the smallest walls around random positions, and random changes of them.
"""

import argparse
import collections
import copy
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import analyser  # noqa: E402
import judge  # noqa: E402
from board import EMPTY, NAMES, FenError, Position, read_fen  # noqa: E402
from wall import LOOSE, MEN, Wall, WallError, squares_of  # noqa: E402

SHAPES = (judge.pawn_wall, judge.pawn_wall, judge.one_colour, judge.one_colour, judge.corner,
          judge.few_men)


def drawn(wall, rng):
    """A random position of the wall's set, or None if none was found. Kings are often drawn
    near the edge and men near the kings, because mates are there."""
    men = dict(wall.fixed)
    for king in "Kk":
        squares = list(squares_of(wall.reach[king]))
        if squares:
            square = rng.choice(squares)
            if square in men:
                return None
            men[square] = king
    for white in (True, False):
        if wall.may_promote(white):
            kinds = rng.choices(LOOSE[white], k=rng.randint(0, wall.greatest(white)))
        else:
            kinds = [man for man in LOOSE[white]
                     for _ in range(rng.randint(0, wall.most[man]))]
        for man in kinds:
            squares = [s for s in squares_of(wall.reach[man]) if s not in men]
            if squares:
                men[rng.choice(squares)] = man
    board = [men.get(square, EMPTY) for square in range(64)]
    for white in rng.sample((True, False), 2):
        position = Position(board, white, (), None, False)
        try:
            position = read_fen(position.fen())
        except FenError:
            continue
        return position if wall.covers(position) else None
    return None


def changed(table, rng):
    """The table after a few random changes, mostly ones that make it claim more."""
    table = copy.deepcopy(table)
    for _ in range(rng.randint(1, 3)):
        reach = table["reach"]
        man = rng.choice(sorted(reach)) if reach else "K"
        draw = rng.randrange(6)
        if draw == 0 and reach.get(man):
            reach[man].remove(rng.choice(reach[man]))
        elif draw == 1 and reach.get(man):
            square = rng.choice(reach[man])
            table["fixed"].append(man + square)
            for squares in reach.values():
                if square in squares:
                    squares.remove(square)
            if man in "Kk":
                reach[man] = []
        elif draw == 2:
            reach.setdefault(rng.choice(MEN), []).append(rng.choice(NAMES))
        elif draw == 3 and table["most"]:
            kind = rng.choice(sorted(table["most"]))
            table["most"][kind] = max(0, table["most"][kind] + rng.choice((-1, 1)))
        elif draw == 4 and table["fixed"]:
            table["fixed"].remove(rng.choice(table["fixed"]))
        elif draw == 5:
            pawns = [text for text in table["fixed"] if text[0] in "Pp"]
            pawns += [man + square for man in "Pp" for square in reach.get(man, [])]
            if pawns:
                table["locks"] = sorted({*table["locks"], rng.choice(pawns)})
    return table


def accepted(table, winner_is_white):
    """The wall, or None if the checker refuses it."""
    try:
        wall = Wall(table)
        wall.verify(winner_is_white)
    except WallError:
        return None
    return wall


def contradiction(wall, position, winner_is_white):
    """The statement of the checker that is false for a position of the set, or None."""
    if position.white != winner_is_white and position.is_checkmate():
        return f"{position.fen()} is a mate"
    for move in position.moves():
        after = position.play(move)
        if after.passed is None and not wall.covers(after):
            return f"{position.fen()}: {position.uci(move)} leaves the set"
    return None


def trial(seed, number, draws, counts):
    """Makes a wall, draws from it, and returns the fault, or None."""
    rng = random.Random(f"{seed}/{number}")
    winner_is_white = rng.random() < 0.5
    while True:
        try:
            position = read_fen(rng.choice(SHAPES)(rng))
            break
        except FenError:
            pass
    table = analyser.saturated(position)
    if rng.random() < 0.5:
        table = changed(table, rng)
        counts["changed"] += 1
    wall = accepted(table, winner_is_white)
    if wall is None:
        counts["refused"] += 1
        return None
    counts["accepted"] += 1
    for _ in range(draws):
        position = drawn(wall, rng)
        if position is None:
            continue
        counts["drawn"] += 1
        wrong = contradiction(wall, position, winner_is_white)
        if wrong:
            return f"{wrong}\n  winner {'white' if winner_is_white else 'black'}, wall {table}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200, help="walls")
    parser.add_argument("--draws", type=int, default=100, help="positions from each wall")
    options = parser.parse_args()
    counts, wrong = collections.Counter(), 0
    for number in range(options.count):
        text = trial(options.seed, number, options.draws, counts)
        if text:
            wrong += 1
            print(f"{options.seed}/{number}: {text}", flush=True)
    print(", ".join(f"{count} {name}" for name, count in sorted(counts.items())),
          f"- {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
