#!/usr/bin/env python3
"""Bytes of the hall's first load in real Chromium, for docs/performance.md: each file that it asks
for, with gzip.

    python3 tests/bench/pages_bench.py [--build build/release]
"""

import gzip
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "pages"))

import kit  # pylint: disable=wrong-import-position


class Bench(kit.PagesCase):
    def test_bytes(self):
        self.person()
        self.round_of(2)
        page = self.page()
        page.wait_for(".tile")
        page.do("waitForTimeout", 3000)  # the board's part is loaded after the hall's
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
    kit.main()
