#include "arbiterd/api/hosts.hpp"

#include <algorithm>

#include "common/net/counted_address.hpp"
#include "common/net/endpoint.hpp"

namespace flagfall::api {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower, lower);
}

// "hall.local" and "8080"; of an IPv6 address what stands in the brackets.
struct Parts {
    std::string_view name;
    std::string_view port;
};

Parts parts_of(std::string_view host) {
    std::size_t end = host.find(':');
    if (host.starts_with('[')) end = std::min(host.find(']'), host.size() - 1) + 1;
    end = std::min(end, host.size());
    Parts parts{host.substr(0, end), host.substr(end)};
    if (parts.name.starts_with('[')) parts.name = parts.name.substr(1, parts.name.size() - 2);
    return parts;
}

}  // namespace

bool Hosts::accepts(std::string_view host) const {
    const auto listed = [&](std::string_view wanted) {
        return std::ranges::any_of(names_,
                                   [&](const std::string& ours) { return same(ours, wanted); });
    };
    if (host.empty()) return false;
    if (host.contains(':') && listed(host)) return true;
    const auto [name, port] = parts_of(host);
    if (!port.empty() && port != ":" + std::to_string(port_)) return false;
    if (same(name, "localhost") || listed(name)) return true;
    return net::is_address(name) && (any_address_ || net::is_loopback(name));
}

}  // namespace flagfall::api
