#!/usr/bin/env python3
"""The desk's command line against the real daemons."""

import json
import subprocess

import hall
from peers import PATIENCE
from test_desk import ANNA, AtDesk


class CommandLine(AtDesk):
    """The input of an arbiter, and the output."""

    def test_the_command_line(self):
        t = self.table()
        t.play("e4", "e5")
        self.house.settled()
        self.assertIn("Nothing waits", self.tool("queue"))
        t.does("pause", reason="telephone")
        self.house.settled()
        queue = self.tool("queue")
        self.assertIn("telephone", queue)
        self.assertIn("> resume", queue)
        self.assertIn("--by NAME", self.tool("answer", t.game, "1", "resume", code=2))
        self.tool("answer", t.game, "1", "resume", "--by", ANNA)
        self.house.settled()
        self.tool("penalise", t.game, "white", "time_off", "--time", "5:00", "--by", ANNA,
                  "--reason", "telephone")
        self.house.settled()
        shown = self.tool("game", t.game)
        self.assertIn("12.9.3", shown)
        self.assertIn(ANNA, shown)
        preview = self.tool("result", t.game, "0-1", "--article", "11.3.2.2", "--by", ANNA,
                            "--id", "tool-1", code=3)
        token = preview.split("--confirm ")[1].split()[0]
        self.tool("result", t.game, "0-1", "--article", "11.3.2.2", "--by", ANNA, "--id",
                  "tool-1", "--confirm", token)
        self.assertIn("carried out before", self.tool(
            "result", t.game, "0-1", "--article", "11.3.2.2", "--by", ANNA, "--id", "tool-1"))
        self.assertEqual(self.result(t)[0], "0-1")
        self.assertIn("penalise [GAME] SIDE KIND", self.tool("--help"))
        self.assertIn("(game_over)", self.tool("illegal", t.game, "white", "two_hands", "--ply",
                                               "1", "--by", ANNA, code=65))
        self.assertIn("unknown option", self.tool("queue", "--fly", code=2))
        self.assertIn("expected a time", self.tool("adjust", t.game, "--white", "soon", "--by",
                                                   ANNA, code=2))
        self.assertIn("is arbiterd running", self.tool_without_server())

    def test_a_preview_is_carried_out_with_what_it_printed(self):
        """The command line gives each act a new id; the token must be valid nevertheless."""
        t = self.table()
        t.play("e4", "e5")
        self.house.settled()
        act = ("result", t.game, "0-1", "--article", "11.3.2.2", "--by", ANNA)
        preview = self.tool(*act, code=3)
        token = preview.split("--confirm ")[1].split()[0]
        self.tool(*act, "--confirm", token)
        self.assertEqual(self.result(t)[0], "0-1")

    def test_boards_moves_and_times_as_arbiters_say_them(self):
        t = self.table()
        t.play("e4", "e5", "Nf3", "Nc6")
        self.house.settled()
        board = ("--board", str(t.board))
        self.assertIn(f"Board {t.board}: game {t.game}", self.tool("game", *board))
        self.tool("adjust", *board, "--black=-2:00", "--by", ANNA)
        self.house.settled()
        shown = self.tool("game", t.game)
        self.assertIn("black_time: -0:02:00", shown)
        self.assertNotIn("_us:", shown)
        preview = self.tool("illegal", *board, "White", "illegal-move", "--move", "2", "--by",
                            ANNA, code=3)
        self.assertIn("White's move 2 (ply 3); the game goes back to before it", preview)
        self.assertIn("unknown option --side",
                      self.tool("illegal", *board, "White", "illegal-move", "--move", "2",
                                "--side", "black", "--by", ANNA, code=2))
        self.tool("pause", *board, "--by", ANNA)
        self.house.settled()
        preview = self.tool("clock", t.game, "--white=1:20:00", "--black", "1:21:00", "--move",
                            "1", "--side", "black", "--by", ANNA, code=3)
        self.assertIn("as it was after Black's move 1 (ply 2)", preview)
        self.assertIn("1:20:00", preview)
        self.assertIn("--side", self.tool("clock", t.game, "--white", "1:00", "--black", "1:00",
                                          "--move", "1", "--by", ANNA, code=2))
        self.tool("result", *board, "½-½", "--ending", "Agreement", "--by", ANNA, "--yes")
        self.assertEqual(self.result(t)[:3], ("1/2-1/2", "agreement", "5.2.3"))
        self.tool("result", *board, "1:0", "--by", ANNA, "--yes")
        self.assertEqual(self.result(t)[:3], ("1-0", "arbiter-decision", "8.7"))
        self.assertIn("no game stands", self.tool("game", "--board", "999", code=65))
        endings = " ".join(self.tool("result", "--help").split())
        self.assertIn("how the game ended: checkmate, resignation,", endings)
        self.assertIn("seventy-five-move, forfeit, arbiter-decision;", endings)

    def test_play_goes_on_with_the_times_as_they_are(self):
        t = self.table()
        t.play("e4", "e5")
        t.does("pause", reason="help")
        self.house.settled()
        before = self.reading(t)
        self.tool("answer", "--board", str(t.board), "1", "set-clock", "--by", ANNA)
        self.house.settled()
        after = self.reading(t)
        self.assertEqual((after["phase"], after["white_us"], after["black_us"]),
                         ("running", before["white_us"], before["black_us"]))

    def test_a_clock_is_set_after_its_difference_was_shown(self):
        t = self.table()
        t.play("e4", "e5")
        self.house.settled()
        self.tool("pause", t.game, "--by", ANNA)
        self.house.settled()
        before = self.reading(t)["white_us"]
        act = ("clock", t.game, "--white=1:20:00", "--by", ANNA)
        preview = self.tool(*act, code=3)
        self.assertRegex(preview, r"White showed 1:[23]\d:\d\d: less by 0:[01]\d:\d\d\.")
        self.assertIn("The clock shows 1:20:00 and 1:", preview)
        self.assertIn("or --yes", preview)
        self.assertEqual(json.loads(self.tool(*act, "--json", code=3))["status"], "confirm")
        self.house.settled()
        self.assertEqual(self.reading(t)["white_us"], before)
        self.tool(*act, "--confirm", preview.split("--confirm ")[1].split()[0])
        self.house.settled()
        self.assertEqual(self.reading(t)["white_us"], 80 * 60 * 1_000_000)
        self.tool("clock", t.game, "--black=0:30:00", "--yes", "--by", ANNA)
        self.house.settled()
        self.assertEqual(self.reading(t)["black_us"], 30 * 60 * 1_000_000)
        self.assertIn("(clock_running)", self.started_again(t))

    def started_again(self, table):
        """What is said about setting a clock that runs."""
        self.tool("resume", table.game, "--by", ANNA)
        self.house.settled()
        return self.tool("clock", table.game, "--white=1:00:00", "--black=1:00:00", "--by", ANNA,
                         code=65)

    def tool_without_server(self):
        done = subprocess.run(
            [hall.arbiterd_binary(), "desk", "queue", "--url", "http://127.0.0.1:9"],
            capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 69)
        return done.stderr


if __name__ == "__main__":
    hall.main()
