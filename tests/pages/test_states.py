#!/usr/bin/env python3
"""The twelve states of a board, made by real events: each has its shape, its text and its place."""

import kit


class States(kit.BoardsCase):
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
        # The state 7 needs a device: test_hall.py has it, and it alone says this.
        self.assertEqual([text for text in texts if text.startswith("Cut off")], [])

    def test_two_flags_say_who_was_first_and_by_how_much(self):
        self.open(1, time_control="60", flag_call="arbiter")
        self.moves(1, ["e2e4", "e7e5"])
        self.two_flags(1, 412_000, "g1f3")
        said = {"en-GB": "{} first, by 0.412 s", "de-DE": "{} zuerst, 0,412 s früher"}
        sides = {"en-GB": ("W", "White"), "de-DE": ("W", "Weiß")}
        for locale, (short, long) in sides.items():
            page = self.page(to="/hall/e2e", locale=locale)
            page.wait_for(f".tile.flag:has-text('{said[locale].format(short)}')")
            page.wait_for(f".strip.flag:has-text('{said[locale].format(long)}')")
            page.close()

    def test_the_bay_has_the_worst_first(self):
        self.make_all()
        self.rules(8, "adjust_clock", black_us=-150 * kit.SECOND)
        page = self.page(to="/hall/e2e")
        page.wait_for(".strip")
        kinds = page.js("[...document.querySelectorAll('.bay .strip')].map((one) =>"
                        " one.className.split(' ')[1])")
        order = ["flag", "claim", "illegal", "paused", "absent", "presses", "cut", "low", "appeal"]
        self.assertEqual(kinds, sorted(kinds, key=order.index))
        self.assertEqual(kinds[0], "flag")
        low = page.text(".strip.low .what")
        self.assertRegex(low, r"^Black 0:0[01]:\d\d")  # a word, where a tile has a letter
        self.assertEqual(page.text(".strip.low .age").strip(), "")  # it waits since no instant

    def test_the_numbers_of_the_head_filter(self):
        """Each shows as many boards as it says, and all of them when it is tapped again."""
        self.make_all()
        page = self.page(to="/hall/e2e", **kit.PHONE)
        page.wait_for(".strip")
        tiles = self.house.get("/api/v1/events/e2e/hall").json()["tiles"]
        over = [one["board"] for one in tiles if one["status"] == "finished"]
        waits = page.js("[...document.querySelectorAll('[data-case]')].map((one) =>"
                        " Number(one.dataset.case))")
        wanted = {"running": [one["board"] for one in tiles if one["board"] not in over],
                  "done": over, "unsigned": [9], "needs": sorted(waits)}
        self.assertEqual(sorted(over), [9, 11, 12])
        shown = "[...document.querySelectorAll('.tile a')].map((one) => Number(one.dataset.board))"
        for state, boards in wanted.items():
            button = f".counts button:has-text('{state if state != 'needs' else 'oldest call'}')"
            with self.subTest(state=state):
                if state != "needs":
                    self.assertEqual(page.text(f"{button} b"), str(len(boards)))
                page.do("tap", button)
                page.until(f"location.search === '?state={state}'")
                page.wait_for(f"{button}[aria-pressed=true]")
                page.until(f"{shown}.join() === '{','.join(map(str, boards))}'")
                page.do("tap", button)
                page.until("location.search === ''")
                page.until(f"{shown}.length === 12")

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
        self.does("claim", 1, side="white", kind="other", text="please come")  # it gets worse
        page.wait_for("[data-case='1']")
        self.assertEqual(page.js("document.querySelector('.bay a').dataset.case"), "2")
        page.do("up", on="mouse")
        page.until("location.pathname === '/hall/e2e/2'")


if __name__ == "__main__":
    kit.main()
