#!/usr/bin/env python3
"""Backups, the drill of restoring them, and the mirror: real daemons, real files, real damage."""

import hashlib
import json
import os
import re
import shutil
import signal
import sqlite3
import struct
import subprocess

import hall
import office
from test_operating import figures

CLASSICS = os.path.join(hall.DATA, "classics.pgn")
RESULTS = "/api/v1/events/c/rounds/1/results"
NAME = re.compile(r"flagfall-backup-\d{8}T\d{6}Z(-\d+)?")


def arbiterd(*args):
    done = subprocess.run([hall.arbiterd_binary(), *args], capture_output=True, text=True,
                          timeout=hall.PATIENCE, check=False)
    return done.returncode, done.stdout.strip(), done.stderr.strip()


def run_clockd(*args):
    """Its output, if it succeeds."""
    return subprocess.run([hall.clockd_binary(), *args], stdout=subprocess.PIPE, text=True,
                          timeout=hall.PATIENCE, check=True).stdout.strip()


def backups_in(folder):
    return sorted(name for name in os.listdir(folder) if not name.startswith("."))


def manifest_of(backup):
    with open(os.path.join(backup, "manifest.json"), encoding="utf-8") as file:
        return json.load(file)


def last_pos(path):
    with hall.open_db(path) as db:
        return db.execute("SELECT coalesce(max(pos), 0) FROM event").fetchone()[0]


def is_signed(path):
    """Does the log have a checkpoint? The first comes a moment after the first row."""
    with hall.open_db(path) as db:
        return db.execute("SELECT count(*) FROM checkpoint").fetchone()[0] > 0


class BackupCase(hall.HallCase):
    note_logs = False  # the same as in test_classics.py

    def setUp(self):
        super().setUp()
        self.to = os.path.join(self.tmp, "backups")

    def back_up(self, house, to=None):
        code, out, err = arbiterd("backup", "--data", house.folder, "--to", to or self.to)
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(os.path.basename(out), NAME)
        return out

    def restore(self, backup, name="restored", options=()):
        """Restores into a new folder, which verifies."""
        folder = os.path.join(self.tmp, name)
        code, out, err = arbiterd("restore", backup, "--data", folder, *options)
        self.assertEqual((code, err), (0, ""))
        self.assertIn("unchanged", out)
        code, out, _ = arbiterd("verify", folder)
        self.assertEqual(code, 0, out)
        return folder

    def refused(self, backup, *words):
        target = os.path.join(self.tmp, "refused")
        before = sorted(os.listdir(self.tmp))
        code, out, err = arbiterd("restore", backup, "--data", target)
        self.assertEqual((code, out), (73, ""), words)
        for word in words:
            self.assertIn(word, err)
        self.assertEqual(sorted(os.listdir(self.tmp)), before)  # nothing is left behind

    def played(self, boards=3):
        house = self.hall().start()
        house.replay(CLASSICS, options=["--event", "c", "--boards", str(boards), "--quiet"])
        house.settled()
        return house

    def served(self, folder):
        """Both daemons' results when they are started on this folder."""
        again = self.hall(os.path.basename(folder))
        self.assertEqual(again.folder, folder)
        again.start()
        again.settled()
        results = again.get(RESULTS)
        self.assertEqual(results.status, 200)
        again.stop()
        return results.json()


