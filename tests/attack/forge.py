"""The tools of a forger: changes a log and makes chain, keys and checkpoints match again, as
anybody can who reads db/log.md. Signatures are made with OpenSSL's own program."""

import hashlib
import os
import sqlite3
import subprocess
import tempfile

SPKI = bytes.fromhex("302a300506032b6570032100")  # of an Ed25519 key, RFC 8410


def integer(value):
    return (value % 2 ** 64).to_bytes(8, "big")


def text(value):
    data = value.encode() if isinstance(value, str) else bytes(value)
    return integer(len(data)) + data


def sha(*pieces):
    return hashlib.sha256(b"".join(pieces)).digest()


class Key:
    """The forger's own Ed25519 key."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "forger.pem")
        self.run("genpkey", "-algorithm", "ed25519", "-out", self.path)
        self.public = self.run("pkey", "-in", self.path, "-pubout", "-outform", "DER")[-32:]

    @staticmethod
    def run(*args):
        return subprocess.run(["openssl", *args], capture_output=True, check=True).stdout

    def sign(self, message):
        with tempfile.NamedTemporaryFile() as file:
            file.write(message)
            file.flush()
            return self.run("pkeyutl", "-sign", "-inkey", self.path, "-rawin", "-in", file.name)


class Log:
    """A log's file, opened without its triggers."""

    def __init__(self, path):
        self.path = path
        self.db = sqlite3.connect(path, isolation_level=None)
        found = self.db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        self.triggers = dict(found.fetchall())
        for name in self.triggers:
            self.db.execute(f'DROP TRIGGER "{name}"')
        self.id = self.one("SELECT log_id FROM log_identity")

    def one(self, query, *values):
        return self.db.execute(query, values).fetchone()[0]

    def close(self):
        for sql in self.triggers.values():
            self.db.execute(sql)
        self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.db.close()

    def turn_round(self):
        """The result of each game is the opposite."""
        for pos, body in self.db.execute("SELECT pos, body FROM event").fetchall():
            other = body.replace('"0-1"', '"?"').replace('"1-0"', '"0-1"').replace('"?"', '"1-0"')
            if other != body:
                self.db.execute("UPDATE event SET body = ? WHERE pos = ?", (other, pos))

    def chain_again(self):
        chain = sha(text("flagfall log 1"), text(self.id))
        for row in self.db.execute("SELECT pos, stream, seq, cmd_id, sender, cmd_digest, at_us,"
                                   " boot, wall_ms, type, body FROM event ORDER BY pos").fetchall():
            pos, stream, seq, cmd_id, sender, digest, at_us, boot, wall_ms, kind, body = row
            chain = sha(chain, integer(pos), text(stream), integer(seq), text(cmd_id),
                        text(sender), integer(digest), integer(at_us), text(boot),
                        integer(wall_ms), text(kind), text(body))
            self.db.execute("UPDATE event SET chain = ? WHERE pos = ?", (chain, pos))
        for pos, in self.db.execute("SELECT pos FROM checkpoint").fetchall():
            self.db.execute("UPDATE checkpoint SET chain = (SELECT chain FROM event WHERE"
                            " event.pos = checkpoint.pos) WHERE pos = ?", (pos,))

    def sign_again(self, key):
        """The whole log with the forger's key, as if it had been there from the start."""
        last = self.one("SELECT max(pos) FROM event")
        self.db.execute("DELETE FROM checkpoint")
        self.db.execute("DELETE FROM signing_key")
        wall = self.one("SELECT max(wall_ms) FROM event")
        start = sha(text("flagfall log 1"), text(self.id))
        keys = sha(text("flagfall keys 1"), text(self.id))
        keys = sha(text("flagfall signing key 1"), text(keys), integer(1), text(key.public),
                   integer(0), text(start), integer(-1), text(""), text(""), integer(wall))
        self.db.execute("INSERT INTO signing_key VALUES (1, ?, ?, 0, ?, NULL, '', '', ?, ?)",
                        (hashlib.sha256(key.public).hexdigest()[:32], key.public, start, wall,
                         key.sign(keys)))
        chain = self.one("SELECT chain FROM event WHERE pos = ?", last)
        message = sha(text("flagfall checkpoint 1"), text(self.id), integer(last), text(chain),
                      integer(wall), text(keys))
        self.db.execute("INSERT INTO checkpoint VALUES (?, ?, ?, 1, ?)",
                        (last, chain, key.sign(message), wall))

    def cut(self, pos):
        for table in ("event", "checkpoint"):
            self.db.execute(f"DELETE FROM {table} WHERE pos > ?", (pos,))

    def head(self, pos):
        """The head names this row; its code is unchanged."""
        self.db.execute("UPDATE head SET pos = ?", (pos,))
