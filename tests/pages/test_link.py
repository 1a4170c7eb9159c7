#!/usr/bin/env python3
"""A page whose link is cut, or whose daemon is killed: its display meanwhile, and afterwards.
Limits in seconds are by the page's own steady clock; the time for which the machine did not let the
page run at all is not counted."""

import json

import kit

BAND, RETURN = 3000, 2000  # ms, from the cut until it is shown, from the return until all is right
WATCH = """
window.marks = {}; window.drawn = []; window.lag = 0; window.rows = []; window.halls = [];
window.read = () => JSON.stringify([...document.querySelectorAll(".tile")].map((one) =>
  [one.className, one.ariaLabel, one.innerText, [...one.querySelectorAll(".icon use")].map((icon) =>
    icon.getAttribute("href"))]));
new MutationObserver(() => {
  const now = performance.now();
  if (document.querySelector(".cutoff")) marks.band ??= now;
  const shown = read();
  if (drawn.at(-1)?.shown !== shown) drawn.push({at: now, shown});
}).observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
addEventListener("online", () => { marks.online = performance.now(); window.lag = 0; }, true);
let ticked = performance.now();
setInterval(() => {
  const now = performance.now();
  window.lag = Math.max(lag, now - ticked);
  ticked = now;
}, 5);
const Real = WebSocket;
window.WebSocket = class extends Real {
  constructor(...args) {
    super(...args);
    this.addEventListener("message", ({data}) => {
      const message = JSON.parse(data);
      if (!("pong" in message)) rows.push(message.seq);
    });
  }
};
const real = fetch;
window.fetch = async (...args) => {
  const answer = await real(...args);
  const url = new URL(answer.url);
  if (answer.ok && url.pathname.endsWith("/hall")) {
    const {seq} = await answer.clone().json();
    halls.push({after: Number(url.searchParams.get("after") ?? 0), seq});
  }
  return answer;
};
"""
CLOCKS = "JSON.stringify([...document.querySelectorAll('.clock')].map((one) => one.textContent))"
ACTS = """[...document.querySelectorAll(`.strip .acts button[aria-label^=Take], .many,
  .boardpage .acts button`)].map((one) => [one.innerText, one.disabled, one.title])"""
WHY = "Not now: the link is cut."


class Watched:
    def watched(self, to):
        """The page of Anna Berg, from its start."""
        page = self.browser.open(self.base)
        page.do("addInitScript", {"content": WATCH}, on="context")
        page.log_in("Anna Berg", kit.PASSWORD, to)
        page.js("void (document.kept = true)")
        return page

    def assert_like_a_fresh_load(self, page, to):
        """Its tiles become those of a page that is loaded now; returns since when they are."""
        fresh = self.watched(to)
        fresh.wait_for(".tile")
        wanted = fresh.js("read()")
        page.until(f"read() === {json.dumps(wanted)}")
        self.assertEqual(fresh.js("read()"), wanted)
        fresh.close()
        drawn = page.js("drawn")
        since = len(drawn)
        while since > 0 and drawn[since - 1]["shown"] == wanted:
            since -= 1
        return drawn[since]["at"]


