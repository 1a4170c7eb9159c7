// What the peers of a hall prove to each other, and what follows from the hall's one secret.
//
// A proof is HMAC-SHA256 (RFC 2104) over all that was said, so that it fits this introduction and
// no other: what it is for (nobody's proof can be handed back to him), the role, name and device,
// the log, and a nonce of each side (nothing can be said again). docs/protocol.md has the bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/ids.hpp"

namespace flagfall::hall {

// 32 secret bytes: the hall's, a device's, or what a code was stretched to.
struct Key {
    std::array<unsigned char, 32> bytes{};
    friend bool operator==(const Key&, const Key&) = default;
};

// From 64 hexadecimal digits of either case; nothing else around them.
std::optional<Key> key_from(std::string_view hex);
std::string hex_of(const Key& key);

// Names a key and tells nothing of it: the first 16 hexadecimal digits of its SHA-256.
std::string key_id(const Key& key);

// The nonce of one side: 64 lower-case hexadecimal digits.
bool is_nonce(std::string_view text);

// What both sides have said before anybody proves anything.
struct Introduction {
    std::string role;
    std::string name;
    std::uint32_t device = 0;  // 0: not an enrolled device
    std::string log;           // of clockd
    std::string peer_nonce;
    std::string clockd_nonce;
};

std::string peer_proof(const Key& key, const Introduction& said);
std::string clockd_proof(const Key& key, const Introduction& said);

// In a time that does not depend on where they differ.
bool same(std::string_view proof, std::string_view must);

// ---- devices --------------------------------------------------------------------------------

// The key of a device of this log.
Key device_key(const Key& hall, std::string_view log, std::uint32_t device);

// The code with which the device gets it: "K7QM-2XRD", 40 bits, Crockford's base 32.
std::string enrolment_code(const Key& hall, std::string_view log, std::uint32_t device);

// The code's eight characters as somebody may have typed them: in any case, with or without the
// hyphen or spaces, O for 0, I and L for 1. Nothing when they cannot be a code.
std::optional<std::string> code_from(std::string_view typed);

// The key that a code stands for (PBKDF2, some tens of milliseconds): who listens to an enrolment
// would need years to find the code. `code` as code_from gives it.
Key stretched(std::string_view code, std::string_view log);

// That the device knows the code, before it has a number.
std::string code_proof(const Key& code, const Introduction& said);

// The device's key for who knows the code, and back; the same call does both.
Key sealed(const Key& code, const Introduction& said, const Key& key);

// That clockd knows the code, and gave this device this sealed key.
std::string enrolled_proof(const Key& code, const Introduction& said, std::uint32_t device,
                           Board board, const Key& sealed_key);

}  // namespace flagfall::hall
