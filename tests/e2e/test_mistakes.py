#!/usr/bin/env python3
"""Every command of docs/mistakes.md, on the real programs, and its output."""

import hall
from pages import PageCase


class Mistakes(PageCase):
    def test_the_page(self):
        self.play("mistakes.md")


if __name__ == "__main__":
    hall.main()
