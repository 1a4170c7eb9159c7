#!/usr/bin/env python3
"""Scripted games for cases that ordinary rounds do not reach: every message, every refusal code."""

import json

import hall
import pgn
from tables import BLACK, MINUTES_2, SECOND, WHITE, Scripted


class Games(Scripted):
    """Acts at boards, and their effect on the record."""

    def test_draw_offers(self):
        t = self.table()
        t.does("move", side=WHITE, text="e4")
        t.does("offer_draw", side=WHITE)
        t.does("press", side=WHITE)
        t.does("decline_draw", side=BLACK)
        t.event("draw_declined")
        t.play("e5", side=BLACK)
        t.play("Nf3")
        t.does("decline_draw", side=BLACK)  # of no offer: void
        t.does("offer_draw", side=WHITE)
        t.does("offer_draw", side=WHITE)    # it is still open: void
        t.does("accept_draw", side=BLACK)
        t.event("game_ended")
        self.assertEqual(self.result(t), ("1/2-1/2", "agreement", "5.2.3", "arbiterd"))
        self.assertEqual(self.moves(t), ["e4 (=)", "e5", "Nf3 (=)"])
        self.assertEqual(self.row(t, "SELECT count(*) FROM void_event WHERE game = ?"), (2,))

    def test_agreement_before_any_move_is_none(self):
        t = self.table()
        t.does("offer_draw", side=WHITE)
        t.does("accept_draw", side=BLACK)
        t.play("e4", "e5")
        self.assertEqual(self.rulings(t), [("5.2.3", "agreement")])
        self.assertEqual(self.result(t)[0], "*")

    def test_mate_without_a_press(self):
        t = self.table()
        t.play("f3", "e5", "g4")
        t.does("move", side=BLACK, text="Qh4#")
        self.assertEqual(t.event("made", text="Qh4#")["ending"], "checkmate")
        t.event("game_ended")
        self.assertEqual(t.code("press", side=BLACK), "game_over")
        self.assertEqual(self.result(t), ("0-1", "checkmate", "5.1.1", "arbiterd"))
        self.assertEqual(self.moves(t)[-1], "Qh4#")

    def test_resignation(self):
        t = self.table()
        t.play("e4")
        t.does("resign", side=BLACK)
        t.event("game_ended")
        self.assertEqual(self.result(t), ("1-0", "resignation", "5.1.2", "arbiterd"))

    def test_resignation_that_draws(self):
        t = self.table(fen="8/8/8/4k3/8/8/3PK3/8 w - - 0 1")
        t.does("resign", side=WHITE)  # Black has only the king
        t.event("game_ended")
        self.assertEqual(self.result(t), ("1/2-1/2", "resignation-draw", "5.1.2", "arbiterd"))

    def test_claims(self):
        t = self.table()
        t.play("Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1")
        t.does("claim", side=BLACK, kind="threefold", move="Nd5")  # wrong: the move must be played
        before = t.event("claimed")
        after = t.event("reading_set")
        self.assertEqual(after["white_us"], before["white_us"] + MINUTES_2)
        self.assertEqual(after["article"], "9.5.3")
        t.play("Ng8", side=BLACK)
        t.event("reading_set", article="9.5.3")
        t.play("Nd5", side=BLACK)
        t.play("Nc3")
        t.does("claim", side=WHITE, kind="fifty_move")  # not on move
        t.event("resumed")
        t.play("Nf6", "Nb1", "Ng8", side=BLACK)
        t.does("claim", side=WHITE, kind="threefold")
        t.event("game_ended")
        self.assertEqual(self.result(t), ("1/2-1/2", "threefold", "9.2.2", "arbiterd"))
        self.assertEqual(self.rulings(t)[:3], [("9.5.3", "claim"),
                                               ("9.5.3", "announced_move_not_played"),
                                               ("9.3", "claim")])

    def test_illegal_moves(self):
        t = self.table()
        t.play("e4")
        pressed = t.event("pressed")
        t.play("Ke7", side=BLACK)
        illegal = t.event("pressed", side=BLACK)
        fixed = t.event("reading_set")
        self.assertEqual(fixed["article"], "7.5.5")
        # The increment is taken away, the time used remains used, White gets two minutes.
        self.assertEqual(fixed["black_us"], illegal["black_us"] - illegal["gained_us"])
        self.assertEqual(fixed["white_us"], pressed["white_us"] + MINUTES_2)
        self.assertEqual((fixed["turn"], fixed["ply"], fixed["epoch"]), (BLACK, 1, 1))
        t.play("e5", "Nf3", side=BLACK)
        t.play("Ke6", side=BLACK)
        t.event("game_ended")
        self.assertEqual(self.result(t), ("1-0", "illegal-move-forfeit", "7.5.5", "arbiterd"))
        self.assertEqual(self.moves(t), ["e4", "e5", "Nf3"])
        self.assertEqual(self.rulings(t), [("7.5.1", "illegal_move"), ("7.5.5", "illegal_move")])

    def test_press_without_a_move(self):
        t = self.table()
        t.does("press", side=WHITE)
        self.assertFalse(t.event("pressed")["made"])
        t.event("reading_set")
        t.play("e4", "e5")
        self.assertEqual(self.rulings(t), [("7.5.3", "illegal_move")])

    def test_promotion_not_completed(self):
        t = self.table(fen="8/P3k3/8/8/8/8/4K3/8 w - - 0 1")
        t.does("press", side=WHITE, move="a8")
        fixed = t.event("reading_set")
        self.assertEqual((fixed["ply"], fixed["turn"]), (1, BLACK))
        t.play("Kd7", side=BLACK)
        self.assertEqual(self.rulings(t), [("7.5.2", "illegal_move")])
        self.assertEqual(self.moves(t), ["a8=Q", "Kd7"])

    def test_press_forgotten(self):
        """6.2.2: the press after the reply counts."""
        t = self.table()
        t.does("move", side=WHITE, text="e4")
        t.does("move", side=BLACK, text="e5")
        self.assertEqual(t.code("move", t.arbiter, side=WHITE, text="e4"), "reply_pending")
        self.assertEqual(t.code("move", side=WHITE, text="e4"), "not_now")  # 12.6
        t.does("press", side=WHITE)
        t.does("press", side=BLACK)
        t.play("Nf3")
        self.assertEqual(self.moves(t), ["e4", "e5", "Nf3"])

    def test_next_move_completes_what_was_not_pressed(self):
        """6.2.1.2: nobody pressed, and White makes their next move."""
        t = self.table()
        t.does("move", side=WHITE, text="e4")
        t.does("move", side=BLACK, text="e5")
        t.does("move", side=WHITE, text="Nf3")
        completed = t.event("completed_by_next")
        self.assertEqual((completed["side"], completed["ply"]), (WHITE, 2))
        t.does("press", side=WHITE)
        t.play("Nc6", side=BLACK)
        self.assertEqual(self.moves(t), ["e4", "e5", "Nf3", "Nc6"])
        self.assertEqual(self.row(t, "SELECT completed_by FROM move WHERE game = ? AND ply = 2"),
                         ("next_move",))

    def test_next_move_after_an_illegal_one_is_a_question(self):
        t = self.table()
        t.does("move", side=WHITE, text="Ke3")
        t.does("move", side=BLACK, text="e5")
        t.does("press", side=WHITE, move="Nf3")
        t.event("completed_by_next")
        self.assertEqual(self.row(t, "SELECT article, about, holds FROM question"
                                     " WHERE game = ?"), ("7.5.1", "completed_by_next", 1))

    def test_flag_falls(self):
        t = self.table(time_control="60")
        t.play("e4", "e5")
        t.does("wait", at_us=61 * SECOND + SECOND)
        flag = t.event("flag_fell")
        self.assertEqual((flag["side"], flag["white_us"], flag["opponent_can_mate"]),
                         (WHITE, 0, "winnable"))
        self.assertTrue(flag["line"])
        t.event("game_ended")
        self.assertEqual(self.result(t), ("0-1", "time-forfeit", "6.9", "arbiterd"))

    def test_flag_falls_and_nobody_can_mate(self):
        t = self.table(time_control="60", fen="8/8/8/4k3/8/8/3PK3/8 w - - 0 1")
        for side in (WHITE, BLACK):
            t.does("arrive", side=side)
        t.does("wait", at_us=60 * SECOND)  # at equality time has run out
        self.assertEqual(t.event("flag_fell")["opponent_can_mate"], "unwinnable")
        t.event("game_ended")
        self.assertEqual(self.result(t), ("1/2-1/2", "time-forfeit-draw", "6.9", "arbiterd"))

    def test_a_flag_without_players_is_a_question(self):
        t = self.table(time_control="60")
        t.does("wait", at_us=60 * SECOND)
        flag = t.event("flag_fell")
        self.assertTrue(flag["white_absent"])
        self.assertTrue(flag["black_absent"])
        self.assertEqual(self.row(t, "SELECT article, about, holds FROM question"
                                     " WHERE game = ?"), ("6.7.1", "flag_fall", 1))
        self.assertEqual(self.result(t)[0], "*")

    def test_period_ends_by_zero(self):
        t = self.table(time_control="2/60:30", period_trigger="zero")
        t.play("e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5")
        t.does("wait", at_us=t.at + 60 * SECOND)
        ended = t.event("period_ended")
        self.assertEqual((ended["side"], ended["period"], ended["white_us"]),
                         (WHITE, 2, 30 * SECOND))
        self.assertEqual(ended["black_us"], (60 - 3 + 30) * SECOND)
        t.at = t.at + 3 * SECOND
        t.play("O-O")
        self.assertEqual(self.row(t, "SELECT kind, by, article FROM intervention WHERE game = ?"),
                         ("period_ended", "clockd", "6.3"))

    def test_pause_and_resume(self):
        t = self.table()
        t.play("e4")
        reply = t.does("pause", reason="no queen at hand")  # 6.11.2: a player may
        self.assertEqual((reply["phase"], reply["epoch"]), ("paused", 1))
        self.assertEqual(t.code("press", side=BLACK), "not_running")
        self.assertEqual(t.code("resume"), "not_allowed")
        t.at += 600 * SECOND
        reply = t.rules("resume")
        self.assertEqual((reply["phase"], reply["epoch"]), ("running", 2))
        t.play("e5", side=BLACK)
        self.assertEqual(t.event("pressed", side=BLACK)["elapsed_us"], 2 * SECOND)
        self.house.settled()
        with self.house.office_db() as db:
            kept = db.execute("SELECT kind, by FROM intervention WHERE game = ? ORDER BY pos",
                              (t.game,)).fetchall()
        self.assertEqual(kept, [("paused", "device"), ("resumed", "arbiter")])

    def test_arbiter_sets_the_clock_and_the_position_back(self):
        t = self.table()
        t.play("e4", "e5", "Nf3", "Nc6", "Bc4")
        reply = t.rules("set_reading", run=True, article="7.1",
                        **t.set_reading(ply=3, turn=BLACK))
        self.assertEqual((reply["ply"], reply["turn"], reply["phase"]), (3, BLACK, "running"))
        t.play("d6", "d4", side=BLACK)
        self.assertEqual(self.moves(t), ["e4", "e5", "Nf3", "d6", "d4"])
        self.assertEqual(self.row(t, "SELECT plies, status FROM game WHERE game = ?"),
                         (5, "playing"))
        sheet = self.house.get(f"/api/v1/events/e2e/rounds/1/boards/{t.board}/scoresheet").json()
        self.assertEqual([m["san"] for m in sheet["moves"]], ["e4", "e5", "Nf3", "d6", "d4"])

    def test_arbiter_sets_a_position_up(self):
        t = self.table()
        t.play("e4", "e5")
        fen = "rnbqkbnr/pppp1ppp/8/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 2"
        t.rules("set_reading", run=True, fen=fen, **t.set_reading(ply=2))
        t.play("dxe5", "d6")
        self.assertEqual(self.moves(t), ["e4", "e5", "dxe5", "d6"])
        # PGN cannot express this: the moves that follow from each other, and a note about the rest.
        text = self.house.get("/api/v1/events/e2e/rounds/1/games.pgn").body
        self.assertEqual(pgn.read(text)[0].plain(), ["e4", "e5"])
        self.assertIn("the arbiter set up another position", " ".join(text.split()))
        with self.house.office_db() as db:
            self.assertEqual(db.execute("SELECT count(*) FROM event WHERE"
                                        " type = 'position_restored'").fetchone(), (1,))

    def test_pgn_ends_where_a_position_was_set_up_even_if_the_moves_would_fit(self):
        t = self.table()
        t.play("e4", "e5")
        fen = "rnbqkbnr/pppp1ppp/8/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 2"
        t.rules("set_reading", run=True, fen=fen, **t.set_reading(ply=2))
        t.play("Nf3", "d6")
        self.assertEqual(self.moves(t), ["e4", "e5", "Nf3", "d6"])
        text = self.house.get("/api/v1/events/e2e/rounds/1/games.pgn").body
        self.assertEqual(pgn.read(text)[0].plain(), ["e4", "e5"])
        self.assertEqual(self.row(t, "SELECT from_ply, to_ply, fen, by FROM restoration"
                                     " WHERE game = ?"), (2, 2, fen, "arbiter"))

    def test_pgn_has_the_clocks_after_the_press_with_bonus_and_next_period(self):
        t = self.table(time_control="2/60+5:300+5")
        t.play("e4", "e5", "Nf3", "Nc6", "Bb5")
        self.house.settled()
        text = self.house.get("/api/v1/events/e2e/rounds/1/games.pgn").body
        self.assertEqual([m.clock for m in pgn.read(text)[0].moves], [69, 69, 373, 373, 377])
        self.assertEqual(text.count("[%emt 0:00:01]"), 5)
        self.assertIn('[PlyCount "5"]', text)

    def test_arbiter_ends_a_game(self):
        t = self.table()
        t.play("e4")
        t.rules("end_game", score="0-0", reason="arbiter-decision", article="11.8")
        self.assertEqual(t.code("resign", side=WHITE), "game_over")
        self.assertEqual(self.result(t), ("0-0", "arbiter-decision", "11.8", "arbiter"))
        text = self.house.get("/api/v1/events/e2e/rounds/1/games.pgn").body
        self.assertIn('[Result "*"]', text)
        self.assertIn('[FlagfallResult "0-0"]', text)
        self.assertEqual(self.row(t, "SELECT white_points, black_points FROM game"
                                     " WHERE game = ?"), (0.0, 0.0))

    def test_a_question_for_the_arbiter(self):
        """A text that names several moves is not an offence; a person must look."""
        t = self.table(fen="4k3/8/8/8/8/8/4P3/RN2K2R w - - 0 1")
        t.does("press", side=WHITE, move="R")
        t.event("reading_set")
        self.assertEqual(self.row(t, "SELECT about FROM question WHERE game = ?"),
                         ("unreadable_move",))
        self.assertEqual(self.row(t, "SELECT status FROM game WHERE game = ?"), ("question",))
        t.rules("resume")
        t.play("Rg1")
        self.assertEqual(self.row(t, "SELECT status FROM game WHERE game = ?"), ("playing",))
        self.assertEqual(self.moves(t), ["Rg1"])

    def test_rapid_and_blitz_give_one_minute(self):
        for name in ("fide-rapid", "fide-blitz"):
            t = self.table(profile=name, time_control="900+10")  # whatever its class
            pressed = t.speak(t.device, "press", {"side": WHITE, "move": "e5"})
            fixed = t.event("reading_set")
            self.assertEqual(fixed["black_us"], pressed["black_us"] + 60 * SECOND)
            told = self.row(t, "SELECT text, evidence FROM ruling WHERE game = ?")
            self.assertIn("1 minute (7.5.5, A.3)", told[0])
            self.assertIn(["penalty_article", "A.3"], json.loads(told[1]))
            self.assertEqual(self.row(t, "SELECT profile FROM game WHERE game = ?"), (name,))
            self.assertEqual(self.row(t, "SELECT count(*) FROM question WHERE game = ?"), (0,))

    def test_unknown_profile_is_asked_about(self):
        t = self.table(profile="somebody's", time_control="600")
        t.play("e4")
        self.assertEqual(self.row(t, "SELECT profile FROM game WHERE game = ?"), ("fide-blitz",))
        self.assertEqual(self.row(t, "SELECT about FROM question WHERE game = ?"), ("terms",))
        self.assertEqual(self.row(t, "SELECT status FROM game WHERE game = ?"), ("playing",))

    def test_an_illegal_move_stands(self):
        t = self.table(profile="fide-rapid-a5")
        t.play("e4", "e7e4", "Nf3", side=WHITE)
        self.assertEqual(self.rulings(t), [("A.5.2", "illegal_move")])
        self.assertEqual(self.row(t, "SELECT article, about, holds FROM question WHERE game = ?"),
                         ("A.5.2", "illegal_move", 0))
        sheet = self.house.get(f"/api/v1/events/e2e/rounds/1/boards/{t.board}/scoresheet").json()
        self.assertEqual([(m["san"], m["completedBy"]) for m in sheet["moves"]],
                         [("e4", "press"), ("e7e4", "stood"), ("Nf3", "press")])
        text = self.house.get("/api/v1/events/e2e/rounds/1/games.pgn").body
        self.assertEqual(pgn.read(text)[0].plain(), ["e4"])
        self.assertIn("black played e7e4, an illegal move that stood", " ".join(text.split()))
        self.assertIn('[IllegalMove "ply 2: e7e4"]', text)

    def test_rules_announced_otherwise(self):
        t = self.table(time_control="600", rules=[["penalty_seconds", "90"], ["speed", "9"]])
        pressed = t.speak(t.device, "press", {"side": WHITE, "move": "e5"})
        fixed = t.event("reading_set")
        self.assertEqual(fixed["black_us"], pressed["black_us"] + 90 * SECOND)
        about, evidence = self.row(t, "SELECT about, evidence FROM question WHERE game = ?")
        self.assertEqual(about, "terms")
        self.assertIn("speed=9", evidence)
        self.assertNotIn("penalty_seconds", evidence)

    def test_what_comes_before_the_correction_is_void(self):
        """The epoch fence: a reply to an illegal move, sent before anybody knew of it."""
        t = self.table()
        t.play("e4")
        # Two lines in one write: clockd logs both before arbiterd can answer the first.
        t.at += 2 * SECOND
        device = t.device
        device.send(device.make("press", t.board, t.game, side=BLACK, move="Ke7",
                                at_us=t.at - SECOND),
                    device.make("press", t.board, t.game, side=WHITE, move="d4", at_us=t.at))
        t.event("reading_set", article="7.5.5")
        stale = device.make("press", t.board, t.game, side=WHITE, move="c4", at_us=t.at + SECOND,
                            epoch=0)
        device.send(stale)
        self.assertEqual(device.answer(stale["id"])["code"], "stale_epoch")
        t.play("e5", "Nf3", side=BLACK)
        self.assertEqual(self.moves(t), ["e4", "e5", "Nf3"])
        self.assertEqual(self.row(t, "SELECT count(*) FROM void_event WHERE game = ?"
                                     " AND event = 'pressed'"), (1,))

    def test_a_second_game_at_a_board(self):
        t = self.table()
        t.play("e4")
        self.assertEqual(t.code("open_game", t.arbiter, **hall.TERMS), "game_exists")
        t.does("resign", side=BLACK)
        t.event("game_ended")
        hall.open_game(self.arbiter, t.board, "next", at_us=t.at, round="2")
        self.assertEqual(t.code("press", side=WHITE), "unknown_game")
        self.house.settled()
        index = self.house.get("/api/v1/events").json()["rounds"]
        self.assertEqual([r["round"] for r in index], ["1", "2"])

    def test_how_a_board_looks(self):
        t = self.table()
        t.play("e4")
        state = t.device.board_state(t.board)
        self.assertEqual((state["game"], state["phase"], state["turn"], state["ply"],
                          state["at_us"]), (t.game, "running", BLACK, 1, t.at))
        empty = t.device.board_state(16384)
        self.assertEqual((empty["game"], empty["phase"]), ("", "empty"))
        t.does("resign", side=WHITE)
        t.event("game_ended")
        self.assertEqual(t.device.board_state(t.board)["result"], "0-1")

    def test_chess960(self):
        t = self.table(variant="chess960",
                       fen="4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1")
        t.play("O-O-O", "Kf7")
        self.assertEqual(self.moves(t), ["O-O-O", "Kf7"])

    def test_late_press_is_a_question(self):
        """arbiterd is down while the flag falls: both facts reach it afterwards, in order."""
        t = self.table(time_control="60")
        for side in (WHITE, BLACK):
            t.does("arrive", side=side)
        self.house.settled()
        self.house.arbiterd.end()
        t.does("wait", at_us=60 * SECOND)
        t.event("flag_fell")
        self.assertEqual(t.code("press", side=WHITE, move="e4", at_us=61 * SECOND,
                                age_us=2 * SECOND), "flag_fallen")
        late = t.event("pressed_late")
        self.assertEqual((late["side"], late["move"], late["early_us"]), (WHITE, "e4", SECOND))
        self.house.start_arbiterd()
        t.event("game_ended")
        self.assertEqual(self.result(t)[2], "6.9")
        self.assertEqual(self.row(t, "SELECT article, about FROM question WHERE game = ?"),
                         ("6.8", "late_press"))


