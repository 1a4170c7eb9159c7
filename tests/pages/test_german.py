#!/usr/bin/env python3
"""A German page has no English sentence of the record, and each can be read there in German:
on boards with every kind of question and ruling that a hall makes by itself."""

import json

import kit

BOARDS = 32
# A fact of these rulings is in their sentence only (docs/pages.md).
OWN_WORDS = {("note", ""), ("result", ""), ("penalty", "fine")}


def in_own_words(ruling):
    evidence = dict(ruling["evidence"])
    return (ruling["about"], evidence.get("penalty", "")) in OWN_WORDS


class German(kit.BoardsCase):
    def make_more(self):
        """Beyond the twelve states: acts of players, and rulings of arbiters."""
        terms = {19: {"profile": "fide-rapid-a5", "time_control": "900+10"},
                 20: {"profile": "fide-rapid-a5", "time_control": "900+10"},
                 30: {"default_time_us": 60 * kit.SECOND}}
        for board in range(13, BOARDS):
            self.open(board, at_us=self.at, **terms.get(board, {}))
        self.moves(13, kit.DANCE)
        self.does("claim", 13, side="white", kind="threefold")
        self.moves(14, ["e2e4", "e7e5"])
        self.does("claim", 14, side="white", kind="fifty_move")
        self.moves(15, ["e2e4", "e7e5"])
        self.does("offer_draw", 15, side="white")
        self.does("accept_draw", 15, side="black")
        for board, kind in ((16, "flag"), (17, "touch_move")):
            self.does("claim", board, side="white", kind=kind)
        self.does("press", 18, side="white")
        self.moves(19, ["e2e5"])
        self.does("claim", 20, side="white", kind="illegal_move")
        for _ in range(2):  # the second loses
            self.does("press", 21, side="white", move="e2e5")
            self.house.settled()
            self.set_by()
        self.rules(22, "penalise", side="white", kind="warning")
        self.rules(22, "penalise", side="black", kind="time_off", time_us=120 * kit.SECOND)
        self.rules(22, "penalise", side="black", kind="fine", text="20 EUR")
        self.rules(23, "pause_clock")
        self.rules(23, "set_clock", white_us=600 * kit.SECOND, black_us=500 * kit.SECOND)
        self.rules(23, "set_control", time_control="600+5",
                   white_us=600 * kit.SECOND, black_us=500 * kit.SECOND)
        self.rules(23, "resume_clock")
        self.rules(24, "adjust_clock", white_us=60 * kit.SECOND)
        self.rules(24, "undo", ruling=1)
        self.rules(25, "pause_clock")
        self.rules(25, "adjourn", sealed_by="white", resumption="Montag 9:00, Saal 2")
        self.rules(26, "bind_move", side="white", squares="e2")
        self.rules(26, "note", text="gesehen")
        self.rules(26, "reverse_colours")
        self.rules(27, "give_result", score="1-0", ending="resignation")
        self.moves(28, ["f2f3", "e7e5", "g2g4", "d8h4"])
        self.does("claim", 29, side="white", kind="quickplay_draw")
        self.does("arrive", 30, side="black")
        self.does("wait", 30, after=61)
        self.does("press", 31, side="white", move="knight somewhere")
        self.house.settled()

    def record(self, board):
        return self.house.get(f"/api/v1/desk/games/g{board}").json()

    def shown(self, page, texts):
        """Those of them that can be read on the page."""
        return page.js(f"{json.dumps(texts)}.filter((text) =>"
                       " document.body.innerText.includes(text))")

    def open_details(self, page, which):
        page.js(f"document.querySelectorAll('details{which}').forEach((one) => {{"
                " one.open = true; })")

    def check_sheet(self, page, question, number):
        page.click(f".question .go >> nth={number}")
        if question["about"] in ("flag", "default_time"):  # the text of the Laws is shown at once
            page.wait_for(".sheet .will li")
            self.assertNotIn("Ruling", page.text(".sheet .will"))
            page.click(".sheet .act button >> nth=0")
        page.wait_for(".sheet .option")
        texts = [question["text"], *[one["text"] for one in question["options"]]]
        self.assertEqual(self.shown(page, texts), [], question["about"])
        names = [one.replace("_us", "").replace("_", " ") for one, _ in question["evidence"]]
        self.assertEqual(set(page.texts(".sheet .facts dt")) & set(names), set(), question)
        english = page.texts(".sheet .facts dd:not([lang])")
        for code in ("white", "black", "yes", "no", "illegal_move", "undetermined", "winnable"):
            self.assertNotIn(code, english, question["about"])
        self.open_details(page, ".wording")
        self.assertEqual(self.shown(page, texts), texts, question["about"])
        page.press("Escape")
        page.wait_for(".sheet", "detached")

    def test_no_sentence_of_the_record_is_in_english(self):
        self.make_all()
        self.make_more()
        page = self.page(to="/hall/e2e", locale="de-DE")
        page.wait_for(".tile")
        seen = set()
        for board in range(1, BOARDS):
            record = self.record(board)
            asked = [one for one in record["questions"] if "closed" not in one]
            ruled = [one for one in record["rulings"] if not in_own_words(one)]
            texts = [one["text"].strip() for one in record["questions"] + ruled]
            seen |= {f"? {one['about']}" for one in asked} | {one["about"] for one in ruled}
            with self.subTest(board=board, about=[one["about"] for one in asked + ruled]):
                page.goto(f"/hall/e2e/{board}")
                page.wait_for(".boardpage .player .clock")
                page.until("document.querySelectorAll('.wording').length >= "
                           f"{len(asked) + len(ruled)}")
                self.open_details(page, ":not(.wording)")
                self.assertEqual(self.shown(page, texts), [])
                for number, question in enumerate(asked):
                    self.check_sheet(page, question, number)
                self.open_details(page, ".wording")
                self.assertEqual(self.shown(page, texts), texts)
        self.assertGreaterEqual(len(seen), 25, sorted(seen))
        self.assertEqual(page.said(), [])


if __name__ == "__main__":
    kit.main()
