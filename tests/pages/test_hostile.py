#!/usr/bin/env python3
"""Somebody who taps twice, goes back, loses the link and restarts daemons in the middle of it."""

import json

import kit
from test_board import OneBoard

HELD = """{ const ask = fetch; window.held = []; window.fetch = (...args) =>
  String(args[0]).includes("/desk/games/") && window.hold
    ? new Promise((go) => held.push(() => go(ask(...args)))) : ask(...args); }"""


# Two taps at one place, the second when the page has drawn what the first did. No time passes for
# the page meanwhile, and what it does after a while waits until go() is called.
TWICE = """(async (selector) => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() =>
    requestAnimationFrame(done)));
  const [set, time, now] = [setTimeout, performance.now, performance.now()];
  const later = [];
  window.setTimeout = (does, after) => after === 350 ? later.push(does) : set(does, after);
  performance.now = () => now;
  const {x, y, width, height} = document.querySelector(selector).getBoundingClientRect();
  for (let count = 0; count < 2; count += 1) {
    const at = document.elementFromPoint(x + width / 2, y + height / 2);
    at.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
    at.dispatchEvent(new PointerEvent("pointerup", {bubbles: true}));
    at.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, detail: 1}));
    await drawn();
  }
  window.go = () => {
    [window.setTimeout, performance.now] = [set, time];
    later.forEach((does) => does());
  };
})"""


class Sheets(OneBoard):
    """What lies over the page."""

    def note(self, page, text="a phone rang"):
        page.press("n")
        page.fill(".sheet [name=text]", text)

    def test_back_closes_a_sheet_and_then_leaves_the_page(self):
        page = self.page(to="/hall/open")
        page.click("[data-board='2']")
        page.wait_for(".boardpage .acts button")
        self.note(page)
        page.js("history.back()")
        page.wait_for(".sheet", "detached")
        page.wait_for("h1 b:text-is('2')")
        for _ in range(2):  # closed otherwise: one "back" leaves the page all the same
            self.note(page)
            page.press("Escape")
            page.wait_for(".sheet", "detached")
        page.js("history.back()")
        page.wait_for(".hallpage .tile")
        page.click(".many")
        page.wait_for(".sheet .option")
        page.js("history.back()")
        page.wait_for(".sheet", "detached")
        page.wait_for(".hallpage .tile")
        page.js("history.forward()")  # there is no sheet to come back to
        page.click("[data-board='3']")
        page.wait_for("h1 b:text-is('3')")
        page.press("Escape")
        page.press("Escape")
        page.wait_for(".hallpage .tile")
        self.assertEqual(page.said(), [])

    def test_back_from_a_case_leads_to_the_hall(self):
        self.call(2)
        page = self.page(to="/hall/open")
        page.click("[data-case='2']")
        page.wait_for(".sheet .option")
        page.js("history.back()")
        page.wait_for(".sheet", "detached")
        page.wait_for(".question")
        page.js("history.back()")
        page.wait_for(".hallpage [data-case='2']")

    def test_a_sheet_says_that_the_link_is_cut(self):
        for locale, said in (("en-GB", "Not now: the link is cut."),
                             ("de-DE", "Nicht jetzt: die Verbindung ist getrennt.")):
            page = self.at(2, self.page(to="/hall/open/2", locale=locale))
            self.note(page)
            places = "document.querySelector('.sheet .go').getBoundingClientRect().y"
            before = page.js(places)
            page.offline(True)
            page.wait_for(f".sheet .by:text-is('{said}')")
            self.assertEqual(page.js(places), before)
            self.assertTrue(page.js("document.querySelector('.sheet .go').disabled"))
            page.offline(False)
            page.wait_for(".sheet .by:empty", "attached")
            page.wait_for(".sheet .go:not(:disabled)")
            self.assertEqual(page.js("document.querySelector('.sheet [name=text]').value"),
                             "a phone rang")
            page.close()

    def test_both_daemons_start_again_in_the_middle_of_a_sheet(self):
        self.call(2)
        page = self.page(to="/hall/open")
        page.click("[data-case='2']")
        page.click(".sheet .option >> nth=0")
        page.wait_for(".sheet .will li")
        self.house.arbiterd.end(kit.hall.signal.SIGKILL)
        page.wait_for(".sheet .by:has-text('the link is cut')")
        self.house.start_arbiterd()
        page.wait_for(".sheet .by:empty", "attached")
        self.house.clockd.end()
        page.until("document.querySelector('.cutoff')?.textContent.includes('does not reach')")
        self.house.start_clockd()
        page.wait_for(".cutoff", "detached")
        self.confirm(page)
        page.until("!document.querySelector('.sheet') ||"
                   " document.querySelector('.sheet .changed')")
        if page.count(".sheet"):  # it may have moved on: then it is asked again
            self.confirm(page)
        page.wait_for(".sheet", "detached")
        self.assertEqual(self.acts(2), ["answer"])

    def test_undo_beside_done_is_of_what_was_done(self):
        """Not of an older ruling, while the page does not know the new one yet."""
        page = self.browser.open(self.base)
        page.do("addInitScript", {"content": HELD})
        page.log_in("Anna Berg", kit.PASSWORD, "/hall/open/1")
        self.at(1, page)
        for seconds in ("1:00", "2:00"):
            page.wait_for(".acts button:text-is('Add or take time')")
            page.click(".acts button:text-is('Add or take time')")
            page.fill(".sheet [name=white]", seconds)
            page.click(".sheet .go")
            page.wait_for(".sheet .will")
            page.js("window.hold = true")
            self.confirm(page)
            page.wait_for(".sheet", "detached")
            page.wait_for(".toast:has-text('Done')")
            self.assertEqual(page.count(".toast button"), 0)
            page.until("held.length > 0")
            page.js("{ window.hold = false; held.splice(0).forEach((go) => go()); }")
            page.wait_for(".toast button")
        page.click(".toast button")
        page.wait_for(".sheet h2:text-is('Take back ruling 2')")


