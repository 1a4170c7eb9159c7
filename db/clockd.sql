-- What clockd keeps beside its event log. README.md explains every column.

-- The last instant at which clockd was surely alive: after a power cut running clocks are
-- paused as they stood then.
CREATE TABLE IF NOT EXISTS heartbeat (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    at_us   INTEGER NOT NULL,
    boot    TEXT NOT NULL,
    wall_ms INTEGER NOT NULL
) STRICT;

-- Every game that was ever opened: an id is given once.
CREATE TABLE IF NOT EXISTS opened (
    game TEXT PRIMARY KEY,
    pos  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Where a start begins to read of each board, and what became of a command.
CREATE INDEX IF NOT EXISTS event_opened ON event (stream, pos) WHERE type = 'game_opened';
CREATE INDEX IF NOT EXISTS event_by_command ON event (cmd_id, sender) WHERE cmd_id <> '';
