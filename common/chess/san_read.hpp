// The inside of parse_san. For san_read.cpp and written_read.cpp only.
#pragma once

#include <expected>
#include <string_view>

#include "common/chess/notation.hpp"

namespace flagfall::chess {

// parse_san; adds all legal moves that match to `fitting`, unless it is nullptr.
std::expected<Move, TextError> read_san(const Position& position, std::string_view text,
                                        MoveList* fitting);

}  // namespace flagfall::chess
