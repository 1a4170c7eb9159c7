#include "arbiterd/access/secrets.hpp"

#include <cstdint>

namespace flagfall::access {

namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr std::string_view token_prefix = "ff_";
constexpr std::size_t secret_bytes = 32;
constexpr std::size_t secret_letters = 43;  // of 32 bytes
constexpr std::size_t id_letters = 10;
constexpr std::size_t token_letters = token_prefix.size() + id_letters + 1 + secret_letters;

}  // namespace

std::string base64url(std::string_view bytes) {
    std::string out;
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : bytes) {
        bits = bits << 8 | static_cast<unsigned char>(c);
        for (held += 8; held >= 6; held -= 6) out += alphabet[bits >> (held - 6) & 63];
    }
    if (held > 0) out += alphabet[bits << (6 - held) & 63];
    return out;
}

std::optional<std::string> from_base64url(std::string_view text) {
    std::string out;
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : text) {
        const auto value = alphabet.find(c);
        if (value == std::string_view::npos) return std::nullopt;
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        held += 6;
        if (held < 8) continue;
        held -= 8;
        out += static_cast<char>(bits >> held & 0xff);
    }
    if (base64url(out) != text) return std::nullopt;  // an extra letter, or surplus bits
    return out;
}

std::string fresh_secret() { return store::random_bytes(secret_bytes); }

store::Digest hash_of(std::string_view secret) { return store::sha256(secret); }

std::string Token::text() const {
    return std::string(token_prefix) + id + "_" + base64url(secret);
}

std::optional<Token> parse_token(std::string_view text) {
    if (text.size() != token_letters || !text.starts_with(token_prefix)) return std::nullopt;
    text.remove_prefix(token_prefix.size());
    const std::string_view id = text.substr(0, id_letters);
    if (id.find_first_not_of(hex_digits) != std::string_view::npos || text[id_letters] != '_')
        return std::nullopt;
    auto secret = from_base64url(text.substr(id_letters + 1));
    if (!secret) return std::nullopt;
    return Token{std::string(id), std::move(*secret)};
}

bool contains_token(std::string_view text) {
    for (std::size_t at = 0; (at = text.find(token_prefix, at)) != std::string_view::npos; ++at)
        if (parse_token(text.substr(at, token_letters))) return true;
    return false;
}

}  // namespace flagfall::access
