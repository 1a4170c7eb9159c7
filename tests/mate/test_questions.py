#!/usr/bin/env python3
"""Our mating questions (tests/data/tables) and the public ones, if they exist, through the real
program: every one is decided, and right, and the checker accepts its line or proof.

--write draws our questions again and writes them with the program's answers.
"""

import argparse
import os
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

import certificate  # noqa: E402
import judge  # noqa: E402
from test_board import TABLES, rows  # noqa: E402

PROGRAM = "build/release/arbiterd/arbiterd"
SEED, OURS, LONGEST_LINE = "tables", 160, 40


def answers_to(questions):
    """The program's certificates for (fen, winner)s, each of which the checker accepts."""
    asked = "".join(f"{fen}\t{winner}\n" for fen, winner in questions)
    done = subprocess.run([PROGRAM, "rules", "mate", "--certificate", "--jobs", "2"],
                          input=asked, capture_output=True, text=True, check=True)
    answers = [certificate.read(line) for line in done.stdout.splitlines()]
    for answer in answers:
        certificate.check(answer)
    return answers


def write():
    """About the same number of each shape and verdict: anybody wins most random positions."""
    drawn = [judge.question(SEED, number) for number in range(20 * OURS)]
    drawn = [entry for entry in drawn if not entry[2]]
    answers = answers_to([entry[:2] for entry in drawn])
    kinds, lines = {}, []
    for (fen, winner, _, shape), answer in zip(drawn, answers):
        kind = (shape, answer["verdict"])
        enough = kinds.get(kind, 0) >= OURS // 16 or answer["verdict"] == "undetermined"
        if enough or len(answer.get("line", ())) > LONGEST_LINE or len(lines) == OURS:
            continue
        kinds[kind] = kinds.get(kind, 0) + 1
        lines.append(f"{fen}\t{winner}\t{answer['verdict']}\n")
    (TABLES / "mate.tsv").write_text("fen\twinner\texpected\n" + "".join(lines), encoding="utf-8")


class Questions(unittest.TestCase):
    def test_every_answer_is_right_and_proven(self):
        asked = rows("mate")
        answers = answers_to([(row["fen"], row["winner"]) for row in asked])
        self.assertEqual(len(answers), len(asked))
        for row, answer in zip(asked, answers):
            with self.subTest(fen=row["fen"], winner=row["winner"]):
                self.assertEqual(answer["verdict"], row["expected"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--program", default=PROGRAM)
    parser.add_argument("--write", action="store_true")
    options, rest = parser.parse_known_args()
    PROGRAM = options.program
    if options.write:
        write()
    else:
        unittest.main(argv=sys.argv[:1] + rest)
