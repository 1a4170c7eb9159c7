#!/usr/bin/env python3
"""Two quick taps are one act: of every kind of ruling, at each step, as clicks of a real mouse."""

import kit

SECTORS = [{"name": "A", "first": 1, "last": 2}, {"name": "B", "first": 3, "last": 4}]
# How the most frequent acts and some others are filled in: what is chosen, and what is written.
ACTS = (("Pause", "pause_clock", {}, {}),
        ("Set the clock", "set_clock", {}, {"white": "1:00:00", "black": "0:50:00"}),
        ("Add or take time", "adjust_clock", {}, {"white": "1:00"}),
        ("Resume", "resume_clock", {}, {}),
        ("Penalty", "penalise", {"side": "white", "kind": "warning"}, {}),
        ("Note", "note", {}, {"text": "a phone rang"}),
        ("Record was shown", "show_record", {"side": "white"}, {}),
        ("Enter a scoresheet", "enter_sheet", {"who": "white"}, {"sheet": "1. e4 e5"}),
        ("Result", "give_result", {"score": "1/2-1/2"}, {"article": "5.2.3"}))


class Once(kit.PagesCase):
    def setUp(self):
        super().setUp()
        self.person("Ida Chief", role="chief_arbiter")
        self.round_of(4, name="Riverside Open", sectors=SECTORS)
        self.clock = self.house.client("device", "all boards")
        self.wanted = []

    def acts(self):
        """All in the log, of the desk and of the office since the round began."""
        with self.house.office_db() as db:
            rows = db.execute("SELECT json_extract(body, '$.act.type') FROM event WHERE type IN"
                              " ('desk_acted', 'event_acted') ORDER BY pos").fetchall()
        rows = [row[0] for row in rows]
        return rows[rows.index("start_round") + 1:]

    def twice(self, page, selector):
        """Two clicks at one place, as fast as the browser takes them."""
        page.wait_for(selector)
        page.do("dblclick", selector)

    def choose(self, page, name, value):
        if page.count(f".sheet select[name={name}]"):
            page.do("selectOption", f".sheet select[name={name}]", value)
        else:
            page.do("check", f".sheet input[name={name}][value='{value}']")

    def rule(self, page, kind, shows=True, boards=()):
        """The sheet that is open does this, once. It may show by itself what will happen. One act
        for many boards is one at each."""
        if shows:
            self.twice(page, ".sheet .go:text-is('Show what happens')")
        page.wait_for(".sheet .will")
        self.assertEqual(self.acts(), self.wanted)
        page.fill(".sheet [name=pin]", kit.PIN)
        self.twice(page, ".sheet .go:text-is('Confirm')")
        page.wait_for(".sheet", "detached")
        self.wanted += [kind, *boards]
        self.house.settled()
        self.assertEqual(self.acts(), self.wanted)

    def make(self, page, text, kind, chosen, written):
        page.click(f".acts button:text-is('{text}')")
        for name, value in chosen.items():
            self.choose(page, name, value)
        for name, value in written.items():
            page.fill(f".sheet [name={name}]", value)
        self.rule(page, kind, page.count(".sheet .will") == 0)

    def test_every_act_of_a_board(self):
        self.play(self.clock, 1, ["e2e4", "e7e5"])
        self.house.settled()
        page = self.page("Ida Chief", "/hall/open/1")
        page.wait_for(".acts button")
        page.click(".others summary")
        for act in ACTS:
            with self.subTest(act=act[1]):
                self.make(page, *act)
        self.twice(page, "li.card button:text-is('Take back') >> nth=0")
        page.fill(".sheet [name=reason]", "the wrong board")
        self.rule(page, "undo")
        self.assertEqual(page.said(), [])

    def test_an_answer_and_many_boards(self):
        self.clock.done("claim", 2, "open-r1-b2", side="white", kind="other", text="please come")
        self.house.settled()
        page = self.page("Ida Chief", "/hall/open")
        page.click("[data-case='2']")
        self.twice(page, ".sheet .option >> nth=0")
        self.rule(page, "answer", shows=False)
        page.click(".back")
        page.click(".many")
        self.twice(page, ".sheet .option:has-text('Pause A')")
        self.rule(page, "rule_boards", shows=False, boards=["pause_clock"] * 2)
        self.assertEqual(page.said(), [])


if __name__ == "__main__":
    kit.main()
