#!/usr/bin/env python3
"""Byo-yomi, an hourglass and an up-count on the real daemons; a period set at the desk after it was
shown; what a time control means, from the command line and the API."""

import subprocess
import urllib.parse

import hall
import test_desk
from tables import BLACK, SECOND, WHITE


class TimeControls(test_desk.AtDesk):

    def clockd(self, *args, code=0):
        done = subprocess.run([hall.clockd_binary(), *args], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout if code == 0 else done.stderr

    def asked(self, status=200, **query):
        answer = self.house.get("/api/v1/time-control?" + urllib.parse.urlencode(query))
        self.assertEqual(answer.status, status, answer.body)
        return answer.json()

    # ---- at the boards --------------------------------------------------------------------------

    def test_canadian_byo_yomi_begins_and_gives_its_time_again(self):
        t = self.table(time_control="20:2/60c")
        t.does("press", side=WHITE, move="e4", at_us=t.at + 25 * SECOND)
        t.at += 25 * SECOND
        state = self.reading(t)
        self.assertEqual((state["white_period"], state["black_period"]), (2, 1))
        self.assertEqual((state["white_bonus"], state["white_block"]), ("c", 1))
        self.assertNotIn("black_block", state)
        t.play("e5", side=BLACK)
        t.play("Nf3")
        state = self.reading(t)
        self.assertEqual((state["white_us"], state["white_block"]), (60 * SECOND, 2))
        self.assertEqual(self.moves(t), ["e4", "e5", "Nf3"])

    def test_a_period_is_set_only_after_it_was_shown(self):
        t = self.table(time_control="5400:150y30")
        t.play("e4", "e5")
        self.rule(t, "pause_clock")
        times = {"white_us": 150 * SECOND, "black_us": 5000 * SECOND}
        self.assertEqual(self.code(t, "set_clock", **times, white_period=3), "bad_period")
        self.house.settled()
        body = self.command(t, "set_clock", {**times, "white_period": 2})
        status, said = self.post(body)
        self.assertEqual((status, said["status"]), (200, "confirm"), said)
        text = " ".join(said["text"])
        self.assertIn("White is in period 2, by the record in 1.", text)
        self.assertIn("less by", text)
        self.assertEqual(self.reading(t)["white_period"], 1)
        self.rule(t, "set_clock", **times, white_period=2)
        state = self.reading(t)
        self.assertEqual((state["white_period"], state["white_us"]), (2, 150 * SECOND))
        self.assertEqual(state["white_bonus"], "y30")

    def test_clockd_refuses_a_period_that_cannot_be(self):
        t = self.table(time_control="40/5400:1800")
        wrong = t.set_reading(white_period=2, black_period=2)
        self.assertEqual(t.code("set_reading", self.arbiter, **wrong), "bad_period")

    def test_an_hourglass_and_an_up_count(self):
        t = self.table(time_control="300h")
        t.does("press", side=WHITE, move="e4", at_us=t.at + 20 * SECOND)
        state = self.reading(t)
        self.assertEqual(state["white_us"] + state["black_us"], 600 * SECOND)
        t = self.table(time_control="0u")
        t.does("press", side=WHITE, move="e4", at_us=t.at + 20 * SECOND)
        state = self.reading(t)
        self.assertEqual(state["white_us"], (86_400 - 20) * SECOND)
        self.assertNotIn("zero_us", state)

    # ---- in words -------------------------------------------------------------------------------

    def test_a_control_in_words(self):
        said = self.clockd("explain", "40/5400+30:1800+30")
        self.assertIn("1 hour 30 minutes for 40 moves", said)
        self.assertIn("Standard: 2 hours 30 minutes for sixty moves.", said)
        found = self.asked(control="40/5400+30:1800+30")
        self.assertEqual((found["timeClass"], found["fideClass"]), ("standard", True))
        for sentence in (*found["meaning"], found["why"], *found["unusual"]):
            self.assertIn(sentence, said)
        self.assertFalse(self.asked(control="180h")["fideClass"])
        self.assertEqual(self.asked(control="armageddon")["timeControl"], "W300-B240")
        self.assertIn("column 1", self.clockd("explain", "x", code=65))
        self.asked(400, control="x")
        self.asked(400, control="300", trigger="never")

    def test_the_presets(self):
        listed = self.clockd("presets")
        presets = self.house.get("/api/v1/time-controls").json()["presets"]
        self.assertGreater(len(presets), 20)
        for preset in presets:
            self.assertIn(preset["name"], listed)
            self.assertEqual(self.asked(control=preset["name"])["timeControl"],
                             preset["timeControl"])


if __name__ == "__main__":
    hall.main()
