// The arbiter's desk: a person's acts as events of the record. Pure, like decide.hpp.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "arbiterd/game/state/games.hpp"
#include "common/wire/desk_messages.hpp"

namespace flagfall::game {

// Why an act is not carried out. Codes:
//   who and what   id_used (another act had this id) unknown_game no_name no_article bad_text
//   state          game_over not_over not_begun clock_running clock_stands correction_under_way
//                  question_open game_cancelled game_was_played board_busy no_time_left
//   irregular      bad_kind counted_already not_completed too_late not_on_move bad_squares
//   adjourned      adjourned not_adjourned move_under_way opened_already sealed
//   content        bad_time bad_ply bad_fen bad_ending bad_penalty bad_control bad_period
//                  bad_timing times_missing text_missing no_appeal no_more_looks
//   the queue      unknown_question unknown_option
//   sheets         bad_whose bad_language bad_notation not_presses no_moves sheet_differs
//   rulings        unknown_ruling already_undone nothing_to_undo later_result later_position
//                  later_setting later_answer nothing_to_change not_found_out
struct DeskRefusal {
    std::string code;
    std::string text;  // for the arbiter: what is wrong and what to do
    std::string pointer{};  // the field of the command, "/act/ply"; "": it is not about one
};

// Returns the act as `desk_acted` and all that follows from it, to be applied and stored together.
// `at` is the stamp that commands for clockd carry in virtual time. The caller has checked that the
// id is new.
std::expected<std::vector<wire::GameEvent>, DeskRefusal> decide_desk(
    const Games& games, Instant at, const wire::DeskCommand& command);

// Does the act do something that the players cannot undo: give, change or withdraw a result, call a
// flag, move the position, or cancel the game?
bool needs_confirmation(const std::vector<wire::GameEvent>& events);

}  // namespace flagfall::game
