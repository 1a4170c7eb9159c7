#!/usr/bin/env python3
"""Answers that are kept: compressed for clients that ask for it, each form with its own ETag,
and the same after a restart. No other answer is compressed."""

import gzip
import os
import re

import hall
from office import EVENTS, Office, OfficeCase

LEAST = 1024  # bytes of an answer that is compressed
PARTS = {"event": "open", "round": "1", "board": "1", "game": "open-r1-b1", "webhook": "none",
         "person": "none", "token": "none", "file": "index.html"}


class Compressed(OfficeCase):
    def setUp(self):
        super().setUp()
        self.office = Office(self.house).with_round(60)
        self.office.enter(1, "1-0")
        self.round = f"{EVENTS}/open/rounds/1"

    def operations(self):
        """(path, its answers are kept) of everything that can be read, with our event's parts."""
        for path, methods in self.house.get("/openapi.json").json()["paths"].items():
            answer = methods.get("get", {}).get("responses", {}).get("200")
            if answer is None or path.endswith(("/stream", "/ws")):
                continue
            filled = re.sub(r"\{(\w+)\}", lambda part: PARTS[part.group(1)], path)
            yield filled, "Content-Encoding" in answer.get("headers", {})

    def ask(self, path, coding, method="GET", **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.unnoted(method, path, headers={"Accept-Encoding": coding, **headers})

    def test_each_answer_in_both_forms(self):
        kept = [path for path, is_kept in self.operations() if is_kept]
        self.assertGreaterEqual(len(kept), 15)
        compressed = 0
        for path in kept:
            with self.subTest(path=path):
                plain, packed = self.ask(path, "identity"), self.ask(path, "gzip")
                self.assertEqual((plain.status, packed.status), (200, 200), plain.body)
                self.assertEqual(packed.headers["vary"], "Accept-Encoding")
                self.assertEqual(plain.headers["vary"], "Accept-Encoding")
                self.assertNotIn("content-encoding", plain.headers)
                if len(plain.bytes) < LEAST:
                    self.assertNotIn("content-encoding", packed.headers)
                    self.assertEqual(packed.headers["etag"], plain.headers["etag"])
                    continue
                compressed += 1
                self.assertEqual(packed.headers["content-encoding"], "gzip")
                self.assertEqual(gzip.decompress(packed.bytes), plain.bytes)
                self.assertLess(len(packed.bytes), len(plain.bytes) / 2)
                self.assertNotEqual(packed.headers["etag"], plain.headers["etag"])
                for answer in (plain, packed):
                    self.assertRegex(answer.headers["etag"], r'^"[0-9a-f]{32}(-gzip)?"$')
                    self.assertEqual(answer.headers["content-type"],
                                     plain.headers["content-type"])
        self.assertGreaterEqual(compressed, 8)

    def test_unchanged_and_head(self):
        path = self.round + "/results"
        for coding, other in (("identity", "gzip"), ("gzip", "identity")):
            with self.subTest(coding=coding):
                whole = self.ask(path, coding)
                etag = whole.headers["etag"]
                same = self.ask(path, coding, If_None_Match=etag)
                self.assertEqual((same.status, same.bytes), (304, b""))
                self.assertEqual(same.headers["etag"], etag)
                self.assertEqual(same.headers["vary"], "Accept-Encoding")
                self.assertNotIn("content-encoding", same.headers)
                self.assertEqual(self.ask(path, other, If_None_Match=etag).status, 200)
                head = self.ask(path, coding, "HEAD")
                self.assertEqual(head.bytes, b"")
                for name in ("etag", "vary", "content-length", "content-type"):
                    self.assertEqual(head.headers[name], whole.headers[name])
                self.assertEqual(head.headers.get("content-encoding"),
                                 whole.headers.get("content-encoding"))
                self.assertEqual(int(head.headers["content-length"]), len(whole.bytes))

    def test_weights(self):
        path = self.round + "/results"
        for coding in ("gzip", "br;q=1, gzip;q=0.1", "*", "GZIP", "deflate, gzip"):
            self.assertEqual(self.ask(path, coding).headers.get("content-encoding"), "gzip", coding)
        for coding in ("", "gzip;q=0", "*;q=0", "br", "gzip;q=0.1, identity", "gzip;q=0, *"):
            self.assertNotIn("content-encoding", self.ask(path, coding).headers, coding)

    def test_a_change_changes_both_etags(self):
        path = self.round + "/results"
        before = {coding: self.ask(path, coding) for coding in ("identity", "gzip")}
        self.office.enter(2, "0-1")
        for coding, old in before.items():
            now = self.ask(path, coding, If_None_Match=old.headers["etag"])
            self.assertEqual(now.status, 200)
            self.assertNotEqual(now.headers["etag"], old.headers["etag"])
        # The unchanged board reports that.
        versions = [board["version"] for board in self.house.get(path).json()["boards"]]
        was = [board["version"] for board in before["identity"].json()["boards"]]
        self.assertEqual([i for i, pair in enumerate(zip(was, versions)) if pair[0] != pair[1]],
                         [1])

    def test_a_restart_keeps_the_bytes(self):
        paths = [path for path, is_kept in self.operations() if is_kept and path != "/openapi.json"]
        before = {path: self.ask(path, "gzip") for path in paths}
        self.house.arbiterd.end()
        self.house.start_arbiterd()
        hall.wait_until(lambda: self.house.get("/readyz").status == 200, "arbiterd is ready")
        for path, old in before.items():
            if path.endswith("results.html"):
                continue  # it has the place of the log's last signature
            with self.subTest(path=path):
                now = self.ask(path, "gzip", If_None_Match=old.headers["etag"])
                self.assertEqual(now.status, 304)
                self.assertEqual(self.ask(path, "gzip").bytes, old.bytes)

    def test_nothing_else_is_compressed(self):
        for path, is_kept in self.operations():
            if is_kept:
                continue
            with self.subTest(path=path):
                answer = self.ask(path, "gzip")
                self.assertNotIn("content-encoding", answer.headers)
        made = self.unnoted("POST", "/api/v1/tokens", {"name": "x" * 60, "role": "broadcaster"},
                            {"Accept-Encoding": "gzip"})
        self.assertEqual(made.status, 201, made.body)
        self.assertNotIn("content-encoding", made.headers)

    def test_who_sees_less_gets_other_bytes(self):
        """Drafts and dates of birth are only for the office, no matter who asked first."""
        self.office.done("plan_round", number=2)
        self.office.done("set_pairings", round=2, pairings=[
            {"board": i + 1, "white": 2 * i + 2, "black": 2 * i + 1} for i in range(30)])
        for first, second in ((None, ""), ("", None)):
            self.office.enter(3, "1-0" if first else "0-1")
            reports = {token: self.unnoted("GET", f"{EVENTS}/open/trf", token=token).body
                       for token in (first, second)}
            self.assertNotEqual(reports[None], reports[""])
            self.assertIn("   2 w", reports[""])
            self.assertNotRegex(reports[""], r"(?m)^001 .{88}   2 w.{6}\S")


class Delayed(hall.HallCase):
    """Spectators see moves later: in each document, in both forms."""

    def test_each_form(self):
        house = self.hall()
        house.office_options = ["--open-hall", "--public-delay", "3600"]
        house.start()
        hall.wait_until(lambda: house.get("/readyz").status == 200, "arbiterd is ready")
        house.replay(os.path.join(hall.DATA, "classics.pgn"))
        house.settled()
        path = f"{EVENTS}/classics/rounds/1"
        for coding in ("identity", "gzip"):
            for first, second in ((None, ""), ("", None)):  # token: the owner's, none
                with self.subTest(coding=coding, first=first):
                    seen = {}
                    for token in (first, second):
                        for name in ("/results", "/games.pgn"):
                            answer = house.ask("GET", path + name, token=token,
                                               headers={"Accept-Encoding": coding})
                            seen[token, name] = answer.body
                    self.assertIn("1. e4", seen[None, "/games.pgn"])
                    self.assertNotIn("1. e4", seen["", "/games.pgn"])
                    self.assertNotIn('"clocks":null', seen[None, "/results"])
                    self.assertNotIn('"clocks":{', seen["", "/results"])


if __name__ == "__main__":
    hall.main()
