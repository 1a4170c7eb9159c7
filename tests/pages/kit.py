"""What tests of the pages share: a hall with people, a round at the clocks, and a browser."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "e2e"))

import hall  # pylint: disable=wrong-import-position
import office  # pylint: disable=wrong-import-position
from browser import Browser, why_not  # pylint: disable=wrong-import-position

PASSWORD = "seven white horses"
PIN = "7294"


class InBrowser:
    """What a test has with its own hall and its own browser; before the hall's case."""

    note_logs = False

    def setUp(self):
        reason = why_not()
        if reason:
            print("skipped:", reason)
            self.skipTest(reason)
        super().setUp()
        self.browser = Browser()
        self.addCleanup(self.browser.close)


class PagesCase(InBrowser, office.OfficeCase):
    time_mode = "real"

    def hall(self, *names, **options):
        """With FLAGFALL_PAGES, pages from that folder: what was changed is seen without a build."""
        house = super().hall(*names, **options)
        if os.environ.get("FLAGFALL_PAGES"):
            house.office_options += ["--pages", os.path.abspath(os.environ["FLAGFALL_PAGES"])]
        return house

    @property
    def base(self):
        return f"http://127.0.0.1:{self.house.http_port}"

    def person(self, name="Anna Berg", role="arbiter", sectors=()):
        answer = self.unnoted("POST", "/api/v1/people", {
            "name": name, "role": role, "sectors": list(sectors), "password": PASSWORD,
            "pin": PIN})
        self.assertEqual(answer.status, 201, answer.body)

    def round_of(self, boards, event="open", started=True, **info):
        """An event whose round has so many boards at the clocks."""
        event = office.Office(self.house, event)
        if info:
            event.create(**info)
            event.done("enter_players", players=event.players(2 * boards))
            event.done("plan_round", number=1)
            event.done("set_pairings", round=1, pairings=[
                {"board": i + 1, "white": 2 * i + 1, "black": 2 * i + 2} for i in range(boards)])
            event.publish(1)
        else:
            event.with_round(players=2 * boards)
        if started:
            event.done("start_round", round=1)
            self.house.settled()
        return event

    def page(self, name="Anna Berg", to="/hall/open", **options):
        """A page of this person, who has logged in."""
        page = self.browser.open(self.base, **options)
        page.log_in(name, PASSWORD, to)
        return page

    def play(self, clock, board, moves, event="open"):
        """Moves and presses of both sides from the first on; None is a press without a move."""
        game = f"{event}-r1-b{board}"
        for ply, move in enumerate(moves):
            side = "white" if ply % 2 == 0 else "black"
            clock.done("press", board, game, side=side, **({"move": move} if move else {}))

    def game_over(self):
        return self.house.settled()


main = hall.main
