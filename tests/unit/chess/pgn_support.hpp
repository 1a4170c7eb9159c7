// Files, rows of data files and games for the tests of PGN.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "common/chess/notation.hpp"
#include "common/chess/pgn.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"

namespace flagfall::chess::test {

inline std::string text_of_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) WARN("skipped: no " << path);
    return {std::istreambuf_iterator<char>(in), {}};
}

// Empty, and said so, if the file is not there: then the shipped games alone are read.
inline std::string shared_games(const std::string& name) {
    return text_of_file(flagfall::test::shared_data("games/" + name));
}

inline std::string shipped_games(const std::string& name) {
    return text_of_file(flagfall::test::test_data(name));
}

struct ReadFile {
    std::vector<PgnGame> games;
    std::vector<PgnError> errors;
    std::vector<PgnGame> broken;  // what was read before each error
};

inline ReadFile read_all(std::string_view text, PgnLimits limits = {}) {
    ReadFile result;
    PgnReader reader(text, limits);
    PgnGame game;
    for (;;) {
        switch (reader.read_into(game)) {
            case PgnReader::Read::end: return result;
            case PgnReader::Read::game: result.games.push_back(game); break;
            case PgnReader::Read::error:
                result.errors.push_back(reader.error());
                result.broken.push_back(game);
                break;
        }
    }
}

inline PgnGame read_one(std::string_view text) {
    INFO(text);
    const auto game = PgnReader(text).next();
    REQUIRE(game.has_value());
    if (!game->has_value()) FAIL_CHECK(game->error().what);
    REQUIRE(game->has_value());
    return **game;
}

inline PgnError read_error(std::string_view text) {
    INFO(text);
    const auto game = PgnReader(text).next();
    REQUIRE(game.has_value());
    REQUIRE_FALSE(game->has_value());
    return game->error();
}

inline std::string uci_line(const PgnGame& game) {
    std::string out;
    Position position = game.start;
    for (const PgnMove& move : game.moves) {
        if (!out.empty()) out += ' ';
        out += uci(position, move.move);
        position = after(position, move.move);
    }
    return out;
}

}  // namespace flagfall::chess::test
