// Connection slots of authenticated peers: the links of one peer cannot take all of them.
#pragma once

#include <map>
#include <optional>
#include <string_view>

#include "clockd/service/door.hpp"
#include "common/net/peer.hpp"

namespace flagfall::clockd {

using Visitors = std::map<net::PeerId, Visitor>;

// Is there no connection slot left for this guest, who is not in `all` yet? The last ones are kept
// for the arbiters.
bool is_full(const Visitors& all, const Guest& guest);

// The oldest link of this device, if the device has too many: one that reconnects leaves links
// behind that are not known to be dead yet.
std::optional<net::PeerId> one_too_many(const Visitors& all, std::uint32_t device);

// The number of peers by role; those before their hello under "".
std::map<std::string_view, std::size_t> by_role(const Visitors& all);

}  // namespace flagfall::clockd
