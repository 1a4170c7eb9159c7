// A position in a text, for messages about it.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace flagfall {

// Both from 1; columns are characters, not bytes.
struct TextPosition {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    friend auto operator<=>(const TextPosition&, const TextPosition&) = default;
};

// "line 4, column 97".
inline std::string text(TextPosition at) {
    return "line " + std::to_string(at.line) + ", column " + std::to_string(at.column);
}

}  // namespace flagfall
