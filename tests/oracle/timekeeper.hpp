// The oracle's own chessclock. A turn is what the display showed when it began and how
// much of it runs for free (a simple delay); everything else is worked out from that when asked.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "common/base/side.hpp"
#include "common/base/time.hpp"
#include "common/base/time_control.hpp"

namespace flagfall::oracle {

// What a press must have done.
struct PressFigures {
    Duration elapsed;
    Duration gained;
    Duration margin;
    Duration before;  // the presser's display just before the press
    std::uint32_t period = 1;
};

class Timekeeper {
public:
    // A clock with nothing on it, for a board without a game.
    Timekeeper() : Timekeeper({{{TimeControl{{Period{}}}, TimeControl{{Period{}}}}}},
                              PeriodTrigger::moves, Side::white) {}
    Timekeeper(const Both<TimeControl>& control, PeriodTrigger trigger, Side first);

    Side turn() const { return turn_; }
    bool running() const { return since_.has_value(); }
    std::uint32_t moves(Side side) const { return moves_[side]; }
    std::uint32_t period(Side side) const;
    std::uint32_t moves_required(Side side) const;
    bool in_last_period(Side side) const;

    // Time of this turn used so far.
    Duration spent(Instant at) const;
    // On the turn that the last press ended, or a setting of the clock.
    Duration last_spent() const { return last_spent_; }
    Both<Duration> readings(Instant at) const;
    // When the running clock will have used up all it has.
    std::optional<Instant> deadline() const;

    void start(Instant at);
    void stop(Instant at);
    PressFigures press(Instant at);
    // At the deadline: does the next period begin (6.3.1, trigger zero), or byo-yomi? Then it has.
    bool next_period_begins();
    // At the deadline: the clock stands at zero.
    void fall();
    // At the deadline: the clock goes on, and shows nothing more until time is given.
    void run_dry();
    bool dry(Side side) const { return dry_[side]; }
    // Its display shows what was used; it cannot run out.
    bool counts_up(Side side) const { return terms(side).method == Method::upcount; }
    // Two moves count as completed without a press: what either side gains by a new period.
    Both<Duration> complete_two(Instant at);
    // A correction: a turn with these figures, standing. It is a new one, or goes on: the present
    // one, or the one whose press is undone.
    // `periods`: what a person says of them, 0 for nothing.
    void set(const Both<Duration>& readings, Side turn, const Both<std::uint32_t>& moves,
             bool goes_on, Instant at, const Both<std::uint32_t>& periods = {});
    // Can a side be in this period after so many moves?
    bool possible(Side side, std::uint32_t number, std::uint32_t moves) const;
    // Another control from here on, with these displays; the clock stands, and a new turn begins or
    // the present one goes on.
    void another(const Both<TimeControl>& control, PeriodTrigger trigger,
                 const Both<Duration>& readings, bool goes_on, Instant at);
    // Takes over displays that the log shows, when they are not what was expected, so that one
    // fault is reported once.
    void believe(const Both<Duration>& readings, Instant at);

private:
    // Byo-yomi that has begun: after how many plies, and after how many moves of its side.
    struct Extra {
        std::uint32_t ply = 0;
        std::uint32_t moves = 0;
    };

    const Period& terms(Side side) const { return control_[side].period(period(side)); }
    bool in_extra(Side side) const;
    bool has_extra(Side side) const;
    std::uint32_t mains(Side side) const;
    std::uint32_t of_block(Side side) const;
    bool shares() const;
    Duration after_press(Side side, Duration left, Duration spent) const;
    void forget_extra(std::uint32_t from);
    void put(const Both<Duration>& shown, Instant at);
    // What of a period's bonus stands on the display before the move.
    static Duration on_display(const Period& period);
    void begin_turn(Side side);
    Duration counted(Instant at) const;
    Duration spent_before(Side turn, const Both<std::uint32_t>& moves, Instant at) const;

    Both<TimeControl> control_;
    PeriodTrigger trigger_ = PeriodTrigger::moves;
    Both<Duration> bank_;                // displays when the turn began
    Both<std::uint32_t> moves_;
    // Trigger zero: the moves of both sides when a period ended, and the periods until then.
    std::vector<std::pair<std::uint32_t, Both<std::uint32_t>>> changes_;
    Both<std::uint32_t> period_{{1, 1}};  // trigger zero alone: periods that have begun
    Side turn_ = Side::white;
    Duration free_;       // of this turn: runs before the display does
    Duration given_back_; // of this turn: the most that the press returns
    Duration lent_;       // of this turn: on the display beforehand and not the player's own
    Duration spent_;      // of this turn, before `since_`
    Duration last_spent_;  // of the turn that the last press ended
    Both<std::optional<Extra>> extra_;
    Duration main_;        // of this turn: spent before byo-yomi began
    Duration last_main_;   // the same of the turn that the last press ended
    std::optional<Instant> since_;
    Both<bool> dry_{};
};

}  // namespace flagfall::oracle
