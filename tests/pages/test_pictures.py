#!/usr/bin/env python3
"""Pictures of the pages, for people: in the build folder, or with FLAGFALL_PICTURES in that
one (docs/pictures has the committed ones). Nothing compares them, because each version of a
browser draws text differently. The test is that all of them can be taken: each view in English and
German, light and dark."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "e2e"))

# pylint: disable=wrong-import-position
import hall  # noqa: E402
import kit  # noqa: E402
from browser import ROOT  # noqa: E402
from test_clock import PHONE, ClockCase  # noqa: E402

NAMES = """Ólafsson Berg Novak Roy Sørensen Kowalczyk Müller Ivanova García Nakamura
Papadopoulos Ding
Singh O’Neill Haddad Costa Lindqvist Zhou Fernández Petrov Tóth Jansen Moreau Rossi Dvořák Hansen
Kim Silva Popescu Yılmaz Horvat Laine Weber Dubois Marín Olsen Fischer Adams Koné Sato""".split()
OPENING = ["e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4", "f3d4", "g8f6", "b1c3", "a7a6", "f1e2",
           "e7e5", "d4b3", "f8e7", "e1g1", "e8g8"]
LANGUAGES = {"en": "en-GB", "de": "de-DE"}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
UPRIGHT = {"viewport": {"width": 390, "height": 844}}
NARROW = {"viewport": {"width": 320, "height": 640}}
LARGE = {"content": "addEventListener('DOMContentLoaded', () =>"
                    " { document.documentElement.style.fontSize = '200%'; });"}
DONE = {"status": 409, "contentType": "application/problem+json",
        "body": '{"type": "about:blank", "title": "No", "status": 409, "code": "game_over",'
                ' "detail": "the game is over: only its result can change"}'}


class Taker:
    """The folder for pictures, and which were taken."""

    def folder(self):
        folder = os.environ.get("FLAGFALL_PICTURES") or os.path.join(
            kit.hall.Options.build, "tests", "pictures")
        os.makedirs(folder, exist_ok=True)
        return folder

    def take(self, page, name, schemes=("light", "dark")):
        """The page's content, in each scheme."""
        for scheme in schemes:
            page.do("emulateMedia", {"colorScheme": scheme})
            page.do("waitForTimeout", 250)  # animations have ended
            path = os.path.join(self.folder(), f"{name}-{scheme}.webp")
            page.picture(path)
            self.assertGreater(os.path.getsize(path), 1000, path)
            committed = os.path.join(ROOT, "docs", "pictures", os.path.basename(path))
            self.assertTrue(os.path.exists(committed), committed)


