// Log-in, sessions and PINs.
#include <sys/stat.h>

#include "arbiterd/access/limits.hpp"
#include "tests/unit/access/kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

std::size_t audited(Office& office, const std::string& what, const std::string& outcome) {
    std::size_t count = 0;
    const auto lines = office.file().audit(1000);
    REQUIRE(lines);
    for (const AuditLine& line : *lines)
        if (line.what == what && line.outcome == outcome) ++count;
    return count;
}

}  // namespace

TEST_CASE("a person who has logged in is known by their cookie and key") {
    Office office;
    const std::string id = office.add("Anna Berg", Role::arbiter, {"A"});
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    const Identity anna = office.who(request("GET", browser_of(*session)));
    CHECK(anna == session->identity);
    CHECK(anna.role == Role::arbiter);
    CHECK(anna.name == "Anna Berg");
    CHECK(anna.id == id);
    CHECK(anna.sectors == std::vector<std::string>{"A"});
    CHECK(anna.by_cookie);
    CHECK(anna.needs_pin);
    CHECK_FALSE(anna.vouches_for_others);
}

TEST_CASE("a session's cookie is for the browser alone, and lasts a week") {
    Office office;
    office.add("Anna Berg");
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    CHECK(session->expires_ms == noon + 7 * 24 * hour);
    CHECK(session->set_cookie.contains("HttpOnly"));
    CHECK_FALSE(session->set_cookie.contains(session->key));
}

TEST_CASE("who has logged out is nobody, and both are in the audit") {
    Office office;
    office.add("Anna Berg");
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    REQUIRE(office.access().log_out(session->identity, "192.0.2.1:40000", office.now));
    CHECK(office.who(request("GET", browser_of(*session))) == Identity{});
    CHECK(office.access().clear_cookie().contains("=; "));
    CHECK(audited(office, "log_in", "ok") == 1);
    CHECK(audited(office, "session.end", "log_out") == 1);
}

TEST_CASE("wrong password, unknown name, no password, disabled: one answer after the same work") {
    Office office;
    office.add("Anna Berg");
    REQUIRE(office.file().add_person({"No Password", Role::arbiter, {}}, chief, noon));
    const std::string gone = office.add("Gone");
    REQUIRE(office.file().set_disabled(gone, true, chief, noon));
    std::vector<Denied> answers;
    const auto attempt = [&](const std::string& name, const std::string& password) {
        const auto before = office.access().counts().verifications;
        const auto answer = office.log_in(name, password, "192.0.2.7:1");
        REQUIRE_FALSE(answer);
        answers.push_back(answer.error());
        CHECK(office.access().counts().verifications == before + 1);
        office.now += hour;
    };
    attempt("Anna Berg", "not this one!");
    attempt("Nobody Here", "not this one!");
    attempt("No Password", "");
    attempt("Gone", good_password);
    attempt("", "");
    for (const Denied& answer : answers) CHECK(answer == answers[0]);
    CHECK(answers[0].status == 401);
    CHECK(answers[0].code == "wrong_login");
    CHECK(audited(office, "log_in", "wrong") == 5);
    CHECK(office.access().counts().refused == 5);
}

TEST_CASE("what is too long to be a password is wrong without work") {
    Office office;
    const auto answer = office.log_in("Anna Berg", std::string(limits::password_bytes + 1, 'a'));
    CHECK(answer.error().code == "wrong_login");
    CHECK(office.log_in(std::string(500, 'a')).error().code == "wrong_login");
    CHECK(office.access().counts().verifications == 0);
}

TEST_CASE("failures in a name make everybody wait, known and unknown names alike") {
    Office office;
    office.add("Anna Berg");
    for (const std::string name : {"Anna Berg", "Nobody Here"}) {
        INFO(name);
        for (int i = 0; i < 4; ++i) {
            const std::string peer = "198.51.100." + std::to_string(i) + ":1";  // always new
            CHECK(office.log_in(name, "not this one!", peer).error().status == 401);
        }
        const auto before = office.access().counts().verifications;
        const auto answer = office.log_in(name, good_password, "203.0.113.5:1");
        REQUIRE_FALSE(answer);
        CHECK(answer.error().status == 429);
        CHECK(answer.error().code == "too_many_failures");
        CHECK(answer.error().retry_after_s == 1);
        CHECK(office.access().counts().verifications == before);
    }
    office.now += second;
    CHECK(office.log_in("Anna Berg", good_password, "203.0.113.5:1"));
    for (int i = 0; i < 4; ++i) {  // counted from zero again
        const std::string peer = "198.51.100." + std::to_string(100 + i) + ":1";
        CHECK(office.log_in("Anna Berg", "not this one!", peer).error().status == 401);
    }
}

