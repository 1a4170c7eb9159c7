// Real games, played by people who slide, adjust, hesitate, knock men over and turn the board.
#include "common/chess/chess960.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/people.hpp"
#include "tests/unit/chess/pgn_support.hpp"
#include "tests/unit/devices/hall_of_hands.hpp"

namespace flagfall::devices::test {
namespace {

using flagfall::test::Dice;
using flagfall::test::People;

// Plays the moves at a table; what the recogniser understood is in the table then.
void play(Table& table, const chess::Position& start, const std::vector<chess::Move>& moves,
          std::uint64_t seed, People::Habits habits) {
    People people(seed, habits);
    chess::Position position = start;
    for (const chess::Move move : moves) {
        table.steps(people.play(position, move));
        position = chess::after(position, move);
    }
    table.pass(seconds(10));
}

std::vector<chess::Move> moves_of(const chess::PgnGame& game) {
    std::vector<chess::Move> moves;
    for (const chess::PgnMove& move : game.moves) moves.push_back(move.move);
    return moves;
}

void play_all(const std::vector<chess::PgnGame>& games, People::Habits habits,
              std::size_t every = 1) {
    std::uint64_t seed = 0;
    for (std::size_t at = 0; at < games.size(); at += every) {
        Table table(games[at].start);
        play(table, games[at].start, moves_of(games[at]), ++seed, habits);
        INFO("game " << at << " seed " << seed << " " << games[at].tag("White"));
        CHECK(table.hands.fits());
        CHECK(table.count<Unlawful>() == 0);
        CHECK(table.count<NoMove>() == 0);
        REQUIRE(table.line() == chess::test::uci_line(games[at]));
    }
}

std::vector<chess::PgnGame> shared(const std::string& name) {
    return chess::test::read_all(chess::test::shared_games(name)).games;
}

TEST_CASE("hands that play the shipped games give exactly these games") {
    const auto games = chess::test::read_all(chess::test::shipped_games("classics.pgn")).games;
    REQUIRE(games.size() > 10);
    play_all(games, {});
    play_all(games, {.press = false});
    play_all(games, {.accidents = false});
}

TEST_CASE("hands that play a round of real games give exactly these games") {
    play_all(shared("ecc2018_round1.pgn"), {}, 6);
    play_all(shared("lichess_2025-05_sample.pgn"), {.press = false}, 6);
}

// So many accidents, that two of them may happen to look like moves: in one game of thousands.
TEST_CASE("all real games by hands, by 20 seeds each", "[.slow]") {
    std::size_t games = 0;
    std::size_t other = 0;
    for (const char* name : {"ecc2018_round1.pgn", "lichess_2025-05_sample.pgn"}) {
        const auto read = shared(name);
        for (std::size_t at = 0; at < 40 * read.size(); ++at) {
            const chess::PgnGame& game = read[at % read.size()];
            Table table(game.start);
            play(table, game.start, moves_of(game), at + 1, {.press = at / read.size() % 2 == 0});
            other += table.line() != chess::test::uci_line(game);
            ++games;
        }
    }
    INFO(other << " of " << games << " games were understood otherwise");
    CHECK(other * 1000 <= games);
}

TEST_CASE("random games of Chess960 by hands: castling of all kinds counts") {
    std::size_t castled = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Dice dice(seed);
        const chess::Position start = chess::chess960_start(dice.below(960));
        chess::Position position = start;
        std::vector<chess::Move> moves;
        std::string line;
        while (moves.size() < 80 && chess::has_legal_move(position)) {
            const chess::MoveList legal = chess::legal_moves(position);
            chess::Move move = legal[dice.below(static_cast<std::uint32_t>(legal.size()))];
            for (const chess::Move each : legal)
                if (each.is_castling()) move = each;  // a side that may castle does
            castled += move.is_castling();
            line += (line.empty() ? "" : " ") + chess::uci(position, move);
            moves.push_back(move);
            position = chess::after(position, move);
        }
        INFO("seed " << seed << " " << chess::fen(start));
        Table table(start);
        play(table, start, moves, seed, {.press = seed % 2 == 0});
        CHECK(table.count<NoMove>() == 0);
        REQUIRE(table.line() == line);
    }
    CHECK(castled > 40);
}

TEST_CASE("kings in the centre are a result and never a move") {
    const auto games = chess::test::read_all(chess::test::shipped_games("classics.pgn")).games;
    std::size_t signs = 0;
    for (std::size_t at = 0; at < games.size(); ++at) {
        Table table(games[at].start);
        play(table, games[at].start, moves_of(games[at]), at + 1, {});
        People people(at + 1);
        const chess::Position position = table.hands.position();
        if (!chess::has_legal_move(position) || games[at].result == chess::PgnResult::unknown)
            continue;
        const Score score = *score_from(chess::text(games[at].result));
        table.steps(people.sign(position, score));
        table.pass(seconds(10));
        INFO("game " << at << " " << chess::fen(position));
        CHECK(table.line() == chess::test::uci_line(games[at]));
        REQUIRE(table.count<KingsSign>() == 1);
        CHECK(table.last<KingsSign>().score == score);
        ++signs;
    }
    CHECK(signs > 10);
}

}  // namespace
}  // namespace flagfall::devices::test
