"""Many boards in play from one thread: each with its own device, which presses when its player
has thought, and notes clockd's answers and charges."""

import heapq
import json
import random
import select
import socket
import time

SIDES = ("white", "black")
LATE = 1.0   # seconds from press to durable answer that somebody at the board would notice
LOST = 10.0  # seconds without an answer after which it counts as lost


def clock():
    """The clock of clockd's timestamps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Wire:
    """A link to clockd that never blocks: lines go out whole, lines come in whole."""

    def __init__(self, port, role, name, source=""):
        self.socket = socket.socket()
        if source:
            self.socket.bind((source, 0))
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""
        self.send('{"type":"hello","role":"%s","name":"%s","protocol":1}' % (role, name))
        welcome = self.wait()
        if welcome.get("type") != "welcome":
            raise ConnectionError(str(welcome))

    def send(self, line):
        self.socket.sendall(line.encode() + b"\n")

    def lines(self):
        """Whole lines that have come; ConnectionError at the end of the link."""
        data = self.socket.recv(262144)
        if not data:
            raise ConnectionError("disconnected")
        *whole, self.rest = (self.rest + data).split(b"\n")
        return [json.loads(line) for line in whole if line]

    def wait(self):
        found = []
        while not found:
            found = self.lines()
        return found[0]

    def close(self):
        self.socket.close()


class Board:
    """One game: what was pressed, when, and clockd's answers."""

    def __init__(self, number, game, moves, wire):
        self.number, self.game, self.moves, self.wire = number, game, moves, wire
        self.ply = 0            # of the press that is next, or under way
        self.sent = 0.0         # when it went out; 0: none is under way
        self.pressed = 0.0      # when the press before was sent
        self.readings = None    # (white, black) in us after it
        self.epoch = 0
        self.thoughts = []
        self.over = False


class Figures:
    """The outcome of one step."""

    def __init__(self):
        self.took = []       # seconds from press to durable answer
        self.charged = []    # seconds charged for a move beyond what its player measured
        self.refused = {}    # code: how often
        self.lost = 0
        self.hung_up = 0
        self.presses = 0
        self.behind = 0.0    # the most that the generator itself was late
        self.seconds = 0.0

    def note_refusal(self, code):
        self.refused[code] = self.refused.get(code, 0) + 1

    @property
    def late(self):
        return sum(1 for took in self.took if took > LATE)

    def clean(self):
        return not (self.late or self.refused or self.lost or self.hung_up)


