#!/usr/bin/env python3
"""Checks the certificates that `arbiterd rules mate --certificate` writes, one JSON object a line.

A certificate states that one side can or cannot ever give checkmate, and has the proof described
in docs/mate.md. The checker trusts none of it: it plays lines over, closes closed sets again,
and tests walls against the rules of movement. It prints each bad line with its reason; the last
line of the output has the counts. Exit code 1 if any is rejected.
"""

import argparse
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from board import FenError, Position, read_fen  # noqa: E402
from wall import Wall, WallError  # noqa: E402

SCHEMA = "mate/certificate"
VERDICTS = ("winnable", "unwinnable", "undetermined")
FIELDS = {"fen": str, "variant": str, "winner": str, "verdict": str, "method": str, "nodes": int}
# The fields of each verdict; it must not have those of another.
BRINGS = {"winnable": {"line"}, "unwinnable": {"proof"}, "undetermined": set()}
PROOFS = {"stalemate": set(), "checkmate": set(), "material": {"lemma"},
          "closed": {"positions", "walls"}}


class Rejected(ValueError):
    """The certificate proves nothing: the text gives the reason."""


def need(condition, reason):
    """Raises Rejected unless the condition holds."""
    if not condition:
        raise Rejected(reason)


def check(certificate) -> None:
    """Raises Rejected unless the certificate is well-formed and proves its verdict. A verdict of
    "undetermined" claims nothing and passes."""
    _check_fields(certificate)
    try:
        position = read_fen(certificate["fen"], certificate["variant"] == "chess960")
    except FenError as error:
        raise Rejected(f"fen: {error}") from error
    winner_is_white = certificate["winner"] == "white"
    if certificate["verdict"] == "winnable":
        _check_line(position, winner_is_white, certificate["line"])
    elif certificate["verdict"] == "unwinnable":
        need(not _is_mate_by(winner_is_white, position), "the winner has mated on the board")
        _check_proof(position, winner_is_white, certificate["proof"])


def _check_fields(certificate):
    need(isinstance(certificate, dict), "no object")
    for name, kind in FIELDS.items():
        need(name in certificate, f"{name}: missing")
        need(type(certificate[name]) is kind, f"{name}: wrong type")
    need(certificate["variant"] in ("chess", "chess960"), "variant: neither chess nor chess960")
    need(certificate["winner"] in ("white", "black"), "winner: neither white nor black")
    need(certificate["verdict"] in VERDICTS, "verdict: unknown")
    need(certificate["nodes"] >= 0, "nodes: less than none")
    brought = {"line", "proof"} & set(certificate)
    need(brought == BRINGS[certificate["verdict"]],
         f"{certificate['verdict']} with {' and '.join(sorted(brought)) or 'no proof'}")


def _is_mate_by(white, position):
    return position.white != white and position.is_checkmate()


def _check_line(position, winner_is_white, line):
    need(isinstance(line, list), "line: no list")
    for number, text in enumerate(line, 1):
        move = position.find(text)
        need(move is not None, f"line: move {number}, {text!r}, is not legal")
        position = position.play(move)
    need(_is_mate_by(winner_is_white, position), "line: ends without a mate by the winner")


def _check_proof(position, winner_is_white, proof):
    need(isinstance(proof, dict), "proof: no object")
    kind = proof.get("kind")
    need(isinstance(kind, str) and kind in PROOFS, f"proof: unknown kind {kind!r}")
    need(set(proof) == PROOFS[kind] | {"kind"}, f"proof: not the fields of {kind!r}")
    if kind == "stalemate":
        need(position.is_over() and not position.in_check(), "proof: it is no stalemate")
    elif kind == "checkmate":
        need(_is_mate_by(not winner_is_white, position), "proof: the loser has not mated")
    elif kind == "material":
        lemma = proof["lemma"]
        need(isinstance(lemma, str) and lemma in LEMMAS, f"proof: unknown lemma {lemma!r}")
        need(LEMMAS[lemma](position.board, winner_is_white),
             f"proof: {lemma!r} is not about this material")
    else:
        ClosedSet(proof, position.chess960, winner_is_white).verify(position)


# --- bare material ---

