#!/usr/bin/env python3
"""A finished tournament becomes one file, which proves itself and shows the same as the record."""

import hashlib
import os
import re
import shutil
import sqlite3
import struct
import subprocess

import hall
from office import CHIEF, Office
from peers import http_ask, http_get

CLASSICS = os.path.join(hall.DATA, "classics.pgn")
EVENT = "/api/v1/events/c"
RESULTS = EVENT + "/rounds/1/results"
CODES = {"unchanged": 0, "CHANGED": 73, "NOT SIGNED": 80, "SIGNED BY ANOTHER KEY": 82}


def arbiterd(*args):
    done = subprocess.run([hall.arbiterd_binary(), *args], capture_output=True, text=True,
                          timeout=hall.PATIENCE, check=False)
    return done.returncode, done.stdout, done.stderr


def chained(path, prefix):
    """The rows of a part, hashed as db/log.md says, from the chain before each run."""
    num = lambda n: struct.pack(">q", n)
    text = lambda s: num(len(s)) + s
    log = "clockd" if prefix else "arbiterd"
    with hall.open_db(path) as db:
        db.text_factory = bytes
        rows = db.execute("SELECT pos, stream, seq, cmd_id, sender, cmd_digest, at_us, boot,"
                          f" wall_ms, type, body, chain FROM {prefix}event ORDER BY pos").fetchall()
        runs = db.execute("SELECT first, last, before FROM run WHERE log = ? ORDER BY first",
                          (log,)).fetchall()
    where = {row[0]: row for row in rows}
    count = 0
    for first, last, chain in runs:
        for pos in range(first, last + 1):
            row = where[pos]
            fields = b"".join(num(f) if isinstance(f, int) else text(f) for f in row[:11])
            chain = hashlib.sha256(chain + fields).digest()
            assert chain == row[11], f"{log} is broken at {pos}"
            count += 1
    assert count == len(rows)
    return where


def same_of(answer):
    """Without the numbers that count the rows of other tournaments, too."""
    if answer.kind != "application/json":
        return answer.body
    other = ("revision", "seq", "version")
    return {name: value for name, value in answer.json().items() if name not in other}


def without_position(text):
    """An export without the place of the log's signature, and without counts of all rows."""
    lines = [line for line in text.splitlines() if not line.startswith("Signed: ")]
    return [re.sub(r'"version":\d+,"time"', '"time"', line) for line in lines]


