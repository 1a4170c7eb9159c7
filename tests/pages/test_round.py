#!/usr/bin/env python3
"""A whole round of twenty boards is run from the hall: only by keyboard, only by touch, and by a
keyboard with single letters switched off. Each incident takes no more taps than allowed."""

import json

import kit

BOARDS = 20
MOVES = ["e2e4", "e7e5", "g1f3", "b8c6"]
WHY = "the clock was wrong"
TABS = 90  # more than the number of places for the focus on any page


class Hands:
    """Somebody who runs the hall; counts taps."""

    def __init__(self, page):
        self.page = page
        self.taps = 0

    def pin(self):
        self.page.wait_for(".sheet [name=pin]:focus")
        for digit in kit.PIN:
            self.page.press(digit)

    def ready(self):
        """Back at the hall, with nothing selected."""
        self.page.wait_for(".tile")
        self.taps = 0


class Touch(Hands):
    def tap(self, selector):
        self.page.do("tap", selector)
        self.taps += 1

    def case(self, board):
        """Not while it is on its way: nobody could have aimed at it."""
        self.page.wait_for(f".strip:not(.moved) [data-case='{board}']")
        self.tap(f"[data-case='{board}']")

    def tile(self, board):
        self.tap(f"[data-board='{board}']")

    def act(self, text):
        self.tap(f".acts button:text-is('{text}')")

    def option(self, text):
        self.tap(f".sheet .option:has-text('{text}')")

    def write(self, name, text):
        """A field is touched, and the text of the screen's own keyboard comes as keys."""
        self.page.do("tap", f".sheet [name={name}]")
        for sign in text:
            self.page.press(sign)

    def show(self):
        self.tap(".sheet .go:text-is('Show what happens')")
        self.page.wait_for(".sheet .will")

    def confirm(self):
        self.pin()
        self.tap(".sheet .go:text-is('Confirm')")
        self.page.wait_for(".sheet", "detached")

    def back(self):
        self.page.do("tap", ".back")


class Keyboard(Hands):
    def press(self, *keys):
        for key in keys:
            self.page.press(key)

    def tab_to(self, condition):
        """Tab until the focused element matches."""
        found = f"(() => {{ const it = document.activeElement; return {condition}; }})()"
        for _ in range(TABS):
            if self.page.js(found):
                return
            self.press("Tab")
        raise AssertionError(f"no Tab leads to {condition}: "
                             + self.page.js("document.activeElement.outerHTML.slice(0, 200)"))

    def case(self, board):
        self.press("j")
        for _ in range(BOARDS):
            if self.page.js("document.activeElement.dataset.case") == str(board):
                break
            self.press("j")
        self.press("Enter")

    def tile(self, board):
        self.press("g", *str(board), "Enter")
        self.page.wait_for(f"[data-board='{board}']:focus")
        self.press("Enter")

    def act(self, text):
        self.page.wait_for(".acts button")
        self.tab_to(f"it.textContent === '{text}'")
        self.press("Enter")

    def option(self, text):
        """The arrows move through the choices of one question."""
        self.page.wait_for(f".sheet .option:has-text('{text}')")
        chosen = f"it.closest('.option')?.textContent.includes('{text}')"
        self.tab_to("it.closest('.options')?.textContent.includes('" + text + "')")
        self.press(" ")
        for _ in range(TABS):
            if self.page.js(f"(() => {{ const it = document.activeElement; return {chosen}; }})()"):
                break
            self.press("ArrowDown")
        self.page.wait_for(f".sheet .option:has-text('{text}') :checked")

    def write(self, name, text):
        self.tab_to(f"it.name === '{name}'")
        self.press("Control+a", *text)

    def show(self):
        self.press("Control+Enter")
        self.page.wait_for(".sheet .will")

    def confirm(self):
        self.pin()
        self.press("Control+Enter")
        self.page.wait_for(".sheet", "detached")

    def back(self):
        self.press("Escape")


class Tabs(Keyboard):
    """No key of one letter has an effect."""

    def case(self, board):
        self.tab_to("it.dataset.case !== undefined")
        for _ in range(BOARDS):
            if self.page.js("document.activeElement.dataset.case") == str(board):
                break
            self.press("ArrowDown")
        self.press("Enter")

    def tile(self, board):
        self.tab_to("it.type === 'search'")
        self.press(*str(board), "Enter")
        self.page.wait_for(f"[data-board='{board}']:focus")
        self.press("Enter")


