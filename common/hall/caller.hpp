// The calling side's part of an introduction: says who we are, believes clockd only when it has
// proved the same key, and proves ours.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/hall/proof.hpp"
#include "common/wire/door_frames.hpp"

namespace flagfall::hall {

class Caller {
public:
    // Without a key nothing is proved on either side: an open hall. With a `device` number the key
    // is that device's, else the hall's.
    Caller(std::string role, std::string name, std::optional<Key> key, std::uint32_t device = 0)
        : said_{std::move(role), std::move(name), device, {}, {}, {}}, key_(std::move(key)) {}

    // The first line of a new link; `nonce` is random and never used again.
    wire::Hello hello(std::string nonce);

    // Our answer to clockd's challenge; nothing when clockd did not prove that it has the key, or
    // nobody asked for a challenge: then nothing it says may be believed.
    std::optional<wire::Prove> answer(const wire::Challenge& challenge);

    // May a welcome be believed on this link?
    bool believes() const { return !key_ || proved_; }

private:
    Introduction said_;
    std::optional<Key> key_;
    bool proved_ = false;  // clockd, on this link
};

}  // namespace flagfall::hall
