// The facts that the answers to a question depend on, as types. The question's evidence shows the
// same to people, and is never read back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/wire/clock_messages.hpp"
#include "common/wire/one_of.hpp"
#include "common/wire/words.hpp"

namespace flagfall::wire {

// The readings of both clocks.
struct ClockTimes {
    Both<Duration> readings;
    friend bool operator==(const ClockTimes&, const ClockTimes&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
    }
};

// A side alone: of an offer, a resignation, illegal actions or a postponed claim.
struct OfSide {
    static constexpr std::string_view type = "side";
    Side side{};
    std::uint32_t count = 0;  // of its illegal actions, or offers and claims; 0: not counted
    friend bool operator==(const OfSide&, const OfSide&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("side", m.side);
        v.maybe("count", m.count);
    }
};

// A flag in the state of the clock, to be judged when it is called (6.8, 6.9).
struct OfFlag {
    static constexpr std::string_view type = "flag";
    Side side{};
    std::optional<Side> fell_first;  // if both are down (III.3.1)
    Both<bool> absent{};             // who has not come to the board (6.7.1)
    Ply ply;                         // completed by both sides together, by the clock
    std::uint32_t presses = 0;       // of the side itself
    std::uint32_t moves_required = 0;
    std::uint32_t period = 1;
    bool last_period = false;
    std::string clock_verdict;       // can the opponent mate? clockd's verdict
    friend bool operator==(const OfFlag&, const OfFlag&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("side", m.side);
        v.maybe("fell_first", m.fell_first);
        v.maybe("white_absent", m.absent[Side::white]);
        v.maybe("black_absent", m.absent[Side::black]);
        v("ply", m.ply);
        v("presses", m.presses);
        v("moves_required", m.moves_required);
        v("period", m.period);
        v("last_period", m.last_period);
        v.maybe("clock_verdict", m.clock_verdict);
    }
};

// A player's claim.
struct OfClaim {
    static constexpr std::string_view type = "claim";
    Side claimant{};
    ClaimKind kind{};
    std::string announced;           // the move, as written
    std::optional<Side> fell_first;  // if two flags are down
    friend bool operator==(const OfClaim&, const OfClaim&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("claimant", m.claimant);
        v("kind", m.kind);
        v.maybe("announced", m.announced);
        v.maybe("fell_first", m.fell_first);
    }
};

// A move that may have to be taken back, because another one had to be played (Article 4).
struct OfMove {
    static constexpr std::string_view type = "move";
    Side side{};
    Ply ply;
    std::string move;     // as written
    std::string first;    // the move made before it, as written (4.7)
    std::string touched;  // the squares touched, in order
    std::string must;     // one of these moves must be played: UCI, space between
    std::uint32_t bound_by = 0;  // the ruling that says so; 0: none, or from before this was kept
    friend bool operator==(const OfMove&, const OfMove&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("side", m.side);
        v("ply", m.ply);
        v("move", m.move);
        v.maybe("first", m.first);
        v.maybe("touched", m.touched);
        v("must", m.must);
        v.maybe("bound_by", m.bound_by);
    }
};

// An illegal action that may be counted (7.5).
struct OfAction {
    static constexpr std::string_view type = "action";
    Side side{};
    Irregularity kind{};
    Ply ply;
    std::string move;  // as written; empty if there was none
    friend bool operator==(const OfAction&, const OfAction&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("side", m.side);
        v("kind", m.kind);
        v("ply", m.ply);
        v.maybe("move", m.move);
    }
};

// A time control that clockd refused, and that can be sent again (6.10.2).
struct OfControl {
    static constexpr std::string_view type = "control";
    std::string time_control;
    std::optional<PeriodTrigger> period_trigger{};
    Both<Duration> readings;
    friend bool operator==(const OfControl&, const OfControl&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("time_control", m.time_control);
        v.maybe("period_trigger", m.period_trigger);
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
    }
};

// A position that ends the game, and the ending.
struct OfEnding {
    static constexpr std::string_view type = "ending";
    Ending ending{};
    friend bool operator==(const OfEnding&, const OfEnding&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("ending", m.ending);
    }
};

// The players who have not come to the board (6.7.1).
struct OfAbsence {
    static constexpr std::string_view type = "absence";
    Both<bool> absent{};
    std::optional<Ply> resumed_at;  // an adjourned game, after so many plies (I.10)
    friend bool operator==(const OfAbsence&, const OfAbsence&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("white_absent", m.absent[Side::white]);
        v.maybe("black_absent", m.absent[Side::black]);
        v.maybe("resumed_at", m.resumed_at);
    }
};

// A scoresheet that contradicts the record.
struct OfSheet {
    static constexpr std::string_view type = "sheet";
    Party whose{};
    friend bool operator==(const OfSheet&, const OfSheet&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("whose", m.whose);
    }
};

// A clock that stands and that nobody of the office has paused.
struct OfPause {
    static constexpr std::string_view type = "pause";
    bool power_cut = false;  // the machine had stopped (6.10.1); else a player wants the arbiter
    friend bool operator==(const OfPause&, const OfPause&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("power_cut", m.power_cut);
    }
};

// An electronic board.
struct OfEquipment {
    static constexpr std::string_view type = "equipment";
    std::string serial;
    std::optional<Instant> gone_since{};  // as in equipment_changed; which absence it is
    friend bool operator==(const OfEquipment&, const OfEquipment&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("serial", m.serial);
        v.maybe("gone_since_us", m.gone_since);
    }
};

// The sign for a result on an electronic board, after so many plies.
struct OfSign {
    static constexpr std::string_view type = "sign";
    std::string serial;
    Score score;
    Ply ply;
    std::optional<Instant> since{};  // as in equipment_changed; which showing of it this is
    friend bool operator==(const OfSign&, const OfSign&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("serial", m.serial);
        v("score", m.score);
        v("ply", m.ply);
        v.maybe("sign_since_us", m.since);
    }
};

struct QuestionFactsTypes {
    using Variant = std::variant<OfSide, OfFlag, OfClaim, OfMove, OfAction, OfControl, OfEnding,
                                 OfAbsence, OfSheet, OfPause, OfEquipment, OfSign>;
};
using QuestionFacts = OneOf<QuestionFactsTypes>;

}  // namespace flagfall::wire
