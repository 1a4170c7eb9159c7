// The commands that clockd accepts. Plain data, as in clock_messages.hpp, which has its events.
#pragma once

#include <optional>

#include "common/base/ids.hpp"
#include "common/base/score.hpp"
#include "common/base/side.hpp"
#include "common/base/time.hpp"
#include "common/base/time_control.hpp"
#include "common/base/variant.hpp"
#include "common/wire/describe.hpp"
#include "common/wire/one_of.hpp"
#include "common/wire/words.hpp"

namespace flagfall::wire {

// ---- commands -------------------------------------------------------------------------------

// The fields of every command.
struct Command {
    std::string id;             // chosen by the sender, unique among theirs; repeating it is safe
    Board board;
    std::string game;           // guards against commands meant for the board's previous game
    Epoch epoch;                // the epoch the sender has seen; an older one is refused as stale
    Duration age;               // how long ago it happened, if sent late
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

// The terms fixed before a game starts; the command and the event share them.
struct GameTerms {
    std::string event;           // id of the event, as in URLs
    std::string round;           // "1"
    std::string white;           // names, any script
    std::string black;
    std::string time_control;    // TRF26 notation, W...-B... if the sides differ
    std::optional<PeriodTrigger> period_trigger{};  // left out: moves
    std::optional<Variant> variant{};               // left out: chess
    std::string fen;             // start position; empty for the orthodox one
    std::string profile;         // rules profile; if empty, that of the time control
    Pairs rules;                 // settings announced in place of the profile's
    Pairs tags;                  // PGN tags kept for the record, in order
    // How late a player may arrive after the start (6.7.1); left out: not watched.
    std::optional<Duration> default_time;
    std::optional<FlagCall> flag_call{};  // left out: automatic
    bool freeze = false;  // when the flag is called: do both clocks stand at zero until then?
    std::optional<Reporting> reports{};  // left out: moves
    std::optional<Timing> timing{};      // left out: clockd; board_clock needs a flag_call
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
        v.maybe("default_time_us", m.default_time);
        v.maybe("flag_call", m.flag_call);
        v.maybe("freeze", m.freeze);
        v.maybe("reports", m.reports);
        v.maybe("timing", m.timing);
    }
};

// Sets up a game at a board whose previous game, if any, has ended.
struct OpenGame : Command {
    static constexpr std::string_view type = "open_game";
    GameTerms terms;

    template <class M, class V>
    static void describe(M& m, V& v) {
        Command::describe(m, v);
        GameTerms::describe(m.terms, v);
    }
};

// Starts White's clock (6.6).
struct StartGame : Command {
    static constexpr std::string_view type = "start_game";
};

// A move was made on the board (4.7), in any notation; the clock is not pressed yet.
struct MakeMove : Command {
    static constexpr std::string_view type = "move";
    Side side{};
    std::string text;
    Duration uncertainty{};  // it was made at that time, or up to this much earlier
    // An electronic board shows what other moves, or another order of these, lead to as well: the
    // moves as they were understood, "e2e4 e7e5 g1f3", with this one among them.
    std::string guessed{};

    template <class M, class V>
    static void describe(M& m, V& v) {
        Command::describe(m, v);
        v("side", m.side);
        v("text", m.text);
        v.maybe("uncertainty_us", m.uncertainty);
        v.maybe("guessed", m.guessed);
    }
};

// A player presses their clock (6.2.1). `move` is the move made with it, if the device knows it
// and has not sent it before.
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

// A command that names only a side.
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

// A player claims; the clock is paused (9.5.1). Draw claims are judged, the arbiter decides the
// others.
struct Claim : SideCommand {
    static constexpr std::string_view type = "claim";
    ClaimKind kind{};
    std::string move;  // the announced move, if a draw claim is "about to appear"
    std::string text;  // the player's words, for the arbiter

    template <class M, class V>
    static void describe(M& m, V& v) {
        SideCommand::describe(m, v);
        v("kind", m.kind);
        v.maybe("move", m.move);
        v.maybe("text", m.text);
    }
};

// The player has come to the board (6.7.1). A player who moves, presses or speaks has come, too.
struct Arrive : SideCommand {
    static constexpr std::string_view type = "arrive";
};

// The device detected touched pieces: evidence for the arbiter (Article 4), and no more.
struct Touch : SideCommand {
    static constexpr std::string_view type = "touch";
    std::string squares;     // in the order touched, such as "e1 h1"; 1 to 16
    bool adjusting = false;  // announced before as an adjustment (4.2.1)

