// A row of arbiterd's log: its type (first line) and its body.
#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/wire_check.hpp"

using namespace flagfall;

FUZZ_TARGET(game_event) {
    const fuzz::Lines row = fuzz::split_line(input);
    fuzz::check_body(row.first, row.rest, wire::decode_game_event);
}
