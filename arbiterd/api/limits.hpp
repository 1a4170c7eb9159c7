// What the API takes at most, besides common/base/limits.hpp.
#pragma once

#include <cstddef>

namespace flagfall::limits {

inline constexpr std::size_t no_body_bytes = 1024;  // of a body that a route does not look at
inline constexpr std::size_t imports_waiting = 8;   // files that wait to be read

}  // namespace flagfall::limits
