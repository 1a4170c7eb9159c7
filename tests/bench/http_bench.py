#!/usr/bin/env python3
"""The HTTP API under load, beside nginx and a bare loop in the same run.

usage: http_bench.py [--build DIR] [--seconds N] [--rounds N] [--consumers N] [--changes N]
                     [--air SECONDS] [--only results|streams|files|play]

Starts both daemons, and nginx (one worker) that serves the same bytes from files, and measures:
1. the results of a round of 1,000 boards: the whole (200), unchanged (304), both with wrk, by
   turns, of a round whose results are entered and of one whose clocks run; and the first request
   after each change, a result entered before it;
2. the time from sending a result to its arrival at each of N consumers of Server-Sent Events,
   beside a bare loop that passes on the same bytes to as many sockets;
3. the import and export of a TRF of 2,000 players and 11 rounds, beside nginx storing and serving
   the same bytes, and `arbiterd formats convert` of the file;
4. a round of 180 boards in play: results and games.pgn after each move, beside nginx serving the
   same bytes; and what a program that asks for them every second is sent, with and without gzip.
Needs nginx and wrk: apt-get install nginx-light wrk. Absolute times mean nothing on another
machine: only the ratios compare.
"""

import argparse
import http.client
import os
import random
import re
import resource
import selectors
import shutil
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import hall  # noqa: E402  pylint: disable=wrong-import-position
import load  # noqa: E402  pylint: disable=wrong-import-position
import load_boards  # noqa: E402  pylint: disable=wrong-import-position
from office import CHIEF, Office  # noqa: E402  pylint: disable=wrong-import-position
from peers import Answer  # noqa: E402  pylint: disable=wrong-import-position

PLAYERS = 2000
BOARDS = PLAYERS // 2
ROUNDS = 11
SCORES = ("1-0", "1/2-1/2", "0-1")
RESULT = b"event: result\n"
SEED = 1
LIVE_BOARDS = 180
MOVES_A_SECOND = 6   # of all boards, at two minutes a move and its answer

NGINX = """
daemon off;
worker_processes 1;
{user}
pid {folder}/nginx.pid;
error_log {folder}/nginx.err;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    etag on;
    keepalive_requests 100000000;
    default_type application/json;
    client_max_body_size 16m;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
        root {folder}/files;
        dav_methods PUT;
    }}
}}
"""


# ---- who answers -------------------------------------------------------------------------------


class Nginx:
    """nginx on a free port, whose files are in `files`."""

    def __init__(self, folder):
        self.files = os.path.join(folder, "files")
        os.mkdir(self.files)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        path = os.path.join(folder, "nginx.conf")
        user = "user root;" if os.geteuid() == 0 else ""
        with open(path, "w", encoding="ascii") as file:
            file.write(NGINX.format(folder=folder, port=self.port, user=user))
        errors = os.path.join(folder, "nginx.err")
        self.process = subprocess.Popen(["nginx", "-e", errors, "-c", path])
        hall.wait_until(self.answers, "nginx answers")

    def answers(self):
        if self.process.poll() is not None:
            sys.exit("nginx did not start")
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
        except ConnectionRefusedError:
            return False
        return True

    def put(self, name, body):
        """Replaces the present file with another one, at once."""
        path = os.path.join(self.files, name)
        with open(path + ".new", "wb") as file:
            file.write(body)
        os.replace(path + ".new", path)

    def end(self):
        self.process.terminate()
        self.process.wait()


class Line:
    """One kept connection, like a program's. `took` is the time of the last request."""

    def __init__(self, port, token=""):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        self.connection.connect()
        self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.token = {"Authorization": f"Bearer {token}"} if token else {}
        self.took = 0.0

    def ask(self, method, path, body=None, wanted=(200,), **headers):
        start = time.monotonic()
        self.send(method, path, body, **headers)
        answer = self.answer(wanted)
        self.took = time.monotonic() - start
        return answer

    def send(self, method, path, body=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, path, body, {**headers, **self.token})

    def answer(self, wanted=(200,)):
        response = self.connection.getresponse()
        answer = Answer(response.status, response.getheaders(), response.read())
        if answer.status not in wanted:
            sys.exit(f"{answer.status} {answer.body[:500]}")
        return answer

    def send_result(self, office, board, score):
        body = f'{{"by":"{CHIEF}","result":{{"score":"{score}","kind":"played"}}}}'
        self.send("PUT", f"{office.path}/rounds/1/boards/{board}/result", body,
                  Content_Type="application/json", If_Match="*")

    def enter(self, office, board, score):
        self.send_result(office, board, score)
        self.answer()


