// Proofs, codes and keys against vectors made without our code (docs/protocol.md has them, and
// tests/e2e/door.py is a second implementation), and against everything that must not match.
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "common/auth/caller.hpp"
#include "common/auth/proof.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;

namespace {

auth::Key hall_key() {
    auth::Key key;
    for (std::size_t i = 0; i < key.bytes.size(); ++i) key.bytes[i] = static_cast<unsigned char>(i);
    return key;
}

const std::string peer_nonce(64, '1');
const std::string clockd_nonce(64, '2');
const auth::Introduction said{"device", "board 12", 3, "hall-1-log", peer_nonce, clockd_nonce};

using Change = std::function<void(auth::Introduction&)>;
const std::vector<Change> changes{
    [](auth::Introduction& i) { i.role = "arbiter"; },
    [](auth::Introduction& i) { i.name = "board 1"; },
    [](auth::Introduction& i) { i.device = 4; },
    [](auth::Introduction& i) { i.log = "hall-2-log"; },
    [](auth::Introduction& i) { i.peer_nonce.back() = '3'; },
    [](auth::Introduction& i) { i.clockd_nonce.front() = '3'; },
    [](auth::Introduction& i) { std::swap(i.peer_nonce, i.clockd_nonce); },
    [](auth::Introduction& i) { i.role += i.name, i.name.clear(); },
};

}  // namespace

TEST_CASE("the vectors of the protocol's page") {
    const auth::Key key = auth::device_key(hall_key(), "hall-1-log", 3);
    CHECK(auth::hex_of(key) == "35f27d02aa7443a3bb71d1da6bf0291bb414a79c9b5913630fb27f4f51c30dad");
    CHECK(auth::key_id(key) == "683a2d55ae5909b6");
    CHECK(auth::peer_proof(key, said) ==
          "d0b93dae22063310e62b75f82a30c9d5fc1fc52a600fb39effadafd889fea83d");
    CHECK(auth::clockd_proof(key, said) ==
          "0dae76f60eacbf7e530460d80adfb4e52576919e7695b77db815e7f14f4066a8");
    CHECK(auth::enrolment_code(hall_key(), "hall-1-log", 3) == "3-4SVQ-941D-9YSM");
    const auth::Key code = auth::stretched({3, "4SVQ941D9YSM"}, "hall-1-log");
    CHECK(auth::code_proof(code, said) ==
          "9b8da9ca05af64acc9a3ebbcd32321068f98e3bd81a4143ab051a8c45ec4b68d");
    const auth::Key sealed = auth::sealed(code, said, key);
    CHECK(auth::hex_of(sealed) ==
          "6fdbed981462fd4bf57d6a2f303f2cc69fb653228956518778a359bdab23072b");
    CHECK(auth::sealed(code, said, sealed) == key);
    CHECK(auth::enrolled_proof(code, said, 3, {12}, sealed) ==
          "39c9589aa806654abaa83820321e251025c3558abef230a7c05cb31cab77d058");
}

TEST_CASE("the vectors of roles and of TLS") {
    const auth::Key office = auth::role_key(hall_key(), "arbiterd");
    CHECK(auth::hex_of(office) ==
          "7d6878a63716d093a6278a45a58a58695fb421348cdc8948309f1d552f08cfad");
    CHECK(auth::hex_of(auth::tls_key(office)) ==
          "38217a139f3737d7e9e1ccf9917c52bacb92ba336b6439bacb693bf9e63f196f");
    CHECK(auth::hex_of(auth::role_key(hall_key(), "display")) ==
          "a020ae98aa696dc33cdaba220ba28f819cf66e4912eca0d04ee0db588355d99f");
    CHECK(auth::hex_of(auth::tls_key(auth::device_key(hall_key(), "hall-1-log", 3))) ==
          "d242cb41d10ec799fdfbd833c399f3a5763dce6f9beab3ce8b87aec3287f6a70");
    CHECK(auth::peer_proof(office, {"arbiterd", "arbiterd", 0, "hall-1-log", peer_nonce,
                                    clockd_nonce}) ==
          "74648cfab89fcecde3b8c94c60c4f6bf421997f628562c0c7c8cd3211ca789b6");
}

