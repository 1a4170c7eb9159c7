// Bytes as a sequence of commands, passing time and restarts at a hall of three boards. hall_play
// compares each event with the clock's promises; here are the views, and at the end the whole log.
#include "common/wire/codec.hpp"
#include "tests/fuzz/hall_play.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;

namespace {

void check_views(const fuzz::HallPlay& play) {
    for (const Board board : play.boards().numbers()) {
        const wire::BoardView view = clock::view(play.boards(), board, play.now());
        FF_CHECK(view.readings[Side::white].us >= 0 && view.readings[Side::black].us >= 0);
        const wire::FromClockd line = wire::BoardState{"id", view};
        FF_CHECK(wire::decode_from_clockd(wire::encode(line)).has_value());
    }
}

}  // namespace

FUZZ_TARGET(hall) {
    fuzz::Bytes bytes(input.substr(0, 2048));
    fuzz::HallPlay play(bytes.chance(2));
    while (!bytes.empty()) {
        any_step(bytes, play);
        check_views(play);
    }
    play.restart();
}
