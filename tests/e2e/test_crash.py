#!/usr/bin/env python3
"""kill -9 of clockd, of arbiterd and of both in the middle of a round.

The round must end with the record of a calm run of the same files, every acknowledged command
must be in the final log at the position that was acknowledged, and no command may be done twice.
Kill points are drawn from the seed, as numbers of events in clockd's log.
"""

import os
import signal
import time

import hall
import record

CLASSICS = [os.path.join(hall.DATA, name) for name in ("classics.pgn", "incidents.pgn")]
REAL = [os.path.join(hall.GAMES, "ecc2018_round1.pgn")]
KILLS = 10


class Watcher:
    """Counts the events of clockd's log as they come, over restarts."""

    def __init__(self, house):
        self.house = house
        self.client = None
        self.log = None
        self.pos = 0

    def read_to(self, pos, replay):
        """Reads until the log has come to `pos`; False when the replay has ended before."""
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


class Crash(hall.HallCase):

    calm_runs = {}  # record of the calm run and length of its log, by files

    def calm(self, files):
        key = tuple(files)
        if key not in Crash.calm_runs:
            house = self.hall("calm").start()
            house.replay(*files, options=["--event", "e"])
            house.settled()
            house.stop()
            Crash.calm_runs[key] = (record.whole(house.folder), len(record.events(house.folder)))
        return Crash.calm_runs[key]

    def storm(self, files, victims):
        """Plays the files while the victims are killed; `victims` gives the set for each time."""
        calm, length = self.calm(files)
        points = sorted(self.random.sample(range(2, max(length - 2, KILLS + 2)), KILLS))
        house = self.hall("storm").start()
        before_replay = self.proxy(house.clock_port)
        before_office = self.proxy(house.clock_port)
        house.arbiterd.end()
        house.office_connects_to = before_office.port
        house.start_arbiterd()
        began = time.monotonic()
        replay = house.start_replay(*files, port=before_replay.port, options=["--event", "e"])
        watcher = Watcher(house)
        done = 0
        down = 0.0
        try:
            for point in points:
                if not watcher.read_to(point, replay):
                    break
                moment = time.monotonic()
                self.kill(house, victims(self.random))
                down += time.monotonic() - moment
                done += 1
            replay.finish()
        finally:
            watcher.close()
            replay.kill()
        house.settled()
        took = time.monotonic() - began
        print(f"{self.id().split('.')[-1]}: seed {hall.Options.seed}, {done} of {KILLS} kills at "
              f"events {points}, {took:.1f} s, {down / max(done, 1) * 1000:.0f} ms a restart",
              flush=True)
        self.assertEqual(done, KILLS, "the round was over before the last kill")
        self.check_acknowledged(house, before_replay, before_office)
        house.stop()
        self.assertEqual(record.differences(calm, record.whole(house.folder)), [])
        self.check_logs(house)

    def kill(self, house, victims):
        for name in victims:
            getattr(house, name).process.send_signal(signal.SIGKILL)
        for name in victims:
            self.assertEqual(getattr(house, name).end(signal.SIGKILL), -signal.SIGKILL)
        for name in victims:
            getattr(house, "start_" + name)()

    def check_acknowledged(self, house, *proxies):
        """Everything that was acknowledged is in the log, at the position acknowledged."""
        done = record.by_command(house.folder)
        acks = [ack for proxy in proxies for ack in proxy.acks]
        self.assertGreater(len(acks), 100)
        for command, pos, _ in acks:
            if command not in done:
                # Without an effect of its own (a wait during which nothing happened).
                self.fail(f"{command} was acknowledged at {pos} and is lost")
            self.assertEqual(pos, done[command][-1], command)
        positions = {}
        for command, pos, _ in acks:
            self.assertEqual(positions.setdefault(command, pos), pos, command)

    def check_logs(self, house):
        """No command did two things, no move or ruling is there twice, both logs verify."""
        seen = {}
        for pos, command, _, kind, body in record.events(house.folder):
            if command:
                seen.setdefault(command, []).append((pos, kind, body["board"]))
        for command, what in seen.items():
            kinds = [kind for _, kind, _ in what]
            self.assertEqual(len(kinds), len(set(kinds)), (command, what))
            first, last = what[0][0], what[-1][0]
            self.assertEqual(last - first + 1, len(what), (command, what))  # at one go
            self.assertEqual(len({board for _, _, board in what}), 1, (command, what))
        with house.office_db() as db:
            once = db.execute("SELECT count(*), count(DISTINCT game || ' ' || ply) FROM move")
            self.assertEqual(*once.fetchone())
            self.assertEqual(db.execute("SELECT count(*) FROM outbox WHERE settled = 0")
                             .fetchone(), (0,))
        said = hall.arbiterd_says("verify", house.folder)
        self.assertEqual(said.count(": unchanged"), 2, said)

    def test_clockd(self):
        self.storm(CLASSICS, lambda _: ["clockd"])

    def test_arbiterd(self):
        self.storm(CLASSICS, lambda _: ["arbiterd"])

    def test_both(self):
        self.storm(CLASSICS, lambda _: ["clockd", "arbiterd"])

    def test_any(self):
        choices = [["clockd"], ["arbiterd"], ["clockd", "arbiterd"], ["arbiterd", "clockd"]]
        self.storm(CLASSICS, lambda r: r.choice(choices))


class RealRound(Crash):
    """The same with 180 real games. In a class of its own, so that it can run by itself."""

    test_clockd = test_arbiterd = test_both = None

    def test_any(self):
        if not os.path.exists(REAL[0]):
            self.skipTest(f"no {os.path.relpath(REAL[0], hall.ROOT)} here")
        choices = [["clockd"], ["arbiterd"], ["clockd", "arbiterd"], ["arbiterd", "clockd"]]
        self.storm(REAL, lambda r: r.choice(choices))


class StoppedReplay(hall.HallCase):
    """The replay itself is killed and started again: it goes on where the log is."""

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
