#!/usr/bin/python3
"""Makes small mistakes in the cores, one at a time, and checks whether a test detects each.

    tests/mutation/mutate.py                        12 for each file
    tests/mutation/mutate.py --sample 40 --seed 3   40 for each, others than with seed 1
    tests/mutation/mutate.py --file clockd/clock/scene.cpp --sample 1000   all of one file
    tests/mutation/mutate.py --list                 shows them and runs nothing

A mistake that no test detects must be in survivors.txt with the reason; otherwise this fails. It
uses the objects of the release preset, which it builds, and compiles each file once for all its
mistakes (operators.together).
"""

import argparse
import concurrent.futures
import json
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time

from operators import mutants, sample, together

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, "build", "release")
ACCEPTED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "survivors.txt")

# The tests of files, by the beginning of the path, cheapest first: target below tests, arguments.
CATCH = ["--abort"]
SIM = ("sim/flagfall_sim", ["--seeds", "60", "--no-marks", "--jobs", "1"])
TESTS = (
    ("clockd/clock/", (("test_clock", CATCH), SIM)),
    ("arbiterd/game/", (("test_game", CATCH), ("test_office", CATCH), SIM)),
    ("arbiterd/tournament/", (("test_tournament", CATCH), ("test_office", CATCH))),
    ("arbiterd/access/", (("test_access", CATCH),)),
    ("clockd/service/door", (("test_service", CATCH), SIM)),
    ("common/auth/", (("test_auth", CATCH), ("test_service", CATCH))),
)
# Commands for persons: end-to-end tests check their output and questions, with the real program.
LEFT_OUT = ("arbiterd/console/access_command.cpp", "arbiterd/console/access_print.cpp",
            "arbiterd/console/ask_secret.cpp")
# A mistake may also make a test hang or take all memory: that is detected, too.
SECONDS, MEMORY = 60, 4 << 30


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def all_files():
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "*.cpp"], capture_output=True,
                            text=True, check=True).stdout.splitlines()
    return [name for name in sorted(listed) if name.startswith(tuple(begin for begin, _ in TESTS))
            and name not in LEFT_OUT]


def tests_of(file):
    return next(tests for begin, tests in TESTS if file.startswith(begin))


def accepted(text):
    """The entries of survivors.txt: {(file, was, now): reason}. Each is a file's line, the line
    "- as it is", the line "+ as it would be", and the reason; an empty line ends it."""
    found = {}
    for block in re.split(r"\n\s*\n", text):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        if len(lines) < 4 or lines[1][:2] != "- " or lines[2][:2] != "+ ":
            sys.exit("survivors.txt: file, '- line', '+ line' and a reason:\n" + block)
        found[(lines[0], lines[1][2:], lines[2][2:])] = " ".join(lines[3:])
    return found


def make_release(files):
    if not os.path.exists(os.path.join(BUILD, "build.ninja")):
        subprocess.run(["cmake", "--preset", "release", "--log-level=WARNING"], cwd=ROOT,
                       stdout=subprocess.DEVNULL, check=True)
    targets = sorted({"tests/" + name for file in files for name, _ in tests_of(file)})
    made = subprocess.run(["cmake", "--build", BUILD, "--target", *targets],
                          capture_output=True, text=True)
    if made.returncode != 0:
        sys.exit(made.stdout[-3000:] + "the release preset does not build")


def compiler_line(file):
    """The file's command without options that only cost time here, and without its names."""
    with open(os.path.join(BUILD, "compile_commands.json"), encoding="utf-8") as stream:
        entry = next(e for e in json.load(stream) if os.path.join(ROOT, file) ==
                     os.path.realpath(os.path.join(e["directory"], e["file"])))
    words, line = shlex.split(entry["command"]), []
    while words:
        word = words.pop(0)
        if word in ("-o", "-c"):
            words.pop(0)
        elif not word.startswith(("-O", "-g", "-W", "-D_FORTIFY")) and "ccache" not in word:
            line.append(word)
    return [*line, "-O0", "-w", "-fmax-errors=0"], entry["directory"]


class Workshop:
    """A folder in which one file is compiled with its mistakes and linked into its tests."""

    def __init__(self, file, folder):
        self.file, self.folder = file, folder
        self.line, self.directory = compiler_line(file)

    def compile(self, text):
        """Errors of the compiler; empty if it succeeds."""
        source, self.object = (os.path.join(self.folder, "mutants" + end) for end in (".cpp", ".o"))
        with open(source, "w", encoding="utf-8") as stream:
            stream.write(text)
        done = subprocess.run([*self.line, "-o", self.object, "-c", source], cwd=self.directory,
                              capture_output=True, text=True)
        return done.stderr if done.returncode != 0 else ""

    def link(self):
        """The object comes before the libraries, so that theirs of the same file is not used."""
        self.programs = []
        for name, arguments in tests_of(self.file):
            shown = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", "-s", "tests/" + name],
                                   capture_output=True, text=True, check=True).stdout
            command = shown.strip().splitlines()[-1]
            output = os.path.join(self.folder, os.path.basename(name))
            words = [w for w in shlex.split(command) if w not in (":", "&&")]
            at = words.index("-o")
            words[at:at + 2] = [self.object, "-o", output, "-Wl,-S"]
            subprocess.run(words, cwd=BUILD, check=True)
            self.programs.append([output, *arguments])

    def noticed(self, number):
        """The test that detected the mistake, or None."""
        for program in self.programs:
            with tempfile.TemporaryDirectory(dir=self.folder) as scratch:
                if not passes(program, number, scratch):
                    return os.path.basename(program[0])
        return None

    def all_pass(self):
        """Without a mistake, every test must pass, too; otherwise the run ends with the reason."""
        for program in self.programs:
            with tempfile.TemporaryDirectory(dir=self.folder) as scratch:
                with tempfile.TemporaryFile("w+") as output:
                    if passes(program, 0, scratch, output):
                        continue
                    output.seek(0)
                    sys.exit(f"{os.path.basename(program[0])} fails without any mistake:\n"
                             f"{output.read()[-3000:]}")


