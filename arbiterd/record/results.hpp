// A round's results as pairing programs pull them (JSON), and as people read them (text).
#pragma once

#include <cstdint>
#include <string>

#include "arbiterd/record/record.hpp"

namespace flagfall::record {

// The whole round as one JSON object; schemas/arbiterd/results.json describes it. Points stand
// for each colour by themselves, since 0-0 and 1/2-0 exist. `base` is the round's path in the
// API, for the links.
std::string results_json(const RoundId& round, const std::vector<GameRow>& games,
                         std::string_view time_mode, std::string_view base);

// Grows with every change of the round: the ETag's version.
std::int64_t version(const std::vector<GameRow>& games);

// The rulings as a JSON array: the part that rulings_json and the desk share.
std::string ruling_list(const std::vector<RulingRow>& rulings);

// {"event":..,"round":..,"time":..,"rulings":[...]}: every ruling with its article and evidence.
std::string rulings_json(const RoundId& round, const std::vector<RulingRow>& rulings,
                         std::string_view time_mode);

// The scoresheet of one game as JSON, readings in milliseconds.
std::string scoresheet_json(const GameRow& game, const std::vector<MoveRow>& moves,
                            std::string_view time_mode);

// A table of the round's results and a list of its rulings, for a terminal.
std::string report(const RoundId& round, const std::vector<GameRow>& games,
                   const std::vector<RulingRow>& rulings, std::string_view time_mode);

// "/api/v1/events/E/rounds/R", percent-encoded.
std::string round_path(const RoundId& round);

}  // namespace flagfall::record
