#include "arbiterd/access/headers.hpp"

#include <algorithm>

namespace flagfall::access {

namespace {

constexpr std::string_view plain_cookie = "flagfall_session";
constexpr std::string_view tls_cookie = "__Host-flagfall_session";

bool same_without_case(std::string_view a, std::string_view b) {
    const auto lower = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace

net::Headers security_headers(bool tls) {
    net::Headers headers{
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
         " img-src 'self' data:; manifest-src 'self'; worker-src 'self'; base-uri 'none';"
         " form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script';"
         " trusted-types 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
    };
    // A day: a hall's name may belong to another machine next week.
    if (tls) headers.emplace_back("Strict-Transport-Security", "max-age=86400");
    return headers;
}

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

std::string_view session_key(const net::Request& request) {
    constexpr std::string_view prefix = "flagfall.session.";
    if (const auto key = request.header("X-Flagfall-Session")) return *key;
    std::string_view rest = request.header("Sec-WebSocket-Protocol").value_or("");
    while (!rest.empty()) {
        std::string_view each = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(each.size() + 1, rest.size()));
        each.remove_prefix(std::min(each.find_first_not_of(' '), each.size()));
        if (each.starts_with(prefix)) return each.substr(prefix.size());
    }
    return {};
}

bool is_safe(std::string_view method) {
    return method == "GET" || method == "HEAD" || method == "OPTIONS";
}

bool origin_is_ours(const net::Request& request, bool tls,
                    const std::vector<std::string>& others) {
    const auto origin = request.header("Origin");
    if (!origin) return true;
    const std::string here =
        (tls ? "https://" : "http://") + std::string(request.header("Host").value_or(""));
    return same_without_case(*origin, here) ||
           std::ranges::any_of(others, [&](const std::string& other) {
               return same_without_case(*origin, other);
           });
}

}  // namespace flagfall::access
