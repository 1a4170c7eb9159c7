#!/usr/bin/env python3
"""A round from the command line: `arbiterd event` against a running hall."""

import http.server
import os
import subprocess
import tempfile
import threading

import hall
from office import OfficeCase
from peers import PATIENCE

BAD_INPUT = 65
UNAVAILABLE = 69
NEEDS_YES = 3


class EventCommandLine(OfficeCase):
    time_mode = "real"
    note_logs = True

    def paired(self):
        self.tell("create", "open", "--name", "Open 2026", "--time-control", "5400+30",
                  "--rounds", 2)
        for name in ("Østby, Åse", "Roi, Luc", "Li, Wei", "Ndiaye, Awa", "Novák, Jan"):
            self.tell("add", "open", name, "--rating", 2100)
        self.tell("pair", "open", 1, "1:1-4", "2:2-3", "5=U")

    def test_a_round(self):
        self.paired()
        self.assertIn("round 1: drafted", self.tell("round", "open", 1))
        self.tell("publish", "open", 1)
        self.tell("change-pairing", "open", 1, "1:4-1")
        self.tell("prepare", "open", 1, "--board", 1)
        self.tell("start", "open", 1, "--board", 1)
        self.tell("start", "open", 1, "--board", 2, "--without-clocks")
        self.tell("result", "open", 1, 2, "1/2-1/2")
        hall.wait_until(lambda: "open-r1-b1" in self.tell("round", "open", 1), "a game is set up")
        said = self.tell("finish", "open", 1, code=BAD_INPUT)
        self.assertIn("board 1", said)
        self.assertIn("games_unfinished", said)
        hall.wait_until(self.is_running, "the clock runs")
        results = self.tell("results", "open", 1)
        self.assertIn("Ndiaye, Awa", results)
        self.assertIn("1/2-1/2", results)
        self.assertIn("started", self.tell("show", "open"))
        self.assertIn("Open 2026", self.tell("list"))
        self.tell("pair", "open", 2, "1:3-1", "2:4-2")
        change = ("result", "open", 1, 2, "1-0")
        said = self.tell(*change, code=NEEDS_YES, said="")
        self.assertIn("Round 2 is paired already", said)
        self.assertIn("1/2-1/2", self.tell("results", "open", 1))
        self.tell(*change, "--confirm", said.split("--confirm ")[1].split()[0])
        self.assertNotIn("1/2-1/2", self.tell("results", "open", 1))

    def is_running(self):
        with self.house.office_db() as db:
            row = db.execute("SELECT status FROM game WHERE game = 'open-r1-b1'").fetchone()
        return row == ("playing",)

    def test_all_boards(self):
        self.paired()
        self.tell("plan", "open", 1, "--starts", "2199-05-01T10:00:00Z")
        self.tell("publish", "open", 1)
        said = self.tell("start", "open", 1, code=NEEDS_YES, said="")
        self.assertIn("too_early", said)
        self.tell("start", "open", 1, "--confirm", said.split("--confirm ")[1].split()[0])
        hall.wait_until(self.is_running, "the clock runs")
        self.house.settled()
        said = self.tell("pause", "open", "--reason", "fire alarm", code=NEEDS_YES, said="")
        self.assertIn("at 2 boards (boards 1, 2): the clocks are paused", said)
        said = self.tell("pause", "open", "--reason", "fire alarm", "--yes")
        self.assertIn("at 2 boards", said)
        self.house.settled()
        self.assertIn("nothing_to_change", self.tell("pause", "open", "--yes", code=BAD_INPUT))
        said = self.tell("adjust", "open", "--white", "5:00", "--board", 2, "--board", 9, "--yes")
        self.assertIn("at 1 board (board 2)", said)
        self.assertIn("not at 1 board (board 9)", said)
        self.house.settled()
        self.tell("resume", "open", "--round", 1, "--yes")
        self.house.settled()
        said = self.tell("undo-start", "open", 1, "--yes")
        self.assertIn("has_rulings", said)
        self.assertIn("at 1 board (board 1): the start is taken back", said)

    def test_what_is_refused_says_where(self):
        self.paired()
        said = self.tell("add", "open", "Nobody", "--fide-id", "15x", code=BAD_INPUT)
        self.assertIn("bad_fide_id", said)
        self.assertIn("/players/0/fide_id", said)
        self.tell("remove", "open", 1, code=BAD_INPUT)
        self.tell("show", "closed", code=BAD_INPUT)
        revision = int(self.tell("show", "open").split("revision")[1].split()[0])
        self.tell("withdraw", "open", 1, "--from", 2, "--if-revision", revision)
        said = self.tell("reinstate", "open", 1, "--if-revision", revision, code=BAD_INPUT)
        self.assertIn("changed_meanwhile", said)
        self.assertIn("from round 2", self.tell("players", "open"))
        self.tell("reinstate", "open", 1)
        self.assertNotIn("from round 2", self.tell("players", "open"))

    def test_whatever_asks_can_be_confirmed(self):
        self.paired()
        self.tell("publish", "open", 1)
        self.tell("create", "hidden", "--name", "Hidden", "--time-control", "300")
        self.tell("create", "other", "--name", "Other")
        for event in ("hidden", "other"):
            for name in ("A, A", "B, B", "C, C"):
                self.tell("add", event, name)
            self.tell("pair", event, 1, "1:1-2")
        self.tell("publish", "hidden", 1, "--yes")
        self.tell("hide", "hidden")
        self.tell("publish", "other", 1)
        lists = os.path.join(self.house.folder, "pairs.txt")
        with open(lists, "w", encoding="utf-8") as file:
            file.write("1\n1 3\n")
        for words in (("unhide", "hidden"),
                      ("plan", "other", 1, "--time-control", "300"),
                      ("change", "other", "--time-control", "600"),
                      ("import", "other", lists, "--round", 1, "--first-board", 2)):
            said = self.tell(*words, code=NEEDS_YES, said="")
            self.assertIn("boards_shared", said, words)
            self.tell(*words, "--confirm", said.split("--confirm ")[1].split()[0])
            if words[0] == "plan":
                self.tell("plan", "other", 1)
        info = self.house.get("/api/v1/events/other").json()["info"]
        etag = {"If-Match": self.house.get("/api/v1/events/other").headers["etag"]}
        body = {"by": "Ida", "info": {**info, "terms": {"timeControl": ""}}}
        self.assertEqual(self.house.ask("PUT", "/api/v1/events/other", body, etag).status, 200)
        etag = {"If-Match": self.house.get("/api/v1/events/other").headers["etag"]}
        body["info"] = info
        refused = self.house.ask("PUT", "/api/v1/events/other", body, etag)
        self.assertEqual(refused.json()["code"], "boards_shared", refused.body)
        body["confirm"] = refused.json()["confirm"]
        self.assertEqual(self.house.ask("PUT", "/api/v1/events/other", body, etag).status, 200)

    def test_an_act_with_its_own_id_is_done_once(self):
        self.paired()
        first = self.tell("team", "open", "Bergen", "--id", "t1")
        self.assertIn("done", first)
        self.assertIn("repeated", self.tell("team", "open", "Bergen", "--id", "t1"))
        self.tell("team", "open", "Oslo", "--id", "t1", code=BAD_INPUT)

    def test_a_changed_event_keeps_what_was_not_said(self):
        self.paired()
        self.tell("change", "open", "--chief-arbiter", "IA Moreau")
        self.tell("change", "open", "--place", "Oslo")
        said = self.tell("show", "open")
        for part in ("Open 2026", "Oslo", "5400+30", "chief arbiter  IA Moreau"):
            self.assertIn(part, said)

    def test_a_server_that_is_not_arbiterd(self):
        """Its answer is read within the limits of everything that comes from outside."""
        class Stranger(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = bodies[self.path.rpartition("/")[2]]
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass
        bodies = {"deep": b'{"info":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "text": b"hello",
                  "twice": b'{"info":{},"info":{}}'}
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stranger) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            for name in bodies:
                done = subprocess.run(
                    [hall.arbiterd_binary(), "event", "show", name, "--url",
                     f"http://127.0.0.1:{server.server_port}"],
                    capture_output=True, text=True, timeout=PATIENCE, check=False)
                self.assertEqual(done.returncode, UNAVAILABLE, done.stdout + done.stderr)
                self.assertIn("is not arbiterd", done.stderr)
            server.shutdown()

    def test_files(self):
        self.paired()
        self.tell("publish", "open", 1)
        self.assertIn("note: the column of ranks goes by points",
                      self.tell("export", "open", "trf26"))
        report = self.tell("export", "open", "trf26", notes=False)
        self.assertNotIn("note:", report)
        self.assertIn("Østby, Åse", report)
        self.tell("create", "copy", "--name", "Copy")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "open.trf")
            with open(path, "w", encoding="utf-8") as file:
                file.write(report)
            self.tell("import", "copy", path)
            self.assertIn("Novák, Jan", self.tell("players", "copy"))
            with open(path, "w", encoding="utf-8") as file:
                file.write("no report\n")
            self.tell("import", "copy", path, code=BAD_INPUT)
        self.tell("import", "copy", "-", "--round", 2, said="1\n1 2\n")
        self.tell("export", "open", "pgn", code=2)
        self.assertIn("1 ", self.tell("export", "open", "pairings.txt", "--round", 1))


if __name__ == "__main__":
    hall.main()
