#!/usr/bin/env python3
"""Every call into the C library fails once, and then permanently, in the real daemons.

A short game with an illegal move is played by a player who never gives up (scene.py), while the
N-th socket or file call of one daemon fails, for N = 1, 2, 3 ... until the game has no N-th call
any more. Each time: the daemon continues, or ends with a documented exit code and a message and is
started again; everything acknowledged is in the log at the acknowledged position; no command acts
twice; the record is that of an undisturbed game. A crash by signal, a hang and a busy loop fail.

  test_fail_at.py --kind sockets|files --victim clockd|arbiterd   all of these (default: all)
  test_fail_at.py --sample 60 --seed 7                            60 random rounds
  test_fail_at.py --only clockd:files:EIO:once:37                 one round
"""

import argparse
import collections
import errno
import os
import random
import shutil
import sys
import tempfile
import time

import scene
from fail_at import FROM, ONCE, SHORT

# pylint: disable=wrong-import-order
import hall
import record

DOCUMENTED = {69, 71, 73, 74}  # common/base/exit_codes.hpp; the others are not for such causes
MOST_WAITS = 20_000            # a quiet loop has some hundred in a round

MAKES = "socket accept epoll_create1 eventfd timerfd_create pipe pipe2"
MOVES = "recv recvmsg send sendmsg"
SOCKETS = (f"{MAKES} {MOVES} bind listen connect getsockopt setsockopt getsockname "
           "getpeername ioctl")
WRITES = "write pwrite ftruncate fsync"
# Asio does not check whether its own timer is watched, but epoll_ctl does not fail once in between:
# the system's limit of watches remains reached, and then sockets are refused with a message.
FILES = f"open read pread mmap unlink rename flock fcntl {WRITES}"

# kind: (errno or 0 for a short transfer, calls that may end like this, how)
CAMPAIGNS = {
    "sockets": (
        (errno.EMFILE, MAKES, ONCE), (errno.ENFILE, MAKES, FROM), (errno.EMFILE, "accept", FROM),
        (errno.ENOMEM, SOCKETS, ONCE), (errno.EIO, SOCKETS, ONCE),
        (errno.ENOBUFS, "socket connect send sendmsg", FROM),
        (errno.ENOSPC, "epoll_ctl", FROM),
        (errno.EINTR, f"accept connect epoll_wait {MOVES}", ONCE),
        (errno.EAGAIN, f"accept {MOVES}", ONCE), (errno.ECONNABORTED, "accept", ONCE),
        (errno.ECONNRESET, MOVES, ONCE), (errno.ECONNRESET, MOVES, FROM),
        (errno.EPIPE, "send sendmsg", ONCE), (errno.EPIPE, "send sendmsg", FROM),
        (errno.ECONNREFUSED, "connect", FROM), (errno.EADDRINUSE, "bind listen", FROM),
        (SHORT, MOVES, ONCE), (SHORT, MOVES, FROM)),
    "files": (
        (errno.EIO, FILES, ONCE), (errno.EIO, FILES, FROM),
        (errno.ENOSPC, f"open mmap {WRITES}", ONCE), (errno.ENOSPC, f"open mmap {WRITES}", FROM),
        (errno.EROFS, f"open unlink rename {WRITES}", FROM),
        (errno.EMFILE, "open", ONCE), (errno.ENFILE, "open", FROM),
        (errno.ENOMEM, "mmap", ONCE), (errno.ENOLCK, "fcntl flock", ONCE),
        (errno.EINTR, "open read pread write pwrite fsync flock", ONCE),
        (SHORT, "read pread write pwrite", ONCE), (SHORT, "read pread write pwrite", FROM)),
}


class Campaign:
    """One errno in one set of calls of one daemon."""

    def __init__(self, victim, kind, error, names, mode):
        self.victim, self.kind, self.mode = victim, kind, mode
        self.error, self.names = error, names.split()
        self.calls = 0  # of a finished game, once known

    def name(self, at):
        error = errno.errorcode.get(self.error, "short")
        return f"{self.victim}:{self.kind}:{error}{'' if self.kind == 'files' else self.tag()}:" \
               f"{'from' if self.mode == FROM else 'once'}:{at}"

    def tag(self):
        return "/accept" if self.names == ["accept"] else ""


def campaigns(victims, kinds):
    return [Campaign(victim, kind, *rest) for victim in victims for kind in kinds
            for rest in CAMPAIGNS[kind]]


