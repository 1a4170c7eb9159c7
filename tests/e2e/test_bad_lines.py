#!/usr/bin/env python3
"""How clockd handles lines that it should not have been sent, and that nobody else notices."""

import json
import socket
import time

import hall

WHITE, BLACK = "white", "black"
LINE_BYTES = 16 * 1024


def line(**fields):
    return json.dumps(fields).encode()


def press(**fields):
    return line(**{"type": "press", "id": "x", "board": 1, "game": "g1", "side": WHITE,
                   "at_us": 1, **fields})


# (description, the bytes, the code of the refusal)
MALFORMED = [
    ("half an object", b'{"type":"press"', "malformed"),
    ("no JSON", b"hello", "malformed"),
    ("a list", b"[]", "malformed"),
    ("a text", b'"press"', "malformed"),
    ("two objects", b'{"type":"get_board"} {}', "malformed"),
    ("no type", b"{}", "malformed"),
    ("a type that is no text", b'{"type":7}', "malformed"),
    ("not UTF-8", b'{"type":"press","id":"\xff\xfe"}', "malformed"),
    ("a NUL byte", b'{"type":"press"\0}', "malformed"),
    ("deep nesting", b"[" * 8000, "malformed"),
    ("a long line", b'{"type":"' + b"x" * LINE_BYTES + b'"}', "too_long"),
    ("a very long line", b"x" * (40 * LINE_BYTES), "too_long"),
    ("unknown type", line(type="castle", id="x"), "unknown_type"),
    ("a type of clockd's own", line(type="ack", id="x", pos=1), "unknown_type"),
    ("an event", line(type="flag_fell", board=1, game="g1"), "unknown_type"),
]
BAD_FIELDS = [
    ("no id", line(type="start_game", board=1, game="g1", at_us=1)),
    ("an empty id", press(id="")),
    ("a long id", press(id="i" * 129)),
    ("an id that is no text", press(id=5)),
    ("no board", line(type="start_game", id="x", game="g1")),
    ("board 0", press(board=0)),
    ("board 16385", press(board=16385)),
    ("a board in words", press(board="one")),
    ("half a board", press(board=1.5)),
    ("no side", line(type="press", id="x", board=1, game="g1")),
    ("a green side", press(side="green")),
    ("a fractional instant", press(at_us=0.5)),
    ("a huge instant", press(at_us=2 ** 62)),
    ("a huger instant", press(at_us=2 ** 64 - 1)),
    ("an instant in exponents", press().replace(b'"at_us": 1', b'"at_us": 1e400')),
    ("a negative epoch", press(epoch=-1)),
    ("an epoch beyond 32 bits", press(epoch=2 ** 32)),
    ("an age in words", press(age_us="long")),
    ("a NUL in a move", press(move="e4\0")),
    ("a long move", press(move="e" * 1025)),
    ("a number for a move", press(move=4)),
    ("null for a side", press(side=None)),
    ("hello of a referee", line(type="hello", role="referee", name="x", protocol=1)),
    ("hello of another protocol", line(type="hello", role="device", name="x", protocol=2)),
    ("hello without a name", line(type="hello", role="device", protocol=1)),
    ("get_board of board 0", line(type="get_board", id="x", board=0)),
    ("subscribe before the first", line(type="subscribe", id="x", **{"from": -1})),
    ("a score of 2-0", line(type="end_game", id="x", board=1, game="g1", score="2-0",
                            reason="checkmate", article="5.1.1")),
    ("an unknown ending", line(type="end_game", id="x", board=1, game="g1", score="1-0",
                               reason="boredom", article="5.1.1")),
    ("tags that are no pairs", line(type="open_game", id="x", board=3, game="g3",
                                    **hall.TERMS, tags=[["one"]])),
    ("too many tags", line(type="open_game", id="x", board=3, game="g3", **hall.TERMS,
                           tags=[["a", "b"]] * 65)),
]


