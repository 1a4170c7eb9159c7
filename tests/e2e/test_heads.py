#!/usr/bin/env python3
"""clockd and arbiterd record each other's signed heads: a log cut with its own key is detected."""

import json
import os
import shutil
import signal

import hall
from test_custody import run


class Heads(hall.HallCase):
    turns = 0

    def played(self):
        """A game in real time, with heads of each log in the other."""
        house = self.hall(time_mode="real")
        house.clockd_options += ["--sign-every", "20ms"]
        house.office_options += ["--sign-every", "20ms"]
        house.start()
        arbiter = house.client("arbiter", "arbiter")
        hall.open_game(arbiter, 1, "g1", at_us=None, time_control="600")
        house.settled()
        self.kept(house.office_db, "clockd's head")
        self.kept(house.clock_db, "arbiterd's head")
        return house

    def kept(self, database, what, more_than=0):
        """Waits for heads in this log, and returns them."""
        with database() as db:
            def heads():
                return [json.loads(body) for body, in db.execute(
                    "SELECT body FROM event WHERE type = 'head_kept' ORDER BY pos")]
            hall.wait_until(lambda: len(heads()) > more_than, what)
            return heads()

    def verify(self, folder, *options, program="arbiterd"):
        binary = getattr(hall, program + "_binary")()
        code, out, err = run(binary, "verify", folder, *options)
        self.assertEqual(err, "")
        return code, out

    def again(self, house):
        """Something happens, both daemons end and start again: the new link carries heads."""
        self.turns += 1
        arbiter = house.client("arbiter", f"arbiter-{self.turns}")  # and so new ids
        arbiter.board_state(1)  # to know the epoch
        arbiter.done("pause", 1, "g1", reason="a noise")
        arbiter.done("resume", 1, "g1")
        house.settled()
        with house.clock_db() as db:
            before = db.execute("SELECT count(*) FROM event WHERE type='head_kept'").fetchone()[0]
        self.assertEqual(house.stop(), [0, 0])
        house.start()
        self.kept(house.clock_db, "another head of arbiterd's", before)

    def test_each_keeps_the_others(self):
        house = self.played()
        version = house.get("/version").json()
        with house.clock_db() as db:
            key, log = db.execute("SELECT fingerprint, (SELECT log_id FROM log_identity) "
                                  "FROM signing_key").fetchone()
        self.assertEqual((version["clockd"]["key"], version["clockd"]["log"]), (key, log))
        self.again(house)
        self.assertEqual(house.stop(), [0, 0])
        code, out = self.verify(house.folder)
        self.assertEqual(code, 0, out)
        self.assertEqual(out.count("heads of it that are kept elsewhere are in it"), 2, out)

    def test_an_older_copy_of_either_is_found(self):
        house = self.played()
        self.assertEqual(house.stop(), [0, 0])
        old = os.path.join(self.tmp, "old")
        shutil.copytree(house.folder, old)
        house.start()
        self.again(house)
        self.again(house)
        self.assertEqual(house.stop(), [0, 0])
        for name, other in (("clockd", "arbiterd"), ("arbiterd", "clockd")):
            mixed = os.path.join(self.tmp, name)
            shutil.copytree(house.folder, mixed)
            shutil.copyfile(os.path.join(old, name + ".db"), os.path.join(mixed, name + ".db"))
            code, out = self.verify(mixed, program=name)
            self.assertEqual(code, 83, out)
            self.assertIn("its end was cut off", out)
            # Separately: only with the other log.
            alone = os.path.join(self.tmp, name + "-alone")
            os.mkdir(alone, 0o700)
            for file in (name + ".db", name + ".db.key"):
                shutil.copy2(os.path.join(mixed, file), alone)
            self.assertEqual(self.verify(alone, program=name)[0], 0)
            code, out = self.verify(alone, "--beside",
                                    os.path.join(house.folder, other + ".db"), program=name)
            self.assertEqual(code, 83, out)

    def test_a_rotated_key_goes_on_and_a_lost_one_is_marked(self):
        house = self.played()
        self.assertEqual(house.stop(), [0, 0])
        for program in ("clockd", "arbiterd"):
            binary = getattr(hall, program + "_binary")()
            self.assertEqual(run(binary, "key", "rotate", "--data", house.folder)[0], 0)
        house.start()
        self.again(house)
        for database in (house.office_db, house.clock_db):
            heads = self.kept(database, "heads")
            self.assertGreater(len({head["key"] for head in heads}), 1)
            self.assertNotIn("by_word", heads[-1])
        self.assertEqual(house.stop(), [0, 0])
        code, out = self.verify(house.folder)
        self.assertEqual(code, 0, out)
        os.remove(os.path.join(house.folder, "clockd.db.key"))
        house.clockd_options += ["--accept-gap", "Anna: the key was lost"]
        house.start()
        self.again(house)
        hall.wait_until(lambda: any(head.get("by_word") for head in
                                    self.kept(house.office_db, "heads")), "a head by word")
        self.assertEqual(house.stop(), [0, 0])
        code, out = self.verify(house.folder)
        self.assertEqual(code, 84, out)

    def test_a_head_of_nobody_else_is_kept(self):
        house = self.played()
        device = house.client("display", "display")
        head = {"type": "signed_head", "log": "forged", "pos": 5, "chain": "00" * 32, "wall_ms": 1,
                "keys": "00" * 32, "public_key": "00" * 32, "signature": "00" * 64}
        device.send(head)
        self.assertEqual(device.read()["code"], "not_allowed")
        office = house.client("arbiterd", "another")
        said = office.read()  # clockd sends its own head first
        self.assertEqual(said["type"], "signed_head")
        office.send(head)
        office.send({**said, "pos": said["pos"] + 1})
        office.board_state(1)  # nothing answers a head; the link stays open
        with house.clock_db() as db:
            logs = {json.loads(body)["log"] for body, in db.execute(
                "SELECT body FROM event WHERE type = 'head_kept'")}
        self.assertEqual(len(logs), 1)
        self.assertIn("rejected a head", house.clockd.stderr())

    def test_a_crash_of_either_loses_nothing_of_it(self):
        house = self.played()
        house.clockd.end(signal.SIGKILL)
        house.start_clockd()
        house.arbiterd.end(signal.SIGKILL)
        house.start_arbiterd()
        house.settled()
        self.again(house)
        self.assertEqual(house.stop(), [0, 0])
        self.assertEqual(self.verify(house.folder)[0], 0)


if __name__ == "__main__":
    hall.main()
