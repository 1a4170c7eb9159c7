#include <algorithm>

#include "arbiterd/formats/trf.hpp"
#include "common/base/text.hpp"

namespace flagfall::formats {

TrfLine::TrfLine(std::string_view text, std::uint32_t number) : text_(text), number_(number) {
    const auto wide = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
    if (std::ranges::none_of(text_, wide)) return;
    for (std::uint32_t at = 0; at < text_.size(); ++at)
        if (!goes_on(text_[at])) starts_.push_back(at);
}

std::uint32_t TrfLine::size() const {
    return static_cast<std::uint32_t>(starts_.empty() ? text_.size() : starts_.size());
}

std::string_view TrfLine::columns(Columns columns) const {
    if (columns.first > size()) return {};
    const std::uint32_t last = std::min(columns.last, size());
    if (starts_.empty()) return text_.substr(columns.first - 1, last - columns.first + 1);
    const std::uint32_t begin = starts_[columns.first - 1];
    const std::size_t end = last < starts_.size() ? starts_[last] : text_.size();
    return text_.substr(begin, end - begin);
}

char TrfLine::letter(Columns at) const {
    const std::string_view one = columns({at.first, at.first});
    return one.empty() || one.front() == '\t' ? ' ' : one.front();
}

std::string_view TrfLine::from(std::uint32_t column) const {
    std::string_view rest = columns({column, size()});
    while (!rest.empty() && (rest.back() == ' ' || rest.back() == '\t')) rest.remove_suffix(1);
    return rest;
}

}  // namespace flagfall::formats
