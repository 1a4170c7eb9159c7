#!/usr/bin/env python3
"""Who signed a record: forged and cut logs under the real programs, keys, gaps, anchors, modes."""

import os
import shutil
import signal
import sqlite3
import stat
import subprocess

import hall

CLASSICS = os.path.join(hall.DATA, "classics.pgn")
TRIGGERS = "".join(f"DROP TRIGGER {name};" for name in (
    "event_no_update", "event_no_delete", "checkpoint_no_delete", "signing_key_no_delete"))


def run(binary, *args, umask=-1):
    done = subprocess.run([binary, *args], capture_output=True, text=True, timeout=hall.PATIENCE,
                          check=False, umask=umask)
    return done.returncode, done.stdout, done.stderr


def change(path, script):
    db = sqlite3.connect(path)
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    db.executescript(TRIGGERS + script)
    left = {name for name, in db.execute("SELECT name FROM sqlite_master")}
    db.executescript(";".join(sql for name, sql in triggers if name not in left))
    db.close()


class CustodyCase(hall.HallCase):
    note_logs = False  # the same as in test_classics.py

    def played(self, *options):
        house = self.hall()
        house.clockd_options += options
        house.office_options += options
        house.start()
        house.replay(CLASSICS, options=["--event", "c", "--boards", "1", "--quiet"])
        house.settled()
        self.assertEqual(house.stop(), [0, 0])
        return house

    def verify(self, folder, *options):
        code, out, err = run(hall.arbiterd_binary(), "verify", folder, *options)
        self.assertEqual(err, "")
        return code, out

    def key(self, folder, program="arbiterd"):
        binary = getattr(hall, program + "_binary")()
        code, out, err = run(binary, "key", "show", "--data", folder)
        self.assertEqual((code, err), (0, ""))
        return out.splitlines()[-1].split(" from ")[0]

    def refuses(self, binary, folder, *words):
        code, out, err = run(binary, "serve", "--data", folder, "--port", "0", "--open-hall",
                             *(["--clockd", "127.0.0.1:1"] if "arbiterd" in binary else []))
        self.assertEqual((code, out), (73, ""), err)
        for word in words:
            self.assertIn(word, err)


class Forgeries(CustodyCase):
    def test_signatures_taken_away(self):
        house = self.played()
        for name in ("arbiterd.db", "clockd.db"):
            copy = os.path.join(self.tmp, name + "-forged")
            shutil.copytree(house.folder, copy)
            change(os.path.join(copy, name), "DELETE FROM checkpoint")
            os.rename(os.path.join(copy, name + ".key"), os.path.join(self.tmp, "key"))
            code, out = self.verify(copy)
            self.assertEqual(code, 80, out)
            self.assertIn("NOT SIGNED", out)
            os.rename(os.path.join(self.tmp, "key"), os.path.join(copy, name + ".key"))
            self.assertEqual(self.verify(copy)[0], 81)  # all rows are the daemon's, but unsigned

    def test_a_result_turned_round(self):
        house = self.played()
        path = os.path.join(house.folder, "arbiterd.db")
        change(path, "UPDATE event SET body = replace(body, '1-0', '0-1'); DELETE FROM checkpoint")
        code, out = self.verify(house.folder)
        self.assertEqual(code, 73, out)
        self.refuses(hall.arbiterd_binary(), house.folder)

    def test_the_end_of_both_logs_cut_off(self):
        house = self.played()
        for name, binary in (("arbiterd.db", hall.arbiterd_binary()),
                             ("clockd.db", hall.clockd_binary())):
            change(os.path.join(house.folder, name),
                   "DELETE FROM checkpoint; DELETE FROM event WHERE pos > 20;"
                   "UPDATE head SET pos = 20")
            self.refuses(binary, house.folder, "rows were added, cut off or changed",
                         "--accept-gap")
        code, out = self.verify(house.folder)
        self.assertEqual(code, 73)
        self.assertEqual(out.count("CHANGED"), 2, out)

    def test_a_cut_shows_in_an_anchor_file(self):
        anchors = os.path.join(self.tmp, "anchors")
        house = self.played("--sign-every", "20ms", "--anchor", anchors)
        old = os.path.join(self.tmp, "old")
        shutil.copytree(house.folder, old)
        house.start()  # more rows, which the copy does not have
        self.assertEqual(house.stop(), [0, 0])
        code, out = self.verify(house.folder, "--anchor", anchors)
        self.assertEqual(code, 0, out)
        self.assertIn("heads of it that are kept elsewhere are in it", out)
        self.assertEqual(self.verify(old)[0], 0)  # intact, signed, but not the latest
        code, out = self.verify(old, "--anchor", anchors)
        self.assertEqual(code, 83, out)
        self.assertIn("its end was cut off", out)

    def test_another_key(self):
        house = self.played()
        keys = [self.key(house.folder), self.key(house.folder, "clockd")]
        code, out = self.verify(house.folder, "--key", keys[0], "--key", keys[1])
        self.assertEqual(code, 0, out)
        self.assertIn(keys[0], hall.arbiterd_says("export", "report", house.folder))
        code, out = self.verify(house.folder, "--key", "0" * 32)
        self.assertEqual(code, 82)
        self.assertIn("SIGNED BY ANOTHER KEY", out)
        key_file = os.path.join(house.folder, "arbiterd.db.key")
        self.assertIn("arbiterd.db: log", self.verify(house.folder, "--key", key_file)[1])
        self.assertEqual(run(hall.arbiterd_binary(), "verify", house.folder, "--key", "no")[0], 65)


