// Small things the replay tests share.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "common/chess/pgn.hpp"
#include "tests/support/catch.hpp"

namespace flagfall::client {

// The one game of a text.
inline chess::PgnGame pgn(std::string_view text) {
    chess::PgnReader reader(text);
    auto game = reader.next();
    REQUIRE(game.has_value());
    if (!*game) FAIL(game->error().what);
    return **game;
}

// Of a file in tests/data.
inline std::string test_data(const std::string& name) {
    return std::string(FLAGFALL_TEST_DATA) + "/" + name;
}

// Of a file with recorded games; empty when they are not there, which is said once.
inline std::string recorded_games(const std::string& name) {
    const std::string path = std::string(FLAGFALL_SHARED_DATA) + "/games/" + name;
    if (std::ifstream(path).is_open()) return path;
    WARN("skipped: no " << path);
    return {};
}

}  // namespace flagfall::client
