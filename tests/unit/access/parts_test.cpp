// Roles, secrets, passwords, waits, headers: the parts of access.
#include <set>

#include "arbiterd/access/headers.hpp"
#include "arbiterd/access/identity.hpp"
#include "arbiterd/access/limits.hpp"
#include "arbiterd/access/passwords.hpp"
#include "arbiterd/access/secrets.hpp"
#include "arbiterd/access/throttle.hpp"
#include "arbiterd/game/state/clock_words.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::access;

static_assert(Roles(Role::device).contains(Role::device));
static_assert(!Roles().contains(Role::public_viewer));
static_assert((Role::arbiter | Role::device) == (Role::device | Role::arbiter));
static_assert(!arbiters.contains(Role::pairing_program));

TEST_CASE("every role has a name, and names come back") {
    std::set<std::string_view> names;
    for (const auto& [role, text] : role_names) {
        CHECK(name(role) == text);
        CHECK(role_named(text) == role);
        CHECK(everybody.contains(role));
        names.insert(text);
    }
    CHECK(names.size() == role_names.size());
    CHECK_FALSE(role_named("Arbiter"));
    CHECK_FALSE(role_named(""));
}

TEST_CASE("a role may what the route says, and nothing follows from another role") {
    Identity somebody;
    CHECK(may(somebody, everybody));
    CHECK_FALSE(may(somebody, arbiters));
    somebody.role = Role::chief_arbiter;
    CHECK(may(somebody, arbiters));
    CHECK_FALSE(may(somebody, Role::arbiter));
}

TEST_CASE("sectors limit an arbiter to their boards as the event has them now") {
    wire::EventInfo info;
    info.sectors = {{"A", "", {1}, {10}}, {"B", "", {11}, {20}}, {"A", "", {31}, {31}}};
    Identity arbiter{.role = Role::arbiter, .name = "Anna", .id = {}, .sectors = {}, .event = {},
                     .session = {}};
    CHECK(may_board(arbiter, info, Board{99}));
    arbiter.sectors = {"A", "C"};
    for (const std::uint32_t board : {1U, 10U, 31U}) CHECK(may_board(arbiter, info, Board{board}));
    for (const std::uint32_t board : {0U, 11U, 30U, 32U})
        CHECK_FALSE(may_board(arbiter, info, Board{board}));
    info.sectors.clear();
    CHECK_FALSE(may_board(arbiter, info, Board{1}));
}

TEST_CASE("an arbiter acts in their own sectors; one without sectors acts in all") {
    Identity arbiter{.role = Role::arbiter, .name = "Anna", .id = {}, .sectors = {}, .event = {},
                     .session = {}};
    CHECK(may_sector(arbiter, "A"));
    CHECK(may_sector(arbiter, ""));  // the whole hall
    arbiter.sectors = {"A", "C"};
    CHECK(may_sector(arbiter, "A"));
    CHECK(may_sector(arbiter, "C"));
    CHECK_FALSE(may_sector(arbiter, "B"));
    CHECK_FALSE(may_sector(arbiter, ""));
}

TEST_CASE("a token of one event is no use in another") {
    Identity program{.role = Role::pairing_program, .name = {}, .id = {}, .sectors = {},
                     .event = "open-2026", .session = {}};
    CHECK(may_event(program, "open-2026"));
    CHECK_FALSE(may_event(program, "open-2027"));
    CHECK_FALSE(may_event(program, ""));
    program.event.clear();
    CHECK(may_event(program, "open-2027"));
}

TEST_CASE("who vouches names anybody, others themselves alone") {
    Identity who{.role = Role::arbiter, .name = "Anna Berg", .id = {}, .sectors = {}, .event = {},
                 .session = {}};
    CHECK(acting_as(who, "") == "Anna Berg");
    CHECK(acting_as(who, "Anna Berg") == "Anna Berg");
    CHECK(acting_as(who, "Bo Dahl").error().code == "acts_for_another");
    who.vouches_for_others = true;
    CHECK(acting_as(who, "Bo Dahl") == "Bo Dahl");
    CHECK(acting_as(who, " Bo Dahl ") == "Bo Dahl");
    for (const char* nobody : {"", " ", "\xC2\xA0", "\xE2\x80\x8B"})
        CHECK(acting_as(who, nobody).error().status == 422);
}

