#!/usr/bin/env python3
"""The change feed: polling, streams and sockets give the same changes in the same order, even to a
thousand consumers at once, some of which do not read."""

import concurrent.futures
import hashlib
import json
import os
import re
import resource
import selectors
import socket

import hall
from followers import PING, PONG, Stream, WebSocket, all_changes
from office import EVENTS, Office, OfficeCase

CLASSICS = os.path.join(hall.DATA, "classics.pgn")
INCIDENTS = os.path.join(hall.DATA, "incidents.pgn")
PUBLIC = {"event", "players", "round", "pairings", "game", "move", "position", "clock", "result"}
HIDDEN = {"ruling", "question"}


def runs_by(changes):
    """Does the clock of the only game run, according to the rows so far (docs/event.md)?"""
    runs = False
    for change in changes:
        data = change["data"]
        if change["type"] == "game":
            runs = data["state"] == "playing"
        elif change["type"] == "result":
            runs = False
        runs = data.get("runs", runs)
    return runs


class FeedCase(OfficeCase):
    def setUp(self):
        super().setUp()
        self.office = Office(self.house)

    def stream(self, last_id=None, token="", query=""):
        return Stream(self.house.http_port, f"{self.office.path}/stream{query}", token, last_id)

    def play(self, files=(INCIDENTS,), event="open"):
        """A round of incidents, which need rulings."""
        self.house.replay(*files, options=["--event", event, "--quiet"])
        self.house.settled()

    def changes(self, token=None, **more):
        return all_changes(self.house, self.office.path, token, **more)

    def announced(self):
        """Waits until the API has everything that is committed; returns all of it."""
        with self.house.office_db() as office:
            last = office.execute("SELECT max(pos) FROM change WHERE event = ?",
                                  (self.office.event,)).fetchone()[0]
        hall.wait_until(lambda: self.house.get(
            f"{self.office.path}/changes?after={last - 1}").status == 200, "the last is announced")
        return self.changes()


