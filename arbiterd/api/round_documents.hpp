// The documents of a round, updated from the cached round.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "arbiterd/api/document.hpp"
#include "arbiterd/formats/export.hpp"
#include "arbiterd/record/broadcast.hpp"
#include "arbiterd/record/kept_rounds.hpp"

namespace flagfall::api {

// Results as JSON (results_json) and CSV, the table for retyping, and the round for readers of
// LiveChess. `signature`: the last line of the table.
void write_results(Document& document, const record::KeptRound& kept, record::Until until_wall_ms);
void write_csv(Document& document, const record::KeptRound& kept);
void write_table(Document& document, const record::KeptRound& kept, formats::RetypeOrder order,
                 const std::string& signature);
void write_cloud_round(Document& document, const record::KeptRound& kept);

// record::moves_of, for the state of the record that `kept` is of.
using MovesOf = std::function<record::BoardMoves(const record::BoardRow&)>;

// Is the game being played?
bool is_live(const record::GameRow& game);

// The games of these boards as PGN, all from the beginning, in the order of their boards whatever
// their state: a file that only grows; with the office's data. `name`: the key of the document of
// all boards; slices are cut from it, so that each game is written only once. Valid until the next
// call of `documents`.
Document& pgn_of(Documents& documents, const std::string& name, const record::KeptRound& kept,
                 const record::RoundView& view, bool entered, const MovesOf& moves_of);

// The game of one board for readers of LiveChess; `index` is the board's place in the round.
void write_cloud_game(Document& document, const record::KeptRound& kept, std::size_t index,
                      record::Until until_wall_ms, const MovesOf& moves_of);

}  // namespace flagfall::api
