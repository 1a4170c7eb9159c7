// What our servers require of browsers, and what they know about the page that sent a request.
#include "common/net/site.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::net;

TEST_CASE("headers make browsers careful, and to insist on TLS where there is TLS") {
    const Headers plain = security_headers(false);
    const auto policy = find_header(plain, "content-security-policy").value_or("");
    CHECK(policy.starts_with("default-src 'none';"));
    CHECK(policy.find("frame-ancestors 'none'") != std::string_view::npos);
    CHECK(policy.find("unsafe") == std::string_view::npos);
    CHECK(policy.ends_with("trusted-types 'none'"));
    CHECK(find_header(plain, "X-Content-Type-Options") == "nosniff");
    CHECK(find_header(plain, "Referrer-Policy") == "no-referrer");
    CHECK_FALSE(find_header(plain, "Strict-Transport-Security"));
    CHECK(find_header(security_headers(true), "Strict-Transport-Security"));
}

TEST_CASE("an Origin is ours if it is the Host asked for, by the same scheme") {
    Request request;
    request.headers = {{"Host", "hall.example:8443"}};
    CHECK(origin_is_ours(request, true, {}));
    const auto from = [&](const char* origin, bool tls) {
        Request with = request;
        with.headers.emplace_back("Origin", origin);
        return origin_is_ours(with, tls, {"https://board.example"});
    };
    CHECK(from("https://hall.example:8443", true));
    CHECK(from("https://HALL.example:8443", true));
    CHECK(from("https://board.example", true));
    CHECK_FALSE(from("http://hall.example:8443", true));
    CHECK_FALSE(from("https://hall.example", true));
    CHECK_FALSE(from("https://hall.example:8443.evil.example", true));
    CHECK_FALSE(from("null", true));
    CHECK_FALSE(from("", true));
    CHECK(from("http://hall.example:8443", false));
}

TEST_CASE("a browser says when another site's page sent it") {
    const auto from = [](const char* site) {
        Request request;
        request.headers = {{"Sec-Fetch-Site", site}};
        return names_another_site(request);
    };
    CHECK_FALSE(names_another_site(Request{}));  // no browser
    CHECK_FALSE(from("same-origin"));
    CHECK_FALSE(from("none"));  // typed
    CHECK(from("same-site"));   // another port
    CHECK(from("cross-site"));
}
