#!/usr/bin/env python3
"""The hints for somebody who sees a page for the first time: each until it was understood, on this
device, and nothing moves when it goes."""

import kit

# Where everything is that can be touched, by its text without the time of its clocks.
PLACES = """[...document.querySelectorAll("a[href], button, input, select, summary")]
  .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.closest(".tip"))
  .map((one) => [(one.ariaLabel ?? one.textContent).replace(/(\\d+:)+\\d\\d/g, ""),
    one.getBoundingClientRect()])
  .map(([name, {x, y}]) => [name, Math.round(x), Math.round(y)])"""
# What can be touched and lies under a hint.
COVERED = """[...document.querySelectorAll(".tip")].flatMap((tip) => {
  const box = tip.getBoundingClientRect();
  const within = tip.closest("dialog") ?? document;
  return [...within.querySelectorAll("a[href], button, input, select, summary")]
    .filter((one) => !tip.contains(one) && !one.contains(tip) &&
      one.checkVisibility({visibilityProperty: true}))
    .filter((one) => { const other = one.getBoundingClientRect();
      return other.x < box.right && box.x < other.right && other.y < box.bottom &&
        box.y < other.bottom; }).map((one) => one.textContent); })"""
UNDERSTOOD = {"en-GB": "Understood", "de-DE": "Verstanden"}
BEGIN = {"en-GB": ("What needs a person", "A tile is a board", "Nothing is done yet"),
         "de-DE": ("Hier steht, was", "Eine Kachel ist", "Noch geschieht nichts")}
TIP = ".tip:not(.unseen)"
# A browser whose owner lets no site keep anything.
NOTHING_KEPT = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {get() { throw new DOMException("no", "SecurityError"); }});
"""


class Hints(kit.PagesCase):
    def setUp(self):
        super().setUp()
        self.person("Ida Chief", role="chief_arbiter")
        self.round_of(4, name="Riverside Open")
        self.clock = self.house.client("device", "all boards")
        self.clock.done("claim", 2, "open-r1-b2", side="white", kind="other", text="please come")
        self.house.settled()

    def understand(self, page, begins, word):
        """Taps the hint away: nothing else has moved, and nothing lay under it."""
        page.wait_for(f"{TIP}:has-text('{begins}')")
        page.until("!document.querySelector('.counts button.unseen')")  # the call has its age
        self.assertEqual(page.js(COVERED), [])
        button = f"{TIP}:has-text('{begins}') button:text-is('{word}')"
        page.js("document.querySelector('dialog[open]')?.scrollTo(0, 10000)")
        places = page.js(PLACES)
        page.do("tap" if page.js("navigator.maxTouchPoints") else "click", button)
        page.wait_for(f"{TIP}:has-text('{begins}')", "detached")
        self.assertEqual(page.js(PLACES), places)

    def begin(self, locale, **options):
        page = self.page("Ida Chief", locale=locale, **options)
        page.wait_for("[data-case='2']")
        page.wait_for(".tile .runs .clock")
        return page

    def test_each_goes_when_it_was_understood_and_does_not_come_back(self):
        for locale, options in (("en-GB", {}), ("de-DE", kit.PHONE)):
            with self.subTest(locale=locale):
                page = self.begin(locale, **options)
                bay, tile, sheet = BEGIN[locale]
                word = UNDERSTOOD[locale]
                self.understand(page, bay, word)
                self.assertEqual(page.count(TIP), 1)
                self.understand(page, tile, word)
                page.do("reload")
                page.wait_for("[data-case='2']")
                self.assertEqual(page.count(".tip"), 0)  # nor its room
                page.click("[data-case='2']")
                page.wait_for(".sheet .option")
                self.understand(page, sheet, word)
                page.press("Escape")
                page.wait_for(".sheet", "detached")
                page.press("r")
                page.wait_for(".sheet .option")
                self.assertEqual(page.count(".tip"), 0)
                self.assertEqual(page.said(), [])
                page.close()

    def test_who_does_what_a_hint_says_has_understood_it(self):
        page = self.begin("en-GB")
        self.assertEqual(page.count(TIP), 2)
        page.click("[data-case='2']")
        page.click(".sheet .option >> nth=0")
        page.wait_for(f".sheet {TIP}")
        page.fill(".sheet [name=pin]", kit.PIN)
        page.click(".sheet .go")
        page.wait_for(".sheet", "detached")
        page.press("n")
        page.wait_for(".sheet [name=text]")
        self.assertEqual(page.count(".tip"), 0)
        page.press("Escape")
        page.press("Escape")
        page.wait_for(f".boards {TIP}")
        self.assertEqual(page.count(".tip"), 1)
        page.click("[data-board='3']")
        page.wait_for("h1 b:text-is('3')")
        page.press("Escape")
        page.wait_for(".tile")
        self.assertEqual(page.count(".tip"), 0)

    def test_the_menu_has_them_again(self):
        page = self.begin("en-GB")
        page.click("button.menu")
        self.assertEqual(page.texts("dialog[open] button"), ["Log out Ida Chief", "Close"])
        page.press("Escape")
        for begins in BEGIN["en-GB"][:2]:
            self.understand(page, begins, "Understood")
        page.do("reload")
        page.wait_for("[data-case='2']")
        page.click("button.menu")
        page.click("dialog button:text-is('Show the hints again')")
        page.until(f"document.querySelectorAll('{TIP}').length === 2")
        self.assertEqual(page.count("dialog[open]"), 0)

    def test_a_browser_that_keeps_nothing_shows_the_pages_and_forgets_the_hints(self):
        page = self.browser.open(self.base)
        page.do("addInitScript", {"content": NOTHING_KEPT})
        page.log_in("Ida Chief", kit.PASSWORD, "/hall/open")
        page.wait_for("[data-case='2']")
        self.understand(page, BEGIN["en-GB"][0], "Understood")
        page.click("[data-case='2']")
        page.wait_for(".sheet .option")
        page.press("Escape")
        page.press("Escape")
        page.wait_for(".needs")
        self.assertEqual(page.count(".needs .tip"), 0)
        page.click("button.menu")
        page.do("selectOption", "dialog select >> nth=0", "de")  # as far as this page goes
        page.wait_for("h2:has-text('Braucht mich')")
        self.assertEqual(page.said(), [])


if __name__ == "__main__":
    kit.main()
