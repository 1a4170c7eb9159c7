// Hosts with their ports, in the forms that people and peers write.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace flagfall::net {

// "HOST", "HOST:PORT", "[IPv6]", "[IPv6]:PORT" or an IPv6 address alone, split but not decoded.
struct HostParts {
    std::string_view host;                 // without brackets
    std::optional<std::string_view> port;  // the text after the colon; empty without a colon
};

// Empty if a bracket is not closed, or if something other than a port follows it.
std::optional<HostParts> split_host(std::string_view text);

struct HostPort {
    std::string host;
    std::uint16_t port = 0;
};

// "HOST:PORT" or "[IPv6]:PORT" with a port from `least` on; empty for anything
// else. An IPv6 address needs its brackets (RFC 3986, 3.2.2).
std::optional<HostPort> parse_host_port(std::string_view text, std::uint16_t least = 1);

// The host in the form that it has before a port: an IPv6 address in brackets.
std::string in_brackets(std::string_view host);

}  // namespace flagfall::net
