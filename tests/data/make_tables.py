#!/usr/bin/env python3
"""Writes the tables in tables/: questions about positions, drawn by a seed, with the answers of
tests/mate/board.py, a second implementation of the rules of chess that shares no code with ours.
mate.tsv is written by tests/mate/test_questions.py, pgn_cases.tsv by hand.

The columns are those of the public tables, which the same tests read if they exist.
`make_tables.py --write` writes the files; without it they are compared with the present ones.
"""

import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "mate"))
sys.dont_write_bytecode = True

from board import (EMPTY, FenError, NAMES, Position, is_white, perft, read_fen,  # noqa: E402
                   start_position)
from certificate import LEMMAS  # noqa: E402

VARIANTS = {"standard": False, "chess960": True}
OURS = "make_tables"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def castles(position, move):
    target = position.board[move.end]
    return target != "." and is_white(target) == position.white


def takes(position, move):
    return position.board[move.end] != "." and not castles(position, move)


def drawn(rng, plies):
    """(variant, position) after this many random moves, none of which ended the game."""
    variant = rng.choice(("standard", "standard", "chess960"))
    while True:
        chess960 = VARIANTS[variant]
        position = start_position(rng.randrange(960)) if chess960 else read_fen(START)
        for _ in range(plies):
            moves = list(position.moves())
            if not moves:
                break
            # Captures and promotions make different positions.
            sharp = [move for move in moves if takes(position, move) or move.promotion]
            position = position.play(rng.choice(sharp if sharp and rng.random() < 0.3 else moves))
        if not position.is_over():
            return variant, position


def full(position, clock=0, number=1):
    return f"{position.fen()} {clock} {number}"


def perft_rows(rng):
    yield "fen", "depth", "nodes", "variant", "source", "tag", "verified"
    for number in range(30):
        variant, position = drawn(rng, rng.randint(0, 80))
        depth = 3 if number % 6 == 0 else 2
        yield full(position), depth, perft(position, depth), variant, OURS, "random", "board.py"


def uci_rows(rng):
    yield "fen", "variant", "text", "expected", "class"
    for _ in range(60):
        variant, position = drawn(rng, rng.randint(0, 100))
        legal = [position.uci(move) for move in position.moves()]
        text = rng.choice(legal)
        yield full(position), variant, text, text, "legal"
        text = rng.choice(NAMES) + rng.choice(NAMES)
        known = any(other.startswith(text) for other in legal)
        # In chess the king onto the rook is a second way to write a castling.
        if not known and text[:2] != text[2:] and position.board[NAMES.index(text[:2])] not in "Kk":
            yield full(position), variant, text, "illegal", "random_squares"


def san(position, move):
    """The move in Standard Algebraic Notation (PGN standard, section 8.2.3)."""
    man, end = position.board[move.start].upper(), NAMES[move.end]
    if castles(position, move):
        text = "O-O" if move.end > move.start else "O-O-O"
    elif man == "P":
        text = end if move.start % 8 == move.end % 8 else f"{NAMES[move.start][0]}x{end}"
        text += "=" + move.promotion.upper() if move.promotion else ""
    else:
        others = [other.start for other in position.moves()
                  if other.end == move.end and other.start != move.start
                  and position.board[other.start] == position.board[move.start]]
        file, rank = NAMES[move.start]
        if not others:
            which = ""
        elif all(NAMES[other][0] != file for other in others):
            which = file
        elif all(NAMES[other][1] != rank for other in others):
            which = rank
        else:
            which = file + rank
        text = man + which + ("x" if takes(position, move) else "") + end
    after = position.play(move)
    return text + ("#" if after.is_checkmate() else "+" if after.in_check() else "")


def san_rows(rng):
    yield "fen", "text", "expected", "level", "class", "canonical_san", "variant", "source"
    for _ in range(80):
        variant, position = drawn(rng, rng.randint(0, 100))
        moves = list(position.moves())
        telling = [move for move in moves if len(san(position, move)) > 3]
        move = rng.choice(telling or moves)
        text = san(position, move)
        yield (full(position), text, position.uci(move), "must", "canonical:random", text, variant,
               OURS)


def fen_rows(rng):
    yield "fen", "expected", "level", "class", "source", "variant", "normalised_fen"
    for _ in range(20):
        variant, position = drawn(rng, rng.randint(0, 80))
        clock, number = rng.randint(0, 40), rng.randint(60, 99)
        text = full(position, clock, number)
        yield text, "valid", "must", "random", OURS, variant, ""
        placed = text.split(" ")[0]
        broken = rng.choice((placed.replace("K", "Q"), placed.replace("k", "K"), placed + "/8",
                             placed.replace("/", "", 1), "P" + placed[1:], "9" + placed))
        try:
            read_fen(text.replace(placed, broken, 1), VARIANTS[variant])
        except FenError:
            yield (text.replace(placed, broken, 1), "invalid", "must", "broken", OURS, variant, "")


