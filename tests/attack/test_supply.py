"""The files shipped with the programs: the list of their components, and the units."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import elf  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
UNITS = os.path.join(ROOT, "docs", "systemd")
EXPOSURE = 15  # tenths; systemd-analyze calls 10 to 20 "OK" and shipped services have 90 and more
ARGS = None


def files_of(bom):
    return {p["value"] for c in bom["components"] for p in c["properties"]
            if p["name"] == "flagfall:file"}


class Bom(unittest.TestCase):
    def setUp(self):
        with open(ARGS.sbom, encoding="utf-8") as file:
            self.bom = json.load(file)

    def test_it_names_every_library_that_is_loaded(self):
        for program in (ARGS.clockd, ARGS.arbiterd):
            loaded = subprocess.run(["ldd", program], capture_output=True, text=True, check=True)
            for path in re.findall(r"(/\S+) \(0x", loaded.stdout):
                with self.subTest(program=os.path.basename(program), library=path):
                    self.assertIn(path, files_of(self.bom))
            names = {os.path.basename(path) for path in files_of(self.bom)}
            self.assertLessEqual(elf.Elf(program).libraries(), names)

    def test_every_part_has_a_version(self):
        for part in self.bom["components"]:
            with self.subTest(part=part["name"]):
                self.assertTrue(part.get("version") or part.get("hashes"))

    def test_it_is_cyclonedx(self):
        self.assertEqual((self.bom["bomFormat"], self.bom["specVersion"]), ("CycloneDX", "1.5"))
        refs = [part["bom-ref"] for part in self.bom["components"]]
        self.assertEqual(len(refs), len(set(refs)))
        self.assertEqual(self.bom["dependencies"][0]["dependsOn"], refs)


class Units(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.units = []
        for name, start, program in (("clockd", "clockd serve", ARGS.clockd),
                                     ("arbiterd", "arbiterd serve", ARGS.arbiterd),
                                     ("clockd-boards", "clockd boards", ARGS.clockd)):
            with open(os.path.join(UNITS, name + ".service"), encoding="utf-8") as file:
                text = file.read()
            self.assertIn(f"ExecStart=/usr/bin/{start} ", text)
            path = os.path.join(self.folder, name + ".service")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.replace("/usr/bin/" + start.split()[0], program))
            self.units.append(path)

    def tearDown(self):
        shutil.rmtree(self.folder)

    def analyze(self, *words):
        if not shutil.which("systemd-analyze"):
            self.skipTest("needs systemd-analyze")
        return subprocess.run(["systemd-analyze", *words, *self.units], capture_output=True,
                              text=True, check=False)

    def test_systemd_takes_them(self):
        done = self.analyze("verify", "--man=no")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_little_is_exposed(self):
        done = self.analyze("security", "--offline=yes", f"--threshold={EXPOSURE}", "--no-pager")
        self.assertEqual(done.returncode, 0, done.stdout[-400:] + done.stderr)

    def test_the_programs_take_their_command_lines(self):
        for unit in self.units:
            with open(unit, encoding="utf-8") as file:
                line = re.search(r"^ExecStart=(.*)$", file.read(), re.MULTILINE).group(1)
            words = line.replace("${CREDENTIALS_DIRECTORY}", self.folder).split()
            if "boards" in words:  # their lines are in the configuration of the hall
                words += ["--line", "/dev/ttyS1"]
            done = subprocess.run([*words, "--check-config"], capture_output=True, text=True,
                                  check=False)
            with self.subTest(unit=os.path.basename(unit)):
                self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--clockd", required=True)
    parser.add_argument("--arbiterd", required=True)
    parser.add_argument("--sbom", required=True)
    ARGS, rest = parser.parse_known_args()
    unittest.main(argv=sys.argv[:1] + rest)
