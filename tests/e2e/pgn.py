"""A small PGN reader of the tests' own: tags, moves with their clock times, result.

It does not know chess; moves are compared as text. Deliberately independent of the daemons' reader.
"""

import re

TOKEN = re.compile(r"""
    \{(?P<comment>[^}]*)\} | ;(?P<line>[^\n]*) |
    \[\s*(?P<name>\w+)\s+"(?P<value>(?:\\.|[^"\\])*)"\s*\] |
    (?P<open>\() | (?P<close>\)) | (?P<nag>\$\d+) |
    (?P<result>1-0|0-1|1/2-1/2|\*)(?=\s|$) | (?P<number>\d+\.*) |
    (?P<move>[A-Za-z][\w=+\#!?-]*) | (?P<dots>\.+)
    """, re.VERBOSE)
CLOCK = re.compile(r"\[%clk\s+(\d+):(\d+):(\d+)\s*\]")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


class Move:
    def __init__(self, san):
        self.san = san
        self.clock = None  # seconds

    def __repr__(self):
        return f"{self.san} {self.clock}"


class Game:
    def __init__(self):
        self.tags = {}
        self.moves = []
        self.result = None
        self.comments = []

    def plain(self):
        return [plain(m.san) for m in self.moves]


def plain(san):
    """Without check marks, opinions and the sign of promotion: sources differ in them."""
    return san.rstrip("+#!?").replace("=", "")


def clock_in(comment):
    found = CLOCK.search(" ".join(comment.split()))
    return None if not found else sum(int(n) * f for n, f in zip(found.groups(), (3600, 60, 1)))


def read(text):
    """All games of a PGN text."""
    games = []
    game = None
    depth = 0
    for token in TOKEN.finditer(text):
        kind = token.lastgroup if token.lastgroup != "value" else "name"
        if kind == "name":
            if game is None or game.moves or game.result:
                game = Game()
                games.append(game)
            game.tags[token["name"]] = token["value"].replace('\\"', '"').replace("\\\\", "\\")
        elif kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
        elif depth or game is None or game.result:
            continue
        elif kind == "move":
            game.moves.append(Move(token["move"]))
        elif kind == "comment":
            game.comments.append(token["comment"])
            seconds = clock_in(token["comment"])
            if seconds is not None and game.moves:
                game.moves[-1].clock = seconds
        elif kind == "result":
            game.result = token["result"]
    return games


def load(path):
    with open(path, encoding="utf-8") as file:
        return read(file.read())
