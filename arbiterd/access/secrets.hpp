// Secrets that machines store: tokens and cookies are 32 random bytes; only their SHA-256 is
// stored. They cannot be guessed, so they need no slow hash.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/store/crypto.hpp"

namespace flagfall::access {

// RFC 4648, 5, without padding.
std::string base64url(std::string_view bytes);
// Nothing if `text` is not exactly what base64url() writes.
std::optional<std::string> from_base64url(std::string_view text);

// 32 random bytes.
std::string fresh_secret();

// The stored hash of a secret.
store::Digest hash_of(std::string_view secret);

// "ff_" + id + "_" + base64url(secret): a leaked token shows what it is and which one to revoke.
struct Token {
    std::string id;      // ten hexadecimal digits, public
    std::string secret;  // 32 bytes
    std::string text() const;
};
std::optional<Token> parse_token(std::string_view text);

// Does the text contain anything that parse_token() would accept?
bool contains_token(std::string_view text);

}  // namespace flagfall::access
