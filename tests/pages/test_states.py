#!/usr/bin/env python3
"""The twelve states of a board, made by real events: each has its shape, its text and its place."""

import kit
from office import CHIEF

SECOND = 1_000_000
DANCE = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2


class States(kit.PagesCase):
    time_mode = "virtual"

    def setUp(self):
        super().setUp()
        self.person()
        self.arbiter = self.house.client("arbiter", "desk")
        self.device = self.house.client("device", "boards")
        self.at = 0
        self.acted = 0

    def open(self, board, **terms):
        kit.hall.open_game(self.arbiter, board, f"g{board}", **terms)

    def does(self, kind, board, /, after=1, **fields):
        """An act of a player, so many seconds after the last one."""
        self.at += after * SECOND
        self.device.done(kind, board, f"g{board}", at_us=self.at, **fields)

    def moves(self, board, moves):
        for ply, move in enumerate(moves):
            self.does("press", board, side="white" if ply % 2 == 0 else "black", move=move)

    def rules(self, board, kind, **fields):
        self.house.settled()
        self.acted += 1
        body = {"id": f"act-{self.acted}", "game": f"g{board}", "by": CHIEF, "article": "11.3",
                "act": {"type": kind, **fields}}
        answer = self.house.ask("POST", "/api/v1/desk/acts", body)
        if answer.status == 200 and answer.json()["status"] == "confirm":
            answer = self.house.ask("POST", "/api/v1/desk/acts",
                                    {**body, "confirm": answer.json()["confirm"]})
        self.assertEqual(answer.status, 200, answer.body)

    def over(self, board):
        self.moves(board, ["e2e4", "e7e5"])
        self.does("resign", board, side="black")

    def make_all(self):
        """Board N is in the state N of docs/pages.md's table."""
        for board in range(2, 13):
            self.open(board, **({"default_time_us": 1800 * SECOND} if board == 5 else {}))
        self.does("claim", 2, side="white", kind="other", text="please come")
        self.moves(3, ["e2e5"])
        self.rules(4, "pause_clock")
        self.moves(6, ["e2e4", "e7e5"])
        self.rules(6, "enter_sheet", whose="white", sheet="1. d4 d5", language="english")
        self.moves(10, DANCE)
        self.over(9)
        self.over(11)
        self.rules(11, "appeal", side="black", text="I was disturbed")
        self.over(12)
        for who in ("white", "black", "arbiter"):
            self.rules(12, "approve", who=who)
        self.moves(8, ["e2e4", "e7e5"])
        self.rules(8, "adjust_clock", black_us=-5200 * SECOND)
        self.open(1, time_control="60", flag_call="arbiter", freeze=True, at_us=self.at)
        self.at += 61 * SECOND
        self.device.done("wait", 1, "g1", at_us=self.at)
        self.house.settled()

    def test_each_state_shows_itself(self):
        self.make_all()
        page = self.page(to="/hall/e2e")
        page.wait_for(".tile")
        shown = {board: page.js(
            f"document.querySelector('[data-board=\"{board}\"]').closest('.tile').className"
            ).split() for board in range(1, 13)}
        wanted = {1: "flag", 2: "claim", 3: "illegal", 4: "paused", 5: "absent", 6: "presses",
                  8: "low", 9: "unsigned", 10: "repetition", 11: "appeal", 12: "done"}
        for board, kind in wanted.items():
            with self.subTest(board=board, kind=kind):
                self.assertIn(kind, shown[board])
                icon = page.js(f"document.querySelector('[data-board=\"{board}\"] .shapes > .icon"
                               " use').getAttribute('href').split('#')[1]")
                self.assertEqual(icon, kind)
        texts = page.texts(".tile .what")
        self.assertEqual(len(set(texts)), len(texts), texts)  # without colour or shape

    def test_the_bay_has_the_worst_first(self):
        self.make_all()
        page = self.page(to="/hall/e2e")
        page.wait_for(".strip")
        kinds = page.js("[...document.querySelectorAll('.bay .strip')].map((one) =>"
                        " one.className.split(' ')[1])")
        order = ["flag", "claim", "illegal", "paused", "absent", "presses", "cut", "low", "appeal"]
        self.assertEqual(kinds, sorted(kinds, key=order.index))
        self.assertEqual(kinds[0], "flag")

    def test_a_strip_under_a_finger_stays_there(self):
        self.open(1)
        self.open(2)
        self.moves(2, ["e2e4", "e7e5"])
        self.rules(2, "enter_sheet", whose="white", sheet="1. d4 d5", language="english")
        page = self.page(to="/hall/e2e")
        page.wait_for("[data-case='2']")
        box = page.js("(({x, y, width, height}) => [x + width / 2, y + height / 2])"
                      "(document.querySelector('[data-case=\"2\"]').getBoundingClientRect())")
        page.do("move", *box, on="mouse")
        page.do("down", on="mouse")
        self.does("claim", 1, side="white", kind="other", text="please come")  # it is worse
        page.wait_for("[data-case='1']")
        self.assertEqual(page.js("document.querySelector('.bay a').dataset.case"), "2")
        page.do("up", on="mouse")
        page.until("location.pathname === '/hall/e2e/2'")


if __name__ == "__main__":
    kit.main()
