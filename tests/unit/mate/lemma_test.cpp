// The lemma of docs/mate.md that is proven by listing: king and knight against king and queens.
#include "common/chess/attacks.hpp"
#include "common/chess/types.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using chess::Bitboard;
using chess::Square;

namespace {

// May a queen on one of these squares capture on `target`?
bool some_queen_takes(Bitboard queens, Square target, Bitboard occupied) {
    return (chess::queen_attacks(target, occupied) & queens) != 0;
}

// Counts the positions that are mate except for the queens' moves, and those of them that no queen
// can answer by capturing the knight.
struct Counts {
    long mates = 0;
    long unanswered = 0;
};

void with_queens(Square king, Square knight, Square hunter, Counts& counts) {
    const Bitboard near = chess::king_attacks(king);
    const Bitboard guarded = chess::knight_attacks(knight) | chess::king_attacks(hunter);
    const Bitboard places = near & ~chess::bit(hunter);
    const Bitboard flights = near & ~guarded;
    for (Bitboard queens = places;; queens = (queens - 1) & places) {
        if ((flights & ~queens) == 0) {
            ++counts.mates;
            const Bitboard occupied =
                queens | chess::bit(king) | chess::bit(knight) | chess::bit(hunter);
            if (!some_queen_takes(queens, knight, occupied)) ++counts.unanswered;
        }
        if (queens == 0) break;
    }
}

}  // namespace

TEST_CASE("lemmas: whichever queen blocks a flight, one takes the checking knight") {
    Counts counts;
    for (Square king = 0; king < 64; ++king)
        for (const Square knight : chess::squares(chess::knight_attacks(king)))
            for (Square hunter = 0; hunter < 64; ++hunter)
                if (hunter != king && hunter != knight &&
                    !chess::contains(chess::king_attacks(king), hunter))
                    with_queens(king, knight, hunter, counts);
    CHECK(counts.mates > 0);
    CHECK(counts.unanswered == 0);
}
