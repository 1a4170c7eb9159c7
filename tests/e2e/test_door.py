#!/usr/bin/env python3
"""Who may connect: both daemons as processes that prove a key to each other, impostors of each,
and devices that are enrolled, reach only their board, and are revoked."""

import json
import math
import os
import re
import shutil
import socket
import stat
import subprocess
import threading
import time

import door
import hall
from peers import PATIENCE

NOT_TRUSTED = 77


class Impostor:
    """Listens in place of a clockd and answers each line with the result of `reply`."""

    def __init__(self, reply, port=0):
        self.reply = reply
        self.heard = []
        self._listener = socket.create_server(("127.0.0.1", port))
        self.port = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self):
        while True:
            try:
                peer, _ = self._listener.accept()
            except OSError:
                return
            with peer:
                self._talk(peer)

    def _talk(self, peer):
        rest = b""
        try:
            while data := peer.recv(65536):
                *lines, rest = (rest + data).split(b"\n")
                for line in filter(None, lines):
                    message = json.loads(line)
                    self.heard.append(message)
                    for answer in self.reply(message):
                        peer.sendall(json.dumps(answer).encode() + b"\n")
        except OSError:
            pass

    def close(self):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(PATIENCE)


def welcome_of(log, pos):
    return {"type": "welcome", "server": "clockd", "version": "0", "log": log, "time": "virtual",
            "boot": "b", "pos": pos}


class Closed(hall.HallCase):
    """A hall that accepts only authenticated peers."""

    def setUp(self):
        super().setUp()
        self.house = self.closed("hall")

    def closed(self, name):
        house = self.hall(name)
        house.clockd_options = []
        house.office_options = []
        return house

    def stranger(self, role="arbiter", name="test", device=0):
        peer = door.Stranger(self.house.clock_port, role, name, self.transcript, device)
        self.house._clients.append(peer)  # pylint: disable=protected-access
        return peer

    def guest(self, role="arbiter", name="test"):
        peer = self.stranger(role, name)
        self.assertEqual(peer.enter(door.hall_key(self.house.folder))["type"], "welcome")
        self.assertTrue(peer.believed)
        return peer

    def tool(self, *args, code=0):
        """Runs `clockd ARGS` against our hall; returns its output."""
        done = subprocess.run(
            [hall.clockd_binary(), *args, "--connect", f"127.0.0.1:{self.house.clock_port}",
             "--data", self.house.folder], capture_output=True, text=True, check=False,
            timeout=PATIENCE)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout if code == 0 else done.stderr

    def enrolled(self, board, *options):
        """A device of this board that has connected, its number and its key."""
        printed = self.tool("enrol", "--board", str(board), "--name", f"tablet {board}", *options)
        code = re.search(r"^    (\d+(-[0-9A-Z]{4}){3})$", printed, re.MULTILINE).group(1)
        device = self.stranger("device", "tablet")
        answer = device.enrol(code)
        self.assertEqual((answer["type"], answer["board"]), ("enrolled", board))
        device.device = answer["device"]
        welcome = device.enter(answer["key"])
        self.assertEqual((welcome["type"], welcome["board"]), ("welcome", board))
        self.assertTrue(device.believed)
        return device, answer["device"], answer["key"], code