def must(answer):
    if answer.status not in (200, 201):
        sys.exit(f"{answer.status} {answer.body[:500]}")


def big_round(house):
    """An event with a round of 1,000 boards that is under way, half of whose results are known."""
    office = Office(house, "open")
    must(office.create(rounds=ROUNDS))
    csv = "number,name,rating,federation,fide_id\n" + "".join(
        f'{n},"Player-{n}, Given",{2800 - n // 2},NOR,{1500000 + n}\n'
        for n in range(1, PLAYERS + 1))
    must(office.put("/players", csv, "text/csv"))
    office.done("plan_round", number=1)
    pairs = f"{BOARDS}\n" + "".join(f"{n} {n + BOARDS}\n" for n in range(1, BOARDS + 1))
    must(office.put("/rounds/1/pairings", pairs, "text/plain"))
    office.done("publish_round", round=1)
    office.done("start_round", round=1, without_clocks=True)
    line = Line(house.http_port, house.owner_token())
    for board in range(1, BOARDS + 1, 2):
        line.enter(office, board, SCORES[board % 3])
    return office


def clocked_round(house):
    """Another event, all of whose boards have running clocks."""
    office = Office(house, "clocked").with_round(PLAYERS)
    office.done("start_round", round=1)
    hall.wait_until(lambda: all(board["status"] == "playing" for board in
                                Line(house.http_port).ask("GET", f"{office.path}/rounds/1/results")
                                .json()["boards"]), "all clocks run")
    house.settled()
    return office


# ---- figures -----------------------------------------------------------------------------------


