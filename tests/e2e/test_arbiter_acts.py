#!/usr/bin/env python3
"""What arbiters do at the clock while a game goes on, and after it."""

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
        t.does("press", side=BLACK, epoch=0)  # made before the arbiter spoke: it counts
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


if __name__ == "__main__":
    hall.main()
