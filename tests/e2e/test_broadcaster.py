#!/usr/bin/env python3
"""A broadcaster polls a round's PGN from its first move to its last: moves that they have shown are
never wrong later, and they get a whole answer only if there is something new."""

import os
import threading

import hall
import pgn
from peers import Proxy

CLASSICS = os.path.join(hall.DATA, "classics.pgn")
ROUND = "/api/v1/events/classics/rounds/1"
CLOUD = "/get/classics"
CHANGING = {"Result", "Termination", "PlyCount"}  # tags that are known only at the end
AT_START = {"UTCDate", "UTCTime"}                 # those that appear when the game begins
CLOUD_RESULTS = {"1-0": "WHITEWIN", "0-1": "BLACKWIN", "1/2-1/2": "DRAW", "*": "*"}


class Gate(Proxy):
    """A proxy that lets lines through to clockd only on request, so that a round in
    virtual time lasts as long as somebody wants to watch it."""

    def __init__(self, server_port, transcript):
        self.passes = threading.Semaphore(0)
        super().__init__(server_port, transcript)

    def _note(self, direction, line):
        if direction == "to_clockd":
            self.passes.acquire(timeout=hall.PATIENCE)
        super()._note(direction, line)

    def close(self):
        self.passes.release(1_000_000)
        super().close()


def blocks(text):
    """The games of a PGN text: {board: (tags, words of the moves without the result)}, in order."""
    found = []
    for part in text.strip().split("\n\n"):
        if part.startswith("["):
            found.append([pgn.read(part)[0].tags, None])
        elif part:
            found[-1][1] = part.split()
    return {int(tags["Board"]): (tags, words[:-1], words[-1]) for tags, words in found}


