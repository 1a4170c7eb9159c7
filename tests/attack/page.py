"""Somebody at clockd's own HTTP address: a page of another site, a phone that opens many links,
and a clock page with a changed script."""

import os
import re
import socket
import time

import door
from kit import Attack, Seen, Stopwatch, attempts, hall, resident_kb, seconds_allowed
from peers import http_ask
from followers import PING, TEXT, Lines, WebSocket

US = 1_000_000
LINKS = 300
PLAY = {**hall.TERMS, "time_control": "900+0"}


class WebPeer(door.Stranger):
    """A peer of clockd over a WebSocket."""

    def connected(self, host, port, receive_buffer, source):
        return Lines(port)


class Page(Attack):

    closed = True
    clockd_options = ("--web", "127.0.0.1:0")

    def prepare(self):
        line = self.house.clockd.process.stdout.readline()
        self.port = int(re.search(r":(\d+)\n", line).group(1))
        self.arbiter = self.guest("arbiter", "arbiter")
        self.boards = 0

    def playing(self):
        """A clock page at its own board, whose game is under way."""
        self.boards += 1
        number = self.boards
        self.arbiter.done("open_game", number, f"g{number}", **PLAY)
        self.arbiter.done("start_game", number, f"g{number}")
        self.arbiter.send({"type": "enrol_device", "id": self.name("e"), "board": number,
                           "name": "phone"})
        device = self.arbiter.until(lambda m: m["type"] == "enrolment")["device"]
        page = WebPeer(self.port, "device", "page")
        answer = page.enrol(door.code_of(door.hall_key(self.house.folder), self.arbiter.log,
                                         device))
        page.device = answer["device"]
        page.enter(answer["key"])
        page.board = number
        return page

    def press(self, page, side="white", **more):
        return page.command("press", page.board, f"g{page.board}", side=side, **more)

    # ---- who may connect ------------------------------------------------------------------------

    @attempts
    def pages_of_others(self):
        for what, headers in {
                "another site": {"Origin": "https://evil.example"},
                "another port": {"Origin": "http://127.0.0.1:1"},
                "no origin of its own": {"Origin": "null"},
                "a frame of another site": {"Sec-Fetch-Site": "cross-site"}}.items():
            with WebSocket(self.port, "/ws", **headers) as link:
                yield Seen(f"a WebSocket from {what}", link.status == 403, f"HTTP {link.status}")
        answer = http_ask(self.port, "GET", "/", headers={"Host": "rebound.example"})
        yield Seen("a name that was made to lead here", answer.status == 421,
                   f"HTTP {answer.status}")

    @attempts
    def files_of_the_folder(self):
        for path in ("/a/hall.key", "/a/../hall.key", "/a/%2e%2e%2fhall.key", "/a/..%5chall.key",
                     "/hall.key", "/a//etc/passwd", "/a/.", "/a/"):
            answer = http_ask(self.port, "GET", path)
            yield Seen(f"GET {path}", answer.status in (400, 404), f"HTTP {answer.status}")

    # ---- many links -----------------------------------------------------------------------------

    @attempts
    def many_links(self):
        page = self.playing()
        open_links = []
        for _ in range(LINKS):
            try:
                open_links.append(WebSocket(self.port, "/ws"))
            except (OSError, IndexError, ValueError):
                break
        yield self.pressed_beside(page, open_links, "strangers")

    def pressed_beside(self, page, links, what):
        """A press while these links are open, which end after it."""
        watch = Stopwatch()
        reply = self.press(page)
        seen = Seen(f"a press beside {len(links)} {what}", reply["type"] == "ack" and
                    watch.took < seconds_allowed(1), f"{reply['type']} in {watch.took:.3f} s")
        for link in links:
            link.close()
        return seen

    @attempts
    def heads_that_never_end(self):
        page = self.playing()
        held = []
        for _ in range(LINKS):
            try:
                link = socket.create_connection(("127.0.0.1", self.port), 5)
                link.sendall(b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
                held.append(link)
            except OSError:
                break
        yield self.pressed_beside(page, held, "heads without an end")

    @attempts
    def frames_without_end(self):
        """Parts of one message that is never finished, and pings."""
        before = resident_kb(self.house.clockd)
        links = [WebSocket(self.port, "/ws") for _ in range(20)]
        for link in links:
            try:
                for _ in range(200):
                    mask = os.urandom(4)
                    link.socket.sendall(b"\x00\xfe\x7f\xff" + mask + bytes(0x7fff))
                link.send(PING, b"x" * 125)
            except OSError:
                pass
        grown = resident_kb(self.house.clockd) - before
        yield Seen("20 messages of 6 MB in parts", grown < 32 * 1024, f"{grown} KB more")
        for link in links:
            link.close()

    # ---- a changed script -----------------------------------------------------------------------

    @attempts
    def an_age_that_is_not_true(self):
        page = self.playing()
        for _ in range(3):
            time.sleep(1)
            page.board_state(page.board)
        time.sleep(0.5)
        reply = self.press(page, age_us=3600 * US)
        with self.house.clock_db() as db:
            body = db.execute("SELECT body FROM event WHERE type = 'pressed' AND stream = ?"
                              " ORDER BY pos DESC", (f"board/{page.board}",)).fetchone()[0]
        age = int(re.search(r'"age_us":(\d+)', body).group(1)) / US
        claimed = int(re.search(r'"claimed_age_us":(\d+)', body).group(1)) / US
        yield Seen("an hour claimed on a link that is heard each second",
                   reply["type"] == "ack" and age < 0.5 + 0.1 + 0.3 and claimed == 3600,
                   f"{age:.3f} s accepted of {claimed:.0f} s")

    @attempts
    def more_than_lines(self):
        page = self.playing()
        for what, payload in {"two lines in a message": b'{"type":"get_board"}\n{"x":1}',
                              "a line end alone": b"\n", "NUL": b"\x00"}.items():
            page.socket.web.send(TEXT, payload)
            reply = page.read()
            yield Seen(what, reply is not None and reply["type"] == "refused", str(reply))
        other = self.playing()
        reply = page.command("press", other.board, f"g{other.board}", side="white")
        yield Seen("a press at another board", reply.get("code") == "not_your_board",
                   str(reply.get("code")))
