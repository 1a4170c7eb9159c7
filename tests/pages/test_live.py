#!/usr/bin/env python3
"""What a screen reader hears in a hall of 200 running clocks: one word at a time, and no clocks."""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "e2e"))

# pylint: disable=wrong-import-position
import hall  # noqa: E402
import kit  # noqa: E402

BOARDS, SECONDS = 200, 60
LEAST_MS = 3000
# The page's steady clock stands while one piece of the page runs: so a word has exactly the instant
# at which the page chose to say it, however long a slow machine takes to draw it.
STEADY = """{
  const steady = performance.now.bind(performance);
  let now = null;
  performance.now = () => {
    if (now === null) { now = steady(); queueMicrotask(() => { now = null; }); }
    window.chosen = now;
    return now;
  };
}"""
LIVE = '[aria-live]:not([aria-live="off"]), [role=status], [role=alert], [role=log]'
WATCH = f"""(() => {{
  window.heard = [];
  const live = (node) => {{
    const at = (node.nodeType === 1 ? node : node.parentElement)?.closest('[aria-live], {LIVE}');
    return at?.matches('{LIVE}') ? at : null;
  }};
  new MutationObserver((changes) => {{
    for (const region of new Set(changes.map((one) => live(one.target)).filter(Boolean))) {{
      const text = region.textContent.trim();
      if (text) heard.push({{at: chosen, what: region.className, text}});
    }}
  }}).observe(document.body, {{subtree: true, childList: true, characterData: true}});
}})()"""


class Live(kit.PagesCase):
    def test_no_live_region_speaks_twice_in_three_seconds(self):
        self.person()
        self.round_of(BOARDS)
        clock = self.house.client("device", "all boards")
        page = self.browser.open(self.base)
        page.do("addInitScript", {"content": STEADY}, on="context")
        page.log_in("Anna Berg", kit.PASSWORD, "/hall/open")
        page.wait_for(".tile .runs .clock")
        page.js(WATCH)
        asked = 0
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            asked += 1
            clock.done("claim", asked, f"open-r1-b{asked}", side="white", kind="other",
                       text="please come")
            clock.done("press", BOARDS + 1 - asked, f"open-r1-b{BOARDS + 1 - asked}", side="white",
                       move="g1f3")
            page.do("waitForTimeout", 800)
        page.wait_for(".strip")
        heard = page.js("heard")
        self.assertGreater(len(heard), 5, "it says what is new")
        self.assertGreater(asked, len(heard), "more came than can be said")
        last = {}
        for one in heard:
            before = last.get(one["what"])
            if before:
                self.assertGreaterEqual(one["at"] - before["at"], LEAST_MS, (before, one))
            last[one["what"]] = one
        # A clock is a timer: it is read when somebody goes there, and then in words.
        roles = page.js("[...document.querySelectorAll('.tile .clock')].map((one) =>"
                        f" [one.getAttribute('role'), one.ariaLabel, one.closest('{LIVE}')])")
        self.assertTrue(roles)
        for role, label, live in roles:
            self.assertEqual(role, "timer")
            self.assertRegex(label, r"[a-z]+ .*(hour|minute|second)s?")
            self.assertIsNone(live)

    def test_a_sheet_with_running_clocks_is_silent(self):
        self.person()
        self.round_of(2)
        page = self.page(to="/hall/open/1")
        page.click(".acts button:text-is('Add or take time')")
        page.fill(".sheet [name=white]", "1:00")
        page.click(".sheet .go")
        page.wait_for(".sheet .will td")
        page.js(WATCH)
        for _ in range(2):
            before = page.texts(".sheet .will td")
            page.until(f"[...document.querySelectorAll('.sheet .will td')].map((one) =>"
                       f" one.innerText).join() !== {','.join(before)!r}")
        self.assertEqual(page.js("heard"), [])


if __name__ == "__main__":
    hall.main()
