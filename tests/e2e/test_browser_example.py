#!/usr/bin/env python3
"""The page in docs/devices.md, unchanged, in a real browser at a real clockd."""

import os
import re
import signal
import sys

import hall

sys.path.insert(0, os.path.join(hall.ROOT, "tests", "pages"))

from kit import InBrowser  # pylint: disable=wrong-import-position


def example(language):
    page = os.path.join(hall.ROOT, "docs", "devices.md")
    with open(page, encoding="utf-8") as file:
        return re.search(rf"```{language}\n(.*?)```", file.read(), re.DOTALL).group(1)


class Example(InBrowser, hall.HallCase):
    def setUp(self):
        super().setUp()
        folder = os.path.join(self.tmp, "page")
        os.mkdir(folder)
        for name, language in (("index.html", "html"), ("clock.js", "js")):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(example(language))
        self.house = self.hall(time_mode="real")
        self.folder = folder
        self.port = 0
        self.serve()
        self.arbiter = self.house.client("arbiter")
        hall.open_game(self.arbiter, 12, "g1", at_us=None)
        self.page = self.browser.open(f"http://127.0.0.1:{self.port}")
        self.page.goto("/board/12")
        self.says("white to move, ply 0")

    def serve(self):
        self.house.clockd_options = ["--open-hall", "--web", f"127.0.0.1:{self.port}",
                                     "--pages", self.folder]
        self.house.start_clockd()
        line = self.house.clockd.process.stdout.readline()
        self.port = int(re.fullmatch(r"its page for clocks is at http://127.0.0.1:(\d+)\n",
                                     line).group(1))

    def says(self, text):
        hall.wait_until(lambda: self.page.js("document.getElementById('says').value") == text,
                        f"the page says {text}")

    def test_it_is_as_short_as_it_says(self):
        lines = example("html").splitlines() + example("js").splitlines()
        self.assertLessEqual(len(lines), 60)

    def test_two_buttons_play(self):
        self.page.click("#white")
        self.says("black to move, ply 1")
        self.page.click("#black")
        self.says("white to move, ply 2")
        self.page.click("#black")
        hall.wait_until(lambda: "to move" not in self.page.js(
            "document.getElementById('says').value"), "it is not Black's turn")
        self.page.click("#white")
        self.says("black to move, ply 3")

    def test_a_clockd_that_starts_again_loses_no_press(self):
        self.page.click("#white")
        self.says("black to move, ply 1")
        self.house.clockd.end(signal.SIGKILL)
        self.page.click("#black")
        self.serve()
        self.says("white to move, ply 2")
        with self.house.clock_db() as db:
            presses = db.execute("SELECT count(*) FROM event WHERE type = 'pressed'").fetchone()
        self.assertEqual(presses, (2,))


if __name__ == "__main__":
    hall.main()
