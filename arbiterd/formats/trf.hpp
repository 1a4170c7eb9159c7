// The lines of a TRF file (docs/formats.md, "TRF") and the columns of their fields, counted in
// characters from 1. For the reader and the writer of TRF.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/formats/roster.hpp"

namespace flagfall::formats {

struct Columns {
    std::uint32_t first;
    std::uint32_t last;
};

namespace trf_at {

inline constexpr Columns number{5, 8};
inline constexpr Columns sex{10, 10};
inline constexpr Columns title{11, 13};
inline constexpr Columns name{15, 47};
inline constexpr Columns rating{49, 52};
inline constexpr Columns federation{54, 56};
inline constexpr Columns fide_id{58, 68};
inline constexpr Columns birth{70, 79};
inline constexpr Columns points{81, 84};
inline constexpr Columns rank{86, 89};

// Of round `round`, from 1.
constexpr Columns opponent(std::uint32_t round) {
    return {92 + 10 * (round - 1), 95 + 10 * (round - 1)};
}
constexpr Columns colour(std::uint32_t round) {
    return {97 + 10 * (round - 1), 97 + 10 * (round - 1)};
}
constexpr Columns result(std::uint32_t round) {
    return {99 + 10 * (round - 1), 99 + 10 * (round - 1)};
}
constexpr Columns date(std::uint32_t round) {
    return {92 + 10 * (round - 1), 99 + 10 * (round - 1)};
}

// 310: a team of TRF26, and its members; 013: of TRF16.
inline constexpr Columns team_number{5, 7};
inline constexpr Columns team_name{9, 40};
inline constexpr Columns team_nickname{42, 46};
inline constexpr Columns old_team_name{5, 36};
constexpr Columns team_member(std::uint32_t index) {
    return {74 + 5 * index, 77 + 5 * index};
}
constexpr Columns old_team_member(std::uint32_t index) {
    return {37 + 5 * index, 40 + 5 * index};
}

// 240: byes of a round.
inline constexpr Columns bye_type{5, 5};
inline constexpr Columns bye_round{7, 9};
constexpr Columns bye_player(std::uint32_t index) { return {11 + 5 * index, 14 + 5 * index}; }

// 299: points of a round that the players' codes do not imply.
inline constexpr Columns abnormal_type{5, 5};
inline constexpr Columns abnormal_points{14, 17};
inline constexpr Columns abnormal_round{20, 22};
constexpr Columns abnormal_player(std::uint32_t index) {
    return {24 + 5 * index, 27 + 5 * index};
}

}  // namespace trf_at

// One line, read by columns.
class TrfLine {
public:
    TrfLine(std::string_view text, std::uint32_t number);

    std::uint32_t number() const { return number_; }
    // In characters.
    std::uint32_t size() const;
    // The text in these columns, with blanks; shorter or empty beyond the end.
    std::string_view columns(Columns columns) const;
    // The same without blanks at the ends.
    std::string_view field(Columns at) const { return trimmed(columns(at)); }
    // One character, a blank beyond the end.
    char letter(Columns at) const;
    // The text from this column on, without blanks at the end.
    std::string_view from(std::uint32_t column) const;
    std::string_view code() const { return columns({1, 3}); }
    TextPosition place(Columns at) const { return {number_, at.first}; }

private:
    std::string_view text_;
    std::uint32_t number_;
    std::vector<std::uint32_t> starts_;  // the characters' offsets; empty when all are single bytes
};

// One round in a player's line.
struct TrfGame {
    std::uint32_t opponent = 0;  // 0: none
    char colour = '-';           // 'w', 'b', '-'
    char result = ' ';           // in capital letters
};

struct TrfPlayer {
    tournament::EventPlayer player;
    std::uint32_t line = 0;
    std::vector<TrfGame> games;  // by round
    std::uint32_t half_points = 0;  // as written
};

// Compares the players' lines with each other and makes rounds and byes of them. Refused: two lines
// that contradict each other, at the place in the later one.
void add_trf_rounds(const std::vector<TrfPlayer>& players, Rounds& rounds, Notes& notes);

// The points that a code is worth, in halves; '?' counts as a draw (162 X).
std::uint32_t trf_points(char code, const wire::EventScoring& scoring);

}  // namespace flagfall::formats
