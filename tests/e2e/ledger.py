"""The content of every output about one board, to compare with the game as played. Shares no code
with the daemons."""

import csv
import io
import re

import pgn

SCORES = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5), "0-0": (0.0, 0.0)}
CLOUD = {"1-0": "WHITEWIN", "0-1": "BLACKWIN", "1/2-1/2": "DRAW"}
VEGA = {"1-0": "1", "0-1": "2", "1/2-1/2": "3"}
FIRST_CELL, CELL = 91, 10  # columns of TRF, from 0


class Told:
    """The outputs about a board: `white` and `black` are the players' numbers as played."""

    def __init__(self, house, event, number, board):
        self.house, self.event, self.number, self.board = house, event, number, board
        self.round = f"/api/v1/events/{event}/rounds/{number}"
        self.results = house.get(f"{self.round}/results").json()
        self.row = next(row for row in self.results["boards"] if row["board"] == board)

    def text(self, path):
        return self.house.get(path).body

    def numbers(self):
        return self.row["white"]["number"], self.row["black"]["number"]

    def trf(self, version):
        """By player: opponent, colour, code, points."""
        lines = {}
        for line in self.text(f"/api/v1/events/{self.event}/trf?version={version}").splitlines():
            if line.startswith("001 "):
                at = FIRST_CELL + CELL * (self.number - 1)
                cell = line[at:at + CELL]
                lines[int(line[4:8])] = (int(cell[:4].strip() or 0), cell[5:6], cell[7:8],
                                         float(line[80:84]))
        return lines

    def csv(self):
        rows = csv.DictReader(io.StringIO(self.text(f"{self.round}/results.csv")))
        row = next(row for row in rows if row["board"] == str(self.board))
        return int(row["white"]), int(row["black"]), row["result"]

    def vega(self):
        for white, black, code in re.findall(r"^(\d+) (\d+) (\d)\s*$",
                                             self.text(f"{self.round}/results.res"), re.M):
            if {int(white), int(black)} == set(self.numbers()):
                return int(white), int(black), code
        return None

    def cloud(self):
        at = [row["board"] for row in self.results["boards"]].index(self.board)
        one = self.house.get(f"/get/{self.event}/round-{self.number}/index.json").json()
        one = one["pairings"][at]
        return one["white"]["lname"], one["black"]["lname"], one["result"]

    def feed(self):
        """The last result of the change feed for the board."""
        rows = self.house.get(f"/api/v1/events/{self.event}/changes?limit=1000").json()["changes"]
        return [row["data"] for row in rows
                if row["type"] == "result" and row["board"] == self.board][-1]

    def game(self):
        return pgn.read(self.text(f"{self.round}/boards/{self.board}/game.pgn"))[0]


def check(case, told, white, black, code, letters):
    """All outputs have this result of these players; `letters` are TRF's codes."""
    row, names = told.row, {n: f"P{n}, {told.event}" for n in (white, black)}
    case.assertEqual((told.numbers(), row["white"]["name"], row["result"]["code"]),
                     ((white, black), names[white], code))
    forfeit = row["result"]["kind"] == "forfeit"
    case.assertEqual(told.csv(), (white, black, code + ("F" if forfeit else "")))
    for version in (16, 26):
        lines = told.trf(version)
        case.assertEqual([lines[white][:3], lines[black][:3]],
                         [(black, "w", letters[0]), (white, "b", letters[1])])
        case.assertEqual((lines[white][3], lines[black][3]), SCORES[code])
    if row["result"]["kind"] == "played" and code in VEGA:
        case.assertEqual(told.vega(), (white, black, VEGA[code]))
    if code in CLOUD:
        case.assertEqual(told.cloud(), (f"P{white}", f"P{black}", CLOUD[code]))
    feed, result = told.feed(), row["result"]
    case.assertEqual((feed["score"], feed["kind"], feed["rated"], feed.get("drawCountsFor"),
                      feed["approval"], feed["revision"]),
                     (code, result["kind"], result["rated"], result.get("drawCountsFor"),
                      row["approval"], row["revision"]))
    page = told.text(f"{told.round}/results.html")
    case.assertLess(page.index(names[white]), page.index(names[black]))
    if row["gameId"]:
        tags = told.game().tags
        case.assertEqual((tags["White"], tags["Black"], tags["WhiteElo"]),
                         (names[white], names[black], str(2400 - white)))
        case.assertEqual(tags["Result"], code if code in CLOUD else "*")
