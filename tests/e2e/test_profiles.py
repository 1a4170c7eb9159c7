#!/usr/bin/env python3
"""`arbiterd profile`: its output agrees with schemas/profile/profile.json and the pages.

`--write` writes the settings into the schema and docs/profiles.md from the program's own table."""

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

SCHEMA = os.path.join(ROOT, "schemas", "profile", "profile.json")
PAGE = os.path.join(ROOT, "docs", "profiles.md")
FIDE = ["fide-standard", "fide-rapid", "fide-rapid-a5", "fide-blitz", "fide-blitz-b3"]
KNOWN = FIDE + [f"{name}-960" for name in FIDE] + ["uschess-regular", "uschess-quick",
                                                   "uschess-blitz"]
MARKS = ("<!-- settings: from arbiterd profile settings -->\n", "<!-- end of settings -->\n")
TYPES = {"boolean": "boolean", "count": "integer", "seconds": "integer", "choice": "string",
         "article": "string"}


def arbiterd(*args):
    ran = subprocess.run([Profiles.program, *args], capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout, ran.stderr


def rows(*args):
    code, out, err = arbiterd("profile", *args)
    if (code, err) != (0, ""):
        raise AssertionError(err)
    return [json.loads(line) for line in out.splitlines()]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def schema_of(setting):
    """How the schema describes a setting."""
    schema = {"type": TYPES[setting["kind"]]}
    if setting["kind"] == "choice":
        schema = {"enum": setting["words"], "type": "string"}
    if TYPES[setting["kind"]] == "integer":
        schema["minimum"] = 1 if "from 1 " in setting["values"] else 0
        schema["maximum"] = int(setting["values"].split()[-1])
    schema["description"] = f"{setting['text']} ({setting['article']})"
    return schema


def shown(value):
    return "" if value == "" else f"`{json.dumps(value).strip(chr(34))}`"


def page_table(settings):
    """How docs/profiles.md lists them."""
    lines = ["| setting | values | default | article | what it says |", "|---|---|---|---|---|"]
    for setting in settings:
        lines.append(f"| `{setting['name']}` | {setting['values']} | {shown(setting['default'])} "
                     f"| {setting['article']} | {setting['text']} |")
    return "\n".join(lines) + "\n"


def table_of(page):
    return page.split(MARKS[0])[1].split(MARKS[1])[0]


def write():
    settings = rows("settings")
    schema = json.loads(read(SCHEMA))
    schema["properties"]["settings"].update(
        required=[s["name"] for s in settings],
        properties={s["name"]: schema_of(s) for s in settings})
    with open(SCHEMA, "w", encoding="utf-8") as file:
        file.write(json.dumps(schema, indent=2, ensure_ascii=False) + "\n")
    before, rest = read(PAGE).split(MARKS[0])
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(before + MARKS[0] + page_table(settings) + MARKS[1] + rest.split(MARKS[1])[1])


class Profiles(unittest.TestCase):
    program = ""

    @classmethod
    def setUpClass(cls):
        schemas = schema_check.load_schemas(os.path.join(ROOT, "schemas"))
        cls.schema = schemas["profile/profile"]

    def shown(self, *args):
        code, out, err = arbiterd("profile", *args)
        self.assertEqual((code, err), (0, ""))
        return json.loads(out)

    def refused(self, *args):
        code, out, err = arbiterd("profile", *args)
        self.assertEqual((code, out), (2, ""), args)
        return err

    def test_each_is_as_the_schema_says(self):
        for name in KNOWN:
            with self.subTest(name):
                profile = self.shown("show", name)
                self.assertEqual(list(self.schema.problems(profile)), [])
                edition = "USCF-7" if name.startswith("us") else "FIDE-E01-2023"
                self.assertEqual((profile["id"], profile["edition"]), (name, edition))

    def test_list(self):
        profiles = rows("list")
        self.assertEqual([profile["id"] for profile in profiles], KNOWN)
        self.assertEqual(profiles, [self.shown("show", name) for name in KNOWN])

    def test_penalties(self):
        told = [(p["time_class"], p["settings"]["penalty_seconds"],
                 p["settings"]["penalty_article"]) for p in rows("list")[:5]]
        self.assertEqual(told, [("standard", 120, ""), ("rapid", 60, "A.3"), ("rapid", 60, "A.3"),
                                ("blitz", 60, "A.3"), ("blitz", 60, "A.3")])

    def test_chess960_differs_by_its_variant_alone(self):
        for name in FIDE:
            plain, other = self.shown("show", name), self.shown("show", f"{name}-960")
            self.assertEqual((plain["variant"], other["variant"]), ("chess", "chess960"))
            self.assertEqual(plain["settings"], other["settings"])

    def test_the_schema_is_strict(self):
        profile = self.shown("show", "fide-rapid")
        for part in (profile, profile["settings"]):
            for field, value in list(part.items()):
                del part[field]
                self.assertTrue(list(self.schema.problems(profile)), field)
                part[field] = None
                self.assertTrue(list(self.schema.problems(profile)), field)
                part[field] = value
            part["more"] = 1
            self.assertTrue(list(self.schema.problems(profile)))
            del part["more"]
        self.assertEqual(list(self.schema.problems(profile)), [])

    def test_schema_and_page_have_the_settings_of_the_program(self):
        settings = rows("settings")
        said = json.loads(read(SCHEMA))["properties"]["settings"]
        self.assertEqual(said["properties"], {s["name"]: schema_of(s) for s in settings})
        self.assertEqual(said["required"], [s["name"] for s in settings])
        self.assertEqual(table_of(read(PAGE)).splitlines(), page_table(settings).splitlines())

    def test_defaults_are_those_of_fide_standard(self):
        standard = self.shown("show", "fide-standard")["settings"]
        self.assertEqual({s["name"]: s["default"] for s in rows("settings")}, standard)

    def test_set(self):
        told = self.shown("show", "fide-blitz", "--set", "penalty_seconds=120", "--set",
                          "penalty_article=", "--set", "record_looks=0", "--set",
                          "freeze=false", "--set", "draw_offers=never")["settings"]
        self.assertEqual((told["penalty_seconds"], told["penalty_article"], told["record_looks"],
                          told["freeze"], told["draw_offers"]), (120, "", 0, False, "never"))
        for wrong in ("penalty_seconds=two", "penalty_seconds=", "penalty_seconds", "freeze=yes",
                      "record_looks=-1", "record_looks=10000", "draw_offers=some", "speed=1", "",
                      "illegal_actions_to_lose=0", "penalty_article=§3"):
            self.assertIn(f"{wrong}: ", self.refused("show", "fide-blitz", "--set", wrong))
        self.assertIn("III.2.2", self.refused("show", "fide-blitz", "--set",
                                              "quickplay_finish=true"))

    def test_the_profile_of_a_time_control(self):
        for control, name in (("5400+30", "fide-standard"), ("1800+30", "fide-standard"),
                              ("1800+29", "fide-rapid"), ("600+1", "fide-rapid"),
                              ("600", "fide-blitz"), ("180+2", "fide-blitz"),
                              ("W300-B240", "fide-blitz"), ("W300-B900", "fide-rapid")):
            self.assertEqual(self.shown("for", control)["id"], name)
            self.assertEqual(self.shown("for", control, "--variant", "chess960")["id"],
                             f"{name}-960")
        self.assertTrue(self.shown("for", "3600", "--set", "quickplay_finish=true"))
        for control in ("3600+1", "3600d5"):
            self.assertIn("III.2.2", self.refused("for", control, "--set",
                                                  "quickplay_finish=true"))
        self.assertIn("clockd presets", self.refused("for", "soon"))

    def test_unknown_name(self):
        for name in ("fide-bullet", ""):
            err = self.refused("show", name)
            for known in KNOWN:
                self.assertIn(known, err)

    def test_command_line(self):
        code, out, _ = arbiterd("profile", "--help")
        self.assertEqual(code, 0)
        self.assertIn("profile show NAME", out)
        for args in ((), ("show",), ("show", "fide-rapid", "x"), ("list", "x"), ("say",),
                     ("for",), ("for", "300", "--set"), ("for", "300", "--variant", "shogi"),
                     ("show", "fide-rapid", "--variant", "chess960"), ("settings", "x")):
            self.assertIn("Try: arbiterd profile", self.refused(*args))

    def test_the_pages_name_each(self):
        page = read(PAGE)
        for name in KNOWN:
            if not name.endswith("-960"):
                self.assertTrue(f"| `{name}` |" in page, name)
        for name in ("fide-standard", "fide-rapid", "fide-blitz"):
            self.assertIn(f"`{name}`", read(os.path.join(ROOT, "docs", "protocol.md")))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--write", action="store_true")
    options, rest = parser.parse_known_args()
    Profiles.program = options.program
    if options.write:
        sys.exit(write())
    unittest.main(argv=[sys.argv[0], *rest])
