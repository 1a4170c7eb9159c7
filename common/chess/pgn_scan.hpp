// The words of a PGN text: brackets, comments, numbers, without regard to chess. Views into the
// text, no allocation. For pgn_reader.cpp and pgn_split.cpp only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/base/check.hpp"

namespace flagfall::chess {

struct PgnToken {
    enum class Kind : std::uint8_t {
        end,
        tag,           // text: from [ on; scan_tag reads on
        comment,       // text: its content
        open_comment,  // a comment without an end
        open,          // (
        close,         // )
        nag,           // text: the digits after $
        result,        // text: the token
        word,          // anything else
    };
    Kind kind = Kind::end;
    std::string_view text;
    std::size_t offset = 0;
};

struct PgnRawTag {
    std::string_view name;
    std::string_view value;  // still with its escapes
    bool good = false;
};

class PgnScanner {
public:
    PgnScanner(std::string_view text, std::size_t at) : text_(text), at_(at) {
        FF_CHECK(at_ <= text_.size());
    }

    std::size_t at() const { return at_; }
    void go_to(std::size_t at) {
        FF_CHECK(at <= text_.size());
        at_ = at;
    }

    // The next token. Skips blanks, escaped lines, move numbers and dots.
    PgnToken next();
    // After a token of kind tag: the rest of it. A bad tag is skipped to the end of its line.
    PgnRawTag scan_tag();

private:
    bool skip_blanks();
    bool skip_number();
    bool at_line_start() const;
    bool starts(std::string_view prefix) const { return text_.substr(at_).starts_with(prefix); }
    std::string_view word() const;
    PgnToken take(PgnToken::Kind kind, std::size_t skip, std::size_t size, std::size_t after);
    PgnToken take_comment();
    PgnToken take_line_comment();
    PgnToken take_nag();
    PgnToken take_word();

    std::string_view text_;
    std::size_t at_;
};

}  // namespace flagfall::chess
