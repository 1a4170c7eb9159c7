// What is said to clockd, and what clockd records. Plain data: the cores use these types as
// their vocabulary, and only the codec knows JSON. docs/protocol.md tells the same to people.
#pragma once

#include <optional>
#include <variant>

#include "common/base/ids.hpp"
#include "common/base/score.hpp"
#include "common/base/side.hpp"
#include "common/base/time.hpp"
#include "common/wire/describe.hpp"

namespace flagfall::wire {

// ---- commands -------------------------------------------------------------------------------

// What every command carries.
struct Command {
    std::string id;             // chosen by the sender, unique in the log; repeating it is safe
    Board board;
    std::string game;           // guards against commands meant for the board's previous game
    Epoch epoch;                // the epoch the sender has seen; an older one is refused as stale
    Duration age;               // how long ago it happened, when sent late
    std::optional<Instant> at;  // virtual time only: the instant it happens
    friend bool operator==(const Command&, const Command&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v("board", m.board);
        v("game", m.game);
        v.maybe("epoch", m.epoch);
        v.maybe("age_us", m.age);
        v.maybe("at_us", m.at);
    }
};

// What is fixed before a game starts; the command and the event share it.
struct GameTerms {
    std::string event;           // id of the event, as in URLs
    std::string round;           // "1"
    std::string white;           // names, any script
    std::string black;
    std::string time_control;    // TRF26 notation, W...-B... when the sides differ
    std::string period_trigger;  // "moves" (default when empty) or "zero"
    std::string variant;         // "chess" (default when empty) or "chess960"
    std::string fen;             // start position; empty for the orthodox one
    std::string profile;         // rules profile; when empty, that of the time control
    Pairs rules;                 // settings of the profile that the event announced otherwise
    Pairs tags;                  // PGN tags kept for the record, in order
    friend bool operator==(const GameTerms&, const GameTerms&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("event", m.event);
        v("round", m.round);
        v("white", m.white);
        v("black", m.black);
        v("time_control", m.time_control);
        v.maybe("period_trigger", m.period_trigger);
        v.maybe("variant", m.variant);
        v.maybe("fen", m.fen);
        v.maybe("profile", m.profile);
        v.maybe("rules", m.rules);
        v.maybe("tags", m.tags);
    }
};

// A game is set up at a board whose previous game, if any, has ended.
struct OpenGame : Command {
    static constexpr std::string_view type = "open_game";
    GameTerms terms;

    template <class M, class V>
    static void describe(M& m, V& v) {
        Command::describe(m, v);
        GameTerms::describe(m.terms, v);
    }
};

// White's clock is started (6.6).
struct StartGame : Command {
    static constexpr std::string_view type = "start_game";
};

// A move was made on the board (4.7), in any notation; the clock is not pressed yet.
struct MakeMove : Command {
    static constexpr std::string_view type = "move";
    Side side{};
    std::string text;

    template <class M, class V>
    static void describe(M& m, V& v) {
        Command::describe(m, v);
        v("side", m.side);
        v("text", m.text);
    }
};

// A player presses his clock (6.2.1). `move` tells the move made with it, when the device
// knows it and has not sent it before.
struct Press : Command {
    static constexpr std::string_view type = "press";
    Side side{};
    std::string move;

    template <class M, class V>
    static void describe(M& m, V& v) {
        Command::describe(m, v);
        v("side", m.side);
        v.maybe("move", m.move);
    }
};

// A command that is only "this side does it".
struct SideCommand : Command {
    Side side{};

    template <class M, class V>
    static void describe(M& m, V& v) {
        Command::describe(m, v);
        v("side", m.side);
    }
};
struct OfferDraw : SideCommand {  // 9.1.2
    static constexpr std::string_view type = "offer_draw";
};
struct AcceptDraw : SideCommand {
    static constexpr std::string_view type = "accept_draw";
};
struct DeclineDraw : SideCommand {
    static constexpr std::string_view type = "decline_draw";
};
struct Resign : SideCommand {  // 5.1.2
    static constexpr std::string_view type = "resign";
};

// A draw claim under 9.2 or 9.3; the clock is paused (9.5.1).
struct Claim : SideCommand {
    static constexpr std::string_view type = "claim";
    std::string kind;  // "threefold" or "fifty_move"
    std::string move;  // the move announced, when the claim is "about to appear"

    template <class M, class V>
    static void describe(M& m, V& v) {
        SideCommand::describe(m, v);
        v("kind", m.kind);
        v.maybe("move", m.move);
    }
};

// Both clocks are stopped (6.11).
struct Pause : Command {
    static constexpr std::string_view type = "pause";
    std::string reason;

