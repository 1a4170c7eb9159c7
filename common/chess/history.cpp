#include "common/chess/history.hpp"

#include <algorithm>
#include <utility>

#include "common/base/check.hpp"
#include "common/chess/movegen.hpp"

namespace flagfall::chess {

History::History(const Position& start) {
    FF_CHECK(is_sound(start));
    positions_.push_back(start);
}

History::History(const History& before, std::size_t ply, const Position& start) {
    const std::size_t known = before.earlier_ + ply;  // positions that came before this one
    FF_CHECK(ply <= before.ply() + 1);
    FF_CHECK(known <= before.positions_.size());
    const std::size_t reach = std::min<std::size_t>(start.halfmove_clock(), known);
    const auto end = before.positions_.begin() + static_cast<std::ptrdiff_t>(known);
    positions_.assign(end - static_cast<std::ptrdiff_t>(reach), end);
    positions_.push_back(start);
    earlier_ = reach;
    FF_CHECK(is_sound(start));
    FF_CHECK(this->ply() == 0);
    FF_CHECK(earlier_ <= start.halfmove_clock());
    FF_CHECK(positions_.size() == earlier_ + 1);
}

void History::push(const Position& next) {
    FF_CHECK(is_sound(next));
    FF_CHECK(next.side_to_move() == other(current().side_to_move()));
    FF_CHECK(next.halfmove_clock() <= current().halfmove_clock() + 1);
    FF_CHECK(next.fullmove_number() >= current().fullmove_number());
    FF_CHECK(next.variant() == current().variant());
    FF_CHECK((next.castling_rooks() & ~current().castling_rooks()) == 0);  // none comes back
    positions_.push_back(next);
}

void History::play(Move move) {
    FF_CHECK(is_legal(current(), move));
    push(after(current(), move));
}

void History::truncate(std::size_t ply) {
    FF_CHECK(ply <= this->ply());
    positions_.erase(positions_.begin() + static_cast<std::ptrdiff_t>(earlier_ + ply) + 1,
                     positions_.end());
    FF_CHECK(this->ply() == ply);
    FF_CHECK(positions_.size() > earlier_);
}

const Position& History::at(std::size_t ply) const {
    FF_CHECK(ply <= this->ply());
    return positions_[earlier_ + ply];
}

// Occurrences among the last `reach` positions. No capture or pawn move can be undone, so the
// halfmove clock bounds the search; a lost castling right does not reset that clock, but then the
// older positions simply differ.
int History::found(const Position& position, std::size_t reach) const {
    const std::size_t last = positions_.size();
    int times = 0;
    for (std::size_t at = last - std::min(reach, last); at < last; ++at)
        times += same_position(positions_[at], position);
    FF_CHECK(times >= 0);
    FF_CHECK(std::cmp_less_equal(times, std::min(reach, last)));
    return times;
}

int History::occurrences() const {
    // The reach includes one more: the current position itself.
    const int times = found(current(), std::size_t{current().halfmove_clock()} + 1);
    FF_CHECK(times >= 1);
    return times;
}

std::vector<std::ptrdiff_t> History::plies_of_current() const {
    const auto last = static_cast<std::ptrdiff_t>(positions_.size());
    const auto zero = static_cast<std::ptrdiff_t>(earlier_);
    const std::ptrdiff_t reach = std::ptrdiff_t{current().halfmove_clock()} + 1;
    std::vector<std::ptrdiff_t> plies;
    for (std::ptrdiff_t at = std::max(last - reach, std::ptrdiff_t{}); at < last; ++at)
        if (same_position(positions_[static_cast<std::size_t>(at)], current()))
            plies.push_back(at - zero);
    FF_CHECK(std::cmp_equal(plies.size(), occurrences()));
    FF_CHECK(std::cmp_equal(plies.back(), ply()));
    FF_CHECK(std::ranges::is_sorted(plies));
    return plies;
}

int History::occurrences_after(const Position& next) const {
    FF_CHECK(is_sound(next));
    FF_CHECK(next.halfmove_clock() <= current().halfmove_clock() + 1);
    FF_CHECK(next.side_to_move() == other(current().side_to_move()));
    return found(next, next.halfmove_clock()) + 1;
}

int History::occurrences_after(Move move) const {
    FF_CHECK(is_legal(current(), move));
    return occurrences_after(after(current(), move));
}

}  // namespace flagfall::chess
