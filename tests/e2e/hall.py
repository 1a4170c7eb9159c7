"""A playing hall for tests: both daemons as processes, and small clients to talk to them.

Nothing here shares code with the daemons. Everything that passes is noted in a transcript that
tests/support/schema_check.py holds against schemas/.
"""

import argparse
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DATA = os.path.join(ROOT, "tests", "data")
GAMES = os.path.join(ROOT, "..", "shared", "data", "games")
SKIPPED = 77  # exit code that CTest counts as skipped
PATIENCE = 60  # seconds until a wait that should have ended is a failure


class Options:
    """What the command line said; see main()."""

    build = os.environ.get("FLAGFALL_BUILD", os.path.join(ROOT, "build", "release"))
    transcripts = os.environ.get("FLAGFALL_TRANSCRIPTS", "")
    seed = 1
    keep = False


def clockd_binary():
    return os.path.join(Options.build, "clockd", "clockd")


def arbiterd_binary():
    return os.path.join(Options.build, "arbiterd", "arbiterd")


# ---- transcript --------------------------------------------------------------------------------


class Transcript:
    """One JSON object a line: {"dir": ..., "line": ...}. Writes may come from several threads."""

    def __init__(self, path):
        self._lock = threading.Lock()
        self._file = open(path, "w", encoding="utf-8") if path else None

    def add(self, direction, line):
        if self._file is None:
            return
        text = json.dumps({"dir": direction, "line": line}, ensure_ascii=False)
        with self._lock:
            self._file.write(text + "\n")

    def close(self):
        if self._file is not None:
            self._file.close()
            self._file = None


# ---- processes ---------------------------------------------------------------------------------


class Daemon:
    """One process of ours. Its first line of output tells where it listens."""

    def __init__(self, argv, folder):
        self.argv = argv
        self.errors = os.path.join(folder, os.path.basename(argv[0]) + ".err")
        self.process = None
        self.first_line = ""

    def start(self):
        with open(self.errors, "ab") as errors:
            self.process = subprocess.Popen(
                self.argv, stdout=subprocess.PIPE, stderr=errors, text=True)
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
            self.process.stdout.close()
            self.process = None
        return code

    def memory_kb(self):
        """The most resident memory so far."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmHWM:\s+(\d+) kB", file.read()).group(1))


class Hall:
    """clockd and arbiterd with a data folder of their own."""

    def __init__(self, folder, transcript=None, time_mode="virtual"):
        self.folder = folder
        self.time_mode = time_mode
        self.transcript = transcript or Transcript("")
        self.clockd = self.arbiterd = None
        self.clock_port = self.http_port = 0
        self.office_connects_to = 0  # a proxy's port; 0: clockd itself
        self._clients = []

    def start(self):
        self.start_clockd()
        self.start_arbiterd()
        return self

    def start_clockd(self):
        self.clockd = Daemon([clockd_binary(), "serve", "--data", self.folder, "--port",
                              str(self.clock_port), "--time", self.time_mode], self.folder)
        line = self.clockd.start().first_line
        self.clock_port = int(re.fullmatch(r"clockd listens on port (\d+) \(.*\)", line).group(1))

    def start_arbiterd(self):
        port = self.office_connects_to or self.clock_port
        self.arbiterd = Daemon([arbiterd_binary(), "serve", "--data", self.folder, "--port",
                                str(self.http_port), "--clockd", f"127.0.0.1:{port}"], self.folder)
        line = self.arbiterd.start().first_line
        self.http_port = int(re.fullmatch(r"arbiterd answers on http://127.0.0.1:(\d+)",
                                          line).group(1))

    def stop(self, how=signal.SIGTERM):
        """Ends what runs; returns the exit codes of arbiterd and clockd."""
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

    def get(self, path, method="GET", headers=None):
        return http_get(self.http_port, path, method, headers, self.transcript)

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
        """Plays PGN files to their end; returns what was printed."""
        return self.start_replay(*files, port=port, options=options).finish()

    def start_replay(self, *files, port=0, options=()):
        return Replay([clockd_binary(), "replay", *files, "--connect",
                       f"127.0.0.1:{port or self.clock_port}", *options])

    def note_logs(self, most_of_a_type=400):
        """Puts the events of both logs into the transcript; of a type only so many."""
        for name, direction in (("clockd.db", "clock_event"), ("arbiterd.db", "game_event")):
            path = os.path.join(self.folder, name)
            if not os.path.exists(path):
                continue
            seen = {}
            with open_db(path) as db:
                for kind, body in db.execute("SELECT type, body FROM event ORDER BY pos"):
                    seen[kind] = seen.get(kind, 0) + 1
                    if seen[kind] <= most_of_a_type:
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
    """For conditions nobody sends an event about: rows of another process's file."""
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError("waited in vain until " + what)
        time.sleep(0.005)


