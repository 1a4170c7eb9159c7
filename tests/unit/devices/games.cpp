#include "tests/unit/devices/games.hpp"

#include <fstream>
#include <sstream>

#include "common/chess/pgn.hpp"
#include "tests/support/paths.hpp"

namespace flagfall::test {

namespace {

std::string content(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream out;
    out << file.rdbuf();
    return out.str();
}

std::vector<std::vector<chess::Move>> read() {
    std::string text = content(shared_data("games/ecc2018_round1.pgn"));
    text += "\n" + content(test_data("classics.pgn"));
    std::vector<std::vector<chess::Move>> games;
    chess::PgnReader reader(text);
    while (auto game = reader.next()) {
        if (!*game || (*game)->start != chess::start_position()) continue;
        std::vector<chess::Move> moves;
        for (const chess::PgnMove& move : (*game)->moves) moves.push_back(move.move);
        if (moves.size() >= 10) games.push_back(std::move(moves));
    }
    return games;
}

}  // namespace

const std::vector<std::vector<chess::Move>>& real_games() {
    static const auto games = read();
    return games;
}

std::string serial_of(std::size_t number) { return std::to_string(10'001 + number); }

}  // namespace flagfall::test
