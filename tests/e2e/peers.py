"""Peers of the daemons: NDJSON and HTTP clients, and a proxy that listens in.

All traffic is noted in a transcript, which tests/support/schema_check.py compares with
schemas/, and openapi_check.py with the OpenAPI document.
"""

import gzip
import http.client
import json
import socket
import threading

PATIENCE = 240  # seconds until a wait that should have ended counts as a failure


# ---- transcript --------------------------------------------------------------------------------


class Transcript:
    """One JSON object a line: {"dir": ..., "line": ...}. Writes may come from several threads.
    A limited number of lines of each type is enough; refusals are all kept: they show which were
    meant to be refused."""

    MOST_OF_A_TYPE = 300

    def __init__(self, path):
        self._lock = threading.Lock()
        self._seen = {}
        self._file = open(path, "w", encoding="utf-8") if path else None

    def add(self, direction, line):
        if self._file is None:
            return
        kind = (direction, line.get("type"), line.get("event", {}).get("type")
                if direction == "from_clockd" else None, line.get("path"), line.get("status"))
        with self._lock:
            self._seen[kind] = self._seen.get(kind, 0) + 1
            if self._seen[kind] > self.MOST_OF_A_TYPE and line.get("type") != "refused":
                return
            text = json.dumps({"dir": direction, "line": line}, ensure_ascii=False)
            self._file.write(text + "\n")

    def close(self):
        if self._file is not None:
            self._file.close()
            self._file = None


# ---- HTTP --------------------------------------------------------------------------------------


class Answer:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = {name.lower(): value for name, value in headers}
        self.bytes = body

    @property
    def plain(self):
        """The bytes before they were compressed."""
        packed = self.headers.get("content-encoding") == "gzip"
        return gzip.decompress(self.bytes) if packed and self.bytes else self.bytes

    @property
    def body(self):
        return self.plain.decode("utf-8")

    @property
    def kind(self):
        return self.headers.get("content-type", "").split(";")[0]

    def json(self):
        return json.loads(self.bytes)


def http_ask(port, method, path, body=None, headers=None, token="", transcript=None):
    """One request. A body of text or bytes is sent unchanged, any other as JSON. Its content type
    is JSON, unless the headers say otherwise; `token` is a bearer's."""
    headers = dict(headers or {})
    if body is not None:
        headers.setdefault("Content-Type", "application/json")
        body = body if isinstance(body, (str, bytes)) else json.dumps(body)
        body = body.encode("utf-8") if isinstance(body, str) else body
    secret = {"Authorization": f"Bearer {token}"} if token else {}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, {**headers, **secret})
        response = connection.getresponse()
        answer = Answer(response.status, response.getheaders(), response.read())
    finally:
        connection.close()
    if transcript is not None:
        transcript.add("http", http_line(method, path, headers, body, answer))
    return answer


def http_line(method, path, headers, body, answer):
    """The line of a transcript for an answer and the request that led to it."""
    kind = next((v for k, v in headers.items() if k.lower() == "content-type"), "")
    return {"method": method, "path": path, "status": answer.status, "content_type": answer.kind,
            "headers": answer.headers, **json_in(answer.kind, answer.plain),
            "request": {"content_type": kind.split(";")[0], "headers": headers,
                        **json_in(kind.split(";")[0], body)}}


def json_in(kind, body):
    """{"body": ...} if it is JSON."""
    if not body or not (kind == "application/json" or kind.endswith("+json")):
        return {}
    try:
        return {"body": json.loads(body)}
    except ValueError:
        return {}


def http_get(port, path):
    return http_ask(port, "GET", path)


# ---- NDJSON ------------------------------------------------------------------------------------