    template <class M, class V>
    static void describe(M& m, V& v) {
        SideCommand::describe(m, v);
        v("squares", m.squares);
        v.maybe("adjusting", m.adjusting);
    }
};

// Calls the flag of this side, whose time has reached zero (6.8).
struct CallFlag : SideCommand {
    static constexpr std::string_view type = "call_flag";
};

// Stops both clocks (6.11).
struct Pause : Command {
    static constexpr std::string_view type = "pause";
    std::string reason;

    template <class M, class V>
    static void describe(M& m, V& v) {
        Command::describe(m, v);
        v("reason", m.reason);
    }
};

// Starts the clock of the side on move again.
struct Resume : Command {
    static constexpr std::string_view type = "resume";
};

// The state after a correction: absolute values, so that repeating it changes nothing.
struct Correction {
    Both<Duration> readings;
    Side turn{};           // whose clock runs, or will run
    Ply ply;               // moves completed by both sides together
    bool run = false;      // does the clock of `turn` run at once?
    // The position, if known; if empty, it follows from `ply`. Moves made but not completed stay on
    // the board only if it is empty and `ply` is the board's.
    std::string fen;
    std::string article;   // of the Laws, such as "7.5.5"
    std::string reason;    // for people
    Pos answers;           // the event of clockd's log it answers; 0 if a person decided
    // The turn goes on: what was used of it stays used. It is the present turn, or the one that the
    // last press ended, if that press is undone. Otherwise the turn begins with the correction.
    bool goes_on = false;
    // The period of a side, from 1, now and at earlier positions; 0: it follows from the moves and
    // from what ended before. Under trigger "moves" only byo-yomi may differ from the moves.
    Both<std::uint32_t> period{};
    bool changed_seats = false;  // the players did (7.3): arrivals change sides, too
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
        v.maybe("goes_on", m.goes_on);
        v.maybe("white_period", m.period[Side::white]);
        v.maybe("black_period", m.period[Side::black]);
        v.maybe("changed_seats", m.changed_seats);
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

// Adds time to the clocks or takes it off, whichever runs (12.9, 6.2.6, 12.5): differences,
// since the clock may run. Neither turn, moves nor position change.
struct Adjust : Command {
    static constexpr std::string_view type = "adjust";
    Both<Duration> deltas;  // may be negative; a reading never gets below zero
    std::string article;
    std::string reason;  // for people

    template <class M, class V>
    static void describe(M& m, V& v) {
        Command::describe(m, v);
        v("white_us", m.deltas[Side::white]);
        v("black_us", m.deltas[Side::black]);
        v.maybe("article", m.article);
        v("reason", m.reason);
    }
};

// Withdraws the result: the board's game, which was over, goes on; its clock stands.
struct ReopenGame : Command {
    static constexpr std::string_view type = "reopen_game";
    std::string article;
    std::string reason;

    template <class M, class V>
    static void describe(M& m, V& v) {
        Command::describe(m, v);
        v.maybe("article", m.article);
        v("reason", m.reason);
    }
};

// Another time control from now on (6.10.2, Guidelines III.4); the command and the event share it.
struct NewControl {
    std::string time_control;    // as in GameTerms
    std::optional<PeriodTrigger> period_trigger{};  // as in GameTerms
    std::string article;
    std::string reason;
    friend bool operator==(const NewControl&, const NewControl&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("time_control", m.time_control);
        v.maybe("period_trigger", m.period_trigger);
        v.maybe("article", m.article);
        v("reason", m.reason);
    }
};
struct SetControl : Command {
    static constexpr std::string_view type = "set_control";
    NewControl control;
    Both<Duration> readings;  // what the clocks show from now on
    // The readings are added to what the clocks show, and the turn goes on: for a clock that runs.
    bool relative = false;

    template <class M, class V>
    static void describe(M& m, V& v) {
        Command::describe(m, v);
        NewControl::describe(m.control, v);
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
        v.maybe("relative", m.relative);
    }
};

// Virtual time only: nothing happens at this board until `at`; a flag may fall meanwhile.
struct Wait : Command {
    static constexpr std::string_view type = "wait";
};

struct ClockCommandTypes {
    using Variant = std::variant<OpenGame, StartGame, MakeMove, Press, OfferDraw, AcceptDraw,
                                 DeclineDraw, Resign, Claim, Pause, Resume, SetReading, EndGame,
                                 Wait, Adjust, ReopenGame, SetControl, Arrive, Touch, CallFlag>;
};
using ClockCommand = OneOf<ClockCommandTypes>;

}  // namespace flagfall::wire