class Office(Taker, kit.BoardsCase):
    def open(self, board, **terms):
        white, black = NAMES[(2 * board) % len(NAMES)], NAMES[(2 * board + 1) % len(NAMES)]
        super().open(board, white=f"{white}, A", black=f"{black}, B",
                     **{"event": "riverside", "round": "3", "time_control": "5400+30", **terms})

    def setUp(self):
        super().setUp()
        for board in range(13, 37):
            self.open(board)
            for ply, move in enumerate(OPENING[:board % len(OPENING)]):
                self.does("press", board, after=3 + board % 7,
                          side="white" if ply % 2 == 0 else "black", move=move)
        self.make_all()
        office = kit.office.Office(self.house, "harbour")
        office.create(name="Harbour Open")
        paired = kit.office.Office(self.house, "quay")
        paired.create(name="Quay Open")
        paired.done("enter_players", players=paired.players(6))
        paired.done("set_pairings", round=1, pairings=[
            {"board": 101 + i, "white": 2 * i + 1, "black": 2 * i + 2} for i in range(3)])
        self.list = os.path.join(self.house.folder, "players.csv")
        with open(self.list, "w", encoding="utf-8") as file:
            file.write("name,title,rating\nÓlafsson,GM,2512\nBerg,WFM,strong\n")

    def page(self, *args, **options):
        """Of somebody who knows the pages: without hints."""
        page = super().page(*args, **options)
        page.do("addInitScript", {"content": "localStorage.hints = 'bay tile sheet';"})
        page.do("reload")
        return page

    def setting_up(self, page):
        page.goto("/setup")
        page.wait_for("form.card")
        page.fill("[name=name]", "Riverside Open 2026")
        page.fill("[name=control]", "40/5400+30:1800+30")
        page.until("document.querySelector('#meaning').textContent !== ''")
        yield "setup"
        page.goto("/setup/harbour")
        page.wait_for(".drop")
        page.do("setInputFiles", ".drop input", self.list)
        page.wait_for(".faults")
        yield "setup-file"
        page.goto("/setup/quay")
        page.click("[aria-labelledby=clocks] summary")
        page.wait_for("[aria-labelledby=clocks] code")
        page.js("document.querySelector('[aria-labelledby=clocks]').scrollIntoView()")
        yield "setup-codes"

    def views(self, page):
        """One view after the other; returns its name."""
        for path, shows, name in (("/events", ".events a", "events"), ("/keys", "kbd", "keys"),
                                  ("/hall/riverside", ".strip", "hall"),
                                  ("/hall/riverside?q=nobody", ".empty", "hall-empty")):
            page.goto(path)
            page.wait_for(shows)
            yield name
        page.goto("/hall/riverside/30#ply=9")
        page.wait_for(".instant")
        yield "board-past"
        page.goto("/hall/riverside/6")
        page.wait_for("[aria-labelledby=sheets] .card")
        page.js("document.querySelector('[aria-labelledby=sheets]').scrollIntoView()")
        yield "board-sheets"
        page.press("c")
        page.wait_for(".sheet [name=white]")
        yield "clock-set"
        page.press("Escape")
        page.goto("/hall/riverside/2")
        page.wait_for(".question")
        yield "board"
        page.press("r")
        page.wait_for(".sheet .option")
        yield "ruling-choose"
        page.click(".sheet .option >> nth=0")
        page.wait_for(".sheet .will")
        yield "ruling-confirm"
        page.refuse("**/desk/acts", DONE)
        page.fill(".sheet [name=pin]", kit.PIN)
        page.press("Control+Enter")
        page.until("document.querySelector('#wrongpin').textContent !== ''")
        page.allow()
        yield "ruling-refused"
        page.goto("/hall/riverside")
        page.wait_for(".strip")
        page.click(".many")
        page.wait_for(".sheet .option")
        yield "many"

    def test_of_arbiterds_pages(self):
        for language, locale in LANGUAGES.items():
            for size, options in (("", DESKTOP), ("phone-", UPRIGHT)):
                page = self.page(to="/keys", locale=locale, **options)
                for name in self.views(page):
                    self.take(page, f"{name}-{size}{language}")
                page.goto("/hall/riverside")
                page.wait_for(".strip")
                page.offline(True)
                page.wait_for(".cutoff")
                if size:
                    self.take(page, f"hall-cut-off-{size}{language}")
                page.close()
            page = self.browser.open(self.base, locale=locale, **UPRIGHT)
            page.goto("/login")
            page.wait_for("[name=password]")
            self.take(page, f"login-phone-{language}")
            page.close()

    def test_of_setting_up(self):
        self.person("Eva Lind", role="chief_arbiter")
        for language, locale in LANGUAGES.items():
            for size, options in (("", DESKTOP), ("phone-", UPRIGHT)):
                page = self.page("Eva Lind", to="/keys", locale=locale, **options)
                for name in self.setting_up(page):
                    self.take(page, f"{name}-{size}{language}")
                page.close()

    def test_of_other_screens(self):
        for language, locale in LANGUAGES.items():
            page = self.page(to="/hall/riverside", locale=locale, **NARROW)
            page.wait_for(".strip")
            self.take(page, f"hall-narrow-{language}")
            page.do("addInitScript", LARGE)
            page.goto("/hall/riverside")
            page.wait_for(".strip")
            self.take(page, f"hall-large-text-{language}")
            page.close()
        page = self.page(to="/hall/riverside", forcedColors="active", **UPRIGHT)
        page.wait_for(".strip")
        self.take(page, "hall-forced-colours-en", schemes=("dark",))


class Clock(Taker, ClockCase):
    """The clock's own page is dark in each scheme."""

    def shows(self, page, name, selector):
        page.wait_for(selector)
        self.take(page, f"clock-{name}", schemes=("dark",))

    def test_of_the_clock(self):
        for board, (language, locale) in enumerate(LANGUAGES.items(), 1):
            options = {**PHONE, "locale": locale, "deviceScaleFactor": 1}
            page = self.browser.open(f"http://127.0.0.1:{self.port}", **options)
            page.goto(self.link_to(board))
            self.shows(page, f"enrol-{language}", "button.go")
            page.click("button.go")
            self.shows(page, f"waits-{language}", "main.clock")
            self.game(board, "300+5", start=False)
            self.shows(page, f"ready-{language}", "main.clock[data-phase=ready]")
            self.arbiter.done("start_game", board, f"g{board}")
            self.shows(page, f"running-{language}", ".half.white.runs")
            page.press("Escape")
            self.shows(page, f"menu-{language}", "dialog[open]")
            page.press("Escape")
            self.arbiter.done("pause", board, f"g{board}", reason="fire alarm")
            self.shows(page, f"paused-{language}", ".half.white:not(.runs)")
            self.arbiter.done("set_reading", board, f"g{board}", white_us=9_900_000,
                              black_us=60_000_000, turn="white", ply=0, run=True,
                              article="6.10.2", reason="test")
            self.shows(page, f"low-{language}", ".half.white.runs")
            self.shows(page, f"flag-{language}", ".half.white.flag")
            page.offline(True)
            self.shows(page, f"cut-off-{language}", ".cut")
            page.close()


if __name__ == "__main__":
    hall.main()
