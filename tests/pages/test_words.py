#!/usr/bin/env python3
"""A German page has no English words, but for those that are marked as English and what people
wrote: on every page, with every sheet, and in what only a screen reader gets."""

import json

import kit
import office
import test_clock
import test_once
from test_equipment import REPORT
from test_everybody import Views
from test_german import German

# Words that German does not have. What is marked as English, and what a computer reads, is let be.
ENGLISH = r"""(() => {
  const words = new RegExp("\\b(the|and|is|are|with|which|has|have|been|this|that|from|what|when" +
    "|of|to|by|for|be|it|cannot|does|did|must|only|than|there|their|they|would|can|not|no|yes" +
    "|your|you|boards?|clocks?|moves?|rounds?|games?|results?|players?|rulings?|arbiters?|white" +
    "|black|unknown|link|event|events|time|illegal_\\w+|[a-z]+_[a-z_]+)\\b", "i");
  const own = ["[lang=en]", "code", "kbd", "bdi", ".name", ".sheettext", "textarea", "datalist",
    "option", "style", "script"].join();
  const said = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  for (let one = document.body; one; one = walk.nextNode()) {
    if (!one.checkVisibility({visibilityProperty: true})) continue;
    if (one.closest(own) && !one.matches("option:not([lang=en] *)")) continue;
    for (const node of one.childNodes) if (node.nodeType === 3) said.push(node.data);
    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
      if (one.hasAttribute(name)) said.push(one.getAttribute(name));
  }
  said.push(document.title);
  const plain = (text) => THEIRS.reduce((rest, one) => rest.replaceAll(one, ""), text).trim();
  return [...new Set(said.map(plain).filter((text) => words.test(text)))];
})()"""
# What people wrote or named in these tests, and names.
THEIRS = ["please come", "I was disturbed", "a phone rang", "White", "Black", "Flagfall"]
ENGLISH = ENGLISH.replace("THEIRS", json.dumps(THEIRS))
# What may be marked as English: the record's own words, and values of evidence.
MARKED = r"""[...document.querySelectorAll("[lang=en]")]
  .filter((one) => one.checkVisibility({visibilityProperty: true}) && one.innerText !== "" &&
    !one.matches(".wording *, dd, [aria-labelledby=rulings] *, .log *"))
  .map((one) => one.innerText)"""

# One of each method, and those that are unusual.
CONTROLS = ("40/5400+30:1800+30", "40/7200:20/3600", "25/7200:3600+30", "40/9000", "5400b30",
            "300d5", "180h", "0g10", "0u", "1800:150y30", "1800:10/300c", "W300-B240", "1800+30",
            "3600+30", "2010-04", "nonsense")


class Said:
    def check(self, page, view):
        with self.subTest(view=view):
            self.assertEqual(page.js("document.documentElement.lang"), "de")
            self.assertEqual(page.js(ENGLISH), [])
            self.assertEqual(page.js(MARKED), [])


class States(Said, Views):
    def test_every_view(self):
        self.make_all()
        page = self.page(to="/keys", locale="de-DE")
        for view in self.views(page):
            self.check(page, view)

    def test_every_sheet(self):
        self.make_all()
        page = self.page(to="/hall/e2e/3", locale="de-DE")
        page.wait_for(".boardpage .acts button")
        for board in (2, 4, 9):
            page.goto(f"/hall/e2e/{board}")
            page.wait_for(".boardpage .acts button")
            page.click(".others summary")
            for number in range(page.count(".acts button")):
                page.click(f".acts button >> nth={number}")
                page.wait_for(".sheet h2")
                page.js("document.querySelectorAll('.sheet details').forEach((one) =>"
                        " { one.open = true; })")
                self.check(page, (board, page.text(".sheet h2")))
                page.press("Escape")
                page.wait_for(".sheet", "detached")


class Boards(Said, German):
    test_no_sentence_of_the_record_is_in_english = None

    def test_every_board(self):
        self.make_all()
        self.make_more()
        page = self.page(to="/hall/e2e", locale="de-DE")
        page.wait_for(".tile")
        self.check(page, "hall")
        for board in range(1, 32):
            page.goto(f"/hall/e2e/{board}")
            page.wait_for(".boardpage .player .clock")
            page.wait_for("[aria-labelledby=rulings]")
            self.check(page, board)


