// Which addresses are on the internet, and which belong to this machine, its network, or to
// nobody: for code that lets others choose where a request goes (server-side request forgery).
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flagfall::net {

// Is this the numeric address of another machine on the internet? False for loopback, private,
// link-local, shared, multicast, documentation, reserved and unspecified addresses (the registries
// of RFC 6890), for IPv6 addresses that contain such an IPv4 address (mapped, NAT64, 6to4), and for
// text that is no address.
bool is_public_address(std::string_view address);

// The address of a host that is known without a lookup: numbers in any form that
// resolvers accept ("::1", "10.1", "0x7f000001", "2130706433"), and "localhost" with all below
// it (RFC 6761, 6.3); a dot at the end does not matter. Empty for any other name.
std::optional<std::string> known_address(std::string_view host);

// A host by its name, or a range of addresses.
struct HostOrRange {
    std::string host;         // in lower case; empty: a range
    std::string bytes;        // of the first address, 4 or 16
    unsigned prefix_bits = 0;
};

// "hook.example", "10.1.2.3", "10.1.0.0/16", "fd00::/8". The error is what was expected.
std::expected<HostOrRange, std::string> parse_host_or_range(std::string_view text);

// Is the host, or its numeric address, one of these?
bool is_among(const std::vector<HostOrRange>& all, std::string_view host,
              std::string_view address);

}  // namespace flagfall::net
