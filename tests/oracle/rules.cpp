// The rules that a game was announced with, and the rules that differ under US Chess.
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "common/base/time_control.hpp"
#include "tests/oracle/state.hpp"

namespace flagfall::oracle {
namespace {

constexpr std::string_view of_960 = "-960";

// 7.5.5 and 9.5.3 give two minutes, A.3 one in rapid. Blitz under B.2 has no such article of its
// own; the profile uses the minute of A.3 there, too. The announced rules count, whatever the time
// control is. US Chess: two minutes and no loss by count; in blitz a claimed illegal move loses.
constexpr std::array<Rules, 8> known{
    {{.name = "fide-standard", .penalty = minutes(2)},
     {.name = "fide-rapid", .penalty = minutes(1), .by_a3 = true},
     {.name = "fide-blitz", .penalty = minutes(1), .by_a3 = true},
     {.name = "fide-rapid-a5", .penalty = minutes(1), .by_a3 = true, .window = "A.5.2"},
     {.name = "fide-blitz-b3", .penalty = minutes(1), .by_a3 = true, .window = "A.5.2"},
     {.name = "uschess-regular", .penalty = minutes(2), .window = "11A", .us = true,
      .ten_moves = true, .to_players = minutes(5), .losing = 0, .delay = seconds(5),
      .flags = "6.8"},
     {.name = "uschess-quick", .penalty = minutes(2), .window = "11A", .us = true,
      .ten_moves = true, .to_players = minutes(5), .losing = 0, .delay = seconds(3),
      .flags = "6.8"},
     {.name = "uschess-blitz", .penalty = minutes(2), .window = "11D", .us = true, .losing = 1,
      .delay = seconds(2), .flags = "6.8"}}};

// US Chess's Official Rules, if they have a rule for the subject of the Laws' article.
constexpr std::array<std::pair<std::string_view, std::string_view>, 34> us_rules{
    {{"4.2", "10A"},   {"4.3", "10B"},   {"4.3.1", "10B"}, {"4.3.2", "10B"}, {"4.3.3", "10B"},
     {"4.4.1", "10I"}, {"4.4.2", "10I2"}, {"4.4.3", "10I"},
     {"5.1.1", "13A"}, {"5.1.2", "13B"}, {"5.2.1", "14A"}, {"5.2.2", "14D"}, {"5.2.3", "14B"},
     {"6.4", "13C"},   {"6.7.1", "13D"}, {"6.8", "13C"},   {"6.9", "13C"},   {"7.2.1", "11F"},
     {"7.3", "11G"},   {"7.5.1", "11A"}, {"7.5.2", "11A"}, {"7.5.3", "11A"}, {"7.5.4", "11A"},
     {"7.5.5", "11D"}, {"9.1.1", "14B"}, {"9.1.2.1", "14B"}, {"9.2", "14C"}, {"9.2.1", "14C"},
     {"9.2.2", "14C"}, {"9.3", "14F"},   {"9.3.1", "14F"}, {"9.3.2", "14F"}, {"9.5.3", "14C"},
     {"III.3.1", "14G"}}};

// The time of one side for sixty moves, including periods that these do not reach (A.1).
Duration sum_of(const TimeControl& control) {
    Duration sum;
    std::uint32_t left = 60;
    for (const Period& period : control.periods) {
        const bool last = &period == &control.periods.back();
        const std::uint32_t moves = last || left < period.moves ? left : period.moves;
        // Byo-yomi after a base time has its moments in whichever period the moves are; see below.
        const bool overtime =
            period.method == Method::japanese && control.periods.size() > 1;
        sum += period.base + (overtime ? Duration{} : period.bonus * moves);
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

// Of the slower side; empty for one that cannot be read.
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

// The possible values of a setting.
enum class Says : std::uint8_t { yes_or_no, number, article, word };

struct Setting {
    std::string_view name;
    Says says;
    bool judged = true;  // or nothing that is judged here depends on it
    std::array<std::string_view, 3> words{};
};

// All settings that an event may announce (docs/profiles.md).
constexpr std::array<Setting, 31> settings{{
    {"default_time_seconds", Says::number},
    {"flag_call", Says::word, true, {"automatic", "arbiter", "players"}},
    {"freeze", Says::yes_or_no},
    {"period_trigger", Says::word, true, {"moves", "zero"}},
    {"automatic_resume", Says::yes_or_no, false},
    {"penalty_seconds", Says::number},
    {"penalty_article", Says::article, false},
    {"illegal_actions_to_lose", Says::number},
    {"repeated_offence", Says::word, false, {"loss", "arbiter"}},
    {"press_without_move_is_illegal", Says::yes_or_no, false},
    {"promotion_not_completed", Says::word, false, {"queen", "question"}},
    {"illegal_move_window", Says::word, false, {"any-time", "next-move", "ten-moves"}},
    {"illegal_move_raised_by", Says::word, false, {"software", "arbiter", "players"}},
    {"left_to_players_below_seconds", Says::number},
    {"illegal_move_article", Says::article, false},
    {"made_move_changed", Says::word, true, {"accepted", "question"}},
    {"castling_rook_first_allowed", Says::yes_or_no, false},
    {"set_up_correctable_moves", Says::number, false},
    {"draw_offers", Says::word, false, {"free", "consent", "never"}},
    {"draw_offers_from_move", Says::number, false},
    {"resignation_from_move", Says::number, false},
    {"quickplay_finish", Says::yes_or_no},
    {"quickplay_penalty_seconds", Says::number, false},
    {"arbiter_present", Says::yes_or_no},
    {"losing_chances_claim", Says::yes_or_no},
    {"recording_required", Says::yes_or_no},
    {"record_looks", Says::number},
    {"offers_and_claims_to_ask", Says::number},
    {"material_to_win_on_time", Says::word, false, {"laws-6.9", "us-14E"}},
    {"time_claim_needs_scoresheet", Says::yes_or_no, false},
    {"appeals", Says::word, false, {"any-time", "until-signed", "never"}},
}};

const Setting* setting_named(std::string_view name) {
    for (const Setting& setting : settings)
        if (setting.name == name) return &setting;
    return nullptr;
}

std::optional<std::uint32_t> number(std::string_view text) {
    std::uint32_t value = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if (read.ec != std::errc{} || read.ptr != end || text.empty()) return std::nullopt;
    return value;
}

bool may_say(const Setting& setting, std::string_view value) {
    switch (setting.says) {
        case Says::yes_or_no: return value == "true" || value == "false";
        case Says::number: {
            const auto said = number(value);
            const bool of_time = setting.name.ends_with("_seconds");
            const std::uint32_t least = setting.name == "illegal_actions_to_lose" ? 1 : 0;
            return said && *said >= least && *said <= (of_time ? 86400U : 9999U);
        }
        case Says::article: return true;
        case Says::word: break;
    }
    return !value.empty() && std::ranges::find(setting.words, value) != setting.words.end();
}

// The clock has the trigger that it was opened with.
bool of_clock(std::string_view trigger, const wire::GameTerms& terms) {
    return trigger == (terms.period_trigger == PeriodTrigger::zero ? "zero" : "moves");
}

// False if there is no such setting, or it cannot have this value.
bool announce(Rules& rules, const wire::Pair& rule, const wire::GameTerms& terms) {
    const auto& [name, value] = rule;
    const Setting* setting = setting_named(name);
    if (setting == nullptr || !may_say(*setting, value)) return false;
    const bool by_arbiter = name == "illegal_actions_to_lose" && rules.losing == 0;
    if (!setting->judged || by_arbiter) rules.unknown = setting->name;
    const bool yes = value == "true";
    const std::uint32_t many = number(value).value_or(0);
    if (name == "period_trigger") return of_clock(value, terms);
    if (name == "flag_call") rules.flags = value == "automatic" ? "" : "6.8";
    else if (name == "penalty_seconds") rules.penalty = seconds(many);
    else if (name == "illegal_actions_to_lose") rules.losing = many;
    else if (name == "left_to_players_below_seconds") rules.to_players = seconds(many);
    else if (name == "quickplay_finish") rules.quickplay = yes;
    else if (name == "losing_chances_claim") rules.losing_chances = yes;
    else if (name == "arbiter_present") rules.arbiter = yes;
    return true;
}

}  // namespace

std::optional<Rules> rules_named(std::string_view name) {
    if (name.starts_with("fide-") && name.ends_with(of_960)) name.remove_suffix(of_960.size());
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
    // A profile of Chess960 cannot be used for other games.
    bool holds = !terms.profile.ends_with(of_960) || terms.variant == Variant::chess960 ||
                 !rules_named(terms.profile);
    for (const wire::Pair& rule : terms.rules) holds = announce(rules, rule, terms) && holds;
    const bool blitz = sum_of(terms.time_control).value_or(minutes(60)) <= minutes(10);
    if (rules.quickplay && (blitz || adds_time(terms.time_control))) {
        rules.quickplay = false;
        holds = false;
    }
    if (terms.flag_call == wire::FlagCall::players || terms.flag_call == wire::FlagCall::arbiter)
        rules.flags = "6.8";
    return holds;
}

// A lone king cannot win; a single bishop or knight, or two knights against no pawn, only by
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
