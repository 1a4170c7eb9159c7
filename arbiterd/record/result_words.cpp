#include "arbiterd/record/result_words.hpp"

namespace flagfall::record {

tournament::BoardResult::Kind kind_of(const ResultFacts& facts) {
    using enum tournament::BoardResult::Kind;
    if (!facts.over) return pending;
    // Lost by forfeit without a game (6.7.1); a player who misses a resumption has played one
    // (I.10).
    if (facts.moved) return played;
    return facts.forfeit ? forfeit : unrated;
}

bool is_rated(const tournament::BoardResult& result, std::optional<Side> draw_odds) {
    return result.kind == tournament::BoardResult::Kind::played && !draw_odds;
}

std::optional<Side> draw_counts_for(const tournament::BoardResult& result,
                                    std::optional<Side> draw_odds) {
    const bool played = result.kind == tournament::BoardResult::Kind::played;
    return played && result.score == drawn() ? draw_odds : std::nullopt;
}

std::string_view approval_of(const ResultFacts& facts) {
    if (facts.appealed) return "appealed";
    const bool confirmed = facts.approved || (facts.round_confirmed && facts.over);
    return confirmed ? "confirmed" : "provisional";
}

}  // namespace flagfall::record
