// One game at each instant of its record: schemas/arbiterd/desk_history.json.
#pragma once

#include <string>
#include <string_view>

#include "arbiterd/record/record.hpp"

namespace flagfall::record {

// What was to be seen at the board from each instant on at which that changed, the oldest first:
// the position as it stood (an illegal one, too), both clocks, offers and flags. The game must
// exist. Throws RecordError.
std::string history_json(Record& record, const GameRow& game, std::string_view time_mode);

}  // namespace flagfall::record
