#!/usr/bin/env python3
"""A whole round through both daemons, measured against SQLite itself.

usage: round_bench.py [--build DIR] [--pgn FILE] [--sync-us N]

Plays FILE (default: the 180-game round in ../shared/data/games, else the classics) in virtual time
through clockd and arbiterd, then commits rows of the same sizes, in groups of the same number, with
a bare loop on two SQLite files. Prints presses a second of both and their ratio, the time from
press to durable reply, the time of the round, and the memory of each daemon. Figures of one run
only compare with each other. With --sync-us each sync takes N microseconds longer, of the daemons
and of the bare loop, as on a slower disk: the drive of a laptop needs some 500 to 5,000.
"""

import argparse
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
REAL_ROUND = os.path.join(ROOT, "..", "shared", "data", "games", "ecc2018_round1.pgn")
CLASSICS = os.path.join(ROOT, "tests", "data", "classics.pgn")


class Daemon:
    """A running daemon: its first line has its address, its last one its output."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True)
        self.said = ""  # its output on stderr, after it has ended
        first = self.process.stdout.readline()
        found = re.search(r"(?:port |:)(\d+)(?: |$)", first.strip())
        if not found:
            sys.exit(f"{command[0]} did not start: {first}{self.process.stderr.read()}")
        self.port = found.group(1)

    def memory_kib(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1))

    def stop(self):
        """Ends it; returns (rows, commits)."""
        self.process.terminate()
        last = self.said = self.process.communicate()[1]
        found = re.search(r"rows=(\d+) commits=(\d+)", last)
        return (int(found.group(1)), int(found.group(2))) if found else (0, 0)


def rows_of(path):
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        return db.execute("SELECT stream, seq, cmd_id, at_us, boot, wall_ms, type, body, chain"
                          " FROM event ORDER BY pos").fetchall()


def bare_loop(folder, name, rows, commits):
    """Seconds to commit these rows in that many equal groups, with nothing else around them."""
    db = sqlite3.connect(os.path.join(folder, name), isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE event (pos INTEGER PRIMARY KEY, stream TEXT, seq INTEGER,"
               " cmd_id TEXT, at_us INTEGER, boot TEXT, wall_ms INTEGER, type TEXT, body TEXT,"
               " chain BLOB, UNIQUE (stream, seq)) STRICT")
    insert = ("INSERT INTO event (stream, seq, cmd_id, at_us, boot, wall_ms, type, body, chain)"
              " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    size = max(1, len(rows) // max(1, commits))
    start = time.monotonic()
    for at in range(0, len(rows), size):
        db.execute("BEGIN IMMEDIATE")
        db.executemany(insert, rows[at:at + size])
        db.execute("COMMIT")
    seconds = time.monotonic() - start
    db.close()
    return seconds


def with_slower_disk(build, sync_us):
    """Starts this program again with a C library whose syncs take longer."""
    library = os.path.join(build, "tests", "faults", "libfail_at.so")
    if not os.path.exists(library):
        sys.exit(f"{library} is missing: build the target fail_at")
    os.execve(sys.executable, [sys.executable, *sys.argv],
              os.environ | {"LD_PRELOAD": library, "FLAGFALL_SYNC_US": str(sync_us)})


def play(build, pgn, data):
    """The round; returns the measurements."""
    clockd = os.path.join(build, "clockd", "clockd")
    arbiterd = os.path.join(build, "arbiterd", "arbiterd")
    clock = Daemon(clockd, "serve", "--data", data, "--port", "0", "--time", "virtual",
                   "--open-hall")
    office = Daemon(arbiterd, "serve", "--data", data, "--port", "0", "--clockd",
                    "127.0.0.1:" + clock.port, "--open-hall")
    start = time.monotonic()
    replay = subprocess.run([clockd, "replay", pgn, "--connect", "127.0.0.1:" + clock.port,
                             "--quiet"], capture_output=True, text=True, check=False)
    seconds = time.monotonic() - start
    memory = {"clockd": clock.memory_kib(), "arbiterd": office.memory_kib()}
    written = {"arbiterd.db": office.stop(), "clockd.db": clock.stop()}
    if replay.returncode != 0:
        print(f"replay ended with {replay.returncode}: {replay.stderr.strip()}")
    return seconds, memory, written, replay.stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("--pgn", default=REAL_ROUND if os.path.exists(REAL_ROUND) else CLASSICS)
    parser.add_argument("--sync-us", type=int, default=0)
    options = parser.parse_args()
    if options.sync_us > 0 and "FLAGFALL_SYNC_US" not in os.environ:
        with_slower_disk(options.build, options.sync_us)
    with tempfile.TemporaryDirectory(prefix="flagfall-bench-") as folder:
        data = os.path.join(folder, "data")
        seconds, memory, written, said = play(options.build, options.pgn, data)
        logs = {name: rows_of(os.path.join(data, name)) for name in written}
        moves = sum(row[6] == "move_recorded" for row in logs["arbiterd.db"])
        presses = [row[5] for row in logs["clockd.db"] if row[6] == "pressed"]
        ended = [row[5] for row in logs["clockd.db"] if row[6] == "game_ended"]
        playing = (ended[-1] - presses[0]) / 1000
        bare = 0.0
        print(f"file: {os.path.basename(options.pgn)}, {moves} moves")
        for name, (rows, commits) in written.items():
            spent = bare_loop(folder, name, logs[name], commits)
            bare += spent
            print(f"{name}: {rows} events in {commits} commits; bare loop {spent:.2f} s")
    print(f"round in virtual time: {seconds:.2f} s, reading the file and connecting included")
    print(f"from the first press to the last result: {playing:.2f} s,"
          f" {moves / playing:.0f} moves a second end to end")
    print(f"bare loop of the same commits: {bare:.2f} s, {moves / bare:.0f} moves a second")
    print(f"ratio: {bare / playing:.2f}")
    for name, kib in memory.items():
        print(f"memory of {name}: {kib / 1024:.1f} MiB at most")
    print(said)


if __name__ == "__main__":
    main()