class BadLines(hall.HallCase):
    """Board 1 is the offender's; board 2 is in play beside it."""

    def setUp(self):
        super().setUp()
        self.house = self.hall().start()
        self.arbiter = self.house.client("arbiter", "arbiter")
        for board in (1, 2):
            hall.open_game(self.arbiter, board, f"g{board}")
        self.neighbour = self.house.client("device", "neighbour")
        self.moves = 0

    def neighbour_plays(self):
        """A knight goes out and home again; the neighbour's clock and link work."""
        side = (WHITE, BLACK)[self.moves % 2]
        move = ("Nf3", "Nf6", "Ng1", "Ng8")[self.moves % 4]
        if self.moves in (7, 15):  # not four times the same position
            move = {7: "Nc6", 15: "Nb8"}[self.moves]
        self.moves += 1
        reply = self.neighbour.done("press", 2, "g2", side=side, move=move,
                                    at_us=self.moves * 1_000_000)
        self.assertEqual(reply["ply"], self.moves)

    def last_pos(self):
        with self.house.client("display") as display:
            return display.welcome["pos"]

    def check_refused(self, what, data, code):
        with self.house.client("device", "offender") as offender:
            before = self.last_pos()
            offender.send_raw(data + b"\n")
            reply = offender.read()
            self.assertEqual((reply["type"], reply["code"]), ("refused", code), (what, reply))
            self.assertTrue(reply["text"], what)
            self.assertEqual(self.last_pos(), before, what)
            # The link stays, and a good line on it is answered.
            self.assertEqual(offender.board_state(1)["type"], "board_state", what)

    def test_malformed(self):
        for what, data, code in MALFORMED:
            self.check_refused(what, data, code)
        self.neighbour_plays()

    def test_bad_fields(self):
        for what, data in BAD_FIELDS:
            self.check_refused(what, data, "bad_field")
        self.neighbour_plays()

    def test_refusal_names_the_command(self):
        with self.house.client("device") as offender:
            offender.send_raw(press(id="mine", side="green") + b"\n")
            self.assertEqual(offender.read()["id"], "mine")
            offender.send_raw(line(type="castle", id="yours") + b"\n")
            self.assertEqual(offender.read()["id"], "yours")

    def test_harmless_lines(self):
        """Empty lines, CRLF, unknown fields, lines in pieces and many in one write are accepted."""
        with self.house.client("device") as device:
            device.send_raw(b"\n\r\n\n")
            get = line(type="get_board", id="a", board=1, colour="blue", more={"x": [1]})
            device.send_raw(get + b"\r\n")
            self.assertEqual(device.read()["id"], "a")
            for byte in get + b"\n":
                device.send_raw(bytes([byte]))
            self.assertEqual(device.read()["id"], "a")
            device.send_raw((get + b"\n") * 500)
            for _ in range(500):
                self.assertEqual(device.read()["type"], "board_state")
            exact = get[:-1] + b" " * (LINE_BYTES - len(get)) + b"}"
            self.assertEqual(len(exact), LINE_BYTES)
            device.send_raw(exact + b"\n")
            self.assertEqual(device.read()["type"], "board_state")

    def test_before_hello(self):
        with self.house.client(hello=False) as device:
            for message in (press(), line(type="get_board", id="a", board=1),
                            line(type="subscribe", id="b", **{"from": 0})):
                device.send_raw(message + b"\n")
                self.assertEqual(device.read()["code"], "hello_first")
            device.send({"type": "hello", "role": "device", "name": "late", "protocol": 1})
            self.assertEqual(device.read()["type"], "welcome")

    def test_many_bad_lines_end_the_link(self):
        self.neighbour_plays()
        for bad in (b"nonsense\n", b"x" * (LINE_BYTES + 1) + b"\n"):
            with self.house.client("device", "offender") as offender:
                offender.send_raw(bad * 16)
                replies = []
                while (reply := offender.read()) is not None:
                    replies.append(reply["code"])
                self.assertEqual(len(replies), 16)
            self.neighbour_plays()

    def test_half_a_line_and_gone(self):
        before = self.last_pos()
        for _ in range(50):
            with self.house.client("device") as device:
                device.send_raw(press(id="half", move="e4"))  # without its end: never a command
        for _ in range(50):
            with socket.create_connection(("127.0.0.1", self.house.clock_port)) as sock:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # reset
        self.neighbour_plays()
        self.assertEqual(self.last_pos(), before + 2)  # made and pressed

    def test_http_nonsense(self):
        """The office's port accepts these, too."""
        for data in (b"\0\1\2\3\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET\r\n\r\n",
                     b"GET / HTTP/1.1\r\nX: " + b"y" * 70000 + b"\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", self.house.http_port), 10) as sock:
                try:
                    sock.sendall(data)
                    answer = sock.recv(4096)
                except ConnectionResetError:
                    continue  # disconnected while still sending
                self.assertRegex(answer, rb"^HTTP/1.1 (4|5)\d\d ")
        self.assertEqual(self.house.get("/healthz").status, 200)


