// Strangers who have caused more work than they may: who waits for them, and who does not.
#include "arbiterd/access/headers.hpp"
#include "arbiterd/access/secrets.hpp"
#include "common/base/now.hpp"
#include "tests/fuzz/web_kit.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;

namespace {

constexpr const char* one = "192.0.2.7:50100";
constexpr const char* another = "192.0.2.8:50100";

// Whatever anybody does is too much, and for longer than a test takes.
api::RateLimits strict(double at_once, double all_at_once) {
    return {.work_us_per_second = 1e-6, .work_us_at_once = at_once,
            .all_work_us_per_second = 1e-6, .all_work_us_at_once = all_at_once};
}

struct Hall : fuzz::WebKit {
    explicit Hall(const api::RateLimits& rate) : WebKit({}, rate) {}

    unsigned asks(const std::string& peer, net::Headers headers = {}) {
        net::Request request;
        request.method = "GET";
        request.target = request.path = "/api/v1/events";
        request.peer = peer;
        request.headers = std::move(headers);
        request.headers.emplace_back("Host", "localhost");
        return answer(std::move(request)).value().status;
    }
    unsigned at_browser(const std::string& peer, std::string_view secret) {
        return asks(peer, {{"Cookie", std::string(access::device_cookie_name(false)) + "=" +
                                          access::base64url(secret)}});
    }
};

}  // namespace

TEST_CASE("a stranger's work is the address's, and known callers do not wait", "[record]") {
    Hall hall(strict(1, 1e9));
    const net::Headers token{{"Authorization", "Bearer " + hall.token(access::Role::broadcaster)}};
    CHECK(hall.asks(one) == 200);
    CHECK(hall.asks(one) == 429);
    CHECK(hall.asks(one, token) == 200);
    CHECK(hall.asks(another) == 200);
    CHECK(hall.asks("127.0.0.1:1") == 200);
}

TEST_CASE("all strangers together keep no arbiter from logging in", "[record]") {
    Hall hall(strict(1e9, 1));
    const access::Actor by{"test", "console"};
    const auto person = hall.access->file().add_person({"Anna Berg", access::Role::arbiter, {}},
                                                       by, wall_ms());
    REQUIRE(person);
    const std::string secret = access::fresh_secret();
    const store::Digest hash = access::hash_of(secret);
    hall.access->file().keep_device(store::bytes(hash), *person, one, wall_ms());
    CHECK(hall.asks(one) == 200);
    CHECK(hall.asks(one) == 429);
    CHECK(hall.asks(another) == 429);
    CHECK(hall.at_browser(another, access::fresh_secret()) == 429);
    CHECK(hall.at_browser(another, secret) == 200);
    REQUIRE(hall.access->file().set_password_hash(person->id, "x", by, wall_ms()));
    CHECK(hall.at_browser(another, secret) == 429);  // which forgets the browsers
}
