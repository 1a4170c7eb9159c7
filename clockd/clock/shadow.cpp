#include "clockd/clock/shadow.hpp"

#include "common/base/check.hpp"
#include "common/base/limits.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/mate/certificate.hpp"

namespace flagfall::clock {

const chess::Position& Shadow::position() const {
    FF_CHECK(known_);
    return current_;
}

void Shadow::complete(std::string_view text) {
    if (!known_) return;
    const auto move = text.empty() ? std::unexpected(chess::TextError::malformed)
                                   : chess::parse_san(current_, text);
    if (!move) {
        known_ = false;
        return;
    }
    const Side mover = current_.side_to_move();
    moves_.push_back(*move);
    current_ = chess::after(current_, *move);
    FF_CHECK(current_.side_to_move() == other(mover));
}

bool Shadow::go_to(Ply ply) {
    if (ply < base_ply_) rooted_ = false;  // what was played from base_ is another line now
    if (!rooted_ || ply.count - base_ply_.count > moves_.size()) return false;
    FF_CHECK(ply >= base_ply_);
    moves_.resize(ply.count - base_ply_.count);
    current_ = base_;
    for (const chess::Move move : moves_) current_ = chess::after(current_, move);
    const bool same_side = moves_.size() % 2 == 0;
    FF_CHECK((current_.side_to_move() == base_.side_to_move()) == same_side);
    return true;
}

void Shadow::correct(Ply ply, std::string_view fen) {
    if (fen.empty()) {
        known_ = go_to(ply);
        return;
    }
    const auto position = chess::parse_position(fen, variant());
    FF_CHECK(position.has_value());
    // It is the game's own position: keep the moves that led to it, to go back further.
    Shadow own = *this;
    if (own.go_to(ply) && chess::same_position(own.current_, *position)) {
        *this = std::move(own);
        known_ = true;
        return;
    }
    *this = Shadow(*position);
    base_ply_ = ply;
    FF_CHECK(known_);
    FF_CHECK(moves_.empty());
}

std::optional<chess::Position> after_text(const chess::Position& position, std::string_view text) {
    const auto move = chess::parse_san(position, text);
    if (!move) return std::nullopt;
    return chess::after(position, *move);
}

Ending ending_of(const chess::Position& position) {
    switch (chess::ending(position)) {
        case chess::Ending::checkmate: return Ending::checkmate;
        case chess::Ending::stalemate: return Ending::stalemate;
        case chess::Ending::none: break;
    }
    return mate::dead_by_material(position) ? Ending::dead_position : Ending::none;
}

MateVerdict mate_verdict(const chess::Position& position, Side side) {
    const mate::Analysis answer = mate::can_mate(position, side);
    MateVerdict verdict{std::string(mate::name(answer.verdict)),
                        mate::uci_line(position, answer.line)};
    FF_CHECK(verdict.line.size() <= limits::evidence_bytes);
    FF_CHECK(!verdict.verdict.empty());
    FF_CHECK(verdict.line.empty() || answer.verdict == mate::Verdict::winnable);
    return verdict;
}

}  // namespace flagfall::clock
