"""Somebody whose file the office takes: an operator of a pairing program, or a player who chose a
name."""

import csv
import io
import os
import re
import unicodedata

from kit import (Attack, Seen, arbiterd, attempts, forges, hall, refused, says, short,
                 texts_in)
from office import Office

# Names that are names to us, but something else to the programs that read our output.
NAMES = ("=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", "\uff1d1+1", "\uff0b1", "\uff0d1",
         "\uff20SUM(A1)", " =1+1", "\u00a0=1+1", "'=1", "<script>alert(1)</script>",
         "\"><img src=x onerror=alert(1)>", "A\"] [Result \"1-0", "A\\\"]", "a;b", "a,b", "a|b",
         "{comment}", "%eval", "001   99", "$(id)", "`id`", "../../x", "&lt;b&gt;", "A\u0301",
         "javascript:alert(1)", "1-0", "*", "NaN", "null", "-", "?")
GUARDED = "=+-@\uff1d\uff0b\uff0d\uff20\t\r"
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")
BAD_FILES = {
    "UTF-16": ("text/csv", "number,name\n1,A\n".encode("utf-16")),
    "UTF-32": ("text/csv", "number,name\n1,A\n".encode("utf-32")),
    "zero bytes": ("text/csv", b"number,name\n1,A\0B\n"),
    "nothing": ("text/csv", b""),
    "a BOM alone": ("text/csv", b"\xef\xbb\xbf"),
    "gzip": ("text/csv", b"\x1f\x8b\x08\0\0\0\0\0\0\3" + b"x" * 100),
    "zip": ("text/csv", b"PK\3\4" + b"\0" * 100),
    "an ELF file": ("application/octet-stream", b"\x7fELF" + bytes(range(256)) * 8),
    "numbers beyond all": ("text/csv", b"number,name,rating\n99999999999999999999,A,1\n"),
    "a number twice": ("text/csv", b"number,name\n1,A\n1,B\n"),
    "ESC in a name": ("text/csv", b"number,name\n1,A\x1b[2J\n"),
    "C1 in a name": ("text/csv", "number,name\n1,A\u009b2J\n".encode()),
    "bidi in a name": ("text/csv", "number,name\n1,A\u202egnp\n".encode()),
    "a line separator in a name": ("text/csv", "number,name\n1,A\u2028B\n".encode()),
    "JSON with ESC": ("application/json", b'{"players":[{"number":1,"name":"A\\u001b[2J"}]}'),
    "JSON with half a surrogate": ("application/json",
                                   b'{"players":[{"number":1,"name":"A\\ud800"}]}'),
    "JSON with bidi": ("application/json",
                       b'{"players":[{"number":1,"name":"A\\u202egnp"}]}'),
    "a key twice": ("application/json", b'{"players":[],"players":[{"number":1,"name":"A"}]}'),
    "TRF with ESC": ("application/x-trf16", b"001    1      A\x1b[2J\r\n"),
    "PGN with ESC": ("application/x-chess-pgn",
                     b'[Event "x"]\n[White "A\x1b[2J"]\n[Black "B"]\n[Result "*"]\n\n*\n'),
}
# Old programs write such files; content that could forge is left out of them (docs/formats.md).
READ_CLEAN = ("ESC in a name", "C1 in a name", "bidi in a name", "a line separator in a name",
              "TRF with ESC")
IDS = ("..", ".", "a/b", "a\\b", "a b", "", "a" * 200, "a\0b", "-rf", "con", "a%2fb", "a?b", "a#b",
       "a;b", "é", "A\u202e", "~", "$HOME", ".hidden", "a..b")


