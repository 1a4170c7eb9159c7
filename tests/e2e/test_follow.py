#!/usr/bin/env python3
"""`arbiterd event follow`: results from PGN that another system writes, against a running hall."""

import http.client
import http.server
import json
import os
import signal
import ssl
import subprocess
import tempfile
import threading

import hall
from office import CHIEF, Office, OfficeCase
from peers import PATIENCE

USAGE = 2
BAD_INPUT = 65
UNAVAILABLE = 69


def game(white, black, result, *tags, moves="1. e4 e5 2. Ke2 Ke8 3. Qxh9"):
    """A game as others write it; its moves may be illegal."""
    lines = [f'[White "{white}"]', f'[Black "{black}"]', f'[Result "{result}"]',
             *(f'[{name} "{value}"]' for name, value in tags)]
    return "\n".join(lines) + f"\n\n{moves} {result}\n\n"


class Following:
    """A running follower; its streams go to files."""

    def __init__(self, case, source, *more):
        self.out, self.err = (os.path.join(case.folder, f"{name}-{case.followers}")
                              for name in ("out", "err"))
        case.followers += 1
        with open(self.out, "wb") as out, open(self.err, "wb") as err:
            self.process = subprocess.Popen(case.words(source, "--every", "100ms", *more),
                                            stdout=out, stderr=err)
        case.addCleanup(self.kill)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def text(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def said(self):
        return self.text(self.err)

    def entered(self):
        return self.text(self.out)

    def until(self, text, how_often=1):
        """Waits until it has printed this, on either stream."""
        hall.wait_until(lambda: (self.entered() + self.said()).count(text) >= how_often,
                        lambda: f"{text!r} in {self.entered() + self.said()!r}")

    def end(self, how=signal.SIGINT):
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)


class Source(http.server.BaseHTTPRequestHandler):
    """A server of PGN that answers with its `answer`: (status, headers, body)."""

    def do_GET(self):  # pylint: disable=invalid-name
        self.server.asked.append((self.path, dict(self.headers)))
        status, headers, body = self.server.answer
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            pass  # it was longer than the follower accepted

    def log_message(self, *_):
        pass


class Between(http.server.BaseHTTPRequestHandler):
    """A proxy between the follower and arbiterd; `before_act` is called before each act."""

    def pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.command == "POST":
            self.server.before_act()
        headers = {name: self.headers[name] for name in ("Authorization", "Content-Type")
                   if name in self.headers}
        link = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        link.request(self.command, self.path, body or None, headers)
        answer = link.getresponse()
        content = answer.read()
        link.close()
        self.server.answers.append((self.command, answer.status))
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.headers["Content-Type"])
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = pass_on  # pylint: disable=invalid-name

    def log_message(self, *_):
        pass


