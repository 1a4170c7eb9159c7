#!/usr/bin/env python3
"""From press to durable reply, with every board of a hall in play.

usage: latency_bench.py [--build DIR] [--pgn FILE] [--boards N] [--moves N] [--rate N]

Starts both daemons in real time, opens N boards, and lets each play the moves of a game of FILE, a
connection a board, so that RATE presses a second fall due in all, evenly spread. Each is timed from
the moment it is written to the socket to the moment its answer, which waits for the disk, is read.
Prints the median and the 99th percentile, beside those of a bare SQLite commit of one such row:
made a hundred times a second on the same disk while the boards play, and alone afterwards.
"""

import argparse
import heapq
import json
import multiprocessing
import os
import selectors
import socket
import sqlite3
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import pgn  # noqa: E402  pylint: disable=wrong-import-position
from round_bench import CLASSICS, REAL_ROUND, ROOT, Daemon  # noqa: E402


class Peer:
    """One NDJSON connection."""

    def __init__(self, port, role):
        self.socket = socket.create_connection(("127.0.0.1", int(port)))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.ask({"type": "hello", "role": role, "name": "bench", "protocol": 1})

    def send(self, message):
        self.socket.sendall(json.dumps(message).encode() + b"\n")

    def lines(self):
        self.buffer += self.socket.recv(65536)
        *whole, self.buffer = self.buffer.split(b"\n")
        return [json.loads(line) for line in whole]

    def ask(self, message):
        self.send(message)
        answers = []
        while not answers:
            answers = self.lines()
        return answers[0]


class Board:
    """A board that plays its game move by move."""

    def __init__(self, number, moves, device):
        self.number, self.moves, self.device = number, moves, device
        self.played = 0
        self.sent = 0.0

    def press(self):
        side = "white" if self.played % 2 == 0 else "black"
        message = {"type": "press", "id": f"b{self.number}-{self.played}", "board": self.number,
                   "game": f"bench/1/{self.number}", "epoch": 0, "side": side,
                   "move": self.moves[self.played]}
        self.sent = time.monotonic()
        self.device.send(message)


def open_boards(port, games, options):
    arbiter = Peer(port, "arbiter")
    boards = []
    for number in range(1, options.boards + 1):
        game = games[(number - 1) % len(games)]
        head = {"board": number, "game": f"bench/1/{number}"}
        terms = {"event": "bench", "round": "1", "white": "W", "black": "B",
                 "time_control": "5400+30"}
        for message in ({"type": "open_game", "id": f"o{number}", **head, **terms},
                        {"type": "start_game", "id": f"s{number}", **head}):
            answer = arbiter.ask(message)
            if answer["type"] != "ack":
                sys.exit(f"board {number}: {answer}")
        moves = [move.san for move in game.moves][:options.moves]
        boards.append(Board(number, moves, Peer(port, "device")))
    return boards


def play(boards, rate):
    """Seconds from press to answer, one for each press."""
    selector = selectors.DefaultSelector()
    interval = len(boards) / rate
    start = time.monotonic()
    due = [(start + at / rate, board.number, board) for at, board in enumerate(boards)]
    for board in boards:
        selector.register(board.device.socket, selectors.EVENT_READ, board)
    playing, took = len(boards), []
    while playing:
        while due and due[0][0] <= time.monotonic():
            heapq.heappop(due)[2].press()
        wait = due[0][0] - time.monotonic() if due else 1.0
        for key, _ in selector.select(max(0.0, min(wait, 1.0))):
            board = key.data
            for answer in board.device.lines():
                if answer["type"] != "ack":
                    sys.exit(f"board {board.number}: {answer}")
                took.append(time.monotonic() - board.sent)
                board.played += 1
                if board.played == len(board.moves):
                    playing -= 1
                else:
                    heapq.heappush(due, (board.sent + interval, board.number, board))
    return took


class Bare:
    """A log without anything around it."""

    def __init__(self, path):
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                              "CREATE TABLE event (pos INTEGER PRIMARY KEY, body TEXT) STRICT")

    def commit(self):
        """How long it took."""
        start = time.monotonic()
        self.db.execute("INSERT INTO event (body) VALUES (?)", ("x" * 400,))
        return time.monotonic() - start


def commit_beside(path, over, found):
    bare, took = Bare(path), []
    while not over.wait(0.01):
        took.append(bare.commit())
    found.put(took)


def played_beside(path, boards, rate):
    """The times of the presses, and of bare commits meanwhile."""
    over, found = multiprocessing.Event(), multiprocessing.Queue()
    beside = multiprocessing.Process(target=commit_beside, args=(path, over, found), daemon=True)
    beside.start()
    took = play(boards, rate)
    over.set()
    commits = found.get()
    beside.join()
    return took, commits


def percentiles(name, took):
    took = sorted(took)
    p50, p99 = took[len(took) // 2], took[len(took) * 99 // 100]
    print(f"{name}: {len(took)} samples, p50 {p50 * 1e3:.2f} ms, p99 {p99 * 1e3:.2f} ms,"
          f" worst {took[-1] * 1e3:.2f} ms")
    return p99


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("--pgn", default=REAL_ROUND if os.path.exists(REAL_ROUND) else CLASSICS)
    parser.add_argument("--boards", type=int, default=180)
    parser.add_argument("--moves", type=int, default=30)
    parser.add_argument("--rate", type=float, default=300.0)
    options = parser.parse_args()
    games = [game for game in pgn.load(options.pgn) if len(game.moves) > 20]
    with tempfile.TemporaryDirectory(prefix="flagfall-bench-") as folder:
        data = os.path.join(folder, "data")
        clock = Daemon(os.path.join(options.build, "clockd", "clockd"), "serve", "--data", data,
                       "--port", "0", "--open-hall")
        office = Daemon(os.path.join(options.build, "arbiterd", "arbiterd"), "serve", "--data",
                        data, "--port", "0", "--clockd", "127.0.0.1:" + clock.port,
                        "--open-hall")
        boards = open_boards(clock.port, games, options)
        took, beside = played_beside(os.path.join(folder, "beside.db"), boards, options.rate)
        office.stop()
        clock.stop()
        press = percentiles(f"press to durable reply, {options.boards} boards,"
                            f" {options.rate:.0f} presses a second", took)
        beside = percentiles("bare SQLite commit of one row, meanwhile", beside)
        bare = Bare(os.path.join(folder, "alone.db"))
        alone = percentiles("bare SQLite commit of one row, alone",
                            [bare.commit() for _ in range(2000)])
        print(f"ratio of the 99th percentiles: {press / beside:.1f} meanwhile,"
              f" {press / alone:.1f} alone")


if __name__ == "__main__":
    main()
