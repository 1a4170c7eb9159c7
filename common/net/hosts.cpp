#include "common/net/hosts.hpp"

#include <algorithm>

#include "common/net/counted_address.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/host_port.hpp"

namespace flagfall::net {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace

bool Hosts::accepts(std::string_view host) const {
    const auto listed = [&](std::string_view wanted) {
        return std::ranges::any_of(names_,
                                   [&](const std::string& ours) { return same(ours, wanted); });
    };
    if (host.empty()) return false;
    if (host.contains(':') && listed(host)) return true;
    const auto parts = split_host(host);
    if (!parts || (parts->port && *parts->port != std::to_string(port_))) return false;
    if (same(parts->host, "localhost") || listed(parts->host)) return true;
    return is_address(parts->host) && (any_address_ || is_loopback(parts->host));
}

}  // namespace flagfall::net
