// How much one address may ask and cause, by a clock of the test's own.
#include "arbiterd/api/rate.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::api;

namespace {

constexpr std::string_view one = "192.0.2.7:50100";
constexpr std::string_view same = "192.0.2.7:50101";
constexpr std::string_view other = "192.0.2.8:50100";
constexpr Instant start{1'000'000'000};

Duration ms(std::int64_t count) { return microseconds(count * 1000); }

}  // namespace

TEST_CASE("an address that caused much work waits until it is paid for", "[record]") {
    RateLimiter rate{RateLimits{}};
    int answered = 0;
    for (; !rate.owes(one, start); ++answered) rate.worked(same, ms(40), start);
    CHECK(answered == 13);  // half a second at once
    CHECK(rate.owes(one, start) == 1);
    CHECK_FALSE(rate.owes(other, start));
    CHECK_FALSE(rate.owes(one, start + seconds(1)));
    for (int second = 1; second <= 60; ++second)
        while (!rate.owes(one, start + seconds(second)))
            ++answered, rate.worked(one, ms(40), start + seconds(second));
    CHECK(answered <= 13 + 60 * 100 / 40 + 1);  // a tenth of a processor
    CHECK_FALSE(rate.take(one, start + seconds(60)));  // requests are counted by themselves
}

TEST_CASE("all addresses together cause so much work and no more", "[record]") {
    RateLimiter rate{RateLimits{}};
    const auto address = [](int n) { return "192.0.2." + std::to_string(n % 200) + ":50100"; };
    int answered = 0;
    for (int second = 0; second <= 60; ++second)
        for (int n = 0; n < 200; ++n)
            if (const Instant at = start + seconds(second); !rate.owes(address(n), at))
                ++answered, rate.worked(address(n), ms(40), at);
    CHECK(answered >= (2'500 + 60 * 500) / 40);
    CHECK(answered <= (2'500 + 60 * 500) / 40 + 61);  // half of a processor
    CHECK(rate.owes("198.51.100.1:1", start + seconds(60)));
    CHECK_FALSE(rate.take("198.51.100.1:1", start + seconds(60)));
    CHECK_FALSE(rate.owes("127.0.0.1:1", start + seconds(60)));
    CHECK_FALSE(rate.owes("198.51.100.1:1", start + seconds(61)));
}

TEST_CASE("work that costs little is counted as requests alone", "[record]") {
    RateLimiter rate{RateLimits{}};
    for (int i = 0; i < 60 * 100; ++i) {
        const Instant at = start + ms(i * 10);
        REQUIRE_FALSE(rate.take(one, at));
        REQUIRE_FALSE(rate.owes(one, at));
        rate.worked(one, microseconds(900), at);
    }
}

TEST_CASE("this machine, and a server without limits, owe nothing", "[record]") {
    RateLimiter rate{RateLimits{}};
    rate.worked("127.0.0.1:50100", seconds(60), start);
    CHECK_FALSE(rate.owes("127.0.0.1:50100", start));
    RateLimits none;
    none.per_second = 0;
    RateLimiter open{none};
    open.worked(one, seconds(60), start);
    CHECK_FALSE(open.owes(one, start));
}

TEST_CASE("pings are answered while the answers are read, some a second", "[record]") {
    Pings pings(start);
    int answered = 0;
    for (int i = 0; i < 1'000; ++i) answered += pings.take(0, start) ? 1 : 0;
    CHECK(answered == 20);
    for (int i = 0; i < 60'000; ++i) answered += pings.take(0, start + ms(i)) ? 1 : 0;
    CHECK(answered <= 20 + 60 * 5);
    Pings unread(start);
    CHECK_FALSE(unread.take(64 * 1024 + 1, start));
    CHECK(unread.take(64 * 1024, start));
}
