#!/usr/bin/env python3
"""Every command of docs/first-event.md, on the real programs, and what it prints; and that README
and the pages lead to each other."""

import glob
import os
import re
import sys
import unittest

import hall
from pages import PageCase

sys.path.insert(0, os.path.join(hall.ROOT, "tests", "tools"))
import receiver  # noqa: E402  pylint: disable=wrong-import-position


def text_of(page):
    with open(os.path.join(hall.ROOT, page), encoding="utf-8") as file:
        return file.read()


class FirstEvent(PageCase):
    def test_the_page(self):
        self.play("first-event.md")


class Pages(unittest.TestCase):
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
    """Of its headings, as web pages of repositories make them."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in re.findall(r"^#+ (.+)$", text_of(page), re.MULTILINE)}


if __name__ == "__main__":
    hall.main()
