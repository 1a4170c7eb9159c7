#!/usr/bin/env python3
"""A small slow analyser that answers like `arbiterd rules mate --certificate`: a stand-in with
which the tests check the checker and the judge. It examines only a few hundred positions.

Reads lines FEN<TAB>w or FEN<TAB>b, writes one JSON object per line.
"""

import argparse
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from board import EMPTY, FORWARD, NAMES, FenError, Position, is_white, read_fen  # noqa: E402
from certificate import LEMMAS  # noqa: E402
from wall import Wall, WallError  # noqa: E402

WALLS_TRIED = 8


def saturated(position) -> dict:
    """The smallest wall around a position: all men are fixed at first; men that can move, move."""
    men = {square: man for square, man in enumerate(position.board) if man != EMPTY}
    fixed = dict(men)
    reach, most = {}, {}
    locks = {(man, square) for square, man in men.items() if man in "Pp"
             and men.get(square + FORWARD[is_white(man)]) == ("p" if man == "P" else "P")}

    def free(square):
        man = fixed.pop(square, None)
        if man is not None:
            reach.setdefault(man, set()).add(square)
            if man not in "Kk":
                most[man] = most.get(man, 0) + 1

    while True:
        table = _table(fixed, reach, most, locks)
        faults = list(Wall(table).faults())
        if not faults:
            return table
        for man, start, end, reason in faults:
            free(start)
            free(end)
            if "lock" in reason:
                locks = {lock for lock in locks if end not in _lock_squares(lock)
                         and start not in _lock_squares(lock)}
            arrivals = man
            if man in "Pp" and end // 8 in (0, 7):
                arrivals = "NBRQ" if man == "P" else "nbrq"
            for arrival in arrivals:
                reach.setdefault(arrival, set()).add(end)


def _lock_squares(lock):
    man, square = lock
    return square, square + FORWARD[is_white(man)]


def _table(fixed, reach, most, locks):
    return {"fixed": [man + NAMES[square] for square, man in sorted(fixed.items())],
            "reach": {man: [NAMES[s] for s in sorted(squares)] for man, squares in reach.items()},
            "most": dict(most), "locks": [man + NAMES[square] for man, square in sorted(locks)]}


def wall_of(position, winner_is_white):
    """A wall that contains the position and has no mate by the winner, or None."""
    if position.rooks or position.passed is not None:
        return None
    table = saturated(position)
    try:
        wall = Wall(table)
        wall.verify(winner_is_white)
    except WallError:
        return None
    return table if wall.covers(position) else None


def explore(position, winner_is_white, budget, walls):
    """Breadth first over all possible positions, up to the budget. A tuple: the line to a mate or
    None, the proof or None, the number of positions."""
    queue, came_from, proof_walls = [position], {position.key(): None}, []
    known, tried = [], 0
    for count, now in enumerate(queue):
        if count == budget:
            return None, None, count
        moves = list(now.moves())
        if not moves and now.white != winner_is_white and now.in_check():
            return _line(came_from, now), None, count
        for move in moves:
            after = now.play(move)
            if after.key() in came_from:
                continue
            came_from[after.key()] = now, now.uci(move)
            if any(lemma(after.board, winner_is_white) for lemma in LEMMAS.values()) \
                    or any(wall.covers(after) for wall in known):
                continue
            tried += 1
            table = wall_of(after, winner_is_white) if walls and tried <= WALLS_TRIED else None
            if table and not (after.white != winner_is_white and after.is_checkmate()):
                proof_walls.append(table)
                known.append(Wall(table))
            else:
                queue.append(after)
    positions = [now.fen() for now in queue]
    return None, {"kind": "closed", "positions": positions, "walls": proof_walls}, len(queue)


def _line(came_from, position: Position):
    line = []
    while came_from[position.key()] is not None:
        position, text = came_from[position.key()]
        line.append(text)
    return line[::-1]


def answer(position, winner_is_white, budget, walls=True):
    """Verdict, method, and the fields with the proof."""
    mover_wins = position.white == winner_is_white
    if position.is_over():
        if not position.in_check():
            return {"verdict": "unwinnable", "method": "stalemate", "proof": {"kind": "stalemate"}}
        if not mover_wins:
            return {"verdict": "winnable", "method": "mate on the board", "line": []}
        return {"verdict": "unwinnable", "method": "other side's mate",
                "proof": {"kind": "checkmate"}}
    for name, lemma in LEMMAS.items():
        if lemma(position.board, winner_is_white):
            return {"verdict": "unwinnable", "method": "bare material",
                    "proof": {"kind": "material", "lemma": name}}
    table = wall_of(position, winner_is_white) if walls else None
    if table:
        return {"verdict": "unwinnable", "method": "wall",
                "proof": {"kind": "closed", "positions": [], "walls": [table]}}
    line, proof, nodes = explore(position, winner_is_white, budget, walls)
    if line is not None:
        return {"verdict": "winnable", "method": "search", "line": line, "nodes": nodes}
    if proof is not None:
        return {"verdict": "unwinnable", "method": "search", "proof": proof, "nodes": nodes}
    return {"verdict": "undetermined", "method": "budget", "nodes": nodes}


def certificate(fen, winner, chess960=False, budget=300, walls=True) -> dict:
    """The certificate of a question; winner is "w" or "b"."""
    found = {"fen": fen, "variant": "chess960" if chess960 else "chess",
             "winner": "white" if winner == "w" else "black", "nodes": 0}
    return found | answer(read_fen(fen, chess960), winner == "w", budget, walls)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("words", nargs="*", help="as of arbiterd: rules mate")
    parser.add_argument("--certificate", action="store_true", help="taken for granted")
    parser.add_argument("--variant", default="chess", choices=("chess", "chess960"))
    parser.add_argument("--budget", type=int, default=300, help="positions a question")
    options = parser.parse_args()
    for line in sys.stdin:
        fen, _, winner = line.rstrip("\n").partition("\t")
        try:
            print(json.dumps(certificate(fen, winner, options.variant == "chess960",
                                         options.budget)), flush=True)
        except FenError as error:
            print(f"invalid {error}", flush=True)


if __name__ == "__main__":
    main()
