#!/usr/bin/env python3
"""clockd's own HTTP address: its protocol over a WebSocket, and the hall's authority."""

import json
import os
import re
import ssl
import subprocess
import time
import unittest

import door
import followers
import hall
from followers import CLOSE, TEXT, WebSocket
from peers import PATIENCE, http_ask

US = 1_000_000
BINARY = 2


class WebStranger(door.Stranger):
    """The same peer, over a WebSocket."""

    tls = None

    def connected(self, host, port, receive_buffer, source):
        return followers.Lines(port, tls=self.tls)


class Web(hall.HallCase):
    """A closed hall in real time, with a page."""

    def setUp(self):
        super().setUp()
        self.house = self.hall(time_mode="real")
        self.house.clockd_options = ["--web", "127.0.0.1:0"]
        self.serve()

    def serve(self):
        self.house.start_clockd()
        line = self.house.clockd.process.stdout.readline()
        found = re.fullmatch(r"its page for clocks is at (https?)://127.0.0.1:(\d+)\n", line)
        self.scheme, self.port = found.group(1), int(found.group(2))
        self.arbiter = door.Stranger(self.house.clock_port, "arbiter", "desk", self.transcript)
        self.house._clients.append(self.arbiter)  # pylint: disable=protected-access
        self.arbiter.enter(door.hall_key(self.house.folder))

    def stranger(self, role="device", name="page", device=0):
        peer = WebStranger(self.port, role, name, self.transcript, device)
        self.house._clients.append(peer)  # pylint: disable=protected-access
        return peer

    def enrolled(self, board):
        """A page at this board that has its key and has connected."""
        self.arbiter.send({"type": "enrol_device", "id": f"e{board}-{time.monotonic()}",
                           "board": board, "name": "a phone"})
        number = self.arbiter.until(lambda m: m["type"] == "enrolment")["device"]
        key = door.hall_key(self.house.folder)
        page = self.stranger()
        answer = page.enrol(door.code_of(key, self.arbiter.log, number))
        self.assertEqual((answer["type"], answer["board"]), ("enrolled", board))
        page.device, page.key = answer["device"], answer["key"]
        self.assertEqual(page.enter(page.key)["type"], "welcome")
        self.assertTrue(page.believed)
        return page

    def ask(self, path, **headers):
        return http_ask(self.port, "GET", path, headers=headers)


class Play(Web):

    def test_a_page_enrols_plays_and_comes_back(self):
        page = self.enrolled(12)
        self.arbiter.done("open_game", 12, "g", **{**hall.TERMS, "time_control": "300+0"})
        self.arbiter.done("start_game", 12, "g")
        self.assertEqual(page.done("press", 12, "g", side="white", move="e4")["ply"], 1)
        shown = page.board_state(12)
        self.assertEqual((shown["white"], shown["black"]),
                         (hall.TERMS["white"], hall.TERMS["black"]))
        self.assertEqual((shown["white_period"], shown["black_period"]), (1, 1))
        self.assertNotIn("flag", shown)
        self.assertEqual(page.command("press", 13, "g", side="white")["code"], "not_your_board")
        again = self.stranger(name="again", device=page.device)
        self.assertEqual(again.enter(page.key)["type"], "welcome")
        self.assertEqual(again.done("press", 12, "g", side="black", move="e5")["ply"], 2)

    def test_both_doors_lead_to_one_board(self):
        page = self.enrolled(1)
        self.arbiter.done("open_game", 1, "g", **{**hall.TERMS, "time_control": "300+0"})
        self.arbiter.done("start_game", 1, "g")
        message = page.make("press", 1, "g", side="white", move="e4")
        page.send(message)
        first = page.answer(message["id"])
        page.close()  # the answer might have been lost
        device = door.Stranger(self.house.clock_port, "device", "page", self.transcript,
                               page.device)
        with device:
            device.enter(page.key)
            device.send(message)
            second = device.answer(message["id"])
        self.assertEqual((first["pos"], second["pos"], second.get("repeated")),
                         (first["pos"], first["pos"], True))

    def test_a_flag_falls_after_the_press_that_came_before_it(self):
        """Presses that are in the sockets at the deadline are read before it."""
        page = self.enrolled(2)
        self.arbiter.done("open_game", 2, "g", **{**hall.TERMS, "time_control": "1+0"})
        self.arbiter.done("start_game", 2, "g")
        time.sleep(0.9)
        self.house.clockd.process.send_signal(19)  # SIGSTOP: it reads nothing
        try:
            page.send(page.make("press", 2, "g", side="white", move="e4"))
            time.sleep(0.5)
        finally:
            self.house.clockd.process.send_signal(18)
        answer = page.until(lambda m: m["type"] in ("ack", "refused"))
        self.assertEqual((answer["type"], answer.get("ply")), ("ack", 1), answer)
        self.assertGreater(answer["white_us"], 0)
        state = page.board_state(2)
        while state["phase"] == "running":
            time.sleep(0.05)
            state = page.board_state(2)
        self.assertEqual((state["phase"], state["flag"], state["black_us"]),
                         ("flag_fallen", "black", 0))

    def test_asking_each_second_says_the_instant(self):
        page = self.enrolled(3)
        before = page.board_state(3)["at_us"]
        start = time.monotonic()
        time.sleep(0.2)
        elapsed = (page.board_state(3)["at_us"] - before) / US
        self.assertAlmostEqual(elapsed, time.monotonic() - start, delta=0.1)

    def test_a_restart_of_clockd_ends_the_link_and_takes_it_again(self):
        page = self.enrolled(4)
        self.house.clockd.end()
        self.assertIsNone(page.read())
        self.assertEqual(page.socket.web.closed_with[0], 1001)
        self.arbiter.close()
        self.serve()
        again = self.stranger(device=page.device)
        self.assertEqual(again.enter(page.key)["type"], "welcome")


