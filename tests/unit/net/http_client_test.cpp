// The client side, against our own server and against sockets that answer nonsense.
#include "common/net/http_client.hpp"

#include <optional>
#include <string>
#include <vector>

#include "common/net/limits.hpp"
#include "common/net/public_address.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/net/web.hpp"

using namespace flagfall;
using namespace flagfall::net;
using namespace flagfall::net::test;

namespace {

Answer wait_for(Web& web, const Origin& origin, Ask what) {
    std::optional<Answer> came;
    ask_async(web.loop, origin, std::move(what), [&](Answer answer) { came = std::move(answer); });
    REQUIRE_FALSE(came.has_value());  // never from inside the call
    REQUIRE(web.until([&] { return came.has_value(); }));
    return *came;
}

Origin origin_of(const Web& web) { return {"127.0.0.1", std::to_string(web.server->port())}; }

}  // namespace

TEST_CASE("addresses in their parts") {
    const auto url = parse_url("https://hall.local:8443/hook?a=b#c");
    REQUIRE(url.has_value());
    CHECK(url->origin.host == "hall.local");
    CHECK(url->origin.port == "8443");
    CHECK(url->origin.secure);
    CHECK(url->target == "/hook?a=b");
    CHECK(parse_url("http://[::1]:81?x")->origin.host == "::1");
    CHECK(parse_url("http://[::1]:81?x")->target == "/?x");
    CHECK(parse_url("http://h")->origin.port == "80");
    CHECK(parse_url("https://h")->origin.port == "443");
    CHECK(parse_origin("http://127.0.0.1:8080/")->port == "8080");
    CHECK_FALSE(parse_origin("http://127.0.0.1:8080/api").has_value());
    for (const char* bad :
         {"", "h:80", "ftp://h", "http://", "http://:80", "http://h:", "http://h:x",
          "http://h:65536", "http://a@h", "http://h/a b", "http://a b/"}) {
        INFO(bad);
        CHECK_FALSE(parse_url(bad).has_value());
    }
}

TEST_CASE("what is asked arrives, and what is answered too") {
    std::optional<Request> seen;
    Web web(at_once([&](const Request& request) {
        seen = request;
        return Response{201, "text/plain", "made", {{"ETag", "\"7\""}}};
    }));
    const Answer answer = wait_for(web, origin_of(web),
                                   {.method = "PUT",
                                    .path = "/a?b=c",
                                    .headers = {{"Authorization", "Bearer t"}},
                                    .body = "{}"});
    REQUIRE(answer.has_value());
    CHECK(answer->status == 201);
    CHECK(answer->body == "made");
    CHECK(answer->content_type == "text/plain");
    CHECK(find_header(answer->headers, "etag") == "\"7\"");
    CHECK(seen->method == "PUT");
    CHECK(seen->target == "/a?b=c");
    CHECK(seen->header("authorization") == "Bearer t");
    CHECK(seen->header("content-type") == "application/json");
    CHECK(seen->body == "{}");
    CHECK_FALSE(seen->secure);
}

TEST_CASE("a webhook's answer is short, and leads nowhere else") {
    int asked = 0;
    Web web(at_once([&](const Request& request) {
        ++asked;
        std::string much(limits::webhook_answer_bytes + 1, 'x');
        if (request.path == "/long") return Response{200, "text/plain", std::move(much), {}};
        return Response{302, "text/plain", "", {{"Location", "/elsewhere"}}};
    }));
    const auto post = [&](const std::string& target) {
        std::optional<Answer> came;
        post_async(web.loop, {origin_of(web), target}, {}, "{}", seconds(20), {}, {},
                   [&](Answer answer) { came = std::move(answer); });
        REQUIRE(web.until([&] { return came.has_value(); }));
        return *came;
    };
    const Answer too_long = post("/long");
    REQUIRE_FALSE(too_long.has_value());
    CHECK(has(too_long.error(), "the answer is too long"));
    const Answer redirect = post("/");
    REQUIRE(redirect.has_value());
    CHECK(redirect->status == 302);
    CHECK(asked == 2);
}

TEST_CASE("only addresses that may be connected to are, whatever a name leads to") {
    int asked = 0;
    Web web(at_once([&](const Request& request) {
        ++asked;
        return Response{200, "text/plain", std::string(*request.header("Host")), {}};
    }));
    const std::string port = std::to_string(web.server->port());
    std::vector<std::string> seen;
    const auto from = [&](const std::string& host, bool may) {
        return wait_for(web, {host, port}, {.may_connect = [&seen, may](std::string_view address) {
                            seen.emplace_back(address);
                            return may;
                        }});
    };
    for (const char* host : {"localhost", "127.0.0.1", "127.1", "2130706433"}) {
        INFO(host);
        seen.clear();
        CHECK_FALSE(from(host, false));
        REQUIRE_FALSE(seen.empty());
        for (const std::string& address : seen) CHECK_FALSE(is_public_address(address));
        CHECK(asked == 0);
    }
    // The address is checked; the name is the one that the other side is asked for.
    const Answer answer = from("localhost", true);
    REQUIRE(answer);
    CHECK(answer->body == "localhost:" + port);
    CHECK(asked == 1);
}

TEST_CASE("secrets go over plain HTTP to this machine only") {
    for (const char* url : {"http://127.0.0.1:8080", "http://localhost", "http://[::1]:1",
                            "https://hall.example"})
        CHECK_FALSE(exposes_secrets(*parse_origin(url)));
    for (const char* url : {"http://hall.example", "http://192.168.1.2:8080", "http://[::2]",
                            "http://127.0.0.1.example", "http://0.0.0.0"})
        CHECK(exposes_secrets(*parse_origin(url)));
}

TEST_CASE("no answer, none in time, and none that is one") {
    std::shared_ptr<Exchange> kept;
    Web web([&](const std::shared_ptr<Exchange>& exchange) { kept = exchange; });
    const Answer late = wait_for(web, origin_of(web), {.patience = milliseconds(30)});
    REQUIRE_FALSE(late.has_value());
    CHECK(has(late.error(), "did not answer in time"));
    const auto port = std::to_string(web.server->port());
    web.server.reset();
    const Answer refused = wait_for(web, {"127.0.0.1", port}, {});
    REQUIRE_FALSE(refused.has_value());
    CHECK(has(refused.error(), "127.0.0.1:" + port + ": Connection refused"));
}
