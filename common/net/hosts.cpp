#include "common/net/hosts.hpp"

#include <algorithm>

#include "common/base/ascii.hpp"
#include "common/net/counted_address.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/host_port.hpp"

namespace flagfall::net {

bool Hosts::accepts(std::string_view host) const {
    const auto listed = [&](std::string_view wanted) {
        return std::ranges::any_of(names_, [&](const std::string& ours) {
            return equal_without_case(ours, wanted);
        });
    };
    if (host.empty()) return false;
    if (host.contains(':') && listed(host)) return true;
    const auto parts = split_host(host);
    if (!parts || (parts->port && *parts->port != std::to_string(port_))) return false;
    if (equal_without_case(parts->host, "localhost") || listed(parts->host)) return true;
    return is_address(parts->host) && (any_address_ || is_loopback(parts->host));
}

}  // namespace flagfall::net
