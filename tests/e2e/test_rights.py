#!/usr/bin/env python3
"""A limit applies everywhere, the PIN protects, and requests of a person end with their right to
them: by the table of routes, for every operation."""

import json
import re
import threading
import time

import hall
from followers import Stream, WebSocket
from office import EVENTS, Office, OfficeCase
from test_roles import ACTS, rights_in

OURS, OTHERS = "open", "other"
SOON = 5  # seconds: docs/security.md promises that nothing outlives its right for longer
CHIEF = {"name": "Ida Chief", "role": "chief_arbiter", "password": "correct horse battery",
         "pin": "4711"}


class Limited(OfficeCase):
    """Two events with a game each at the clocks, and tokens that are valid for one of them."""

    def setUp(self):
        super().setUp()
        self.ours = Office(self.house, OURS).with_round()
        self.others = Office(self.house, OTHERS).with_round()
        self.others.done("start_round", round=1)
        hall.wait_until(self.games, "the games are at the clocks")
        self.game = self.games()[0][0]
        self.document = self.house.get("/openapi.json").json()

    def games(self):
        with self.house.office_db() as office:
            return office.execute("SELECT game FROM game WHERE event = ?", (OTHERS,)).fetchall()

    def limited(self, role):
        return self.token(role, event=OURS)

    def request(self, method, path, operation, token, headers=None):
        """One that is well-formed up to its body, about the other event."""
        values = {"event": OTHERS, "round": "1", "board": "1", "game": self.game}
        path = re.sub(r"\{(\w+)\}", lambda m: values.get(m[1], "none"), path)
        headers = {"If-Match": "*", "Idempotency-Key": "none", **(headers or {})}
        body = None
        if "requestBody" in operation:
            headers["Content-Type"] = next(iter(operation["requestBody"]["content"]))
            body = b"{}"
        return self.unnoted(method, path, body, headers, token)

    def test_every_operation_with_a_token_of_one_event(self):
        tokens = {role: self.limited(role) for role in
                  ("chief_arbiter", "arbiter", "pairing_program", "broadcaster")}
        tried = {}
        for method, path, operation in rights_in(self.document):
            scope = operation.get("x-scope")
            for role, token in tokens.items():
                if role not in operation["x-roles"]:
                    continue
                said = f"{role} of one event: {method} {path}"
                tried[scope] = tried.get(scope, 0) + 1
                if scope in ("office_wide", "of_event", "of_game"):
                    answer = self.request(method, path, operation, token)
                    self.assert_problem(answer, 403, "not_yours")
                elif scope == "listed":
                    answer = self.request(method, path, operation, token)
                    self.assertEqual(answer.status, 200, said)
                    self.assertNotIn(f'"{OTHERS}"', answer.body, said)
                else:
                    self.assertIn(scope, ("no_event", "of_act"), said)
        self.assertEqual(set(tried), {"office_wide", "of_event", "of_game", "listed", "no_event",
                                      "of_act"})
        self.assertGreater(sum(tried.values()), 120)
        self.assertIn(f'"{OTHERS}"', self.house.get(EVENTS).body)

    def test_acts_of_the_desk_and_new_events(self):
        act = {"game": self.game, "article": "1", "act": {"type": "note", "text": "seen"}}
        for role in ("arbiter", "chief_arbiter"):
            token = self.limited(role)
            answer = self.house.ask("POST", "/api/v1/desk/acts", {**act, "id": f"n-{role}",
                                                                  "by": role}, token=token)
            self.assert_problem(answer, 403, "not_yours")
            unknown = {**act, "id": f"u-{role}", "by": role, "game": "none"}
            answer = self.house.ask("POST", "/api/v1/desk/acts", unknown, token=token)
            self.assert_problem(answer, 422, "unknown_game")
        for role in ("pairing_program", "chief_arbiter"):
            for event in ("third", OURS):
                answer = self.house.ask("POST", EVENTS, {"id": event, "info": {"name": "X"}},
                                        {"Idempotency-Key": f"{role}-{event}"},
                                        self.limited(role))
                self.assert_problem(answer, 403, "not_yours")
        self.assertEqual(self.house.get(f"{EVENTS}/third").status, 404)

    def test_every_act_of_another_event(self):
        for kind, (allowed, fields) in ACTS.items():
            for role in allowed:
                answer = self.others.act(kind, self.limited(role), role, **fields)
                self.assert_problem(answer, 403, "not_yours")

    def test_a_chief_of_one_event_is_chief_there_only(self):
        token = self.limited("chief_arbiter")
        self.assertEqual(self.ours.act("plan_round", token, "chief_arbiter",
                                       number=2).status, 200)
        for path in ("people", "tokens", "webhooks", "audit"):
            self.assert_problem(self.house.get(f"/api/v1/{path}", token=token), 403, "not_yours")

    def test_an_arbiter_with_sectors_has_no_whole_round(self):
        self.ours.done("change_event", info={"name": "Open", "sectors": [
            {"name": "A", "first": 1, "last": 1}, {"name": "B", "first": 2, "last": 9}]})
        token = self.token("arbiter", sectors=["A"])
        for kind in ("prepare_round", "start_round", "finish_round"):
            for fields in ({"round": 1}, {"round": 1, "boards": [1]}):
                if (kind, len(fields)) == ("finish_round", 2):
                    continue
                answer = self.ours.act(kind, token, "arbiter", **fields)
                problem = self.assert_problem(answer, 403, "not_yours")
                self.assertIn("chief arbiter", problem["detail"])
        self.assertEqual(self.ours.act("start_round", self.token("arbiter"), "arbiter", round=1,
                                       without_clocks=True).status, 200)

    def test_a_pairing_program_takes_no_game_off_a_clock(self):
        self.ours.done("set_pairings", round=1, pairings=[{"board": 11, "white": 1, "black": 2}])
        self.ours.done("prepare_round", round=1)
        token = self.token("pairing_program")
        turned = [{"board": 11, "white": 2, "black": 1}]
        for kind, fields in (("change_pairing", {"pairings": turned}),
                             ("set_pairings", {"pairings": turned}),
                             ("withdraw_publication", {})):
            answer = self.ours.act(kind, token, "Swiss", round=1, **fields)
            self.assert_problem(answer, 403, "not_yours")
        answer = self.ours.put("/rounds/1/pairings", "1\n2 1\n", "text/plain", token=token)
        self.assert_problem(answer, 403, "not_yours")
        self.house.settled()
        boards = self.house.get("/api/v1/events/open/rounds/1/results").json()["boards"]
        self.assertEqual([b["gameId"] for b in boards], ["open-r1-b11"])
        self.ours.done("change_pairing", round=1, pairings=turned)

    def test_a_pairing_program_changes_no_round_that_has_started(self):
        self.ours.done("start_round", round=1, without_clocks=True)
        self.ours.done("enter_result", round=1, board=1, entered={"score": "1-0", "kind": "played"})
        token = self.token("pairing_program")
        turned = {"rounds": [{"number": 1, "state": "started", "pairings": [
            {"board": 1, "white": 1, "black": 2, "entered": {"score": "0-1", "kind": "played"}},
            {"board": 2, "white": 3, "black": 4}]}]}
        path = "/import?replace=true"
        self.assert_problem(self.ours.put(path, turned, token=token), 403, "not_yours")
        shown = self.ours.put(path, turned).json()
        self.assertEqual(shown["status"], "confirm", shown)
        answer = self.ours.put(f"{path}&confirm={shown['confirm']}", turned, token=token)
        self.assert_problem(answer, 403, "not_yours")
        turned["rounds"][0]["pairings"][0].pop("entered")
        turned["rounds"][0]["pairings"][1]["entered"] = {"score": "1-0", "kind": "played"}
        self.assert_problem(self.ours.put("/import", turned, token=token), 403, "not_yours")
        answer = self.ours.act("change_pairing", token, "Swiss", round=1,
                               pairings=[{"board": 2, "white": 4, "black": 3}])
        self.assert_problem(answer, 403, "not_yours")
        # An arbiter who accepts it from a file has decided it.
        self.assertEqual(self.ours.put("/import", turned).json()["status"], "done")
        boards = self.house.get("/api/v1/events/open/rounds/1/results").json()["boards"]
        self.assertEqual([b["result"]["code"] for b in boards[:2]], ["1-0", "1-0"])
        self.assertEqual(boards[1]["termination"]["decidedBy"], "Ida Chief")

    def test_points_of_results_that_stand_are_the_chiefs(self):
        self.ours.done("start_round", round=1, without_clocks=True)
        for board in (1, 2):
            self.ours.enter(board, "1/2-1/2")
        token = self.token("pairing_program")
        odds = {"name": "Open", "scoring": {"win": 2, "draw": 1, "loss": 0, "absent": 0,
                                            "pairingBye": 2, "drawOdds": "black"}}
        self.ours.done("finish_round", round=1)
        self.ours.done("confirm_round", round=1)
        self.assert_problem(self.ours.put("/import", {"event": odds}, token=token), 403,
                            "not_yours")
        info = {"name": "Open", "scoring": {"win": 2, "draw": 1, "loss": 0, "absent": 0,
                                            "pairing_bye": 2, "draw_odds": "black"}}
        answer = self.ours.act("change_event", token, "Swiss", info=info)
        self.assert_problem(answer, 403, "not_yours")
        shown = self.ours.act("change_event", info=info).json()
        self.assertEqual(shown["status"], "confirm", shown)
        self.assertIn("2 results get other points", shown["says"][0])
        shown = self.ours.put("/import", {"event": odds}).json()
        self.assertEqual(shown["status"], "confirm", shown)
        done = self.ours.put(f"/import?confirm={shown['confirm']}", {"event": odds}).json()
        self.assertEqual(done["status"], "done", done)
        boards = self.house.get("/api/v1/events/open/rounds/1/results").json()["boards"]
        self.assertEqual({b["result"].get("drawCountsFor") for b in boards[:2]}, {"black"})


