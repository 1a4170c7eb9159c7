// The desk as JSON for programs: the open questions, and one game with all its questions and
// rulings. schemas/arbiterd/desk_queue.json and desk_game.json describe them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/record/record.hpp"

namespace flagfall::record {

// The open questions, in parts: the start, the questions, oldest first (with commas between them),
// the end.
std::string queue_head(std::size_t waiting, std::string_view time_mode);
std::string queue_question(const QuestionRow& question);
std::string queue_foot();

// The facts that the question's answers depend on, as JSON with the API's names. The question must
// have facts. Throws RecordError when they cannot be read.
std::string facts_text(const QuestionRow& question);

// The games that a board number may mean; schemas/arbiterd/desk_board.json.
std::string desk_board_json(Board board, const std::vector<GameRow>& games,
                            std::string_view time_mode);

// One game: readings, who must record (8.4), all questions with their answers, all rulings, and its
// adjournment.
std::string desk_game_json(const GameRow& game, const game::Game& state,
                           const std::vector<QuestionRow>& questions,
                           const std::vector<RulingRow>& rulings,
                           const std::optional<AdjournmentRow>& adjourned,
                           std::string_view time_mode);

// The scoresheets that were entered, compared with the record; at a board that reports presses
// only, compared with each other until moves are known. See schemas/arbiterd/desk_sheets.json.
std::string desk_sheets_json(const GameRow& game, const game::Game& state,
                             const std::vector<SheetRow>& rows, std::string_view time_mode);

}  // namespace flagfall::record