TEST_CASE("failures from one address make it wait, whatever names it tries") {
    Office office;
    office.add("Anna Berg");
    for (int i = 0; i < 4; ++i)
        CHECK(office.log_in("name " + std::to_string(i), "not this one!").error().status == 401);
    CHECK(office.log_in("Anna Berg").error().status == 429);
    CHECK(office.log_in("Anna Berg", good_password, "192.0.2.2:1"));
    office.now += second;
    CHECK(office.log_in("Anna Berg"));
}

TEST_CASE("nobody keeps an arbiter out at the machine they work at") {
    Office office;
    office.add("Anna Berg");
    const std::string desk = "192.0.2.50:1";
    REQUIRE(office.log_in("Anna Berg", good_password, desk));
    for (int i = 0; i < 10; ++i) {
        (void)office.log_in("Anna Berg", "not this one!",
                            "198.51.100." + std::to_string(i) + ":1");
        office.now += 5 * minute;
    }
    (void)office.log_in("Anna Berg", "not this one!", "198.51.100.99:1");
    CHECK(office.log_in("Anna Berg", good_password, "192.0.2.51:1").error().status == 429);
    CHECK(office.log_in("Anna Berg", good_password, desk));
}

TEST_CASE("many attempts at once gain nothing") {
    Office office;
    office.add("Anna Berg");
    int answered = 0;
    int waited = 0;
    for (int i = 0; i < 20; ++i)
        office.access().log_in({"Anna Berg", "guess " + std::to_string(i), "192.0.2.1:1"},
                               office.now, [&](const std::expected<LoggedIn, Denied>& answer) {
                                   ++answered;
                                   if (answer.error().status == 429) ++waited;
                               });
    while (answered < 20) office.inbox.run_one();
    CHECK(waited == 16);
    CHECK(office.access().counts().verifications == 4);
}

TEST_CASE("a restart forgets no failure of a name or an address") {
    Office office;
    office.add("Anna Berg");
    for (int i = 0; i < 6; ++i) {
        office.now += 5 * second;
        (void)office.log_in("Anna Berg", "not this one!");
    }
    office.start();
    const auto of_name = office.log_in("Anna Berg", good_password, "203.0.113.5:1");
    REQUIRE_FALSE(of_name);
    CHECK(of_name.error().status == 429);
    CHECK(office.log_in("Bo Dahl").error().status == 429);
    office.now += 10 * second;
    CHECK(office.log_in("Anna Berg"));
    office.start();
    CHECK(office.log_in("Anna Berg", "not this one!").error().status == 401);
    CHECK(office.log_in("Anna Berg"));
}

TEST_CASE("a session ends after an idle day and after a week") {
    Office office;
    office.add("Anna Berg");
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    const auto role = [&] { return office.who(request("GET", browser_of(*session))).role; };
    office.now += 12 * hour - 1;
    CHECK(role() == Role::arbiter);
    office.now += 12 * hour - 1;  // counted from the last request
    CHECK(role() == Role::arbiter);
    SECTION("idle") {
        office.now += 12 * hour;
        CHECK(role() == Role::public_viewer);
    }
    SECTION("a week") {
        while (office.now < noon + 7 * 24 * hour - 6 * hour) {
            office.now += 6 * hour;
            CHECK(role() == Role::arbiter);
        }
        office.now = noon + 7 * 24 * hour;
        CHECK(role() == Role::public_viewer);
    }
}

