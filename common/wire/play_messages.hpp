// What arbiterd records of play: moves, irregularities, offers, claims. game_messages.hpp has
// the rest. Each event that answers an event of clockd has that event's position as `cause`; 0
// means a person's decision.
#pragma once

#include <string>
#include <string_view>

#include "common/wire/clock_messages.hpp"
#include "common/wire/words.hpp"

namespace flagfall::wire {

struct GameEventBase {
    std::string game;
    Board board;
    Pos cause;
    Epoch epoch;  // of the board after the answered event
    friend bool operator==(const GameEventBase&, const GameEventBase&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("game", m.game);
        v("board", m.board);
        v("cause", m.cause);
        v.maybe("epoch", m.epoch);
    }
};

// The clock log that is followed; the record is made from it alone.
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
    Pairs settings;  // of its rules profile, complete
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

// A move is made on the board but not completed yet; nothing is illegal until the press.
struct MovePending : GameEventBase {
    static constexpr std::string_view type = "move_pending";
    Side side{};
    std::string text;
    Duration elapsed;  // of this turn, when the move was made

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("text", m.text);
        v.maybe("elapsed_us", m.elapsed);
    }
};

// On a board that reports presses only: a press, or a count of presses that a person set. The
// scoresheets show which move it was.
struct PressNoted : GameEventBase {
    static constexpr std::string_view type = "press_noted";
    Side side{};      // the side that pressed; now it is the opponent's turn
    Ply ply;          // presses of both sides together, as the clock counts
    Pressing how{};
    Duration elapsed;  // of the turn
    Both<Duration> readings;   // after it
    std::uint32_t period = 1;  // of the presser's next move
    std::uint32_t ruling = 0;  // that set the count, and keeps the earlier presses; 0: none
    Duration age;              // by which it was dated back, if that matters

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("ply", m.ply);
        v("how", m.how);
        v.maybe("elapsed_us", m.elapsed);
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
        v("period", m.period);
        v.maybe("ruling", m.ruling);
        v.maybe("age_us", m.age);
    }
};

// A legal move, completed (6.2.1): by the press, by ending the game, by the player's
// next move, or by ruling; or entered later from a scoresheet.
struct MoveRecorded : GameEventBase {
    static constexpr std::string_view type = "move_recorded";
    Side side{};
    Ply ply;
    std::string uci;
    std::string san;
    std::string written;     // as the device sent it
    Duration elapsed;        // of this turn
    Both<Duration> readings;  // after it
    CompletedBy completed_by{};
    std::string marks;  // "(=)" when a draw was offered with it (8.1.5)
    Duration age;       // by which the press was dated back, if that matters

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
        v.maybe("age_us", m.age);
    }
};

// An irregularity of Article 7 was completed.
struct IrregularityFound : GameEventBase {
    static constexpr std::string_view type = "irregularity_found";
    Side side{};
    Ply ply;
    Irregularity kind{};
    std::string text;  // the move, as written
    std::uint32_t count = 0;  // illegal actions of this side so far (7.5.5); unchanged if not one
    bool stands = false;      // counted by an arbiter; the position and the moves stay as they are

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("ply", m.ply);
        v("kind", m.kind);
        v("text", m.text);
        v("count", m.count);
        v.maybe("stands", m.stands);
    }
};

// An illegal action was completed and is not corrected by itself: the arbiter must see it or the
// opponent claim it in time (A.5.2, US 11).
struct IllegalMoveSeen : GameEventBase {
    static constexpr std::string_view type = "illegal_move_seen";
    Side side{};
    Ply ply;
    Irregularity kind{};
    std::string text;     // as written; empty without a move
    std::string squares;  // "e2e5", "--" without a move; empty if the text does not give them
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

// It was not corrected in time and stands. Also the reply to one that left no legal position.
struct IllegalMoveStood : GameEventBase {
    static constexpr std::string_view type = "illegal_move_stood";
    Side side{};
    Ply ply;
    std::string text;
    std::string squares;
    std::string before;  // FEN of the board before it
    std::string fen;     // FEN of the board after it
    bool goes_on = false;  // `fen` is a legal position, and the record goes on from it
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
    Offering how{};

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
    Side side{};  // the side that had offered
    OfferEnd how{};

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
    ClaimKind kind{};   // threefold or fifty_move
    Ply ply;            // of the claimed position
    std::string move;   // the announced move in SAN if legal, as written otherwise
    std::string uci;    // the announced move if legal: it is binding (9.5.3)
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

}  // namespace flagfall::wire
