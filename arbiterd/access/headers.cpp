#include "arbiterd/access/headers.hpp"

namespace flagfall::access {

namespace {

constexpr std::string_view plain_cookie = "flagfall_session";
constexpr std::string_view tls_cookie = "__Host-flagfall_session";

}  // namespace

std::string_view cookie_name(bool tls) { return tls ? tls_cookie : plain_cookie; }

std::string_view device_cookie_name(bool tls) {
    return tls ? "__Host-flagfall_device" : "flagfall_device";
}

std::string set_cookie(std::string_view name, std::string_view value, std::int64_t age_s,
                       bool tls) {
    return std::string(name) + "=" + std::string(value) +
           "; Path=/; HttpOnly; SameSite=Strict; Max-Age=" + std::to_string(age_s) +
           (tls ? "; Secure" : "");
}

std::optional<std::string_view> cookie(const net::Request& request, std::string_view name) {
    std::string_view rest = request.header("Cookie").value_or("");
    while (!rest.empty()) {
        std::string_view pair = rest.substr(0, rest.find(';'));
        rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
        pair.remove_prefix(std::min(pair.find_first_not_of(' '), pair.size()));
        const auto equals = pair.find('=');
        if (equals != std::string_view::npos && pair.substr(0, equals) == name)
            return pair.substr(equals + 1);
    }
    return std::nullopt;
}

namespace {

// The text after this prefix in one of the protocols that a WebSocket requests.
std::string_view asked_protocol(const net::Request& request, std::string_view prefix) {
    std::string_view rest = request.header("Sec-WebSocket-Protocol").value_or("");
    while (!rest.empty()) {
        std::string_view each = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(each.size() + 1, rest.size()));
        each.remove_prefix(std::min(each.find_first_not_of(' '), each.size()));
        if (each.starts_with(prefix)) return each.substr(prefix.size());
    }
    return {};
}

}  // namespace

std::string_view session_key(const net::Request& request) {
    if (const auto key = request.header("X-Flagfall-Session")) return *key;
    return asked_protocol(request, "flagfall.session.");
}

std::string_view socket_token(const net::Request& request) {
    return asked_protocol(request, "flagfall.token.");
}

}  // namespace flagfall::access
