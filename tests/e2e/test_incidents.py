#!/usr/bin/env python3
"""Incidents after rulings, restarts, other programs' games and files, on the real daemons: every
output agrees for each board with an independent ledger."""

import signal

import hall
import ledger
from office import CHIEF, EVENTS, Office, OfficeCase

WHITE, BLACK = "white", "black"
SECOND = 1_000_000
TEN_MOVES = ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5").split()


class Seat:
    """A board of the office with a device, and the arbiter who rules there."""

    def __init__(self, case, event, board, game):
        self.case, self.event, self.board, self.game = case, event, board, game
        self.house = case.house
        self.device = self.house.client("device", f"table {board}")

    def state(self):
        return self.device.board_state(self.board)

    def does(self, kind, /, **fields):
        """The reply to a command of the device, a second after the last event."""
        state = self.state()
        after = fields.pop("after", 1) * SECOND
        reply = self.device.command(kind, self.board, self.game, epoch=state["epoch"],
                                    at_us=state["at_us"] + after, **fields)
        self.house.settled()
        return reply.get("code", reply["type"])

    def play(self, *moves):
        for move in moves:
            self.case.assertEqual(self.does("press", side=self.state()["turn"], move=move), "ack")

    def rule(self, kind, /, article="", **fields):
        """The answer to an act, confirmed if it must be."""
        self.house.settled()
        body = {"id": self.case.key(), "game": self.game, "by": CHIEF, "article": article,
                "act": {"type": kind, **fields}}
        said = self.house.ask("POST", "/api/v1/desk/acts", body).json()
        if said.get("status") == "confirm":
            body["confirm"] = said["confirm"]
            said = self.house.ask("POST", "/api/v1/desk/acts", body).json()
        self.house.settled()
        return said.get("code", said["status"])

    def check(self, white, black, code, letters):
        told = ledger.Told(self.house, self.event, 1, self.board)
        ledger.check(self.case, told, white, black, code, letters)
        return told


