"""A stand-in for a LiveChess 2 service: boards over a WebSocket, and their faults."""

import base64
import hashlib
import json
import socket
import threading

from followers import CLOSE, MAGIC, TEXT

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


class Link:
    """One client, from the serving side."""

    def __init__(self, connection):
        self.connection = connection
        self.file = connection.makefile("rb")
        self.feeds = {}  # by serial number
        self.guard = threading.Lock()

    def shake_hands(self):
        key = ""
        while line := self.file.readline().strip():
            name, _, value = line.decode().partition(":")
            if name.lower() == "sec-websocket-key":
                key = value.strip()
        accept = base64.b64encode(hashlib.sha1((key + MAGIC).encode()).digest()).decode()
        self.connection.sendall(
            ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             f"Sec-WebSocket-Accept: {accept}\r\n\r\n").encode())

    def message(self):
        """The next text of the client; None at the end."""
        while head := self.file.read(2):
            length = head[1] & 0x7F
            if length >= 126:
                length = int.from_bytes(self.file.read(2 if length == 126 else 8), "big")
            mask = self.file.read(4)
            payload = bytes(byte ^ mask[i % 4] for i, byte in enumerate(self.file.read(length)))
            if head[0] & 0x0F == CLOSE:
                return None
            if head[0] & 0x0F == TEXT:
                return payload.decode()
        return None

    def say(self, text):
        payload = text.encode()
        length = (bytes([len(payload)]) if len(payload) < 126 else
                  b"\x7e" + len(payload).to_bytes(2, "big"))
        with self.guard:
            self.connection.sendall(bytes([0x80 | TEXT]) + length + payload)

    def end(self):
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Service:
    def __init__(self, *serials):
        self.boards = {serial: {"serialnr": serial, "source": "COM3", "state": "ACTIVE",
                                "battery": "87%", "comment": None, "board": START,
                                "flipped": False, "clock": None} for serial in serials}
        self.nonsense = ""  # sent to each client that connects, which is then disconnected
        self.calls = 0      # clients that connected
        self.link = None
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        try:
            link = Link(connection)
            link.shake_hands()
            self.calls += 1
            if self.nonsense:
                link.say(self.nonsense)
                link.end()
                return
            self.link = link
            while text := link.message():
                self.answer(link, json.loads(text))
        except OSError:
            pass
        finally:
            connection.close()

    def answer(self, link, call):
        param = None
        if call["call"] == "eboards":
            param = list(self.boards.values())
        elif call["call"] == "subscribe":
            asked = call["param"]
            link.feeds[asked["param"]["serialnr"]] = asked["id"]
        link.say(json.dumps({"response": "call", "id": call["id"], "param": param}))

    def followed(self, serial):
        return self.link is not None and serial in self.link.feeds

    def put(self, serial, placement, **more):
        """A board gets this state, and its feed reports it."""
        self.boards[serial].update(board=placement, **more)
        event = {"serialnr": serial, "flipped": self.boards[serial]["flipped"],
                 "board": placement, **more}
        self.link.say(json.dumps({"response": "feed", "id": self.link.feeds[serial],
                                  "param": event}))

    def cut(self):
        link, self.link = self.link, None
        link.end()

    def close(self):
        self.listener.close()
        if self.link:
            self.cut()
