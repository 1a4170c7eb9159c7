#!/usr/bin/env python3
"""Every command of docs/first-event.md, on the real programs, and its output; and that README
and the pages link to each other."""

import glob
import os
import re
import sys
import unittest

import hall
from pages import PageCase, blocks_of, pattern_of

sys.path.insert(0, os.path.join(hall.ROOT, "tests", "tools"))
import receiver  # noqa: E402  pylint: disable=wrong-import-position


def text_of(page):
    with open(os.path.join(hall.ROOT, page), encoding="utf-8") as file:
        return file.read()


class FirstEvent(PageCase):
    def test_the_page(self):
        self.play("first-event.md")


class Pages(unittest.TestCase):
    def test_what_is_printed_must_be_what_the_page_has(self):
        wanted = pattern_of(["done, revision ...", "...", "  1 (Ann) and ... met"])
        for printed, right in (("done, revision 7\n  1 (Ann) and 2 met\n", True),
                               ("done, revision 7\nx\ny\n  1 (Ann) and 2 met\n\n", True),
                               ("done, revision 7\n", False),
                               ("done, revision 7\n  1 (Ann) and 2 met\nmore\n", False),
                               ("done\n  1 (Ann) and 2 met\n", False)):
            self.assertEqual(bool(wanted.fullmatch(printed)), right, printed)

    def test_blocks_and_their_commands(self):
        blocks = list(blocks_of("x\n```console exit=3\n$ a '1\n2' \\\n  b\nsaid\n$ c\n```\n"
                                "<!-- run\n$ hidden\n-->\n```text file=f\n$ no\n```\n"))
        self.assertEqual([b.language for b in blocks], ["console", "console", "text"])
        self.assertEqual(blocks[0].options, {"exit": "3"})
        self.assertEqual(blocks[0].commands(),
                         [(3, "a '1\n2' \\\n  b", ["said"]), (7, "c", [])])
        self.assertEqual((blocks[1].commands()[0][1], blocks[2].lines), ("hidden", ["$ no"]))

    def test_the_signed_request_of_the_page(self):
        page = text_of("docs/api.md")
        head, body = re.search(r"```\nPOST (.*?)\n\n(.*?)\n```", page, re.DOTALL).groups()
        headers = dict(line.split(": ", 1) for line in head.split("\n")[1:])
        secret = re.search(r"`(whsec_[^`]+=)`", page).group(1)
        self.assertTrue(receiver.is_signed(secret, headers, body.encode()))
        self.assertFalse(receiver.is_signed(secret, headers, body.encode() + b" "))

    def test_the_readme_names_every_page(self):
        readme = text_of("README.md")
        for path in glob.glob(os.path.join(hall.ROOT, "docs", "*.md")):
            self.assertIn(f"](docs/{os.path.basename(path)})", readme)

    def test_links_lead_somewhere(self):
        for path in ["README.md", *glob.glob("docs/*.md", root_dir=hall.ROOT)]:
            links = re.findall(r"\]\(([^)\s:#]*)(?:#([^)\s]+))?\)", text_of(path))
            for target, anchor in links:
                other = os.path.normpath(os.path.join(os.path.dirname(path), target))
                other = other if target else path
                self.assertTrue(os.path.exists(os.path.join(hall.ROOT, other)), (path, target))
                if anchor:
                    self.assertIn(anchor, anchors_of(other), (path, target))


def anchors_of(page):
    """The anchors of its headings, as repository web sites make them."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in re.findall(r"^#+ (.+)$", text_of(page), re.MULTILINE)}


if __name__ == "__main__":
    hall.main()
