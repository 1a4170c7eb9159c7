"""A spectator or player with a phone on the hall's network: no role at all, or a small one that
was given to a program."""

import json
import os
import socket
import threading

import hall
from kit import (Attack, Seen, Stopwatch, attempts, raw_http, refused, request, resident_kb, says,
                 seconds_allowed)
from office import EVENTS, Office
from peers import http_ask

# Bytes that no text of ours may have, and why.
WRONG_BYTES = {
    "0xFF": b"\xff",
    "overlong": b"\xc0\xaf",
    "surrogate": b"\xed\xa0\x80",
    "half a character": b"\xe2\x82",
    "beyond Unicode": b"\xf4\x90\x80\x80",
    "ESC": b"\x1b[2J",
    "C1": b"\xc2\x9b2J",
    "DEL": b"\x7f",
    "bidi": b"\xe2\x80\xaegnp",
    "isolate": b"\xe2\x81\xa6x",
    "line separator": b"\xe2\x80\xa8x",
}
DEEP = 100_000
IMPORT = 16 * 1024 * 1024


def percent(data):
    return "".join(f"%{byte:02X}" for byte in data)


def codes_of_the_api():
    with open(os.path.join(hall.ROOT, "schemas", "common.json"), encoding="utf-8") as file:
        return json.load(file)["$defs"]["refusal"]["enum"]


def quoted(data):
    """The bytes in a JSON text, control characters escaped as JSON requires."""
    return b"".join(b"\\u%04x" % byte if byte < 0x20 else bytes([byte]) for byte in data)


