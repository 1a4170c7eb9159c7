// How many events of clockd's log the office decides and applies in a second. The figure is
// printed, not checked; the test checks that the games were recorded.
#include <cstdio>

#include "common/base/now.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/hall.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// A legal game of about this many plies with few repetitions: each time another legal move.
std::vector<std::string> some_game(std::size_t plies) {
    std::vector<std::string> texts;
    chess::Position position = chess::start_position();
    for (std::size_t ply = 0; ply < plies; ++ply) {
        const chess::MoveList moves = chess::legal_moves(position);
        if (moves.empty()) break;
        const chess::Move move = moves[(ply * 7 + 3) % moves.size()];
        texts.push_back(chess::san(position, move));
        position = chess::after(position, move);
    }
    return texts;
}

}  // namespace

TEST_CASE("ordinary moves, how fast", "[game]") {
    const std::vector<std::string> texts = some_game(80);
    REQUIRE(texts.size() > 20);
    std::size_t inputs = 0;
    Duration spent;
    for (int round = 0; round < 100; ++round) {
        Hall hall;
        const Instant start = flagfall::now();
        for (const std::string& text : texts) {
            if (hall.over) break;
            hall.play(text);
            inputs += 2;
        }
        spent += flagfall::now() - start;
        REQUIRE(hall.live().ply.count > 20);
    }
    const double per_second = static_cast<double>(inputs) * 1e6 / static_cast<double>(spent.us);
    std::printf("game: %zu inputs decided and applied, %.0f a second\n", inputs, per_second);
}
