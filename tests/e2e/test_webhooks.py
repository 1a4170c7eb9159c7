#!/usr/bin/env python3
"""Webhooks at a real receiver: signed, in order, at least once, through failures and a restart."""

import base64
import contextlib
import hashlib
import hmac
import http.server
import json
import os
import signal
import sqlite3
import threading
import time

import hall
from followers import all_changes
from office import Office, OfficeCase

HOOKS = "/api/v1/webhooks"
ATTEMPTS = 3


class Receiver(http.server.ThreadingHTTPServer):
    """Records deliveries and answers as set up: the statuses in turn, then 200."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}/hook?of=swiss"
        self.came = threading.Condition()
        self.letters = []   # (headers, body, status of its answer)
        self.statuses = []
        self.always = 200
        self._thread = threading.Thread(target=self.serve_forever, daemon=True)
        self._thread.start()

    def take(self, headers, body):
        with self.came:
            status = self.statuses.pop(0) if self.statuses else self.always
            self.letters.append((headers, body, status))
            self.came.notify_all()
            return status

    def wait(self, count):
        """The deliveries, as soon as there are so many."""
        with self.came:
            if not self.came.wait_for(lambda: len(self.letters) >= count, hall.PATIENCE):
                raise AssertionError(f"{len(self.letters)} letters came, not {count}")
            return list(self.letters)

    def taken(self):
        """The changes that it has acknowledged, in the order of arrival."""
        with self.came:
            return [json.loads(body) for _, body, status in self.letters if status == 200]

    def end(self):
        self.shutdown()
        self._thread.join(hall.PATIENCE)
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):  # pylint: disable=invalid-name
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        status = self.server.take({**headers, ":path": self.path}, body)
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Webhooks(OfficeCase):
    def setUp(self):
        super().setUp()
        self.house.office_options = ["--webhook-attempts", str(ATTEMPTS),
                                     "--webhook-first-wait", "10ms",
                                     "--webhook-allow", "127.0.0.1"]
        self.restart()
        self.receiver = Receiver()
        self.addCleanup(lambda: self.receiver.end())  # that of then
        self.office = Office(self.house)
        self.office.create()

    def restart(self, how=signal.SIGTERM):
        self.house.arbiterd.end(how)
        self.house.start_arbiterd()
        hall.wait_until(lambda: self.house.get("/readyz").status == 200, "arbiterd is ready")

    def hook(self, **more):
        answer = self.house.ask("POST", HOOKS, {"url": self.receiver.url, "event": "open", **more})
        self.assertEqual(answer.status, 201, answer.body)
        made = answer.json()
        self.assertEqual(answer.headers["location"], f"{HOOKS}/{made['id']}")
        return made

    def state(self, hook):
        hooks = self.house.get(HOOKS).json()["webhooks"]
        return next(one for one in hooks if one["id"] == hook["id"])

    def dead(self, hook):
        return self.house.get(f"{HOOKS}/{hook['id']}/dead-letters").json()["deadLetters"]

    def changes(self, token=None):
        return all_changes(self.house, self.office.path, token)

    def plan(self, *rounds):
        for number in rounds:
            self.office.done("plan_round", number=number)

    def check_letters(self, hook, letters):
        """Signed with the hook's secret, and each has the expected content."""
        kind, text = hook["secret"].split("_", 1)
        self.assertEqual(kind, "whsec")
        secret = base64.b64decode(text, validate=True)
        self.assertGreaterEqual(len(secret), 24)
        for headers, body, _ in letters:
            stamp = headers["webhook-timestamp"]
            self.assertLess(abs(time.time() - int(stamp)), 600)
            signed = f"{headers['webhook-id']}.{stamp}.".encode() + body
            right = base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
            self.assertIn(f"v1,{right}", headers["webhook-signature"].split())
            self.assertEqual(headers[":path"], "/hook?of=swiss")
            self.assertEqual(headers["content-type"], "application/json")
            self.assertEqual(headers["webhook-id"], f"open-{json.loads(body)['seq']}")

    def test_all_in_order(self):
        hook, later = self.hook(after=0, all=True), self.hook(types=["players"])
        self.assertNotEqual(hook["secret"], later["secret"])
        self.plan(*range(1, 21))
        self.office.done("enter_players", players=self.office.players(2))
        self.office.done("set_pairings", round=1, pairings=[{"board": 1, "white": 1, "black": 2}])
        everything = self.changes()
        players = [change for change in everything if change["type"] == "players"]
        letters = self.receiver.wait(len(everything) + len(players))
        other = [letter for letter in letters if json.loads(letter[1]) == players[0]]
        self.assertEqual(len(other), 2)
        mine = [letter for letter in letters if self.is_signed(hook, letter)]
        self.check_letters(hook, mine)
        self.assertEqual([json.loads(body) for _, body, _ in mine], everything)
        self.check_letters(later, [letter for letter in letters if letter not in mine])
        told = self.house.get(HOOKS).body
        self.assertNotIn("whsec", told)
        self.assertNotIn(hook["secret"].split("_")[1], told)

    def is_signed(self, hook, letter):
        try:
            self.check_letters(hook, [letter])
            return True
        except AssertionError:
            return False

    def test_what_is_not_for_all(self):
        self.hook(after=0)
        self.office.done("enter_players", players=self.office.players(2))
        self.plan(1)
        self.office.done("set_pairings", round=1, pairings=[{"board": 1, "white": 1, "black": 2}])
        self.office.done("publish_round", round=1)
        seen = self.changes(token="")
        self.assertLess(len(seen), len(self.changes()))
        self.receiver.wait(len(seen))
        self.assertEqual(self.receiver.taken(), seen)

    def test_failures_are_repeated(self):
        self.receiver.statuses = [500, 302, 200, 404]
        hook = self.hook()
        self.plan(1, 2)
        letters = self.receiver.wait(5)
        self.check_letters(hook, letters)
        self.assertEqual([status for *_, status in letters], [500, 302, 200, 404, 200])
        ids = [headers["webhook-id"] for headers, *_ in letters]
        self.assertEqual((len(set(ids[:3])), len(set(ids[3:])), len(set(ids))), (1, 1, 2))
        self.assertEqual(self.receiver.taken(), self.changes()[-2:])
        hall.wait_until(lambda: self.state(hook)["attempts"] == 0, "the failures are forgotten")
        self.assertEqual(self.dead(hook), [])

    def test_a_restart_loses_nothing(self):
        self.house.office_options = ["--webhook-first-wait", "10ms",  # and twelve attempts
                                     "--webhook-allow", "127.0.0.1"]
        self.restart()
        self.receiver.always = 503
        hook = self.hook()
        self.plan(1, 2, 3)
        self.receiver.wait(1)
        self.restart()
        self.plan(4)
        self.receiver.always = 200
        expected = self.changes()[-4:]
        self.wait_taken(expected)
        self.check_letters(hook, self.receiver.wait(5))

    def wait_for(self, changes):
        hall.wait_until(lambda: all(change in self.receiver.taken() for change in changes),
                        "all letters came")

    def wait_taken(self, expected):
        """Each at least once; first attempts in order."""
        self.wait_for(expected)
        firsts = {change["seq"]: change for change in self.receiver.taken()}
        self.assertEqual(list(firsts.values()), expected)

    def file(self):
        return os.path.join(self.house.folder, "webhooks.db")

    def change_file(self, script):
        with contextlib.closing(sqlite3.connect(self.file())) as db:
            db.executescript(script)

    def test_a_file_in_use_by_another_program(self):
        """[regress] One failed write ended all deliveries, without a message."""
        hook = self.hook()
        with contextlib.closing(sqlite3.connect(self.file(), isolation_level=None)) as db:
            db.execute("BEGIN EXCLUSIVE")
            self.plan(1)
            self.receiver.wait(2)  # again: arbiterd cannot record that the receiver has it
            db.execute("ROLLBACK")
        self.plan(2)
        self.wait_for(self.changes()[-2:])
        self.assertTrue(self.state(hook)["active"])
        self.assertIn("webhooks.db cannot be used", self.house.arbiterd.stderr())

    def test_files_that_are_refused(self):
        self.hook()
        self.house.arbiterd.end()
        with open(self.file(), "rb") as file:
            good = file.read()

        def put(place, data):
            with open(self.file(), "r+b") as file:
                file.seek(place)
                file.write(data)
        for what, spoil, says in (
                ("foreign", lambda: self.change_file("PRAGMA application_id = 7"),
                 "name another folder, this one is left untouched"),
                ("of another version", lambda: self.change_file("PRAGMA user_version = 2"),
                 "its schema has version 2, this program knows version 1"),
                ("with a table more", lambda: self.change_file("CREATE TABLE mine (x)"),
                 "it has tables or triggers that this program did not make"),
                ("no database", lambda: put(0, b"\0" * 100), "file is not a database"),
                ("cut off", lambda: os.truncate(self.file(), len(good) - 5000), "malformed"),
                ("with a page lost", lambda: put(4096, b"\xff" * 4096), "it is damaged")):
            with self.subTest(what):
                spoil()
                with open(self.file(), "rb") as file:
                    spoiled = file.read()
                with self.assertRaises(AssertionError) as caught:
                    self.house.start_arbiterd()
                self.assertEqual(self.house.arbiterd.end(), 73)
                self.assertIn(self.file(), str(caught.exception))
                self.assertIn(says, str(caught.exception))
                with open(self.file(), "rb") as file:
                    self.assertEqual(file.read(), spoiled)
                put(0, good)
                os.truncate(self.file(), len(good))
        self.house.start_arbiterd()

    def test_a_damaged_row_sends_nothing(self):
        """[regress] Types that are not JSON ended arbiterd when it first read them."""
        damaged, other = self.hook(), self.hook()
        self.house.arbiterd.end()
        self.change_file(f"UPDATE webhook SET types = '[1' WHERE id = '{damaged['id']}'")
        self.restart()
        self.plan(1)
        letters = self.receiver.wait(1)
        self.check_letters(other, letters)
        self.assertTrue(self.state(other)["active"])
        state = self.state(damaged)
        self.assertFalse(state["active"])
        self.assertIn("damaged", state["lastError"])

    def test_killed_without_a_word(self):
        self.hook()
        self.plan(1, 2, 3)
        self.receiver.wait(1)
        self.restart(signal.SIGKILL)
        self.plan(4)
        self.wait_taken(self.changes()[-4:])

    def test_dead_letters(self):
        self.receiver.always = 500
        hook = self.hook()
        self.plan(1)
        self.receiver.wait(ATTEMPTS)
        hall.wait_until(lambda: self.dead(hook), "it is given up")
        letter, = self.dead(hook)
        change = self.changes()[-1]
        self.assertEqual((letter["seq"], letter["attempts"]), (change["seq"], ATTEMPTS))
        # The exact answer of the other side is only for the log.
        self.assertEqual(letter["error"], "not delivered; arbiterd's log says why")
        state = self.state(hook)
        self.assertEqual((state["deadLetters"], state["active"]), (1, True))
        self.receiver.always = 200
        self.plan(2)  # later deliveries continue
        self.receiver.wait(ATTEMPTS + 1)
        self.assertEqual(self.receiver.taken(), self.changes()[-1:])
        answer = self.house.ask("POST", f"{HOOKS}/{hook['id']}/retry")
        self.assertEqual(answer.status, 202)
        letters = self.receiver.wait(ATTEMPTS + 2)
        self.check_letters(hook, letters)
        self.assertEqual(json.loads(letters[-1][1]), change)
        self.assertEqual(letters[-1][0]["webhook-id"], letters[0][0]["webhook-id"])
        hall.wait_until(lambda: not self.dead(hook), "it is no longer dead")
        self.assertEqual(self.state(hook)["deadLetters"], 0)

    def test_nobody_listens(self):
        port = self.receiver.server_port
        self.receiver.end()
        hook = self.hook(url=f"http://127.0.0.1:{port}/")
        self.plan(1)
        hall.wait_until(lambda: self.dead(hook), "it is given up")
        self.assertTrue(self.state(hook)["lastError"])
        self.receiver = Receiver()

    def test_what_listens_here_is_not_reached_unless_allowed(self):
        self.house.office_options = ["--webhook-attempts", str(ATTEMPTS),
                                     "--webhook-first-wait", "10ms"]
        self.restart()
        port = self.receiver.server_port
        for host in ("127.0.0.1", "2130706433", "0177.0.0.1", "0x7f000001", "127.1", "[::1]",
                     "[::ffff:127.0.0.1]", "0.0.0.0", "10.0.0.1", "169.254.169.254", "localhost",
                     "LOCALHOST.", "127.0.0.1."):
            answer = self.house.ask("POST", HOOKS, {"url": f"http://{host}:{port}/",
                                                    "event": "open"})
            problem = self.assert_problem(answer, 400, "bad_body")
            self.assertEqual(problem["errors"][0]["pointer"], "/url")
        self.plan(1)
        self.assertEqual(self.house.get(HOOKS).json()["webhooks"], [])
        self.assertEqual(self.receiver.letters, [])

    def test_gone(self):
        self.receiver.statuses = [410]
        hook = self.hook()
        self.plan(1)
        self.receiver.wait(1)
        hall.wait_until(lambda: not self.state(hook)["active"], "it is stopped")
        self.assertIn("410", self.state(hook)["lastError"])
        other = self.hook(after=0)  # which shows that the first had its turn
        self.plan(2)
        self.receiver.wait(1 + len(self.changes()))
        self.assertTrue(all(self.is_signed(other, one) for one in self.receiver.wait(1)[1:]))
        self.house.ask("POST", f"{HOOKS}/{hook['id']}/retry")
        letters = self.receiver.wait(1 + len(self.changes()) + 2)
        self.check_letters(hook, letters[-2:])

    def test_deleted(self):
        self.receiver.always = 500
        hook = self.hook()
        self.plan(1)
        self.receiver.wait(1)
        path = f"{HOOKS}/{hook['id']}"
        self.assertEqual(self.house.ask("DELETE", path).status, 204)
        self.assertEqual(self.house.get(HOOKS).json()["webhooks"], [])
        for method, address in (("DELETE", path), ("GET", path + "/dead-letters"),
                                ("POST", path + "/retry")):
            self.assert_problem(self.house.ask(method, address), 404, "not_found")
        self.receiver.always = 200
        other = self.hook()
        self.plan(2, 3)
        new = self.changes()[-2:]
        self.wait_for(new)
        letters = [one for one in self.receiver.wait(1) if json.loads(one[1]) in new]
        self.check_letters(other, letters)

    def test_the_chief_arbiter_alone(self):
        hook = self.hook()
        body = {"url": self.receiver.url, "event": "open"}
        for role in ("", "arbiter", "pairing_program", "broadcaster", "device"):
            token = role and self.token(role, **({"board": 1} if role == "device" else {}))
            for method, path in (("GET", HOOKS), ("POST", HOOKS),
                                 ("DELETE", f"{HOOKS}/{hook['id']}"),
                                 ("GET", f"{HOOKS}/{hook['id']}/dead-letters"),
                                 ("POST", f"{HOOKS}/{hook['id']}/retry")):
                answer = self.house.ask(method, path, body if path == HOOKS and method == "POST"
                                        else None, token=token)
                self.assertEqual(answer.status, 403 if role else 401, f"{role} {method} {path}")
        self.assertTrue(self.state(hook)["active"])
        for wrong in ({"url": "ftp://127.0.0.1/"}, {"url": "http://user@127.0.0.1/x"},
                      {"event": "none"}, {"types": [1]}, {"after": -1}):
            answer = self.house.ask("POST", HOOKS, {**body, **wrong})
            self.assert_problem(answer, 400, "bad_body")


if __name__ == "__main__":
    hall.main()
