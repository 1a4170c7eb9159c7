// What arbiterd records: the game under the Laws. Each event that answers one of clockd's
// carries that event's position as `cause`; 0 means a person's decision.
#pragma once

#include <variant>

#include "common/wire/clock_messages.hpp"
#include "common/wire/desk_messages.hpp"

namespace flagfall::wire {

struct GameEventBase {
    std::string game;
    Board board;
    Pos cause;
    Epoch epoch;  // of the board after what was answered
    friend bool operator==(const GameEventBase&, const GameEventBase&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("game", m.game);
        v("board", m.board);
        v("cause", m.cause);
        v.maybe("epoch", m.epoch);
    }
};

// The clock log that is followed; the record is made from it and no other.
struct LinkFollowed {
    static constexpr std::string_view type = "link_followed";
    std::string log;
    std::string time;  // "real" or "virtual"

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("log", m.log);
        v("time", m.time);
    }
};

struct GameRecorded : GameEventBase {
    static constexpr std::string_view type = "game_recorded";
    GameTerms terms;
    Pairs settings;  // of the rules it is judged by, whole; empty in records of long ago
    Both<Duration> readings;

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        GameTerms::describe(m.terms, v);
        v.maybe("settings", m.settings);
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
    }
};

struct GameBegan : GameEventBase {
    static constexpr std::string_view type = "game_began";
};

// A move stands on the board but is not completed yet; nothing is illegal until the press.
struct MovePending : GameEventBase {
    static constexpr std::string_view type = "move_pending";
    Side side{};
    std::string text;
    Duration elapsed;  // of this turn, when it was made

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("text", m.text);
        v.maybe("elapsed_us", m.elapsed);
    }
};

// A legal move, completed (6.2.1): by the press, by ending the game, by the player's
// next move, or by ruling.
struct MoveRecorded : GameEventBase {
    static constexpr std::string_view type = "move_recorded";
    Side side{};
    Ply ply;
    std::string uci;
    std::string san;
    std::string written;     // as the device sent it
    Duration elapsed;        // of this turn
    Both<Duration> readings;  // after it
    std::string completed_by;  // "press", "end" (6.2.1.1), "next_move" (6.2.1.2) or "ruling"
    std::string marks;         // "(=)" when a draw was offered with it (8.1.5)

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("ply", m.ply);
        v("uci", m.uci);
        v("san", m.san);
        v("written", m.written);
        v("elapsed_us", m.elapsed);
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
        v("completed_by", m.completed_by);
        v.maybe("marks", m.marks);
    }
};

// Something of Article 7 was completed.
struct IrregularityFound : GameEventBase {
    static constexpr std::string_view type = "irregularity_found";
    Side side{};
    Ply ply;
    std::string kind;  // illegal_move, press_without_move, promotion_not_completed,
                       // announced_move_not_played, unreadable_move
    std::string text;  // what was played, as written
    std::uint32_t count = 0;  // illegal actions of this side so far (7.5.5); unchanged if not one

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("ply", m.ply);
        v("kind", m.kind);
        v("text", m.text);
        v("count", m.count);
    }
};

// An illegal action was completed and is not put right by itself: the arbiter must see it or the
// opponent claim it in time (A.5.2, US 11).
struct IllegalMoveSeen : GameEventBase {
    static constexpr std::string_view type = "illegal_move_seen";
    Side side{};
    Ply ply;
    std::string kind;     // as in irregularity_found
    std::string text;     // as written; empty when there was no move
    std::string squares;  // "e2e5", "--" without a move; empty when the text does not tell them
    Duration elapsed;
    Duration gained;      // on the display, by the press
    Both<Duration> readings;  // at the press

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("ply", m.ply);
        v("kind", m.kind);
        v.maybe("text", m.text);
        v.maybe("squares", m.squares);
        v("elapsed_us", m.elapsed);
        v.maybe("gained_us", m.gained);
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
    }
};

// It was not put right in time and stands. Also the reply to one that left no position of chess.
struct IllegalMoveStood : GameEventBase {
    static constexpr std::string_view type = "illegal_move_stood";
    Side side{};
    Ply ply;
    std::string text;
    std::string squares;
    std::string before;  // FEN of what was on the board
    std::string fen;     // of what is on the board after it
    bool goes_on = false;  // that is a position, and the record goes on from it
    Duration elapsed;
    Both<Duration> readings;

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("ply", m.ply);
        v.maybe("text", m.text);
        v("squares", m.squares);
        v("before", m.before);
        v("fen", m.fen);
        v.maybe("goes_on", m.goes_on);
        v("elapsed_us", m.elapsed);
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
    }
};

struct DrawOfferMade : GameEventBase {
    static constexpr std::string_view type = "draw_offer_made";
    Side side{};
    Ply ply;
    std::string how;  // "offer" or "claim" (9.1.2.3)

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("ply", m.ply);
        v("how", m.how);
    }
};

struct DrawOfferEnded : GameEventBase {
    static constexpr std::string_view type = "draw_offer_ended";
    Side side{};      // whose offer it was
    std::string how;  // "accepted", "declined", "moved", "game_over"

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("how", m.how);
    }
};

