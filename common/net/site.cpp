#include "common/net/site.hpp"

#include <algorithm>

#include "common/base/ascii.hpp"

namespace flagfall::net {

Headers security_headers(bool tls, std::string_view script_urls) {
    Headers headers{
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
         " img-src 'self' data:; manifest-src 'self'; worker-src 'self'; base-uri 'none';"
         " form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script';"
         " trusted-types " + std::string(script_urls)},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
    };
    // A day: a hall's name may belong to another machine next week.
    if (tls) headers.emplace_back("Strict-Transport-Security", "max-age=86400");
    return headers;
}

bool is_safe(std::string_view method) {
    return method == "GET" || method == "HEAD" || method == "OPTIONS";
}

std::optional<std::string_view> host_of(const Request& request) {
    const std::string_view target = request.target;
    const auto scheme = target.find("://");
    if (target.starts_with('/') || scheme == std::string_view::npos) return request.header("Host");
    const std::string_view rest = target.substr(scheme + 3);
    return rest.substr(0, rest.find_first_of("/?#"));
}

bool origin_is_ours(const Request& request, bool tls,
                    const std::vector<std::string>& others) {
    const auto origin = request.header("Origin");
    if (!origin) return true;
    const std::string here =
        (tls ? "https://" : "http://") + std::string(request.header("Host").value_or(""));
    return equal_without_case(*origin, here) ||
           std::ranges::any_of(others, [&](const std::string& other) {
               return equal_without_case(*origin, other);
           });
}

bool names_another_site(const Request& request) {
    const auto site = request.header("Sec-Fetch-Site");
    return site && *site != "same-origin" && *site != "none";
}

}  // namespace flagfall::net
