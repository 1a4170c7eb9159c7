#include "tests/mate/solve.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include "common/base/check.hpp"

namespace flagfall::universe {

namespace {

constexpr unsigned all_files = 0xFF;

Winners exchanged(Winners winners) {
    return static_cast<Winners>((winners & 1) << 1 | winners >> 1);
}

int rank_in_order(const Material& material) {
    int pawns = 0;
    for (std::size_t i = 0; i < material.count; ++i)
        pawns += material.men[i].kind == Kind::pawn ? 1 : 0;
    return material.count * 4 + pawns;
}

// The sides that can mate after one of the moves.
struct Any {
    const Universe& universe;
    Winners found = 0;

    bool quiet(const Board& next) {
        other(next);
        return true;
    }
    void other(const Board& next) { found |= universe.winners(next); }
};

// Whether there is a move, and who can mate after those that leave the material.
struct Leaving {
    const Universe& universe;
    Winners found = 0;
    bool moves = false;

    bool quiet(const Board&) {
        moves = true;
        return false;
    }
    void other(const Board& next) {
        moves = true;
        found |= universe.winners(next);
    }
};

// Numbers the positions before the last move of one position, if that move neither captured nor
// promoted. Some of them may be illegal.
template <class Use>
class Before {
public:
    Before(const Universe::Class& which, std::uint32_t number, Use& use)
        : which_(which), number_(number), use_(use), board_(which.numbering.board(number)) {}

    void run() {
        for (std::size_t i = 0; i < board_.count; ++i) {
            if (board_.men[i].side == board_.turn) continue;
            if (board_.men[i].kind == Kind::pawn)
                pawn(i);
            else
                piece(i);
        }
    }

private:
    void from(std::size_t man, Square square) {
        Board before = board_;
        before.turn = other(board_.turn);
        before.men[man].at = square;
        use_(which_.numbering.number(before));
    }

    void piece(std::size_t man) {
        const Man mover = board_.men[man];
        const Bitboard squares = attacks(mover, occupied_) & ~occupied_;
        const std::uint32_t stride = which_.numbering.stride(board_, man);
        const std::uint32_t away = (number_ ^ 1) - mover.at * stride;  // the last bit is the turn
        for (const Square square : chess::squares(squares)) {
            if (stride != 0)
                use_(away + square * stride);
            else
                from(man, square);
        }
    }

    void pawn(std::size_t man) {
        const Man pawn = board_.men[man];
        const int back = pawn.side == Side::white ? -8 : 8;
        const int rank = chess::rank_of(pawn.at);
        const auto one = static_cast<Square>(pawn.at + back);
        if (rank == chess::rank_for(pawn.side, 1) || chess::contains(occupied_, one)) return;
        from(man, one);
        const auto two = static_cast<Square>(one + back);
        if (rank != chess::rank_for(pawn.side, 3) || chess::contains(occupied_, two)) return;
        // If en passant is possible, another position follows the double step. It has all
        // moves of this one and the capture: it can reach the same positions, but ends differently.
        if (which_.is_over(number_) && en_passant_after(board_, man) != chess::no_square) return;
        from(man, two);
    }

    const Universe::Class& which_;
    const std::uint32_t number_;
    Use& use_;
    const Board board_;
    const Bitboard occupied_ = board_.occupied();
};

}  // namespace

void Universe::add(const Material& material) {
    if (by_key_[material.key()] != nullptr) return;
    auto made = std::make_unique<Class>(
        Class{material, Numbering(material, material.count < 2 ? all_files : files_), {}});
    by_key_[material.key()] = made.get();
    classes_.push_back(std::move(made));
    for (const Material& next : material.next()) add(next);
}

Winners Universe::winners(const Board& board) const {
    if (board.en_passant != chess::no_square) {  // the capture is legal, so the game goes on
        Any any{*this};
        moves(board, any);
        return any.found;
    }
    const Sorted order = sorted(board);
    const Class* which = by_key_[material_of(order.board).key()];
    FF_CHECK(which != nullptr && which->numbering.covers(order.board));
    const Winners found = which->winners(which->numbering.number(order.board));
    return order.exchanged ? exchanged(found) : found;
}

// What the position itself shows, and the moves that lead to other materials.
void Universe::look_forward(Class& which) const {
    const std::uint32_t size = which.numbering.size();
    which.state.assign(size, 0);
    for (std::uint32_t number = 0; number < size; ++number) {
        const Board board = which.numbering.board(number);
        if (!is_legal(board) || which.numbering.number(board) != number) {
            which.state[number] = Class::out;
            continue;
        }
        Leaving leaving{*this};
        moves(board, leaving);
        std::uint8_t state = leaving.found;
        if (!leaving.moves) {
            state = Class::over;
            if (in_check(board, board.turn)) state |= only(other(board.turn));
        }
        which.state[number] = state;
    }
}

// A side that can mate from a position can mate from all that lead to it. In waves, so that most
// positions are handled once, with both winners.
void Universe::go_back(Class& which) const {
    std::vector<std::uint32_t> open;
    std::vector<std::uint32_t> next;
    for (std::uint32_t number = 0; number < which.numbering.size(); ++number)
        if (which.is_position(number) && which.winners(number) != 0) {
            open.push_back(number);
            which.state[number] |= Class::waiting;
        }
    for (; !open.empty(); open.swap(next), next.clear()) {
        for (const std::uint32_t number : open) {
            which.state[number] ^= Class::waiting;
            const Winners winners = which.winners(number);
            const auto pass_on = [&](std::uint32_t before) {
                std::uint8_t& state = which.state[before];
                if ((state & Class::out) != 0 || (winners & ~state) == 0) return;
                if ((state & Class::waiting) == 0) next.push_back(before);
                state |= winners | Class::waiting;
            };
            Before(which, number, pass_on).run();
        }
    }
}

void Universe::solve(Class& which) const {
    look_forward(which);
    go_back(which);
}

void Universe::solve(unsigned jobs) {
    std::ranges::stable_sort(classes_, {}, [](const auto& each) {
        return rank_in_order(each->material);
    });
    // Positions of one rank do not lead to each other.
    for (auto first = classes_.begin(); first != classes_.end();) {
        const int rank = rank_in_order((*first)->material);
        const auto last = std::find_if(first, classes_.end(), [&](const auto& each) {
            return rank_in_order(each->material) != rank;
        });
        std::atomic<std::ptrdiff_t> next{0};
        const auto work = [&] {
            for (std::ptrdiff_t at; (at = next++) < last - first;) solve(*first[at]);
        };
        std::vector<std::thread> threads;
        for (unsigned i = 1; i < jobs; ++i) threads.emplace_back(work);
        work();
        for (std::thread& thread : threads) thread.join();
        first = last;
    }
}

}  // namespace flagfall::universe
