#!/usr/bin/env python3
"""The demo's round through both daemons, and every way to read its record afterwards."""

import os
import re
import sqlite3
import subprocess
import unittest

import hall
import pgn
import record

CLASSICS = os.path.join(hall.DATA, "classics.pgn")
INCIDENTS = os.path.join(hall.DATA, "incidents.pgn")
ROUND = "/api/v1/events/classics/rounds/1"


class Classics(hall.HallCase):
    """One hall for all: the round is played once, then examined in all ways."""

    def setUp(self):
        super().setUp()
        self.house = self.hall().start()
        self.to_clockd = self.proxy(self.house.clock_port, self.transcript)
        # From its next start on, arbiterd's own link goes through a proxy, too.
        self.house.arbiterd.end()
        self.house.office_connects_to = self.proxy(self.house.clock_port, self.transcript).port
        self.house.start_arbiterd()
        self.games = pgn.load(CLASSICS) + pgn.load(INCIDENTS)
        self.house.replay(CLASSICS, INCIDENTS, port=self.to_clockd.port,
                          options=["--event", "classics"])
        self.house.settled()

    def test_round(self):
        self.check_results()
        self.check_rulings()
        self.check_moves()
        self.check_http()
        self.check_exports()
        self.check_verify()

    # ---- what was played ------------------------------------------------------------------------

    def check_results(self):
        results = self.house.get(ROUND + "/results").json()
        self.assertEqual(results["total"], len(self.games))
        self.assertEqual(results["finished"], len(self.games))
        self.assertEqual(results["time"], "virtual")
        by_name = {(b["white"]["name"], b["black"]["name"]): b for b in results["boards"]}
        for game in self.games:
            board = by_name[game.tags["White"], game.tags["Black"]]
            label = f"board {board['board']} {game.tags['White']} - {game.tags['Black']}"
            self.assertEqual(board["result"]["code"], game.tags["Result"], label)
            self.assertEqual(board["status"], "finished", label)
            self.assertTrue(board["termination"]["article"], label)
            self.assertTrue(board["termination"]["reason"], label)
            points = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}
            if game.tags["Result"] in points:
                self.assertEqual((board["result"]["white"], board["result"]["black"]),
                                 points[game.tags["Result"]], label)
            if "Expect" in game.tags:  # "reason article" of an incident
                self.assertEqual(f"{board['termination']['reason']} "
                                 f"{board['termination']['article']}", game.tags["Expect"], label)

        # A game's id may have slashes, which a path has encoded.
        game = self.house.get("/api/v1/desk/games/classics%2F1%2F1").json()
        self.assertEqual(game["gameId"], "classics/1/1")

    def check_rulings(self):
        rulings = self.house.get(ROUND + "/rulings").json()["rulings"]
        self.assertGreaterEqual(len(rulings), len(self.games))
        for ruling in rulings:
            self.assertRegex(ruling["article"], r"^\d+(\.\d+)+$", ruling)
            self.assertTrue(ruling["text"], ruling)
            self.assertTrue(ruling["decidedBy"], ruling)
            self.assertIsInstance(ruling["evidence"], list, ruling)
            if ruling["about"] in ("illegal_move", "claim", "flag_fall"):
                self.assertTrue(ruling["evidence"], ruling)

    def check_moves(self):
        """The query of the README."""
        with self.house.office_db() as db:
            db.row_factory = lambda cursor, row: {c[0]: v for c, v in zip(cursor.description, row)}
            sheet = db.execute("SELECT * FROM scoresheet WHERE board=12 ORDER BY ply").fetchall()
        game = next(g for g in self.games if g.tags.get("Board") == "12")
        self.assertEqual([pgn.plain(row["san"]) for row in sheet], game.plain())
        self.assertEqual([row["ply"] for row in sheet], list(range(1, len(game.moves) + 1)))
        for row, move in zip(sheet, game.moves):
            number = f"{(row['ply'] + 1) // 2}" + ("." if row["side"] == "white" else "...")
            self.assertEqual(row["number"], number)
            if move.clock is not None:
                self.assertEqual(row[row["side"] + "_us"] // 1_000_000, move.clock, row)

    # ---- HTTP -----------------------------------------------------------------------------------

    def check_http(self):
        get = self.house.get
        self.assertEqual(get("/healthz").json()["status"], "ok")
        self.assertEqual(get("/readyz").json()["status"], "ready")
        index = get("/api/v1/events").json()
        self.assertEqual(get("/").json(), index)
        self.assertEqual([(r["event"], r["round"]) for r in index["rounds"]], [("classics", "1")])
        for link in ("results", "pgn", "rulings"):
            self.assertEqual(get(index["rounds"][0][link]).status, 200)
        results = get(ROUND + "/results")
        for board in results.json()["boards"]:
            for link in board["links"].values():
                self.assertEqual(get(link).status, 200, link)
        self.check_etag(ROUND + "/results")
        self.check_etag(ROUND + "/games.pgn")
        self.check_etag(ROUND + "/boards/1/scoresheet")
        for path in ("/nothing", "/api/v1/events/classics/rounds/2/results",
                     "/api/v1/events/classics/rounds/1/boards/999/scoresheet",
                     ROUND + "/boards/1/nothing", ROUND + "/", "//", "/api/v2/events"):
            self.check_problem(get(path), 404, path)
        for method in ("POST", "PUT", "DELETE"):
            answer = self.house.ask(method, ROUND + "/results")
            self.check_problem(answer, 405, method)
            self.assertEqual(answer.headers["allow"], "GET, HEAD")
        head = self.house.ask("HEAD", ROUND + "/results")
        self.assertEqual((head.status, head.body), (200, ""))
        self.check_problem(get("/%zz"), 400, "bad percent-encoding")

    def check_etag(self, path):
        first = self.house.get(path)
        self.assertEqual(first.status, 200)
        tag = first.headers["etag"]
        same = self.house.get(path, headers={"If-None-Match": tag})
        self.assertEqual((same.status, same.body), (304, ""), path)
        self.assertEqual(same.headers["etag"], tag)
        other = self.house.get(path, headers={"If-None-Match": '"another"'})
        self.assertEqual((other.status, other.body), (200, first.body), path)

    def check_problem(self, answer, status, what):
        self.assertEqual((answer.status, answer.kind), (status, "application/problem+json"), what)
        problem = answer.json()
        self.assertEqual(problem["status"], status, what)
        self.assertTrue(problem["title"], what)

    # ---- without a server -----------------------------------------------------------------------

    def check_exports(self):
        folder = self.house.folder
        text = hall.arbiterd_says("export", "pgn", folder)
        self.assertEqual(text, self.house.get(ROUND + "/games.pgn").body)
        exported = pgn.read(text)
        self.assertEqual(len(exported), len(self.games))
        names = {(g.tags["White"], g.tags["Black"]): g for g in exported}
        for game in self.games:
            ours = names[game.tags["White"], game.tags["Black"]]
            self.assertEqual(ours.result, game.tags["Result"])
            self.assertEqual(ours.tags["Result"], game.tags["Result"])
            self.assertEqual(ours.plain(), game.plain() + announced(game), game.tags)
            for move, source in zip(ours.moves, game.moves):
                if source.clock is not None:
                    self.assertEqual(move.clock, source.clock, (game.tags, move))
        results = hall.arbiterd_says("export", "results", folder)
        self.assertEqual(results, self.house.get(ROUND + "/results").body + "\n")
        rulings = hall.arbiterd_says("export", "rulings", folder)
        self.assertEqual(rulings, self.house.get(ROUND + "/rulings").body + "\n")
        report = hall.arbiterd_says("export", "report", folder)
        for game in self.games:
            self.assertIn(game.tags["White"], report)
        self.assertEqual(hall.arbiterd_says("export", "pgn", folder, "--event", "classics",
                                            "--round", "1"), text)
        hall.arbiterd_says("export", "pgn", folder, "--event", "nobody", code=65)
        hall.arbiterd_says("export", "nonsense", folder, code=2)

    def check_verify(self):
        said = hall.arbiterd_says("verify", self.house.folder)
        self.assertEqual(said.count(": unchanged"), 2, said)
        self.assertEqual(self.house.stop(), [0, 0])
        said = hall.arbiterd_says("verify", self.house.folder)
        self.assertEqual(said.count(": unchanged"), 2, said)
        self.forge("UPDATE event SET body = replace(body, 'Kieseritzky', 'Nobody')")
        done = subprocess.run([hall.arbiterd_binary(), "verify", self.house.folder],
                              capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("CHANGED", done.stdout)

    def forge(self, statement):
        with sqlite3.connect(os.path.join(self.house.folder, "arbiterd.db")) as db:
            db.execute("DROP TRIGGER event_no_update")
            db.execute(statement)
        db.close()


def announced(game):
    """The move announced with a correct claim at the end is part of the game (6.2.1.1, 9.2.1)."""
    found = re.search(r"\[%claim\s+\w+\s+(\S+)\]$", game.comments[-1]) if game.comments else None
    return [pgn.plain(found[1])] if found else []


class Restarted(hall.HallCase):
    """Two runs of the same files leave the same record."""

    def test_same_record(self):
        records = []
        for name in ("first", "second"):
            house = self.hall(name).start()
            house.replay(CLASSICS, INCIDENTS, options=["--event", "classics"])
            house.settled()
            house.stop()
            records.append(record.whole(house.folder))
        self.assertEqual(record.differences(*records), [])
        self.assertTrue(records[0]["move"])
        self.check_rebuild(house.folder)

    def check_rebuild(self, folder):
        """Every table except the cursor can be derived from the log again, exactly."""
        def dump():
            with hall.open_db(os.path.join(folder, "arbiterd.db")) as db:
                return [line for line in db.iterdump() if line.startswith("INSERT")]
        before = dump()
        self.assertIn("derived again", hall.arbiterd_says("rebuild", folder))
        self.assertEqual(sorted(dump()), sorted(before))


if __name__ == "__main__":
    unittest.TestCase.maxDiff = 2000
    hall.main()
