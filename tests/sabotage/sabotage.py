#!/usr/bin/python3
"""Builds the project once for each deliberate bug of bugs.py and checks which suites detect it.

    tests/sabotage/sabotage.py                 all bugs; fails if one is not detected, or if a
                                               table in docs/reliability.md differs
    tests/sabotage/sabotage.py --write         the same, and writes the tables
    tests/sabotage/sabotage.py --table office  the bugs of one table
    tests/sabotage/sabotage.py NAME ...        only these bugs
"""

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys

from bugs import BOARD_BUGS, BUGS, OFFICE_BUGS

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HOME = os.path.join(ROOT, "build", "sabotage")
# The build is at the same place in the copy as in the project, so that ccache knows most objects.
SOURCE = os.path.join(HOME, "source")
BUILD = os.path.join(SOURCE, "build", "release")
PAGE = os.path.join(ROOT, "docs", "reliability.md")

# Name, target, command in the build folder.
SIM = ("sim", "flagfall_sim", ["tests/sim/flagfall_sim", "--seeds", "600", "--no-marks",
                               "--jobs", "2", "--broken", "1"])
GAME_SUITES = (
    SIM,
    ("clock", "test_clock", ["tests/test_clock", "--abort"]),
    ("game", "test_game", ["tests/test_game", "--abort"]),
    ("net", "test_net", ["tests/test_net", "--abort"]),
    ("log", "test_store", ["tests/test_store", "--abort"]),
    ("disk", "test_disk", ["tests/disk/test_disk", "--abort"]),
    ("mate", "test_mate", ["tests/test_mate", "--abort"]),
    ("walls", "flagfall_walls", ["tests/mate/flagfall_walls", "--count", "1000", "--limit",
                                 "20000"]),
)
OFFICE_SUITES = (
    SIM,
    ("event", "test_tournament", ["tests/test_tournament", "--abort"]),
    ("office", "test_office", ["tests/test_office", "--abort"]),
    ("formats", "test_formats", ["tests/test_formats", "--abort"]),
    ("log", "test_store", ["tests/test_store", "--abort"]),
    ("net", "test_net", ["tests/test_net", "--abort"]),
    ("access", "test_access", ["tests/test_access", "--abort"]),
    ("service", "test_service", ["tests/test_service", "--abort"]),
)
BOARD_SUITES = (("devices", "test_devices", ["tests/test_devices", "--abort"]),)
TABLES = {"games": (BUGS, GAME_SUITES), "office": (OFFICE_BUGS, OFFICE_SUITES),
          "boards": (BOARD_BUGS, BOARD_SUITES)}
# A bug may also hang a suite. A process that burns its CPU time is detected. One that only waits is
# not decided: it may be the bug, or a machine with other work.
CPU_SECONDS = 300
WALL_SECONDS = 900


class Undecided(Exception):
    pass


def copy_sources():
    """The tracked files and those about to be, in a separate folder; old times are kept, so
    that only changed files are built again. Files that left the project also leave the copy."""
    names = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard"],
                           capture_output=True, text=True, check=True).stdout.splitlines()
    for folder, inner, files in os.walk(SOURCE):
        if "build" in inner:
            inner.remove("build")
        for file in files:
            target = os.path.join(folder, file)
            if not os.path.exists(os.path.join(ROOT, os.path.relpath(target, SOURCE))):
                os.remove(target)
    for name in names:
        source, target = os.path.join(ROOT, name), os.path.join(SOURCE, name)
        if not os.path.exists(source):
            continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if not os.path.exists(target) or read(source) != read(target):
            shutil.copy(source, target)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def build(suites):
    """True if everything could be built."""
    jobs = str(os.cpu_count() or 1)
    targets = [target for _, target, _ in suites]
    made = subprocess.run(["cmake", "--build", BUILD, "-j", jobs, "--target", *targets],
                          capture_output=True, text=True)
    if made.returncode != 0:
        print(made.stdout[-3000:], made.stderr[-3000:])
    return made.returncode == 0


def notices(name, command):
    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        return subprocess.run([os.path.join(BUILD, command[0]), *command[1:]], cwd=HOME,
                              preexec_fn=limits, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, timeout=WALL_SECONDS).returncode != 0
    except subprocess.TimeoutExpired:
        raise Undecided(f"suite {name} had not finished after {WALL_SECONDS} s") from None


def try_bug(bug, suites):
    """The suites that failed; None if the bug could not be made, or the result is unclear."""
    path = os.path.join(SOURCE, bug.file)
    with open(path, encoding="utf-8") as file:
        good = file.read()
    if good.count(bug.before) != 1:
        print(f"{bug.name}: its text stands {good.count(bug.before)} times in {bug.file}")
        return None
    write(path, good.replace(bug.before, bug.after))
    try:
        if not build(suites):
            print(f"{bug.name}: does not build")
            return None
        return [name for name, _, command in suites if notices(name, command)]
    except Undecided as why:
        print(f"{bug.name}: undecided: {why}")
        return None
    finally:
        write(path, good)


def table(bugs, suites, results):
    names = [name for name, _, _ in suites]
    lines = ["| bug | what it does | " + " | ".join(names) + " |\n",
             "|---|---|" + "---|" * len(names) + "\n"]
    for bug in bugs:
        marks = ["**red**" if name in (results[bug.name] or ()) else "" for name in names]
        lines.append(f"| {bug.name} | {bug.about} | " + " | ".join(marks) + " |\n")
    return "".join(lines)


def page_table(name, new=None):
    """A table of the page; with `new`, replaces it."""
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    found = re.search(f"<!-- sabotage {name}: begin -->\n(.*?)<!-- sabotage {name}: end -->\n",
                      page, re.DOTALL)
    if not found:
        sys.exit(f"{PAGE} has no place for the table {name}")
    if new is not None:
        write(PAGE, page[:found.start(1)] + new + page[found.end(1):])
    return found.group(1)


def run(bugs, suites):
    if not build(suites):
        sys.exit("the project does not build")
    for name, _, command in suites:
        try:
            if notices(name, command):
                sys.exit(f"suite {name} is red without any bug")
        except Undecided as why:
            sys.exit(f"without any bug: {why}")
    results = {}
    for bug in bugs:
        results[bug.name] = red = try_bug(bug, suites)
        outcome = "NOT TRIED" if red is None else ", ".join(red) or "UNNOTICED"
        print(f"{bug.name}: {outcome}", flush=True)
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--table", choices=TABLES, help="the bugs of this table only")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    copy_sources()
    subprocess.run(["cmake", "-S", SOURCE, "-B", BUILD, "-G", "Ninja",
                    "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -g1",
                    "-DFLAGFALL_WERROR=ON"],
                   stdout=subprocess.DEVNULL, check=True)
    good, tried, noticed = True, 0, 0
    for name, (bugs, suites) in TABLES.items():
        chosen = [bug for bug in bugs if not options.names or bug.name in options.names]
        if not chosen or options.table not in (None, name):
            continue
        results = run(chosen, suites)
        tried += len(chosen)
        noticed += sum(1 for suites_in_red in results.values() if suites_in_red)
        if None in results.values():
            print(f"no table of {name}: not every bug was tried")
            good = False
        if options.names or None in results.values():
            continue
        new = table(bugs, suites, results)
        old = page_table(name, new if options.write else None)
        if not options.write and old != new:
            print("the table in docs/reliability.md is not this one:\n" + new)
            good = False
    print(f"{tried} bugs, {noticed} noticed")
    sys.exit(0 if good and tried == noticed else 1)


if __name__ == "__main__":
    main()
