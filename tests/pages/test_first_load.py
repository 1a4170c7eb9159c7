#!/usr/bin/env python3
"""The first load of each page: it is small, asks no other server, writes nothing to the console,
and does nothing that its policy forbids."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "e2e"))

# pylint: disable=wrong-import-position
import hall  # noqa: E402
import kit  # noqa: E402
from test_clock import PALM, PHONE, ClockCase  # noqa: E402

KILO = 1024
OFFICE, BOARD, CLOCK = 44 * KILO, 59 * KILO, 22 * KILO  # a board is the hall, and more
SETUP, EQUIPMENT = 53 * KILO, 46 * KILO  # each has a part of its own, and German its sentences
BUDGETS = {"/hall/open/2": BOARD, "/setup": SETUP, "/setup/open": SETUP, "/equipment": EQUIPMENT}
# The parts that only one kind of page loads.
PARTS = {"/hall/open/2": {"board"}, "/setup": {"setup"}, "/setup/open": {"setup"},
         "/equipment": {"equipment"}}
LOADED = """performance.getEntriesByType("resource").map((one) => one.name.split("/a/")[1])
  .filter(Boolean).map((name) => name.split("-")[0])"""
DRIVER = "Service Worker registration blocked by Playwright"
REPORTS = """window.reports = [];
document.addEventListener("securitypolicyviolation", (event) =>
  reports.push(`${event.violatedDirective} ${event.blockedURI}`));"""
# Parts that a page loads for later, some seconds after its start, are not part of the first load,
# and a slow machine must not make them one.
NOTHING_LATER = """for (const timer of ["setTimeout", "setInterval"]) {
  const set = window[timer];
  window[timer] = (does, after, ...rest) => after >= 1500 ? 0 : set(does, after, ...rest);
}"""
# As they come over plain http: with gzip. The contents of a hall, the API's answers, do not count.
SIZE = """[...performance.getEntriesByType("navigation"),
  ...performance.getEntriesByType("resource").filter((one) => !one.name.includes("/api/"))]
  .reduce((sum, one) => sum + one.encodedBodySize, 0)"""


class FirstLoad:
    """The limits for the pages of both daemons."""

    def check(self, page, base, budget):
        size = page.js(SIZE)
        self.assertTrue(KILO < size <= budget, size)
        loaded = set(page.js(LOADED)) & {"board", "setup", "equipment", "many", "record_de"}
        self.assertEqual(loaded, PARTS.get(page.js("location.pathname"), set()))
        asked = [one for one in page.asked() if not one.startswith(("data:", base + "/"))]
        self.assertEqual(asked, [])
        self.assertEqual([one for one in page.talked() if not one.endswith(DRIVER)], [])
        self.assertEqual(page.js("reports"), [])


class Office(FirstLoad, kit.PagesCase):
    def setUp(self):
        super().setUp()
        self.person(role="chief_arbiter")
        self.round_of(6, name="Riverside Open")
        self.clock = self.house.client("device", "all boards")

    def key(self, language):
        """How a person who has logged in opens a page: with nothing of it loaded before."""
        page = self.page(to="/keys", locale=language)
        kept = page.js("({...sessionStorage})")
        cookies = page.do("cookies", on="context")
        page.close()
        return kept, cookies

    def first(self, path, shows, key, language):
        kept, cookies = key
        page = self.browser.open(self.base, locale=language)
        page.do("addCookies", cookies, on="context")
        page.do("addInitScript", {"content": REPORTS}, on="context")
        page.do("addInitScript", {"content": NOTHING_LATER}, on="context")
        for name, value in kept.items():
            page.do("addInitScript", {
                "content": f"sessionStorage.setItem({name!r}, {value!r});"}, on="context")
        page.goto(path)
        page.wait_for(shows)
        return page

    def test_of_every_page(self):
        self.clock.done("claim", 2, "open-r1-b2", side="white", kind="other", text="please")
        self.house.settled()
        pages = {"/hall/open": ".tile", "/hall/open/2": ".boardpage .player .clock",
                 "/": ".tile", "/events": ".events a", "/keys": "kbd",
                 "/setup": "form.card", "/setup/open": ".setup section",
                 "/equipment": "main p:text-is('No electronic board is known here.'), main h1",
                 "/login": "[name=password]"}
        for language in ("en-GB", "de-DE"):
            key = self.key(language)
            for path, shows in pages.items():
                with self.subTest(path=path, language=language):
                    page = self.first(path, shows, key, language)
                    self.check(page, self.base, BUDGETS.get(path, OFFICE))
                    page.close()

    def test_of_a_reader_without_a_key(self):
        for path in ("/", "/events", "/hall/open"):
            with self.subTest(path=path):
                page = self.first(path, ".events a", ({}, []), "en-GB")
                self.check(page, self.base, OFFICE)
                page.close()


class Clock(FirstLoad, ClockCase):
    def test_of_every_page(self):
        base = f"http://127.0.0.1:{self.port}"
        for language in ("en-GB", "de-DE"):
            for path, shows in (("/board/1", "p.page, main.page"), (self.link_to(1), "button.go")):
                with self.subTest(path=path.split("#", 1)[0], language=language):
                    page = self.browser.open(base, **{**PHONE, "locale": language})
                    page.do("addInitScript", {"content": REPORTS}, on="context")
                    page.goto(path)
                    page.wait_for(shows)
                    self.check(page, base, CLOCK)
                    page.close()

    def test_of_a_clock_that_runs(self):
        """It has loaded nothing else by then, and goes on loading nothing."""
        base = f"http://127.0.0.1:{self.port}"
        for board, language in enumerate(("en-GB", "de-DE"), 1):
            with self.subTest(language=language):
                page = self.playing(board, locale=language, serviceWorkers="block")
                page.do("addInitScript", {"content": REPORTS}, on="context")
                page.asked()
                page.talked()
                page.do("reload")
                page.wait_for(".half.white.runs")
                self.check(page, base, CLOCK)
                page.do("waitForTimeout", PALM)  # a page takes no touch at first
                self.tap(page, (0.25, 0.4))
                self.until_pressed(1, board)
                page.wait_for(".half.black.runs")
                self.check(page, base, CLOCK)
                page.close()


if __name__ == "__main__":
    hall.main()
