// Limits of what other programs report; those of the whole system are in common/base/limits.hpp.
#pragma once

#include <cstddef>

namespace flagfall::limits {

inline constexpr std::size_t live_boards = 512;      // of one LiveChess service
inline constexpr std::size_t live_text_bytes = 256;  // of a text that it sends; longer is none

}  // namespace flagfall::limits