class Keys(CustodyCase):
    def test_a_gap_is_accepted_by_name_and_stays(self):
        house = self.played()
        os.remove(os.path.join(house.folder, "clockd.db.key"))
        self.refuses(hall.clockd_binary(), house.folder, "--accept-gap")
        code, _, err = run(hall.clockd_binary(), "serve", "--data", house.folder, "--accept-gap",
                           "nobody")
        self.assertEqual(code, 2)
        self.assertIn("NAME: REASON", err)
        house.clockd_options += ["--accept-gap", "Anna Kov: the key was lost with the old disk"]
        house.start()
        self.assertEqual(house.stop(), [0, 0])
        for _ in range(2):  # a second start with the same words adds none
            code, out = self.verify(house.folder)
            self.assertEqual(code, 84, out)
            self.assertEqual(out.count("Anna Kov"), 1, out)
            house.start()
            self.assertEqual(house.stop(), [0, 0])

    def test_a_key_is_changed_in_good_order(self):
        house = self.played()
        first = self.key(house.folder)
        code, out, err = run(hall.arbiterd_binary(), "key", "rotate", "--data", house.folder,
                             "--by", "Anna Kov")
        self.assertEqual((code, err), (0, ""))
        self.assertNotEqual(self.key(house.folder), first)
        self.assertIn(self.key(house.folder), out)
        house.start()
        self.assertEqual(run(hall.arbiterd_binary(), "key", "rotate", "--data", house.folder)[0],
                         73)
        self.assertEqual(house.stop(), [0, 0])
        code, out = self.verify(house.folder, "--key", first, "--key",
                                self.key(house.folder, "clockd"))
        self.assertEqual(code, 0, out)

    def test_keys_in_a_folder_of_their_own(self):
        keys = os.path.join(self.tmp, "keys")
        os.mkdir(keys, 0o700)
        house = self.played("--key-dir", keys)
        self.assertEqual(sorted(os.listdir(keys)), ["arbiterd.db.key", "clockd.db.key", "hall.key"])
        self.assertEqual([n for n in os.listdir(house.folder) if n.endswith(".key")], [])
        self.assertEqual(self.verify(house.folder, "--key-dir", keys)[0], 0)
        self.refuses(hall.arbiterd_binary(), house.folder, "is missing")

    def test_rows_of_a_killed_daemon_are_its_own(self):
        house = self.hall().start()
        house.replay(CLASSICS, options=["--event", "c", "--boards", "1", "--quiet"])
        house.settled()
        self.assertEqual(house.stop(signal.SIGKILL), [-9, -9])
        code, out = self.verify(house.folder)
        self.assertEqual(code, 81, out)
        self.assertIn("the daemon's own", out)
        house.start()
        self.assertEqual(house.stop(), [0, 0])
        self.assertEqual(self.verify(house.folder)[0], 0)


class Modes(CustodyCase):
    def test_whatever_the_umask_nobody_else_reads(self):
        house = self.hall("new")
        os.chmod(house.folder, 0o755)
        before = os.umask(0)
        try:
            house.start()
        finally:
            os.umask(before)
        names = os.listdir(house.folder)
        self.assertTrue({"clockd.db-wal", "clockd.db.lock", "arbiterd.db-shm"} <= set(names))
        for name in names:
            if name.endswith(".err"):  # ours
                continue
            mode = stat.S_IMODE(os.stat(os.path.join(house.folder, name)).st_mode)
            self.assertIn(mode, (0o600, 0o700), name)
        self.assertEqual(stat.S_IMODE(os.stat(house.folder).st_mode), 0o700)
        self.assertEqual(house.stop(), [0, 0])
        os.chmod(house.folder, 0o777)
        for binary in (hall.clockd_binary(), hall.arbiterd_binary()):
            self.refuses(binary, house.folder, "other users may write it", "chmod go-rwx")
        os.chmod(house.folder, 0o755)
        house.start()
        self.assertEqual(stat.S_IMODE(os.stat(house.folder).st_mode), 0o700)


if __name__ == "__main__":
    hall.main()
