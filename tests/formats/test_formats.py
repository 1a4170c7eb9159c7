#!/usr/bin/env python3
"""`arbiterd formats`: the real program on real files, its TRF compared with the second reader."""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

from trf_layout import Layout  # noqa: E402

PROGRAM = None
NAMES = ("Ås, Åse", "O'Neil, Pat", "Smith-Jones, Jo", "张, 伟", "Жуков, Ян", "van der Berg, A")
RESULTS = ("1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2")


def random_event(dice):
    """An event in our JSON, with everything that TRF can express and some data that it cannot."""
    count = dice.randint(2, 40)
    players = []
    for number in range(1, count + 1):
        one = {"number": number, "name": f"{dice.choice(NAMES)} {number}"}
        if dice.random() < 0.5:
            one |= {"rating": dice.randint(1000, 2900), "title": dice.choice(["GM", "WFM", "IM"]),
                    "sex": dice.choice("mw"), "federation": "NOR", "fideId": str(15000 + number)}
        if dice.random() < 0.5:
            one["birth"] = dice.choice(["1990", "2001-02-28"])
        players.append(one)
    rounds = [random_round(dice, number, count) for number in range(1, dice.randint(1, 9) + 1)]
    info = {"name": "Ævent", "rounds": 9, "begins": "2026-11-21", "ends": "2026-11-29",
            "terms": {"timeControl": dice.choice(["300", "W300-B240", "40/90+3:9+3", "9d5"])}}
    if dice.random() < 0.3:
        info["scoring"] = {"win": 6, "draw": 2, "loss": 1, "absent": 0, "pairingBye": 3}
    return {"event": info, "players": players, "rounds": rounds}


def random_round(dice, number, count):
    order = list(range(1, count + 1))
    dice.shuffle(order)
    pairings = []
    if count % 2:
        pairings.append({"white": order.pop(), "bye": "U"})
    while order:
        if dice.random() < 0.05:
            pairings.append({"white": order.pop(), "bye": dice.choice("HFZ")})
            if dice.random() < 0.5:
                pairings.pop()  # absent, not mentioned
            continue
        if len(order) == 1:
            order.pop()
            continue
        pairing = {"board": len(pairings) + 1, "white": order.pop(), "black": order.pop()}
        if dice.random() < 0.95:
            kind = dice.choice(["played"] * 8 + ["unrated", "forfeit"])
            pairing["entered"] = {"score": dice.choice(RESULTS), "kind": kind}
        pairings.append(pairing)
    return {"number": number, "state": "drafted", "starts": f"2026-11-{20 + number}",
            "pairings": pairings}


class TestFormats(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return path

    def run_formats(self, *args, code=0):
        done = subprocess.run([PROGRAM, "formats", *args], capture_output=True, check=False)
        self.assertEqual(done.returncode, code, done.stderr.decode())
        return done

    def test_trf_of_random_events_has_the_layout_of_the_book(self):
        seed = int.from_bytes(os.urandom(4), "big")
        for turn in range(40):
            dice = random.Random(seed + turn)
            event = self.file("event.json", json.dumps(random_event(dice)))
            for form in ("trf26", "trf16"):
                with self.subTest(seed=seed + turn, form=form):
                    done = self.run_formats("convert", event, "--to", form)
                    problems = Layout(done.stdout).problems
                    if form == "trf16":  # has no 162 and no 299: its sums are in the points
                        problems = [p for p in problems if "the results make" not in p[1]]
                    self.assertEqual(problems, [], done.stdout.decode())
                    if form == "trf16" or b"\n299 " in done.stdout:
                        continue  # these do not come back complete
                    again = self.file("again.trf", done.stdout)
                    self.assertEqual(self.run_formats("convert", again, "--to", form).stdout,
                                     done.stdout)

    def test_what_an_engine_gets_ends_before_its_round(self):
        event = random_event(random.Random(7))
        path = self.file("event.json", json.dumps(event))
        last = len(event["rounds"])
        layout = Layout(self.run_formats("convert", path, "--to", "trf26", "--pair",
                                         str(last + 1)).stdout)
        self.assertEqual(layout.problems, [])
        self.assertNotIn("299", layout.headers)
        for player in layout.players.values():
            self.assertIn(player.games[last][2] if len(player.games) > last else " ", "HFZ ")

    def test_pairings_of_an_engine_become_a_round(self):
        event = self.file("event.json", json.dumps({
            "event": {"name": "E"},
            "players": [{"number": n, "name": f"P{n}"} for n in (1, 2, 3)]}))
        pairs = self.file("pairs.txt", "2\n3 1\n2 0\n")
        read = json.loads(self.run_formats("read", pairs, "--event", event, "--round", "1").stdout)
        self.assertEqual(read["rounds"], [{"number": 1, "state": "drafted", "pairings": [
            {"board": 1, "white": 3, "black": 1}, {"white": 2, "bye": "U"}]}])
        back = self.run_formats("convert", pairs, "--event", event, "--round", "1", "--to", "pairs")
        self.assertEqual(back.stdout, b"2\n3 1\n2 0\n")

    def test_a_refused_file_names_the_place(self):
        bad = self.file("bad.trf", "012 X\r\n001    1      A\r\n001    1      B\r\n")
        done = self.run_formats("check", bad, code=65)
        self.assertEqual(done.stderr.decode(), f"{bad}:3:5: expected a number that no other player"
                                               ' has (line 2 has it), found "1"\n')
        self.assertEqual(done.stdout, b"")

    def test_check_says_what_a_file_is(self):
        good = self.file("players.csv", "number,name\n1,A\n2,B\n")
        done = self.run_formats("check", good)
        self.assertIn(b"players.csv: csv, 2 players, 0 rounds", done.stdout)

    def test_vega_needs_a_code_for_each_result(self):
        event = self.file("event.json", json.dumps({
            "players": [{"number": n, "name": f"P{n}"} for n in (1, 2)],
            "rounds": [{"number": 1, "state": "finished", "pairings": [
                {"board": 1, "white": 2, "black": 1,
                 "entered": {"score": "0-0", "kind": "played"}}]}]}))
        done = self.run_formats("convert", event, "--to", "vega", code=65)
        self.assertIn(b"board 1: there is no code for 0-0", done.stderr)
        done = self.run_formats("convert", event, "--to", "vega", "--codes", "0-0=9")
        self.assertEqual(done.stdout, b"1 1\n2 1 9\n")

    def test_a_command_line_that_is_not_understood(self):
        for args in ((), ("read",), ("eat", "x"), ("read", "x", "--format", "xml"),
                     ("convert", "x"), ("convert", "x", "--to", "doc"), ("read", "x", "--round"),
                     ("read", "x", "y"), ("read", "x", "--round", "0")):
            with self.subTest(args=args):
                self.run_formats(*args, code=2)
        self.run_formats("read", os.path.join(self.folder.name, "none"), code=65)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    options, rest = parser.parse_known_args()
    PROGRAM = options.program
    unittest.main(argv=[sys.argv[0], *rest])
