#!/usr/bin/env python3
"""The acts of arbiters at the clock while a game goes on, and after it."""

import hall
from tables import BLACK, MINUTES_2, SECOND, WHITE, Scripted


class Acts(Scripted):

    def test_arbiter_adds_time_while_the_clock_runs(self):
        t = self.table()
        t.play("e4")
        before = t.device.board_state(t.board)
        t.does("move", side=BLACK, text="e5")
        t.rules("adjust", white_us=MINUTES_2, black_us=-SECOND, article="12.9.2", reason="a phone")
        added = t.event("reading_set")
        self.assertTrue(added["adjusted"])
        self.assertEqual(added["white_us"], before["white_us"] + MINUTES_2)
        t.does("press", side=BLACK, epoch=0)  # made before the arbiter acted: it counts
        t.play("Nf3")
        self.assertEqual(self.moves(t), ["e4", "e5", "Nf3"])
        self.assertEqual(self.row(t, "SELECT kind, by, article FROM intervention WHERE game = ?"),
                         ("adjusted", "arbiter", "12.9.2"))
        self.assertEqual(t.code("adjust", t.arbiter, white_us=0, black_us=-10 ** 13, reason="x"),
                         "bad_reading")

    def test_arbiter_sets_another_control(self):
        t = self.table()
        t.play("e4", "e5")
        t.rules("set_control", time_control="600+5", white_us=600 * SECOND,
                black_us=500 * SECOND, article="6.10.2", reason="the wrong control")
        self.assertTrue(t.event("control_set")["run"])
        t.play("Nf3")
        self.assertEqual(t.event("pressed", ply=3)["gained_us"], 5 * SECOND)
        self.assertEqual(self.row(t, "SELECT kind, article FROM intervention WHERE game = ?"),
                         ("control_set", "6.10.2"))
        self.assertEqual(t.code("set_control", t.arbiter, time_control="x", white_us=0,
                                black_us=0, reason="x"), "bad_time_control")

    def test_arbiter_reopens_a_game(self):
        t = self.table()
        t.play("e4")
        t.does("resign", side=BLACK)
        t.event("game_ended")
        self.assertEqual(self.result(t)[0], "1-0")
        reply = t.rules("reopen_game", article="8.7", reason="the wrong board")
        self.assertEqual(reply["phase"], "paused")
        t.event("game_reopened")
        self.assertEqual(self.row(t, "SELECT result, status, reason FROM game WHERE game = ?"),
                         ("*", "playing", None))
        self.assertEqual(t.code("reopen_game", t.arbiter, reason="x"), "game_not_over")
        t.rules("resume")
        t.play("e5", "Nf3", side=BLACK)
        self.assertEqual(self.moves(t), ["e4", "e5", "Nf3"])

    def test_a_flag_that_players_call(self):
        t = self.table(time_control="60", flag_call="players")
        t.play("e4", "e5")
        t.does("wait", at_us=62 * SECOND + SECOND)
        reached = t.event("flag_reached")
        self.assertEqual((reached["side"], reached["white_us"]), (WHITE, 0))
        self.assertEqual(t.code("call_flag", t.arbiter, side=BLACK), "flag_up")
        t.play("Nf3")  # the game goes on at 0:00
        pressed = t.event("pressed", ply=3)
        self.assertEqual((pressed["white_us"], pressed["gained_us"]), (0, 0))
        self.assertEqual(self.row(t, "SELECT article, about, holds FROM question"
                                     " WHERE game = ?"), ("6.8", "flag", 0))
        t.does("claim", side=BLACK, kind="flag", text="his flag is down")
        self.assertEqual(t.event("claimed")["text"], "his flag is down")
        self.assertEqual(self.row(t, "SELECT article, about, holds FROM question WHERE game = ?"
                                     " ORDER BY pos DESC"), ("6.8", "claim_flag", 1))
        t.rules("call_flag", side=WHITE)
        self.assertEqual(t.event("flag_fell")["by"], "arbiter")
        t.event("game_ended")
        self.assertEqual(self.result(t), ("0-1", "time-forfeit", "6.9", "arbiterd"))

    def test_both_clocks_stand_at_zero(self):
        t = self.table(time_control="60", flag_call="arbiter", freeze=True)
        t.does("wait", at_us=60 * SECOND)
        self.assertTrue(t.event("flag_reached")["freeze"])
        self.assertEqual(t.device.board_state(t.board)["phase"], "paused")
        self.assertEqual(t.code("press", side=WHITE, move="e4"), "not_running")
        t.rules("adjust", white_us=MINUTES_2, black_us=0, article="6.10.2", reason="a wrong clock")
        t.rules("resume")
        t.play("e4")

    def test_default_time(self):
        t = self.table(default_time_us=30 * SECOND, start=False)
        t.does("arrive", side=WHITE)
        self.assertEqual(t.code("arrive", side=WHITE), "already_arrived")
        t.rules("start_game")
        t.does("wait", at_us=t.at + 31 * SECOND)
        passed = t.event("default_time_passed")
        self.assertEqual((passed["white"], passed["black"]), (False, True))
        self.assertEqual(self.row(t, "SELECT article, about, holds FROM question"
                                     " WHERE game = ?"), ("6.7.1", "default_time", 0))
        self.assertEqual(self.result(t)[0], "*")  # no program declares a loss

    def test_touches_and_calls_reach_the_arbiter(self):
        t = self.table(reports="presses", rules=[["penalty_seconds", "60"]])
        t.does("touch", side=WHITE, squares="e1 h1")
        t.does("claim", side=BLACK, kind="touch_move", text="he touched the king")
        self.assertEqual(self.row(t, "SELECT article, about FROM question WHERE game = ?"),
                         ("4.8", "claim_touch_move"))
        with self.house.office_db() as db:
            self.assertEqual(db.execute("SELECT count(*) FROM event WHERE"
                                        " type = 'touch_noted'").fetchone(), (1,))


if __name__ == "__main__":
    hall.main()
