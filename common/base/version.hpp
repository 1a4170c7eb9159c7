// The version, for --version and for every log.
#pragma once

#include <string_view>

namespace flagfall {

inline constexpr std::string_view version = "0.1.0";

}  // namespace flagfall
