#!/usr/bin/env python3
"""Attacks on the real daemons over loopback, one line for each attempt.

usage: test_attack.py [--build DIR] [--attack NAME] [--only PATTERN] [--list]

`held`: it was refused or had no effect. `BROKE`: it succeeded; the exit code is 1 then.
`open`, `fixed`: see known_open.py.
"""

import argparse
import fnmatch
import os
import sys
import time
import traceback

import kit
from known_open import known

# pylint: disable=wrong-import-order
import hall

ATTACKS = ("phone", "tablet", "limited", "session", "author", "browser", "cable", "disk", "page")


def attack_of(name):
    """The class of this name; its file has the same."""
    return getattr(__import__(name), name.capitalize())


class Report:
    """Prints the observations and counts them."""

    def __init__(self, only):
        self.only = only
        self.counts = {"held": 0, "BROKE": 0, "open": 0, "fixed": 0}

    def note(self, attack, seen):
        name = f"{attack}/{seen.name}"
        entry = known(name)
        if seen.held:
            word = "fixed" if entry else "held"
        else:
            word = "open" if entry else "BROKE"
        self.counts[word] += 1
        why = f" ({entry.why})" if entry else ""
        print(f"{word:6} {name}: {kit.short(seen.what, 240)}{why}", flush=True)

    def summary(self, seconds):
        parts = ", ".join(f"{count} {word}" for word, count in self.counts.items() if count)
        print(f"{sum(self.counts.values())} attempts in {seconds:.0f} s: {parts}")


def methods_of(attack, only):
    """The methods that attack, in the order in which they are written."""
    found = [method for part in reversed(type(attack).__mro__) for name, method in
             vars(part).items() if getattr(method, "attempts", False)]
    return [m for m in found if fnmatch.fnmatchcase(m.__name__, only)]


def tried(attack, method):
    """The results of a method; an exception is a finding, too, and so is a daemon that ended."""
    try:
        for seen in method(attack):
            died = attack.dead()
            if died:
                seen = kit.Seen(seen.name, False, f"{seen.what}; {died}")
            yield seen
            if died:
                attack.drop()
                attack.open()
    except Exception:  # pylint: disable=broad-exception-caught
        text = traceback.format_exc().strip().split("\n")
        yield kit.Seen(method.__name__, False, f"{text[-1]} <- {text[-3].strip()}; "
                                               f"{attack.dead() or 'both daemons live'}")
        if attack.dead():
            attack.drop()
            attack.open()


def carry_out(name, report):
    attack = attack_of(name)()
    try:
        attack.open()
        for method in methods_of(attack, report.only):
            start = time.monotonic()
            for seen in tried(attack, method):
                report.note(name, seen)
            print(f"       {name}.{method.__name__}: {time.monotonic() - start:.1f} s", flush=True)
        for seen in attack.afterwards():
            report.note(name, seen)
    finally:
        attack.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=hall.Options.build, help="folder with the binaries")
    parser.add_argument("--attack", choices=ATTACKS, help="this attacker only")
    parser.add_argument("--only", default="*", help="methods whose name fits")
    options = parser.parse_args()
    hall.Options.build = os.path.abspath(options.build)
    report = Report(options.only)
    start = time.monotonic()
    for name in [options.attack] if options.attack else ATTACKS:
        carry_out(name, report)
    report.summary(time.monotonic() - start)
    sys.exit(1 if report.counts["BROKE"] else 0)


if __name__ == "__main__":
    main()
