#include "common/net/counted_address.hpp"

#include <arpa/inet.h>

#include <cstring>

#include "common/net/host_port.hpp"

namespace flagfall::net {

namespace {

// Without the port, the brackets and the zone of a link-local address.
std::string host_of(std::string_view peer) {
    if (const auto parts = split_host(peer)) peer = parts->host;
    return std::string(peer.substr(0, peer.find('%')));
}

}  // namespace

bool is_address(std::string_view host) {
    const std::string text(host);
    in6_addr bytes{};
    return inet_pton(AF_INET, text.c_str(), &bytes) == 1 ||
           inet_pton(AF_INET6, text.c_str(), &bytes) == 1;
}

std::string counted_address(std::string_view peer) {
    const std::string host = host_of(peer);
    in6_addr bytes{};
    if (inet_pton(AF_INET6, host.c_str(), &bytes) != 1) return host;
    if (IN6_IS_ADDR_LOOPBACK(&bytes)) return "::1";
    char text[INET6_ADDRSTRLEN] = {};
    if (IN6_IS_ADDR_V4MAPPED(&bytes)) {
        inet_ntop(AF_INET, &bytes.s6_addr[12], text, sizeof text);
        return text;
    }
    std::memset(&bytes.s6_addr[8], 0, 8);
    inet_ntop(AF_INET6, &bytes, text, sizeof text);
    return std::string(text) + "/64";
}

}  // namespace flagfall::net
