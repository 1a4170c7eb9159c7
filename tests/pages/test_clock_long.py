#!/usr/bin/env python3
"""The clock page in long tests, and tests of devices: a long game between two fingers, a
device that reports that its presses are old, a page that the browser froze or kept aside."""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "e2e"))

# pylint: disable=wrong-import-position
import hall  # noqa: E402
from browser import Browser  # noqa: E402
from slow import Slow  # noqa: E402
from test_clock import BLACK, CUT_OFF, PALM, REGULAR, WHITE, ClockCase  # noqa: E402

TURNS = 200
TOGETHER = 100  # ms between lines that count as one (docs/protocol.md)
# A device that dates its presses back, in microseconds, once `lie` is set.
LIES = """
window.lie = 0;
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  const message = JSON.parse(text);
  if (window.lie && message.type === "press") message.age_us = window.lie;
  send.call(this, JSON.stringify(message));
};
"""


class TwoFingers(ClockCase):
    def test_two_hundred_turns_are_two_hundred_presses(self):
        """At each turn both fingers are down; only the side whose clock runs presses."""
        page = self.playing(control="1800+0")
        for turn in range(TURNS):
            self.tap(page, WHITE, BLACK)
            page.wait_for(f".half.{'white' if turn % 2 else 'black'}.runs")
            page.do("waitForTimeout", PALM)
        sides = [side for side, *_ in self.until_pressed(TURNS)]
        page.do("waitForTimeout", 500)
        self.assertEqual(len(self.pressed()), TURNS)
        self.assertEqual(sides, ["white", "black"] * (TURNS // 2))


class Ages(ClockCase):
    def test_an_age_that_cannot_be_is_cut_short_and_put_to_the_arbiter(self):
        page = self.page(1)
        page.js(LIES)
        self.game(1)
        page.wait_for(".half.white.runs")
        page.do("waitForTimeout", 3000)  # clockd gets a line from the device each second
        page.js("void (window.lie = 30_000_000)")
        self.tap(page, WHITE)
        (_, _, claimed, accepted), = self.until_pressed(1)
        self.assertEqual(claimed, 30)
        # The time since clockd got a line from it, a tenth of a second, and the machine's own time.
        # Lines within a tenth of a second came together and count once: only a line that was
        # answered longer ago certainly had come by itself, or a tenth of a second after its first.
        page.wait_for(".sent", "detached")
        wrote, answered = page.js("[wrote, answered]")
        press = next(one for one in reversed(wrote) if one["type"] == "press")
        had_come = [one["at"] for one in wrote
                    if answered.get(one.get("id"), press["at"]) < press["at"] - TOGETHER]
        waited = answered[press["id"]] - max(had_come)
        self.assertLessEqual(accepted, (waited + 2 * TOGETHER) / 1000)
        self.house.office_options = ["--hall-key", os.path.join(self.house.folder, "hall.key")]
        self.house.start_arbiterd()
        hall.wait_until(self.asked, "the question about it")
        self.assertRegex(self.asked()[0], r"30\.0 s old .* only \d\.\d s were believed")

    def asked(self):
        answer = self.house.get("/api/v1/desk/queue")
        return [one["text"] for one in answer.json()["questions"] if one["about"] == "dated_back"]


class Roaming(ClockCase):
    def test_a_device_whose_address_changes_plays_on(self):
        """The path of its connection goes silent, as from one access point to the next."""
        slow = Slow(self.port, 0, 0)
        self.addCleanup(slow.close)
        self.arbiter.close()
        self.house.clockd.end()
        self.serve("--names", f"127.0.0.1:{slow.port}")
        page = self.playing(port=slow.port)
        page.do("waitForTimeout", 1500)
        page.until(REGULAR)
        slow.roam("127.0.0.2")
        self.tap(page, WHITE)
        page.wait_for(".half.black.runs")
        self.assert_at_touch(page, CUT_OFF)
        page.wait_for(".cut", "detached")
        page.do("waitForTimeout", PALM)
        self.tap(page, BLACK)
        self.assertEqual([side for side, *_ in self.until_pressed(2)], ["white", "black"])
        self.assert_right(page)


class Kept(ClockCase):
    """What browsers do with hidden pages."""

    def setUp(self):
        super().setUp()
        self.browser.close()
        # As in a person's browser: the driver does not keep pages that were left.
        self.browser = Browser(ignored=["--disable-back-forward-cache"])
        self.addCleanup(self.browser.close)

    def test_a_page_that_was_frozen_is_right_again(self):
        page = self.playing()
        self.tap(page, WHITE)
        self.until_pressed(1)
        page.js("hide(true)")
        self.assertEqual(page.js("released"), 1)
        page.do("send", "Page.setWebLifecycleState", {"state": "frozen"}, on="cdp")
        time.sleep(4)
        self.arbiter.done("press", 1, "g1", side="black")
        page.do("send", "Page.setWebLifecycleState", {"state": "active"}, on="cdp")
        page.js("hide(false)")
        page.wait_for(".half.white.runs")
        page.wait_for(".cut", "detached")
        self.assert_right(page)
        self.assert_back(page, "white")
        page.do("waitForTimeout", PALM)
        self.tap(page, WHITE)
        self.assertEqual([side for side, *_ in self.until_pressed(3)], ["white", "black", "white"])

    def test_a_page_that_was_left_and_comes_back_is_right_again(self):
        page = self.playing()
        self.tap(page, WHITE)
        self.until_pressed(1)
        page.js("void (document.kept = true)")
        page.goto("/trust")
        self.arbiter.done("press", 1, "g1", side="black")
        page.js("void history.back()")  # playwright's own waits for a load, which never comes
        page.wait_for(".half.white.runs")
        page.wait_for(".cut", "detached")
        self.assertTrue(page.js("document.kept"), "the browser has kept it")
        self.assert_right(page)
        self.assert_back(page, "white")


if __name__ == "__main__":
    hall.main()
