// The bounds of one JSON text, in every parser.
#pragma once

#include <cstddef>

namespace flagfall::limits {

inline constexpr std::size_t json_depth = 64;     // lists and objects inside each other; messages
                                                  // need 8, the rest is for unknown fields
inline constexpr std::size_t json_fields = 256;   // of one object; messages need 30
inline constexpr std::size_t json_items = 10'000;       // of one list from outside
inline constexpr std::size_t json_values = 1'000'000;   // in all, likewise

}  // namespace flagfall::limits
