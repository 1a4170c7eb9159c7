#include "tests/support/people.hpp"

#include <algorithm>

namespace flagfall::test {

using namespace chess;
using devices::Placement;

namespace {

// Would the game be over with it on the board? If so, nobody leaves it there for long by mistake.
bool ends(const Position& position, Move move) { return !has_legal_move(after(position, move)); }

}  // namespace

Duration People::gap() {
    switch (pace_) {
        case Pace::quick: return milliseconds(10 + dice_.below(40));
        case Pace::slow: return milliseconds(260 + dice_.below(900));
        case Pace::mixed: break;
    }
    return milliseconds(dice_.one_in(3) ? 260 + dice_.below(1500) : 20 + dice_.below(150));
}

void People::put(Square square, Piece piece) {
    board_.put(square, piece);
    steps_.push_back({gap(), HandStep::What::field, square, piece, {}});
    if (dice_.one_in(12))
        steps_.push_back({milliseconds(5), HandStep::What::field, square, piece, {}});
}

void People::press(Side side) {
    if (!habits_.press) return;
    const Duration wait = milliseconds(30 + dice_.below(dice_.one_in(4) ? 2000 : 250));
    steps_.push_back({wait, HandStep::What::press, 0, {}, side});
}

std::vector<HandStep> People::play(const Position& position, Move move) {
    steps_.clear();
    board_ = Placement::of(position);
    pace_ = dice_.of({Pace::quick, Pace::mixed, Pace::mixed, Pace::slow});
    // The board is read between two moves unless both are quick; three moves never pass unread.
    const bool quick = pace_ == Pace::quick && !at_once_ && dice_.one_in(2);
    if (!at_once_) steps_.push_back({seconds(4), HandStep::What::field, 0, board_.at(0), {}});
    if (habits_.accidents && !at_once_) {
        if (dice_.one_in(8)) adjust(position);
        if (dice_.one_in(15)) knock_over(position);
        if (dice_.one_in(10)) try_another(position, move);
        if (dice_.one_in(15)) try_nonsense(position);
        if (dice_.one_in(60)) steps_.push_back({gap(), HandStep::What::turn, 0, {}, {}});
    }
    if (at_once_) pace_ = Pace::quick;
    carry(position, move);
    const Position then = after(position, move);
    const Side side = position.side_to_move();
    if (habits_.accidents && !quick && dice_.one_in(15)) knock_over(then);
    if (press_owed_) press(other(side));
    press_owed_ = !quick && !at_once_ && !ends(position, move) && dice_.one_in(12);
    if (!press_owed_) press(side);
    at_once_ = quick;
    return steps_;
}

void People::bring_back(const Placement& placement) {
    const Bitboard wrong = differs(board_, placement);
    for (const Square square : squares(wrong))
        if (!board_.at(square).empty()) lift(square);
    for (const Square square : squares(wrong))
        if (!placement.at(square).empty()) put(square, placement.at(square));
}

void People::carry(const Position& position, Move move) {
    if (move.is_castling()) return carry_castling(position, move);
    if (move.is_promotion()) return carry_promotion(position, move);
    carry_man(position, move);
}

// A man that moves along a line is often pushed over the squares between.
void People::slide(Square from, Square to, Piece man) {
    const int files = file_of(to) - file_of(from);
    const int ranks = rank_of(to) - rank_of(from);
    const int steps = std::max(std::abs(files), std::abs(ranks));
    const bool line = files == 0 || ranks == 0 || std::abs(files) == std::abs(ranks);
    Square at = from;
    for (int step = 1; line && step < steps && dice_.one_in(2); ++step) {
        const Square next = square_at(file_of(from) + files / steps * step,
                                      rank_of(from) + ranks / steps * step);
        if (!board_.at(next).empty()) break;
        lift(at);
        put(next, man);
        at = next;
    }
    if (dice_.one_in(5)) {  // the arrival is reported before the departure
        put(to, man);
        lift(at);
        return;
    }
    lift(at);
    put(to, man);
}

void People::carry_man(const Position& position, Move move) {
    const Piece man = position.piece_at(move.from());
    if (move.is_en_passant()) {
        const Square taken = square_at(file_of(move.to()), rank_of(move.from()));
        const bool first = dice_.one_in(2);
        if (first) lift(taken);
        slide(move.from(), move.to(), man);
        if (!first) lift(taken);
        return;
    }
    if (!position.piece_at(move.to()).empty()) switch (dice_.below(3)) {
            case 0: lift(move.to()); break;
            case 1:
                lift(move.from());
                lift(move.to());
                put(move.to(), man);
                return;
            default: break;  // pushed out of its square
        }
    slide(move.from(), move.to(), man);
}

void People::carry_castling(const Position& position, Move move) {
    const Side side = position.side_to_move();
    const bool king_side = move.wing() == Wing::king_side;
    const int rank = rank_of(move.from());
    const Square king_to = square_at(king_side ? 6 : 2, rank);
    const Square rook_to = square_at(king_side ? 5 : 3, rank);
    const bool rook_first = dice_.one_in(3);
    const auto lift_king = [&] { lift(move.from()); };
    const auto lift_rook = [&] { lift(move.to()); };
    const auto put_king = [&] { put(king_to, {side, Kind::king}); };
    const auto put_rook = [&] { put(rook_to, {side, Kind::rook}); };
    // In Chess960 each may stand where the other goes: then both are lifted.
    if (king_to == move.to() || rook_to == move.from() || dice_.one_in(4)) {
        rook_first ? (lift_rook(), lift_king()) : (lift_king(), lift_rook());
        dice_.one_in(2) ? (put_rook(), put_king()) : (put_king(), put_rook());
    } else if (rook_first) {
        lift_rook(), put_rook(), lift_king(), put_king();
    } else {
        lift_king(), put_king(), lift_rook(), put_rook();
    }
}

void People::carry_promotion(const Position& position, Move move) {
    const Side side = position.side_to_move();
    const Piece chosen{side, move.promotion_kind()};
    if (!position.piece_at(move.to()).empty() && dice_.one_in(2)) lift(move.to());
    switch (dice_.below(4)) {
        case 0:  // the pawn goes there and waits
            slide(move.from(), move.to(), {side, Kind::pawn});
            lift(move.to());
            put(move.to(), chosen);
            return;
        case 1:  // the piece is there first
            put(move.to(), chosen);
            lift(move.from());
            return;
        case 2:  // another piece is put there first
            lift(move.from());
            put(move.to(), {side, dice_.of({Kind::queen, Kind::rook, Kind::knight})});
            put(move.to(), chosen);
            return;
        default:
            lift(move.from());
            put(move.to(), chosen);
    }
}

// J'adoube: up to three men, which return to where they were.
void People::adjust(const Position& position) {
    const Placement before = board_;
    for (std::uint32_t men = 1 + dice_.below(3); men > 0; --men) {
        const Square square = static_cast<Square>(dice_.below(64));
        if (contains(position.occupied(), square)) lift(square);
    }
    bring_back(before);
}

// A man falls, and stays away or lies on another square until it is put up again.
void People::knock_over(const Position& position) {
    const Placement before = board_;
    for (std::uint32_t men = 1 + dice_.below(2); men > 0; --men) {
        const Square square = static_cast<Square>(dice_.below(64));
        const Square beside = static_cast<Square>(dice_.below(64));
        if (!contains(position.occupied(), square)) continue;
        const Piece man = board_.at(square);
        lift(square);
        if (board_.at(beside).empty() && !man.empty() && dice_.one_in(2)) put(beside, man);
    }
    bring_back(before);
}

// Another move is made first, and taken back before the press.
void People::try_another(const Position& position, Move move) {
    const MoveList moves = legal_moves(position);
    const Move another = moves[dice_.below(static_cast<std::uint32_t>(moves.size()))];
    if (another == move || ends(position, another)) return;
    const Placement before = board_;
    carry(position, another);
    bring_back(before);
}

// A man is put on a square where it may not go, and brought back.
void People::try_nonsense(const Position& position) {
    const Placement before = board_;
    const Square from = static_cast<Square>(dice_.below(64));
    const Square to = static_cast<Square>(dice_.below(64));
    if (!contains(position.pieces(position.side_to_move()), from) || from == to) return;
    const Piece man = board_.at(from);
    lift(from);
    put(to, man);
    bring_back(before);
}

std::vector<HandStep> People::sign(const Position& position, Score score) {
    steps_.clear();
    board_ = Placement::of(position);
    pace_ = Pace::slow;
    steps_.push_back({seconds(4), HandStep::What::field, 0, board_.at(0), {}});
    if (press_owed_) press(other(position.side_to_move()));
    steps_.push_back({seconds(2), HandStep::What::field, 0, board_.at(0), {}});
    press_owed_ = false;
    Square one = square_at(4, 3);  // e4
    Square two = square_at(3, 4);  // d5
    if (score == win_of(Side::black)) one = square_at(3, 3), two = square_at(4, 4);
    if (score == drawn()) two = square_at(4, 4);
    if (dice_.one_in(2)) std::swap(one, two);
    const Side first = dice_.of({Side::white, Side::black});
    for (const Side side : {first, other(first)}) {
        lift(position.king(side));
        put(side == Side::white ? one : two, {side, Kind::king});
    }
    return steps_;
}

}  // namespace flagfall::test