TEST_CASE("nobody decides under a name that the record has for a player, a board or a program") {
    Identity who{.role = Role::arbiter, .name = "owner", .id = {}, .vouches_for_others = true,
                 .sectors = {}, .event = {}, .session = {}};
    for (const game::Actor actor :
         {game::Actor::white, game::Actor::black, game::Actor::device, game::Actor::boards,
          game::Actor::arbiterd, game::Actor::clockd})
        CHECK(acting_as(who, game::name(actor)).error().code == "bad_name");
    CHECK(acting_as(who, "Arbiterd").error().code == "bad_name");
    CHECK(acting_as(who, "Whitehead") == "Whitehead");
}

TEST_CASE("base64url as RFC 4648 has it, without padding, in one spelling only") {
    const std::pair<const char*, const char*> known[] = {
        {"", ""}, {"f", "Zg"}, {"fo", "Zm8"}, {"foo", "Zm9v"}, {"foob", "Zm9vYg"},
        {"fooba", "Zm9vYmE"}, {"foobar", "Zm9vYmFy"}, {"\xfb\xff", "-_8"}};
    for (const auto& [bytes, text] : known) {
        CHECK(base64url(bytes) == text);
        CHECK(from_base64url(text) == bytes);
    }
    for (const char* bad : {"Zh", "Z", "Zg==", "Zm9", "Zm+v", "Zm 9", "Zm9vY"})
        CHECK_FALSE(from_base64url(bad));
}

TEST_CASE("a token is read as it was written, and nothing else is a token") {
    const Token token{"0123456789", fresh_secret()};
    const std::string text = token.text();
    CHECK(text.size() == 57);
    const auto read = parse_token(text);
    REQUIRE(read);
    CHECK(read->id == token.id);
    CHECK(read->secret == token.secret);
    CHECK(contains_token("/api?access_token=" + text + "&x=1"));
    CHECK_FALSE(contains_token("/api/ff_0123456789/" + text.substr(0, 40)));
    for (std::size_t i = 0; i < text.size(); ++i) {
        CHECK_FALSE(parse_token(text.substr(0, i)));
        std::string changed = text;
        changed[i] = '.';
        CHECK_FALSE(parse_token(changed));
    }
    CHECK_FALSE(parse_token(text + "A"));
    CHECK(fresh_secret() != fresh_secret());
}

TEST_CASE("passwords are counted in code points, PINs in digits") {
    CHECK(password_fault("123456789", "Anna"));
    CHECK_FALSE(password_fault("1234567x90", "Anna"));
    CHECK(password_fault("äöüäöüäöü", "Anna"));       // 9 characters in 18 bytes
    CHECK_FALSE(password_fault("äöüßäöüäö€", "Anna"));
    CHECK_FALSE(password_fault("♔♕♖♗♘♙♚♛♜😀", "Anna"));
    const std::string words = "words that are none and ";
    std::string longest;
    while (longest.size() < limits::password_bytes) longest += words;
    longest.resize(limits::password_bytes - 1);
    CHECK_FALSE(password_fault(longest + "!", "Anna"));
    CHECK(password_fault(longest + "!!", "Anna"));
    for (const char* bad : {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "123456789\xc3",
                            "123456789\xed\xa0\x80", "123456789\xf4\x90\x80\x80",
                            "123456789\xc0\x80", "123456789\xe0\x80\x80"})
        CHECK(password_fault(bad, "Anna"));
    for (const char* good : {"4711", "0815", "73519264"}) CHECK_FALSE(pin_fault(good));
    for (const char* bad : {"", "123", "123456789", "12a4", "12 4", "-123", "١٢٣٤"}) {
        CHECK(pin_fault(bad));
        CHECK(pin_shape_fault(bad));
    }
}

