#include "common/base/hex.hpp"

namespace flagfall {

namespace {

// RFC 3986, 2.3.
bool is_unreserved(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '-' || c == '_' || c == '.' || c == '~';
}

// The byte of the two digits at the beginning; empty if they are no digits.
std::optional<char> byte_at(std::string_view digits) {
    if (digits.size() < 2) return std::nullopt;
    const int high = hex_value(digits[0]);
    const int low = hex_value(digits[1]);
    if (high < 0 || low < 0) return std::nullopt;
    return static_cast<char>(high * 16 + low);
}

void append(std::string& out, char byte, std::string_view digits) {
    const auto value = static_cast<unsigned char>(byte);
    out += digits[value >> 4];
    out += digits[value & 15];
}

constexpr std::string_view small = "0123456789abcdef";
constexpr std::string_view capital = "0123456789ABCDEF";

}  // namespace

std::string hex(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char byte : bytes) append(out, byte, small);
    return out;
}

std::optional<std::string> bytes_of_hex(std::string_view digits) {
    std::string out;
    out.reserve(digits.size() / 2);
    for (; !digits.empty(); digits.remove_prefix(2)) {
        const auto byte = byte_at(digits);
        if (!byte) return std::nullopt;
        out += *byte;
    }
    return out;
}

bool is_hex(std::string_view text, std::size_t digits) {
    return text.size() == digits && text.find_first_not_of(small) == text.npos;
}

int hex_value(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

std::string percent_encode(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (is_unreserved(c)) {
            out += c;
        } else {
            out += '%';
            append(out, c, capital);
        }
    }
    return out;
}

std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const bool escaped = text.front() == '%';
        const auto byte = escaped ? byte_at(text.substr(1)) : std::optional(text.front());
        if (!byte) return std::nullopt;
        out += text.front() == '+' && plus_is_space ? ' ' : *byte;
        text.remove_prefix(escaped ? 3 : 1);
    }
    return out;
}

}  // namespace flagfall
