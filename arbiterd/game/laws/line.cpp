#include "arbiterd/game/laws/line.hpp"

#include "arbiterd/game/laws/draft.hpp"
#include "common/base/check.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {

std::vector<Step> legal_pending(const Draft& draft) {
    std::vector<Step> line;
    chess::Position position = draft.position();
    for (const Pending& pending : draft.live().pending) {
        FF_CHECK(pending.side == position.side_to_move());
        const auto move = chess::parse_san(position, pending.text);
        if (!move) break;
        position = chess::after(position, *move);
        line.push_back({*move, position});
    }
    FF_CHECK(line.size() <= 2);
    FF_CHECK(line.size() <= draft.live().pending.size());
    return line;
}

chess::Position on_board(const Draft& draft) { return on_board(draft.live(), draft.position()); }

chess::History with_line(const Draft& draft, const std::vector<Step>& line) {
    chess::History all = draft.history();
    for (const Step& step : line) all.push(step.after);
    FF_CHECK(line.empty() || all.current() == line.back().after);
    return all;
}

void record_line(Draft& draft, const std::vector<Step>& line) {
    FF_CHECK(line.size() == draft.live().pending.size());
    for (const Step& step : line) {
        const Pending made = draft.live().pending.front();
        draft.record(step.move,
                     {.written = made.text, .elapsed = made.elapsed, .by = CompletedBy::end});
    }
    FF_CHECK(draft.live().pending.empty());
    FF_CHECK(line.empty() || draft.position() == line.back().after);
}

}  // namespace flagfall::game
