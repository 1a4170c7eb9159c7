// The answers themselves: one function for each kind of question, from a line to a line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/chess/types.hpp"

namespace flagfall::rules {

// The variant to read FENs in; nothing: Chess960 exactly when the FEN cannot be orthodox.
using VariantChoice = std::optional<chess::Variant>;

// Each gives the answer without a line end. A FEN that is not valid gives `invalid` and the names
// of the errors; a line of another form gives `error: ` and what was expected.
std::string answer_perft(std::string_view line, VariantChoice variant);
std::string answer_moves(std::string_view line, VariantChoice variant);
std::string answer_san(std::string_view line, VariantChoice variant);
std::string answer_fen(std::string_view line, VariantChoice variant);
std::string answer_mate(std::string_view line, VariantChoice variant);
std::string answer_game(std::string_view line, VariantChoice variant);

}  // namespace flagfall::rules
