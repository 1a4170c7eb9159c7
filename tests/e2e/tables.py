"""Boards at which a device and an arbiter act in turn, and the effect on the record."""

import hall

WHITE, BLACK = "white", "black"
SECOND = 1_000_000
MINUTES_2 = 120 * SECOND


class Table:
    """A board with a device and an arbiter who act in turn, a second of thought each time."""

    def __init__(self, house, arbiter, board, **terms):
        self.arbiter = arbiter
        self.board, self.game = board, f"g{board}"
        self.device = house.client("device", f"table-{board}")
        self.device.subscribe(board=board)
        start = terms.pop("start", True)
        hall.open_game(arbiter, board, self.game, start=start, **terms)
        self.at = 0
        self.device.event("game_started" if start else "game_opened")

    def speak(self, peer, kind, fields):
        if "at_us" not in fields:
            self.at += SECOND
            fields["at_us"] = self.at
        fields.setdefault("epoch", self.device.epochs.get(self.board, 0))
        return peer.command(kind, self.board, self.game, **fields)

    def does(self, kind, /, **fields):
        """The device's command, which must be carried out."""
        reply = self.speak(self.device, kind, fields)
        if reply["type"] != "ack":
            raise AssertionError(f"board {self.board}: {kind} {fields}: {reply}")
        return reply

    def rules(self, kind, /, **fields):
        """The arbiter's command, which must be carried out."""
        reply = self.speak(self.arbiter, kind, fields)
        if reply["type"] != "ack":
            raise AssertionError(f"board {self.board}: {kind} {fields}: {reply}")
        # The device learns the new epoch from the event.
        while self.device.epochs.get(self.board, 0) < reply["epoch"]:
            self.device.unread.append(self.device.read())
        return reply

    def code(self, kind, peer=None, /, **fields):
        """The code of a refusal; the time used does not count."""
        before = self.at
        reply = self.speak(peer or self.device, kind, fields)
        self.at = before
        return reply.get("code", reply["type"])

    def play(self, *moves, side=WHITE):
        for move in moves:
            self.does("press", side=side, move=move)
            side = BLACK if side == WHITE else WHITE

    def event(self, kind, /, **fields):
        frame = self.device.event(kind, **fields)
        self.at = max(self.at, frame["at_us"])
        return frame["event"]

    def set_reading(self, **fields):
        return {"white_us": 600 * SECOND, "black_us": 500 * SECOND, "turn": WHITE, "ply": 0,
                "reason": "test", **fields}


class Scripted(hall.HallCase):

    def setUp(self):
        super().setUp()
        self.house = self.hall().start()
        self.arbiter = self.house.client("arbiter", "arbiter")
        self.boards = 0

    def table(self, **terms):
        self.boards += 1
        return Table(self.house, self.arbiter, self.boards, **terms)

    def row(self, table, query, *values):
        """One row of the record about the table's game, once everything is settled."""
        self.house.settled()
        with self.house.office_db() as db:
            return db.execute(query, (table.game, *values)).fetchone()

    def result(self, table):
        return self.row(table, "SELECT result, reason, article, decided_by FROM game"
                               " WHERE game = ?")

    def rulings(self, table):
        self.house.settled()
        with self.house.office_db() as db:
            return [tuple(row) for row in db.execute(
                "SELECT article, about FROM ruling WHERE game = ? ORDER BY number",
                (table.game,))]

    def moves(self, table):
        self.house.settled()
        with self.house.office_db() as db:
            return [row[0] for row in db.execute(
                "SELECT move FROM scoresheet WHERE game = ? ORDER BY ply", (table.game,))]
