#!/usr/bin/env python3
"""`arbiterd event pair-round`: an engine pairs a round in one step, or nothing is changed."""

import os
import sys

import hall
from office import OfficeCase

BAD_INPUT = 65
NEEDS_YES = 3
TOOL = os.path.join(hall.ROOT, "tests", "tools", "engine.py")
ENGINE = ("--engine", sys.executable, "--engine-option", TOOL)


def script(text):
    """An engine that is this Python program; sys.argv has the file, -p and the output file."""
    return ("--engine", sys.executable, "--engine-option=-c", "--engine-option", "import sys\n"
            "file, out = sys.argv[1], sys.argv[3]\n"
            "def write(text):\n    with open(out, 'w') as o:\n        o.write(text)\n" + text)


class PairRound(OfficeCase):
    time_mode = "real"

    def setUp(self):
        super().setUp()
        self.tell("create", "open", "--name", "Open 2026", "--rounds", 3)
        for number in range(1, 8):
            self.tell("add", "open", f"Player{number}, N", "--rating", 2400 - number)

    def pairings(self, number):
        answer = self.house.get(f"/api/v1/events/open/rounds/{number}")
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()["round"]["pairings"]

    def games(self, number):
        return [(p["white"], p["black"]) for p in self.pairings(number) if "bye" not in p]

    def byes(self, number):
        return {p["white"]: p["bye"] for p in self.pairings(number) if "bye" in p}

    def play(self, number, results):
        """The round is played without our clocks; boards without a result stay open."""
        self.tell("publish", "open", number)
        self.tell("start", "open", number, "--without-clocks", "--yes")
        for board, score in results.items():
            self.tell("result", "open", number, board, score)

    def test_boards_of_another_event(self):
        self.tell("change", "open", "--time-control", "300")
        self.tell("create", "other", "--name", "Other", "--time-control", "300")
        for name in ("A, A", "B, B"):
            self.tell("add", "other", name)
        self.tell("pair", "other", 1, "2:1-2")
        self.tell("publish", "other", 1)
        self.tell("pair", "open", 1, "1:1-2")
        self.tell("publish", "open", 1)
        again = ("pair-round", "open", 1, *ENGINE, "--colour", "white", "--again")
        said = self.tell(*again, code=NEEDS_YES, said="")
        self.assertIn("boards_shared", said)
        self.assertEqual(len(self.pairings(1)), 1)
        self.tell(*again, "--yes")
        self.assertEqual(len(self.games(1)), 3)

    def test_the_first_board(self):
        """At which others need the earlier boards."""
        self.tell("pair-round", "open", 1, *ENGINE, "--colour", "white", "--first-board", 12)
        boards = [p["board"] for p in self.pairings(1) if "bye" not in p]
        self.assertEqual(boards, [12, 13, 14])
        path = "/api/v1/events/open/import?by=Ida&firstBoard=5"
        headers = {"If-Match": "*", "Content-Type": "text/plain"}
        answer = self.house.ask("PUT", path + "&round=1", "2\n1 2\n3 4\n", headers)
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual([p["board"] for p in self.pairings(1)], [5, 6])
        headers["Content-Type"] = "text/csv"
        answer = self.house.ask("PUT", path, "name\nNewcomer\n", headers)
        self.assertEqual((answer.status, answer.json()["code"]), (400, "bad_parameter"))

    def test_round_after_round(self):
        self.tell("bye", "open", 4, 1)
        self.tell("withdraw", "open", 5, "--from", 1)
        said = self.tell("pair-round", "open", 1, *ENGINE, "--colour", "black")
        self.assertIn("the bye (H) of player 4 (Player4, N) stays", said)
        self.assertIn("round 1: drafted", said)
        self.assertEqual((self.games(1), self.byes(1)), ([(3, 1), (2, 6)], {4: "H", 7: "U"}))
        self.play(1, {1: "0-1"})  # board 2 is adjourned, or has not reported
        self.tell("add", "open", "Late, Len", "--rating", 1500)
        said = self.tell("pair-round", "open", 2, *ENGINE)
        self.assertIn("note: round 1: no result yet (or adjourned) at board 2; written as a draw, "
                      "for the engine", said)
        self.assertIn("taken from its pairings: black", said)
        paired = {player for game in self.games(2) for player in game} | set(self.byes(2))
        self.assertEqual(paired, {1, 2, 3, 4, 6, 7, 8})
        self.assertEqual([bye for bye in self.byes(2).values()], ["U"])
        self.assertNotIn(7, self.byes(2))
        for game in self.games(1):
            self.assertNotIn(set(game), [set(other) for other in self.games(2)])
        self.play(2, {board: "1-0" for board in range(1, len(self.games(2)) + 1)})
        self.tell("withdraw", "open", 1, "--from", 3)
        self.tell("bye", "open", 2, 3, "--kind", "Z")
        self.tell("pair-round", "open", 3, *ENGINE, "--trf", "16")
        self.assertEqual(self.byes(3).pop(2), "Z")
        self.assertNotIn(1, {player for game in self.games(3) for player in game})

    def test_a_round_that_is_paired_is_paired_again_only_if_told_so(self):
        self.tell("pair-round", "open", 1, *ENGINE)
        first = self.pairings(1)
        self.assertEqual(first[-1]["bye"], "U")
        self.tell("withdraw", "open", 7, "--from", 2)
        said = self.tell("pair-round", "open", 1, *ENGINE, code=BAD_INPUT)
        self.assertIn("round 1 is paired already (drafted): --again replaces its pairings", said)
        self.tell("publish", "open", 1)
        self.tell("pair-round", "open", 1, *ENGINE, "--again", "--colour", "black")
        self.assertNotEqual(self.pairings(1), first)
        self.assertIn("round 1: published", self.tell("round", "open", 1))
        self.tell("start", "open", 1, "--without-clocks")
        said = self.tell("pair-round", "open", 1, *ENGINE, "--again", code=BAD_INPUT)
        self.assertIn("wrong_state", said)

    def test_an_engine_that_fails_changes_nothing(self):
        before = self.tell("show", "open")
        for engine, why in (
                (("--engine", "/no/engine"), "cannot be started: is it installed, and in PATH?"),
                (script("sys.exit('round 1 cannot be paired')"), "round 1 cannot be paired"),
                (script("sys.exit(3)"), "ended with exit code 3"),
                (script("print('no output')"), "wrote no pairings; it said:\nno output"),
                (script("write('1\\n1 2\\n')"), "player 3 (Player3, N) is left out"),
                (script("write('4\\n1 2\\n3 4\\n5 6\\n7 1\\n')"), "it cannot be read: line 5"),
                (script("write('1\\n1 99\\n')"), "the number of a player of the event"),
                (script("write('\\0' * 100)"), "it cannot be read"),
                (script("write('x' * (17 << 20))"), "File too large"),
                (("--patience", "1s", "--engine", "sh", "--engine-option=-c", "--engine-option",
                  "sleep 1000"), "sh had not ended after 1 s and was stopped")):
            said = self.tell("pair-round", "open", 1, *engine, code=BAD_INPUT)
            self.assertIn(why, said)
            self.assertIn("Nothing was changed.", said)
            self.assertEqual(self.tell("show", "open"), before)

    def test_an_engine_gets_no_token(self):
        os.environ["FLAGFALL_TOKEN"] = self.house.owner_token()
        try:
            said = self.tell("pair-round", "open", 1, *script(
                "import os\nprint(sorted(k for k in os.environ if 'FLAG' in k))"), code=BAD_INPUT)
        finally:
            del os.environ["FLAGFALL_TOKEN"]
        self.assertIn("it said:\n[]", said)

    def test_an_event_that_changed_while_the_engine_ran_is_paired_again(self):
        revision = int(self.tell("show", "open").split("revision")[1].split()[0])
        self.tell("withdraw", "open", 7, "--from", 1)
        said = self.tell("pair-round", "open", 1, *ENGINE, "--if-revision", revision,
                         code=BAD_INPUT)
        self.assertIn("changed_meanwhile", said)
        self.assertEqual(self.house.get("/api/v1/events/open/rounds/1").status, 404)


if __name__ == "__main__":
    hall.main()