TEST_CASE("what is guessed first is no secret, and the reason is said") {
    for (const char* bad :
         {"1234567890", "0987654321", "0000000000", "abcabcabcabc", "aaaaaaaaab", "qwertyuiop",
          "QWERTZuiop", "abcdefghij", "Password123", "passwort2026!", "!!Flagfall1",
          "chess12345678", "qwerty123456", "Anna Berg!", "anna berg ", "ANNA BERG 2026",
          "1212121212", "asdfghjkl;1", "contrasena2026", "2026arbiter!"}) {
        INFO(bad);
        const auto fault = password_fault(bad, "Anna Berg");
        REQUIRE(fault);
        CHECK(fault->starts_with("the password "));
    }
    for (const char* good : {"correct horse battery", "a long enough password", "wetter hahn 9",
                             "pawn takes queen", "Berg Anna liest"}) {
        INFO(good);
        CHECK_FALSE(password_fault(good, "Anna Berg"));
    }
    for (const char* bad : {"0000", "1234", "4321", "0123", "7890", "1212", "123123", "12345678",
                            "99999999", "2580"}) {
        INFO(bad);
        CHECK(pin_fault(bad));
        CHECK_FALSE(pin_shape_fault(bad));  // a PIN that was typed is compared nevertheless
    }
}

TEST_CASE("limits to an event and to sectors hold for every reach of an act") {
    wire::EventInfo info;
    info.sectors = {{"A", "", {1}, {10}}, {"B", "", {11}, {20}}};
    const auto room = [&](const Identity& who, Reach reach, const char* event,
                          std::uint32_t board) {
        return within_reach(who, reach, {event, &info, Board{board}}).has_value();
    };
    Identity somebody{.role = Role::arbiter, .name = "Anna", .id = {}, .sectors = {}, .event = {},
                      .session = {}};
    for (const Reach reach : {Reach::office, Reach::event, Reach::hall, Reach::board})
        CHECK(room(somebody, reach, "open", 99));
    somebody.event = "open";
    CHECK_FALSE(room(somebody, Reach::office, "open", 1));
    CHECK_FALSE(room(somebody, Reach::office, "", 1));
    for (const Reach reach : {Reach::event, Reach::hall, Reach::board}) {
        CHECK(room(somebody, reach, "open", 1));
        CHECK_FALSE(room(somebody, reach, "other", 1));
        CHECK_FALSE(room(somebody, reach, "", 1));
    }
    somebody.event.clear();
    somebody.sectors = {"A"};
    CHECK_FALSE(room(somebody, Reach::office, "open", 1));
    CHECK(room(somebody, Reach::event, "open", 1));
    CHECK_FALSE(room(somebody, Reach::hall, "open", 1));
    CHECK(room(somebody, Reach::board, "open", 10));
    CHECK_FALSE(room(somebody, Reach::board, "open", 11));
    // Nothing is known about the event: they have no rights to it.
    CHECK_FALSE(within_reach(somebody, Reach::board, {"open", nullptr, Board{1}}));
}

TEST_CASE("names are text that a list can show") {
    for (const char* good : {"Anna Berg", "王", "O'Neil, Bo"}) CHECK_FALSE(name_fault(good));
    for (const std::string& bad : {std::string(), std::string("a\nb"), std::string(" a"),
                                  std::string("a "), std::string("a\x7f"), std::string("\xc3"),
                                  std::string("a\0b", 3), std::string(129, 'a')})
        CHECK(name_fault(bad));
}

