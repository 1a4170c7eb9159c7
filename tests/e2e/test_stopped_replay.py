#!/usr/bin/env python3
"""The replay is killed in the middle of a round and started again.

The round must end with the record of an undisturbed run of the same files. Kill points are drawn
from the seed, as numbers of events in clockd's log. tests/faults/torture.py kills the daemons.
"""

import os

import hall
import record

CLASSICS = [os.path.join(hall.DATA, name) for name in ("classics.pgn", "incidents.pgn")]


class Watcher:
    """Counts the events of clockd's log as they arrive, over restarts."""

    def __init__(self, house):
        self.house = house
        self.client = None
        self.log = None
        self.pos = 0

    def read_to(self, pos, replay):
        """Reads until the log has reached `pos`; False if the replay has ended before."""
        while self.pos < pos:
            try:
                if self.client is None:
                    self.connect()
                frame = self.client.read()
            except (ConnectionError, AssertionError):
                frame = None
            if frame is None:
                self.close()
                if not replay.running():
                    return False
                continue
            if frame["type"] == "event":
                assert frame["pos"] == self.pos + 1, f"after {self.pos} came {frame['pos']}"
                self.pos = frame["pos"]
        return True

    def connect(self):
        self.client = self.house.client("display", "watcher")
        self.client.socket.settimeout(5)
        if self.log is None:
            self.log = self.client.welcome["log"]
        assert self.client.welcome["log"] == self.log
        assert self.client.welcome["pos"] >= self.pos, "what was published is lost"
        assert self.client.subscribe(self.pos + 1)["type"] == "subscribed"

    def close(self):
        if self.client is not None:
            self.client.close()
        self.client = None


class StoppedReplay(hall.HallCase):
    """The replay itself is killed and started again: it continues from the log's position."""

    def test_replay_is_killed(self):
        calm_house = self.hall("calm").start()
        calm_house.replay(*CLASSICS, options=["--event", "e"])
        calm_house.settled()
        length = len(record.events(calm_house.folder))
        house = self.hall("storm").start()
        watcher = Watcher(house)
        for point in sorted(self.random.sample(range(2, length - 2), 3)):
            replay = house.start_replay(*CLASSICS, options=["--event", "e"])
            self.assertTrue(watcher.read_to(point, replay))
            replay.kill()
        house.replay(*CLASSICS, options=["--event", "e"])
        watcher.close()
        house.settled()
        self.assertEqual(record.differences(record.whole(calm_house.folder),
                                            record.whole(house.folder)), [])


if __name__ == "__main__":
    hall.main()
