"""A stolen or tampered tablet: a device that was enrolled for one board and sends what it likes."""

import time

import door
from kit import (Attack, Seen, arbiterd, attempts, clockd, forges, hall, heard, seconds_allowed,
                 short)

WHITE, BLACK = "white", "black"
SECOND = 1_000_000
HOUR = 3600 * SECOND
PLAY = {**hall.TERMS, "time_control": "900+0"}
MOVES = ("Nf3", "Nf6", "Ng1", "Ng8")
FOOLS_MATE = (("f3", WHITE), ("e5", BLACK), ("g4", WHITE), ("Qh4#", BLACK))
WRONG_TEXT = {"ESC": "\x1b[2J", "BEL": "\x07", "C1": "\x9b2J", "DEL": "\x7f", "bidi": "\u202egnp",
              "isolate": "\u2066x", "line separator": "\u2028x", "CR": "x\rforged"}
BURST = 3000
FREE = 0.11  # seconds: the 0.1 s that a device may always claim back, and 0.01 s


class Tablet(Attack):
    """A board is never used twice: one attempt does not affect the next."""

    closed = True

    def prepare(self):
        self.arbiter = self.guest("arbiter", "arbiter")
        self.boards = 0

    # ---- boards ---------------------------------------------------------------------------------

    def board(self, start=True):
        """A board whose game is under way, with its own device."""
        self.boards += 1
        number = self.boards
        self.arbiter.done("open_game", number, f"g{number}", **PLAY)
        if start:
            self.arbiter.done("start_game", number, f"g{number}")
        device = self.enrolled(number, self.arbiter)
        device.board, device.game = number, f"g{number}"
        return device

    def say(self, device, kind, /, **fields):
        """A command for the device's own board; returns its answer, None if disconnected."""
        message = device.make(kind, device.board, device.game, **fields)
        try:
            device.send(message)
            return device.answer(message["id"])
        except (AssertionError, OSError):
            return None

    def state(self, board):
        return self.arbiter.board_state(board)

    def again(self, device, last_sent=None):
        """Another link of the same device. `away`: how long clockd may assume it was away, from
        before its last line until it was connected again."""
        start = time.monotonic() if last_sent is None else last_sent
        other = self.guest("device", self.name("tablet"), device=device.device, key=device.key)
        other.away = time.monotonic() - start
        other.board, other.game = device.board, device.game
        other.key = device.key
        return other

    def events(self, board, kind):
        with self.house.clock_db() as db:
            return db.execute("SELECT count(*) FROM event WHERE stream = ? AND type = ?",
                              (f"board/{board}", kind)).fetchone()[0]

    # ---- other people's ids ---------------------------------------------------------------------

    @attempts
    def ids_of_another_board(self):
        thief, owner = self.board(), self.board()
        self.say(thief, "press", id="tab-17", side=WHITE, move="e4")
        reply = self.say(owner, "press", id="tab-17", side=WHITE, move="e4")
        ply = self.state(owner.board)["ply"]
        yield Seen("a press under an id that another device used first",
                   (reply["type"] == "ack" and not reply.get("repeated") and ply == 1)
                   or reply.get("code") == "id_used", f"{heard(reply)}, ply {ply}")
        self.say(thief, "move", id="tab-18", side=BLACK, text="e5")
        reply = self.say(owner, "resign", id="tab-18", side=BLACK)
        yield Seen("another command under it", not reply.get("repeated"), heard(reply))

    @attempts
    def own_ids_with_other_content(self):
        changes = {
            "the other side": {"side": BLACK}, "another move": {"move": "d4"},
            "no move": {"move": None}, "another command": {"type": "resign", "move": None},
            "an offer": {"type": "offer_draw", "move": None},
        }
        for what, change in changes.items():
            device = self.board()
            base = {"side": WHITE, "move": "e4"}
            self.say(device, "press", id="one", **base)
            fields = {k: v for k, v in {**base, **change}.items() if v is not None}
            kind = fields.pop("type", "press")
            reply = self.say(device, kind, id="one", **fields)
            yield Seen(f"the same id with {what}", reply is not None and not
                       reply.get("repeated") and reply["type"] == "refused", heard(reply))

    @attempts
    def honest_repetition(self):
        """What must still work: the same line again, later, elsewhere, and older."""
        device = self.board()
        first = self.say(device, "press", id="one", side=WHITE, move="e4")
        for what, link, more in (("at once", device, {}), ("on another link",
                                                           self.again(device), {}),
                                 ("with its age", self.again(device), {"age_us": 3 * SECOND})):
            reply = self.say(link, "press", id="one", side=WHITE, move="e4", **more)
            yield Seen(f"the same press {what}", reply is not None and reply["type"] == "ack" and
                       bool(reply.get("repeated")) and reply["pos"] == first["pos"], heard(reply))

    @attempts
    def ids_of_the_office(self):
        thief, table = self.board(), self.board()
        log = self.arbiter.log
        taken = 0
        for prefix in ("arb:", "hall:", "desk:", "arbiterd:"):
            reply = self.say(thief, "move", id=f"{prefix}{log}:1:1", side=WHITE, text="e4")
            if prefix in ("arb:", "hall:"):
                yield Seen(f"an id that begins with {prefix}", reply is not None and
                           reply["type"] == "refused", heard(reply))
        pos, many = self.last_pos(), 60
        for offset in range(many, 2 * many):  # the ones after these
            reply = self.say(thief, "move", id=f"arb:{log}:{pos + offset}:1", side=WHITE,
                             text=MOVES[offset % 4])
            taken += reply is not None and reply["type"] == "ack"
        for move, side in FOOLS_MATE:
            self.say(table, "press", side=side, move=move)
        ended = self.comes(lambda: self.state(table.board)["phase"] == "over")
        yield Seen("a mate after 60 ids of the office were used", ended,
                   f"{taken} taken, the board is {self.state(table.board)['phase']}")
        settled = self.comes(self.settled)
        yield Seen("the office settles all it sends", settled, "settled" if settled else "waits")

    def last_pos(self):
        with self.house.clock_db() as db:
            return db.execute("SELECT max(pos) FROM event").fetchone()[0]

    def settled(self):
        with self.house.office_db() as db:
            return db.execute("SELECT count(*) FROM outbox WHERE settled = 0").fetchone()[0] == 0

    def comes(self, condition, seconds=6):
        deadline = time.monotonic() + seconds_allowed(seconds)
        while time.monotonic() < deadline:
            if condition():
                return True
            time.sleep(0.02)
        return False

    # ---- time -----------------------------------------------------------------------------------

    def charged(self, device, think, prepare, **press):
        """How much of the thinking time was charged: (thought, charged, away, reply) in seconds.
        `prepare` is done while thinking; `away` is the time of the link that it returns.
        The thinking time ends when the press is sent: a slow answer gains the device nothing."""
        before = self.state(device.board)["white_us"]
        start = time.monotonic()
        link = prepare(device) or device
        time.sleep(max(0.0, think - (time.monotonic() - start)))
        thought = time.monotonic() - start
        reply = self.say(link, "press", side=WHITE, move="e4", **press)
        after = self.state(device.board)["white_us"]
        away = link.away
        # Each moment until then: its silence since is accepted, up to 2.5 s.
        if getattr(link, "talked", None):
            away += min(2.5, start + thought - link.talked)
        return thought, (before - after) / SECOND, away, reply

    @attempts
    def an_age_that_is_a_lie(self):
        """The time that a device claims back is at most the time in which clockd could not receive
        anything from it, and 0.1 s."""
        def talk(device):
            for _ in range(5):
                device.talked = time.monotonic()
                device.board_state(device.board)
                time.sleep(0.15)
            return device

        def silent(device):
            return device

        def second_link(device):
            last_sent = time.monotonic()
            device.board_state(device.board)
            other = self.again(device, last_sent)
            talk(device)
            return other

        def comes_back(device):
            talk(device)
            last_sent = time.monotonic()
            device.board_state(device.board)
            device.close()
            return self.again(device, last_sent)

        def moves_first(device):
            talk(device)
            self.say(device, "move", side=WHITE, text="e4", age_us=HOUR)
            return device

        for what, prepare, age in (
                ("while it talks", talk, HOUR), ("of a day", talk, 24 * HOUR),
                ("while it is silent", silent, HOUR), ("on a second link", second_link, HOUR),
                ("after it disconnected and came back", comes_back, HOUR),
                ("of the move before", moves_first, 0)):
            device = self.board()
            thought, cost, away, reply = self.charged(device, 1.0, prepare, age_us=age)
            free = thought - cost - away
            held = reply is None or reply["type"] == "refused" or free < FREE
            yield Seen(f"an age that is a lie, {what}", held,
                       f"{heard(reply)}, thought {thought:.2f} s, charged {cost:.2f} s")

    @attempts
    def an_age_that_is_true(self):
        """A link that was down costs the player nothing."""
        device = self.board()
        began = time.monotonic()
        before = self.state(device.board)["white_us"]
        time.sleep(0.3)
        pressed = time.monotonic()
        device.close()
        time.sleep(1.0)
        link = self.again(device, pressed)
        sent = time.monotonic()
        reply = self.say(link, "press", side=WHITE, move="e4",
                         age_us=int((sent - pressed) * SECOND))
        on_the_way = time.monotonic() - sent
        cost = (before - self.state(device.board)["white_us"]) / SECOND
        yield Seen("an age that is true", reply is not None and reply["type"] == "ack" and
                   cost < pressed - began + on_the_way + 0.01,
                   f"charged {cost:.2f} s of {sent - began:.1f} s")

    # ---- how much -------------------------------------------------------------------------------

    @attempts
    def many_durable_events(self):
        """One device writes no more than its limit, and the neighbour does not notice."""
        for kind, fields in (("touch", {"side": WHITE, "squares": "e1 h1"}),
                             ("move", {"side": WHITE, "text": "e4"}),
                             ("offer_draw", {"side": WHITE}),
                             ("arrive", {"side": WHITE}),
                             ("claim", {"side": WHITE, "kind": "other", "text": "x"}),
                             ("pause", {"reason": "x"})):
            flooder, neighbour = self.board(), self.board()
            before, start = self.last_pos(), time.monotonic()
            slowest = self.flood(flooder, kind, fields, neighbour)
            took = time.monotonic() - start
            wrote = self.last_pos() - before
            allowed = 200 + 30 * took
            yield Seen(f"{BURST} times {kind}", wrote <= allowed and
                       slowest < seconds_allowed(0.5),
                       f"{wrote} events in {took:.1f} s, the neighbour waited {slowest:.3f} s")

    def flood(self, device, kind, fields, neighbour):
        """Sends many lines; returns the longest time of a neighbour's press meanwhile."""
        data = []
        for n in range(BURST):
            more = {"text": MOVES[n % 4]} if kind == "move" else {}
            data.append(device.make(kind, device.board, device.game, **{**fields, **more}))
        slowest = 0.0
        for first in range(0, BURST, BURST // 4):
            try:
                device.send(*data[first:first + BURST // 4])
            except OSError:
                pass  # disconnected
            start = time.monotonic()
            side = WHITE if first // (BURST // 4) % 2 == 0 else BLACK
            reply = self.say(neighbour, "press", side=side, move=MOVES[first // (BURST // 4)])
            slowest = max(slowest, time.monotonic() - start)
            if reply is None or reply["type"] != "ack":
                raise AssertionError(f"the neighbour's press: {heard(reply)}")
        try:
            device.answer(data[-1]["id"])
        except (AssertionError, OSError):
            pass
        return slowest

    @attempts
    def after_the_flood(self):
        """A device that sent too much is accepted again."""
        device = self.board()
        self.flood(device, "touch", {"side": WHITE, "squares": "e1 h1"}, self.board())

        def pressed():
            link = self.again(device)
            reply = self.say(link, "press", side=WHITE, move="e4")
            link.close()
            return reply is not None and reply["type"] == "ack"
        yield Seen("a press soon after a flood", self.comes(pressed), "pressed")

    # ---- text -----------------------------------------------------------------------------------

    @attempts
    def text_for_terminals(self):
        claimed = None
        for name, wrong in WRONG_TEXT.items():
            for what, kind, fields in (
                    ("a claim", "claim", {"side": WHITE, "kind": "other", "text": wrong}),
                    ("a pause", "pause", {"reason": wrong}),
                    ("a move", "move", {"side": WHITE, "text": "e4" + wrong}),
                    ("a claimed move", "claim", {"side": WHITE, "kind": "threefold",
                                                 "move": "e4" + wrong})):
                device = self.board()
                claimed = claimed or device
                reply = self.say(device, kind, **fields)
                yield Seen(f"{name} in {what}", reply is None or reply["type"] == "refused",
                           heard(reply))
            self.arbiter.send({"type": "enrol_device", "id": self.name("wrong"), "board": 1,
                               "name": "t" + wrong})
            reply = self.arbiter.until(lambda m: m["type"] in ("enrolment", "refused"))
            yield Seen(f"{name} in a device's name", reply["type"] == "refused", heard(reply))
        yield from self.terminals(claimed)

    def terminals(self, device):
        url = ("--url", f"http://127.0.0.1:{self.house.http_port}", "--data", self.house.folder)
        clock = ("--connect", f"127.0.0.1:{self.house.clock_port}", "--data", self.house.folder)
        for name, (_, out, err) in (
                ("desk queue", arbiterd("desk", "queue", *url)),
                ("desk game", arbiterd("desk", "game", device.game, *url)),
                ("devices", clockd("devices", *clock))):
            char = forges(out + err)
            yield Seen(f"{name} prints no control characters", char is None,
                       short(out[-60:]) if char is None else f"U+{ord(char):04X}")

    # ---- what it is not -------------------------------------------------------------------------

    @attempts
    def other_boards_and_roles(self):
        device, other = self.board(), self.board()
        said = {
            "a press at another board": ("press", other.board, other.game,
                                         {"side": WHITE, "move": "e4"}),
            "a resignation there": ("resign", other.board, other.game, {"side": WHITE}),
            "its own board's game there": ("press", other.board, device.game,
                                           {"side": WHITE, "move": "e4"}),
            "the other game at its own board": ("press", device.board, other.game,
                                                {"side": WHITE, "move": "e4"}),
            "end_game": ("end_game", device.board, device.game, {
                "score": "1-0", "reason": "resignation", "article": "5.1.2"}),
            "set_reading": ("set_reading", device.board, device.game, {
                "white_us": 1, "black_us": 1, "turn": WHITE, "ply": 0, "reason": "x"}),
            "adjust": ("adjust", device.board, device.game, {
                "white_us": HOUR, "black_us": 0, "article": "x", "reason": "x"}),
            "resume": ("resume", device.board, device.game, {}),
            "open_game": ("open_game", device.board, "new", dict(PLAY)),
            "call_flag": ("call_flag", device.board, device.game, {"side": WHITE}),
            "reopen_game": ("reopen_game", device.board, device.game, {
                "article": "8.7", "reason": "x"}),
        }
        for what, (kind, board, game, fields) in said.items():
            reply = device.command(kind, board, game, **fields)
            yield Seen(what, reply["type"] == "refused", heard(reply))
        for what, message in {
                "subscribe": {"type": "subscribe", "from": 0},
                "enrol_device": {"type": "enrol_device", "board": 1, "name": "x"},
                "revoke_device": {"type": "revoke_device", "device": other.device},
                "get_device": {"type": "get_device"},
                "get_board of another": {"type": "get_board", "board": other.board}}.items():
            name = self.name("no")
            device.send({**message, "id": name})
            reply = device.until(lambda m, i=name: m.get("id") == i)
            yield Seen(what, reply["type"] == "refused", heard(reply))
        device.send({"type": "hello", "role": "arbiter", "name": "me", "protocol": 1})
        reply = device.until(lambda m: m["type"] in ("welcome", "refused", "challenge"))
        yield Seen("hello as an arbiter", reply["type"] != "welcome", heard(reply))

    @attempts
    def its_key_elsewhere(self):
        device = self.board()
        for role in ("arbiter", "arbiterd", "display", "device"):
            peer = door.Stranger(self.house.clock_port, role, "me",
                                 device=device.device + 1 if role == "device" else 0)
            reply = peer.enter(device.key)
            yield Seen(f"its key as {role}" + (" of another number" if role == "device" else ""),
                       reply is None or reply["type"] != "welcome", heard(reply))
            peer.close()
        self.arbiter.send({"type": "revoke_device", "id": self.name("revoke"),
                           "device": device.device})
        self.arbiter.until(lambda m: m["type"] in ("revoked", "refused"))
        reply = self.say(device, "press", side=WHITE, move="e4")
        yield Seen("a press of a revoked device", reply is None or reply["type"] == "refused",
                   heard(reply))
        peer = door.Stranger(self.house.clock_port, "device", "me", device=device.device)
        reply = peer.enter(device.key)
        yield Seen("a revoked key", reply is None or reply["type"] != "welcome", heard(reply))
