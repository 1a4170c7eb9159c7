"""A short game on both daemons, played by a person's program that never gives up, and a
supervisor that restarts each daemon that ended.

The game has an illegal move and about 20 seconds of virtual time, so its record is exactly the
same however often something breaks on the way.
"""

import http.client
import json
import os
import random
import select
import signal
import socket
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))

# pylint: disable=wrong-import-position
import hall
import record
from fail_at import FailAt

GAME = "e/1/1"
OVERDUE = 60     # seconds until a round counts as hung; timing decides nothing else
FAULT_LASTS = 0.15  # seconds until the cause of a lasting fault is removed

OPEN = {"type": "open_game", "event": "e", "round": "1", "white": "White, A", "black": "Black, B",
        "time_control": "300+5"}
# (seconds of virtual time, epoch, command)
SCRIPT = [
    (0, 0, OPEN),
    (0, 0, {"type": "start_game"}),
    (2, 0, {"type": "press", "side": "white", "move": "e4"}),
    (4, 0, {"type": "press", "side": "black", "move": "e5"}),
    (6, 0, {"type": "press", "side": "white", "move": "Ke3"}),  # illegal: arbiterd sets the clocks
    (9, 1, {"type": "press", "side": "white", "move": "Nf3"}),
    (12, 1, {"type": "press", "side": "black", "move": "Nc6"}),
    (15, 1, {"type": "offer_draw", "side": "white"}),
    (17, 1, {"type": "press", "side": "white", "move": "Bb5"}),
    (20, 1, {"type": "resign", "side": "black"}),
]


class Hung(AssertionError):
    """The round did not finish."""


def ring(*_):
    raise Hung(f"no end after {OVERDUE} s")


def free_ports(count, rng=random.Random(os.getpid())):
    """Ports below those that the kernel gives to clients, so that a daemon that is down for a
    moment finds its port free again."""
    found = []
    while len(found) < count:
        port = rng.randrange(10_000, 32_000)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        if port not in found:
            found.append(port)
    return found


# ---- the supervisor ----------------------------------------------------------------------------


class House(hall.Hall):
    """Both daemons; `tend` restarts each one that ended, as a service manager would."""

    def __init__(self, folder, victim="", fault=None, time_mode="virtual"):
        super().__init__(folder, time_mode=time_mode)
        self.victim = victim
        self.fault = fault
        self.lasting = False  # the fault lasts until `tend` removes it
        self.failed_since = 0.0
        self.exits = []       # (name, code, output)
        self.starts = 0
        self.clock_port, self.http_port = free_ports(2)

    def environment_of(self, name):
        return self.fault.environment if self.fault and name == self.victim else None

    def start_one(self, name):
        """Starts a daemon; False if it ended before it reported its address."""
        self.starts += 1
        start = {"clockd": self.start_clockd, "arbiterd": self.start_arbiterd}[name]
        daemon = getattr(self, name)
        told = daemon.stderr() if daemon else ""
        try:
            start()
            return True
        except AssertionError:
            daemon = getattr(self, name)
            self.note_exit(name, daemon.process.wait(), daemon.stderr()[len(told):])
            daemon.process.stdout.close()
            daemon.process = None
            return False

    def start(self):
        self.tend()
        return self

    def tend(self):
        """One check of both; removes a lasting fault when it lasted long enough."""
        for name in ("clockd", "arbiterd"):
            self.tend_one(name)
        if self.lasting and self.fault.fired:
            self.failed_since = self.failed_since or time.monotonic()
            if time.monotonic() - self.failed_since > FAULT_LASTS:
                self.heal()

    def tend_one(self, name):
        daemon = getattr(self, name)
        if daemon and daemon.process:
            if daemon.process.poll() is None:
                return
            self.note_exit(name, daemon.process.returncode, daemon.stderr())
            daemon.end()
        while not self.start_one(name):
            # If it is started while the cause remains, it must report this; then the cause ends.
            if len(self.exits) > 1:
                self.heal()

    def heal(self):
        if self.fault:
            self.fault.disarm()
        self.lasting = False

    def note_exit(self, name, code, said):
        self.exits.append((name, code, said.strip().split("\n")[-1]))
        if len(self.exits) > 8:
            raise AssertionError(f"ended again and again: {self.exits}")

    def spins(self):
        """Waits for events that returned at once, endlessly."""
        return self.fault.waits if self.fault else 0

    def end_all(self):
        """The stop by a service manager."""
        for name in ("arbiterd", "clockd"):
            daemon = getattr(self, name)
            if daemon and daemon.process:
                code = daemon.end(signal.SIGTERM)
                if code != 0:
                    self.note_exit(name, code, daemon.stderr())

    def kill_all(self):
        for daemon in (self.arbiterd, self.clockd):
            if daemon and daemon.process:
                daemon.end(signal.SIGKILL)

    def start_clockd(self):
        self.clockd = hall.Daemon(
            [hall.clockd_binary(), "serve", "--data", self.folder, "--port",
             str(self.clock_port), "--time", self.time_mode, "--rehearsal", "--open-hall"],
            os.path.dirname(self.folder), self.environment_of("clockd"))
        self.clockd.start()

    def start_arbiterd(self):
        port = self.office_connects_to or self.clock_port
        self.arbiterd = hall.Daemon(
            [hall.arbiterd_binary(), "serve", "--data", self.folder, "--port",
             str(self.http_port), "--clockd", f"127.0.0.1:{port}", "--open-hall"],
            os.path.dirname(self.folder), self.environment_of("arbiterd"))
        self.arbiterd.start()