def at(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


class Hall:
    """The boards of a hall and the arbiter who opens their games."""

    def __init__(self, port, games, seed=1):
        self.port = port
        self.games = games  # lists of moves
        self.random = random.Random(seed)
        self.arbiter = Wire(port, "arbiter", "load")
        self.wires = []
        self.round = 0
        self.boards = []

    def seat(self, count):
        """Devices for this many boards; an exception names the refused one."""
        while len(self.wires) < count:
            number = len(self.wires) + 1
            self.wires.append(Wire(self.port, "device", f"tablet {number}",
                                   f"127.0.{1 + number // 200}.{1 + number % 200}"))

    def commands(self, messages):
        """Sends many, in batches, and waits until all are carried out; returns the epochs."""
        epochs = {}
        for first in range(0, len(messages), 200):
            part = messages[first:first + 200]
            self.arbiter.send("\n".join(json.dumps(m) for m in part))
            waiting = {m["id"] for m in part}
            while waiting:
                for answer in self.arbiter.lines():
                    if answer["type"] == "refused":
                        raise RuntimeError(f"{answer}")
                    epochs[answer.get("board")] = answer.get("epoch")
                    waiting.discard(answer.get("id"))
        return epochs

    def open(self, count, control):
        """Another round: a game at each of this many boards, none of them started."""
        self.seat(count)
        self.round += 1
        self.boards = [Board(n, f"load/{self.round}/{n}",
                             self.games[(n + self.round) % len(self.games)], self.wires[n - 1])
                       for n in range(1, count + 1)]
        epochs = self.commands([{
            "type": "open_game", "id": f"o{self.round}-{b.number}", "board": b.number,
            "game": b.game, "event": "load", "round": str(self.round), "white": f"White {b.number}",
            "black": f"Black {b.number}", "time_control": control} for b in self.boards])
        for board in self.boards:
            board.epoch = epochs[board.number]

    def start(self):
        self.commands([{"type": "start_game", "id": f"s{self.round}-{b.number}", "board": b.number,
                        "game": b.game, "epoch": b.epoch} for b in self.boards])

    # ---- play -----------------------------------------------------------------------------------

    def play(self, plies, rate, seconds, meanwhile=None):
        """Plays this many plies at each board at `rate` presses a second in all, for at most this
        long; returns the figures. `meanwhile(now)` is called ten times a second."""
        figures = Figures()
        poll = select.epoll()
        by_fd = {}
        mean = len(self.boards) / rate
        queue = []
        begin = clock()
        for board in self.boards:
            by_fd[board.wire.socket.fileno()] = board
            poll.register(board.wire.socket, select.EPOLLIN)
            heapq.heappush(queue, (begin + self.random.uniform(0, 2 * mean), board.number))
        state = {"open": len(self.boards), "plies": plies}
        for board in self.boards:
            board.thoughts = self.thoughts(plies, mean)
        tick = begin
        while state["open"] and clock() - begin < seconds:
            now = clock()
            if meanwhile and now >= tick:
                meanwhile(now - begin)
                tick = now + 0.1
            while queue and queue[0][0] <= now:
                due, number = heapq.heappop(queue)
                figures.behind = max(figures.behind, now - due)
                self.press(self.boards[number - 1], figures)
                now = clock()
            wait = min(0.1, queue[0][0] - now) if queue else 0.1
            for fd, _ in poll.poll(max(0.0, wait)):
                self.hear(by_fd[fd], figures, queue, state, poll)
        figures.seconds = clock() - begin
        until = clock() + LOST
        while clock() < until and any(b.sent and not b.over for b in self.boards):
            for fd, _ in poll.poll(0.1):  # what is under way
                self.hear(by_fd[fd], figures, [], state, poll)
        figures.lost = sum(1 for b in self.boards if b.sent and not b.over)
        poll.close()
        return figures

    def thoughts(self, plies, mean):
        """Seconds before each move: some long, most short, and each side's together as planned, so
        that nobody loses on time."""
        found = [0.0] * plies
        for side in (0, 1):
            weights = [self.random.expovariate(1.0) + 0.1 for _ in range(side, plies, 2)]
            share = mean * len(weights) / sum(weights)
            found[side::2] = [weight * share for weight in weights]
        return found

    def press(self, board, figures):
        if board.over:
            return
        side = SIDES[board.ply % 2]
        board.sent = clock()
        figures.presses += 1
        try:
            board.wire.send(
                '{"type":"press","id":"%d-%d-%d","board":%d,"game":"%s","epoch":%d,"side":"%s",'
                '"move":"%s"}' % (self.round, board.number, board.ply, board.number, board.game,
                                  board.epoch, side, board.moves[board.ply]))
        except OSError:
            figures.hung_up += 1
            board.over = True

    def hear(self, board, figures, queue, state, poll):
        try:
            lines = board.wire.lines()
        except OSError:
            figures.hung_up += 1
            board.over = True
            state["open"] -= 1
            poll.unregister(board.wire.socket)
            return
        for answer in lines:
            if board.sent and answer.get("id") == f"{self.round}-{board.number}-{board.ply}":
                self.answered(board, answer, figures, queue, state)

    def answered(self, board, answer, figures, queue, state):
        now = clock()
        figures.took.append(now - board.sent)
        if answer["type"] != "ack":
            code = answer.get("code")
            figures.note_refusal(code)
            board.sent = 0.0
            if code in ("busy", "slow_down"):  # the same again in a moment
                heapq.heappush(queue, (now + 0.1, board.number))
            else:
                board.over = True
                state["open"] -= 1
            return
        readings = (answer["white_us"], answer["black_us"])
        if board.readings:
            side = board.ply % 2
            cost = (board.readings[side] - readings[side]) / 1e6
            figures.charged.append(cost - (board.sent - board.pressed))
        board.readings, board.pressed, board.sent = readings, board.sent, 0.0
        board.ply += 1
        if board.ply >= min(state["plies"], len(board.moves)):
            board.over = True
            state["open"] -= 1
            return
        heapq.heappush(queue, (board.pressed + board.thoughts[board.ply % len(board.thoughts)],
                               board.number))

    # ---- ends -----------------------------------------------------------------------------------

    def finish(self):
        """Half of the games are drawn by agreement, half resigned; returns how many had ended."""
        ended = 0
        for board in self.boards:
            end = [{"type": "resign", "side": SIDES[board.ply % 2]}]
            if board.number % 2 and board.ply > 1:  # 5.2.3: both have made a move
                mover = SIDES[(board.ply - 1) % 2]
                other = SIDES[board.ply % 2]
                end = [{"type": "offer_draw", "side": mover},
                       {"type": "accept_draw", "side": other}]
            for count, message in enumerate(end):
                line = json.dumps({**message, "id": f"e{self.round}-{board.number}-{count}",
                                   "board": board.number, "game": board.game,
                                   "epoch": board.epoch})
                try:
                    board.wire.send(line)
                    ended += self.answer(board, f"e{self.round}-{board.number}-{count}") == "ack"
                except OSError:
                    break
        return ended

    @staticmethod
    def answer(board, name):
        while True:
            for answer in board.wire.lines():
                if answer.get("id") == name:
                    return answer["type"]

    def come_back(self):
        """All devices disconnect, come back at once, and repeat their last press; returns the
        seconds until each was answered, and what was refused."""
        for wire in self.wires:
            wire.close()
        begin = clock()
        took, refused = [], {}
        for board in self.boards:
            while True:
                try:
                    board.wire = Wire(self.port, "device", f"tablet {board.number}",
                                      f"127.0.{1 + board.number // 200}.{1 + board.number % 200}")
                    break
                except OSError as error:
                    refused[str(error)[:40]] = refused.get(str(error)[:40], 0) + 1
                    if clock() - begin > 60:
                        raise
                    time.sleep(0.05)
            self.wires[board.number - 1] = board.wire
            board.wire.send('{"type":"get_board","id":"back","board":%d}' % board.number)
        for board in self.boards:
            self.answer(board, "back")
            took.append(clock() - begin)
        return took, refused

    def close(self):
        for wire in (*self.wires, self.arbiter):
            wire.close()
