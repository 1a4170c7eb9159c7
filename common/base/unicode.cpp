#include "common/base/unicode.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>

#include "common/base/text.hpp"

namespace flagfall {

namespace {

bool is_ascii(std::string_view text) {
    return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

std::string mapped(std::string_view text, utf8proc_option_t options) {
    if (text.empty()) return "";
    utf8proc_uint8_t* made = nullptr;
    const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                   static_cast<utf8proc_ssize_t>(text.size()), &made, options);
    if (size < 0) return std::string(text);
    std::string out(reinterpret_cast<const char*>(made), static_cast<std::size_t>(size));
    std::free(made);
    return out;
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