TEST_CASE("a password is kept as argon2id with a salt of its own") {
    const HashCost cheap{.memory_kib = 8, .passes = 1, .lanes = 1};
    const auto one = hash_password("1234567890", cheap);
    const auto two = hash_password("1234567890", cheap);
    REQUIRE((one && two));
    CHECK(one->starts_with("$argon2id$v=19$m=8,t=1,p=1$"));
    CHECK(*one != *two);
    CHECK(verify_password(*one, "1234567890") == Verdict::right);
    CHECK(verify_password(*two, "1234567890") == Verdict::right);
    CHECK(verify_password(*one, "1234567891") == Verdict::wrong);
    CHECK(verify_password(*one, "") == Verdict::wrong);
    CHECK(verify_password("", "") == Verdict::wrong);
    CHECK(verify_password("rubbish", "1234567890") == Verdict::wrong);
    const auto full = hash_password("1234567890", {});
    REQUIRE(full);
    CHECK(full->starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
    CHECK(verify_password(*full, "1234567890") == Verdict::right);
}

TEST_CASE("a password counts as the same with composed letters and other spaces (RFC 8265)") {
    const HashCost cheap{.memory_kib = 8, .passes = 1, .lanes = 1};
    const auto kept = hash_password("wetter hahn k\u00e4se", cheap);
    REQUIRE(kept);
    CHECK(verify_password(*kept, "wetter hahn ka\u0308se") == Verdict::right);
    for (const char* space : {"\u00a0", "\u1680", "\u2000", "\u2003", "\u200a", "\u202f", "\u205f",
                              "\u3000"}) {
        INFO(space);
        CHECK(verify_password(*kept, std::string("wetter") + space + "hahn k\u00e4se") ==
              Verdict::right);
    }
    for (const char* none : {"\u1fff", "\u200b", "\u2028", "\u3001", "\t", ""}) {
        INFO(none);
        CHECK(verify_password(*kept, std::string("wetter") + none + "hahn k\u00e4se") ==
              Verdict::wrong);
    }
}

TEST_CASE("the first failures are free, then the wait doubles to its longest") {
    Throttle throttle;
    const std::int64_t noon = 1'800'000'000'000;
    std::vector<std::uint32_t> waits;
    for (int i = 0; i < 15; ++i) {
        throttle.failed("a", noon);
        waits.push_back(throttle.wait_s("a", noon).value_or(0));
    }
    CHECK(waits == std::vector<std::uint32_t>{0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300,
                                              300});
    CHECK_FALSE(throttle.wait_s("b", noon));
    CHECK(throttle.wait_s("a", noon + 999) == 300);  // rounded up
    CHECK(throttle.wait_s("a", noon + 299'001) == 1);
    CHECK_FALSE(throttle.wait_s("a", noon + 300'000));
    CHECK(throttle.wait_s("a", noon - 1'000'000'000) == 300);  // the wall clock was set back
    SECTION("success forgets them") {
        CHECK(throttle.succeeded("a"));
        CHECK_FALSE(throttle.succeeded("a"));
        CHECK(throttle.failed("a", noon).count == 1);
    }
    SECTION("so does a day without") {
        CHECK(throttle.failed("a", noon + limits::failures_kept_ms).count == 16);
        CHECK(throttle.failed("a", noon + 2 * limits::failures_kept_ms + 1).count == 1);
    }
    SECTION("never an overflow") {
        throttle.restore("a", {4'000'000'000U, noon});
        CHECK(throttle.wait_s("a", noon) == 300);
    }
}

TEST_CASE("however many names are tried, memory is bounded and who failed most is remembered") {
    Throttle throttle(8);
    for (int i = 0; i < 6; ++i) throttle.failed("anna", 1000);
    for (int i = 0; i < 1000; ++i) throttle.failed("name " + std::to_string(i), 2000 + i);
    CHECK(throttle.size() == 8);
    CHECK(throttle.failed("anna", 4000).count == 7);
    CHECK(throttle.failed("name 999", 4000).count == 2);
    CHECK(throttle.failed("name 1", 4000).count == 1);
}

TEST_CASE("cookies are found by their whole name") {
    net::Request request;
    CHECK_FALSE(cookie(request, "a"));
    request.headers = {{"Cookie", "aa=1; a=2;b=3=4 ;c; a=5"}};
    CHECK(cookie(request, "a") == "2");
    CHECK(cookie(request, "b") == "3=4 ");
    CHECK_FALSE(cookie(request, "c"));
    CHECK(set_cookie(cookie_name(false), "x", 60, false) ==
          "flagfall_session=x; Path=/; HttpOnly; SameSite=Strict; Max-Age=60");
    CHECK(set_cookie(cookie_name(true), "x", 60, true) ==
          "__Host-flagfall_session=x; Path=/; HttpOnly; SameSite=Strict; Max-Age=60; Secure");
}
