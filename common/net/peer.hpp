// The name of a connection, for code that talks to peers without owning sockets.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace flagfall::net {

// One connection, counted from 1 and never used again by the same server.
struct PeerId {
    std::uint64_t value = 0;
    friend constexpr auto operator<=>(PeerId, PeerId) = default;
};

// Where a connection comes from.
struct PeerOrigin {
    std::string address;  // as it counts for limits and waits (counted_address.hpp)
    bool here = false;    // on this machine
    bool sealed = false;  // encrypted to our certificate (HTTPS)
};

}  // namespace flagfall::net
