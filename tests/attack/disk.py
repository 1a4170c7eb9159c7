"""Somebody with the disk or a backup stick: changes the record, its files, and restored data."""

import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
import stat
import subprocess

import forge
from kit import Attack, Seen, arbiterd, attempts, clockd, hall, says, short
from tables import BLACK, WHITE

FOOLS_MATE = (("f3", WHITE), ("e5", BLACK), ("g4", WHITE), ("Qh4#", BLACK))


def is_sanitized(pid):
    """A build with a sanitizer, which keeps freed memory for a while."""
    with open(f"/proc/{pid}/maps", encoding="ascii", errors="replace") as maps:
        return any("libasan" in line or "libtsan" in line for line in maps)


def copies_in(pid, secret):
    """How often a process has these bytes in its writable memory."""
    copies = 0
    with open(f"/proc/{pid}/maps", encoding="ascii", errors="replace") as maps, \
            open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            ends, rights = line.split()[:2]
            begin, end = (int(one, 16) for one in ends.split("-"))
            if not rights.startswith("rw"):
                continue
            try:
                memory.seek(begin)
                copies += memory.read(end - begin).count(secret)
            except OSError:  # the kernel's own pages
                continue
    return copies


class Disk(Attack):
    time_mode = "virtual"

    def prepare(self):
        """A game that Black has won; the daemons end, and the record is there."""
        arbiter = self.house.client("arbiter", "arbiter")
        device = self.house.client("device", "table")
        hall.open_game(arbiter, 1, "g1")
        for n, (move, side) in enumerate(FOOLS_MATE):
            device.done("press", 1, "g1", side=side, move=move, at_us=(n + 1) * 1_000_000)
        self.house.settled()
        self.keys = self.fingerprints()

    def fingerprints(self):
        """--key options for the hall's own keys."""
        found = []
        for name in ("arbiterd.db", "clockd.db"):
            with hall.open_db(os.path.join(self.house.folder, name)) as db:
                with contextlib.suppress(sqlite3.OperationalError):
                    found += ["--key", db.execute("SELECT fingerprint FROM signing_key"
                                                  ).fetchone()[0]]
        return found

    def copy(self, keep_keys=True):
        """A copy of the data folder after a clean stop."""
        if self.house.arbiterd.process:
            self.house.stop()
        folder = os.path.join(self.tmp, self.name("copy"))
        shutil.copytree(self.house.folder, folder)
        os.chmod(folder, 0o700)
        if not keep_keys:
            for name in ("arbiterd.db.key", "clockd.db.key"):
                os.remove(os.path.join(folder, name))
        return folder

    def dead(self):
        """Nothing runs here unless an attempt starts it."""
        return ""

    def afterwards(self):
        return ()

    # ---- forging --------------------------------------------------------------------------------

    def logs(self, folder):
        return [forge.Log(os.path.join(folder, name)) for name in ("arbiterd.db", "clockd.db")]

    def naive(self, log, key):
        del key
        log.turn_round()

    def chained(self, log, key):
        del key
        log.turn_round()
        log.chain_again()

    def signed(self, log, key):
        self.chained(log, key)
        log.sign_again(key)

    def unsigned(self, log, key):
        self.chained(log, key)
        log.db.execute("DELETE FROM checkpoint")

    def keyless(self, log, key):
        self.unsigned(log, key)
        log.db.execute("DELETE FROM signing_key")

    def headless(self, log, key):
        self.keyless(log, key)
        log.db.execute("DELETE FROM head")

    def cut(self, log, key):
        del key
        log.cut(5)

    def cut_with_head(self, log, key):
        self.cut(log, key)
        log.head(5)

    def cut_and_signed(self, log, key):
        self.cut_with_head(log, key)
        log.sign_again(key)

    def one_more(self, log, key):
        """A row at the end that nobody wrote."""
        del key
        log.db.execute("INSERT INTO event SELECT pos + 1, stream, seq + 1, 'mine', sender, 0,"
                       " at_us, boot, wall_ms, type, body, chain FROM event ORDER BY pos DESC"
                       " LIMIT 1")
        log.chain_again()

    FORGERIES = ("naive", "chained", "signed", "unsigned", "keyless", "headless", "cut",
                 "cut_with_head", "cut_and_signed", "one_more")

    @attempts
    def forged_records(self):
        key = forge.Key(self.tmp)
        for way in self.FORGERIES:
            for keys in ("kept", "gone", "the forger's"):
                folder = self.copy(keep_keys=keys == "kept")
                if keys == "the forger's":
                    for name in ("arbiterd.db.key", "clockd.db.key"):
                        shutil.copy(key.path, os.path.join(folder, name))
                        os.chmod(os.path.join(folder, name), 0o600)
                for log in self.logs(folder):
                    getattr(self, way)(log, key)
                    log.close()
                arbiterd("rebuild", "--data", folder)
                yield from self.found_out(f"{way}, keys {keys}", folder, keys)

    def found_out(self, name, folder, keys):
        """verify detects it with the hall's fingerprints, and without them as far as possible; no
        daemon continues with it as if nothing had happened."""
        code, out, err = arbiterd("verify", folder, *self.keys)
        yield Seen(f"{name}: verify --key", code != 0, f"exit {code} {short(out + err, 60)}")
        # With the forger's own key everything fits, and only the fingerprint differs.
        if not ("signed" in name.split(",")[0] and "unsigned" not in name and keys != "kept"):
            code, out, err = arbiterd("verify", folder)
            yield Seen(f"{name}: verify", code != 0, f"exit {code} {short(out + err, 60)}")
        if keys != "the forger's":
            code = self.serves(folder)
            yield Seen(f"{name}: arbiterd does not go on", code is not None, f"exit {code}")

    def serves(self, folder):
        """The exit code of an arbiterd started on it, None if it serves; clockd first."""
        house = hall.Hall(folder, self.house.transcript, "virtual")
        code = None
        try:
            house.start()
        except AssertionError as error:
            code = str(error).split("exit ")[1].split(":")[0]
        for daemon in (house.arbiterd, house.clockd):
            if daemon and daemon.process:
                daemon.process.kill()
                daemon.process.wait()
        return code

    @attempts
    def tables_that_were_edited(self):
        for name, sql in (("a result", "UPDATE game SET result = '1-0'"),
                          ("a move", "UPDATE move SET san = 'e4' WHERE ply = 1"),
                          ("a ruling", "DELETE FROM ruling"),
                          ("what is followed", "UPDATE follow SET pos = pos + 5"),
                          ("a trigger", "CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM"
                                        " move; END"),
                          ("a view in a table's place", "ALTER TABLE claim RENAME TO x;"
                           "CREATE VIEW claim AS SELECT * FROM x")):
            folder = self.copy()
            with sqlite3.connect(os.path.join(folder, "arbiterd.db")) as db:
                db.executescript(sql)
            code, out, err = arbiterd("verify", folder)
            yield Seen(f"{name} in the tables", code != 0, f"exit {code} {short(out + err, 60)}")
        folder = self.copy()
        with sqlite3.connect(os.path.join(folder, "access.db")) as db:
            db.execute("CREATE TRIGGER mine AFTER INSERT ON audit BEGIN"
                       " UPDATE token SET role = 'chief_arbiter'; END")
        code = self.serves(folder)
        yield Seen("a trigger in access.db", code is not None, f"exit {code}")
        folder = self.copy()
        with sqlite3.connect(os.path.join(folder, "webhooks.db")) as db:
            db.execute("CREATE TRIGGER mine AFTER INSERT ON webhook BEGIN"
                       " UPDATE webhook SET everything = 1; END")
        code = self.serves(folder)
        yield Seen("a trigger in webhooks.db", code is not None, f"exit {code}")

    @attempts
    def the_cut_and_a_kept_head(self):
        """Even with the hall's own key a log cannot be cut below a head stored elsewhere."""
        code, out, _ = arbiterd("serve", "--help")
        if "--anchor" not in out:
            yield Seen("heads can be kept elsewhere", False, "there is no --anchor")
            return
        yield Seen("heads can be kept elsewhere", code == 0, "--anchor")

    # ---- whose files ----------------------------------------------------------------------------

    @attempts
    def files_of_others(self):
        before = os.umask(0)
        try:
            folder = os.path.join(self.tmp, "umask")
            daemon = hall.Daemon([hall.clockd_binary(), "serve", "--data", folder, "--port", "0",
                                  "--open-hall"], self.tmp).start()
            port = daemon.first_line.split()[4]
            office = hall.Daemon([hall.arbiterd_binary(), "serve", "--data", folder, "--port", "0",
                                  "--clockd", f"127.0.0.1:{port}", "--open-hall"],
                                 self.tmp).start()
        finally:
            os.umask(before)
        mode = stat.S_IMODE(os.stat(folder).st_mode)
        yield Seen("the folder under umask 000", mode == 0o700, f"{mode:o}")
        for name in sorted(os.listdir(folder)):
            mode = stat.S_IMODE(os.stat(os.path.join(folder, name)).st_mode)
            yield Seen(f"{name} under umask 000", mode == 0o600, f"{mode:o}")
        office.end()
        daemon.end()
        for name, mode in (("", 0o777), ("", 0o770), ("hall.key", 0o640), ("owner.token", 0o644),
                           ("arbiterd.db.key", 0o604), ("access.db", 0o666), ("webhooks.db", 0o622),
                           ("arbiterd.db", 0o666), ("clockd.db", 0o622)):
            folder = self.copy()
            os.chmod(os.path.join(folder, name), mode)
            code = self.serves(folder)
            yield Seen(f"{name or 'the folder'} with mode {mode:o}", code is not None,
                       f"exit {code}")

    @attempts
    def links_in_the_place_of_files(self):
        for name in ("arbiterd.db", "access.db", "webhooks.db", "owner.token",
                     "arbiterd.db.key", "hall.key", "arbiterd.db.lock"):
            folder = self.copy()
            elsewhere = os.path.join(self.tmp, self.name("elsewhere"))
            path = os.path.join(folder, name)
            if os.path.exists(path):
                shutil.move(path, elsewhere)
            else:
                with open(elsewhere, "w", encoding="ascii") as file:
                    file.write("precious\n")
            os.symlink(elsewhere, path)
            before = self.content(elsewhere)
            code = self.serves(folder)
            held = code is not None or (name.endswith(".lock") and
                                        self.content(elsewhere) == before)
            yield Seen(f"a symbolic link for {name}", held, f"exit {code}")

    @staticmethod
    def content(path):
        with open(path, "rb") as file:
            return file.read()

    # ---- a stick --------------------------------------------------------------------------------

    def backup(self, folder=None):
        code, out, err = arbiterd("backup", "--data", folder or self.house.folder, "--to",
                                  os.path.join(self.tmp, self.name("stick")))
        if code != 0:
            raise AssertionError(f"no backup: {code} {err}")
        return out.strip()

    def fix_sums(self, backup):
        """The manifest describes the present state."""
        path = os.path.join(backup, "manifest.json")
        with open(path, encoding="utf-8") as file:
            manifest = json.load(file)
        for entry in manifest["files"]:
            data = self.content(os.path.join(backup, entry["name"]))
            entry.update(bytes=len(data), sha256=hashlib.sha256(data).hexdigest())
        with open(path, "w", encoding="utf-8") as file:
            json.dump(manifest, file)
        return manifest, path

    def restored(self, backup, *options):
        folder = os.path.join(self.tmp, self.name("restored"))
        code, out, err = arbiterd("restore", backup, "--data", folder, *options)
        return code, folder, out + err

    @attempts
    def sticks_that_were_changed(self):
        def token(backup):
            secret = "A" * 43
            raw = hashlib.sha256(secret.encode()).digest()
            with sqlite3.connect(os.path.join(backup, "access.db")) as db:
                row = db.execute("SELECT * FROM token").fetchone()
                names = [c[1] for c in db.execute("PRAGMA table_info(token)")]
                values = dict(zip(names, row))
                values.update(id="mine000000", name="mine")
                for name, value in values.items():
                    if isinstance(value, bytes) and len(value) == 32:
                        values[name] = raw
                db.execute(f"INSERT INTO token ({','.join(values)}) VALUES"
                           f" ({','.join('?' * len(values))})", list(values.values()))

        def link(backup):
            path = os.path.join(backup, "owner.token")
            outside = os.path.join(self.tmp, self.name("outside"))
            shutil.move(path, outside)
            os.symlink(outside, path)

        def result(backup):
            log = forge.Log(os.path.join(backup, "arbiterd.db"))
            log.turn_round()
            log.chain_again()
            log.close()

        def owner(backup):
            with open(os.path.join(backup, "owner.token"), "w", encoding="ascii") as file:
                file.write("ff_mine000000_" + "A" * 43 + "\n")

        for what, change in (("another token", token), ("a symbolic link", link),
                             ("a result", result), ("another owner's token", owner)):
            backup = self.backup()
            change(backup)
            self.fix_sums(backup)
            code, folder, said = self.restored(backup)
            yield Seen(f"a stick with {what}, its sums made to fit", code != 0,
                       f"exit {code} {short(said, 80)}")
            if code == 0:
                shutil.rmtree(folder)

    @attempts
    def names_on_sticks(self):
        unsigned = ["--unsigned"] if "--unsigned" in arbiterd("restore", "--help")[1] else []
        for name in ("../outside", "/tmp/outside", "a/../../outside", "arbiterd.db/x", "", ".",
                     "x\u0000y", "-rf", "manifest.json"):
            backup = self.backup()
            manifest, path = self.fix_sums(backup)
            manifest["files"].append({"name": name, "bytes": 0,
                                      "sha256": hashlib.sha256(b"").hexdigest()})
            with open(path, "w", encoding="utf-8") as file:
                json.dump(manifest, file)
            code, _, said = self.restored(backup, *unsigned)
            yield Seen(f"a file called {name!r} on a stick", code == 73,
                       f"exit {code} {short(said, 80)}")

    @attempts
    def rights_that_come_back(self):
        house = self.started("rights", time_mode="virtual")
        answer = house.ask("POST", "/api/v1/tokens", {"name": "t", "role": "chief_arbiter"})
        made = answer.json()
        house.ask("POST", "/api/v1/people", {"name": "Anna", "role": "chief_arbiter",
                                             "password": "correct horse battery", "pin": "4793"})
        session = house.ask("POST", "/api/v1/session", {"name": "Anna", "password":
                                                        "correct horse battery"}, token="")
        cookie = {"Cookie": session.headers["set-cookie"].split(";")[0]}
        backup = self.backup(house.folder)
        house.ask("DELETE", f"/api/v1/tokens/{made['id']}")
        house.stop()
        code, folder, said = self.restored(backup)
        yield Seen("an honest stick", code == 0, f"exit {code} {short(said, 120)}")
        if code != 0:
            return
        again = hall.Hall(folder, self.house.transcript, "virtual")
        self.halls.append(again)
        again.start()
        hall.wait_until(lambda: again.get("/readyz").status == 200, "arbiterd is ready")
        answer = again.get("/api/v1/tokens", token=made["token"])
        yield Seen("a token that was revoked after the backup", answer.status in (401, 403),
                   str(answer.status))
        answer = again.ask("GET", "/api/v1/people", headers=cookie, token="")
        yield Seen("a session of before", answer.status in (401, 403), str(answer.status))
        again.stop()

    # ---- what lies open -------------------------------------------------------------------------

    @attempts
    def secrets_in_memory(self):
        """A password, a PIN and a token that were used are not in arbiterd's memory afterwards."""
        house = self.started("memory", time_mode="virtual")
        password, pin = "a-very-particular-pass-74619", "74619385"
        made = house.ask("POST", "/api/v1/people", {
            "name": "Anna", "role": "chief_arbiter", "password": password, "pin": pin})
        answer = house.ask("POST", "/api/v1/session", {"name": "Anna", "password": password},
                           token="")
        yield Seen("a log-in to be looked for", (made.status, answer.status) == (201, 200),
                   f"{made.status} {answer.status}")
        browser = {"Cookie": answer.headers["set-cookie"].split(";")[0],
                   "X-Flagfall-Session": answer.json()["sessionKey"], "X-Flagfall-Pin": pin}
        made = house.ask("POST", "/api/v1/tokens", {"name": "one", "role": "device"}, browser,
                         token="")
        yield Seen("a token to be looked for", made.status == 201, says(made))
        token = made.json()["token"]
        house.ask("GET", "/api/v1/session", token=token)
        pid = house.arbiterd.process.pid
        if is_sanitized(pid):
            yield Seen("secrets in arbiterd's memory", True,
                       "not looked at: a sanitizer keeps what was freed")
            return
        for name, secret in (("the password", password[-20:]), ("the PIN", pin),
                             ("the token", token[-20:]),
                             ("the cookie", browser["Cookie"][-20:])):
            try:
                hall.wait_until(lambda s=secret: copies_in(pid, s.encode()) == 0, "it is gone")
                left = 0
            except AssertionError:
                left = copies_in(pid, secret.encode())
            except PermissionError:
                return  # memory of processes cannot be read here
            yield Seen(f"{name} in arbiterd's memory", left == 0, f"{left} copies")
        house.stop()

    @attempts
    def secrets_that_show(self):
        house = self.started("show", time_mode="virtual")
        secrets = {}
        for name in ("owner.token", "hall.key"):
            secrets[name] = self.content(os.path.join(house.folder, name)).strip()
        for daemon in (house.clockd, house.arbiterd):
            found = b""
            for what in ("cmdline", "environ"):
                found += self.content(f"/proc/{daemon.process.pid}/{what}")
            found += daemon.stderr().encode()
            for name, secret in secrets.items():
                yield Seen(f"{name} in what {os.path.basename(daemon.argv[0])} shows",
                           secret not in found, "it is not there")
            limit = subprocess.run(["grep", "Max core", f"/proc/{daemon.process.pid}/limits"],
                                   capture_output=True, text=True, check=False).stdout.split()
            yield Seen(f"core files of {os.path.basename(daemon.argv[0])}", limit[4] == "0",
                       " ".join(limit))
        code, out, _ = clockd("devices", "--connect", f"127.0.0.1:{house.clock_port}", "--data",
                              house.folder)
        yield Seen("keys in the list of devices", secrets["hall.key"].decode() not in out,
                   f"exit {code}")
        house.stop()
