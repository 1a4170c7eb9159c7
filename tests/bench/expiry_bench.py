#!/usr/bin/env python3
"""How late clockd detects that time has run out, with thousands of running clocks.

usage: expiry_bench.py [--build DIR] [--boards N ...] [--busy N]

Opens and starts N games on one clockd in real time, each with some seconds for all its moves, so
that the flags fall spread over half a minute, and nobody moves. Prints how long after the computed
deadline each flag was detected (late_us of its event), the share of a core that clockd took while
they ran, its memory for each board, and the time to start again after it is killed while they run.
--busy N keeps this number of cores busy meanwhile.
"""

import argparse
import json
import multiprocessing
import os
import signal
import sqlite3
import sys
import tempfile
import time

from latency_bench import Peer
from round_bench import ROOT, Daemon

AHEAD = 1000     # commands under way: clockd reads faster than it writes to the disk
SHORTEST = 40    # seconds on the clock that runs out first
SPREAD = 30      # seconds over which the flags fall


def spin():
    while True:
        pass


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def figures(pid):
    """Seconds of processor time, and resident bytes."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    with open(f"/proc/{pid}/statm", encoding="ascii") as statm:
        pages = int(statm.read().split()[1])
    return ((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"),
            pages * os.sysconf("SC_PAGE_SIZE"))


def answered(arbiter, messages):
    """Sends all of them, so many at a time, until each is answered."""
    waiting = 0
    for message in messages:
        arbiter.send(message)
        waiting += 1
        while waiting >= AHEAD:
            waiting -= len(arbiter.lines())
    while waiting > 0:
        waiting -= len(arbiter.lines())


def start_all(arbiter, boards):
    answered(arbiter, ({"type": "open_game", "id": f"open-{n}", "board": n, "game": f"g{n}",
                        "event": "bench", "round": "1", "white": "A", "black": "B",
                        "time_control": str(SHORTEST + n * SPREAD // boards)}
                       for n in range(1, boards + 1)))
    answered(arbiter, ({"type": "start_game", "id": f"start-{n}", "board": n, "game": f"g{n}"}
                       for n in range(1, boards + 1)))


def flags(folder):
    with sqlite3.connect(f"file:{folder}/clockd.db?mode=ro", uri=True) as db:
        return [json.loads(body)["late_us"] for body, in
                db.execute("SELECT body FROM event WHERE type = 'flag_fell'")]


def measure(build, boards):
    with tempfile.TemporaryDirectory() as folder:
        argv = [os.path.join(build, "clockd", "clockd"), "serve", "--data", folder, "--port", "0",
                "--open-hall", "--log-level", "error"]
        clock = Daemon(*argv)
        empty = figures(clock.process.pid)[1]
        begin = time.monotonic()
        arbiter = Peer(clock.port, "arbiter")
        start_all(arbiter, boards)
        opened = time.monotonic() - begin
        memory = (figures(clock.process.pid)[1] - empty) / boards
        clock.process.send_signal(signal.SIGKILL)
        clock.process.wait()
        begin = time.monotonic()
        clock = Daemon(*argv)
        arbiter = Peer(clock.port, "arbiter")
        arbiter.ask({"type": "get_board", "id": "first", "board": boards})
        again = time.monotonic() - begin
        used, since = figures(clock.process.pid)[0], time.monotonic()
        while len(flags(folder)) < boards:
            time.sleep(1)
        took = time.monotonic() - since
        share = (figures(clock.process.pid)[0] - used) / took
        late = flags(folder)
        clock.stop()
    print(f"| {boards:,} | {percentile(late, .5) / 1000:.2f} | {percentile(late, .99) / 1000:.2f} "
          f"| {max(late) / 1000:.2f} | {100 * share:.1f} % | {memory / 1024:.1f} | {again:.2f} | "
          f"{opened:.1f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("--boards", type=int, nargs="+", default=[1000, 4000, 10000])
    parser.add_argument("--busy", type=int, default=0)
    options = parser.parse_args()
    others = [multiprocessing.Process(target=spin, daemon=True) for _ in range(options.busy)]
    for other in others:
        other.start()
    print(f"{os.cpu_count()} cores, {options.busy} of them kept busy\n\n"
          "| boards | late p50, ms | p99 | worst | of a core | KiB a board | start, s | opening, s "
          "|\n|---|---|---|---|---|---|---|---|")
    for boards in options.boards:
        measure(options.build, boards)
    for other in others:
        other.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