TEST_CASE("a session is its cookie with its key; either alone is none") {
    Office office;
    office.add("Anna Berg");
    const auto session = office.log_in("Anna Berg");
    const auto other = office.log_in("Anna Berg");
    REQUIRE((session && other));
    const auto with = [&](const std::string& name, const std::string& value) {
        net::Headers headers = cookie_of(*session);
        headers.emplace_back(name, value);
        return headers;
    };
    const std::string named = "flagfall.session.";
    for (const std::string method : {"GET", "POST", "PUT", "PATCH", "DELETE"}) {
        const auto who = [&](const net::Headers& headers) {
            return office.who(request(method, headers));
        };
        CHECK(who(browser_of(*session)).name == "Anna Berg");
        CHECK(who(with("Sec-WebSocket-Protocol", "flagfall.changes, " + named + session->key))
                  .name == "Anna Berg");
        CHECK(who(with("Sec-WebSocket-Protocol", named + session->key)).name == "Anna Berg");
        CHECK(who(cookie_of(*session)) == Identity{});
        CHECK(who({{"X-Flagfall-Session", session->key}}) == Identity{});
        for (const std::string& wrong : {other->key, std::string(), session->key.substr(1),
                                         session->key + "A", std::string(43, 'A')}) {
            CHECK(who(with("X-Flagfall-Session", wrong)) == Identity{});
            CHECK(who(with("Sec-WebSocket-Protocol", named + wrong)) == Identity{});
        }
        CHECK(who(with("Sec-WebSocket-Protocol", session->key)) == Identity{});
    }
}

TEST_CASE("pages of other origins get nothing with a session") {
    Office office;
    office.add("Anna Berg");
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    for (const std::string method : {"POST", "PUT", "PATCH", "DELETE"}) {
        net::Headers foreign = browser_of(*session);
        foreign.emplace_back("Origin", "https://evil.example");
        CHECK(office.refusal(request(method, foreign)).code == "foreign_origin");
        net::Headers ours = browser_of(*session);
        ours.emplace_back("Origin", "http://hall.example:8080");
        CHECK(office.who(request(method, ours)).name == "Anna Berg");
        // Without a session, too: nobody can log somebody in from another site.
        CHECK(office.refusal(request(method, {{"Origin", "null"}})).status == 403);
    }
    net::Headers foreign = browser_of(*session);
    foreign.emplace_back("Origin", "https://evil.example");
    CHECK(office.refusal(request("GET", foreign)).code == "foreign_origin");
    CHECK(office.who(request("GET", {{"Origin", "https://evil.example"}})) == Identity{});
}

TEST_CASE("under TLS the cookie is another one, and the plain one is not looked at") {
    Office office({.tls = true, .origins = {}, .cost = {}});
    office.add("Anna Berg");
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    CHECK(session->set_cookie.starts_with("__Host-flagfall_session="));
    CHECK(session->set_cookie.ends_with("; Secure"));
    CHECK(office.who(request("GET", browser_of(*session))).name == "Anna Berg");
    net::Headers plain = browser_of(*session);
    plain[0].second = plain[0].second.substr(std::string("__Host-").size());
    CHECK(office.who(request("GET", plain)) == Identity{});
    net::Headers post = browser_of(*session);
    post.emplace_back("Origin", "http://hall.example:8080");
    CHECK(office.refusal(request("POST", post)).code == "foreign_origin");
}

TEST_CASE("disabling and a new password end sessions at once; a change counts at once") {
    Office office;
    const std::string id = office.add("Anna Berg");
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    const auto now_is = [&] { return office.who(request("GET", browser_of(*session))); };
    REQUIRE(office.file().change_person(id, {.name = {}, .role = Role::broadcaster, .sectors = {}},
                                        chief, noon));
    CHECK(now_is().role == Role::broadcaster);
    CHECK_FALSE(now_is().needs_pin);
    SECTION("disabled") {
        REQUIRE(office.file().set_disabled(id, true, chief, noon));
        CHECK(now_is() == Identity{});
        REQUIRE(office.file().set_disabled(id, false, chief, noon));
        CHECK(now_is() == Identity{});  // that session does not come back
        CHECK(office.log_in("Anna Berg"));
    }
    SECTION("password") {
        REQUIRE(office.set_password(id, "another password"));
        CHECK(now_is() == Identity{});
        CHECK_FALSE(office.log_in("Anna Berg"));
        CHECK(office.log_in("Anna Berg", "another password"));
    }
}

TEST_CASE("a person disabled while their password is being verified does not get in") {
    Office office;
    const std::string id = office.add("Anna Berg");
    const auto answer = office.wait<LoggedIn>([&](auto done) {
        office.access().log_in({"Anna Berg", good_password, "192.0.2.1:1"}, office.now, done);
        REQUIRE(office.file().set_disabled(id, true, chief, noon));
    });
    CHECK(answer.error().code == "wrong_login");
}

