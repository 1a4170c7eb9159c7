"""A playing hall for tests: both daemons as processes with a data folder of their own.

Nothing in this folder shares code with the daemons.
"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

from peers import PATIENCE, Client, Proxy, Transcript, http_ask, http_get

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DATA = os.path.join(ROOT, "tests", "data")
GAMES = os.path.join(ROOT, "..", "shared", "data", "games")
SKIPPED = 77  # exit code that CTest counts as skipped


class Options:
    """The options of the command line; see main()."""

    build = os.environ.get("FLAGFALL_BUILD", os.path.join(ROOT, "build", "release"))
    transcripts = os.environ.get("FLAGFALL_TRANSCRIPTS", "")
    seed = 1
    keep = False


def clockd_binary():
    return os.path.join(Options.build, "clockd", "clockd")


def arbiterd_binary():
    return os.path.join(Options.build, "arbiterd", "arbiterd")


def sanitized():
    """Built with a sanitizer, which keeps freed memory: then figures of memory have no meaning."""
    with open(clockd_binary(), "rb") as file:
        return re.search(b"__[at]san_init", file.read()) is not None


# ---- processes ---------------------------------------------------------------------------------


class Daemon:
    """One process of ours. Its first line of output has its address."""

    def __init__(self, argv, folder, environment=None):
        self.argv = argv
        self.environment = {**os.environ, **environment} if environment else None
        self.errors = os.path.join(folder, os.path.basename(argv[0]) + ".err")
        self.process = None
        self.first_line = ""

    def start(self):
        with open(self.errors, "ab") as errors:
            self.process = subprocess.Popen(
                self.argv, stdout=subprocess.PIPE, stderr=errors, text=True,
                env=self.environment)
        self.first_line = self.process.stdout.readline().strip()
        if not self.first_line:
            raise AssertionError(f"{self.argv} did not start, exit {self.process.wait()}: "
                                 f"{self.stderr()}")
        return self

    def stderr(self):
        with open(self.errors, encoding="utf-8", errors="replace") as file:
            return file.read()

    def end(self, how=signal.SIGTERM):
        """Sends the signal, waits, and returns the exit code."""
        if self.process is None:
            return None
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"{self.argv[0]} did not end after {how}")
        finally:
            if self.process.poll() is None:  # interrupted
                self.process.kill()
                self.process.wait()
            self.process.stdout.close()
            self.process = None
        if "the software failed" in self.stderr():
            raise AssertionError(f"{self.argv[0]}: {self.stderr()}")
        return code

    def memory_kb(self):
        """The most resident memory so far."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmHWM:\s+(\d+) kB", file.read()).group(1))


def check_sentences(answer):
    """Each sentence of an answer to an act comes with its code, or is that of a step: a page of
    another language has it in its own words."""
    if not isinstance(answer, dict):
        return
    steps = len(answer.get("consequences", {}).get("steps", []))
    lists = [("text", "remarks", steps)] if "consequences" in answer else \
        [("notes", "remarks", 0), ("says", "saysRemarks", 0)]
    for sentences, remarks, other in lists:
        coded = [one.get("code") for one in answer.get(remarks, [])]
        if len(answer.get(sentences, [])) != len(coded) + other or None in coded:
            raise AssertionError(f"{sentences} without their codes: {answer}")


