#!/usr/bin/env python3
"""Two arbiters on one case: each sees on the ruling sheet who else has the board."""

import kit
from test_board import OneBoard

PLACES = """[...document.querySelectorAll(".sheet :is(button, input, summary)")].map((one) =>
  one.getBoundingClientRect()).map(({x, y}) => [x, y])"""


class Two(OneBoard):
    def setUp(self):
        super().setUp()
        self.person("Boris Roy")
        self.person("Carla Ding")

    def take(self, name, board, taken=True):
        """Somebody takes a board or hands it back, at whatever page."""
        answer = self.house.ask("PUT", f"/api/v1/events/open/hall/cases/{board}",
                                {"taken": taken, "by": name})
        self.assertEqual(answer.status, 200, answer.body)

    def test_the_sheet_says_who_else_has_the_board(self):
        said = {"en-GB": "{} has taken this board.", "de-DE": "{} hat dieses Brett übernommen."}
        self.call(2)
        boris = self.page("Boris Roy", "/hall/open")
        boris.wait_for("[data-case='2']")
        for locale, options in (("en-GB", {}), ("de-DE", kit.PHONE)):
            with self.subTest(locale=locale):
                anna = self.page(to="/hall/open", locale=locale, **options)
                anna.click("[data-case='2']")
                anna.wait_for(".sheet .option")
                self.assertEqual(anna.text(".sheet .by"), "")
                places = anna.js(PLACES)
                boris.click(".strip button:text-is('Take')")
                anna.wait_for(f".sheet .by:text-is('{said[locale].format('Boris Roy')}')")
                self.assertEqual(anna.js(PLACES), places)  # nothing moves for it
                self.assertEqual(anna.faults(), [])
                self.assertEqual(anna.faults(dark=True), [])
                self.take("Carla Ding", 2)
                boris.wait_for(".strip:has-text('Carla Ding goes')")
                anna.wait_for(f".sheet .by:text-is('{said[locale].format('Carla Ding')}')")
                self.take("Anna Berg", 2)  # she knows that it is hers
                anna.wait_for(".sheet .by:empty", "attached")
                self.take("Boris Roy", 2)
                anna.click(".sheet .option >> nth=0")  # also beside what will happen
                anna.wait_for(".sheet .will")
                anna.wait_for(f".sheet .by:text-is('{said[locale].format('Boris Roy')}')")
                boris.wait_for(".strip:has-text('Boris Roy goes')")
                boris.click(".strip button:text-is('Hand back')")
                anna.wait_for(".sheet .by:empty", "attached")
                anna.click(".sheet .act button >> nth=0")
                anna.wait_for(".sheet .option")
                self.assertEqual(anna.js(PLACES), places)
                self.assertEqual(anna.said(), [])
                anna.close()

    def test_options_come_in_the_words_in_which_they_stay(self):
        """English until the German words had come, they moved under the finger."""
        self.call(2)
        for words in ("record_de", "questions_de"):
            with self.subTest(words=words):
                page = self.page(locale="de-DE", **kit.PHONE)
                page.hold(f"**/{words}-*.js")
                page.goto("/hall/open/2#rule")
                page.wait_for("button:text-is('Entscheiden')")
                page.wait_refused()
                self.assertEqual(page.count(".sheet"), 0)
                page.allow()
                page.wait_for(".sheet .option")
                self.assertEqual(page.count(".sheet .options [lang=en]"), 0)
                page.close()
                page = self.page(locale="de-DE")
                page.refuse(f"**/{words}-*.js")  # the record's own, if there are none
                page.goto("/hall/open/2#rule")
                page.wait_for(".sheet .option")
                page.close()

    def test_a_sheet_for_many_boards_is_nobodys(self):
        self.take("Boris Roy", 2)
        page = self.page(to="/hall/open")
        page.wait_for("[data-board='2']:has-text('Boris Roy goes')")
        page.click(".many")
        page.wait_for(".sheet .option")
        self.assertEqual(page.text(".sheet .by"), "")


if __name__ == "__main__":
    kit.main()
