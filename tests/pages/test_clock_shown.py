#!/usr/bin/env python3
"""The clock page in a real browser: its display for each method, and several pages of a clock."""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "e2e"))

# pylint: disable=wrong-import-position
import hall  # noqa: E402
from test_clock import BLACK, CLOCK_BOOTTIME, PALM, PHONE, WHITE, ClockCase  # noqa: E402

DAY = 86_400
SHOWN = """[...document.querySelectorAll(".half")].map((half) => [
  half.querySelector("svg").dataset.text ?? "", half.querySelector(".foot").textContent])"""
NEAR = 0.15  # seconds of error allowed for a page on a busy machine, besides rounding up


def seconds(text):
    """Of the digits: "1:02 11", "58:40 ", "9.8 "."""
    large, small = text.split(" ")
    parts = [float(part) for part in large.split(":")]
    if small:
        return parts[0] * 3600 + parts[1] * 60 + float(small)
    return parts[0] * 60 + parts[1] if len(parts) == 2 else parts[0]


class Methods(ClockCase):
    """Digits and words follow from clockd's report, with its arithmetic."""

    def shown(self, page):
        """(white's seconds, white's words, black's seconds, black's words, clockd's state), as of
        one moment: nothing but a clock that runs has changed meanwhile."""
        before = self.arbiter.board_state(1)
        (white, of_white), (black, of_black) = page.js(SHOWN)
        return seconds(white), of_white, seconds(black), of_black, before

    def turn(self, page, *fingers, after=0.0):
        """Presses of these sides, each after this many seconds."""
        for finger in fingers:
            done = len(self.pressed())
            page.do("waitForTimeout", max(PALM, int(after * 1000)))
            self.tap(page, finger)
            self.until_pressed(done + 1)
        page.wait_for(".sent", "detached")
        page.until(f"heard.some((one) => one.type === 'board_state'"
                   f" && one.ply === {len(self.pressed())})")
        page.do("waitForTimeout", 300)  # and it has been drawn

    def assert_left(self, shown, state, side):
        """Between the time left now and that left when clockd was asked, rounded up; `shown` was
        read after that."""
        left = state[f"{side}_us"] / 1e6
        if state["phase"] == "running" and state["turn"] == side:
            zero = state["zero_us"] / 1e6
            now = zero - time.clock_gettime(CLOCK_BOOTTIME)
            self.assertGreaterEqual(shown, min(left, now) - NEAR)
        else:
            self.assertGreaterEqual(shown, left - NEAR)
        self.assertLess(shown, left + 1 + NEAR)

    def test_increment(self):
        page = self.playing(control="300+7")
        self.turn(page, WHITE)
        white, words, _, _, state = self.shown(page)
        self.assertGreater(white, 300)
        self.assert_left(white, state, "white")
        self.assertIn("+7 s", words)

    def test_two_periods(self):
        page = self.playing(control="1/300:200")
        self.assertIn("period 1", page.texts(".half.white .foot")[0])
        self.turn(page, WHITE)
        white, words, black, of_black, state = self.shown(page)
        self.assertIn("period 2", words)
        self.assertIn("period 1", of_black)
        self.assertTrue(300 < white <= 500, white)  # the second period's time is there
        self.assert_left(white, state, "white")
        self.assert_left(black, state, "black")

    def test_delay(self):
        """It is counted down, and meanwhile the digits stand."""
        page = self.playing(control="300d4")
        seen = []
        until = time.monotonic() + 20
        while time.monotonic() < until:
            white, words, *_ = self.shown(page)
            words = words[words.index("delay"):]
            if not seen or seen[-1] != (white, words):
                seen.append((white, words))
            if white < 299:
                break
        standing = [words for white, words in seen if words.startswith("delay: ")]
        self.assertEqual(standing, sorted(standing, reverse=True))
        self.assertTrue(standing, seen)
        self.assertEqual({white for white, words in seen if words.startswith("delay: ")}, {300})
        self.assertEqual(seen[-1][1], "delay 4 s")
        state = self.arbiter.board_state(1)
        self.assert_left(self.shown(page)[0], state, "white")
        self.turn(page, WHITE)  # a delay is never given back
        white, words, black, of_black, state = self.shown(page)
        self.assertLess(white, 300)
        self.assert_left(white, state, "white")
        self.assertIn("delay: ", of_black)
        self.assertEqual(black, 300)
        self.assertNotIn("left", words)

    def test_bronstein(self):
        page = self.playing(control="300b30")
        page.until("document.querySelector('.half.white svg').dataset.text !== '5:30 '")
        self.turn(page, WHITE, after=1.2)
        white, words, _, _, state = self.shown(page)
        self.assertEqual(white, 330)  # as at the start, with the first move's
        self.assert_left(white, state, "white")
        self.assertIn("Bronstein 30 s", words)

    def test_hourglass(self):
        page = self.playing(control="180h")
        page.do("waitForTimeout", 2500)
        white, words, black, _, _ = self.shown(page)
        self.assertLess(white, 179)
        self.assertGreater(black, 181)
        self.assertTrue(360 <= white + black <= 362, (white, black))
        self.assertIn("hourglass", words)
        self.turn(page, WHITE)
        white, _, black, _, state = self.shown(page)
        self.assertTrue(360 <= white + black <= 362, (white, black))
        self.assert_left(black, state, "black")

    def test_gong(self):
        page = self.playing(control="0g20")
        page.do("waitForTimeout", 1500)
        white, words, *_ = self.shown(page)
        self.assertLess(white, 20)
        self.assertIn("20 s a move", words)
        self.turn(page, WHITE)
        white, _, black, _, state = self.shown(page)
        self.assertEqual(white, 20)
        self.assert_left(black, state, "black")

    def test_up_count(self):
        page = self.playing(control="0u")
        page.until("document.querySelector('.half.white svg').dataset.text > '0:02'")
        state = self.arbiter.board_state(1)
        white, words, black, *_ = self.shown(page)
        used = DAY - state["white_us"] / 1e6
        self.assertTrue(used - NEAR <= white <= used + 2 + NEAR, (white, used))
        self.assertEqual(black, 0)
        self.assertIn("time used", words)

    def test_japanese_byo_yomi(self):
        page = self.playing(control="2:100y20")
        page.until("document.querySelector('.half.white .foot').textContent.includes('5 × 20 s')")
        white, words, _, of_black, state = self.shown(page)
        self.assertIn("period 2", words)
        self.assertIn("period 1", of_black)
        self.assertNotIn("×", of_black)
        self.assert_left(white, state, "white")
        self.turn(page, WHITE, after=1.5)  # the moment that had begun comes back
        white, words, _, _, state = self.shown(page)
        self.assertEqual(white, 100)
        self.assert_left(white, state, "white")
        self.arbiter.done("set_reading", 1, "g1", white_us=100_000_000, black_us=2_000_000,
                          turn="black", ply=1, run=True, article="6.10.2", reason="test")
        page.until("document.querySelector('.half.black .foot').textContent.includes('× 20 s')")
        self.arbiter.done("set_reading", 1, "g1", white_us=100_000_000, black_us=24_000_000,
                          black_period=2, turn="black", ply=1, run=True, article="6.10.2",
                          reason="test")
        page.until("document.querySelector('.half.black .foot').textContent.includes('2 × 20 s')")
        page.until("document.querySelector('.half.black .foot').textContent"
                   ".includes('1 × 20 s, the last')")
        _, _, black, _, state = self.shown(page)
        self.assertLessEqual(black, 20)
        self.assert_left(black, state, "black")

    def test_canadian_byo_yomi(self):
        page = self.playing(control="2:2/300c")
        page.until("document.querySelector('.half.white .foot').textContent.includes('period 2')")
        page.until("document.querySelector('.half.white .foot').textContent"
                   ".includes('2 moves in this time')")
        self.turn(page, WHITE, after=1.2)
        white, words, _, _, state = self.shown(page)
        self.assertIn("1 move in this time", words)
        self.assertLess(white, 300)
        self.assert_left(white, state, "white")
        self.turn(page, BLACK, WHITE)
        white, words, _, _, state = self.shown(page)
        self.assertIn("2 moves in this time", words)
        self.assertEqual(white, 300)
        self.assert_left(white, state, "white")

    def test_in_german(self):
        page = self.playing(control="300d60", locale="de-DE")
        self.assertIn("Verzögerung: noch ", self.shown(page)[1])
        self.assertIn("Periode 1", self.shown(page)[1])


