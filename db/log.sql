-- The event log of a daemon (both use the same tables). Every column is explained in log.md.
-- Version: PRAGMA user_version = 1; the owner is in PRAGMA application_id.

CREATE TABLE log_identity (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    log_id  TEXT NOT NULL,
    wall_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE event (
    pos     INTEGER PRIMARY KEY,
    stream  TEXT NOT NULL,
    seq     INTEGER NOT NULL,
    cmd_id  TEXT NOT NULL,
    sender  TEXT NOT NULL,
    cmd_digest INTEGER NOT NULL,
    at_us   INTEGER NOT NULL,
    boot    TEXT NOT NULL,
    wall_ms INTEGER NOT NULL,
    type    TEXT NOT NULL,
    body    TEXT NOT NULL,
    chain   BLOB NOT NULL CHECK (length(chain) = 32),
    UNIQUE (stream, seq)
) STRICT;

-- Who signs: a new row is signed by the key before it, or, across a gap, by itself.
CREATE TABLE signing_key (
    number      INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    public_key  BLOB NOT NULL CHECK (length(public_key) = 32),
    since_pos   INTEGER NOT NULL,
    chain       BLOB NOT NULL CHECK (length(chain) = 32),
    gap_from    INTEGER,
    said_by     TEXT NOT NULL,
    reason      TEXT NOT NULL,
    wall_ms     INTEGER NOT NULL,
    signature   BLOB NOT NULL CHECK (length(signature) = 64)
) STRICT;

CREATE TABLE checkpoint (
    pos        INTEGER PRIMARY KEY REFERENCES event (pos),
    chain      BLOB NOT NULL CHECK (length(chain) = 32),
    signature  BLOB NOT NULL CHECK (length(signature) = 64),
    key_number INTEGER NOT NULL REFERENCES signing_key (number),
    wall_ms    INTEGER NOT NULL
) STRICT;

-- The last row as its own daemon left it: written in the transaction of every commit.
CREATE TABLE head (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    pos INTEGER NOT NULL,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- Nothing but the head is ever changed or taken away, and positions have no gaps.

CREATE TRIGGER event_in_order BEFORE INSERT ON event
WHEN NEW.pos <> (SELECT coalesce(max(pos), 0) + 1 FROM event)
BEGIN SELECT raise(ABORT, 'event.pos must be the last position plus one'); END;

CREATE TRIGGER event_in_stream_order BEFORE INSERT ON event
WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM event WHERE stream = NEW.stream)
BEGIN SELECT raise(ABORT, 'event.seq must be the last of its stream plus one'); END;

CREATE TRIGGER event_no_update BEFORE UPDATE ON event
BEGIN SELECT raise(ABORT, 'event is append-only'); END;

CREATE TRIGGER event_no_delete BEFORE DELETE ON event
BEGIN SELECT raise(ABORT, 'event is append-only'); END;

CREATE TRIGGER checkpoint_no_update BEFORE UPDATE ON checkpoint
BEGIN SELECT raise(ABORT, 'checkpoint is append-only'); END;

CREATE TRIGGER checkpoint_no_delete BEFORE DELETE ON checkpoint
BEGIN SELECT raise(ABORT, 'checkpoint is append-only'); END;

CREATE TRIGGER signing_key_no_update BEFORE UPDATE ON signing_key
BEGIN SELECT raise(ABORT, 'signing_key is append-only'); END;

CREATE TRIGGER signing_key_no_delete BEFORE DELETE ON signing_key
BEGIN SELECT raise(ABORT, 'signing_key is append-only'); END;

CREATE TRIGGER log_identity_no_update BEFORE UPDATE ON log_identity
BEGIN SELECT raise(ABORT, 'log_identity never changes'); END;

CREATE TRIGGER log_identity_no_delete BEFORE DELETE ON log_identity
BEGIN SELECT raise(ABORT, 'log_identity never changes'); END;
