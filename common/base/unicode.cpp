#include "common/base/unicode.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <vector>

#include "common/base/text.hpp"

namespace flagfall {

namespace {

bool is_ascii(std::string_view text) {
    return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

using Codes = std::vector<utf8proc_int32_t>;

// Every character's decomposition, one after the other; empty if the text is not UTF-8.
std::optional<Codes> decomposed(std::string_view text, utf8proc_option_t options) {
    constexpr std::size_t longest = 32;  // of one character; Unicode's has 18
    Codes codes;
    codes.reserve(text.size());
    int boundary = 0;
    while (!text.empty()) {
        utf8proc_int32_t code = 0;
        const auto bytes =
            utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                             static_cast<utf8proc_ssize_t>(text.size()), &code);
        if (bytes <= 0) return std::nullopt;
        std::array<utf8proc_int32_t, longest> parts{};
        const auto count =
            utf8proc_decompose_char(code, parts.data(), std::ssize(parts), options, &boundary);
        if (count < 0 || count > std::ssize(parts)) return std::nullopt;
        codes.insert(codes.end(), parts.begin(), parts.begin() + count);
        text.remove_prefix(static_cast<std::size_t>(bytes));
    }
    return codes;
}

int mark_class(utf8proc_int32_t code) { return utf8proc_get_property(code)->combining_class; }

// Puts marks after a letter in canonical order. utf8proc_map would order them by insertion, in a
// time that grows with the square of their number.
void order_marks(Codes& codes) {
    const auto is_mark = [](utf8proc_int32_t code) { return mark_class(code) != 0; };
    for (auto at = codes.begin(); at != codes.end();) {
        const auto first = std::find_if(at, codes.end(), is_mark);
        at = std::find_if_not(first, codes.end(), is_mark);
        std::stable_sort(first, at, [](utf8proc_int32_t a, utf8proc_int32_t b) {
            return mark_class(a) < mark_class(b);
        });
    }
}

std::string mapped(std::string_view text, utf8proc_option_t options) {
    auto codes = decomposed(text, options);
    if (!codes) return std::string(text);
    order_marks(*codes);
    const auto size = std::ssize(*codes);
    codes->push_back(0);  // it is encoded in place, with a zero at the end
    const auto bytes = utf8proc_reencode(codes->data(), size, options);
    if (bytes < 0) return std::string(text);
    return {reinterpret_cast<const char*>(codes->data()), static_cast<std::size_t>(bytes)};
}

}  // namespace

std::string nfc(std::string_view text) {
    if (is_ascii(text)) return std::string(text);
    return mapped(text, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
}

std::string folded(std::string_view text) {
    return mapped(text, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE |
                                                       UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                                       UTF8PROC_IGNORE));
}

bool is_blank(std::string_view text) {
    const bool plain = std::ranges::any_of(text, [](char c) { return c > ' ' && c < '\x7F'; });
    return !plain && folded(text).find_first_not_of(' ') == std::string::npos;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const Character c = first_character(text);
        const int columns =
            c.bytes == 0 ? 1 : utf8proc_charwidth(static_cast<utf8proc_int32_t>(c.code));
        width += static_cast<std::size_t>(std::max(columns, 0));
        text.remove_prefix(std::max<std::size_t>(c.bytes, 1));
    }
    return width;
}

std::string padded(std::string_view text, std::size_t columns) {
    const std::size_t width = display_width(text);
    return std::string(text) + std::string(columns > width ? columns - width : 0, ' ');
}

}  // namespace flagfall
