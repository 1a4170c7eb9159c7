#!/usr/bin/env python3
"""Everything that can be touched on a phone is as large as a finger and apart from the next."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "e2e"))

# pylint: disable=wrong-import-position
import hall  # noqa: E402
import kit  # noqa: E402
import test_clock  # noqa: E402
from test_equipment import REPORT  # noqa: E402
from test_everybody import Views  # noqa: E402
from test_setup import BAD, ENGINE, GOOD  # noqa: E402
from touch import NEAR, SMALL  # noqa: E402

SECTORS = [{"name": "A", "first": 1, "last": 3}, {"name": "B", "first": 4, "last": 6}]


class Touched:
    def check(self, page, view):
        with self.subTest(view=view):
            self.assertEqual(page.js(SMALL) + page.js(NEAR), [])


class States(Touched, Views):
    def test_every_state_of_a_board(self):
        self.make_all()
        for locale in ("en-GB", "de-DE"):
            page = self.page(to="/keys", **{**kit.PHONE, "locale": locale})
            for view in self.views(page):
                self.check(page, (locale, view))
            page.close()


class Pages(Touched, kit.PagesCase):
    def setUp(self):
        super().setUp()
        self.person("Ida Chief", role="chief_arbiter")
        self.person("Boris Roy")
        self.person("Carla Ding", sectors=["A"])
        self.event = self.round_of(6, name="Riverside Open", sectors=SECTORS)
        self.clock = self.house.client("device", "all boards")

    def take(self, page, label, name, content):
        path = os.path.join(self.house.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
        page.do("setInputFiles", f".drop:has-text('{label}') input", path)

    def test_a_hall_with_rounds_and_sectors(self):
        self.second_round(self.event, self.clock, 6)
        for board in (1, 2, 4):
            self.clock.board_state(board)
            self.clock.done("claim", board, f"open-r2-b{board}", side="white", kind="other",
                            text="please come")
        page = self.page("Carla Ding", **kit.PHONE)
        page.wait_for(".rounds")
        page.wait_for("[data-case='4']")
        self.check(page, "hall")
        boris = self.page("Boris Roy")
        boris.click("[aria-label='Take, board 2']")
        page.wait_for(".bay.taken [data-case='2']")
        page.do("tap", "[aria-label='Seen, board 1']")
        page.wait_for(".bay.seen [data-case='1']")
        self.check(page, "taken and seen")
        page.goto("/hall/open?q=nobody&state=done")
        page.wait_for(".empty")
        self.check(page, "nothing found")
        page.goto("/hall/open?round=1")
        page.wait_for(".counts button:has-text('unsigned')")
        self.check(page, "all numbers")

    def test_a_board_with_moves_and_sheets(self):
        self.play(self.clock, 1, kit.DANCE)
        self.house.settled()
        answer = self.house.ask("POST", "/api/v1/desk/acts", {
            "id": "sheet", "game": "open-r1-b1", "by": kit.office.CHIEF,
            "act": {"type": "enter_sheet", "whose": "white", "sheet": "1. Nf3 Nf6 2. Nc3 Ng8",
                    "language": "english"}})
        self.assertEqual(answer.status, 200, answer.body)
        page = self.page("Boris Roy", "/hall/open/1", **kit.PHONE)
        page.wait_for(".sheetlist tbody tr")
        page.wait_for(".movelist td button")
        self.check(page, "board")
        page.do("tap", ".acts button:text-is('Set the clock')")
        page.wait_for(".sheet [name=white]")
        self.check(page, "clock")
        page.press("Escape")
        page.press("n")
        page.fill(".sheet [name=text]", "a phone rang")
        page.do("tap", ".sheet .go")
        page.fill(".sheet [name=pin]", kit.PIN)
        page.do("tap", ".sheet .go")
        page.wait_for(".toast")
        page.js("scrollTo(0, document.body.scrollHeight)")
        self.check(page, "done")

    def test_setting_up_and_equipment(self):
        page = self.page("Ida Chief", "/setup", **kit.PHONE)
        page.wait_for("form.card")
        self.check(page, "new")
        office = kit.office.Office(self.house, "harbour")
        office.create(name="Harbour Open")
        page.goto("/setup/harbour")
        self.take(page, "list of players", "players.csv", BAD)
        page.wait_for(".faults")
        self.check(page, "faults")
        self.take(page, "list of players", "players.csv", GOOD)
        page.wait_for("section:has-text('4 players')")
        page.do("tap", "summary:has-text('Type them')")
        self.check(page, "players")
        self.take(page, "pairings", "round1.txt", ENGINE)
        page.wait_for("td:has-text('1 Ólafsson, Jón')")
        page.do("tap", "summary:has-text('Print the codes')")
        page.wait_for("[name=pin]")
        self.check(page, "pairings")
        self.house.client("boards", "their gateway").send(
            {**REPORT, "serial": "A-1", "board": 1, "shows": "other",
             "placement": "4k3/8/8/8/8/8/8/4K2R"})
        page.goto("/equipment")
        page.wait_for(".troubled")
        self.check(page, "equipment")


class Clock(Touched, test_clock.ClockCase):
    views = test_clock.Looks.views

    def test_every_page(self):
        for board, size in enumerate(((844, 390), (390, 844)), 1):
            options = {"viewport": dict(zip(("width", "height"), size))}
            for view, page in self.views("de-DE", board, **options):
                self.check(page, (view, size))


if __name__ == "__main__":
    hall.main()
