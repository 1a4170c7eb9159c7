// The messages of peers to clockd (clock_commands.hpp), and what clockd records. Plain data: the
// cores use these types as their vocabulary, and only the codec knows JSON. docs/protocol.md
// describes the same for people.
#pragma once

#include "common/wire/clock_commands.hpp"
#include "common/wire/device_messages.hpp"
#include "common/wire/equipment_messages.hpp"
#include "common/wire/head_messages.hpp"
#include "common/wire/one_of.hpp"

namespace flagfall::wire {

// ---- views ----------------------------------------------------------------------------------

// The state of a board at an instant.
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

// The fields of every event of a board; the epoch and the readings are those after it.
struct BoardEvent {
    Board board;
    std::string game;
    Epoch epoch;
    Both<Duration> readings;
    // How long before its line arrived it happened: as the sender claimed, and as far as that was
    // accepted. For acts that were sent late.
    Duration claimed_age{};
    Duration age{};
    friend bool operator==(const BoardEvent&, const BoardEvent&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("board", m.board);
        v("game", m.game);
        v("epoch", m.epoch);
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
        v.maybe("claimed_age_us", m.claimed_age);
        v.maybe("age_us", m.age);
    }
};

// The first line of a log. `log` names it; a follower of another log is stopped.
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

// A move was made. If clockd's shadow of the position shows that it ends the game, the clock
// stops here and `ending` has the reason.
struct Made : BoardEvent {
    static constexpr std::string_view type = "made";
    Side side{};
    Ply ply;           // the ply of this move once completed
    std::string text;  // as the device wrote it
    Duration elapsed;  // of this turn so far
    Ending ending{};   // checkmate, stalemate or dead_position; otherwise none
    // From an electronic board that is polled: the move may have been made up to this much earlier.
    Duration uncertainty{};
    std::string guessed{};  // as in the command: other moves, or another order, fit as well

    template <class M, class V>
    static void describe(M& m, V& v) {
        BoardEvent::describe(m, v);
        v("side", m.side);
        v("ply", m.ply);
        v("text", m.text);
        v("elapsed_us", m.elapsed);
        v.maybe("ending", m.ending);
        v.maybe("uncertainty_us", m.uncertainty);
        v.maybe("guessed", m.guessed);
    }
};

struct Pressed : BoardEvent {
    static constexpr std::string_view type = "pressed";
    Side side{};
    Ply ply;              // completed by both sides together, this press included
    bool made = false;    // was a move made on this turn? If not, see 7.5.3
    bool unseen = false;  // nobody could see that: the electronic board was not followed then
    Duration elapsed;     // of this turn
    Duration gained;      // what the press added: increment, returned delay, a new period's time
    Duration margin;      // time left when pressed, before anything was added; more than zero,
                          // unless the flag waits to be called (6.8)
    std::uint32_t period = 1;  // the period of the presser's next move, from 1

    template <class M, class V>
    static void describe(M& m, V& v) {
        BoardEvent::describe(m, v);
        v("side", m.side);
        v("ply", m.ply);
        v("made", m.made);
        v.maybe("unseen", m.unseen);
        v("elapsed_us", m.elapsed);
        v("gained_us", m.gained);
        v("margin_us", m.margin);
        v("period", m.period);
    }
};

// A press that was made before the flag fell but arrived after the flag-fall was recorded: a fact
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
    ClaimKind kind{};
    std::string move;
    std::string text;

    template <class M, class V>
    static void describe(M& m, V& v) {
        SideEvent::describe(m, v);
        v("kind", m.kind);
        v.maybe("move", m.move);
        v.maybe("text", m.text);
    }
};

// The facts when a side's time has run out.
struct FlagFacts : SideEvent {
    Ply ply;                        // completed by both sides together
    std::uint32_t moves = 0;        // presses of the side itself
    std::uint32_t moves_required = 0;  // by the end of its period; 0: all
    std::uint32_t period = 1;       // of that side, from 1
    bool last_period = true;
    Duration late;                  // how long after the deadline it was noticed, or called
    Both<bool> absent{};            // who has not come to the board, as far as clockd knows

    template <class M, class V>
    static void describe(M& m, V& v) {
        SideEvent::describe(m, v);
        v("ply", m.ply);
        v("moves", m.moves);
        v("moves_required", m.moves_required);
        v("period", m.period);
        v("last_period", m.last_period);
        v("late_us", m.late);
        v.maybe("white_absent", m.absent[Side::white]);
        v.maybe("black_absent", m.absent[Side::black]);
    }
};

// The allotted time ran out (6.1.1), at the computed deadline, but under the terms a person must
// call the flag (6.8). Its clock goes on at zero, or both stand (freeze).
struct FlagReached : FlagFacts {
    static constexpr std::string_view type = "flag_reached";
    bool freeze = false;

    template <class M, class V>
    static void describe(M& m, V& v) {
        FlagFacts::describe(m, v);
        v.maybe("freeze", m.freeze);
    }
};

// The flag has fallen (6.8): the clock is frozen. Its instant is the computed deadline, or that of
// the call.
struct FlagFell : FlagFacts {
    static constexpr std::string_view type = "flag_fell";
    std::string by;                 // role of the caller; empty if the clock itself detected it
    std::string opponent_can_mate;  // "winnable", "unwinnable", "undetermined", "unknown"
    std::string line;               // UCI moves that mate, if winnable

