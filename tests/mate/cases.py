"""Certificates made by hand, one of each kind, to test the checker."""

from board import NAMES, NUMBERS

ALL = list(NAMES)


def but(*names):
    """All squares except these."""
    return [name for name in NAMES if name not in names]


def ranks(first, last):
    """All squares of these ranks."""
    return [name for name in NAMES if first <= int(name[1]) <= last]


def light(names):
    """The light squares among these."""
    return [name for name in names if (NUMBERS[name] + NUMBERS[name] // 8) % 2 == 1]


def winnable(fen, winner, line, variant="chess"):
    """A certificate with a line."""
    return {"fen": fen, "variant": variant, "winner": winner, "verdict": "winnable",
            "method": "search", "nodes": len(line), "line": line}


def unwinnable(fen, winner, proof, variant="chess"):
    """A certificate with a proof."""
    return {"fen": fen, "variant": variant, "winner": winner, "verdict": "unwinnable",
            "method": proof["kind"], "nodes": 1, "proof": proof}


def closed(positions=(), walls=()):
    """A closed set."""
    return {"kind": "closed", "positions": list(positions), "walls": list(walls)}


def wall(fixed="", reach=None, most=None, locks=""):
    """A table; fixed men and locks with spaces between."""
    return {"fixed": fixed.split(), "reach": dict(reach or {}), "most": dict(most or {}),
            "locks": locks.split()}


# Pawns head on: neither king can get through.
COMB = "Pa4 Pc4 Pe4 Pg4 pa5 pc5 pe5 pg5"
COMB_KINGS = {"K": ranks(1, 3), "k": ranks(6, 8)}
# A king in a cage at a1: a2 and b1 have his own men, b2 is guarded. Nobody can capture anything.
CAGE = "Ka1 Bb1 Pa2 Pc2 pa3 pc3"
CAGE_KING = but("a1", "b1", "a2", "c2", "a3", "c3", "b2", "b3", "d3")

WINNABLE = {
    "mate on the board": winnable("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "white", []),
    "fool's mate": winnable("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "black",
                            ["f2f3", "e7e5", "g2g4", "d8h4"]),
    "promotion": winnable("k7/2P5/1K6/8/8/8/8/8 w - - 0 1", "white", ["c7c8q"]),
    "castling": winnable("5k2/8/8/8/8/8/4R1R1/4K2R w K - 0 1", "white", ["e1g1"]),
    "castling 960": winnable("5k2/8/8/8/8/8/4R1R1/4K2R w H - 0 1", "white", ["e1h1"],
                             "chess960"),
    "en passant": winnable("1k6/8/8/r7/rpP4K/4r3/8/8 b - c3 0 1", "black", ["b4c3"]),
}

SIMPLE = {
    "stalemate": unwinnable("k7/P7/K7/8/8/8/8/8 b - - 0 1", "white", {"kind": "stalemate"}),
    "loser's mate": unwinnable("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "black", {"kind": "checkmate"}),
    "bare king": unwinnable("8/8/8/4k3/4p3/8/4K3/8 w - - 0 1", "white",
                            {"kind": "material", "lemma": "bare king"}),
    "king and knight": unwinnable("8/8/8/4k3/4q3/8/4K3/6N1 w - - 0 1", "white",
                                  {"kind": "material", "lemma": "king and knight"}),
    "bishops": unwinnable("8/8/3b4/8/4r2k/8/3K4/B1B5 w - - 0 1", "white",
                          {"kind": "material", "lemma": "bishops of one colour"}),
}

WALLS = {
    "comb": unwinnable("8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1", "white",
                       closed(walls=[wall(COMB, COMB_KINGS)])),
    "bishop beyond": unwinnable(
        "4B3/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 b - - 0 1", "white",
        closed(walls=[wall(COMB, {**COMB_KINGS, "B": light(ranks(5, 8))}, {"B": 1})])),
    "cage": unwinnable("7k/8/8/8/8/p1p5/P1P5/KB6 b - - 0 1", "black",
                       closed(walls=[wall(CAGE, {"k": CAGE_KING})])),
    "lock": unwinnable(
        "7k/8/8/p7/P7/p1p5/P1P5/KB6 b - - 0 1", "white",
        closed(walls=[wall(CAGE, {"k": CAGE_KING, "P": ["a4"], "p": ["a4", "a5"]},
                           {"P": 1, "p": 1}, "Pa4")])),
    "lone knight": unwinnable("8/8/8/4k3/8/8/4K3/6N1 w - - 0 1", "white",
                              closed(walls=[wall("", {"K": ALL, "k": ALL, "N": ALL}, {"N": 1})])),
    "promotion": unwinnable(
        "8/8/8/4k3/4p3/8/4K3/8 w - - 0 1", "white",
        closed(walls=[wall("", {"K": ALL, "k": ALL, "p": ranks(2, 7), "n": ALL, "b": ALL,
                                "r": ALL, "q": ALL}, {"p": 1})])),
}

LISTED = {
    "forced capture": unwinnable("8/8/8/8/8/8/1q6/K6k w - - 0 1", "black",
                                 closed(["8/8/8/8/8/8/1q6/K6k w - -"])),
    "stalemate next": unwinnable("7k/8/8/8/8/p1p5/P1P5/KB6 b - - 0 1", "black",
                                 closed(["7k/8/8/8/8/p1p5/P1P5/KB6 b - -"])),
}

# A king permanently in check by a rook that cannot move: mate, whenever it is his turn. Only if
# the fixed king shielded e8 from the rook would there be a flight square.
SHIELD = wall("Ra8 Bb8 Rc8 Pa7 Pb7 Pc7 Pd6 kd8 pd7 Kh1 Bg1 Ph2 Pf2 ph3 pf3")

# A king whose own men leave him no flight, and a bishop who comes to b7 and mates.
SMOTHERED = wall("ka8 bb8 pa7 pc7 Pa6 Pc6",
                 {"K": but("a8", "b8", "a7", "c7", "a6", "c6", "b7", "b6", "d6"),
                  "B": [name for name in light(ALL) if name not in ("a8", "a6", "c6")]}, {"B": 1})

ALL_CASES = {**WINNABLE, **SIMPLE, **WALLS, **LISTED}
