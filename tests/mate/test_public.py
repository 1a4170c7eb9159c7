#!/usr/bin/env python3
"""The public mating questions through the real program: every one is decided, and right, and the
checker accepts its line or proof."""

import argparse
import csv
import os
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import certificate  # noqa: E402

DATA = os.path.join(HERE, "../../../shared/data/mate_public.tsv")
PROGRAM = "build/release/arbiterd/arbiterd"


class Public(unittest.TestCase):
    def test_every_answer_is_right_and_proven(self):
        if not os.path.exists(DATA):
            self.skipTest("the public mating questions are not here")
        with open(DATA, encoding="utf-8") as file:
            rows = list(csv.DictReader(file, delimiter="\t"))
        questions = "".join(f"{row['fen']}\t{row['winner']}\n" for row in rows)
        answers = subprocess.run([PROGRAM, "rules", "mate", "--certificate", "--jobs", "2"],
                                 input=questions, capture_output=True, text=True, check=True)
        lines = answers.stdout.splitlines()
        self.assertEqual(len(lines), len(rows))
        for row, line in zip(rows, lines):
            with self.subTest(fen=row["fen"], winner=row["winner"]):
                answer = certificate.read(line)
                self.assertEqual(answer["verdict"], row["expected"])
                certificate.check(answer)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--program", default=PROGRAM)
    options, rest = parser.parse_known_args()
    PROGRAM = options.program
    unittest.main(argv=sys.argv[:1] + rest)
