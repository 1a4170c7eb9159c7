"""Followers of an event's changes: a reader of Server-Sent Events and a WebSocket of RFC 6455."""

import base64
import hashlib
import json
import os
import re
import socket

from peers import PATIENCE

MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, 1.3
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


def open_request(port, path, headers, version="1.1", tls=None):
    """A connection on which the request was sent, over TLS with a context."""
    sock = socket.create_connection(("127.0.0.1", port), PATIENCE)
    if tls:
        sock = tls.wrap_socket(sock, server_hostname="127.0.0.1")
    lines = [f"GET {path} HTTP/{version}", f"Host: 127.0.0.1:{port}",
             *(f"{name}: {value}" for name, value in headers.items())]
    sock.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    return sock


def read_head(file):
    """The status and the headers of an answer."""
    status = int(file.readline().split()[1])
    headers = {}
    while line := file.readline().strip():
        name, value = line.decode().split(":", 1)
        headers[name.lower()] = value.strip()
    return status, headers


class Connection:
    """With its reader; both are closed at the end of a `with`."""

    def close(self):
        self.file.close()
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Stream(Connection):
    """Server-Sent Events, field by field. HTTP/1.0, so that only they come."""

    def __init__(self, port, path, token="", last_id=None, **more):
        headers = {"Accept": "text/event-stream", **more}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if last_id is not None:
            headers["Last-Event-ID"] = last_id
        self.socket = open_request(port, path, headers, "1.0")
        self.file = self.socket.makefile("rb")
        self.status, self.headers = read_head(self.file)

    def event(self):
        """The next one as {"id", "event", "data"}, None at the end."""
        fields = {}
        while line := self.file.readline():
            text = line.decode().rstrip("\n")
            if not text and "data" in fields:
                return fields
            if text and not text.startswith(":"):
                name, value = text.split(": ", 1)
                fields[name] = value
        return None

    def envelopes(self, count):
        """This many changes, each compared with its own fields."""
        found = []
        for _ in range(count):
            event = self.event()
            if event is None:
                raise AssertionError(f"the stream ended after {len(found)} of {count}")
            envelope = json.loads(event["data"])
            if (str(envelope["seq"]), envelope["type"]) != (event["id"], event["event"]):
                raise AssertionError(f"id and event are not the data's: {event}")
            found.append(envelope)
        return found


class WebSocket(Connection):
    """A client of RFC 6455; `status` is 101 if it was accepted."""

    def __init__(self, port, path, token="", tls=None, **more):
        key = base64.b64encode(os.urandom(16)).decode()
        headers = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
                   "Sec-WebSocket-Key": key, **more}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.socket = open_request(port, path, headers, tls=tls)
        self.file = self.socket.makefile("rb")
        self.status, self.headers = read_head(self.file)
        self.closed_with = None
        if self.status == 101:
            answer = base64.b64encode(hashlib.sha1((key + MAGIC).encode()).digest()).decode()
            if self.headers.get("sec-websocket-accept") != answer:
                raise AssertionError(f"the handshake's answer is wrong: {self.headers}")

    def send(self, opcode, payload):
        """One whole frame, masked as required of a client."""
        if len(payload) > 0xFFFF:
            raise AssertionError("longer frames are not needed here")
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        length = (bytes([0x80 | len(payload)]) if len(payload) < 126 else
                  b"\xfe" + len(payload).to_bytes(2, "big"))
        self.socket.sendall(bytes([0x80 | opcode]) + length + mask + masked)

    def frame(self):
        first, second = self.file.read(2)
        if first & 0x70 or second & 0x80:
            raise AssertionError("a server sets no reserved bit and masks nothing")
        length = second & 0x7F
        if length >= 126:
            length = int.from_bytes(self.file.read(2 if length == 126 else 8), "big")
        return bool(first & 0x80), first & 0x0F, self.file.read(length)

    def message(self):
        """The next text, None if the other side has closed; pings are answered."""
        parts = b""
        while True:
            final, opcode, payload = self.frame()
            if opcode == PING:
                self.send(PONG, payload)
            elif opcode == CLOSE:
                self.closed_with = int.from_bytes(payload[:2], "big"), payload[2:].decode()
                self.send(CLOSE, payload[:2])
                return None
            elif opcode in (0, TEXT):
                parts += payload
                if final:
                    return parts.decode()

    def envelopes(self, count):
        return [json.loads(self.message()) for _ in range(count)]


class Lines:
    """A WebSocket as a carrier of lines: each message is one. For peers.Client."""

    def __init__(self, port, tls=None, **more):
        self.web = WebSocket(port, "/ws", tls=tls, **more)
        if self.web.status != 101:
            raise AssertionError(f"no WebSocket: {self.web.status}")

    def sendall(self, data):
        for line in data.split(b"\n")[:-1]:
            self.web.send(TEXT, line)

    def recv(self, _):
        message = self.web.message()
        return b"" if message is None else message.encode() + b"\n"

    def close(self):
        self.web.close()


def all_changes(house, path, token=None, limit=1000, after=0):
    """Every change after a position, page by page."""
    found = []
    while True:
        answer = house.get(f"{path}/changes?after={after}&limit={limit}", token=token)
        if answer.status == 204:
            return found
        page = answer.json()
        if not 0 < len(page["changes"]) <= limit:
            raise AssertionError(f"a page of {len(page['changes'])}, limit {limit}")
        found += page["changes"]
        after = page["after"]
        link = re.fullmatch(r'<(.*)>; rel="next"', answer.headers["link"])[1]
        if link != f"{path}/changes?after={after}":
            raise AssertionError(f"Link is {link}")
