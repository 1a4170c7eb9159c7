// Whole numbers as people and files write them.
#pragma once

#include <charconv>
#include <concepts>
#include <limits>
#include <optional>
#include <string_view>

namespace flagfall {

// The number in a text that is nothing but decimal digits, after a minus if `least` is negative.
// Empty for any other text and for a number outside [least, most].
template <std::integral T>
std::optional<T> whole_number(std::string_view text, T least = 0,
                              T most = std::numeric_limits<T>::max()) {
    T value = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if (read.ec != std::errc{} || read.ptr != end || value < least || value > most)
        return std::nullopt;
    if (text.starts_with('-') && least >= 0) return std::nullopt;  // "-0"
    return value;
}

// One or more decimal digits and nothing else, of any length.
inline bool is_digits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

}  // namespace flagfall