class Hall:
    """clockd and arbiterd with a data folder of their own."""

    def __init__(self, folder, transcript=None, time_mode="virtual"):
        self.folder = folder
        self.time_mode = time_mode
        self.transcript = transcript or Transcript("")
        self.clockd = self.arbiterd = None
        self.clock_port = self.http_port = 0
        # Our devices follow the log, and nobody authenticates; test_door.py has peers that must.
        self.clockd_options = ["--rehearsal", "--open-hall"]
        self.office_options = ["--open-hall"]
        self.office_connects_to = 0  # a proxy's port; 0: clockd itself
        self.office_connects_at = "127.0.0.1"
        self._clients = []

    def start(self):
        self.start_clockd()
        self.start_arbiterd()
        return self

    def start_clockd(self):
        self.clockd = Daemon([clockd_binary(), "serve", "--data", self.folder, "--port",
                              str(self.clock_port), "--time", self.time_mode, *self.clockd_options],
                             self.folder)
        line = self.clockd.start().first_line
        self.clock_port = int(re.fullmatch(r"clockd listens on port (\d+) \(.*\)", line).group(1))

    def start_arbiterd(self):
        port = self.office_connects_to or self.clock_port
        self.arbiterd = Daemon([arbiterd_binary(), "serve", "--data", self.folder, "--port",
                                str(self.http_port), "--clockd",
                                f"{self.office_connects_at}:{port}",
                                *self.office_options], self.folder)
        line = self.arbiterd.start().first_line
        self.http_port = int(re.fullmatch(r"arbiterd answers on http://127.0.0.1:(\d+)",
                                          line).group(1))

    def stop(self, how=signal.SIGTERM):
        """Ends the running daemons; returns the exit codes of arbiterd and clockd."""
        for client in self._clients:
            client.close()
        codes = []
        for daemon in (self.arbiterd, self.clockd):
            codes.append(daemon.end(how) if daemon and daemon.process else None)
        return codes

    def client(self, role="device", name="test", **options):
        """A new link to clockd, closed with the hall at the latest."""
        client = Client(self.clock_port, role, name, self.transcript, **options)
        self._clients.append(client)
        return client

    def owner_token(self):
        """The token that arbiterd makes for the person who installs it: that of a chief arbiter."""
        with open(os.path.join(self.folder, "owner.token"), encoding="ascii") as file:
            return file.read().strip()

    def ask(self, method, path, body=None, headers=None, token=None):
        """A request of the owner, or with another token; "" sends none."""
        token = self.owner_token() if token is None else token
        answer = http_ask(self.http_port, method, path, body, headers, token, self.transcript)
        changed = method in ("POST", "PUT") and answer.status == 200
        if changed and answer.kind == "application/json":
            check_sentences(answer.json())
        return answer

    def get(self, path, headers=None, token=None):
        return self.ask("GET", path, headers=headers, token=token)

    def clock_db(self):
        return open_db(os.path.join(self.folder, "clockd.db"))

    def office_db(self):
        return open_db(os.path.join(self.folder, "arbiterd.db"))

    def settled(self):
        """Waits until arbiterd has followed clockd's log to its end and has nothing to send."""
        with self.clock_db() as clock, self.office_db() as office:
            def done():
                last = clock.execute("SELECT max(pos) FROM event").fetchone()[0]
                followed = office.execute("SELECT pos FROM follow").fetchone()
                open_ones = office.execute(
                    "SELECT count(*) FROM outbox WHERE settled = 0").fetchone()[0]
                return followed is not None and followed[0] == last and open_ones == 0
            wait_until(done, "arbiterd has followed clockd's log to its end")

    def replay(self, *files, port=0, options=()):
        """Plays PGN files to their end; returns the output."""
        return self.start_replay(*files, port=port, options=options).finish()

    def start_replay(self, *files, port=0, options=()):
        return Replay([clockd_binary(), "replay", *files, "--connect",
                       f"127.0.0.1:{port or self.clock_port}", *options])

    def note_logs(self):
        """Puts the events of both logs into the transcript."""
        for name, direction in (("clockd.db", "clock_event"), ("arbiterd.db", "game_event")):
            path = os.path.join(self.folder, name)
            if not os.path.exists(path):
                continue
            with open_db(path) as db:
                for kind, body in db.execute("SELECT type, body FROM event ORDER BY pos"):
                    self.transcript.add(direction, {"type": kind, **json.loads(body)})


class Replay:
    """A replay under way."""

    def __init__(self, argv):
        self.process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True)

    def finish(self, patience=600):
        try:
            out, err = self.process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError("the replay did not come to its end")
        if self.process.returncode != 0:
            raise AssertionError(f"the replay ended with {self.process.returncode}: {out}\n{err}")
        return out

    def running(self):
        return self.process.poll() is None

    def kill(self):
        if self.running():
            self.process.kill()
        self.process.communicate()


class open_db:  # pylint: disable=invalid-name
    """A read-only connection that is closed at the end of the `with`."""

    def __init__(self, path):
        self.db = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)

    def __enter__(self):
        return self.db

    def __exit__(self, *_):
        self.db.close()


def wait_until(condition, what, patience=PATIENCE):
    """For conditions without an event: rows of another process's file. `what` describes
    the condition: a text, or a function that makes it when the wait fails."""
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError("waited in vain until " + (what() if callable(what) else what))
        time.sleep(0.005)


TERMS = {"event": "e2e", "round": "1", "white": "White, A", "black": "Black, B",
         "time_control": "40/5400+30:1800+30"}


def open_game(arbiter, board, game, start=True, at_us=0, **terms):
    """Sets up a game and starts White's clock."""
    stamp = {} if at_us is None else {"at_us": at_us}
    reply = arbiter.done("open_game", board, game, **{**TERMS, **terms}, **stamp)
    if start:
        reply = arbiter.done("start_game", board, game, **stamp)
    return reply


