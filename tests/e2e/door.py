"""How a peer authenticates to clockd, and a device gets its key: docs/protocol.md, section 1, in
Python, as the maker of a device would write it."""

import hashlib
import hmac
import os
import secrets

from peers import Client

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ROUNDS = 100_000


def hall_key(folder):
    with open(os.path.join(folder, "hall.key"), encoding="ascii") as file:
        return bytes.fromhex(file.read().strip())


def mac(key, *pieces):
    message = b""
    for piece in pieces:
        data = str(piece).encode()
        message += len(data).to_bytes(8, "big") + data
    return hmac.new(key, message, hashlib.sha256).digest()


def role_key(key, role):
    return mac(key, "flagfall: the key of a role", role)


def device_key(key, log, device):
    return mac(key, "flagfall: the key of a device", log, device)


def tls_key(own):
    """The TLS key derived from the key of a role or a device."""
    return mac(own, "flagfall: the key of TLS")


def code_of(key, log, device):
    bits = int.from_bytes(mac(key, "flagfall: the code of a device", log, device)[:8], "big") >> 4
    code = "".join(ALPHABET[bits >> shift & 31] for shift in range(55, -1, -5))
    return f"{device}-{code[:4]}-{code[4:8]}-{code[8:]}"


def stretched(code, log):
    device, letters = code.split("-", maxsplit=1)
    return hashlib.pbkdf2_hmac(
        "sha256", letters.replace("-", "").encode(),
        f"flagfall: the code of device {device} in {log}".encode(), ROUNDS)


class Stranger(Client):
    """A peer at the door."""

    def __init__(self, port, role="arbiter", name="test", transcript=None, device=0, source="",
                 host="127.0.0.1"):
        super().__init__(port, role, name, transcript, hello=False, source=source, host=host)
        self.role = role
        self.device = device
        self.log = None
        self.said = ()

    def knock(self, **more):
        """Sends hello with a nonce; returns clockd's answer, usually a challenge."""
        nonce = secrets.token_hex(32)
        hello = {"type": "hello", "role": self.role, "name": self.name, "protocol": 1,
                 "nonce": nonce, **({"device": self.device} if self.device else {}), **more}
        self.send(hello)
        answer = self.read()
        if answer is not None and answer["type"] == "challenge":
            self.log = answer["log"]
            self.said = (self.role, self.name, self.device, self.log, nonce, answer["nonce"])
        return answer

    def prove(self, proof):
        self.send({"type": "prove", "proof": proof.hex() if isinstance(proof, bytes) else proof})
        answer = self.read()
        if answer is not None and answer["type"] == "welcome":
            self.welcome = answer
        return answer

    def enter(self, key):
        """The whole introduction; returns the welcome or the refusal. The key is the hall's, or the
        device's own."""
        if not self.device:
            key = role_key(key, self.role)
        return self.enter_with(key)

    def enter_with(self, key):
        """The same with exactly the key that proves."""
        challenge = self.knock()
        if challenge["type"] != "challenge":
            return challenge
        must = mac(key, "flagfall: clockd proves", *self.said).hex()
        self.believed = hmac.compare_digest(challenge.get("proof", ""), must)
        return self.prove(mac(key, "flagfall: the peer proves", *self.said))

    def enrol(self, code):
        """Proves the code; returns the answer, with the device's key as `key` if there is one."""
        self.device = int(code.split("-")[0])
        challenge = self.knock(enrol=True)
        if challenge["type"] != "challenge":
            return challenge
        key = stretched(code, self.log)
        answer = self.prove(mac(key, "flagfall: the device has the code", *self.said))
        if answer["type"] == "enrolled":
            must = mac(key, "flagfall: clockd has enrolled", *self.said, answer["device"],
                       answer["board"], answer["sealed"]).hex()
            if answer["proof"] != must:
                raise AssertionError(f"clockd does not know the code: {answer}")
            pad = mac(key, "flagfall: the key is sealed", *self.said)
            sealed = bytes.fromhex(answer["sealed"])
            answer = {**answer, "key": bytes(a ^ b for a, b in zip(pad, sealed))}
        return answer
