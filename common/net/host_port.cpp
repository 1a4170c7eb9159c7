#include "common/net/host_port.hpp"

#include <algorithm>

#include "common/base/number.hpp"

namespace flagfall::net {

std::optional<HostParts> split_host(std::string_view text) {
    std::size_t end = text.size();  // of the host, with its brackets
    if (text.starts_with('[')) {
        const auto bracket = text.find(']');
        if (bracket == text.npos) return std::nullopt;
        end = bracket + 1;
    } else if (std::ranges::count(text, ':') == 1) {  // more of them: an IPv6 address
        end = text.find(':');
    }
    HostParts parts{text.substr(0, end), std::nullopt};
    if (text.starts_with('[')) parts.host = text.substr(1, end - 2);
    if (end == text.size()) return parts;
    if (text[end] != ':') return std::nullopt;
    parts.port = text.substr(end + 1);
    return parts;
}

std::optional<HostPort> parse_host_port(std::string_view text, std::uint16_t least) {
    const auto parts = split_host(text);
    if (!parts || parts->host.empty() || !parts->port) return std::nullopt;
    const auto port = whole_number<std::uint16_t>(*parts->port, least);
    if (!port) return std::nullopt;
    return HostPort{std::string(parts->host), *port};
}

std::string in_brackets(std::string_view host) {
    return host.contains(':') ? "[" + std::string(host) + "]" : std::string(host);
}

}  // namespace flagfall::net
