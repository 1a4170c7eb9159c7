// Proofs, codes and keys against vectors made apart from our code (docs/protocol.md has them, and
// tests/e2e/door.py is a second implementation), and against everything that must not fit.
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "common/hall/caller.hpp"
#include "common/hall/proof.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;

namespace {

hall::Key hall_key() {
    hall::Key key;
    for (std::size_t i = 0; i < key.bytes.size(); ++i) key.bytes[i] = static_cast<unsigned char>(i);
    return key;
}

const std::string peer_nonce(64, '1');
const std::string clockd_nonce(64, '2');
const hall::Introduction said{"device", "board 12", 3, "hall-1-log", peer_nonce, clockd_nonce};
const hall::Introduction without_number{"device",   "board 12",   0, "hall-1-log",
                                        peer_nonce, clockd_nonce};

using Change = std::function<void(hall::Introduction&)>;
const std::vector<Change> changes{
    [](hall::Introduction& i) { i.role = "arbiter"; },
    [](hall::Introduction& i) { i.name = "board 1"; },
    [](hall::Introduction& i) { i.device = 4; },
    [](hall::Introduction& i) { i.log = "hall-2-log"; },
    [](hall::Introduction& i) { i.peer_nonce.back() = '3'; },
    [](hall::Introduction& i) { i.clockd_nonce.front() = '3'; },
    [](hall::Introduction& i) { std::swap(i.peer_nonce, i.clockd_nonce); },
    [](hall::Introduction& i) { i.role += i.name, i.name.clear(); },
};

}  // namespace

TEST_CASE("the vectors of the protocol's page") {
    const hall::Key key = hall::device_key(hall_key(), "hall-1-log", 3);
    CHECK(hall::hex_of(key) == "35f27d02aa7443a3bb71d1da6bf0291bb414a79c9b5913630fb27f4f51c30dad");
    CHECK(hall::key_id(key) == "683a2d55ae5909b6");
    CHECK(hall::peer_proof(key, said) ==
          "d0b93dae22063310e62b75f82a30c9d5fc1fc52a600fb39effadafd889fea83d");
    CHECK(hall::clockd_proof(key, said) ==
          "0dae76f60eacbf7e530460d80adfb4e52576919e7695b77db815e7f14f4066a8");
    CHECK(hall::enrolment_code(hall_key(), "hall-1-log", 3) == "4SVQ-941D");
    const hall::Key code = hall::stretched("4SVQ941D", "hall-1-log");
    CHECK(hall::code_proof(code, without_number) ==
          "9239bafd22a09d1b2b8e3994a294f5d3db6ec70d122b2bafe24fab676c3c8bb7");
    const hall::Key sealed = hall::sealed(code, without_number, key);
    CHECK(hall::hex_of(sealed) ==
          "ee36144c5e82e17234b87562e62d45df5f266e0a1de1443ee50a7c594e728d0d");
    CHECK(hall::sealed(code, without_number, sealed) == key);
    CHECK(hall::enrolled_proof(code, without_number, 3, {12}, sealed) ==
          "0b6c978bacb35d790c725759c92c16aed4a746741d55449e832b104d6739460f");
}

TEST_CASE("a proof fits one introduction, one key and one purpose") {
    std::set<std::string> all;
    const auto add = [&](const hall::Key& key, const hall::Introduction& i) {
        CHECK(all.insert(hall::peer_proof(key, i)).second);
        CHECK(all.insert(hall::clockd_proof(key, i)).second);
        CHECK(all.insert(hall::code_proof(key, i)).second);
        CHECK(all.insert(hall::enrolled_proof(key, i, 3, {12}, key)).second);
    };
    add(hall_key(), said);
    for (const Change& change : changes) {
        hall::Introduction other = said;
        change(other);
        add(hall_key(), other);
    }
    for (std::size_t i = 0; i < 32; ++i) {
        hall::Key key = hall_key();
        key.bytes[i] ^= 0x80;
        add(key, said);
    }
    CHECK(all.insert(hall::enrolled_proof(hall_key(), said, 4, {12}, hall_key())).second);
    CHECK(all.insert(hall::enrolled_proof(hall_key(), said, 3, {13}, hall_key())).second);
}