class Broadcast(hall.HallCase):
    note_logs = False

    def setUp(self):
        super().setUp()
        self.house = self.hall().start()
        self.gate = Gate(self.house.clock_port, self.transcript)
        self._proxies.append(self.gate)
        self.shown = {}   # ETag: text
        self.last = {}    # blocks of the last text
        self.nothing_new = 0

    def get(self, path, **headers):
        return self.house.get(path, headers={k.replace("_", "-"): v for k, v in headers.items()},
                              token="")

    def poll(self, etag):
        """One poll of the round; returns its ETag."""
        answer = self.get(f"{ROUND}/games.pgn", **({"If_None_Match": etag} if etag else {}))
        if answer.status == 404:
            self.assertFalse(self.shown, "the round has gone")
            return etag
        if answer.status == 304:
            self.nothing_new += 1
            self.assertEqual((answer.bytes, answer.headers["etag"]), (b"", etag))
            return etag
        self.assertEqual(answer.status, 200, answer.body)
        now = answer.headers["etag"]
        self.assertNotEqual(now, etag)
        self.assertEqual(self.shown.setdefault(now, answer.body), answer.body)
        self.grown(blocks(answer.body))
        return now

    def grown(self, games):
        """Nothing that was shown has changed; there may be more."""
        self.assertEqual(list(games), sorted(games))
        self.assertTrue(set(self.last) <= set(games))
        for board, (tags, words, result) in games.items():
            self.assertEqual(tags["Result"], result)
            if board not in self.last:
                continue
            old_tags, old_words, old_result = self.last[board]
            self.assertEqual(words[:len(old_words)], old_words, f"board {board}")
            self.assertEqual({k: tags.get(k) for k in old_tags if k not in CHANGING},
                             {k: v for k, v in old_tags.items() if k not in CHANGING})
            self.assertTrue(set(tags) - set(old_tags) <= CHANGING | AT_START, tags)
            if old_result != "*":
                self.assertEqual((words, result), (old_words, old_result), f"board {board}")
        self.last = games

    def play(self, also):
        """The whole round, with a poll after every few lines of the replay."""
        replay = self.house.start_replay(CLASSICS, port=self.gate.port,
                                         options=["--event", "classics", "--quiet"])
        self.addCleanup(replay.kill)
        etag, looks = None, 0
        while replay.running():
            self.gate.passes.release(10)
            etag = self.poll(etag)
            looks += 1
            if self.shown and looks % 20 == 0:
                also()
        replay.finish()
        self.house.settled()
        return self.poll(etag)

    def test_a_whole_round(self):
        etag = self.play(self.look_around)
        hall.wait_until(lambda: self.poll(etag) == etag or self.get(
            ROUND + "/results").json()["finished"] == len(self.last), "the round is over")
        final = self.get(f"{ROUND}/games.pgn")
        self.grown(blocks(final.body))
        print(f"  {len(self.shown)} texts, {self.nothing_new} times nothing new", flush=True)
        self.assertGreater(len(self.shown), 3)  # of games under way
        for _ in range(3):
            again = self.get(f"{ROUND}/games.pgn", If_None_Match=final.headers["etag"])
            self.assertEqual((again.status, again.bytes), (304, b""))
        self.check_games(final.body)
        self.check_slices(final.body)
        self.check_delay(final.body)
        self.check_cloud()

    # ---- while it is played ---------------------------------------------------------------------

    def look_around(self):
        """Nothing of the round is shown with a delay of a day, and all documents can be read."""
        self.assert_bare(self.get(f"{ROUND}/games.pgn?delay=86400").body)
        rounds = self.get(f"{CLOUD}/tournament.json").json()["rounds"]
        self.assertEqual(len(rounds), 1)
        self.assertLessEqual(rounds[0]["live"], rounds[0]["count"])
        board = self.random.choice(list(self.last))
        number = list(self.last).index(board) + 1
        live = self.get(f"{CLOUD}/round-1/game-{number}.json").json()
        sans = [move.san for move in pgn.read(self.get(
            f"{ROUND}/boards/{board}/game.pgn").body)[0].moves]
        moves = [move.split()[0] for move in live["moves"]]
        self.assertEqual(sans[:len(moves)], moves)  # the PGN was requested later

    def assert_bare(self, text):
        for board, (tags, words, result) in blocks(text).items():
            self.assertEqual((words, result, tags["Result"]), ([], "*", "*"), f"board {board}")
            self.assertTrue(tags["White"] and tags["Black"])
            self.assertNotIn(tags.get("Termination"), ("normal", "time forfeit"))

    # ---- afterwards -----------------------------------------------------------------------------

    def check_games(self, text):
        """The clock times are those of the record and of the file, also after a bonus."""
        source = {(g.tags["White"], g.tags["Black"]): g for g in pgn.load(CLASSICS)}
        games = pgn.read(text)
        self.assertEqual(len(games), len(source))
        bonus = 0
        for game in games:
            board = game.tags["Board"]
            self.assertEqual(game.tags["Round"], f"1.{board}")
            sheet = self.get(f"{ROUND}/boards/{board}/scoresheet").json()["moves"]
            self.assertEqual([m.san for m in game.moves], [m["san"] for m in sheet])
            origin = source[game.tags["White"], game.tags["Black"]]
            self.assertEqual(game.result, origin.result)
            for move, noted, played in zip(game.moves, sheet, origin.moves):
                label = f"board {board} ply {noted['ply']}"
                self.assertEqual(move.clock, noted[f"{noted['side']}Ms"] // 1000, label)
                if played.clock is not None:
                    self.assertEqual(move.clock, played.clock, label)
            bonus += self.bonus(game)
        self.assertGreater(bonus, 0)

    @staticmethod
    def bonus(game):
        """Is there a fortieth move after which the clock has a new period's time?"""
        return int(game.tags.get("TimeControl", "").startswith("40/") and len(game.moves) >= 79 and
                   game.moves[78].clock > game.moves[76].clock)

    def check_slices(self, text):
        whole = blocks(text)
        for asked, boards in (("1", [1]), ("2-4", [2, 3, 4]), ("9,1-2", [1, 2, 9]),
                              ("3-3,3", [3]), ("1-1000", list(whole)), ("999", [])):
            part = self.get(f"{ROUND}/games.pgn?slice={asked}")
            self.assertEqual(part.status, 200)
            self.assertEqual(blocks(part.body), {board: whole[board] for board in boards})
            same = self.get(f"{ROUND}/games.pgn?slice={asked}",
                            If_None_Match=part.headers["etag"])
            self.assertEqual(same.status, 304)

    def check_delay(self, text):
        self.assertEqual(self.get(f"{ROUND}/games.pgn?delay=0").body, text)
        bare = self.get(f"{ROUND}/games.pgn?delay=86400")
        self.assert_bare(bare.body)
        self.assertEqual(list(blocks(bare.body)), list(blocks(text)))
        same = self.get(f"{ROUND}/games.pgn?delay=86400", If_None_Match=bare.headers["etag"])
        self.assertEqual(same.status, 304)
        self.assertEqual(self.get(f"{CLOUD}/round-1/game-1.json?delay=86400").json()["moves"], [])

    def check_cloud(self):
        """LiveChess' documents agree with the PGN."""
        tournament = self.get(f"{CLOUD}/tournament.json").json()
        self.assertEqual(tournament["rounds"], [{"count": len(self.last), "live": 0}])
        pairings = self.get(f"{CLOUD}/round-1/index.json").json()["pairings"]
        self.assertEqual(len(pairings), len(self.last))
        for number, (board, pairing) in enumerate(zip(self.last, pairings), 1):
            tags, _, result = self.last[board]
            self.assertEqual((pairing["result"], pairing["live"]), (CLOUD_RESULTS[result], False))
            self.assertTrue(tags["White"].startswith(pairing["white"]["lname"]), pairing)
            game = self.get(f"{CLOUD}/round-1/game-{number}.json").json()
            self.assertEqual((game["result"], game["live"]), (CLOUD_RESULTS[result], False))
            moves = pgn.read(self.get(f"{ROUND}/boards/{board}/game.pgn").body)[0].moves
            told = [move.split("+")[0] if " " not in move else
                    (move.split(" ")[0], int(move.split(" ")[1].split("+")[0]))
                    for move in game["moves"]]
            self.assertEqual(told, [(move.san, move.clock) for move in moves], f"board {board}")


if __name__ == "__main__":
    hall.main()