class Acts(Said, test_once.Once):
    """What the acts will do, and what the set-up says."""
    test_every_act_of_a_board = test_an_answer_and_many_boards = None

    def test_what_acts_will_do(self):
        self.play(self.clock, 1, ["e2e4", "e7e5"])
        self.house.settled()
        page = self.page("Ida Chief", "/hall/open/1", locale="de-DE")
        page.wait_for(".acts button")
        page.click(".others summary")
        german = dict(zip((one[0] for one in test_once.ACTS), (
            "Anhalten", "Uhr stellen", "Zeit geben, nehmen", "Fortsetzen", "Strafe", "Notiz",
            "Protokoll gezeigt", "Formular eintragen", "Ergebnis")))
        for name, kind, chosen, written in test_once.ACTS:
            page.click(f".acts button:text-is('{german[name]}')")
            for field, value in chosen.items():
                self.choose(page, field, value)
            for field, value in written.items():
                page.fill(f".sheet [name={field}]", value)
            if page.count(".sheet .will") == 0:
                page.click(".sheet .go")
            page.wait_for(".sheet .will li")
            self.check(page, kind)
            page.fill(".sheet [name=pin]", kit.PIN)
            page.click(".sheet .go")
            page.wait_for(".sheet", "detached")
            self.check(page, f"after {kind}")

    def test_what_others_rely_on(self):
        """The notes before the consequences: at a board, and for many boards."""
        self.play(self.clock, 1, ["e2e4", "e7e5"])
        self.clock.done("resign", 1, "open-r1-b1", side="black")
        self.house.settled()
        self.house.ask("POST", "/api/v1/events/open/rounds/1/results/1/ack",
                       {"consumer": "swiss", "revision": 1}, {"Idempotency-Key": "ack"})
        event = office.Office(self.house)
        event.keys = 100  # the first ones made the round
        event.done("set_pairings", round=2, pairings=[{"board": 1, "white": 2, "black": 3}])
        page = self.page("Ida Chief", "/hall/open/1", locale="de-DE")
        page.click(".acts button:text-is('Ergebnis')")
        self.choose(page, "score", "1/2-1/2")
        page.fill(".sheet [name=article]", "5.2.3")
        self.house.clockd.end()  # what clocks get waits for the link
        page.click(".sheet .go")
        page.wait_for(".sheet .will li:has-text('swiss hat das bisherige Ergebnis')")
        page.wait_for(".sheet .will li:has-text('Runde 2 ist schon ausgelost')")
        self.check(page, "relied on")
        page.press("Escape")
        page.goto("/hall/open")
        page.click(".many")
        page.click(".sheet .option >> nth=0")
        page.wait_for(".sheet .will li:has-text('clockd ist nicht erreichbar')")
        page.wait_for(".sheet .will li:has-text('An Brett 2-4 (Bretter: 3)')")
        page.wait_for(".sheet .will li:has-text('Nicht an Brett 1 (Bretter: 1): Die Partie')")
        self.check(page, "not reached")

    def test_many_boards(self):
        page = self.page("Ida Chief", "/hall/open", locale="de-DE")
        for option in ("phone", "pause"):
            page.click(".many")
            page.wait_for(".sheet .option")
            self.check(page, "many")
            page.click(".sheet .option >> nth=0")
            page.wait_for(".sheet .will li")
            self.check(page, option)
            page.press("Escape")

    def test_pages_beside_the_hall(self):
        page = self.page("Ida Chief", "/setup", locale="de-DE")
        page.wait_for("form.card")
        for control in CONTROLS:
            page.fill("[name=control]", "")
            page.until("document.querySelector('#meaning').textContent === ''")
            page.fill("[name=control]", control)
            page.until("document.querySelector('#meaning').textContent !== ''")
            self.check(page, control)
        page.goto("/setup/open")
        page.wait_for(".setup section")
        self.check(page, "/setup/open")
        page.goto("/equipment")
        page.wait_for("main p:not([role=alert])")
        self.check(page, "/equipment")
        self.house.client("boards", "their gateway").send(
            {**REPORT, "serial": "A-1", "board": 1, "source": "ttyUSB0", "shows": "other",
             "battery": "low",
             "placement": "4k3/8/8/8/8/8/8/4K2R", "drift_us": 1_500_000})
        page.wait_for(".troubled")
        self.check(page, "a board")

    def test_what_is_refused(self):
        for path in ("/hall/nowhere", "/setup/nowhere", "/hall/open/99", "/nowhere"):
            page = self.page("Ida Chief", path, locale="de-DE")
            page.until("document.querySelector('#page').innerText.trim() !== ''")
            page.do("waitForLoadState", "networkidle")
            page.until("!document.body.innerText.includes('Wird geladen')")
            self.check(page, path)
            page.close()
        page = self.browser.open(self.base, locale="de-DE")
        page.goto("/login")
        for name in ("Ida Chief", "Nobody"):
            page.fill("[name=name]", name)
            page.fill("[name=password]", "wrong horses")
            page.click("button[type=submit]")
            page.until("document.querySelector('#wrong').innerText !== ''")
            self.check(page, "a wrong password")
        page.click("summary")
        page.fill("[name=by]", "Olga")
        page.fill("[name=token]", "no token")
        page.click("details button[type=submit]")
        page.until("document.querySelector('#wrong').innerText !== ''")
        self.check(page, "a wrong token")


class Clock(Said, test_clock.ClockCase):
    views = test_clock.Looks.views

    def test_every_page(self):
        for view, page in self.views("de-DE", 1):
            self.check(page, view)


if __name__ == "__main__":
    kit.main()
