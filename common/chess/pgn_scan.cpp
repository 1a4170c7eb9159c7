#include "common/chess/pgn_scan.hpp"

#include <algorithm>
#include <array>

#include "common/base/check.hpp"

namespace flagfall::chess {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view ellipsis = "\xE2\x80\xA6";
constexpr std::size_t piece = 64 * 1024;
constexpr std::size_t none = std::string_view::npos;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }
// Control characters, too: old files end in ^Z.
constexpr bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

// Characters that end a word.
constexpr std::array<bool, 256> word_end = [] {
    std::array<bool, 256> table{};
    for (unsigned c = 0; c < 256; ++c) table[c] = is_blank(static_cast<char>(c));
    for (const char c : std::string_view("{}()[];$")) table[static_cast<unsigned char>(c)] = true;
    return table;
}();
constexpr bool ends_word(char c) { return word_end[static_cast<unsigned char>(c)]; }

bool is_result(std::string_view word) {
    return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "1/2" ||
           word == "\xC2\xBD-\xC2\xBD" || word == "\xC2\xBD";
}

// Does the line that begins at `at` look like a tag pair?
bool is_tag_line(std::string_view text, std::size_t at) {
    return at + 1 < text.size() && text[at] == '[' && is_letter(text[at + 1]);
}

// [Name "value: a tag pair anywhere in a line.
bool is_tag(std::string_view text, std::size_t at) {
    const auto skip = [&](auto wanted) {
        while (at < text.size() && wanted(text[at])) ++at;
    };
    if (!is_tag_line(text, at++)) return false;
    skip([](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
    skip(is_blank);
    return at < text.size() && text[at] == '"';
}

// The beginning of the line after the one of `at`.
std::size_t next_line(std::string_view text, std::size_t at) {
    FF_CHECK(at <= text.size());
    const std::size_t end = text.find('\n', at);
    return end == none ? text.size() : end + 1;
}

// The beginning of another game between the two places (an empty line and two tag lines), or none.
std::size_t game_inside(std::string_view text, std::size_t from, std::size_t to) {
    FF_CHECK(from <= to);
    FF_CHECK(to <= text.size());
    const std::string_view part = text.substr(0, to);
    for (std::size_t at = part.find('\n', from); at < to; at = part.find('\n', at + 1)) {
        std::size_t line = at + 1;
        if (line < text.size() && text[line] == '\r') ++line;
        if (line >= text.size() || text[line] != '\n' || !is_tag_line(text, line + 1)) continue;
        if (is_tag_line(text, next_line(text, line + 1))) return line + 1;
    }
    return none;
}

}  // namespace

bool PgnScanner::at_line_start() const {
    FF_CHECK(at_ <= text_.size());
    return at_ == 0 || is_line_end(text_[at_ - 1]);
}

// True if text is left.
bool PgnScanner::skip_blanks() {
    for (; at_ < text_.size(); ++at_) {
        const char c = text_[at_];
        if (is_blank(c) || c == '.') continue;
        if (c == '%' && at_line_start()) {
            while (at_ < text_.size() && !is_line_end(text_[at_])) ++at_;
            --at_;
        } else if (c == '\xEF' && starts(byte_order_mark)) {
            at_ += 2;
        } else if (c == '\xE2' && starts(ellipsis)) {
            at_ += 2;
        } else {
            return true;
        }
    }
    return false;
}

// Skips a move number; the dots are blanks. 0-0, results and other words stay.
bool PgnScanner::skip_number() {
    std::size_t end = at_;
    while (end < text_.size() && is_digit(text_[end])) ++end;
    FF_CHECK(end > at_);
    const char after = end < text_.size() ? text_[end] : ' ';
    const bool glued = is_letter(after) || static_cast<unsigned char>(after) >= 0x80;
    if (after != '.' && !ends_word(after) && !glued) return false;
    at_ = end;
    return true;
}

PgnToken PgnScanner::next() {
    using Kind = PgnToken::Kind;
    while (skip_blanks()) {
        const char c = text_[at_];
        switch (c) {
            case '{': return take_comment();
            case ';': return take_line_comment();
            case '(': return take(Kind::open, 0, 1, at_ + 1);
            case ')': return take(Kind::close, 0, 1, at_ + 1);
            case '$': return take_nag();
            case '*': return take(Kind::result, 0, 1, at_ + 1);
            case '[':
                if (is_tag(text_, at_) || (at_line_start() && is_tag_line(text_, at_)))
                    return take(Kind::tag, 0, 1, at_ + 1);
                return take(Kind::word, 0, 1, at_ + 1);
            default: break;
        }
        if (!is_digit(c) || !skip_number()) return take_word();
    }
    return {Kind::end, {}, text_.size()};
}

PgnToken PgnScanner::take(PgnToken::Kind kind, std::size_t skip, std::size_t size,
                          std::size_t after) {
    FF_CHECK(after > at_);
    FF_CHECK(after <= text_.size());
    FF_CHECK(skip + size <= after - at_);
    const PgnToken token{kind, text_.substr(at_ + skip, size), at_};
    at_ = after;
    return token;
}

PgnToken PgnScanner::take_comment() {
    FF_CHECK(text_[at_] == '{');
    using Kind = PgnToken::Kind;
    // In pieces, so that a file full of open comments is not searched to its end for each of them.
    for (std::size_t from = at_;; from += piece) {
        const std::size_t to = std::min(from + piece, text_.size());
        const std::size_t close = text_.substr(0, to).find('}', from);
        const std::size_t game = game_inside(text_, from, std::min(close, to));
        if (game != none) return take(Kind::open_comment, 0, 1, game);
        if (close != none) return take(Kind::comment, 1, close - at_ - 1, close + 1);
        if (to == text_.size()) return take(Kind::open_comment, 0, 1, to);
    }
}

PgnToken PgnScanner::take_line_comment() {
    FF_CHECK(text_[at_] == ';');
    std::size_t end = at_;
    while (end < text_.size() && !is_line_end(text_[end])) ++end;
    return take(PgnToken::Kind::comment, 1, end - at_ - 1, end);
}

PgnToken PgnScanner::take_nag() {
    FF_CHECK(text_[at_] == '$');
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_digit(text_[end])) ++end;
    return take(PgnToken::Kind::nag, 1, end - at_ - 1, end);
}