TEST_CASE("proofs are compared whole") {
    const std::string proof = hall::peer_proof(hall_key(), said);
    CHECK(hall::same(proof, proof));
    for (std::size_t i = 0; i < proof.size(); ++i) {
        std::string other = proof;
        other[i] = other[i] == '0' ? '1' : '0';
        CHECK_FALSE(hall::same(other, proof));
    }
    CHECK_FALSE(hall::same("", proof));
    CHECK_FALSE(hall::same(proof.substr(1), proof));
    CHECK_FALSE(hall::same(proof + "0", proof));
}

TEST_CASE("keys of devices and codes belong to one hall, one log, one device") {
    hall::Key other_hall = hall_key();
    other_hall.bytes[31] ^= 1;
    std::set<std::string> keys;
    std::set<std::string> codes;
    for (const hall::Key& hall : {hall_key(), other_hall})
        for (const char* log : {"a", "b"})
            for (std::uint32_t device = 1; device <= 200; ++device) {
                keys.insert(hall::hex_of(hall::device_key(hall, log, device)));
                const std::string code = hall::enrolment_code(hall, log, device);
                CHECK(code.size() == 9);
                CHECK(hall::code_from(code) == code.substr(0, 4) + code.substr(5));
                codes.insert(code);
            }
    CHECK(keys.size() == 800);
    CHECK(codes.size() == 800);
}

TEST_CASE("a code is read as people type it") {
    CHECK(hall::code_from("k7qm-2xrd") == "K7QM2XRD");
    CHECK(hall::code_from(" K7QM 2XRD ") == "K7QM2XRD");
    CHECK(hall::code_from("oIl0-0000") == "01100000");
    for (const char* wrong :
         {"", "K7QM-2XR", "K7QM-2XRDA", "K7QM-2XRU", "K7QM/2XRD", "K7QM-2XR\xC3\xB6"})
        CHECK_FALSE(hall::code_from(wrong));
}

TEST_CASE("a key is 64 hexadecimal digits") {
    const std::string digits = hall::hex_of(hall_key());
    CHECK(hall::key_from(digits) == hall_key());
    std::string upper = digits;
    for (char& c : upper)
        if (c >= 'a') c = static_cast<char>(c - 'a' + 'A');
    CHECK(hall::key_from(upper) == hall_key());
    CHECK_FALSE(hall::key_from(digits.substr(1)));
    CHECK_FALSE(hall::key_from(digits + "0"));
    CHECK_FALSE(hall::key_from("x" + digits.substr(1)));
    CHECK_FALSE(hall::key_from(""));
}

TEST_CASE("a caller believes only a clockd that has proved the key") {
    hall::Caller caller("arbiterd", "office", hall_key());
    hall::Introduction i{"arbiterd", "office", 0, "log-1", peer_nonce, clockd_nonce};
    const auto challenge = [&](const std::string& proof) {
        return wire::Challenge{clockd_nonce, "log-1", proof};
    };
    const wire::Hello hello = caller.hello(peer_nonce);
    CHECK(hello.nonce == peer_nonce);
    CHECK_FALSE(caller.believes());
    CHECK_FALSE(caller.answer(challenge("")));
    CHECK_FALSE(caller.answer(challenge(hall::peer_proof(hall_key(), i))));  // sent back to us
    hall::Introduction elsewhere = i;
    elsewhere.log = "log-2";
    CHECK_FALSE(caller.answer(challenge(hall::clockd_proof(hall_key(), elsewhere))));
    CHECK_FALSE(caller.believes());
    const std::string right = hall::clockd_proof(hall_key(), i);
    CHECK_FALSE(caller.answer({"short", "log-1", right}));
    const auto proof = caller.answer(challenge(right));
    REQUIRE(proof);
    CHECK(proof->proof == hall::peer_proof(hall_key(), i));
    CHECK(caller.believes());

    caller.hello(std::string(64, '7'));  // another link: what was proved there counts no more
    CHECK_FALSE(caller.believes());
    CHECK_FALSE(caller.answer(challenge(right)));
}

TEST_CASE("a caller without a key proves nothing and asks for no proof") {
    hall::Caller caller("display", "wall", std::nullopt);
    CHECK(caller.hello(peer_nonce).nonce.empty());
    CHECK(caller.believes());
    CHECK_FALSE(caller.answer({clockd_nonce, "log-1", std::string(64, '0')}));
}
