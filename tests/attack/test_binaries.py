"""The programs of a hall are built hardened, as docs/security.md says: read from the
binaries themselves, because nobody would notice a flag that the build lost."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import elf  # noqa: E402

ARGS = None
# Options that leave a trace only in the compiler's own words, which -g1 keeps.
WORDS = ("-fstack-protector-strong", "-fstack-clash-protection", "-fcf-protection",
         "-fPIE")


class Binaries(unittest.TestCase):
    def programs(self):
        return [ARGS.clockd, ARGS.arbiterd]

    def test_each_program_has_every_protection(self):
        for program in self.programs():
            with self.subTest(program=os.path.basename(program)):
                self.assertEqual(elf.flaws(program), set())

    def test_the_standard_library_checks_its_callers(self):
        for program in self.programs():
            with self.subTest(program=os.path.basename(program)):
                self.assertIn("_ZSt21__glibcxx_assert_failPKciS0_S0_",
                              elf.Elf(program).symbols())

    def test_every_unit_was_compiled_with_the_flags(self):
        for program in self.programs():
            units = elf.Elf(program).compilations()
            if not units:
                self.skipTest("no words of the compiler in here")
            for unit in units:
                for word in WORDS:
                    with self.subTest(program=os.path.basename(program), unit=unit):
                        self.assertIn(word, unit)


class Reader(unittest.TestCase):
    """The reader detects what is missing: a program built without options has every flaw."""

    def test_a_bare_program(self):
        compiler = shutil.which("g++")
        if not compiler:
            self.skipTest("needs g++")
        with tempfile.TemporaryDirectory() as folder:
            source, program = os.path.join(folder, "a.cpp"), os.path.join(folder, "a")
            with open(source, "w", encoding="ascii") as file:
                file.write("int main() { return 0; }\n")
            subprocess.run(
                [compiler, "-no-pie", "-fno-pie", "-fno-stack-protector", "-U_FORTIFY_SOURCE",
                 "-fcf-protection=none", "-Wl,-z,norelro", "-Wl,-z,lazy", "-Wl,-z,execstack",
                 "-Wl,-rpath,/nowhere", source, "-o", program], check=True,
                stderr=subprocess.DEVNULL)
            wanted = {"pie", "relro", "bind-now", "stack not executable", "no rpath",
                      "stack protector", "fortified calls"}
            self.assertLessEqual(wanted, elf.flaws(program))
            if elf.Elf(program).machine == 62:
                self.assertIn("landing pads", elf.flaws(program))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--clockd", required=True)
    parser.add_argument("--arbiterd", required=True)
    parser.add_argument("--kind", required=True, help="CMAKE_BUILD_TYPE")
    ARGS, rest = parser.parse_known_args()
    if ARGS.kind == "Debug":
        print("builds for debugging are not hardened")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + rest)
