// What a line with boards reports: the equipment, and what stands and is shown there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "clockd/devices/clock_frames.hpp"
#include "clockd/devices/frames.hpp"
#include "clockd/devices/memory.hpp"
#include "clockd/devices/placement.hpp"
#include "common/base/side.hpp"
#include "common/base/time.hpp"
#include "common/wire/equipment_messages.hpp"

namespace flagfall::devices {

using wire::LinkState;

// A board as its line knows it. The serial number distinguishes boards, whatever the name of the
// line.
struct Equipment {
    std::string serial{};
    LinkState link = LinkState::active;
    std::string version{};    // "1.8"; empty: not known
    std::string battery{};    // "charging", "good", "low", "none"; empty: not known
    bool clock = false;       // one is connected
    bool clock_battery_low = false;

    friend bool operator==(const Equipment&, const Equipment&) = default;
};

// Something of it changed.
struct EquipmentSeen {
    Equipment equipment;
};

// A placement stood still. It came at `at` at the latest and `since` at the earliest: a board on a
// bus is asked now and then, and after a break it reports what happened meanwhile.
struct Settled {
    std::string serial;
    Placement placement;
    Instant since{};
    Instant at{};
};

// A field changed: hands are at work. `since` and `at` as above.
struct Moving {
    std::string serial;
    Instant since{};
    Instant at{};
};

// A board was asked then for what stands there, or on a bus for what had changed, and has answered.
// What it scanned later is not known.
struct Asked {
    std::string serial;
    Instant at{};
};

// How closely the clock beside a board is read, where somebody has to ask for it.
enum class ClockCare : std::uint8_t {
    beside,  // another clock is the game's
    game,    // it is the game's clock
    close,   // and short of time, or not where it should be
};

struct ClockSeen {
    std::string serial;
    ClockFrame frame;
    Instant at{};
};

// The clock beside a board, as another program reads it: an observation with its uncertainty, never
// a press.
struct ClockObserved {
    std::string serial;
    Both<Duration> readings;
    Duration uncertainty{};
    Instant at{};
};

// The board's memory, as was asked for. Empty: it has none, or cannot be asked.
struct Remembered {
    std::string serial;
    Notes notes;
    Instant at{};
};

// A whole frame, for the log of frames. `serial` is empty as long as it is not known.
struct FrameSeen {
    std::string serial;
    Frame frame;
    Instant at{};
};

using Report = std::variant<EquipmentSeen, Settled, Moving, Asked, ClockSeen, ClockObserved,
                            Remembered, FrameSeen>;
using Reports = std::vector<Report>;

// What a line wants done.
struct Acts {
    std::string write;  // to the line, in order
    Reports reports;

    void also(Acts more);
};

}  // namespace flagfall::devices
