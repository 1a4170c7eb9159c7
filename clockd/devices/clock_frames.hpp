// What the clock of an electronic board says, read from its frames. It shows whole seconds, up to
// a second late: a reading says when it was read and never decides about a flag.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "common/base/time.hpp"

namespace flagfall::devices {

// One side's display.
struct ShownTime {
    Duration time{};
    bool flag = false;      // shown; the clock may still run
    bool stopped = false;   // the flag fell, and the clock stands at zero
    bool per_move = false;  // the sign for time a move

    friend bool operator==(const ShownTime&, const ShownTime&) = default;
};

// Left and right are those of somebody who looks at the clock from its front.
enum class Hand : std::uint8_t { left, right };

struct ClockReading {
    ShownTime left;
    ShownTime right;
    bool runs = false;
    bool battery_low = false;
    bool right_lever_up = false;
    std::optional<Hand> to_move{};

    friend bool operator==(const ClockReading&, const ClockReading&) = default;
};

// The answer to a message that we sent to the clock, or what it says of itself.
struct ClockAnswer {
    bool ok = false;
    std::uint8_t message = 0;    // the one that it answers; of itself: what it says, from 0x81
    std::uint8_t first = 0;      // what belongs to it
    std::uint8_t second = 0;

    bool of_itself() const { return (message & 0x80) != 0; }
    friend bool operator==(const ClockAnswer&, const ClockAnswer&) = default;
};

struct NoClock {  // none is connected to the board
    friend bool operator==(const NoClock&, const NoClock&) = default;
};

using ClockFrame = std::variant<ClockReading, ClockAnswer, NoClock>;

// The seven bytes of a frame. Nothing: no clock sends these.
std::optional<ClockFrame> clock_frame(std::string_view data);

// As a clock sends it; for those that play its part.
std::string bytes_of(const ClockReading& reading);
std::string bytes_of(const ClockAnswer& answer);
std::string bytes_of(const NoClock& none);

// Is it all zeros, as clocks send it after a command? It says nothing.
bool says_nothing(std::string_view data);

// How far from the truth a reading may be: its resolution, and what reading takes.
inline constexpr Duration clock_uncertainty = seconds(1);

}  // namespace flagfall::devices
