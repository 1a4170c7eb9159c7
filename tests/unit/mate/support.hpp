#pragma once

#include <string>

#include "common/chess/position.hpp"
#include "tests/support/catch.hpp"

namespace flagfall::test {

inline chess::Position position(const std::string& fen) {
    const auto parsed = chess::parse_position(fen, chess::Variant::chess);
    REQUIRE(parsed.has_value());
    return *parsed;
}

}  // namespace flagfall::test
