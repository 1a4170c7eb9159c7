#!/usr/bin/env python3
"""A stand-in for a pairing engine, called like bbpPairings.

  engine.py --dutch FILE.trf -p PAIRS.txt

Reads the TRF that `arbiterd event export EVENT trf26 --pair N` writes, pairs the players by points,
top half against bottom half, nobody twice with the same opponent, and writes the text format of
engines. It does not implement the Dutch system: it is for tests and for trying things out.
"""

import argparse
import sys

FIRST_GAME, GAME_WIDTH = 91, 10  # columns of TRF, from 0


class Player:
    def __init__(self, line):
        self.number = int(line[4:8])
        self.points = float(line[80:84].strip() or 0)
        games = line.rstrip("\r\n")[FIRST_GAME:]
        cells = [games[at:at + GAME_WIDTH] for at in range(0, len(games), GAME_WIDTH)]
        self.opponents = [int(cell[:4].strip() or 0) for cell in cells]
        self.colours = [cell[5:6] for cell in cells]
        self.results = [cell[7:8].strip() for cell in cells]

    def has_bye(self):
        return any(result == "U" for result in self.results)

    def has_met(self, other):
        return other.number in self.opponents

    def surplus(self):
        """How many more games with White than with Black."""
        return self.colours.count("w") - self.colours.count("b")


def read(path):
    """The players, and the colour that was drawn for the first of them."""
    players, drawn = [], "w"
    with open(path, encoding="utf-8", newline="") as file:
        for line in file:
            if line.startswith("001 "):
                players.append(Player(line))
            if line.startswith("152 ") or line.startswith("XXC black1"):
                drawn = "b" if "b" in line[4:].lower() else "w"
    return players, drawn


def played(players):
    """How many rounds have been paired."""
    return max((at + 1 for player in players for at, opponent in enumerate(player.opponents)
                if opponent), default=0)


def pairs_of(players):
    """The top half against the others, and nobody twice; None if that is impossible."""
    if not players:
        return []
    first, rest = players[0], players[1:]
    half = len(rest) // 2
    for other in [*rest[half:], *reversed(rest[:half])]:
        if first.has_met(other):
            continue
        others = pairs_of([player for player in rest if player is not other])
        if others is not None:
            return [(first, other), *others]
    return None


def with_colours(pairs, drawn):
    for board, (first, second) in enumerate(pairs):
        white_first = (drawn == "w") == (board % 2 == 0)
        if first.surplus() != second.surplus():
            white_first = first.surplus() < second.surplus()
        yield (first, second) if white_first else (second, first)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dutch", action="store_true", help="taken, as bbpPairings wants it")
    parser.add_argument("trf")
    parser.add_argument("-p", dest="out", required=True, help="where the pairs go")
    options = parser.parse_args()
    players, drawn = read(options.trf)
    number = played(players)
    plays = [p for p in players if len(p.results) <= number or not p.results[number]]
    plays.sort(key=lambda p: (-p.points, p.number))
    bye = None
    if len(plays) % 2:
        bye = next((p for p in reversed(plays) if not p.has_bye()), plays[-1])
        plays.remove(bye)
    pairs = pairs_of(plays)
    if pairs is None:
        sys.exit(f"engine: round {number + 1} cannot be paired without a rematch")
    lines = [f"{w.number} {b.number}" for w, b in with_colours(pairs, drawn)]
    lines += [f"{bye.number} 0"] if bye else []
    with open(options.out, "w", encoding="ascii") as file:
        file.write("\n".join([str(len(lines)), *lines]) + "\n")


if __name__ == "__main__":
    main()
