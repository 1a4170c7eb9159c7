// The JSON that the daemons themselves write, read at a fraction of the usual cost.
#pragma once

#include <optional>
#include <string_view>

#include "common/wire/codec_json.hpp"

namespace flagfall::wire {

// What parse_json() gives for this text, if that is plain: its strings are printable ASCII without
// escapes, its numbers whole and of at most 18 digits, and nothing in it is refused. Nothing for
// any other text, right or wrong: the thorough reader says which.
std::optional<Json> quick_json(std::string_view text, const JsonBounds& bounds);

// parse_json() without this short cut.
std::expected<Json, DecodeError> thorough_json(std::string_view text, const JsonBounds& bounds);

}  // namespace flagfall::wire
