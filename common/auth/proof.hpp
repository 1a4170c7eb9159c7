// What the peers of a hall prove to each other, and the keys derived from the hall's one secret.
//
// A proof is HMAC-SHA256 (RFC 2104) over the transcript, so that it is valid for this handshake
// only: its purpose (no proof can be reflected to its sender), the role, name and device, the log,
// and a nonce of each side (nothing can be replayed). docs/protocol.md has the bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/ids.hpp"

namespace flagfall::auth {

// 32 secret bytes: the hall's, a role's or a device's key, or a stretched code.
struct Key {
    Key() = default;
    Key(const Key&) = default;
    Key& operator=(const Key&) = default;
    ~Key();  // wiped

    std::array<unsigned char, 32> bytes{};
    friend bool operator==(const Key&, const Key&) = default;
};

// From 64 hexadecimal digits of either case, with nothing around them.
std::optional<Key> key_from(std::string_view hex);
std::string hex_of(const Key& key);

// Names a key without revealing it: the first 16 hexadecimal digits of its SHA-256.
std::string key_id(const Key& key);

// The nonce of one side: 64 lower-case hexadecimal digits.
bool is_nonce(std::string_view text);

// What both sides sent before any proof.
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

// Compares in a time that does not depend on where they differ.
bool same(std::string_view proof, std::string_view must);

// ---- roles ----------------------------------------------------------------------------------

// The key of the peers of `role`; no other role's key follows from it. It is the same for all logs
// of a hall, because a client needs it for TLS before clockd sends the id of its log.
Key role_key(const Key& hall, std::string_view role);

// The pre-shared key for TLS that belongs to this key (common/net/psk.hpp); the key itself is
// used for proofs only.
Key tls_key(const Key& own);

// A peer's identity in TLS: "arbiterd", or "device/3" of an enrolled device.
struct Name {
    std::string role;
    std::uint32_t device = 0;  // 0: not an enrolled device
    friend bool operator==(const Name&, const Name&) = default;
};
std::string tls_identity(const Name& name);
// Empty if the text is not a name. Does not check whether there is such a role or device.
std::optional<Name> name_from(std::string_view tls_identity);

// ---- devices --------------------------------------------------------------------------------

// The key of a device of this log.
Key device_key(const Key& hall, std::string_view log, std::uint32_t device);

// The code with which the device gets its key: "3-K7QM-2XRD-9ABC", its number and 60 secret bits in
// Crockford's base 32.
std::string enrolment_code(const Key& hall, std::string_view log, std::uint32_t device);

struct Code {
    std::uint32_t device = 0;
    std::string letters;  // twelve, upper case
    friend bool operator==(const Code&, const Code&) = default;
};

// A code as a person may have typed it: in any case, with or without the hyphens or spaces, O for
// 0, I and L for 1. Empty if it cannot be a code.
std::optional<Code> code_from(std::string_view typed);

// The key derived from a code (PBKDF2, some tens of milliseconds). Each guess of an attacker who
// recorded an enrolment costs as much (docs/protocol.md has the total).
Key stretched(const Code& code, std::string_view log);

// Proof that the device knows the code.
std::string code_proof(const Key& code, const Introduction& said);

// Seals the device's key with the code, and opens it again; the same call does both.
Key sealed(const Key& code, const Introduction& said, const Key& key);

// Proof that clockd knows the code, and gave this device this sealed key.
std::string enrolled_proof(const Key& code, const Introduction& said, std::uint32_t device,
                           Board board, const Key& sealed_key);

}  // namespace flagfall::auth
