#!/usr/bin/env python3
"""Byo-yomi, an hourglass and an up-count on the real daemons; a period set at the desk after its
preview; the meaning of a time control, from the command line and the API."""

import subprocess
import urllib.parse

import hall
import test_desk
from office import Office
from tables import BLACK, SECOND, WHITE
from test_rights import CHIEF, Browser


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
        self.assertIn("column 6", self.clockd("explain", "5400+x", code=65))
        self.assertIn("did you mean fide-rapid?", self.clockd("explain", "fide-rapit", code=65))
        self.assertIn("reaches zero", self.clockd("explain", "2010-04"))
        self.assertNotIn("reaches zero",
                         self.clockd("explain", "2010-04", "--period-trigger", "moves"))
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


    def test_a_preset_stands_wherever_a_control_is_entered(self):
        t = self.table(time_control="5400+30")
        t.play("e4", "e5")
        self.rule(t, "pause_clock")
        self.rule(t, "set_control", time_control="2010-04", white_us=60 * SECOND,
                  black_us=60 * SECOND)
        t.event("control_set", time_control="40/7200:1800", period_trigger="zero")
        status, said = self.post(self.command(t, "set_control", {"time_control": "fide-rapit"}))
        self.assertEqual((status, said["code"]), (422, "bad_control"), said)
        self.assertIn("did you mean fide-rapid?", said["detail"])

    def test_a_preset_in_the_terms_of_an_event(self):
        office = Office(self.house)
        self.assertEqual(office.create(terms={"timeControl": "2010-04"}).status, 201)
        office.done("plan_round", number=1, terms={"time_control": "fide-rapid"})
        kept = self.house.get(office.path).json()
        self.assertEqual(kept["info"]["terms"], {
            "timeControl": "40/7200:1800", "rules": [["period_trigger", "zero"]]})
        rounds = self.house.get(office.path + "/rounds/1").json()["round"]
        self.assertEqual(rounds["terms"], {"timeControl": "900+10"})
        refused = office.act("plan_round", number=1, terms={"time_control": "fide"})
        self.assertEqual((refused.status, refused.json()["code"]), (422, "bad_time_control"))
        self.assertIn("fide-match", refused.json()["detail"])
        self.assertEqual(refused.json()["errors"][0]["pointer"], "/act/terms/time_control")

    def test_minutes_on_the_command_line(self):
        said = self.clockd("explain", "3+2", code=65)
        self.assertIn("write 3m+2 (which is 180+2) for minutes, or 3s+2", said)
        self.assertEqual(self.clockd("explain", "3m+2s"), self.clockd("explain", "180+2"))
        self.assertIn("3 seconds for all moves", self.clockd("explain", "3s+2"))


class AtAPage(Browser):
    """A person means minutes, and a program with a token means seconds."""

    def test_minutes_are_not_taken_for_seconds(self):
        path = "/api/v1/time-control?control=15%2B10"
        said = self.ask("GET", path)
        self.assertEqual((said.status, said.json()["code"]), (400, "bad_parameter"))
        self.assertIn("write 15m+10 (which is 900+10) for minutes", said.json()["detail"])
        self.assertEqual(self.house.get(path).json()["timeControl"], "15+10")

        def plan(control):
            self.acts = getattr(self, "acts", 0) + 1
            return self.ask("POST", f"{self.ours.path}/acts", {
                "id": f"page-{self.acts}", "event": "open", "act": {
                    "type": "plan_round", "number": 2, "terms": {"time_control": control}}},
                pin=CHIEF["pin"])
        refused = plan("15+10")
        self.assertEqual((refused.status, refused.json()["code"]), (422, "bad_time_control"))
        self.assertEqual(refused.json()["errors"][0]["pointer"], "/act/terms/time_control")
        self.assertEqual(plan("15m+10s").status, 200)
        planned = self.house.get(f"{self.ours.path}/rounds/2").json()["round"]
        self.assertEqual(planned["terms"], {"timeControl": "900+10"})
        self.ours.done("plan_round", number=2, terms={"time_control": "15+10"})


if __name__ == "__main__":
    hall.main()
