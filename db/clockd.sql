-- What clockd keeps beside its event log. README.md explains every column.

-- The last instant at which clockd was surely alive: after a power cut running clocks are
-- paused as they stood then.
CREATE TABLE IF NOT EXISTS heartbeat (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    at_us   INTEGER NOT NULL,
    boot    TEXT NOT NULL,
    wall_ms INTEGER NOT NULL
) STRICT;
