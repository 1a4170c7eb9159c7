-- The webhooks (webhooks.db). README.md explains every column.
-- Version: PRAGMA user_version = 1; the owner is in PRAGMA application_id.

CREATE TABLE webhook (
    id           TEXT PRIMARY KEY,
    url          TEXT NOT NULL,
    event        TEXT NOT NULL,
    types        TEXT NOT NULL,
    secret       BLOB NOT NULL,
    by           TEXT NOT NULL,
    maker_token  TEXT NOT NULL,
    maker_person TEXT NOT NULL,
    created_ms   INTEGER NOT NULL,
    everything   INTEGER NOT NULL,
    active       INTEGER NOT NULL,
    cursor       INTEGER NOT NULL,
    attempts     INTEGER NOT NULL DEFAULT 0,
    next_ms      INTEGER NOT NULL DEFAULT 0,
    last_error   TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE dead_letter (
    webhook  TEXT NOT NULL REFERENCES webhook (id),
    pos      INTEGER NOT NULL,
    at_ms    INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    error    TEXT NOT NULL,
    again    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (webhook, pos)
) STRICT, WITHOUT ROWID;
