#include "common/net/public_address.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <optional>

#include "common/base/ascii.hpp"
#include "common/base/number.hpp"

namespace flagfall::net {

namespace {

// Addresses that are never reached from outside, or not by one machine alone.
constexpr std::string_view special[] = {
    "0.0.0.0/8",       "10.0.0.0/8",     "100.64.0.0/10",   "127.0.0.0/8",    "169.254.0.0/16",
    "172.16.0.0/12",   "192.0.0.0/24",   "192.0.2.0/24",    "192.88.99.0/24", "192.168.0.0/16",
    "198.18.0.0/15",   "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4",    "240.0.0.0/4",
    // Of 2000::/3, the only part that is global.
    "2001::/23",       "2001:db8::/32",  "3fff::/20"};

// The bytes of a numeric address, 4 or 16; empty if the text is none.
std::optional<std::string> bytes_of(std::string_view text) {
    const std::string address(text.substr(0, text.find('%')));
    std::string bytes(16, '\0');
    if (inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1) return bytes;
    bytes.resize(4);
    if (inet_pton(AF_INET, address.c_str(), bytes.data()) == 1) return bytes;
    return std::nullopt;
}

bool in_range(std::string_view bytes, std::string_view first, unsigned bits) {
    if (bytes.size() != first.size()) return false;
    const unsigned whole = bits / 8;
    if (bytes.substr(0, whole) != first.substr(0, whole)) return false;
    if (bits % 8 == 0) return true;
    const auto mask = static_cast<unsigned char>(0xff << (8 - bits % 8));
    return ((static_cast<unsigned char>(bytes[whole]) ^ static_cast<unsigned char>(first[whole])) &
            mask) == 0;
}

const std::vector<HostOrRange>& special_ranges() {
    static const std::vector<HostOrRange> all = [] {
        std::vector<HostOrRange> made;
        for (const std::string_view range : special) made.push_back(*parse_host_or_range(range));
        return made;
    }();
    return all;
}

// The IPv4 address inside an IPv6 address: mapped (RFC 4291), NAT64 (RFC 6052), 6to4 (RFC
// 3056).
std::optional<std::string> inner_address(const std::string& bytes) {
    const auto begins = [&](std::string_view range) {
        const auto parsed = *parse_host_or_range(range);
        return in_range(bytes, parsed.bytes, parsed.prefix_bits);
    };
    if (begins("::ffff:0:0/96") || begins("64:ff9b::/96")) return bytes.substr(12, 4);
    if (begins("2002::/16")) return bytes.substr(2, 4);
    return std::nullopt;
}

bool is_public(const std::string& bytes) {
    if (bytes.size() == 16) {
        if (const auto inner = inner_address(bytes)) return is_public(*inner);
        if ((static_cast<unsigned char>(bytes[0]) & 0xe0) != 0x20) return false;  // not 2000::/3
    }
    return std::ranges::none_of(special_ranges(), [&](const HostOrRange& range) {
        return in_range(bytes, range.bytes, range.prefix_bits);
    });
}

}  // namespace

bool is_public_address(std::string_view address) {
    const auto bytes = bytes_of(address);
    return bytes && is_public(*bytes);
}

std::optional<std::string> known_address(std::string_view host) {
    if (host.ends_with('.')) host.remove_suffix(1);
    const std::string name = lower(host);
    if (name == "localhost" || name.ends_with(".localhost")) return "127.0.0.1";
    if (bytes_of(host)) return std::string(host);
    in_addr old{};
    if (host.empty() || inet_aton(std::string(host).c_str(), &old) == 0) return std::nullopt;
    char text[INET_ADDRSTRLEN] = {};
    inet_ntop(AF_INET, &old, text, sizeof text);
    return text;
}

std::expected<HostOrRange, std::string> parse_host_or_range(std::string_view text) {
    const auto slash = text.find('/');
    const auto bytes = bytes_of(text.substr(0, slash));
    const std::unexpected wrong("\"" + std::string(text) +
                                "\" is neither a host nor a range such as 10.1.0.0/16");
    if (!bytes) {
        const bool fits = slash == std::string_view::npos && !text.empty() &&
                          text.find_first_of(" :@?#[]") == std::string_view::npos;
        if (!fits) return wrong;
        return HostOrRange{lower(text), {}, 0};
    }
    const auto most = static_cast<unsigned>(bytes->size() * 8);
    unsigned bits = most;
    if (slash != std::string_view::npos) {
        const auto number = whole_number(text.substr(slash + 1), 0U, most);
        if (!number) return wrong;
        bits = *number;
    }
    return HostOrRange{{}, *bytes, bits};
}

bool is_among(const std::vector<HostOrRange>& all, std::string_view host,
              std::string_view address) {
    const auto bytes = bytes_of(address);
    return std::ranges::any_of(all, [&](const HostOrRange& each) {
        if (!each.host.empty()) return each.host == lower(host);
        return bytes && in_range(*bytes, each.bytes, each.prefix_bits);
    });
}

}  // namespace flagfall::net