def middle(values):
    return sorted(values)[len(values) // 2]


def p99(values):
    return sorted(values)[len(values) * 99 // 100]


def row(what, ours, other, ratio, unit):
    """`ratio` is above 1 where the baseline does better."""
    digits = ",.2f" if unit else ",.0f"
    print(f"| {what} | {ours:{digits}}{unit} | {other:{digits}}{unit} | {ratio:.2f} |")


def heading(title, baseline):
    print(f"\n{title}\n\n| | arbiterd | {baseline} | baseline better by |\n|---|---|---|---|")


def times(what, ours, other):
    for name, figure in (("p50", middle), ("p99", p99)):
        mine, bare = figure(ours) * 1e3, figure(other) * 1e3
        row(f"{what}, {name}", mine, bare, mine / bare, " ms")


# ---- 1: results --------------------------------------------------------------------------------


def wrk(port, path, seconds, etag=""):
    """Requests a second, and the 99th percentile in ms, of two threads with 16 connections."""
    argv = ["wrk", "-t2", "-c16", f"-d{seconds}s", "--latency"]
    if etag:
        argv += ["-H", f"If-None-Match: {etag}"]
    said = subprocess.run([*argv, f"http://127.0.0.1:{port}{path}"], capture_output=True,
                          text=True, check=True).stdout
    if "Non-2xx" in said or "Socket errors" in said:
        sys.exit(said)
    slow, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", said).groups()
    return (float(re.search(r"Requests/sec:\s+([\d.]+)", said).group(1)),
            float(slow) * {"us": 1e-3, "ms": 1.0, "s": 1e3}[unit])


def by_turns(what, ours, other, options):
    """The medians of all turns; `ours` and `other` are arguments of wrk()."""
    turns = [(wrk(*ours[:2], options.seconds, *ours[2:]),
              wrk(*other[:2], options.seconds, *other[2:])) for _ in range(options.rounds)]
    speed, slow = [[middle([turn[who][figure] for turn in turns]) for who in (0, 1)]
                   for figure in (0, 1)]
    row(f"{what}, requests a second", *speed, speed[1] / speed[0], "")
    row(f"{what}, p99", *slow, slow[0] / slow[1], " ms")


def after_each_change(line, office, path, nginx, options):
    """Seconds of the first request after a change, here and for nginx after its file's."""
    plain = Line(nginx.port)
    reader = Line(line.connection.port)
    ours, other = [], []
    for change in range(options.changes):
        board = 1 + change % BOARDS
        line.enter(office, board, SCORES[(board + change // BOARDS + 1) % 3])  # another one
        body = reader.ask("GET", path).bytes
        ours.append(reader.took)
        nginx.put("results", body)
        if plain.ask("GET", "/results").bytes != body:
            sys.exit("nginx serves other bytes")
        other.append(plain.took)
    return ours, other


def steady(house, path, what, nginx, options):
    """The whole and 304 of results that do not change."""
    answer = Line(house.http_port).ask("GET", path)
    nginx.put("results", answer.bytes)
    plain = Line(nginx.port).ask("GET", "/results")
    heading(f"Results of {len(answer.json()['boards'])} boards {what},"
            f" {len(answer.bytes) / 1e3:.0f} kB", "nginx")
    by_turns("200", (house.http_port, path), (nginx.port, "/results"), options)
    by_turns("304", (house.http_port, path, answer.headers["etag"]),
             (nginx.port, "/results", plain.headers["etag"]), options)
    Line(house.http_port).ask("GET", path, wanted=(304,), If_None_Match=answer.headers["etag"])


def results(house, office, nginx, options):
    path = f"{office.path}/rounds/1/results"
    line = Line(house.http_port, house.owner_token())
    cold = after_each_change(line, office, path, nginx, options)
    steady(house, path, "that are entered", nginx, options)
    times("first after a change", *cold)
    path = f"{clocked_round(house).path}/rounds/1/results"
    steady(house, path, "whose clocks run", nginx, options)


# ---- 2: from change to stream ------------------------------------------------------------------


class Crowd:
    """Many connections that wait for marked bytes, and the time when each got them."""

    def __init__(self, port, count, hello):
        self.selector = selectors.DefaultSelector()
        self.tails = {}
        self.last = b""
        for _ in range(count):
            one = socket.create_connection(("127.0.0.1", port))
            one.sendall(hello)
            one.setblocking(False)
            self.tails[one] = b""
            self.selector.register(one, selectors.EVENT_READ)

    def read_until(self, marker, start=0.0):
        """Seconds from `start` until each has the marker."""
        waiting, took = set(self.tails), []
        while waiting:
            ready = self.selector.select(60)
            if not ready:
                sys.exit(f"{len(waiting)} consumers wait in vain")
            for key, _ in ready:
                one = key.fileobj
                new = one.recv(65536)
                if not new:
                    sys.exit("a consumer was disconnected")
                self.tails[one] += new
                if one in waiting and marker in self.tails[one]:
                    took.append(time.monotonic() - start)
                    waiting.discard(one)
                    self.last, self.tails[one] = self.tails[one], b""
        return took

    def close(self):
        for one in self.tails:
            one.close()
        self.selector.close()


# Reads a line's worth of bytes from the first connection and sends it to all others.
BARE_LOOP = """
import selectors, socket, sys
listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
print(listener.getsockname()[1], flush=True)
control = listener.accept()[0]
others = [listener.accept()[0] for _ in range(int(sys.argv[1]))]
for each in others:
    each.setblocking(False)
    each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
selector = selectors.DefaultSelector()
selector.register(control, selectors.EVENT_READ)
while selector.select():
    data = control.recv(65536)
    if not data:
        break
    for each in others:
        each.send(data)
"""


def to_consumers(house, office, options):
    """Seconds from the sending of each result to each consumer; and the bytes one of them got."""
    crowd = Crowd(house.http_port, options.consumers,
                  f"GET {office.path}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    crowd.read_until(b"\r\n\r\n")
    line = Line(house.http_port, house.owner_token())
    took = []
    for change in range(options.changes // 10):
        board = BOARDS - change
        start = time.monotonic()
        line.send_result(office, board, SCORES[(board + 2) % 3])
        took += crowd.read_until(RESULT, start)
        line.answer()
    crowd.close()
    return took, crowd.last


def bare_fan_out(data, options):
    with subprocess.Popen([sys.executable, "-c", BARE_LOOP, str(options.consumers)],
                          stdout=subprocess.PIPE, text=True) as server:
        port = int(server.stdout.readline())
        with socket.create_connection(("127.0.0.1", port)) as control:
            control.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            crowd = Crowd(port, options.consumers, b"")
            took = []
            for _ in range(options.changes // 10):
                start = time.monotonic()
                control.sendall(data)
                took += crowd.read_until(RESULT, start)
            crowd.close()
    return took


def streams(house, office, options):
    ours, data = to_consumers(house, office, options)
    heading(f"From a result's sending to {options.consumers} streams, {len(data)} bytes each",
            "bare loop")
    times("all consumers", ours, bare_fan_out(data, options))


# ---- 3: files ----------------------------------------------------------------------------------


def big_trf():
    """A TRF16 of random results."""
    lucky = random.Random(SEED)
    games = {number: [] for number in range(1, PLAYERS + 1)}
    points = dict.fromkeys(games, 0)
    for _ in range(ROUNDS):
        order = lucky.sample(sorted(games), PLAYERS)
        for white, black in zip(order[::2], order[1::2]):
            mine, yours = lucky.choice((("1", "0"), ("=", "="), ("0", "1")))
            for one, other, colour, code in ((white, black, "w", mine), (black, white, "b", yours)):
                games[one].append(f"  {other:4} {colour} {code}")
                points[one] += {"1": 2, "=": 1, "0": 0}[code]
    lines = ["012 Big open", "042 2026/11/01", "052 2026/11/11", f"062 {PLAYERS}",
             "132" + " " * 88 + "".join(f"26/11/{day:02}  " for day in range(1, ROUNDS + 1)),
             f"XXR {ROUNDS}"]
    for number, played in games.items():
        name = f"Player-{number}, Given"
        lines.append(f"001 {number:4}      {name:33} {2800 - number // 2:4} NOR"
                     f" {1500000 + number:11} 1990/01/02 {points[number] / 2:4.1f} {number:4}"
                     + "".join(played))
    return ("\r\n".join(lines) + "\r\n").encode()


def convert(path):
    """Seconds of a process that reads the file and writes it again."""
    start = time.monotonic()
    hall.arbiterd_says("formats", "convert", path, "--to", "trf26")
    return time.monotonic() - start


def files(house, nginx, folder, options):
    trf = big_trf()
    path = os.path.join(folder, "big.trf")
    with open(path, "wb") as file:
        file.write(trf)
    line, plain = Line(house.http_port, house.owner_token()), Line(nginx.port)
    taken, told, again, stored, served, alone = ([] for _ in range(6))
    for turn in range(3 * options.rounds):  # they are short
        office = Office(house, f"import-{turn}")
        must(office.create())
        line.ask("PUT", office.path + "/import?by=Ida", trf, Content_Type="application/x-trf16",
                 If_Match="*")
        taken.append(line.took)
        report = line.ask("GET", office.path + "/trf")
        told.append(line.took)
        line.ask("GET", office.path + "/trf")
        again.append(line.took)
        if len(re.findall(b"^001 ", report.bytes, re.MULTILINE)) != PLAYERS:
            sys.exit("the report lacks players")
        plain.ask("PUT", f"/big-{turn}", trf, (201, 204))
        stored.append(plain.took)
        nginx.put("trf", report.bytes)
        plain.ask("GET", "/trf")
        served.append(plain.took)
        alone.append(convert(path))
    heading(f"TRF of {PLAYERS} players and {ROUNDS} rounds, {len(trf) / 1e3:.0f} kB", "nginx")
    for what, ours, other in (("PUT import, durable, beside PUT of a file", taken, stored),
                              ("GET trf, the first time", told, served),
                              ("GET trf, unchanged", again, served)):
        row(what, middle(ours) * 1e3, middle(other) * 1e3, middle(ours) / middle(other), " ms")
    row("import and first export, beside `formats convert`",
        (middle(taken) + middle(told)) * 1e3, middle(alone) * 1e3,
        (middle(taken) + middle(told)) / middle(alone), " ms")


# ---- 4: a round in play -------------------------------------------------------------------------


def in_play(house, plies):
    """Real games at 180 boards, of which this many plies are made."""
    boards = load_boards.Hall(house.clock_port, load.long_games())
    boards.open(LIVE_BOARDS, "5400+30")
    boards.start()
    boards.play(plies, 2000, 120)
    house.settled()
    for board in boards.boards:
        board.over = False  # it goes on
    return boards


def after_each_move(house, boards, path, nginx, options):
    """As after_each_change, for a move at one board after another."""
    reader, plain = Line(house.http_port), Line(nginx.port)
    ours, other = [], []
    for change in range(options.changes // 5):
        board = boards.boards[change % LIVE_BOARDS]
        boards.press(board, load_boards.Figures())
        while board.sent:
            boards.hear(board, load_boards.Figures(), [], {"open": 1, "plies": board.ply + 9}, None)
        house.settled()
        body = reader.ask("GET", path).bytes
        ours.append(reader.took)
        nginx.put("live", body)
        if plain.ask("GET", "/live").bytes != body:
            sys.exit("nginx serves other bytes")
        other.append(plain.took)
    return ours, other


def over_the_air(house, boards, paths, seconds):
    """Bytes that each path sends to a client that asks each second, plain and packed."""
    sent = {(path, coding): 0 for path in paths for coding in ("identity", "gzip")}
    known = dict.fromkeys(sent, "")
    line = Line(house.http_port)
    last = [-1]

    def ask(now):
        if int(now) == last[0]:
            return
        last[0] = int(now)
        for path, coding in sent:
            answer = line.ask("GET", path, wanted=(200, 304), Accept_Encoding=coding,
                              If_None_Match=known[path, coding] or '"none"')
            known[path, coding] = answer.headers["etag"]
            sent[path, coding] += len(answer.bytes) + sum(
                len(name) + len(value) + 4 for name, value in answer.headers.items())

    boards.play(load.PLIES, MOVES_A_SECOND, seconds, ask)
    return sent


def play(nginx, folder, options):
    os.mkdir(os.path.join(folder, "play"))
    house = hall.Hall(os.path.join(folder, "play"), time_mode="real")  # whose boards are free
    try:
        house.start()
        hall.wait_until(lambda: house.get("/readyz").status == 200, "arbiterd is ready")
        measure_play(house, nginx, options)
    finally:
        house.stop()


def measure_play(house, nginx, options):
    boards = in_play(house, 40)
    base = "/api/v1/events/load/rounds/1"
    paths = (base + "/results", base + "/games.pgn")
    for path in paths:
        size = len(Line(house.http_port).ask("GET", path).bytes)
        heading(f"{path.rsplit('/')[-1]} of {LIVE_BOARDS} boards, {size / 1e3:.0f} kB", "nginx")
        times("after a move", *after_each_move(house, boards, path, nginx, options))
    sent = over_the_air(house, boards, paths, options.air)
    print(f"\nSent in an hour to a program that asks every second, {LIVE_BOARDS} boards,"
          f" {MOVES_A_SECOND} moves a second (of {options.air} s)\n\n| | plain | gzip | ratio |\n"
          "|---|---|---|---|")
    for path in paths:
        plain, packed = (sent[path, coding] * 3600 / options.air / 1e6
                         for coding in ("identity", "gzip"))
        print(f"| {path.rsplit('/')[-1]} | {plain:,.0f} MB | {packed:,.0f} MB |"
              f" {plain / packed:.1f} |")


# ---- all of it ---------------------------------------------------------------------------------


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=hall.Options.build)
    parser.add_argument("--seconds", type=int, default=3, help="of each turn of wrk")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each measurement")
    parser.add_argument("--consumers", type=int, default=1000)
    parser.add_argument("--changes", type=int, default=500,
                        help="results entered one by one; a tenth of it for the streams")
    parser.add_argument("--air", type=int, default=60, help="seconds that are polled")
    parser.add_argument("--only", choices=("results", "streams", "files", "play"))
    options = parser.parse_args()
    hall.Options.build = os.path.abspath(options.build)
    os.environ["PATH"] += ":/usr/sbin"  # where nginx is, also for users other than root
    missing = [name for name in ("nginx", "wrk") if not shutil.which(name)]
    if missing:
        sys.exit(f"{' and '.join(missing)}: not found; apt-get install nginx-light wrk")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(prefix="flagfall-bench-") as folder:
        data = os.path.join(folder, "data")
        os.mkdir(data)
        nginx = Nginx(folder)
        house = hall.Hall(data, time_mode="real")
        try:
            house.start()
            hall.wait_until(lambda: house.get("/readyz").status == 200, "arbiterd is ready")
            print(f"seed {SEED}; only the ratios say anything on another machine")
            office = big_round(house) if options.only in (None, "results", "streams") else None
            for name, measure in (("results", lambda: results(house, office, nginx, options)),
                                  ("streams", lambda: streams(house, office, options)),
                                  ("files", lambda: files(house, nginx, folder, options)),
                                  ("play", lambda: play(nginx, folder, options))):
                if options.only in (None, name):
                    measure()
            print(f"\nmemory of arbiterd: {house.arbiterd.memory_kb() / 1024:.0f} MiB at most")
        finally:
            house.stop()
            nginx.end()


if __name__ == "__main__":
    main()
