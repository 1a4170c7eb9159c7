#include "tests/mate/draw.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "common/chess/movegen.hpp"

namespace flagfall::judge {

namespace {

using chess::Kind;
using chess::Piece;
using chess::Position;
using chess::Setup;
using chess::Square;
using sim::Random;

constexpr std::uint64_t most_moves_when_forced = 3;

class Drawing {
public:
    explicit Drawing(Random& random) : random_(random) {
        setup_.side_to_move = random.chance(0.5) ? Side::white : Side::black;
    }

    // Ranks count from 0; a pair stands on `rank` and the next. Pairs on every other file guard
    // the files between them; those of a chain, one rank up or down each, guard each other.
    void pairs() {
        const auto style = random_.below(5);
        const bool comb = style < 2;
        const bool chain = style == 2 || style == 3;
        const int first = whole(0, 1);
        int rank = whole(2, 4);
        for (int file = 0; file < 8; ++file) {
            if (chain) rank += rank == 1 ? 1 : rank == 5 ? -1 : whole(0, 1) * 2 - 1;
            if (!comb && !chain) rank = std::clamp(rank + whole(-2, 2), 1, 5);
            wall_[file] = rank;
            if (comb && (file - first) % 2 != 0 && !random_.chance(0.04)) continue;
            if (random_.chance(0.03)) continue;  // a gap
            const bool yet_to_close = random_.chance(0.05);
            put(chess::square_at(file, rank - (yet_to_close && rank > 1 ? 1 : 0)),
                {Side::white, Kind::pawn});
            put(chess::square_at(file, rank + 1), {Side::black, Kind::pawn});
        }
    }

    void behind_the_wall() {
        for (const Side side : {Side::white, Side::black}) {
            put(behind(side, random_.chance(0.93)), {side, Kind::king});
            if (random_.chance(0.5)) continue;
            const Kind kind = random_.chance(0.9) ? Kind::bishop : Kind::knight;
            put(behind(side, random_.chance(0.8)), {side, kind});
            if (kind == Kind::bishop && random_.chance(0.3))
                put(behind(side, random_.chance(0.8)), {side, kind});
        }
        for (auto loose = random_.chance(0.5) ? random_.below(3) : 0; loose > 0; --loose) {
            const Side side = any_side();
            put(behind(side, random_.chance(0.7)), {side, Kind::pawn});
        }
    }

    void disorder() {
        for (auto times = random_.chance(0.5) ? random_.below(3) : 0; times > 0; --times) {
            const Square at = any_square();
            Piece& man = setup_.board[at];
            if (man.empty())
                loose_man(random_.chance(0.6) ? Kind::pawn : any_kind());
            else if (man.kind != Kind::king && random_.chance(0.5))
                put(near(at), std::exchange(man, {}));
            else if (man.kind != Kind::king)
                man = {};
        }
    }

    void kings_near_the_edge() {
        const Side side = any_side();
        Square at = any_square();
        if (random_.chance(0.7)) at = chess::square_at(whole(0, 1) * 7, whole(0, 7));
        if (random_.chance(0.4)) at = chess::square_at(whole(0, 1) * 7, whole(0, 1) * 7);
        put(at, {side, Kind::king});
        put(random_.chance(0.6) ? near(at) : any_square(), {other(side), Kind::king});
        king_ = at;
    }

    void few_men() {
        for (auto men = 1 + random_.below(4); men > 0; --men) {
            const Kind kind = any_kind();
            put(random_.chance(0.6) ? near(king_) : any_square(), {any_side(), kind});
        }
        for (auto locked = random_.chance(0.3) ? 1 + random_.below(3) : 0; locked > 0; --locked) {
            const Square at = chess::square_at(whole(0, 7), whole(1, 5));
            put(at, {Side::white, Kind::pawn});
            put(static_cast<Square>(at + 8), {Side::black, Kind::pawn});
        }
    }

    void castling() {
        const Side side = any_side();
        const int rank = chess::rank_for(side, 0);
        const Square rook = chess::square_at(whole(0, 1) * 7, rank);
        put(chess::square_at(4, rank), {side, Kind::king});
        put(rook, {side, Kind::rook});
        put(any_square(), {other(side), Kind::king});
        king_ = chess::square_at(4, rank);
        setup_.castling_rooks = chess::bit(rook);
    }

    void en_passant() {
        const Side taker = setup_.side_to_move;
        const int file = whole(0, 7);
        const int beside = file == 0 ? 1 : file == 7 ? 6 : file + whole(0, 1) * 2 - 1;
        const int rank = chess::rank_for(taker, 4);
        put(chess::square_at(file, rank), {other(taker), Kind::pawn});
        put(chess::square_at(beside, rank), {taker, Kind::pawn});
        setup_.en_passant = chess::square_at(file, chess::rank_for(taker, 5));
    }

    std::optional<Position> position() const {
        const auto made = Position::from(setup_);
        return made ? std::optional(*made) : std::nullopt;
    }

private:
    int whole(int low, int high) { return static_cast<int>(random_.between(low, high)); }
    Square any_square() { return static_cast<Square>(random_.below(64)); }
    Side any_side() { return random_.chance(0.5) ? Side::white : Side::black; }
    Kind any_kind() {
        constexpr std::string_view bag = "PPPPNNBBRRQQQ";
        const char c = bag[random_.below(bag.size())];
        return static_cast<Kind>(std::string_view("PNBRQ").find(c));
    }

    Square near(Square at) {
        const int file = std::clamp(chess::file_of(at) + whole(-2, 2), 0, 7);
        return chess::square_at(file, std::clamp(chess::rank_of(at) + whole(-2, 2), 0, 7));
    }

    // A square on the side's own half of the wall, or any square.
    Square behind(Side side, bool surely) {
        if (!surely) return any_square();
        const int file = whole(0, 7);
        return side == Side::white ? chess::square_at(file, whole(0, wall_[file] - 1))
                                   : chess::square_at(file, whole(wall_[file] + 2, 7));
    }

    void loose_man(Kind kind) { put(any_square(), {any_side(), kind}); }

    // Kings stay where they are; other men there are removed.
    void put(Square at, Piece man) {
        if (setup_.board[at].kind != Kind::king) setup_.board[at] = man;
    }

    Random& random_;
    Setup setup_;
    std::array<int, 8> wall_{3, 3, 3, 3, 3, 3, 3, 3};
    Square king_ = 0;
};

}  // namespace

Position draw_wall(Random& random) {
    for (;;) {
        Drawing drawing(random);
        drawing.pairs();
        drawing.behind_the_wall();
        drawing.disorder();
        if (const auto position = drawing.position()) return *position;
    }
}

Position draw_forced(Random& random) {
    for (;;) {
        Drawing drawing(random);
        if (random.chance(0.1))
            drawing.castling();
        else
            drawing.kings_near_the_edge();
        drawing.few_men();
        if (random.chance(0.1)) drawing.en_passant();
        const auto position = drawing.position();
        if (!position) continue;
        const auto moves = chess::count_moves(*position);
        if (moves > 0 && moves <= most_moves_when_forced) return *position;
    }
}

int locked_pairs(const Position& position) {
    return chess::count(position.pieces(Side::white, Kind::pawn) << 8 &
                        position.pieces(Side::black, Kind::pawn));
}

}  // namespace flagfall::judge
