#!/usr/bin/env python3
"""The hall as one answer, its changes since then, which arbiter goes where, and the link's ping."""

import json
import re

import hall
from office import EVENTS, Office, OfficeCase
from followers import WebSocket

SECTORS = [{"name": "A", "first": 1, "last": 1}, {"name": "B", "first": 2, "last": 2}]


class HallView(OfficeCase):
    time_mode = "real"

    def setUp(self):
        super().setUp()
        self.event = Office(self.house).with_round()
        self.event.done("start_round", round=1)
        self.house.settled()
        self.clock = self.house.client("device", "boards")

    def view(self, **query):
        text = "&".join(f"{name}={value}" for name, value in query.items())
        answer = self.house.get(f"{EVENTS}/open/hall?{text}")
        self.assertEqual(answer.status, 200, answer.body)
        return json.loads(answer.body)

    def press(self, board, side, move):
        self.clock.done("press", board, f"open-r1-b{board}", side=side, move=move)
        self.house.settled()

    def test_the_pages_are_one_document_without_data(self):
        found = {path: self.house.get(path, token="") for path in
                 ("/login", "/keys", "/events", "/setup", "/setup/open", "/equipment",
                  "/hall/open", "/hall/open/1")}
        self.assertEqual({one.status for one in found.values()}, {200})
        self.assertEqual(len({one.body for one in found.values()}), 1)
        script = re.search(r'src="(/a/[^"]+)"', found["/login"].body).group(1)
        self.assertEqual(self.house.get(script, token="").status, 200)

    def test_all_boards_come_in_one_answer(self):
        whole = self.view()
        self.assertEqual([one["board"] for one in whole["tiles"]], [1, 2])
        self.assertTrue(whole["whole"])
        tile = whole["tiles"][0]
        self.assertEqual((tile["status"], tile["clock"]["turn"], tile["clock"]["runs"]),
                         ("playing", "white", True))
        self.assertNotIn("fen", tile)
        self.assertTrue(self.view(positions="true")["tiles"][0]["fen"].startswith("rnbq"))

    def test_only_what_has_changed_comes_again(self):
        seq = self.view()["seq"]
        self.assertEqual(self.view(after=seq)["tiles"], [])
        self.press(2, "white", "e2e4")
        changed = self.view(after=seq)
        self.assertFalse(changed["whole"])
        self.assertEqual([one["board"] for one in changed["tiles"]], [2])
        clock = changed["tiles"][0]["clock"]
        self.assertEqual((clock["turn"], changed["tiles"][0]["plies"]), ("black", 1))

    def test_the_clock_is_that_of_clockd(self):
        self.press(1, "white", "e2e4")
        tile = self.view()["tiles"][0]
        state = self.clock.board_state(1)
        self.assertEqual(tile["clock"]["whiteMs"], state["white_us"] // 1000)
        # Black's clock has run since the press: the reading and its instant show since when.
        at_press = state["black_us"] + state["at_us"] - tile["clock"]["atUs"]
        self.assertEqual(tile["clock"]["blackMs"], at_press // 1000)
        self.assertEqual(tile["clock"]["epoch"], state["epoch"])

    def test_a_pause_and_who_gave_it(self):
        answer = self.house.ask("POST", "/api/v1/desk/acts", {
            "id": "1", "game": "open-r1-b1", "by": "Anna Berg", "act": {"type": "pause_clock"}})
        self.assertEqual(answer.status, 200, answer.body)
        self.house.settled()
        tile = self.view()["tiles"][0]
        self.assertFalse(tile["clock"]["runs"])
        self.assertEqual((tile["stands"]["by"], tile["stands"]["named"]), ("Anna Berg", True))

    def test_what_waits_is_with_its_board(self):
        self.clock.done("claim", 2, "open-r1-b2", side="white", kind="other", text="please")
        self.house.settled()
        first, second = self.view()["tiles"]
        self.assertEqual(first["questions"], [])
        self.assertEqual([one["about"] for one in second["questions"]], ["claim_other"])

    def test_who_goes_to_a_board(self):
        path = f"{EVENTS}/open/hall/cases/2"
        taken = self.house.ask("PUT", path, {"taken": True, "by": "Anna Berg"})
        self.assertEqual([(one["board"], one["by"]) for one in taken.json()["cases"]],
                         [(2, "Anna Berg")])
        self.assertEqual(len(self.view()["cases"]), 1)
        self.house.ask("PUT", path, {"taken": False, "by": "Boris Roy"})  # it is not this person's
        self.assertEqual(len(self.view()["cases"]), 1)
        self.house.ask("PUT", path, {"taken": False, "by": "Anna Berg"})
        self.assertEqual(self.view()["cases"], [])

    def test_a_ping_is_answered_with_the_instant(self):
        path = f"{EVENTS}/open/ws"
        before = self.clock.board_state(1)["at_us"]
        with WebSocket(self.house.http_port, path, self.house.owner_token()) as socket:
            socket.send(1, b'{"ping":4711}')
            pong = json.loads(socket.message())
        self.assertEqual(pong["pong"], 4711)
        self.assertLess(before, pong["instantUs"])
        self.assertLess(pong["instantUs"], self.clock.board_state(1)["at_us"])
        self.assertTrue(pong["build"])
        self.assertEqual(pong["seq"], self.view()["seq"])
        with WebSocket(self.house.http_port, path) as socket:
            for odd in (b"nothing", b'{"ping":"x"}', b'{"ping":1}'):  # only the last is answered
                socket.send(1, odd)
            public = json.loads(socket.message())
        self.assertNotIn("seq", public)  # how busy the hall is, is not public

    def test_it_is_for_arbiters_and_sectors_take_their_own(self):
        self.assert_problem(self.house.get(f"{EVENTS}/open/hall", token=""), 401, "not_logged_in")
        self.event.done("change_event", info={"name": "Open", "sectors": SECTORS})
        token = self.token("arbiter", sectors=["A"])
        path = f"{EVENTS}/open/hall/cases/"
        other = self.house.ask("PUT", path + "2", {"taken": True}, token=token)
        self.assert_problem(other, 403, "not_yours")
        self.assertEqual(self.house.ask("PUT", path + "1", {"taken": True}, token=token).status,
                         200)

    def test_what_an_act_would_do_is_shown(self):
        act = {"id": "2", "game": "open-r1-b1", "by": "Anna Berg", "confirm": "show",
               "act": {"type": "adjust_clock", "white_us": -60_000_000}, "article": "12.9.3"}
        shown = self.house.ask("POST", "/api/v1/desk/acts", act).json()
        self.assertEqual(shown["status"], "confirm")
        self.assertEqual(shown["consequences"]["added"], {"whiteMs": -60_000, "blackMs": 0})
        self.assertEqual(self.house.get("/api/v1/desk/games/open-r1-b1").json()["rulings"], [])
        done = self.house.ask("POST", "/api/v1/desk/acts", {**act, "confirm": shown["confirm"]})
        self.assertEqual(done.json()["status"], "done")
        # The token is not for another act: that one gets a preview first.
        self.house.settled()
        act = {**act, "id": "3", "act": {"type": "adjust_clock", "white_us": -1_000_000}}
        other = self.house.ask("POST", "/api/v1/desk/acts", {**act, "confirm": shown["confirm"]})
        self.assertEqual(other.json()["status"], "confirm")


if __name__ == "__main__":
    hall.main()