// Up to a blank or bracket; (Q) and (=) belong to the move before them.
std::string_view PgnScanner::word() const {
    FF_CHECK(at_ < text_.size());
    std::size_t end = at_;
    while (end < text_.size() && !ends_word(text_[end])) ++end;
    const bool bracket = end > at_ && end + 2 < text_.size() && text_[end] == '(' &&
                         text_[end + 2] == ')' &&
                         std::string_view("QRBNqrbn=").contains(text_[end + 1]);
    if (bracket)
        for (end += 3; end < text_.size() && !ends_word(text_[end]);) ++end;
    return text_.substr(at_, std::max(end - at_, std::size_t{1}));
}

PgnToken PgnScanner::take_word() {
    using Kind = PgnToken::Kind;
    const std::string_view found = word();
    FF_CHECK(!found.empty());
    const char c = found.front();
    const bool result = (is_digit(c) || c == '\xC2') && is_result(found);
    return take(result ? Kind::result : Kind::word, 0, found.size(), at_ + found.size());
}

// Looks no further than it reads on: one long line may have many tags.
PgnRawTag PgnScanner::scan_tag() {
    const auto ends = [this](std::size_t at) {
        return at >= text_.size() || is_line_end(text_[at]);
    };
    const auto skip = [&](std::size_t at) {
        while (!ends(at) && is_blank(text_[at])) ++at;
        return at;
    };
    PgnRawTag tag;
    std::size_t at = at_;
    while (!ends(at) && (is_letter(text_[at]) || is_digit(text_[at]) || text_[at] == '_')) ++at;
    tag.name = text_.substr(at_, at - at_);
    at = skip(at);
    if (!ends(at) && text_[at] == '"') {
        const std::size_t begin = ++at;
        // The value ends at a quote before ]: other quotes without \ are part
        // of it.
        for (; !ends(at); ++at) {
            if (text_[at] == '\\' && !ends(at + 1) &&
                (text_[at + 1] == '"' || text_[at + 1] == '\\')) {
                ++at;
                continue;
            }
            if (text_[at] != '"') continue;
            const std::size_t close = skip(at + 1);
            FF_CHECK(begin <= at);
            if (ends(close) || text_[close] != ']') continue;
            tag.value = text_.substr(begin, at - begin);
            tag.good = true;
            at_ = close + 1;
            return tag;
        }
    }
    while (!ends(at)) ++at;
    FF_CHECK(at >= at_);
    FF_CHECK(at <= text_.size());
    at_ = at;
    return tag;
}

}  // namespace flagfall::chess