def passes(program, number, scratch, output=subprocess.DEVNULL):
    def limits():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    environment = {**os.environ, "FLAGFALL_MUTANT": str(number), "TMPDIR": scratch}
    # CPU time decides, not wall-clock time: other work on the machine kills no mutant.
    # A process that only waits is abandoned in the end.
    try:
        return subprocess.run(program, cwd=scratch, env=environment, preexec_fn=limits,
                              stdin=subprocess.DEVNULL, stdout=output,
                              stderr=subprocess.STDOUT, timeout=10 * SECONDS).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def try_batch(file, text, chosen, folder):
    """[(mutant, the test, or None, or "not compiled")] of mutants in one text."""
    workshop, results = Workshop(file, folder), []
    while chosen:
        errors = workshop.compile(together(text, chosen))
        if not errors:
            break
        bad = {int(n) for n in re.findall(r"^mutant (\d+):\d+:\d+: (?:fatal )?error", errors, re.M)}
        bad |= {int(n) for n in re.findall(r"^mutant (\d+):", errors, re.M)} if not bad else set()
        if not bad:
            sys.exit(f"{file} does not compile with its mistakes:\n{errors[:2000]}")
        results += [(m, "not compiled") for n, m in enumerate(chosen, 1) if n in bad]
        chosen = [m for n, m in enumerate(chosen, 1) if n not in bad]
    if chosen:
        workshop.link()
        workshop.all_pass()
        results += [(m, workshop.noticed(n)) for n, m in enumerate(chosen, 1)]
    return results


def try_alone(file, mutant, folder):
    workshop = Workshop(file, folder)
    if workshop.compile(mutant.text):
        return mutant, "not compiled"
    workshop.link()
    return mutant, workshop.noticed(1)


def try_file(file, chosen):
    text = read(os.path.join(ROOT, file))
    with tempfile.TemporaryDirectory(prefix="flagfall-mutation-") as folder:
        results = try_batch(file, text, [m for m in chosen if m.span], folder)
        results += [try_alone(file, m, folder) for m in chosen if not m.span]
    return results


def options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=12, help="mistakes of each file (12)")
    parser.add_argument("--seed", default="1", help="which of them (1)")
    parser.add_argument("--file", action="append", metavar="BEGIN",
                        help="files whose names begin so (all)")
    parser.add_argument("--jobs", type=int, default=1, help="files at a time (1)")
    parser.add_argument("--list", action="store_true", help="show the mistakes, run nothing")
    return parser.parse_args()


def report(file, results, known):
    """Prints a file's survivors; returns the numbers of (killed, accepted, new, not compiled)."""
    counts = [0, 0, 0, 0]
    for mutant, who in results:
        listed = (mutant.file, mutant.was, mutant.now) in known
        counts[3 if who == "not compiled" else 0 if who else 1 if listed else 2] += 1
        if who is None and not listed:
            print(f"\n{mutant.file}\n- {mutant.was}\n+ {mutant.now}\n"
                  f"SURVIVED ({mutant.operator}, line {mutant.line})\n")
    print(f"{file}: {counts[0]} killed, {counts[1]} accepted, {counts[2]} survived, "
          f"{counts[3]} not compiled", flush=True)
    return counts


def main():
    args = options()
    files = [f for f in all_files() if not args.file or f.startswith(tuple(args.file))]
    if not files:
        sys.exit("no such file")
    chosen = {f: sample(mutants(f, read(os.path.join(ROOT, f))), args.sample, args.seed)
              for f in files}
    if args.list:
        for mutant in (m for f in files for m in chosen[f]):
            print(f"{mutant.file}:{mutant.line} {mutant.operator}\n- {mutant.was}\n+ {mutant.now}")
        return 0
    known, start, total = accepted(read(ACCEPTED)), time.monotonic(), [0, 0, 0, 0]
    make_release(files)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for file, results in zip(files, pool.map(lambda f: try_file(f, chosen[f]), files)):
            total = [a + b for a, b in zip(total, report(file, results, known))]
    killed, listed, survived, not_compiled = total
    ran = killed + listed + survived
    share = 100 * killed / max(1, ran)
    print(f"{ran} mistakes in {len(files)} files, {killed} noticed ({share:.1f} %), {listed} "
          f"accepted, {survived} unnoticed; {not_compiled} did not compile; "
          f"{time.monotonic() - start:.0f} s")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
