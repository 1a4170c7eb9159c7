// The name of a connection, for code that talks to peers without owning sockets.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace flagfall::net {

// One connection; the numbers count from 1, and a server never uses one again.
struct PeerId {
    std::uint64_t value = 0;
    friend constexpr auto operator<=>(PeerId, PeerId) = default;
};

// Where a connection comes from.
struct PeerOrigin {
    std::string address;  // in the form for limits and waits (counted_address.hpp)
    bool here = false;    // on this machine
    bool sealed = false;  // encrypted to our certificate (HTTPS)
};

}  // namespace flagfall::net
