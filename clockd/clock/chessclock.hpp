// The chessclock (6.1): two displays of which at most one runs. Whole microseconds, no clock of
// its own: every instant is a parameter.
//
// The arithmetic. A turn of `elapsed` time costs exactly that; the press gives back or adds
// `gained`: readings after = readings before - elapsed + gained, for every method.
//   Fischer     the increment of the next move; the first is on the clock before move 1
//   Bronstein   min(elapsed, delay); the delay is on the clock before move 1
//   delay       min(elapsed, delay); the display stands still while the delay lasts
// The press that completes the last move of a period (trigger "moves") adds the time of the next
// period, and the bonus is then that of the next period. Unused time stays (6.3.2).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/base/side.hpp"
#include "common/base/time.hpp"
#include "common/base/time_control.hpp"

namespace flagfall::clock {

class ChessClock {
public:
    // What a press did.
    struct Press {
        Duration elapsed;          // of this turn
        Duration gained;
        Duration margin;           // time that was left; zero only at zero
        std::uint32_t period = 1;  // in which the presser's next move is
    };
    // What the end of the running side's time did.
    enum class Expiry : std::uint8_t { period_ended, flag_fell };

    // A clock without time, for a board without a game.
    ChessClock() = default;
    // Before the start; `first` has the move.
    ChessClock(const Both<TimeControl>& control, PeriodTrigger trigger, Side first);

    Side turn() const { return turn_; }
    bool running() const { return running_; }
    // Presses of this side, or what the last set() made of them.
    std::uint32_t moves(Side side) const { return moves_[side]; }
    // The period of this side's next move, from 1.
    std::uint32_t period(Side side) const { return period_[side]; }
    const Period& present(Side side) const;
    bool in_last_period(Side side) const;
    // By the end of the side's present period; 0: all.
    std::uint32_t moves_required(Side side) const;

    // What both displays show. `at` counts only while the clock runs; then it must not be before
    // the last thing that happened, nor after the deadline.
    Both<Duration> readings(Instant at) const;
    // Time used in this turn so far, pauses not counted.
    Duration elapsed(Instant at) const;
    // When the running side's time is out; nothing while the clock stands, or runs on at zero. At
    // exactly this instant time has run out.
    std::optional<Instant> deadline() const;

    // The clock of `turn` runs (again). The clock must stand.
    void start(Instant at);
    // Both stand; the turn goes on where it was at the next start. Does nothing when standing.
    void stop(Instant at);
    // The running side presses, before its deadline.
    Press press(Instant at);
    // The deadline of the running clock has come. Trigger "zero", not the last period, moves
    // completed: the next period's time is on both clocks and the turn goes on. Otherwise the
    // flag falls, and both clocks stand (freeze).
    Expiry expire();
    // The same deadline, when the flag is to be called by somebody (6.8): the clock shows zero and
    // runs on there. Presses gain nothing, until one begins a period or time is given.
    void run_on_at_zero();
    // Has this side's time run out, and was it given none since?
    bool at_zero(Side side) const { return at_zero_[side]; }
    // Does it show no time, so that somebody may call the flag (6.8)? Also one that was set so.
    bool flag_down(Side side, Instant at) const {
        return at_zero_[side] || readings(at)[side] <= Duration{};
    }
    // The running side made its next move: its move before and the reply count as completed
    // (6.2.1.2). The turn goes on. Gives what either side gained: the time of a period that begins.
    Both<Duration> complete_by_next(Instant at);
    // A correction: the clock stands, these are the readings, the sides have completed `moves`.
    // Periods follow from the moves under trigger "moves"; under "zero" those go back that ended
    // after a press which is undone by it (its readings are older). `turn` begins a new turn, or
    // with `goes_on` goes on with the present one, or with the one that the last press ended: what
    // was used of a delay stays used. The clock must stand when a turn is to go on.
    void set(const Both<Duration>& readings, Side turn, const Both<std::uint32_t>& moves,
             bool goes_on = false);
    // Another control from now on: the clock stands, these are the readings, and the turn begins
    // again or goes on, as in set(). Periods follow from the moves under trigger "moves"; under
    // "zero" their number stays.
    void set_control(const Both<TimeControl>& control, PeriodTrigger trigger,
                     const Both<Duration>& readings, bool goes_on = false);
    // What the log says is shown at `at`, the instant of the last change.
    void assign(const Both<Duration>& shown, Instant at);

    friend bool operator==(const ChessClock&, const ChessClock&) = default;

private:
    const Period& played() const;
    Duration free_time() const;
    void begin_turn(Side side);
    void next_period(Side side);
    Duration counted(Instant at) const;
    Duration used_of(Side turn, const Both<std::uint32_t>& moves) const;

    // Trigger "zero": at how many moves of both sides a period ended, and the periods before.
    struct Ended {
        std::uint32_t ply = 0;
        Both<std::uint32_t> before;
        friend bool operator==(const Ended&, const Ended&) = default;
    };

    Both<TimeControl> control_;
    std::vector<Ended> ended_;
    Both<Duration> reading_;          // of turn_: before this turn, a period's time since included
    Both<std::uint32_t> moves_;
    Both<std::uint32_t> period_{{1, 1}};
    std::uint32_t turn_period_ = 1;   // in which this turn began: its bonus counts for the move
    Duration elapsed_;                // of this turn, at since_
    Duration pressed_;                // used of the turn that the last press ended
    Instant since_;                   // last start, while running
    Both<bool> at_zero_{};
    PeriodTrigger trigger_ = PeriodTrigger::moves;
    Side turn_ = Side::white;
    bool running_ = false;
};

}  // namespace flagfall::clock
