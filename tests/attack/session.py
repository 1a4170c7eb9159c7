"""Somebody with an arbiter's tablet: a session without the PIN, rights that have ended; and
somebody who wants to lock an arbiter out."""

import http.server
import json
import socket
import threading
import time

from followers import Stream, WebSocket
from kit import (Attack, Seen, Stopwatch, attempts, hall, raw_http, refused, request, says,
                 seconds_allowed)
from office import Office

PASSWORD = "correct horse battery"
PIN = "4711"
WITHIN = 5.0  # seconds in which an open connection ends with the right to it


class Receiver(http.server.ThreadingHTTPServer):
    """Counts what is delivered to it."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Delivered)
        self.letters = []
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Delivered(http.server.BaseHTTPRequestHandler):
    def do_POST(self):  # pylint: disable=invalid-name
        self.server.letters.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Session(Attack):
    clockd_options = ("--rehearsal",)

    def prepare(self):
        self.office = Office(self.house).with_round()
        self.office.done("start_round", round=1)
        hall.wait_until(lambda: self.of_record("SELECT count(*) FROM game") == 2, "games are on")
        self.game = self.of_record("SELECT game FROM game WHERE board = 1")

    def of_record(self, query):
        with self.house.office_db() as db:
            return db.execute(query).fetchone()[0]

    # ---- people ---------------------------------------------------------------------------------

    def person(self, role="chief_arbiter"):
        """A person who has logged in: (id, headers of the browser)."""
        name = self.name("Person ")
        made = self.house.ask("POST", "/api/v1/people", {
            "name": name, "role": role, "password": PASSWORD, "pin": PIN})
        if made.status != 201:
            raise AssertionError(f"{made.status} {made.body}")
        return {"id": made.json()["id"], "name": name, **self.log_in(name)}

    def log_in(self, name, password=PASSWORD):
        answer = self.house.ask("POST", "/api/v1/session", {"name": name, "password": password},
                                token="")
        if answer.status != 200:
            raise AssertionError(f"no log-in: {answer.status} {answer.body}")
        return {"headers": {"Cookie": answer.headers["set-cookie"].split(";")[0],
                            "X-Flagfall-Session": answer.json()["sessionKey"]}}

    def ask(self, who, method, path, body=None, **headers):
        return self.house.ask(method, path, body, {**who["headers"], **headers}, token="")

    def note(self, **more):
        return {"id": self.name("n"), "game": self.game, "by": "",
                "act": {"type": "note", "text": "x"}, **more}

    # ---- without the PIN ------------------------------------------------------------------------

    @attempts
    def what_needs_the_pin(self):
        other = self.person("arbiter")
        token = self.house.ask("POST", "/api/v1/tokens", {"name": "t", "role": "device"}).json()
        hook = self.house.ask("POST", "/api/v1/webhooks", {"url": "https://example.org/",
                                                           "event": "open"}).json()
        acts = {
            "a token": ("POST", "/api/v1/tokens", {"name": "mine", "role": "chief_arbiter"}),
            "a token that vouches": ("POST", "/api/v1/tokens", {
                "name": "mine2", "role": "arbiter", "vouches": True}),
            "another chief arbiter": ("POST", "/api/v1/people", {
                "name": "Second Me", "role": "chief_arbiter", "password": PASSWORD}),
            "another PIN of one's own": ("PUT", "/api/v1/people/SELF", {"pin": "9753"}),
            "another password of one's own": ("PUT", "/api/v1/people/SELF", {
                "password": "a very different one"}),
            "another's PIN": ("PUT", f"/api/v1/people/{other['id']}", {"pin": "9753"}),
            "another's role": ("PUT", f"/api/v1/people/{other['id']}", {"role": "chief_arbiter"}),
            "another shut out": ("PUT", f"/api/v1/people/{other['id']}", {"disabled": True}),
            "no PIN any more": ("PUT", "/api/v1/people/SELF", {"pin": ""}),
            "a token revoked": ("DELETE", f"/api/v1/tokens/{token['id']}", None),
            "a webhook with all rulings": ("POST", "/api/v1/webhooks", {
                "url": "https://example.org/", "event": "open", "all": True}),
            "a webhook removed": ("DELETE", f"/api/v1/webhooks/{hook.get('id', 'x')}", None),
            "a ruling": ("POST", "/api/v1/desk/acts", self.note()),
            "a round finished": ("POST", self.office.path + "/acts", {
                "id": self.name("f"), "event": "open", "by": "",
                "act": {"type": "finish_round", "round": 1}}),
            "the pairing of a board whose clock runs": ("POST", self.office.path + "/acts", {
                "id": self.name("c"), "event": "open", "by": "",
                "act": {"type": "change_pairing", "round": 1,
                        "pairings": [{"board": 1, "white": 2, "black": 1}]}}),
            "a result": ("PUT", self.office.path + "/rounds/1/boards/1/result", {
                "result": {"score": "1-0"}}),
        }
        for what, (method, path, body) in acts.items():
            who = self.person()
            path = path.replace("SELF", who["id"])
            answer = self.ask(who, method, path, body, **{"If-Match": "*"})
            yield Seen(f"{what} without the PIN", answer.status == 403, says(answer))
        who = self.person()
        for pin in ("", "0815", "47111", "４７１１"):
            answer = self.ask(who, "POST", "/api/v1/desk/acts", self.note(),
                              **{"X-Flagfall-Pin": pin.encode()})
            yield Seen(f"a ruling with PIN {pin!r}", refused(answer), says(answer))
        # A session obtained like this, if any, cannot rule: the PIN is still the old one.
        fresh = self.person()
        self.ask(fresh, "PUT", f"/api/v1/people/{fresh['id']}", {"pin": "9753"})
        answer = self.ask(fresh, "POST", "/api/v1/desk/acts", self.note(),
                          **{"X-Flagfall-Pin": "9753"})
        yield Seen("a ruling with the PIN just made", answer.status == 403, says(answer))
        answer = self.ask(self.person(), "POST", "/api/v1/desk/acts", self.note(),
                          **{"X-Flagfall-Pin": PIN})
        yield Seen("a ruling with the right PIN", answer.status == 200, says(answer))

    @attempts
    def guessing_the_pin(self):
        who = self.person("arbiter")
        said = []
        for guess in range(30):
            answer = self.ask(who, "POST", "/api/v1/desk/acts", self.note(),
                              **{"X-Flagfall-Pin": f"{guess:04}"})
            said.append(says(answer))
            if answer.status == 401:
                break
        yield Seen("30 PINs", said[-1].startswith("401") and len(said) <= 6,
                   f"{len(said)} guesses: {said[-1]}")
        parallel = self.person("arbiter")
        answers = []

        def guess(number):
            answers.append(self.ask(parallel, "POST", "/api/v1/desk/acts", self.note(),
                                    **{"X-Flagfall-Pin": f"{number:04}"}).json().get("code"))
        threads = [threading.Thread(target=guess, args=(n,)) for n in range(30)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        looked_at = answers.count("wrong_pin")
        yield Seen("30 PINs at once", looked_at <= 5, f"{looked_at} looked at")

    @attempts
    def weak_secrets(self):
        for password in ("1234567890", "aaaaaaaaaa", "password12", "qwertyuiop", "short", ""):
            answer = self.house.ask("POST", "/api/v1/people", {
                "name": self.name("Weak "), "role": "arbiter", "password": password})
            yield Seen(f"the password {password!r}", answer.status in (400, 422), says(answer))
        for pin in ("0000", "1234", "1111", "12", "12345678901", "abcd"):
            answer = self.house.ask("POST", "/api/v1/people", {
                "name": self.name("Weak "), "role": "arbiter", "password": PASSWORD, "pin": pin})
            yield Seen(f"the PIN {pin}", answer.status in (400, 422), says(answer))

    # ---- rights that have ended -----------------------------------------------------------------

    def revoke(self, token):
        mine = token.split("_")[1]
        answer = self.house.ask("DELETE", f"/api/v1/tokens/{mine}")
        if answer.status != 204:
            raise AssertionError(f"not revoked: {answer.status}")

    def change(self, who, body):
        answer = self.house.ask("PUT", f"/api/v1/people/{who['id']}", body)
        if answer.status != 200:
            raise AssertionError(f"not changed: {answer.status} {answer.body}")

    def ways(self):
        """(what ends the right, headers with it, what to do)."""
        token = self.token("arbiter")
        yield "its token is revoked", {"Authorization": f"Bearer {token}"}, \
            lambda: self.revoke(token)
        short = self.token("arbiter", expiresInS=3)
        yield "its token expires", {"Authorization": f"Bearer {short}"}, lambda: time.sleep(3)
        for what, act in (
                ("log-out", lambda who: self.ask(who, "DELETE", "/api/v1/session")),
                ("the person is disabled", lambda who: self.change(who, {"disabled": True})),
                ("another role", lambda who: self.change(who, {"role": "broadcaster"})),
                ("another password", lambda who: self.change(who, {
                    "password": "a very different one"}))):
            who = self.person("arbiter")
            yield what, who["headers"], lambda w=who, a=act: a(w)

    @attempts
    def streams_that_outlive_their_right(self):
        path = self.office.path
        port = self.house.http_port
        opened = []
        for what, headers, act in self.ways():
            opened.append((what, act, Stream(port, path + "/stream", **headers),
                           WebSocket(port, path + "/ws", **headers)))
        for what, act, *_ in opened:
            act()
        self.rule_until_over()
        results = [(what, kind, self.still_hears(link, kind))
                   for what, _, stream, socket in opened
                   for kind, link in (("stream", stream), ("socket", socket))]
        for what, kind, heard_more in results:
            yield Seen(f"a {kind} after {what}", not heard_more,
                       "rulings go on" if heard_more else "it has ended or hears nothing")

    def rule_until_over(self):
        """Waits until every right must have ended; then nobody may get later rulings."""
        time.sleep(seconds_allowed(WITHIN) + 0.5)
        self.secret = self.name("secret")
        answer = self.house.ask("POST", "/api/v1/desk/acts",
                                self.note(by="Chief", act={"type": "note", "text": self.secret},
                                          reason=self.secret))
        if answer.status != 200:
            raise AssertionError(f"no ruling: {answer.status} {answer.body}")
        self.house.settled()

    def still_hears(self, link, kind):
        """Does the last ruling arrive?"""
        link.socket.settimeout(1.5)
        seen = b""
        try:
            while data := link.file.read1(65536):
                seen += data
                if self.game.encode() in data and b"ruling" in data and self.after(data):
                    return True
        except OSError:
            pass
        finally:
            link.socket.close()
        return False

    def after(self, data):
        """Is this the last ruling?"""
        last = self.of_record("SELECT max(pos) FROM event")
        return any(str(pos).encode() in data for pos in range(last - 3, last + 1))

    @attempts
    def webhooks_of_somebody_who_is_gone(self):
        receiver = Receiver()
        token = self.token("chief_arbiter")
        url = f"http://127.0.0.1:{receiver.server_port}/x"
        answer = self.house.ask("POST", "/api/v1/webhooks", {"url": url, "event": "open",
                                                             "all": True}, token=token)
        if answer.status != 201:
            yield Seen("a webhook on this machine", True, says(answer))
            return
        self.revoke(token)
        time.sleep(seconds_allowed(WITHIN))
        before = len(receiver.letters)
        self.rule_until_over()
        time.sleep(1.5)
        yield Seen("a webhook whose maker's token is revoked",
                   len(receiver.letters) == before, f"{len(receiver.letters) - before} letters")
        receiver.shutdown()

    @attempts
    def requests_after_the_end(self):
        for what, headers, act in self.ways():
            act()
            answer = self.house.ask("GET", "/api/v1/desk/queue", headers=headers, token="")
            yield Seen(f"the queue after {what}", answer.status in (401, 403), says(answer))

    # ---- keeping arbiters out -------------------------------------------------------------------

    def guess_password(self, name, source, patience=None):
        return raw_http(self.house.http_port, request(
            "POST", "/api/v1/session", [("Content-Type", "application/json")],
            json.dumps({"name": name, "password": "wrong wrong wrong"})), source, patience)

    @attempts
    def guesses_in_somebodys_name(self):
        who = self.person("arbiter")
        self.ask(who, "DELETE", "/api/v1/session")
        for n in range(12):
            self.guess_password(who["name"], f"127.0.5.{n + 1}")
        answer = self.house.ask("POST", "/api/v1/session", {
            "name": who["name"], "password": PASSWORD}, token="")
        yield Seen("the owner's log-in from a place known before", answer.status == 200,
                   says(answer))

    @attempts
    def a_hundred_log_ins_and_a_ruling(self):
        who = self.person("arbiter")
        links = []
        for n in range(300):  # three from each address make nobody wait
            link = socket.create_connection(("127.0.0.1", self.house.http_port), 5,
                                            (f"127.0.6.{n % 100 + 1}", 0))
            link.sendall(request("POST", "/api/v1/session", [("Content-Type", "application/json")],
                                 json.dumps({"name": f"x{n}", "password": "wrong wrong wrong"})))
            links.append(link)
        said, slowest = [], 0.0
        for _ in range(5):
            watch = Stopwatch()
            said.append(self.ask(who, "POST", "/api/v1/desk/acts", self.note(),
                                 **{"X-Flagfall-Pin": PIN}))
            slowest = max(slowest, watch.took)
        for link in links:
            link.close()
        hall.wait_until(lambda: self.guess_password("somebody", "127.0.8.1",
                                                    60 * seconds_allowed(1)).status != 503,
                        "the log-ins are done", 60 * seconds_allowed(1))
        done = sum(answer.status == 200 for answer in said)
        yield Seen("rulings beside a hundred log-ins", done == 5 and
                   slowest < seconds_allowed(4), f"{done} of 5, the slowest {slowest:.1f} s; "
                   f"{says(said[-1])}")

    @attempts
    def what_log_in_gives_away(self):
        who = self.person("arbiter")
        answers = [self.guess_password(name, f"127.0.7.{n + 1}")
                   for n, name in enumerate((who["name"], "Nobody At All"))]
        bodies = {(a.status, a.json()["code"], a.json()["detail"]) for a in answers}
        yield Seen("whether a name exists", len(bodies) == 1, says(answers[0]))
        tokens = self.house.get("/api/v1/tokens").body + self.house.get("/api/v1/people").body
        yield Seen("secrets in lists", PASSWORD not in tokens and "argon2" not in tokens, "none")
        fixed = raw_http(self.house.http_port, request(
            "POST", "/api/v1/session", [("Content-Type", "application/json"),
                                        ("Cookie", "flagfall_session=chosen")],
            json.dumps({"name": who["name"], "password": PASSWORD})))
        yield Seen("a session chosen by somebody else", fixed.status == 200 and
                   "chosen" not in fixed.headers.get("set-cookie", "chosen"), says(fixed))