class Incidents(OfficeCase):
    def setUp(self):
        super().setUp()
        self.keys = self.events = 0

    def key(self):
        self.keys += 1
        return f"incident-{self.keys}"

    def office(self, players=2, start=True, **info):
        """An event with its own boards, and a round that is started at the clocks."""
        self.events += 1
        event = f"e{self.events}"
        office = Office(self.house, event)
        answer = self.house.ask("POST", EVENTS, {"id": event, "by": CHIEF, "info": {
            "name": event, "rounds": 3, "terms": {"timeControl": "5400+30"}, **info}},
            {"Idempotency-Key": self.key()})
        self.assertEqual(answer.status, 201, answer.body)
        office.done("enter_players", players=[
            {"number": n, "name": f"P{n}, {event}", "rating": 2400 - n}
            for n in range(1, players + 1)])
        office.done("set_pairings", round=1, pairings=[
            {"board": 10 * self.events + n, "white": 2 * n + 1, "black": 2 * n + 2}
            for n in range(players // 2)])
        office.publish()
        if start:
            office.done("start_round", round=1)
            self.house.settled()
        return office

    def seat(self, **info):
        office = self.office(**info)
        board = 10 * self.events
        return Seat(self, office.event, board, f"{office.event}-r1-b{board}")

    def restart(self):
        """Both daemons after kill -9."""
        self.house.settled()
        self.house.arbiterd.end(signal.SIGKILL)
        self.house.clockd.end(signal.SIGKILL)
        self.house.start_clockd()
        self.house.start_arbiterd()
        hall.wait_until(lambda: self.house.get("/readyz").status == 200, "arbiterd is ready")
        self.house.settled()

    def test_colours_reversed_and_what_follows(self):
        begun_anew = self.seat()
        begun_anew.play("e4", "e5", "Nf3")
        begun_anew.rule("penalise", "11.5", side=WHITE, kind="warning")
        begun_anew.rule("restart_game", reversed_colours=True)
        begun_anew.rule("resume_clock")
        rulings = self.house.get(f"{EVENTS}/{begun_anew.event}/rounds/1/rulings").json()["rulings"]
        self.assertEqual([r.get("cancelledBy") for r in rulings], [2, None, None])
        begun_anew.play("d4", "d5")
        begun_anew.does("resign", side=BLACK)
        told = begun_anew.check(1, 2, "1-0", "10")
        self.assertEqual(told.game().plain(), ["d4", "d5"])
        gone_on = self.seat()
        gone_on.play(*TEN_MOVES)
        gone_on.rule("reverse_colours")
        gone_on.does("resign", side=BLACK)
        gone_on.check(2, 1, "1-0", "10")
        gone_on.rule("give_result", "8.7", score="0-1")
        gone_on.check(2, 1, "0-1", "01")
        self.restart()
        gone_on.device = self.house.client("device", "again")
        gone_on.check(2, 1, "0-1", "01")
        gone_on.rule("undo", ruling=3)
        gone_on.check(2, 1, "1-0", "10")
        gone_on.rule("reverse_colours")
        gone_on.check(1, 2, "1-0", "10")

    def test_who_did_not_come_loses_by_forfeit_whichever_act_says_so(self):
        for kind, fields in (("give_result", {"score": "0-1"}),
                             ("give_result", {"score": "0-1", "ending": "arbiter-decision"}),
                             ("penalise", {"side": WHITE, "kind": "loss"})):
            seat = self.seat()
            self.assertEqual(seat.rule(kind, "6.7.1", **fields), "done")
            seat.check(1, 2, "0-1", "-+")
        played = self.seat()
        played.play("e4", "e5")
        for kind, fields in (("give_result", {"score": "0-1"}),
                             ("penalise", {"side": WHITE, "kind": "loss"})):
            self.assertEqual(played.rule(kind, "6.7.1", **fields), "game_was_played")

    def test_a_flag_does_not_answer_what_an_absence_costs(self):
        seat = self.seat(terms={"timeControl": "3600", "defaultTimeUs": 1800 * SECOND})
        seat.play("e4")
        seat.does("wait", after=1801)
        seat.does("wait", after=1801)
        game = self.house.get(f"/api/v1/desk/games/{seat.game}").json()
        asked = [q for q in game["questions"] if "closed" not in q][-1]
        self.assertEqual((asked["about"], asked["article"]), ("flag_fall", "6.7.1"))
        seat.rule("answer", question=asked["number"], option="forfeit_black")
        seat.check(1, 2, "1-0", "+-")

    def test_presses_only_count_as_played(self):
        seat = self.seat(terms={"timeControl": "5400+30", "reports": "presses"})
        for side in (WHITE, BLACK) * 3:
            self.assertEqual(seat.does("press", side=side), "ack")
        seat.does("resign", side=BLACK)
        seat.rule("answer", question=1, option="white_wins")
        seat.check(1, 2, "1-0", "10")
        seat.rule("undo", ruling=1)
        seat.rule("answer", question=2, option="draw")
        seat.check(1, 2, "1/2-1/2", "==")

    def test_a_game_of_another_program_is_in_no_output(self):
        office = self.office(start=False)
        board = 10 * self.events
        office.done("start_round", round=1, without_clocks=True)
        office.done("enter_result", round=1, board=board,
                    entered={"score": "1-0", "kind": "played"})
        arbiter = self.house.client("arbiter", "another program")
        hall.open_game(arbiter, board, "another", at_us=None, event=office.event, round="1",
                       white="X", black="Y")
        game = Seat(self, office.event, board, "another")
        game.play("e4", "e5")
        game.does("resign", side=WHITE)
        office_seat = Seat(self, office.event, board, "")
        office_seat.check(1, 2, "1-0", "10")
        office.done("enter_result", round=1, board=board,
                    entered={"score": "0-1", "kind": "played"})
        office_seat.check(1, 2, "0-1", "01")

    def test_a_board_has_its_next_game_and_the_last_one_stays_over(self):
        office = self.office(players=4)
        board = 10 * self.events
        first = Seat(self, office.event, board, f"{office.event}-r1-b{board}")
        first.play("e4", "e5")
        first.does("resign", side=BLACK)
        office.done("set_pairings", round=2, pairings=[{"board": board, "white": 2, "black": 1}])
        office.done("publish_round", round=2)
        office.done("prepare_round", round=2)
        self.house.settled()
        self.assertEqual(first.rule("undo", ruling=1), "board_busy")
        # A total of the TRF includes the round under way, too.
        told = ledger.Told(self.house, office.event, 1, board)
        self.assertEqual((told.numbers(), told.row["result"]["code"]), ((1, 2), "1-0"))
        self.assertEqual(first.rule("give_result", "8.7", score="1/2-1/2"), "done")
        told = ledger.Told(self.house, office.event, 1, board)
        self.assertEqual((told.numbers(), told.row["result"]["code"]), ((1, 2), "1/2-1/2"))
        self.assertEqual(told.feed()["score"], "1/2-1/2")
        game = self.house.get(f"/api/v1/desk/games/{first.game}").json()
        self.assertEqual([q for q in game["questions"] if "closed" not in q], [])
        office.done("start_round", round=2)
        self.house.settled()
        first.game = f"{office.event}-r2-b{board}"
        first.play("d4", "d5")

    def test_draw_odds_say_the_same_in_the_feed_and_in_the_results(self):
        scoring = {"win": 2, "draw": 1, "loss": 0, "absent": 0, "pairingBye": 2,
                   "drawOdds": "black"}
        seat = self.seat(terms={"timeControl": "W300-B240"}, scoring=scoring)
        seat.play("e4", "e5")
        seat.does("offer_draw", side=WHITE)
        seat.does("accept_draw", side=BLACK)
        told = ledger.Told(self.house, seat.event, 1, seat.board)
        self.assertEqual((told.row["result"]["rated"], told.feed()["rated"],
                          told.row["result"]["drawCountsFor"], told.feed()["drawCountsFor"]),
                         (False, False, "black", "black"))
        engine = self.house.get(f"{EVENTS}/{seat.event}/rounds/2/trf").body
        codes = [line[91:99] for line in engine.splitlines() if line.startswith("001 ")]
        self.assertEqual(codes, ["   2 w 0", "   1 b 1"])

    def test_a_touch_refuses_the_offer_on_the_tablet_too(self):
        seat = self.seat()
        seat.play("e4", "e5")
        seat.does("offer_draw", side=WHITE)
        seat.play("Nf3")
        seat.does("touch", side=BLACK, squares="b8")
        self.assertEqual(seat.does("accept_draw", side=BLACK), "no_offer")
        self.assertEqual(seat.state()["phase"], "running")

    def test_files_take_nothing_away_and_say_what_is_odd(self):
        office = self.office(players=6, start=False, rounds=5)
        office.done("start_round", round=1, without_clocks=True)
        for board in range(3):
            office.done("enter_result", round=1, board=10 * self.events + board,
                        entered={"score": "1-0", "kind": "played", "article": "8.7"})
        office.done("finish_round", round=1)
        office.done("confirm_round", round=1)
        own = self.house.get(f"{office.path}/trf").body
        done = office.put("/import", own, "application/x-trf")
        self.assertEqual(done.status, 200, done.body)
        self.assertEqual(self.house.get(f"{office.path}/rounds/1").json()["round"]["pairings"][0]
                         ["entered"]["by"], CHIEF)
        office.done("request_bye", number=6, rounds=[2], bye="H")
        done = office.put("/import?round=2&replace=true", "1\n1 3\n", "text/plain").json()
        self.assertIn("round 2: the bye (H) of player 6 (P6, e1) stays", done["notes"])
        self.assertIn("round 2: without a game and without a bye: 2 (P2, e1), 4 (P4, e1), "
                      "5 (P5, e1)", done["notes"])
        pairings = self.house.get(f"{office.path}/rounds/2").json()["round"]["pairings"]
        self.assertEqual(pairings[-1], {"white": 6, "bye": "H"})
        by_hand = office.done("set_pairings", round=3, pairings=[
            {"board": 10, "white": 2, "black": 1}, {"board": 11, "white": 3, "black": 5}])
        self.assertIn("round 3, board 10: 2 (P2, e1) and 1 (P1, e1) have met in round 1",
                      by_hand["notes"])
        text = ('[Event "x"]\n[Round "4"]\n[White "P1, e1"]\n[Black "P3. e1"]\n[Result "*"]\n\n*\n')
        done = office.put("/import", text, "application/x-chess-pgn").json()
        self.assertIn("player 7 (P3. e1) is new in the event: is a name misspelt?", done["notes"])

    def test_what_stands_stays(self):
        office = self.office(players=4, start=False, terms={"timeControl": ""})
        board = 10 * self.events
        office.done("start_round", round=1, without_clocks=True)
        for at in (board, board + 1):
            office.done("enter_result", round=1, board=at,
                        entered={"score": "1-0", "kind": "played", "article": "8.7"})
        office.done("finish_round", round=1)
        office.done("confirm_round", round=1)

        def boards():
            rows = self.house.get(f"{office.path}/rounds/1/results").json()["boards"]
            return [(row["timeControl"], row["version"]) for row in rows]
        before = boards()
        self.assertEqual(before[0][0], "")
        info = self.house.get(office.path).json()["info"]
        office.done("change_event", info={"name": info["name"], "rounds": 3,
                                          "terms": {"time_control": "300+3"}})
        office.done("plan_round", number=2)
        self.assertEqual(boards(), before)
        self.restart()
        self.assertEqual(boards(), before)
        # An older report, when the next round is public.
        office.done("set_pairings", round=2, pairings=[
            {"board": board, "white": 2, "black": 3}, {"board": board + 1, "white": 4, "black": 1}])
        office.publish(2)
        old = self.house.get(f"{office.path}/trf").body.replace("300+3", "5400+30")
        answer = office.put("/import", old, "application/x-trf")
        self.assertEqual(answer.status, 200, answer.body)
        self.assertIn("the event keeps its time control, 300+3, and not the file's, 5400+30: a "
                      "round is published with it (change the event to have another)",
                      answer.json()["notes"])
        # Another event's file of a round that is public.
        other = self.office(start=False)
        file = {"rounds": [{"number": 2, "state": "published", "pairings": [
            {"board": board, "white": 1, "black": 2}]}]}
        answer = other.put("/import", file)
        self.assertEqual((answer.status, answer.json()["code"]), (422, "boards_shared"))
        answer = other.put(f"/import?confirm={answer.json()['confirm']}", file)
        self.assertEqual(answer.status, 200, answer.body)

    def shared(self, state):
        """The preview of an act on boards that both events have."""
        return f"With it, board 10 is of the event e1, too, whose round 1 is {state}."

    def test_boards_of_two_events_come_back_with_one_preview(self):
        one = self.office(start=False)
        one.done("withdraw_publication", round=1)
        two = self.office(players=4, start=False)
        two.done("change_pairing", round=1, pairings=[{"board": 10, "white": 1, "black": 2}])
        forfeit = {"score": "1-0", "kind": "forfeit"}
        two.done("enter_result", round=1, board=10, entered=forfeit)
        one.publish()
        two.house.ask("POST", f"{two.path}/rounds/1/results/10/ack",
                      {"consumer": "swiss", "revision": 1}, {"Idempotency-Key": self.key()})
        shown = two.act("enter_result", round=1, board=10).json()
        self.assertEqual(shown["status"], "confirm", shown)
        self.assertEqual(shown["says"], ["swiss has fetched the result so far: inform its users.",
                                         self.shared("published")])
        done = two.act("enter_result", round=1, board=10, confirm=shown["confirm"]).json()
        self.assertEqual(done["status"], "done", done)
        two.done("start_round", round=1, boards=[21])
        self.house.settled()
        shown = two.act("undo_start", round=1).json()
        self.assertEqual((shown["status"], shown["says"][0]),
                         ("confirm", self.shared("published")), shown)
        done = two.act("undo_start", round=1, confirm=shown["confirm"]).json()
        self.assertEqual(done["status"], "done", done)

    def test_what_a_file_replaces_and_shares_is_in_one_preview(self):
        self.office()
        two = self.office(start=False)
        two.done("start_round", round=1, without_clocks=True)
        board = 10 * self.events
        file = {"rounds": [{"number": 1, "state": "started", "pairings": [
            {"board": 10, "white": 1, "black": 2}]}]}
        says = ["round 1 is started; removed are the present pairings or results of boards: "
                f"{board}", "round 1 is started; taken from the file are those of boards: 10",
                self.shared("started")]
        shown = two.put("/import?replace=true", file).json()
        self.assertEqual((shown["status"], shown.get("says")), ("confirm", says), shown)
        # The same as an act, until something else has changed.
        by_hand = two.act("import_event", **file, replace=True).json()
        self.assertEqual((by_hand["status"], by_hand["says"]), ("confirm", says), by_hand)
        two.done("enter_result", round=1, board=board, entered={"score": "1-0", "kind": "played"})
        again = two.act("import_event", **file, replace=True, confirm=by_hand["confirm"]).json()
        self.assertEqual((again["status"], again["says"]), ("confirm", says[:2]), again)
        self.assertNotEqual(again["confirm"], by_hand["confirm"])
        shown = two.put("/import?replace=true", file).json()
        done = two.put(f"/import?replace=true&confirm={shown['confirm']}", file).json()
        self.assertEqual(done["status"], "done", done)

    def test_a_preview_confirms_no_other_round(self):
        office = self.office(players=4, start=False)
        office.done("start_round", round=1, without_clocks=True)
        office.done("set_pairings", round=2, pairings=[{"board": 1, "white": 1, "black": 3}])
        office.publish(2)
        started = office.act("start_round", round=2, without_clocks=True)
        office.done("start_round", round=2, without_clocks=True,
                    confirm=started.json()["confirm"])
        other = "2\n1 4\n2 3\n"
        shown = office.put("/import?round=2&replace=true", other, "text/plain").json()
        again = office.put(f"/import?round=1&replace=true&confirm={shown['confirm']}", other,
                           "text/plain").json()
        self.assertEqual(again["status"], "confirm", again)
        self.assertIn("round 1 is started", again["says"][0])


if __name__ == "__main__":
    hall.main()
