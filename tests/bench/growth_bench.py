#!/usr/bin/env python3
"""What grows with the record: plays rounds one after another and measures the daemons in between.

usage: growth_bench.py [--build DIR] [--pgn FILE] [--games 500,2000] [--boards N] [--data DIR]

Plays FILE (default: the 180-game round in ../shared/data/games, else the classics) again and again
in virtual time, each time as an event of its own, until the record has as many games as asked for.
At each of these numbers both daemons are stopped and started again. Prints, for each: events and
file size, how long each start takes and what a start of an empty record takes in the same run, the
resident memory after the start, the time from a press to its durable answer beside a bare commit,
a results request, a scoresheet and a search for a player's games, and how fast `verify` reads. The
last lines give each figure's growth from the first number to the last, and which should be flat.
With --data the record is kept, and a later run goes on from it.
"""

import argparse
import json
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

from round_bench import CLASSICS, REAL_ROUND, ROOT, Daemon

FLAT = ("start clockd", "start arbiterd", "memory clockd", "memory arbiterd", "press p50",
        "results", "scoresheet", "a player's games", "bytes a game", "verify a row")


def resident_mib(process):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        line = next(one for one in status if one.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


class House:
    """Both daemons on one folder."""

    def __init__(self, build, data):
        self.build, self.data = build, data
        self.clockd = os.path.join(build, "clockd", "clockd")
        self.arbiterd = os.path.join(build, "arbiterd", "arbiterd")

    def start(self):
        """Returns the seconds until each listens."""
        begin = time.monotonic()
        self.clock = Daemon(self.clockd, "serve", "--data", self.data, "--port", "0", "--time",
                            "virtual", "--open-hall")
        between = time.monotonic()
        self.office = Daemon(self.arbiterd, "serve", "--data", self.data, "--port", "0",
                             "--clockd", "127.0.0.1:" + self.clock.port, "--open-hall")
        return between - begin, time.monotonic() - between

    def stop(self):
        self.office.stop()
        self.clock.stop()

    def replay(self, pgn, event, boards):
        done = subprocess.run(
            [self.clockd, "replay", pgn, "--connect", "127.0.0.1:" + self.clock.port, "--quiet",
             "--event", event, "--boards", str(boards)], capture_output=True, text=True,
            check=False)
        if done.returncode != 0:
            sys.exit(f"replay ended with {done.returncode}: {done.stderr.strip()}")

    def get(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.office.port}{path}") as answer:
            return answer.read()


def ask(path, sql, *values):
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        return db.execute(sql, values).fetchall()


def middle(call, times=5):
    """The median of the seconds that the call takes."""
    took = []
    for _ in range(times):
        begin = time.monotonic()
        call()
        took.append(time.monotonic() - begin)
    return statistics.median(took)


def presses(build, port, count=400):
    """Seconds from sending a press to its durable answer, at a board that reports presses only."""
    sys.path.insert(0, os.path.join(ROOT, "tests", "e2e"))
    import hall  # pylint: disable=import-outside-toplevel
    hall.Options.build = build
    took, board, game = [], 4096, f"bench-{time.time_ns()}"
    with hall.Client(int(port), "arbiter", f"bench{time.time_ns()}") as arbiter:
        at = time.time_ns() // 1000  # later than all games played
        hall.open_game(arbiter, board, game, at_us=at, time_control="86400", reports="presses",
                       event="bench", round=game)
        for number in range(count):
            at += 1
            begin = time.monotonic()
            arbiter.done("press", board, game, at_us=at, side=("white", "black")[number % 2])
            took.append(time.monotonic() - begin)
        arbiter.done("end_game", board, game, at_us=at, score="1-0", reason="resignation",
                     article="5.1.2")
    return sorted(took)


def bare_commits(folder, count=400):
    """Seconds of a commit of one small row, with nothing around it."""
    path = os.path.join(folder, "bare.db")
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE IF NOT EXISTS one (n INTEGER PRIMARY KEY, body TEXT)")
    took = []
    for _ in range(count):
        begin = time.monotonic()
        db.execute("INSERT INTO one (body) VALUES (?)", ("x" * 200,))
        took.append(time.monotonic() - begin)
    db.close()
    os.remove(path)
    return sorted(took)


def looked_at(house, folder, event, empty):
    """The figures of the record in its present state."""
    clock_db, office_db = (os.path.join(house.data, f"{name}.db") for name in ("clockd",
                                                                               "arbiterd"))
    begin = time.monotonic()
    rows = sum(ask(path, "SELECT max(pos) FROM event")[0][0] for path in (clock_db, office_db))
    verify = subprocess.run([house.arbiterd, "verify", house.data], capture_output=True,
                            check=False)
    checked = time.monotonic() - begin
    if verify.returncode != 0:
        sys.exit(verify.stdout.decode())
    clock, office = house.start()
    time.sleep(1)  # work that a start does afterwards
    games = ask(office_db, "SELECT count(*) FROM game")[0][0]
    (game, player), = ask(office_db, "SELECT game, white FROM game ORDER BY opened_wall_ms LIMIT 1")
    size = sum(os.path.getsize(os.path.join(house.data, name)) for name in os.listdir(house.data))
    figures = {
        "games": games, "events": rows, "MiB": size / 2 ** 20,
        "bytes a game": size / games,
        "start clockd": clock / empty[0], "start arbiterd": office / empty[1],
        "memory clockd": resident_mib(house.clock.process),
        "memory arbiterd": resident_mib(house.office.process),
        "results": middle(lambda: house.get(f"/api/v1/events/{event}/rounds/1/results")),
        "scoresheet": middle(lambda: ask(
            office_db, "SELECT * FROM scoresheet WHERE game = ?", game)),
        "a player's games": middle(lambda: ask(
            office_db, "SELECT game FROM game WHERE white = ?1 OR black = ?1", player)),
        "verify a row": checked / rows,
    }
    print(f"  start: clockd {clock * 1e3:.0f} ms, arbiterd {office * 1e3:.0f} ms; of an empty "
          f"record {empty[0] * 1e3:.0f} and {empty[1] * 1e3:.0f} ms")
    took, bare = presses(house.build, house.clock.port), bare_commits(folder)
    for name, share in (("press p50", 50), ("press p99", 99)):
        figures[name] = took[len(took) * share // 100] / bare[len(bare) * share // 100]
    house.stop()
    for daemon, each in (("clockd", house.clock), ("arbiterd", house.office)):
        rows, took = re.search(r"were read .*rows=(\d+) us=(\d+)", each.said).groups()
        print(f"  {daemon} read {rows} rows of these at its start, in {int(took) / 1e3:.0f} ms")
    for name, value in figures.items():
        unit = {"start clockd": " times an empty record's", "press p50": " bare commits",
                "start arbiterd": " times an empty record's", "press p99": " bare commits",
                "memory clockd": " MiB", "memory arbiterd": " MiB", "results": " s",
                "scoresheet": " s", "a player's games": " s", "verify a row": " s"}.get(name, "")
        print(f"  {name}: {value:,.6g}{unit}", flush=True)
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("--pgn", default=REAL_ROUND if os.path.exists(REAL_ROUND) else CLASSICS)
    parser.add_argument("--games", default="500,2000")
    parser.add_argument("--boards", type=int, default=0, help="of a round; 0: all of the file")
    parser.add_argument("--data")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="flagfall-growth-") as folder:
        nothing = House(options.build, os.path.join(folder, "nothing"))
        nothing.start()
        nothing.stop()
        empty = nothing.start()  # without making files and keys
        nothing.stop()
        house = House(options.build, options.data or os.path.join(folder, "data"))
        all_figures, played, event = [], 0, ""
        for wanted in (int(one) for one in options.games.split(",")):
            house.start()
            office_db = os.path.join(house.data, "arbiterd.db")
            while (played := ask(office_db, "SELECT count(*) FROM game")[0][0]) < wanted:
                event = f"e{played}"
                house.replay(options.pgn, event, options.boards)
            house.stop()
            if not event:  # the record had them already
                (event,), = ask(office_db, "SELECT event FROM game WHERE round = '1'"
                                           " AND event <> 'bench' ORDER BY opened DESC LIMIT 1")
            print(f"{played} games")
            all_figures.append(looked_at(house, folder, event, empty))
        first, last = all_figures[0], all_figures[-1]
        if first is last:
            return
        print(f"from {first['games']} to {last['games']} games:")
        for name in first:
            flat = " (should be flat)" if name in FLAT else ""
            print(f"  {name}: times {last[name] / first[name]:.2f}{flat}")
        print(json.dumps(all_figures))


if __name__ == "__main__":
    main()
