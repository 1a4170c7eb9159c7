#!/usr/bin/env python3
"""A ruling records enough about the question whether a side can ever mate (5.1.2, 5.2.2, 6.9)
that somebody who was not present can check it."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "mate"))

import certificate  # noqa: E402
import hall  # noqa: E402

WALL = "8/8/1k2p3/1p1pPp1p/bPpP1PpP/2P3P1/8/B4K2 b - - 17 72"
LAST_ROOK = "7k/8/8/8/8/8/8/Kr6 w - - 0 1"


class Mating(hall.HallCase):

    def ruling(self, fen, *acts):
        """The evidence of the last ruling after these commands, in real time."""
        house = self.hall(time_mode="real")
        house.start()
        arbiter = house.client("arbiter", "arbiter")
        hall.open_game(arbiter, 1, "g1", at_us=None, fen=fen)
        device = house.client("device", "table-1")
        for kind, fields in acts:
            device.done(kind, 1, "g1", **fields)
        house.settled()
        rulings = house.get("/api/v1/events/e2e/rounds/1/rulings").json()["rulings"]
        house.stop()
        return dict(rulings[-1]["evidence"])

    def accepted(self, fen, winner, proof):
        certificate.check({"fen": fen, "variant": "chess", "winner": winner, "nodes": 0,
                           "verdict": "unwinnable", "method": "", "proof": json.loads(proof)})

    def test_a_position_behind_a_wall_is_asked_about(self):
        house = self.hall(time_mode="real")
        house.start()
        arbiter = house.client("arbiter", "arbiter")
        hall.open_game(arbiter, 1, "g1", at_us=None, fen=WALL)
        house.settled()
        questions = house.get("/api/v1/desk/queue").json()["questions"]
        house.stop()
        self.assertEqual([question["about"] for question in questions], ["position_ends"])
        evidence = dict(questions[0]["evidence"])
        for side in ("white", "black"):
            self.assertEqual((evidence[f"{side}_can_mate"], evidence[f"{side}_method"]),
                             ("unwinnable", "wall"))
            self.accepted(evidence["fen"], side, evidence[f"{side}_proof"])
            self.assertGreater(int(evidence[f"{side}_positions"]), 0)

    def test_resignation_that_loses(self):
        evidence = self.ruling("8/8/8/4k3/8/8/3PK3/7Q w - - 0 1", ("resign", {"side": "black"}))
        certificate.check({"fen": evidence["fen"], "variant": "chess", "winner": "white",
                           "nodes": 0, "verdict": "winnable", "method": "",
                           "line": evidence["line"].split()})

    def test_dead_position_after_a_move(self):
        evidence = self.ruling(LAST_ROOK, ("press", {"side": "white", "move": "Kxb1"}))
        for side in ("white", "black"):
            self.accepted(evidence["fen"], side, evidence[f"{side}_proof"])


if __name__ == "__main__":
    hall.main()
