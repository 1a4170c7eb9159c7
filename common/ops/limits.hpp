// Limits of metrics, beside those of common/base/limits.hpp.
#pragma once

#include <cstddef>

namespace flagfall::limits {

inline constexpr std::size_t metric_series = 512;  // of one metric, by their labels

}  // namespace flagfall::limits
