"""Another web site that is open in a browser, and addresses to which webhooks are sent."""

import json
import socket

from kit import Attack, Seen, attempts, hall, raw_http, request, says
from office import Office

PASSWORD = "correct horse battery"
FOREIGN_HOSTS = ("evil.example", "evil.example:{port}", "127.0.0.1.evil.example:{port}",
                 "localhost.evil.example", "127.0.0.1:1", "127.0.0.1@evil.example", "[::2]:{port}",
                 "0.0.0.0:{port}", "127.1:{port}", "2130706433:{port}", "", "a b", "x" * 300,
                 "127.0.0.1:{port}.evil.example", "192.0.2.7:{port}", "127.0.0.1:{port}, evil",
                 "localhost.:99999")
OWN_HOSTS = ("127.0.0.1:{port}", "localhost:{port}", "LOCALHOST:{port}")
FOREIGN_ORIGINS = ("http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:{port}",
                   "http://127.0.0.1:{port}.evil.example", "http://127.0.0.1", "file://", "",
                   "http://localhost.evil.example:{port}", "chrome-extension://abc")
# Addresses that no webhook goes to unless it was allowed; {port} listens here.
INSIDE = ("http://127.0.0.1:{port}/", "http://localhost:{port}/", "http://127.1:{port}/",
          "http://2130706433:{port}/", "http://0x7f000001:{port}/", "http://017700000001:{port}/",
          "http://0177.0.0.1:{port}/", "http://[::1]:{port}/", "http://[::ffff:127.0.0.1]:{port}/",
          "http://[::ffff:7f00:1]:{port}/", "http://[::]:{port}/", "http://0.0.0.0:{port}/",
          "http://0:{port}/", "http://127.0.0.1.:{port}/", "http://localhost.:{port}/",
          "http://LOCALHOST:{port}/",
          "http://user:pass@127.0.0.1:{port}/",
          "http://example.org@127.0.0.1:{port}/", "http://127.0.0.1:{port}#@example.org/",
          "http://{office}/", "http://{clock}/", "file:///etc/passwd", "gopher://127.0.0.1:{port}/",
          "ftp://127.0.0.1:{port}/", "http:///x", "http://127.0.0.1:99999/", "http://[::1", "")

# The same outside this machine. They are refused when they are named, or never looked up.
NEAR = ("10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.9.9", "192.168.1.1", "169.254.169.254",
        "100.64.0.1", "224.0.0.1", "255.255.255.255", "[fe80::1]", "[fc00::1]", "[fdff::1]",
        "[fec0::1]", "[ff02::1]", "[64:ff9b::a00:1]", "[2002:a00:1::]", "[::ffff:10.0.0.1]",
        "167772161", "0xa000001", "012.0.0.1", "10.1")


