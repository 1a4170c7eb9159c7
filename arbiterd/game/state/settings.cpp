#include "arbiterd/game/state/settings.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/base/check.hpp"
#include "common/base/number.hpp"

namespace flagfall::game {
namespace {

constexpr std::uint32_t most = 9999;             // of a count
constexpr std::uint32_t most_seconds = 24 * 3600;

using Words = std::span<const std::string_view>;

// Words that are also used in messages have the same names there.
template <class Enum>
Words words_of() {
    static constexpr auto words = names_of(Enum{});
    return words;
}
template <>
Words words_of<RepeatedOffence>() {
    static constexpr std::array<std::string_view, 2> words{"loss", "arbiter"};
    return words;
}
template <>
Words words_of<Unpromoted>() {
    static constexpr std::array<std::string_view, 2> words{"queen", "question"};
    return words;
}
template <>
Words words_of<Window>() {
    static constexpr std::array<std::string_view, 3> words{"any-time", "next-move", "ten-moves"};
    return words;
}
template <>
Words words_of<RaisedBy>() {
    static constexpr std::array<std::string_view, 3> words{"software", "arbiter", "players"};
    return words;
}
template <>
Words words_of<MadeMoveChanged>() {
    static constexpr std::array<std::string_view, 2> words{"accepted", "question"};
    return words;
}
template <>
Words words_of<DrawOffers>() {
    static constexpr std::array<std::string_view, 3> words{"free", "consent", "never"};
    return words;
}
template <>
Words words_of<WinOnTime>() {
    static constexpr std::array<std::string_view, 2> words{"laws-6.9", "us-14E"};
    return words;
}

template <>
Words words_of<Appeals>() {
    static constexpr std::array<std::string_view, 3> words{"any-time", "until-signed", "never"};
    return words;
}

std::optional<std::uint32_t> number(std::string_view text, std::uint32_t from, std::uint32_t to) {
    FF_CHECK(from <= to);
    constexpr std::size_t digits = 10;  // leading zeros count: it goes into a line to clockd
    if (text.size() > digits) return std::nullopt;
    return whole_number<std::uint32_t>(text, from, to);
}

// Articles as they are written: "7.5.5", "A.3", "11D", several joined with ", ".
bool is_article(std::string_view text) {
    const auto fits = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               c == '.' || c == ',' || c == ' ' || c == '-';
    };
    return text.size() <= 32 && std::ranges::all_of(text, fits);
}

bool read_value(bool& to, std::string_view text, std::uint32_t) {
    if (text != "true" && text != "false") return false;
    to = text == "true";
    return true;
}
bool read_value(std::uint32_t& to, std::string_view text, std::uint32_t least) {
    const auto value = number(text, least, most);
    if (value) to = *value;
    return value.has_value();
}
bool read_value(Duration& to, std::string_view text, std::uint32_t) {
    const auto value = number(text, 0, most_seconds);
    if (value) to = seconds(*value);
    return value.has_value();
}
bool read_value(std::string& to, std::string_view text, std::uint32_t) {
    if (!is_article(text)) return false;
    to = text;
    return true;
}
template <class Enum>
    requires std::is_enum_v<Enum>
bool read_value(Enum& to, std::string_view text, std::uint32_t) {
    const Words words = words_of<Enum>();
    const auto found = std::ranges::find(words, text);
    if (found == words.end()) return false;
    to = static_cast<Enum>(found - words.begin());
    FF_CHECK(static_cast<std::size_t>(to) < words.size());
    return true;
}

std::string printed(bool value) { return value ? "true" : "false"; }
std::string printed(std::uint32_t value) { return std::to_string(value); }
std::string printed(Duration value) { return std::to_string(value.us / 1'000'000); }
std::string printed(const std::string& value) { return value; }
template <class Enum>
    requires std::is_enum_v<Enum>
std::string printed(Enum value) {
    FF_CHECK(static_cast<std::size_t>(value) < words_of<Enum>().size());
    return std::string(words_of<Enum>()[static_cast<std::size_t>(value)]);
}

template <class T>
constexpr SettingKind kind_of() {
    if constexpr (std::is_same_v<T, bool>) return SettingKind::yes_or_no;
    else if constexpr (std::is_same_v<T, std::uint32_t>) return SettingKind::count;
    else if constexpr (std::is_same_v<T, Duration>) return SettingKind::seconds;
    else if constexpr (std::is_same_v<T, std::string>) return SettingKind::article;
    else return SettingKind::choice;
}

template <auto member>
Setting row(std::string_view name, std::string_view article, std::string_view text,
            std::uint32_t least = 0) {
    using Value = std::remove_cvref_t<decltype(std::declval<Settings>().*member)>;
    Setting setting{.name = name, .article = article, .text = text, .kind = kind_of<Value>(),
                    .words = {}, .least = least};
    if constexpr (std::is_enum_v<Value>) setting.words = words_of<Value>();
    setting.print = [](const Settings& from) { return printed(from.*member); };
    setting.read = [](Settings& to, std::string_view value, std::uint32_t from) {
        return read_value(to.*member, value, from);
    };
    return setting;
}

using S = Settings;

void add_clock(std::vector<Setting>& all) {
    all.push_back(row<&S::default_time>(
        "default_time_seconds", "6.7.1",
        "How late a player may come to the board; an event that states none has 0."));
    all.push_back(row<&S::flag_call>(
        "flag_call", "6.8, A.5.5, US 13C",
        "Who calls a flag: the clock by itself, the arbiter, or only the players. The terms "
        "of the game carry it to clockd."));
    all.push_back(row<&S::freeze>(
        "freeze", "III.3.1",
        "At the first flag both clocks stand, so that the second cannot fall."));
    all.push_back(row<&S::period_trigger>(
        "period_trigger", "6.3.1",
        "A period ends with its moves, or when the first clock reaches zero. The terms of the "
        "game carry it to clockd."));
    all.push_back(row<&S::automatic_resume>(
        "automatic_resume", "6.11.3",
        "After a correction the clock runs on without a person."));
}

void add_irregular(std::vector<Setting>& all) {
    all.push_back(row<&S::penalty>(
        "penalty_seconds", "7.5.5, 9.5.3, A.3, US 11D",
        "Time to the opponent for an illegal action and for a wrong claim. B.2 by its letter has "
        "two minutes; practice has the one minute of A.3."));
    all.push_back(row<&S::penalty_article>(
        "penalty_article", "A.3",
        "The article that gives the penalty its length; empty: 7.5.5 and 9.5.3 do themselves."));
    all.push_back(row<&S::illegal_actions_to_lose>(
        "illegal_actions_to_lose", "7.5.5",
        "Which completed illegal action of a player is the repeated offence.", 1));
    all.push_back(row<&S::repeated_offence>(
        "repeated_offence", "7.5.5, US 11D",
        "What the repeated offence costs: the game, or what the arbiter decides (US Chess: "
        "two minutes again, and no loss by count)."));
    all.push_back(row<&S::press_without_move_is_illegal>(
        "press_without_move_is_illegal", "7.5.3",
        "A press without a move is penalised; otherwise the arbiter is asked."));
    all.push_back(row<&S::promotion_not_completed>(
        "promotion_not_completed", "7.5.2",
        "A pawn left on its last rank becomes a queen, or the arbiter is asked."));
    all.push_back(row<&S::illegal_move_window>(
        "illegal_move_window", "7.5.1, A.5.2, US 11A",
        "Until when a completed illegal action is put right: at any time, until the opponent "
        "has made their next move, or within the last ten moves."));
    all.push_back(row<&S::illegal_move_raised_by>(
        "illegal_move_raised_by", "7.5.1, A.5.2, US 11D1",
        "Who brings it up: the software at once, the arbiter who sees it, or only the "
        "opponent."));
    all.push_back(row<&S::left_to_players>(
        "left_to_players_below_seconds", "US 11D1, 11H",
        "With less than this left to either player only the opponent brings it up; 0: no "
        "difference."));
    all.push_back(row<&S::illegal_move_article>(
        "illegal_move_article", "7.5.1", "The article that says so."));
    all.push_back(row<&S::made_move_changed>(
        "made_move_changed", "4.4.4, 4.7, D.2.8",
        "A legal move made and replaced by another before the press: accepted, for devices on "
        "which moves are entered and for a slip of the tongue; or the arbiter is asked, for "
        "boards that report a move when its piece is released."));
    all.push_back(row<&S::castling_rook_first_allowed>(
        "castling_rook_first_allowed", "4.4.2, US 10I2",
        "Castling may begin with the rook. US Chess allows it, unless the variation is "
        "announced."));
    all.push_back(row<&S::set_up_correctable_moves>(
        "set_up_correctable_moves", "A.5.1",
        "After how many moves of both nothing of the set-up is changed any more; 0: at any "
        "time."));
}

void add_players(std::vector<Setting>& all) {
    all.push_back(row<&S::draw_offers>(
        "draw_offers", "9.1.1",
        "Draw offers before draw_offers_from_move: free, with the arbiter's consent, or never."));
    all.push_back(row<&S::draw_offers_from_move>(
        "draw_offers_from_move", "9.1.1",
        "The move from which draws may be agreed freely; 0: draw_offers holds for the game."));
    all.push_back(row<&S::resignation_from_move>(
        "resignation_from_move", "5.1.2",
        "The move before which a resignation is put to the arbiter; 0: none is."));
    all.push_back(row<&S::quickplay_finish>(
        "quickplay_finish", "III.2.1",
        "Guideline III is announced. Only without increment, and never in blitz (III.2.2)."));
    all.push_back(row<&S::quickplay_penalty>(
        "quickplay_penalty_seconds", "III.4, III.5",
        "Time to the opponent under Guideline III; A.3 does not make it less."));
    all.push_back(row<&S::arbiter_present>(
        "arbiter_present", "III.6",
        "An arbiter is there; without one a claim of III.5 ends the game and is referred."));
    all.push_back(row<&S::losing_chances_claim>(
        "losing_chances_claim", "US 14H",
        "Insufficient losing chances may be claimed: a variation of US Chess."));
    all.push_back(row<&S::recording_required>(
        "recording_required", "8.1, A.2", "The players must record their moves."));
    all.push_back(row<&S::record_looks>(
        "record_looks", "A.4.3",
        "How often a player on the move may ask to see the record; 0: this is not counted."));
    all.push_back(row<&S::material_to_win_on_time>(
        "material_to_win_on_time", "6.9, US 14E",
        "A win on time needs some series of legal moves that mates, or the material of 14E."));
    all.push_back(row<&S::time_claim_needs_scoresheet>(
        "time_claim_needs_scoresheet", "US 13C7",
        "Who claims a win on time before the last control needs a reasonably complete "
        "scoresheet."));
    all.push_back(row<&S::offers_and_claims_to_ask>(
        "offers_and_claims_to_ask", "11.5",
        "From how many draw offers and wrong claims of a player on the arbiter is asked whether "
        "they disturb the opponent; 0: never."));
    all.push_back(row<&S::appeals>(
        "appeals", "11.10",
        "Appeals against rulings: at any time, until the player has signed, or none."));
}

const std::vector<Setting>& table() {
    static const std::vector<Setting> all = [] {
        std::vector<Setting> rows;
        add_clock(rows);
        add_irregular(rows);
        add_players(rows);
        const auto named_once = [&](const Setting& row) {
            return std::ranges::count(rows, row.name, &Setting::name) == 1;
        };
        FF_CHECK(std::ranges::all_of(rows, named_once));
        for (const Setting& row : rows) {
            FF_CHECK(!row.text.empty());
            FF_CHECK(!row.article.empty());
            FF_CHECK((row.kind == SettingKind::choice) == !row.words.empty());
            FF_CHECK(row.print != nullptr);
            FF_CHECK(row.read != nullptr);
        }
        return rows;
    }();
    return all;
}

}  // namespace

