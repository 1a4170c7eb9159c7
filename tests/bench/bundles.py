#!/usr/bin/env python3
"""Bytes of each page's first load, for docs/performance.md: its files with gzip, in English and in
German. It reads common/web/dist, and needs no browser.

    python3 tests/bench/bundles.py
"""

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DIST = os.path.join(ROOT, "common", "web", "dist")
STATIC = re.compile(r'(?:from|import)"/a/([\w.-]+\.js)"')
# Of each page: its daemon, the parts that it loads behind the entry, and its pictures.
PAGES = {
    "hall": ("arbiterd", ("LANGUAGE",), ("sprite", "pieces")),
    "board": ("arbiterd", ("LANGUAGE", "board"), ("sprite", "pieces")),
    "set-up": ("arbiterd", ("LANGUAGE", "setup"), ("sprite",)),
    "electronic boards": ("arbiterd", ("LANGUAGE", "equipment"), ("sprite", "pieces")),
    "clock": ("clockd", (), ()),
    "clock, enrolling": ("clockd", ("enrol",), ()),
}
ALSO = {"arbiterd": {"en": ["en"], "de": ["de", "questions_de"]},
        "clockd": {"en": [], "de": ["de"]}}


def read(daemon, name):
    with open(os.path.join(DIST, daemon, name), encoding="utf-8") as file:
        return file.read()


def named(daemon, part, ending):
    found = [name for name in os.listdir(os.path.join(DIST, daemon))
             if re.fullmatch(re.escape(part) + r"-[0-9A-Z]{8}" + re.escape(ending), name)]
    assert len(found) == 1, (daemon, part, found)
    return found[0]


def with_imports(daemon, name, files):
    if name not in files:
        files.add(name)
        for other in STATIC.findall(read(daemon, name)):
            with_imports(daemon, other, files)


def first_load(page, language):
    daemon, parts, pictures = PAGES[page]
    files = {"index.html", named(daemon, daemon, ".css"), named(daemon, "icon", ".svg")}
    files |= {named(daemon, picture, ".svg") for picture in pictures}
    with_imports(daemon, named(daemon, daemon, ".js"), files)
    for part in [one for one in parts if one != "LANGUAGE"] + ALSO[daemon][language]:
        with_imports(daemon, named(daemon, part, ".js"), files)
    return sum(os.path.getsize(os.path.join(DIST, daemon, name + ".gz")) for name in files)


def main():
    print("| page | English | German |\n|---|---|---|")
    for page in PAGES:
        sizes = [f"{first_load(page, language) / 1000:.1f} kB" for language in ("en", "de")]
        print(f"| {page} | {' | '.join(sizes)} |")


if __name__ == "__main__":
    main()
