-- The record as people read it, derived from the event log in the same transactions.
-- README.md explains every column.

-- How far clockd's log has been followed.
CREATE TABLE IF NOT EXISTS follow (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    log  TEXT NOT NULL,
    pos  INTEGER NOT NULL
) STRICT;

-- The event of clockd's log at that position.
CREATE TABLE IF NOT EXISTS followed_event (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    pos     INTEGER NOT NULL,
    at_us   INTEGER NOT NULL,
    boot    TEXT NOT NULL,
    wall_ms INTEGER NOT NULL,
    cmd_id  TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS record_mode (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    log  TEXT NOT NULL,
    time TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS game (
    game            TEXT PRIMARY KEY,
    event           TEXT NOT NULL,
    round           TEXT NOT NULL,
    board           INTEGER NOT NULL,
    white           TEXT NOT NULL,
    black           TEXT NOT NULL,
    time_control    TEXT NOT NULL,
    variant         TEXT NOT NULL,
    fen             TEXT NOT NULL,
    profile         TEXT NOT NULL,
    tags            TEXT NOT NULL,
    status          TEXT NOT NULL DEFAULT 'ready',
    result          TEXT NOT NULL DEFAULT '*',
    white_points    REAL,
    black_points    REAL,
    reason          TEXT,
    article         TEXT,
    decided_by      TEXT,
    plies           INTEGER NOT NULL DEFAULT 0,
    white_us        INTEGER NOT NULL,
    black_us        INTEGER NOT NULL,
    revision        INTEGER NOT NULL DEFAULT 0,
    kind            TEXT NOT NULL DEFAULT 'pending',
    approval        TEXT NOT NULL DEFAULT 'provisional',
    version         INTEGER NOT NULL,
    opened          INTEGER NOT NULL,
    opened_wall_ms  INTEGER NOT NULL,
    started_wall_ms INTEGER,
    ended_wall_ms   INTEGER,
    reversed        INTEGER NOT NULL DEFAULT 0,
    time_controls   TEXT NOT NULL DEFAULT '[]',
    foreign_game    INTEGER NOT NULL DEFAULT 0,
    open_ply        INTEGER NOT NULL DEFAULT 0,
    reopened        TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX IF NOT EXISTS game_by_round ON game (event, round, board);
CREATE INDEX IF NOT EXISTS game_by_board ON game (board, opened);

CREATE TABLE IF NOT EXISTS move (
    game         TEXT NOT NULL REFERENCES game (game),
    ply          INTEGER NOT NULL,
    board        INTEGER NOT NULL,
    side         TEXT NOT NULL,
    san          TEXT NOT NULL,
    uci          TEXT NOT NULL,
    written      TEXT NOT NULL,
    completed_by TEXT NOT NULL,
    marks        TEXT NOT NULL,
    elapsed_us   INTEGER NOT NULL,
    white_us     INTEGER NOT NULL,
    black_us     INTEGER NOT NULL,
    at_us        INTEGER NOT NULL,
    wall_ms      INTEGER NOT NULL,
    clock_pos    INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS move_that_stood ON move (game) WHERE completed_by = 'stood';

CREATE TABLE IF NOT EXISTS press (
    game       TEXT NOT NULL,
    ply        INTEGER NOT NULL,
    board      INTEGER NOT NULL,
    side       TEXT NOT NULL,
    how        TEXT NOT NULL,
    elapsed_us INTEGER NOT NULL,
    white_us   INTEGER NOT NULL,
    black_us   INTEGER NOT NULL,
    period     INTEGER NOT NULL,
    at_us      INTEGER NOT NULL,
    wall_ms    INTEGER NOT NULL,
    clock_pos  INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS kept_move (
    pos          INTEGER NOT NULL,
    ruling       INTEGER NOT NULL,
    void         INTEGER NOT NULL,
    game         TEXT NOT NULL,
    ply          INTEGER NOT NULL,
    board        INTEGER NOT NULL,
    side         TEXT NOT NULL,
    san          TEXT NOT NULL,
    uci          TEXT NOT NULL,
    written      TEXT NOT NULL,
    completed_by TEXT NOT NULL,
    marks        TEXT NOT NULL,
    elapsed_us   INTEGER NOT NULL,
    white_us     INTEGER NOT NULL,
    black_us     INTEGER NOT NULL,
    at_us        INTEGER NOT NULL,
    wall_ms      INTEGER NOT NULL,
    clock_pos    INTEGER NOT NULL,
    PRIMARY KEY (pos, ply)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS kept_move_by_game ON kept_move (game, ruling);

CREATE TABLE IF NOT EXISTS kept_press (
    pos        INTEGER NOT NULL,
    ruling     INTEGER NOT NULL,
    game       TEXT NOT NULL,
    ply        INTEGER NOT NULL,
    board      INTEGER NOT NULL,
    side       TEXT NOT NULL,
    how        TEXT NOT NULL,
    elapsed_us INTEGER NOT NULL,
    white_us   INTEGER NOT NULL,
    black_us   INTEGER NOT NULL,
    period     INTEGER NOT NULL,
    at_us      INTEGER NOT NULL,
    wall_ms    INTEGER NOT NULL,
    clock_pos  INTEGER NOT NULL,
    PRIMARY KEY (pos, ply)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS kept_press_by_game ON kept_press (game, ruling);

CREATE TABLE IF NOT EXISTS sheet (
    game     TEXT NOT NULL REFERENCES game (game),
    whose    TEXT NOT NULL,
    board    INTEGER NOT NULL,
    language TEXT NOT NULL,
    notation TEXT NOT NULL,
    sheet    TEXT NOT NULL,
    by       TEXT NOT NULL,
    at_us    INTEGER NOT NULL,
    wall_ms  INTEGER NOT NULL,
    pos      INTEGER NOT NULL,
    PRIMARY KEY (game, whose)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS ruling (
    game      TEXT NOT NULL REFERENCES game (game),
    number    INTEGER NOT NULL,
    board     INTEGER NOT NULL,
    ply       INTEGER NOT NULL,
    by        TEXT NOT NULL,
    article   TEXT NOT NULL,
    about     TEXT NOT NULL,
    text      TEXT NOT NULL,
    evidence  TEXT NOT NULL,
    at_us     INTEGER NOT NULL,
    wall_ms   INTEGER NOT NULL,
    clock_pos INTEGER NOT NULL,
    undoes    INTEGER NOT NULL,
    undone_by INTEGER NOT NULL DEFAULT 0,
    answers   INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS irregularity (
    pos       INTEGER PRIMARY KEY,
    game      TEXT NOT NULL,
    board     INTEGER NOT NULL,
    ply       INTEGER NOT NULL,
    side      TEXT NOT NULL,
    kind      TEXT NOT NULL,
    played    TEXT NOT NULL,
    count     INTEGER NOT NULL,
    clock_pos INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS penalty (
    pos             INTEGER PRIMARY KEY,
    game            TEXT NOT NULL,
    board           INTEGER NOT NULL,
    side            TEXT NOT NULL,
    article         TEXT NOT NULL,
    reason          TEXT NOT NULL,
    to_opponent_us  INTEGER NOT NULL,
    taken_back_us   INTEGER NOT NULL,
    before_white_us INTEGER NOT NULL,
    before_black_us INTEGER NOT NULL,
    after_white_us  INTEGER NOT NULL,
    after_black_us  INTEGER NOT NULL,
    clock_pos       INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS claim (
    pos       INTEGER PRIMARY KEY,
    game      TEXT NOT NULL,
    board     INTEGER NOT NULL,
    ply       INTEGER NOT NULL,
    side      TEXT NOT NULL,
    kind      TEXT NOT NULL,
    move      TEXT NOT NULL,
    correct   INTEGER NOT NULL,
    facts     TEXT NOT NULL,
    clock_pos INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS draw_offer (
    pos       INTEGER PRIMARY KEY,
    game      TEXT NOT NULL,
    board     INTEGER NOT NULL,
    ply       INTEGER NOT NULL,
    side      TEXT NOT NULL,
    how       TEXT NOT NULL,
    ended     TEXT NOT NULL DEFAULT '',
    clock_pos INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS draw_offer_by_game ON draw_offer (game);

CREATE TABLE IF NOT EXISTS intervention (
    pos             INTEGER PRIMARY KEY,
    game            TEXT NOT NULL,
    board           INTEGER NOT NULL,
    ply             INTEGER NOT NULL,
    kind            TEXT NOT NULL,
    by              TEXT NOT NULL,
    article         TEXT NOT NULL,
    reason          TEXT NOT NULL,
    before_white_us INTEGER NOT NULL,
    before_black_us INTEGER NOT NULL,
    after_white_us  INTEGER NOT NULL,
    after_black_us  INTEGER NOT NULL,
    run             INTEGER NOT NULL,
    clock_pos       INTEGER NOT NULL,
    undone          INTEGER NOT NULL DEFAULT 0,
    ruling          INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX IF NOT EXISTS intervention_by_game ON intervention (game, ply);

CREATE TABLE IF NOT EXISTS restoration (
    pos       INTEGER PRIMARY KEY,
    game      TEXT NOT NULL,
    board     INTEGER NOT NULL,
    from_ply  INTEGER NOT NULL,
    to_ply    INTEGER NOT NULL,
    fen       TEXT NOT NULL,
    by        TEXT NOT NULL,
    reason    TEXT NOT NULL,
    clock_pos INTEGER NOT NULL,
    ruling    INTEGER NOT NULL,
    undone    INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX IF NOT EXISTS restoration_by_game ON restoration (game);

-- Rows of `restoration` and `intervention` that count again since this ruling.
CREATE TABLE IF NOT EXISTS counts_again (
    game   TEXT NOT NULL,
    ruling INTEGER NOT NULL,
    pos    INTEGER NOT NULL,
    PRIMARY KEY (game, ruling, pos)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS question (
    pos            INTEGER PRIMARY KEY,
    game           TEXT NOT NULL,
    number         INTEGER NOT NULL,
    board          INTEGER NOT NULL,
    article        TEXT NOT NULL,
    about          TEXT NOT NULL,
    text           TEXT NOT NULL,
    evidence       TEXT NOT NULL,
    options        TEXT NOT NULL,
    holds          INTEGER NOT NULL,
    at_us          INTEGER NOT NULL,
    wall_ms        INTEGER NOT NULL,
    closed         TEXT NOT NULL DEFAULT '',
    closed_by      TEXT NOT NULL DEFAULT '',
    option         TEXT NOT NULL DEFAULT '',
    closed_wall_ms INTEGER,
    clock_pos      INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS question_open ON question (closed, pos);
CREATE INDEX IF NOT EXISTS question_by_game ON question (game);

CREATE TABLE IF NOT EXISTS approval (
    game    TEXT NOT NULL REFERENCES game (game),
    who     TEXT NOT NULL,
    board   INTEGER NOT NULL,
    by      TEXT NOT NULL,
    at_us   INTEGER NOT NULL,
    wall_ms INTEGER NOT NULL,
    PRIMARY KEY (game, who)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS adjournment (
    pos             INTEGER PRIMARY KEY,
    game            TEXT NOT NULL,
    board           INTEGER NOT NULL,
    by              TEXT NOT NULL,
    sealed_by       TEXT NOT NULL,
    move            INTEGER NOT NULL,
    ply             INTEGER NOT NULL,
    fen             TEXT NOT NULL,
    white_us        INTEGER NOT NULL,
    black_us        INTEGER NOT NULL,
    offer           TEXT NOT NULL,
    resumption      TEXT NOT NULL,
    wall_ms         INTEGER NOT NULL,
    sealed          TEXT NOT NULL DEFAULT '',
    found           TEXT NOT NULL DEFAULT '',
    opened_wall_ms  INTEGER,
    resumed_wall_ms INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS adjournment_by_game ON adjournment (game);

CREATE TABLE IF NOT EXISTS void_event (
    pos       INTEGER PRIMARY KEY,
    game      TEXT NOT NULL,
    board     INTEGER NOT NULL,
    event     TEXT NOT NULL,
    reason    TEXT NOT NULL,
    clock_pos INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS outbox (
    id       TEXT PRIMARY KEY,
    stream   TEXT NOT NULL,
    round    INTEGER,
    board    INTEGER NOT NULL,
    game     TEXT NOT NULL,
    command  TEXT NOT NULL,
    white_us INTEGER,
    black_us INTEGER,
    runs     INTEGER,
    pos      INTEGER NOT NULL,
    settled  INTEGER NOT NULL DEFAULT 0,
    refused  TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX IF NOT EXISTS outbox_open ON outbox (game) WHERE settled = 0;

CREATE TABLE IF NOT EXISTS tournament_round (
    event  TEXT NOT NULL,
    round  INTEGER NOT NULL,
    state  TEXT NOT NULL DEFAULT 'drafted',
    starts TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (event, round)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS draw_odds (
    event TEXT PRIMARY KEY,
    side  TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS acknowledgement (
    event    TEXT NOT NULL,
    consumer TEXT NOT NULL,
    round    INTEGER NOT NULL,
    board    INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    pos      INTEGER NOT NULL,
    wall_ms  INTEGER NOT NULL,
    PRIMARY KEY (event, consumer, round, board)
) STRICT, WITHOUT ROWID;

-- The moves of boards without a game at a clock, as another system has them.
CREATE TABLE IF NOT EXISTS kept_moves (
    event   TEXT NOT NULL,
    round   INTEGER NOT NULL,
    board   INTEGER NOT NULL,
    white   INTEGER NOT NULL,
    black   INTEGER NOT NULL,
    sheet   TEXT NOT NULL,
    source  TEXT NOT NULL,
    pos     INTEGER NOT NULL,
    wall_ms INTEGER NOT NULL,
    PRIMARY KEY (event, round, white, black)
) STRICT, WITHOUT ROWID;

-- What other programs follow: in the order of `pos`, each row once and for good.
CREATE TABLE IF NOT EXISTS change (
    pos     INTEGER PRIMARY KEY,
    event   TEXT NOT NULL,
    round   TEXT,
    board   INTEGER,
    type    TEXT NOT NULL,
    public  INTEGER NOT NULL,
    body    TEXT NOT NULL,
    wall_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS change_by_event ON change (event, pos);

-- Which acts were carried out: an id counts once at the desk and once in the office, for ever.
CREATE TABLE IF NOT EXISTS acted (
    type TEXT NOT NULL,
    id   TEXT NOT NULL,
    pos  INTEGER NOT NULL,
    PRIMARY KEY (type, id)
) STRICT, WITHOUT ROWID;

-- What persons did, at the desk and in the office, as the log has it.
CREATE VIEW IF NOT EXISTS act AS
SELECT pos, stream, body ->> '$.id' AS id, body ->> '$.by' AS by,
       coalesce(body ->> '$.article', '') AS article, coalesce(body ->> '$.reason', '') AS reason,
       body ->> '$.act.type' AS act, body -> '$.act' AS content, at_us, wall_ms
FROM event WHERE type IN ('desk_acted', 'event_acted');

-- The readings are those at the press, or what somebody set the clock to before the next move. What
-- a ruling set that was taken back does not count, nor what an undo set (moves come back with their
-- times), nor what concerns moves that do not.
CREATE VIEW IF NOT EXISTS scoresheet AS
WITH setting AS NOT MATERIALIZED (
    SELECT i.* FROM intervention AS i
    WHERE i.kind = 'set_reading' AND i.undone = 0 AND NOT EXISTS
          (SELECT 1 FROM ruling AS r
           WHERE r.game = i.game AND r.number = i.ruling
             AND (r.undone_by > 0 OR r.undoes > 0))),
shown AS (
    SELECT move.*,
           coalesce((SELECT after_white_us FROM setting AS i
                     WHERE i.game = move.game AND i.ply = move.ply
                       AND i.clock_pos > move.clock_pos
                     ORDER BY i.pos DESC LIMIT 1), white_us) AS white_shown,
           coalesce((SELECT after_black_us FROM setting AS i
                     WHERE i.game = move.game AND i.ply = move.ply
                       AND i.clock_pos > move.clock_pos
                     ORDER BY i.pos DESC LIMIT 1), black_us) AS black_shown
    FROM move)
SELECT game.event, game.round, game.board, ply,
       ((ply + 1) / 2) || iif(side = 'white', '.', '...') AS number,
       side,
       san || iif(marks = '', '', ' ' || marks) AS move,
       printf('%d:%02d:%02d', elapsed_us / 3600000000, elapsed_us / 60000000 % 60,
              elapsed_us / 1000000 % 60) AS elapsed,
       printf('%d:%02d:%02d', white_shown / 3600000000, white_shown / 60000000 % 60,
              white_shown / 1000000 % 60) AS white_clock,
       printf('%d:%02d:%02d', black_shown / 3600000000, black_shown / 60000000 % 60,
              black_shown / 1000000 % 60) AS black_clock,
       strftime('%Y-%m-%dT%H:%M:%fZ', wall_ms / 1000.0, 'unixepoch') AS at,
       completed_by, marks, san, uci, written,
       elapsed_us, white_shown AS white_us, black_shown AS black_us, at_us, game
FROM shown JOIN game USING (game)
ORDER BY game.event, game.round, game.board, ply;

-- Which rows of the log are about what: `tournament`, `players` (who plays which game), or `log`
-- (which clock log is followed).
CREATE TABLE IF NOT EXISTS log_topic (
    topic TEXT NOT NULL,
    pos   INTEGER NOT NULL,
    PRIMARY KEY (topic, pos)
) STRICT, WITHOUT ROWID;
