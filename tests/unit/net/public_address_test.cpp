#include "common/net/public_address.hpp"

#include "tests/support/catch.hpp"

using namespace flagfall::net;

TEST_CASE("addresses of this machine, its network and nobody are not public") {
    for (const char* address :
         {"127.0.0.1", "127.8.9.10", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255",
          "192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "255.255.255.255",
          "192.0.2.1", "198.18.0.1", "198.19.255.255", "::1", "::", "fe80::1", "fe80::1%eth0",
          "fc00::1", "fdff::1", "ff02::1", "fec0::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
          "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::1",
          "2002:a00:1::1", "2001:db8::1", "2001::1", "100::1", "not an address", "", "localhost"}) {
        INFO(address);
        CHECK_FALSE(is_public_address(address));
    }
    for (const char* address : {"8.8.8.8", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1",
                                "223.255.255.255", "2606:4700::1", "2a00:1450::1",
                                "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"}) {
        INFO(address);
        CHECK(is_public_address(address));
    }
}

TEST_CASE("what a host is without asking: numbers in every form, and localhost") {
    for (const char* host : {"127.0.0.1", "127.1", "2130706433", "0x7f000001", "017700000001",
                             "0177.0.0.1", "127.0.0.1.", "localhost", "LocalHost.",
                             "a.localhost"})
        CHECK(known_address(host) == "127.0.0.1");
    CHECK(known_address("::1") == "::1");
    CHECK(known_address("10.1") == "10.0.0.1");
    for (const char* name : {"localhost.example", "127.0.0.1.example", "", "hook.example",
                             "1.2.3.4.5"})
        CHECK_FALSE(known_address(name));
}

TEST_CASE("what is allowed is named by host or by range") {
    std::vector<HostOrRange> all;
    for (const char* text : {"Pairing.Example", "10.1.0.0/16", "192.168.7.7", "fd00::/8"}) {
        const auto parsed = parse_host_or_range(text);
        REQUIRE(parsed);
        all.push_back(*parsed);
    }
    CHECK(is_among(all, "pairing.example", "10.9.9.9"));
    CHECK_FALSE(is_among(all, "pairing.example.evil", "10.9.9.9"));
    CHECK(is_among(all, "x", "10.1.255.1"));
    CHECK_FALSE(is_among(all, "x", "10.2.0.1"));
    CHECK(is_among(all, "x", "192.168.7.7"));
    CHECK_FALSE(is_among(all, "x", "192.168.7.6"));
    CHECK(is_among(all, "x", "fd12::1"));
    CHECK_FALSE(is_among(all, "x", "::ffff:10.1.0.1"));
    for (const char* bad : {"", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "a b", "http://x/",
                            "host:80", "host/8"})
        CHECK_FALSE(parse_host_or_range(bad));
}
