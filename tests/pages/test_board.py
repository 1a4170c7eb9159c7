#!/usr/bin/env python3
"""A board and the ruling sheet in a real browser over the real daemons."""

import kit

# Texts of several words that have less room than a word needs.
SQUEEZED = """[...document.querySelectorAll("main p, main li, main td, main summary")].filter(
  (one) => one.checkVisibility() && one.innerText.trim().includes(" ") && one.clientWidth < 64)
  .map((one) => one.innerText.slice(0, 60))"""
SECTORS = [{"name": "A", "first": 1, "last": 2}, {"name": "B", "first": 3, "last": 4}]
RUY_LOPEZ = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]


def milliseconds(text):
    """Of "1:02:03.456", with the decimal sign of any language."""
    hours, minutes, seconds = text.replace(",", ".").split(":")
    return round((int(hours) * 60 + int(minutes)) * 60_000 + float(seconds) * 1000)


class OneBoard(kit.PagesCase):
    def setUp(self):
        super().setUp()
        self.person()
        self.event = self.round_of(4, name="Riverside Open", sectors=SECTORS)
        self.clock = self.house.client("device", "all boards")

    def at(self, board, page=None):
        """The page of a board."""
        page = page or self.page(to=f"/hall/open/{board}")
        page.wait_for(".boardpage .player .clock")
        return page

    def call(self, board, side="white"):
        self.clock.done("claim", board, f"open-r1-b{board}", side=side, kind="other", text="please")
        self.house.settled()

    def acts(self, board):
        with self.house.office_db() as db:
            return [row[0] for row in db.execute(
                "SELECT json_extract(body, '$.act.type') FROM event WHERE type = 'desk_acted'"
                " AND json_extract(body, '$.board') = ?", (board,))]

    def clocks(self, board):
        return self.house.get(f"/api/v1/desk/games/open-r1-b{board}").json()["clocks"]

    def rulings(self, board):
        return self.house.get(f"/api/v1/desk/games/open-r1-b{board}").json()["rulings"]

    def confirm(self, page, pin=kit.PIN):
        page.wait_for(".sheet [name=pin]")
        page.fill(".sheet [name=pin]", pin)
        page.click(".sheet .go")