class Follow(OfficeCase):
    time_mode = "real"
    note_logs = True

    def setUp(self):
        super().setUp()
        self.folder = tempfile.mkdtemp(dir=self.house.folder)
        self.followers = 0
        self.pgn = os.path.join(self.folder, "pgn")
        os.mkdir(self.pgn)
        self.tell("create", "open", "--name", "Open 2026", "--time-control", "5400+30")
        for name in ("Østby, Åse", "Roi, Luc", "Li, Wei", "Ndiaye, Awa", "Novák, Jan", "Abe, Go"):
            self.tell("add", "open", name)
        self.tell("pair", "open", 1, "1:1-2", "2:3-4", "3:5-6")
        self.tell("publish", "open", 1)
        self.tell("start", "open", 1, "--without-clocks")

    def words(self, source, *more):
        url = () if "--url" in more else ("--url", f"http://127.0.0.1:{self.house.http_port}")
        return [hall.arbiterd_binary(), "event", "follow", "open", source, "--round", "1", *url,
                "--by", CHIEF, "--data", self.house.folder, *map(str, more)]

    def once(self, source, *more, code=0):
        done = subprocess.run(self.words(source, "--once", *more), capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def write(self, name, text, mode="w"):
        with open(os.path.join(self.pgn, name), mode + "b") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    def results(self):
        boards = self.house.get("/api/v1/events/open/rounds/1/results").json()["boards"]
        return [board["result"]["code"] for board in boards]

    def acts(self):
        with self.house.office_db() as db:
            return [json.loads(body) for (body,) in db.execute(
                "SELECT body FROM event WHERE type = 'event_acted' ORDER BY pos")]

    def entries(self):
        return [act for act in self.acts() if act["act"]["type"] == "enter_result"]

    def test_a_folder_that_is_written_in_halves(self):
        follower = Following(self, self.pgn)
        first = game("ØSTBY,åse", "Roi, Luc", "1-0", ("Round", "1.1"))
        second = game("Li, Wei", "Ndiaye, Awa", "1/2-1/2", ("Round", "1.2"))
        self.write("games.PGN", first + second[:-9])
        follower.until("board 1: 1-0")
        follower.until("a game without its result after the moves is left out")
        self.assertEqual(self.results(), ["1-0", "*", "*"])
        self.write("games.PGN", second[-9:], "a")
        follower.until("board 2: 1/2-1/2")
        self.write("three.pgn", game("Novák, Jan", "Abe, Go", "*"))
        self.write("three.pgn", game("Novák, Jan", "Abe, Go", "0-1"))
        follower.until("board 3: 0-1")
        self.assertEqual(self.results(), ["1-0", "1/2-1/2", "0-1"])
        self.assertEqual(follower.end(), 0)
        self.assertEqual(follower.entered().count("-"), 6)  # three results and their players
        self.assertEqual(len(self.entries()), 3)
        self.assertEqual(self.entries()[0]["by"], CHIEF)
        self.assertIn("read from the PGN of " + self.pgn, self.entries()[0]["reason"])
        self.tell("finish", "open", 1)
        self.tell("confirm", "open", 1)
        self.write("games.PGN", game("Li, Wei", "Ndiaye, Awa", "1-0"))
        said = self.once(self.pgn)
        self.assertIn("the round is confirmed: nothing is entered", said)
        self.assertIn("board 2: 1/2-1/2 stays, the source has 1-0 (games.PGN, line 1)", said)

    def test_each_termination_is_treated(self):
        self.write("a.pgn", game("Østby, Åse", "Roi, Luc", "1-0", ("Termination", "Adjudication")) +
                   game("Li, Wei", "Ndiaye, Awa", "0-1", ("Termination", "unterminated")) +
                   game("Novák, Jan", "Abe, Go", "1-0", ("Termination", "time forfeit")))
        said = self.once(self.pgn)
        self.assertIn("(a.pgn, line 1, adjudication)", said)
        self.assertIn("expected the end of a game whose result is 0-1", said)
        self.assertRegex(said, r"board 3: 1-0 .*\(a\.pgn, line \d+\)")
        self.assertEqual(self.results(), ["1-0", "*", "1-0"])
        self.assertEqual([(act["act"]["entered"]["kind"], act["reason"].endswith(", adjudication"))
                          for act in self.entries()], [("played", True), ("played", False)])

    def test_what_is_there_stays(self):
        self.tell("result", "open", 1, 1, "0-1")
        self.write("a.pgn", game("Østby, Åse", "Roi, Luc", "1-0") +
                   game("Li, Wei", "Ndiaye, Awa", "1-0") + game("Abe, Go", "Novák, Jan", "1-0") +
                   game("Somebody", "Abe, Go", "1-0"))
        follower = Following(self, self.pgn)
        follower.until("board 1: 0-1 stays, the source has 1-0 (a.pgn, line 1)")
        follower.until("board 2: 1-0")
        follower.until("board 3 has them with the other colours")
        follower.until('the round does not have "Somebody"')
        # An arbiter withdraws an entered result: it stays withdrawn, here and in another run.
        self.tell("result", "open", 1, 2, "none")
        follower.until("board 2: 1-0 was entered from PGN before and withdrawn since")
        self.write("b.pgn", game("Østby, Åse", "Roi, Luc", "1-0"))
        self.write("c.pgn", "no game")
        follower.until("c.pgn: it has no games")
        self.assertEqual(follower.end(signal.SIGTERM), 0)
        self.assertEqual(follower.said().count("stays, the source has"), 1)
        self.assertIn("withdrawn since", self.once(self.pgn))
        self.assertEqual(self.results(), ["0-1", "*", "*"])
        # A different result of the source is another act, and then that one stays.
        self.write("a.pgn", game("Li, Wei", "Ndiaye, Awa", "1/2-1/2"))
        self.assertIn("board 2: 1/2-1/2  Li, Wei - Ndiaye, Awa  (a.pgn, line 1)",
                      self.once(self.pgn))
        self.write("a.pgn", game("Li, Wei", "Ndiaye, Awa", "1-0"))
        self.assertIn("board 2: 1/2-1/2 stays, the source has 1-0", self.once(self.pgn))
        self.assertEqual(self.results(), ["0-1", "1/2-1/2", "*"])

    def pgn_of(self, board):
        answer = self.house.get(f"/api/v1/events/open/rounds/1/boards/{board}/game.pgn")
        self.assertEqual(answer.status, 200)
        return answer.bytes.decode()

    def kept(self):
        with self.house.office_db() as db:
            return db.execute("SELECT board, white, black, source FROM kept_moves").fetchall()

    def test_moves_are_kept_for_review(self):
        """With their source; they appear as PGN, without any time, and change no result."""
        self.tell("result", "open", 1, 2, "1-0")
        moves = "1. e4 {[%clk 1:29:58]} e5 {[%clk 1:29:50]} 2. Nf3 Nc6 3. Bb5 a6"
        self.write("a.pgn", game("Østby, Åse", "Roi, Luc", "1-0", moves=moves) +
                   game("Li, Wei", "Ndiaye, Awa", "0-1", moves="1. d4 d5 2. c4"))
        said = self.once(self.pgn)
        self.assertIn("board 1: 6 plies are kept for review  (a.pgn, line 1)", said)
        self.assertIn("board 2: 3 plies are kept for review  (a.pgn, line 7)", said)
        self.assertEqual(self.kept(), [(1, 1, 2, "a.pgn, line 1"), (2, 3, 4, "a.pgn, line 7")])
        shown = self.pgn_of(1)
        self.assertIn('[Source "a.pgn, line 1"]', shown)
        self.assertIn('[White "Østby, Åse"]', shown)
        self.assertIn("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0", shown)
        self.assertNotIn("clk", shown)
        self.assertEqual(self.results(), ["1-0", "1-0", "*"])
        self.assertIn("2. c4 1-0", self.pgn_of(2))  # the result is ours
        self.assertNotIn("Source", self.pgn_of(3))
        self.assertEqual(hall.arbiterd_says("export", "pgn", self.house.folder),
                         self.house.get("/api/v1/events/open/rounds/1/games.pgn").body)
        # Another poll, another run, another start: nothing is stored twice.
        acts = len(self.acts())
        self.assertNotIn("kept", self.once(self.pgn))
        self.house.arbiterd.end()
        self.house.start_arbiterd()
        self.assertNotIn("kept", self.once(self.pgn))
        self.assertEqual(len(self.acts()), acts)
        # Later moves count; other players have none.
        self.write("a.pgn", game("Østby, Åse", "Roi, Luc", "1-0", moves="1. d4 d5 2. c4 e6"))
        self.assertIn("board 1: 4 plies are kept", self.once(self.pgn))
        self.assertIn("1. d4 d5 2. c4 e6 1-0", self.pgn_of(1))
        self.tell("result", "open", 1, 1, "none")
        self.tell("change-pairing", "open", 1, "1:2-1", "--yes")
        self.assertNotIn("Source", self.pgn_of(1))

    def test_moves_are_of_their_players(self):
        """Whatever happens to the board, its position and the numbers."""
        first = game("Østby, Åse", "Roi, Luc", "1-0", moves="1. e4 e5 2. Nf3")
        other = game("Østby, Åse", "Roi, Luc", "1-0", moves="1. d4 d5")
        self.write("a.pgn", first)
        follower = Following(self, self.pgn)
        follower.until("board 1: 3 plies are kept")
        self.write("a.pgn", other)
        follower.until("board 1: 2 plies are kept")
        self.write("a.pgn", first)  # the source goes back
        follower.until("board 1: 3 plies are kept", 2)
        self.assertEqual(follower.end(), 0)
        self.assertIn("1. e4 e5 2. Nf3 1-0", self.pgn_of(1))
        # No Flagfall clock, and spectators have them later than the result.
        document = self.house.get("/get/open/round-1/game-1.json").json()
        self.assertEqual((document["clock"], document["firstMove"]), (None, None))
        self.assertEqual(len(document["moves"]), 3)
        # Another pairing, and the same at another board.
        self.tell("result", "open", 1, 1, "none")
        self.tell("change-pairing", "open", 1, "1:3-2", "2:1-4", "--yes")
        self.assertNotIn("Source", self.pgn_of(1))
        self.assertNotIn("Source", self.pgn_of(2))
        self.tell("change-pairing", "open", 1, "1:3-4", "2:1-2", "--yes")
        self.assertIn("1. e4 e5 2. Nf3 *", self.pgn_of(2))
        self.tell("result", "open", 1, 2, "1-0", "--kind", "forfeit")
        self.assertNotIn("Nf3", self.pgn_of(2))

    def test_moves_go_with_numbers_that_change(self):
        self.tell("create", "two", "--name", "Two", "--time-control", "5400+30")
        office = Office(self.house, "two")
        for name, rating in (("Ant", 1500), ("Bee", 1400), ("Cow", 2500), ("Dog", 2400)):
            office.done("enter_players", players=[{"number": 0, "name": name, "rating": rating}])

        def pair(white, black, **plan):
            if plan:
                office.done("plan_round", number=1, **plan)
            office.done("set_pairings", round=1,
                        pairings=[{"board": 1, "white": white, "black": black}])
            office.done("publish_round", round=1)

        def unpair():
            office.done("withdraw_publication", round=1)
            office.done("set_pairings", round=1, pairings=[])

        def shown():
            return self.house.get("/api/v1/events/two/rounds/1/games.pgn").body

        pair(1, 2)
        office.done("keep_moves", round=1, board=1, sheet="1. e4 e5 *", source="x.pgn")
        self.assertIn("1. e4 e5", shown())
        unpair()
        office.done("seed_players")
        pair(1, 2)
        self.assertNotIn("Source", shown())  # Cow and Dog
        unpair()
        pair(3, 4)
        self.assertIn("1. e4 e5", shown())  # Ant and Bee
        unpair()
        pair(3, 4, terms={"fen": "4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1"})
        self.assertNotIn("Source", shown())
        unpair()
        pair(3, 4, terms={})
        self.assertIn("1. e4 e5", shown())
        unpair()
        office.done("remove_player", number=4)
        office.done("enter_players", players=[{"number": 4, "name": "Elk"}])
        pair(3, 4)
        self.assertNotIn("Source", shown())

    def test_a_game_at_our_clocks_is_ours(self):
        self.tell("pair", "open", 2, "1:2-1")
        self.tell("publish", "open", 2)
        self.tell("prepare", "open", 2)
        self.house.settled()
        self.write("a.pgn", game("Roi, Luc", "Østby, Åse", "1-0"))
        said = self.once(self.pgn, "--round", 2, code=USAGE)
        self.assertIn("--round", said)  # given twice
        words = [word if word != "1" else "2" for word in self.words(self.pgn, "--once")]
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertEqual(self.entries(), [])

    def test_files_that_are_no_good_hide_no_others(self):
        self.write("bom.pgn", b"\xef\xbb\xbf" + game("Østby, Åse", "Roi, Luc", "1-0").encode())
        self.write("latin.pgn", game("Novák, Jan", "Abe, Go", "1-0").encode("latin-1"))
        self.write("utf16.pgn", game("Li, Wei", "Ndiaye, Awa", "1-0").encode("utf-16"))
        self.write("html.pgn", "<html>not found</html>")
        self.write("empty.pgn", "")
        self.write("bad.pgn", game("Li, Wei", "Ndiaye, Awa", "2-0"))
        self.write("twice.pgn", game("Li, Wei", "Ndiaye, Awa", "1-0") +
                   game("Li, Wei", "Ndiaye, Awa", "0-1"))
        with open(os.path.join(self.pgn, "long.pgn"), "wb") as file:
            file.truncate(50 * 1024 * 1024)
        os.mkdir(os.path.join(self.pgn, "below.pgn"))
        os.mkfifo(os.path.join(self.pgn, "pipe.pgn"))
        outside = os.path.join(self.folder, "outside.pgn")
        with open(outside, "w", encoding="utf-8") as file:
            file.write(game("Li, Wei", "Ndiaye, Awa", "1-0"))
        os.symlink(outside, os.path.join(self.pgn, "link.pgn"))
        said = self.once(self.pgn, code=BAD_INPUT)
        self.assertEqual(self.results(), ["1-0", "*", "1-0"])
        for text in ("latin.pgn, line 1: it is not UTF-8, and is read as Latin-1",
                     "utf16.pgn: it is UTF-16, not UTF-8", "html.pgn: it has no games",
                     "bad.pgn: line 3, column 10: expected", "long.pgn is longer than 16777216",
                     "link.pgn: it is a link, and links in a folder are not followed",
                     "board 2: the source has 1-0 (twice.pgn, line 1) and 0-1 (twice.pgn, line 7)"):
            self.assertIn(text, said)
        self.assertNotIn("empty.pgn", said)

    def test_a_folder_that_goes_and_comes_back(self):
        gone = os.path.join(self.folder, "gone")
        follower = Following(self, gone, "--json")
        follower.until("it cannot be read")
        os.mkdir(gone)
        follower.until("this is over: it cannot be read")
        os.rmdir(gone)
        follower.until("it cannot be read", 3)
        self.write("a.pgn", game("Østby, Åse", "Roi, Luc", "1-0"))
        os.rename(self.pgn, gone)
        follower.until('"board":1')
        self.assertEqual(follower.end(), 0)
        entered = json.loads(follower.entered().splitlines()[0])
        self.assertEqual((entered["score"], entered["kind"], entered["white"], entered["from"]),
                         ("1-0", "played", "Østby, Åse", "a.pgn, line 1"))
        self.assertIn("cannot be read", self.once(self.pgn, code=BAD_INPUT))
        self.assertIn("neither a file nor a folder", self.once("/dev/null", code=BAD_INPUT))

    def with_others(self, *acts):
        """One poll; before its acts somebody else does these. Its output, and how arbiterd
        answered the acts."""
        left = list(acts)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Between) as server:
            server.port = self.house.http_port
            server.before_act = lambda: left and left.pop(0)()
            server.answers = []
            threading.Thread(target=server.serve_forever, daemon=True).start()
            said = self.once(self.pgn, "--url", f"http://127.0.0.1:{server.server_port}")
            server.shutdown()
        return said, [status for method, status in server.answers if method == "POST"]

    def test_what_others_do_between_the_look_and_the_act(self):
        self.write("a.pgn", game("Østby, Åse", "Roi, Luc", "1-0") +
                   game("Li, Wei", "Ndiaye, Awa", "1-0"))
        said, answers = self.with_others(lambda: self.tell("result", "open", 1, 1, "0-1"))
        self.assertIn("board 1: 0-1 stays, the source has 1-0", said)
        self.assertEqual(self.results(), ["0-1", "1-0", "*"])
        self.assertEqual(answers, [412, 200, 200, 200])  # the moves of both are stored
        # Meanwhile the round is finished and confirmed.
        self.write("b.pgn", game("Novák, Jan", "Abe, Go", "1-0"))
        def confirm():
            self.tell("result", "open", 1, 3, "1/2-1/2")
            self.tell("finish", "open", 1)
            self.tell("confirm", "open", 1)
        said, answers = self.with_others(confirm)
        self.assertIn("the round is confirmed: nothing is entered", said)
        self.assertIn("board 3: 1/2-1/2 stays, the source has 1-0", said)
        self.assertEqual(answers, [412, 200, 200, 200])
        self.assertEqual(self.results(), ["0-1", "1-0", "1/2-1/2"])

    def test_players_who_change_places_meanwhile(self):
        self.write("a.pgn", game("Østby, Åse", "Roi, Luc", "1-0"))
        said, answers = self.with_others(
            lambda: self.tell("change-pairing", "open", 1, "1:2-1", "--yes"))
        self.assertIn("board 1 has them with the other colours", said)
        self.assertEqual((answers, self.results()), ([412], ["*", "*", "*"]))

    def test_arbiterd_that_goes_and_comes_back(self):
        follower = Following(self, self.pgn)
        self.house.arbiterd.end()
        follower.until("is arbiterd running, and not busy?")
        self.write("a.pgn", game("Østby, Åse", "Roi, Luc", "1-0"))
        self.house.start_arbiterd()
        follower.until("board 1: 1-0")
        self.assertIn("arbiterd: this is over:", follower.said())
        self.assertEqual(follower.end(), 0)

    def test_a_url(self):
        pgn = game("Østby, Åse", "Roi, Luc", "1-0").encode()
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Source) as server:
            server.asked = []
            server.answer = (404, {}, b"")
            threading.Thread(target=server.serve_forever, daemon=True).start()
            url = f"http://127.0.0.1:{server.server_port}/live/games.pgn?key=secret"
            follower = Following(self, url)
            follower.until("127.0.0.1/live/games.pgn: it answers 404")
            server.answer = (302, {"Location": "http://127.0.0.1:1/"}, b"")
            follower.until("it answers 302: redirects are not followed")
            server.answer = (200, {}, b" " * (17 * 1024 * 1024))
            follower.until("the answer is too long")
            server.answer = (200, {}, pgn.decode().encode("utf-16"))
            follower.until("it is UTF-16, not UTF-8")
            server.answer = (200, {}, pgn[:-5])
            follower.until("a game without its result after the moves")
            server.answer = (200, {}, pgn)
            follower.until("board 1: 1-0")
            server.answer = (200, {}, game("Li, Wei", "Ndiaye, Awa", "0-1").encode())
            self.assertIn("board 2: 0-1", self.once(url))
            self.assertEqual(follower.end(), 0)
            self.assertEqual({path for path, _ in server.asked}, {"/live/games.pgn?key=secret"})
            self.assertNotIn("Authorization", {name for _, headers in server.asked
                                               for name in headers})
            self.assertNotIn("secret", follower.said() + self.entries()[0]["reason"])
            server.shutdown()
        self.assertIn("Connection refused", self.once(url, code=UNAVAILABLE))

    def test_a_url_at_https(self):
        subprocess.run([hall.arbiterd_binary(), "tls", "init", "--data", self.folder, "--name",
                        "hall.local"], check=True, stdout=subprocess.DEVNULL)
        files = os.path.join(self.folder, "tls")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(os.path.join(files, "server.pem"),
                                os.path.join(files, "server.key"))
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Source) as server:
            server.socket = context.wrap_socket(server.socket, server_side=True)
            server.asked = []
            server.answer = (200, {}, game("Østby, Åse", "Roi, Luc", "1-0").encode())
            threading.Thread(target=server.serve_forever, daemon=True).start()
            url = f"https://127.0.0.1:{server.server_port}/games.pgn"
            said = self.once(url, code=UNAVAILABLE)
            self.assertIn("cannot verify the TLS certificate", said)
            self.assertEqual(server.asked, [])
            self.assertIn("board 1: 1-0", self.once(url, "--source-ca",
                                                    os.path.join(files, "ca.pem")))
            server.shutdown()

    def test_a_server_that_does_not_answer_keeps_nobody(self):
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Source) as server:
            # It accepts connections and never answers.
            follower = Following(self, f"http://127.0.0.1:{server.server_port}/")
            server.socket.settimeout(PATIENCE)
            connection, _ = server.socket.accept()
            self.assertTrue(connection.recv(16))
            self.assertEqual(follower.end(), 0)
            connection.close()

    def test_words_that_are_wrong(self):
        for words in (("--every", "1ms"), ("--id", "x"), ("--if-revision", 3),
                      ("--source-ca", "x")):
            self.once(self.pgn, *words, code=USAGE)
        self.once("-", code=USAGE)
        self.once("ftp://host/x", code=USAGE)
        self.write("a.pgn", game("Østby, Åse", "Roi, Luc", "1-0"))
        words = self.words(self.pgn, "--once")
        by = words.index("--by")
        for wrong, why in ((["none" if word == "open" else word for word in words],
                            "there is no event none"),
                           (["2" if word == "1" else word for word in words],
                            "there is no round 2"),
                           (words[:by] + words[by + 2:], "by_missing")):
            done = subprocess.run(wrong, capture_output=True, text=True, timeout=PATIENCE,
                                  check=False)
            self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, ""), done.stderr)
            self.assertIn(why, done.stderr)


if __name__ == "__main__":
    hall.main()