# ---- HTTP --------------------------------------------------------------------------------------


class Answer:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = {name.lower(): value for name, value in headers}
        self.body = body

    @property
    def kind(self):
        return self.headers.get("content-type", "").split(";")[0]

    def json(self):
        return json.loads(self.body)


def http_get(port, path, method="GET", headers=None, transcript=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(method, path, headers=headers or {})
        response = connection.getresponse()
        answer = Answer(response.status, response.getheaders(), response.read().decode("utf-8"))
    finally:
        connection.close()
    if transcript is not None and answer.body and answer.kind in ("application/json",
                                                                  "application/problem+json"):
        transcript.add("http", {"method": method, "path": path, "status": answer.status,
                                "content_type": answer.kind, "body": answer.json()})
    return answer


# ---- NDJSON ------------------------------------------------------------------------------------


class Client:
    """A peer of clockd. Reads only when asked, so it can also be a very slow one."""

    def __init__(self, port, role="device", name="test", transcript=None, hello=True,
                 receive_buffer=0):
        self.transcript = transcript or Transcript("")
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffer = b""
        self.unread = []   # read while waiting for something else
        self.epochs = {}   # of each board, as last heard
        self.number = 0
        self.name = name
        self.welcome = None
        if hello:
            self.send({"type": "hello", "role": role, "name": name, "protocol": 1})
            self.welcome = self.until(lambda m: m["type"] in ("welcome", "refused"))

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, *messages):
        """One or more well-formed messages in one write."""
        for message in messages:
            self.transcript.add("to_clockd", message)
        self.send_raw("".join(json.dumps(m) + "\n" for m in messages).encode())

    def send_raw(self, data):
        self.socket.sendall(data)

    def read(self):
        """The next message from clockd, None when the link was closed."""
        while b"\n" not in self._buffer:
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:
                return None
            except socket.timeout:
                raise AssertionError(f"{self.name}: nothing came in {PATIENCE} s")
            if not data:
                return None
            self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        message = json.loads(line)
        self.transcript.add("from_clockd", message)
        seen = message.get("event", message)
        if "board" in seen and "epoch" in seen:
            self.epochs[seen["board"]] = seen["epoch"]
        return message

    def until(self, wanted):
        """The first message that is wanted; the others wait in `unread`."""
        for i, message in enumerate(self.unread):
            if wanted(message):
                return self.unread.pop(i)
        while True:
            message = self.read()
            if message is None:
                raise AssertionError(f"{self.name}: the link was closed")
            if wanted(message):
                return message
            self.unread.append(message)

    def event(self, kind, /, **fields):
        """The next event of this type with these fields, as a whole frame. Needs subscribe()."""
        return self.until(lambda m: m["type"] == "event" and m["event"]["type"] == kind and
                          all(m["event"].get(k) == v for k, v in fields.items()))

    def answer(self, command_id):
        return self.until(lambda m: m["type"] in ("ack", "refused") and m["id"] == command_id)

    def make(self, kind, board, game, /, **fields):
        """A command with the epoch last heard of and an id of its own."""
        self.number += 1
        message = {"type": kind, "id": f"{self.name}-{self.number}", "board": board, "game": game}
        if self.epochs.get(board):
            message["epoch"] = self.epochs[board]
        message.update(fields)
        return message

    def command(self, kind, board, game, /, **fields):
        """Sends a command and returns its ack or refusal."""
        message = self.make(kind, board, game, **fields)
        self.send(message)
        return self.answer(message["id"])

    def done(self, kind, board, game, /, **fields):
        """A command that must be carried out."""
        reply = self.command(kind, board, game, **fields)
        if reply["type"] != "ack":
            raise AssertionError(f"{kind} was refused: {reply}")
        return reply

    def subscribe(self, start=0, board=None, log=None):
        self.number += 1
        message = {"type": "subscribe", "id": f"{self.name}-{self.number}", "from": start}
        if start or log:
            message["log"] = log or self.welcome["log"]
        if board is not None:
            message["board"] = board
        self.send(message)
        return self.until(lambda m: m["type"] in ("subscribed", "refused") and
                          m["id"] == message["id"])

    def board_state(self, board):
        self.number += 1
        message = {"type": "get_board", "id": f"{self.name}-{self.number}", "board": board}
        self.send(message)
        return self.until(lambda m: m["type"] in ("board_state", "refused") and
                          m["id"] == message["id"])


