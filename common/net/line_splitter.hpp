// Cuts a stream of bytes into lines, in whatever pieces the bytes come. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace flagfall::net {

class LineSplitter {
public:
    struct Line {
        std::string_view text;   // without line end; valid until the next call
        bool oversized = false;  // longer than the limit: no text, the rest is skipped
    };

    explicit LineSplitter(std::size_t longest_bytes);

    // Adds bytes, which must stay in place until next() has returned nothing. Only then
    // may more be pushed (FF_CHECKed).
    void push(std::string_view bytes);

    // The next complete line. Lines end with LF or CRLF; empty lines are left out. An oversized
    // line is reported once, as soon as it is known to be too long.
    std::optional<Line> next();

    // Was an empty line left out since the last call?
    bool left_out_empty_line();

private:
    std::optional<Line> take(std::string_view piece);
    std::optional<Line> keep_rest();

    std::size_t longest_bytes_;
    std::string_view rest_;  // pushed and not yet scanned
    std::string partial_;    // the beginning of a line whose end has not come
    bool returned_ = false;  // partial_ holds the line returned last
    bool skipping_ = false;  // in the rest of an oversized line
    bool empty_line_ = false;
};

}  // namespace flagfall::net
