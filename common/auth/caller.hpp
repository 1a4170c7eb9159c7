// The client's side of the handshake: introduces us, trusts clockd only when it has proved the
// same key, and proves ours.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/auth/proof.hpp"
#include "common/wire/door_frames.hpp"

namespace flagfall::auth {

// What carries the lines of a link.
enum class Carrier : std::uint8_t {
    clear,  // TCP alone: both sides prove the key in the handshake
    tls,    // TLS with our key: both sides have proved it before the first line
};

class Caller {
public:
    // `key` is that of the role, or of the device that has this number. Without a key neither side
    // proves anything: an open hall.
    Caller(std::string role, std::string name, std::optional<Key> key, std::uint32_t device = 0,
           Carrier carrier = Carrier::clear)
        : said_{std::move(role), std::move(name), device, {}, {}, {}},
          key_(std::move(key)),
          carrier_(carrier) {}

    // The first line of a new link; `nonce` is random and never used again.
    wire::Hello hello(std::string nonce);

    // Our answer to clockd's challenge; empty when clockd did not prove that it has the key, or
    // we did not ask for a challenge: then do not trust anything it sends.
    std::optional<wire::Prove> answer(const wire::Challenge& challenge);

    // May a welcome be trusted on this link?
    bool believes() const { return !key_ || proved_; }

private:
    Introduction said_;
    std::optional<Key> key_;
    Carrier carrier_;
    bool proved_ = false;  // clockd, on this link
};

}  // namespace flagfall::auth
