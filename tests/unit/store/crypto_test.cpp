// Known answers, and the framing that keeps different rows different.
#include "common/store/crypto.hpp"

#include "common/store/row.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/store/support.hpp"

using namespace flagfall;
using namespace flagfall::store;
using namespace flagfall::store::testing;

namespace {

std::string unhex(std::string_view digits) {
    std::string out;
    for (std::size_t i = 0; i < digits.size(); i += 2) {
        out += static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
    }
    return out;
}

}  // namespace

TEST_CASE("SHA-256 gives the known answers") {
    CHECK(hex(bytes(sha256(""))) ==
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(hex(bytes(sha256("abc"))) ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    Sha256 hash;
    hash.raw("a").raw("bc");
    CHECK(hash.finish() == sha256("abc"));
    CHECK(hash.finish() == sha256(""));  // starts again
}

TEST_CASE("framing: integers are 8 bytes big-endian, texts carry their length") {
    Sha256 hash;
    CHECK(hash.integer(-2).finish() == sha256("\xff\xff\xff\xff\xff\xff\xff\xfe"));
    CHECK(hash.text("ab").finish() == sha256(std::string("\0\0\0\0\0\0\0\2ab", 10)));
    CHECK(hash.text("ab").text("c").finish() != hash.text("a").text("bc").finish());
}

TEST_CASE("the chain of a row is the documented bytes") {
    Row row = sample_row(1, "board/1");
    row.pos = {5};
    row.seq = 3;
    row.sender = "device/3";
    row.cmd_digest = 0x7FFFFFFF0123;
    const Digest start = chain_start("abc");
    Sha256 hash;
    Sha256 expected;
    expected.raw(bytes(start)).integer(5).text("board/1").integer(3).text("cmd-1");
    expected.text("device/3").integer(0x7FFFFFFF0123);
    expected.integer(1'000'007).text("b00t").integer(1'790'000'000'001).text("move_made");
    expected.text(R"({"side":"white","n":1})");
    CHECK(chain_next(hash, start, row) == expected.finish());
    CHECK(start == Sha256{}.text("flagfall log 1").text("abc").finish());
    // The format never changes: this value must stay the same.
    CHECK(hex(bytes(chain_next(hash, start, row))) ==
          "fa657e2df875c7325545d89652a5ca6cfd1afc5b94765138af5c0debf9c243ba");
}

TEST_CASE("Ed25519 signatures: RFC 8032, 7.1, test 3") {
    const std::string key =
        unhex("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025");
    const std::string message = unhex("af82");
    const std::string signature = unhex(
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a");
    CHECK(signature_holds(key, message, signature));
    CHECK_FALSE(signature_holds(key, "other", signature));
    CHECK_FALSE(signature_holds(std::string(32, '\0'), message, signature));
    CHECK_FALSE(signature_holds(key, message, signature.substr(1)));
    CHECK_FALSE(signature_holds("short", message, signature));
}

TEST_CASE("a key signs the same after it was written and read") {
    const TempFolder folder;
    const std::string path = folder.file("k");
    const auto made = SigningKey::create(path);
    REQUIRE(made);
    const auto read = SigningKey::load(path);
    REQUIRE(read);
    CHECK(read->public_key() == made->public_key());
    CHECK(read->sign("x") == made->sign("x"));
    CHECK(signature_holds(made->public_key(), "x", read->sign("x")));
    CHECK_FALSE(SigningKey::create(path));
    CHECK_FALSE(SigningKey::load(folder.file("absent")));
    CHECK(key_id(made->public_key()).size() == 16);
    CHECK(fingerprint(made->public_key()).size() == 32);
}

TEST_CASE("random ids differ and have the asked length") {
    CHECK(random_hex(16).size() == 32);
    CHECK(random_hex(16) != random_hex(16));
}
