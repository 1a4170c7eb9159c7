// A round's results as JSON for pairing programs and as text for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arbiterd/record/boards.hpp"
#include "arbiterd/record/committed_tournaments.hpp"
#include "arbiterd/record/record.hpp"

namespace flagfall::record {

// A round with everything that is known about it.
struct RoundData {
    RoundId id;
    const tournament::Tournament* tournament = nullptr;  // nullptr: not loaded
    const tournament::EventRound* round = nullptr;
    std::vector<BoardRow> boards;  // by number, in their present state
    std::int64_t version = 0;      // of RoundCounts
    std::vector<AcknowledgementRow> acknowledged;
    std::string time_mode;
};

// Reads the round from the record.
RoundData round_data(Record& record, const CommittedTournaments& tournaments, const RoundId& id);

// The wall-clock instant up to which spectators may see moves and clocks (they may be delayed).
// Results are always shown. Nothing: no limit.
using Until = std::optional<std::int64_t>;

// Does the game have moves and clocks that must not be shown yet?
bool too_new(const GameRow& game, Until until_wall_ms);

// The whole round as one JSON object; schemas/arbiterd/results.json describes it. Each colour has
// its own points, because 0-0 and 1/2-0 exist.
std::string results_json(const RoundData& data, Until until_wall_ms = {});

// Its parts: the start, the boards (with commas between them), the end.
std::string results_head(const RoundData& data, Until until_wall_ms);
std::string results_board(const RoundData& data, const BoardRow& board, Until until_wall_ms);
std::string results_foot(const RoundData& data);

// The rulings as a JSON array, which rulings_json and the desk share.
std::string ruling_list(const std::vector<RulingRow>& rulings);

// {"event":..,"round":..,"time":..,"rulings":[...]}: every ruling with its article and evidence.
std::string rulings_json(const RoundId& round, const std::vector<RulingRow>& rulings,
                         std::string_view time_mode);

// The scoresheet of one game as JSON, readings in milliseconds.
std::string scoresheet_json(const GameRow& game, const std::vector<MoveRow>& moves,
                            std::string_view time_mode);

// A table of the round's results and a list of its rulings, for a terminal.
std::string report(const RoundData& data, const std::vector<RulingRow>& rulings);

// "/api/v1/events/E", percent-encoded.
std::string event_path(std::string_view event);
// "/api/v1/events/E/rounds/R", percent-encoded.
std::string round_path(const RoundId& round);

}  // namespace flagfall::record
