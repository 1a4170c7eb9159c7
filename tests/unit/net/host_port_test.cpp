#include "common/net/host_port.hpp"

#include "tests/support/catch.hpp"

using namespace flagfall::net;

TEST_CASE("a host and its port") {
    CHECK(parse_host_port("127.0.0.1:7411")->host == "127.0.0.1");
    CHECK(parse_host_port("hall.local:1")->port == 1);
    CHECK(parse_host_port("[::1]:65535")->host == "::1");
    CHECK(parse_host_port("[::1]:65535")->port == 65535);
    for (const char* none : {"", "host", "host:", ":80", "host:0", "host:65536", "host:8o", "::1",
                             "::1:80", "[::1]", "[::1:80", "[::1]80", "[]:80", "host:-1"})
        CHECK_FALSE(parse_host_port(none));
}

TEST_CASE("a host with or without a port") {
    CHECK(split_host("hall.local")->host == "hall.local");
    CHECK_FALSE(split_host("hall.local")->port);
    CHECK(split_host("hall.local:")->port == "");
    CHECK(split_host("2001:db8::1")->host == "2001:db8::1");  // two colons: no port
    CHECK(split_host("[2001:db8::1]:80")->host == "2001:db8::1");
    CHECK(split_host("[2001:db8::1]:80")->port == "80");
    CHECK_FALSE(split_host("[2001:db8::1"));
    CHECK(in_brackets("::1") == "[::1]");
    CHECK(in_brackets("127.0.0.1") == "127.0.0.1");
}
