// What a rules profile says, as plain data, and the one table that names, reads, prints and
// explains each setting. Command line, record, overrides and pages all use that table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "common/base/time.hpp"
#include "common/base/time_control.hpp"
#include "common/wire/words.hpp"

namespace flagfall::game {

using wire::FlagCall;
// The effect of the illegal action that reaches `illegal_actions_to_lose` (7.5.5, US 11D).
enum class RepeatedOffence : std::uint8_t { loss, arbiter };
// How long a completed illegal action can be corrected (7.5.1, A.5.2, US 11A).
enum class Window : std::uint8_t { any_time, next_move, ten_moves };
// Who must raise it: nobody, the arbiter who sees it, or only the opponent.
enum class RaisedBy : std::uint8_t { software, arbiter, players };
// What happens to a pawn that was not replaced on its last rank (7.5.2).
enum class Unpromoted : std::uint8_t { queen, question };
// A legal move on the board is replaced by another one before the press (4.4.4, 4.7).
enum class MadeMoveChanged : std::uint8_t { accepted, question };
// Draw offers and agreements before `draw_offers_from_move` (9.1.1).
enum class DrawOffers : std::uint8_t { free, consent, never };
// How long a player may appeal (11.10).
enum class Appeals : std::uint8_t { any_time, until_signed, never };
// What the winner on time must be able to do (6.9, US 14E).
enum class WinOnTime : std::uint8_t { laws, us_14e };

// The defaults are those of fide-standard. The default of a setting added later judges older games
// as they were judged then.
struct Settings {
    Duration default_time;
    FlagCall flag_call = FlagCall::automatic;
    bool freeze = true;
    PeriodTrigger period_trigger = PeriodTrigger::moves;
    bool automatic_resume = true;  // the clock runs on after a correction, without a person
    Duration penalty = minutes(2);  // to the opponent, under 7.5.5 and 9.5.3
    std::string penalty_article;    // the article that fixes it; empty: 7.5.5 and 9.5.3
    std::uint32_t illegal_actions_to_lose = 2;
    RepeatedOffence repeated_offence = RepeatedOffence::loss;
    bool press_without_move_is_illegal = true;
    Unpromoted promotion_not_completed = Unpromoted::queen;
    Window illegal_move_window = Window::any_time;
    RaisedBy illegal_move_raised_by = RaisedBy::software;
    Duration left_to_players;  // with less time left, only the players raise it
    std::string illegal_move_article = "7.5.1";
    MadeMoveChanged made_move_changed = MadeMoveChanged::accepted;
    bool castling_rook_first_allowed = false;
    std::uint32_t set_up_correctable_moves = 0;
    DrawOffers draw_offers = DrawOffers::free;
    std::uint32_t draw_offers_from_move = 0;
    std::uint32_t resignation_from_move = 0;
    bool quickplay_finish = false;
    Duration quickplay_penalty = minutes(2);
    bool arbiter_present = true;
    bool losing_chances_claim = false;
    bool recording_required = true;
    std::uint32_t record_looks = 0;
    WinOnTime material_to_win_on_time = WinOnTime::laws;
    bool time_claim_needs_scoresheet = false;
    std::uint32_t offers_and_claims_to_ask = 0;
    Appeals appeals = Appeals::any_time;
    friend bool operator==(const Settings&, const Settings&) = default;
};

enum class SettingKind : std::uint8_t { yes_or_no, count, seconds, choice, article };
// "boolean", "count", "seconds", "choice", "article".
std::string_view name(SettingKind kind);

// A row of the table.
struct Setting {
    std::string_view name;
    std::string_view article;  // of the Laws or the US rules
    std::string_view text;     // for people
    SettingKind kind{};
    std::span<const std::string_view> words;  // of a choice
    std::uint32_t least = 0;                  // of a count
    std::string (*print)(const Settings&) = nullptr;
    // Reads a value. False if the text is no value of this setting: nothing is changed then.
    bool (*read)(Settings&, std::string_view, std::uint32_t least) = nullptr;
};

// All of them, in the order of Settings.
std::span<const Setting> settings();

// nullptr when there is none of this name.
const Setting* setting_named(std::string_view name);

// "true or false", "a whole number from 1 to 9999", "one of loss, arbiter".
std::string values_of(const Setting& setting);

// Sets one setting by name. Returns what is wrong, for people; nothing is changed then.
std::optional<std::string> set(Settings& settings, std::string_view name, std::string_view value);

}  // namespace flagfall::game
