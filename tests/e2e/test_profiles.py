#!/usr/bin/env python3
"""`arbiterd profile`: what it prints is what schemas/profile/profile.json and the pages say."""

import argparse
import json
import os
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "..", "support"))

import schema_check  # noqa: E402

KNOWN = ["fide-standard", "fide-rapid", "fide-blitz"]
MINUTE = 60_000_000


def arbiterd(*args):
    ran = subprocess.run([Profiles.program, *args], capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout, ran.stderr


class Profiles(unittest.TestCase):
    program = ""

    @classmethod
    def setUpClass(cls):
        schemas = schema_check.load_schemas(os.path.join(ROOT, "schemas"))
        cls.schema = schemas["profile/profile"]

    def shown(self, name):
        code, out, err = arbiterd("profile", "show", name)
        self.assertEqual((code, err), (0, ""))
        return json.loads(out)

    def test_each_is_as_the_schema_says(self):
        for name in KNOWN:
            with self.subTest(name):
                profile = self.shown(name)
                self.assertEqual(list(self.schema.problems(profile)), [])
                self.assertEqual((profile["id"], profile["edition"]), (name, "FIDE-E01-2023"))

    def test_list(self):
        code, out, err = arbiterd("profile", "list")
        self.assertEqual((code, err), (0, ""))
        profiles = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([profile["id"] for profile in profiles], KNOWN)
        self.assertEqual(profiles, [self.shown(name) for name in KNOWN])

    def test_penalties(self):
        told = [(p["time_class"], p["penalty_us"], p.get("penalty_article"))
                for p in map(self.shown, KNOWN)]
        self.assertEqual(told, [("standard", 2 * MINUTE, None), ("rapid", MINUTE, "A.3"),
                                ("blitz", MINUTE, "A.3")])

    def test_the_schema_is_strict(self):
        profile = self.shown("fide-rapid")
        for field in profile:
            less = {key: value for key, value in profile.items() if key != field}
            self.assertEqual(bool(list(self.schema.problems(less))), field != "penalty_article")
            self.assertTrue(list(self.schema.problems({**profile, field: None})), field)
        self.assertTrue(list(self.schema.problems({**profile, "more": 1})))

    def test_unknown_name(self):
        for name in ("fide-bullet", "", "FIDE-RAPID"):
            code, out, err = arbiterd("profile", "show", name)
            self.assertEqual((code, out), (2, ""))
            for known in KNOWN:
                self.assertIn(known, err)

    def test_command_line(self):
        code, out, _ = arbiterd("profile", "--help")
        self.assertEqual(code, 0)
        self.assertIn("profile show NAME", out)
        for args in ((), ("show",), ("show", "fide-rapid", "x"), ("list", "x"), ("tell",)):
            code, out, err = arbiterd("profile", *args)
            self.assertEqual((code, out), (2, ""))
            self.assertIn("profile show NAME", err)

    def test_the_protocol_names_each(self):
        with open(os.path.join(ROOT, "docs", "protocol.md"), encoding="utf-8") as file:
            page = file.read()
        for name in KNOWN:
            self.assertIn(f"| `{name}` |", page)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    options, rest = parser.parse_known_args()
    Profiles.program = options.program
    unittest.main(argv=[sys.argv[0], *rest])