class Author(Attack):

    def prepare(self):
        self.office = Office(self.house).with_round(4)
        self.pairer = self.token("pairing_program")

    def put(self, where, kind, body, event=None):
        return self.raw("PUT", f"/api/v1/events/{event or 'open'}{where}",
                        [("Content-Type", kind), ("If-Match", "*")], body, self.pairer)

    # ---- files ----------------------------------------------------------------------------------

    @attempts
    def files_that_are_none(self):
        for name, (kind, body) in BAD_FILES.items():
            for where in ("/players", "/import"):
                answer = self.put(where, kind, body)
                yield Seen(f"{name} at {where}", refused(answer) or (
                    name in READ_CLEAN and answer.status == 200 and self.clean()), says(answer))
        for coding in ("gzip", "deflate", "br", "identity, gzip"):
            answer = self.raw("PUT", "/api/v1/events/open/players",
                              [("Content-Type", "text/csv"), ("If-Match", "*"),
                               ("Content-Encoding", coding)], b"number,name\n1,A\n", self.pairer)
            yield Seen(f"Content-Encoding {coding}", refused(answer), says(answer))

    def clean(self):
        """Does the API give the players without anything that forges?"""
        answer = self.house.get(self.office.path + "/players")
        return not any(forges(text, lines=False) for text in texts_in(answer.json()))

    @attempts
    def ids_that_are_paths(self):
        before = self.files()
        for event in IDS:
            answer = self.house.ask("POST", "/api/v1/events", {
                "id": event, "info": {"name": "x"}}, {"Idempotency-Key": self.name("k")},
                self.pairer)
            fine = 400 <= answer.status < 500 or (answer.status == 201 and
                                                  re.fullmatch(r"[\w.-]+", event, re.ASCII))
            yield Seen(f"an event called {event[:20]!r}", bool(fine), says(answer))
        after = self.files()
        yield Seen("files made by names", before == after, f"{len(after - before)} more")

    def files(self):
        return {os.path.join(folder, name) for folder, _, names in os.walk(self.tmp)
                for name in names if not name.endswith(("-wal", "-shm"))}

    # ---- what comes out -------------------------------------------------------------------------

    def named(self):
        """An event whose players, teams and places have such names; returns the accepted ones."""
        office = Office(self.house, "names")
        office.create()
        taken = []
        for number, name in enumerate(NAMES, 1):
            answer = office.put("/players", {"players": [{
                "number": number, "name": name, "federation": "NOR", "rating": 2000 + number}]})
            if answer.status == 200:
                taken.append(number)
        office.done("plan_round", number=1)
        pairs = list(zip(taken[::2], taken[1::2]))
        office.done("set_pairings", round=1, pairings=[
            {"board": i + 1, "white": w, "black": b} for i, (w, b) in enumerate(pairs)])
        office.publish()
        office.done("start_round", round=1, without_clocks=True)
        for board in range(1, len(pairs) + 1):
            office.enter(board, "1-0")
        return office, taken

    @attempts
    def names_in_what_we_write(self):
        office, taken = self.named()
        yield Seen("names that are taken", len(taken) > 20, f"{len(taken)} of {len(NAMES)}")
        round_path = office.path + "/rounds/1"
        for path in (office.path + "/players.csv", round_path + "/results.csv"):
            rows = list(csv.reader(io.StringIO(self.house.get(path).body)))
            bad = [cell for row in rows for cell in row if formula(cell)]
            yield Seen(f"formulas in {path}", not bad, ascii(bad[:3]))
            widths = {len(row) for row in rows}
            yield Seen(f"columns of {path}", len(widths) == 1, f"{widths}")
        page = self.house.get(round_path + "/results.html").body
        found = [word for word in ("<script>alert", "<img src=x") if word in page]
        yield Seen("HTML in results.html", not found, str(found))
        pgn = self.house.get(round_path + "/games.pgn").body
        count = pgn.count("[Event ")
        tags = sum(1 for line in pgn.split("\n") if line.startswith("[Result "))
        yield Seen("tags in games.pgn", count == tags == len(taken) // 2, f"{count} games, {tags}"
                   " results")
        for path in (office.path + "/trf?version=26", office.path + "/trf?version=16"):
            answer = self.house.get(path)
            if answer.status != 200:
                yield Seen(f"lines of {path}", answer.status < 500, says(answer))
                continue
            lines = [line for line in re.split(r"[\r\n]+", answer.body) if line]
            bad = [line for line in lines if not re.match(r"[A-Z0-9]{3}( |$)", line)]
            players = sum(1 for line in lines if line.startswith("001"))
            yield Seen(f"lines of {path}", not bad and players == len(taken),
                       f"{players} players of {len(taken)}, {ascii(bad[:2])}")
        yield from self.printed(office)

    def printed(self, office):
        """The output of the command line for it."""
        url = ("--url", f"http://127.0.0.1:{self.house.http_port}", "--data", self.house.folder)
        for what in (("event", "players", office.event), ("event", "show", office.event),
                     ("event", "results", office.event, "1"), ("event", "list")):
            code, out, err = arbiterd(*what, *url)
            char = forges(out + err)
            yield Seen(f"arbiterd {' '.join(what)} forges nothing", char is None,
                       f"exit {code}" if char is None else f"U+{ord(char):04X}")
        for path in ("", "/players", "/rounds", "/rounds/1", "/rounds/1/results",
                     "/rounds/1/pairings.txt", "/rounds/1/results.res"):
            text = self.house.get(office.path + path).body
            char = forges(text)
            yield Seen(f"{path or 'the event'} forges nothing", char is None, short(text[:40]))

    @attempts
    def one_name_in_two_forms(self):
        office = Office(self.house, "forms")
        office.create()
        names = [unicodedata.normalize(form, "Ångström, Zoë") for form in ("NFC", "NFD")]
        office.put("/players", {"players": [{"number": i + 1, "name": name}
                                            for i, name in enumerate(names)]})
        kept = {player["name"] for player in
                self.house.get(office.path + "/players").json()["players"]}
        yield Seen("a name in two forms is one", len(kept) == 1, ascii(kept))

    @attempts
    def sheets_and_words(self):
        """Scoresheets and remarks that are entered at the desk."""
        office = Office(self.house, "desk").with_round(2)
        office.done("start_round", round=1)
        hall.wait_until(lambda: self.game_of("desk"), "the game is on")
        game = self.game_of("desk")
        for what, act in (
                ("a sheet with ESC", {"type": "enter_sheet", "side": "white",
                                      "text": "1. e4\u001b[2J e5"}),
                ("a note with bidi", {"type": "note", "text": "x\u202egnp"}),
                ("a note with C1", {"type": "note", "text": "x\u009b2J"}),
                ("a note of 1 MB", {"type": "note", "text": "x" * 1_000_000}),
                ("a sheet of 60 000 half moves", {"type": "enter_sheet", "side": "white",
                                                  "text": "Nf3 Nf6 Ng1 Ng8 " * 4000}),
                ("a sheet of brackets", {"type": "enter_sheet", "side": "white",
                                         "text": "(" * 8000})):
            answer = self.house.ask("POST", "/api/v1/desk/acts", {
                "id": self.name("s"), "game": game, "by": "Ida", "act": act})
            fine = answer.status < 500 if what == "a sheet of brackets" else refused(answer)
            yield Seen(what, fine, says(answer))

    def game_of(self, event):
        with self.house.office_db() as db:
            row = db.execute("SELECT game FROM game WHERE event = ?", (event,)).fetchone()
            return row and row[0]


def formula(cell):
    """Would a spreadsheet read it as a formula?"""
    text = cell.lstrip(" \u00a0")
    return text[:1] in GUARDED and text[:1] != "" and not NUMBER.fullmatch(text) and \
        text not in ("-", "+")
