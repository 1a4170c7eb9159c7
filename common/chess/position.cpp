#include "common/chess/position.hpp"

#include "common/base/check.hpp"
#include "common/chess/generate.hpp"
#include "common/chess/make.hpp"
#include "common/chess/zobrist.hpp"

namespace flagfall::chess {
namespace {

SetupErrors check_men(const Position& position) {
    SetupErrors errors;
    for (const Side side : {Side::white, Side::black}) {
        const int kings = count(position.pieces(side, Kind::king));
        if (kings == 0) errors.add(SetupError::missing_king);
        if (kings > 1) errors.add(SetupError::too_many_kings);
        if (count(position.pieces(side, Kind::pawn)) > 8) errors.add(SetupError::too_many_pawns);
        if (count(position.pieces(side)) > 16) errors.add(SetupError::too_many_pieces);
    }
    if (position.pieces(Kind::pawn) & (rank_set(0) | rank_set(7)))
        errors.add(SetupError::pawn_on_last_rank);
    return errors;
}

// Each right needs its rook and the king on their home rank, at most one right for each wing;
// without Chess960 on the orthodox squares.
bool castling_is_sound(const Position& position) {
    Bitboard sound = 0;
    for (const Side side : {Side::white, Side::black}) {
        const Bitboard home = rank_set(rank_for(side, 0));
        FF_CHECK(position.pieces(side, Kind::king) != 0);
        const Square king = position.king(side);
        const Bitboard rooks = position.castling_rooks() & home;
        if (rooks == 0) continue;
        if (!contains(home, king)) return false;
        const Bitboard left = rooks & (bit(king) - 1);
        if (several(left) || several(rooks ^ left)) return false;
        if (position.variant() == Variant::chess &&
            (file_of(king) != 4 || (rooks & ~(file_set(0) | file_set(7)))))
            return false;
        sound |= rooks & position.pieces(side, Kind::rook);
    }
    return sound == position.castling_rooks();
}

// Could the last move have been a double step over this square? The pawn must be there, with both
// squares behind it empty; and with the pawn put back, the side now to move was not in check,
// since it was the other's turn.
bool en_passant_is_sound(const Position& position, Square target) {
    const Side us = position.side_to_move();
    FF_CHECK(position.pieces(us, Kind::king) != 0);
    if (target >= no_square || rank_of(target) != rank_for(us, 5)) return false;
    const int back = us == Side::white ? 8 : -8;
    const Bitboard origin = bit(static_cast<Square>(target + back));
    const Square pawn = static_cast<Square>(target - back);
    FF_CHECK(origin != 0);
    FF_CHECK(pawn < no_square);
    if (position.occupied() & (bit(target) | origin)) return false;
    if (!contains(position.pieces(other(us), Kind::pawn), pawn)) return false;
    const Bitboard before = (position.occupied() ^ bit(pawn)) | origin;
    const Bitboard givers = attackers(position, other(us), position.king(us), before);
    return (givers & ~bit(pawn)) == 0;
}

SetupErrors check(const Position& position, Square en_passant) {
    SetupErrors errors = check_men(position);
    if (position.halfmove_clock() > counter_max || position.fullmove_number() > counter_max ||
        position.fullmove_number() == 0)
        errors.add(SetupError::counter_out_of_range);
    if (errors.has(SetupError::missing_king)) return errors;  // the other checks need the king
    const Side us = position.side_to_move();
    if (attackers(position, us, position.king(other(us)), position.occupied()) != 0)
        errors.add(SetupError::side_not_to_move_in_check);
    if (!castling_is_sound(position)) errors.add(SetupError::castling_rights);
    if (en_passant != no_square && !en_passant_is_sound(position, en_passant))
        errors.add(SetupError::en_passant);
    return errors;
}

}  // namespace

Position Maker::fill(const Setup& setup) {
    Position position;
    position.board_.fill(Kind::none);
    for (Square square = 0; square < 64; ++square) {
        const Piece piece = setup.board[square];
        if (!piece.empty()) put(position, piece.side, piece.kind, square);
    }
    Bitboard men = 0;
    for (const Bitboard set : position.kinds_) men |= set;
    FF_CHECK(men == position.occupied());
    FF_CHECK((position.sides_[Side::white] & position.sides_[Side::black]) == 0);
    position.castling_rooks_ = setup.castling_rooks;
    for (const Square rook : squares(setup.castling_rooks))
        position.key_ ^= zobrist.castling_rook[rook];
    position.side_ = setup.side_to_move;
    if (setup.side_to_move == Side::black) position.key_ ^= zobrist.black_to_move;
    position.halfmove_clock_ = setup.halfmove_clock;
    position.fullmove_number_ = setup.fullmove_number;
    position.variant_ = setup.variant;
    FF_CHECK(position.en_passant_ == no_square);
    return position;
}

std::expected<Position, SetupErrors> Position::from(const Setup& setup) {
    Position position = Maker::fill(setup);
    const SetupErrors errors = check(position, setup.en_passant);
    if (errors.any()) return std::unexpected(errors);
    if (setup.en_passant != no_square) Maker::allow_en_passant(position, setup.en_passant);
    FF_CHECK((position.pieces(Side::white) & position.pieces(Side::black)) == 0);
    FF_CHECK(is_sound(position));
    FF_CHECK(position.en_passant() == no_square || position.en_passant() == setup.en_passant);
    FF_CHECK(position.side_to_move() == setup.side_to_move);
    FF_CHECK(position.halfmove_clock() <= counter_max);
    FF_CHECK(position.fullmove_number() >= 1);
    FF_CHECK(position.fullmove_number() <= counter_max);
    return position;
}

Setup Position::setup() const {
    Setup setup;
    for (Square square = 0; square < 64; ++square) setup.board[square] = piece_at(square);
    setup.side_to_move = side_;
    setup.castling_rooks = castling_rooks_;
    setup.en_passant = en_passant_;
    setup.halfmove_clock = halfmove_clock_;
    setup.fullmove_number = fullmove_number_;
    setup.variant = variant_;
    FF_CHECK((setup.castling_rooks & ~occupied()) == 0);
    FF_CHECK(setup.fullmove_number >= 1);
    FF_CHECK(setup.en_passant == no_square || setup.board[setup.en_passant].empty());
    return setup;
}

Bitboard Position::checkers() const {
    const Bitboard found = attackers(*this, other(side_), king(side_), occupied());
    FF_CHECK((found & pieces(Kind::king)) == 0);  // a king never gives check (3.9)
    return found;
}

Square Position::castling_rook(Side side, Wing wing) const {
    const Bitboard left_of_king = bit(king(side)) - 1;
    const Bitboard rooks = castling_rooks_ & pieces(side) &
                           (wing == Wing::queen_side ? left_of_king : ~left_of_king);
    FF_CHECK(!several(rooks));
    FF_CHECK((rooks & ~pieces(side, Kind::rook)) == 0);
    FF_CHECK((rooks & ~rank_set(rank_of(king(side)))) == 0);
    return rooks == 0 ? no_square : first(rooks);
}

const Position& start_position() {
    static const auto position =
        parse_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Variant::chess);
    FF_CHECK(position.has_value());
    return *position;
}

