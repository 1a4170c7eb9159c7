#!/usr/bin/env python3
"""Electronic boards on one serial line: frames a second, and from a move's last frame to its event.

usage: boards_bench.py [--build DIR] [--boards N] [--plies N] [--pace S] [--board-clocks]

Starts clockd, the gateway and N emulated boards on one bus, a pseudo-terminal at the speed of 9600
baud. On each board hands make a ply every S seconds, evenly spread. Prints the frames a second,
their share of the line's bytes, and the time from the last frame of each move to its durable
event at a follower of clockd, beside that of presses which a device sends to the same clockd.

With --board-clocks a clock stands beside each board, and is the game's clock: its lever is pressed
after each ply. Also prints the time between two readings of such a clock, and the time
from the lever to the durable press.
"""

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

from expiry_bench import percentile
from latency_bench import Peer
from round_bench import ROOT, Daemon

MOVES = [("e2-", "e4P"), ("e7-", "e5p"), ("g1-", "f3N"), ("b8-", "c6n"), ("f1-", "b5B"),
         ("a7-", "a6p"), ("b5-", "a4B"), ("g8-", "f6n"), ("d2-", "d3P"), ("d7-", "d6p")]
TEXTS = [one[:2] + two[:2] for one, two in MOVES]
LINE_BYTES = 960      # a second, both ways together
AROUND_BUS = 10       # bytes of a question, and those around the data of its answer
CLOCK_BOOTTIME = 7
SHOWN = 30_000        # seconds on each clock beside a board


def boot_us():
    return int(time.clock_gettime(CLOCK_BOOTTIME) * 1_000_000)


