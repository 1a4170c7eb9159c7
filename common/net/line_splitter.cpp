#include "common/net/line_splitter.hpp"

#include <utility>

#include "common/base/check.hpp"

namespace flagfall::net {

LineSplitter::LineSplitter(std::size_t longest_bytes) : longest_bytes_(longest_bytes) {
    FF_CHECK(longest_bytes > 0);
}

void LineSplitter::push(std::string_view bytes) {
    FF_CHECK(rest_.empty());
    rest_ = bytes;
}

std::optional<LineSplitter::Line> LineSplitter::next() {
    if (returned_) {
        partial_.clear();
        returned_ = false;
    }
    while (!rest_.empty()) {
        const std::size_t end = rest_.find('\n');
        if (end == std::string_view::npos) return keep_rest();
        const std::string_view piece = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        if (const auto line = take(piece)) return line;
    }
    return std::nullopt;
}

// A line ends here; `piece` is the part that was not kept before.
std::optional<LineSplitter::Line> LineSplitter::take(std::string_view piece) {
    if (skipping_) {
        skipping_ = false;
        return std::nullopt;
    }
    std::string_view text = piece;
    if (!partial_.empty()) {
        partial_.append(piece);
        returned_ = true;
        text = partial_;
    }
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.size() > longest_bytes_) return Line{{}, true};
    if (!text.empty()) return Line{text, false};
    empty_line_ = true;
    if (returned_) {
        partial_.clear();
        returned_ = false;
    }
    return std::nullopt;
}

bool LineSplitter::left_out_empty_line() { return std::exchange(empty_line_, false); }

std::optional<LineSplitter::Line> LineSplitter::keep_rest() {
    const std::string_view piece = rest_;
    rest_ = {};
    if (skipping_) return std::nullopt;
    // One byte more than the limit may be the CR of a CRLF.
    if (partial_.size() + piece.size() > longest_bytes_ + 1) {
        partial_.clear();
        skipping_ = true;
        return Line{{}, true};
    }
    partial_.append(piece);
    return std::nullopt;
}

}  // namespace flagfall::net