class Archive(hall.HallCase):
    note_logs = False  # the same as in test_classics.py

    def setUp(self):
        super().setUp()
        self.file = os.path.join(self.tmp, "c.archive")

    def played(self):
        """Two tournaments at the same time, at boards of their own."""
        house = self.hall().start()
        other = os.path.join(self.tmp, "d.pgn")
        with open(CLASSICS, encoding="utf-8") as games, open(other, "w", encoding="utf-8") as file:
            file.write(re.sub(r'\[Round "1\.(\d+)"\]',
                              lambda m: f'[Round "1"]\n[Board "{100 + int(m.group(1))}"]',
                              games.read()))
        replays = [house.start_replay(CLASSICS, options=["--event", "c", "--quiet"]),
                   house.start_replay(other, options=["--event", "d", "--quiet"])]
        for replay in replays:
            replay.finish()
        house.settled()
        return house

    def archive(self, house, event="c", to=None, options=()):
        return arbiterd("archive", event, "--data", house.folder, "--to", to or self.file,
                        *options)

    def made(self, house, event="c"):
        code, out, err = self.archive(house, event)
        self.assertEqual((code, err), (0, ""))
        return re.search(r"digest ([0-9a-f]{64})", out).group(1)

    def verified(self, word, path=None, options=()):
        code, out, err = arbiterd("verify", *options, path or self.file)
        self.assertEqual((code, err), (CODES[word], ""), out)
        self.assertIn(": " + word + "\n", out)
        return out

    def test_it_proves_itself_and_exports_what_the_record_did(self):
        house = self.played()
        digest = self.made(house)  # beside the running daemons
        self.assertEqual(os.stat(self.file).st_mode & 0o777, 0o600)
        self.assertEqual([name for name in os.listdir(self.tmp) if "archive" in name],
                         ["c.archive"])
        out = self.verified("unchanged")
        self.assertIn(digest, out)
        self.assertEqual(len(re.findall("sealed by key", out)), 2)
        rows = chained(self.file, "")
        chained(self.file, "clock_")
        with house.office_db() as db:  # the same rows at the same positions, and all of them
            due = db.execute("SELECT pos, chain FROM event WHERE stream IN (SELECT 'game/' || game"
                             " FROM game WHERE event = 'c')").fetchall()
        self.assertLess(set(due), {(pos, row[11]) for pos, row in rows.items()})
        with hall.open_db(self.file) as db:
            self.assertEqual(db.execute("SELECT DISTINCT event FROM game").fetchall(), [("c",)])
            runs = db.execute("SELECT count(*) FROM run WHERE log = 'clockd'").fetchone()[0]
        self.assertGreater(runs, 1)  # the other tournament's rows are between
        for what in ("pgn", "results", "rulings", "report"):
            code, text, said = arbiterd("export", what, self.file)
            due = arbiterd("export", what, house.folder, "--event", "c")
            self.assertEqual(code, 0, said)
            self.assertEqual(without_position(text), without_position(due[1]), what)
            self.assertNotIn("not signed", text + said)

    def test_each_alteration_is_found(self):
        house = self.played()
        house.stop()
        self.made(house)
        altered = os.path.join(self.tmp, "altered")
        for change in ("UPDATE clock_event SET body = json_set(body, '$.ply', 77)"
                       " WHERE pos = (SELECT max(pos) FROM clock_event)",
                       "UPDATE event SET at_us = at_us + 1"
                       " WHERE pos = (SELECT max(pos) FROM event)",
                       "DELETE FROM clock_event WHERE pos = (SELECT max(pos) FROM clock_event)",
                       "DELETE FROM run WHERE first = (SELECT max(first) FROM run)",
                       "UPDATE run SET before = randomblob(32) WHERE log = 'arbiterd'",
                       "UPDATE move SET san = 'Kxe9' WHERE ply = 1",
                       "UPDATE game SET result = '0-1' WHERE result = '1-0'",
                       "UPDATE archive SET event = 'd'",
                       "UPDATE archive SET wall_ms = wall_ms + 1",
                       "UPDATE signing_key SET public_key = randomblob(32)",
                       "UPDATE seal SET signature = randomblob(64)",
                       "UPDATE seal SET key_number = 2",
                       "DROP TABLE approval",
                       "CREATE TABLE more (x)",
                       "CREATE TRIGGER t AFTER INSERT ON event BEGIN DELETE FROM move; END"):
            shutil.copy(self.file, altered)
            with sqlite3.connect(altered) as db:
                db.executescript("DROP TRIGGER event_no_update; DROP TRIGGER event_no_delete;"
                                 "DROP TRIGGER signing_key_no_update;")
                db.execute(change)
            db.close()
            self.put_triggers_back(altered)
            with self.subTest(change):
                self.verified("CHANGED", altered)
        shutil.copy(self.file, altered)
        with sqlite3.connect(altered) as db:
            db.execute("DELETE FROM seal")
        db.close()
        self.verified("NOT SIGNED", altered)

    def put_triggers_back(self, path):
        with hall.open_db(self.file) as db:
            due = db.execute("SELECT name, sql FROM sqlite_master"
                             " WHERE type = 'trigger'").fetchall()
        with sqlite3.connect(path) as db:
            there = {name for name, in db.execute("SELECT name FROM sqlite_master")}
            for name, sql in due:
                if name not in there:
                    db.execute(sql)
        db.close()

    def test_whose_it_is(self):
        house = self.played()
        self.made(house)
        key = re.search(r"arbiterd: .*sealed by key ([0-9a-f ]+)", self.verified("unchanged"))
        self.verified("unchanged", options=["--key", key.group(1)])
        self.verified("SIGNED BY ANOTHER KEY", options=["--key", "0" * 32])
        for name, content in (("text", b"not a database\n" * 99), ("empty", b""),
                              ("cut", self.bytes_of(self.file)[:40_000])):
            path = os.path.join(self.tmp, name)
            with open(path, "wb") as file:
                file.write(content)
            for verb in (["verify"], ["export", "pgn"]):
                self.assertEqual(arbiterd(*verb, path)[0], 73, (name, verb))
        code, _, err = arbiterd("verify", os.path.join(house.folder, "arbiterd.db"))
        self.assertEqual(code, 73)
        self.assertIn("it is not an archive", err)
        # A daemon never accepts one as its record.
        again = os.path.join(self.tmp, "again")
        os.makedirs(again)
        shutil.copy(self.file, os.path.join(again, "arbiterd.db"))
        code, _, err = arbiterd("serve", "--data", again, "--open-hall", "--port", "0")
        self.assertEqual(code, 73)
        self.assertIn("archive of a tournament", err)

    @staticmethod
    def bytes_of(path):
        with open(path, "rb") as file:
            return file.read()

    def refused(self, house, code, word, **more):
        before = sorted(os.listdir(self.tmp))
        got, out, err = self.archive(house, **more)
        self.assertEqual((got, out), (code, ""), err)
        self.assertIn(word, err)
        self.assertEqual(sorted(os.listdir(self.tmp)), before)  # nothing is left behind

    def test_what_is_not_closed_is_refused(self):
        house = self.played()
        self.refused(house, 65, "there is no event nobody", event="nobody")
        arbiter = house.client("arbiter", "desk")
        hall.open_game(arbiter, 300, "c/2/300", event="c", round="2")
        house.settled()
        self.refused(house, 65, "round 2, board 300: the game is not over")
        self.made(house, "d")  # the other one is
        self.refused(house, 65, "it is there already", event="d")
        os.remove(self.file)
        away = os.path.join(self.tmp, "away")
        os.makedirs(away)
        house.stop()
        os.rename(os.path.join(house.folder, "clockd.db"), os.path.join(away, "clockd.db"))
        self.refused(house, 73, "--clocks", event="d")
        code, _, err = self.archive(house, "d", options=["--clocks", away])
        self.assertEqual((code, err), (0, ""))
        self.assertIn("without a seal of its own key", self.verified("unchanged"))
        # Of another hall's clocks.
        other = self.hall("other")
        other.start_clockd()
        other.stop()
        os.remove(self.file)
        self.refused(house, 73, "is not in it", event="d", options=["--clocks", other.folder])
        with sqlite3.connect(os.path.join(house.folder, "arbiterd.db")) as db:
            db.execute("DROP TRIGGER event_no_update")
            db.execute("UPDATE event SET at_us = at_us + 1 WHERE pos = 9")
        db.close()
        self.refused(house, 73, "it is not as its daemon wrote it", event="d",
                     options=["--clocks", away])

    def test_a_round_of_the_office_must_be_confirmed(self):
        house = self.hall().start()
        hall.wait_until(lambda: house.get("/readyz").status == 200, "arbiterd is ready")
        office = Office(house, "c")
        self.assertEqual(office.create(rounds=1).status, 201)
        self.refused(house, 65, "it has no round")
        office.done("enter_players", players=office.players(2))
        office.done("plan_round", number=1)
        office.done("set_pairings", round=1, pairings=[{"board": 1, "white": 1, "black": 2}])
        office.publish()
        office.done("start_round", round=1)
        house.settled()
        self.refused(house, 65, "round 1 is not confirmed, it is started")
        house.stop()

    def test_a_record_whose_clocks_log_is_lost_is_shown(self):
        house = self.played()
        due = house.get(RESULTS, token="")
        house.stop()
        for name in os.listdir(house.folder):
            if name.startswith("clockd.db"):
                os.remove(os.path.join(house.folder, name))
        record = os.path.join(house.folder, "arbiterd.db")
        before = self.bytes_of(record)
        shown = hall.Daemon([hall.arbiterd_binary(), "serve", "--data",
                             os.path.join(self.tmp, "readers"), "--port", "0",
                             "--read-only", record], self.tmp).start()
        try:
            port = int(shown.first_line.rpartition(":")[2])
            self.assertEqual(http_get(port, "/readyz").status, 200)
            self.assertEqual(same_of(http_get(port, RESULTS)), same_of(due))
        finally:
            self.assertEqual(shown.end(), 0)
        self.assertEqual(self.bytes_of(record), before)
        with sqlite3.connect(record) as db:
            db.execute("UPDATE move SET san = 'Kxe9'")
        db.close()
        code, _, err = arbiterd("serve", "--data", os.path.join(self.tmp, "readers"), "--port",
                                "0", "--read-only", record)
        self.assertEqual(code, 73)
        self.assertIn("table move is not what the log says", err)

    def test_it_is_served_and_nothing_in_it_changes(self):
        house = self.played()
        self.made(house)
        due = {path: house.get(path, token="") for path in
               ("/api/v1/events", EVENT, RESULTS, EVENT + "/rounds/1/games.pgn",
                EVENT + "/rounds/1/boards/3/game")}
        house.stop()
        before = self.bytes_of(self.file)
        data = os.path.join(self.tmp, "people")
        shown = hall.Daemon([hall.arbiterd_binary(), "serve", "--data", data, "--port", "0",
                             "--read-only", self.file], self.tmp).start()
        try:
            port = int(shown.first_line.rpartition(":")[2])
            self.assertEqual(http_get(port, "/readyz").status, 200)
            for path, answer in due.items():
                got = http_get(port, path)
                self.assertEqual(got.status, answer.status, path)
                if path != "/api/v1/events":
                    self.assertEqual(same_of(got), same_of(answer), path)
            events = http_get(port, "/api/v1/events").json()["events"]
            self.assertEqual([event["event"] for event in events], ["c"])
            with open(os.path.join(data, "owner.token"), encoding="ascii") as file:
                token = file.read().strip()
            for path, body in (("/api/v1/events", {"id": "x", "by": CHIEF, "info": {"name": "X"}}),
                               ("/api/v1/desk/acts",
                                {"id": "1", "by": CHIEF, "game": "c/1/3", "article": "1",
                                 "act": {"type": "note", "text": "seen"}})):
                answer = http_ask(port, "POST", path, body, {"Idempotency-Key": "k"}, token)
                self.assertEqual(answer.json().get("code"), "read_only", answer.body)
        finally:
            self.assertEqual(shown.end(), 0)
        self.assertEqual(self.bytes_of(self.file), before)
        code, _, err = arbiterd("serve", "--data", house.folder, "--port", "0", "--read-only",
                                self.file)
        self.assertEqual(code, 73)
        self.assertIn("it has a record of its own", err)
        with sqlite3.connect(self.file) as db:
            db.execute("UPDATE move SET san = 'Kxe9'")
        db.close()
        code, _, err = arbiterd("serve", "--data", data, "--port", "0", "--read-only", self.file)
        self.assertEqual(code, 73)
        self.assertIn("it is not as it was sealed", err)


if __name__ == "__main__":
    hall.main()
