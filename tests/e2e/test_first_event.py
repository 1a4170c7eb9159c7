#!/usr/bin/env python3
"""Every command of docs/first-event.md, on the real programs, and what it prints."""

import hall
from pages import PageCase


class FirstEvent(PageCase):
    def test_the_page(self):
        self.play("first-event.md")


if __name__ == "__main__":
    hall.main()
