// Parses the text of a scoresheet (Laws 8.1) into entries, before they are read as moves. Nothing
// is dropped silently: what cannot be placed becomes a remark.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/score.hpp"
#include "common/base/side.hpp"
#include "common/base/text_position.hpp"
#include "common/base/time.hpp"

namespace flagfall::sheets {

// One move of one side, as far as it is written down.
struct Entry {
    std::uint32_t number = 0;  // of the move, as written or as counted
    Side side = Side::white;
    std::string text;         // unchanged, with check marks and draw offer; empty: nothing written
    bool gap = false;         // "...", "-", "?" or an empty cell stands for the move
    bool draw_offer = false;  // (=) or = (8.1.5)
    std::optional<Duration> time;  // the clock time beside the move (8.1.4)
    TextPosition place;

    // Counts from 1 for White's first move and 2 for Black's first move.
    std::uint32_t ply() const { return 2 * number - (side == Side::white ? 1 : 0); }
    friend bool operator==(const Entry&, const Entry&) = default;
};

struct Header {
    std::string name;
    std::string value;
    TextPosition place;
};

// A remark about the layout, for people.
struct Remark {
    TextPosition place;
    std::string text;
};

struct Sheet {
    std::vector<Header> headers;
    std::vector<Entry> entries;
    std::optional<Score> result;
    std::vector<Remark> remarks;
};

// Parses the text of a sheet. UTF-8; any line ends.
//   headers   "White: Smith", PGN tags
//   moves     "1. e4 e5", "1 e4 e5", "12... Nf6", one move a line with or without numbers, columns
//             by tabs or |, two blocks side by side; in a table of spaces a single move that
//             stands where Black's moves stand is Black's
//   gaps      ... - ? or an empty cell; a row that is missing has no entry
//   offers    (=) or =, beside a gap, too
//   times     1:23 (hours and minutes), 1:23:45, 12' 12m 12min (12), [%clk 1:23:45] in braces; a
//             number alone is the time in minutes unless it begins the line, or comes behind a
//             whole pair and before a move
//   result    1-0, 0-1, 1/2-1/2 and alike; 0-0 is a result only in "Result: 0-0"
Sheet read_sheet(std::string_view text);

// Removes the entries before this ply: a record that begins there (a position was set up) has no
// moves to compare them with. A remark gives their number.
void leave_out_before(Sheet& sheet, std::uint32_t ply);

}  // namespace flagfall::sheets
