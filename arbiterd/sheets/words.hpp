// Splits a line of a scoresheet into words. For sheet.cpp only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/score.hpp"
#include "common/base/time.hpp"

namespace flagfall::sheets {

struct Word {
    std::string text;
    std::uint32_t column = 0;  // from 1, in characters
    std::uint32_t below = 0;   // lines below the first, in a comment of several lines
    bool empty_cell = false;  // of a table
    bool cell_start = false;
};

// The words of a line, split at blanks, and in a table at cells. Comments in braces are dropped,
// except a clock time; they may extend over several lines.
std::vector<Word> words_of(std::string_view line);

// "12", "12.", "12)", "12...", "12.e4": a number of at most three digits.
struct MoveNumber {
    std::uint32_t number = 0;
    bool bare = false;      // without a mark: may be minutes
    bool of_black = false;  // two dots or more
    std::string rest;       // the move, if it follows without a blank
};
std::optional<MoveNumber> move_number(std::string_view word);

// A clock time; not a bare number.
std::optional<Duration> clock_time(std::string_view word);
std::optional<Duration> bare_minutes(std::string_view word);
bool is_gap(std::string_view word);
// Does it belong to the move before it: (=) e.p. ch + (Q)?
bool is_mark(std::string_view word);
// 0-0 is castling, so it is no result here.
std::optional<Score> result_of(std::string_view word);
bool is_unknown_result(std::string_view word);  // *

}  // namespace flagfall::sheets
