#!/usr/bin/env python3
"""Acts on many boards at once, on the real daemons: a hall that is paused, a start that is taken
back, and rounds that are started at the wrong time."""

import hall
from office import CHIEF, Office, OfficeCase

MINUTE = 60_000_000


class HallActs(OfficeCase):
    def setUp(self):
        super().setUp()
        self.office = Office(self.house).with_round(players=6)
        self.office.done("change_event", info={
            "name": "Open", "terms": {"time_control": "5400+30"},
            "sectors": [{"name": "A", "first": 1, "last": 2},
                        {"name": "B", "first": 3, "last": 9}]})
        self.begin()

    def begin(self):
        self.office.done("start_round", round=1)
        hall.wait_until(lambda: self.count("game", "status = 'playing'") == 3, "three games run")
        self.house.settled()

    def count(self, table, where):
        with self.house.office_db() as db:
            return db.execute(f"SELECT count(*) FROM {table} WHERE {where}").fetchone()[0]

    def send(self, body, token=None):
        answer = self.house.ask("POST", f"{self.office.path}/acts", body, token=token)
        if answer.status == 200:
            self.house.transcript.add("office", body)
        return answer

    def body(self, kind, /, **fields):
        return {"id": self.office.key(), "event": "open", "by": CHIEF, "reason": "fire alarm",
                "act": {"type": kind, **fields}}

    def many(self, kind, /, **fields):
        """An act that is previewed, confirmed and carried out: its body and its answer."""
        body = self.body(kind, **fields)
        shown = self.send(body).json()
        self.assertEqual(shown["status"], "confirm", shown)
        body["confirm"] = shown["confirm"]
        done = self.send(body).json()
        self.assertEqual(done["status"], "done", done)
        self.house.settled()
        return body, done

    def test_a_hall_is_paused_and_goes_on(self):
        pause = self.body("rule_boards", act={"type": "pause_clock"})
        shown = self.send(pause).json()
        self.assertEqual(shown["says"], ["at 3 boards (boards 1, 2, 3): the clocks are paused"])
        self.assertEqual(self.count("ruling", "about = 'pause'"), 0)
        pause, done = self.many("rule_boards", act={"type": "pause_clock"})
        self.assertEqual([game["board"] for game in done["games"]], [1, 2, 3])
        self.assertEqual(self.count("ruling", "about = 'pause' AND by = '" + CHIEF + "'"), 3)
        self.assertEqual(self.count("intervention", "kind = 'paused'"), 3)
        self.assertEqual(self.count("act", "act = 'rule_boards'"), 1)
        again = self.send(pause).json()
        self.assertEqual((again["status"], again["games"]), ("repeated", done["games"]))
        other = {**pause, "act": {"type": "rule_boards", "act": {"type": "resume_clock"}}}
        self.assert_problem(self.send(other), 422, "key_used")
        self.assert_problem(self.send(self.body("rule_boards", act={"type": "pause_clock"})), 422,
                            "nothing_to_change")
        self.many("rule_boards", act={"type": "set_control", "time_control": "6000+30"})
        self.assertEqual(self.count("intervention", "kind = 'control_set'"), 3)
        self.many("rule_boards", act={"type": "resume_clock"})
        self.assertEqual(self.count("intervention", "kind = 'resumed'"), 3)

    def test_where_it_does_not_fit_and_whom_it_takes(self):
        give = {"id": "over", "game": "open-r1-b1", "by": CHIEF,
                "act": {"type": "give_result", "score": "1-0", "ending": "resignation"}}
        asked = self.house.ask("POST", "/api/v1/desk/acts", give).json()
        self.house.ask("POST", "/api/v1/desk/acts", {**give, "confirm": asked["confirm"]})
        self.house.settled()
        _, done = self.many("rule_boards", sector="A", round=1,
                            act={"type": "adjust_clock", "white_us": 5 * MINUTE})
        self.assertEqual(done["games"][0]["refused"]["code"], "game_over")
        self.assertNotIn("refused", done["games"][1])
        self.assertEqual(self.count("intervention", "kind = 'adjusted'"), 1)
        board = self.house.get("/api/v1/desk/boards/2").json()
        self.assertEqual([game["gameId"] for game in board["games"]], ["open-r1-b2"])

    def test_a_sector_is_its_arbiters(self):
        token = self.token("arbiter", sectors=["A"])
        for fields in ({}, {"round": 1}, {"sector": "B"}, {"boards": [2, 3]}):
            body = self.body("rule_boards", act={"type": "pause_clock"}, **fields)
            self.assert_problem(self.send({**body, "by": "arbiter"}, token), 403, "not_yours")
            undo = self.body("undo_start", **{"round": 1, **fields})
            self.assert_problem(self.send({**undo, "by": "arbiter"}, token), 403, "not_yours")
        for fields in ({"sector": "A"}, {"boards": [1, 2]}):
            body = self.body("rule_boards", act={"type": "pause_clock"}, **fields)
            shown = self.send({**body, "by": "arbiter"}, token).json()
            self.assertEqual([game["board"] for game in shown["games"]], [1, 2])

    def test_a_start_is_taken_back(self):
        self.many("undo_start", round=1)
        hall.wait_until(lambda: self.count("game", "status = 'ready'") == 3, "the games wait")
        self.assertEqual(self.count("tournament_round", "state = 'published'"), 1)
        self.assertEqual(self.count("game", "reason = 'cancelled'"), 3)
        self.begin()
        boards = self.house.get(f"{self.office.path}/rounds/1/results").json()["boards"]
        self.assertEqual(boards[2]["gameId"], "open-r1-b3-2")

    def test_players_who_still_play_are_asked_about(self):
        self.office.done("set_pairings", round=2, pairings=[{"board": 7, "white": 1, "black": 3}])
        self.office.done("publish_round", round=2)
        start = self.body("start_round", round=2)
        problem = self.assert_problem(self.send(start), 422, "still_playing")
        self.assertIn("board 1 of round 1", problem["detail"])
        done = self.send({**start, "confirm": problem["confirm"]})
        self.assertEqual(done.json()["status"], "done", done.body)


class EarlyStart(OfficeCase):
    time_mode = "real"

    def test_a_round_of_another_year_is_asked_about(self):
        office = Office(self.house).with_round()
        office.done("withdraw_publication", round=1)
        office.done("plan_round", number=1, starts="2199-05-01T10:00:00Z")
        office.done("publish_round", round=1)
        answer = office.act("start_round", round=1, without_clocks=True)
        problem = self.assert_problem(answer, 422, "too_early")
        self.assertIn("days", problem["detail"])
        self.assertEqual(len(problem["confirm"]), 16)


if __name__ == "__main__":
    hall.main()
