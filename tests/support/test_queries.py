#!/usr/bin/env python3
"""The cost of queries of the record follows their subject: none reads a whole growing table.

Takes every SELECT of the documents (README.md, docs, db), which people type, and every statement of
the programs' own readers and writers (arbiterd/record), and asks SQLite for its plan, in a database
with our tables.
"""

import glob
import os
import re
import sqlite3
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGES = ("README.md", "docs/*.md", "db/*.md")
CODE = ("arbiterd/record/*.cpp", "common/store/lookups.cpp")
LITERAL = r'"(?:[^"\\]|\\.)*"'
# They have one row for each file, round, board or approval: a whole one is small.
SMALL = {"follow", "record_mode", "log_identity", "signing_key", "head", "tournament_round",
         "draw_odds", "checkpoint", "used"}
# Queries about almost everything, with the reason.
WHOLE = {
    "SELECT pos, stream, seq, cmd_id, sender, cmd_digest": "somebody verifies the log by hand",
    "SELECT DISTINCT event, round FROM game": "all rounds, after a game was set up",
    "SELECT game FROM outbox WHERE settled = 0": "its index has only these",
    "SELECT stream, max(pos) FROM event WHERE type = 'game_opened'":
        "an entry of an index for each game, when clockd starts",
}
# The text with which a statement is completed when it runs.
LATER = {"table": ("restoration", "intervention"),
         "std::string(condition)": ("q.closed = ?", "q.game = ?")}
CHOICE = re.compile(rf"\([\w.()]+\s*\?\s*({LITERAL})\s*:\s*({LITERAL})\)")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def files(patterns):
    for pattern in patterns:
        for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
            yield os.path.relpath(path, ROOT)


def queries_of_pages():
    """(page, query): text in backquotes, in quotes of a shell, or in a program."""
    for page in files(PAGES):
        for whole in re.findall(r"(?s)`(SELECT\b[^`]+)`|'(SELECT\b[^']+)'|"
                                r"execute\((\"SELECT\b.*?\")\)", read(page)):
            query = next(filter(None, whole))
            if query.startswith('"'):
                query = "".join(part[1:-1] for part in re.findall(LITERAL, query))
            yield page, " ".join(query.split())


def constants(text):
    """Texts with a name, as `constexpr std::string_view columns = "..." "...";`."""
    found = re.findall(rf"constexpr std::string_view (\w+) =\s*((?:{LITERAL}\s*)+);", text)
    return {name: joined(value) for name, value in found}


def joined(literals):
    return "".join(part[1:-1] for part in re.findall(LITERAL, literals)).replace('\\"', '"')


def queries_of_code():
    """(file, statement): literals that are joined by the compiler or by +."""
    for path in files(CODE):
        text = re.sub(r"//[^\n]*", "", read(path))
        text = text.replace("FLAGFALL_EVENT_COLUMNS", '"*"')
        known = constants(text)
        for name, value in known.items():
            text = re.sub(rf"std::string\({name}\)", lambda _, v=value: f'"{v}"', text)
        text = re.sub(rf"constexpr std::string_view \w+ =\s*(?:{LITERAL}\s*)+;", "", text)
        later = "|".join(map(re.escape, LATER))
        part = rf"(?:{LITERAL}|{later}|{CHOICE.pattern})"
        for found in re.finditer(rf"{LITERAL}(?:\s*\+?\s*{part})*", text):
            for whole in completed(found.group()):
                query = joined(whole)
                if re.match(r"(SELECT|INSERT|UPDATE|DELETE|WITH)\b", query):
                    yield path, query


def completed(text):
    """The literals of an expression, for each of its alternatives."""
    choice = CHOICE.search(text)
    if choice:
        ways = [(choice.group(), way) for way in choice.groups()]
    else:
        ways = [(name, f'"{way}"') for name in LATER if re.search(rf"\+\s*{re.escape(name)}", text)
                for way in LATER[name]]
    if not ways:
        return [text]
    return [whole for old, new in ways for whole in completed(text.replace(old, new, 1))]


class Plans(unittest.TestCase):
    def setUp(self):
        self.db = sqlite3.connect(":memory:")
        for script in ("db/log.sql", "db/arbiterd.sql", "db/clockd.sql"):
            self.db.executescript(read(script))
        self.addCleanup(self.db.close)

    def scans(self, query):
        """The tables that the query reads completely, its subqueries included."""
        empty = [None] * (query.count("?") if "?1" not in query else
                          max(map(int, re.findall(r"\?(\d+)", query))))
        tables = {}
        for name, alias in re.findall(r"(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)(?:\s+AS\s+(\w+))?",
                                      query + " " + read("db/arbiterd.sql")):
            tables[alias or name] = name
        for *_, line in self.db.execute("EXPLAIN QUERY PLAN " + query, empty):
            found = re.match(r"SCAN (\w+)", line)
            table = found and tables.get(found.group(1), found.group(1))
            if table and table != "CONSTANT" and table not in SMALL:
                yield line

    def check(self, place, query):
        if any(query.startswith(known) for known in WHOLE):
            return
        with self.subTest(place=place, query=query):
            self.assertEqual(list(self.scans(query)), [])

    def test_what_people_ask(self):
        queries = list(queries_of_pages())
        self.assertGreaterEqual(len(queries), 4, "the pages have queries that are not found")
        for place, query in queries:
            self.check(place, query)

    def test_what_the_programs_ask(self):
        queries = list(queries_of_code())
        self.assertGreaterEqual(len(queries), 60, "the code has queries that are not found")
        for place, query in queries:
            self.check(place, query)

    def test_a_scan_is_found(self):
        self.assertEqual(list(self.scans("SELECT * FROM move WHERE san = ?")), ["SCAN move"])
        self.assertEqual(list(self.scans("SELECT * FROM move AS m WHERE m.san = ?")), ["SCAN m"])
        self.assertEqual(list(self.scans("SELECT time FROM record_mode")), [])


if __name__ == "__main__":
    unittest.main()