class Running(Watched, kit.PagesCase):
    """With clocks that run."""

    def setUp(self):
        super().setUp()
        self.person()
        self.event = self.round_of(6, name="Riverside Open")
        self.clock = self.house.client("device", "all boards")

    def assert_cut(self, page, acts):
        """It is shown in time, no clock goes on, and no act can be made; each says why."""
        page.js("(() => { marks.cut = performance.now(); delete marks.band; window.lag = 0; })()")
        page.offline(True)
        page.wait_for(".cutoff")
        marks, lag = page.js("[marks, lag]")
        self.assertLess(marks["band"] - marks["cut"], BAND + lag)
        self.assertRegex(page.text(".cutoff"), r"\d\d:\d\d:\d\d")  # since when
        # In two rounds of its own clock, whatever it does, no text changes.
        before = page.js(CLOCKS)
        page.js("new Promise((done) => { let rounds = 0; const timer = setInterval(() => {"
                " if ((rounds += 1) < 8) return; clearInterval(timer); done(); }, 250); })")
        self.assertEqual(page.js(CLOCKS), before)
        found = page.js(ACTS)
        self.assertGreaterEqual(len(found), acts)
        for text, disabled, title in found:
            self.assertEqual((disabled, title), (True, WHY), text)

    def test_a_cut_link_is_said_and_nothing_is_guessed(self):
        self.clock.done("claim", 1, "open-r1-b1", side="white", kind="other", text="please come")
        for to, shows, acts in (("/hall/open", ".strip", 2), ("/hall/open/2", ".acts button", 8)):
            page = self.watched(to)
            page.wait_for(".runs .clock")
            page.wait_for(shows)
            self.assert_cut(page, acts)
            page.offline(False)
            page.wait_for(".cutoff", "detached")
            page.until(f"{ACTS}.every(([, disabled]) => !disabled)")
            self.assertTrue(page.js("document.kept"))
            page.close()

    def test_arbiterd_comes_back_and_so_does_the_page(self):
        """Killed in mid-round: the page goes on where it was, and each row comes once."""
        page = self.watched("/hall/open")
        page.wait_for(".tile")
        self.play(self.clock, 1, kit.DANCE[:4])
        page.until("rows.length >= 4")
        self.house.arbiterd.end(kit.hall.signal.SIGKILL)
        page.wait_for(".cutoff")
        self.play(self.clock, 2, ["d2d4"])  # which clockd has alone
        self.clock.done("resign", 3, "open-r1-b3", side="white")
        self.house.start_arbiterd()
        page.wait_for(".cutoff", "detached")
        self.play(self.clock, 4, kit.DANCE[:4])
        self.house.settled()
        seq = self.house.get("/api/v1/events/open/hall").json()["seq"]
        page.until(f"halls.at(-1).seq >= {seq}")
        page.wait_for(".tile.over [data-board='3']")
        page.until("document.querySelector(\"[data-board='4'] .moves\").innerText === 'move 3'")
        rows, halls = page.js("[rows, halls]")
        self.assertEqual(rows, sorted(set(rows)), "each once, in their order")
        self.assertEqual(halls[0]["after"], 0)
        for before, after in zip(halls, halls[1:]):
            self.assertEqual(after["after"], before["seq"], halls)
        feed = self.house.get("/api/v1/events/open/changes?limit=1000").json()["changes"]
        live = [one["seq"] for one in feed if one["seq"] >= rows[-4]]
        self.assertEqual(rows[-len(live):], live, "from its first row after the return, every one")
        self.assertTrue(page.js("document.kept"), "it was not loaded again")
        page.wait_for("[data-board='2'] .dot")  # nobody has looked at it since


class Returning(Watched, kit.BoardsCase):
    """In virtual time no clock goes on, so that two pages can be compared whole."""

    def test_after_a_cut_all_tiles_are_those_of_a_fresh_load(self):
        self.open(20)
        self.house.settled()
        page = self.watched("/hall/e2e")
        page.wait_for(".tile")
        page.offline(True)
        page.wait_for(".cutoff")
        self.make_all()
        self.moves(20, ["e2e4", "e7e5", "g1f3"])
        self.house.settled()
        self.assertEqual(page.count(".tile"), 1)
        page.offline(False)
        since = self.assert_like_a_fresh_load(page, "/hall/e2e")
        self.assertEqual(page.count(".tile"), 13)
        marks, lag = page.js("[marks, lag]")
        self.assertLess(since - marks["online"], RETURN + lag)
        page.wait_for("[data-board='20'] .dot")
        self.assertTrue(page.js("document.kept"))


if __name__ == "__main__":
    kit.main()