    template <class M, class V>
    static void describe(M& m, V& v) {
        Command::describe(m, v);
        v("reason", m.reason);
    }
};

// The clock of the side on move runs again.
struct Resume : Command {
    static constexpr std::string_view type = "resume";
};

// What a correction leaves behind: absolute values, so that repeating it changes nothing.
struct Correction {
    Both<Duration> readings;
    Side turn{};           // whose clock runs, or will run
    Ply ply;               // moves completed by both sides together
    bool run = false;      // does the clock of `turn` run at once?
    // The position, when it is known; empty leaves it to `ply`. Moves that stand on the board
    // uncompleted stay only when it is empty and `ply` is the board's.
    std::string fen;
    std::string article;   // of the Laws, such as "7.5.5"
    std::string reason;    // for people
    Pos answers;           // the event of clockd's log it answers; 0 when a person decided
    friend bool operator==(const Correction&, const Correction&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
        v("turn", m.turn);
        v("ply", m.ply);
        v.maybe("run", m.run);
        v.maybe("fen", m.fen);
        v.maybe("article", m.article);
        v("reason", m.reason);
        v.maybe("answers", m.answers);
    }
};
struct SetReading : Command {  // 6.10, 7.1, 7.5.5, 9.5.3
    static constexpr std::string_view type = "set_reading";
    Correction correction;

    template <class M, class V>
    static void describe(M& m, V& v) {
        Command::describe(m, v);
        Correction::describe(m.correction, v);
    }
};

// The game is over: its clock never runs again.
struct Outcome {
    Score score;
    Ending ending{};
    std::string article;
    friend bool operator==(const Outcome&, const Outcome&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("score", m.score);
        v("reason", m.ending);
        v("article", m.article);
    }
};
struct EndGame : Command {
    static constexpr std::string_view type = "end_game";
    Outcome outcome;

    template <class M, class V>
    static void describe(M& m, V& v) {
        Command::describe(m, v);
        Outcome::describe(m.outcome, v);
    }
};

// Virtual time only: nothing happens at this board until `at`; a flag may fall meanwhile.
struct Wait : Command {
    static constexpr std::string_view type = "wait";
};

using ClockCommand =
    std::variant<OpenGame, StartGame, MakeMove, Press, OfferDraw, AcceptDraw, DeclineDraw, Resign,
                 Claim, Pause, Resume, SetReading, EndGame, Wait>;

// ---- views ----------------------------------------------------------------------------------

// What a board looks like at an instant.
struct BoardView {
    Board board;
    std::string game;   // empty: no game was opened here yet
    std::string phase;  // "empty", "ready", "running", "paused", "flag_fallen", "stopped", "over"
    Epoch epoch;
    Ply ply;            // completed by presses
    Side turn{};        // whose clock runs or will run
    Both<Duration> readings;
    Instant at;         // of the readings
    std::string result;  // score text once the game is over

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("board", m.board);
        v("game", m.game);
        v("phase", m.phase);
        v("epoch", m.epoch);
        v("ply", m.ply);
        v("turn", m.turn);
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
        v("at_us", m.at);
        v.maybe("result", m.result);
    }
};

// ---- events ---------------------------------------------------------------------------------

// What every event of a board carries: the epoch is the one after it, and so are the readings.
struct BoardEvent {
    Board board;
    std::string game;
    Epoch epoch;
    Both<Duration> readings;
    friend bool operator==(const BoardEvent&, const BoardEvent&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("board", m.board);
        v("game", m.game);
        v("epoch", m.epoch);
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
    }
};

// First line of a log. `log` names it; a follower of another log is stopped.
struct LogOpened {
    static constexpr std::string_view type = "log_opened";
    std::string log;
    std::string time;  // "real" or "virtual"
    std::string version;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("log", m.log);
        v("time", m.time);
        v("version", m.version);
    }
};

// The daemon started; the instants that follow are of this boot.
struct Booted {
    static constexpr std::string_view type = "booted";
    std::string boot;
    std::string version;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("boot", m.boot);
        v("version", m.version);
    }
};

struct GameOpened : BoardEvent {
    static constexpr std::string_view type = "game_opened";
    GameTerms terms;

    template <class M, class V>
    static void describe(M& m, V& v) {
        BoardEvent::describe(m, v);
        GameTerms::describe(m.terms, v);
    }
};

struct GameStarted : BoardEvent {
    static constexpr std::string_view type = "game_started";
};

// A move was made. When clockd's shadow of the position sees that it ends the game, the clock
// stops here and `ending` says why.
struct Made : BoardEvent {
    static constexpr std::string_view type = "made";
    Side side{};
    Ply ply;           // the ply this move will be once completed
    std::string text;  // as the device wrote it
    Duration elapsed;  // of this turn so far
    Ending ending{};   // checkmate, stalemate or dead_position; else none

    template <class M, class V>
    static void describe(M& m, V& v) {
        BoardEvent::describe(m, v);
        v("side", m.side);
        v("ply", m.ply);
        v("text", m.text);
        v("elapsed_us", m.elapsed);
        v.maybe("ending", m.ending);
    }
};

struct Pressed : BoardEvent {
    static constexpr std::string_view type = "pressed";
    Side side{};
    Ply ply;              // completed by both sides together, this press included
    bool made = false;    // was a move made on this turn? A press without one is 7.5.3's
    Duration elapsed;     // of this turn
    Duration gained;      // what the press added: increment, returned delay, a new period's time
    Duration margin;      // time left when pressed, before anything was added; more than zero
    std::uint32_t period = 1;  // the period the presser's next move belongs to, from 1

