#include "arbiterd/console/desk_words.hpp"

#include "arbiterd/formats/result_text.hpp"

namespace flagfall::console {

std::expected<std::string, std::string> score_from(std::string_view text) {
    const auto result = formats::read_result(text);
    if (result && result->score) return std::string(flagfall::text(*result->score));
    return std::unexpected("\"" + std::string(text) +
                           "\" is not a result such as 1-0, 0-1 or 1/2-1/2");
}

bool says_forfeit(const std::string& score) {
    const auto result = formats::read_result(score);
    return result && result->kind == wire::ResultKind::forfeit;
}

std::int64_t ply_of(const FirstMove& first, std::int64_t move, bool black) {
    return 2 * (move - first.number) + (black ? 1 : 0) - (first.black ? 1 : 0) + 1;
}

std::string move_text(const FirstMove& first, std::int64_t ply) {
    if (ply < 1) return "the first move";
    const std::int64_t half_moves = 2 * first.number + (first.black ? 1 : 0) + ply - 1;
    return std::string(half_moves % 2 == 0 ? "White's" : "Black's") + " move " +
           std::to_string(half_moves / 2) + " (ply " + std::to_string(ply) + ")";
}

}  // namespace flagfall::console