struct ClaimJudged : GameEventBase {
    static constexpr std::string_view type = "claim_judged";
    Side side{};
    std::string kind;  // "threefold" or "fifty_move"
    Ply ply;           // of the position claimed on
    std::string move;  // the announced move in SAN when legal, as written otherwise
    std::string uci;   // the announced move when legal: it binds (9.5.3)
    bool right = false;
    std::string facts;  // "plies 8 16 24" or "104 plies without capture or pawn move"

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("kind", m.kind);
        v("ply", m.ply);
        v.maybe("move", m.move);
        v.maybe("uci", m.uci);
        v("right", m.right);
        v("facts", m.facts);
    }
};

struct PenaltyGiven : GameEventBase {
    static constexpr std::string_view type = "penalty_given";
    Side side{};  // the offender
    std::string article;
    std::string reason;
    Duration to_opponent;      // time added to the other side
    Duration taken_back;       // gained by the press, taken from the offender
    Both<Duration> before;     // readings right after the press it answers
    Both<Duration> after;

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("article", m.article);
        v("reason", m.reason);
        v("to_opponent_us", m.to_opponent);
        v("taken_back_us", m.taken_back);
        v("before_white_us", m.before[Side::white]);
        v("before_black_us", m.before[Side::black]);
        v("after_white_us", m.after[Side::white]);
        v("after_black_us", m.after[Side::black]);
    }
};

// A person acted at the desk; what follows from it follows in the log.
struct DeskActed : GameEventBase {
    static constexpr std::string_view type = "desk_acted";
    std::string id;  // of the command
    std::string by;
    std::string article;
    std::string reason;
    DeskAct act;

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("id", m.id);
        v("by", m.by);
        v.maybe("article", m.article);
        v.maybe("reason", m.reason);
        v("act", m.act);
    }
};

// What a ruling changed, so that a further one can take it back.
struct Effect {
    Both<Duration> time;     // added to each clock; less than zero: taken off
    std::string counted;     // "white" or "black": an illegal action of this side was counted
    std::string result_before;  // score before the ruling gave another one; "*": none
    std::uint32_t undoes = 0;   // the ruling that this one takes back
    std::uint32_t answers = 0;  // the question that it answers
    friend bool operator==(const Effect&, const Effect&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("white_time_us", m.time[Side::white]);
        v.maybe("black_time_us", m.time[Side::black]);
        v.maybe("counted", m.counted);
        v.maybe("result_before", m.result_before);
        v.maybe("undoes", m.undoes);
        v.maybe("answers", m.answers);
    }
};

// A decision, its article and what it rests on. `number` counts the rulings of one game.
struct RulingGiven : GameEventBase {
    static constexpr std::string_view type = "ruling_given";
    std::uint32_t number = 0;
    std::string by;       // "arbiterd", or the person
    std::string article;  // "7.5.5"
    std::string about;    // "illegal_move", "claim", "flag_fall", "resignation", "game_end", ...
    Ply ply;
    std::string text;     // one sentence for people
    Pairs evidence;       // named facts, in the order in which they count
    Effect effect;

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("number", m.number);
        v("by", m.by);
        v("article", m.article);
        v("about", m.about);
        v("ply", m.ply);
        v("text", m.text);
        v("evidence", m.evidence);
        Effect::describe(m.effect, v);
    }
};

// What the machine cannot decide: it waits for a person.
struct QuestionPut : GameEventBase {
    static constexpr std::string_view type = "question_put";
    std::uint32_t number = 0;  // counts the questions of one game
    std::string article;
    std::string about;
    std::string text;
    Pairs evidence;
    bool holds = false;  // the players' acts do not count until a person sets the clocks,
                         // resumes the game or ends it
    Pairs options;       // what the Laws allow: a name for programs, a text for people

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v.maybe("number", m.number);
        v("article", m.article);
        v("about", m.about);
        v("text", m.text);
        v("evidence", m.evidence);
        v.maybe("holds", m.holds);
        v.maybe("options", m.options);
    }
};

// It waits no longer.
struct QuestionClosed : GameEventBase {
    static constexpr std::string_view type = "question_closed";
    std::uint32_t number = 0;
    std::string how;     // "answered", "intervention" (a person set or resumed the clock),
                         // "overtaken" (what was asked does not matter any more), "game_over"
    std::string by;      // the person; empty for "overtaken" and "game_over"
    std::string option;  // that was chosen

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("number", m.number);
        v("how", m.how);
        v.maybe("by", m.by);
        v.maybe("option", m.option);
    }
};

struct ResultRecorded : GameEventBase {
    static constexpr std::string_view type = "result_recorded";
    Outcome outcome;
    std::string by;
    Ply ply;
    Both<Duration> readings;

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        Outcome::describe(m.outcome, v);
        v("by", m.by);
        v("ply", m.ply);
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
    }
};

// The result was withdrawn: the game goes on, paused until a person resumes it.
struct ResultWithdrawn : GameEventBase {
    static constexpr std::string_view type = "result_withdrawn";
    std::string by;
    std::string article;
    std::string reason;

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("by", m.by);
        v.maybe("article", m.article);
        v("reason", m.reason);
    }
};