class Backups(BackupCase):
    def test_beside_a_running_replay(self):
        house = self.hall().start()
        replay = house.start_replay(CLASSICS, options=["--event", "c", "--quiet"])
        made = []
        while replay.running() or not made:
            made.append(self.back_up(house))
        replay.finish()
        house.settled()
        made.append(self.back_up(house))
        results = house.get(RESULTS).json()
        positions = [manifest_of(path)["logs"][0]["last"] for path in made]
        self.assertEqual(positions, sorted(positions))
        self.assertGreater(positions[-1], positions[0])
        for number, path in enumerate(made):
            self.restore(path, f"restored-{number}")
        house.stop()
        self.assertEqual(self.served(os.path.join(self.tmp, f"restored-{len(made) - 1}")), results)
        self.assertEqual(os.stat(made[0]).st_mode & 0o777, 0o700)

    def test_a_round_that_started_after_it_is_its_rounds(self):
        """Only arbiterd's record is restored, beside the clocks' whole log."""
        house = self.hall(time_mode="real").start()
        event = office.Office(house)
        event.with_round()
        backup = self.back_up(house)
        event.done("start_round", round=1)
        clock = house.client("device", "boards")
        clock.done("press", 1, "open-r1-b1", side="white", move="e2e4")
        house.settled()
        house.arbiterd.end()
        for name in os.listdir(house.folder):
            if name.startswith("arbiterd.db") and name != "arbiterd.db.lock":
                os.remove(os.path.join(house.folder, name))
        for name in ("arbiterd.db", "arbiterd.db.key"):
            shutil.copy(os.path.join(backup, name), house.folder)
        house.start_arbiterd()
        house.settled()
        clock.done("resign", 1, "open-r1-b1", side="black")
        clock.done("resign", 2, "open-r1-b2", side="white")
        house.settled()
        event.done("finish_round", round=1)
        boards = house.get("/api/v1/events/open/rounds/1/results").json()["boards"]
        self.assertEqual([board["result"]["code"] for board in boards], ["1-0", "0-1"])
        house.stop()
        # 83: clockd has kept a later head of the record, on a slow machine.
        self.assertIn(arbiterd("verify", house.folder)[0], (0, 83))

    def test_the_manifest_says_what_is_there(self):
        house = self.played(1)
        path = self.back_up(house)
        manifest = manifest_of(path)
        names = {entry["name"] for entry in manifest["files"]}
        self.assertEqual(names, {"arbiterd.db", "arbiterd.db.key", "clockd.db", "clockd.db.key",
                                 "hall.key", "access.db", "owner.token", "webhooks.db"})
        self.assertEqual(names | {"manifest.json", "manifest.sig"}, set(os.listdir(path)))
        for entry in manifest["files"]:
            with open(os.path.join(path, entry["name"]), "rb") as file:
                content = file.read()
            self.assertEqual((len(content), hashlib.sha256(content).hexdigest()),
                             (entry["bytes"], entry["sha256"]))
        for entry in manifest["logs"]:
            self.assertEqual(entry["last"], last_pos(os.path.join(house.folder, entry["name"])))
        rights = {"access.db", "owner.token", "webhooks.db"}
        restored = self.restore(path, "restored")
        self.assertEqual(set(os.listdir(restored)), names - rights)
        self.restore(path, "with-access", ["--with-access"])
        for folder in (path, os.path.join(self.tmp, "with-access")):
            for name in names:
                self.assertEqual(os.stat(os.path.join(folder, name)).st_mode & 0o777, 0o600)

    def test_without_keys(self):
        house = self.played(1)
        code, path, err = arbiterd("backup", "--data", house.folder, "--to", self.to,
                                   "--without-keys")
        self.assertEqual((code, err), (0, ""))
        self.assertEqual({n for n in os.listdir(path) if "key" in n or "token" in n}, set())
        self.restore(path)

    def test_other_files_that_matter(self):
        house = self.played(1)
        tls = os.path.join(house.folder, "tls")
        os.mkdir(tls)
        with open(os.path.join(tls, "ca.pem"), "w", encoding="ascii") as file:
            file.write("a certificate\n")
        with sqlite3.connect(os.path.join(house.folder, "notes.db")) as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("CREATE TABLE account (name TEXT)")
            db.execute("INSERT INTO account VALUES ('Anna')")
            db.commit()
            folder = self.restore(self.back_up(house))  # its write-ahead log is not empty
        with open(os.path.join(folder, "tls", "ca.pem"), encoding="ascii") as file:
            self.assertEqual(file.read(), "a certificate\n")
        with hall.open_db(os.path.join(folder, "notes.db")) as db:
            self.assertEqual(db.execute("SELECT name FROM account").fetchall(), [("Anna",)])

    def test_what_cannot_be_backed_up(self):
        code, _, err = arbiterd("backup", "--data", self.tmp, "--to", self.to)
        self.assertEqual(code, 73)
        self.assertIn("there is no such record", err)
        self.assertEqual(backups_in(self.to), [])

    def test_a_full_disk_leaves_no_half_backup(self):
        if os.geteuid() != 0:
            self.skipTest("a small disk takes root to mount")
        house = self.played(1)
        os.mkdir(self.to)
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", self.to],
                               capture_output=True, text=True, check=False)
        if mount.returncode != 0:
            self.skipTest("a small disk cannot be mounted here: " + mount.stderr.strip())
        self.addCleanup(subprocess.run, ["umount", "-l", self.to], check=True)
        code, out, err = arbiterd("backup", "--data", house.folder, "--to", self.to)
        self.assertEqual((code, out), (73, ""))
        self.assertIn("free some space", err)
        self.assertEqual(backups_in(self.to), [])
        self.assertEqual(os.listdir(self.to), [".flagfall-backup.lock"])

    def test_killed_backups_leave_the_others_intact(self):
        house = self.played(2)
        whole = [self.back_up(house)]
        for _ in range(8):
            process = subprocess.Popen([hall.arbiterd_binary(), "backup", "--data", house.folder,
                                        "--to", self.to], stdout=subprocess.DEVNULL)
            while process.poll() is None and not any(
                    name.startswith(".flagfall-flagfall") for name in os.listdir(self.to)):
                pass
            try:
                process.wait(self.random.uniform(0, 0.03))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        names = backups_in(self.to)
        for number, name in enumerate(names):
            self.restore(os.path.join(self.to, name), f"restored-{number}")
        whole.append(self.back_up(house))
        self.assertEqual([n for n in os.listdir(self.to) if n.startswith(".flagfall-flagfall")], [])
        self.assertTrue({os.path.basename(path) for path in whole} <= set(backups_in(self.to)))


