"""What tests of the pages share: a hall with people, a round at the clocks, and a browser."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "e2e"))

import hall  # pylint: disable=wrong-import-position
import office  # pylint: disable=wrong-import-position
from browser import Browser, why_not  # pylint: disable=wrong-import-position

SECOND = 1_000_000
DANCE = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2
PASSWORD = "seven white horses"
PIN = "7294"
PHONE = {"viewport": {"width": 390, "height": 844}, "hasTouch": True, "isMobile": True}


class InBrowser:
    """A test with its own hall and its own browser; comes before the hall's case."""

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
        """With FLAGFALL_PAGES, pages from that folder: changes are visible without a build."""
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
        """An event whose round has this number of boards at the clocks."""
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

    def second_round(self, event, clock, boards):
        """Round 1 is over; round 2 is started, with other players at each board."""
        for board in range(1, boards + 1):
            clock.done("resign", board, f"open-r1-b{board}", side="black")
        self.house.settled()
        event.done("finish_round", round=1)
        event.done("plan_round", number=2)
        event.done("set_pairings", round=2, pairings=[
            {"board": 1 + i, "white": 2 * i + 1, "black": 2 * ((i + 1) % boards) + 2}
            for i in range(boards)])
        event.publish(2)
        event.done("start_round", round=2)
        self.house.settled()

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


class BoardsCase(PagesCase):
    """Boards in virtual time, each with its own terms and a game that this test plays."""

    time_mode = "virtual"

    def setUp(self):
        super().setUp()
        self.person()
        self.arbiter = self.house.client("arbiter", "desk")
        self.device = self.house.client("device", "boards")
        self.at = 0
        self.acted = 0

    def open(self, board, **terms):
        hall.open_game(self.arbiter, board, f"g{board}", **terms)

    def does(self, kind, board, /, after=1, **fields):
        """An act of a player, this many seconds after the last one."""
        self.at += after * SECOND
        self.device.done(kind, board, f"g{board}", at_us=self.at, **fields)

    def moves(self, board, moves):
        for ply, move in enumerate(moves):
            self.does("press", board, side="white" if ply % 2 == 0 else "black", move=move)

    def rules(self, board, kind, /, **fields):
        self.house.settled()
        self.acted += 1
        body = {"id": f"act-{self.acted}", "game": f"g{board}", "by": office.CHIEF,
                "article": "11.3", "act": {"type": kind, **fields}}
        answer = self.house.ask("POST", "/api/v1/desk/acts", body)
        if answer.status == 200 and answer.json()["status"] == "confirm":
            answer = self.house.ask("POST", "/api/v1/desk/acts",
                                    {**body, "confirm": answer.json()["confirm"]})
        self.assertEqual(answer.status, 200, answer.body)

    def set_by(self):
        """The clocks are as somebody set them, and the device knows it."""
        self.house.settled()
        for board in list(self.device.epochs):
            self.device.board_state(board)

    def two_flags(self, board, gap_us, move):
        """White to move: White's time runs out, White moves, and Black's runs out this much later
        than White's. The flags wait to be called."""
        after = 100_000
        self.rules(board, "pause_clock")
        self.rules(board, "set_clock", white_us=20 * SECOND, black_us=gap_us - after, run=True)
        self.set_by()
        self.at += 20 * SECOND + after
        self.does("press", board, after=0, side="white", move=move)
        self.at += 2 * SECOND
        self.device.done("wait", board, f"g{board}", at_us=self.at)
        self.house.settled()

    def over(self, board):
        self.moves(board, ["e2e4", "e7e5"])
        self.does("resign", board, side="black")

    def make_all(self):
        """Board N is in the state N of docs/pages.md's table."""
        for board in range(2, 13):
            self.open(board, **({"default_time_us": 1800 * SECOND} if board == 5 else {}))
        self.does("claim", 2, side="white", kind="other", text="please come")
        self.moves(3, ["e2e5"])
        self.rules(4, "pause_clock")
        self.moves(6, ["e2e4", "e7e5"])
        self.rules(6, "enter_sheet", whose="white", sheet="1. d4 d5", language="english")
        self.moves(10, DANCE)
        self.over(9)
        self.over(11)
        self.rules(11, "appeal", side="black", text="I was disturbed")
        self.over(12)
        for who in ("white", "black", "arbiter"):
            self.rules(12, "approve", who=who)
        self.moves(8, ["e2e4", "e7e5"])
        self.rules(8, "adjust_clock", black_us=-5200 * SECOND)
        self.open(1, time_control="60", flag_call="arbiter", freeze=True, at_us=self.at)
        self.at += 61 * SECOND
        self.device.done("wait", 1, "g1", at_us=self.at)
        self.house.settled()


main = hall.main