class Polling(FeedCase):
    def test_pages_in_one_order(self):
        self.office.create()
        self.play()
        everything = self.announced()
        order = [change["seq"] for change in everything]
        self.assertEqual(order, sorted(set(order)))
        with self.house.office_db() as office:
            rows = office.execute("SELECT pos, type, board, body FROM change WHERE event = 'open'"
                                  " ORDER BY pos").fetchall()
        self.assertEqual([(c["seq"], c["type"], c["board"], c["data"]) for c in everything],
                         [(pos, kind, board, json.loads(body)) for pos, kind, board, body in rows])
        for limit in (7, 100):
            self.assertEqual(self.changes(limit=limit), everything)
        middle = len(order) // 2
        self.assertEqual(self.changes(after=order[middle]), everything[middle + 1:])
        self.assertIn("ruling", {change["type"] for change in everything})
        spectator = self.changes(token="", limit=7)
        self.assertEqual(spectator, [c for c in everything if c["type"] not in HIDDEN])
        self.assertTrue({c["type"] for c in spectator} <= PUBLIC)
        for role, sees in (("arbiter", everything), ("broadcaster", spectator)):
            self.assertEqual(self.changes(token=self.token(role)), sees, role)

    def test_waiting(self):
        self.office.create()
        last = self.changes()[-1]["seq"]
        path = f"{self.office.path}/changes?after={last}"
        for wait in ("", "&wait=0", "&wait=1"):
            answer = self.house.get(path + wait)
            self.assertEqual((answer.status, answer.bytes), (204, b""))
        with concurrent.futures.ThreadPoolExecutor(9) as pool:
            waiting = [pool.submit(self.house.get, path + "&wait=60") for _ in range(8)]
            another = pool.submit(self.house.get, f"{EVENTS}/other/changes?after=0&wait=60")
            self.assertEqual(another.result().status, 404)
            self.office.done("enter_players", players=self.office.players(4))
            answers = [one.result() for one in waiting]
        for answer in answers:
            told = answer.json()["changes"]
            self.assertEqual([(c["type"], c["data"]["players"]) for c in told],
                             [("players", [1, 2, 3, 4])])

    def test_whether_a_clock_runs(self):
        """By its last row, which has clockd's report."""
        game, path = "g7", f"{EVENTS}/e2e/changes?limit=1000"
        desk, device = self.house.client("arbiter", "desk"), self.house.client("device", "board")
        hall.open_game(desk, 7, game, start=False)
        steps = [("start_game", desk, {}), ("press", device, {"side": "white", "move": "e4"}),
                 ("press", device, {"side": "black", "move": "e5"}),
                 ("pause", desk, {"article": "6.11.1", "reason": "noise"}),
                 ("resume", desk, {"article": "6.11.1", "reason": "quiet"}),
                 ("press", device, {"side": "white", "move": "Nf3"}),
                 ("resign", device, {"side": "black"})]
        seen = []
        for number, (kind, client, fields) in enumerate(steps):
            device.board_state(7)  # its epoch
            client.done(kind, 7, game, at_us=number * 1_000_000, **fields)
            seen.append(desk.board_state(7)["phase"] == "running")
            # The event and its rows appear soon after arbiterd has them in its record.
            def answered():
                answer = self.house.get(path)
                return answer.status == 200 and runs_by(answer.json()["changes"]) == seen[-1]
            hall.wait_until(answered, f"after {kind} the feed says whether the clock runs")
        self.assertEqual(seen, [True, True, True, False, True, True, False])
        moves = [c["data"] for c in self.house.get(path).json()["changes"] if c["type"] == "move"]
        self.assertEqual([(one["runs"], one["turn"]) for one in moves],
                         [(True, "black"), (True, "white"), (True, "black")])

    def test_what_a_spectator_may_not_see_does_not_wake_him(self):
        self.office.create()
        self.office.done("enter_players", players=self.office.players(2))
        self.office.done("plan_round", number=1)
        after = self.changes()[-1]["seq"]
        path = f"{self.office.path}/changes?after={after}&wait=60"
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            spectator = pool.submit(self.house.get, path, token="")
            chief = pool.submit(self.house.get, path)
            self.office.done("set_pairings", round=1,
                             pairings=[{"board": 1, "white": 1, "black": 2}])
            self.assertEqual(chief.result().json()["changes"][0]["type"], "pairings")
            self.office.done("publish_round", round=1)
            self.assertEqual(spectator.result().json()["changes"][0]["type"], "round")

    def test_acknowledged(self):
        self.office.with_round()
        self.assertEqual(self.office.enter(1, "1-0").status, 200)
        told = self.changes()[-1]
        self.assertEqual((told["type"], told["board"], told["data"]["score"]), ("result", 1, "1-0"))
        token = self.token("pairing_program")
        results = f"{self.office.path}/rounds/1/results"
        for path, revision in (("/1/ack", told["data"]["revision"]),
                               ("/ack", self.house.get(results).json()["version"])):
            answer = self.house.ask("POST", results + path,
                                    {"consumer": "swiss", "revision": revision},
                                    {"Idempotency-Key": self.office.key()}, token)
            self.assertEqual(answer.status, 200, answer.body)
        noted = self.house.get(results).json()["acknowledged"]
        self.assertEqual({(a["consumer"], a["board"]) for a in noted},
                         {("swiss", 1), ("swiss", None)})
        self.assertEqual(next(a["revision"] for a in noted if a["board"] == 1),
                         told["data"]["revision"])


    def test_who_has_acknowledged_a_result_has_no_other(self):
        """A different result of the board is not fetched, for other players or for the same."""
        self.office.with_round()
        entered = lambda score: self.assertEqual(self.office.enter(1, score).status, 200)

        def said(path, revision):
            return self.house.ask("POST", f"{self.office.path}/rounds/1/results{path}",
                                  {"consumer": "swiss", "revision": revision},
                                  {"Idempotency-Key": self.office.key()})

        def board():
            return self.house.get(f"{self.office.path}/rounds/1/results").json()["boards"][0]

        def fetched():
            hall = self.house.get(f"{self.office.path}/hall?round=1").json()
            return hall["tiles"][0]["fetched"]

        entered("1-0")
        beyond = said("/1/ack", board()["version"])
        self.assertEqual((beyond.status, beyond.json()["code"]), (422, "bad_number"))
        self.assertFalse(fetched())
        self.assertEqual(said("/1/ack", board()["revision"]).status, 200)
        self.assertTrue(fetched())
        self.office.done("enter_result", round=1, board=1, confirm=self.confirmed(1))
        self.office.done("change_pairing", round=1, pairings=[{"board": 1, "white": 2, "black": 1}])
        entered("1-0")
        self.assertFalse(fetched())
        self.assertEqual(said("/ack", 0).status, 200)  # the whole round
        self.assertTrue(fetched())

    def confirmed(self, board):
        """The token that withdraws the result of this board."""
        return self.office.act("enter_result", round=1, board=board).json()["confirm"]


