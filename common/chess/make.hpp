// Makes a move: the inside of after(), in a header so that perft can inline it.
#pragma once

#include "common/base/check.hpp"
#include "common/chess/generate.hpp"
#include "common/chess/position.hpp"
#include "common/chess/zobrist.hpp"

namespace flagfall::chess {

struct Maker {
    static void put(Position& position, Side side, Kind kind, Square square) {
        FF_CHECK(position.board_[square] == Kind::none);
        position.kinds_[index(kind)] |= bit(square);
        position.sides_[side] |= bit(square);
        position.board_[square] = kind;
        position.key_ ^= zobrist.of(side, kind, square);
    }

    static void remove(Position& position, Side side, Kind kind, Square square) {
        FF_CHECK(position.board_[square] == kind);
        position.kinds_[index(kind)] ^= bit(square);
        position.sides_[side] ^= bit(square);
        position.board_[square] = Kind::none;
        position.key_ ^= zobrist.of(side, kind, square);
    }

    static void shift(Position& position, Side side, Kind kind, Square from, Square to) {
        const Bitboard both = bit(from) | bit(to);
        position.kinds_[index(kind)] ^= both;
        position.sides_[side] ^= both;
        position.board_[from] = Kind::none;
        position.board_[to] = kind;
        position.key_ ^= zobrist.of(side, kind, from) ^ zobrist.of(side, kind, to);
    }

    static void drop_rights(Position& position, Bitboard rooks) {
        const Bitboard lost = position.castling_rooks_ & rooks;
        if (lost == 0) return;
        position.castling_rooks_ ^= lost;
        for (const Square rook : squares(lost)) position.key_ ^= zobrist.castling_rook[rook];
    }

    // Sets the en passant square if a capture there is legal for the side to move.
    static void allow_en_passant(Position& position, Square target) {
        const Side us = position.side_;
        FF_CHECK(rank_of(target) == rank_for(us, 5));
        const Bitboard takers = pawn_attacks(other(us), target) & position.pieces(us, Kind::pawn);
        for (const Square from : squares(takers)) {
            if (!en_passant_is_safe(position, from, target)) continue;
            position.en_passant_ = target;
            position.key_ ^= zobrist.en_passant[target];
            return;
        }
    }

    // Turns the position into the one after a legal move of side `us`.
    template <Side us>
    static void make(Position& position, Move move) {
        FF_CHECK(position.side_ == us);
        if (position.en_passant_ != no_square) {
            position.key_ ^= zobrist.en_passant[position.en_passant_];
            position.en_passant_ = no_square;
        }
        position.side_ = other(us);
        position.key_ ^= zobrist.black_to_move;
        // A FEN has four digits for each: at the limit both stay, so that it can be read again.
        position.fullmove_number_ = static_cast<std::uint16_t>(
            position.fullmove_number_ +
            (us == Side::black && position.fullmove_number_ < counter_max));
        position.halfmove_clock_ = static_cast<std::uint16_t>(
            position.halfmove_clock_ + (position.halfmove_clock_ < counter_max));

        if (move.is_castling())
            castle<us>(position, move);
        else if (position.board_[move.from()] == Kind::pawn)
            move_pawn<us>(position, move);
        else
            move_piece<us>(position, move);
    }

private:
    template <Side us>
    static void capture_on(Position& position, Square square) {
        const Kind captured = position.board_[square];
        if (captured == Kind::none) return;
        FF_CHECK(captured != Kind::king);  // it is never captured (1.4.1)
        remove(position, other(us), captured, square);
        position.halfmove_clock_ = 0;
    }

    template <Side us>
    static void move_piece(Position& position, Move move) {
        const Square from = move.from();
        const Square to = move.to();
        const Kind kind = position.board_[from];
        capture_on<us>(position, to);
        shift(position, us, kind, from, to);
        const Bitboard home = rank_set(rank_for(us, 0));
        drop_rights(position, bit(from) | bit(to) | (kind == Kind::king ? home : 0));
    }

    template <Side us>
    static void move_pawn(Position& position, Move move) {
        constexpr int forward = us == Side::white ? 8 : -8;
        const Square from = move.from();
        const Square to = move.to();
        capture_on<us>(position, to);
        if (move.is_en_passant()) {
            FF_CHECK(position.board_[static_cast<Square>(to - forward)] == Kind::pawn);
            capture_on<us>(position, static_cast<Square>(to - forward));
        }
        position.halfmove_clock_ = 0;
        drop_rights(position, bit(to));
        if (move.is_promotion()) {
            FF_CHECK(rank_of(to) == rank_for(us, 7));
            remove(position, us, Kind::pawn, from);
            put(position, us, move.promotion_kind(), to);
            return;
        }
        shift(position, us, Kind::pawn, from, to);
        if (to == from + 2 * forward)
            allow_en_passant(position, static_cast<Square>(from + forward));
    }

    template <Side us>
    static void castle(Position& position, Move move) {
        const bool king_side = move.wing() == Wing::king_side;
        const int rank = rank_of(move.from());
        FF_CHECK(position.board_[move.to()] == Kind::rook);
        FF_CHECK(position.board_[move.from()] == Kind::king);
        FF_CHECK(rank == rank_for(us, 0));
        remove(position, us, Kind::king, move.from());
        remove(position, us, Kind::rook, move.to());
        put(position, us, Kind::king, square_at(king_side ? 6 : 2, rank));
        put(position, us, Kind::rook, square_at(king_side ? 5 : 3, rank));
        drop_rights(position, rank_set(rank));
    }

public:
    // Fills an empty position from a Setup, without checking it; en passant stays unset.
    static Position fill(const Setup& setup);
};

}  // namespace flagfall::chess
