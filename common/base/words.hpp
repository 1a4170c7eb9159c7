// Enums with names. Each is an enum in programs and its name in the log, on the wire and in
// tables; the table of names, `names_of`, stands beside the enum and nowhere else.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

namespace flagfall {

template <class E>
concept Word = std::is_enum_v<E> && requires(E e) { names_of(e).size(); };

template <Word E>
constexpr std::string_view name(E value) {
    static constexpr auto names = names_of(E{});
    return names[static_cast<std::size_t>(value)];
}

// The name; empty when nothing is said.
template <Word E>
constexpr std::string_view name(std::optional<E> value) {
    return value ? name(*value) : std::string_view{};
}

// The inverse of name; nothing for any other text.
template <Word E>
constexpr std::optional<E> from_name(std::string_view text) {
    constexpr auto names = names_of(E{});
    for (std::size_t at = 0; at < names.size(); ++at)
        if (names[at] == text) return static_cast<E>(at);
    return std::nullopt;
}

}  // namespace flagfall