TEST_CASE("a person has a bounded number of sessions, the oldest end") {
    Office office;
    office.add("Anna Berg");
    std::vector<LoggedIn> sessions;
    for (std::size_t i = 0; i < limits::sessions_of_person + 2; ++i) {
        sessions.push_back(*office.log_in("Anna Berg"));
        office.now += second;
    }
    for (std::size_t i = 0; i < sessions.size(); ++i)
        CHECK((office.who(request("GET", browser_of(sessions[i]))).role == Role::arbiter) ==
              (i >= 2));
}

TEST_CASE("a PIN is set, needed and right, and a token needs none") {
    Office office;
    const std::string id = office.add("Anna Berg");
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    const Identity anna = session->identity;
    CHECK(office.pin(anna, "4711").error().code == "no_pin");
    CHECK(office.set_pin(id, "471").error().code == "bad_pin");
    REQUIRE(office.set_pin(id, "4711"));
    CHECK(office.pin(anna, "").error().code == "pin_needed");
    CHECK(office.pin(anna, "47 11").error().code == "bad_pin");
    CHECK(office.pin(anna, "4711"));
    CHECK(office.pin(Identity{.role = Role::chief_arbiter, .name = {}, .id = {}, .sectors = {},
                              .event = {}, .session = {}},
                     ""));
}

TEST_CASE("after five wrong PINs in a row the session has ended") {
    Office office;
    const std::string id = office.add("Anna Berg");
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    const Identity anna = session->identity;
    REQUIRE(office.set_pin(id, "4711"));
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 4; ++i) {
            const auto wrong = office.pin(anna, "4712");
            REQUIRE_FALSE(wrong);
            CHECK(wrong.error().status == 403);
            CHECK(wrong.error().code == "wrong_pin");
        }
        CHECK(office.pin(anna, "4711"));  // not consecutive
    }
    for (int i = 0; i < 4; ++i) CHECK(office.pin(anna, "0000").error().code == "wrong_pin");
    const auto last = office.pin(anna, "0000");
    REQUIRE_FALSE(last);
    CHECK(last.error().status == 401);
    CHECK(last.error().code == "session_ended");
    CHECK(office.who(request("GET", browser_of(*session))) == Identity{});
    CHECK(office.pin(anna, "4711").error().code == "session_ended");
    CHECK(audited(office, "session.end", "wrong_pins") == 1);
    CHECK(audited(office, "pin", "wrong") == 12);
}

TEST_CASE("PINs sent at once are no more than may be wrong") {
    Office office;
    const std::string id = office.add("Anna Berg");
    REQUIRE(office.set_pin(id, "4711"));
    const Identity anna = office.log_in("Anna Berg")->identity;
    const auto before = office.access().counts().verifications;
    std::vector<std::string> codes;
    for (int i = 0; i < 12; ++i)
        office.access().check_pin(anna, "000" + std::to_string(i % 10), "192.0.2.1:1", office.now,
                                  [&](const std::expected<void, Denied>& answer) {
                                      codes.push_back(answer ? "right" : answer.error().code);
                                  });
    while (codes.size() < 12) office.inbox.run_one();
    CHECK(office.access().counts().verifications == before + 5);
    CHECK(std::ranges::count(codes, "session_ended") == 1);
    CHECK(std::ranges::count(codes, "too_many_failures") == 7);
    CHECK(office.pin(anna, "4711").error().code == "session_ended");
}

TEST_CASE("who knows the password does not get sessions for guessing the PIN") {
    Office office;
    const std::string id = office.add("Anna Berg");
    REQUIRE(office.set_pin(id, "4711"));
    int guesses = 0;
    const std::int64_t end = office.now + 24 * hour;
    const auto honest = office.log_in("Anna Berg", good_password, "192.0.2.50:1");
    REQUIRE(honest);
    while (office.now < end) {
        const auto session = office.log_in("Anna Berg");
        if (!session) {
            REQUIRE(session.error().status == 429);
            office.now += *session.error().retry_after_s * second;
            continue;
        }
        for (int i = 0; i < 5; ++i, ++guesses) CHECK_FALSE(office.pin(session->identity, "0000"));
        if (guesses > 60) break;
    }
    CHECK(office.now > noon + 40 * minute);  // sixty guesses took this long
    // The guesses do not delay the arbiter at work, and their right PIN is accepted at once.
    CHECK(office.pin(honest->identity, "4711"));
}

