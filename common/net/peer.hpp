// The name of a connection, for those who speak to peers without owning sockets.
#pragma once

#include <compare>
#include <cstdint>

namespace flagfall::net {

// One connection, counted from 1 and never used again by the same server.
struct PeerId {
    std::uint64_t value = 0;
    friend constexpr auto operator<=>(PeerId, PeerId) = default;
};

}  // namespace flagfall::net