# ---- the player --------------------------------------------------------------------------------


class Broken(Exception):
    """The link is closed or silent."""


class Player:
    """Sends each command until it is answered, over as many links as necessary."""

    SILENCE = 0.25  # seconds after which a link is abandoned

    def __init__(self, port, tend, name="player", board=1, game=GAME):
        self.port = port
        self.tend = tend
        self.name = name
        self.board = board
        self.game = game
        self.acks = []  # (id, pos)
        self._socket = None
        self._buffer = b""

    def close(self):
        if self._socket:
            self._socket.close()
        self._socket = None
        self._buffer = b""

    def connect(self):
        self.close()
        self._socket = socket.create_connection(("127.0.0.1", self.port), self.SILENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self._socket.getsockname() == self._socket.getpeername():
            raise Broken("connected to itself")
        self.send({"type": "hello", "role": "arbiter", "name": self.name, "protocol": 1})
        self.until(lambda m: m["type"] == "welcome")
        self.send({"type": "subscribe", "id": self.name + "-sub", "from": 0, "board": self.board})

    def send(self, message):
        self._socket.sendall((json.dumps(message) + "\n").encode())

    def read(self):
        while b"\n" not in self._buffer:
            ready, _, _ = select.select([self._socket], [], [], self.SILENCE)
            data = self._socket.recv(65536) if ready else b""
            if not data:
                raise Broken("silent" if not ready else "closed")
            self._buffer = (self._buffer + data).lstrip(b"\n")
        line, self._buffer = self._buffer.split(b"\n", 1)
        return json.loads(line)

    def until(self, wanted):
        while True:
            message = self.read()
            if wanted(message):
                return message
            if message["type"] == "refused" and not message["id"]:
                raise Broken("a line of ours was damaged")

    def insist(self, act):
        """Repeats it over new links until it succeeds."""
        while True:
            try:
                if self._socket is None:
                    self.connect()
                return act()
            except (OSError, Broken, ValueError, KeyError):
                self.close()
                self.tend()
                time.sleep(0.003)

    def carry_out(self, message):
        """The acknowledgement of a command."""
        def act():
            self.send(message)
            reply = self.until(lambda m: m.get("id") == message["id"] and
                               m["type"] in ("ack", "refused"))
            if reply["type"] == "refused" and reply["code"] == "busy":
                raise Broken("busy")
            return reply
        reply = self.insist(act)
        if reply["type"] != "ack":
            raise AssertionError(f"{message} was refused: {reply}")
        self.acks.append((message["id"], reply["pos"]))
        return reply

    def await_board(self, reached):
        """Until the board, or an event of it, is as required."""
        def act():
            self.send({"type": "get_board", "id": self.name + "-look", "board": self.board})
            return self.until(lambda m: reached(m.get("event", m)))
        return self.insist(act)

    def message(self, number):
        """A line of the script as a command."""
        seconds, epoch, what = SCRIPT[number]
        return {**what, "id": f"{self.name}-{number}", "board": self.board, "game": self.game,
                "epoch": epoch, "at_us": seconds * 1_000_000}

    def play_moves(self, first, end):
        for number in range(first, end):
            message = self.message(number)
            if message["epoch"]:
                self.await_board(lambda m, e=message["epoch"]: m.get("epoch", 0) >= e)
            self.carry_out(message)

    def await_end(self):
        self.await_board(lambda m: m.get("type") == "game_ended" or m.get("phase") == "over")

    def play(self):
        self.play_moves(0, len(SCRIPT))
        self.await_end()

    def send_only(self, message):
        """Sends it without waiting for the answer."""
        self.insist(lambda: self.send(message))

    def heard_acks(self):
        """(id, position) of the acknowledgements that arrived before the link broke."""
        acks = []
        try:
            while True:
                message = self.read()
                if message["type"] == "ack":
                    acks.append((message["id"], message["pos"]))
        except (OSError, Broken, ValueError):
            return acks

    def fill(self, commands):
        """Fills the log over a single link: games that are opened and ended."""
        for number in range(commands):
            game = f"{self.game}-{number}"
            for what in ({**OPEN, "event": "noise", "tags": [["Remark", "n" * 4000]]},
                         {"type": "end_game", "score": "0-0", "reason": "agreement",
                          "article": "8.7"}):
                message = {**what, "id": f"{self.name}-{number}-{what['type']}",
                           "epoch": number,  # each end of a game adds one
                           "board": self.board, "game": game, "at_us": number * 1000}
                self.send(message)
                reply = self.until(lambda m, i=message["id"]: m.get("id") == i)
                if reply["type"] != "ack":
                    raise AssertionError(reply)
                self.acks.append((message["id"], reply["pos"]))


# ---- one round ---------------------------------------------------------------------------------


def settled(house):
    """arbiterd has followed clockd's log to its end and has nothing left to send."""
    with house.clock_db() as clock, house.office_db() as office:
        last = clock.execute("SELECT max(pos) FROM event").fetchone()[0]
        followed = office.execute("SELECT pos FROM follow").fetchone()
        unsettled = office.execute("SELECT count(*) FROM outbox WHERE settled = 0").fetchone()[0]
        return followed is not None and followed[0] == last and unsettled == 0


def await_office(house):
    """Until the record is complete, and the API shows it."""
    while not settled(house):
        house.tend()
        time.sleep(0.003)
    while '"1-0"' not in results_of(house.http_port):
        house.tend()
        time.sleep(0.003)


def results_of(port):
    """The results from the API; empty if it does not answer, or answers that it cannot."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=Player.SILENCE)
    try:
        connection.request("GET", "/api/v1/events/e/rounds/1/results")
        answer = connection.getresponse()
        body = answer.read().decode()
    except (OSError, http.client.HTTPException):
        return ""
    finally:
        connection.close()
    if answer.status not in (200, 404, 503):
        raise AssertionError(f"HTTP {answer.status}: {body}")
    return body if answer.status == 200 else ""


def check_acknowledged(folder, acks):
    """Every acknowledged command is in the log at the acknowledged position; none acts twice."""
    done = record.by_command(folder)
    for command, pos in acks:
        if command not in done:
            raise AssertionError(f"{command} was acknowledged at {pos} and is lost")
        if done[command][-1] != pos:
            raise AssertionError(f"{command} was acknowledged at {pos}, is at {done[command]}")
    for command, places in done.items():
        if places != list(range(places[0], places[0] + len(places))):
            raise AssertionError(f"{command} acted more than once: {places}")


def run(folder, victim="", faults=(), lasting=False):
    """One round. `faults` are the arguments of FailAt.arm; returns the house and its fault."""
    fault = None
    os.makedirs(folder, exist_ok=True)
    if victim:
        binary = {"clockd": hall.clockd_binary, "arbiterd": hall.arbiterd_binary}[victim]()
        fault = FailAt(os.path.join(folder, "fail_at"), hall.Options.build, binary,
                       os.path.join(folder, "data"))
        fault.arm(*faults)
    house = House(os.path.join(folder, "data"), victim, fault)
    os.makedirs(house.folder)
    house.lasting = lasting
    signal.signal(signal.SIGALRM, ring)
    signal.alarm(OVERDUE)
    player = Player(house.clock_port, house.tend)
    try:
        house.start()
        player.play()
        await_office(house)
        player.close()
        house.end_all()
        if any(code for _, code, _ in house.exits):
            house.heal()
            house.start()  # anything that the stop may have broken is repaired
            await_office(house)
            house.end_all()
    finally:
        signal.alarm(0)
        player.close()
        house.kill_all()
    check_acknowledged(house.folder, player.acks)
    return house
