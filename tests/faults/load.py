"""Boards in real time: devices that press, and repeat with the press's age until answered."""

import asyncio
import json
import os
import threading
import time

import scene

# pylint: disable=wrong-import-order
import hall
import pgn
import record

SILENCE = 0.4     # seconds until a device abandons its link
PLIES = 12
ILLEGAL = "Ke5"   # no king can get there this early
TERMS = {"event": "e", "round": "1", "white": "White, A", "black": "Black, B",
         "time_control": "900+2"}


class Refused(Exception):
    """clockd did not do what it should."""


def opening_moves():
    """The first moves of each shipped game from the start position that is long enough."""
    with open(os.path.join(hall.DATA, "classics.pgn"), encoding="utf-8") as file:
        games = pgn.read(file.read())
    lines = [game.plain()[:PLIES] for game in games if "FEN" not in game.tags]
    return [line for line in lines if len(line) == PLIES]


class Board:
    """One board's device, which also does the arbiter's part of setting up the game."""

    def __init__(self, port, number, moves, wrong_at, pauses):
        self.port = port
        self.number = number
        self.game = f"e/1/{number}"
        self.moves = moves
        self.wrong_at = wrong_at  # the ply at which a player tries an illegal move; None
        self.pauses = pauses      # seconds before each move
        self.acks = []
        self._reader = self._writer = None
        self._count = 0

    async def play(self):
        await self.carry_out({"type": "open_game", **TERMS})
        await self.carry_out({"type": "start_game"})
        epoch = 0
        for ply, move in enumerate(self.moves):
            side = "white" if ply % 2 == 0 else "black"
            await asyncio.sleep(self.pauses[ply])
            if ply == self.wrong_at:
                await self.carry_out({"type": "press", "side": side, "move": ILLEGAL,
                                      "epoch": epoch})
                epoch += 1
                await self.until_board(lambda m, e=epoch: m["epoch"] >= e)
            await self.carry_out({"type": "press", "side": side, "move": move, "epoch": epoch})
        await self.carry_out({"type": "resign", "side": "white", "epoch": epoch})
        await self.until_board(lambda m: m["phase"] == "over")
        self.hang_up()

    async def carry_out(self, command):
        self._count += 1
        command = {**command, "id": f"board-{self.number}-{self._count}", "board": self.number,
                   "game": self.game}
        made = time.clock_gettime(time.CLOCK_BOOTTIME)
        while True:
            age = int((time.clock_gettime(time.CLOCK_BOOTTIME) - made) * 1_000_000)
            if command["type"] in ("press", "resign"):
                command["age_us"] = age
            reply = await self.ask(command)
            if reply is None or reply.get("code") == "busy":
                continue
            if reply["type"] != "ack":
                raise Refused(f"{command}: {reply}")
            self.acks.append((command["id"], reply["pos"]))
            return

    async def until_board(self, wanted):
        while True:
            reply = await self.ask({"type": "get_board", "id": "look", "board": self.number})
            if reply and wanted(reply):
                return
            await asyncio.sleep(0.01)

    async def ask(self, message):
        """The answer; None when the link broke, was silent or damaged something."""
        try:
            return await asyncio.wait_for(self.exchange(message), SILENCE)
        except (OSError, ValueError, KeyError, EOFError, asyncio.TimeoutError):
            self.hang_up()
            await asyncio.sleep(0.01)
            return None

    async def exchange(self, message):
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
            self.say({"type": "hello", "role": "arbiter", "name": f"board {self.number}",
                      "protocol": 1})
        self.say(message)
        while True:
            line = await self._reader.readline()
            if not line.endswith(b"\n"):
                raise EOFError
            if line.strip():
                reply = json.loads(line)
                if reply.get("id") == message["id"]:
                    return reply
                if reply["type"] == "refused" and not reply["id"]:
                    raise ValueError("a line of ours was damaged")

    def say(self, message):
        self._writer.write((json.dumps(message) + "\n").encode())

    def hang_up(self):
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


class Crowd:
    """All boards, on a separate thread."""

    def __init__(self, port, boards, rng):
        lines = opening_moves()
        self.boards = [
            Board(port, number, rng.choice(lines),
                  rng.randrange(2, PLIES) if rng.random() < 0.3 else None,
                  [rng.uniform(0.001, 0.03) for _ in range(PLIES)])
            for number in range(1, boards + 1)]
        self.error = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._loop = None
        self._tasks = None

    def start(self):
        self._thread.start()

    def _run(self):
        try:
            asyncio.run(self._play())
        except asyncio.CancelledError:
            pass
        except Exception as error:  # pylint: disable=broad-except
            self.error = error

    async def _play(self):
        self._loop = asyncio.get_running_loop()
        self._tasks = asyncio.gather(*(board.play() for board in self.boards))
        await self._tasks

    def finish(self, patience):
        self._thread.join(patience)
        if self.error:
            raise AssertionError(f"a device: {self.error!r}")
        if self._thread.is_alive():
            raise scene.Hung("the boards did not come to their end")

    def running(self):
        return self._thread.is_alive()

    def stop(self):
        if self._thread.is_alive() and self._loop:
            self._loop.call_soon_threadsafe(self._tasks.cancel)
            self._thread.join(hall.PATIENCE)

    @property
    def acks(self):
        return [ack for board in self.boards for ack in board.acks]

    def check(self, folder):
        """The record has each game as played."""
        moves = {}
        for game, written in record.rows(folder, "move", "game, written", "game, ply"):
            moves.setdefault(game, []).append(written)
        results = dict(record.rows(folder, "game", "game, result || ' ' || reason"))
        wrong = dict(record.rows(folder, "irregularity", "game, kind"))
        for board in self.boards:
            expected = (board.moves, "0-1 resignation",
                        "illegal_move" if board.wrong_at is not None else None)
            found = (moves.get(board.game), results.get(board.game), wrong.get(board.game))
            if found != expected:
                raise AssertionError(f"{board.game}: recorded {found}, played {expected}")
