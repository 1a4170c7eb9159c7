// SHA-256 and Ed25519 from OpenSSL behind a few plain functions; exposes no OpenSSL header.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "common/base/hex.hpp"

namespace flagfall::store {

using Digest = std::array<unsigned char, 32>;

std::string_view bytes(const Digest& digest);

// SHA-256 (FIPS 180-4) over pieces. `finish` returns the digest and starts over.
//
// The framed calls make the pieces unambiguous: `integer` adds 8 bytes, big-endian two's
// complement; `text` adds the length in bytes as such an integer, then the bytes themselves.
class Sha256 {
public:
    Sha256();
    ~Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;

    Sha256& raw(std::string_view bytes);
    Sha256& integer(std::int64_t value);
    Sha256& text(std::string_view bytes);
    Digest finish();

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

Digest sha256(std::string_view bytes);

// HMAC with SHA-256 (RFC 2104).
Digest hmac_sha256(std::string_view key, std::string_view bytes);

// Base64 with its padding (RFC 4648, 4).
std::string base64(std::string_view bytes);

using flagfall::hex;

// `count` random bytes from the system: keys and other secrets.
std::string random_bytes(std::size_t count);

// Are they equal? The time depends on the length alone, not on where they differ.
bool same_secret(std::string_view a, std::string_view b);

// `count` random bytes from the system as hexadecimal: ids that must differ between machines.
std::string random_hex(std::size_t count);

struct KeyError {
    std::string text;  // what failed and what to do
};

// An Ed25519 key pair (RFC 8032).
class SigningKey {
public:
    // Reads the PEM file (PKCS #8). Refuses a file that others may read or write.
    static std::expected<SigningKey, KeyError> load(const std::string& path);

    // Creates a new pair and writes it durably, mode 0600: even after a crash the file is whole or
    // missing (a draft, `<path>.new`, may be there). Refuses to replace a file.
    static std::expected<SigningKey, KeyError> create(const std::string& path);

    ~SigningKey();
    SigningKey(SigningKey&&) noexcept;
    SigningKey& operator=(SigningKey&&) noexcept;

    const std::string& public_key() const { return public_key_; }  // 32 raw bytes
    std::string sign(std::string_view message) const;              // 64 raw bytes

    // 32 raw bytes derived from the private half alone: the secret of the log's head.
    std::string head_secret() const;

private:
    struct Pair;
    explicit SigningKey(std::unique_ptr<Pair> pair);
    std::unique_ptr<Pair> pair_;
    std::string public_key_;
};

// A short name of a key: the first 16 hexadecimal digits of its SHA-256.
std::string key_id(std::string_view key);

// The text by which people compare a public key: the first 32 hexadecimal digits of its SHA-256.
std::string fingerprint(std::string_view public_key);

// A fingerprint for people: in groups of four.
std::string spaced(std::string_view fingerprint);

// The fingerprint for `text`: a fingerprint (with or without spaces, colons or dashes), the
// 64 hexadecimal digits of a public key, or a file with one of them or a key in PEM, public or
// private. The error says what was expected.
std::expected<std::string, KeyError> fingerprint_of(const std::string& text);

// True if `signature` over `message` was made with the private half of `public_key` (32 raw bytes).
bool signature_holds(std::string_view public_key, std::string_view message,
                     std::string_view signature);

}  // namespace flagfall::store