class Sweep:
    """Runs rounds and counts the results."""

    def __init__(self, folder):
        self.folder = folder
        self.rounds = 0
        self.outcomes = collections.Counter()
        self.messages = {}
        self.failures = []
        self.slowest = (0.0, "")
        self.calm = record.whole(self.play(None, 0).folder)

    def play(self, campaign, at):
        self.rounds += 1
        folder = os.path.join(self.folder, str(self.rounds))
        try:
            if campaign is None:
                return scene.run(folder)
            return scene.run(folder, campaign.victim,
                             (campaign.names, at, campaign.mode, campaign.error),
                             lasting=campaign.mode == FROM)
        finally:
            self.last_folder = folder

    def round(self, campaign, at):
        """One round; False if there was no such call any more."""
        name, began, fired = campaign.name(at), time.monotonic(), True
        try:
            house = self.play(campaign, at)
            fired = house.fault.fired > 0
            self.judge(house)
            campaign.calls = max(campaign.calls, house.fault.calls)
            house.fault.close()
        except (AssertionError, OSError) as error:
            self.failures.append(name)
            said = "".join(open(os.path.join(folder, f), errors="replace").read()
                           for folder, _, files in os.walk(self.last_folder)
                           for f in files if f.endswith(".err"))
            print(f"FAILED {name}: {error}\n{said}"
                  f"  repeat: {sys.argv[0]} --build {hall.Options.build} --only {name}",
                  flush=True)
        self.slowest = max(self.slowest, (time.monotonic() - began, name))
        shutil.rmtree(self.last_folder, ignore_errors=True)
        return fired

    def judge(self, house):
        """The promises of a finished round."""
        for name, code, said in house.exits:
            if code not in DOCUMENTED or not said:
                raise AssertionError(f"{name} ended with {code}, saying {said!r}")
            self.messages.setdefault((code, house.fault.first), said)
        different = record.differences(self.calm, record.whole(house.folder))
        if different:
            raise AssertionError("another record:\n" + "\n".join(different))
        if house.fault.waits > MOST_WAITS:
            raise AssertionError(f"a busy loop: {house.fault.waits} waits")
        if house.exits:
            said = hall.arbiterd_says("verify", house.folder)
            if said.count(": unchanged") != 2:
                raise AssertionError(said)
        codes = sorted({code for _, code, _ in house.exits})
        if house.fault.fired:
            self.outcomes["went on" if not codes else f"exit {codes}"] += 1

    def all_of(self, campaign):
        at = 1
        while self.round(campaign, at):
            at += 1

    def sample(self, chosen, count, rng):
        """Random rounds. The number of calls to choose from is learnt on the way."""
        for campaign in rng.choices(chosen, k=count):
            most = campaign.calls or (60 if campaign.kind == "sockets" else 200)
            self.round(campaign, rng.randint(1, most))

    def report(self, began):
        took = time.monotonic() - began
        print(f"{self.rounds} rounds, {took:.1f} s, {1000 * took / self.rounds:.0f} ms a round, "
              f"the slowest {self.slowest[0]:.2f} s ({self.slowest[1]}): "
              + ", ".join(f"{n} {what}" for what, n in sorted(self.outcomes.items())))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=hall.Options.build, help="folder with the binaries")
    parser.add_argument("--kind", choices=list(CAMPAIGNS), action="append")
    parser.add_argument("--victim", choices=["clockd", "arbiterd"], action="append")
    parser.add_argument("--sample", type=int, default=0, help="so many rounds drawn by lot")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="one round, as printed when it failed")
    parser.add_argument("--messages", action="store_true", help="print what was said at exits")
    return parser.parse_args()


def main():
    options = arguments()
    hall.Options.build = os.path.abspath(options.build)
    chosen = campaigns(options.victim or ["clockd", "arbiterd"], options.kind or list(CAMPAIGNS))
    folder = tempfile.mkdtemp(prefix="flagfall-fail-at-")
    began = time.monotonic()
    try:
        sweep = Sweep(folder)
        if options.only:
            at = int(options.only.rpartition(":")[2])
            for campaign in (c for c in chosen if c.name(at) == options.only):
                sweep.round(campaign, at)
        elif options.sample:
            sweep.sample(chosen, options.sample, random.Random(options.seed))
        else:
            for campaign in chosen:
                sweep.all_of(campaign)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sweep.report(began)
    if options.messages:
        for (code, call), said in sorted(sweep.messages.items()):
            print(f"{code} {call}: {said}")
    if sweep.failures:
        print(f"{len(sweep.failures)} failed: {' '.join(sweep.failures)}, seed {options.seed}")
    return 1 if sweep.failures else 0


if __name__ == "__main__":
    sys.exit(main())