class Refusals(Scripted):
    """Each code of docs/protocol.md that the state of a board can cause."""

    def setUp(self):
        super().setUp()
        self.display = self.house.client("display", "display")

    def pos(self):
        return self.house.client("display").welcome["pos"]

    def test_roles(self):
        t = self.table()
        for kind, fields in (("open_game", hall.TERMS), ("start_game", {}), ("resume", {}),
                             ("set_reading", t.set_reading()), ("reopen_game", {"reason": "x"}),
                             ("call_flag", {"side": WHITE}),
                             ("adjust", {"white_us": 1, "black_us": 1, "reason": "x"}),
                             ("set_control", {"time_control": "60", "white_us": 1, "black_us": 1,
                                              "reason": "x"}),
                             ("end_game", {"score": "1-0", "reason": "resignation",
                                           "article": "5.1.2"})):
            self.assertEqual(t.code(kind, **fields), "not_allowed", kind)
            self.assertEqual(t.code(kind, self.display, **fields), "not_allowed", kind)
        for kind, fields in (("press", {"side": WHITE}), ("move", {"side": WHITE, "text": "e4"}),
                             ("resign", {"side": WHITE}), ("pause", {"reason": "x"}),
                             ("offer_draw", {"side": WHITE}), ("wait", {}),
                             ("arrive", {"side": WHITE}),
                             ("touch", {"side": WHITE, "squares": "e2"}),
                             ("claim", {"side": WHITE, "kind": "threefold"})):
            self.assertEqual(t.code(kind, self.display, **fields), "not_allowed", kind)

    def test_where(self):
        t = self.table()
        self.assertEqual(t.code("press", side=WHITE, game="another"), "unknown_game")
        empty = self.arbiter.command("press", 99, "g99", side=WHITE, at_us=0)
        self.assertEqual(empty["code"], "unknown_game")
        other = self.arbiter.command("open_game", 98, t.game, at_us=0, **hall.TERMS)
        self.assertEqual(other["code"], "game_exists")
        busy = self.arbiter.command("open_game", t.board, "new", at_us=0, **hall.TERMS)
        self.assertEqual(busy["code"], "board_busy")

    def test_epochs(self):
        t = self.table()
        t.does("pause", reason="x")
        t.rules("resume")
        self.assertEqual(t.code("press", side=WHITE, epoch=1), "stale_epoch")
        self.assertEqual(t.code("press", side=WHITE, epoch=3), "epoch_ahead")
        reply = t.device.command("press", t.board, t.game, side=WHITE, epoch=0, at_us=t.at)
        self.assertEqual((reply["code"], reply["board"], reply["epoch"]),
                         ("stale_epoch", t.board, 2))

    def test_instants(self):
        t = self.table()
        t.play("e4")
        self.assertEqual(t.code("press", side=BLACK, at_us=t.at - 1), "time_out_of_order")
        self.assertEqual(t.code("press", side=BLACK, at_us=-1), "bad_time")
        self.assertEqual(t.code("press", side=BLACK, at_us=2 ** 60), "bad_time")
        self.assertEqual(t.code("press", side=BLACK, age_us=-1), "bad_age")
        self.assertEqual(t.code("press", side=BLACK, age_us=2 ** 50), "bad_age")
        missing = t.device.command("press", t.board, t.game, side=BLACK)
        self.assertEqual(missing["code"], "time_missing")
        t.play("e5", side=BLACK)

    def test_turns(self):
        t = self.table(start=False)
        self.assertEqual(t.code("press", side=WHITE), "not_started")
        t.rules("start_game", at_us=0)
        self.assertEqual(t.code("start_game", t.arbiter), "already_started")
        self.assertEqual(t.code("resume", t.arbiter), "already_running")
        self.assertEqual(t.code("press", t.arbiter, side=BLACK), "not_your_turn")
        for kind, fields in (("press", {}), ("move", {"text": "e5"})):
            self.assertEqual(t.code(kind, side=BLACK, **fields), "not_now")  # 12.6
        t.does("offer_draw", side=WHITE)
        self.assertEqual(t.code("accept_draw", side=WHITE), "no_offer")
        t.does("resign", side=WHITE)
        t.event("game_ended")
        for kind in ("press", "resign", "offer_draw", "accept_draw", "decline_draw"):
            self.assertEqual(t.code(kind, side=WHITE), "game_over", kind)
        self.assertEqual(t.code("start_game", t.arbiter), "game_over")

    def test_ended_on_the_board(self):
        """Between the mating move and the ruling: arbiterd is down."""
        t = self.table()
        t.play("f3", "e5", "g4")
        self.house.settled()
        self.house.arbiterd.end()
        t.does("move", side=BLACK, text="Qh4")
        self.assertEqual(t.code("press", side=BLACK), "game_stopped")
        self.house.start_arbiterd()
        t.event("game_ended")
        self.assertEqual(self.result(t)[1], "checkmate")

    def test_content(self):
        terms = {**hall.TERMS}
        for code, field, value in (
                ("bad_time_control", "time_control", "forever"),
                ("bad_time_control", "time_control", ""),
                ("bad_period_trigger", "period_trigger", "noon"),
                ("bad_variant", "variant", "suicide"),
                ("bad_fen", "fen", "8/8/8/8/8/8/8/8 w - - 0 1"),
                ("bad_default_time", "default_time_us", -1),
                ("bad_flag_call", "flag_call", "nobody"),
                ("bad_reports", "reports", "thoughts"),
                ("bad_fen", "fen", "nonsense")):
            reply = self.arbiter.command("open_game", 50, "g50", at_us=0,
                                         **{**terms, field: value})
            self.assertEqual(reply.get("code"), code, (field, value, reply))
        reply = self.arbiter.command("open_game", 50, "", at_us=0, **terms)
        self.assertEqual(reply.get("code"), "bad_game")
        t = self.table()
        self.assertEqual(t.code("move", side=WHITE, text=""), "bad_move")
        self.assertEqual(t.code("move", side=WHITE, text="e" * 65), "bad_move")
        self.assertEqual(t.code("press", side=WHITE, move="e4\n"), "bad_field")
        self.assertEqual(t.code("claim", side=WHITE, kind="boredom"), "bad_claim")
        self.assertEqual(t.code("touch", side=WHITE, squares="e9"), "bad_squares")
        for code, fields in (("bad_reading", {"white_us": -1}),
                             ("bad_reading", {"black_us": 2 ** 50}),
                             ("bad_ply", {"ply": 2001, "turn": BLACK}),
                             ("bad_turn", {"turn": BLACK}),
                             ("bad_turn", {"fen": "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"}),
                             ("bad_fen", {"fen": "nonsense"})):
            self.assertEqual(t.code("set_reading", t.arbiter, **t.set_reading(**fields)), code,
                             fields)
        t.rules("set_reading", run=True, **t.set_reading(ply=2000))
        self.assertEqual(t.code("press", side=WHITE, move="e4"), "too_many_moves")

    def test_subscriptions(self):
        self.assertEqual(self.display.subscribe(start=1, log="another")["code"], "wrong_log")
        self.assertEqual(self.display.subscribe(start=10 ** 6)["code"], "ahead_of_log")
        self.assertEqual(self.display.subscribe(start=1)["from"], 1)
        self.assertEqual(self.display.read()["event"]["type"], "log_opened")

    def test_refusals_leave_no_trace(self):
        t = self.table()
        before = self.pos()
        for _ in range(20):
            t.code("press", side=BLACK)
            t.code("resume")
        self.assertEqual(self.pos(), before)


if __name__ == "__main__":
    hall.main()