class Restoring(BackupCase):
    def setUp(self):
        super().setUp()
        self.house = self.played()
        self.backup = self.back_up(self.house)
        self.house.stop()

    def copy(self):
        path = os.path.join(self.tmp, "copy")
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(self.backup, path)
        return path

    def test_a_flipped_byte_is_refused(self):
        for name in ("arbiterd.db", "clockd.db", "arbiterd.db.key", "clockd.db.key", "hall.key"):
            for _ in range(4):
                copy = self.copy()
                with open(os.path.join(copy, name), "r+b") as file:
                    size = file.seek(0, os.SEEK_END)
                    at = self.random.randrange(size)
                    file.seek(at)
                    byte = file.read(1)[0]
                    file.seek(at)
                    file.write(bytes([byte ^ (1 << self.random.randrange(8))]))
                self.refused(copy, name, "differs from the manifest")

    def test_what_is_missing_is_refused(self):
        copy = self.copy()
        with open(os.path.join(copy, "arbiterd.db"), "r+b") as file:
            file.truncate(os.path.getsize(file.name) // 2)
        self.refused(copy, "differs from the manifest")
        for name in ("arbiterd.db", "clockd.db", "arbiterd.db.key"):
            copy = self.copy()
            os.remove(os.path.join(copy, name))
            self.refused(copy, name)
        os.remove(os.path.join(self.copy(), "manifest.json"))
        self.refused(copy, "this is not a backup")

    def test_a_manifest_that_is_no_manifest_is_refused(self):
        for text in ("", "{}", "[]", '{"format": 2}', '{"format": 1, "made_at": 7}',
                     '{"format":1,"made_at":"","version":"","files":[],"logs":[]}'):
            copy = self.copy()
            with open(os.path.join(copy, "manifest.json"), "w", encoding="ascii") as file:
                file.write(text)
            self.refused(copy, "manifest.json")
        copy = self.copy()
        self.change_manifest(copy, lambda m: m["files"][0].update(name="../arbiterd.db"))
        self.refused(copy, "a file that no backup has")

    def change_manifest(self, copy, change, sign=True):
        """Like somebody who has the stick, and so the key on it."""
        manifest = manifest_of(copy)
        change(manifest)
        text = json.dumps(manifest).encode()
        with open(os.path.join(copy, "manifest.json"), "wb") as file:
            file.write(text)
        framed = b"".join(struct.pack(">q", len(part)) + part
                          for part in (b"flagfall backup 1", text))
        digest = os.path.join(self.tmp, "digest")
        with open(digest, "wb") as file:
            file.write(hashlib.sha256(framed).digest())
        if not sign:
            return
        signature = subprocess.run(
            ["openssl", "pkeyutl", "-sign", "-rawin", "-in", digest, "-inkey",
             os.path.join(copy, "arbiterd.db.key")], stdout=subprocess.PIPE, check=True).stdout
        with open(os.path.join(copy, "manifest.sig"), encoding="ascii") as file:
            key = file.read().split()[0]
        with open(os.path.join(copy, "manifest.sig"), "w", encoding="ascii") as file:
            file.write(f"{key} {signature.hex()}\n")

    def test_a_manifest_that_is_not_signed_by_the_log_is_refused(self):
        copy = self.copy()
        os.remove(os.path.join(copy, "manifest.sig"))
        self.refused(copy, "it is not signed", "--unsigned")
        self.restore(copy, "unsigned", ["--unsigned"])
        copy = self.copy()
        self.change_manifest(copy, lambda m: m.update(version="9"), sign=False)
        self.refused(copy, "the signature does not fit")
        copy = self.copy()
        shutil.copy(os.path.join(copy, "clockd.db.key"), os.path.join(copy, "arbiterd.db.key"))
        other = run_clockd("backup", "--data", self.house.folder, "--to", self.to)
        shutil.copy(os.path.join(other, "manifest.sig"), copy)
        self.refused(copy, "the signature does not fit")
        code, _, err = arbiterd("restore", self.backup, "--data", os.path.join(self.tmp, "no"),
                                "--key", "0" * 32)
        self.assertEqual(code, 73)
        self.assertIn("another key", err)

    def test_a_strangers_rights_do_not_come_back_by_themselves(self):
        copy = self.forge("access.db", "INSERT INTO person VALUES ('p9', 'Mallory', "
                          "'chief_arbiter', '', NULL, NULL, 0, NULL);"
                          "INSERT INTO session VALUES (zeroblob(32), 'p9', 0, 9e18, 0, 'x', 0)")
        code, out, err = arbiterd("restore", copy, "--data", os.path.join(self.tmp, "plain"))
        self.assertEqual((code, err), (0, ""))
        self.assertIn("have none now", out)
        self.assertIn("Mallory", out)
        self.assertFalse(os.path.exists(os.path.join(self.tmp, "plain", "access.db")))
        code, out, _ = arbiterd("restore", copy, "--data", os.path.join(self.tmp, "listed"),
                                "--with-access")
        self.assertEqual(code, 0)
        self.assertIn("Mallory", out)
        with hall.open_db(os.path.join(self.tmp, "listed", "access.db")) as db:
            self.assertEqual(db.execute("SELECT count(*) FROM session").fetchone(), (0,))
        copy = self.forge("access.db", "CREATE TRIGGER t AFTER INSERT ON audit BEGIN "
                          "UPDATE person SET role = 'chief_arbiter'; END")
        code, _, err = arbiterd("restore", copy, "--data", os.path.join(self.tmp, "trigger"),
                                "--with-access")
        self.assertEqual(code, 73)
        self.assertIn("did not make", err)

    def test_no_symbolic_link_is_followed(self):
        for name in ("hall.key", "clockd.db", "manifest.json"):
            copy = self.copy()
            real = os.path.join(self.tmp, "elsewhere")
            shutil.move(os.path.join(copy, name), real)
            os.symlink(real, os.path.join(copy, name))
            self.refused(copy, name)

    def forge(self, name, script):
        """Changes a database and makes the manifest agree."""
        copy = self.copy()
        path = os.path.join(copy, name)
        db = sqlite3.connect(path)
        triggers = db.execute("SELECT name, sql FROM sqlite_master "
                              "WHERE type = 'trigger'").fetchall()
        db.executescript(script)
        left = {name for name, in db.execute("SELECT name FROM sqlite_master")}
        db.executescript(";".join(sql for name, sql in triggers if name not in left))
        db.close()
        with open(path, "rb") as file:
            content = file.read()

        def agree(manifest):
            for entry in manifest["files"]:
                if entry["name"] == name:
                    entry.update(bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
        self.change_manifest(copy, agree)
        return copy

    def test_a_forged_record_is_refused_though_the_manifest_agrees(self):
        self.refused(self.forge("arbiterd.db", "DROP TRIGGER event_no_update; UPDATE event SET "
                                "body = replace(body, '1-0', '0-1') WHERE type = 'result_given' "
                                "OR body LIKE '%1-0%'"), "chain")
        self.refused(self.forge("arbiterd.db", "UPDATE game SET result = '0-1' "
                                "WHERE result = '1-0'"), "table game")
        self.refused(self.forge("arbiterd.db", "DROP TRIGGER checkpoint_no_delete; DROP TRIGGER "
                                "event_no_delete; DELETE FROM checkpoint; DELETE FROM event WHERE "
                                "pos > 20; UPDATE head SET pos = 20"), "cut off or changed")
        self.refused(self.forge("arbiterd.db", "UPDATE follow SET pos = 1000000"), "ahead")

    def test_only_into_a_new_folder(self):
        target = os.path.join(self.tmp, "full")
        os.mkdir(target)
        with open(os.path.join(target, "x"), "w", encoding="ascii"):
            pass
        code, _, err = arbiterd("restore", self.backup, "--data", target)
        self.assertEqual(code, 73)
        self.assertIn("not empty", err)
        self.assertEqual(os.listdir(target), ["x"])
        os.mkdir(os.path.join(self.tmp, "empty"))
        self.restore(self.backup, "empty")
        self.restore(self.backup, os.path.join("deep", "er"))


class Scheduled(BackupCase):
    def test_a_daemon_makes_backups_and_keeps_the_newest(self):
        house = self.hall()
        house.office_options += ["--backup-to", self.to, "--backup-every", "1s",
                                 "--backup-keep", "2"]
        house.start()
        house.replay(CLASSICS, options=["--event", "c", "--boards", "2", "--quiet"])
        house.settled()
        seen = set()

        def enough():
            if os.path.exists(self.to):
                seen.update(backups_in(self.to))
            return len(seen) >= 4
        hall.wait_until(enough, "four backups were made")
        found = figures(house.http_port)
        self.assertGreater(found["flagfall_backup_last_success_timestamp_seconds"].value(), 1e9)
        self.assertEqual(found["flagfall_backup_failures_total"].value(), 0)
        self.assertLess(found["flagfall_backup_age_seconds"].value(), hall.PATIENCE)
        house.stop()
        names = backups_in(self.to)
        self.assertIn(len(names), (2, 3))  # the last one may not have been followed by a clean-up
        self.restore(os.path.join(self.to, names[-1]))

    def test_a_backup_that_fails_is_in_nobodys_way(self):
        blocked = os.path.join(self.tmp, "a file")
        with open(blocked, "w", encoding="ascii"):
            pass
        house = self.hall()
        house.office_options += ["--backup-to", blocked, "--backup-every", "1s"]
        house.start()
        hall.wait_until(lambda: figures(house.http_port)["flagfall_backup_failures_total"].value()
                        >= 2, "it failed twice")
        self.assertEqual(house.arbiterd.stderr().count("a backup failed"), 1)  # logged once
        house.replay(CLASSICS, options=["--event", "c", "--boards", "1", "--quiet"])
        house.settled()
        os.remove(blocked)
        hall.wait_until(lambda: "works again" in house.arbiterd.stderr(), "it works again")


class Mirrors(BackupCase):
    def mirrored(self):
        mirror = os.path.join(self.tmp, "mirror")
        house = self.hall()
        house.clockd_options += ["--mirror", mirror]
        house.office_options += ["--mirror", mirror]
        return house.start(), mirror

    def caught_up(self, house, mirror):
        for name in ("arbiterd.db", "clockd.db"):
            here, there = os.path.join(house.folder, name), os.path.join(mirror, name)
            hall.wait_until(lambda h=here, t=there: os.path.exists(t) and last_pos(t) ==
                            last_pos(h), f"the mirror of {name} has caught up")

    def verified(self, mirror):
        """Waits until the mirror's two logs agree; a failure shows the output of `verify`."""
        said = []

        def agree():
            said[:] = arbiterd("verify", mirror)
            return said[0] in (0, 81)
        hall.wait_until(agree, lambda: f"the mirror's two logs agree; the last answer: {said}")

    def test_a_mirror_can_be_served_from(self):
        house, mirror = self.mirrored()
        house.replay(CLASSICS, options=["--event", "c", "--boards", "3", "--quiet"])
        house.settled()
        self.caught_up(house, mirror)
        results = house.get(RESULTS).json()
        self.assertEqual(arbiterd("verify", mirror)[0], 0)  # while it is a mirror
        self.assertEqual(house.stop(signal.SIGKILL), [-9, -9])
        self.assertEqual(arbiterd("verify", mirror)[0], 81)  # its own rows, not yet signed
        self.assertEqual(self.served(mirror), results)

    def test_it_follows_in_the_middle_of_a_round_and_survives_kills(self):
        house, mirror = self.mirrored()
        replay = house.start_replay(CLASSICS, options=["--event", "c", "--quiet"])
        reached = 0
        for _ in range(3):
            path = os.path.join(mirror, "arbiterd.db")
            hall.wait_until(lambda p=path, r=reached: not replay.running() or
                            (os.path.exists(p) and last_pos(p) > r and is_signed(p)),
                            "the mirror goes on")
            house.arbiterd.end(signal.SIGKILL)
            # clockd runs on: its mirror may be behind the record for a moment.
            self.verified(mirror)
            reached = last_pos(path)
            house.start_arbiterd()
            if not replay.running():
                break
        replay.finish()
        house.settled()
        self.caught_up(house, mirror)
        self.assertEqual(arbiterd("verify", mirror)[0], 0)

    def test_a_stop_brings_the_mirror_to_the_very_end(self):
        house, mirror = self.mirrored()
        house.replay(CLASSICS, options=["--event", "c", "--boards", "1", "--quiet"])
        house.settled()
        self.assertEqual(house.stop(), [0, 0])
        for name in ("arbiterd.db", "clockd.db"):
            with hall.open_db(os.path.join(house.folder, name)) as db, \
                    hall.open_db(os.path.join(mirror, name)) as copy:
                for table in ("event", "checkpoint", "signing_key", "head", "log_identity"):
                    query = f"SELECT * FROM {table} ORDER BY 1"
                    self.assertEqual(copy.execute(query).fetchall(), db.execute(query).fetchall())
        with open(os.path.join(house.folder, "arbiterd.db.key"), "rb") as own, \
                open(os.path.join(mirror, "arbiterd.db.key"), "rb") as copy:
            self.assertEqual(own.read(), copy.read())

    def test_a_mirror_of_another_log_is_left_alone(self):
        house, mirror = self.mirrored()
        self.caught_up(house, mirror)
        house.stop()
        before = last_pos(os.path.join(mirror, "arbiterd.db"))
        other = self.hall("other")
        other.office_options += ["--mirror", mirror]
        other.start()
        hall.wait_until(lambda: "the mirror of another log" in other.arbiterd.stderr(),
                        "it is logged")
        hall.wait_until(lambda: figures(other.http_port)["flagfall_mirror_failures_total"].value()
                        >= 2, "it is tried again")
        other.replay(CLASSICS, options=["--event", "c", "--boards", "1", "--quiet"])
        other.settled()
        self.assertEqual(last_pos(os.path.join(mirror, "arbiterd.db")), before)

    def test_a_mirror_that_knows_more_is_left_alone(self):
        house, mirror = self.mirrored()
        old = self.back_up(house)
        house.replay(CLASSICS, options=["--event", "c", "--boards", "1", "--quiet"])
        house.settled()
        self.assertEqual(house.stop(), [0, 0])
        before = last_pos(os.path.join(mirror, "arbiterd.db"))
        again = self.hall(os.path.basename(self.restore(old)))
        again.office_options += ["--mirror", mirror]
        again.start()
        hall.wait_until(lambda: "after the log itself" in again.arbiterd.stderr(), "it is logged")
        self.assertEqual(last_pos(os.path.join(mirror, "arbiterd.db")), before)


if __name__ == "__main__":
    hall.main()
