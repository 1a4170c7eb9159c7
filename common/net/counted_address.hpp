// The form of an address for counts by address: of connections, requests, failures.
#pragma once

#include <string>
#include <string_view>

namespace flagfall::net {

// The part of a peer's "ADDRESS:PORT" (or of "ADDRESS") that one machine cannot choose: an IPv4
// address, also if it is written inside an IPv6 address (::ffff:192.0.2.1); the network of an
// IPv6 address, "2001:db8::/64", since one machine has all its 2^64 addresses (RFC 4291, 2.5.4);
// "::1" as it is. A text that is no address stays as it is. is_loopback() of endpoint.hpp takes the
// result.
std::string counted_address(std::string_view peer);

// Is it an IPv4 or IPv6 address, written in numbers, without port and brackets?
bool is_address(std::string_view host);

}  // namespace flagfall::net
