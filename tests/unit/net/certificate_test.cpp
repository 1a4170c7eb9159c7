// Authorities and servers' certificates.
#include "common/net/certificate.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/catch.hpp"
#include "tests/unit/net/hall_tls.hpp"

using namespace flagfall;
using namespace flagfall::net;

namespace {

constexpr std::int64_t today = 1'800'000'000'000;  // 2027-01-15
constexpr std::int64_t day = 24LL * 3600 * 1000;

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("an authority's certificate says what it is and how long it holds") {
    const auto authority = make_authority({}, today, 3650);
    REQUIRE(authority.has_value());
    const auto top = read_certificate(authority->certificate);
    REQUIRE(top.has_value());
    CHECK(top->is_authority);
    CHECK(has(top->subject, "CN=Flagfall hall authority "));
    CHECK(top->fingerprint.size() == 32 * 3 - 1);
    CHECK(top->from_wall_ms == today - day);
    CHECK(top->until_wall_ms == today + 3650 * day);
}

TEST_CASE("a certificate says which names it is for and how long") {
    const auto authority = make_authority({}, today, 3650);
    REQUIRE(authority.has_value());
    const ServerNames names{{"hall.local", "*.lan"}, {"192.168.1.10", "fd00::1"}};
    const auto made = make_server_certificate(*authority, names, today, 396);
    REQUIRE(made.has_value());
    const auto facts = read_certificate(made->certificate);
    REQUIRE(facts.has_value());
    CHECK_FALSE(facts->is_authority);
    CHECK(facts->server.names == names.names);
    CHECK(facts->server.addresses == names.addresses);
    CHECK(facts->until_wall_ms - facts->from_wall_ms == longest_certificate_days * day);
    CHECK(facts->fingerprint != read_certificate(authority->certificate)->fingerprint);

    const auto again = make_server_certificate(*authority, names, today, 396, made->key);
    REQUIRE(again.has_value());
    CHECK(again->key == made->key);
    CHECK(again->certificate != made->certificate);
}

TEST_CASE("an authority signs for its hall only") {
    const auto sign = [](const Credentials& authority, const ServerNames& names) {
        const auto made = make_server_certificate(authority, names, today, 30);
        return made ? std::string("signed") : made.error();
    };
    const auto authority = make_authority({{"chess.example.org"}, {"203.0.113.7"}}, today, 3650);
    REQUIRE(authority.has_value());
    for (const char* name : {"hall.local", "a.b.lan", "localhost", "chess.example.org",
                             "tv.chess.example.org"})
        CHECK(sign(*authority, {{name}, {}}) == "signed");
    for (const char* address : {"10.1.2.3", "172.31.0.1", "192.168.0.1", "127.0.0.1", "::1",
                                "fd12::1", "203.0.113.7"})
        CHECK(sign(*authority, {{}, {address}}) == "signed");
    for (const char* name : {"example.org", "bank.example", "notlocal"})
        CHECK(has(sign(*authority, {{name}, {}}), "may not sign"));
    for (const char* address : {"8.8.8.8", "172.32.0.1", "2001:db8::1", "203.0.113.8"})
        CHECK(has(sign(*authority, {{}, {address}}), "may not sign"));
    CHECK(has(sign(*authority, {{"hall.local", "example.org"}, {}}), "may not sign"));
}

TEST_CASE("what cannot be signed is said") {
    const auto authority = make_authority({}, today, 100);
    const auto other = make_authority({}, today, 100);
    REQUIRE((authority && other));
    const auto why = [&](const Credentials& by, const ServerNames& names, int days = 30,
                         std::string_view key = "") {
        const auto made = make_server_certificate(by, names, today, days, key);
        return made ? std::string() : made.error();
    };
    for (const char* name : {"", "a b", "x,IP:1.2.3.4", "a..b", ".local", "192.168.1.1", "h/ll"})
        CHECK(has(why(*authority, {{name}, {}}), "is not a host name"));
    for (const char* address : {"", "hall", "1.2.3", "1.2.3.4.5", "::g", "1.2.3.4,DNS:a"})
        CHECK(has(why(*authority, {{}, {address}}), "is not a numeric address"));
    CHECK(has(why(*authority, {}), "at least one name"));
    CHECK(has(why(*authority, {{"hall.local"}, {}}, 0), "1 to 396 days"));
    CHECK(has(why(*authority, {{"hall.local"}, {}}, 397), "1 to 396 days"));
    CHECK(has(why(*authority, {{"hall.local"}, {}}, 200), "the CA expires before"));
    CHECK(has(why({authority->certificate, other->key}, {{"a.lan"}, {}}), "do not match"));
    CHECK(has(why({"", ""}, {{"a.lan"}, {}}), "do not match"));
    CHECK(has(why(*authority, {{"a.lan"}, {}}, 30, "no key"), "key cannot be read"));
    CHECK_FALSE(read_certificate("nothing").has_value());
    CHECK_FALSE(make_authority({{"a b"}, {}}, today, 100).has_value());
}

TEST_CASE("a secret file is for its owner, and a file is replaced whole") {
    const net::test::HallTls hall;
    const std::string path = hall.folder + "/some.key";
    const auto content = [&] {
        std::ifstream file(path);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    REQUIRE(save_pem(path, "one", true).has_value());
    CHECK(content() == "one");
    using enum std::filesystem::perms;
    CHECK(std::filesystem::status(path).permissions() == (owner_read | owner_write));
    REQUIRE(save_pem(path, "two", true).has_value());
    CHECK(content() == "two");
    CHECK_FALSE(std::filesystem::exists(path + ".new"));
    const auto failed = save_pem(hall.folder + "/none/x.key", "one", true);
    REQUIRE_FALSE(failed.has_value());
    CHECK(has(failed.error(), "No such file or directory"));
}