Position after(const Position& before, Move move) {
    FF_CHECK(!move.is_none());
    FF_CHECK(contains(before.pieces(before.side_to_move()), move.from()));
    Position next = before;
    if (before.side_ == Side::white)
        Maker::make<Side::white>(next, move);
    else
        Maker::make<Side::black>(next, move);
    FF_CHECK(next.pieces(Side::white, Kind::king) != 0);  // no king is captured (1.4.1)
    FF_CHECK(next.pieces(Side::black, Kind::king) != 0);
    FF_CHECK((next.pieces(Side::white) & next.pieces(Side::black)) == 0);
    FF_CHECK((next.castling_rooks() & ~before.castling_rooks()) == 0);
    FF_CHECK(next.side_to_move() == other(before.side_to_move()));
    return next;
}

bool same_position(const Position& a, const Position& b) {
    const auto same_kind = [&](Kind kind) { return a.pieces(kind) == b.pieces(kind); };
    return a.key() == b.key() && a.side_to_move() == b.side_to_move() &&
           a.pieces(Side::white) == b.pieces(Side::white) &&
           a.pieces(Side::black) == b.pieces(Side::black) && same_kind(Kind::pawn) &&
           same_kind(Kind::knight) && same_kind(Kind::bishop) && same_kind(Kind::rook) &&
           same_kind(Kind::queen) && same_kind(Kind::king) &&
           a.castling_rooks() == b.castling_rooks() && a.en_passant() == b.en_passant();
}

bool is_sound(const Position& position) {
    for (const Side side : {Side::white, Side::black})
        if (count(position.pieces(side, Kind::king)) != 1) return false;
    const Side us = position.side_to_move();
    return (position.pieces(Kind::pawn) & (rank_set(0) | rank_set(7))) == 0 &&
           (position.castling_rooks() & ~position.pieces(Kind::rook)) == 0 &&
           attackers(position, us, position.king(other(us)), position.occupied()) == 0;
}

std::expected<Position, SetupErrors> parse_position(std::string_view fen, Variant variant) {
    const auto setup = parse_fen(fen, variant);
    if (!setup) return std::unexpected(setup.error());
    return Position::from(*setup);
}

}  // namespace flagfall::chess
