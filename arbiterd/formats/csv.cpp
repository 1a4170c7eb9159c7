#include "arbiterd/formats/csv.hpp"

#include <algorithm>
#include <array>

#include "arbiterd/formats/limits.hpp"
#include "common/base/text.hpp"
#include "common/base/unicode.hpp"

namespace flagfall::formats {

namespace {

// Would a spreadsheet take this for a formula, or for one with our apostrophe? Some ignore leading
// spaces and invisible characters, and treat East Asian full-width forms as the usual ones.
bool like_formula(std::string_view text) {
    for (;;) {
        const Character c = first_character(text);
        switch (c.code) {
            case '=': case '+': case '-': case '@': case '\t': case '\r':
            case 0xFF1D: case 0xFF0B: case 0xFF0D: case 0xFF20: return c.bytes > 0;
            default: break;
        }
        const bool passed_over = c.code == '\'' || c.code == ' ' || c.code == 0xA0 ||
                                 c.code == 0x3000 || (c.code >= 0x2000 && c.code <= 0x200A) ||
                                 display_width(text.substr(0, c.bytes)) == 0;
        if (c.bytes == 0 || !passed_over) return false;
        text.remove_prefix(c.bytes);
    }
}

char separator_of(std::string_view text) {
    const std::string_view first = text.substr(0, text.find_first_of("\r\n"));
    constexpr std::array separators{',', ';', '\t'};
    std::array<std::size_t, 3> counts{};
    bool quoted = false;
    for (const char c : first) {
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        for (std::size_t i = 0; i < separators.size(); ++i) counts[i] += c == separators[i];
    }
    return separators[static_cast<std::size_t>(std::ranges::max_element(counts) -
                                               counts.begin())];
}

}  // namespace

CsvReader::CsvReader(std::string_view text) : text_(text), separator_(separator_of(text)) {}

bool CsvReader::at_line_end() const {
    return byte_ == text_.size() || text_[byte_] == '\r' || text_[byte_] == '\n';
}

// Moves one character on; CR LF counts as one.
void CsvReader::step() {
    const char c = text_[byte_++];
    if (c == '\r' && byte_ < text_.size() && text_[byte_] == '\n') ++byte_;
    if (c == '\r' || c == '\n') {
        ++at_.line;
        at_.column = 1;
    } else if (byte_ == text_.size() || !goes_on(text_[byte_])) {
        ++at_.column;
    }
}

std::optional<CsvRow> CsvReader::next() {
    while (byte_ < text_.size()) {
        CsvRow row;
        for (;;) {
            row.push_back(cell());
            if (row.size() > limits::import_columns)
                refuse(row.back().at, {wanted::most_columns, {{"most", limits::import_columns}}},
                       row.back().text);
            if (at_line_end()) break;
            step();  // the separator
        }
        if (byte_ < text_.size()) step();
        if (std::ranges::any_of(row, [](const CsvCell& cell) { return !cell.text.empty(); }))
            return row;
    }
    return std::nullopt;
}

CsvCell CsvReader::cell() {
    while (byte_ < text_.size() && text_[byte_] == ' ') step();
    CsvCell cell{{}, at_};
    if (byte_ < text_.size() && text_[byte_] == '"') {
        cell.text = quoted();
        while (byte_ < text_.size() && text_[byte_] == ' ') step();
        if (!at_line_end() && text_[byte_] != separator_)
            refuse(at_, wanted::cell_end,
                   text_.substr(byte_, text_.find_first_of("\r\n", byte_) - byte_));
    } else {
        const std::size_t begin = byte_;
        while (!at_line_end() && text_[byte_] != separator_) step();
        cell.text = trimmed(text_.substr(begin, byte_ - begin));
    }
    if (cell.text.size() > limits::import_line_bytes)
        refuse(cell.at, {wanted::cell_length, {{"most", limits::import_line_bytes}}}, cell.text);
    if (cell.text.starts_with('\'') && like_formula(std::string_view(cell.text).substr(1)))
        cell.text.erase(0, 1);
    return cell;
}

std::string CsvReader::quoted() {
    const TextPosition opened = at_;
    std::string out;
    for (step();; step()) {
        if (byte_ == text_.size())
            refuse_end(at_, {wanted::cell_quote, {{"line", opened.line}}});
        if (text_[byte_] == '"') {
            step();
            if (byte_ == text_.size() || text_[byte_] != '"') return out;
        }
        out += text_[byte_];
    }
}

void append_csv_row(std::string& out, const std::vector<std::string>& cells) {
    bool first = true;
    for (const std::string& cell : cells) {
        if (!first) out += ',';
        first = false;
        const std::string text = tidy(cell);
        const bool guarded = like_formula(text);
        const bool quotes = text.find_first_of(",;\"\t") != std::string::npos;
        if (quotes) out += '"';
        if (guarded) out += '\'';
        for (const char c : text) {
            if (c == '"') out += '"';
            out += c;
        }
        if (quotes) out += '"';
    }
    out += "\r\n";
}

}  // namespace flagfall::formats
