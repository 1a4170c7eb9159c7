// Time controls: how much time each side has for how many moves (6.3.1), and their notation.
//
// The notation is that of TRF26 record 222, all numbers in seconds:
//   control = periods | "W" periods "-" "B" periods      sides alike, or each its own
//   periods = period *( ":" period )
//   period  = [ moves "/" ] base [ "+" increment ]
// "40/5400+30:1800+30", "300", "W300-B240". Ours, in the place of "+" (docs/time-controls.md):
//   5400b30         Bronstein delay
//   5400d5          simple (US) delay
//   1800:150y30     Japanese byo-yomi: after 1800 s, moments of 30 s that are 150 s together
//   1800:10/300c    Canadian byo-yomi: after 1800 s, 300 s for each 10 moves
//   300h            hourglass
//   0g10            gong: 10 s for each move
//   0u              up-count: the time used, without a limit
// A last period with a number of moves repeats: "40/9000" is 40 moves in each 9000 seconds, again
// and again (PGN standard, 9.6.1).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/limits.hpp"
#include "common/base/side.hpp"
#include "common/base/time.hpp"
#include "common/base/words.hpp"

namespace flagfall {

// What a move adds to the base time (6.3.2).
enum class Method : std::uint8_t {
    none,
    fischer,    // the bonus is added for each move and kept
    bronstein,  // on the clock beforehand; the part that was used is given back at the press
    delay,      // the clock counts only when the delay is over
    hourglass,  // what one side uses is added to the other's time
    gong,       // each move begins with the bonus, and none of it is kept
    upcount,    // the display counts up from zero; time cannot run out
    japanese,   // byo-yomi: a moment that was not used up costs nothing
    canadian,   // byo-yomi: the base again for each `block` moves; unused time is lost
};

// A last period of byo-yomi, which begins for each side alone when its main time is used up.
constexpr bool is_overtime(Method method) {
    return method == Method::japanese || method == Method::canadian;
}

// The longest time that a clock can count up: the base time of Method::upcount. Messages have the
// time that is left of it; a display shows what was used.
inline constexpr Duration upcount_span = seconds(limits::period_seconds);

// A part of the game with its own number of moves, time and bonus.
struct Period {
    std::uint32_t moves = 0;  // to be completed in it; 0: all the rest
    Duration base;
    // For each move: the increment or delay, the time of a gong, a moment of Japanese byo-yomi.
    Duration bonus;
    Method method = Method::none;
    std::uint32_t block = 0;  // moves for each base time of Canadian byo-yomi; 0 otherwise

    friend bool operator==(const Period&, const Period&) = default;
};

// The periods of one side, at least one when made by parse_time_control. Only the last may have
// `moves` 0, or the one before byo-yomi; a last period with moves repeats without end.
struct TimeControl {
    std::vector<Period> periods;

    // The period with this number, from 1; a repeating last one is also every later one.
    // `number` must exist.
    const Period& period(std::uint32_t number) const;
    // Is this the last period? Never, if the last one repeats.
    bool is_last(std::uint32_t number) const;
    // Does byo-yomi follow when the time of this period is used up?
    bool enters_overtime(std::uint32_t number) const;
    // The number of the last period that is not byo-yomi, before byo-yomi; 1 without byo-yomi.
    std::uint32_t last_before_overtime() const;
    // Moves to be completed by the end of this period, since the start; 0: all.
    std::uint32_t moves_required(std::uint32_t number) const;
    // The period in which the move after `completed` ones is played, from 1. The moves do not show
    // whether byo-yomi has begun.
    std::uint32_t period_after(std::uint32_t completed) const;

    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

// What is wrong with a notation: "column 4: expected ...".
struct TimeControlError {
    std::size_t column = 0;  // from 1; one past the end when something is missing
    std::string expected;

    friend bool operator==(const TimeControlError&, const TimeControlError&) = default;
};
std::string text(const TimeControlError& error);

// Reads the notation above; nothing else, no spaces. Refused besides bad form: a period with
// neither base nor bonus, a written bonus of zero unless the base is positive ("300+0" is read as
// "300"), a base or bonus over limits::period_seconds, more than limits::periods periods, a
// period without moves before the last, more moves than limits::game_plies; byo-yomi after a
// period with moves, or before another; an hourglass, gong or up-count beside other periods, or an
// hourglass for one side alone.
std::expected<Both<TimeControl>, TimeControlError> parse_time_control(std::string_view text);

// The normal form: no leading zeros, no "+0", one part if both sides are alike.
// parse_time_control(text(c)) returns c.
std::string text(const Both<TimeControl>& control);
std::string text(const TimeControl& control);

// How a period that is not the last ends (laws.md 4.3): for each side with its own last required
// move, or for both sides when the first clock reaches zero.
enum class PeriodTrigger : std::uint8_t { moves, zero };
constexpr auto names_of(PeriodTrigger) {
    return std::to_array<std::string_view>({"moves", "zero"});
}
// The refusal's code for any other word.
constexpr std::string_view refusal_of(PeriodTrigger) { return "bad_period_trigger"; }

// The sum for the time class (A.1, B.1): the base time of all periods, even those that sixty moves
// do not reach, a repeating one as often as they do; plus sixty bonuses, each of the period
// of its move. For methods that the Laws do not class: the longest that sixty moves may take in
// byo-yomi, sixty moves of a gong, the base of an hourglass.
Duration sixty_move_sum(const TimeControl& control);

enum class TimeClass : std::uint8_t { standard, rapid, blitz };
// "standard", "rapid", "blitz".
std::string_view name(TimeClass time_class);

// Blitz: at most 10 minutes (B.1). Rapid: more than 10, less than 60 (A.1). Otherwise standard.
// Sides that differ: the slower side's. Other methods are classed likewise, without a rule for it.
TimeClass time_class(const Both<TimeControl>& control);
// Do Appendices A and B class it? They cover only a fixed time and time for each move.
bool has_fide_class(const Both<TimeControl>& control);

// The time on the clock before a move of this period, on top of the base time.
Duration before_move(const Period& period);
// Does the period have a bonus that a move gains, or a delay before its time counts (6.3.2)?
bool has_increment_or_delay(const Period& period);
// The bonus of a move in the notation: "+30", "b30", "d5", "h", "g10", "u", "y30", "c".
std::string bonus_text(const Period& period);

}  // namespace flagfall
