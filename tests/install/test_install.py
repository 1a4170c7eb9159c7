"""`cmake --install` makes a tree that can be used directly: programs that start, a manual page for
each command, completions, schemas, docs, and units that name the installed programs."""

import argparse
import configparser
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = ("clockd", "arbiterd")
UNITS = (("clockd", "clockd serve"), ("arbiterd", "arbiterd serve"),
         ("clockd-boards", "clockd boards"))
BUILD = os.path.join(SOURCE, "build", "release")


def run(*argv, env=None):
    done = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=120,
                          env={**os.environ, **env} if env else None)
    if done.returncode != 0:
        raise AssertionError(f"{argv} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # /usr in a separate folder, as for a package.
        cls.root = tempfile.mkdtemp(prefix="flagfall-install-")
        cls.addClassCleanup(shutil.rmtree, cls.root)
        run("cmake", "--install", BUILD, "--prefix", "/usr", env={"DESTDIR": cls.root})

    def path(self, *parts):
        return os.path.join(self.root, "usr", *parts)

    def read(self, *parts):
        with open(self.path(*parts), encoding="utf-8") as file:
            return file.read()

    def commands(self, name):
        lines = run(self.path("bin", name), "--help").splitlines()
        words = [line.split()[1] for line in lines if line.startswith(f"  {name} ")]
        return [word for word in words if not word.startswith("--")]

    def test_the_programs_start(self):
        for name in PROGRAMS:
            self.assertRegex(run(self.path("bin", name), "--version"), rf"^{name} \d+\.\d+\.\d+\n$")

    def test_each_command_has_its_manual_page_and_no_other(self):
        wanted = {f"{name}.1" for name in PROGRAMS}
        wanted |= {f"{name}-{command}.1" for name in PROGRAMS for command in self.commands(name)}
        self.assertGreater(len(wanted), 20)
        self.assertEqual(set(os.listdir(self.path("share", "man", "man1"))), wanted)
        for page in wanted:
            self.assertIn("\n.SH NAME\n", self.read("share", "man", "man1", page), page)

    def test_completions_name_their_program(self):
        for name in PROGRAMS:
            for parts in (("bash-completion", "completions", name),
                          ("zsh", "site-functions", "_" + name),
                          ("fish", "vendor_completions.d", name + ".fish")):
                self.assertIn(name, self.read("share", *parts))

    def test_schemas_and_docs_are_the_same_as_here(self):
        for folder, ending, place in (("schemas", ".json", ("share", "flagfall", "schemas")),
                                      ("docs", ".md", ("share", "doc", "flagfall", "docs"))):
            pages = [os.path.relpath(os.path.join(above, name), os.path.join(SOURCE, folder))
                     for above, _, names in os.walk(os.path.join(SOURCE, folder))
                     for name in names if name.endswith(ending)]
            self.assertGreater(len(pages), 10)
            for page in pages:
                with open(os.path.join(SOURCE, folder, page), encoding="utf-8") as file:
                    self.assertEqual(self.read(*place, page), file.read(), page)

    def test_links_of_the_first_page_lead_somewhere(self):
        place = ("share", "doc", "flagfall")
        links = [link.partition("#")[0] for link in
                 re.findall(r"\]\(([^)]+)\)", self.read(*place, "README.md"))]
        links = [link for link in links if link and "://" not in link]
        self.assertGreater(len(links), 10)
        self.assertEqual([link for link in links
                          if not os.path.exists(self.path(*place, link))], [])

    def test_units_start_what_was_installed(self):
        for name, start in UNITS:
            self.assertIn(f"ExecStart=/usr/bin/{start} ",
                          self.read("lib", "systemd", "system", name + ".service"))

    def test_another_prefix(self):
        prefix = os.path.join(self.root, "elsewhere")
        run("cmake", "--install", BUILD, "--prefix", prefix)
        for name, start in UNITS:
            unit = configparser.ConfigParser(strict=False, interpolation=None)
            unit.read(os.path.join(prefix, "lib", "systemd", "system", name + ".service"))
            self.assertTrue(unit["Service"]["ExecStart"].startswith(f"{prefix}/bin/{start} "))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=BUILD)
    options, rest = parser.parse_known_args()
    BUILD = options.build
    unittest.main(argv=[sys.argv[0], *rest])
