"""The layout of TRF16 and TRF26, read column by column: a second reader, written from the public
description of the format and not from ours. It reports the faults of a text, and its content.

    trf_layout.py FILE...   prints the faults of each file; exit code 1 if there are any
"""

import datetime
import re
import sys

TITLES = ("", "GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
HEADERS = ("012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122",
           "132")
HEADERS_26 = ("142", "152", "162", "172", "182", "192", "202", "212", "222", "352", "362")
RECORDS_26 = ("240", "250", "260", "299", "300", "310", "320", "330", "801", "802")
ENGINE = ("XXR", "XXC")

# Which codes may be opposite each other: a game gives at most one point.
PLAYED = {"1": "0", "=": "=0", "0": "1=0"}
UNRATED = {"W": "L", "D": "DL", "L": "WDL"}
FORFEIT = {"+": "-", "-": "+-"}
BYES = "HFUZ"
DEFAULT_POINTS = {"W": 1.0, "D": 0.5, "L": 0.0, "A": 0.0}  # P as W, X as D
SYMBOL = {"1": "W", "+": "W", "W": "W", "F": "W", "=": "D", "D": "D", "H": "D", "0": "L",
          "L": "L", "-": "A", "Z": "A", " ": "A", "U": "P", "?": "X"}
PERIOD = re.compile(r"(\d+/)?\d+(\+\d+)?")


class Player:
    """One record 001, in its columns."""

    def __init__(self, line, number):
        self.line = number
        self.start = cut(line, 5, 8)
        self.sex = cut(line, 10, 10)
        self.title = cut(line, 11, 13)
        self.name = cut(line, 15, 47)
        self.rating = cut(line, 49, 52)
        self.federation = cut(line, 54, 56)
        self.fide_id = cut(line, 58, 68)
        self.birth = cut(line, 70, 79)
        self.points = cut(line, 81, 84)
        self.rank = cut(line, 86, 89)
        self.games = []  # (opponent, colour, result) by round
        for at in range(92, len(line) + 1, 10):
            self.games.append((cut(line, at, at + 3), one(line, at + 5), one(line, at + 7)))
        # Columns that must be blank: they separate the fields.
        self.gaps = [c for c in (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91) if one(line, c) != " "]
        for at in range(92, len(line) + 1, 10):
            self.gaps += [c for c in (at + 4, at + 6, at + 8, at + 9) if one(line, c) != " "]


def cut(line, first, last):
    return line[first - 1:last].strip(" ")


def one(line, column):
    return line[column - 1:column] or " "


class Layout:
    """A file: .problems is a list of (line, text); .players, .headers, .points are its content."""

    def __init__(self, data):
        self.problems = []
        self.players = {}
        self.headers = {}
        self.points = dict(DEFAULT_POINTS)
        self.abnormal = {}
        self.rounds = 0
        text = self.decoded(data)
        for number, line in enumerate(text.split("\r\n"), 1):
            if line:
                self.read_line(line, number)
        self.points.setdefault("P", self.points["W"])
        self.points.setdefault("X", self.points["D"])
        self.check_players()

    def wrong(self, line, text):
        self.problems.append((line, text))

    def decoded(self, data):
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            self.wrong(0, f"not UTF-8: {error}")
            return ""
        if not text.endswith("\r\n"):
            self.wrong(0, "the last line has no end")
        if "\n" in text.replace("\r\n", "") or "\r" in text.replace("\r\n", ""):
            self.wrong(0, "lines end in more than one way")
        return text

    def read_line(self, line, number):
        code = line[:3]
        if any(ord(c) < 32 for c in line):
            self.wrong(number, "a control character")
        if line.startswith("###"):
            return
        if one(line, 4) != " ":
            self.wrong(number, "column 4 is not blank")
        if code == "001":
            self.read_player(line, number)
        elif code in HEADERS or code in HEADERS_26 or code in ENGINE:
            self.read_header(code, line, number)
        elif code == "013":
            if not cut(line, 5, 36):
                self.wrong(number, "a team without a name")
        elif code == "240":
            self.read_bye(line, number)
        elif code == "299":
            self.read_abnormal(line, number)
        elif code == "310":
            if not cut(line, 5, 7).isdigit() or not cut(line, 9, 40):
                self.wrong(number, "a team without a number or a name")
        elif code not in RECORDS_26:
            self.wrong(number, f"no record has the code {code}")

    def read_header(self, code, line, number):
        text = line[4:]
        if code != "112" and code in self.headers:
            self.wrong(number, f"{code} comes twice")
        self.headers.setdefault(code, text)
        if code in ("042", "052") and not is_date(text, "%Y/%m/%d"):
            self.wrong(number, f"{text!r} is no date YYYY/MM/DD")
        if code in ("062", "072", "082", "142", "XXR") and not text.isdigit():
            self.wrong(number, f"{text!r} is no number")
        if code == "152" and text not in ("W", "B"):
            self.wrong(number, "152 is W or B")
        if code == "132":
            for at in range(92, len(line) + 1, 10):
                date = cut(line, at, at + 7)
                if date and not is_date(date, "%y/%m/%d"):
                    self.wrong(number, f"{date!r} is no date YY/MM/DD")
            if line[4:91].strip():
                self.wrong(number, "132 has text before column 92")
        if code == "162":
            self.read_scoring(line, number)
        if code == "222" and not is_time_control(text):
            self.wrong(number, f"{text!r} is no time control")

    def read_scoring(self, line, number):
        for at in range(6, len(line) + 1, 9):
            symbol, points = one(line, at), cut(line, at + 1, at + 4)
            if symbol not in "WDLAPX" or not re.fullmatch(r"\d{1,2}\.[05]", points):
                self.wrong(number, f"column {at}: {symbol}{points} is no scoring")
            else:
                self.points[symbol] = float(points)

    def read_bye(self, line, number):
        if one(line, 5) not in "FHZ" or not re.fullmatch(r"\d{3}", cut(line, 7, 9)):
            self.wrong(number, "240 without a type or a round")
        for at in range(11, len(line) + 1, 5):
            if not cut(line, at, at + 3).isdigit():
                self.wrong(number, f"column {at}: no player")

    def read_abnormal(self, line, number):
        points = cut(line, 14, 17)
        if one(line, 5) not in "WDLFHZ+- " or not re.fullmatch(r"-?\d{1,2}\.\d", points):
            return self.wrong(number, "299 without a type or points")
        place = cut(line, 20, 22), cut(line, 24, 27)
        if not (place[0].isdigit() and place[1].isdigit()):
            return self.wrong(number, "299 without a round or a player")
        self.abnormal[int(place[1]), int(place[0])] = float(points)
        return None

    def read_player(self, line, number):
        player = Player(line, number)
        for column in player.gaps:
            self.wrong(number, f"column {column} is not blank")
        if not player.start.isdigit() or not 1 <= int(player.start) <= 9999:
            return self.wrong(number, f"{player.start!r} is no starting rank")
        if int(player.start) in self.players:
            self.wrong(number, f"player {player.start} comes twice")
        self.players[int(player.start)] = player
        if (len(line) - 89) % 10 != 0:
            self.wrong(number, "the last round does not end in its result column")
        self.check_fields(player)
        self.rounds = max(self.rounds, len(player.games))
        return None

    def check_fields(self, player):
        rules = ((player.sex, r"[mw]?", "sex"), (player.rating, r"\d{0,4}", "rating"),
                 (player.fide_id, r"\d*", "FIDE id"), (player.federation, r"[A-Z]{0,3}", "fed"),
                 (player.points, r"\d{1,2}\.[05]", "points"), (player.rank, r"\d+", "rank"),
                 (player.birth, r"(\d{4}/\d\d/\d\d)?", "birth"))
        for value, pattern, what in rules:
            if not re.fullmatch(pattern, value):
                self.wrong(player.line, f"{value!r} is no {what}")
        if player.title not in TITLES:
            self.wrong(player.line, f"{player.title!r} is no title")
        for opponent, colour, result in player.games:
            if opponent and not opponent.isdigit():
                self.wrong(player.line, f"{opponent!r} is no opponent")
            if colour not in "wb- " or result not in SYMBOL:
                self.wrong(player.line, f"{colour}{result} is no colour and result")

    def check_players(self):
        for number in self.players:
            for round_ in range(1, self.rounds + 1):
                self.check_game(number, round_)
            self.check_sum(number)
        for round_ in range(1, self.rounds + 1):
            codes = [self.game(n, round_)[2] for n in self.players]
            if codes.count("U") > 1:
                self.wrong(0, f"round {round_}: more than one pairing-allocated bye")
        if self.headers.get("062", str(len(self.players))) != str(len(self.players)):
            self.wrong(0, "062 is not the number of players")

    def game(self, number, round_):
        games = self.players[number].games
        return games[round_ - 1] if round_ <= len(games) else ("", " ", " ")

    def check_game(self, number, round_):
        line = self.players[number].line
        opponent, colour, result = self.game(number, round_)
        if opponent in ("", "0000"):
            if colour not in "- " or result not in BYES + " ":
                self.wrong(line, f"round {round_}: {colour}{result} without an opponent")
            if result in BYES and opponent != "0000":
                self.wrong(line, f"round {round_}: a bye is written 0000")
            return
        if opponent == "0":
            return self.wrong(line, f"round {round_}: a bye is written 0000")
        if not opponent.isdigit() or int(opponent) not in self.players:
            return self.wrong(line, f"round {round_}: there is no player {opponent}")
        theirs = self.game(int(opponent), round_)
        if theirs[0] != str(number):
            self.wrong(line, f"round {round_}: {opponent} has another opponent")
        if colour + theirs[1] not in ("wb", "bw"):
            self.wrong(line, f"round {round_}: colours {colour} and {theirs[1]}")
        for codes in (PLAYED, UNRATED, FORFEIT, {"?": "?"}):
            if result in codes and theirs[2] in codes[result]:
                break
        else:
            self.wrong(line, f"round {round_}: results {result} and {theirs[2]}")

    def check_sum(self, number):
        player = self.players[number]
        total = 0.0
        for round_ in range(1, self.rounds + 1):
            result = self.game(number, round_)[2]
            paired = any(self.game(n, round_)[0] not in ("", "0000") for n in self.players)
            if result != " " or paired:
                total += self.abnormal.get((number, round_), self.points[SYMBOL.get(result, "A")])
        if re.fullmatch(r"\d{1,2}\.[05]", player.points) and float(player.points) != total:
            self.wrong(player.line, f"{player.points} points, the results make {total}")


def is_date(text, form):
    try:
        datetime.datetime.strptime(text, form)
    except ValueError:
        return False
    return True


def is_time_control(text):
    sides = re.fullmatch(r"W(.+)-B(.+)", text)
    parts = sides.groups() if sides else (text,)
    return all(PERIOD.fullmatch(period) for part in parts for period in part.split(":"))


def main(paths):
    found = 0
    for path in paths:
        with open(path, "rb") as file:
            for line, text in Layout(file.read()).problems:
                print(f"{path}:{line}: {text}")
                found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