class Browser(OfficeCase):
    """A chief arbiter who has logged in."""

    def setUp(self):
        super().setUp()
        self.ours = Office(self.house).with_round()
        made = self.house.ask("POST", "/api/v1/people", CHIEF)
        self.assertEqual(made.status, 201, made.body)
        self.person = f"/api/v1/people/{made.json()['id']}"
        self.browser = self.log_in()

    def log_in(self):
        said = self.house.ask("POST", "/api/v1/session",
                              {"name": CHIEF["name"], "password": CHIEF["password"]}, token="")
        self.assertEqual(said.status, 200, said.body)
        cookies = said.headers["set-cookie"]
        session = re.search(r"flagfall_session=[\w-]+", cookies)[0]
        return {"Cookie": session, "X-Flagfall-Session": said.json()["sessionKey"]}

    def ask(self, method, path, body=None, pin=None, browser=None):
        headers = {**(browser or self.browser), **({"X-Flagfall-Pin": pin} if pin else {})}
        return self.house.ask(method, path, body, headers, "")


class Pins(Browser):
    """A session without its PIN: somebody who finds the tablet."""

    def test_every_change_that_asks_for_it(self):
        asked = set()
        for method, path, operation in rights_in(self.house.get("/openapi.json").json()):
            names = {field["name"] for field in operation.get("parameters", ())}
            if method != "GET" and operation["x-scope"] == "office_wide":
                self.assertIn("X-Flagfall-Pin", names, f"{method} {path}")
            if "X-Flagfall-Pin" not in names:
                continue
            asked.add((method, path))
            path = re.sub(r"\{\w+\}", "none", path)
            body = {} if "requestBody" in operation else None
            self.assert_problem(self.ask(method, path, body), 403, "pin_needed")
        self.assertGreaterEqual(len(asked), 7)

    def test_no_way_round_it(self):
        before = self.house.get("/api/v1/tokens").json()
        for method, path, body in (
                ("POST", "/api/v1/tokens", {"name": "mine", "role": "chief_arbiter"}),
                ("PUT", self.person, {"pin": "8642"}),
                ("PUT", self.person, {"password": "another long one"}),
                ("POST", "/api/v1/people", {**CHIEF, "name": "Other Chief"}),
                ("POST", "/api/v1/webhooks", {"url": "https://evil.example/", "event": "open",
                                              "all": True})):
            self.assert_problem(self.ask(method, path, body), 403, "pin_needed")
            self.assert_problem(self.ask(method, path, body, pin="8642"), 403, "wrong_pin")
            good = self.ask("PUT", self.person, {}, pin=CHIEF["pin"])  # the count starts again
            self.assertEqual(good.status, 200, good.body)
        self.assertEqual(self.house.get("/api/v1/tokens").json(), before)

    def test_what_is_only_shown_needs_none(self):
        ours = self.ours
        ours.done("start_round", round=1, without_clocks=True)
        path = f"{ours.path}/acts"
        turned = {"id": "turned", "act": {"type": "import_event", "replace": True, "rounds": [
            {"number": 1, "state": "started", "pairings": [
                {"board": 1, "white": 2, "black": 1}, {"board": 2, "white": 3, "black": 4}]}]}}
        before = self.house.get(f"{ours.path}/rounds/1").body
        shown = self.ask("POST", path, turned).json()
        self.assertEqual(shown["status"], "confirm", shown)
        ended = {"id": "ended", "confirm": "show", "act": {"type": "finish_round", "round": 1}}
        self.assertEqual(self.ask("POST", path, ended).json()["status"], "confirm")
        self.assertEqual(self.house.get(f"{ours.path}/rounds/1").body, before)
        turned["confirm"] = shown["confirm"]
        self.assert_problem(self.ask("POST", path, turned), 403, "pin_needed")
        done = self.ask("POST", path, turned, pin=CHIEF["pin"]).json()
        self.assertEqual(done["status"], "done", done)

    def test_a_new_pin_and_what_the_other_session_sees(self):
        other = self.log_in()
        self.assertNotIn("notices", self.ask("GET", "/api/v1/session", browser=other).json())
        changed = self.ask("PUT", self.person, {"pin": "8642"}, pin="4711")
        self.assertEqual(changed.status, 200, changed.body)
        self.assert_problem(self.ask("PUT", self.person, {}, pin="4711"), 403, "wrong_pin")
        self.assertEqual(self.ask("PUT", self.person, {}, pin="8642").status, 200)
        notices = self.ask("GET", "/api/v1/session", browser=other).json()["notices"]
        self.assertEqual(notices[0]["what"], "person.pin")
        self.assertEqual(notices[0]["who"], CHIEF["name"])
        made = self.ask("POST", "/api/v1/tokens", {"name": "of a session", "role": "device"},
                        pin="8642")
        self.assertEqual(made.json()["by"], CHIEF["name"])

    def test_a_new_password_of_ones_own(self):
        new = {"password": "another long one"}
        self.assert_problem(self.ask("PUT", self.person, new, pin="4711"), 403,
                            "password_needed")
        self.assert_problem(self.ask("PUT", self.person, {**new, "oldPassword": "no"}, pin="4711"),
                            403, "wrong_password")
        done = self.ask("PUT", self.person, {**new, "oldPassword": CHIEF["password"]}, pin="4711")
        self.assertEqual(done.status, 200, done.body)
        self.assertEqual(self.ask("GET", "/api/v1/session").json()["role"], "public_viewer")

    def test_weak_secrets_are_refused(self):
        for weak in ({"password": "1234567890"}, {"pin": "0000"}, {"pin": "1234"},
                     {"password": "Password2026"}):
            answer = self.house.ask("POST", "/api/v1/people", {**CHIEF, "name": "New", **weak})
            self.assert_problem(answer, 400, "bad_body")


