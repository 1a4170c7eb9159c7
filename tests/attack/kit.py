"""The common parts of all attacks: a hall of real daemons, attempts that report what they
saw, and the promises that must hold after all of them.

An `Attack` is one attacker. Its methods marked with `@attempts` yield a `Seen` for each attempt;
the runner (test_attack.py) prints them, checks whether the daemons still answer, and starts others
if not. The data that a process leaves must verify, restore, and have no text that could forge
another.
"""

import dataclasses
import functools
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unicodedata

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
# pylint: disable=wrong-import-position
import door  # noqa: E402
import hall  # noqa: E402
from peers import Answer, Transcript, http_ask  # noqa: E402

PATIENCE = 20  # seconds for one answer


@functools.cache
def slowness():
    """How much longer everything may take: sanitizers are slow."""
    return 8 if hall.sanitized() else 1


@dataclasses.dataclass
class Seen:
    """The outcome of one attempt."""

    name: str
    held: bool
    what: str


def attempts(function):
    """Marks a method that yields a Seen for each attempt."""
    function.attempts = True
    return function


def short(value, most=90):
    """One printable line for any value."""
    text = value if isinstance(value, str) else ascii(value)
    text = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
    return text if len(text) <= most else text[:most] + "..."


def says(answer):
    """Status and code of an HTTP answer; or that the connection was closed instead."""
    if answer is None:
        return "disconnected"
    code = ""
    if answer.kind == "application/problem+json":
        code = " " + str(answer.json().get("code"))
    return f"{answer.status}{code}"


def heard(message):
    """The same for an answer of clockd."""
    if message is None:
        return "disconnected"
    return " ".join(str(message[k]) for k in ("type", "code", "repeated") if k in message)


def refused(answer):
    """The request was refused, or the connection was closed; nothing failed."""
    return answer is None or 400 <= answer.status < 500


# ---- HTTP as it should not be -------------------------------------------------------------------


def raw_http(port, data, source="127.0.0.1", patience=None, keep=False):
    """The answer to these bytes, None if the link was closed without one. With `keep` the link
    that stays open is returned, too."""
    data = data.replace(b"\r\nHost: 127.0.0.1\r\n", b"\r\nHost: 127.0.0.1:%d\r\n" % port, 1)
    link = socket.create_connection(("127.0.0.1", port), patience or PATIENCE * slowness(),
                                    (source, 0))
    try:
        try:
            link.sendall(data)
        except OSError:
            pass  # refused while we were still sending: the answer has arrived
        answer = read_answer(link)
    except BaseException:
        link.close()
        raise
    if keep:
        return answer, link
    link.close()
    return answer


def read_answer(link):
    """One answer of HTTP/1.1; None at the end of the link."""
    data = b""
    try:
        while b"\r\n\r\n" not in data:
            more = link.recv(65536)
            if not more:
                return None
            data += more
        head, body = data.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        headers = [tuple(part.strip() for part in line.split(":", 1)) for line in lines[1:]]
        length = next((int(v) for k, v in headers if k.lower() == "content-length"), 0)
        while len(body) < length:
            more = link.recv(65536)
            if not more:
                break
            body += more
    except ConnectionResetError:
        return None
    return Answer(int(lines[0].split()[1]), headers, body)


def request(method, target, headers=(), body=b"", token=""):
    """The bytes of a request. Pieces may be text or bytes, and are used unchanged."""
    def as_bytes(part):
        return part.encode("utf-8") if isinstance(part, str) else part
    lines = [as_bytes(method) + b" " + as_bytes(target) + b" HTTP/1.1", b"Host: 127.0.0.1"]
    lines += [as_bytes(name) + b": " + as_bytes(value) for name, value in headers]
    if token:
        lines.append(b"Authorization: Bearer " + token.encode())
    body = as_bytes(body)
    if body and not any(as_bytes(n).lower() == b"content-length" for n, _ in headers):
        lines.append(b"Content-Length: %d" % len(body))
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


# ---- processes ----------------------------------------------------------------------------------


