#include "common/mate/material.hpp"

#include "common/base/check.hpp"
#include "common/mate/mate.hpp"

namespace flagfall::mate {

using chess::Bitboard;
using chess::Kind;
using chess::Position;

bool cannot_mate_by_material(const Position& position, Side winner) {
    const Side loser = other(winner);
    FF_CHECK(position.pieces(winner, Kind::king) != 0);
    const auto mine = [&](Kind kind) { return position.pieces(winner, kind); };
    const auto theirs = [&](Kind kind) { return position.pieces(loser, kind); };

    if ((mine(Kind::pawn) | mine(Kind::rook) | mine(Kind::queen)) != 0) return false;
    const Bitboard knights = mine(Kind::knight);
    const Bitboard bishops = mine(Kind::bishop);
    if ((knights | bishops) == 0) return true;
    if (bishops == 0)
        return !chess::several(knights) && (theirs(Kind::pawn) | theirs(Kind::knight) |
                                            theirs(Kind::bishop) | theirs(Kind::rook)) == 0;
    return knights == 0 && one_colour(bishops) &&
           (theirs(Kind::pawn) | theirs(Kind::knight)) == 0 &&
           one_colour(bishops | theirs(Kind::bishop));
}

bool dead_by_material(const Position& position) {
    return cannot_mate_by_material(position, Side::white) &&
           cannot_mate_by_material(position, Side::black);
}

}  // namespace flagfall::mate
