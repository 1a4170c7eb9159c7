#!/usr/bin/env python3
"""The demo, as its script plays it for a person: the hall shows moves that come, and players who
have called the arbiter and wait. Only what installs and builds is left out."""

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "e2e"))

# pylint: disable=wrong-import-position
import hall  # noqa: E402
from browser import PATIENCE_MS  # noqa: E402
from kit import InBrowser  # noqa: E402

PACE = 200  # times as fast as the players were
WAITING = ("27", "28", "29")  # the boards of tests/data/waiting.pgn
PLIES = """[...document.querySelectorAll(".tile .moves")].reduce((sum, one) =>
  sum + Number(one.innerText.split(" ")[1]), 0)"""


class Demo(InBrowser, unittest.TestCase):
    def setUp(self):
        super().setUp()
        self.folder = hall.tempfile.mkdtemp(prefix="flagfall-demo-")
        self.addCleanup(shutil.rmtree, self.folder)
        shutil.copy(os.path.join(hall.ROOT, "demo"), self.folder)
        os.makedirs(os.path.join(self.folder, "build"))
        os.symlink(hall.Options.build, os.path.join(self.folder, "build", "release"))
        os.makedirs(os.path.join(self.folder, "tests", "support"))
        os.symlink(hall.DATA, os.path.join(self.folder, "tests", "data"))
        self.write("tests/support/packages.sh", "need_packages() { :; }\n")
        self.write("bin/cmake", "#!/bin/sh\n")

    def write(self, path, text):
        path = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
        os.chmod(path, 0o755)

    def play(self, *options):
        """The script, and what it says until the round begins."""
        path = os.path.join(self.folder, "bin") + os.pathsep + os.environ["PATH"]
        script = subprocess.Popen(  # pylint: disable=consider-using-with
            [os.path.join(self.folder, "demo"), *options], stdout=subprocess.PIPE, text=True,
            stderr=subprocess.STDOUT, env={**os.environ, "PATH": path}, start_new_session=True)
        self.addCleanup(self.end, script)
        said = ""
        until = time.monotonic() + PATIENCE_MS / 1000
        while "The round begins." not in said:
            left = until - time.monotonic()
            self.assertTrue(left > 0 and select.select([script.stdout], [], [], left)[0], said)
            line = script.stdout.readline()
            self.assertTrue(line, said)
            said += line
        return script, said

    def end(self, script):
        if script.poll() is None:
            os.killpg(script.pid, signal.SIGTERM)
        script.wait(hall.PATIENCE)
        script.stdout.close()

    def test_the_hall_shows_moves_and_who_waits(self):
        script, said = self.play("--pace", str(PACE), "--port", "0")
        base, password, pin = re.search(
            r"The pages: (\S+)/, log in as Demo Arbiter with (\S+), PIN (\d+)", said).groups()
        page = self.browser.open(base)
        page.log_in("Demo Arbiter", password)
        page.until("location.pathname === '/hall/classics'")
        page.wait_for(".tile")
        before = page.js(PLIES)
        page.until(f"{PLIES} > {before} + 20")
        for board in WAITING:
            page.wait_for(f".strip [data-case='{board}']")
        page.click(f"[data-case='{WAITING[0]}']")
        page.click(".sheet .option >> nth=0")
        page.fill(".sheet [name=pin]", pin)
        page.click(".sheet .go:text-is('Confirm')")
        page.wait_for(".sheet", "detached")
        page.click(".back")
        page.wait_for(f".strip [data-case='{WAITING[0]}']", "detached")
        page.wait_for(f".strip [data-case='{WAITING[1]}']")
        self.assertIsNone(script.poll(), "players wait for an arbiter")
        self.assertEqual(page.said(), [])


if __name__ == "__main__":
    hall.main()
