// Limits of the store, beside those of common/base/limits.hpp.
#pragma once

#include <cstddef>

namespace flagfall::limits {

inline constexpr std::size_t store_queue_rows = 16 * 1024;  // events that wait for the disk

}  // namespace flagfall::limits