class Peers(hall.HallCase):
    """Many, slow and repeating peers."""

    def setUp(self):
        super().setUp()
        self.house = self.hall().start()
        self.arbiter = self.house.client("arbiter", "arbiter")
        hall.open_game(self.arbiter, 1, "g1")

    def test_a_repeated_command_is_done_once(self):
        device = self.house.client("device", "table")
        watcher = self.house.client("display", "watcher")
        watcher.subscribe(start=1)
        message = device.make("press", 1, "g1", side=WHITE, move="e4", at_us=1_000_000)
        device.send(message)
        first = device.answer(message["id"])
        self.assertNotIn("repeated", {k for k, v in first.items() if v is False})
        self.assertFalse(first.get("repeated", False))
        device.send(message, message)
        for _ in range(2):
            again = device.answer(message["id"])
            self.assertEqual((again["type"], again["pos"], again["repeated"]),
                             ("ack", first["pos"], True))
        with self.house.client("device", "another link") as other:
            other.send({**message, "at_us": 5_000_000})
            again = other.answer(message["id"])
            self.assertEqual((again["pos"], again["repeated"]), (first["pos"], True))
            other.send({**message, "move": "d4"})
            self.assertEqual(other.answer(message["id"])["code"], "id_used")
        device.epochs[1] = 0
        reply = device.done("press", 1, "g1", side=BLACK, move="e5", at_us=2_000_000)
        self.assertEqual(reply["ply"], 2)
        watcher.event("pressed", side=BLACK)
        with self.house.clock_db() as db:
            done = db.execute("SELECT type FROM event WHERE cmd_id = ? ORDER BY pos",
                              (message["id"],)).fetchall()
        self.assertEqual(done, [("made",), ("pressed",)])

    def test_repeated_after_a_restart(self):
        device = self.house.client("device", "table")
        message = device.make("press", 1, "g1", side=WHITE, move="e4", at_us=1_000_000)
        device.send(message)
        first = device.answer(message["id"])
        self.house.clockd.end(9)
        self.house.start_clockd()
        with self.house.client("device", "table") as again:
            again.send(message)
            reply = again.answer(message["id"])
            self.assertEqual((reply["pos"], reply["repeated"], reply["ply"]),
                             (first["pos"], True, 1))

    def test_a_peer_that_never_reads(self):
        """It gets no more than its queue can hold, is disconnected if that overflows, and the
        others play on."""
        lazy = [self.house.client("display", f"lazy-{n}", receive_buffer=4096) for n in range(2)]
        for one in lazy:
            one.send({"type": "subscribe", "id": "s", "from": 0})
        reader = self.house.client("display", "reader")
        reader.subscribe(start=1)
        # Games with many tags are the longest events: together 20 MB.
        tags = [[f"Tag{n}", "x" * 900] for n in range(16)]
        last = reader.read()
        for first in range(2, 1402, 20):
            commands = [self.arbiter.make("open_game", board, f"g{board}", at_us=0, tags=tags,
                                          **hall.TERMS) for board in range(first, first + 20)]
            self.arbiter.send(*commands)
            for command in commands:
                self.assertEqual(self.arbiter.answer(command["id"])["type"], "ack")
            while last["event"].get("board") != first + 19:
                before, last = last["pos"], reader.read()
                self.assertEqual(last["pos"], before + 1)
        most = self.house.clockd.memory_kb()
        # A live follower that stops reading is disconnected, with nothing left out before that.
        for one in lazy:
            positions = self.positions(one, last["pos"])
            self.assertEqual(positions, list(range(positions[0], positions[0] + len(positions))))
            self.assertLess(positions[-1], last["pos"])
        # A follower that catches up gets page by page, and costs no more than a page.
        slow = [self.house.client("display", f"slow-{n}", receive_buffer=4096) for n in range(3)]
        for one in slow:
            one.subscribe(start=1)
        self.arbiter.done("start_game", 2, "g2", at_us=0)
        last = reader.read()
        if not hall.sanitized():
            self.assertLess(self.house.clockd.memory_kb() - most, 3 * 4096)
        for one in slow:
            self.assertEqual(self.positions(one, last["pos"]), list(range(1, last["pos"] + 1)))
        self.house.settled()

    def positions(self, client, last):
        """The lines that a follower reads, until `last` or the end of the link."""
        found = []
        while (message := client.read()) is not None:
            if message["type"] == "event":
                found.append(message["pos"])
                if message["pos"] == last:
                    break
        return found

    def test_the_longest_command(self):
        """Its event is longer than the line, and every follower can still read it; so can one that
        has to catch up with many of them."""
        watcher = self.house.client("display", "watcher")
        watcher.subscribe()
        for first in range(2, 522, 20):
            messages = [self.longest(board) for board in range(first, first + 20)]
            self.arbiter.send(*messages)
            for message in messages:
                self.assertEqual(self.arbiter.answer(message["id"])["type"], "ack")
                frame = watcher.event("game_opened")
                self.assertEqual(frame["event"]["board"], message["board"])
                self.assertGreater(len(json.dumps(frame)), LINE_BYTES)
        self.house.settled()
        self.house.arbiterd.end()
        with self.house.client("display", "late") as late:
            late.subscribe(start=1)
            late.event("game_opened", board=521)
        office = self.hall("another office")
        office.clock_port = self.house.clock_port
        office.start_arbiterd()
        with office.office_db() as db:
            hall.wait_until(lambda: db.execute("SELECT count(*) FROM game").fetchone()[0] == 521,
                            "the new office knows all games")

    def longest(self, board):
        message = self.arbiter.make("open_game", board, f"g{board}", at_us=0, **hall.TERMS)
        message["tags"] = [[f"Tag{n}", "x" * 1000] for n in range(15)] + [["Last", ""]]
        message["tags"][-1][1] = "x" * (LINE_BYTES - len(json.dumps(message)))
        self.assertEqual(len(json.dumps(message)), LINE_BYTES)
        return message

    def test_300_connections(self):
        boards = range(2, 302)
        clients = [self.house.client("device", f"d{b}") for b in boards]
        for board in boards:
            message = [{"type": "open_game", "id": f"o{board}", "board": board, "game": f"g{board}",
                        "at_us": 0, **hall.TERMS},
                       {"type": "start_game", "id": f"s{board}", "board": board,
                        "game": f"g{board}", "at_us": 0}]
            self.arbiter.send(*message)
        for board in boards:
            self.assertEqual(self.arbiter.answer(f"s{board}")["type"], "ack")
        for client, board in zip(clients, boards):
            client.subscribe(board=board)
        for client, board in zip(clients, boards):
            client.send(client.make("press", board, f"g{board}", side=WHITE, move="e4",
                                    at_us=1_000_000))
        for client, board in zip(clients, boards):
            frame = client.event("pressed")
            self.assertEqual(frame["event"]["board"], board)
            ack = client.answer(f"d{board}-2")
            self.assertEqual((ack["type"], ack["pos"]), ("ack", frame["pos"]))
        for client in clients:
            client.close()
        self.house.settled()
        sheet = self.house.get("/api/v1/events/e2e/rounds/1/results").json()
        self.assertEqual({b["plies"] for b in sheet["boards"] if b["board"] > 1}, {1})


