// An answer in a form that others can check, and as text for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/mate/mate.hpp"

namespace flagfall::mate {

// The whole answer with its line or proof as JSON on one line, by schemas/mate/certificate.json.
std::string certificate(const chess::Position& position, Side winner, const Analysis& answer);

// The proof of an unwinnable position alone, the same JSON as "proof" there. If that is longer than
// `most_bytes`, only the numbers of its positions and walls, as "count" and "wall_count"; another
// call without a limit returns the complete proof.
std::string proof_json(const chess::Position& position, Side winner, const Analysis& answer,
                       std::size_t most_bytes);

// Moves that are legal one after another from the position, in UCI with a space between.
std::string uci_line(chess::Position position, const std::vector<chess::Move>& line);

// A paragraph for players: the line that mates, or what is blocked and why nobody breaks through.
std::string explain(const chess::Position& position, Side winner, const Analysis& answer);

// The lemma of docs/mate.md that applies: "bare king", "king and knight", "bishops of one
// colour". The material must be unable to mate.
std::string_view material_lemma(const chess::Position& position, Side winner);

}  // namespace flagfall::mate
