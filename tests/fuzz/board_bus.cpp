// Bytes on a line with many boards.
#include "clockd/devices/bus_line.hpp"
#include "tests/fuzz/board_check.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;

FUZZ_TARGET(board_bus) {
    fuzz::check_frames(input, devices::LineMode::bus);
    devices::BusLine line({"01025"}, Instant{});
    Instant now{};
    for (const char byte : input) {
        now = now + milliseconds(7);
        line.on_bytes({&byte, 1}, now);
        if (line.deadline() <= now) line.on_wake(now);
        FF_CHECK(line.deadline() <= now + seconds(60));
    }
}