class Bay(OneBoard):
    """Two taps on a strip are for that strip."""

    def hall(self, boards=(1, 2, 3), **options):
        for board in boards:
            self.call(board)
        page = self.page(to="/hall/open", **options)
        for board in boards:
            page.wait_for(f"[data-case='{board}']")
        return page

    # The test's own house has that name, too.
    hall_page = hall
    hall = OneBoard.hall

    def twice(self, page, selector):
        page.js(f"{TWICE}({json.dumps(selector)})")

    def test_seen_twice_hides_one_case(self):
        page = self.hall_page(**kit.PHONE)
        self.twice(page, "[aria-label='Seen, board 1']")
        page.wait_for(".bay.seen [data-case='1']")
        self.assertEqual(page.count(".bay.seen .strip"), 1)
        page.wait_for(".strip.moved [data-case='2']")
        page.js("go()")
        page.wait_for(".strip:not(.moved) [data-case='2']")

    def test_on_a_phone_on_its_side_the_head_goes_with_the_page(self):
        page = self.hall_page(**{**kit.PHONE, "viewport": {"width": 844, "height": 390}})
        page.js("scrollTo(0, 400)")
        page.until("document.querySelector('header').getBoundingClientRect().bottom <= 0")
        page.goto("/hall/open/1")
        self.at(1, page)
        page.js("scrollTo(0, 400)")
        page.until("document.querySelector('header').getBoundingClientRect().bottom <= 0")

    def test_take_twice_takes(self):
        page = self.hall_page(boards=(1,), **kit.PHONE)
        self.twice(page, "[aria-label='Take, board 1']")
        page.wait_for("[aria-label='Hand back, board 1']")
        cases = self.house.get("/api/v1/events/open/hall").json()["cases"]
        self.assertEqual([one["board"] for one in cases], [1])


if __name__ == "__main__":
    kit.main()