class Client:
    """A peer of clockd. Reads only on request, so it can also be a very slow one."""

    def __init__(self, port, role="device", name="test", transcript=None, hello=True,
                 receive_buffer=0, source="", host="127.0.0.1"):
        self.transcript = transcript or Transcript("")
        self.socket = self.connected(host, port, receive_buffer, source)
        self._buffer = b""
        self.unread = []   # read while waiting for something else
        self.epochs = {}   # of each board, as last received
        self.number = 0
        self.name = name
        self.welcome = None
        if hello:
            self.send({"type": "hello", "role": role, "name": name, "protocol": 1})
            self.welcome = self.until(lambda m: m["type"] in ("welcome", "refused"))

    def connected(self, host, port, receive_buffer, source):
        """The carrier of the lines."""
        link = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if receive_buffer:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        link.settimeout(PATIENCE)
        if source:
            link.bind((source, 0))
        link.connect((host, port))
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return link

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, *messages):
        """One or more well-formed messages in one write."""
        for message in messages:
            self.transcript.add("to_clockd", message)
        self.send_raw("".join(json.dumps(m) + "\n" for m in messages).encode())

    def send_raw(self, data):
        self.socket.sendall(data)

    def read(self):
        """The next message from clockd, None if the link was closed."""
        self._buffer = self._buffer.lstrip(b"\n")  # empty lines are not messages
        while b"\n" not in self._buffer:
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:
                return None
            except socket.timeout:
                raise AssertionError(f"{self.name}: nothing came in {PATIENCE} s")
            if not data:
                return None
            self._buffer = (self._buffer + data).lstrip(b"\n")
        line, self._buffer = self._buffer.split(b"\n", 1)
        message = json.loads(line)
        self.transcript.add("from_clockd", message)
        seen = message.get("event", message)
        if "board" in seen and "epoch" in seen:
            self.epochs[seen["board"]] = seen["epoch"]
        return message

    def until(self, wanted):
        """The first message that is wanted; the others wait in `unread`."""
        for i, message in enumerate(self.unread):
            if wanted(message):
                return self.unread.pop(i)
        while True:
            message = self.read()
            if message is None:
                raise AssertionError(f"{self.name}: the link was closed")
            if wanted(message):
                return message
            self.unread.append(message)

    def event(self, kind, /, **fields):
        """The next event of this type with these fields, as a whole frame. Needs subscribe()."""
        return self.until(lambda m: m["type"] == "event" and m["event"]["type"] == kind and
                          all(m["event"].get(k) == v for k, v in fields.items()))

    def answer(self, command_id):
        return self.until(lambda m: m["type"] in ("ack", "refused") and m["id"] == command_id)

    def make(self, kind, board, game, /, **fields):
        """A command with the last known epoch and its own id."""
        self.number += 1
        message = {"type": kind, "id": f"{self.name}-{self.number}", "board": board, "game": game}
        if self.epochs.get(board):
            message["epoch"] = self.epochs[board]
        message.update(fields)
        return message

    def command(self, kind, board, game, /, **fields):
        """Sends a command and returns its ack or refusal."""
        message = self.make(kind, board, game, **fields)
        self.send(message)
        return self.answer(message["id"])

    def done(self, kind, board, game, /, **fields):
        """A command that must be carried out."""
        reply = self.command(kind, board, game, **fields)
        if reply["type"] != "ack":
            raise AssertionError(f"{kind} was refused: {reply}")
        return reply

    def subscribe(self, start=0, board=None, log=None):
        self.number += 1
        message = {"type": "subscribe", "id": f"{self.name}-{self.number}", "from": start}
        if start or log:
            message["log"] = log or self.welcome["log"]
        if board is not None:
            message["board"] = board
        self.send(message)
        return self.until(lambda m: m["type"] in ("subscribed", "refused") and
                          m["id"] == message["id"])

    def board_state(self, board):
        self.number += 1
        message = {"type": "get_board", "id": f"{self.name}-{self.number}", "board": board}
        self.send(message)
        return self.until(lambda m: m["type"] in ("board_state", "refused") and
                          m["id"] == message["id"])


# ---- a proxy that listens in -------------------------------------------------------------------


class Proxy:
    """Passes lines on between peers and a server, and notes them."""

    def __init__(self, server_port, transcript=None):
        self.server_port = server_port
        self.transcript = transcript or Transcript("")
        self.acks = []   # every ack that went through to a peer
        self._lock = threading.Lock()
        self._sockets = set()
        self._threads = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._run(self._accept)

    def _run(self, function, *args):
        thread = threading.Thread(target=function, args=args, daemon=True)
        thread.start()
        self._threads.append(thread)

    def _accept(self):
        while True:
            try:
                peer, _ = self._listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.server_port), 5)
            except OSError:
                peer.close()  # the server is down; the peer connects again
                continue
            for one in (peer, server):
                one.settimeout(None)
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._lock:
                self._sockets |= {peer, server}
            self._run(self._pass_on, peer, server, "to_clockd")
            self._run(self._pass_on, server, peer, "from_clockd")

    def _pass_on(self, source, target, direction):
        rest = b""
        try:
            while data := source.recv(65536):
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    self._note(direction, line)
                target.sendall(data)
        except OSError:
            pass
        for one in (source, target):  # whichever side ended, the link is over
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def _note(self, direction, line):
        if not line:
            return  # somebody checked whether the link is alive
        message = json.loads(line)
        self.transcript.add(direction, message)
        if message["type"] == "ack":
            with self._lock:
                self.acks.append((message["id"], message["pos"], message.get("repeated", False)))

    def close(self):
        try:
            self._listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._listener.close()
        with self._lock:
            sockets = list(self._sockets)
        for one in sockets:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        for thread in self._threads:
            thread.join(PATIENCE)
        for one in sockets:
            one.close()
