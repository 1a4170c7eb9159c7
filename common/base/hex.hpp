// Bytes as hexadecimal digits and as the percent-encoding of URIs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace flagfall {

// Two lower-case digits for each byte.
std::string hex(std::string_view bytes);

// The bytes of the digits, in upper or lower case; empty for an odd number of
// characters or one that is no digit.
std::optional<std::string> bytes_of_hex(std::string_view digits);

// Exactly so many lower-case digits, as hex() writes them?
bool is_hex(std::string_view text, std::size_t digits);

// The value of one hexadecimal digit; -1 for any other character.
int hex_value(char digit);

// The text as one part of a path or a query of a URI: all but the unreserved characters (RFC 3986,
// 2.3) becomes %XX.
std::string percent_encode(std::string_view text);

// %XX becomes the byte, and "+" a space if `plus_is_space`. Empty when a "%" is not followed
// by two digits.
std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space = false);

}  // namespace flagfall
