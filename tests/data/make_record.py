#!/usr/bin/env python3
"""Makes the sample record of this version, which later versions must read: the data folder of one
hall in which a replay, a tournament, and the scripted games of the end-to-end tests were played.

    python3 tests/data/make_record.py --build build/release tests/data/records/0.1.0

Beside the packed logs are their keys, which sign nothing else, and the output of the version that
made them. Make it again only as long as its version is not released.
"""

import gzip
import itertools
import os
import shutil
import sys
import tempfile
import unittest

DATA = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(DATA), "e2e"))

import hall  # noqa: E402
import old_records  # noqa: E402
import tables  # noqa: E402
import test_arbiter_acts  # noqa: E402
import test_desk  # noqa: E402
import test_every_message  # noqa: E402
import test_presses  # noqa: E402
from office import Office  # noqa: E402

CLASSES = (test_every_message.Games, test_arbiter_acts.Acts, test_desk.Desk, test_presses.Presses)


def share(house):
    """All tests play in this hall: each at its own boards, with its own ids."""
    boards, acts, arbiters = itertools.count(100), itertools.count(1000, 1000), itertools.count()
    table = tables.Scripted.table

    def set_up(self):
        hall.HallCase.setUp(self)
        self.house = house
        self.arbiter = house.client("arbiter", f"arbiter-{next(arbiters)}")
        self.boards = 0

    def set_up_desk(self):
        set_up(self)
        self.acts = next(acts)

    def next_table(self, **terms):
        self.boards = next(boards)
        return table(self, **terms)

    tables.Scripted.setUp = set_up
    tables.Scripted.table = next_table
    test_desk.AtDesk.setUp = set_up_desk


def rule(house, game, kind, **fields):
    body = {"id": f"{kind}-{game}", "game": game, "by": "Ida Chief",
            "act": {"type": kind, **fields}}
    said = house.ask("POST", "/api/v1/desk/acts", body).json()
    if said["status"] == "confirm":
        house.ask("POST", "/api/v1/desk/acts", {**body, "confirm": said["confirm"]})
    house.settled()


def play_tournament(house):
    """A round from its pairings to its confirmation: one game at the clocks, one entered."""
    office = Office(house).with_round(players=4)
    office.done("start_round", round=1, boards=[1])
    office.done("start_round", round=1, boards=[2], without_clocks=True)
    house.settled()
    board = house.client("device", "table-1")
    state = board.board_state(1)
    board.done("resign", 1, state["game"], side="black", epoch=state["epoch"],
               at_us=state["at_us"] + 1_000_000)
    house.settled()
    rule(house, state["game"], "reverse_colours")
    office.done("enter_result", round=1, board=2,
                entered={"score": "1/2-1/2", "kind": "played", "by": "Ida Chief"})
    office.done("finish_round", round=1)
    office.done("confirm_round", round=1)


def play(folder):
    house = hall.Hall(folder)
    house.start()
    try:
        house.replay(os.path.join(DATA, "incidents.pgn"), options=("--event", "incidents"))
        play_tournament(house)
        share(house)
        suite = unittest.TestSuite(
            unittest.defaultTestLoader.loadTestsFromTestCase(one) for one in CLASSES)
        suite.run(unittest.TestResult())  # some expect to be alone in the hall
        house.settled()
        house.stop()
        house.start()  # each log gets the head of the other
        house.settled()
    finally:
        house.stop()


def pack(folder, out):
    os.makedirs(out, exist_ok=True)
    for name in old_records.LOGS:
        with open(os.path.join(folder, name), "rb") as file, \
                open(os.path.join(out, name + ".gz"), "wb") as packed:
            packed.write(gzip.compress(file.read(), 9, mtime=0))
    for name in old_records.KEYS:
        shutil.copyfile(os.path.join(folder, name), os.path.join(out, name))


def main():
    hall.Options.build = os.path.abspath(sys.argv[2])
    out = sys.argv[3]
    with tempfile.TemporaryDirectory(prefix="flagfall-record-") as folder:
        play(folder)
        missing = old_records.missing_types(folder)
        if missing:
            print("events that the record does not have:", *missing)
        pack(folder, out)
    with tempfile.TemporaryDirectory(prefix="flagfall-record-") as folder:
        old_records.unpack(out, folder)
        for name, said in old_records.said_of(folder).items():
            with open(os.path.join(out, name), "w", encoding="utf-8") as file:
                file.write(old_records.text_of(said))


if __name__ == "__main__":
    main()
