#include "arbiterd/core/rules.hpp"
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
    return line;
}

chess::Position on_board(const Draft& draft) {
    const std::vector<Step> line = legal_pending(draft);
    return line.empty() ? draft.position() : line.back().after;
}

chess::History with_line(const Draft& draft, const std::vector<Step>& line) {
    chess::History all = draft.history();
    for (const Step& step : line) all.push(step.after);
    return all;
}

void record_line(Draft& draft, const std::vector<Step>& line, Duration elapsed) {
    FF_CHECK(line.size() == draft.live().pending.size());
    for (std::size_t at = 0; at < line.size(); ++at) {
        const bool last = at + 1 == line.size();
        // Of a move before the last only the record knows; its time is part of a turn that is
        // still going on.
        draft.record(line[at].move, {.written = draft.live().pending.front().text,
                                     .elapsed = last ? elapsed : Duration{},
                                     .by = "end"});
    }
}

}  // namespace flagfall::game
