#!/usr/bin/env python3
"""Promises of every part of the HTTP API: errors that programs can read, ETags, keys, pages,
limits, and the headers that keep browsers safe."""

import concurrent.futures
import json
import re
import socket

import hall
from office import CHIEF, EVENTS, PROBLEM, Office, OfficeCase

SECURITY = {"content-security-policy": "default-src 'none'", "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer", "cross-origin-opener-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin"}


class Errors(OfficeCase):
    def ask(self, method, path, body=None, headers=None, token=None):
        answer = self.house.ask(method, path, body, headers, token)
        for name, value in SECURITY.items():
            self.assertIn(value, answer.headers.get(name, ""), f"{method} {path} {answer.status}")
        if answer.status >= 400:
            self.assertEqual(answer.kind, PROBLEM, f"{method} {path}: {answer.body}")
        return answer

    def assert_refused(self, status, code, method, path, body=None, headers=None):
        return self.assert_problem(self.ask(method, path, body, headers), status, code)

    def assert_pointers(self, pointers, answer):
        self.assertEqual(pointers, [error["pointer"] for error in answer["errors"]], answer)

    def test_addresses_and_methods(self):
        for path in ("/nowhere", "/api/v1", "/api/v1/events/none", "/api/v1/events/none/players",
                     "/api/v1/events/", "//api/v1/events", "/api/v1/events/none/rounds/1/results",
                     "/api/v1/desk/games/none", "/get/none/tournament.json"):
            self.assert_refused(404, "not_found", "GET", path)
        for method, path, allow in (("PATCH", EVENTS, "GET, HEAD, POST"),
                                    ("DELETE", f"{EVENTS}/open", "GET, HEAD, PUT"),
                                    ("GET", f"{EVENTS}/open/acts", "POST"),
                                    ("POST", "/version", "GET, HEAD"),
                                    ("HEAD", "/api/v1/desk/acts", "POST"),
                                    ("BREW", "/api/v1/session", "GET, HEAD, POST, DELETE")):
            answer = self.ask(method, path)
            self.assertEqual((answer.status, answer.headers["allow"]), (405, allow), path)
        answer = self.unnoted("GET", "/api/v1/events/%zz")
        self.assertEqual((answer.status, answer.kind), (400, PROBLEM))

    def test_each_code_is_explained(self):
        page = self.ask("GET", "/docs").body
        met = set()
        for answer in (self.ask("GET", "/nowhere"), self.ask("PUT", "/version"),
                       self.ask("POST", "/api/v1/tokens", "{"),
                       self.ask("GET", f"{EVENTS}?limit=x"), self.ask("GET", "/ca.pem"),
                       self.ask("GET", "/api/v1/desk/queue", token="")):
            page_name, anchor = answer.json()["type"].split("#")
            self.assertEqual(page_name, "/docs")
            self.assertIn(f'id="{anchor}"', page)
            met.add(anchor)
        self.assertGreaterEqual(len(met), 5)

    def test_content_types(self):
        for path in ("/api/v1/tokens", EVENTS, "/api/v1/desk/acts", f"{EVENTS}/open/acts"):
            for kind in ("text/plain", "application/jsonx", "", "text/json; charset=utf-8"):
                self.assert_refused(415, "bad_content_type", "POST", path, "{}",
                                    {"Content-Type": kind, "Idempotency-Key": "k"})
        Office(self.house).create()
        answer = self.ask("PUT", f"{EVENTS}/open/players", "1", {"Content-Type": "image/png",
                                                                 "If-Match": "*"})
        self.assertIn("text/csv", self.assert_problem(answer, 415, "bad_content_type")["detail"])
        for coding in ("gzip", "br", "identity, gzip", ""):
            answer = self.ask("PUT", f"{EVENTS}/open/players", "number,name\n1,A\n",
                              {"Content-Type": "text/csv", "If-Match": "*",
                               "Content-Encoding": coding})
            self.assert_problem(answer, 415, "bad_content_type")
            self.assertEqual(answer.headers["accept-encoding"], "identity")
        with_charset = self.ask("POST", "/api/v1/tokens", '{"name": "x", "role": "device"}',
                                {"Content-Type": "application/json; charset=utf-8"})
        self.assertEqual(with_charset.status, 201)

    def test_what_is_no_json(self):
        Office(self.house).with_round()
        for method, path in (("POST", EVENTS), ("POST", f"{EVENTS}/open/acts"),
                             ("PUT", f"{EVENTS}/open"), ("POST", "/api/v1/tokens"),
                             ("POST", "/api/v1/session"), ("POST", "/api/v1/people"),
                             ("POST", "/api/v1/webhooks"), ("POST", "/api/v1/desk/acts"),
                             ("PUT", f"{EVENTS}/open/rounds/1/boards/1/result"),
                             ("POST", f"{EVENTS}/open/rounds/1/results/ack")):
            for body, line, column in (('{"é": 1,\n  "id": }', 2, 9), ("[1, 2", 1, 6)):
                headers = {"If-Match": "*", "Idempotency-Key": "k"}
                said = self.assert_refused(400, "bad_json", method, path, body, headers)
                where = said["errors"][0]
                self.assertEqual((where["line"], where["column"]), (line, column),
                                 f"{method} {path} {body!r}: {said}")
            for body in ("[]", "1", "null", '"x"'):
                said = self.assert_refused(400, "bad_body", method, path, body, headers)
                self.assert_pointers([""], said)

    def test_pointers(self):
        said = self.assert_refused(400, "bad_body", "POST", "/api/v1/tokens",
                                   {"role": "king", "sectors": ["a", 1], "expiresInS": 0})
        self.assertEqual({"/name", "/role", "/sectors/1", "/expiresInS"},
                         {error["pointer"] for error in said["errors"]})
        office = Office(self.house).with_round()
        acts = f"{EVENTS}/open/acts"

        def act(act):
            return {"id": "a-1", "event": "open", "by": CHIEF, "act": act}
        for pointer, body in (
                ("/act", {"id": "a-1", "event": "open", "by": CHIEF}),
                ("/act/type", act({"type": "castle"})),
                ("/act/players/1/number", act({"type": "enter_players", "players": [
                    {"number": 1, "name": "A"}, {"number": "2", "name": "B"}]})),
                ("/act/pairings/0/white", act({"type": "set_pairings", "round": 1, "pairings": [
                    {"board": 1, "black": 2}]})),
                ("/event", {**act({"type": "publish_round", "round": 1}), "event": "other"})):
            self.assert_pointers([pointer], self.assert_refused(400, "bad_body", "POST", acts,
                                                                body))
        answer = office.act("change_pairing", round=1, pairings=[
            {"board": 1, "white": 1, "black": 99}])
        self.assertEqual(answer.status, 422)
        self.assert_pointers(["/act/pairings/0/black"], answer.json())
        result = f"{EVENTS}/open/rounds/1/boards/1/result"
        said = self.assert_refused(400, "bad_body", "PUT", result, {"result": {"score": "2-0"}},
                                   {"If-Match": "*"})
        self.assert_pointers(["/result/score"], said)
        said = self.assert_refused(422, "bad_result", "PUT", result,
                                   {"by": CHIEF, "result": {"score": "1-0", "kind": "x"}},
                                   {"If-Match": "*"})
        self.assert_pointers(["/result/kind"], said)
        said = self.assert_refused(422, "bad_date", "PUT", f"{EVENTS}/open",
                                   {"by": CHIEF, "info": {"name": "Open", "begins": "soon"}},
                                   {"If-Match": "*"})
        self.assert_pointers(["/info/begins"], said)

    def test_pointers_of_the_desk(self):
        good = {"id": "d-1", "game": "none", "by": CHIEF, "act": {"type": "note", "text": "x"}}
        for pointer, body in (
                ("/game", {**good, "game": 7}),
                ("/act", {**good, "act": None}),
                ("/act/type", {**good, "act": {"type": "castle"}}),
                ("/act/text", {**good, "act": {"type": "note"}}),
                ("/act/white_us", {**good, "act": {"type": "adjust_clock", "white_us": "1",
                                                   "black_us": 0}})):
            said = self.assert_refused(400, "bad_body", "POST", "/api/v1/desk/acts", body)
            self.assert_pointers([pointer], said)

    def test_a_key_is_the_id_of_an_act_of_the_desk(self):
        act = {"game": "none", "by": CHIEF, "act": {"type": "note", "text": "x"}}
        desk = "/api/v1/desk/acts"
        self.assert_refused(400, "key_needed", "POST", desk, act)
        self.assert_refused(422, "unknown_game", "POST", desk, act, {"Idempotency-Key": "d-2"})
        self.assert_refused(422, "bad_id", "POST", desk, {**act, "id": "d-3"},
                            {"Idempotency-Key": "x" * 49})

    def test_names_of_fields(self):
        """camelCase in the API's own documents, the log's names in acts; no aliases."""
        office = Office(self.house)
        self.assertEqual(office.create(chiefArbiter="IA Moreau").status, 201)
        info = self.house.get(f"{EVENTS}/open").json()["info"]
        self.assertEqual((info["chiefArbiter"], info["terms"]),
                         ("IA Moreau", {"timeControl": "5400+30"}))
        put = self.ask("PUT", f"{EVENTS}/open", {"by": CHIEF, "info": {**info, "terms": {
            "timeControl": "x"}}}, {"If-Match": "*"})
        self.assert_pointers(["/info/terms/timeControl"],
                             self.assert_problem(put, 422, "bad_time_control"))
        act = office.act("change_event", info={"name": "Open", "terms": {"time_control": "x"}})
        self.assertEqual(act.status, 422)
        self.assert_pointers(["/act/info/terms/time_control"], act.json())
        # What GET gives is no part of an act as it is, and nothing of it is ignored.
        act = office.act("change_event", info=info)
        self.assertEqual(act.status, 400)
        self.assert_pointers(["/act/info/chiefArbiter"], act.json())
        other = {"by": CHIEF, "info": {"name": "Open", "chief_arbiter": "X"}}
        put = self.ask("PUT", f"{EVENTS}/open", other, {"If-Match": "*"})
        self.assert_pointers(["/info/chief_arbiter"], self.assert_problem(put, 400, "bad_body"))
        self.assertEqual(self.house.get(f"{EVENTS}/open").json()["info"], info)
        body = {"by": CHIEF, "ifMatch": 1, "act": {"type": "hide_event"}}
        late = self.ask("POST", f"{EVENTS}/open/acts", body, {"Idempotency-Key": "n-1"})
        self.assert_problem(late, 412, "changed_meanwhile")

    def test_an_act_needs_no_more_than_the_headers_leave_open(self):
        """The body need not repeat what the path and the headers have (schemas/office)."""
        office = Office(self.house).with_round()
        body = {"by": CHIEF, "act": {"type": "hide_event"}}
        acts = f"{EVENTS}/open/acts"
        self.assert_refused(400, "key_needed", "POST", acts, body)
        body["act"] = {"type": "enter_teams", "teams": [{"number": 1, "name": "Oslo"}]}
        for status in ("done", "repeated"):
            answer = self.ask("POST", acts, body, {"Idempotency-Key": "n-2"})
            self.assertEqual((answer.status, answer.json()["status"]), (200, status))
        self.assertEqual(answer.json()["id"], "n-2")
        self.assertEqual(self.house.get(office.path).json()["teams"][0]["name"], "Oslo")

    def test_values_of_the_query(self):
        Office(self.house).with_round()
        one = f"{EVENTS}/open"
        for path in (f"{EVENTS}?limit=0", f"{EVENTS}?limit=1001", f"{EVENTS}?limit=ten",
                     f"{EVENTS}?cursor=-1", f"{one}/players?cursor=x", f"{one}/changes?wait=61",
                     f"{one}/changes?after=-1", f"{one}/changes?after=9223372036854775808",
                     f"{one}/trf?version=27", f"{one}/trf?version=20", f"{one}/trf?version=",
                     f"{one}/rounds/1/results.html?order=sideways",
                     f"{one}/rounds/1/games.pgn?slice=4-1", f"{one}/rounds/1/games.pgn?delay=-1",
                     f"{one}/rounds/1/games.pgn?slice=a", f"{one}/rounds/1/results.res?codes=1",
                     f"{EVENTS}?hidden=yes", f"{EVENTS}?hidden=", f"{one}/hall?positions=1",
                     f"{one}?pair=2", f"{one}/trf?verson=16", f"{one}/players?limit=1&pgae=2",
                     "/healthz?x", "/api/v1/audit?cursor=0"):
            said = self.assert_refused(400, "bad_parameter", "GET", path)
            self.assertIn(re.search(r"\?(\w+)", path)[1], said["detail"])
        twice = self.house.get(f"{one}/rounds/1/games.pgn?slice=1&slice=2")
        self.assertEqual(twice.status, 400)
        self.assertIn("slice is in the query twice", twice.body)

    def test_what_is_no_text(self):
        """Bytes that are not text, or that control a display, reach no handler and no record."""
        office = Office(self.house).with_round()
        ack = f"{EVENTS}/open/rounds/1/results/ack"
        for raw in ("\udcff", "\x1b[2J", "\x7f", "\u009b31m", "\u2028", "\u202e"):
            key = raw.encode("utf-8", "surrogateescape").decode("latin-1")
            answer = self.unnoted("POST", ack, {"revision": 0}, {"Idempotency-Key": key})
            self.assertEqual((answer.status, answer.kind), (400, PROBLEM), repr(raw))
        for path in ("/api/v1/events/%ff", "/api/v1/events/a%1bb", f"{EVENTS}/open/players?by=%ff",
                     f"{EVENTS}/open/changes?after=%e2%80%ae"):
            answer = self.unnoted("GET", path)
            self.assertEqual((answer.status, answer.kind), (400, PROBLEM), path)
        for text in ("\x1b[2J", "a\x00", "\u009b31m", "\u202eabc", "\u2066"):
            for pointer, body in (
                    ("/by", {"id": "k", "by": text, "act": {"type": "publish_round", "round": 1}}),
                    ("/act/players/0/name", {"id": "k", "by": CHIEF, "act": {
                        "type": "enter_players", "players": [{"number": 1, "name": text}]}})):
                said = self.assert_refused(400, "bad_body", "POST", f"{EVENTS}/open/acts", body)
                self.assert_pointers([pointer], said)
        self.assertEqual(office.act("publish_round", round=1).status, 422)  # it goes on

    def test_json_without_measure(self):
        Office(self.house).with_round()
        acts = f"{EVENTS}/open/acts"
        deep = '{"id":"x","act":' + "[" * 100_000  # Python's own reader refuses such a text
        answer = self.raw(f"POST {acts} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                          f"Authorization: Bearer {self.house.owner_token()}\r\n"
                          "Content-Type: application/json\r\n"
                          f"Content-Length: {len(deep)}\r\n\r\n{deep}")
        self.assertRegex(answer, r"(?s)^HTTP/1.1 400 .*nested deeper than 64 levels")
        for body in ('{"a":' + '{"a":' * 70 + "1" + "}" * 71, '{"a":[' + "1," * 10_000 + "1]}",
                     '{"id":"x","id":"y"}'):
            self.assert_problem(self.unnoted("POST", acts, body), 400, "bad_json")
        for number in ("1e999", "-1e999", "1" * 400):
            answer = self.unnoted("POST", "/api/v1/tokens",
                                  '{"name":"x","expiresInS":' + number + "}")
            self.assert_pointers(["/expiresInS"], self.assert_problem(answer, 400, "bad_body"))
        empty = '{"players":[' + "{}," * 400_000 + "{}]}"
        answer = self.unnoted("PUT", f"{EVENTS}/open/players", empty, {"If-Match": "*"})
        self.assertIn("10000", self.assert_problem(answer, 422, "bad_file")["detail"])

    def test_who_asks_is_asked_first(self):
        """The server does not wait for a stranger's body, and sends no 100 Continue for one."""
        Office(self.house).with_round()
        for path in (f"{EVENTS}/open/import", f"{EVENTS}/open/players"):
            head = (f"PUT {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 16000000\r\n"
                    "Content-Type: application/json\r\nIf-Match: *\r\n"
                    "Expect: 100-continue\r\n\r\n")
            self.assertRegex(self.raw(head), "^HTTP/1.1 401 ")
        head = ("POST /api/v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 65537\r\n"
                "Content-Type: application/json\r\n\r\n")
        self.assertRegex(self.raw(head), "^HTTP/1.1 413 ")

    def raw(self, text):
        """The answer until the connection is closed."""
        with socket.create_connection(("127.0.0.1", self.house.http_port), timeout=20) as link:
            link.sendall(text.encode())
            answer = b""
            while chunk := link.recv(65536):
                answer += chunk
            return answer.decode("latin-1")

    def test_the_names_of_this_server(self):
        """A page whose host name was made to point here is not one of ours."""
        port = self.house.http_port
        for host in (f"127.0.0.1:{port}", "localhost", f"LOCALHOST:{port}",
                     f"[::1]:{port}", "127.0.0.1", socket.gethostname(),
                     f"{socket.gethostname()}.local:{port}"):
            answer = self.raw(f"GET /version HTTP/1.1\r\nHost: {host}\r\n"
                              "Connection: close\r\n\r\n")
            self.assertRegex(answer, "^HTTP/1.1 200 ", host)
        for host in ("evil.example", f"evil.example:{port}", "localhost.evil.example",
                     "127.0.0.1.a", "127.0.0.1:1", "192.0.2.7", "", ":80", "[evil]", "["):
            answer = self.raw(f"GET /version HTTP/1.1\r\nHost: {host}\r\n"
                              "Connection: close\r\n\r\n")
            self.assertRegex(answer, "^HTTP/1.1 421 ", host)
            self.assertIn('"wrong_host"', answer)

    def test_too_much(self):
        big = {"name": "x" * 70_000, "role": "device"}
        for answer in (self.unnoted("POST", "/api/v1/tokens", big),
                       self.unnoted("POST", "/api/v1/tokens", "{}",
                                    {"Content-Length": "99999999"})):
            self.assertEqual((answer.status, answer.kind), (413, PROBLEM))
        answer = self.unnoted("GET", "/version", headers={"X-Long": "x" * 20_000})
        self.assertEqual((answer.status, answer.kind), (431, PROBLEM))
        office = Office(self.house)
        office.create()
        many = office.players(1000)  # an import may be longer
        self.assertGreater(len(json.dumps(many)), 70_000)
        self.assertEqual(office.act("enter_players", players=many).status, 200)
        said = self.assert_refused(400, "bad_body", "POST", "/api/v1/tokens",
                                   {"name": "x" * 2000, "role": "device"})
        self.assert_pointers(["/name"], said)


