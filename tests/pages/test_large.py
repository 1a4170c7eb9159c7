#!/usr/bin/env python3
"""A hall of two thousand boards: what is in the page is what is on the screen, wherever that is."""

import kit

BOARDS = 2000
NODES = 1500
ALL = "document.querySelectorAll('*').length"
LAST = f"[data-board='{BOARDS}']"


class Large(kit.BoardsCase):
    def test_two_thousand_boards_are_few_nodes(self):
        for board in range(1, BOARDS + 1):
            kit.hall.open_game(self.arbiter, board, f"g{board}", start=board <= 20)
        self.house.settled()
        page = self.page(to="/hall/e2e", viewport={"width": 1440, "height": 900})
        page.wait_for("[data-board='1']")
        page.wait_for(f".tile[aria-setsize='{BOARDS}']")
        self.assertEqual(page.texts(".counts button b")[0], "20")
        self.assertLessEqual(page.js(ALL), NODES)
        self.assertEqual(page.count(LAST), 0)
        for key in "jjjj":
            page.press(key)
            self.assertLessEqual(page.js(ALL), NODES)
        page.press("g")
        for sign in str(BOARDS // 2):
            page.press(sign)
        page.press("Enter")
        page.wait_for(f"[data-board='{BOARDS // 2}']:focus")
        self.assertLessEqual(page.js(ALL), NODES)
        page.js("scrollTo(0, document.documentElement.scrollHeight)")
        page.wait_for(LAST)
        self.assertLessEqual(page.js(ALL), NODES)
        self.assertEqual(page.said(), [])


if __name__ == "__main__":
    kit.main()
