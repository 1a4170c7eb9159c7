#!/usr/bin/env python3
"""A monkey at the typewriter of both daemons: requests drawn from the OpenAPI document, lines drawn
from schemas/clockd, valid and invalid ones, in the name of everybody and nobody.

usage: monkey.py [--build DIR] [--seed N] [--requests N] [--seconds N]

Nothing may fail: no answer of 5xx except the 503 in the document, each answer as the document
describes it, no daemon ends; afterwards the record verifies, matches its log, and can be restored.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import time

import kit
from draw import Draw, Files

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
# pylint: disable=wrong-import-position,wrong-import-order
import door  # noqa: E402
import hall  # noqa: E402
import openapi_check  # noqa: E402
from kit import raw_http, short  # noqa: E402
from office import Office  # noqa: E402
from peers import http_line  # noqa: E402

SCHEMAS = os.path.join(hall.ROOT, "schemas")
METHODS = ("get", "put", "post", "delete")
# Without subscribe, whose answer is long, and revoke_device, which ends our own devices.
TO_CLOCKD = ("accept_draw", "adjust", "arrive", "call_flag", "claim", "decline_draw", "end_game",
             "enrol_device", "get_board", "get_device", "hello", "move", "offer_draw", "open_game",
             "pause", "press", "prove", "reopen_game", "resign", "resume", "signed_head",
             "set_control", "set_reading", "start_game", "touch", "wait")
BOARDS = 4


class Monkey(kit.Attack):
    closed = True

    def __init__(self, seed):
        super().__init__()
        self.random = random.Random(seed)
        self.tried = self.good = 0
        self.outside = None

    def prepare(self):
        self.office = Office(self.house).with_round(8)
        self.office.done("start_round", round=1)
        Office(self.house, "other").with_round(4)
        roles = ("chief_arbiter", "arbiter", "pairing_program", "broadcaster", "device",
                 "clock_daemon")
        self.tokens = [self.token(role) for role in roles]
        self.tokens += [self.token(role, event="other") for role in roles[1:4]]
        self.tokens += [self.token("arbiter", sectors=["hall A"]), "", "ff_no",
                        self.house.owner_token()]
        hall.wait_until(self.games_are_on, "games are on", 60)
        self.document = openapi_check.Document(self.house.get("/openapi.json").json())
        self.draw = Draw(self.random, lambda ref, _: (self.document.resolved({"$ref": ref}), None),
                         self.pools())
        self.arbiter = self.guest("arbiter", "arbiter")
        self.devices = [self.enrolled(n, self.arbiter) for n in range(1, BOARDS + 1)]

    def games_are_on(self):
        with self.house.office_db() as db:
            self.games = [row[0] for row in db.execute("SELECT game FROM game ORDER BY board")]
        return len(self.games) >= 4

    def pools(self):
        ids = [f"m-{n}" for n in range(30)]
        return {"url": ["http://127.0.0.1:1/", "x", ""], "game": self.games, "event": ["open"],
                "id": ids, "round": [1, 2], "board": [1, 2, 3, 4], "number": [1, 2, 3, 9],
                "by": ["Ida Chief", "Anna"], "side": ["white", "black"], "epoch": [0, 0, 1, 2],
                "device": [1, 2, 3, 99], "text": ["e4", "Nf3", "hello"]}

    # ---- over HTTP ------------------------------------------------------------------------------

    def operations(self):
        """(method, path, operation), except endless responses."""
        for path, item in self.document.body["paths"].items():
            for method in METHODS:
                if method in item and not path.endswith(("/stream", "/ws")):
                    yield method.upper(), path, item[method]

    def parameter(self, name):
        pick = self.random
        if pick.random() < 0.1:
            return "".join(f"%{byte:02X}" for byte in pick.choice(
                (b"\xff", b"\x00", b"\x1b", b"\xe2\x80\xae", b"../", b"a b", b"x" * 300)))
        pool = {"event": ("open", "open", "other", "none"), "round": (1, 1, 2, 99, -1, "x"),
                "board": (1, 2, 99, 0), "game": [g.replace("/", "%2F") for g in self.games]}
        return str(pick.choice(pool.get(name, ("none", "1", "a-1"))))

    def request(self, method, path, operation):
        """(target, headers, body)."""
        pick = self.random
        target = re.sub(r"\{(\w+)\}", lambda m: self.parameter(m[1]), path)
        query = [f"{p['name']}={self.parameter(p['name'])}" for p in
                 map(self.document.resolved, operation.get("parameters", ()))
                 if p["in"] == "query" and p["name"] != "wait" and pick.random() < 0.3]
        if query:
            target += "?" + "&".join(query)
        headers = {}
        for name, values in (("If-Match", ("*", '"x"', '"1"', "\xff")),
                             ("Idempotency-Key", ("m-1", "m-2", "\x1b", "k" * 200, "\xe9")),
                             ("X-Flagfall-Pin", ("1234",)), ("Last-Event-ID", ("1", "x"))):
            if pick.random() < 0.7:
                headers[name] = pick.choice(values[:1] * 3 + values)
        return target, headers, self.body(operation, headers, method)

    def body(self, operation, headers, method):
        pick = self.random
        described = self.document.resolved(operation.get("requestBody", {}))
        if not described and (method == "GET" or pick.random() < 0.9):
            return b""
        kinds = list(described.get("content", {"application/json": {}}))
        kind = pick.choice(kinds) if pick.random() < 0.3 else kinds[0]
        headers["Content-Type"] = kind if pick.random() < 0.95 else pick.choice(
            ("", "text/plain", "application/json; charset=utf-16", "x"))
        schema = described.get("content", {}).get(kind, {}).get("schema", {})
        value = self.draw.value(schema)
        for _ in range(pick.choice((0, 0, 1, 1, 2))):
            value = self.draw.broken(value)
        return self.draw.bytes_of(value)

    def one_request(self):
        """The fault of the answer, or None."""
        method, path, operation = self.random.choice(self.all)
        target, headers, body = self.request(method, path, operation)
        token = self.random.choice(self.tokens)
        answer = raw_http(self.house.http_port, kit.request(
            method, target, [(name, value.encode("latin-1")) for name, value in headers.items()],
            body, token))
        self.tried += 1
        if answer is None:
            return None  # disconnected: no answer is wrong
        self.good += answer.status < 300
        line = http_line(method, target.split("?")[0], {}, None, answer)
        found = self.document.find(method, line["path"])[0]
        wrong = list(self.checker.answer_problems(found, line)) if answer.status != 501 else []
        if answer.status >= 500 and answer.status != 503:
            wrong.append("it failed")
        if not wrong:
            return None
        return f"{method} {target} {headers} {body[:300]!r}: {answer.status} {wrong[:2]}"

    # ---- lines to clockd ------------------------------------------------------------------------

    def one_line(self):
        """Somebody sends something to clockd; the fault of the answer, or None."""
        pick = self.random
        kind = pick.choice(TO_CLOCKD)
        path = os.path.join(SCHEMAS, "clockd", kind + ".json")
        message = self.lines.value(self.files.load(path), path)
        if kind == "open_game":
            message["time_control"] = pick.choice(("900", "300+2", "x"))
        for _ in range(pick.choice((0, 0, 1, 2))):
            message = self.lines.broken(message)
        speaker = pick.randrange(len(self.devices) + 2)
        if speaker == len(self.devices):
            link = self.arbiter
        elif speaker < len(self.devices):
            link = self.devices[speaker]
        else:
            link = self.stranger()
        name = self.name("after")
        try:
            link.send_raw(self.lines.bytes_of(message).replace(b"\n", b" ") + b"\n")
            link.send_raw(json.dumps({"type": "get_board", "id": name, "board": 1}).encode()
                          + b"\n")
            answer = link.read() if link is self.outside else link.until(
                lambda m: m.get("id") == name)
        except (AssertionError, OSError):
            answer = None
        self.tried += 1
        if answer is None:
            self.come_back(speaker)
        return None

    def stranger(self):
        if self.outside:
            self.outside.close()
        self.outside = door.Stranger(self.house.clock_port, "arbiter", "stranger",
                                     source=f"127.0.9.{self.random.randrange(1, 250)}")
        return self.outside

    def come_back(self, speaker):
        """A peer that was disconnected after too many bad lines says hello again."""
        if speaker < len(self.devices):
            old = self.devices[speaker]
            new = self.guest("device", self.name("tablet"), device=old.device, key=old.key)
            new.key = old.key
            self.devices[speaker] = new
        elif speaker == len(self.devices):
            self.arbiter = self.guest("arbiter", self.name("arbiter"))

    # ---- all of it ------------------------------------------------------------------------------

    def go(self, requests, seconds):
        """Yields the faults."""
        self.all = list(self.operations())
        self.checker = openapi_check.Checker.__new__(openapi_check.Checker)
        self.checker.document = self.document  # without checking the document itself for faults
        self.files = Files(SCHEMAS)
        self.lines = Draw(self.random, self.files.resolve, self.pools())
        until = time.monotonic() + seconds
        while self.tried < requests and time.monotonic() < until:
            act = self.one_request if self.random.random() < 0.7 else self.one_line
            try:
                wrong = act()
            except OSError as error:
                yield f"{error}; {self.dead()}"
                return
            if wrong:
                yield wrong
            if self.tried % 50 == 0 and (died := self.dead()):
                yield f"after {self.tried}: {died}"
                return
        if died := self.dead():
            yield died


def of_commit():
    """A seed that differs with each commit."""
    said = subprocess.run(["git", "rev-parse", "HEAD"], cwd=hall.ROOT, capture_output=True,
                          text=True, check=False).stdout
    return int(said[:8] or "1", 16)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=hall.Options.build)
    parser.add_argument("--seed", type=int, default=None, help="default: from the commit")
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    hall.Options.build = os.path.abspath(options.build)
    seed = of_commit() if options.seed is None else options.seed
    print(f"seed {seed}")
    monkey = Monkey(seed)
    bad = 0
    try:
        monkey.open()
        for wrong in monkey.go(options.requests, options.seconds):
            bad += 1
            print(f"BROKE  {short(wrong, 600)}", flush=True)
            if bad >= 20:
                break
        print(f"{monkey.tried} tried, {monkey.good} requests carried out")
        if not monkey.dead():
            for seen in monkey.afterwards():
                bad += not seen.held
                print(f"{'held' if seen.held else 'BROKE':6} {seen.name}: {short(seen.what, 200)}")
    finally:
        monkey.close()
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
