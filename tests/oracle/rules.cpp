// The rules that a game was announced with, and what US Chess has otherwise.
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "common/base/time_control.hpp"
#include "tests/oracle/state.hpp"

namespace flagfall::oracle {
namespace {

// 7.5.5 and 9.5.3 give two minutes, A.3 one in rapid. Blitz under B.2 has no such article of its
// own; the profile takes the minute of A.3 there too. What was announced counts, whatever the time
// control is. US Chess: two minutes and no loss by count; in blitz a claimed illegal move loses.
constexpr std::array<Rules, 8> known{
    {{.name = "fide-standard", .penalty = minutes(2)},
     {.name = "fide-rapid", .penalty = minutes(1), .by_a3 = true},
     {.name = "fide-blitz", .penalty = minutes(1), .by_a3 = true},
     {.name = "fide-rapid-a5", .penalty = minutes(1), .by_a3 = true, .window = "A.5.2"},
     {.name = "fide-blitz-b3", .penalty = minutes(1), .by_a3 = true, .window = "A.5.2"},
     {.name = "uschess-regular", .penalty = minutes(2), .window = "11A", .us = true,
      .ten_moves = true, .to_players = minutes(5), .losing = 0, .delay = seconds(5),
      .flags = "13C"},
     {.name = "uschess-quick", .penalty = minutes(2), .window = "11A", .us = true,
      .ten_moves = true, .to_players = minutes(5), .losing = 0, .delay = seconds(3),
      .flags = "13C"},
     {.name = "uschess-blitz", .penalty = minutes(2), .window = "11D", .us = true, .losing = 1,
      .delay = seconds(2), .flags = "13C"}}};

// US Chess's Official Rules, where they have a rule for what the Laws' article says.
constexpr std::array<std::pair<std::string_view, std::string_view>, 34> us_rules{
    {{"4.2", "10A"},   {"4.3", "10B"},   {"4.3.1", "10B"}, {"4.3.2", "10B"}, {"4.3.3", "10B"},
     {"4.4.1", "10I"}, {"4.4.2", "10I2"}, {"4.4.3", "10I"},
     {"5.1.1", "13A"}, {"5.1.2", "13B"}, {"5.2.1", "14A"}, {"5.2.2", "14D"}, {"5.2.3", "14B"},
     {"6.4", "13C"},   {"6.7.1", "13D"}, {"6.8", "13C"},   {"6.9", "13C"},   {"7.2.1", "11F"},
     {"7.3", "11G"},   {"7.5.1", "11A"}, {"7.5.2", "11A"}, {"7.5.3", "11A"}, {"7.5.4", "11A"},
     {"7.5.5", "11D"}, {"9.1.1", "14B"}, {"9.1.2.1", "14B"}, {"9.2", "14C"}, {"9.2.1", "14C"},
     {"9.2.2", "14C"}, {"9.3", "14F"},   {"9.3.1", "14F"}, {"9.3.2", "14F"}, {"9.5.3", "14C"},
     {"III.3.1", "14G"}}};

// What one side has for sixty moves, periods that these do not reach included (A.1).
Duration sum_of(const TimeControl& control) {
    Duration sum;
    std::uint32_t left = 60;
    for (const Period& period : control.periods) {
        const bool last = &period == &control.periods.back();
        const std::uint32_t moves = last || left < period.moves ? left : period.moves;
        sum += period.base + period.bonus * moves;
        left -= moves;
        if (!last || period.moves == 0) continue;
        for (std::uint32_t more = period.moves; more < moves; more += period.moves) {
            sum += period.base;  // it repeats
        }
    }
    const Period& end = control.periods.back();
    if (end.method == Method::japanese && control.periods.size() > 1) sum += end.bonus * 60;
    if (end.method == Method::canadian) sum += end.base * ((59 + end.block) / end.block - 1);
    return sum;
}

// Of the slower side; nothing for what nobody can read.
std::optional<Duration> sum_of(std::string_view time_control) {
    const auto control = parse_time_control(time_control);
    if (!control) return std::nullopt;
    return std::max(sum_of((*control)[Side::white]), sum_of((*control)[Side::black]));
}

bool adds_time(std::string_view time_control) {
    const auto control = parse_time_control(time_control);
    return control && std::ranges::any_of(control->values, [](const TimeControl& side) {
        return std::ranges::any_of(side.periods, [](const Period& period) {
            return period.method != Method::none;
        });
    });
}

bool is_one_of(std::string_view word, std::string_view a, std::string_view b) {
    return word == a || word == b;
}

// False when there is no such setting. Of the settings, those that the simulation and halls
// announce alone; nothing that is judged by them depends on `record_looks`.
bool announce(Rules& rules, const wire::Pair& rule) {
    const auto& [name, value] = rule;
    const bool yes = value == "true";
    if (name == "record_looks" || name == "offers_and_claims_to_ask") return true;
    if (name == "made_move_changed") return is_one_of(value, "question", "accepted");
    if (name == "left_to_players_below_seconds") {
        std::int64_t number = 0;
        std::from_chars(value.data(), value.data() + value.size(), number);
        rules.to_players = seconds(number);
        return true;
    }
    if (name == "quickplay_finish") rules.quickplay = yes;
    else if (name == "losing_chances_claim") rules.losing_chances = yes;
    else if (name == "arbiter_present") rules.arbiter = yes;
    else return false;
    return is_one_of(value, "true", "false");
}

}  // namespace

std::optional<Rules> rules_named(std::string_view name) {
    for (const Rules& rules : known)
        if (rules.name == name) return rules;
    return std::nullopt;
}

std::string cited(const Rules& rules, const std::string& article) {
    if (rules.us)
        for (const auto& [of_the_laws, own] : us_rules)
            if (of_the_laws == article) return std::string(own);
    return article;
}

Rules rules_of(std::string_view time_control) {
    const auto sum = sum_of(time_control);
    if (!sum) return known.front();
    return *sum >= minutes(60) ? known[0] : *sum > minutes(10) ? known[1] : known[2];
}

// III.2.2: not in blitz, and not with an increment or a delay.
bool announce(Rules& rules, const wire::GameTerms& terms) {
    bool holds = true;
    for (const wire::Pair& rule : terms.rules) holds = announce(rules, rule) && holds;
    const bool blitz = sum_of(terms.time_control).value_or(minutes(60)) <= minutes(10);
    if (rules.quickplay && (blitz || adds_time(terms.time_control))) {
        rules.quickplay = false;
        holds = false;
    }
    if (terms.flag_call == "players") rules.flags = "13C";
    if (terms.flag_call == "arbiter") rules.flags = "6.8";
    return holds;
}

// A lone king wins nothing; a single bishop or knight, or two knights against no pawn, only by
// force. Against a lone king a single bishop or knight has no win at all.
Material material_14e(const chess::Position& position, Side winner) {
    using chess::Kind;
    Both<std::uint32_t> men{};
    std::uint32_t knights = 0;
    std::uint32_t bishops = 0;
    std::uint32_t pawns_against = 0;
    for (chess::Square square = 0; square < 64; ++square) {
        const chess::Piece piece = position.piece_at(square);
        if (piece.empty() || piece.kind == Kind::king) continue;
        ++men[piece.side];
        if (piece.side == winner && piece.kind == Kind::knight) ++knights;
        if (piece.side == winner && piece.kind == Kind::bishop) ++bishops;
        if (piece.side != winner && piece.kind == Kind::pawn) ++pawns_against;
    }
    const std::uint32_t own = men[winner];
    if (own == 0) return Material::too_little;
    if (own == 1 && knights + bishops == 1)
        return men[other(winner)] == 0 ? Material::too_little : Material::only_if_forced;
    const bool two_knights = own == 2 && knights == 2 && pawns_against == 0;
    return two_knights ? Material::only_if_forced : Material::enough;
}

}  // namespace flagfall::oracle
