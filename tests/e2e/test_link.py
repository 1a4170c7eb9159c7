#!/usr/bin/env python3
"""The hall's link beyond one machine: TLS with keys that both ends have, against OpenSSL's own
programs; what a relay on the cable can hear and do; and silent links that block nobody."""

import json
import os
import re
import resource
import shutil
import socket
import subprocess
import threading
import unittest

import door
import hall
from peers import PATIENCE
from test_door import NOT_TRUSTED, Closed

SILENT = 2100


def lan_address():
    """An address of this machine other than the loopback; "" if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))  # sends nothing
            address = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if address.startswith("127.") else address


LAN = lan_address()


class SecuredPeer:
    """A peer of clockd whose TLS is OpenSSL's program."""

    def __init__(self, port, identity, key, host="127.0.0.1"):
        self.process = subprocess.Popen(
            ["openssl", "s_client", "-connect", f"{host}:{port}", "-tls1_3", "-quiet",
             "-psk", key.hex(), "-psk_identity", identity],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def say(self, message):
        """clockd's next line after this one of ours; None at the end of the link."""
        try:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            return None
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def hello(self, role, **more):
        return self.say({"type": "hello", "role": role, "name": "openssl", "protocol": 1, **more})

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class Relay:
    """Passes bytes on between two sides, records them, and inserts its own bytes on request."""

    def __init__(self, host, server_port):
        self.heard = b""
        self.flip = False  # change one bit of the traffic
        self.server = (host, server_port)
        self.links = []
        self.listener = socket.create_server((host, 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                peer, _ = self.listener.accept()
                server = socket.create_connection(self.server, PATIENCE)
            except OSError:
                return
            self.links.append((peer, server))
            for pair in ((peer, server), (server, peer)):
                threading.Thread(target=self._pass_on, args=pair, daemon=True).start()

    def _pass_on(self, source, target):
        try:
            while data := source.recv(65536):
                self.heard += data
                if self.flip:
                    self.flip = False
                    data = data[:-2] + bytes([data[-2] ^ 1]) + data[-1:]
                target.sendall(data)
        except OSError:
            pass
        for one in (source, target):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def inject(self, data):
        """Into the newest link, to clockd."""
        self.links[-1][1].sendall(data)

    def close(self):
        self.listener.close()
        for pair in self.links:
            for one in pair:
                one.close()


@unittest.skipIf(shutil.which("openssl") is None, "openssl is not installed")
class OverTls(Closed):
    """Peers on this machine, which may use TLS, too."""

    def setUp(self):
        super().setUp()
        self.house.start_clockd()
        self.key = door.hall_key(self.house.folder)

    def secured(self, identity, key, host="127.0.0.1"):
        peer = SecuredPeer(self.house.clock_port, identity, door.tls_key(key), host)
        self.addCleanup(peer.close)
        return peer

    def test_a_role_comes_in_with_its_key_and_as_itself(self):
        for role in ("arbiter", "arbiterd", "display", "device"):
            key = door.role_key(self.key, role)
            self.assertEqual(self.secured(role, key).hello(role)["type"], "welcome")
            for other in {"arbiter", "arbiterd", "display", "device"} - {role}:
                self.assertEqual(self.secured(role, key).hello(other)["code"], "wrong_proof")
                self.assertIsNone(self.secured(other, key).hello(other))

    def test_no_other_key_and_no_other_name(self):
        right = door.role_key(self.key, "arbiter")
        for identity, key in (("arbiter", os.urandom(32)), ("arbiter", self.key),
                              ("king", right), ("device/1", right), ("", right)):
            self.assertIsNone(self.secured(identity or " ", key).hello("arbiter"))
        peer = SecuredPeer(self.house.clock_port, "arbiter", right)  # not the key for TLS
        self.addCleanup(peer.close)
        self.assertIsNone(peer.hello("arbiter"))
        self.guest()  # an honest one of the same address is not blocked

    def test_a_device_by_its_number_until_it_is_revoked(self):
        self.guest()
        _, number, key, _ = self.enrolled(7)
        peer = self.secured(f"device/{number}", key)
        welcome = peer.hello("device", device=number)
        self.assertEqual((welcome["type"], welcome["board"]), ("welcome", 7))
        self.assertEqual(peer.say({"type": "get_board", "id": "b", "board": 8})["code"],
                         "not_your_board")
        self.tool("revoke", str(number))
        self.assertEqual(json.loads(peer.process.stdout.readline())["code"], "not_authenticated")
        self.assertIsNone(self.secured(f"device/{number}", key).hello("device", device=number))


@unittest.skipIf(not LAN, "this machine has no address but the loopback's")
class TwoMachines(Closed):
    """clockd outside the loopback, without the insecure option."""

    def setUp(self):
        super().setUp()
        self.house.clockd_options = ["--host", "0.0.0.0"]
        self.house.start_clockd()
        self.key_file = os.path.join(self.house.folder, "hall.key")
        self.relays = []

    def relay(self):
        relay = Relay(LAN, self.house.clock_port)
        self.addCleanup(relay.close)
        return relay

    def test_a_relay_hears_no_names_and_speaks_for_nobody(self):
        relay = self.relay()
        self.house.office_connects_at = LAN
        self.house.office_connects_to = relay.port
        self.house.start_arbiterd()
        arbiter = self.guest()
        arbiter.done("open_game", 1, "g1", **{**hall.TERMS, "white": "Hagelstein, Ottokar"})
        arbiter.done("start_game", 1, "g1", at_us=1)
        self.house.settled()
        self.assertGreater(len(relay.heard), 1000)
        for word in (b"Hagelstein", b"hello", b"welcome", b"open_game"):
            self.assertNotIn(word, relay.heard)
        links = len(relay.links)
        relay.inject(json.dumps({"type": "end_game", "id": "mine", "board": 1, "game": "g1",
                                 "score": "0-1", "reason": "resignation", "article": "5.1.2",
                                 "at_us": 2}).encode() + b"\n")
        hall.wait_until(lambda: len(relay.links) > links, "the spoilt link is given up")
        arbiter.done("pause", 1, "g1", reason="x", at_us=3)
        self.house.settled()
        self.assertEqual(arbiter.board_state(1)["phase"], "paused")

    def test_in_the_clear_beyond_the_machine_is_refused_and_says_what_to_do(self):
        with socket.create_connection((LAN, self.house.clock_port), PATIENCE) as link:
            link.sendall(json.dumps({"type": "hello", "role": "arbiter", "name": "x",
                                     "protocol": 1, "nonce": "1" * 64}).encode() + b"\n")
            answer = json.loads(link.makefile().readline())
            self.assertEqual(answer["code"], "tls_needed")
            self.assertIn("TLS", answer["text"])
            self.assertEqual(link.recv(1), b"")

    def test_the_tools_come_in_from_another_machine(self):
        done = subprocess.run(
            [hall.clockd_binary(), "enrol", "--board", "3", "--connect",
             f"{LAN}:{self.house.clock_port}", "--hall-key", self.key_file],
            capture_output=True, text=True, check=False, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        code = re.search(r"^    (1-[-0-9A-Z]{14})$", done.stdout, re.MULTILINE).group(1)
        tablet = door.Stranger(self.house.clock_port, "device", "tablet", self.transcript)
        self.house._clients.append(tablet)  # pylint: disable=protected-access
        self.assertEqual(tablet.enrol(code)["type"], "enrolled")
        done = subprocess.run(
            [hall.clockd_binary(), "replay", os.path.join(hall.DATA, "incidents.pgn"),
             "--connect", f"{LAN}:{self.house.clock_port}", "--hall-key", self.key_file, "--quiet",
             "--no-arbiter"], capture_output=True, text=True, check=False, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def false_clockd(self, *options):
        with socket.create_server((LAN, 0)) as free:
            port = free.getsockname()[1]
        server = subprocess.Popen(
            ["openssl", "s_server", "-accept", f"{LAN}:{port}", "-tls1_3", "-quiet", *options],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(server.stdin.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)

        def listens():
            try:
                socket.create_connection((LAN, port), PATIENCE).close()
                return True
            except OSError:
                return False
        hall.wait_until(listens, "openssl listens")
        return port

    def test_a_false_clockd_is_not_followed(self):
        if shutil.which("openssl") is None:
            self.skipTest("openssl is not installed")
        cert = os.path.join(self.tmp, "false.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:P-256", "-nodes", "-keyout", cert + ".key", "-out",
                        cert, "-subj", "/CN=" + LAN, "-addext", "subjectAltName=IP:" + LAN],
                       check=True, capture_output=True, timeout=PATIENCE)
        for what, options in (
                ("another key", ["-nocert", "-psk", os.urandom(32).hex(), "-psk_identity",
                                 "arbiterd"]),
                ("a certificate", ["-cert", cert, "-key", cert + ".key"])):
            port = self.false_clockd(*options)
            done = subprocess.run(
                [hall.arbiterd_binary(), "serve", "--data", os.path.join(self.tmp, "office"),
                 "--port", "0", "--clockd", f"{LAN}:{port}", "--hall-key", self.key_file],
                capture_output=True, text=True, check=False, timeout=PATIENCE)
            self.assertEqual(done.returncode, NOT_TRUSTED, f"{what}: {done.stderr}")
            self.assertIn("hall key", done.stderr)


class Strangers(Closed):

    def flood(self, count, said):
        links = []
        for number in range(count):
            link = socket.socket()
            self.addCleanup(link.close)
            link.bind((f"127.0.0.{2 + number % 3}", 0))
            link.connect(("127.0.0.1", self.house.clock_port))
            if said:
                link.sendall(said)
            links.append(link)
        return links

    def test_silent_links_keep_nobody_out(self):
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        if most < SILENT + 500:
            self.skipTest("this system gives too few descriptors")
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        self.house.start()
        self.guest()
        device, number, key, _ = self.enrolled(1)
        for said in (b"", b'{"type":"hello"', b"\x16\x03\x01\x02\x00\x01"):
            links = self.flood(SILENT, said)
            self.guest("arbiter", "late")
            again = self.stranger("device", "tablet", number)
            self.assertEqual(again.enter(key)["type"], "welcome")
            self.assertEqual(device.board_state(1)["type"], "board_state")
            again.close()
            for link in links:
                link.close()
        self.house.settled()


if __name__ == "__main__":
    hall.main()
