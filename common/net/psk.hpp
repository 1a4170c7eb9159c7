// Keys that both ends of a TLS link have beforehand (RFC 8446, 2.2 and 4.2.11): they authenticate
// both ends, so that no certificates are needed.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace flagfall::net {

using PskKey = std::array<unsigned char, 32>;

// The identity that connects, and its key. The identity is sent unencrypted.
struct Psk {
    std::string identity;
    PskKey key{};
};

// The key of this identity; empty if nobody has it.
using PskLookup = std::function<std::optional<PskKey>(std::string_view identity)>;

}  // namespace flagfall::net