class Streams(FeedCase):
    def test_streams_go_on_where_they_ended(self):
        self.office.create()
        self.play()
        everything = self.announced()
        public = [change for change in everything if change["type"] in PUBLIC]
        owner = self.house.owner_token()
        for token, all_of_it in (("", public), (owner, everything)):
            with self.stream(0, token) as stream:
                self.assertEqual(stream.status, 200)
                self.assertEqual(stream.headers["content-type"].split(";")[0], "text/event-stream")
                self.assertEqual(stream.headers["cache-control"], "no-store")
                self.assertEqual(stream.envelopes(len(all_of_it)), all_of_it)
            for at in self.random.sample(range(len(all_of_it) - 20), 5):
                with self.stream(all_of_it[at]["seq"], token) as stream:
                    self.assertEqual(stream.envelopes(20), all_of_it[at + 1:at + 21])
            with self.stream(token=token, query=f"?after={all_of_it[-3]['seq']}") as stream:
                self.assertEqual(stream.envelopes(2), all_of_it[-2:])
        for bad in ("x", "-1", "1.5", "99999999999999999999"):
            with self.stream(bad) as stream:
                self.assertEqual(stream.status, 400, bad)

    def test_live_and_through_a_restart(self):
        self.office.create()
        with self.stream() as stream:  # from now on
            self.office.done("enter_players", players=self.office.players(4))
            first = stream.envelopes(1)[0]
            self.assertEqual((first["type"], first["event"], first["round"]),
                             ("players", "open", None))
            self.house.arbiterd.end()
            said = stream.event()
            self.assertEqual((said["event"], json.loads(said["data"])),
                             ("bye", {"reason": "closing"}))
            self.assertIsNone(stream.event())
        self.house.start_arbiterd()
        hall.wait_until(lambda: self.house.get("/readyz").status == 200, "arbiterd is ready")
        self.office.done("plan_round", number=1)
        with self.stream(first["seq"]) as stream:
            self.assertEqual(stream.envelopes(1)[0]["type"], "round")

    def test_of_one_event_only(self):
        self.office.create()
        other = Office(self.house, "other")
        other.create()
        with self.stream(0) as stream:
            other.done("enter_players", players=other.players(2))
            self.office.done("plan_round", number=1)
            self.assertEqual([(c["event"], c["type"]) for c in stream.envelopes(2)],
                             [("open", "event"), ("open", "round")])


class Sockets(FeedCase):
    def socket(self, token="", query="", **headers):
        return WebSocket(self.house.http_port, f"{self.office.path}/ws{query}", token, **headers)

    def test_the_same_over_a_socket(self):
        self.office.create()
        self.play()
        everything = self.announced()
        public = [change for change in everything if change["type"] in PUBLIC]
        for token, all_of_it in (("", public), (self.house.owner_token(), everything)):
            with self.socket(token, "?after=0") as client:
                self.assertEqual(client.status, 101)
                self.assertEqual(client.envelopes(len(all_of_it)), all_of_it)
                client.send(PING, b"there?")
                self.assertEqual(client.frame(), (True, PONG, b"there?"))
        with self.socket() as client, self.socket() as gone:  # from now on
            gone.close()
            self.office.done("plan_round", number=9)
            self.assertEqual([c["type"] for c in client.envelopes(1)], ["round"])
            self.house.arbiterd.end()
            self.assertIsNone(client.message())
            self.assertEqual(client.closed_with[0], 1001)

    def test_pages_of_others_get_nothing_of_a_session(self):
        self.office.create()
        self.office.done("plan_round", number=1)
        self.office.done("enter_players", players=self.office.players(2))
        self.office.done("set_pairings", round=1, pairings=[{"board": 1, "white": 1, "black": 2}])
        body = {"name": "ida", "role": "chief_arbiter", "password": "a long enough password"}
        self.assertEqual(self.house.ask("POST", "/api/v1/people", body).status, 201)
        said = self.unnoted("POST", "/api/v1/session",
                            {"name": "ida", "password": body["password"]}, token="")
        self.assertIn(said.status, (200, 201), said.body)
        cookie = re.search(r"flagfall_session=[\w-]+", said.headers["set-cookie"])[0]
        key = {"Sec-WebSocket-Protocol":
               f"flagfall.changes, flagfall.session.{said.json()['sessionKey']}"}
        ours = f"http://127.0.0.1:{self.house.http_port}"
        everything = self.changes()
        self.assertNotEqual(everything, self.changes(token=""))  # the draft
        with self.socket(query="?after=0", Cookie=cookie, Origin=ours, **key) as client:
            self.assertEqual(client.envelopes(len(everything)), everything)
        public = self.changes(token="")
        with self.socket(query="?after=0", Cookie=cookie, Origin=ours) as client:
            self.assertEqual(client.envelopes(len(public)), public)  # half a session does not count
        for origin in ("http://evil.example", "null", ours + "1", ours.replace("http", "https")):
            with self.socket(Cookie=cookie, Origin=origin, **key) as client:
                self.assertEqual(client.status, 403, origin)