    template <class M, class V>
    static void describe(M& m, V& v) {
        BoardEvent::describe(m, v);
        v("side", m.side);
        v("ply", m.ply);
        v("made", m.made);
        v("elapsed_us", m.elapsed);
        v("gained_us", m.gained);
        v("margin_us", m.margin);
        v("period", m.period);
    }
};

// A press that was made before the flag fell but reached us after that was recorded: a fact
// for the arbiter; it changes nothing by itself.
struct PressedLate : BoardEvent {
    static constexpr std::string_view type = "pressed_late";
    Side side{};
    std::string move;
    Duration early;  // how long before the deadline it was made

    template <class M, class V>
    static void describe(M& m, V& v) {
        BoardEvent::describe(m, v);
        v("side", m.side);
        v.maybe("move", m.move);
        v("early_us", m.early);
    }
};

struct SideEvent : BoardEvent {
    Side side{};

    template <class M, class V>
    static void describe(M& m, V& v) {
        BoardEvent::describe(m, v);
        v("side", m.side);
    }
};
struct DrawOffered : SideEvent {
    static constexpr std::string_view type = "draw_offered";
};
struct DrawAccepted : SideEvent {
    static constexpr std::string_view type = "draw_accepted";
};
struct DrawDeclined : SideEvent {
    static constexpr std::string_view type = "draw_declined";
};
struct Resigned : SideEvent {  // the clock stops
    static constexpr std::string_view type = "resigned";
};
struct Claimed : SideEvent {  // the clock stops
    static constexpr std::string_view type = "claimed";
    std::string kind;
    std::string move;

    template <class M, class V>
    static void describe(M& m, V& v) {
        SideEvent::describe(m, v);
        v("kind", m.kind);
        v.maybe("move", m.move);
    }
};

// The allotted time ran out (6.1.1). Its instant is the computed deadline; the clock is frozen.
struct FlagFell : SideEvent {
    static constexpr std::string_view type = "flag_fell";
    Ply ply;                        // completed by both sides together
    std::uint32_t moves = 0;        // presses of the side itself
    std::uint32_t moves_required = 0;  // by the end of its period; 0: all
    std::uint32_t period = 1;       // of that side, from 1
    bool last_period = true;
    Duration late;                  // how long after the deadline it was noticed
    std::string opponent_can_mate;  // "winnable", "unwinnable", "undetermined", "unknown"
    std::string line;               // UCI moves that mate, when winnable

    template <class M, class V>
    static void describe(M& m, V& v) {
        SideEvent::describe(m, v);
        v("ply", m.ply);
        v("moves", m.moves);
        v("moves_required", m.moves_required);
        v("period", m.period);
        v("last_period", m.last_period);
        v("late_us", m.late);
        v("opponent_can_mate", m.opponent_can_mate);
        v.maybe("line", m.line);
    }
};

// Trigger "zero": a period that is not the last ran out with its moves completed; the next
// period's time is on both clocks, and the game goes on.
struct PeriodEnded : SideEvent {
    static constexpr std::string_view type = "period_ended";
    std::uint32_t period = 1;  // that began

    template <class M, class V>
    static void describe(M& m, V& v) {
        SideEvent::describe(m, v);
        v("period", m.period);
    }
};

struct Paused : BoardEvent {
    static constexpr std::string_view type = "paused";
    std::string by;  // role of who did it; "clockd" after a power cut
    std::string reason;

    template <class M, class V>
    static void describe(M& m, V& v) {
        BoardEvent::describe(m, v);
        v("by", m.by);
        v("reason", m.reason);
    }
};

struct Resumed : BoardEvent {
    static constexpr std::string_view type = "resumed";
    std::string by;
    Side turn{};

    template <class M, class V>
    static void describe(M& m, V& v) {
        BoardEvent::describe(m, v);
        v("by", m.by);
        v("turn", m.turn);
    }
};

struct ReadingSet : BoardEvent {
    static constexpr std::string_view type = "reading_set";
    std::string by;
    Correction correction;  // its readings repeat the event's

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("board", m.board);
        v("game", m.game);
        v("epoch", m.epoch);
        v("by", m.by);
        Correction::describe(m.correction, v);
    }
};

struct GameEnded : BoardEvent {
    static constexpr std::string_view type = "game_ended";
    std::string by;
    Outcome outcome;

    template <class M, class V>
    static void describe(M& m, V& v) {
        BoardEvent::describe(m, v);
        v("by", m.by);
        Outcome::describe(m.outcome, v);
    }
};

using ClockEvent =
    std::variant<LogOpened, Booted, GameOpened, GameStarted, Made, Pressed, PressedLate,
                 DrawOffered, DrawAccepted, DrawDeclined, Resigned, Claimed, FlagFell, PeriodEnded,
                 Paused, Resumed, ReadingSet, GameEnded>;

}  // namespace flagfall::wire