TEST_CASE("names for TLS are read as they are written, and nothing else") {
    for (const auth::Name& name : {auth::Name{"arbiterd", 0}, {"device", 0}, {"device", 4096}})
        CHECK(auth::name_from(auth::tls_identity(name)) == name);
    CHECK(auth::tls_identity({"device", 3}) == "device/3");
    for (const char* wrong : {"", "/", "/3", "device/", "device/0", "device/-1", "device/3x",
                              "device/3/3", "device/99999999999", "device/ 3"})
        CHECK_FALSE(auth::name_from(wrong));
}

TEST_CASE("a proof fits one introduction, one key and one purpose") {
    std::set<std::string> all;
    const auto add = [&](const auth::Key& key, const auth::Introduction& i) {
        CHECK(all.insert(auth::peer_proof(key, i)).second);
        CHECK(all.insert(auth::clockd_proof(key, i)).second);
        CHECK(all.insert(auth::code_proof(key, i)).second);
        CHECK(all.insert(auth::enrolled_proof(key, i, 3, {12}, key)).second);
    };
    add(hall_key(), said);
    for (const Change& change : changes) {
        auth::Introduction other = said;
        change(other);
        add(hall_key(), other);
    }
    for (std::size_t i = 0; i < 32; ++i) {
        auth::Key key = hall_key();
        key.bytes[i] ^= 0x80;
        add(key, said);
    }
    CHECK(all.insert(auth::enrolled_proof(hall_key(), said, 4, {12}, hall_key())).second);
    CHECK(all.insert(auth::enrolled_proof(hall_key(), said, 3, {13}, hall_key())).second);
}

TEST_CASE("proofs are compared whole") {
    const std::string proof = auth::peer_proof(hall_key(), said);
    CHECK(auth::same(proof, proof));
    for (std::size_t i = 0; i < proof.size(); ++i) {
        std::string other = proof;
        other[i] = other[i] == '0' ? '1' : '0';
        CHECK_FALSE(auth::same(other, proof));
    }
    CHECK_FALSE(auth::same("", proof));
    CHECK_FALSE(auth::same(proof.substr(1), proof));
    CHECK_FALSE(auth::same(proof + "0", proof));
}

TEST_CASE("keys of devices and codes belong to one hall, one log, one device") {
    auth::Key other_hall = hall_key();
    other_hall.bytes[31] ^= 1;
    std::set<std::string> keys;
    std::set<std::string> codes;
    for (const auth::Key& hall : {hall_key(), other_hall})
        for (const char* log : {"a", "b"})
            for (std::uint32_t device = 1; device <= 200; ++device) {
                keys.insert(auth::hex_of(auth::device_key(hall, log, device)));
                const std::string code = auth::enrolment_code(hall, log, device);
                const std::string letters = code.substr(code.find('-') + 1);
                CHECK(letters.size() == 14);
                CHECK(auth::code_from(code) ==
                      auth::Code{device, letters.substr(0, 4) + letters.substr(5, 4) +
                                             letters.substr(10)});
                codes.insert(code);
            }
    CHECK(keys.size() == 800);
    CHECK(codes.size() == 800);
}

TEST_CASE("a code is read as people type it") {
    CHECK(auth::code_from("3-k7qm-2xrd-9abc") == auth::Code{3, "K7QM2XRD9ABC"});
    CHECK(auth::code_from(" 12 K7QM 2XRD 9ABC ") == auth::Code{12, "K7QM2XRD9ABC"});
    CHECK(auth::code_from("12K7QM2XRD9ABC") == auth::Code{12, "K7QM2XRD9ABC"});
    CHECK(auth::code_from("l0-oIl0-0000-0000") == auth::Code{10, "011000000000"});
    for (const char* wrong :
         {"", "K7QM-2XRD-9ABC", "3-K7QM-2XRD-9AB", "3-K7QM-2XRD-9ABCD", "0-K7QM-2XRD-9ABC",
          "3-K7QM-2XRD-9ABU", "3/K7QM-2XRD-9ABC", "3-K7QM-2XRD-9AB\xC3\xB6",
          "99999999999-K7QM-2XRD-9ABC"})
        CHECK_FALSE(auth::code_from(wrong));
}