# The page's own clocks, both, so many milliseconds later.
LATER = """window.later = 0;
const steady = performance.now.bind(performance); performance.now = () => steady() + later;
const wall = Date.now; Date.now = () => wall() + later;"""
UPRIGHT = {"width": 390, "height": 844}
HALVES = "[...document.querySelectorAll('.half')].map((half) => half.clientHeight)"


class Around(ClockCase):
    """What is around the digits."""

    def test_without_a_game_there_are_no_digits(self):
        page = self.page(1)
        page.wait_for("main.clock[data-phase=empty]")
        self.assertEqual(page.count(".time svg path"), 0)
        self.assertIn("No game here yet", page.text("output"))
        self.game(1)
        page.wait_for(".half.white.runs")
        page.until("document.querySelectorAll('.time svg path').length > 4")

    def test_a_cut_link_is_said_to_both_and_moves_nothing(self):
        for board, size in ((1, UPRIGHT), (2, PHONE["viewport"])):
            with self.subTest(size=size):
                page = self.page(board, locale="de-DE", viewport=size)
                page.do("addInitScript", {"content": LATER})
                self.game(board, start=False)
                page.do("reload")
                page.wait_for("main.clock[data-phase=ready]")
                before = page.js(HALVES)
                page.offline(True)
                page.wait_for(".for.white .cut:has-text('Keine Verbindung')")
                self.assertEqual(page.js(HALVES), before)
                page.js("later = 61e3")
                page.wait_for(".for.white .cut.long:has-text('Sagen Sie es dem Schiedsrichter')")
                self.assertEqual(page.js(HALVES), before)
                self.assertEqual(page.texts(".cut"), page.texts(".for.white .cut") * 2)
                self.assertEqual(page.count(".cut svg"), 2)
                black = page.js("getComputedStyle(document.querySelector('.for.black')).display")
                self.assertEqual(black, "flex" if size is UPRIGHT else "none")
                self.assertEqual(page.js("[...document.querySelectorAll('nav, .for')].filter((one)"
                                         " => one.scrollWidth > one.clientWidth + 1 ||"
                                         " one.scrollHeight > one.clientHeight + 1).length"), 0)
                page.close()