class Follower(threading.Thread):
    """The time of each move's event: (board, ply) to microseconds."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.came = {}
        self.pressed = {}
        self.peer = Peer(port, "display")
        self.peer.send({"type": "subscribe", "id": "follow", "from": 0})
        self.start()

    def run(self):
        while True:
            for line in self.peer.lines():
                event = line.get("event", {})
                if event.get("type") == "made":
                    self.came[event["board"], event["ply"]] = boot_us()
                elif event.get("type") == "pressed":
                    self.pressed[event["board"], event["ply"]] = boot_us()


def open_games(arbiter, boards, board_clocks):
    for n in range(1, boards + 1):
        head = {"board": n, "game": f"g{n}"}
        arbiter.ask({"type": "open_game", "id": f"o{n}", **head, "event": "bench", "round": "1",
                     "white": "A", "black": "B", **(
                         {"time_control": str(SHOWN), "timing": "board_clock",
                          "flag_call": "arbiter"} if board_clocks and n < boards
                         else {"time_control": "86400"})})
        arbiter.ask({"type": "start_game", "id": f"s{n}", **head})


class Clocks:
    """The clocks beside the boards. White is at the left."""

    def __init__(self, wires, boards):
        self.wires, self.since, self.levers = wires, [time.monotonic()] * boards, {}
        self.left = [[float(SHOWN), float(SHOWN)] for _ in range(boards)]
        for board in range(boards):
            self.show(board, 0)

    def show(self, board, side):
        left, right = self.left[board]
        self.wires.stdin.write(f"{10001 + board} clock {int(left)} {int(right)} "
                               f"{('left', 'right')[side]}\n")
        self.wires.stdin.flush()

    def press(self, board, ply):
        now = time.monotonic()
        self.left[board][ply % 2] -= now - self.since[board]
        self.since[board] = now
        self.levers[board + 1, ply + 1] = boot_us()
        self.show(board, 1 - ply % 2)


def play(wires, device, options, clocks):
    """Hands at each board in turn; meanwhile a device presses at its own board."""
    took = []
    step = options.pace / options.boards
    began = time.monotonic()
    for number in range(options.plies * options.boards):
        time.sleep(max(0.0, began + number * step - time.monotonic()))
        board, ply = number % options.boards, number // options.boards
        for change in MOVES[ply]:
            wires.stdin.write(f"{10001 + board} {change[:2]} {change[2]}\n")
        wires.stdin.flush()
        if clocks:
            clocks.press(board, ply)
        sent = time.monotonic()
        device.ask({"type": "press", "id": f"p{number}", "board": options.boards + 1,
                    "game": f"g{options.boards + 1}", "side": ("white", "black")[number % 2],
                    "move": ("Nf3", "Nf6", "Ng1", "Ng8")[number % 4]})
        took.append((time.monotonic() - sent) * 1000)
    return took


def frames_of(folder):
    """For each board the instants of its and its clock's reports; the number of frames, and their
    bytes."""
    reports, clocks, count, size = {}, {}, 0, 0
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".db"):
            continue
        with sqlite3.connect(f"file:{folder}/{name}?mode=ro", uri=True) as db:
            for stream, body in db.execute(
                    "SELECT stream, body FROM event WHERE type = 'frames' ORDER BY pos"):
                row = json.loads(body)
                count += row["empty"] + len(row["frames"])
                size += AROUND_BUS * row["empty"]
                for at, content, data in row["frames"]:
                    size += AROUND_BUS + len(data) // 2
                    if content == "changes":
                        reports.setdefault(int(stream.split("/")[1]) - 10000, []).append(at)
                    if content == "clock":
                        clocks.setdefault(int(stream.split("/")[1]) - 10000, []).append(at)
    return reports, clocks, count, size


def measure(options, folder):
    clock = Daemon(os.path.join(options.build, "clockd", "clockd"), "serve", "--data",
                   os.path.join(folder, "clockd"), "--port", "0", "--open-hall", "--rehearsal",
                   "--log-level", "error")
    open_games(Peer(clock.port, "arbiter"), options.boards + 1, options.board_clocks)
    wires = subprocess.Popen(  # pylint: disable=consider-using-with
        [os.path.join(options.build, "tests", "board_pty"),
         *(str(10001 + n) for n in range(options.boards))],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    line = wires.stdout.readline().strip()
    frames = os.path.join(folder, "frames")
    places = [word for n in range(options.boards) for word in ("--board", f"{10001 + n}={n + 1}")]
    gateway = subprocess.Popen(  # pylint: disable=consider-using-with
        [os.path.join(options.build, "clockd", "clockd"), "boards", "--data", frames, "--connect",
         f"127.0.0.1:{clock.port}", "--line", f"bus:{line}", "--log-level", "error", *places],
        stdout=subprocess.DEVNULL)
    clocks = Clocks(wires, options.boards) if options.board_clocks else None
    follower = Follower(clock.port)
    time.sleep(options.settle)  # until all boards are found
    before = boot_us()
    presses = play(wires, Peer(clock.port, "device"), options, clocks)
    wanted = options.boards * options.plies
    patience = time.monotonic() + 60
    waits_for = follower.pressed if clocks else follower.came
    while sum(n <= options.boards for n, _ in waits_for) < wanted:
        if time.monotonic() > patience:
            break
        time.sleep(0.2)
    took = (boot_us() - before) / 1e6
    for process in (gateway, wires):
        process.terminate()
        process.wait()
    clock.stop()
    levers = [follower.pressed[of] - at for of, at in clocks.levers.items()
              if of in follower.pressed] if clocks else []
    return before, took, presses, follower.came, levers, frames


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("--boards", type=int, default=64)
    parser.add_argument("--plies", type=int, default=len(MOVES))
    parser.add_argument("--pace", type=float, default=8)
    parser.add_argument("--settle", type=float, default=60)
    parser.add_argument("--board-clocks", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        before, took, presses, came, levers, frames = measure(options, folder)
        with sqlite3.connect(f"file:{folder}/clockd/clockd.db?mode=ro", uri=True) as db:
            made = {}
            for (body,) in db.execute("SELECT body FROM event WHERE type = 'made' ORDER BY pos"):
                move = json.loads(body)
                made.setdefault(move["board"], []).append(move["text"])
        reports, clocks, count, size = frames_of(frames)
    lost = sum(made.get(n + 1) != TEXTS[:options.plies] for n in range(options.boards))
    late = [(at - max(seen for seen in reports[board] if seen <= at)) / 1000
            for (board, _), at in came.items() if board <= options.boards]
    gaps = [(later - at) / 1000 for read in clocks.values()
            for at, later in zip(read, read[1:]) if at >= before]
    whole = took + options.settle
    print(f"{options.boards} boards, {options.plies} plies each, one ply in {options.pace} s; "
          f"boards whose moves are not those of the hands: {lost}\n\n"
          f"frames a second: {count / whole:.0f}; of the line's bytes "
          f"{size / whole / LINE_BYTES:.0%}\n\n| ms | p50 | p99 | worst |\n|---|---|---|---|")
    rows = [("a move's last frame to its durable event", late),
            ("a press to its durable answer, meanwhile", presses)]
    if options.board_clocks:
        rows += [("from one reading of a clock to the next", gaps),
                 ("from the lever to the durable press", [us / 1000 for us in levers])]
        print(f"| presses of levers that came | {len(levers)} of "
              f"{options.boards * options.plies} | | |")
    for name, values in rows:
        print(f"| {name} | {percentile(values, .5):.1f} | {percentile(values, .99):.1f} | "
              f"{max(values):.1f} |")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