class Daemons(Closed):

    def test_a_round_among_those_who_prove_it(self):
        """Both daemons and the replay with the key that clockd made."""
        self.house.start()
        mode = os.stat(os.path.join(self.house.folder, "hall.key")).st_mode & 0o777
        self.assertEqual(mode, 0o600)
        out = self.house.replay(os.path.join(hall.DATA, "incidents.pgn"), options=[
            "--hall-key", os.path.join(self.house.folder, "hall.key"), "--quiet"])
        self.assertIn("games over", out)
        self.house.settled()

    def test_a_replay_without_the_key_says_what_it_needs(self):
        self.house.start_clockd()
        done = subprocess.run(
            [hall.clockd_binary(), "replay", os.path.join(hall.DATA, "incidents.pgn"), "--connect",
             f"127.0.0.1:{self.house.clock_port}"], capture_output=True, text=True, check=False,
            timeout=PATIENCE)
        self.assertEqual(done.returncode, 69, done.stderr)
        self.assertIn("--hall-key", done.stderr)

    def arbiterd_fails(self, folder, port, *options):
        done = subprocess.run(
            [hall.arbiterd_binary(), "serve", "--data", folder, "--port", "0", "--clockd",
             f"127.0.0.1:{port}", *options], capture_output=True, text=True, check=False,
            timeout=PATIENCE)
        self.assertEqual(done.returncode, NOT_TRUSTED, done.stderr)
        return done.stderr

    def test_an_arbiterd_without_the_key_does_not_start(self):
        self.house.start_clockd()
        other = os.path.join(self.tmp, "office")
        os.makedirs(other)
        self.assertIn("--hall-key", self.arbiterd_fails(other, self.house.clock_port))
        self.assertIn("--hall-key", self.arbiterd_fails(other, self.house.clock_port,
                                                        "--open-hall"))

    def test_an_arbiterd_of_another_hall_is_refused(self):
        self.house.start_clockd()
        elsewhere = self.closed("elsewhere")
        elsewhere.start_clockd()
        said = self.arbiterd_fails(os.path.join(self.tmp, "office"), self.house.clock_port,
                                   "--hall-key", os.path.join(elsewhere.folder, "hall.key"))
        self.assertIn("another hall key", said)

    def test_a_false_arbiterd_is_refused(self):
        self.house.start_clockd()
        key = door.hall_key(self.house.folder)
        plain = self.stranger("arbiterd")
        plain.send({"type": "hello", "role": "arbiterd", "name": "arbiterd", "protocol": 1})
        self.assertEqual(plain.read()["code"], "not_authenticated")
        plain.send({"type": "end_game", "id": "x", "board": 1, "game": "g", "score": "1-0",
                    "reason": "resignation", "article": "5.1.2"})
        self.assertEqual(plain.read()["code"], "hello_first")
        mirror = self.stranger("arbiterd")
        self.assertEqual(mirror.prove(mirror.knock()["proof"])["code"], "wrong_proof")
        self.assertIsNone(mirror.read())  # disconnected
        self.guest_when_let_in(key)
        with self.house.clock_db() as db:
            self.assertEqual([row[0] for row in db.execute("SELECT type FROM event")],
                             ["log_opened", "booted"])

    def guest_when_let_in(self, key):
        """Connects as soon as the earlier wrong proof is forgiven."""
        hall.wait_until(lambda: self.stranger().enter(key)["type"] == "welcome",
                        "the address is looked at again")

    def test_a_false_clockd_is_not_followed_at_the_start(self):
        self.house.start_clockd()
        key_file = os.path.join(self.house.folder, "hall.key")
        forged = {"type": "event", "pos": 1, "at_us": 0, "boot": "b", "wall_ms": 0, "event":
                  {"type": "log_opened", "log": "evil", "time": "virtual", "version": "0"}}
        ways = {
            "says welcome": lambda m: [welcome_of("evil", 0), forged],
            "proves with zeros": lambda m: [
                {"type": "challenge", "nonce": "0" * 64, "log": "evil", "proof": "0" * 64},
                welcome_of("evil", 0), forged],
            "sends an event": lambda m: [forged],
        }
        for number, (what, reply) in enumerate(ways.items()):
            impostor = Impostor(reply)
            folder = os.path.join(self.tmp, f"office-{number}")
            said = self.arbiterd_fails(folder, impostor.port, "--hall-key", key_file)
            impostor.close()
            self.assertIn("clockd", said, what)
            self.assertEqual({m["type"] for m in impostor.heard}, {"hello"}, what)
            with hall.open_db(os.path.join(folder, "arbiterd.db")) as db:
                self.assertEqual(db.execute("SELECT count(*) FROM event").fetchone(), (0,), what)

    def test_a_false_clockd_later_is_not_followed_and_does_not_end_the_office(self):
        self.house.start()
        arbiter = self.guest()
        hall.open_game(arbiter, 1, "g1")
        self.house.settled()
        with self.house.clock_db() as db:
            log = arbiter.log
            last = db.execute("SELECT max(pos) FROM event").fetchone()[0]
        self.house.clockd.end()
        forged = {"type": "event", "pos": last + 1, "at_us": 9, "boot": "b", "wall_ms": 0,
                  "event": {"type": "resigned", "board": 1, "game": "g1", "epoch": 0,
                            "white_us": 1, "black_us": 1, "side": "white"}}
        impostor = Impostor(lambda m: [
            {"type": "challenge", "nonce": "0" * 64, "log": log, "proof": m.get("nonce", "")},
            welcome_of(log, last + 1), {"type": "subscribed", "id": "follow", "log": log,
                                        "from": last + 1}, forged], self.house.clock_port)
        hall.wait_until(lambda: len(impostor.heard) > 2, "arbiterd has tried it")
        impostor.close()
        self.assertEqual({m["type"] for m in impostor.heard}, {"hello"})
        self.assertIn("clockd is not followed", self.house.arbiterd.stderr())
        self.house.start_clockd()
        self.house.settled()
        with self.house.office_db() as db:
            self.assertEqual(db.execute("SELECT result FROM game WHERE game = 'g1'").fetchone(),
                             ("*",))
        self.guest(name="desk").done("resign", 1, "g1", side="black", at_us=1)
        self.house.settled()
        with self.house.office_db() as db:
            self.assertEqual(db.execute("SELECT result FROM game WHERE game = 'g1'").fetchone(),
                             ("1-0",))

    def test_an_open_hall_beyond_the_machine_wants_a_word(self):
        for argv in ([hall.clockd_binary(), "serve", "--data", self.tmp, "--host", "0.0.0.0",
                      "--open-hall"],
                     [hall.arbiterd_binary(), "serve", "--data", self.tmp, "--clockd",
                      "192.0.2.1:7411", "--open-hall"]):
            done = subprocess.run(argv, capture_output=True, text=True, check=False,
                                  timeout=PATIENCE)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("--insecure-lan", done.stderr)

    def test_the_key_of_one_role_opens_nothing_else(self):
        self.house.start_clockd()
        made = {}
        for role in ("display", "arbiterd"):
            made[role] = os.path.join(self.tmp, f"{role}.key")
            argv = [hall.clockd_binary(), "role-key", "--data", self.house.folder, "--role", role,
                    "--out", made[role]]
            done = subprocess.run(argv, capture_output=True, text=True, check=False,
                                  timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(os.stat(made[role]).st_mode & 0o777, 0o600)
            again = subprocess.run(argv, capture_output=True, text=True, check=False,
                                   timeout=PATIENCE)
            self.assertNotEqual(again.returncode, 0)
        with open(made["display"], encoding="ascii") as file:
            name, digits = file.read().split()
        key = bytes.fromhex(digits)
        self.assertEqual((name, key),
                         ("display", door.role_key(door.hall_key(self.house.folder), "display")))
        self.assertEqual(self.stranger("display").enter_with(key)["type"], "welcome")
        for role in ("arbiterd", "arbiter", "device"):
            self.assertIn(self.stranger(role).enter_with(key)["code"],
                          ("wrong_proof", "slow_down"))
        office = os.path.join(self.tmp, "office")
        self.assertIn("--role arbiterd", self.arbiterd_fails(
            office, self.house.clock_port, "--hall-key", made["display"]))
        self.house.office_options = ["--hall-key", made["arbiterd"]]
        self.house.start_arbiterd()
        self.house.settled()

    def test_a_key_that_others_may_read_is_no_secret(self):
        self.house.start_clockd()
        self.house.clockd.end()
        path = os.path.join(self.house.folder, "hall.key")
        os.chmod(path, 0o644)
        for binary in (hall.clockd_binary(), hall.arbiterd_binary()):
            done = subprocess.run([binary, "serve", "--data", self.house.folder, "--port", "0"],
                                  capture_output=True, text=True, check=False, timeout=PATIENCE)
            self.assertIn(done.returncode, (73, NOT_TRUSTED))
            self.assertIn("0600", done.stderr)
        os.chmod(path, 0o600)


class Devices(Closed):

    def setUp(self):
        super().setUp()
        self.house.start()
        self.arbiter = self.guest()
        for board in (1, 2):
            hall.open_game(self.arbiter, board, f"g{board}")

    def test_a_device_reaches_only_its_board(self):
        device, _, _, _ = self.enrolled(1)
        self.assertEqual(device.done("press", 1, "g1", side="white", move="e4", at_us=1)["ply"], 1)
        self.assertEqual(device.board_state(1)["type"], "board_state")
        for reply in (device.command("press", 2, "g2", side="white", move="e4", at_us=1),
                      device.command("open_game", 3, "g3", **hall.TERMS),
                      device.board_state(2), device.subscribe(), device.subscribe(board=2)):
            self.assertEqual(reply["code"], "not_your_board")
        self.assertEqual(device.command("end_game", 1, "g1", score="1-0", reason="resignation",
                                        article="5.1.2", at_us=2)["code"], "not_allowed")
        self.assertEqual(self.arbiter.board_state(2)["ply"], 0)

    def test_a_code_is_good_once(self):
        _, _, _, code = self.enrolled(1)
        self.assertEqual(self.stranger("device").enrol(code)["code"], "wrong_proof")

    def test_a_revoked_device_is_cut_off_at_once(self):
        device, number, key, _ = self.enrolled(1)
        other, _, _, _ = self.enrolled(1)
        self.tool("revoke", str(number))
        self.assertEqual(device.read()["code"], "not_authenticated")
        self.assertIsNone(device.read())
        again = self.stranger("device", "tablet", number)
        self.assertEqual(again.enter(key)["code"], "wrong_proof")
        self.assertEqual(other.board_state(1)["type"], "board_state")
        table = [line.split() for line in self.tool_when_let_in("devices").splitlines()[1:]]
        self.assertEqual([row[:4] for row in table],
                         [["1", "1", "both", "revoked"], ["2", "1", "both", "enrolled"]])

    def tool_when_let_in(self, *args):
        """The tool shares our address, which is slowed down after a wrong proof."""
        printed = []

        def done():
            run = subprocess.run(
                [hall.clockd_binary(), *args, "--connect", f"127.0.0.1:{self.house.clock_port}",
                 "--data", self.house.folder], capture_output=True, text=True, check=False,
                timeout=PATIENCE)
            if run.returncode == 0:
                printed.append(run.stdout)
            return run.returncode == 0
        hall.wait_until(done, "the address is looked at again")
        return printed[0]

    def test_a_restart_keeps_devices_and_voids_codes(self):
        _, number, key, _ = self.enrolled(1)
        self.arbiter.send({"type": "enrol_device", "id": "late", "board": 2, "name": "late"})
        late = self.arbiter.until(lambda m: m["type"] == "enrolment")
        code = door.code_of(door.hall_key(self.house.folder), self.arbiter.log, late["device"])
        self.house.clockd.end()
        self.house.start_clockd()
        device = self.stranger("device", "tablet", number)
        self.assertEqual(device.enter(key)["type"], "welcome")
        self.assertEqual(device.board_state(1)["type"], "board_state")
        self.assertEqual(self.stranger("device").enrol(code)["code"], "wrong_proof")

    def test_ids_are_their_senders(self):
        one, two = (self.enrolled(board)[0] for board in (1, 2))
        two.done("touch", 2, "g2", id="tab-17", side="white", squares="e1 h1", at_us=1)
        press = {"id": "tab-17", "side": "white", "move": "e4", "at_us": 2}
        self.assertNotIn("repeated", one.done("press", 1, "g1", **press))
        self.assertTrue(one.done("press", 1, "g1", **press)["repeated"])
        self.assertEqual(one.command("press", 1, "g1", **{**press, "move": "d4"})["code"],
                         "id_used")
        self.assertEqual(one.command("press", 1, "g1", **{**press, "id": "arb:x:1:1"})["code"],
                         "id_reserved")
        self.house.settled()

    def test_a_device_of_one_side(self):
        device, _, _, _ = self.enrolled(1, "--side", "white")
        self.assertEqual(device.welcome["side"], "white")
        reply = device.command("resign", 1, "g1", side="black", at_us=1)
        self.assertEqual(reply["code"], "not_your_side")
        self.assertRegex(self.tool("devices"), r"1 +1 +white +enrolled +tablet 1")
        device.done("resign", 1, "g1", side="white", at_us=1)

    def test_a_device_that_comes_in_twice_is_a_question(self):
        _, number, key, _ = self.enrolled(1)
        self.arbiter.subscribe()
        again = self.stranger("device", "tablet", number)
        self.assertEqual(again.enter(key)["type"], "welcome")
        twice = self.arbiter.event("device_came_twice")["event"]
        self.assertEqual((twice["device"], twice["board"]), (number, 1))
        self.house.settled()
        with self.house.office_db() as db:
            self.assertEqual(db.execute("SELECT game, about FROM question").fetchall(),
                             [("g1", "device_twice")])

    def test_what_arbiters_ask_for(self):
        self.arbiter.send({"type": "enrol_device", "id": "e1", "board": 2, "name": "tablet"})
        first = self.arbiter.until(lambda m: m["type"] == "enrolment")
        self.arbiter.send({"type": "enrol_device", "id": "e1", "board": 2, "name": "tablet"})
        self.assertEqual(self.arbiter.until(lambda m: m["type"] == "enrolment"), first)
        self.arbiter.send({"type": "get_device", "id": "d"})
        self.assertEqual(self.arbiter.read(), {"type": "device_state", "id": "d", "device": 1,
                                               "board": 2, "name": "tablet", "state": "open"})
        self.arbiter.send({"type": "revoke_device", "id": "r", "device": 1})
        self.assertEqual(self.arbiter.read(), {"type": "revoked", "id": "r", "device": 1})
        self.arbiter.send({"type": "get_device", "id": "d", "after": 1})
        self.assertEqual(self.arbiter.read(), {"type": "device_state", "id": "d"})
        self.arbiter.send({"type": "revoke_device", "id": "r", "device": 9})
        self.assertEqual(self.arbiter.read()["code"], "id_used")
        self.arbiter.send({"type": "revoke_device", "id": "arb:x:1:1", "device": 9})
        self.assertEqual(self.arbiter.read()["code"], "id_reserved")
        self.arbiter.send({"type": "revoke_device", "id": "r9", "device": 9})
        self.assertEqual(self.arbiter.read()["code"], "unknown_device")

    def test_guessing_is_slowed(self):
        """However fast they come: between wrong proofs that are checked the pause doubles."""
        start = time.monotonic()
        codes = [self.stranger("device").enrol("1-0000-0000-0000")["code"] for _ in range(40)]
        elapsed = time.monotonic() - start
        self.assertEqual(codes[0], "wrong_proof")
        self.assertEqual(set(codes), {"wrong_proof", "slow_down"})
        self.assertLessEqual(codes.count("wrong_proof"), math.log2(elapsed / 0.25 + 1) + 1)

    def test_codes_in_a_file_are_their_owners(self):
        """Nobody else can read it, and it is never written where somebody else has put a link."""
        at = ("--at", "192.0.2.7:7443")
        other = os.path.join(self.tmp, "other")
        with open(other, "w", encoding="ascii") as file:
            file.write("not ours")
        for option in ("--sheet", "--svg"):
            path = os.path.join(self.tmp, "codes" + option)
            self.tool("enrol", "--board", "1", *at, option, path)
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
            devices = self.tool("devices")
            link = os.path.join(self.tmp, "link" + option)
            os.symlink(other, link)
            for there in (path, link):
                said = self.tool("enrol", "--board", "1", *at, option, there, code=2)
                self.assertIn("is there already: remove it", said)
            self.assertEqual(self.tool("devices"), devices)
        with open(other, encoding="ascii") as file:
            self.assertEqual(file.read(), "not ours")

    def test_the_picture_says_what_the_letters_say(self):
        reader = shutil.which("zbarimg")
        if reader is None:
            self.skipTest("zbarimg is not installed")
        printed = self.tool("enrol", "--board", "1", "--at", "192.0.2.7:7443")
        uri = re.search(r"^https://\S+$", printed, re.MULTILINE).group(0)
        self.assertRegex(uri, r"^https://192\.0\.2\.7:7443/enrol#code=1(-[0-9A-Z]{4}){3}"
                              r"&board=1$")
        self.assertIn("    " + uri.split("code=")[1].split("&", maxsplit=1)[0] + "\n", printed)
        rows = [re.sub("\033\\[[0-9;]*m", "", line) for line in printed.splitlines()
                if "\033" in line]
        pixels = []
        for row in rows:
            pixels.append([c in "█▀" for c in row])
            pixels.append([c in "█▄" for c in row])
        path = os.path.join(self.tmp, "code.pgm")
        scale = 6
        with open(path, "wb") as file:
            file.write(b"P5 %d %d 255\n" % (scale * len(pixels[0]), scale * len(pixels)))
            for line in pixels:
                data = b"".join((b"\x00" if dark else b"\xff") * scale for dark in line)
                file.write(data * scale)
        done = subprocess.run([reader, "--quiet", "--raw", path], capture_output=True, text=True,
                              check=True, timeout=PATIENCE)
        self.assertEqual(done.stdout.strip(), uri)


if __name__ == "__main__":
    hall.main()
