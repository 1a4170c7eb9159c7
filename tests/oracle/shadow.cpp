#include "tests/oracle/shadow.hpp"

namespace flagfall::oracle {

using chess::Position;

void Shadow::made(bool reply, std::string_view text) {
    const Position* from = reply ? after_made(false) : current();
    Made& move = made_[reply ? 1 : 0].emplace();
    if (!reply) made_[1].reset();
    if (!from) return;
    const Reading reading = read(*from, text);
    if (reading.meaning == Meaning::legal) move.after = chess::after(*from, reading.move);
}

const Position* Shadow::after_made(bool reply) const {
    const auto& move = made_[reply ? 1 : 0];
    return move && move->after ? &*move->after : nullptr;
}

const Position* Shadow::on_board() const {
    if (const Position* reply = after_made(true)) return reply;
    if (const Position* move = after_made(false)) return move;
    return current();
}

bool Shadow::doubtful() const {
    return made_[1] && !(made_[0] && made_[0]->after && made_[1]->after);
}

void Shadow::pressed() {
    if (const Position* after = after_made(false); after && !lost_)
        line_.push_back(*after);
    else
        lost_ = true;
    made_[0] = std::move(made_[1]);
    made_[1].reset();
}

void Shadow::corrected(std::uint32_t ply, const std::optional<Position>& given,
                       bool clock_only) {
    if (!clock_only) made_ = {};
    if (ply < base_) rooted_ = false;  // the moves from there are another game
    const bool on_line = rooted_ && ply >= base_ && ply - base_ < line_.size();
    if (on_line) line_.resize(ply - base_ + 1, line_.front());
    lost_ = !on_line && !given;
    if (!given || (on_line && chess::same_position(line_.back(), *given))) return;
    rooted_ = true;
    base_ = ply;
    line_ = {*given};
}

}  // namespace flagfall::oracle
