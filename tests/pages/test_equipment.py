#!/usr/bin/env python3
"""The electronic boards of the hall on a page, with a gateway of another maker."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "e2e"))

# pylint: disable=wrong-import-position
import hall  # noqa: E402
import kit  # noqa: E402

REPORT = {"type": "equipment", "source": "their cable", "link": "active", "quiet_us": 0,
          "clock": "connected", "battery": "good"}


class Equipment(kit.PagesCase):
    def setUp(self):
        super().setUp()
        self.person()
        self.gateway = self.house.client("boards", "their gateway")

    def report(self, serial, board, **more):
        self.gateway.send({**REPORT, "serial": serial, "board": board, **more})

    def test_what_needs_somebody_is_first(self):
        page = self.page(to="/equipment")
        page.wait_for("main:has-text('No electronic board is known here.')")
        self.report("A-1", 1)
        self.report("A-2", 2, shows="other", placement="4k3/8/8/8/8/8/8/4K2R", drift_us=1_500_000)
        self.report("A-3", 3)
        page.wait_for(".card:has-text('Board 3')")
        self.assertEqual(page.texts("main li h2"), ["BOARD 2", "BOARD 1", "BOARD 3"])
        first = page.text("main li")
        self.assertIn("It shows another position", first)
        self.assertIn("1.5 s", first)
        self.assertEqual(page.count(".troubled"), 1)
        self.assertEqual(page.count(".small use[href$='wR']"), 1)
        self.report("A-3", 3, link="gone")
        page.wait_for(".troubled:has-text('unplugged')")
        self.report("A-2", 2, shows="position")
        page.until("document.querySelectorAll('.troubled').length === 1")
        self.assertEqual(page.count(".small"), 0)

    def test_a_board_shows_what_stands_there_when_it_is_not_the_game(self):
        self.round_of(2)
        page = self.page(to="/hall/open/1")
        page.wait_for(".record")
        self.report("A-1", 1, shows="other",
                    placement="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R")
        page.wait_for(".record section:has-text('What stands on it') .small")
        self.assertEqual(page.count(".small use[href$='wN']"), 1)
        self.assertEqual(page.faults(), [])
        self.report("A-1", 1, shows="position")
        page.wait_for(".record .small", "detached")

    def test_nobody_is_kept_out_and_nothing_is_cut_off(self):
        self.report("A-2", 2, shows="other", placement="4k3/8/8/8/8/8/8/4K2R", battery="low",
                    source="/dev/serial/by-id/usb-a-rather-long-name-of-a-cable-that-is-there-if00")
        for locale in ("en-GB", "de-DE"):
            page = self.page(to="/equipment", locale=locale)
            page.wait_for(".troubled")
            for dark in (False, True):
                self.assertEqual(page.faults(dark), [], (locale, dark))
            for width in (320, 1440):
                page.do("setViewportSize", {"width": width, "height": 844})
                self.assertTrue(page.js("document.documentElement.scrollWidth <="
                                        " document.documentElement.clientWidth"), (locale, width))
            page.close()


if __name__ == "__main__":
    hall.main()