def _men(board, white):
    """The men of a side except the king, in upper case, each with the colour of their square."""
    return [(man.upper(), (square + square // 8) % 2) for square, man in enumerate(board)
            if man not in ".Kk" and (man < "a") == white]


def _bare_king(board, white):
    return not _men(board, white)


def _king_and_knight(board, white):
    return ([man for man, _ in _men(board, white)] == ["N"]
            and all(man == "Q" for man, _ in _men(board, not white)))


def _bishops_of_one_colour(board, white):
    own, others = _men(board, white), _men(board, not white)
    colours = {colour for _, colour in own}
    return (len(colours) == 1 and all(man == "B" for man, _ in own)
            and all(man in "RQ" or (man == "B" and colour in colours) for man, colour in others))


LEMMAS = {"bare king": _bare_king, "king and knight": _king_and_knight,
          "bishops of one colour": _bishops_of_one_colour}


# --- closed sets ---

class ClosedSet:
    """Listed positions and walls. ClosedSet(...) reads and raises Rejected if it is not such a
    table; verify(start) raises Rejected unless the set is closed, has no mate by the winner, and
    contains the position in question."""

    def __init__(self, proof, chess960, winner_is_white):
        self.chess960 = chess960
        self.winner_is_white = winner_is_white
        need(isinstance(proof["positions"], list), "positions: no list")
        need(isinstance(proof["walls"], list), "walls: no list")
        self.listed = {}
        for text in proof["positions"]:
            position = self._read(text)
            self.listed[position.key()] = position
        self.walls = []
        for number, table in enumerate(proof["walls"], 1):
            try:
                wall = Wall(table)
                wall.verify(winner_is_white)
            except WallError as error:
                raise Rejected(f"wall {number}: {error}") from error
            self.walls.append(wall)

    def _read(self, text) -> Position:
        try:
            need(isinstance(text, str) and text.count(" ") == 3, f"{text!r} has not four fields")
            position = read_fen(text, self.chess960)
        except FenError as error:
            raise Rejected(f"position {text!r}: {error}") from error
        need(position.fen() == text, f"position {text!r} is written {position.fen()!r}")
        return position

    def verify(self, start):
        """Raises Rejected unless this is a proof for that position."""
        need(self._holds(start), "the position itself is neither listed nor within a wall")
        for position in self.listed.values():
            self._verify_moves(position)

    def _verify_moves(self, position):
        checkmate = True
        for move in position.moves():
            checkmate = False
            after = position.play(move)
            need(self._holds(after) or self._ends_the_game(after),
                 f"{position.fen()!r}: after {position.uci(move)} the set is left")
        need(not (checkmate and _is_mate_by(self.winner_is_white, position)),
             f"{position.fen()!r}: the winner has mated")

    def _holds(self, position):
        return (position.key() in self.listed
                or any(wall.covers(position) for wall in self.walls)
                or any(lemma(position.board, self.winner_is_white) for lemma in LEMMAS.values()))

    def _ends_the_game(self, position):
        """True after stalemate and after checkmate by the loser."""
        return position.is_over() and not _is_mate_by(self.winner_is_white, position)


# --- the program ---

def _no_name_twice(pairs):
    table = dict(pairs)
    need(len(table) == len(pairs), "a name stands twice in an object")
    return table


def read(text) -> dict:
    """The certificate of a line. Raises Rejected if it is not JSON."""
    try:
        return json.loads(text, object_pairs_hook=_no_name_twice)
    except (ValueError, RecursionError) as error:
        raise Rejected(f"no JSON: {error}") from error


def load_schema():
    """The compiled schema of certificates. Needs the module jsonschema."""
    tests = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    sys.path.insert(0, os.path.join(tests, "support"))
    import schema_check  # pylint: disable=import-outside-toplevel
    return schema_check.load_schemas(os.path.join(os.path.dirname(tests), "schemas"))[SCHEMA]


def check_line(text, require_decided=False, schema=None) -> dict:
    """Checks a line of text and returns the certificate; raises Rejected."""
    certificate = read(text)
    if schema is not None:
        for problem in schema.problems(certificate):
            raise Rejected(f"schema: {problem}")
    check(certificate)
    need(not require_decided or certificate["verdict"] != "undetermined", "undetermined")
    return certificate


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("files", nargs="*", help="NDJSON; without any, the standard input")
    parser.add_argument("--require-decided", action="store_true",
                        help="reject the verdict undetermined, too")
    parser.add_argument("--schema", action="store_true",
                        help="hold each line against schemas/mate/certificate.json, too")
    options = parser.parse_args()
    schema = load_schema() if options.schema else None
    accepted = rejected = 0
    for path in options.files or ["-"]:
        with open(0 if path == "-" else path, encoding="utf-8", errors="replace") as file:
            for number, text in enumerate(file, 1):
                try:
                    check_line(text, options.require_decided, schema)
                    accepted += 1
                except Rejected as error:
                    rejected += 1
                    print(f"{path}:{number}: {error}")
    print(f"{accepted} accepted, {rejected} rejected")
    return 1 if rejected else 0


if __name__ == "__main__":
    sys.exit(main())
