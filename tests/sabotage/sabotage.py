#!/usr/bin/python3
"""Builds the project once for each deliberate bug of bugs.py and sees which suites notice.

    tests/sabotage/sabotage.py            all bugs; fails when one goes unnoticed, or when the
                                          table in docs/reliability.md tells something else
    tests/sabotage/sabotage.py --write    the same, and writes the table
    tests/sabotage/sabotage.py NAME ...   these bugs only
"""

import argparse
import os
import re
import shutil
import subprocess
import sys

from bugs import BUGS

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HOME = os.path.join(ROOT, "build", "sabotage")
SOURCE, BUILD = os.path.join(HOME, "source"), os.path.join(HOME, "build")
PAGE = os.path.join(ROOT, "docs", "reliability.md")
BEGIN, END = "<!-- sabotage: begin -->\n", "<!-- sabotage: end -->\n"

# Name, target, command in the build folder.
SUITES = (
    ("sim", "flagfall_sim", ["tests/sim/flagfall_sim", "--seeds", "600", "--no-marks",
                             "--jobs", "2"]),
    ("clock", "test_clock", ["tests/test_clock"]),
    ("game", "test_game", ["tests/test_game"]),
    ("net", "test_net", ["tests/test_net"]),
    ("log", "test_log", ["tests/test_log"]),
    ("disk", "test_disk", ["tests/disk/test_disk"]),
    ("mate", "test_mate", ["tests/test_mate"]),
    ("walls", "flagfall_walls", ["tests/mate/flagfall_walls", "--count", "1000", "--limit",
                                 "20000"]),
)
SUITE_SECONDS = 240  # a bug may also hang a suite: that is noticed, too


def copy_sources():
    """The tracked files and those about to be, in a folder of their own; old times are kept, so
    that only what differs is built again. What is gone from the project goes from the copy."""
    names = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard"],
                           capture_output=True, text=True, check=True).stdout.splitlines()
    for folder, _, files in os.walk(SOURCE):
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


def build():
    """True when everything could be built."""
    jobs = str(os.cpu_count() or 1)
    targets = [target for _, target, _ in SUITES]
    made = subprocess.run(["cmake", "--build", BUILD, "-j", jobs, "--target", *targets],
                          capture_output=True, text=True)
    if made.returncode != 0:
        print(made.stdout[-3000:], made.stderr[-3000:])
    return made.returncode == 0


def notices(command):
    try:
        return subprocess.run([os.path.join(BUILD, command[0]), *command[1:]], cwd=HOME,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              timeout=SUITE_SECONDS).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def try_bug(bug):
    """The suites that turned red; None when the bug could not be made."""
    path = os.path.join(SOURCE, bug.file)
    with open(path, encoding="utf-8") as file:
        good = file.read()
    if good.count(bug.before) != 1:
        print(f"{bug.name}: its text stands {good.count(bug.before)} times in {bug.file}")
        return None
    write(path, good.replace(bug.before, bug.after))
    try:
        if not build():
            print(f"{bug.name}: does not build")
            return None
        return [name for name, _, command in SUITES if notices(command)]
    finally:
        write(path, good)


def table(results):
    names = [name for name, _, _ in SUITES]
    lines = ["| bug | what it does | " + " | ".join(names) + " |\n",
             "|---|---|" + "---|" * len(names) + "\n"]
    for bug in BUGS:
        marks = ["**red**" if name in (results[bug.name] or ()) else "" for name in names]
        lines.append(f"| {bug.name} | {bug.about} | " + " | ".join(marks) + " |\n")
    return "".join(lines)


def page_table(new=None):
    """The table that the page has; with `new`, put in its place."""
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    pattern = re.escape(BEGIN) + "(.*?)" + re.escape(END)
    found = re.search(pattern, page, re.DOTALL)
    if not found:
        sys.exit(f"{PAGE} has no place for the table")
    if new is not None:
        write(PAGE, page[:found.start(1)] + new + page[found.end(1):])
    return found.group(1)


def run(bugs):
    copy_sources()
    subprocess.run(["cmake", "-S", SOURCE, "-B", BUILD, "-G", "Ninja",
                    "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -g1"],
                   stdout=subprocess.DEVNULL, check=True)
    if not build():
        sys.exit("the project does not build")
    for name, _, command in SUITES:
        if notices(command):
            sys.exit(f"suite {name} is red without any bug")
    results = {}
    for bug in bugs:
        results[bug.name] = try_bug(bug)
        print(f"{bug.name}: {', '.join(results[bug.name] or ['UNNOTICED'])}", flush=True)
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    chosen = [bug for bug in BUGS if not options.names or bug.name in options.names]
    results = run(chosen)
    good = all(results.values())
    if not options.names:
        new = table(results)
        old = page_table(new if options.write else None)
        if not options.write and old != new:
            print("the table in docs/reliability.md is not this one:\n" + new)
            good = False
    print(f"{len(chosen)} bugs, {sum(1 for r in results.values() if r)} noticed")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
