-- Who may do what (access.db). access.md explains every column.
-- Version: PRAGMA user_version = 2; the owner is in PRAGMA application_id.

CREATE TABLE person (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL UNIQUE,
    role          TEXT NOT NULL,
    sectors       TEXT NOT NULL,
    password_hash TEXT,
    pin_hash      TEXT,
    created       INTEGER NOT NULL,
    disabled      INTEGER
) STRICT;

CREATE TABLE token (
    id        TEXT PRIMARY KEY,
    name      TEXT NOT NULL,
    role      TEXT NOT NULL,
    person    TEXT REFERENCES person (id),
    vouches   INTEGER NOT NULL,
    owner     INTEGER NOT NULL,
    event     TEXT NOT NULL,
    sectors   TEXT NOT NULL,
    hash      BLOB NOT NULL CHECK (length(hash) = 32),
    created   INTEGER NOT NULL,
    expires   INTEGER,
    last_used INTEGER,
    revoked   INTEGER,
    by        TEXT NOT NULL
) STRICT;

CREATE TABLE session (
    hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
    person     TEXT NOT NULL REFERENCES person (id),
    created    INTEGER NOT NULL,
    expires    INTEGER NOT NULL,
    last_used  INTEGER NOT NULL,
    peer       TEXT NOT NULL,
    wrong_pins INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX session_of_person ON session (person);

CREATE TABLE device (
    hash      BLOB NOT NULL CHECK (length(hash) = 32),
    person    TEXT NOT NULL REFERENCES person (id),
    created   INTEGER NOT NULL,
    last_used INTEGER NOT NULL,
    peer      TEXT NOT NULL,
    PRIMARY KEY (hash, person)
) STRICT;
CREATE INDEX device_of_person ON device (person);

CREATE TABLE failure (
    kind  TEXT NOT NULL CHECK (kind IN ('person', 'address', 'device', 'pin')),
    key   TEXT NOT NULL,
    count INTEGER NOT NULL,
    last  INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT;

CREATE TABLE audit (
    number  INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    what    TEXT NOT NULL,
    about   TEXT NOT NULL,
    who     TEXT NOT NULL,
    peer    TEXT NOT NULL,
    outcome TEXT NOT NULL,
    person  TEXT REFERENCES person (id)
) STRICT;
CREATE INDEX audit_of_person ON audit (person, number);

CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN SELECT raise(ABORT, 'the audit is append-only'); END;
CREATE TRIGGER audit_is_not_removed BEFORE DELETE ON audit
BEGIN SELECT raise(ABORT, 'the audit is append-only'); END;
