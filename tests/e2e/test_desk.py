#!/usr/bin/env python3
"""The arbiter's desk on the real daemons: questions and rulings, over HTTP and on the command
line, and that the clock follows."""

import json
import os
import subprocess

import hall
from peers import PATIENCE
from tables import BLACK, SECOND, WHITE, Scripted

ANNA = "Anna Bergström"


class AtDesk(Scripted):
    """An arbiter's acts and views, over HTTP and on the command line."""

    def setUp(self):
        super().setUp()
        self.acts = 0

    def post(self, body, headers=None):
        """The status and the body of an answer to a POST."""
        answer = self.house.ask("POST", "/api/v1/desk/acts", body, headers)
        if answer.status == 200:
            self.transcript.add("desk", body)
        return answer.status, answer.json()

    def command(self, table, kind, fields):
        self.acts += 1
        envelope = {name: fields.pop(name) for name in ("id", "article", "reason", "confirm")
                    if name in fields}
        return {"id": f"anna-{self.acts}", "game": table.game, "by": ANNA, **envelope,
                "act": {"type": kind, **fields}}

    def rule(self, table, kind, /, **fields):
        """An act that must be carried out; a preview is confirmed."""
        self.house.settled()
        body = self.command(table, kind, fields)
        status, said = self.post(body)
        self.assertEqual(status, 200, said)
        if said["status"] == "confirm":
            status, said = self.post({**body, "confirm": said["confirm"]})
        self.assertEqual((status, said["status"]), (200, "done"), said)
        self.house.settled()
        table.at = max(table.at, self.reading(table)["at_us"])
        return said

    def code(self, table, kind, /, **fields):
        self.house.settled()
        status, said = self.post(self.command(table, kind, fields))
        self.assertEqual(status, 422, said)
        return said["code"]

    def reading(self, table):
        return self.arbiter.board_state(table.board)

    def queue(self):
        self.house.settled()
        return self.house.get("/api/v1/desk/queue").json()

    def game(self, table):
        self.house.settled()
        return self.house.get(f"/api/v1/desk/games/{table.game}").json()

    def tool(self, *args, code=0, said=None):
        done = subprocess.run(
            [hall.arbiterd_binary(), "desk", *args, "--url",
             f"http://127.0.0.1:{self.house.http_port}", "--data", self.house.folder],
            capture_output=True, text=True, timeout=PATIENCE, check=False, input=said)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr


class Desk(AtDesk):

    # ---- the queue ------------------------------------------------------------------------------

    def test_a_pause_waits_and_is_answered(self):
        self.assertEqual(self.queue()["questions"], [])
        t = self.table()
        t.play("e4", "e5")
        t.does("pause", reason="no queen at hand")
        question = self.queue()["questions"][0]
        self.assertEqual((question["gameId"], question["number"], question["article"],
                          question["holds"]), (t.game, 1, "6.11.2", False))
        self.assertIn(["reason", "no queen at hand"], question["evidence"])
        self.assertEqual([o["option"] for o in question["options"]], ["resume", "set_clock"])
        self.assertEqual(self.code(t, "answer", question=7, option="resume"), "unknown_question")
        self.assertEqual(self.code(t, "answer", question=1, option="x"), "unknown_option")
        self.rule(t, "answer", question=1, option="resume")
        self.assertEqual(self.reading(t)["phase"], "running")
        self.assertEqual(self.queue()["waiting"], 0)
        game = self.game(t)
        self.assertEqual(game["status"], "playing")
        self.assertEqual(game["questions"][0]["closed"],
                         {"how": "answered", "by": ANNA, "option": "resume"})
        self.assertEqual(game["rulings"][-1]["decidedBy"], ANNA)
        seen = self.house.get(f"/api/v1/desk/games/{t.game}/history").json()
        self.assertEqual([(m["ply"], m["questions"]) for m in seen["moments"]][-3:],
                         [(2, 1), (2, 0), (2, 0)])
        self.assertEqual([m["clock"]["runs"] for m in seen["moments"]][-3:], [False, False, True])

    def test_the_oldest_waits_first(self):
        first, second = self.table(), self.table()
        for t in (second, first):
            t.play("e4", "e5")
            t.does("pause", reason="help")
        self.assertEqual([q["gameId"] for q in self.queue()["questions"]],
                         [second.game, first.game])

    # ---- acts -----------------------------------------------------------------------------------

    def test_clocks_are_paused_set_and_resumed(self):
        t = self.table()
        t.play("e4", "e5", "Nf3")
        self.assertEqual(self.code(t, "set_clock", white_us=1, black_us=1), "clock_running")
        self.rule(t, "pause_clock", reason="disturbance")
        self.assertEqual(self.reading(t)["phase"], "paused")
        self.rule(t, "set_clock", white_us=600 * SECOND, black_us=500 * SECOND, ply=1)
        state = self.reading(t)
        self.assertEqual((state["white_us"], state["black_us"], state["ply"], state["turn"]),
                         (600 * SECOND, 500 * SECOND, 1, BLACK))
        self.rule(t, "resume_clock")
        t.device.epochs[t.board] = self.reading(t)["epoch"]
        t.play("c5", side=BLACK)
        self.assertEqual(self.moves(t), ["e4", "c5"])

    def test_time_reaches_a_running_clock(self):
        t = self.table()
        t.play("e4", "e5")
        before = self.reading(t)
        self.rule(t, "adjust_clock", black_us=-30 * SECOND, article="12.5")
        self.rule(t, "penalise", side=WHITE, kind="time_to_opponent", time_us=120 * SECOND)
        after = self.reading(t)
        self.assertEqual(after["phase"], "running")
        self.assertEqual(after["black_us"], before["black_us"] + 90 * SECOND)
        self.rule(t, "undo", ruling=2)
        self.assertEqual(self.reading(t)["black_us"], before["black_us"] - 30 * SECOND)
        rulings = self.game(t)["rulings"]
        self.assertEqual(rulings[1]["undoneBy"], 3)
        self.assertEqual(rulings[2]["undoes"], 2)

    def test_a_result_is_given_withdrawn_and_changed(self):
        t = self.table()
        t.play("e4", "e5")
        self.assertEqual(self.code(t, "give_result", score="1-0"), "no_article")
        self.rule(t, "give_result", score="0-0", article="11.8", reason="both left")
        self.assertEqual(self.result(t), ("0-0", "arbiter-decision", "11.8", ANNA))
        self.rule(t, "undo", ruling=1, reason="the wrong board")
        self.assertEqual(self.result(t)[0], "*")
        self.assertEqual(self.reading(t)["phase"], "paused")
        self.rule(t, "resume_clock")
        t.device.epochs[t.board] = self.reading(t)["epoch"]
        t.does("resign", side=WHITE)
        t.event("game_ended", score="0-1")
        self.rule(t, "penalise", side=BLACK, kind="points_off", score="0-1/2")
        self.assertEqual(self.result(t)[0], "0-1/2")
        self.rule(t, "note", text="the appeal was announced")
        shown = self.table()
        shown.play("e4")
        self.rule(shown, "show_record", side=BLACK)

    # ---- Articles 4 and 7 -----------------------------------------------------------------------

    def follow(self, table):
        """The device has seen every intervention so far."""
        table.device.epochs[table.board] = self.reading(table)["epoch"]

    def test_an_illegal_move_found_later_goes_back(self):
        t = self.table()
        t.play("e4", "e5")
        then = self.reading(t)
        t.play("Nf3", "Nc6", "Bb5")
        self.assertEqual(self.code(t, "illegal_action", side=BLACK, kind="illegal_move", ply=3),
                         "bad_ply")
        self.rule(t, "illegal_action", side=WHITE, kind="illegal_move", ply=3, text="g1f3",
                  reason="the king was in check")
        state = self.reading(t)
        self.assertEqual((state["phase"], state["ply"], state["turn"]), ("paused", 2, WHITE))
        self.assertEqual(state["white_us"], then["white_us"])
        self.assertEqual(state["black_us"], then["black_us"] + 120 * SECOND)
        self.assertEqual(self.row(t, "SELECT kind, ply, count FROM irregularity WHERE game = ?"),
                         ("illegal_move", 3, 1))
        self.assertEqual(self.code(t, "illegal_action", side=WHITE, kind="two_hands", ply=3),
                         "counted_already")
        self.rule(t, "resume_clock")
        self.follow(t)
        t.play("d4")
        question = self.queue()["questions"][0]  # the knight should have been moved (4.3)
        self.assertEqual((question["about"], question["article"]), ("touch_move", "7.5.1"))
        self.rule(t, "answer", question=question["number"], option="take_back")
        self.assertEqual(self.reading(t)["ply"], 2)
        self.follow(t)
        t.play("Nh3")
        self.assertEqual(self.queue()["waiting"], 0)
        self.assertEqual(self.moves(t), ["e4", "e5", "Nh3"])

    def test_two_hands_cost_time_and_the_second_the_game(self):
        t = self.table()
        t.play("e4", "e5")
        before = self.reading(t)
        self.rule(t, "illegal_action", side=WHITE, kind="two_hands")
        after = self.reading(t)
        self.assertEqual((after["phase"], after["ply"]), ("running", 2))
        self.assertEqual(after["black_us"], before["black_us"] + 120 * SECOND)
        t.play("Nf3")  # commands of the device in the earlier epoch count
        self.rule(t, "illegal_action", side=WHITE, kind="two_hands")
        self.assertEqual(self.result(t), ("0-1", "illegal-move-forfeit", "7.5.5", ANNA))

    def test_a_game_begins_again_with_the_right_colours(self):
        t = self.table(white="Ann", black="Bob",
                       tags=[["WhiteElo", "2000"], ["BlackElo", "1000"]])
        start = self.reading(t)
        t.play("e4", "e5", "Nf3")
        self.rule(t, "restart_game", reversed_colours=True)
        state = self.reading(t)
        self.assertEqual((state["phase"], state["ply"], state["turn"]), ("paused", 0, WHITE))
        self.assertEqual((state["white_us"], state["black_us"]),
                         (5_430 * SECOND, 5_430 * SECOND), start)
        self.assertEqual(self.row(t, "SELECT white, black, tags, plies FROM game WHERE game = ?"),
                         ("Ann", "Bob", '[["WhiteElo","2000"],["BlackElo","1000"]]', 0))
        self.assertEqual(self.row(t, "SELECT from_ply, to_ply FROM restoration WHERE game = ?"),
                         (3, 0))
        self.rule(t, "resume_clock")
        self.follow(t)
        t.play("d4", "d5")
        self.assertEqual(self.moves(t), ["d4", "d5"])
        played = self.house.get(f"/api/v1/events/e2e/rounds/1/boards/{t.board}/game.pgn").body
        self.assertIn('[White "Ann"]', played)
        self.assertIn('[WhiteElo "2000"]', played)
        self.assertIn("1. d4", played)  # the new game's moves
        self.assertIn('[PlyCount "2"]', played)

    def test_a_mistyped_ply_is_taken_back_and_loses_nothing(self):
        t = self.table()
        t.play("e4", "e5", "Nf3", "Nc6", "Bb5", "a6")
        self.rule(t, "pause_clock")
        before = self.reading(t)
        pgn = f"/api/v1/events/e2e/rounds/1/boards/{t.board}/game.pgn"
        played = self.house.get(pgn).body
        body = self.command(t, "illegal_action", {"side": WHITE, "kind": "illegal_move", "ply": 1})
        preview = self.post(body)[1]
        self.assertEqual(preview["status"], "confirm")
        self.assertTrue(any("6 plies: 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6" in line
                            for line in preview["text"]), preview)
        self.rule(t, "illegal_action", side=WHITE, kind="illegal_move", ply=1)
        self.assertEqual(self.moves(t), [])
        said = self.rule(t, "undo", ruling=2)
        self.assertTrue(any("moves come back (6 plies: 1. e4" in line for line in said["text"]))
        after = self.reading(t)
        self.assertEqual((after["ply"], after["turn"], after["white_us"], after["black_us"]),
                         (6, WHITE, before["white_us"], before["black_us"]))
        self.assertEqual(self.moves(t), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"])
        self.assertEqual(self.house.get(pgn).body, played)
        self.rule(t, "undo", ruling=3)  # and that ruling is taken back
        self.assertEqual(self.moves(t), [])
        rulings = self.game(t)["rulings"]
        self.assertNotIn("undoneBy", rulings[1])
        self.assertEqual(rulings[2]["undoneBy"], 4)
        self.rule(t, "undo", ruling=2)
        self.rule(t, "resume_clock")
        self.follow(t)
        t.play("Ba4")
        self.assertEqual(self.moves(t)[-1], "Ba4")

    def test_a_touch_loses_the_claim_and_is_shown(self):
        t = self.table()
        t.play(*["Nf3", "Nf6", "Ng1", "Ng8"] * 2)
        self.rule(t, "bind_move", side=WHITE, squares="e2")
        self.assertEqual(self.game(t)["touches"],
                         [{"side": WHITE, "ply": 9, "squares": "e2", "adjusting": False,
                           "counts": True, "ruling": 1}])
        t.does("claim", side=WHITE, kind="threefold")
        ruling = self.game(t)["rulings"][-1]
        self.assertEqual(ruling["article"], "9.4")
        self.assertIn(["touched_by_white", "e2, ply 9, by ruling 1"], ruling["evidence"])
        self.assertEqual(self.row(t, "SELECT result FROM game WHERE game = ?"), ("*",))

    def test_a_touched_piece_binds(self):
        t = self.table()
        t.play("e4", "e5")
        self.rule(t, "bind_move", side=WHITE, squares="f1 b8")
        self.assertIn("f1", self.game(t)["rulings"][-1]["text"])
        t.play("Nf3")
        question = self.queue()["questions"][0]
        self.assertEqual((question["article"], question["about"]), ("4.3.3", "touch_move"))
        self.rule(t, "answer", question=question["number"], option="stands")
        t.play("Nc6", side=BLACK)
        self.assertEqual(self.moves(t), ["e4", "e5", "Nf3", "Nc6"])

    def test_a_press_without_a_move_is_asked_about(self):
        t = self.table(rules=[["press_without_move_is_illegal", "false"]])
        t.play("e4", "e5")
        t.does("press", side=WHITE)
        question = self.queue()["questions"][0]
        self.assertEqual([o["option"] for o in question["options"]], ["offence", "error"])
        before = self.reading(t)
        self.rule(t, "answer", question=question["number"], option="offence")
        after = self.reading(t)
        self.assertEqual((after["phase"], after["turn"]), ("running", WHITE))
        self.assertEqual(after["black_us"], before["black_us"] + 120 * SECOND)

    def test_a_game_that_moved_on_is_shown_again(self):
        t = self.table()
        t.play("e4")
        self.house.settled()
        body = self.command(t, "give_result", {"score": "1-0", "article": "12.9.6"})
        token = self.post(body)[1]["confirm"]
        t.play("e5", side=BLACK)
        self.house.settled()
        status, said = self.post({**body, "confirm": token})
        self.assertEqual((status, said["status"]), (200, "confirm"))
        self.assertNotEqual(said["confirm"], token)
        self.assertEqual(self.result(t)[0], "*")

    def test_an_act_is_carried_out_once(self):
        t = self.table()
        t.play("e4")
        self.house.settled()
        body = self.command(t, "penalise", {"side": BLACK, "kind": "warning"})
        first, again = self.post(body)[1], self.post(body)[1]
        self.assertEqual((first["status"], again["status"]), ("done", "repeated"))
        self.assertEqual(first["pos"], again["pos"])
        self.house.arbiterd.end()
        self.house.start_arbiterd()
        self.house.settled()
        self.assertEqual(self.post(body)[1], again)
        self.assertEqual(len(self.game(t)["rulings"]), 1)

    def test_the_report_says_who_ruled_and_what_was_taken_back(self):
        t = self.table()
        t.play("e4", "e5")
        self.rule(t, "illegal_action", side=WHITE, kind="two_hands")
        self.rule(t, "undo", ruling=1, reason="it was one hand")
        report = hall.arbiterd_says("export", "report", self.house.folder)
        self.assertIn(f"[{ANNA}, taken back by ruling 2]", report)

    def test_an_adjournment_in_error_is_taken_back(self):
        t = self.table()
        t.play("e4", "e5")
        self.rule(t, "pause_clock")
        self.rule(t, "adjourn", sealed_by=WHITE, resumption="at ten")
        self.rule(t, "undo", ruling=2)
        self.assertNotIn("adjourned", self.game(t))
        self.rule(t, "resume_clock")
        self.goes_on(t)
        t.play("Nf3")
        self.assertEqual(self.moves(t), ["e4", "e5", "Nf3"])

    def test_another_act_with_a_used_id_is_refused(self):
        t = self.table()
        t.play("e4")
        self.house.settled()
        body = self.command(t, "note", {"text": "one"})
        self.assertEqual(self.post(body)[1]["status"], "done")
        status, said = self.post({**body, "act": {"type": "note", "text": "two"}})
        self.assertEqual((status, said["code"]), (422, "key_used"))
        self.house.arbiterd.end()
        self.house.start_arbiterd()
        self.house.settled()
        self.assertEqual(self.post(body)[1]["status"], "repeated")

    def test_what_is_ruled_while_the_clocks_are_away_reaches_them_later(self):
        t = self.table()
        t.play("e4", "e5")
        before = self.reading(t)["black_us"]
        self.house.settled()
        self.house.clockd.end()
        body = self.command(t, "penalise", {"side": WHITE, "kind": "time_to_opponent",
                                            "time_us": 120 * SECOND})
        self.assertEqual(self.post(body)[1]["status"], "done")
        self.house.start_clockd()
        self.arbiter = self.house.client("arbiter", "arbiter again")
        self.house.settled()
        self.assertEqual(self.reading(t)["black_us"], before + 120 * SECOND)

    # ---- the office ------------------------------------------------------------------------------

    def results(self, table):
        self.house.settled()
        boards = self.house.get("/api/v1/events/e2e/rounds/1/results").json()["boards"]
        return next(b for b in boards if b["gameId"] == table.game)

    def open_question(self, table):
        return self.game(table)["questions"][-1]["number"]

    def wait(self, table, seconds):
        table.at += seconds * SECOND
        table.does("wait", at_us=table.at)

    def goes_on(self, table):
        """The device has the board's epoch."""
        table.device.epochs[table.board] = self.reading(table)["epoch"]

    def test_who_does_not_come_loses_by_forfeit(self):
        t = self.table(default_time_us=30 * SECOND)
        self.rule(t, "arrival", side=BLACK)
        self.wait(t, 31)
        self.rule(t, "answer", question=1, option="forfeit_white", reason="not there")
        self.assertEqual(self.result(t), ("0-1", "forfeit", "6.7.1", ANNA))
        board = self.results(t)
        self.assertEqual(board["result"]["kind"], "forfeit")
        self.assertFalse(board["result"]["rated"])
        self.assertEqual(board["result"]["trf"], {"white": "-", "black": "+"})
        both = self.table(default_time_us=30 * SECOND)
        self.wait(both, 31)
        self.rule(both, "answer", question=1, option="forfeit_both")
        self.assertEqual(self.results(both)["result"]["trf"], {"white": "-", "black": "-"})
        pgn = self.house.get("/api/v1/events/e2e/rounds/1/games.pgn").body
        self.assertEqual(pgn.count('[Termination "forfeit"]'), 2)

    def test_a_result_is_approved_and_appealed_against(self):
        t = self.table()
        t.play("e4", "e5")
        t.does("resign", side=WHITE)
        t.event("game_ended", score="0-1")
        for who in (WHITE, BLACK, "arbiter"):
            self.assertEqual(self.results(t)["approval"], "provisional")
            self.rule(t, "approve", who=who)
        self.assertEqual(self.results(t)["approval"], "confirmed")
        self.rule(t, "appeal", side=WHITE, ruling=1, text="I did not resign")
        self.assertEqual(self.results(t)["approval"], "appealed")
        self.assertEqual(self.queue()["questions"][0]["about"], "appeal")
        self.rule(t, "decide_appeal", appeal=1, upheld=True, text="the film shows it")
        self.assertEqual(self.game(t)["approval"], "confirmed")
        self.rule(t, "give_result", score="1/2-1/2", article="11.10")
        self.assertEqual(self.results(t)["approval"], "provisional")

    def test_the_time_control_is_put_right(self):
        t = self.table()
        t.play("e4", "e5")
        self.assertEqual(self.code(t, "set_control", time_control="x", white_us=1, black_us=1),
                         "bad_control")
        self.assertEqual(self.code(t, "set_control", time_control="300", period_trigger="noon",
                                   white_us=1, black_us=1), "bad_control")
        self.rule(t, "set_control", time_control="40/3600:900", white_us=600 * SECOND,
                  black_us=500 * SECOND)
        state = self.reading(t)
        self.assertEqual((state["white_us"], state["black_us"], state["phase"]),
                         (600 * SECOND, 500 * SECOND, "running"))
        self.goes_on(t)
        t.play("Nf3")
        self.assertEqual(self.reading(t)["white_us"], 599 * SECOND)  # no increment any more

    def test_a_game_is_adjourned_and_resumed(self):
        t = self.table()
        t.play("e4", "e5")
        self.assertEqual(self.code(t, "adjourn", sealed_by=WHITE, resumption="at ten"),
                         "clock_running")
        self.rule(t, "pause_clock", reason="the session is over")
        self.rule(t, "adjourn", sealed_by=WHITE, resumption="tomorrow at ten, hall 2")
        adjourned = self.game(t)["adjourned"]
        self.assertEqual((adjourned["sealedBy"], adjourned["move"], adjourned["resumption"]),
                         (WHITE, 2, "tomorrow at ten, hall 2"))
        self.assertIn("sealed move 2", self.tool("game", t.game))
        self.rule(t, "resume_game", absent=BLACK)  # the player who must reply loses the time
        state = self.reading(t)
        self.assertEqual((state["phase"], state["turn"]), ("running", BLACK))
        self.rule(t, "pause_clock", reason="he has come")
        self.rule(t, "answer", question=1, option="wait")
        self.rule(t, "open_sealed", text="Nf3")
        self.assertEqual(self.game(t)["adjourned"]["opened"], {"text": "Nf3", "found": "legal"})
        self.rule(t, "resume_game")
        self.assertNotIn("adjourned", self.game(t))
        self.goes_on(t)
        t.play("Nc6", side=BLACK)
        self.assertEqual(self.moves(t), ["e4", "e5", "Nf3", "Nc6"])

    def test_a_sealed_move_that_cannot_be_loses(self):
        t = self.table()
        t.play("e4", "e5")
        self.rule(t, "pause_clock")
        self.rule(t, "adjourn", sealed_by=WHITE, resumption="at ten")
        self.rule(t, "open_sealed", text="Ke7")
        self.assertEqual(self.result(t), ("0-1", "arbiter-decision", "I.8", ANNA))
        self.assertNotIn("adjourned", self.game(t))

    def test_a_claimed_flag_is_called(self):
        t = self.table(flag_call="arbiter", freeze=True, time_control="60")
        t.play("e4", "e5")
        self.wait(t, 90)
        t.does("claim", side=BLACK, kind="flag")
        self.rule(t, "answer", question=self.open_question(t), option="call")
        self.assertEqual(self.result(t)[:2], ("0-1", "time-forfeit"))

    def test_five_seconds_a_move_are_granted(self):
        t = self.table(time_control="900", rules=[["quickplay_finish", "true"]])
        t.play("e4", "e5")
        self.wait(t, 800)
        t.does("claim", side=WHITE, kind="quickplay_increment")
        before = self.reading(t)
        self.rule(t, "answer", question=1, option="grant")
        after = self.reading(t)
        self.assertEqual(after["phase"], "running")
        self.assertEqual(after["black_us"], before["black_us"] + 120 * SECOND)
        self.goes_on(t)
        t.play("Nf3")
        self.assertEqual(self.reading(t)["white_us"], before["white_us"] + 4 * SECOND)

    # ---- who may --------------------------------------------------------------------------------

    def test_strangers_and_bad_bodies_are_refused(self):
        t = self.table()
        body = self.command(t, "note", {"text": "x"})
        answer = self.house.ask("POST", "/api/v1/desk/acts", body,
                                {"Origin": "http://evil.example"}, token="")
        self.assertEqual(answer.json()["code"], "foreign_origin")
        answer = self.house.ask("POST", "/api/v1/desk/acts", body, token="")
        self.assertEqual((answer.status, answer.json()["code"]), (401, "not_logged_in"))
        self.assertEqual(self.post(body, {"Content-Type": "text/plain"})[0], 415)
        self.assertEqual(self.post({**body, "act": {"type": "fly"}})[0], 400)
        self.assertEqual(self.post({**body, "by": ""})[1]["code"], "by_missing")
        self.assertEqual(self.post({**body, "game": "none"})[1]["code"], "unknown_game")
        self.assertEqual(self.post({**body, "id": "x" * 49})[0], 422)
        self.assertEqual(self.house.get("/api/v1/desk/acts").status, 405)
        self.assertEqual(self.house.get("/api/v1/desk/games/none").status, 404)
        self.assertEqual(self.post(body, {"Origin": "http://127.0.0.1:"
                                          f"{self.house.http_port}"})[0], 200)


class WaitingRound(hall.HallCase):
    """The boards of the demo on which a player calls the arbiter: they wait, and then go on."""

    def test_players_who_call_the_arbiter_wait_for_a_person(self):
        house = self.hall("waiting", time_mode="real").start()
        replay = house.start_replay(os.path.join(hall.DATA, "waiting.pgn"),
                                    options=["--event", "classics", "--speed", "1000"])
        queue = "/api/v1/desk/queue"
        hall.wait_until(lambda: house.get(queue).json()["waiting"] == 3, "all boards wait")
        self.assertTrue(replay.running())
        for number, question in enumerate(house.get(queue).json()["questions"], 1):
            options = [one["option"] for one in question["options"]]
            option = next(one for one in ("resume", "play_on", "refuse") if one in options)
            body = {"id": f"ruling-{number}", "game": question["gameId"], "by": ANNA,
                    "act": {"type": "answer", "question": question["number"], "option": option}}
            answer = house.ask("POST", "/api/v1/desk/acts", body)
            self.assertEqual((answer.status, answer.json()["status"]), (200, "done"),
                             answer.body)
        self.assertIn("3 games over", replay.finish())
        boards = house.get("/api/v1/events/classics/rounds/1/results").json()["boards"]
        self.assertEqual([(board["board"], board["result"]["code"]) for board in boards],
                         [(27, "1/2-1/2"), (28, "0-1"), (29, "1-0")])


if __name__ == "__main__":
    hall.main()