def run(binary, *args, said=None, environment=None):
    """(exit code, output, errors) of a program of ours, as bytes decoded with replacement."""
    done = subprocess.run([binary, *args], capture_output=True, timeout=60 * slowness(),
                          check=False, input=said,
                          env={**os.environ, **environment} if environment else None)
    return (done.returncode, done.stdout.decode("utf-8", "replace"),
            done.stderr.decode("utf-8", "replace"))


def arbiterd(*args, **more):
    return run(hall.arbiterd_binary(), *args, **more)


def clockd(*args, **more):
    return run(hall.clockd_binary(), *args, **more)


def resident_kb(daemon):
    """Resident memory now."""
    with open(f"/proc/{daemon.process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


# ---- text that could forge another --------------------------------------------------------------


def forges(text, lines=True):
    """The first character that could change the display of other text, or None. `lines`: new lines
    and tabs are allowed."""
    for char in text:
        if lines and char in "\n\t\r":
            continue
        if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or char in BIDI:
            return char
    return None


BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def texts_in(value):
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from texts_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts_in(each)


def bad_texts(path):
    """Texts of a database that are not UTF-8 or could forge others, with their places."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    db.text_factory = bytes
    try:
        tables = [row[0].decode() for row in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
        for table in tables:
            cursor = db.execute(f'SELECT * FROM "{table}"')
            names = [column[0] for column in cursor.description]
            for row in cursor:
                for name, value in zip(names, row):
                    if isinstance(value, bytes) and (found := bad_text(name, value)):
                        yield f"{table}.{name}: {found}"
    finally:
        db.close()


BLOBS = {"chain", "hash", "salt", "signature", "public_key", "secret", "key", "pin", "password",
         "digest", "proof", "head"}


def bad_text(name, value):
    """The fault of a column's bytes, or None."""
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError:
        return None if name in BLOBS or len(value) in (16, 32, 64) else f"no UTF-8: {value[:40]!r}"
    whole = [text]
    if text[:1] in "{[":
        try:
            whole = texts_in(json.loads(text))
        except ValueError:
            pass
    for each in whole:
        if char := forges(each):
            return f"U+{ord(char):04X} in {short(each, 40)}"
    return None


# ---- an attacker --------------------------------------------------------------------------------


class Attack:
    """One attacker, with their own hall; subclasses define its setup."""

    closed = False          # does clockd authenticate its peers?
    time_mode = "real"
    clockd_options = ()
    office_options = ()

    def __init__(self):
        self.tmp = tempfile.mkdtemp(prefix="flagfall-attack-")
        self.house = None
        self.halls = []
        self.count = 0

    # ---- the hall -------------------------------------------------------------------------------

    def new_hall(self, name, closed=None, time_mode=None):
        folder = os.path.join(self.tmp, name)
        os.makedirs(folder, mode=0o700, exist_ok=True)
        house = hall.Hall(folder, Transcript(""), time_mode or self.time_mode)
        if self.closed if closed is None else closed:
            house.clockd_options = list(self.clockd_options)
            house.office_options = list(self.office_options)
        else:
            house.clockd_options = ["--open-hall", *self.clockd_options]
            house.office_options = ["--open-hall", *self.office_options]
        self.halls.append(house)
        return house

    def started(self, name="hall", **more):
        house = self.new_hall(name, **more).start()
        self.ready(house)
        return house

    def ready(self, house):
        hall.wait_until(lambda: house.get("/readyz").status == 200, "arbiterd is ready",
                        60 * slowness())

    def open(self):
        """Starts the target; again, if an attempt ended it."""
        self.house = self.started(f"hall-{len(self.halls)}")
        self.prepare()

    def prepare(self):
        """The state before the attack."""

    def dead(self):
        """The part that does not answer as it should, or ""."""
        for name in ("clockd", "arbiterd"):
            daemon = getattr(self.house, name)
            if daemon is None or daemon.process is None:
                return f"{name} is not there"
            if (code := daemon.process.poll()) is not None:
                return f"{name} ended with {code}: {short(daemon.stderr()[-160:], 160)}"
        try:
            answer = http_ask(self.house.http_port, "GET", "/healthz")
        except OSError as error:
            return f"arbiterd does not answer: {error}"
        return "" if answer.status == 200 else f"/healthz says {answer.status}"

    def drop(self):
        """Ends the hall, whatever its state."""
        for daemon in (self.house.arbiterd, self.house.clockd):
            if daemon and daemon.process:
                daemon.process.kill()
                daemon.process.wait()
                daemon.process.stdout.close()
                daemon.process = None
        self.halls.remove(self.house)

    def close(self):
        for house in self.halls:
            for daemon in (house.arbiterd, house.clockd):
                if daemon and daemon.process:
                    daemon.process.kill()
                    daemon.process.wait()
        shutil.rmtree(self.tmp, ignore_errors=True)

    def afterwards(self):
        """The promises that must hold for the hall after all attempts."""
        codes = self.house.stop()
        yield Seen("a clean stop", codes == [0, 0], f"exit {codes}")
        code, out, err = arbiterd("verify", self.house.folder)
        yield Seen("the record verifies", code == 0, short(out + err, 200))
        backup = os.path.join(self.tmp, "backups")
        code, out, err = arbiterd("backup", "--data", self.house.folder, "--to", backup)
        if code == 0:
            code, more, err = arbiterd("restore", out.strip(), "--data",
                                       os.path.join(self.tmp, "restored"))
        yield Seen("a backup restores", code == 0, short(f"exit {code} {err}", 200))
        for name in ("arbiterd.db", "clockd.db", "access.db"):
            found = list(bad_texts(os.path.join(self.house.folder, name)))
            yield Seen(f"no forging text in {name}", not found,
                       short("; ".join(found[:3]) or "none", 200))

    # ---- small things ---------------------------------------------------------------------------

    def name(self, word="a"):
        self.count += 1
        return f"{word}-{self.count}"

    def raw(self, method, target, headers=(), body=b"", token="", **more):
        return raw_http(self.house.http_port, request(method, target, headers, body, token), **more)

    def token(self, role, **more):
        answer = self.house.ask("POST", "/api/v1/tokens",
                                {"name": self.name(role), "role": role, **more})
        if answer.status != 201:
            raise AssertionError(f"no token: {answer.status} {answer.body}")
        return answer.json()["token"]

    def guest(self, role="arbiter", name="guest", house=None, device=0, key=None):
        """A peer that has proved itself to a closed hall's clockd."""
        house = house or self.house
        peer = door.Stranger(house.clock_port, role, name, house.transcript, device)
        answer = peer.enter(key or door.hall_key(house.folder))
        if answer is None or answer["type"] != "welcome":
            raise AssertionError(f"clockd does not let {name} in: {answer}")
        return peer

    def enrolled(self, board, arbiter, house=None):
        """A connected device of this board, with its number and key, and `away`: how long clockd
        may assume that it was away, between its enrolment and its welcome."""
        house = house or self.house
        arbiter.send({"type": "enrol_device", "id": self.name("enrol"), "board": board,
                      "name": f"tablet {board}"})
        made = arbiter.until(lambda m: m["type"] in ("enrolment", "refused"))
        code = door.code_of(door.hall_key(house.folder), arbiter.log, made["device"])
        first = door.Stranger(house.clock_port, "device", "tablet", house.transcript)
        start = time.monotonic()
        answer = first.enrol(code)
        first.close()
        if answer["type"] != "enrolled":
            raise AssertionError(f"no enrolment: {answer}")
        device = self.guest("device", self.name("tablet"), house, answer["device"],
                            answer["key"])
        device.away = time.monotonic() - start
        device.key = answer["key"]
        return device


def seconds_allowed(seconds):
    return seconds * slowness()


class Stopwatch:
    def __init__(self):
        self.start = time.monotonic()

    @property
    def took(self):
        return time.monotonic() - self.start
