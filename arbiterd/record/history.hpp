// One game at each instant of its record: schemas/arbiterd/desk_history.json.
#pragma once

#include <string>
#include <string_view>

#include "arbiterd/record/record.hpp"

namespace flagfall::record {

// What was visible at the board, with one entry for each instant at which it changed, oldest first:
// the position on the board (legal or not), both clocks, draw offers and flags. The game must
// exist. Throws RecordError.
std::string history_json(Record& record, const GameRow& game, std::string_view time_mode);

}  // namespace flagfall::record