class Wrong(Web):

    def test_what_is_no_line_ends_the_link(self):
        for opcode, payload, code in ((BINARY, b"{}", 1003), (TEXT, b"\xff\xfe", 1007),
                                      (TEXT, b"x" * 16385, 1009)):
            with WebSocket(self.port, "/ws") as link:
                link.send(opcode, payload)
                self.assertIsNone(link.message())
                self.assertEqual(link.closed_with[0], code)

    def test_malformed_lines_are_counted(self):
        with WebSocket(self.port, "/ws") as link:
            for _ in range(16):
                link.send(TEXT, b"{")
            answers = []
            while (message := link.message()) is not None:
                answers.append(json.loads(message)["code"])
            self.assertEqual(answers, ["malformed"] * 16)
            self.assertEqual(link.closed_with[0], 1008)

    def test_who_does_not_prove_anything_is_closed(self):
        with WebSocket(self.port, "/ws") as link:
            self.assertIsNone(link.message())
            self.assertEqual(link.closed_with, (1008, "did not authenticate in time"))
        with WebSocket(self.port, "/ws") as link:
            link.send(TEXT, b'{"type":"hello","role":"device","name":"x","protocol":1}')
            self.assertEqual(json.loads(link.message())["code"], "not_authenticated")

    def test_other_pages_are_refused(self):
        """From another site, from another port of this host, and by a name that was made to point
        here."""
        for headers in ({"Origin": "http://evil.example"},
                        {"Origin": f"http://127.0.0.1:{self.port + 1}"},
                        {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}):
            with WebSocket(self.port, "/ws", **headers) as link:
                self.assertEqual(link.status, 403, headers)
        self.assertEqual(self.ask("/trust", Host="evil.example").status, 421)
        with WebSocket(self.port, "/ws", Origin=f"http://127.0.0.1:{self.port}",
                       **{"Sec-Fetch-Site": "same-origin"}) as link:
            self.assertEqual(link.status, 101)
            link.send(CLOSE, b"\x03\xe8")

    def test_there_is_nothing_else(self):
        for path in ("/api/v1/events", "/metrics", "/docs", "/board/0", "/board/16385",
                     "/board/012", "/board/x", "/a/../clockd.db", "/a/%2e%2e/hall.key"):
            self.assertEqual(self.ask(path).status, 404, path)
        self.assertEqual(http_ask(self.port, "POST", "/trust").status, 405)
        self.assertEqual(self.ask("/ca.pem").status, 404)  # it has none
        trust = self.ask("/trust")
        self.assertEqual((trust.status, trust.kind), (200, "text/html"))
        self.assertIn("arbiterd tls init", trust.body)
        policy = trust.headers["content-security-policy"]
        self.assertIn("default-src 'none'", policy)


class OverTls(Web):
    """With the hall's authority, as arbiterd made it."""

    def setUp(self):  # pylint: disable=super-init-not-called
        hall.HallCase.setUp(self)
        self.house = self.hall(time_mode="real")
        self.office = os.path.join(self.tmp, "office")
        hall.arbiterd_says("tls", "init", "--data", self.office, "--address", "192.168.1.10")
        tls = os.path.join(self.office, "tls")
        self.authority = os.path.join(tls, "ca.pem")
        self.house.clockd_options = [
            "--web", "127.0.0.1:0", "--tls-certificate", os.path.join(tls, "server.pem"),
            "--tls-key", os.path.join(tls, "server.key"), "--tls-authority", self.authority]
        self.serve()
        WebStranger.tls = ssl.create_default_context(cafile=self.authority)
        self.addCleanup(setattr, WebStranger, "tls", None)

    def test_a_page_plays_over_tls(self):
        self.assertEqual(self.scheme, "https")
        page = self.enrolled(7)
        self.arbiter.done("open_game", 7, "g", **{**hall.TERMS, "time_control": "300+0"})
        self.arbiter.done("start_game", 7, "g")
        self.assertEqual(page.done("press", 7, "g", side="white", move="e4")["ply"], 1)

    def test_tablets_get_the_authority_and_how_to_trust_it(self):
        def curl(path, *more):
            return subprocess.run(
                ["curl", "-sS", "--cacert", self.authority, *more,
                 f"https://127.0.0.1:{self.port}{path}"], capture_output=True, text=True,
                check=True, timeout=PATIENCE).stdout
        with open(self.authority, encoding="ascii") as file:
            self.assertEqual(curl("/ca.pem"), file.read())
        shown = hall.arbiterd_says("tls", "show", "--data", self.office)
        fingerprint = re.search(r"SHA-256 (\S+)", shown).group(1)
        page = curl("/trust")
        self.assertIn(fingerprint, page)
        self.assertIn("Certificate Trust Settings", page)
        self.assertIn("max-age=86400", curl("/trust", "-D", "-", "-o", "/dev/null"))

    def test_another_machine_needs_a_certificate(self):
        done = subprocess.run(
            [hall.clockd_binary(), "serve", "--data", os.path.join(self.tmp, "bare"), "--port", "0",
             "--web", "192.0.2.1:7443"], capture_output=True, text=True, check=False,
            timeout=PATIENCE)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("there is no certificate", done.stderr)


if __name__ == "__main__":
    unittest.TestCase.maxDiff = None
    hall.main()