class Reader:
    """One of the thousand: a stream that is read in a loop, with a checksum of the bytes."""

    NOT_EVENTS = re.compile(rb"(?:: still here|retry: 1000)\n\n")

    def __init__(self, port, path, token, stalled):
        self.stalled = stalled
        self.socket = socket.socket()
        if stalled:  # as little as possible fits between the two programs
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        self.socket.settimeout(hall.PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        self.socket.sendall(f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n"
                            f"Authorization: Bearer {token}\r\nLast-Event-ID: 0\r\n\r\n".encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.socket.recv(1)
        if not head.startswith(b"HTTP/1.0 200") and not head.startswith(b"HTTP/1.1 200"):
            raise AssertionError(head)
        self.rest = b""
        self.sum = hashlib.sha256()
        self.count = 0
        self.over = False

    def read(self):
        """Reads what has arrived; False at the end."""
        data = self.socket.recv(1 << 20)
        whole, end, rest = (self.rest + data).rpartition(b"\n\n")
        self.rest = rest
        events = self.NOT_EVENTS.sub(b"", whole + end)
        self.sum.update(events)
        self.count += events.count(b"\n\n")
        return bool(data)


class Thousand(FeedCase):
    COUNT, STALLED = 1000, 20
    note_logs = False

    def setUp(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard < 4096:
            self.skipTest(f"only {hard} descriptors are allowed here")
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 4096), hard))
        super().setUp()
        self.house.arbiterd.end()
        self.house.office_options = ["--feed-slow-bytes", "20000", "--feed-slow-seconds", "5"]
        self.house.start_arbiterd()
        hall.wait_until(lambda: self.house.get("/readyz").status == 200, "arbiterd is ready")
        self.office.create()

    def dropped(self):
        text = self.unnoted("GET", "/metrics").body
        return int(re.search(r"^arbiterd_feed_dropped (\d+)", text, re.MULTILINE)[1])

    def read_all(self, readers, done):
        """Reads all input until `done`; stalled consumers are not read."""
        with selectors.DefaultSelector() as selector:
            for reader in readers:
                if not reader.stalled:
                    selector.register(reader.socket, selectors.EVENT_READ, reader)
            while not done():
                for key, _ in selector.select(0.1):
                    if not key.data.read():
                        key.data.over = True
                        selector.unregister(key.fileobj)

    def test_a_thousand(self):
        port, path = self.house.http_port, f"{self.office.path}/stream"
        owner = self.house.owner_token()
        readers = [Reader(port, path, owner, i < self.STALLED) for i in range(self.COUNT)]
        self.addCleanup(lambda: [reader.socket.close() for reader in readers])
        live = readers[self.STALLED:]
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            played = pool.submit(self.play, (CLASSICS, INCIDENTS))
            self.read_all(readers, played.done)
            played.result()
        everything = self.announced()
        self.read_all(readers, lambda: all(r.over or r.count >= len(everything) for r in live))
        self.read_all(readers, lambda: self.dropped() >= self.STALLED)
        self.assertEqual(self.dropped(), self.STALLED)
        self.assertEqual([r.count for r in live if r.over], [])
        with self.stream(0, owner) as stream:
            self.assertEqual(stream.envelopes(len(everything)), everything)
        sums = {(reader.count, reader.sum.hexdigest()) for reader in live}
        self.assertEqual(sums, {(len(everything), self.sum_of(everything))})
        with concurrent.futures.ThreadPoolExecutor(self.STALLED) as pool:
            list(pool.map(lambda reader: self.catch_up(reader, everything, owner),
                          readers[:self.STALLED]))

    @staticmethod
    def sum_of(changes):
        total = hashlib.sha256()
        for change in changes:
            data = json.dumps(change, separators=(",", ":"), ensure_ascii=False)
            total.update(f"id: {change['seq']}\nevent: {change['type']}\ndata: {data}\n\n".encode())
        return total.hexdigest()

    def catch_up(self, reader, everything, owner):
        """The bytes sent to it before it was cut are a prefix; the rest comes to a new stream."""
        text = b""
        try:
            while data := reader.socket.recv(1 << 16):
                text += data
        except ConnectionResetError:
            pass  # cut in the middle
        whole = text.rpartition(b"\n\n")[0] + b"\n\n"
        ids = [int(found) for found in re.findall(rb"^id: (\d+)$", whole, re.MULTILINE)]
        order = [change["seq"] for change in everything]
        self.assertLess(len(ids), len(order))
        self.assertEqual(ids, order[:len(ids)])
        with self.stream(ids[-1] if ids else 0, owner) as stream:
            rest = everything[len(ids):]
            self.assertEqual(stream.envelopes(len(rest)), rest)


if __name__ == "__main__":
    hall.main()