# ---- test cases --------------------------------------------------------------------------------


class HallCase(unittest.TestCase):
    """A test with a folder and a transcript of its own."""

    note_logs = True

    def setUp(self):
        name = self.id().replace("__main__.", "")
        script = os.path.splitext(os.path.basename(sys.argv[0]))[0]
        self.tmp = tempfile.mkdtemp(prefix=f"flagfall-{name}-")
        path = ""
        if Options.transcripts:
            os.makedirs(Options.transcripts, exist_ok=True)
            path = os.path.join(Options.transcripts, f"{script}.{name}.ndjson")
        self.transcript = Transcript(path)
        self.random = random.Random(f"{Options.seed} {name}")
        self._halls = []
        self._proxies = []

    def hall(self, name="hall", time_mode="virtual"):
        folder = os.path.join(self.tmp, name)
        os.makedirs(folder, exist_ok=True)
        hall = Hall(folder, self.transcript, time_mode)
        self._halls.append(hall)
        return hall

    def proxy(self, port, transcript=None):
        proxy = Proxy(port, transcript)
        self._proxies.append(proxy)
        return proxy

    def tearDown(self):
        for hall in self._halls:
            codes = hall.stop()
            self.assertTrue(set(codes) <= {0, None}, f"exit codes {codes}: {self.all_errors()}")
            if self.note_logs:
                hall.note_logs()
        for proxy in self._proxies:
            proxy.close()
        self.transcript.close()
        if Options.keep:
            print(f"kept {self.tmp}")
        else:
            shutil.rmtree(self.tmp, ignore_errors=True)

    def all_errors(self):
        return "".join(d.stderr() for h in self._halls for d in (h.clockd, h.arbiterd) if d)


class GatewayCase(HallCase):
    """A hall in real time, with a gateway of electronic boards."""

    def setUp(self):
        super().setUp()
        self.house = self.hall(time_mode="real")
        self.house.start()
        self.gateway = None
        self.arbiter = self.house.client("arbiter", "desk")

    def tearDown(self):
        self.stop_gateway()
        super().tearDown()

    def stop_gateway(self):
        if self.gateway:
            self.gateway.end()

    def start_gateway(self, *options):
        self.gateway = Daemon(
            [clockd_binary(), "boards", "--data", os.path.join(self.tmp, "frames"),
             "--connect", f"127.0.0.1:{self.house.clock_port}", *options], self.tmp)
        self.gateway.start()

    def rows(self, kind, board=1):
        with self.house.clock_db() as db:
            all_of = [json.loads(body) for (body,) in db.execute(
                "SELECT body FROM event WHERE type = ? ORDER BY pos", (kind,))]
        return [one for one in all_of if one.get("board") == board]

    def made(self, board=1):
        return [one["text"] for one in self.rows("made", board)]

    def last_equipment(self, board=1):
        rows = self.rows("equipment_changed", board)
        return rows[-1] if rows else {}

    def link(self, board=1):
        return self.last_equipment(board).get("link", "")

    def equipment(self):
        """As arbiterd's API has it."""
        return self.house.get("/api/v1/equipment").json()["equipment"]

    def drift(self, board=1):
        return self.last_equipment(board).get("drift", "")


def arbiterd_says(*args, code=0):
    """Runs arbiterd as a tool and returns its output."""
    done = subprocess.run([arbiterd_binary(), *args], capture_output=True, text=True,
                          timeout=PATIENCE, check=False)
    if done.returncode != code:
        raise AssertionError(f"arbiterd {args} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def main():
    """Entry of every test script."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--build", default=Options.build, help="folder with the binaries")
    parser.add_argument("--transcripts", default=Options.transcripts,
                        help="folder to keep transcripts in")
    parser.add_argument("--seed", type=int, default=Options.seed)
    parser.add_argument("--keep", action="store_true", help="keep the data folders")
    options, rest = parser.parse_known_args()
    Options.build = os.path.abspath(options.build)
    Options.transcripts = options.transcripts
    Options.seed = options.seed
    Options.keep = options.keep
    if Options.transcripts:
        shutil.rmtree(Options.transcripts, ignore_errors=True)  # from an earlier run
    program = unittest.main(argv=[sys.argv[0], *rest], exit=False)
    result = program.result
    if not result.wasSuccessful():
        print(f"seed {Options.seed}")
        sys.exit(1)
    sys.exit(SKIPPED if result.skipped and len(result.skipped) == result.testsRun else 0)