class Conventions(OfficeCase):
    def setUp(self):
        super().setUp()
        self.office = Office(self.house).with_round()
        self.path = self.office.path

    # ---- ETags ----------------------------------------------------------------------------------

    def test_nothing_changed(self):
        paths = ["", "/players", "/rounds", "/rounds/1", "/rounds/1/results", "/players.csv",
                 "/rounds/1/games.pgn", "/rounds/1/results.csv", "/rounds/1/pairings.txt",
                 "/rounds/1/results.html", "/rounds/1/rulings", "/trf"]
        for path in [EVENTS, "/openapi.json", "/get/open/tournament.json",
                     *(self.path + path for path in paths)]:
            first = self.house.get(path)
            tag = first.headers["etag"]
            self.assertRegex(tag, r'^"[\x21\x23-\x7e]+"$', path)  # strong
            self.assertEqual((self.house.get(path).headers["etag"], first.status), (tag, 200))
            for known in (tag, f'"x", {tag}', f"W/{tag}", "*"):
                again = self.house.get(path, headers={"If-None-Match": known})
                self.assertEqual((again.status, again.bytes, again.headers.get("etag")),
                                 (304, b"", tag), f"{path} {known}")
            other = self.house.get(path, headers={"If-None-Match": '"x"'})
            self.assertEqual((other.status, other.body), (200, first.body), path)

    def test_every_change_changes_the_etag(self):
        paths = ["", "/players", "/rounds/1", "/rounds/1/results"]
        for kind, fields in (("withdraw_player", {"number": 4, "from_round": 2}),
                             ("plan_round", {"number": 2}),
                             ("start_round", {"round": 1, "without_clocks": True})):
            before = [self.house.get(self.path + path).headers["etag"] for path in paths]
            said = self.office.done(kind, **fields)
            after = [self.house.get(self.path + path).headers["etag"] for path in paths]
            for old, new in zip(before, after):
                self.assertNotEqual(old, new, kind)
            self.assertEqual(self.house.get(self.path).json()["revision"], said["revision"])

    def test_nobodys_change_is_lost(self):
        body = {"by": CHIEF, "info": {"name": "Renamed"}}
        tag = self.office.etag()

        def put(headers):
            return self.house.ask("PUT", self.path, body, headers)
        self.assert_problem(put({}), 428, "if_match_needed")
        for stale in ('"x"', f"W/{tag}", tag.strip('"')):
            answer = put({"If-Match": stale})
            self.assert_problem(answer, 412, "changed_meanwhile")
            self.assertEqual(answer.headers["etag"], tag)
        done = put({"If-Match": f'"x", {tag}'})
        self.assertEqual(done.status, 200, done.body)
        self.assertNotEqual(done.headers["etag"], tag)
        self.assertEqual(done.headers["etag"], self.office.etag())
        self.assert_problem(put({"If-Match": tag}), 412, "changed_meanwhile")
        self.assertEqual(put({"If-Match": "*"}).status, 200)

    def test_of_two_changes_at_once_one_is_made(self):
        tag = self.office.etag()
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda i: self.house.ask(
                "PUT", self.path, {"by": CHIEF, "info": {"name": f"Name {i}"}},
                {"If-Match": tag}), range(8)))
        self.assertEqual(sorted(a.status for a in answers), [200] + 7 * [412])
        name = self.house.get(self.path).json()["info"]["name"]
        self.assertEqual([i for i, a in enumerate(answers) if a.status == 200],
                         [int(name.removeprefix("Name "))])

    # ---- keys -----------------------------------------------------------------------------------

    def test_a_key_acts_once(self):
        body = {"id": "second", "by": CHIEF, "info": {"name": "Second"}}

        def post(body, **headers):
            return self.house.ask("POST", EVENTS, body, headers)
        self.assert_problem(post(body), 400, "key_needed")
        key = {"Idempotency-Key": "create-second"}
        first, again = post(body, **key), post(body, **key)
        self.assertEqual((first.status, first.json()["status"]), (201, "done"))
        self.assertEqual(first.headers["location"], f"{EVENTS}/second")
        self.assertEqual(again.json(), {**first.json(), "status": "repeated"})
        other = {**body, "info": {"name": "Third"}}
        self.assert_problem(post(other, **key), 422, "key_used")
        self.assertEqual(self.house.get(f"{EVENTS}/second").json()["info"]["name"], "Second")
        self.house.arbiterd.end()
        self.house.start_arbiterd()
        self.assertEqual(post(body, **key).json(), again.json())

    def test_a_change_sent_again_with_its_key_and_etag_is_done_once(self):
        self.office.done("start_round", round=1, without_clocks=True)
        result = {"by": CHIEF, "result": {"score": "1-0", "kind": "played"}}
        info = {**self.house.get(self.path).json()["info"], "name": "Renamed"}
        sent = {"/rounds/1/boards/1/result": result, "": {"by": CHIEF, "info": info}}
        for path, body in sent.items():
            headers = {"If-Match": self.office.etag(), "Idempotency-Key": f"once{len(path)}"}
            first, again = (self.house.ask("PUT", self.path + path, body, headers)
                            for _ in range(2))
            self.assertEqual(first.status, 200, first.body)
            self.assertEqual(again.json(), {**first.json(), "status": "repeated"})
            headers["Idempotency-Key"] += "-other"
            self.assert_problem(self.house.ask("PUT", self.path + path, body, headers), 412,
                                "changed_meanwhile")

    def test_at_once_with_one_key(self):
        body = {"id": "plan-2", "event": "open", "by": CHIEF,
                "act": {"type": "plan_round", "number": 2}}
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: self.house.ask(
                "POST", self.path + "/acts", body), range(8)))
        self.assertEqual([a.status for a in answers], 8 * [200], [a.body for a in answers])
        said = [a.json() for a in answers]
        self.assertEqual(sorted(s["status"] for s in said), ["done"] + 7 * ["repeated"])
        self.assertEqual(len({s["revision"] for s in said}), 1)

    def test_a_player_who_is_entered_while_a_file_is_read_stays(self):
        """In the file nobody has a number: each gets the next free one."""
        file = "name,club\n" + "".join(f'"Of the file {n}, X",{"c" * 150}\n' for n in range(1000))
        headers = {"Content-Type": "text/csv", "If-Match": "*"}
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            read = pool.submit(self.unnoted, "PUT", self.path + "/players?by=Ida%20Chief", file,
                               headers)
            late = []
            while not read.done():
                late.append(f"Late{len(late)}, Entry")
                self.office.done("enter_players", players=[{"number": 0, "name": late[-1]}])
        self.assertIn(read.result().status, (200, 412, 503), read.result().body)
        listed = self.unnoted("GET", self.path + "/players.csv").body
        self.assertEqual([name for name in late if name not in listed], [])

    def test_large_bodies_are_read_beside_the_others(self):
        players = [{"number": n, "name": f"{n:05}, " + "x" * 60} for n in range(100, 1100)]
        large = json.dumps({"id": "many", "event": "open", "by": CHIEF,
                            "act": {"type": "enter_players", "players": players}})
        none = '{"a":[' + ",".join(["[" + "[]," * 9_000 + "[]]"] * 20)
        self.assertGreater(min(len(large), len(none)), 65536)

        def post(body):
            return self.unnoted("POST", self.path + "/acts", body)
        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            done = [pool.submit(post, large) for _ in range(4)]
            bad = [pool.submit(post, none) for _ in range(4)]
            seen = [pool.submit(self.house.get, EVENTS) for _ in range(4)]
        said = [each.result() for each in done]
        self.assertEqual([a.status for a in said], 4 * [200], [a.body[:300] for a in said])
        self.assertEqual(sorted(a.json()["status"] for a in said), ["done"] + 3 * ["repeated"])
        for each in bad:
            self.assert_problem(each.result(), 400, "bad_json")
        self.assertEqual([each.result().status for each in seen], 4 * [200])

    # ---- pages ----------------------------------------------------------------------------------

    def test_pages(self):
        self.office.done("enter_players", players=self.office.players(10))
        names, path = [], f"{self.path}/players?limit=4"
        for size in (4, 4, 2):
            page = self.house.get(path)
            body = page.json()
            self.assertEqual(len(body["players"]), size)
            names += [player["name"] for player in body["players"]]
            link = re.fullmatch(r'<([^>]+)>; rel="next"', page.headers.get("link", ""))
            self.assertEqual(bool(link), size == 4, page.headers)
            self.assertEqual(body["next"] is None, link is None)
            path = link and link[1]
            if link:
                self.assertIn(f"cursor={body['next']}", path)
        self.assertEqual(names, [player["name"] for player in self.office.players(10)])

    def test_pages_of_events(self):
        for event in ("a", "b", "c"):
            self.assertEqual(Office(self.house, event).create().status, 201)
        first = self.house.get(f"{EVENTS}?limit=3")
        self.assertEqual(len(first.json()["events"]), 3)
        rest = self.house.get(re.search("<(.*)>", first.headers["link"])[1])
        both = [event["event"] for page in (first, rest) for event in page.json()["events"]]
        self.assertEqual(sorted(both), ["a", "b", "c", "open"])
        self.assertNotIn("link", rest.headers)

    # ---- the rest -------------------------------------------------------------------------------

    def test_head(self):
        for path in (EVENTS, self.path, self.path + "/rounds/1/results", "/version", "/docs",
                     self.path + "/players.csv", "/nowhere"):
            whole, head = self.house.get(path), self.house.ask("HEAD", path)
            self.assertEqual((head.status, head.bytes), (whole.status, b""), path)
            for name in ("content-type", "content-length", "etag"):
                self.assertEqual(head.headers.get(name), whole.headers.get(name), f"{path} {name}")

    def test_headers_for_browsers(self):
        answers = [self.house.get("/docs"), self.house.get(self.path),
                   self.house.get(self.path, headers={"If-None-Match": self.office.etag()}),
                   self.house.get(self.path + "/changes?after=999999"),
                   self.house.get(self.path + "/rounds/1/results.html"),
                   self.unnoted("GET", "/version", headers={"X-Long": "x" * 20_000})]
        self.assertEqual([a.status for a in answers], [200, 200, 304, 204, 200, 431])
        for answer in answers:
            for name, value in SECURITY.items():
                self.assertIn(value, answer.headers.get(name, ""), f"{answer.status} {name}")
            self.assertNotIn("access-control-allow-origin", answer.headers)

    def test_pages_of_others_may_not_act(self):
        body = {"id": "evil", "by": CHIEF, "info": {"name": "Evil"}}
        answer = self.house.ask("POST", EVENTS, body, {"Idempotency-Key": "evil",
                                                       "Origin": "http://evil.example"}, "")
        self.assert_problem(answer, 403, "foreign_origin")
        self.assertEqual(self.house.get(f"{EVENTS}/evil").status, 404)
        for site in ("cross-site", "same-site"):  # another port of this host is same-site
            answer = self.house.ask("POST", EVENTS, body, {"Idempotency-Key": "evil",
                                                           "Sec-Fetch-Site": site})
            self.assert_problem(answer, 403, "foreign_origin")
        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                   "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Origin": "http://evil.example"}
        answer = self.unnoted("GET", self.path + "/ws", headers=upgrade)
        self.assert_problem(answer, 403, "foreign_origin")

    def test_what_is_private_is_not_kept(self):
        for path in ("/api/v1/desk/queue", "/api/v1/audit", "/api/v1/tokens", "/api/v1/people",
                     "/api/v1/session", self.path + "/rounds/1/rulings"):
            self.assertEqual(self.house.get(path).headers["cache-control"], "no-store", path)
        for path in (self.path, self.path + "/rounds/1/results", "/version"):
            public = self.house.ask("GET", path, token="")
            self.assertEqual(public.headers["cache-control"], "no-cache", path)


if __name__ == "__main__":
    hall.main()