TEST_CASE("a password and a PIN are refused before they are hashed") {
    Office office;
    const std::string id = office.add("Anna Berg");
    const auto answer = office.set_password(id, "too short");
    REQUIRE_FALSE(answer);
    CHECK(answer.error().status == 422);
    CHECK(answer.error().code == "bad_password");
    CHECK(answer.error().text.find("too short") == std::string::npos);
    CHECK(office.set_password("nobody", good_password).error().code == "unknown_person");
    CHECK(office.set_pin("nobody", "4711").error().code == "unknown_person");
}

// --- devices ---

TEST_CASE("guesses from everywhere do not stop a person at a device they have used before") {
    Office office;
    office.add("Anna Berg");
    office.add("Bo Dahl");
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    CHECK(session->set_device.find("HttpOnly; SameSite=Strict") != std::string::npos);
    const std::string device = device_of(*session);
    REQUIRE(office.access().log_out(session->identity, "192.0.2.1:40000", office.now));
    office.now += 20 * hour;  // the next morning: no session, another address
    for (int i = 0; i < 40; ++i) {
        (void)office.log_in("Anna Berg", "not this one!",
                            "198.51.100." + std::to_string(i % 20) + ":1");
        (void)office.log_in("Anna Berg", "not this one!", "203.0.113.5:1");
    }
    for (int i = 0; i < 4; ++i)  // and the address itself, for example a hall's
        (void)office.log_in("name " + std::to_string(i), "not this one!", "203.0.113.5:1");
    const auto here = [&](const std::string& name, const std::string& password,
                          const std::string& with) {
        return office.log_in(name, password, "203.0.113.5:1", with);
    };
    CHECK(here("Anna Berg", good_password, "").error().status == 429);
    CHECK(here("Anna Berg", good_password, base64url(fresh_secret())).error().status == 429);
    // A browser is known to those who have logged in there.
    CHECK(here("Bo Dahl", good_password, device).error().status == 429);
    const auto again = here("Anna Berg", good_password, device);
    REQUIRE(again);
    CHECK(again->set_device.empty());  // it has one already
    CHECK(here("Anna Berg", good_password, "").error().status == 429);

    // The device itself has a few guesses, like an address.
    for (int i = 0; i < 4; ++i)
        CHECK(here("Anna Berg", "not this one!", device).error().status == 401);
    CHECK(here("Anna Berg", good_password, device).error().status == 429);
    office.start();  // and a restart does not forget them
    CHECK(here("Anna Berg", good_password, device).error().status == 429);
    office.now += second;
    CHECK(here("Anna Berg", good_password, device));
}

TEST_CASE("a new password, disabling and half a year forget the devices") {
    Office office;
    const std::string id = office.add("Anna Berg");
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    const std::string device = device_of(*session);
    const store::Digest hash = hash_of(*from_base64url(device));
    CHECK(office.file().knows_device(store::bytes(hash), id, office.now));
    SECTION("a new password") { REQUIRE(office.set_password(id, "another password")); }
    SECTION("disabled") { REQUIRE(office.file().set_disabled(id, true, chief, office.now)); }
    SECTION("half a year") { office.now += limits::device_kept_ms; }
    CHECK_FALSE(office.file().knows_device(store::bytes(hash), id, office.now));
}

TEST_CASE("a person has a bounded number of devices") {
    Office office;
    const std::string id = office.add("Anna Berg");
    std::vector<std::string> hashes;
    for (std::size_t i = 0; i < limits::devices_of_person + 3; ++i) {
        office.now += minute;
        const auto session = office.log_in("Anna Berg");
        REQUIRE(session);
        const store::Digest hash = hash_of(*from_base64url(device_of(*session)));
        hashes.emplace_back(store::bytes(hash));
    }
    std::size_t known = 0;
    for (const std::string& hash : hashes)
        if (office.file().knows_device(hash, id, office.now)) ++known;
    CHECK(known == limits::devices_of_person);
    CHECK(office.file().knows_device(hashes.back(), id, office.now));
}