TEST_CASE("a key is 64 hexadecimal digits") {
    const std::string digits = auth::hex_of(hall_key());
    CHECK(auth::key_from(digits) == hall_key());
    std::string upper = digits;
    for (char& c : upper)
        if (c >= 'a') c = static_cast<char>(c - 'a' + 'A');
    CHECK(auth::key_from(upper) == hall_key());
    CHECK_FALSE(auth::key_from(digits.substr(1)));
    CHECK_FALSE(auth::key_from(digits + "0"));
    CHECK_FALSE(auth::key_from("x" + digits.substr(1)));
    CHECK_FALSE(auth::key_from(""));
}

TEST_CASE("a caller believes only a clockd that has proved the key") {
    auth::Caller caller("arbiterd", "office", hall_key());
    auth::Introduction i{"arbiterd", "office", 0, "log-1", peer_nonce, clockd_nonce};
    const auto challenge = [&](const std::string& proof) {
        return wire::Challenge{clockd_nonce, "log-1", proof};
    };
    const wire::Hello hello = caller.hello(peer_nonce);
    CHECK(hello.nonce == peer_nonce);
    CHECK_FALSE(caller.believes());
    CHECK_FALSE(caller.answer(challenge("")));
    CHECK_FALSE(caller.answer(challenge(auth::peer_proof(hall_key(), i))));  // sent back to us
    auth::Introduction elsewhere = i;
    elsewhere.log = "log-2";
    CHECK_FALSE(caller.answer(challenge(auth::clockd_proof(hall_key(), elsewhere))));
    CHECK_FALSE(caller.believes());
    const std::string right = auth::clockd_proof(hall_key(), i);
    CHECK_FALSE(caller.answer({"short", "log-1", right}));
    const auto proof = caller.answer(challenge(right));
    REQUIRE(proof);
    CHECK(proof->proof == auth::peer_proof(hall_key(), i));
    CHECK(caller.believes());

    caller.hello(std::string(64, '7'));  // another link: a proof on the first one no longer counts
    CHECK_FALSE(caller.believes());
    CHECK_FALSE(caller.answer(challenge(right)));
}

TEST_CASE("a caller with a device's key names its device") {
    const std::uint32_t number = 7;
    auth::Caller caller("device", "tablet", hall_key(), number);
    CHECK(caller.hello(peer_nonce).device == number);
    const auth::Introduction i{"device", "tablet", number, "log-1", peer_nonce, clockd_nonce};
    CHECK(caller.answer({clockd_nonce, "log-1", auth::clockd_proof(hall_key(), i)}));
}

TEST_CASE("a caller without a key proves nothing and asks for no proof") {
    auth::Caller caller("display", "wall", std::nullopt);
    CHECK(caller.hello(peer_nonce).nonce.empty());
    CHECK(caller.believes());
    CHECK_FALSE(caller.answer({clockd_nonce, "log-1", std::string(64, '0')}));
}

TEST_CASE("over TLS a caller proves nothing once more, and answers no challenge") {
    auth::Caller caller("arbiterd", "office", hall_key(), 0, auth::Carrier::tls);
    CHECK(caller.hello(peer_nonce).nonce.empty());
    CHECK(caller.believes());
    const auth::Introduction i{"arbiterd", "office", 0, "log-1", peer_nonce, clockd_nonce};
    CHECK_FALSE(caller.answer({clockd_nonce, "log-1", auth::clockd_proof(hall_key(), i)}));
}

TEST_CASE("no role's key follows from another's, or from another hall's") {
    std::set<std::string> keys{auth::hex_of(hall_key())};
    auth::Key other = hall_key();
    other.bytes[0] ^= 1;
    for (const auth::Key& hall : {hall_key(), other})
        for (const char* role : {"arbiterd", "arbiter", "display", "device"}) {
            const auth::Key own = auth::role_key(hall, role);
            CHECK(keys.insert(auth::hex_of(own)).second);
            CHECK(keys.insert(auth::hex_of(auth::tls_key(own))).second);
            CHECK(keys.insert(auth::hex_of(auth::device_key(hall, role, 1))).second);
        }
}
