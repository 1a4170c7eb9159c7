// A position with at most four men, and its legal moves: small enough that all of them can be
// listed. No castling. The tests compare these rules with those of common/chess.
#pragma once

#include <array>
#include <cstdint>

#include "common/chess/attacks.hpp"
#include "common/chess/position.hpp"
#include "common/chess/types.hpp"

namespace flagfall::universe {

using chess::Bitboard;
using chess::Kind;
using chess::Square;

struct Man {
    Side side = Side::white;
    Kind kind = Kind::none;
    Square at = 0;

    friend bool operator==(Man, Man) = default;
};

struct Board {
    std::array<Man, 4> men{};  // the white king, the black king, the others
    std::uint8_t count = 2;
    Side turn = Side::white;
    Square en_passant = chess::no_square;  // only if a capture there is legal

    Bitboard occupied() const {
        Bitboard set = 0;
        for (std::size_t i = 0; i < count; ++i) set |= chess::bit(men[i].at);
        return set;
    }
    Bitboard of(Side side) const {
        Bitboard set = 0;
        for (std::size_t i = 0; i < count; ++i)
            if (men[i].side == side) set |= chess::bit(men[i].at);
        return set;
    }
    Square king(Side side) const { return men[index(side)].at; }
    void remove(std::size_t man) {
        for (std::size_t i = man; i + 1 < count; ++i) men[i] = men[i + 1];
        --count;
    }
};

// The squares that a man attacks.
inline Bitboard attacks(Man man, Bitboard occupied) {
    return man.kind == Kind::pawn ? chess::pawn_attacks(man.side, man.at)
                                  : chess::piece_attacks(man.kind, man.at, occupied);
}

inline bool in_check(const Board& board, Side side) {
    const Bitboard occupied = board.occupied();
    const Bitboard king = chess::bit(board.king(side));
    for (std::size_t i = 0; i < board.count; ++i)
        if (board.men[i].side != side && (attacks(board.men[i], occupied) & king) != 0)
            return true;
    return false;
}

// Distinct squares, no pawns on the last ranks, and nobody can capture the king.
inline bool is_legal(const Board& board) {
    constexpr Bitboard last_ranks = chess::rank_set(0) | chess::rank_set(7);
    Bitboard seen = 0;
    for (std::size_t i = 0; i < board.count; ++i) {
        const Bitboard at = chess::bit(board.men[i].at);
        if ((seen & at) != 0 || (board.men[i].kind == Kind::pawn && (at & last_ranks) != 0))
            return false;
        seen |= at;
    }
    return !in_check(board, other(board.turn));
}

// Where the side to move could capture en passant, if the pawn `pushed` has just made a double
// step; no_square if it could not.
inline Square en_passant_after(const Board& board, std::size_t pushed) {
    const Man pawn = board.men[pushed];
    const auto target = static_cast<Square>(pawn.at + (pawn.side == Side::white ? -8 : 8));
    for (std::size_t i = 2; i < board.count; ++i) {
        const Man taker = board.men[i];
        if (taker.kind != Kind::pawn || taker.side != board.turn ||
            !chess::contains(chess::pawn_attacks(taker.side, taker.at), target))
            continue;
        Board taken = board;
        taken.men[i].at = target;
        taken.remove(pushed);
        if (!in_check(taken, board.turn)) return target;
    }
    return chess::no_square;
}

// Hands every legal move's position to a sink, which has two members:
//   bool quiet(const Board&)   neither capture nor promotion, no en passant left behind; returns
//                              whether it wants more of them
//   void other(const Board&)   all the rest
template <class Sink>
class Moves {
public:
    Moves(const Board& board, Sink& sink)
        : board_(board), sink_(sink), own_(board.of(board.turn)), occupied_(board.occupied()) {}

    void run() {
        for (std::size_t i = 0; i < board_.count; ++i) {
            if (board_.men[i].side != board_.turn) continue;
            if (board_.men[i].kind == Kind::pawn)
                pawn(i);
            else
                piece(i);
        }
    }

private:
    void piece(std::size_t man) {
        const Bitboard targets = attacks(board_.men[man], occupied_) & ~own_;
        for (const Square to : chess::squares(targets & occupied_)) sink_capture(man, to, to);
        if (!more_) return;
        for (const Square to : chess::squares(targets & ~occupied_)) {
            quiet(stepped(man, to));
            if (!more_) return;
        }
    }

    void pawn(std::size_t man) {
        const Man mover = board_.men[man];
        const int forward = mover.side == Side::white ? 8 : -8;
        const Bitboard hits = chess::pawn_attacks(mover.side, mover.at);
        for (const Square to : chess::squares(hits & occupied_ & ~own_)) sink_capture(man, to, to);
        if (board_.en_passant != chess::no_square && chess::contains(hits, board_.en_passant))
            sink_capture(man, board_.en_passant,
                         static_cast<Square>(board_.en_passant - forward));

        const auto one = static_cast<Square>(mover.at + forward);
        if (chess::contains(occupied_, one)) return;
        arrive(man, stepped(man, one));
        if (chess::rank_of(mover.at) != chess::rank_for(mover.side, 1)) return;
        const auto two = static_cast<Square>(one + forward);
        if (chess::contains(occupied_, two)) return;
        Board next = stepped(man, two);
        next.en_passant = en_passant_after(next, man);
        if (next.en_passant == chess::no_square)
            quiet(next);
        else
            rest(next);
    }

    Board stepped(std::size_t man, Square to) const {
        Board next = board_;
        next.men[man].at = to;
        next.turn = flagfall::other(board_.turn);
        next.en_passant = chess::no_square;
        return next;
    }

    void sink_capture(std::size_t man, Square to, Square victim) {
        Board next = stepped(man, to);
        for (std::size_t i = 2; i < board_.count; ++i) {
            if (board_.men[i].at != victim) continue;
            next.remove(i);
            arrive(i < man ? man - 1 : man, next, true);
            return;
        }
    }

    // A step or capture by the man, who is perhaps a pawn on its last rank.
    void arrive(std::size_t man, Board next, bool captured = false) {
        const Man mover = next.men[man];
        const bool promotes = mover.kind == Kind::pawn &&
                              chess::rank_of(mover.at) == chess::rank_for(mover.side, 7);
        if (!promotes) return captured ? rest(next) : quiet(next);
        for (const Kind kind : {Kind::queen, Kind::rook, Kind::bishop, Kind::knight}) {
            next.men[man].kind = kind;
            rest(next);
        }
    }

    void quiet(const Board& next) {
        if (more_ && !in_check(next, board_.turn)) more_ = sink_.quiet(next);
    }
    void rest(const Board& next) {
        if (!in_check(next, board_.turn)) sink_.other(next);
    }

    const Board& board_;
    Sink& sink_;
    const Bitboard own_;
    const Bitboard occupied_;
    bool more_ = true;
};

template <class Sink>
void moves(const Board& board, Sink& sink) {
    Moves<Sink>(board, sink).run();
}

// The same position by common/chess; its own verdict on whether it is one.
inline chess::Setup setup_of(const Board& board) {
    chess::Setup setup;
    for (std::size_t i = 0; i < board.count; ++i)
        setup.board[board.men[i].at] = {board.men[i].side, board.men[i].kind};
    setup.side_to_move = board.turn;
    setup.en_passant = board.en_passant;
    return setup;
}

}  // namespace flagfall::universe
