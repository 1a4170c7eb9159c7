"""Somebody on the hall's cable or Wi-Fi: silent links, guesses, recorded traffic played
again, and a program between two honest sides."""

import json
import os
import resource
import shutil
import socket
import subprocess
import threading
import time

import door
from kit import (Attack, Seen, Stopwatch, attempts, hall, heard, seconds_allowed)
from peers import PATIENCE, Client
from test_link import LAN, Relay, SecuredPeer

WHITE, BLACK = "white", "black"
SILENT = 2100
NO_CABLE = "not tried: it needs an address beside the loopback's, and openssl"
PLAY = {**hall.TERMS, "time_control": "900+0"}


def sources(count, first=2):
    """Addresses of this machine."""
    return [f"127.0.{1 + n // 200}.{first + n % 200}" for n in range(count)]


class Cable(Attack):
    """On clockd's own machine links are unencrypted (docs/protocol.md); this test uses others."""

    closed = True
    clockd_options = ("--host", "0.0.0.0") if LAN else ()

    def prepare(self):
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        self.arbiter = self.guest("arbiter", "arbiter")
        self.boards = 0

    def board(self):
        self.boards += 1
        self.arbiter.done("open_game", self.boards, f"g{self.boards}", **PLAY)
        self.arbiter.done("start_game", self.boards, f"g{self.boards}")
        return self.boards

    def comes(self, condition, seconds=6):
        deadline = time.monotonic() + seconds_allowed(seconds)
        while time.monotonic() < deadline:
            if condition():
                return True
            time.sleep(0.02)
        return False

    # ---- places ---------------------------------------------------------------------------------

    def flood(self, count, addresses, said=b""):
        """Links that send this much and then nothing."""
        links = []
        for n in range(count):
            link = socket.socket()
            link.settimeout(2)
            try:
                link.bind((addresses[n % len(addresses)], 0))
                link.connect(("127.0.0.1", self.house.clock_port))
                if said:
                    link.sendall(said)
            except OSError:
                link.close()
                continue
            links.append(link)
        return links

    def enters(self, who):
        """Seconds until an honest peer is connected, None if never."""
        watch = Stopwatch()
        while watch.took < seconds_allowed(8):
            try:
                peer = who()
                peer.close()
                return watch.took
            except (AssertionError, OSError, KeyError, TypeError):
                time.sleep(0.05)
        return None

    def both_enter(self, device):
        """Seconds until an arbiter and a tablet are connected, both trying at once."""
        took = {}

        def come(who, **more):
            took[who] = self.enters(lambda: self.guest(who, "late", **more))
        threads = [threading.Thread(target=come, args=("arbiter",)),
                   threading.Thread(target=come, args=("device",), kwargs={
                       "device": device.device, "key": device.key})]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return took["arbiter"], took["device"]

    @attempts
    def links_that_say_nothing(self):
        board = self.board()
        device = self.enrolled(board, self.arbiter)
        # Another one: a device that connects again replaces its own silent link.
        comes_back = self.enrolled(self.board(), self.arbiter)
        nonce = "1" * 64
        hello = json.dumps({"type": "hello", "role": "arbiter", "name": "x", "protocol": 1,
                            "nonce": nonce}).encode() + b"\n"
        for what, addresses, said in (
                ("of three addresses", sources(3), b""),
                ("of a hundred addresses", sources(100), b""),
                ("in the middle of a hello", sources(3), hello[:40]),
                ("that say hello and never prove", sources(3), hello),
                ("that begin TLS", sources(3), b"\x16\x03\x01\x02\x00\x01")):
            links = self.flood(SILENT, addresses, said)
            arbiter, tablet = self.both_enter(comes_back)
            reply = device.board_state(board)
            for link in links:
                link.close()
            for who, took in (("an arbiter", arbiter), ("a tablet that comes back", tablet)):
                yield Seen(f"{who} beside {SILENT} links {what}",
                           took is not None and took < seconds_allowed(3),
                           "never" if took is None else f"after {took:.2f} s")
            yield Seen(f"a tablet that is in beside links {what}",
                       reply["type"] == "board_state", heard(reply))

    # ---- between two honest sides ---------------------------------------------------------------

    @attempts
    def between_the_daemons(self):
        if not LAN:
            yield Seen("between the daemons", True, NO_CABLE)
            return
        house = self.new_hall("between")
        house.start_clockd()
        relay = Relay(LAN, house.clock_port)
        house.office_connects_at, house.office_connects_to = LAN, relay.port
        house.start_arbiterd()
        self.ready(house)
        arbiter = self.guest("arbiter", "arbiter", house)
        names = {"white": "Hagelstein, Ottokar", "black": "Winawer, Szymon"}
        arbiter.done("open_game", 1, "g1", **{**PLAY, **names})
        arbiter.done("start_game", 1, "g1")
        house.settled()
        for name in names.values():
            yield Seen(f"the name {name} on the cable", name.encode() not in relay.heard,
                       f"{len(relay.heard)} bytes heard")
        relay.inject(json.dumps({
            "type": "end_game", "id": "mine", "board": 1, "game": "g1", "epoch": 0,
            "score": "0-1", "reason": "resignation", "article": "5.1.2"}).encode() + b"\n")
        ended = self.comes(lambda: arbiter.board_state(1)["phase"] == "over", 1.5)
        yield Seen("a game ended in arbiterd's name", not ended, arbiter.board_state(1)["phase"])
        relay.flip = True
        arbiter.send(arbiter.make("pause", 1, "g1", reason="x"))
        relay.flip = False
        arbiter.board_state(1)
        settled = self.comes(lambda: self.follows(house), 30)
        yield Seen("the office follows again after all that", settled,
                   "settled" if settled else "not")
        relay.close()
        house.stop()

    @staticmethod
    def follows(house):
        with house.clock_db() as clock, house.office_db() as office:
            last = clock.execute("SELECT max(pos) FROM event").fetchone()[0]
            return office.execute("SELECT pos FROM follow").fetchone()[0] == last

    @attempts
    def between_a_tablet_and_clockd(self):
        if not LAN or shutil.which("openssl") is None:
            yield Seen("between a tablet and clockd", True, NO_CABLE)
            return
        board = self.board()
        device = self.enrolled(board, self.arbiter)
        relay = Relay(LAN, self.house.clock_port)
        clear = socket.create_connection((LAN, relay.port), PATIENCE)
        clear.sendall(b'{"type":"hello","role":"device","name":"x","protocol":1}\n')
        reply = json.loads(clear.makefile().readline() or "null")
        clear.close()
        yield Seen("a tablet without TLS on the cable", reply is None or
                   reply["type"] == "refused", heard(reply))
        link = SecuredPeer(relay.port, f"device/{device.device}", door.tls_key(device.key), LAN)
        answer = link.hello("device", device=device.device)
        if answer is None or answer["type"] != "welcome":
            raise AssertionError(f"no welcome through the relay: {answer}")
        relay.inject(json.dumps({"type": "resign", "id": "mine", "board": board,
                                   "game": f"g{board}", "side": BLACK}).encode() + b"\n")
        ended = self.comes(lambda: self.arbiter.board_state(board)["phase"] != "running", 1.5)
        yield Seen("a resignation in the tablet's name", not ended,
                   self.arbiter.board_state(board)["phase"])
        relay.close()
        link.close()

    # ---- what was recorded ----------------------------------------------------------------------

    @attempts
    def introductions_again(self):
        key = door.hall_key(self.house.folder)
        mirror = door.Stranger(self.house.clock_port, "arbiter", "mirror")
        challenge = mirror.knock()
        reply = mirror.prove(challenge.get("proof", "0" * 64))
        yield Seen("clockd's own proof given back", reply is None or reply["type"] == "refused",
                   heard(reply))
        honest = door.Stranger(self.house.clock_port, "arbiter", "honest")
        honest.knock()
        proof = door.mac(door.role_key(key, "arbiter"), "flagfall: the peer proves", *honest.said)
        late = door.Stranger(self.house.clock_port, "arbiter", "honest")
        late.knock()
        reply = late.prove(proof)
        yield Seen("a proof of another introduction", reply is None or
                   reply["type"] == "refused", heard(reply))
        for role in ("arbiterd", "display"):
            honest = door.Stranger(self.house.clock_port, "arbiter", "honest")
            honest.knock()
            said = (role, *honest.said[1:])
            reply = honest.prove(door.mac(door.role_key(key, "arbiter"),
                                          "flagfall: the peer proves", *said))
            yield Seen(f"a proof made for the role {role}", reply is None or
                       reply["type"] == "refused", heard(reply))
            other = door.Stranger(self.house.clock_port, "arbiterd", "honest")
            reply = other.enter_with(door.role_key(key, "display" if role == "display" else
                                                   "arbiter"))
            yield Seen(f"arbiterd with another role's key ({role})", reply is None or
                       reply["type"] == "refused", heard(reply))
        for what, line in (("no hello", {"type": "prove", "proof": "0" * 64}),
                           ("a plain hello", {"type": "hello", "role": "arbiterd", "name": "a",
                                              "protocol": 1}),
                           ("a command first", {"type": "get_board", "id": "x", "board": 1})):
            peer = Client(self.house.clock_port, hello=False)
            peer.send(line)
            reply = peer.read()
            peer.close()
            yield Seen(what, reply is None or reply["type"] == "refused", heard(reply))

    @attempts
    def bytes_that_are_no_lines(self):
        for what, data in (("nothing but zeros", bytes(100_000)),
                           ("a line of 1 MB", b"x" * 1_000_000 + b"\n"),
                           ("100 000 brackets", b"[" * 100_000 + b"\n"),
                           ("a million empty lines", b"\n" * 1_000_000),
                           ("HTTP", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
                           ("bytes that are no UTF-8", b'{"type":"\xff\xfe"}\n' * 100),
                           ("a line in a thousand pieces", None)):
            link = socket.create_connection(("127.0.0.1", self.house.clock_port), 10)
            try:
                if data is None:
                    for byte in b'{"type":"hello"' * 60:
                        link.sendall(bytes([byte]))
                else:
                    link.sendall(data)
            except OSError:
                pass
            link.close()
            reply = self.arbiter.board_state(1)
            yield Seen(what, reply["type"] == "board_state", "others are answered")

    # ---- what the door gives away ---------------------------------------------------------------

    @attempts
    def names_of_devices(self):
        """The way in which TLS refuses does not reveal which devices are enrolled."""
        if shutil.which("openssl") is None:
            yield Seen("names of devices", True, NO_CABLE)
            return
        device = self.enrolled(self.board(), self.arbiter)
        said = {name: self.tls_refusal(name) for name in
                (f"device/{device.device}", "device/9999", "arbiterd", "nobody", "x" * 200)}
        first = said[f"device/{device.device}"]
        for name, text in said.items():
            yield Seen(f"TLS with another key as {name[:20]}", text == first and "alert" in text,
                       text)

    def tls_refusal(self, identity):
        done = subprocess.run(
            ["openssl", "s_client", "-connect", f"127.0.0.1:{self.house.clock_port}", "-tls1_3",
             "-psk", "17" * 32, "-psk_identity", identity], input=b"", capture_output=True,
            timeout=PATIENCE, check=False)
        return next((line.split("error:")[1].split(":", 1)[1].split(":../")[0]
                     for line in done.stderr.decode().splitlines() if "error:" in line), "none")

    @attempts
    def hellos_without_end(self):
        for who, peer in (("a stranger", door.Stranger(self.house.clock_port, "arbiter", "again")),
                          ("an arbiter", self.guest("arbiter", "again"))):
            answers = []
            for _ in range(100):
                try:
                    peer.send({"type": "hello", "role": "arbiter", "name": "again", "protocol": 1,
                               "nonce": "1" * 64})
                    answers.append(peer.read())
                except (OSError, AssertionError):
                    answers.append(None)
                if answers[-1] is None:
                    break
            yield Seen(f"a hundred hellos of {who}", answers[-1] is None,
                       f"{heard(answers[-2])}, then {heard(answers[-1])} after {len(answers)}")
            peer.close()

    # ---- guesses --------------------------------------------------------------------------------

    def wrong_proof(self, source="", role="arbiter", **more):
        """One wrong proof, from another address of this machine if there is one."""
        peer = door.Stranger(self.house.clock_port, role, "guess", source=source)
        try:
            answer = peer.knock(**more)
            if answer is not None and answer["type"] == "challenge":
                answer = peer.prove(os.urandom(32))
            return answer
        except (OSError, AssertionError):
            return None
        finally:
            peer.close()

    @attempts
    def guesses_keep_nobody_out(self):
        for _ in range(20):
            self.wrong_proof()
        took = self.enters(lambda: self.guest("arbiter", "owner of the key"))
        yield Seen("a right proof from an address that guessed", took is not None and
                   took < seconds_allowed(2), "never" if took is None else f"after {took:.2f} s")
        board = self.board()
        self.arbiter.send({"type": "enrol_device", "id": self.name("open"), "board": board,
                           "name": "tablet"})
        made = self.arbiter.until(lambda m: m["type"] == "enrolment")
        watch = Stopwatch()
        answers = [self.wrong_proof(source, role="device", enrol=True, device=made["device"])
                   for source in sources(60)]
        code = door.code_of(door.hall_key(self.house.folder), self.arbiter.log, made["device"])

        def enrol():
            peer = door.Stranger(self.house.clock_port, "device", "honest")
            answer = peer.enrol(code)
            if answer["type"] != "enrolled":
                peer.close()
                raise AssertionError(heard(answer))
            return peer
        took = self.enters(enrol)
        said = sorted({heard(answer) for answer in answers})
        yield Seen("a right code beside 60 wrong ones from 60 addresses", took is not None,
                   f"{'never' if took is None else f'after {took:.2f} s'}; the wrong ones in "
                   f"{watch.took:.1f} s: {', '.join(said)}")
        with self.house.clock_db() as db:
            count = db.execute("SELECT count(*) FROM event WHERE type = 'device_revoked'"
                               ).fetchone()[0]
        yield Seen("codes that strangers can void", count == 0, f"{count} voided")
