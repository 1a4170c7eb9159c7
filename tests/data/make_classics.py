#!/usr/bin/env python3
"""Writes classics.pgn: famous games, with clock times by a rule, as input for tests and the demo.

The moves are history. The clock times are invented: in most of these games no clock recorded them.
The rule, for game g and ply n (both from 1), at 40 moves in 90 minutes, then 30 minutes for the
rest, with 30 seconds for each move from move 1:

- Each clock starts at 5400 + 30 s: the first increment is on it before move 1.
- The move takes 20 + (37 n + 11 g) mod 140 seconds, or less if 60 s would not be left.
- The press adds 30 s, and 1800 s more when it completes the player's 40th move.
- A move that ends the game on the board (checkmate, stalemate) is not followed by a press: the
  clock is stopped as it stands, and nothing is added.
- %clk is the reading of the player who moved, after the press or the stop.

`make_classics.py` prints the file; `make_classics.py --write` writes it beside this script.
"""

import os
import sys
import textwrap
from dataclasses import dataclass

from classics_moves import GAMES

EVENT = "Flagfall classics"
TIME_CONTROL = "40/5400+30:1800+30"
BASE_S, INCREMENT_S, SECOND_PERIOD_S, FIRST_PERIOD_MOVES = 5400, 30, 1800, 40
LEAST_LEFT_S = 60
COLUMNS = 80


@dataclass
class Reading:
    """The reading of one player's clock, in seconds, and how many moves the player has made."""

    left_s: int = BASE_S + INCREMENT_S
    moves: int = 0


def think_s(game, ply, left_s):
    return min(20 + (37 * ply + 11 * game) % 140, left_s - LEAST_LEFT_S)


def readings(game, moves, ended_on_board):
    """The reading of the player who moved, after each of the moves."""
    clocks = (Reading(), Reading())
    shown = []
    for ply in range(1, len(moves) + 1):
        clock = clocks[(ply - 1) % 2]
        clock.left_s -= think_s(game, ply, clock.left_s)
        clock.moves += 1
        if not (ended_on_board and ply == len(moves)):
            clock.left_s += INCREMENT_S
            clock.left_s += SECOND_PERIOD_S if clock.moves == FIRST_PERIOD_MOVES else 0
        shown.append(clock.left_s)
    return shown


def clk(left_s):
    return f"{left_s // 3600}:{left_s // 60 % 60:02}:{left_s % 60:02}"


def movetext(game, moves, ended_on_board, result):
    """Move numbers before every move, because a comment follows each; lines of 80 columns."""
    words = []
    for ply, (move, left_s) in enumerate(zip(moves, readings(game, moves, ended_on_board)), 1):
        dots = "." if ply % 2 else "..."
        # The joined comment is one word to the line breaker; its space is put back below.
        words += [f"{(ply + 1) // 2}{dots}", move, f"{{[%clk~{clk(left_s)}]}}"]
    lines = textwrap.wrap(" ".join(words + [result]), COLUMNS, break_long_words=False,
                          break_on_hyphens=False)
    return "\n".join(lines).replace("~", " ")


def game_text(number, game):
    moves = [word for word in game.moves.split() if not word.endswith(".")]
    tags = {
        "Event": EVENT, "Site": game.site, "Date": game.date, "Round": f"1.{number}",
        "White": game.white, "Black": game.black, "Result": game.result,
        "Board": str(number), "PlyCount": str(len(moves)), "Source": game.source,
    }
    if game.termination:
        tags["Termination"] = game.termination
    tags["TimeControl"] = TIME_CONTROL
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{head}\n{movetext(number, moves, game.ended_on_board, game.result)}\n"


def text():
    return "\n".join(game_text(number, game) for number, game in enumerate(GAMES, 1))


def main():
    if sys.argv[1:] == ["--write"]:
        here = os.path.dirname(os.path.abspath(__file__))
        with open(os.path.join(here, "classics.pgn"), "w", encoding="ascii") as file:
            file.write(text())
    else:
        sys.stdout.write(text())


if __name__ == "__main__":
    main()
