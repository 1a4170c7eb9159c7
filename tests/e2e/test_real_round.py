#!/usr/bin/env python3
"""Real games through both daemons: 180 over the board and 110 online ones with 34 time forfeits.

Reads only the HTTP API and the SQLite file, and compares them with a separate PGN reader.
"""

import collections
import os
import time
import unittest

import hall
import pgn
import record

OTB = os.path.join(hall.GAMES, "ecc2018_round1.pgn")
ONLINE = os.path.join(hall.GAMES, "lichess_2025-05_sample.pgn")

# What two runs of the same games have in common, besides ids and tags.
SAME = {
    "game": "round, board, white, black, time_control, status, result, white_points, black_points,"
            " reason, article, decided_by, plies, white_us, black_us",
    "move": "board, ply, side, san, uci, completed_by, marks, elapsed_us, white_us, black_us",
    "ruling": "board, number, ply, by, article, about, text, evidence",
    "penalty": "board, side, article, reason, to_opponent_us, taken_back_us",
    "claim": "board, ply, side, kind, move, correct, facts",
    "draw_offer": "board, ply, side, how, ended",
    "intervention": "board, ply, kind, by, article, reason, before_white_us, before_black_us,"
                    " after_white_us, after_black_us",
    "question": "board, article, about, text",
}


def common(folder):
    return {table: record.rows(folder, table, columns, "board, rowid" if table not in
                               ("move", "ruling") else "board, " + columns.split(", ")[1])
            for table, columns in SAME.items()}


class RealRound(hall.HallCase):
    """Each test plays one file, then its export, and compares."""

    def play(self, name, path, *options):
        house = self.hall(name).start()
        began = time.monotonic()
        said = house.replay(path, options=options)
        played = time.monotonic() - began
        house.settled()
        took = time.monotonic() - began
        print(f"{name}: played in {played:.1f} s, on record after {took:.1f} s; most memory: "
              f"clockd {house.clockd.memory_kb() // 1024} MB, "
              f"arbiterd {house.arbiterd.memory_kb() // 1024} MB")
        print("  " + said.strip().splitlines()[-1] if said.strip() else "  (nothing printed)",
              flush=True)
        return house

    def only_round(self, house):
        rounds = house.get("/api/v1/events").json()["rounds"]
        self.assertEqual(len(rounds), 1, rounds)
        return rounds[0]

    def boards_of(self, house, games):
        """Pairs each game of the file with its board in the results; by players and order."""
        results = house.get(self.only_round(house)["results"]).json()
        self.assertEqual((results["total"], results["finished"]), (len(games), len(games)))
        waiting = collections.defaultdict(list)
        for board in results["boards"]:
            waiting[board["white"]["name"], board["black"]["name"]].append(board)
        return [(g, waiting[g.tags["White"], g.tags["Black"]].pop(0)) for g in games]

    def check_result(self, game, board):
        """Returns the difference, with its article, or None."""
        ending = board["termination"]
        self.assertTrue(ending["article"] and ending["reason"], board)
        ours, theirs = board["result"]["code"], game.tags["Result"]
        forfeit = game.tags.get("Termination") == "Time forfeit"
        if ours == theirs:
            if forfeit:  # a player who did not begin was absent: 6.7.1
                wanted = "6.9" if game.moves else "6.7.1"
                self.assertEqual(ending["article"], wanted, (game.tags, ending))
            return None
        # The result can differ from the site's only for a flag: by 6.9, and only as a draw.
        self.assertTrue(forfeit, (game.tags, board))
        self.assertEqual(ending["article"], "6.9", (game.tags, ending))
        self.assertIn("1/2-1/2", (ours, theirs), (game.tags, board))
        return (f"board {board['board']} {game.tags['Site']}: the site says {theirs}, by Art. "
                f"{ending['article']} it is {ours} ({ending['reason']})")

    def check_moves(self, house, game, board):
        """Every move and every reading; returns how many readings were compared."""
        sheet = self.sheets[board["board"]]
        self.assertEqual([pgn.plain(san) for _, san, _, _, _ in sheet], game.plain(),
                         board["board"])
        through_http = house.get(board["links"]["scoresheet"]).json()["moves"]
        self.assertEqual([(m["ply"], m["san"], m["whiteMs"], m["blackMs"]) for m in through_http],
                         [(ply, san, w // 1000, b // 1000) for ply, san, _, w, b in sheet])
        compared = 0
        for (ply, san, side, white, black), move in zip(sheet, game.moves):
            if move.clock is None:
                continue
            reading = white if side == "white" else black
            if (board["board"], ply) in self.corrected:  # by the arbiter, before the next move
                corrected = self.corrected[board["board"], ply][side]
                self.put_right += corrected != reading
                reading = corrected
            self.assertEqual(reading // 1_000_000, move.clock,
                             f"board {board['board']} ply {ply} {san}")
            compared += 1
        return compared

    def check_round(self, house, games):
        with house.office_db() as db:
            self.sheets = collections.defaultdict(list)
            for number, *row in db.execute("SELECT board, ply, san, side, white_us, black_us"
                                           " FROM scoresheet ORDER BY board, ply"):
                self.sheets[number].append(row)
            self.corrected = {
                (number, ply): {"white": white, "black": black} for number, ply, white, black in
                db.execute("SELECT board, ply, after_white_us, after_black_us FROM intervention"
                           " WHERE kind = 'set_reading' AND article = '6.10.2' ORDER BY pos")}
        self.put_right = 0
        named = []
        moves = readings = 0
        for game, board in self.boards_of(house, games):
            difference = self.check_result(game, board)
            if difference:
                named.append(difference)
            readings += self.check_moves(house, game, board)
            moves += len(game.moves)
        print(f"  {len(games)} games, {moves} moves and {readings} readings are the source's, "
              f"{self.put_right} of them as the arbiter set the clock after the move (6.10.2); "
              f"{len(named)} results differ" + (":" if named else ""))
        for line in named:
            print("    " + line)
        return named

    def check_export(self, house, games, again_name, *options):
        """The exported PGN agrees with the source, and played again gives the same record."""
        text = hall.arbiterd_says("export", "pgn", house.folder)
        path = os.path.join(self.tmp, again_name + ".pgn")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        exported = pgn.read(text)
        self.assertEqual(len(exported), len(games))
        by_board = {int(g.tags["Board"]): g for g in exported}
        for game, board in self.boards_of(house, games):
            ours = by_board[board["board"]]
            self.assertEqual(ours.plain(), game.plain(), board["board"])
            self.assertEqual([m.clock for m in ours.moves], [m.clock for m in game.moves],
                             board["board"])
            self.assertEqual(ours.result, board["result"]["code"])
        again = self.play(again_name, path, *options)
        self.assertEqual(record.differences(common(house.folder), common(again.folder)), [])

    def run_file(self, name, path, forfeits, *options):
        if not os.path.exists(path):
            self.skipTest(f"no {os.path.relpath(path, hall.ROOT)} here")
        games = pgn.load(path)
        self.assertEqual(sum(g.tags.get("Termination") == "Time forfeit" for g in games), forfeits)
        house = self.play(name, path, *options)
        named = self.check_round(house, games)
        self.check_export(house, games, name + "-again", *options)
        said = hall.arbiterd_says("verify", house.folder)
        self.assertEqual(said.count(": unchanged"), 2, said)
        return named

    def test_over_the_board(self):
        named = self.run_file("over-the-board", OTB, 0)
        self.assertEqual(named, [])

    def test_online(self):
        self.run_file("online", ONLINE, 34)


if __name__ == "__main__":
    unittest.TestCase.maxDiff = 4000
    hall.main()
