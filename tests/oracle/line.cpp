#include "tests/oracle/line.hpp"

#include "common/chess/movegen.hpp"

namespace flagfall::oracle {

using chess::Kind;
using chess::Move;
using chess::Position;

Line::Line(const Position& start, std::uint32_t ply)
    : points_{{start, place_of(start), start.halfmove_clock(), {}}}, base_(ply) {}

Line::Line(const Line& before, const Position& start, std::uint32_t ply) : Line(start, ply) {
    if (ply < before.base_ || ply > before.ply() + 1) return;
    earlier_ = before.earlier_;
    for (std::size_t at = 0; before.base_ + at < ply; ++at)
        earlier_.push_back(before.points_[at].place);
    const std::size_t quiet = start.halfmove_clock();
    if (earlier_.size() > quiet)
        earlier_.erase(earlier_.begin(), earlier_.end() - static_cast<std::ptrdiff_t>(quiet));
}

Line::Place Line::place_of(const Position& position) {
    Place place;
    for (std::size_t at = 0; at < 6; ++at)
        place.sets[at] = position.pieces(static_cast<Kind>(at));
    place.sets[6] = position.pieces(Side::white);
    place.sets[7] = position.castling_rooks();
    place.turn = position.side_to_move();
    if (position.en_passant() == chess::no_square) return place;
    // Only a capture that is legal makes a difference.
    for (const Move move : chess::legal_moves(position))
        if (move.is_en_passant()) place.en_passant = move.to();
    return place;
}

void Line::play(Move move) {
    const Position& before = current();
    const bool pawn = before.kind_at(move.from()) == Kind::pawn;
    const bool capture =
        !move.is_castling() && before.kind_at(move.to()) != Kind::none;
    const std::uint32_t quiet = pawn || capture ? 0 : points_.back().quiet + 1;
    const Position next = chess::after(before, move);
    points_.push_back({next, place_of(next), quiet, move});
}

void Line::back_to(std::uint32_t ply) {
    while (this->ply() > ply) points_.pop_back();
}

std::vector<std::uint32_t> Line::occurrences() const {
    std::vector<std::uint32_t> plies;
    const Point& now = points_.back();
    const auto first = static_cast<std::uint32_t>(base_ - earlier_.size());
    // A person may have set up the position before a pawn's move that is made once more: the moves
    // after the first one are not part of this line.
    const bool reaches_back = now.quiet + 1 >= points_.size();
    for (std::size_t at = 0; reaches_back && at < earlier_.size(); ++at)
        if (earlier_[at] == now.place) plies.push_back(first + static_cast<std::uint32_t>(at));
    for (std::size_t at = 0; at < points_.size(); ++at)
        if (points_[at].place == now.place) plies.push_back(base_ + static_cast<std::uint32_t>(at));
    return plies;
}

std::string joined(const std::vector<std::uint32_t>& plies) {
    std::string out;
    for (const std::uint32_t ply : plies) {
        if (!out.empty()) out += ' ';
        out += std::to_string(ply);
    }
    return out;
}

}  // namespace flagfall::oracle
