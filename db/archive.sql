-- What an archive has beside log.sql and arbiterd.sql: one tournament of a record in one file.
-- README.md explains every column. Version: PRAGMA user_version = 1.

-- The rows of one tournament: positions and numbers of streams have gaps here, and the runs below
-- say which.
DROP TRIGGER event_in_order;
DROP TRIGGER event_in_stream_order;

CREATE TABLE archive (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    event   TEXT NOT NULL,
    wall_ms INTEGER NOT NULL,
    version TEXT NOT NULL
) STRICT;

-- Rows that stood one after the other in a log, and the chain of the row before the first.
CREATE TABLE run (
    log    TEXT NOT NULL CHECK (log IN ('arbiterd', 'clockd')),
    first  INTEGER NOT NULL,
    last   INTEGER NOT NULL CHECK (last >= first),
    before BLOB NOT NULL CHECK (length(before) = 32),
    PRIMARY KEY (log, first)
) STRICT, WITHOUT ROWID;

CREATE TABLE seal (
    log        TEXT PRIMARY KEY CHECK (log IN ('arbiterd', 'clockd')),
    key_number INTEGER NOT NULL,
    signature  BLOB NOT NULL CHECK (length(signature) = 64)
) STRICT, WITHOUT ROWID;

-- Of clockd's log, as log.sql has it; the tables without clock_ in their names are of arbiterd's.
CREATE TABLE clock_log_identity (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    log_id  TEXT NOT NULL,
    wall_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE clock_event (
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

CREATE TABLE clock_signing_key (
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

CREATE TABLE clock_checkpoint (
    pos        INTEGER PRIMARY KEY REFERENCES clock_event (pos),
    chain      BLOB NOT NULL CHECK (length(chain) = 32),
    signature  BLOB NOT NULL CHECK (length(signature) = 64),
    key_number INTEGER NOT NULL REFERENCES clock_signing_key (number),
    wall_ms    INTEGER NOT NULL
) STRICT;
