// Bytes on the line of a single board.
#include "clockd/devices/single_line.hpp"
#include "tests/fuzz/board_check.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;

FUZZ_TARGET(board_single) {
    fuzz::check_frames(input, devices::LineMode::single);
    devices::SingleLine line(Instant{});
    Instant now{};
    for (const char byte : input) {
        now = now + milliseconds(7);
        line.on_bytes({&byte, 1}, now);
        if (line.deadline() <= now) line.on_wake(now);
        FF_CHECK(line.deadline() <= now + seconds(60));
    }
}
