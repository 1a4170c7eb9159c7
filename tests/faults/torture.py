#!/usr/bin/env python3
"""Both daemons under load, while daemons are killed and paused and networks break.

Rounds in turn: a replay of the shipped games in virtual time, whose record must be that of an
undisturbed run, and boards in real time with devices that repeat, with the press's age, until they
are answered; there every move must be in the record as it was sent. In each: kill -9 of clockd,
arbiterd or both, pauses, and the faults of flagfall_proxy between devices and clockd and between
clockd and arbiterd. Then everything heals and must finish by itself: every acknowledged
command in the log at the acknowledged position, none twice, no command left in the outbox, both
logs unchanged, and no complaint of flagfall_judge (tests/oracle).

  torture.py --rounds 200 --seed 7

With --record each round continues with a copy of a record of virtual time, such as growth_bench.py
makes: then it has only replays, whose games are compared.

The time until service resumed is printed, and the time of the starts after a kill; only a hang
is a failure.
"""

import argparse
import collections
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import load
import scene

# pylint: disable=wrong-import-order
import hall
import record
from peers import Proxy

FILES = [os.path.join(hall.DATA, name) for name in ("classics.pgn", "incidents.pgn")]
DAEMONS = ("clockd", "arbiterd")
HUNG = 120  # seconds until service that has not resumed counts as hung
BOARDS = 24
GAMES = "e/%"  # of the replay