class Phone(Attack):

    def prepare(self):
        self.office = Office(self.house).with_round()
        self.office.done("start_round", round=1, without_clocks=True)
        self.roles = {role: self.token(role) for role in
                      ("broadcaster", "pairing_program", "arbiter", "chief_arbiter", "device")}

    # ---- bytes ----------------------------------------------------------------------------------

    def acks(self, key, token):
        return self.raw("POST", f"{self.office.path}/rounds/1/results/ack",
                        [("Idempotency-Key", key), ("Content-Type", "application/json")],
                        b'{"revision":1}', token)

    def places(self, wrong):
        """(place, request) of every place that accepts text, with these bytes in it."""
        key = self.name("key").encode() + wrong
        text = quoted(wrong)
        json_type = [("Content-Type", "application/json")]
        path, roles = self.office.path, self.roles
        act = b'{"id":"%s","event":"open","by":"%s","reason":"%s","act":{"type":"plan_round",' \
              b'"number":%d}}'
        number = 2 + self.count % 50
        plain = self.name("act").encode()
        yield "header Idempotency-Key", lambda: self.acks(key, roles["broadcaster"])
        yield "header If-Match", lambda: self.raw(
            "PUT", path, [*json_type, ("If-Match", b'"' + wrong + b'"')], b"{}",
            roles["pairing_program"])
        yield "header Last-Event-ID", lambda: self.raw(
            "GET", path + "/changes", [("Last-Event-ID", wrong)])
        yield "header Authorization", lambda: self.raw(
            "GET", path, [("Authorization", b"Bearer " + wrong)])
        yield "header Cookie", lambda: self.raw(
            "GET", path, [("Cookie", b"flagfall_session=" + wrong)])
        yield "header Origin", lambda: self.raw(
            "POST", path + "/acts", [*json_type, ("Origin", wrong)], b"{}", roles["arbiter"])
        yield "path", lambda: self.raw("GET", b"/api/v1/events/" + percent(wrong).encode())
        yield "path, as it is", lambda: self.raw("GET", b"/api/v1/events/" + wrong)
        yield "query by", lambda: self.raw(
            "PUT", f"{path}/players?by={percent(wrong)}", [("Content-Type", "text/csv"),
                                                           ("If-Match", "*")],
            "number,name\n7,Seven\n", self.house.owner_token())
        yield "query slice", lambda: self.raw(
            "GET", f"{path}/rounds/1/games.pgn?slice={percent(wrong)}")
        yield "id of an act", lambda: self.raw(
            "POST", path + "/acts", json_type, act % (plain + text, b"chief", b"why", number),
            self.house.owner_token())
        yield "by of an act", lambda: self.raw(
            "POST", path + "/acts", json_type, act % (plain, b"chief" + text, b"why", number),
            self.house.owner_token())
        yield "reason of an act", lambda: self.raw(
            "POST", path + "/acts", json_type, act % (plain, b"chief", b"why" + text, number),
            self.house.owner_token())
        yield "id of a ruling", lambda: self.raw(
            "POST", "/api/v1/desk/acts", json_type,
            b'{"id":"%s","game":"none","by":"x","act":{"type":"note","text":"x"}}' % text,
            self.house.owner_token())
        yield "name of a token", lambda: self.raw(
            "POST", "/api/v1/tokens", json_type, b'{"name":"a%s","role":"device"}' % text,
            roles["chief_arbiter"])
        yield "name of a person", lambda: self.raw(
            "POST", "/api/v1/people", json_type,
            b'{"name":"a%s","role":"arbiter","password":"long enough 17"}' % text,
            roles["chief_arbiter"])
        yield "name at log-in", lambda: self.raw(
            "POST", "/api/v1/session", json_type, b'{"name":"%s","password":"x"}' % text)
        yield "consumer", lambda: self.raw(
            "POST", f"{path}/rounds/1/results/ack",
            [("Idempotency-Key", plain), *json_type],
            b'{"revision":1,"consumer":"%s"}' % text, roles["broadcaster"])
        yield "name of a player", lambda: self.raw(
            "PUT", path + "/players", [*json_type, ("If-Match", "*")],
            b'{"players":[{"number":%d,"name":"A%s, B"}]}' % (number + 100, text),
            roles["pairing_program"])
        yield "name of an event", lambda: self.raw(
            "POST", EVENTS, [*json_type, ("Idempotency-Key", plain)],
            b'{"id":"e%d","info":{"name":"Open%s"}}' % (self.count, text),
            roles["pairing_program"])
        yield "id of an event", lambda: self.raw(
            "POST", EVENTS, [*json_type, ("Idempotency-Key", plain)],
            b'{"id":"e%s","info":{"name":"Open"}}' % text, roles["pairing_program"])
        yield "name of a field", lambda: self.raw(
            "PUT", path + "/players", [*json_type, ("If-Match", "*")],
            b'{"players":[{"number":1,"name":"A","x%s":"y"}]}' % text, roles["pairing_program"])

    # If the text has no effect, the answer may be good: nothing of it is stored or shown.
    HARMLESS = ("header Last-Event-ID", "header Authorization", "header Cookie", "name of a field",
                "query slice")

    @attempts
    def wrong_bytes_everywhere(self):
        for name, wrong in WRONG_BYTES.items():
            for place, ask in self.places(wrong):
                answer = ask()
                held = refused(answer) or (place in self.HARMLESS and answer.status < 300)
                yield Seen(f"{name} in {place}", held, says(answer))

    @attempts
    def requests_that_are_none(self):
        nul = self.raw("GET", "/api/v1/events/a%00b")
        yield Seen("%00 in a path", refused(nul), says(nul))
        for target in ("/api/v1/events/%2e%2e%2f%2e%2e%2fetc", "/api/v1/events/..%5c..%5cx",
                       "//evil.example/api/v1/events", "/api/v1/events/%c0%ae%c0%ae", "*",
                       "/" + "a" * 15000, "/api/v1/events/%zz", "/api/v1/events/%"):
            answer = self.raw("GET", target)
            yield Seen(f"target {target[:40]}", refused(answer), says(answer))
        body = b'{"x":1}'
        acts = self.office.path + "/acts"
        smuggling = {
            "two lengths": [("Content-Length", "7"), ("Content-Length", "8")],
            "length and chunks": [("Content-Length", "7"), ("Transfer-Encoding", "chunked")],
            "a list of lengths": [("Content-Length", "7, 7")],
            "a signed length": [("Content-Length", "+7")],
            "a hexadecimal length": [("Content-Length", "0x7")],
            "a length of 2^64": [("Content-Length", "18446744073709551616")],
            "a negative length": [("Content-Length", "-1")],
            "chunked twice": [("Transfer-Encoding", "chunked, chunked")],
            "a spaced header": [("Content-Length ", "7")],
            "a folded header": [("X-A", "b\r\n Content-Length: 9"), ("Content-Length", "7")],
            "300 headers": [(f"X-{n}", "y" * 100) for n in range(300)],
            "a header of 20 kB": [("X", "y" * 20000)],
        }
        for name, headers in smuggling.items():
            answer = self.raw("POST", acts, headers, body, self.roles["arbiter"], patience=40)
            yield Seen(name, refused(answer), says(answer))
            yield from self.code_is_known(name, answer)
        for name, data in (("a body that is too long", request(
                "PUT", self.office.path, [("Content-Type", "application/json"), ("If-Match", "*"),
                                          ("Content-Length", "99999999999")], b"",
                self.roles["pairing_program"])),
                           ("HTTP/3.0", b"GET / HTTP/3.0\r\nHost: x\r\n\r\n"),
                           ("a method that is none", b"G@T / HTTP/1.1\r\nHost: x\r\n\r\n")):
            yield from self.code_is_known(name, raw_http(self.house.http_port, data))

    @staticmethod
    def code_is_known(name, answer):
        """Programs generated from the API's document know the code of every answer."""
        if answer is not None and answer.kind == "application/problem+json":
            code = answer.json()["code"]
            yield Seen(f"the code of the answer to {name}", code in codes_of_the_api(), code)

    @attempts
    def depth(self):
        """Nested extremely deeply, at every route that accepts JSON."""
        forms = {"lists": (b"[", b"]", b"1"), "objects": (b'{"a":', b"}", b"1")}
        for form, (before, after, middle) in forms.items():
            for depth in (65, 2000, DEEP):
                nested = before * depth + middle + after * depth
                for method, path, body, token in self.json_routes(nested):
                    answer = self.raw(method, path, [
                        ("Content-Type", "application/json"), ("If-Match", "*"),
                        ("Idempotency-Key", self.name())], body, token)
                    yield Seen(f"{depth} {form} at {method} {path}", refused(answer), says(answer))

    def json_routes(self, nested):
        owner, pairer = self.house.owner_token(), self.roles["pairing_program"]
        path = self.office.path
        act = b'{"id":"d","event":"open","by":"x","act":' + nested + b"}"
        return [
            ("POST", path + "/acts", act, owner),
            ("POST", EVENTS, b'{"id":"deep","info":' + nested + b"}", pairer),
            ("PUT", path, b'{"info":' + nested + b"}", pairer),
            ("PUT", path + "/import", b'{"players":' + nested + b"}", pairer),
            ("PUT", path + "/players", nested, pairer),
            ("PUT", path + "/rounds/1/pairings", b'{"pairings":' + nested + b"}", pairer),
            ("PUT", path + "/rounds/1/boards/1/result", b'{"result":' + nested + b"}", owner),
            ("POST", "/api/v1/desk/acts", act.replace(b'"event":"open"', b'"game":"g"'), owner),
            ("POST", "/api/v1/session", b'{"name":' + nested + b"}", ""),
            ("POST", "/api/v1/tokens", b'{"name":' + nested + b"}", owner),
            ("POST", "/api/v1/people", b'{"name":' + nested + b"}", owner),
            ("POST", "/api/v1/webhooks", b'{"types":' + nested + b"}", owner),
            ("POST", path + "/rounds/1/results/ack", b'{"revision":' + nested + b"}", owner),
        ]

    @attempts
    def numbers(self):
        for number in ("1e999", "-1e999", "1e-999", "1" * 400, "-0", "1.5", "9223372036854775808",
                       "18446744073709551616", "NaN", "Infinity", "0x10", "01"):
            for path, body in ((self.office.path + "/rounds/1/results/ack",
                                '{"revision":%s}' % number),
                               ("/api/v1/tokens", '{"name":"n","role":"device","expiresInS":%s}'
                                % number),
                               ("/api/v1/session", '{"name":"n","password":%s}' % number)):
                answer = self.raw("POST", path, [("Content-Type", "application/json"),
                                                 ("Idempotency-Key", self.name())], body,
                                  "" if "session" in path else self.house.owner_token())
                fine = answer is not None and answer.status < 500
                yield Seen(f"{number[:22]} at {path}", fine, says(answer))

    # ---- cost before trust ----------------------------------------------------------------------

    @attempts
    def a_head_is_enough(self):
        """The identity is checked before the body comes: 16 MiB are announced and never sent."""
        path = self.office.path
        revoked = self.token("pairing_program")
        mine = self.house.get("/api/v1/tokens").json()["tokens"][-1]["id"]
        self.house.ask("DELETE", f"/api/v1/tokens/{mine}")
        for who, token in (("nobody", ""), ("a broadcaster", self.roles["broadcaster"]),
                           ("a device", self.roles["device"]), ("a revoked token", revoked),
                           ("a token of another event",
                            self.token("pairing_program", event="elsewhere"))):
            for method, route in (("PUT", path + "/import"), ("PUT", path + "/players"),
                                  ("PUT", path + "/rounds/1/pairings"), ("POST", path + "/acts")):
                watch = Stopwatch()
                try:
                    answer = self.raw(method, route, [
                        ("Content-Type", "application/json"), ("If-Match", "*"),
                        ("Content-Length", str(IMPORT - 1))], b"", token, patience=4)
                except TimeoutError:
                    yield Seen(f"{who}: {route}", False, "the body is waited for")
                    continue
                yield Seen(f"{who}: {route}", refused(answer),
                           f"{says(answer)} after {watch.took:.2f} s")

    @attempts
    def bodies_under_way(self):
        """Bodies of 16 MiB, each one byte short, cost less than their size, for every sender."""
        for who, token in (("nobody", ""), ("a pairing program", self.roles["pairing_program"])):
            before = resident_kb(self.house.arbiterd)
            links = []
            for n in range(24):
                links.append(self.half_sent(f"127.0.0.{2 + n % 8}", token))
            grown = (resident_kb(self.house.arbiterd) - before) // 1024
            for link in links:
                link.close()
            yield Seen(f"24 bodies of 16 MiB from {who}", grown < 200 or hall.sanitized(),
                       f"{grown} MiB more")

    def half_sent(self, source, token):
        link = socket.create_connection(("127.0.0.1", self.house.http_port), 5, (source, 0))
        head = [("Content-Type", "text/csv"), ("If-Match", "*"),
                ("Content-Length", str(IMPORT))]
        link.settimeout(2)
        try:
            link.sendall(request("PUT", self.office.path + "/import", head, b"", token))
            link.sendall(b"x" * (IMPORT - 1))
        except OSError:
            pass
        return link

    # ---- files that cost ------------------------------------------------------------------------

    @attempts
    def dear_bodies(self):
        """The cost of a body is linear, and others are answered meanwhile."""
        token = self.roles["pairing_program"]
        many = 300_000
        bodies = {
            "empty players": ("/import", "application/json",
                              b'{"players":[' + b",".join([b"{}"] * many) + b"]}"),
            "players who are lists": ("/import", "application/json",
                                      b'{"players":[' + b",".join([b"[]"] * many) + b"]}"),
            "empty teams": ("/import", "application/json",
                            b'{"teams":[' + b",".join([b"{}"] * many) + b"]}"),
            "empty rounds": ("/import", "application/json",
                             b'{"rounds":[' + b",".join([b"{}"] * many) + b"]}"),
            "empty pairings": ("/import", "application/json", b'{"rounds":[{"number":1,"pairings":['
                               + b",".join([b"{}"] * many) + b"]}]}"),
            "players at once": ("/players", "application/json",
                                b"[" + b",".join([b"{}"] * many) + b"]"),
            "fields of one player": ("/players", "application/json", b'{"players":[{'
                                     + b",".join(b'"f%d":1' % n for n in range(many)) + b"}]}"),
            "bad csv lines": ("/players", "text/csv", b"number,name\n" + b'x,"\n' * many),
            "csv columns": ("/players", "text/csv", b"a," * many + b"\n" + b"1," * many),
            "bad trf lines": ("/import", "application/x-trf16", b"001 x\r\n" * many),
            "trf notes": ("/import", "application/x-trf16", b"XXZ 1 2 3\r\n" * many),
            "pgn games": ("/import", "application/x-chess-pgn", b'[Event "x"]\n\n*\n\n' * 60_000),
            "pgn parentheses": ("/import", "application/x-chess-pgn", b"(" * 1_000_000),
            "pairs": ("/rounds/1/pairings", "text/plain", b"9\n" + b"1 2\n" * many),
            "empty acts": ("/acts", "application/json", b'{"id":"x","event":"open","by":"x","act":{'
                           b'"type":"enter_players","players":[' + b",".join([b"{}"] * many)
                           + b"]}}"),
        }
        for name, (where, kind, body) in bodies.items():
            yield self.dear_body(name, where, kind, body, token)

    def dear_body(self, name, where, kind, body, token):
        result = []

        def send():
            watch = Stopwatch()
            try:
                answer = http_ask(self.house.http_port,
                                  "POST" if where == "/acts" else "PUT", self.office.path + where,
                                  body, {"Content-Type": kind, "If-Match": "*"}, token)
                result.append((says(answer), watch.took))
            except OSError as error:
                result.append((str(error), watch.took))
        sender = threading.Thread(target=send, daemon=True)
        sender.start()
        slowest = 0
        while sender.is_alive():
            watch = Stopwatch()
            self.house.get("/healthz", token="")
            slowest = max(slowest, watch.took)
            sender.join(0.02)
            if slowest > seconds_allowed(20):
                break
        said, took = result[0] if result else ("nothing", 99.0)
        held = took < seconds_allowed(6) and slowest < seconds_allowed(1.0)
        return Seen(f"{name}, {len(body) // 1000} kB", held,
                    f"{said} after {took:.1f} s, others waited {slowest:.2f} s")

    @attempts
    def what_is_public(self):
        """Data that an anonymous caller may not see."""
        self.office.done("plan_round", number=60)
        self.office.done("set_pairings", round=60, pairings=[{"board": 1, "white": 1, "black": 3},
                                                             {"board": 2, "white": 2, "black": 4}])
        for where in ("", "/results", "/pairings.txt", "/results.csv", "/results.html"):
            answer = self.raw("GET", f"{self.office.path}/rounds/60{where}")
            yield Seen(f"a draft's {where or 'page'}", refused(answer), says(answer))
        told = self.raw("GET", "/get/open/tournament.json").json()
        count = told["rounds"][59]["count"] if len(told["rounds"]) > 59 else 0
        yield Seen("a draft's games in tournament.json", count == 0, f"{count} games")
