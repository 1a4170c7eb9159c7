#!/usr/bin/env python3
"""A hall under load, and under increasing load until it breaks.

usage: load.py [--build DIR] [--boards 1000] [--seconds 300] [--hall | --break] [--nice]

--hall   1,000 boards of 3+0 in real time, 40 moves a side in five minutes, to results
--break  more of everything: presses a second, devices that all come back at once, 1,000
         spectators, imports meanwhile, boards; each step until something is late, refused or lost

Without either, both. Real daemons in an open hall and real time; the generator shares the machine,
and says how late it was itself. A press is late when its durable answer takes more than a second.
`charged` is what a clock took for a move beyond what the device measured between the two presses,
over the whole step. At the end of each step every game has a result, arbiterd has nothing left to
send, and flagfall_judge agrees with every ruling.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
# pylint: disable=wrong-import-position
import hall  # noqa: E402
import pgn  # noqa: E402
from load_boards import Hall, at  # noqa: E402
from load_crowd import Crowd  # noqa: E402
from office import Office  # noqa: E402
from peers import Transcript  # noqa: E402

SEED = 20261122
PLIES = 80
EVENT = "/api/v1/events/load"


def long_games():
    """Moves of real games that go on for long enough."""
    path = os.path.join(hall.GAMES, "ecc2018_round1.pgn")
    if not os.path.exists(path):
        sys.exit("no real games in ../shared/data/games")
    with open(path, encoding="utf-8") as file:
        games = [game.plain() for game in pgn.read(file.read()) if "FEN" not in game.tags]
    return [moves[:-1] for moves in games if len(moves) > PLIES]


class Under:
    """Daemons under load, and the figures printed about them."""

    def __init__(self, options, folder):
        self.options = options
        os.makedirs(folder, mode=0o700)
        self.house = hall.Hall(folder, Transcript(""), "real")
        self.house.clockd_options = ["--open-hall"]
        self.house.start()
        hall.wait_until(lambda: self.house.get("/readyz").status == 200, "arbiterd is ready")
        if options.nice:
            for daemon in (self.house.clockd, self.house.arbiterd):
                os.setpriority(os.PRIO_PROCESS, daemon.process.pid, -5)
        self.hall = Hall(self.house.clock_port, long_games(), SEED)

    def step(self, name, boards, rate, seconds, plies=PLIES, control="180", meanwhile=None):
        """One round; prints a row and returns the figures."""
        self.hall.open(boards, control)
        self.hall.start()
        cpu = self.cpu()
        figures = self.hall.play(plies, rate, seconds, meanwhile)
        used = [(now - before) / figures.seconds for now, before in zip(self.cpu(), cpu)]
        self.hall.finish()
        open_games = self.settle()
        row(name, boards, figures, used, open_games)
        return figures, open_games

    def cpu(self):
        """Seconds of processor time of clockd and arbiterd so far."""
        ticks = os.sysconf("SC_CLK_TCK")
        found = []
        for daemon in (self.house.clockd, self.house.arbiterd):
            with open(f"/proc/{daemon.process.pid}/stat", encoding="ascii") as file:
                parts = file.read().rsplit(")", 1)[1].split()
            found.append((int(parts[11]) + int(parts[12])) / ticks)
        return found

    def settle(self):
        """Waits until arbiterd has followed to the end and sent everything; returns how many games
        have no result."""
        deadline = time.monotonic() + 120
        while True:
            try:
                self.house.settled()
                break
            except AssertionError:
                if time.monotonic() > deadline:
                    raise
        with self.house.office_db() as db:
            return db.execute("SELECT count(*) FROM game WHERE result = '*' AND game LIKE ?",
                              (f"load/{self.hall.round}/%",)).fetchone()[0]

    def end(self):
        """Stops both and reports the data that they kept."""
        memory = [d.memory_kb() // 1024 for d in (self.house.clockd, self.house.arbiterd)]
        self.hall.close()
        codes = self.house.stop()
        judge = subprocess.run(
            [os.path.join(hall.Options.build, "tests", "oracle", "flagfall_judge"),
             self.house.folder], capture_output=True, text=True, check=False)
        verify = subprocess.run([hall.arbiterd_binary(), "verify", self.house.folder],
                                capture_output=True, text=True, check=False)
        print(f"\nexit codes {codes}; memory of clockd {memory[0]} MiB, of arbiterd {memory[1]}"
              f" MiB at most\nverify: exit {verify.returncode}\njudge: exit {judge.returncode}, "
              f"{(judge.stdout + judge.stderr).strip()[-300:]}", flush=True)
        return codes == [0, 0] and verify.returncode == 0 and judge.returncode == 0


def heading():
    print("| | boards | presses/s | p50 ms | p99 ms | worst ms | late | refused | lost"
          " | disconnected | charged p99 ms | worst | cpu clockd, arbiterd | generator late ms"
          " | no result | load average |\n|" + "---|" * 16, flush=True)


def row(name, boards, f, used, open_games):
    refused = ", ".join(f"{n} {code}" for code, n in sorted(f.refused.items())) or "0"
    print(f"| {name} | {boards} | {f.presses / f.seconds:.0f} | {at(f.took, .5) * 1e3:.1f} |"
          f" {at(f.took, .99) * 1e3:.1f} | {at(f.took, 1) * 1e3:.0f} | {f.late} | {refused} |"
          f" {f.lost} | {f.hung_up} | {at(f.charged, .99) * 1e3:.1f} |"
          f" {at(f.charged, 1) * 1e3:.0f} | {used[0]:.2f}, {used[1]:.2f} | {f.behind * 1e3:.0f} |"
          f" {open_games} | {os.getloadavg()[0]:.1f} |", flush=True)


# ---- the hall -----------------------------------------------------------------------------------


def five_minutes(under, options):
    """The requirements of a hall: nothing late, lost or refused, and a result for every game."""
    rate = options.boards * PLIES / options.seconds
    figures, open_games = under.step("a hall", options.boards, rate, options.seconds * 1.2)
    return figures.clean() and open_games == 0


# ---- until it breaks ----------------------------------------------------------------------------


def faster(under, options):
    """More presses a second, until a press is late or refused."""
    for rate in (500, 1000, 2000, 4000, 6000, 8000, 12000):
        figures, _ = under.step(f"{rate} presses/s wanted", options.boards, rate, options.step)
        if not figures.clean() or figures.presses / figures.seconds < 0.7 * rate:
            return


def back_at_once(under, options):
    """Every device reconnects at once in the middle of its game."""
    hurry = {"done": None}

    def meanwhile(seconds):
        if seconds > options.step / 2 and hurry["done"] is None:
            hurry["done"] = "soon"
    under.hall.open(options.boards, "180")
    under.hall.start()
    first = under.hall.play(PLIES, 300, options.step / 2, meanwhile)
    took, refused = under.hall.come_back()
    second = under.hall.play(PLIES, 300, options.step / 2)
    under.hall.finish()
    row("before they come back", options.boards, first, (0, 0), "-")
    row("after", options.boards, second, (0, 0), under.settle())
    print(f"| all {len(took)} devices back: p50 {at(took, .5):.2f} s, last {at(took, 1):.2f} s,"
          f" refused: {refused or 'none'} |", flush=True)


def spectators(under, options):
    """1,000 streams and more and more requests beside a hall at play."""
    for streams, asks in ((1000, 0), (1000, 100), (1000, 300), (2500, 300)):
        crowd = Crowd(under.house.http_port, EVENT, streams, asks)
        figures, _ = under.step(f"{streams} streams, {asks} requests/s", options.boards, 270,
                                options.step)
        said = crowd.end()
        print("| " + ", ".join(f"{name} {value:.4g}" for name, value in said.items()) + " |",
              flush=True)
        if not figures.clean():
            return


def imports(under, options):
    """Big files are imported again and again meanwhile."""
    office = Office(under.house, "files")
    office.create()
    csv = "number,name,rating\n" + "".join(f'{n},"Player-{n}, Given",{2800 - n // 2}\n'
                                          for n in range(1, 2001))
    stop, taken = threading.Event(), []

    def keep_on():
        while not stop.is_set():
            start = time.monotonic()
            answer = office.put("/players", csv, "text/csv", etag="*")
            taken.append((answer.status, time.monotonic() - start))
    thread = threading.Thread(target=keep_on)
    thread.start()
    under.step("imports of 2,000 players meanwhile", options.boards, 270, options.step)
    stop.set()
    thread.join()
    slow = at([seconds for _, seconds in taken], 1)
    print(f"| {len(taken)} imports, answered {sorted({s for s, _ in taken})}, slowest {slow:.2f} s"
          " |", flush=True)


def more_boards(under, options):
    """More boards at the same pace each, until no more devices are admitted."""
    for boards in (1500, 2000, 3000, 4096):
        try:
            figures, _ = under.step(f"{boards} boards", boards, boards * 0.27, options.step)
        except (OSError, RuntimeError) as error:
            print(f"| {boards} boards: device {len(under.hall.wires) + 1} is refused: {error} |",
                  flush=True)
            return
        if not figures.clean():
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=hall.Options.build)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=300, help="of the hall's round")
    parser.add_argument("--step", type=int, default=15, help="seconds of each further step")
    parser.add_argument("--nice", action="store_true", help="daemons at nice -5; needs root")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--hall", action="store_true")
    only.add_argument("--break", dest="until", action="store_true")
    options = parser.parse_args()
    hall.Options.build = os.path.abspath(options.build)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    clean = True
    print(f"seed {SEED}, {len(os.sched_getaffinity(0))} cores, load average "
          f"{os.getloadavg()[0]:.1f} before; nice {-5 if options.nice else 0}", flush=True)
    with tempfile.TemporaryDirectory(prefix="flagfall-load-") as folder:
        if not options.until:
            under = Under(options, os.path.join(folder, "hall"))
            heading()
            clean = five_minutes(under, options)
            clean = under.end() and clean
        if not options.hall:
            under = Under(options, os.path.join(folder, "break"))
            heading()
            for part in (faster, back_at_once, spectators, imports, more_boards):
                part(under, options)
            clean = under.end() and clean
    sys.exit(0 if clean else 1)


if __name__ == "__main__":
    main()
