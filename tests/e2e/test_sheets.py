#!/usr/bin/env python3
"""`arbiterd sheets`: the command line over real files, and its JSON against
schemas/sheets/comparison.json."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "..", "support"))

import schema_check  # noqa: E402

CLASSICS = os.path.join(ROOT, "tests", "data", "classics.pgn")
GAME = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 (=) Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 1-0\n"
SAN = "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n5. O-O\n"
GERMAN = "Weiss: A\n1. e4 e5\n2. Sf3 (=) Sc6\n3. Lb5 a6\n4. La4 Sf6\n5. 0-0\n"
OLD = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n4. B-R4 Kt-B3\n5. Castles\n"


def sheets(*args):
    ran = subprocess.run([Sheets.program, "sheets", *args], capture_output=True, text=True,
                         check=False, encoding="utf-8")
    return ran.returncode, ran.stdout, ran.stderr


class Sheets(unittest.TestCase):
    program = ""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_read_in_every_notation(self):
        with_offer = SAN.replace("Nf3", "Nf3 (=)")
        for text, expected in ((GERMAN, with_offer), (OLD, SAN),
                               ("5254 5755\n7163 2836\n6125 1716\n2514 7866\n5171\n", SAN)):
            code, out, err = sheets("read", self.file("sheet.txt", text))
            self.assertEqual((code, out), (0, expected), err)
        self.assertIn("read as iccf", err)
        code, out, _ = sheets("read", "--language", "german", "--notation", "algebraic",
                              self.file("sheet.txt", GERMAN))
        self.assertEqual((code, out), (0, with_offer))

    def test_read_reports_line_and_column(self):
        path = self.file("sheet.txt", GERMAN.replace("Lb5", "Lb6"))
        code, out, err = sheets("read", path)
        self.assertEqual((code, out), (65, "1. e4 e5\n2. Nf3 (=) Nc6\n"))
        self.assertIn(path + ':4:4: move 3. "Lb6" is not legal here\n', err)
        code, _, err = sheets("read", "--language", "english", path)
        self.assertEqual(code, 65)
        self.assertIn(path + ':3:4: move 2. "Sf3 (=)" is not readable\n', err)

    def test_read_never_guesses_the_language(self):
        path = self.file("sheet.txt", "FEN: 7k/8/8/8/8/8/8/R3K3 w - - 0 1\n1. Rd1\n")
        code, out, err = sheets("read", path)
        self.assertEqual((code, out), (65, "1. Rd1\n1. Kd1\n"))
        self.assertIn("algebraic english", err)
        self.assertIn("algebraic french", err)
        self.assertIn("can be read in 2 ways", err)
        self.assertEqual(sheets("read", "--language", "french", path)[:2], (0, "1. Kd1\n"))

    def compared(self, *args):
        code, out, err = sheets("compare", "--json", *args)
        self.assertEqual((code, err), (0, ""))
        report = json.loads(out)
        schema = schema_check.load_schemas(os.path.join(ROOT, "schemas"))["sheets/comparison"]
        self.assertEqual(list(schema.problems(report)), [])
        self.assertTrue(list(schema.problems({**report, "more": 1})))
        return report

    def test_compare_with_the_record(self):
        record = self.file("game.pgn", GAME)
        white = self.file("white.txt", GERMAN.replace("La4", "Lxc6"))
        black = self.file("black.txt", OLD.replace("P-QR3", "..."))
        report = self.compared("--record", record, white, black)
        self.assertTrue(report["hasRecord"])
        self.assertEqual([s["name"] for s in report["sheets"]], [white, black])
        self.assertEqual([s["writings"] for s in report["sheets"]],
                         [["algebraic german"], ["descriptive"]])
        odd = [[(f["ply"], f["standing"]) for f in s["findings"] if f["standing"] != "agrees"]
               for s in report["sheets"]]
        self.assertEqual(odd, [[(7, "contradicts")], [(6, "gap")]])
        wrong = report["sheets"][0]["findings"][6]
        self.assertEqual((wrong["san"], wrong["legal"], wrong["line"]), ("Bxc6", True, 5))
        self.assertEqual(report["drawOffers"], [{"ply": 3, "recorded": True, "sheets": [0]}])
        self.assertEqual((report["proven"]["plies"], report["proven"]["byAll"]), (6, 5))
        code, out, _ = sheets("compare", "--record", record, white, black)
        self.assertEqual(code, 0)
        self.assertIn('4. Ba4: "Lxc6", legal there (line 5, column 4)', out)
        self.assertIn("3... a6: left open (line 3, column 10)", out)

    def test_compare_without_a_record(self):
        white = self.file("white.txt", GERMAN.replace("Lb5", "..."))
        black = self.file("black.txt", OLD.replace("P-QR3", "..."))
        report = self.compared(white, black)
        self.assertFalse(report["hasRecord"])
        self.assertEqual(report["moves"], "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O".split())
        self.assertEqual((report["proven"]["plies"], report["proven"]["byAll"]), (9, 4))
        self.assertIn("moves: 1. e4 e5 2. Nf3", sheets("compare", white, black)[1])

    def test_what_is_written_is_read_again(self):
        self.assertEqual(sheets("write", "--form", "laws", "--language", "german",
                                self.file("game.pgn", GAME))[:2],
                         (0, "White: A\nBlack: B\n1. e4 e5\n2. Sf3 Sc6\n3. Lb5 a6\n4. La4 Sf6\n"
                             "5. 0-0\n1-0\n"))
        with open(CLASSICS, encoding="utf-8") as file:
            game = file.read().split("\n[Event ")[0] + "\n"
        path = self.file("game.pgn", game)
        told = set()
        for form in ("laws", "figurine", "long", "iccf", "san"):
            for language in ("english", "german", "french", "spanish", "dutch", "italian",
                             "russian", "figurine"):
                code, out, err = sheets("write", "--form", form, "--language", language, path)
                self.assertEqual((code, err), (0, ""))
                code, out, err = sheets("read", self.file("sheet.txt", out))
                self.assertEqual(code, 0, err)
                told.add(out)
        self.assertEqual(len(told), 1)

    def test_command_line(self):
        code, out, _ = sheets("--help")
        self.assertEqual(code, 0)
        self.assertIn("sheets compare", out)
        path = self.file("sheet.txt", GERMAN)
        for args in ((), ("read",), ("read", path, path), ("say", path), ("write", path),
                     ("write", "--form", "short", path), ("read", "--language", "latin", path),
                     ("read", "--form", "laws", path), ("compare",), ("read", "--json", path),
                     ("write", "--form", "laws", "--language", "auto", path)):
            code, out, err = sheets(*args)
            self.assertEqual((code, out), (2, ""), args)
            self.assertIn("Try: arbiterd sheets", err)
        for args in (("read", path + "x"), ("read", self.folder),
                     ("compare", "--record", path + "x", path), ("write", "--form", "san", path),
                     ("compare", "--record", self.file("empty.pgn", ""), path),
                     ("read", self.file("fen.txt", "FEN: x\n1. e4\n"))):
            code, out, err = sheets(*args)
            self.assertEqual((code, out), (65, ""), args)
            self.assertTrue(err)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    options, rest = parser.parse_known_args()
    Sheets.program = options.program
    unittest.main(argv=[sys.argv[0], *rest])