class FaultProxy:
    """A flagfall_proxy, controlled by lines on its standard input."""

    def __init__(self, to, seed, errors):
        with open(errors, "ab") as file:
            self.process = subprocess.Popen(
                [os.path.join(hall.Options.build, "tests", "faults", "flagfall_proxy"), "--to",
                 str(to), "--seed", str(seed)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=file, text=True)
        self.port = int(self.process.stdout.readline().rsplit(" ", 1)[1])

    def say(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if not answer.startswith("ok"):
            raise AssertionError(f"{command}: {answer}")
        return answer

    def close(self):
        self.process.kill()
        self.process.communicate()


class AckProxy(Proxy):
    """Records what was acknowledged to the replay; damaged lines do not count."""

    def _note(self, direction, line):
        try:
            super()._note(direction, line)
        except (ValueError, KeyError):
            pass


# ---- what happens ------------------------------------------------------------------------------


def draw_plan(rng):
    """[(seconds to wait before, fault, details)]: all faults of a round."""
    plan = []
    for _ in range(rng.randint(2, 4)):
        kind = rng.choice(("kill", "kill", "pause", "net", "net", "net"))
        wait = rng.uniform(0.0, 0.08)
        if kind == "kill":
            victims = rng.choice((["clockd"], ["arbiterd"], ["clockd", "arbiterd"]))
            plan.append((wait, "kill", (victims, rng.uniform(0, 0.05))))
        elif kind == "pause":
            length = min(1.5, 0.05 * 2 ** rng.expovariate(0.7))
            plan.append((wait, "pause", (rng.choice(DAEMONS), round(length, 3))))
        else:
            length = 2.0 if rng.random() < 0.05 else rng.uniform(0.02, 0.25)
            plan.append((wait, "net", (rng.choice(("devices", "office")), draw_fault(rng),
                                       length, rng.random() < 0.5)))
    return plan


def draw_fault(rng):
    way = rng.choice(("up", "down", "both"))
    return rng.choice((
        f"delay {rng.randint(1, 80)} {rng.randint(0, 40)} {way}",
        f"slice {rng.randint(1, 40)} {way}",
        f"throttle {rng.randint(3000, 100_000)} {way}",
        f"corrupt {rng.randint(100, 5000)} {way}",
        f"stall {way}", f"stall {way}",
        "cut fin", "cut rst", "refuse on"))


class Nemesis:
    """Carries out a plan."""

    def __init__(self, house, proxies, under_load):
        self.house = house
        self.proxies = proxies
        self.under_load = under_load  # shows whether games continue
        self.starts = []  # seconds until the killed daemon listened again
        self.counts = collections.Counter()

    def carry_out(self, plan):
        for wait, what, details in plan:
            time.sleep(wait)
            self.counts[what] += 1
            self.counts["while games went on"] += self.under_load()
            getattr(self, what)(*details)

    def kill(self, victims, down):
        for name in victims:
            getattr(self.house, name).process.send_signal(signal.SIGKILL)
        for name in victims:
            code = getattr(self.house, name).end(signal.SIGKILL)
            if code != -signal.SIGKILL:
                raise AssertionError(f"{name} ended with {code} before it was killed")
        time.sleep(down)
        began = time.monotonic()
        self.house.tend()
        self.starts.append(time.monotonic() - began)

    def pause(self, name, length):
        process = getattr(self.house, name).process
        process.send_signal(signal.SIGSTOP)
        time.sleep(length)
        process.send_signal(signal.SIGCONT)

    def net(self, where, command, length, by_cut):
        """A fault of the network for a moment; it may last into the next step."""
        proxy = self.proxies[where]
        proxy.say(command)
        time.sleep(length)
        if by_cut:  # a stalled link is closed in the end, instead of continuing
            proxy.say("cut rst")
            proxy.say("heal")

    def heal(self):
        for proxy in self.proxies.values():
            proxy.say("heal")


# ---- a round -----------------------------------------------------------------------------------


class Round:
    """One round in a folder of its own."""

    def __init__(self, folder, seed, files=(), time_mode=None, base=None):
        self.folder = folder
        self.base = base  # a record to continue with
        self.files = files
        self.rng = random.Random(seed)
        self.real = self.rng.random() < 0.5
        if time_mode:
            self.real = time_mode == "real"
        self.plan = draw_plan(self.rng)
        self.resumed = 0.0
        self.starts = []
        self.counts = collections.Counter()
        self.house = None
        self.closing = []

    def run(self, calm):
        signal.signal(signal.SIGALRM, scene.ring)
        signal.alarm((20 if self.base else 3) * scene.OVERDUE)
        try:
            self.set_up()
            acks = self.real_time() if self.real else self.virtual_time(calm)
            scene.check_acknowledged(self.house.folder, acks)
            self.check_logs()
        finally:
            signal.alarm(0)
            for close in reversed(self.closing):
                close()
        if self.house.exits:
            raise AssertionError(f"ended by themselves: {self.house.exits}")

    def set_up(self):
        data = data_in(self.folder, self.base)
        self.house = scene.House(data, time_mode="real" if self.real else "virtual")
        self.closing.append(self.house.kill_all)
        self.house.start_one("clockd")
        self.proxies = {}
        for name in ("devices", "office"):
            self.proxies[name] = FaultProxy(self.house.clock_port, self.rng.randrange(1 << 30),
                                            os.path.join(self.folder, name + ".err"))
            self.closing.append(self.proxies[name].close)
        self.house.office_connects_to = self.proxies["office"].port
        self.house.start()

    def storm(self, under_load):
        nemesis = Nemesis(self.house, self.proxies, under_load)
        nemesis.carry_out(self.plan)
        nemesis.heal()
        self.counts = nemesis.counts
        self.starts = nemesis.starts
        self.await_service()

    def await_service(self):
        """Until a device is answered and arbiterd has followed to clockd's position."""
        began = time.monotonic()
        with self.house.clock_db() as db:
            reached = db.execute("SELECT max(pos) FROM event").fetchone()[0]
        probe = scene.Player(self.proxies["devices"].port, lambda: None, "probe")
        self.closing.append(probe.close)
        probe.await_board(lambda m: m.get("type") == "board_state")
        with self.house.office_db() as db:
            while True:
                row = db.execute("SELECT pos FROM follow").fetchone()
                if row and row[0] >= reached and self.is_ready():
                    break
                if time.monotonic() - began > HUNG:
                    raise AssertionError(f"service has not resumed within {HUNG} s")
                time.sleep(0.003)
        self.resumed = time.monotonic() - began
        probe.close()

    def is_ready(self):
        try:
            return hall.http_get(self.house.http_port, "/readyz").status == 200
        except OSError:
            return False

    def virtual_time(self, calm):
        ears = AckProxy(self.proxies["devices"].port)
        self.closing.append(ears.close)
        self.proxies["devices"].say("delay 1 2")  # so that the round lasts a moment
        replay = self.house.start_replay(*self.files, port=ears.port, options=["--event", "e"])
        self.closing.append(replay.kill)
        self.storm(replay.running)
        replay.finish(scene.OVERDUE)
        self.await_settled()
        self.house.end_all()
        different = record.differences(calm, record.whole(self.house.folder, GAMES))
        if different:
            raise AssertionError("another record:\n" + "\n".join(different))
        return [(command, pos) for command, pos, _ in ears.acks]

    def real_time(self):
        crowd = load.Crowd(self.proxies["devices"].port, BOARDS, self.rng)
        crowd.start()
        self.closing.append(crowd.stop)
        self.storm(crowd.running)
        crowd.finish(scene.OVERDUE)
        self.await_settled()
        self.house.end_all()
        crowd.check(self.house.folder)
        return crowd.acks

    def await_settled(self):
        hall.wait_until(lambda: scene.settled(self.house), "arbiterd has followed to the end")

    def check_logs(self):
        with self.house.office_db() as db:
            twice = db.execute("SELECT game, ply FROM move GROUP BY 1, 2 HAVING count(*) > 1")
            if found := twice.fetchall():
                raise AssertionError(f"moves are there twice: {found}")
        said = hall.arbiterd_says("verify", self.house.folder)
        if said.count(": unchanged") != 2:
            raise AssertionError(said)
        judge = os.path.join(hall.Options.build, "tests", "oracle", "flagfall_judge")
        if os.path.exists(judge):
            done = subprocess.run([judge, self.house.folder], capture_output=True, text=True,
                                  timeout=hall.PATIENCE, check=False)
            if done.returncode != 0:
                raise AssertionError(f"flagfall_judge: {done.stdout}{done.stderr}")


# ---- all rounds --------------------------------------------------------------------------------


def data_in(folder, base):
    """A new data folder, possibly with a copy of a record."""
    data = os.path.join(folder, "data")
    if base:
        shutil.copytree(base, data)
    else:
        os.makedirs(data)
    return data


def calm_record(folder, files, base):
    """The games of an undisturbed replay."""
    house = scene.House(data_in(folder, base))
    try:
        house.start()
        house.replay(*files, options=["--event", "e"])
        house.settled()
        house.end_all()
    finally:
        house.kill_all()
    games = record.whole(house.folder, GAMES)
    if base:
        shutil.rmtree(folder)
    return games


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=hall.Options.build, help="folder with the binaries")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="of the first round; the next has +1")
    parser.add_argument("--time", choices=["real", "virtual"], help="only rounds of this kind")
    parser.add_argument("--pgn", action="append", help="replay this instead of the shipped games")
    parser.add_argument("--record", help="go on with copies of the record in this folder")
    parser.add_argument("--keep", action="store_true", help="keep the data of a failed round")
    return parser.parse_args()