class Board(OneBoard):
    def test_the_game_can_be_stepped_through(self):
        self.play(self.clock, 1, RUY_LOPEZ)
        self.house.settled()
        page = self.at(1)
        page.wait_for(".movelist .shown button:has-text('a6')")
        self.assertEqual(page.texts(".movelist td button"), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"])
        self.assertEqual(page.count(".position .board use"), 32)
        page.press("Home")
        page.until("location.hash === '#ply=0'")
        page.press("ArrowRight")
        page.wait_for(".movelist .shown button:has-text('e4')")
        self.assertIn("4P3", page.js("document.querySelector('.position svg').ariaLabel"))
        page.press(" ")
        page.until("location.hash === ''")
        self.play(self.clock, 1, [])
        self.assertEqual(page.said(), [])

    def test_a_link_opens_the_position_that_it_names(self):
        self.play(self.clock, 1, RUY_LOPEZ)
        self.house.settled()
        page = self.page(to="/")
        page.goto("/hall/open/1#ply=3")
        page.wait_for(".movelist .shown button:has-text('Nf3')")

    def test_nobody_is_kept_out_by_it(self):
        self.play(self.clock, 1, RUY_LOPEZ)
        self.call(1)
        page = self.at(1)
        page.wait_for(".question")
        for dark in (False, True):
            self.assertEqual(page.faults(dark), [])
        page.press("r")
        page.wait_for(".sheet")
        for dark in (False, True):
            self.assertEqual(page.faults(dark), [])
        page.click(".sheet .option >> nth=0")
        page.wait_for(".sheet [name=pin]")
        self.assertEqual(page.faults(), [])

    def test_in_german_the_server_speaks_german(self):
        self.call(2)
        page = self.page(locale="de-DE")
        page.wait_for(".strip:has-text('Weiß ruft den Schiedsrichter')")
        page.click("[data-case='2']")
        page.wait_for(".sheet p:has-text('Weiß ruft den Schiedsrichter')")
        page.wait_for(".sheet .option:has-text('Es geht so weiter')")
        page.click(".sheet .option:has-text('Es geht so weiter')")
        page.wait_for(".sheet .will li:has-text('Entscheidung 1')")
        page.fill(".sheet [name=pin]", "8361")
        page.click(".sheet .go")
        page.until("document.querySelector('#wrongpin').textContent !== ''")
        self.assertEqual(page.text("#wrongpin"),
                         "Die PIN ist falsch. Noch 4 Versuche, dann endet die Sitzung.")
        self.confirm(page)
        page.wait_for(".sheet", "detached")
        page.goto("/hall/open/1")
        page.click(".acts button:has-text('Ergebnis')")
        page.click(".sheet .option:has-text('1-0')")
        page.click(".sheet .go")  # without an article
        page.wait_for(".sheet .wrong:has-text('Artikel')")
        page.fill(".sheet [name=article]", "11.3")
        page.click(".sheet .go")
        page.wait_for(".sheet .will li:has-text('Ergebnis: 1-0')")

    def test_a_question_is_decided_in_two_steps(self):
        self.call(2)
        page = self.page()
        page.click("[data-case='2']")  # one tap, ...
        page.wait_for(".sheet .option")
        self.assertEqual(page.count(".sheet .option :checked"), 0)
        page.click(".sheet .option >> nth=0")  # two, ...
        page.wait_for(".sheet .will")
        self.assertEqual(self.acts(2), [])  # it was only a preview
        self.confirm(page)
        page.wait_for(".sheet", "detached")
        page.wait_for(".question", "detached")
        self.assertEqual(self.acts(2), ["answer"])
        self.assertEqual([one["decidedBy"] for one in self.rulings(2)], ["Anna Berg"])

    def test_a_ruling_needs_no_mouse(self):
        self.call(2)
        page = self.page(to="/hall/open")
        page.wait_for("[data-case='2']")
        page.press("j")
        page.press("Enter")
        page.wait_for(".sheet .option")
        page.press("Tab")
        page.press(" ")
        page.wait_for(".sheet .option :checked")
        page.press("Control+Enter")
        page.wait_for(".sheet [name=pin]:focus")
        for digit in kit.PIN:
            page.press(digit)
        page.press("Control+Enter")
        page.wait_for(".sheet", "detached")
        self.assertEqual(self.acts(2), ["answer"])
        page.press("Escape")
        page.wait_for(".hallpage")

    def test_a_wrong_pin_does_nothing(self):
        page = self.at(2)
        page.press("n")
        page.fill(".sheet [name=text]", "a phone rang")
        page.click(".sheet .go")
        self.confirm(page, "8361")
        page.until("document.querySelector('#wrongpin').textContent !== ''")
        self.assertEqual(self.acts(2), [])
        self.confirm(page)
        page.wait_for(".sheet", "detached")
        self.assertEqual(self.acts(2), ["note"])

    def test_the_record_has_the_clocks_that_were_shown(self):
        """Both clocks before and after, to the millisecond."""
        self.play(self.clock, 3, RUY_LOPEZ[:2])
        self.call(3, "black")  # for which the clock stands
        before = self.clocks(3)
        page = self.at(3)
        page.wait_for(".question")
        page.press("c")
        page.fill(".sheet [name=white]", "1:02:03.456")
        page.fill(".sheet [name=black]", "0:40:00")
        page.click(".sheet .go")
        page.wait_for(".sheet .will")
        rows = page.js("[...document.querySelectorAll('.sheet .will tr')].map((row) =>"
                       " [...row.cells].map((one) => one.innerText)).slice(1, 3)")
        shown = [[name, milliseconds(was), milliseconds(then)] for name, was, then in rows]
        self.assertEqual(shown,
                         [["White’s clock", before["whiteMs"], 3_723_456],
                          ["Black’s clock", before["blackMs"], 2_400_000]])
        self.confirm(page)
        page.wait_for(".sheet", "detached")
        self.house.settled()
        self.assertEqual(self.clocks(3), {"whiteMs": 3_723_456, "blackMs": 2_400_000})

    def test_time_that_is_added_is_shown_to_the_millisecond(self):
        self.play(self.clock, 3, RUY_LOPEZ[:2])
        self.call(3, "black")
        before = self.clocks(3)
        page = self.at(3, self.page(to="/hall/open/3", locale="de-DE"))
        page.click(".acts button:has-text('Zeit geben, nehmen')")
        page.fill(".sheet [name=white]", "0:00:01,5")
        page.click(".sheet .go")
        page.wait_for(".sheet .will")
        shown = page.texts(".sheet .will td:last-child")
        page.click(".sheet .act button")
        after = {**before, "whiteMs": before["whiteMs"] + 1500}
        self.assertEqual([milliseconds(one) for one in shown if ":" in one], list(after.values()))

    def test_a_clock_is_set_in_whole_seconds_and_the_other_one_stays(self):
        self.play(self.clock, 3, RUY_LOPEZ[:2])
        self.call(3, "black")
        page = self.at(3)
        page.wait_for(".question")
        before = self.house.get("/api/v1/desk/games/open-r1-b3").json()["clocks"]
        page.press("c")
        page.wait_for(".sheet [name=white]")
        shown = page.js("[...document.querySelectorAll('.sheet [name=white], .sheet [name=black]')]"
                        ".map((one) => one.value)")
        for text in shown:
            self.assertRegex(text, r"^\d:\d\d:\d\d$")
        page.fill(".sheet [name=black]", "0:40:00")
        page.click(".sheet .go")
        self.confirm(page)
        page.wait_for(".sheet", "detached")
        self.house.settled()
        clocks = self.house.get("/api/v1/desk/games/open-r1-b3").json()["clocks"]
        self.assertEqual(clocks, {**before, "blackMs": 2_400_000})

    def test_scoresheets_are_compared_with_the_record(self):
        self.play(self.clock, 3, RUY_LOPEZ)
        self.house.settled()
        page = self.at(3)
        page.wait_for(".plot .times span")
        signs = "[...document.querySelectorAll('.position .coordinates text')].map((one) =>" \
                " one.textContent).join('')"
        self.assertEqual(page.js(signs), "abcdefgh87654321")
        page.press("x")
        self.assertEqual(page.js(signs), "hgfedcba12345678")
        self.assertEqual(page.count("section[aria-labelledby=sheets]"), 0)
        for whose, sheet in (("white", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"),
                             ("black", "1. e4 e5 2. Nc3 Nc6")):
            answer = self.house.ask("POST", "/api/v1/desk/acts", {
                "id": whose, "game": "open-r1-b3", "by": kit.office.CHIEF,
                "act": {"type": "enter_sheet", "whose": whose, "sheet": sheet,
                        "language": "english"}})
            self.assertEqual(answer.status, 200, answer.body)
        page.wait_for("li:has-text('White’s scoresheet'):has-text('All 6 moves agree')")
        page.wait_for("li:has-text('Black’s scoresheet'):has-text('3 of 6 moves agree')")
        self.assertEqual(page.texts(".sheetlist tbody tr")[0], "2.\tNc3\tNf3\tanother move")
        self.assertEqual(page.count(".sheetlist"), 1)
        for width in (320, 390):
            page.do("setViewportSize", {"width": width, "height": 844})
            self.assertEqual(page.js(SQUEEZED), [], width)
        page.click(".sheetlist button:has-text('2.')")
        page.wait_for(".movelist .shown:has-text('Nf3')")
        for dark in (False, True):
            self.assertEqual(page.faults(dark), [])

    def test_a_double_tap_rules_once(self):
        page = self.at(2)
        page.press("n")
        page.fill(".sheet [name=text]", "once")
        page.click(".sheet .go")
        page.wait_for(".sheet [name=pin]")
        page.fill(".sheet [name=pin]", kit.PIN)
        page.js("(() => { const go = document.querySelector('.sheet .go');"
                " go.click(); go.click(); go.form.requestSubmit(); })()")
        page.wait_for(".sheet", "detached")
        self.assertEqual(self.acts(2), ["note"])

    def test_when_the_game_moves_on_it_is_shown_again(self):
        self.play(self.clock, 1, RUY_LOPEZ[:2])
        self.house.settled()
        page = self.at(1)
        page.click(".acts button:has-text('Illegal action')")
        page.click(".sheet .option:has-text('White')")
        page.click(".sheet .option:has-text('Illegal move')")
        page.fill(".sheet [name=ply]", "1")
        page.click(".sheet .go")
        page.wait_for(".sheet .will")
        game = "open-r1-b1"
        self.clock.done("press", 1, game, side="white", move="g1f3")
        self.house.settled()
        self.confirm(page)
        page.wait_for(".sheet .changed:has-text('The game has moved on')")
        # What is new is marked: the move that would be void, too.
        self.assertEqual(page.texts(".sheet .will mark"), [
            "The game stands after ply 0; later moves are void (3 plies: 1. e4 e5 2. Nf3)."])
        self.assertEqual(page.text(".sheet .pin"), "")  # it is asked for again
        self.assertEqual(self.acts(1), [])
        self.confirm(page)
        page.wait_for(".sheet", "detached")
        self.assertEqual(self.acts(1), ["illegal_action"])

    def test_of_two_arbiters_one_rules_and_the_other_sees_whose_it_was(self):
        self.person("Boris Roy")
        self.call(4)
        anna, boris = self.at(4), self.at(4, self.page("Boris Roy", "/hall/open/4"))
        for page in (anna, boris):
            page.click(".question button")
            page.fill(".sheet [name=reason]", "heard both")
        anna.click(".sheet .option >> nth=0")
        self.confirm(anna)
        anna.wait_for(".sheet", "detached")
        boris.wait_for(".sheet .changed:has-text('Anna Berg')")
        self.assertEqual(boris.js("document.querySelector('.sheet [name=reason]').value"),
                         "heard both")
        boris.click(".sheet .option >> nth=0")
        boris.until("document.querySelector('.sheet p.wrong').textContent !== ''")
        self.assertEqual(self.acts(4), ["answer"])

    def test_the_clock_of_a_finished_game_is_not_resumed(self):
        page = self.at(1)
        page.wait_for(".acts button:text-is('Pause')")
        self.clock.done("resign", 1, "open-r1-b1", side="black")
        self.house.settled()
        page.wait_for(".acts button:text-is('Pause')", "detached")
        self.assertNotIn("Resume", page.texts(".acts button"))
        page.press("p")
        page.press("n")  # the sheet that opens is that of the note
        page.wait_for(".sheet h2:text-is('Note')")

    def standing(self, page, runs):
        page.until(f"document.querySelectorAll('.side.runs').length === {runs}")

    def test_the_whole_hall_stands_still_in_three_taps_and_goes_on(self):
        self.person("Ida Chief", role="chief_arbiter")
        page = self.page("Ida Chief")
        page.click(".many")  # one tap, ...
        page.click(".sheet .option:has-text('Pause the whole hall')")  # two, ...
        page.wait_for(".sheet .will li")
        self.assertIn("4", page.text(".sheet .will"))  # boards
        self.confirm(page)
        page.wait_for(".sheet", "detached")
        self.standing(page, 0)
        page.click(".many")
        page.do("check", ".sheet input[value=resume]")
        page.do("check", ".sheet input[value=boards]")
        page.fill(".sheet [name=boards]", "1-2, x")
        page.fill(".sheet [name=reason]", "no fire here")
        page.wait_for(".sheet .field .wrong:has-text('board numbers')")
        page.fill(".sheet [name=boards]", "1-2")
        page.click(".sheet .go")
        self.confirm(page)
        page.wait_for(".sheet", "detached")
        self.standing(page, 2)

    def test_a_sector_stands_still_in_three_taps(self):
        """Each board's record says why, by which article, and who."""
        self.person("Ida Chief", role="chief_arbiter")
        page = self.page("Ida Chief", **kit.PHONE)
        page.do("tap", ".many")
        page.do("tap", ".sheet .option:has-text('Pause A')")
        page.wait_for(".sheet .will li")
        self.assertIn("2", page.text(".sheet .will"))  # boards
        page.fill(".sheet [name=pin]", kit.PIN)
        page.do("tap", ".sheet .go")
        page.wait_for(".sheet", "detached")
        self.standing(page, 2)
        self.house.settled()
        for board in (1, 2):
            ruling, = self.rulings(board)
            self.assertEqual((ruling["decidedBy"], ruling["about"]), ("Ida Chief", "pause"))
            self.assertTrue(ruling["article"])
            self.assertIn("stands still", ruling["text"])
        self.assertEqual(self.rulings(3) + self.rulings(4), [])

    def chief_when_all_is_over(self):
        """The hall as the chief arbiter sees it, after all games of the round are over."""
        self.person("Ida Chief", role="chief_arbiter")
        for board in range(1, 5):
            self.clock.done("resign", board, f"open-r1-b{board}", side="black")
        self.house.settled()
        return self.page("Ida Chief")

    def states_of_rounds(self):
        rounds = self.house.get("/api/v1/events/open/rounds").json()["rounds"]
        return [one["state"] for one in rounds]

    def test_a_round_is_finished_and_confirmed_from_the_hall(self):
        page = self.chief_when_all_is_over()
        for step, state in (("finish", "finished"), ("confirm", "confirmed"), ("reopen",
                                                                               "finished")):
            page.click(".many")
            page.do("check", f".sheet input[value={step}]")
            page.fill(".sheet [name=reason]", "all is over")
            page.click(".sheet .go")
            page.wait_for(".sheet .will li:has-text('ound 1')")
            self.confirm(page)
            page.wait_for(".sheet", "detached")
            self.assertEqual(self.states_of_rounds(), [state])

    def test_a_round_that_goes_on_while_the_sheet_is_open_offers_its_next_step(self):
        page = self.chief_when_all_is_over()
        page.click(".many")
        page.do("check", ".sheet input[value=finish]")
        page.fill(".sheet [name=reason]", "all is over")
        self.event.done("finish_round", round=1)  # somebody else was faster
        page.wait_for(".sheet input[value=confirm]")
        self.assertEqual(page.count(".sheet input[value=finish]"), 0)
        page.wait_for(".sheet .go[disabled]")
        page.do("check", ".sheet input[value=confirm]")
        page.click(".sheet .go")
        page.wait_for(".sheet .will li:has-text('ound 1')")
        self.confirm(page)
        page.wait_for(".sheet", "detached")
        self.assertEqual(self.states_of_rounds(), ["confirmed"])

    def test_what_was_shown_is_what_is_confirmed_whatever_round_is_played_by_then(self):
        page = self.chief_when_all_is_over()
        page.click(".many")
        page.do("check", ".sheet input[value=finish]")
        page.fill(".sheet [name=reason]", "all is over")
        page.click(".sheet .go")
        page.wait_for(".sheet .will li:has-text('ound 1')")
        self.event.done("finish_round", round=1)  # somebody else was faster, and goes on
        self.event.done("plan_round", number=2)
        self.event.done("set_pairings", round=2, pairings=[
            {"board": 1 + i, "white": 2 * i + 1, "black": 2 * ((i + 1) % 4) + 2}
            for i in range(4)])
        self.event.publish(2)
        self.event.done("start_round", round=2, without_clocks=True)
        for board in range(1, 5):
            self.event.done("enter_result", round=2, board=board,
                            entered={"score": "1-0", "kind": "played"})
        page.wait_for("h1:has-text('ound 2')")
        self.confirm(page)
        page.wait_for(".sheet p.wrong:not(:empty)")
        self.assertEqual(self.states_of_rounds(), ["finished", "started"])

    def test_the_other_acts_fit_the_game(self):
        page = self.at(1)
        page.click(".others summary")
        page.click(".others button:has-text('Enter a scoresheet')")
        page.do("check", ".sheet input[value=white]")
        page.fill(".sheet [name=sheet]", "1. e4 e5")
        page.do("selectOption", ".sheet [name=language]", "german")
        page.click(".sheet .go")
        self.confirm(page)
        page.wait_for(".sheet", "detached")
        self.assertEqual(self.acts(1), ["enter_sheet"])
        self.assertNotIn("Open the sealed move", page.texts(".others button"))

    def test_a_time_that_is_none_sets_no_clock(self):
        page = self.at(2)
        page.press("c")
        page.fill(".sheet [name=white]", "1:99:00")
        page.wait_for(".sheet .field .wrong:has-text('1:02:03')")
        self.assertTrue(page.js("document.querySelector('.sheet .go').disabled"))
        page.press("Control+Enter")
        self.assertEqual(self.acts(2), [])

    def test_another_sector_shows_no_acts_and_none_is_taken(self):
        self.person("Carla Sector", sectors=["A"])
        page = self.at(3, self.page("Carla Sector", "/hall/open/3"))
        page.wait_for("p:has-text('another sector')")
        self.assertEqual(page.count(".acts"), 0)
        answer = page.js(
            "fetch('/api/v1/desk/acts', {method: 'POST', headers: {'Content-Type':"
            " 'application/json', 'X-Flagfall-Session': sessionStorage['flagfall.session'],"
            f" 'X-Flagfall-Pin': '{kit.PIN}'" "}, body: JSON.stringify({id: 'x', game:"
            " 'open-r1-b3', act: {type: 'pause_clock'}})}).then((one) => one.status)")
        self.assertEqual(answer, 403)
        self.assertEqual(self.acts(3), [])

    def test_no_key_opens_a_sheet_at_a_board_of_another_sector(self):
        self.person("Carla Sector", sectors=["A"])
        self.call(3)
        self.call(2)
        page = self.at(3, self.page("Carla Sector", "/hall/open/3"))
        page.wait_for(".question")
        for key in "rpcnut":
            page.press(key)
            self.assertEqual(page.count(".sheet"), 0, key)
        page.press("[")  # at a board of hers the same keys do, and nothing was taken meanwhile
        page.wait_for("h1 b:text-is('2')")
        page.wait_for(".question")
        page.press("n")
        page.wait_for(".sheet [name=text]")
        self.assertEqual(self.house.get("/api/v1/events/open/hall").json()["cases"], [])

    def test_a_strip_of_another_sector_cannot_be_taken(self):
        self.person("Carla Sector", sectors=["A"])
        self.call(3)
        self.call(2)
        page = self.page("Carla Sector")
        page.wait_for("[data-case='3']")
        self.assertEqual(page.texts(".strip:has([data-case='2']) button"), ["Take", "Seen"])
        self.assertEqual(page.texts(".strip:has([data-case='3']) button"), ["Seen"])

    def test_why_a_case_was_not_taken_stays(self):
        self.call(2)
        page = self.page()
        page.wait_for("[data-case='2']")
        page.refuse("**/hall/cases/2", {
            "status": 403, "contentType": "application/problem+json",
            "body": '{"type": "about:blank", "title": "No", "status": 403,'
                    ' "code": "forbidden", "detail": "not your sector"}'})
        page.press("t")
        page.wait_for(".wrong:has-text('not your sector')")
        self.call(1)  # the hall is asked for again
        page.wait_for("[data-case='1']")
        self.assertIn("not your sector", page.text(".wrong"))
        page.allow()
        page.press("t")
        page.wait_for(".wrong", "detached")


if __name__ == "__main__":
    kit.main()