class Browser(Attack):

    def prepare(self):
        self.office = Office(self.house).with_round()
        made = self.house.ask("POST", "/api/v1/people", {
            "name": "Anna", "role": "chief_arbiter", "password": PASSWORD, "pin": "4793"})
        if made.status != 201:
            raise AssertionError(f"{made.status} {made.body}")
        session = self.house.ask("POST", "/api/v1/session", {"name": "Anna", "password": PASSWORD},
                                 token="")
        self.cookie = session.headers["set-cookie"].split(";")[0]
        self.key = session.json()["sessionKey"]
        self.set_cookie = session.headers["set-cookie"]

    def here(self, text):
        return text.replace("{port}", str(self.house.http_port))

    def bytes_of(self, method, path, host, headers=(), body=b""):
        """A request with another Host."""
        plain = request(method, path, headers, body)
        line = b"Host: " + host.encode() if host is not None else b"X-No: host"
        return plain.replace(b"Host: 127.0.0.1", line, 1)

    def as_host(self, host, method="GET", path="/api/v1/events", headers=(), body=b""):
        return raw_http(self.house.http_port,
                        self.bytes_of(method, path, host, headers, body))

    # ---- Host -----------------------------------------------------------------------------------

    @attempts
    def hosts_that_are_not_ours(self):
        login = json.dumps({"name": "Anna", "password": "wrong wrong wrong"})
        for host in FOREIGN_HOSTS:
            host = self.here(host)
            for method, path, body in (("GET", "/api/v1/events", b""),
                                       ("POST", "/api/v1/session", login),
                                       ("GET", "/api/v1/events/open/changes?after=0", b"")):
                kind = [("Content-Type", "application/json")] if body else []
                answer = self.as_host(host, method, path, kind, body)
                yield Seen(f"Host {host[:40]!r}: {method} {path}",
                           answer is None or answer.status in (400, 421), says(answer))
        missing = self.as_host(None)
        yield Seen("no Host", missing is None or missing.status in (400, 421), says(missing))
        twice = raw_http(self.house.http_port, request("GET", "/api/v1/events",
                                                       [("Host", "evil.example")]))
        yield Seen("two Hosts", twice is None or twice.status in (400, 421), says(twice))
        absolute = self.as_host("127.0.0.1", path="http://evil.example/api/v1/events")
        yield Seen("another host in the target", absolute is None or
                   absolute.status in (400, 421), says(absolute))
        for host in OWN_HOSTS:
            answer = self.as_host(self.here(host))
            yield Seen(f"its own {host}", answer is not None and answer.status == 200,
                       says(answer))

    # ---- another page's requests ----------------------------------------------------------------

    @attempts
    def acts_of_another_page(self):
        act = json.dumps({"id": "b-1", "event": "open", "by": "Anna",
                          "act": {"type": "plan_round", "number": 9}})
        where = self.office.path + "/acts"
        own = [("Cookie", self.cookie), ("X-Flagfall-Session", self.key),
               ("X-Flagfall-Pin", "4793")]
        kind = [("Content-Type", "application/json")]
        for origin in FOREIGN_ORIGINS:
            origin = self.here(origin)
            answer = self.raw("POST", where, [*own, *kind, ("Origin", origin)], act)
            yield Seen(f"an act with Origin {origin!r}", refused_act(answer), says(answer))
            answer = self.raw("POST", where, [*kind, ("Origin", origin)], act)
            yield Seen(f"an act without a session, Origin {origin!r}", refused_act(answer),
                       says(answer))
        without = [("Cookie", self.cookie), ("X-Flagfall-Pin", "4793")]
        for what, headers in (
                ("no key", without), ("an empty one", [*without, ("X-Flagfall-Session", "")]),
                ("another's", [*without, ("X-Flagfall-Session", "x" * len(self.key))]),
                ("half of it", [*without, ("X-Flagfall-Session", self.key[:10])]),
                ("two cookies", [("Cookie", self.cookie + "; " + self.cookie + "x"),
                                 ("X-Flagfall-Session", "")])):
            answer = self.raw("POST", where, [*headers, *kind], act)
            yield Seen(f"an act with {what}", refused_act(answer), says(answer))
        for media in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
                      "text/plain; application/json", ""):
            answer = self.raw("POST", where, [*own, ("Content-Type", media)], act)
            yield Seen(f"an act as {media!r}", refused_act(answer), says(answer))
        for site in ("cross-site", "same-site"):
            answer = self.raw("POST", where, [*own, *kind, ("Sec-Fetch-Site", site)], act)
            yield Seen(f"an act with Sec-Fetch-Site {site}", refused_act(answer), says(answer))
        for method in ("X-HTTP-Method-Override", "X-Method-Override"):
            answer = self.raw("GET", where, [*own, (method, "POST")])
            yield Seen(f"a GET with {method}", refused_act(answer), says(answer))
        login = json.dumps({"name": "Anna", "password": PASSWORD})
        for origin in ("http://evil.example", "null"):
            answer = self.raw("POST", "/api/v1/session", [*kind, ("Origin", origin)], login)
            yield Seen(f"a log-in with Origin {origin}", refused_act(answer), says(answer))

    @attempts
    def servers_at_other_ports(self):
        """Cookies ignore ports: another user's server on this machine got the session's, and sends
        requests with it from its own program."""
        fixed = self.raw("GET", "/api/v1/session", [("Cookie", self.cookie)])
        yield Seen("the key of a cookie", self.key not in fixed.body and
                   fixed.json()["role"] == "public_viewer", says(fixed))
        private = ("/api/v1/desk/queue", "/api/v1/audit", "/api/v1/people", "/api/v1/tokens",
                   "/api/v1/webhooks", self.office.path + "/rounds/1/rulings")
        halves = {"its cookie": [("Cookie", self.cookie)],
                  "its key": [("X-Flagfall-Session", self.key)],
                  "its cookie as its key": [("Cookie", self.cookie),
                                            ("X-Flagfall-Session", self.cookie.split("=")[1])]}
        for what, headers in halves.items():
            for path in private:
                answer = self.raw("GET", path, headers)
                yield Seen(f"{path} with {what} alone", answer is not None and
                           answer.status == 401, says(answer))
            answer = self.raw("DELETE", "/api/v1/session", headers)
            alive = self.raw("GET", "/api/v1/session", [("Cookie", self.cookie),
                                                        ("X-Flagfall-Session", self.key)])
            yield Seen(f"a log-out with {what} alone", alive.json()["role"] == "chief_arbiter",
                       f"{says(answer)}, then {alive.json()['role']}")

    @attempts
    def sockets_of_another_page(self):
        path = self.office.path + "/ws"
        upgrade = [("Connection", "Upgrade"), ("Upgrade", "websocket"),
                   ("Sec-WebSocket-Version", "13"),
                   ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")]
        for origin in FOREIGN_ORIGINS:
            for what, more in (("", []), (" with the cookie", [("Cookie", self.cookie)])):
                answer = self.raw("GET", path, [*upgrade, *more, ("Origin", self.here(origin))],
                                  patience=5)
                yield Seen(f"a WebSocket with Origin {origin!r}{what}",
                           answer is None or 400 <= answer.status < 500, says(answer))
        own = self.as_host(self.here("127.0.0.1:{port}"), path=path, headers=[
            *upgrade, ("Origin", self.here("http://127.0.0.1:{port}"))])
        yield Seen("a WebSocket of its own page", own is not None and own.status == 101, says(own))

    # ---- headers --------------------------------------------------------------------------------

    @attempts
    def what_browsers_are_told(self):
        token = self.house.owner_token()
        for path in ("/api/v1/events", "/docs", "/nowhere", "/healthz", "/api/v1/desk/queue",
                     self.office.path + "/rounds/1/results.html", "/openapi.json"):
            answer = self.house.get(path, token=token)
            for name, value in (("cross-origin-resource-policy", "same-origin"),
                                ("x-content-type-options", "nosniff"),
                                ("content-security-policy", "frame-ancestors 'none'"),
                                ("referrer-policy", "no-referrer")):
                said = answer.headers.get(name, "")
                yield Seen(f"{name} of {path}", value in said, said or "not said")
            said = answer.headers.get("access-control-allow-origin")
            yield Seen(f"no other origin may read {path}", said is None, str(said))
        for path in ("/api/v1/desk/queue", "/api/v1/audit", "/api/v1/people", "/api/v1/tokens",
                     "/api/v1/webhooks", "/api/v1/session",
                     self.office.path + "/rounds/1/rulings"):
            answer = self.house.get(path, token=token)
            said = answer.headers.get("cache-control", "")
            yield Seen(f"{path} is kept by no cache", "no-store" in said, said or "not said")
        for path in (self.office.path, self.office.path + "/rounds/1/results"):
            said = self.house.get(path, token=token).headers.get("cache-control", "")
            yield Seen(f"{path} for an arbiter is kept by no shared cache",
                       "private" in said or "no-store" in said, said or "not said")
        for word in ("HttpOnly", "SameSite=Strict"):
            yield Seen(f"the cookie says {word}", word in self.set_cookie, "")
        before = self.house.get("/api/v1/events", headers={"Origin": "http://evil.example",
                                                           "Access-Control-Request-Method": "PUT"})
        yield Seen("a preflight opens nothing", "access-control-allow-origin" not in
                   before.headers, says(before))

    # ---- webhooks -------------------------------------------------------------------------------

    @attempts
    def webhooks_into_the_network(self):
        """Nothing happens meanwhile, so that nothing is sent even if a webhook is accepted."""
        for host in NEAR:
            answer = self.house.ask("POST", "/api/v1/webhooks", {"url": f"http://{host}/",
                                                                 "event": "open"})
            if answer.status == 201:
                self.house.ask("DELETE", f"/api/v1/webhooks/{answer.json()['id']}")
            yield Seen(f"a webhook to {host}", 400 <= answer.status < 500, says(answer))

    @attempts
    def webhooks_into_the_house(self):
        listener = socket.create_server(("127.0.0.1", 0))
        listener.settimeout(0.0)
        names = {"{port}": str(listener.getsockname()[1]),
                 "{office}": f"127.0.0.1:{self.house.http_port}",
                 "{clock}": f"127.0.0.1:{self.house.clock_port}"}
        made = []
        for form in INSIDE:
            url = form
            for name, value in names.items():
                url = url.replace(name, value)
            answer = self.house.ask("POST", "/api/v1/webhooks", {"url": url, "event": "open"})
            if answer.status == 201:
                made.append((form, answer.json()["id"]))
            else:
                yield Seen(f"a webhook to {form!r}", 400 <= answer.status < 500, says(answer))
        self.office.done("plan_round", number=7)
        hooks = {}

        def tried():
            hooks.update({hook["id"]: hook for hook in
                          self.house.get("/api/v1/webhooks").json()["webhooks"]})
            return all(hooks[one]["lastError"] for _, one in made)
        try:
            hall.wait_until(tried, "each webhook was tried", 12)
        except AssertionError:
            pass
        errors = set()
        for form, one in made:
            error = hooks.get(one, {}).get("lastError") or "none"
            errors.add(error)
            yield Seen(f"a webhook to {form!r}", error.startswith("not delivered"),
                       f"taken; its error: {error}")
            self.house.ask("DELETE", f"/api/v1/webhooks/{one}")
        came = 0
        try:
            while True:
                listener.accept()[0].close()
                came += 1
        except OSError:
            pass
        listener.close()
        yield Seen("connections of webhooks into this machine", came == 0, f"{came} came")
        yield Seen("errors that distinguish open ports from closed ones", len(errors) <= 1,
                   "; ".join(sorted(errors)) or "none")


def refused_act(answer):
    return answer is None or 400 <= answer.status < 500
