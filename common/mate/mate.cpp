// The order of the steps, cheap ones first; every answer is proven by the step that gives it.
#include "common/mate/mate.hpp"

#include <algorithm>
#include <array>

#include "common/base/check.hpp"
#include "common/chess/attacks.hpp"
#include "common/chess/movegen.hpp"
#include "common/mate/hunt.hpp"
#include "common/mate/search.hpp"

namespace flagfall::mate {

namespace {

using chess::Bitboard;
using chess::Kind;
using chess::Move;
using chess::Position;

// Mate or stalemate on the board; nothing otherwise.
const Analysis* over_on_board(const Position& position, Side winner) {
    static const Analysis mated{Verdict::winnable, {}, "mate on the board", 1, {}};
    static const Analysis own_mate{Verdict::unwinnable, {}, "other side's mate", 1, {}};
    static const Analysis stalemate{Verdict::unwinnable, {}, "stalemate", 1, {}};
    switch (chess::ending(position)) {
        case chess::Ending::none: return nullptr;
        case chess::Ending::stalemate: return &stalemate;
        case chess::Ending::checkmate: break;
    }
    return position.side_to_move() == winner ? &own_mate : &mated;
}

// The proof of `winnable`: every move legal, mate at the end.
bool leads_to_mate(Position position, Side winner, const std::vector<Move>& line) {
    for (const Move move : line) {
        if (!chess::is_legal(position, move)) return false;
        position = chess::after(position, move);
    }
    return chess::ending(position) == chess::Ending::checkmate &&
           position.side_to_move() == other(winner);
}

}  // namespace

std::string_view name(Verdict verdict) {
    switch (verdict) {
        case Verdict::winnable: return "winnable";
        case Verdict::unwinnable: return "unwinnable";
        case Verdict::undetermined: break;
    }
    return "undetermined";
}

namespace {

// The steps take turns, each with more positions than the last: what one cannot decide, another
// decides fast.
struct Step {
    enum class How : std::uint8_t { hunt, wall, search } how = How::hunt;
    std::uint64_t nodes = 0;
    std::size_t taste = 0;
};
constexpr std::array<Step, 11> steps{{{Step::How::hunt, 80},
                                     {Step::How::wall},
                                     {Step::How::search, 20, 0},
                                     {Step::How::hunt, 1'000},
                                     {Step::How::search, 400, 0},
                                     {Step::How::search, 1'200, 1},
                                     {Step::How::search, 3'000, 2},
                                     {Step::How::hunt, 3'000},
                                     {Step::How::search, 20'000, 0},
                                     {Step::How::search, 60'000, 2},
                                     {Step::How::search, UINT64_MAX, 1}}};

class Analyser {
public:
    Analyser(const Position& position, Side winner, const Budget& budget)
        : position_(position), winner_(winner), budget_(budget), searcher_(position, winner) {}

    Analysis run() {
        for (const Step& step : steps) {
            if (spent_ >= budget_.nodes) break;
            Analysis answer = take(step, std::min(step.nodes, budget_.nodes - spent_));
            spent_ += answer.nodes;
            FF_CHECK(spent_ <= budget_.nodes);
            FF_CHECK(answer.nodes <= step.nodes || step.how == Step::How::wall);
            answer.nodes = spent_;
            if (answer.verdict != Verdict::undetermined) return answer;
        }
        return {Verdict::undetermined, {}, "budget", spent_, {}};
    }

private:
    Analysis take(const Step& step, std::uint64_t nodes) {
        switch (step.how) {
            case Step::How::hunt: {
                Hunt found = hunt(position_, winner_, nodes);
                FF_CHECK(found.mated == !found.line.empty());
                FF_CHECK(found.nodes <= nodes);
                if (!found.mated) return {Verdict::undetermined, {}, "hunt", found.nodes, {}};
                return {Verdict::winnable, std::move(found.line), "hunt", found.nodes, {}};
            }
            case Step::How::wall: {
                const auto wall = find_wall(position_, winner_);
                FF_CHECK(!wall || wall->winner == winner_);
                FF_CHECK(!wall || covers(*wall, position_));
                if (!wall) return {Verdict::undetermined, {}, "wall", 1, {}};
                return {Verdict::unwinnable, {}, "wall", 1, {{}, {*wall}}};
            }
            case Step::How::search: break;
        }
        return searcher_.search(step.taste, nodes, budget_);
    }

    const Position& position_;
    Side winner_;
    const Budget& budget_;
    Searcher searcher_;
    std::uint64_t spent_ = 0;
};

}  // namespace

Analysis can_mate(const Position& position, Side winner, Budget budget) {
    if (const Analysis* over = over_on_board(position, winner)) return *over;
    if (cannot_mate_by_material(position, winner))
        return {Verdict::unwinnable, {}, "bare material", 1, {}};
    Analysis answer = Analyser(position, winner, budget).run();
    FF_CHECK(answer.nodes <= budget.nodes);
    FF_CHECK(!answer.method.empty());
    FF_CHECK(answer.verdict != Verdict::winnable || leads_to_mate(position, winner, answer.line));
    FF_CHECK((answer.verdict == Verdict::winnable) == !answer.line.empty());
    FF_CHECK((answer.verdict == Verdict::undetermined) == (answer.method == "budget"));
    FF_CHECK(answer.verdict == Verdict::unwinnable || answer.proof.walls.empty());
    FF_CHECK(answer.verdict != Verdict::unwinnable || !answer.proof.positions.empty() ||
             !answer.proof.walls.empty());
    return answer;
}

namespace {

// Can a knight, rook or queen of either side move anywhere? Those get through most walls.
bool roams(const Position& position) {
    for (const Kind kind : {Kind::knight, Kind::rook, Kind::queen})
        for (const chess::Square man : chess::squares(position.pieces(kind))) {
            const Bitboard own = position.pieces(position.piece_at(man).side);
            if ((chess::piece_attacks(kind, man, position.occupied()) & ~own) != 0) return true;
        }
    return false;
}

// The squares before these men, up to the end of the board.
Bitboard ahead_of(Side side, Bitboard men) {
    for (const int ranks : {1, 2, 4})
        men |= side == Side::white ? men << (8 * ranks) : men >> (8 * ranks);
    return side == Side::white ? men << 8 : men >> 8;
}

// Does a pawn have nothing but empty squares before it?
bool pawn_runs(const Position& position) {
    for (const Side side : {Side::white, Side::black}) {
        // A man with something before it is found from that square.
        const Bitboard stopped = ahead_of(other(side), position.occupied());
        if ((position.pieces(side, Kind::pawn) & ~stopped) != 0) return true;
    }
    return false;
}

// Is it worth the time to look for a proof after every move? Dead positions are bare, or
// blocked, or become so within a few plies after any move, and with hardly a choice at the
// start. The first line that stays open ends the look; a dead position of another kind is found
// later.
class Suspicion {
public:
    bool holds(const Position& position) {
        if (at_end(position)) return true;
        if (chess::count_moves(position) > most_moves) return false;
        return all_end(position, most_plies);
    }

private:
    static constexpr std::uint64_t most_moves = 4;
    static constexpr int most_plies = 6;
    static constexpr int most_looks = 300;

    static bool at_end(const Position& position) {
        return dead_by_material(position) || (!roams(position) && !pawn_runs(position));
    }

    bool all_end(const Position& position, int plies) {
        FF_CHECK(plies >= 0);
        FF_CHECK(plies <= most_plies);
        for (const Move move : chess::legal_moves(position)) {
            if (++looks_ > most_looks) return false;
            const Position next = chess::after(position, move);
            if (!at_end(next) && (plies == 0 || !all_end(next, plies - 1))) return false;
        }
        // A stalemate ends a line; a mate shows that it was not dead.
        return chess::ending(position) != chess::Ending::checkmate;
    }

    int looks_ = 0;
};

}  // namespace

bool dead(const Position& position, Budget budget) {
    if (dead_by_material(position)) return true;
    if (!Suspicion().holds(position) || !chess::has_legal_move(position)) return false;
    const auto never = [&](Side side) {
        const Analysis answer = can_mate(position, side, budget);
        FF_CHECK(answer.nodes <= std::max<std::uint64_t>(budget.nodes, 1));
        return answer.verdict == Verdict::unwinnable;
    };
    // First for the side that has just moved: it mates sooner.
    return never(other(position.side_to_move())) && never(position.side_to_move());
}

}  // namespace flagfall::mate
