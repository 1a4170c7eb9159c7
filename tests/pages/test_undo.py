#!/usr/bin/env python3
"""Rulings that are taken back on the page of a board: offered when the desk takes them back."""

import kit
from test_board import OneBoard

# By the number of each ruling in the list: is there a button to take it back?
OFFERED = """Object.fromEntries([...document.querySelectorAll(
  "[aria-labelledby=rulings] li.card")].map((one) =>
  [one.querySelector("b").textContent, one.querySelector("button") !== null]))"""


class Undo(OneBoard):
    def rules(self, board, kind, /, **fields):
        """An act that another program sends."""
        self.house.settled()
        body = {"id": f"{kind}-{len(self.rulings(board))}", "game": f"open-r1-b{board}",
                "by": "Boris Roy", "article": "11.3", "act": {"type": kind, **fields}}
        answer = self.house.ask("POST", "/api/v1/desk/acts", body)
        if answer.status == 200 and answer.json()["status"] == "confirm":
            body["confirm"] = answer.json()["confirm"]
            answer = self.house.ask("POST", "/api/v1/desk/acts", body)
        self.assertEqual(answer.status, 200, answer.body)

    def refusal_of_undo(self, board, number):
        """Why the desk would not take it back; empty if it would."""
        answer = self.house.ask("POST", "/api/v1/desk/acts", {
            "id": f"undo-{number}", "game": f"open-r1-b{board}", "by": "Boris Roy",
            "reason": "asked only", "confirm": "show", "act": {"type": "undo", "ruling": number}})
        return "" if answer.status == 200 else answer.json()["code"]

    def take_back(self, page, number, reason="it was another board"):
        page.click(f".card:has(b:text-is('{number}')) button:text-is('Take back')")
        page.wait_for(f".sheet h2:has-text('Take back ruling {number}')")
        page.fill(".sheet [name=reason]", reason)
        page.click(".sheet .go")

    def check_offers(self, page, board):
        """The list offers to take back what the desk would take back, and no more."""
        offered = page.js(OFFERED)
        self.assertEqual(len(offered), len(self.rulings(board)))
        for number, offers in offered.items():
            no = self.refusal_of_undo(board, int(number))
            self.assertEqual(offers, no not in ("nothing_to_undo", "already_undone"), (number, no))

    def test_a_ruling_is_taken_back_by_a_further_one(self):
        page = self.at(1)
        page.press("p")
        page.click(".sheet .go")
        self.confirm(page)
        page.wait_for(".acts button:has-text('Resume')")  # which ends a pause
        page.wait_for(".toast")
        self.assertEqual(page.count(".toast button"), 0)
        page.click(".acts button:has-text('Add or take time')")
        page.fill(".sheet [name=white]", "1:00")
        page.click(".sheet .go")
        self.confirm(page)
        page.wait_for(".toast button")
        page.click(".toast button")
        page.fill(".sheet [name=reason]", "the wrong board")
        page.click(".sheet .go")
        self.confirm(page)
        page.wait_for(".undone")
        self.assertEqual(self.acts(1), ["pause_clock", "adjust_clock", "undo"])

    def test_a_ruling_is_taken_back_from_the_list(self):
        page = self.at(1)
        page.click(".others summary")
        page.click(".others button:has-text('Record was shown')")
        page.do("check", ".sheet input[value=white]")
        page.click(".sheet .go")
        self.confirm(page)
        page.wait_for(".sheet", "detached")
        self.take_back(page, 1)
        self.confirm(page)
        page.wait_for(".card.undone:has-text('taken back by ruling 2')")
        self.assertEqual(page.count(".card.undone button"), 0)
        self.assertEqual(self.acts(1), ["show_record", "undo"])

    def test_what_the_software_ruled_is_taken_back(self):
        """7.5.5: no illegal move, but one that the device read wrong."""
        self.play(self.clock, 1, ["e2e4", "e7e5"])
        self.clock.done("press", 1, "open-r1-b1", side="white", move="e1e3")
        self.house.settled()
        page = self.at(1)
        self.take_back(page, 1, "the tablet read another square")
        self.confirm(page)
        page.wait_for(".card.undone:has-text('taken back by ruling 2')")
        self.assertEqual(self.acts(1), ["undo"])

    def test_what_cannot_be_taken_back_says_why(self):
        page = self.at(1)
        page.press("u")
        page.wait_for(".toast:has-text('You have no ruling here')")
        page.press("p")
        page.click(".sheet .go")
        why = "A pause is not taken back: Resume ends it."
        page.wait_for(f".sheet .will p:has-text('{why}')")  # before it is done
        self.confirm(page)
        page.wait_for(f".toast:has-text('Done. {why}')")
        page.wait_for(f".card:has-text('{why}')")
        self.assertEqual(page.texts("li.card button, .toast button"), [])
        page.press("n")
        page.fill(".sheet [name=text]", "a phone rang")
        page.click(".sheet .go")
        self.confirm(page)
        page.wait_for(".toast:has-text('A note stays on the record')")
        page.press("u")
        page.wait_for(".toast:text-is('A note stays on the record: another note corrects it.')")
        self.assertEqual(page.count(".sheet"), 0)

    def test_a_warning_a_fine_and_an_exclusion_are_taken_back(self):
        for kind, text in (("warning", ""), ("fine", "20 EUR"), ("exclusion", "round 2")):
            self.rules(1, "penalise", side="white", kind=kind, **({"text": text} if text else {}))
        page = self.at(1)
        page.wait_for(".card:has(b:text-is('3'))")
        self.check_offers(page, 1)
        self.assertEqual(page.js(OFFERED), {"1": True, "2": True, "3": True})
        for number in (2, 1, 3):  # in any order
            self.take_back(page, number)
            self.confirm(page)
            page.wait_for(f".card.undone:has(b:text-is('{number}'))")
        self.check_offers(page, 1)
        self.assertEqual(page.count(".card.undone button"), 0)
        # The undo of the warning, ruling 5, is taken back, too: then the warning stands again.
        self.take_back(page, 5, "it was this board")
        self.confirm(page)
        page.wait_for(".card.undone:has(b:text-is('5'))")
        page.wait_for(".card:not(.undone):has(b:text-is('1')) button")
        self.check_offers(page, 1)

    def test_a_warning_can_be_undone_at_once(self):
        page = self.at(1)
        page.click(".acts button:text-is('Penalty')")
        page.do("check", ".sheet input[name=side][value=white]")
        page.do("selectOption", ".sheet select[name=kind]", "warning")
        page.fill(".sheet [name=article]", "11.3.2")
        page.click(".sheet .go")
        self.confirm(page)
        page.click(".toast button")
        page.fill(".sheet [name=reason]", "it was Black")
        page.click(".sheet .go")
        self.confirm(page)
        page.wait_for(".card.undone:has(b:text-is('1'))")
        self.assertEqual(self.acts(1), ["penalise", "undo"])

    def test_an_undo_that_a_later_ruling_blocks_says_why(self):
        self.rules(1, "give_result", score="1-0")
        self.rules(1, "give_result", score="0-1")
        page = self.at(1)
        self.check_offers(page, 1)
        self.take_back(page, 1)
        page.wait_for(".sheet .wrong:has-text('take that back first')")
        self.assertEqual(page.count(".sheet [name=pin]"), 0)
        self.assertEqual(self.refusal_of_undo(1, 1), "later_result")

    def test_what_changed_nothing_is_not_offered_to_be_taken_back(self):
        self.rules(2, "enter_sheet", whose="white", sheet="1. d4", language="english")
        page = self.page(to="/hall/open/2", locale="de-DE")
        page.wait_for("li.card p:text-is('Das hat nichts geändert, was sich zurücknehmen ließe.')")
        self.check_offers(page, 2)


if __name__ == "__main__":
    kit.hall.main()
