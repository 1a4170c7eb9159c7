#include "common/chess/movegen.hpp"

#include "common/base/check.hpp"
#include "common/chess/generate.hpp"
#include "common/chess/make.hpp"

namespace flagfall::chess {
namespace {

// Calls `each(move)` for every move; `each` returns true to stop.
template <class Each>
struct Expand {
    Each each;

    bool piece(Square from, Bitboard targets) {
        for (const Square to : squares(targets))
            if (each(Move(from, to))) return true;
        return false;
    }
    bool pawns(Bitboard targets, int delta) {
        FF_CHECK((targets & (rank_set(0) | rank_set(7))) == 0);
        for (const Square to : squares(targets))
            if (each(Move(static_cast<Square>(to - delta), to))) return true;
        return false;
    }
    bool promotions(Bitboard targets, int delta) {
        FF_CHECK((targets & ~(rank_set(0) | rank_set(7))) == 0);
        for (const Square to : squares(targets))
            for (const Kind kind : {Kind::queen, Kind::knight, Kind::rook, Kind::bishop})
                if (each(Move::promotion(static_cast<Square>(to - delta), to, kind))) return true;
        return false;
    }
    bool special(Move move) { return each(move); }
};
template <class Each>
Expand(Each) -> Expand<Each>;

auto listing(MoveList& moves) {
    return Expand{[&moves](Move move) {
        moves.push(move);
        return false;
    }};
}

// Adds up set sizes. This takes most of the time of a count, so the processor's own
// instruction is used if there is one.
template <bool hardware>
struct Counter {
    int total = 0;

    bool piece(Square, Bitboard targets) { return add(targets, 1); }
    bool pawns(Bitboard targets, int) { return add(targets, 1); }
    bool promotions(Bitboard targets, int) { return add(targets, 4); }
    bool special(Move) {
        ++total;
        return false;
    }

private:
    bool add(Bitboard targets, int each) {
        total += each * (hardware ? std::popcount(targets) : count(targets));
        return false;
    }
};

struct AnyMove {
    bool found = false;

    bool piece(Square, Bitboard targets) { return found = targets != 0; }
    bool pawns(Bitboard targets, int) { return found = targets != 0; }
    bool promotions(Bitboard targets, int) { return found = targets != 0; }
    bool special(Move) { return found = true; }
};

template <Side us, bool hardware>
[[gnu::always_inline]] inline std::uint64_t count_inline(const Position& position) {
    Counter<hardware> counter;
    Generator<us, Everywhere, Counter<hardware>>(position, {}, counter).run();
    return static_cast<std::uint64_t>(counter.total);
}

// The whole generator is inlined into these two ("flatten"), so that each is compiled for its
// processor and the counter stays in a register.
template <Side us>
[[gnu::flatten]] std::uint64_t count_portable(const Position& position) {
    return count_inline<us, false>(position);
}
#ifdef __x86_64__
template <Side us>
[[gnu::flatten, gnu::target("popcnt,bmi,bmi2")]] std::uint64_t count_hardware(
    const Position& position) {
    return count_inline<us, true>(position);
}
bool has_hardware() {
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
}
#else
template <Side us>
std::uint64_t count_hardware(const Position& position) {
    return count_portable<us>(position);
}
bool has_hardware() { return false; }
#endif

template <Side us, bool hardware>
std::uint64_t perft_of(const Position& position, int depth) {
    if (depth == 1) return hardware ? count_hardware<us>(position) : count_portable<us>(position);
    MoveList moves;
    auto list = listing(moves);
    Generator<us, Everywhere, decltype(list)>(position, {}, list).run();
    std::uint64_t nodes = 0;
    for (const Move move : moves) {
        Position next = position;
        Maker::make<us>(next, move);
        nodes += perft_of<other(us), hardware>(next, depth - 1);
    }
    return nodes;
}

template <bool hardware>
std::uint64_t perft_for(const Position& position, int depth) {
    return position.side_to_move() == Side::white
               ? perft_of<Side::white, hardware>(position, depth)
               : perft_of<Side::black, hardware>(position, depth);
}

}  // namespace

MoveList legal_moves(const Position& position) {
    MoveList moves;
    auto list = listing(moves);
    generate(position, Everywhere{}, list);
    return moves;
}

MoveList legal_moves(const Position& position, Bitboard from, Bitboard to) {
    MoveList moves;
    auto list = listing(moves);
    generate(position, Within{from, to}, list);
    return moves;
}

std::uint64_t count_moves(const Position& position) { return perft(position, 1); }

bool has_legal_move(const Position& position) {
    AnyMove any;
    generate(position, Everywhere{}, any);
    return any.found;
}

bool is_legal(const Position& position, Move move) {
    bool found = false;
    Expand match{[&](Move legal) { return found = legal == move; }};
    generate(position, Within{bit(move.from()), bit(move.to())}, match);
    FF_CHECK(!found || contains(position.pieces(position.side_to_move()), move.from()));
    FF_CHECK(!found || !move.is_none());
    return found;
}

bool in_check(const Position& position) { return position.checkers() != 0; }

bool gives_check(const Position& position, Move move) { return in_check(after(position, move)); }

Ending ending(const Position& position) {
    if (has_legal_move(position)) return Ending::none;
    return in_check(position) ? Ending::checkmate : Ending::stalemate;
}

std::uint64_t perft(const Position& position, int depth) {
    FF_CHECK(depth >= 0);
    if (depth == 0) return 1;
    return has_hardware() ? perft_for<true>(position, depth) : perft_for<false>(position, depth);
}

}  // namespace flagfall::chess
