#!/usr/bin/env python3
"""Every operation of the API's own document, tried by every role and by nobody: callers with the
right reach the operation, all others are refused for their role."""

import http.client
import json
import re

import hall
from office import Office, OfficeCase
from peers import PATIENCE

METHODS = ("get", "put", "post", "delete")
NOBODY = "public_viewer"
# The table of acts of the event's office says who may do each of them.
PAIRERS = {"chief_arbiter", "pairing_program"}
ARBITERS = {"chief_arbiter", "arbiter"}
ACTS = {
    "create_event": (PAIRERS, {"info": {"name": "Other"}}),
    "change_event": (PAIRERS, {"info": {"name": "Open"}}),
    "hide_event": ({"chief_arbiter"}, {}),
    "show_event": ({"chief_arbiter"}, {}),
    "request_bye": (PAIRERS, {"number": 99, "rounds": [2], "bye": "H"}),
    "seed_players": (PAIRERS, {}),
    "enter_players": (PAIRERS, {"players": [{"number": 9, "name": "New, One"}]}),
    "remove_player": (PAIRERS, {"number": 99}),
    "withdraw_player": (PAIRERS, {"number": 99, "from_round": 2}),
    "enter_teams": (PAIRERS, {"teams": [{"number": 1, "name": "One"}]}),
    "plan_round": (PAIRERS, {"number": 7}),
    "set_pairings": (PAIRERS, {"round": 9, "pairings": []}),
    "change_pairing": (PAIRERS, {"round": 9, "pairings": []}),
    "publish_round": (PAIRERS, {"round": 9}),
    "withdraw_publication": (PAIRERS, {"round": 9}),
    "import_event": (PAIRERS, {"players": [{"number": 9, "name": "New, One"}]}),
    "prepare_round": (ARBITERS, {"round": 9}),
    "start_round": (ARBITERS, {"round": 9}),
    "finish_round": (ARBITERS, {"round": 9}),
    "confirm_round": ({"chief_arbiter"}, {"round": 9}),
    "reopen_round": ({"chief_arbiter"}, {"round": 9}),
    "rule_boards": (ARBITERS, {"act": {"type": "pause_clock"}}),
    "undo_start": (ARBITERS, {"round": 9}),
    "enter_result": (ARBITERS, {"round": 9, "board": 1}),
    "keep_moves": (ARBITERS, {"round": 9, "board": 1, "sheet": "1. e4 *", "source": "x.pgn"}),
    "acknowledge": (PAIRERS, {"consumer": "x", "round": 9, "revision": 1}),
}


def rights_in(document):
    """(method, path, operation) of the whole document."""
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield method.upper(), path, item[method]


