// The documents of a round, brought up to date with the round as it is kept.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "arbiterd/api/document.hpp"
#include "arbiterd/formats/export.hpp"
#include "arbiterd/record/broadcast.hpp"
#include "arbiterd/record/kept_rounds.hpp"

namespace flagfall::api {

// Results as JSON (results_json) and CSV, the table for retyping, the round for readers of
// LiveChess. `signature`: the last line of the table.
void write_results(Document& document, const record::KeptRound& kept, record::Until until_wall_ms);
void write_csv(Document& document, const record::KeptRound& kept);
void write_table(Document& document, const record::KeptRound& kept, formats::RetypeOrder order,
                 const std::string& signature);
void write_cloud_round(Document& document, const record::KeptRound& kept);

// The moves of a game, in the state of the record that `kept` has.
using MovesOf = std::function<std::vector<record::MoveRow>(const record::GameRow&)>;

// Is a game being played there?
bool is_live(const record::GameRow& game);

// The games of these boards as PGN (record::round_pgn), with what the office knows of them. `name`:
// of the document of all boards, of which a slice is cut, so that each game is written only once.
// Good until the next call of `documents`.
Document& pgn_of(Documents& documents, const std::string& name, const record::KeptRound& kept,
                 const record::RoundView& view, bool entered, const MovesOf& moves_of);

// The game of one board for readers of LiveChess; `index` is its place among the boards.
void write_cloud_game(Document& document, const record::KeptRound& kept, std::size_t index,
                      record::Until until_wall_ms, const MovesOf& moves_of);

}  // namespace flagfall::api