def shuffle(rng, position):
    """Four moves that lead back to this position, or None."""
    quiet = [move for move in position.moves() if position.board[move.start] in "NnBbQq"
             and position.board[move.end] == "."]
    rng.shuffle(quiet)
    for out in quiet[:8]:
        away = position.play(out)
        for reply in away.moves():
            if away.board[reply.start] not in "NnBbQq" or away.board[reply.end] != ".":
                continue
            played, texts = away.play(reply), [position.uci(out), away.uci(reply)]
            for text in (texts[0][2:] + texts[0][:2], texts[1][2:] + texts[1][:2]):
                move = played.find(text)
                if move is None:
                    break
                played = played.play(move)
                texts.append(text)
            if len(texts) == 4 and played.key() == position.key():
                return texts
    return None


class Firsts:
    """From which ply on a position had occurred three and five times, so it could be claimed."""

    def __init__(self, position):
        self.seen, self.ply = {}, 0
        self.three = self.five = self.claim = -1
        self.look(position)

    def look(self, position):
        key = position.key()
        self.seen[key] = self.seen.get(key, 0) + 1
        if self.three < 0 and self.seen[key] >= 3:
            self.three = self.ply
        if self.five < 0 and self.seen[key] >= 5:
            self.five = self.ply
        if self.claim < 0 and (self.three == self.ply or any(
                self.seen.get(position.play(move).key(), 0) >= 2 for move in position.moves())):
            self.claim = self.ply
        self.ply += 1


def repetition_rows(rng):
    yield ("id", "variant", "start_fen", "moves", "plies", "first_threefold", "first_fivefold",
           "first_claimable_threefold", "first_50", "first_claimable_50", "first_75",
           "first_insufficient", "game_over_ply", "game_over_reason", "final_fen", "note")
    number = 0
    while number < 12:
        start = position = read_fen(START)
        before = []
        for _ in range(rng.randint(6, 24)):
            move = rng.choice(list(position.moves()))
            before.append(position.uci(move))
            position = position.play(move)
            if position.is_over():
                break
        rounds = shuffle(rng, position)
        if rounds is None:
            continue
        number += 1
        texts = before + rounds * rng.randint(1, 4)
        position, firsts, clock = start, Firsts(start), 0
        for text in texts:
            move = position.find(text)
            calm = position.board[move.start] not in "Pp" and not takes(position, move)
            clock = clock + 1 if calm else 0
            position = position.play(move)
            firsts.look(position)
        final = full(position, clock, 1 + len(texts) // 2)
        yield (f"ours_{number}", "standard", full(start), " ".join(texts), len(texts), firsts.three,
               firsts.five, firsts.claim, -1, -1, -1, -1, -1, "", final, "random")


# Men besides the kings. A bishop is drawn on any square: some pairs are of one colour, some not.
MATERIAL = ("", "N", "B", "NN", "BB", "BN", "P", "R", "Q", "Nn", "Np", "Nb", "Nr", "Nq", "Nqq",
            "Nqr", "Bb", "Bn", "Bp", "Br", "Bq", "Brq", "BBb", "BBq", "Bbn", "BBB", "BBbbrq", "NNq")


def draw_material_rows(rng):
    """The result of the bare material, by the lemmas of the checker of certificates."""
    yield ("fen", "white_cannot_mate_material", "black_cannot_mate_material", "dead_by_material",
           "source")
    for men in MATERIAL * 2:
        while True:
            board = [EMPTY] * 64
            for man in "Kk" + (men if rng.random() < 0.5 else men.swapcase()):
                low, high = (8, 56) if man in "Pp" else (0, 64)
                board[rng.choice([s for s in range(low, high) if board[s] == EMPTY])] = man
            text = full(Position(board, rng.random() < 0.5, (), None, False), 0, 1)
            try:
                if read_fen(text).in_check():
                    continue
            except FenError:
                continue
            break
        white, black = (any(lemma(board, side) for lemma in LEMMAS.values())
                        for side in (True, False))
        yield text, int(white), int(black), int(white and black), OURS


TABLES = {"perft": perft_rows, "uci": uci_rows, "san": san_rows, "fen": fen_rows,
          "repetition": repetition_rows, "draw_material": draw_material_rows}


def text_of(name):
    rows = TABLES[name](random.Random(f"flagfall {name}"))
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


def path_of(name):
    return os.path.join(HERE, "tables", name + ".tsv")


def main():
    write = sys.argv[1:] == ["--write"]
    different = []
    for name in TABLES:
        text = text_of(name)
        if write:
            os.makedirs(os.path.dirname(path_of(name)), exist_ok=True)
            with open(path_of(name), "w", encoding="utf-8") as file:
                file.write(text)
        else:
            with open(path_of(name), encoding="utf-8") as file:
                different += [name] if file.read() != text else []
    if different:
        sys.exit(f"not what this script makes: {', '.join(different)}")


if __name__ == "__main__":
    main()
