// Enums with names. Programs use the enum; the log, the wire and tables use its name. The
// table of names, `names_of`, is beside the enum and nowhere else.
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

// The name; empty if there is no value.
template <Word E>
constexpr std::string_view name(std::optional<E> value) {
    return value ? name(*value) : std::string_view{};
}

// The inverse of name; empty for any other text.
template <Word E>
constexpr std::optional<E> from_name(std::string_view text) {
    constexpr auto names = names_of(E{});
    for (std::size_t at = 0; at < names.size(); ++at)
        if (names[at] == text) return static_cast<E>(at);
    return std::nullopt;
}

}  // namespace flagfall