// --- what goes on after its request, and what a session's person is shown ---

TEST_CASE("what a session began ends with the session") {
    Office office;
    const std::string id = office.add("Anna Berg");
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    const Identity anna = session->identity;
    REQUIRE(office.access().ended(anna, office.now) == std::nullopt);
    SECTION("logged out") {
        REQUIRE(office.access().log_out(anna, "192.0.2.1:1", office.now));
    }
    SECTION("disabled") { REQUIRE(office.file().set_disabled(id, true, chief, office.now)); }
    SECTION("idle") { office.now += limits::session_idle_ms; }
    SECTION("five wrong PINs") {
        REQUIRE(office.set_pin(id, "4711"));
        for (int i = 0; i < 5; ++i) (void)office.pin(anna, "0000");
    }
    CHECK(office.access().ended(anna, office.now) == "session_ended");
    CHECK(office.access().ended({}, office.now) == std::nullopt);  // nobody has nothing to lose
}

TEST_CASE("what a session began ends with the person's rights, and not with their name") {
    Office office;
    const std::string id = office.add("Anna Berg");
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    const auto changed = [&](const PersonChange& change) {
        REQUIRE(office.file().change_person(id, change, chief, office.now));
        return office.access().ended(session->identity, office.now);
    };
    SECTION("another role") {
        CHECK(changed({.name = {}, .role = Role::broadcaster, .sectors = {}}) == "rights_changed");
    }
    SECTION("other sectors") {
        CHECK(changed({.name = {}, .role = {}, .sectors = std::vector<std::string>{"A"}}) ==
              "rights_changed");
    }
    SECTION("a new name") {
        CHECK(changed({.name = "Anna Dahl", .role = {}, .sectors = {}}) == std::nullopt);
    }
}

TEST_CASE("access.db says when it has changed, whichever process changed it") {
    Office office;
    const std::string id = office.add("Anna Berg");
    (void)office.access().changed();
    CHECK_FALSE(office.access().changed());
    REQUIRE(office.set_pin(id, "4711"));
    CHECK(office.access().changed());
    CHECK_FALSE(office.access().changed());
    auto other = AccessFile::open(office.folder(), office.now);
    REQUIRE(other);
    (void)office.access().changed();
    REQUIRE((*other)->set_disabled(id, true, chief, office.now));
    CHECK(office.access().changed());
    CHECK_FALSE(office.access().changed());
}

TEST_CASE("a session shows what happened to its person since it began") {
    Office office;
    const std::string id = office.add("Anna Berg");
    office.add("Bo Dahl");
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    CHECK(office.access().notices(session->identity)->empty());
    CHECK(office.access().notices({})->empty());
    office.now += second;
    REQUIRE(office.set_pin(id, "4711"));
    (void)office.log_in("Anna Berg", "not this one!", "198.51.100.7:1");  // guesses do not flood it
    REQUIRE(office.log_in("Anna Berg", good_password, "198.51.100.8:1"));
    REQUIRE(office.log_in("Bo Dahl"));
    (void)office.token({.name = "t", .role = Role::public_viewer, .person = id, .vouches = false,
                        .event = {}, .sectors = {}, .expires_ms = {}});
    const auto notices = office.access().notices(session->identity);
    REQUIRE(notices);
    std::vector<std::string> what;
    for (const AuditLine& line : *notices) what.push_back(line.what);
    CHECK(what == std::vector<std::string>{"token.create", "log_in", "person.pin"});
    CHECK(notices->at(2).who == "Chief");
    CHECK(notices->at(1).peer == "198.51.100.8:1");
}

TEST_CASE("who changes their own password in a session shows the old one first") {
    Office office;
    office.add("Anna Berg");
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    const auto check = [&](const std::string& password) {
        const auto answer = office.wait<void>([&](auto done) {
            office.access().check_password(session->identity, password, "192.0.2.1:1", office.now,
                                           std::move(done));
        });
        return answer ? std::string() : answer.error().code;
    };
    CHECK(check("") == "password_needed");
    CHECK(check(good_password).empty());
    for (int i = 0; i < 4; ++i) CHECK(check("not this one!") == "wrong_password");
    CHECK(check("not this one!") == "session_ended");
    CHECK(check(good_password) == "session_ended");
}