TERMS = {"event": "e2e", "round": "1", "white": "White, A", "black": "Black, B",
         "time_control": "40/5400+30:1800+30"}


def open_game(arbiter, board, game, start=True, at_us=0, **terms):
    """Sets up a game and starts White's clock."""
    stamp = {} if at_us is None else {"at_us": at_us}
    reply = arbiter.done("open_game", board, game, **{**TERMS, **terms}, **stamp)
    if start:
        reply = arbiter.done("start_game", board, game, **stamp)
    return reply


# ---- a proxy that listens in -------------------------------------------------------------------


class Proxy:
    """Passes lines on between peers and a server, and notes them."""

    def __init__(self, server_port, transcript=None):
        self.server_port = server_port
        self.transcript = transcript or Transcript("")
        self.acks = []   # every ack that went through to a peer
        self._lock = threading.Lock()
        self._sockets = set()
        self._threads = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._run(self._accept)

    def _run(self, function, *args):
        thread = threading.Thread(target=function, args=args, daemon=True)
        thread.start()
        self._threads.append(thread)

    def _accept(self):
        while True:
            try:
                peer, _ = self._listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.server_port), 5)
            except OSError:
                peer.close()  # the server is away; the peer comes again
                continue
            for one in (peer, server):
                one.settimeout(None)
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._lock:
                self._sockets |= {peer, server}
            self._run(self._pass_on, peer, server, "to_clockd")
            self._run(self._pass_on, server, peer, "from_clockd")

    def _pass_on(self, source, target, direction):
        rest = b""
        try:
            while data := source.recv(65536):
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    self._note(direction, line)
                target.sendall(data)
        except OSError:
            pass
        for one in (source, target):  # whichever side ended, the link is over
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def _note(self, direction, line):
        message = json.loads(line)
        self.transcript.add(direction, message)
        if message["type"] == "ack":
            with self._lock:
                self.acks.append((message["id"], message["pos"], message.get("repeated", False)))

    def close(self):
        try:
            self._listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._listener.close()
        with self._lock:
            sockets = list(self._sockets)
        for one in sockets:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        for thread in self._threads:
            thread.join(PATIENCE)
        for one in sockets:
            one.close()


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


def arbiterd_says(*args, code=0):
    """Runs arbiterd as a tool and returns what it printed."""
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
        shutil.rmtree(Options.transcripts, ignore_errors=True)  # of an earlier run
    program = unittest.main(argv=[sys.argv[0], *rest], exit=False)
    result = program.result
    if not result.wasSuccessful():
        print(f"seed {Options.seed}")
        sys.exit(1)
    sys.exit(SKIPPED if result.skipped and len(result.skipped) == result.testsRun else 0)
