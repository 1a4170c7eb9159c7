#include "common/chess/chess960.hpp"

#include <algorithm>
#include <array>

#include "common/base/check.hpp"

namespace flagfall::chess {
namespace {

using BackRank = std::array<Kind, 8>;

// Puts a piece on the free file that has so many free files to its left.
void put(BackRank& rank, std::uint32_t free_before, Kind kind) {
    FF_CHECK(kind != Kind::none);
    FF_CHECK(free_before < rank.size());
    for (Kind& file : rank) {
        if (file != Kind::none) continue;
        if (free_before-- > 0) continue;
        file = kind;
        return;
    }
    FF_CHECK(false);
}

BackRank back_rank(std::uint32_t number) {
    FF_CHECK(number < chess960_positions);
    // Where the knights are among five free files.
    constexpr std::array<std::array<std::uint32_t, 2>, 10> knights{
        {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
    FF_CHECK(number / 96 < knights.size());
    BackRank rank;
    rank.fill(Kind::none);
    rank[std::size_t{2} * (number % 4) + 1] = Kind::bishop;
    rank[std::size_t{2} * (number / 4 % 4)] = Kind::bishop;
    put(rank, number / 16 % 6, Kind::queen);
    const auto [left, right] = knights[number / 96];
    put(rank, right, Kind::knight);
    put(rank, left, Kind::knight);
    for (const Kind kind : {Kind::rook, Kind::king, Kind::rook}) put(rank, 0, kind);
    auto* const king = std::ranges::find(rank, Kind::king);
    FF_CHECK(std::count(rank.begin(), king, Kind::rook) == 1);  // the king is between the rooks
    FF_CHECK(std::ranges::count(rank, Kind::none) == 0);
    FF_CHECK(std::ranges::count(rank, Kind::bishop) == 2);
    FF_CHECK(std::ranges::count(rank, Kind::knight) == 2);
    FF_CHECK(std::ranges::count(rank, Kind::queen) == 1);
    return rank;
}

}  // namespace

Position chess960_start(std::uint32_t number) {
    FF_CHECK(number < chess960_positions);
    const BackRank rank = back_rank(number);
    Setup setup;
    setup.variant = Variant::chess960;
    for (int file = 0; file < 8; ++file) {
        for (const Side side : {Side::white, Side::black}) {
            const Square home = square_at(file, rank_for(side, 0));
            const Kind kind = rank[static_cast<std::size_t>(file)];
            setup.board[home] = {side, kind};
            setup.board[square_at(file, rank_for(side, 1))] = {side, Kind::pawn};
            if (kind == Kind::rook) setup.castling_rooks |= bit(home);
        }
    }
    const auto position = Position::from(setup);
    FF_CHECK(position.has_value());
    FF_CHECK(count(position->castling_rooks()) == 4);
    FF_CHECK(count(position->occupied()) == 32);
    return *position;
}

std::optional<std::uint32_t> chess960_number(const Position& position) {
    Setup setup = position.setup();
    setup.variant = Variant::chess960;
    for (std::uint32_t number = 0; number < chess960_positions; ++number) {
        if (chess960_start(number).setup() == setup) return number;
    }
    return std::nullopt;
}

}  // namespace flagfall::chess