class RealTime(hall.HallCase):
    """Devices that were offline for a moment."""

    def start(self, office, **terms):
        house = self.hall(time_mode="real")
        house.start_clockd()
        if office:
            house.start_arbiterd()
        arbiter = house.client("arbiter", "arbiter")
        watcher = house.client("display", "watcher")
        watcher.subscribe()
        hall.open_game(arbiter, 1, "g1", start=False, at_us=None, **terms)
        for side in (WHITE, BLACK):
            arbiter.done("arrive", 1, "g1", side=side)
        arbiter.done("start_game", 1, "g1")
        return house, arbiter, watcher

    def test_a_resend_costs_no_time(self):
        house, _, watcher = self.start(False, time_control="300")
        started = watcher.event("game_started")
        device = house.client("device", "table")
        held = 40_000  # microseconds that the press was under way
        hall.wait_until(lambda: boottime_us() > started["at_us"] + 3 * held, "time has passed")
        reply = device.done("press", 1, "g1", side=WHITE, move="e4", age_us=held)
        frame = watcher.event("pressed")
        self.assertEqual(reply["pos"], frame["pos"])
        self.assertEqual(frame["event"]["elapsed_us"], frame["at_us"] - started["at_us"])
        # Black's clock has run since the press was made, not since it arrived.
        now = device.board_state(1)
        self.assertEqual(now["black_us"], 300_000_000 - (now["at_us"] - frame["at_us"]))
        self.assertGreaterEqual(now["at_us"] - frame["at_us"], held)

    def flag_fell(self, watcher):
        started = watcher.event("game_started")
        flag = watcher.event("flag_fell")
        self.assertEqual(flag["at_us"], started["at_us"] + 1_000_000)
        self.assertEqual(flag["event"]["side"], WHITE)
        return flag

    def late_press(self, house, flag):
        """A device that has just connected, and its press from half a second before the flag."""
        device = house.client("device", "table")
        age = boottime_us() - flag["at_us"] + EARLY_US
        return device, device.make("press", 1, "g1", side=WHITE, move="e4", age_us=age)

    def was_early(self, late):
        # Between measuring the age and clockd's timestamp some time passed, so it is less early.
        self.assertGreater(late["event"]["early_us"], 0)
        self.assertLessEqual(late["event"]["early_us"], EARLY_US)

    def test_late_press_is_a_fact(self):
        """clockd alone: the flag stands, and the press is recorded with it."""
        house, _, watcher = self.start(False, time_control="1")
        device, press = self.late_press(house, self.flag_fell(watcher))
        device.send(press, press)  # the second time it is refused and not recorded again
        for _ in range(2):
            reply = device.answer(press["id"])
            self.assertEqual((reply["type"], reply["code"]), ("refused", "flag_fallen"))
        late = watcher.event("pressed_late")
        self.assertEqual((late["event"]["side"], late["event"]["move"]), (WHITE, "e4"))
        self.was_early(late)
        self.assertEqual(late["event"]["white_us"], 0)
        reply = device.command("press", 1, "g1", side=WHITE, move="e4")
        self.assertEqual(reply["code"], "flag_fallen")
        with house.clock_db() as db:
            self.assertEqual(db.execute("SELECT count(*) FROM event WHERE type = 'pressed_late'")
                             .fetchone(), (1,))

    def test_late_press_after_the_ruling(self):
        """With arbiterd the game is over a moment after the flag; the fact still reaches it."""
        house, _, watcher = self.start(True, time_control="1")
        flag = self.flag_fell(watcher)
        ended = watcher.event("game_ended")
        self.assertEqual((ended["event"]["score"], ended["event"]["article"]), ("0-1", "6.9"))
        device, press = self.late_press(house, flag)
        device.send(press)
        self.assertEqual(device.answer(press["id"])["type"], "refused")
        self.was_early(watcher.event("pressed_late"))
        house.settled()
        with house.office_db() as db:
            self.assertEqual(db.execute("SELECT article, about FROM question").fetchall(),
                             [("6.8", "late_press")])
            self.assertEqual(db.execute("SELECT result, article FROM game").fetchall(),
                             [("0-1", "6.9")])

    def test_virtual_words_in_real_time(self):
        house, _, _ = self.start(False, time_control="300")
        device = house.client("device", "table")
        for kind, fields in (("press", {"side": WHITE, "at_us": 5}), ("wait", {})):
            self.assertEqual(device.command(kind, 1, "g1", **fields)["code"], "real_time")


EARLY_US = 500_000


def boottime_us():
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000


if __name__ == "__main__":
    hall.main()
