// How long a player thinks, so that after the move their clock shows what the record says.
//
// Records have whole seconds: every reading in [t, t + 1 s) agrees with "t". The target is exactly
// t, or the middle of what is possible if the flag would fall at t. A reading that no thinking
// time explains was set by an arbiter (6.10.2); then the replay sets it, too.
#pragma once

#include <cstdint>
#include <optional>

#include "common/base/side.hpp"
#include "common/base/time.hpp"
#include "common/base/time_control.hpp"

namespace flagfall::client {

// The situation of the side on move at the start of its turn.
struct Turn {
    Duration before;  // what its clock shows
    Duration room;    // until its flag falls; more than `before` while a delay is to come
    Duration least;   // thinking time that earns the full gain: the delay, or nothing
    Duration gain;    // what the press adds then: increment, returned delay, a period's time
};

// What the chessclock will do with this turn; `moves` are those completed by each side. The
// reading of `side` must be more than zero.
Turn turn_of(const Both<TimeControl>& control, const Both<Duration>& readings, Side side,
             const Both<std::uint32_t>& moves);

struct Pace {
    Duration think;                      // less than Turn::room
    std::optional<Duration> set_before;  // first the arbiter sets this reading, and the turn of
                                         // the same side begins again: then ask again
    std::optional<Duration> set_after;   // the arbiter sets this reading after the press
    friend bool operator==(const Pace&, const Pace&) = default;
};

// For a move that is pressed: the reading after the press is to be `target`.
Pace pace_to_press(const Turn& turn, Duration target);

// For a move that ends the game: no press, nothing is added. Records of sites that add the
// increment nevertheless get a correction beforehand.
Pace pace_to_stop(const Turn& turn, Duration target);

// The same two while real time passes (`last`: the move ends the game): answers take some of it, so
// the target is the middle of the recorded second, and a difference below one second is ignored.
Pace pace_in_real_time(const Turn& turn, Duration target, bool last);

// For a move without a recorded time: an even share of the time left, for `moves_left` own moves
// (this one included) and one more. Never lets the flag fall.
Duration even_share(const Turn& turn, std::uint32_t moves_left);

}  // namespace flagfall::client
