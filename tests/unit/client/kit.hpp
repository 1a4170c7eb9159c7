// Small things the replay tests share.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "common/chess/pgn.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"

namespace flagfall::client {

// The one game of a text.
inline chess::PgnGame pgn(std::string_view text) {
    chess::PgnReader reader(text);
    auto game = reader.next();
    REQUIRE(game.has_value());
    if (!*game) FAIL(game->error().what);
    return **game;
}

using test::test_data;

// Of a file with recorded games; empty when they are not there, which is said once.
inline std::string recorded_games(const std::string& name) {
    const std::string path = test::shared_data("games/" + name);
    if (std::ifstream(path).is_open()) return path;
    WARN("skipped: no " << path);
    return {};
}

}  // namespace flagfall::client
