"""How a peer proves who it is to clockd, and a device gets its key: docs/protocol.md, section 1, in
Python, as anybody who makes a device would write it."""

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


def code_of(key, log, device):
    forty = int.from_bytes(mac(key, "flagfall: the code of a device", log, device)[:5], "big")
    code = "".join(ALPHABET[forty >> shift & 31] for shift in range(35, -1, -5))
    return code[:4] + "-" + code[4:]


class Stranger(Client):
    """A peer at the door."""

    def __init__(self, port, role="arbiter", name="test", transcript=None, device=0, source=""):
        super().__init__(port, role, name, transcript, hello=False, source=source)
        self.role = role
        self.device = device
        self.log = None
        self.said = ()

    def knock(self, **more):
        """Says hello with a nonce; gives clockd's answer, a challenge as a rule."""
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
        """The whole introduction; gives the welcome or the refusal."""
        challenge = self.knock()
        if challenge["type"] != "challenge":
            return challenge
        must = mac(key, "flagfall: clockd proves", *self.said).hex()
        self.believed = hmac.compare_digest(challenge.get("proof", ""), must)
        return self.prove(mac(key, "flagfall: the peer proves", *self.said))

    def enrol(self, code):
        """Proves the code; gives the answer, with the device's key as `key` when there is one."""
        challenge = self.knock(enrol=True)
        if challenge["type"] != "challenge":
            return challenge
        letters = code.replace("-", "")
        stretched = hashlib.pbkdf2_hmac(
            "sha256", letters.encode(), f"flagfall: the code of a device in {self.log}".encode(),
            ROUNDS)
        answer = self.prove(mac(stretched, "flagfall: the device has the code", *self.said))
        if answer["type"] == "enrolled":
            must = mac(stretched, "flagfall: clockd has enrolled", *self.said, answer["device"],
                       answer["board"], answer["sealed"]).hex()
            if answer["proof"] != must:
                raise AssertionError(f"clockd does not know the code: {answer}")
            pad = mac(stretched, "flagfall: the key is sealed", *self.said)
            sealed = bytes.fromhex(answer["sealed"])
            answer = {**answer, "key": bytes(a ^ b for a, b in zip(pad, sealed))}
        return answer
