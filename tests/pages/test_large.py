#!/usr/bin/env python3
"""A hall of two thousand boards: what is in the page is what is on the screen, wherever that is."""

import kit

BOARDS = 2000
NODES = 1500
STEPS = 30  # of the wheel
ALL = "document.querySelectorAll('*').length"
# Which boards' tiles anything reads, and how many seconds the page has asked for its link.
COUNTED = """
window.touched = new Set(); window.pings = 0;
const json = Response.prototype.json, send = WebSocket.prototype.send;
Response.prototype.json = async function () {
  const found = await json.call(this);
  const counted = (tile) => new Proxy(tile, {
    get: (of, name) => (touched.add(of.board), Reflect.get(of, name)),
  });
  return found.tiles ? { ...found, tiles: found.tiles.map(counted) } : found;
};
WebSocket.prototype.send = function (text) { pings += 1; return send.call(this, text); };
"""
LAST = f"[data-board='{BOARDS}']"


class Large(kit.BoardsCase):
    def test_two_thousand_boards_are_few_nodes(self):
        for board in range(1, BOARDS + 1):
            kit.hall.open_game(self.arbiter, board, f"g{board}", start=board <= 20)
        self.house.settled()
        page = self.browser.open(self.base, viewport={"width": 1440, "height": 900})
        page.do("addInitScript", {"content": COUNTED})
        page.log_in("Anna Berg", kit.PASSWORD, "/hall/e2e")
        page.wait_for("[data-board='1']")
        page.wait_for(f".tile[aria-setsize='{BOARDS}']")
        self.assertEqual(page.texts(".counts button b")[0], "20")
        self.assertLessEqual(page.js(ALL), NODES)
        self.ticks_touch_few(page)
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
        self.steps_of_the_wheel_make_no_rows(page)
        page.js("scrollTo(0, document.documentElement.scrollHeight)")
        page.wait_for(LAST)
        self.assertLessEqual(page.js(ALL), NODES)
        self.assertEqual(page.said(), [])

    def steps_of_the_wheel_make_no_rows(self, page):
        """A row that leaves the screen gives its nodes to the one that comes."""
        page.js("void (window.rows = new Set(document.querySelectorAll('.row')),"
                " window.made = [])")
        self.assertGreater(page.js("rows.size"), 4)
        first = "Number(document.querySelector('.tile [data-board]').dataset.board)"
        before = page.js("scrollY")
        page.do("move", 700, 600, on="mouse")
        for _ in range(STEPS):
            page.do("wheel", 0, 240, on="mouse")
            page.js("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
            self.assertLessEqual(page.js(ALL), NODES)
        page.until(f"scrollY >= {before} + {STEPS} * 200")
        page.js("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
        self.assertGreater(page.js(first), 1)
        self.assertEqual(page.js("[...document.querySelectorAll('.row')].filter((one) =>"
                                 " !rows.has(one)).length"), 0)

    def ticks_touch_few(self, page):
        """A second in which nothing happens reads the tiles of what is drawn again, and no more."""
        self.assertEqual(page.js("touched.size"), BOARDS)
        page.until("pings >= 10")
        page.js("void (touched.clear(), pings = 0)")
        page.until("pings >= 4")
        self.assertLessEqual(page.js("touched.size"), 2)


if __name__ == "__main__":
    kit.main()
