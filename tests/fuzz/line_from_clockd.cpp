// What clockd sends, as arbiterd and every other follower reads it.
#include "tests/fuzz/wire_check.hpp"

using namespace flagfall;

FUZZ_TARGET(line_from_clockd) { fuzz::check_line(input, wire::decode_from_clockd); }
