#include "common/net/counted_address.hpp"

#include "common/net/endpoint.hpp"
#include "tests/support/catch.hpp"

using flagfall::net::counted_address;
using flagfall::net::is_loopback;

TEST_CASE("one machine has one address, however many it gives itself") {
    CHECK(counted_address("192.0.2.1:40000") == "192.0.2.1");
    CHECK(counted_address("192.0.2.1") == "192.0.2.1");
    CHECK(counted_address("192.0.2.1:1") == counted_address("[::ffff:192.0.2.1]:2"));
    CHECK(counted_address("[2001:db8::1]:80") == counted_address("[2001:db8::ffff:2]:81"));
    CHECK(counted_address("[2001:db8::1]:80") == counted_address("2001:db8::7"));
    CHECK(counted_address("[2001:db8:0:1::1]:80") != counted_address("[2001:db8::1]:80"));
    CHECK(counted_address("[fe80::1%eth0]:80") == counted_address("[fe80::2%eth0]:80"));
    CHECK(counted_address("unknown") == "unknown");
    CHECK(counted_address("").empty());
}

TEST_CASE("what counts as an address still says whether it is this machine") {
    CHECK(is_loopback(counted_address("127.0.0.1:80")));
    CHECK(is_loopback(counted_address("[::1]:80")));
    CHECK(is_loopback(counted_address("[::ffff:127.0.0.1]:80")));
    CHECK_FALSE(is_loopback(counted_address("[::2]:80")));
    CHECK_FALSE(is_loopback(counted_address("192.0.2.127:80")));
}
