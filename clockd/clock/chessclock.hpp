// The chessclock (6.1): two displays of which at most one runs. Whole microseconds, no clock of
// its own: every instant is a parameter.
//
// The arithmetic. A turn of `elapsed` time costs exactly that; the press gives back or adds
// `gained`: readings after = readings before - elapsed + gained, for every method.
//   Fischer     the increment of the next move; the first is on the clock before move 1
//   Bronstein   min(elapsed, delay); the delay is on the clock before move 1
//   delay       min(elapsed, delay); the display stands still while the delay lasts
//   hourglass   nothing; what is used of one reading is added to the other while it runs
//   gong        what brings the reading up to the time of a move
//   up-count    nothing; the reading is what is left of upcount_span, and never runs out
//   Japanese    what was used of a moment that was not used up
//   Canadian    with the last move of a block, what brings the reading up to the base time
// Nobody loses time that an arbiter gave: a reading above the time of a gong or of Canadian
// byo-yomi stays. The press that completes the last move of a period (trigger "moves") adds the
// time of the next period, and the bonus is then that of the next period. Unused time stays
// (6.3.2).
// Byo-yomi begins under both triggers when its side's main time is used up, for that side alone.
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
        std::uint32_t period = 1;  // of the presser's next move
    };
    // What the end of the running side's time did.
    enum class Expiry : std::uint8_t { period_ended, flag_fell };

    // A clock without time, for a board without a game.
    ChessClock() = default;
    // Before the start; `first` has the move.
    ChessClock(const Both<TimeControl>& control, PeriodTrigger trigger, Side first);

    Side turn() const { return turn_; }
    bool running() const { return running_; }
    // Moves that this side completed by a press, or as the last set() counted them.
    std::uint32_t moves(Side side) const { return moves_[side]; }
    // The period of this side's next move, from 1.
    std::uint32_t period(Side side) const { return period_[side]; }
    const Period& present(Side side) const;
    bool in_last_period(Side side) const;
    // Moves to complete by the end of the side's period or block of Canadian byo-yomi; 0: all.
    std::uint32_t moves_required(Side side) const;
    // Has this side's byo-yomi begun?
    bool in_overtime(Side side) const { return is_overtime(present(side).method); }

    // What both displays show. `at` counts only while the clock runs; then it must not be before
    // the last thing that happened, nor after the deadline.
    Both<Duration> readings(Instant at) const;
    // Time used in this turn so far, pauses not counted.
    Duration elapsed(Instant at) const;
    // When the running side's time is out; empty while the clock stands, or runs on at zero. At
    // exactly this instant time has run out.
    std::optional<Instant> deadline() const;

    // The clock of `turn` runs (again). The clock must stand.
    void start(Instant at);
    // Both stand; the turn goes on where it was at the next start. Does nothing when standing.
    void stop(Instant at);
    // The running side presses, before its deadline.
    Press press(Instant at);
    // The deadline of the running clock has come. Trigger "zero", not the last period, moves
    // completed: the next period's time is on both clocks and the turn goes on. Before byo-yomi,
    // its time is on this clock. Otherwise the flag falls, and both clocks stand (freeze).
    Expiry expire();
    // The same deadline, when a person must call the flag (6.8): the clock shows zero and
    // runs on there. Presses gain nothing, until one begins a period or time is given.
    void run_on_at_zero();
    // Has this side's time run out, and was no time added since?
    bool at_zero(Side side) const { return at_zero_[side]; }
    // Does it show no time, so that a person may call the flag (6.8)? Also if it was set to zero.
    bool flag_down(Side side, Instant at) const {
        if (present(side).method == Method::upcount) return false;
        return at_zero_[side] || readings(at)[side] <= Duration{};
    }
    // The running side made its next move: its move before and the reply count as completed
    // (6.2.1.2). The turn goes on. Returns each side's gain: the time of a period that begins.
    Both<Duration> complete_by_next(Instant at);
    // A correction: the clock stands, these are the readings, the sides have completed `moves`.
    // Periods follow from the moves under trigger "moves"; under "zero" those are taken back that
    // ended after a press that this undoes (its readings are older). `turn` begins a new turn. With
    // `goes_on` the present turn goes on, or the one that the last press ended: what was used of a
    // delay or a moment stays used. The clock must stand when a turn is to go on.
    // Byo-yomi that had begun by then goes on, unless it began after a press that is undone, or in
    // the same turn that begins again.
    // `periods`, where not 0, sets the period of a side, now and before: one that
    // may_be_in() allows after so many moves.
    void set(const Both<Duration>& readings, Side turn, const Both<std::uint32_t>& moves,
             bool goes_on = false, const Both<std::uint32_t>& periods = {});
    // May the side be in this period after so many moves? Under trigger "moves" the moves decide,
    // except for byo-yomi.
    bool may_be_in(Side side, std::uint32_t period, std::uint32_t moves) const;
    // Another control from now on: the clock stands, these are the readings, and the turn begins
    // again or goes on, as in set(). Periods follow from the moves under trigger "moves"; under
    // "zero" their number stays. A side stays in byo-yomi if the new control has it.
    void set_control(const Both<TimeControl>& control, PeriodTrigger trigger,
                     const Both<Duration>& readings, bool goes_on = false);
    // Sets what the log shows at `at`, the instant of the last change.
    void assign(const Both<Duration>& shown, Instant at);

    friend bool operator==(const ChessClock&, const ChessClock&) = default;

private:
    bool holds() const;
    const Period& played() const;
    Duration free_time() const;
    bool counts_up() const { return present(turn_).method == Method::upcount; }
    bool flows() const;
    void begin_turn(Side side);
    void begin_overtime(Side side, Instant at);
    void next_period(Side side);
    Duration reload(Side side, Duration left) const;
    Duration added_by_press(Side side, Duration left, Duration used) const;
    void undo_periods(std::uint32_t from);
    void set_periods(const Both<std::uint32_t>& periods);
    Duration counted(Instant at) const;
    Duration used_of(Side turn, const Both<std::uint32_t>& moves) const;
    // Does this complete the turn's move without a press?
    bool completes_turn(Side turn, const Both<std::uint32_t>& moves) const;
    bool last_press_undone(Side turn, const Both<std::uint32_t>& moves) const;

    // Trigger "zero": at how many moves of both sides a period ended, and the periods before.
    struct Ended {
        std::uint32_t ply = 0;
        Both<std::uint32_t> before;
        friend bool operator==(const Ended&, const Ended&) = default;
    };

    Both<TimeControl> control_;
    std::vector<Ended> ended_;
    Both<Duration> reading_;          // of turn_: before this turn, plus the time of periods since
    Both<std::uint32_t> moves_;
    Both<std::uint32_t> period_{{1, 1}};
    // Byo-yomi: the moves of both sides when it began, if it did so in the game; and the moves of
    // its own side then, from which Canadian blocks count.
    Both<std::optional<std::uint32_t>> overtime_at_;
    Both<std::uint32_t> blocks_from_;
    std::uint32_t turn_period_ = 1;   // in which this turn began: its bonus counts for the move
    Duration elapsed_;                // of this turn, at since_
    Duration pressed_;                // used of the turn that the last press ended
    Duration before_overtime_;        // used of this turn when byo-yomi began in it
    Duration pressed_before_;         // the same of the turn that the last press ended
    Instant since_;                   // last start, while running
    Both<bool> at_zero_{};
    PeriodTrigger trigger_ = PeriodTrigger::moves;
    Side turn_ = Side::white;
    bool running_ = false;
};

}  // namespace flagfall::clock