class Round(kit.BoardsCase):
    def begin(self):
        """Twenty boards, and on six of them something happens."""
        for board in range(7, BOARDS + 1):
            self.open(board)
            self.moves(board, MOVES[:board % 4 + 1])
        self.open(2)
        self.moves(2, ["e2e4", "e7e5", "g1f3"])
        self.does("claim", 2, side="black", kind="illegal_move")
        self.open(3, reports="presses")
        self.moves(3, [None] * 12)
        self.does("claim", 3, side="white", kind="threefold")
        self.open(4)
        self.moves(4, MOVES)
        self.open(6)
        self.moves(6, MOVES)
        self.open(1, time_control="60", flag_call="arbiter", freeze=True, at_us=self.at)
        self.moves(1, MOVES)
        self.open(5, default_time_us=60 * kit.SECOND, at_us=self.at)
        self.arbiter.done("arrive", 5, "g5", side="black", at_us=self.at)
        self.at += 61 * kit.SECOND
        for board in (1, 5):
            self.device.done("wait", board, f"g{board}", at_us=self.at)
        self.house.settled()

    def moves(self, board, moves):
        for ply, move in enumerate(moves):
            self.does("press", board, side="white" if ply % 2 == 0 else "black",
                      **({"move": move} if move else {}))

    def incident(self, hands, most, *steps):
        """A ruling in at most this many taps."""
        hands.ready()
        for step in steps:
            step()
        self.assertLessEqual(hands.taps, most)

    def at_case(self, hands, board, most, *more):
        self.incident(hands, most, lambda: hands.case(board), *more, hands.confirm, hands.back)

    def at_tile(self, hands, board, act, most, *more):
        self.incident(hands, most, lambda: hands.tile(board), lambda: hands.act(act), *more,
                      hands.confirm, hands.back)

    def run_by(self, hands):
        def choose(text):
            return lambda: hands.option(text)

        shown = [hands.show] if isinstance(hands, Keyboard) else []  # a tap shows it by itself
        self.at_case(hands, 1, 2)  # the flag is called
        self.at_case(hands, 5, 2)  # White has not come
        self.at_case(hands, 2, 3, choose("are right"), *shown)
        self.at_case(hands, 3, 3, choose("the claim is right"), *shown)
        self.at_tile(hands, 4, "Add or take time", 4, lambda: hands.write("black", "5:00"),
                     lambda: hands.write("reason", WHY), hands.show)
        self.at_tile(hands, 6, "Penalty", 4, choose("phone: White loses"), *shown)
        self.house.settled()
        for board in range(7, BOARDS + 1):
            self.does("resign", board, side="black")
        self.house.settled()
        for board in (2, 4):
            self.at_tile(hands, board, "Result", 5, choose("½-½"),
                         lambda: hands.write("article", "5.2.3"), hands.show)
        hands.page.until("document.querySelectorAll('.tile.over').length === 20")

    def check_record(self):
        with self.house.office_db() as db:
            results = dict(db.execute("SELECT board, result FROM game"))
            acts = db.execute(
                "SELECT json_extract(body, '$.board'), json_extract(body, '$.act.type'),"
                " json_extract(body, '$.by'), json_extract(body, '$.article') FROM event"
                " WHERE type = 'desk_acted' ORDER BY pos").fetchall()
            self.check_rulings(db.execute(
                "SELECT body FROM event WHERE type = 'ruling_given' ORDER BY pos").fetchall())
        self.assertEqual(results, {1: "0-1", 2: "1/2-1/2", 3: "1/2-1/2", 4: "1/2-1/2", 5: "0-1",
                                   6: "0-1", **{board: "1-0" for board in range(7, 21)}})
        self.assertEqual([row[:2] for row in acts],
                         [(1, "answer"), (5, "answer"), (2, "answer"), (3, "answer"),
                          (4, "adjust_clock"), (6, "penalise"), (2, "give_result"),
                          (4, "give_result")])
        self.assertEqual({row[2] for row in acts}, {"Ida Chief"})
        for _, act, _, article in acts[:6]:
            self.assertTrue(article, act)

    def check_rulings(self, rows):
        """What an arbiter ruled has its article, who ruled, and the reason in words."""
        ruled = [one for one in (json.loads(row[0]) for row in rows)
                 if one["by"] == "Ida Chief"]
        self.assertEqual([one["board"] for one in ruled], [1, 5, 2, 3, 4, 6, 2, 4])
        for one in ruled:
            self.assertRegex(one["article"], r"^[0-9A-Z]+(\.[0-9A-Z]+)+$", one)
            self.assertGreater(len(one["text"].split()), 3, one)
        self.assertIn(WHY, ruled[4]["text"])

    def run_round(self, kind, **options):
        self.person("Ida Chief", role="chief_arbiter")
        self.begin()
        page = self.page("Ida Chief", "/hall/e2e", **options)
        page.wait_for(".strip")
        self.run_by(kind(page))
        self.check_record()
        self.assertEqual(page.said(), [])

    def test_by_keyboard_alone(self):
        self.run_round(Keyboard)

    def test_by_touch_alone(self):
        self.run_round(Touch, **kit.PHONE)

    def test_with_single_letters_off(self):
        self.person("Ida Chief", role="chief_arbiter")
        self.begin()
        page = self.page("Ida Chief", "/hall/e2e")
        page.js("localStorage.letters = 'off'")
        page.do("reload")
        page.wait_for(".strip")
        self.run_by(Tabs(page))
        self.check_record()


if __name__ == "__main__":
    kit.main()
