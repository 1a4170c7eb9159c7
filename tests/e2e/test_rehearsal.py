#!/usr/bin/env python3
"""A round that the office has paired is rehearsed: `clockd replay --office` plays its games."""

import os

import hall
from office import Office, OfficeCase

GAME = """[Event "Open"]
[Round "1"]
[Board "{board}"]
[White "{white}"]
[Black "{black}"]
[Result "{result}"]
[TimeControl "{control}"]

{moves} {result}

"""


class Rehearsal(OfficeCase):
    note_logs = True

    def file(self, control="5400+30"):
        path = os.path.join(self.tmp, "round.pgn")
        games = (("Player1, Given", "Player2, Given", "0-1", "1. f3 e5 2. g4 Qh4#"),
                 ("Player3, Given", "Player4, Given", "1-0",
                  "1. e4 {[%clk 1:30:10]} e5 {[%clk 1:30:05]} 2. Nf3 {[%clk 1:30:20]}"))
        with open(path, "w", encoding="utf-8") as file:
            for board, (white, black, result, moves) in enumerate(games, 1):
                file.write(GAME.format(board=board, white=white, black=black, result=result,
                                       control=control, moves=moves))
        return path

    def codes(self, office):
        boards = self.house.get(f"{office.path}/rounds/1/results").json()["boards"]
        return [(board["gameId"], board["result"]["code"]) for board in boards]

    def rehearse(self, control):
        office = Office(self.house).with_round()
        replay = self.house.start_replay(self.file(control),
                                         options=["--office", "--event", "open"])
        # The office sets up, takes back, sets up again and starts; the replay follows.
        office.done("prepare_round", round=1)
        office.done("change_pairing", round=1, pairings=[{"board": 2, "white": 4, "black": 3}])
        office.done("start_round", round=1)
        said = replay.finish()
        hall.wait_until(lambda: self.codes(office) == [("open-r1-b1", "0-1"),
                                                       ("open-r1-b2-2", "1-0")],
                        "the round is played")
        office.done("finish_round", round=1)
        office.done("confirm_round", round=1)
        return said

    def test_a_paired_round_is_played(self):
        self.rehearse("5400+30")
        with self.house.office_db() as db:
            clock = db.execute("SELECT white_us / 1000000 FROM move WHERE game = 'open-r1-b2-2'"
                               " AND ply = 3").fetchone()
        self.assertEqual(clock, (5420,))

    def test_the_clocks_of_another_time_control_are_not_followed(self):
        self.rehearse("40/7200:3600")
        with self.house.office_db() as db:
            set_by_hand = db.execute("SELECT count(*) FROM intervention").fetchone()
        self.assertEqual(set_by_hand, (0,))


if __name__ == "__main__":
    hall.main()
