// English descriptive notation. For written_read.cpp only.
#pragma once

#include <expected>
#include <string_view>

#include "common/chess/written.hpp"
#include "common/chess/written_marks.hpp"

namespace flagfall::chess {

// Reads a move without its end marks, as read_written describes.
std::expected<Move, WrittenError> read_descriptive(const Position& position, std::string_view text,
                                                   EndMarks marks, const Origins* origins);

}  // namespace flagfall::chess
