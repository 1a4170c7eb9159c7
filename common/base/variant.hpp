// The game that is played.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "common/base/words.hpp"

namespace flagfall {

// The rules of castling and the UCI text; everything else is the same in both.
enum class Variant : std::uint8_t { chess, chess960 };
constexpr auto names_of(Variant) {
    return std::to_array<std::string_view>({"chess", "chess960"});
}
// The refusal's code for the name of any other game.
constexpr std::string_view refusal_of(Variant) { return "bad_variant"; }

}  // namespace flagfall
