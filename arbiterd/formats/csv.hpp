// Reads and writes comma-separated values (RFC 4180), with the cells' places. For csv_*.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/formats/text.hpp"

namespace flagfall::formats {

struct CsvCell {
    std::string text;
    TextPosition at;
};
using CsvRow = std::vector<CsvCell>;

// Reads rows in order. The separator is the most frequent of , ; and tab in the first line. Quotes
// as in RFC 4180; rows without text are skipped.
class CsvReader {
public:
    explicit CsvReader(std::string_view text);
    // Nothing at the end.
    std::optional<CsvRow> next();
    TextPosition end() const { return at_; }

private:
    CsvCell cell();
    std::string quoted();
    bool at_line_end() const;
    void step();

    std::string_view text_;
    std::size_t byte_ = 0;
    TextPosition at_;
    char separator_ = ',';
};

// Appends a row and its line end. A cell that a spreadsheet would take for a formula (it begins
// with = + - @, also in full width or after spaces) is prefixed with an apostrophe, which our
// reader removes.
void append_csv_row(std::string& out, const std::vector<std::string>& cells);

}  // namespace flagfall::formats