    template <class M, class V>
    static void describe(M& m, V& v) {
        FlagFacts::describe(m, v);
        v.maybe("by", m.by);
        v("opponent_can_mate", m.opponent_can_mate);
        v.maybe("line", m.line);
    }
};

// Trigger "zero": a period that is not the last ran out with its moves completed; the next
// period's time is on both clocks, and the game goes on.
struct PeriodEnded : SideEvent {
    static constexpr std::string_view type = "period_ended";
    std::uint32_t period = 1;  // the period that began

    template <class M, class V>
    static void describe(M& m, V& v) {
        SideEvent::describe(m, v);
        v("period", m.period);
    }
};

struct Paused : BoardEvent {
    static constexpr std::string_view type = "paused";
    std::string by;  // role of the person; "clockd" after a power cut
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
    bool adjusted = false;  // time was added or taken off, and nothing else: the turn goes on
    // What the clock showed just before; left out in older logs.
    Both<std::optional<Duration>> before{};

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("board", m.board);
        v("game", m.game);
        v("epoch", m.epoch);
        v.maybe("claimed_age_us", m.claimed_age);
        v.maybe("age_us", m.age);
        v("by", m.by);
        Correction::describe(m.correction, v);
        v.maybe("adjusted", m.adjusted);
        v.maybe("before_white_us", m.before[Side::white]);
        v.maybe("before_black_us", m.before[Side::black]);
    }
};

// Another time control counts from now on; the readings are as set, and the turn begins again,
// unless it goes on.
struct ControlSet : BoardEvent {
    static constexpr std::string_view type = "control_set";
    std::string by;
    NewControl control;
    bool run = false;  // does the clock of the side on move run?
    bool goes_on = false;  // the turn goes on, and the time used of it stays used
    // What the clock showed just before; left out in older logs.
    Both<std::optional<Duration>> before{};

    template <class M, class V>
    static void describe(M& m, V& v) {
        BoardEvent::describe(m, v);
        v("by", m.by);
        NewControl::describe(m.control, v);
        v.maybe("run", m.run);
        v.maybe("goes_on", m.goes_on);
        v.maybe("before_white_us", m.before[Side::white]);
        v.maybe("before_black_us", m.before[Side::black]);
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

// The game is not over after all: its clock stands as before, or it waits for its start again.
struct GameReopened : BoardEvent {
    static constexpr std::string_view type = "game_reopened";
    std::string by;
    std::string article;
    std::string reason;
    // The side whose clock runs next, and the moves completed by both sides together; empty in logs
    // from before these were reported.
    std::optional<Side> turn;
    std::optional<Ply> ply;

    template <class M, class V>
    static void describe(M& m, V& v) {
        BoardEvent::describe(m, v);
        v("by", m.by);
        v.maybe("article", m.article);
        v("reason", m.reason);
        v.maybe("turn", m.turn);
        v.maybe("ply", m.ply);
    }
};

// A player made their next move although their last one, which was answered, was not pressed: both
// moves count as completed (6.2.1.2). The clock's turn goes on; nothing is gained except the time
// of a period that begins.
struct CompletedByNext : SideEvent {
    static constexpr std::string_view type = "completed_by_next";
    Ply ply;                // completed by both sides together, these two included
    Both<Duration> gained;

    template <class M, class V>
    static void describe(M& m, V& v) {
        SideEvent::describe(m, v);
        v("ply", m.ply);
        v.maybe("white_gained_us", m.gained[Side::white]);
        v.maybe("black_gained_us", m.gained[Side::black]);
    }
};

struct Touched : SideEvent {
    static constexpr std::string_view type = "touched";
    std::string squares;
    bool adjusting = false;

    template <class M, class V>
    static void describe(M& m, V& v) {
        SideEvent::describe(m, v);
        v("squares", m.squares);
        v.maybe("adjusting", m.adjusting);
    }
};

struct Arrived : SideEvent {
    static constexpr std::string_view type = "arrived";
};

// The default time is over (6.7.1), at its deadline, and a player has not come. The clock goes on:
// the arbiter declares the game lost, or decides otherwise.
struct DefaultTimePassed : BoardEvent {
    static constexpr std::string_view type = "default_time_passed";
    Both<bool> absent{};
    Duration late;  // how long after the deadline it was noticed

    template <class M, class V>
    static void describe(M& m, V& v) {
        BoardEvent::describe(m, v);
        v("white", m.absent[Side::white]);
        v("black", m.absent[Side::black]);
        v("late_us", m.late);
    }
};

struct ClockEventTypes {
    using Variant = std::variant<LogOpened, Booted, GameOpened, GameStarted, Made, Pressed,
                                 PressedLate, DrawOffered, DrawAccepted, DrawDeclined, Resigned,
                                 Claimed, FlagFell, PeriodEnded, Paused, Resumed, ReadingSet,
                                 GameEnded, ControlSet, GameReopened, FlagReached, CompletedByNext,
                                 Touched, Arrived, DefaultTimePassed, DeviceEnrolmentOpened,
                                 DeviceEnrolled, DeviceRevoked, DeviceCameTwice, HeadKept,
                                 EquipmentChanged>;
};
using ClockEvent = OneOf<ClockEventTypes>;

}  // namespace flagfall::wire
