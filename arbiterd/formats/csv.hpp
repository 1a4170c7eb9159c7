// Comma-separated values (RFC 4180) as cells with their places, and cells as text. For csv_*.cpp.
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

// Reads rows one after another. The first line decides the separator of the cells: the one of , ;
// and tab that it has most of. Quotes as in RFC 4180; a row without any text is skipped.
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

// Appends one row and its line end. A cell that a spreadsheet would take for a formula (it begins
// with = + - @, in full width, too, or behind spaces) gets an apostrophe before it, which our
// reader removes again.
void append_csv_row(std::string& out, const std::vector<std::string>& cells);

}  // namespace flagfall::formats
