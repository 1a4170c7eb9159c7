#include "arbiterd/record/result_words.hpp"

namespace flagfall::record {

wire::ResultKind kind_of(const ResultFacts& facts) {
    using enum wire::ResultKind;
    if (!facts.over) return pending;
    // Lost by forfeit without a game (6.7.1); a player who misses a resumption has played one
    // (I.10).
    if (facts.moved) return played;
    return facts.forfeit ? forfeit : unrated;
}

bool is_rated(const tournament::BoardResult& result, std::optional<Side> draw_odds) {
    return result.kind == wire::ResultKind::played && !draw_odds;
}

std::optional<Side> draw_counts_for(const tournament::BoardResult& result,
                                    std::optional<Side> draw_odds) {
    const bool played = result.kind == wire::ResultKind::played;
    return played && result.score == drawn() ? draw_odds : std::nullopt;
}

wire::ApprovalState approval_of(const ResultFacts& facts) {
    using enum wire::ApprovalState;
    if (facts.appealed) return appealed;
    return facts.approved || (facts.round_confirmed && facts.over) ? confirmed : provisional;
}

}  // namespace flagfall::record