def as_page(headers):
    """Like a page that asks for a WebSocket: it can set no header except the protocols."""
    more = dict(headers)
    if key := more.pop("X-Flagfall-Session", None):
        more["Sec-WebSocket-Protocol"] = f"flagfall.changes, flagfall.session.{key}"
    return more


class Ends(Browser):
    """Streams, sockets, polls and webhooks end within seconds of the end of the right to them."""

    def follow(self, **who):
        """A stream, a socket and a poll of the same caller; whether each has ended, and how."""
        port, path = self.house.http_port, "/api/v1/events/open"
        ends = {}

        def stream():
            with Stream(port, f"{path}/stream", **who) as client:
                ends["ready-stream"] = client.status
                while (event := client.event()) and event.get("event") != "bye":
                    pass
                ends["stream"] = json.loads(event["data"])["reason"] if event else None

        def sock():
            with WebSocket(port, f"{path}/ws", **as_page(who)) as client:
                ends["ready-socket"] = client.status
                ends["protocol"] = client.headers.get("sec-websocket-protocol")
                while client.message() is not None:
                    pass
                ends["socket"] = client.closed_with

        def poll():
            headers = {k: v for k, v in who.items() if k != "token"}
            answer = self.unnoted("GET", f"{path}/changes?after=1000000&wait=60", None, headers,
                                  who.get("token", ""))
            ends["poll"] = (answer.status, answer.json().get("code"))

        threads = [threading.Thread(target=each, daemon=True) for each in (stream, sock, poll)]
        for thread in threads:
            thread.start()
        hall.wait_until(lambda: "ready-stream" in ends and "ready-socket" in ends
                        and self.following() == (2, 1), "all follow")
        return ends, threads

    def following(self):
        """How many streams and sockets, and how many polls."""
        figures = self.house.get("/metrics").body
        return tuple(int(re.search(rf"^arbiterd_feed_{kind} (\S+)", figures, re.M)[1])
                     for kind in ("consumers", "polls"))

    def check_ended(self, followers, since, code):
        ends, threads = followers
        for thread in threads:
            thread.join(hall.PATIENCE)
        self.assertEqual(ends["stream"], code)
        self.assertEqual(ends["socket"], (1008, code))
        self.assertEqual(ends["poll"], (401, code))
        # Its own limit would be a minute; the margin is for a slow machine.
        self.assertLess(time.monotonic() - since, SOON + 10)

    def test_a_revoked_token(self):
        made = self.house.ask("POST", "/api/v1/tokens", {"name": "t", "role": "arbiter"}).json()
        following = self.follow(token=made["token"])
        since = time.monotonic()
        self.assertEqual(self.house.ask("DELETE", f"/api/v1/tokens/{made['id']}").status, 204)
        self.check_ended(following, since, "token_revoked")

    def test_revoked_by_another_process(self):
        made = self.house.ask("POST", "/api/v1/tokens", {"name": "t", "role": "arbiter"}).json()
        following = self.follow(token=made["token"])
        since = time.monotonic()
        hall.arbiterd_says("access", "token", "revoke", made["id"], "--data", self.house.folder)
        self.check_ended(following, since, "token_revoked")

    def test_an_expired_token(self):
        made = self.house.ask("POST", "/api/v1/tokens", {"name": "t", "role": "arbiter",
                                                         "expiresInS": 3}).json()
        following = self.follow(token=made["token"])
        self.check_ended(following, time.monotonic(), "token_expired")

    def test_a_log_out(self):
        following = self.follow(**self.browser)
        since = time.monotonic()
        self.assertEqual(self.ask("DELETE", "/api/v1/session").status, 204)
        self.check_ended(following, since, "session_ended")
        self.assertEqual(following[0]["protocol"], "flagfall.changes")

    def test_another_role(self):
        following = self.follow(**self.browser)
        since = time.monotonic()
        self.assertEqual(self.house.ask("PUT", self.person, {"role": "broadcaster"}).status, 200)
        self.check_ended(following, since, "rights_changed")

    def test_a_webhook_of_somebody_who_lost_the_right(self):
        def hook(pin, **more):
            made = self.ask("POST", "/api/v1/webhooks", {
                "url": "https://hooks.example/", "event": "open", **more}, pin=pin)
            self.assertEqual(made.status, 201, made.body)
            return made.json()["id"]

        everything, public = hook("4711", all=True), hook("4711")
        self.assertEqual(self.house.ask("PUT", self.person, {"disabled": True}).status, 200)

        def state(of):
            hooks = self.house.get("/api/v1/webhooks").json()["webhooks"]
            return next(one for one in hooks if one["id"] == of)

        hall.wait_until(lambda: not state(everything)["active"], "it is stopped")
        self.assertIn("person_disabled", state(everything)["lastError"])
        self.assertTrue(state(public)["active"])
        taken = self.house.ask("POST", f"/api/v1/webhooks/{everything}/retry")
        self.assertEqual(taken.status, 202)
        self.assertTrue(state(everything)["active"])
        self.assertTrue(state(everything)["by"].startswith("owner"))


if __name__ == "__main__":
    hall.main()