def errors_in(folder):
    texts = []
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        if name.endswith(".err"):
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                texts.append(f"{name}: {file.read()[-2000:]}")
    return "\n".join(texts)


def run_rounds(options, top):
    """All rounds: (seconds until service resumed, seed), seeds that failed, all faults."""
    files = options.pgn or FILES
    calm = calm_record(os.path.join(top, "calm"), files, options.record)
    resumed, starts, failed, counts = [], [], [], collections.Counter()
    for seed in range(options.seed, options.seed + options.rounds):
        folder = os.path.join(top, str(seed))
        one = Round(folder, seed, files, "virtual" if options.record else options.time,
                    options.record)
        try:
            one.run(calm)
            resumed.append((one.resumed, seed))
        except (AssertionError, OSError, subprocess.SubprocessError) as error:
            failed.append(seed)
            print(f"FAILED seed {seed} ({'real' if one.real else 'virtual'} time): {error}\n"
                  f"  plan: {one.plan}\n{errors_in(folder)}\n"
                  f"  repeat: {sys.argv[0]} --build {options.build} --rounds 1 --seed {seed}"
                  + (f" --time {options.time}" if options.time else ""), flush=True)
        counts += one.counts
        starts += one.starts
        if not (options.keep and seed in failed):
            shutil.rmtree(folder, ignore_errors=True)
    return resumed, starts, failed, counts


def main():
    options = arguments()
    hall.Options.build = os.path.abspath(options.build)
    for path in options.pgn or ():
        if not os.path.exists(path):
            print(f"no {os.path.relpath(path, hall.ROOT)} here: skipped")
            return hall.SKIPPED
    top = tempfile.mkdtemp(prefix="flagfall-torture-")
    began = time.monotonic()
    resumed, starts, failed, counts = run_rounds(options, top)
    took = time.monotonic() - began
    resumed.sort(reverse=True)
    print(f"{options.rounds} rounds from seed {options.seed}, {took:.1f} s, "
          f"{took / options.rounds:.2f} s a round: {counts['kill']} kills, {counts['pause']} "
          f"pauses, {counts['net']} network faults, {counts['while games went on']} of them while "
          f"games went on; {len(failed)} failed {failed or ''}")
    if resumed:
        print("service resumed after at most "
              + ", ".join(f"{s:.2f} s (seed {n})" for s, n in resumed[:3])
              + f"; median {resumed[len(resumed) // 2][0]:.2f} s")
    if starts:
        starts.sort(reverse=True)
        print(f"starts after a kill: at most {starts[0]:.2f} s, median "
              f"{starts[len(starts) // 2]:.2f} s")
    if not options.keep:
        shutil.rmtree(top, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
