#!/usr/bin/env python3
"""An earlier ply or instant of a game on the page of its board: the position, both clocks, offers
and flags match the record."""

import json

import kit

GAP = 412_000  # us, from the first flag to the second
CLOCKS = """['white', 'black'].map((side) =>
  document.querySelector(`.player[data-side=${side}] .clock`)?.textContent)"""
OFFERS = """[...document.querySelectorAll('.player:has(.offer)')].map((one) => one.dataset.side)"""
FLAGS = """Object.fromEntries([...document.querySelectorAll('.player:has(.flag)')].map((one) =>
  [one.dataset.side, one.querySelector('.flag').textContent]))"""
BOARD = "document.querySelector('.position svg.board').ariaLabel.split(': ')[1]"


def clock_text(milliseconds):
    """Rounded up, to tenths below ten seconds."""
    if 0 < milliseconds <= 9900:
        return f"0:{-(-milliseconds // 100) / 10:04.1f}"
    seconds = -(-milliseconds // 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def readings(moment):
    """Both clocks at its instant: the one that runs has gone on since it was read."""
    clock = moment["clock"]
    left = {"white": clock["whiteMs"], "black": clock["blackMs"]}
    if clock["runs"]:
        left[clock["turn"]] -= (moment["atUs"] - clock["atUs"]) / 1000
    return [clock_text(max(0, int(left[side]))) for side in ("white", "black")]


class Past(kit.BoardsCase):
    def play_it(self):
        """An offer, an illegal move, a correction, and both flags."""
        self.open(1, time_control="60", flag_call="arbiter")
        self.moves(1, ["e2e4", "e7e5"])
        self.does("offer_draw", 1, side="white", after=3)
        self.does("press", 1, side="white", move="g1f3", after=2)
        self.does("press", 1, side="black", move="e5d3", after=2)
        self.set_by()  # the software corrects it
        self.does("press", 1, side="black", move="b8c6", after=4)
        self.two_flags(1, GAP, "f1b5")
        return self.house.get("/api/v1/desk/games/g1/history").json()["moments"]

    def past(self, page, path):
        """Goes there, and waits until the instant is shown."""
        page.goto(path)
        page.wait_for(".position.past .instant")

    def shown(self, page):
        return {"clocks": page.js(CLOCKS), "offers": page.js(OFFERS), "flags": page.js(FLAGS),
                "board": page.js(BOARD)}

    def wanted(self, moment):
        flags = {}
        for one in moment["flags"]:
            flags[one["side"]] = "flag" if len(moment["flags"]) == 1 else "first"
        if len(moment["flags"]) == 2:
            gap = moment["flags"][1]["atUs"] - moment["flags"][0]["atUs"]
            flags[moment["flags"][1]["side"]] = f"+{gap / 1e6:.3f} s"
        return {"clocks": readings(moment), "offers": moment["offers"], "flags": flags,
                "board": moment["fen"].split(" ")[0]}

    def test_every_instant_is_as_the_record_has_it(self):
        moments = self.play_it()
        page = self.page(to="/hall/e2e/1")
        page.wait_for(".movelist td button")
        for moment in moments:
            with self.subTest(pos=moment["pos"]):
                self.past(page, f"/hall/e2e/1#at={moment['pos']}")
                page.until(f"{BOARD} === {json.dumps(moment['fen'].split(' ')[0])}")
                self.assertEqual(self.shown(page), self.wanted(moment))
                self.assertEqual(page.count(".instant .illegal"), int("illegal" in moment))
        self.assertEqual(page.said(), [])

    def test_the_record_has_what_was_played(self):
        moments = self.play_it()
        at = {}
        for moment in moments:
            at.setdefault(moment["atUs"] // kit.SECOND, []).append(moment)
        offered = at[5][-1]
        self.assertEqual((offered["offers"], readings(offered)[0]), (["white"], "0:00:56"))
        # As it stood: Black's pawn on d3, before the software corrected it, with White's minute.
        wrong, right = at[9][-2:]
        self.assertIn("3p1N2", wrong["fen"])
        self.assertTrue(wrong["illegal"])
        self.assertNotIn("3p1N2", right["fen"])
        self.assertEqual([right["clock"][key] - wrong["clock"][key]
                          for key in ("whiteMs", "blackMs")], [60_000, 0])
        first, second = moments[-1]["flags"]
        self.assertEqual((first["side"], second["side"]), ("white", "black"))
        self.assertEqual(second["atUs"] - first["atUs"], GAP)

    def test_plies_are_stepped_through_with_both_clocks(self):
        self.play_it()
        sheet = self.house.get("/api/v1/events/e2e/rounds/1/boards/1/scoresheet").json()["moves"]
        page = self.page(to="/hall/e2e/1")
        page.wait_for(".movelist td button")
        page.press("Home")
        for move in sheet[:3]:  # later ones were set by the arbiter after the press
            page.press("ArrowRight")
            page.until(f"location.hash === '#ply={move['ply']}'")
            page.wait_for(f".instant p:has-text('ply {move['ply']}')")
            self.assertEqual(page.js(CLOCKS),
                             [clock_text(move["whiteMs"]), clock_text(move["blackMs"])])
        self.assertEqual(page.js(OFFERS), ["white"])
        before = self.shown(page)
        page.goto("/keys")
        self.past(page, "/hall/e2e/1#ply=3")  # a link opens the same
        self.assertEqual(self.shown(page), before)
        page.press(" ")
        page.wait_for(".position:not(.past)")
        self.assertEqual(page.js(FLAGS), {"white": "first", "black": "+0.412 s"})

    def test_an_instant_is_chosen_by_its_slider(self):
        moments = self.play_it()
        page = self.page(to="/keys")
        self.past(page, "/hall/e2e/1#ply=3")
        page.do("focus", ".instant input")
        page.press("ArrowRight")
        chosen = next(n for n, one in enumerate(moments) if one["ply"] == 3) + 1
        page.until(f"location.hash === '#at={moments[chosen]['pos']}'")
        self.assertEqual(self.shown(page), self.wanted(moments[chosen]))
        for dark in (False, True):
            self.assertEqual(page.faults(dark), [])

    def test_of_a_board_that_reports_presses_a_ply_is_its_press(self):
        """[regress] The clocks were those from when the moves were entered from a scoresheet."""
        self.open(1, reports="presses")
        self.does("press", 1, side="white", after=5)
        self.does("press", 1, side="black", after=7)
        self.does("press", 1, side="white", after=9)
        self.rules(1, "enter_moves", sheet="1. e4 e5", language="english")
        self.house.settled()
        sheet = self.house.get("/api/v1/events/e2e/rounds/1/boards/1/scoresheet").json()["moves"]
        page = self.page(to="/keys")
        for move in sheet:
            self.past(page, f"/hall/e2e/1#ply={move['ply']}")
            page.wait_for(f".movelist .shown button:has-text('{move['san']}')")
            self.assertEqual(page.js(CLOCKS),
                             [clock_text(move["whiteMs"]), clock_text(move["blackMs"])])
        self.assertEqual([move["ply"] for move in sheet], [1, 2])
        self.assertEqual(page.said(), [])

    def test_a_link_to_what_there_is_not_shows_what_there_is(self):
        self.open(1)
        self.moves(1, ["e2e4", "e7e5"])
        self.house.settled()
        page = self.page(to="/keys")
        for link, ply in (("at=0", 0), ("at=999999999999999", 2), ("ply=77", 2)):
            page.goto("/keys")
            self.past(page, f"/hall/e2e/1#{link}")
            page.wait_for(f".instant p:has-text('ply {ply}')")
            self.assertEqual(page.said(), [])

    def test_what_was_taken_back_is_there_at_its_instant_only(self):
        self.open(1)
        self.moves(1, ["e2e4", "e7e5", "g1f3", "b8c6"])
        self.rules(1, "pause_clock")
        self.rules(1, "set_clock", white_us=60 * kit.SECOND, black_us=60 * kit.SECOND, ply=2,
                   run=True)
        self.set_by()
        self.moves(1, ["f2f4"])
        self.house.settled()
        moments = self.house.get("/api/v1/desk/games/g1/history").json()["moments"]
        page = self.page(to="/keys")
        self.past(page, "/hall/e2e/1#ply=3")
        self.assertIn("4PP2", page.js(BOARD))  # the present position
        gone = next(one for one in moments if one["ply"] == 4)
        page.js(f"location.hash = '#at={gone['pos']}'")
        page.until(f"{BOARD} === {json.dumps(gone['fen'].split(' ')[0])}")
        self.assertEqual(self.shown(page), self.wanted(gone))
        # A ply that was played twice is shown as it was made, and not as it was set later.
        page.js("location.hash = '#ply=2'")
        page.wait_for(".instant p:has-text('ply 2')")
        made = next(one for one in moments if one["ply"] == 2)
        self.assertEqual(self.shown(page), self.wanted(made))


if __name__ == "__main__":
    kit.main()
