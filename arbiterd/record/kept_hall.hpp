// The games of a hall as arbiters watch them. Each is built from its own events and cached until
// the log has another event of it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "arbiterd/record/boards.hpp"
#include "arbiterd/record/record.hpp"

namespace flagfall::record {

struct HallGame {
    Pos changed;        // its last event
    std::string facts;  // members of a JSON object, from "clock" on
    std::string fen;    // empty: not known
};

// Used on one thread.
class KeptHall {
public:
    // From now on, answers are as of this position of the log. Throws RecordError.
    void update(Record& record, Pos up_to);
    // The game, which must exist. Valid until the next call. Throws RecordError.
    const HallGame& at(Record& record, const std::string& game);

private:
    std::map<std::string, HallGame, std::less<>> games_;
    Pos up_to_;
};

// What a tile shows besides its game.
struct TileFacts {
    std::vector<const QuestionRow*> questions;  // the open ones, oldest first
    bool fetched = false;                       // another program has acknowledged the result
    bool position = false;                      // include the position
};

// One board as JSON: schemas/api/hall.json. `game` is nullptr for a board without a Flagfall clock.
std::string hall_tile(const BoardRow& board, const HallGame* game, const TileFacts& facts);

}  // namespace flagfall::record