// A device felt pieces being touched (Article 4): evidence, judged by nobody but the arbiter.
struct TouchNoted : GameEventBase {
    static constexpr std::string_view type = "touch_noted";
    Side side{};
    std::string squares;
    bool adjusting = false;

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("squares", m.squares);
        v.maybe("adjusting", m.adjusting);
    }
};

struct PlayerArrived : GameEventBase {
    static constexpr std::string_view type = "player_arrived";
    Side side{};

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
    }
};

// The result is approved (8.7).
struct ResultApproved : GameEventBase {
    static constexpr std::string_view type = "result_approved";
    std::string who;  // "white", "black" or "arbiter"
    std::string by;   // the person at the desk

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("who", m.who);
        v("by", m.by);
    }
};

// The game is adjourned: what stands on the envelope (I.2); the players' names are the game's.
struct GameAdjourned : GameEventBase {
    static constexpr std::string_view type = "game_adjourned";
    std::string by;           // the person at the desk
    Side sealed_by{};
    std::uint32_t move = 0;   // number of the sealed move
    Ply ply;                  // moves completed before it
    std::string fen;          // the position right before it
    Both<Duration> readings;
    std::string offer;        // "white" or "black": whose draw offer is alive
    std::string resumption;   // date, time and place

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("by", m.by);
        v("sealed_by", m.sealed_by);
        v("move", m.move);
        v("ply", m.ply);
        v("fen", m.fen);
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
        v.maybe("offer", m.offer);
        v("resumption", m.resumption);
    }
};

// The envelope was opened (I.7).
struct SealedOpened : GameEventBase {
    static constexpr std::string_view type = "sealed_opened";
    Side side{};       // who had sealed it
    std::string text;  // as written
    std::string found;  // "legal", or what is wrong with it: "illegal", "ambiguous", ...

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("text", m.text);
        v("found", m.found);
    }
};

// Clocks set, paused or resumed at clockd by someone else than arbiterd: kept for the record.
struct ClockIntervention : GameEventBase {
    static constexpr std::string_view type = "clock_intervention";
    std::string kind;  // "set_reading", "paused", "resumed", "period_ended", "adjusted",
                       // "control_set", "flag_reached"
    std::string by;
    std::string article;
    std::string reason;
    std::string time_control;  // of "control_set": the one from now on
    Both<Duration> before;
    Both<Duration> after;
    bool run = false;  // does a clock run after it?

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("kind", m.kind);
        v("by", m.by);
        v.maybe("article", m.article);
        v.maybe("reason", m.reason);
        v.maybe("time_control", m.time_control);
        v("before_white_us", m.before[Side::white]);
        v("before_black_us", m.before[Side::black]);
        v("after_white_us", m.after[Side::white]);
        v("after_black_us", m.after[Side::black]);
        v.maybe("run", m.run);
    }
};

// A person put the game back to the position after `ply`, or set one up: `fen` is given when it
// is not the record's own position at that ply, and the record goes on from there.
struct PositionRestored : GameEventBase {
    static constexpr std::string_view type = "position_restored";
    Ply ply;
    std::string fen;
    std::string by;
    std::string reason;

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("ply", m.ply);
        v.maybe("fen", m.fen);
        v("by", m.by);
        v("reason", m.reason);
    }
};

// An event of clockd's log that does not count: it happened in a situation that a ruling had
// already undone, or after the game was over.
struct EventVoided : GameEventBase {
    static constexpr std::string_view type = "event_voided";
    std::string event;  // its type
    std::string reason;

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("event", m.event);
        v("reason", m.reason);
    }
};

// The outbox: a command for clockd, kept until its effect is seen in clockd's log.
struct CommandIssued : GameEventBase {
    static constexpr std::string_view type = "command_issued";
    std::variant<SetReading, EndGame, Resume, Pause, Adjust, ReopenGame, SetControl, Arrive,
                 CallFlag>
        command;
    std::string by;  // the person who ruled it at the desk; empty when arbiterd did by itself

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("command", m.command);
        v.maybe("by", m.by);
    }
};
struct CommandSettled : GameEventBase {
    static constexpr std::string_view type = "command_settled";
    std::string id;
    std::string refused;  // clockd's refusal code; empty when its effect was seen

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("id", m.id);
        v.maybe("refused", m.refused);
    }
};

using GameEvent =
    std::variant<LinkFollowed, GameRecorded, GameBegan, MovePending, MoveRecorded,
                 IrregularityFound, IllegalMoveSeen, IllegalMoveStood, DrawOfferMade,
                 DrawOfferEnded, ClaimJudged, PenaltyGiven, RulingGiven, QuestionPut,
                 QuestionClosed, ResultRecorded, ResultWithdrawn, ClockIntervention,
                 PositionRestored, EventVoided, CommandIssued, CommandSettled, TouchNoted,
                 PlayerArrived, DeskActed, ResultApproved, GameAdjourned, SealedOpened>;

}  // namespace flagfall::wire