std::string_view name(SettingKind kind) {
    constexpr std::array<std::string_view, 5> names{"boolean", "count", "seconds", "choice",
                                                    "article"};
    FF_CHECK(static_cast<std::size_t>(kind) < names.size());
    return names[static_cast<std::size_t>(kind)];
}

std::span<const Setting> settings() { return table(); }

const Setting* setting_named(std::string_view name) {
    const auto found = std::ranges::find(table(), name, &Setting::name);
    return found == table().end() ? nullptr : &*found;
}

std::string values_of(const Setting& setting) {
    switch (setting.kind) {
        case SettingKind::yes_or_no: return "true or false";
        case SettingKind::count:
            return "a whole number from " + std::to_string(setting.least) + " to " +
                   std::to_string(most);
        case SettingKind::seconds:
            return "whole seconds from 0 to " + std::to_string(most_seconds);
        case SettingKind::article: return "an article, such as A.3, or nothing";
        case SettingKind::choice: break;
    }
    FF_CHECK(!setting.words.empty());
    std::string words = "one of ";
    for (const std::string_view word : setting.words) {
        if (word != setting.words.front()) words += ", ";
        words += word;
    }
    return words;
}

std::optional<std::string> set(Settings& settings, std::string_view name, std::string_view value) {
    const Setting* setting = setting_named(name);
    if (!setting) return "there is no such setting";
    if (setting->read(settings, value, setting->least)) return std::nullopt;
    return "it must be " + values_of(*setting);
}

}  // namespace flagfall::game
