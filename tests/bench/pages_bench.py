#!/usr/bin/env python3
"""Figures of the pages in real Chromium over the real daemons, for docs/performance.md: bytes of
the first load, the time to the first tile, frames while the hall is scrolled, nodes and heap at 20,
200 and 2,000 boards. Ratios are to an empty page that is scrolled in the same run, because machines
are noisy.

    python3 tests/bench/pages_bench.py [--boards 20,200,2000] [--build build/release]
"""

import argparse
import gzip
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "pages"))

import kit  # pylint: disable=wrong-import-position

PHONE = {"viewport": {"width": 390, "height": 844}, "hasTouch": True, "isMobile": True}
DESK = {"viewport": {"width": 1440, "height": 900}}
# What a page does in 30 steps of a wheel: the time of each frame, and of the work before it.
SCROLL = """new Promise((done) => {
  const frames = []; let last = performance.now(), steps = 0;
  const step = (now) => {
    frames.push(now - last); last = now;
    if ((steps += 1) > 90) {
      frames.sort((a, b) => a - b);
      const at = (part) => frames[Math.floor(part * (frames.length - 1))];
      return done([at(0.5), at(0.99), frames.at(-1)]);
    }
    if (steps % 3 === 0) scrollBy(0, STEP);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"""
FIRST = """performance.getEntriesByType('mark').filter((one) => one.name === 'first-tile')
  .map((one) => Math.round(one.startTime))[0] ?? null"""


class Bench(kit.PagesCase):
    time_mode = "virtual"
    boards = [20, 200, 2000]

    def scroll(self, page, slow, step=240):
        page.slow(slow)
        frames = page.js(SCROLL.replace("STEP", str(step)))
        page.slow(1)
        return frames

    def bare(self, page, slow):
        """An empty page of the same height, scrolled by the same machine at the same time."""
        page.js("(() => { const one = document.createElement('div'); one.style.height = '60000px';"
                " document.getElementById('page').replaceChildren(one); })()")
        return self.scroll(page, slow)

    def heap(self, page):
        page.do("send", "HeapProfiler.collectGarbage", on="cdp")
        used = page.do("send", "Runtime.getHeapUsage", on="cdp")
        return used["usedSize"] / 1e6

    def look(self, boards, name, options, slow):
        page = self.page(to="/keys", **options)
        page.slow(slow)
        page.goto("/hall/open")
        page.wait_for(".tile")
        page.slow(1)
        first = page.js(FIRST)
        frames = self.scroll(page, slow)
        nodes = page.js("document.querySelectorAll('*').length")
        heap = self.heap(page)
        bare = self.bare(page, slow)
        print(f"| {boards} | {name}, processor / {slow} | {first} ms | "
              + " | ".join(f"{one:.0f}" for one in frames)
              + f" | {bare[1]:.0f} | {frames[1] / max(bare[1], 1):.1f} | {nodes} | {heap:.0f} MB |",
              flush=True)
        page.close()

    def test_figures(self):
        self.person()
        print("| boards | as | first tile | frames p50 ms | p99 | worst | empty page p99 | ratio |"
              " nodes | heap |\n|---|---|---|---|---|---|---|---|---|---|")
        for count in self.boards:
            self.house.stop()
            self.house = self.hall(time_mode=self.time_mode).start()
            kit.hall.wait_until(lambda: self.house.get("/readyz").status == 200, "arbiterd")
            self.person()
            self.round_of(count)
            self.look(count, "phone", PHONE, 6)
            self.look(count, "desk", DESK, 4)

    def test_bytes(self):
        self.person()
        self.round_of(2)
        page = self.page()
        page.wait_for(".tile")
        page.do("waitForTimeout", 3000)  # the board's part comes behind the hall's
        sizes = {}
        for address in sorted(set(page.asked())):
            path = address.removeprefix(self.base)
            if path.startswith("/api/") or not address.startswith(self.base):
                continue
            answer = self.unnoted("GET", path, token="", headers={
                "Accept-Encoding": "gzip", "Accept": "text/html"})
            sizes[path] = len(gzip.compress(answer.plain, 9))
        for path, size in sorted(sizes.items(), key=lambda one: -one[1]):
            print(f"| `{path}` | {size / 1000:.1f} kB |")
        print(f"| all | {sum(sizes.values()) / 1000:.1f} kB |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--boards", default="20,200,2000")
    known, rest = parser.parse_known_args()
    Bench.boards = [int(one) for one in known.boards.split(",")]
    sys.argv[1:] = rest
    kit.main()
