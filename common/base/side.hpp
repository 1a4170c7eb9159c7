// The two sides of a game, and values that exist for each of them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace flagfall {

enum class Side : std::uint8_t { white, black };

constexpr Side other(Side side) { return side == Side::white ? Side::black : Side::white; }
constexpr std::size_t index(Side side) { return static_cast<std::size_t>(side); }
constexpr std::string_view name(Side side) { return side == Side::white ? "white" : "black"; }

// One value for each side; `both[Side::white]` instead of two members with similar names.
template <class T>
struct Both {
    std::array<T, 2> values{};

    constexpr T& operator[](Side side) { return values[index(side)]; }
    constexpr const T& operator[](Side side) const { return values[index(side)]; }
    friend constexpr bool operator==(const Both&, const Both&) = default;
};

}  // namespace flagfall
