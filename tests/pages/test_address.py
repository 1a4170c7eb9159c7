#!/usr/bin/env python3
"""The address has the round and the filters: every way through the hall keeps them."""

import kit

SECTORS = [{"name": "A", "first": 1, "last": 2}, {"name": "B", "first": 3, "last": 4}]


class Address(kit.PagesCase):
    def setUp(self):
        super().setUp()
        self.person()
        self.event = self.round_of(4, name="Riverside Open", sectors=SECTORS)
        self.clock = self.house.client("device", "all boards")

    def at(self, page, path, search):
        page.until(f"location.pathname === '{path}' && location.search === '{search}'")

    def test_an_earlier_round_stays_the_one_that_is_shown(self):
        self.second_round(self.event, self.clock, 4)
        page = self.page(to="/hall/open?round=1")
        page.wait_for("h1:has-text('Round 1')")
        page.click("[data-board='2']")
        self.at(page, "/hall/open/2", "?round=1")
        page.wait_for("h1:has-text('Player4')")  # in round 2 it is Player6
        page.press("]")
        self.at(page, "/hall/open/3", "?round=1")
        page.wait_for("h1:has-text('Player6')")
        page.click(".back")
        self.at(page, "/hall/open", "?round=1")
        page.wait_for("h1:has-text('Round 1')")
        page.press("Escape")  # takes filters away, and a round is none
        self.at(page, "/hall/open", "?round=1")

    def test_a_round_can_be_chosen(self):
        page = self.page()
        page.wait_for(".tile")
        self.assertEqual(page.count(".rounds"), 0)  # there is one only
        self.second_round(self.event, self.clock, 4)
        page.wait_for("h1:has-text('Round 2')")
        page.wait_for(".rounds")
        self.assertEqual(page.texts(".rounds option"), ["Round 1", "Round 2"])
        page.do("selectOption", ".rounds", "1")
        self.at(page, "/hall/open", "?round=1")
        page.wait_for("h1:has-text('Round 1')")
        page.do("selectOption", ".rounds", "2")
        page.wait_for("h1:has-text('Round 2')")

    def test_filters_are_there_again_after_a_board(self):
        self.clock.done("claim", 3, "open-r1-b3", side="white", kind="other", text="please come")
        self.house.settled()
        page = self.page(to="/hall/open?sector=B&q=player")
        page.wait_for(".tile")
        page.click("[data-board='4']")
        self.at(page, "/hall/open/4", "?sector=B&q=player")
        page.wait_for(".boardpage .acts")
        page.press("Escape")
        self.at(page, "/hall/open", "?sector=B&q=player")
        page.click("[data-case='3']")
        self.at(page, "/hall/open/3", "?sector=B&q=player")
        page.wait_for(".sheet")

    def test_what_is_searched_for_is_kept_when_filters_hide_it(self):
        page = self.page(to="/hall/open?round=1&sector=B&q=player2")
        page.wait_for(".empty")
        page.click(".empty button:text-is('Search all')")
        self.at(page, "/hall/open", "?round=1&q=player2")
        page.wait_for(".tile")
        self.assertEqual(page.texts(".tile .top b"), ["1"])
        page.fill("[type=search]", "nobody")
        page.click(".empty button:text-is('Show all')")
        self.at(page, "/hall/open", "?round=1")
        page.until("document.querySelectorAll('.tile').length === 4")


if __name__ == "__main__":
    kit.main()
