#!/usr/bin/env python3
"""The committed parts of the pages match their sources: the bundles, and the API's types. The
compiler and the linter report nothing, the parts that need no browser work, and
nothing is in the bundles that docs/licences.md does not name."""

import filecmp
import gzip
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "e2e"))

import hall  # pylint: disable=wrong-import-position
from browser import MODULES, ROOT, WEB, why_not  # pylint: disable=wrong-import-position

AGAIN = "run `npm run build` in common/web, and commit what it makes"


def tool(name):
    return os.path.join(MODULES, ".bin", name)


def source(path):
    with open(os.path.join(ROOT, "arbiterd", path), encoding="utf-8") as file:
        return file.read()


def sources(*folders):
    return [(name, source(os.path.join(folder, name))) for folder in folders
            for name in sorted(os.listdir(os.path.join(ROOT, "arbiterd", folder)))]


class Build(hall.HallCase):
    note_logs = False

    def setUp(self):
        reason = why_not(browser=False)
        if reason:
            print("skipped:", reason)
            self.skipTest(reason)
        super().setUp()

    def does(self, *argv, **environment):
        done = subprocess.run(argv, cwd=WEB, env={**os.environ, **environment}, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_the_bundles_are_those_of_the_sources(self):
        made = os.path.join(self.tmp, "dist")
        self.does("node", "build.mjs", FLAGFALL_DIST=made)
        for daemon in sorted(os.listdir(made)):
            here, there = os.path.join(made, daemon), os.path.join(WEB, "dist", daemon)
            self.assertEqual(sorted(os.listdir(here)), sorted(os.listdir(there)), AGAIN)
            for name in os.listdir(here):
                # Versions of zlib compress differently: the uncompressed content counts.
                if name.endswith((".gz", ".br")):
                    continue
                self.assertTrue(filecmp.cmp(os.path.join(here, name), os.path.join(there, name),
                                            shallow=False), f"{name}: {AGAIN}")
                self.check_packed(there, name)

    def check_packed(self, folder, name):
        with open(os.path.join(folder, name), "rb") as file:
            plain = file.read()
        with open(os.path.join(folder, name + ".gz"), "rb") as file:
            self.assertEqual(gzip.decompress(file.read()), plain, f"{name}.gz: {AGAIN}")
        unpack = ("const [,f]=process.argv;process.stdout.write(require('zlib')"
                  ".brotliDecompressSync(require('fs').readFileSync(f)))")
        done = subprocess.run(["node", "-e", unpack, os.path.join(folder, name + ".br")],
                              stdout=subprocess.PIPE, check=True)
        self.assertEqual(done.stdout, plain, f"{name}.br: {AGAIN}")

    def test_the_types_are_those_of_the_api(self):
        house = self.hall(time_mode="real").start()
        document = os.path.join(self.tmp, "openapi.json")
        with open(document, "w", encoding="utf-8") as file:
            file.write(house.get("/openapi.json").body)
        types = os.path.join(self.tmp, "api.d.ts")
        self.does(tool("openapi-typescript"), document, "--output", types)
        committed = os.path.join(WEB, "generated", "api.d.ts")
        self.assertTrue(filecmp.cmp(types, committed, shallow=False),
                        "generated/api.d.ts is not that of the API: make it again with "
                        "openapi-typescript from /openapi.json")

    def test_the_compiler_and_the_linter_are_content(self):
        self.does(tool("tsc"), "--noEmit")
        self.does(tool("biome"), "check", ".")

    def test_the_parts(self):
        parts = os.path.join(self.tmp, "parts.mjs")
        self.does(tool("esbuild"), "src/parts.ts", "--bundle", "--format=esm", "--platform=node",
                  f"--outfile={parts}")
        for tests in ("parts.mjs", "clock_parts.mjs", "server_parts.mjs",
                      "record_parts.mjs", "german_parts.mjs", "file_parts.mjs"):
            self.does("node", "--test", os.path.join(ROOT, "tests", "pages", tests),
                      FLAGFALL_PARTS=parts)

    def test_every_code_of_a_refusal_is_in_the_api(self):
        """The codes that the desk, the office and the API list: a page has a sentence for each."""
        known = self.words_of_the_api("refusal")
        listed = set()
        for path in ("game/acts/desk.hpp", "tournament/check.hpp"):
            codes = re.search(r"// Why an act is not carried out. Codes:\n((?://.*\n)+)struct",
                              source(path)).group(1)
            codes = re.sub(r"\([^()]*\)", "", codes.replace("\n//", " "))
            listed |= set(re.findall(r"\b[a-z]+_[a-z_]+\b", codes))
        for name, text in sources("game/acts", "game/laws"):
            if name.endswith(".cpp"):
                listed |= set(re.findall(r'\b(?:refus\w+|later)\(\s*"([a-z_]+)"', text))
        listed |= set(re.findall(r'\{"([a-z_]+)", "', source("api/problems.cpp")))
        for _, text in sources("access"):
            for denied in re.findall(r"\{[45]\d\d, ([^\n]{0,60})", text):
                listed |= set(re.findall(r'"([a-z_]+)"', denied))
        self.assertGreater(len(listed), 100)
        self.assertEqual(listed - known, set())

    def test_every_option_of_a_question_is_in_the_api(self):
        """The options that an answer of the desk carries out."""
        carried = set()
        for name, text in sources("game/acts"):
            if name.startswith("answers"):
                carried |= set(
                    re.findall(r"\{(?:any|Subject::\w+), Choice::([a-z_]+), \w+\}", text))
        self.assertEqual(carried, self.words_of_the_api("option"))

    @staticmethod
    def words_of_the_api(name):
        with open(os.path.join(ROOT, "schemas", "common.json"), encoding="utf-8") as file:
            return set(json.load(file)["$defs"][name]["enum"])

    def test_what_is_shipped_is_named(self):
        with open(os.path.join(ROOT, "docs", "licences.md"), encoding="utf-8") as file:
            named = set(re.findall(r"^\| (\S+) \| (\S+) \| MIT \|", file.read(), re.MULTILINE))
        with open(os.path.join(WEB, "package-lock.json"), encoding="utf-8") as file:
            lock = json.load(file)["packages"]
        shipped = {(path.removeprefix("node_modules/"), package["version"])
                   for path, package in lock.items() if path and not package.get("dev")}
        self.assertEqual(named, shipped)

    def test_no_host_is_named(self):
        with open(os.path.join(WEB, "package-lock.json"), encoding="utf-8") as file:
            self.assertNotIn("://", file.read())


if __name__ == "__main__":
    hall.main()
