#!/usr/bin/env python3
"""Scoresheets at the desk, and boards that report only presses, on the real daemons."""

import os

import hall
import test_desk
from tables import BLACK, MINUTES_2, SECOND, WHITE

# The moves of a game that Black lost by mate, as each player wrote it.
GERMAN = ("Weiss: A\n1. e4 e5\n2. Lc4 Sc6\n3. Dh5 (=) Sf6\n4. Dxf7#\n")
ENGLISH = ("1. e4 e5\n2. Bc4 Nc6\n3. Qf3 Nf6\n")


class Presses(test_desk.AtDesk):

    def press(self, table, presses, side=WHITE):
        for _ in range(presses):
            table.does("press", side=side)
            side = BLACK if side == WHITE else WHITE

    def sheets(self, table):
        self.house.settled()
        answer = self.house.get(f"/api/v1/desk/games/{table.game}/sheets")
        self.assertEqual(answer.status, 200)
        return answer.json()

    # ---- a whole game of presses ----------------------------------------------------------------

    def test_a_whole_game_of_presses_and_its_sheets_afterwards(self):
        t = self.table(reports="presses", time_control="5400+10")
        self.press(t, 6)
        game = self.game(t)
        self.assertEqual((game["reports"], game["presses"], game["plies"], game["questions"]),
                         ("presses", 6, 0, []))
        self.assertEqual(game["recording"], {"white": "must", "black": "must"})
        self.assertIn("6 presses", self.tool("game", t.game))
        t.does("resign", side=BLACK)
        question = self.queue()["questions"][0]
        self.assertEqual((question["article"], question["about"], question["holds"]),
                         ("5.1.2", "resignation", True))
        self.assertNotIn("fen", dict(question["evidence"]))
        self.assertEqual(self.result(t)[0], "*")
        self.rule(t, "answer", question=1, option="white_wins")
        self.assertEqual(self.result(t), ("1-0", "resignation", "5.1.2", test_desk.ANNA))
        # Sheets compared with each other, while the record has no moves.
        self.rule(t, "enter_sheet", whose=WHITE, sheet=GERMAN, language="german")
        self.rule(t, "enter_sheet", whose=BLACK, sheet=ENGLISH, language="english")
        said = self.sheets(t)
        self.assertFalse(said["comparison"]["hasRecord"])
        self.assertEqual([s["whose"] for s in said["sheets"]], [WHITE, BLACK])
        # The moves, and the results of the checks.
        self.rule(t, "enter_moves", sheet=GERMAN, language="german")
        self.assertEqual(self.moves(t),
                         ["e4", "e5", "Bc4", "Nc6", "Qh5 (=)", "Nf6", "Qxf7#"])
        self.assertEqual(self.result(t)[0], "1-0")
        self.assertEqual(self.queue()["waiting"], 0)  # mate agrees with the result
        rows = self.row(t, "SELECT group_concat(completed_by), min(white_us), count(*) FROM move"
                           " WHERE game = ? AND ply < 7")
        self.assertEqual((rows[0], rows[2]), (",".join(["sheet"] * 6), 6))
        self.assertGreater(rows[1], 0)  # the times of the presses
        pgn = self.house.get("/api/v1/events/e2e/rounds/1/boards/1/game.pgn").body
        self.assertIn("3. Qh5", " ".join(pgn.split()))
        self.assertIn("[%clk 1:30:", pgn)
        said = self.sheets(t)
        self.assertEqual((said["plies"], said["presses"]), (7, 6))
        self.assertTrue(said["comparison"]["sheets"][0]["complete"])
        self.assertTrue(any(n.startswith("8.6: the sheet of white is complete")
                            for n in said["notes"]), said["notes"])
        # Black's sheet has a different move: when it is entered again, there is a question.
        self.rule(t, "enter_sheet", whose=BLACK, sheet=ENGLISH, language="english")
        question = self.queue()["questions"][0]
        self.assertEqual((question["about"], question["article"]), ("sheet", "8.1.1"))
        self.assertIn("written Qf3", dict(question["evidence"])["ply_5"])
        self.rule(t, "answer", question=question["number"], option="noted")
        self.restarts_alike(t)

    def restarts_alike(self, table):
        before = self.game(table), self.sheets(table)
        self.house.arbiterd.end()
        self.assertIn("unchanged", hall.arbiterd_says("verify", self.house.folder))
        hall.arbiterd_says("rebuild", self.house.folder)
        self.house.start_arbiterd()
        self.assertEqual((self.game(table), self.sheets(table)), before)

    def test_a_flag_is_judged_by_the_sheet_after_the_fact_and_nothing_changes(self):
        t = self.table(reports="presses", time_control="60",
                       fen="4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
        self.press(t, 2)
        t.does("wait", at_us=t.at + 61 * SECOND)
        t.event("flag_fell", opponent_can_mate="unknown")
        question = self.queue()["questions"][0]
        self.assertEqual((question["article"], dict(question["evidence"])["moves_counted_by"]),
                         ("6.9", "presses"))
        self.rule(t, "answer", question=1, option="black_wins")
        self.rule(t, "enter_moves", sheet="1. Ra7 Kd8", language="english")
        question = self.queue()["questions"][0]
        self.assertEqual((question["about"], question["article"]), ("after_the_fact", "6.9"))
        self.assertEqual(dict(question["evidence"])["flag_fall"], "6.9")
        self.assertEqual(self.result(t)[0], "0-1")
        self.rule(t, "answer", question=2, option="noted")
        self.rule(t, "give_result", score="1/2-1/2", ending="time-forfeit-draw", article="6.9")
        self.assertEqual(self.result(t)[0], "1/2-1/2")

    def test_a_claim_and_the_count_of_presses_are_the_arbiters(self):
        t = self.table(reports="presses")
        self.press(t, 4)
        t.does("claim", side=WHITE, kind="threefold")
        before = self.reading(t)
        self.rule(t, "answer", question=1, option="claim_wrong")
        after = self.reading(t)
        self.assertEqual((after["phase"], after["turn"], after["ply"]), ("running", WHITE, 4))
        self.assertGreaterEqual(after["black_us"], before["black_us"] + MINUTES_2)
        self.rule(t, "pause_clock", reason="the lever was pressed twice")
        self.rule(t, "set_clock", white_us=600 * SECOND, black_us=600 * SECOND, ply=3)
        self.assertEqual(self.reading(t)["turn"], BLACK)
        self.assertEqual(self.game(t)["presses"], 3)
        self.rule(t, "resume_clock")
        t.device.epochs[t.board] = self.reading(t)["epoch"]
        self.press(t, 1, BLACK)
        self.assertEqual(self.game(t)["presses"], 4)
        self.assertEqual(self.code(t, "enter_moves", sheet="1. e9"), "no_moves")

    def test_an_illegal_move_on_the_sheet_is_reported_and_a_sheet_replaced(self):
        t = self.table(reports="presses")
        self.press(t, 4)
        self.rule(t, "enter_moves", sheet="1. e4 e5\n2. Ke3 Nc6", language="english")
        question = self.queue()["questions"][0]
        facts = dict(question["evidence"])
        self.assertEqual((question["article"], facts["illegal_move"], facts["written"]),
                         ("7.5.1", "7.5.1", "Ke3"))
        self.assertEqual(self.reading(t)["phase"], "running")
        self.rule(t, "enter_moves", sheet="1. e4 c5\n2. Nf3 Nc6", language="english", **{"from": 2})
        self.assertEqual(self.moves(t), ["e4", "c5", "Nf3", "Nc6"])
        self.assertEqual(self.queue()["waiting"], 0)

    # ---- sheets of other boards -----------------------------------------------------------------

    def test_sheets_are_held_against_the_record_on_the_command_line(self):
        t = self.table()
        t.does("move", side=WHITE, text="e4")
        t.does("offer_draw", side=WHITE)
        t.does("press", side=WHITE)
        t.play("e5", side=BLACK)
        self.assertIn("No scoresheet", self.tool("sheets", t.game))
        path = os.path.join(self.tmp, "sheet.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write("1. e4 (=) c5\n2. smudge\n")
        said = self.tool("sheet", t.game, BLACK, path, "--language", "english", "--by",
                         test_desk.ANNA)
        self.assertIn("contradicts the record", said)
        self.house.settled()
        shown = self.tool("sheets", t.game)
        self.assertIn("line 2, column 4", shown)
        self.assertIn("8.1.5: draw offer at ply 1: marked by black, recorded", shown)
        self.assertIn("8.6: the sheet of black is not complete", shown)
        self.tool("sheet", t.game, BLACK, "-", "--by", test_desk.ANNA, said="1. e4 (=) e5\n")
        self.assertEqual(self.queue()["waiting"], 0)
        self.assertEqual(self.row(t, "SELECT count(*), min(sheet) FROM sheet WHERE game = ?"),
                         (1, "1. e4 (=) e5\n"))
        self.assertIn("cannot be read", self.tool("sheet", t.game, BLACK, path + "?", "--by",
                                                  test_desk.ANNA, code=2))
        self.assertEqual(self.code(t, "enter_moves", sheet="1. e4"), "not_presses")
        self.assertEqual(self.post(self.command(t, "enter_sheet", {
            "whose": WHITE, "sheet": "x" * 8193}))[0], 400)
        self.rule(t, "enter_sheet", whose=WHITE, sheet="e4\n" * 2730, language="english")
        self.assertEqual(self.house.get("/api/v1/desk/games/none/sheets").status, 404)

    def test_who_need_not_record_is_shown_to_the_arbiter(self):
        t = self.table(time_control="360")
        t.play("e4", "e5")
        self.assertEqual(self.game(t)["recording"],
                         {"white": "need_not_in_fast_play", "black": "need_not_in_fast_play"})
        t = self.table(time_control="3600")
        t.play("e4", "e5")
        self.assertEqual(self.game(t)["recording"], {"white": "must", "black": "must"})
        t.does("press", side=WHITE, move="Nf3", at_us=t.at + 3400 * SECOND)
        t.at += 3400 * SECOND
        self.assertEqual(self.game(t)["recording"],
                         {"white": "need_not_in_period", "black": "must"})
        self.assertIn("White need_not_in_period, Black must (8.4)", self.tool("game", t.game))
        t.does("wait", at_us=t.at + 4000 * SECOND)
        t.event("flag_fell")
        evidence = self.row(t, "SELECT evidence FROM ruling WHERE game = ?")[0]
        self.assertIn("8.5.1: neither had to record", evidence)


if __name__ == "__main__":
    hall.main()