class Roles(OfficeCase):
    def setUp(self):
        super().setUp()
        self.office = Office(self.house).with_round()
        self.document = self.house.get("/openapi.json").json()
        roles = self.document["components"]["schemas"]["new_token"]["properties"]["role"]["enum"]
        self.tokens = {role: self.token(role) for role in roles} | {NOBODY: ""}

    def status(self, method, path, operation, token):
        """The status and the problem's code of a request that is well-formed except for its body.
        Endless responses are not read to the end."""
        values = {"event": "open", "round": "1", "board": "1"}
        path = re.sub(r"\{(\w+)\}", lambda m: values.get(m[1], "none"), path)
        headers = {"If-Match": "*", "Idempotency-Key": "none"}
        body = None
        if "requestBody" in operation:
            headers["Content-Type"] = next(iter(operation["requestBody"]["content"]))
            body = b"{}"
        if token:
            headers["Authorization"] = f"Bearer {token}"
        link = http.client.HTTPConnection("127.0.0.1", self.house.http_port, timeout=PATIENCE)
        try:
            link.request(method, path, body, headers)
            answer = link.getresponse()
            is_problem = answer.getheader("Content-Type") == "application/problem+json"
            return answer.status, json.loads(answer.read()).get("code") if is_problem else ""
        finally:
            link.close()

    def test_every_operation_and_every_role(self):
        tried = 0
        for method, path, operation in rights_in(self.document):
            allowed = operation.get("x-roles")
            self.assertTrue(allowed, f"{method} {path} does not say who may call it")
            self.assertLessEqual(set(allowed), set(self.tokens), f"{method} {path}")
            for role, token in self.tokens.items():
                status, code = self.status(method, path, operation, token)
                said = f"{role}: {method} {path}: {status} {code}"
                if role in allowed:
                    self.assertNotIn((status, code), ((401, "not_logged_in"), (403, "not_yours")),
                                     said)
                    self.assertLess(status, 500, said)
                elif role == NOBODY:
                    self.assertEqual((status, code), (401, "not_logged_in"), said)
                else:
                    self.assertEqual((status, code), (403, "not_yours"), said)
                tried += 1
        self.assertGreater(tried, 300)

    def test_every_act_and_every_role(self):
        described = {schema.removeprefix("office.") for schema in
                     self.document["components"]["schemas"] if schema.startswith("office.")}
        self.assertEqual(described - {"command"}, set(ACTS))
        for kind, (allowed, fields) in ACTS.items():
            for role, token in self.tokens.items():
                answer = self.office.act(kind, token, role, **fields)
                said = f"{role}: {kind}: {answer.status} {answer.body}"
                if role in allowed:
                    self.assertNotIn(answer.status, (400, 401, 403), said)
                else:
                    self.assertEqual(answer.status, 401 if role == NOBODY else 403, said)
                    self.assert_problem(answer, answer.status,
                                        "not_logged_in" if role == NOBODY else "not_yours")

    def test_a_file_needs_the_rights_of_what_it_does(self):
        program = self.token("pairing_program")
        pairing = {"board": 1, "white": 1, "black": 2,
                   "entered": {"score": "1-0", "kind": "played", "by": "IA Berg"}}
        for state, status in (("confirmed", 403), ("started", 403), ("finished", 200)):
            body = {"rounds": [{"number": 7, "state": state, "pairings": [pairing]}]}
            answer = self.office.put("/import", json.dumps(body), token=program)
            self.assertEqual(answer.status, status, answer.body)
        open_board = {"board": 2, "white": 3, "black": 4}
        body = {"rounds": [{"number": 8, "state": "finished", "pairings": [pairing, open_board]}]}
        answer = self.office.put("/import", json.dumps(body), token=program)
        self.assertEqual(answer.status, 403, answer.body)
        results = self.house.get(self.office.path + "/rounds/7/results").json()
        decided = results["boards"][0]["termination"]["decidedBy"]
        self.assertEqual(decided, "pairing_program")

    def test_an_arbiter_of_the_hall_sends_files_of_a_round_under_way(self):
        arbiter = self.token("arbiter")
        text = "round,board,white,black,result\n1,1,1,2,0-1\n"
        answer = self.office.put("/import?round=1", text, "text/csv", token=arbiter)
        self.assert_problem(answer, 403, "not_yours")  # it is not under way
        self.office.done("start_round", round=1, without_clocks=True)
        answer = self.office.put("/import?round=1", text, "text/csv", token=arbiter)
        self.assert_problem(answer, 422, "round_started")  # board 2 is not in it
        text += "1,2,3,4,1-0\n"
        answer = self.office.put("/import?round=1", text, "text/csv", token=arbiter)
        self.assertEqual(answer.status, 200, answer.body)
        results = self.house.get(self.office.path + "/rounds/1/results").json()
        self.assertEqual(results["boards"][0]["termination"]["decidedBy"], "arbiter")

    def test_a_token_for_one_event(self):
        Office(self.house, "other").with_round()
        token = self.token("pairing_program", event="open")
        self.assertEqual(self.house.get("/api/v1/events/open", token=token).status, 200)
        self.assert_problem(self.house.get("/api/v1/events/other", token=token), 403, "not_yours")
        other = Office(self.house, "other")
        answer = other.act("plan_round", token, "pairing_program", number=2)
        self.assert_problem(answer, 403, "not_yours")

    def test_a_token_for_one_sector(self):
        self.office.done("change_event", info={"name": "Open", "sectors": [
            {"name": "hall A", "first": 1, "last": 1}, {"name": "hall B", "first": 2, "last": 9}]})
        self.office.done("start_round", round=1, without_clocks=True)
        token = self.token("arbiter", sectors=["hall A"])
        there = self.office.put("/rounds/1/boards/1/result",
                                {"result": {"score": "1-0"}}, token=token)
        self.assertEqual(there.status, 200, there.body)
        elsewhere = self.office.put("/rounds/1/boards/2/result",
                                    {"result": {"score": "1-0"}}, token=token)
        self.assert_problem(elsewhere, 403, "not_yours")
        # The round is the whole hall's, even if the caller's own boards are done.
        for kind in ("finish_round", "confirm_round", "reopen_round"):
            self.assert_problem(self.office.act(kind, token, "arbiter", round=1), 403,
                                "not_yours")

    def test_tokens_that_open_nothing(self):
        path = "/api/v1/tokens"
        made = self.house.ask("POST", path, {"name": "short", "role": "arbiter"}).json()
        self.assertEqual(self.house.get(path).json()["tokens"][-1]["id"], made["id"])
        self.assertNotIn(made["token"], self.house.get(path).body)
        gone = self.house.ask("DELETE", f"{path}/{made['id']}")
        self.assertEqual(gone.status, 204)
        answer = self.house.get("/api/v1/desk/queue", token=made["token"])
        self.assert_problem(answer, 401, "token_revoked")
        self.assertEqual(answer.headers["www-authenticate"], "Bearer")
        # It is an error even if nobody needs a token.
        self.assert_problem(self.house.get("/api/v1/events", token="ff_no"), 401, "bad_token")
        while (answer := self.house.get("/api/v1/events", token="ff_no")).status == 401:
            pass
        self.assert_problem(answer, 429, "too_many_failures")
        self.assertGreaterEqual(int(answer.headers["retry-after"]), 1)
        self.assertEqual(self.house.get("/api/v1/events").status, 200)
        address = self.house.get(f"/api/v1/events?token={made['token']}", token="")
        self.assert_problem(address, 400, "token_in_address")

    def test_in_whose_name(self):
        token = self.token("pairing_program")
        self.assert_problem(self.office.act("plan_round", token, number=2), 403,
                            "acts_for_another")
        self.assertEqual(self.office.act("plan_round", token, "pairing_program",
                                         number=2).status, 200)
        nobody = self.office.act("plan_round", by="", number=3)  # the owner's is a place
        self.assert_problem(nobody, 422, "by_missing")
        headers = {"Content-Type": "text/csv", "If-Match": "*"}
        path, csv = self.office.path + "/players", "number,name\n7,New\n"
        self.assert_problem(self.house.ask("PUT", path, csv, headers), 422, "by_missing")
        self.assertEqual(self.house.ask("PUT", path, csv, headers, token).status, 200)

    def test_a_ruling_needs_the_pin(self):
        person = {"name": "Bo Arbiter", "role": "arbiter", "password": "correct horse battery",
                  "pin": "4711"}
        self.assertEqual(self.house.ask("POST", "/api/v1/people", person).status, 201)
        login = {"name": person["name"], "password": person["password"]}
        session = self.house.ask("POST", "/api/v1/session", login, token="")
        browser = {"Cookie": session.headers["set-cookie"].split(";")[0],
                   "X-Flagfall-Session": session.json()["sessionKey"]}
        body = {"id": "bo-1", "game": "none",  # the session identifies the person
                "act": {"type": "note", "text": "it is warm"}}
        for pin, status, code in (({}, 403, "pin_needed"), ({"X-Flagfall-Pin": "0815"}, 403,
                                                            "wrong_pin"),
                                  ({"X-Flagfall-Pin": "4711"}, 422, "unknown_game")):
            answer = self.house.ask("POST", "/api/v1/desk/acts", body, {**browser, **pin}, "")
            self.assert_problem(answer, status, code)
        foreign = {**browser, "Origin": "http://evil.example", "X-Flagfall-Pin": "4711"}
        answer = self.house.ask("POST", "/api/v1/desk/acts", body, foreign, "")
        self.assert_problem(answer, 403, "foreign_origin")

    def test_drafts_are_for_the_office(self):
        self.office.done("plan_round", number=2)
        self.office.done("set_pairings", round=2,
                         pairings=[{"board": 1, "white": 2, "black": 3}])
        path = "/api/v1/events/open/rounds/2"
        for where in ("", "/results", "/pairings.txt"):
            self.assert_problem(self.house.get(path + where, token=""), 404, "not_found")
            self.assertEqual(self.house.get(path + where).status, 200)


if __name__ == "__main__":
    hall.main()
