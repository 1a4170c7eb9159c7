// The game that is played.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "common/base/words.hpp"

namespace flagfall {

// Which rules of castling and which UCI text; everything else is the same in both.
enum class Variant : std::uint8_t { chess, chess960 };
constexpr auto names_of(Variant) {
    return std::to_array<std::string_view>({"chess", "chess960"});
}
// The code with which a peer's name of another game is refused.
constexpr std::string_view refusal_of(Variant) { return "bad_variant"; }

}  // namespace flagfall
