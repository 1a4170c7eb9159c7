#include "common/base/score.hpp"

#include <array>
#include <utility>

namespace flagfall {

namespace {

constexpr std::array<std::pair<Score, std::string_view>, 6> score_texts{{
    {win_of(Side::white), "1-0"},
    {win_of(Side::black), "0-1"},
    {drawn(), "1/2-1/2"},
    {Score{}, "0-0"},
    {Score{{{1, 0}}}, "1/2-0"},
    {Score{{{0, 1}}}, "0-1/2"},
}};

constexpr std::array<std::string_view, 18> ending_names{
    "",
    "checkmate",
    "resignation",
    "resignation-draw",
    "stalemate",
    "dead-position",
    "agreement",
    "time-forfeit",
    "time-forfeit-draw",
    "illegal-move-forfeit",
    "illegal-move-draw",
    "threefold",
    "fifty-move",
    "fivefold",
    "seventy-five-move",
    "arbiter-decision",
    "forfeit",
    "cancelled",
};

}  // namespace

std::string_view text(Score score) {
    for (const auto& [value, name] : score_texts)
        if (value == score) return name;
    return "*";
}

std::optional<Score> score_from(std::string_view text) {
    for (const auto& [value, name] : score_texts)
        if (name == text) return value;
    return std::nullopt;
}

std::string_view name(Ending ending) { return ending_names[static_cast<std::size_t>(ending)]; }

std::optional<Ending> ending_from(std::string_view name) {
    for (std::size_t i = 0; i < ending_names.size(); ++i)
        if (ending_names[i] == name) return static_cast<Ending>(i);
    return std::nullopt;
}

bool fits(Ending ending, Score score) {
    const bool won = score == win_of(Side::white) || score == win_of(Side::black);
    switch (ending) {
        case Ending::checkmate:
        case Ending::resignation:
        case Ending::time_forfeit:
        case Ending::illegal_move_forfeit: return won;
        case Ending::resignation_draw:
        case Ending::stalemate:
        case Ending::dead_position:
        case Ending::agreement:
        case Ending::time_forfeit_draw:
        case Ending::illegal_move_draw:
        case Ending::threefold:
        case Ending::fifty_move:
        case Ending::fivefold:
        case Ending::seventy_five_move: return score == drawn();
        case Ending::forfeit: return won || score == Score{};
        case Ending::none:
        case Ending::arbiter_decision:
        case Ending::cancelled: break;
    }
    return true;
}

}  // namespace flagfall