class Several(ClockCase):
    """Two pages that are one board's clock."""

    def events(self, kind):
        with self.house.clock_db() as db:
            return db.execute("SELECT count(*) FROM event WHERE type = ?", (kind,)).fetchone()[0]

    def both_press(self, one, other, finger, count):
        """Two touches at once are one press, and both pages show it."""
        for page in (one, other):
            page.do("waitForTimeout", PALM)
        for page in (one, other):
            self.tap(page, finger)
        self.until_pressed(count)
        turned = "black" if finger is WHITE else "white"
        for page in (one, other):
            page.wait_for(f".half.{turned}.runs")
            page.wait_for(".sent", "detached")

    def test_two_tabs_of_one_phone(self):
        one = self.playing()
        other = self.browser.beside(one)
        other.goto("/board/1")
        other.wait_for(".half.white.runs")
        hall.wait_until(lambda: self.events("device_came_twice") == 1, "clockd notes it")
        for turn in range(4):
            finger = BLACK if turn % 2 else WHITE
            self.both_press(one, other, finger, turn + 1)
        one.do("waitForTimeout", 2500)
        self.assertEqual([side for side, *_ in self.pressed()], ["white", "black"] * 2)
        # Neither disconnects the other. A page that gets no answer, as on a busy machine,
        # leaves and connects again; then the other may be silent, too.
        again = sum(page.js("left") for page in (one, other))
        thrown = sum(page.js("cutOff") for page in (one, other))
        self.assertLessEqual(thrown, again)
        self.assertLessEqual(self.events("device_came_twice"), 1 + again + thrown)
        for page in (one, other):
            page.wait_for(".cut", "detached")
            self.assertEqual(page.count(".half.white.runs"), 1)
            self.assertEqual(page.said(), [])

    def test_a_tab_that_is_closed_leaves_the_other(self):
        one = self.playing()
        other = self.browser.beside(one)
        other.goto("/board/1")
        other.wait_for(".half.white.runs")
        other.do("close")
        one.do("waitForTimeout", 1500)
        self.tap(one, WHITE)
        self.until_pressed(1)
        one.wait_for(".half.black.runs")
        one.wait_for(".cut", "detached")

    def test_two_phones_for_one_side(self):
        one = self.page(1, side="white")
        other = self.page(1, side="white")
        black = self.page(1, side="black")
        self.game(1)
        for page in (one, other, black):
            page.wait_for(".half.white.runs")
        self.tap(black, WHITE)  # for the other side
        self.both_press(one, other, WHITE, 1)
        black.wait_for(".half.black.runs")
        black.do("waitForTimeout", PALM)
        for page in (one, other):  # nor are they Black's clock
            self.tap(page, BLACK)
        self.tap(black, BLACK)
        self.until_pressed(2)
        one.do("waitForTimeout", 1500)
        self.assertEqual([side for side, *_ in self.pressed()], ["white", "black"])
        one.press("Escape")
        one.wait_for("dialog[open]")
        self.assertEqual((one.count("dialog fieldset.white"), one.count("dialog fieldset.black")),
                         (1, 0))
        self.assertEqual(self.events("device_came_twice"), 0)  # they are two devices


if __name__ == "__main__":
    hall.main()
