// ASCII as protocols and file formats use it: capitals and blanks, whatever the locale says.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace flagfall {

// A to Z become a to z; every other byte stays, also those of UTF-8.
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

inline std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = lower(c);
    return out;
}

// The same, where capitals make no difference?
inline bool equal_without_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

// Without these bytes at both ends.
constexpr std::string_view trimmed(std::string_view text, std::string_view blanks = " \t") {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace flagfall
