// Checks of the values in acts. Each returns what is wrong and where: `at` is the JSON Pointer (RFC
// 6901), within the act, of the value that is checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/tournament/limits.hpp"
#include "arbiterd/tournament/tournament.hpp"
#include "common/wire/event_messages.hpp"

namespace flagfall::tournament {

// Why an act is not carried out. Codes:
//   who and what   bad_event_id unknown_event event_exists changed_meanwhile no_name
//                  event_hidden nothing_to_change too_many
//                  id_used bad_id no_clocks (of the service)
//   content        bad_name bad_text bad_date bad_start bad_federation bad_title bad_sex bad_rating
//                  bad_fide_id bad_number bad_rounds bad_scoring bad_sector bad_time_control
//                  bad_profile bad_rules bad_variant bad_default_time bad_fen bad_reports
//                  bad_timing bad_board bad_bye bad_result bad_record bad_moves not_yours
//   players        unknown_player unknown_team number_twice fide_id_twice was_paired is_paired
//                  withdrawn same_player player_twice second_bye
//   rounds         unknown_round wrong_state no_pairings unknown_board board_twice has_game
//                  has_result game_begun board_busy boards_shared no_time_control round_started
//                  games_unfinished results_missing
//   asked first    still_playing too_early (send it again with the refusal's `confirm`)
//   many boards    unknown_sector bad_boards no_games; at single boards no_game not_begun
//                  has_rulings paused_alone question_open and the desk's own codes
//                  (arbiterd/game/acts/desk.hpp)
struct EventRefusal {
    std::string code;
    std::string text;     // for people: what is wrong and what to do
    std::string pointer;  // "/players/3/name"; "" for the act as a whole
    std::string confirm{};  // repeats the act despite the refusal; "": no such token
    friend bool operator==(const EventRefusal&, const EventRefusal&) = default;
};
using MaybeRefusal = std::optional<EventRefusal>;

EventRefusal refuse(std::string code, std::string text, std::string pointer = "");

// "boards 1, 2, 3 and 14 more", and the same without the first word.
std::string named(const std::vector<Board>& boards);
std::string listed(const std::vector<Board>& boards);
// All of them, in any language: "1-3, 7".
std::string runs(const std::vector<Board>& boards);

// "/players" and 3: "/players/3".
std::string item(const std::string& at, std::size_t index);

// Allows letters, digits, '-', '_' and '.', at most limits::event_id_bytes: used in URLs and ids.
MaybeRefusal check_event_id(std::string_view id);

// A line of text of at most limits::name_bytes without control characters; `needed`: it may not be
// empty.
MaybeRefusal check_name(std::string_view name, const std::string& at, bool needed = true);

MaybeRefusal check_info(const EventInfo& info, const std::string& at);
MaybeRefusal check_player(const EventPlayer& player, const std::string& at);
MaybeRefusal check_team(const EventTeam& team, const std::string& at);
MaybeRefusal check_entered(const wire::EnteredResult& entered, const std::string& at);

// Allows "2026-11-21T14:00:00+01:00" (RFC 3339), a date alone as in TRF, or nothing (unknown).
MaybeRefusal check_starts(std::string_view starts, const std::string& at);

// Allows 1 to limits::event_rounds, and not more than the event has, if that is known.
MaybeRefusal check_round_number(const Tournament& event, std::uint32_t round,
                                const std::string& at);

// Checks each value, and the rules against the profile and the time control.
MaybeRefusal check_terms(const wire::PlayTerms& terms, const std::string& at);

// Is this a line of a TRF that Flagfall does not understand and keeps unchanged, such as XXA
// (acceleration) or 260 (prohibited pairs): a three-character code that it neither reads nor
// writes, then a blank? False for anything that is not one line of text.
bool is_kept_record(std::string_view line);

// Three capital letters, such as NOR.
bool is_federation(std::string_view text);
// Is it a title of FIDE, over the board or of its Online Arena: GM, WFM, AIM, ...?
bool is_title(std::string_view text);

// Is this a date of the calendar ("2026-11-21")?
bool is_date(std::string_view text);

// The earliest instant, in milliseconds of the wall clock, of a start that check_starts() accepts:
// a date alone begins first at UTC+14. Nothing for an empty text.
std::optional<std::int64_t> earliest_of(std::string_view starts);

// Checks one game or bye: its board, its players (of the event, playing this round), its terms.
MaybeRefusal check_pairing(const Tournament& event, std::uint32_t round,
                           const EventPairing& pairing, const std::string& at);

// Checks that no board and no player occurs twice in `pairings`.
MaybeRefusal check_once(const std::vector<EventPairing>& pairings, const std::string& at);

// Checks pairing-allocated byes: one for each round, one for each player. `pairings`: those that
// the round will have; `given`: those of the act, at `at`.
MaybeRefusal check_byes(const Tournament& event, std::uint32_t round,
                        const std::vector<EventPairing>& pairings,
                        const std::vector<EventPairing>& given, const std::string& at);

}  // namespace flagfall::tournament
