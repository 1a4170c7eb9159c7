#include "arbiterd/core/mating.hpp"

#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

std::string in_uci(chess::Position position, const std::vector<chess::Move>& moves) {
    std::string text;
    for (const chess::Move move : moves) {
        if (!text.empty()) text += ' ';
        text += chess::uci_text(position, move).view();
        position = chess::after(position, move);
    }
    return text;
}

}  // namespace

Chances chances(const chess::Position& position, Side winner) {
    const mate::Answer answer = mate::can_mate(position, winner, final_budget);
    return {.verdict = answer.verdict,
            .line = in_uci(position, answer.line),
            .method = std::string(answer.method)};
}

void add_evidence(wire::Pairs& evidence, const Chances& found) {
    evidence.push_back({"opponent_can_mate", std::string(mate::name(found.verdict))});
    if (!found.line.empty()) evidence.push_back({"line", found.line});
    if (!found.method.empty()) evidence.push_back({"method", found.method});
}

bool proven_dead(const chess::Position& position) {
    // Asked after every move, so a fraction of what the end of a game may cost. A dead position
    // that stays unproven stays dead: only the moment changes, never the result.
    return mate::dead(position, {.nodes = 10'000});
}

}  // namespace flagfall::game
