// Tokens: what they give access to, and when they end.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "arbiterd/access/limits.hpp"
#include "arbiterd/console/access_command.hpp"
#include "tests/support/dice.hpp"
#include "tests/unit/access/kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

NewToken wanted(const std::string& name, Role role) {
    return {.name = name, .role = role, .person = {}, .vouches = false, .event = {},
            .sectors = {}, .expires_ms = {}};
}

std::string refused_code(Office& office, NewToken token) {
    const auto made = office.file().create_token(token, chief, office.now);
    return made ? "made" : made.error().code;
}

unsigned mode_of(const std::string& path) {
    struct stat status{};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mode & 0777;
}

std::string owner_token(Office& office) {
    const auto text = console::read_token({.token_file = {}, .data_folder = office.folder(),
                                  .environment = {}});
    if (!text) FAIL(text.error());
    return *text;
}

}  // namespace

TEST_CASE("no token acts in a person's name but the person's own") {
    Office office;
    const Person anna = office.file().add_person({"Anna Berg", Role::arbiter, {}}, chief,
                                                 office.now).value();
    CHECK(refused_code(office, wanted("anna berg", Role::arbiter)) == "bad_token");
    NewToken own = wanted("Anna Berg", Role::arbiter);
    own.person = anna.id;
    CHECK(refused_code(office, own) == "made");
    NewToken place = wanted("Anna Berg", Role::arbiter);  // it must say each time who acts
    place.vouches = true;
    CHECK(refused_code(office, place) == "made");

    const MadeToken hall = office.token(wanted("Hall A", Role::arbiter));
    const auto person = [&] {
        const auto made =
            office.file().add_person({"hall a", Role::arbiter, {}}, chief, office.now);
        return made ? "made" : made.error().code;
    };
    CHECK(person() == "name_taken");
    const auto renamed =
        office.file().change_person(anna.id, {"Hall A", {}, {}}, chief, office.now);
    REQUIRE_FALSE(renamed);
    CHECK(renamed.error().code == "name_taken");
    REQUIRE(office.file().revoke_token(hall.info.id, chief, office.now));
    CHECK(person() == "made");
}

TEST_CASE("a token has its role, its event and its sectors, and no browser's worries") {
    Office office;
    NewToken token = wanted("desk of sector A", Role::arbiter);
    token.event = "open-2026";
    token.sectors = {"A", "B"};
    const MadeToken made = office.token(token);
    net::Headers headers = bearer(made.text);
    headers.emplace_back("Origin", "https://evil.example");  // no browser sends it by itself
    const Identity who = office.who(request("POST", headers));
    CHECK(who.role == Role::arbiter);
    CHECK(who.name == "desk of sector A");
    CHECK(who.id == made.info.id);
    CHECK(who.event == "open-2026");
    CHECK(who.sectors == std::vector<std::string>{"A", "B"});
    CHECK_FALSE(who.vouches_for_others);
    CHECK_FALSE(who.needs_pin);
    CHECK_FALSE(who.by_cookie);
    CHECK(office.who(request("POST", {{"authorization", "bEARER  " + made.text}})) == who);
}

TEST_CASE("nobody in particular is a public viewer") {
    Office office;
    CHECK(office.who(request()) == Identity{});
    CHECK(office.who(request("POST")) == Identity{});
    CHECK(office.who(request("GET", {{"Cookie", "flagfall_session=rubbish"}})) == Identity{});
    const std::string never_given = base64url(fresh_secret());
    CHECK(office.who(request("GET", {{"Cookie", "flagfall_session=" + never_given}})) ==
          Identity{});
}

TEST_CASE("a token that opens nothing is refused in the same words, whatever is wrong with it") {
    Office office;
    const MadeToken made = office.token(wanted("program", Role::pairing_program));
    const auto parsed = parse_token(made.text);
    REQUIRE(parsed);
    std::vector<Denied> answers;
    for (const std::string& value :
         {"Bearer " + Token{parsed->id, fresh_secret()}.text(),       // wrong secret
          "Bearer " + Token{"0000000000", parsed->secret}.text(),     // unknown id
          "Bearer " + made.text.substr(0, made.text.size() - 1),      // no token at all
          std::string("Bearer"), std::string("Basic QW5uYTp4"), std::string()}) {
        answers.push_back(office.refusal(request("GET", {{"Authorization", value}})));
        office.now += hour;
    }
    for (const Denied& answer : answers) {
        CHECK(answer == answers[0]);
        CHECK(answer.status == 401);
        CHECK(answer.code == "bad_token");
    }
    CHECK(office.who(request("GET", bearer(made.text))).role == Role::pairing_program);
}

TEST_CASE("tokens end: revoked at once, expired to the millisecond") {
    Office office;
    NewToken token = wanted("program", Role::pairing_program);
    token.expires_ms = noon + hour;
    const MadeToken made = office.token(token);
    SECTION("expired") {
        office.now = noon + hour - 1;
        CHECK(office.who(request("GET", bearer(made.text))).role == Role::pairing_program);
        office.now = noon + hour;
        CHECK(office.refusal(request("GET", bearer(made.text))).code == "token_expired");
        CHECK(refused_code(office, token) == "bad_token");  // expired before it began
    }
    SECTION("revoked") {
        REQUIRE(office.file().revoke_token(made.info.id, chief, noon));
        CHECK(office.refusal(request("GET", bearer(made.text))).code == "token_revoked");
        REQUIRE(office.file().revoke_token(made.info.id, chief, noon + 1));
        const TokenInfo listed = office.file().tokens()->back();
        CHECK(listed.created_ms == noon);
        CHECK(listed.expires_ms == noon + hour);
        CHECK(listed.revoked_ms == noon);  // only the first time counts
        CHECK(office.file().revoke_token("nothing", chief, noon).error().status == 404);
    }
}

TEST_CASE("a connection that a token opened ends with the token") {
    Office office;
    NewToken token = wanted("program", Role::pairing_program);
    token.expires_ms = noon + hour;
    const MadeToken made = office.token(token);
    const Identity program = office.who(request("GET", bearer(made.text)));
    const auto why = [&] { return office.access().ended(program, office.now).value_or(""); };
    CHECK(why().empty());
    SECTION("expired") {
        office.now = noon + hour;
        CHECK(why() == "token_expired");
    }
    SECTION("revoked") {
        REQUIRE(office.file().revoke_token(made.info.id, chief, noon));
        CHECK(why() == "token_revoked");
    }
}

TEST_CASE("a token in an address is refused, because logs have it now") {
    Office office;
    const MadeToken made = office.token(wanted("program", Role::pairing_program));
    for (const std::string& target :
         {"/api/v1/games?access_token=" + made.text, "/" + made.text + "/games"}) {
        CHECK(office.refusal(request("GET", {}, target)).code == "token_in_address");
        const Denied denied = office.refusal(request("GET", bearer(made.text), target));
        CHECK(denied.status == 400);
        CHECK(denied.text.find("ff_") == std::string::npos);
    }
}

TEST_CASE("bad tokens from one address are slowed, right ones from there are not") {
    Office office;
    const MadeToken made = office.token(wanted("program", Role::pairing_program));
    const net::Request bad = request("GET", bearer(Token{"0000000000", "x"}.text()));
    const auto lines = office.file().audit(1000)->size();
    for (int i = 0; i < 4; ++i) CHECK(office.refusal(bad).status == 401);
    for (int i = 0; i < 50; ++i) {
        CHECK(office.refusal(bad).status == 429);
        CHECK(office.refusal(bad).retry_after_s == 1);
    }
    CHECK(office.file().audit(1000)->size() == lines + 4);
    CHECK(office.access().counts().throttled == 100);
    CHECK(office.who(request("GET", bearer(made.text))).role == Role::pairing_program);
    office.now += second;
    CHECK(office.refusal(bad).status == 401);
}

TEST_CASE("a person's token acts as this person, has their rights of now, and ends with them") {
    Office office;
    const std::string id = office.add("Anna Berg", Role::arbiter, {"A"});
    NewToken token = wanted("Anna's tablet", Role::chief_arbiter);  // does not count
    token.person = id;
    const MadeToken made = office.token(token);
    const auto now_is = [&] { return office.who(request("GET", bearer(made.text))); };
    CHECK(now_is().role == Role::arbiter);
    CHECK(now_is().name == "Anna Berg");
    CHECK(now_is().id == id);
    CHECK(now_is().sectors == std::vector<std::string>{"A"});
    CHECK_FALSE(now_is().vouches_for_others);
    REQUIRE(office.file().change_person(id, {.name = "Anna Ek", .role = Role::broadcaster,
                                             .sectors = {}}, chief, noon));
    CHECK(now_is().role == Role::broadcaster);
    CHECK(now_is().name == "Anna Ek");
    CHECK(now_is().sectors.empty());
    REQUIRE(office.file().set_disabled(id, true, chief, noon));
    CHECK(office.refusal(request("GET", bearer(made.text))).code == "token_revoked");
    CHECK(refused_code(office, token) == "bad_token");
}

TEST_CASE("a person's token does not vouch, even if a row says so") {
    Office office;
    NewToken token = wanted("Anna's tablet", Role::arbiter);
    token.person = office.add("Anna Berg");
    const MadeToken made = office.token(token);
    REQUIRE(store::testing::tamper(access_path(office.folder()),
                                 "UPDATE token SET vouches = 1 WHERE person IS NOT NULL", false));
    CHECK_FALSE(office.who(request("GET", bearer(made.text))).vouches_for_others);
}

TEST_CASE("tokens that would make no sense are not made") {
    Office office;
    const std::string id = office.add("Anna Berg");
    CHECK(refused_code(office, wanted("x", Role::public_viewer)) == "bad_token");
    CHECK(refused_code(office, wanted("", Role::device)) == "bad_token");
    NewToken token = wanted("x", Role::device);
    token.sectors = {"A"};
    CHECK(refused_code(office, token) == "bad_token");
    token = wanted("x", Role::device);
    token.vouches = true;
    CHECK(refused_code(office, token) == "bad_token");
    token = wanted("x", Role::arbiter);
    token.vouches = true;
    token.person = id;
    CHECK(refused_code(office, token) == "bad_token");
    token.vouches = false;
    token.sectors = {"A"};
    CHECK(refused_code(office, token) == "bad_token");
    token = wanted("x", Role::arbiter);
    token.person = "nobody";
    CHECK(refused_code(office, token) == "unknown_person");
    token = wanted("x", Role::device);
    token.event = std::string(limits::id_bytes + 1, 'e');
    CHECK(refused_code(office, token) == "bad_token");
}

TEST_CASE("when a token was used is kept to within minutes, not with every request") {
    Office office;
    const MadeToken made = office.token(wanted("program", Role::pairing_program));
    const auto used = [&] {
        (void)office.who(request("GET", bearer(made.text)));
        return office.file().tokens()->back().last_used_ms;
    };
    CHECK(used() == noon);
    office.now += limits::last_used_step_ms - 1;
    CHECK(used() == noon);
    office.now += 1;
    CHECK(used() == office.now);
}

TEST_CASE("the owner's token is made with the file, once, for this user alone") {
    Office office;
    const std::string path = owner_path(office.folder());
    CHECK(mode_of(path) == 0600);
    const std::string first = owner_token(office);
    const Identity owner = office.who(request("POST", bearer(first)));
    CHECK(owner.role == Role::chief_arbiter);
    CHECK(owner.vouches_for_others);
    office.start();
    CHECK(owner_token(office) == first);
    SECTION("lost: it does not come back by itself, and can be renewed") {
        std::filesystem::remove(path);
        office.start();
        CHECK_FALSE(std::filesystem::exists(path));
        REQUIRE(office.file().renew_owner(chief, noon));
        const auto audit = office.file().audit(2);
        REQUIRE(audit);
        CHECK((audit->at(1).what == "token.revoke" && audit->at(1).about == "owner"));
        CHECK(audit->at(0).what == "token.create");
        CHECK(mode_of(path) == 0600);
        CHECK(owner_token(office) != first);
        CHECK(office.who(request("POST", bearer(owner_token(office)))).vouches_for_others);
        CHECK(office.refusal(request("POST", bearer(first))).code == "token_revoked");
    }
    SECTION("revoked: it stays so over a restart") {
        REQUIRE(office.file().revoke_token(owner.id, chief, noon));
        office.start();
        CHECK(office.refusal(request("POST", bearer(first))).code == "token_revoked");
    }
}

TEST_CASE("a client finds its token in a file, the data folder or the environment") {
    Office office;
    const std::string path = office.folder() + "/program.token";
    std::ofstream(path) << office.token(wanted("program", Role::pairing_program)).text << "\n";
    ::chmod(path.c_str(), 0600);
    const auto read = [&](std::optional<std::string> file, std::optional<std::string> folder,
                          std::optional<std::string> environment) {
        return console::read_token({std::move(file), std::move(folder), std::move(environment)});
    };
    CHECK(office.who(request("GET", bearer(*read(path, office.folder(), "x")))).role ==
          Role::pairing_program);
    CHECK(read({}, office.folder(), "x") == owner_token(office));
    CHECK(read({}, {}, "x") == "x");
    CHECK(read({}, {}, {}) == "");
    CHECK_FALSE(read(path + ".not", {}, {}));
    ::chmod(path.c_str(), 0640);
    const auto shown = read(path, {}, {});
    REQUIRE_FALSE(shown);
    CHECK(shown.error().find("0600") != std::string::npos);
    const std::string empty = office.folder() + "/empty.token";
    std::ofstream(empty) << "rubbish\n";
    ::chmod(empty.c_str(), 0600);
    CHECK_FALSE(read(empty, {}, {}));
}

// --- nobody gets what no row gives ---

namespace {

// The rights that the rows give, by credential, in the words of the test.
struct Known {
    std::string text;    // text of the token
    std::string id;
    std::string person;  // name of the person, if it is a person's
    Role role;
    std::string event;
    std::vector<std::string> sectors;
    std::int64_t expires = 0;  // 0: never
    bool revoked = false;
};

struct Somebody {
    std::string name, id;
    Role role;
    std::vector<std::string> sectors;
    bool disabled = false;
};

class World {
public:
    explicit World(std::uint64_t seed) : dice(seed) {}

    void step() {
        office.now += dice.below(3) * 10 * minute;
        switch (dice.below(8)) {
            case 0: return add_person();
            case 1: return change_person();
            case 2: return disable_person();
            case 3: return revoke();
            case 4: return office.start();
            default: return add_token();
        }
    }

    // Every existing token, intact and damaged.
    void check() {
        for (const Known& known : tokens) {
            const auto who = office.identify(request("POST", bearer(known.text), "/api"));
            const Somebody* person = whose(known);
            const bool good = !known.revoked && !(person && person->disabled) &&
                              (known.expires == 0 || office.now < known.expires);
            REQUIRE(who.has_value() == good);
            if (!good) continue;
            CHECK(who->role == (person ? person->role : known.role));
            CHECK(who->sectors == (person ? person->sectors : known.sectors));
            CHECK(who->token == known.id);
            for (const Reach reach : {Reach::office, Reach::event, Reach::hall, Reach::board})
                CHECK(within_reach(*who, reach, {"other", nullptr, Board{1}}).has_value() ==
                      (known.event.empty() && (who->sectors.empty() || reach == Reach::event)));
            following.try_emplace(known.id, *who);
            CHECK(who->event == known.event);
            CHECK_FALSE(who->vouches_for_others);
            CHECK(may_event(*who, "other") == known.event.empty());
        }
        // A request that was begun with a token goes on as long as it gives the same rights.
        for (const auto& [id, was] : following) {
            const auto is = office.access().again(was, office.now);
            const bool same = is && is->role == was.role && is->sectors == was.sectors;
            CHECK(office.access().ended(was, office.now).has_value() == !same);
        }
        if (tokens.empty()) return;
        std::string spoilt = tokens[dice.below(count(tokens))].text;
        const std::uint32_t at = dice.below(static_cast<std::uint32_t>(spoilt.size()));
        const char was = spoilt[at];
        spoilt[at] = "0123456789abcdefXYZ-_"[dice.below(21)];
        if (spoilt[at] != was) CHECK_FALSE(office.identify(request("GET", bearer(spoilt))));
    }

    Office office;
    test::Dice dice;
    std::map<std::string, Identity> following;  // by token, as it was at the first use

private:
    template <class T>
    static std::uint32_t count(const std::vector<T>& list) {
        return static_cast<std::uint32_t>(list.size());
    }
    const Somebody* whose(const Known& token) const {
        for (const Somebody& person : people)
            if (person.name == token.person) return &person;
        return nullptr;
    }
    Role any_of_persons() {
        constexpr Role list[] = {Role::chief_arbiter, Role::arbiter, Role::pairing_program,
                                 Role::broadcaster};
        return dice.of(list);
    }
    std::vector<std::string> any_sectors(Role role) {
        if (role != Role::arbiter || dice.one_in(2)) return {};
        return dice.one_in(2) ? std::vector<std::string>{"A"} : std::vector<std::string>{"A", "B"};
    }
    void add_person() {
        Somebody person{"person " + std::to_string(people.size()), "", any_of_persons(), {}};
        person.sectors = any_sectors(person.role);
        const auto made = office.file().add_person({person.name, person.role, person.sectors},
                                                   chief, office.now);
        REQUIRE(made);
        person.id = made->id;
        people.push_back(person);
    }
    void change_person() {
        if (people.empty()) return;
        Somebody& person = people[dice.below(count(people))];
        person.role = any_of_persons();
        person.sectors = any_sectors(person.role);
        REQUIRE(office.file().change_person(
            person.id, {.name = {}, .role = person.role, .sectors = person.sectors}, chief,
            office.now));
    }
    void disable_person() {
        if (people.empty()) return;
        Somebody& person = people[dice.below(count(people))];
        person.disabled = !person.disabled;
        REQUIRE(office.file().set_disabled(person.id, person.disabled, chief, office.now));
    }
    void revoke() {
        if (tokens.empty()) return;
        Known& token = tokens[dice.below(count(tokens))];
        token.revoked = true;
        REQUIRE(office.file().revoke_token(token.id, chief, office.now));
    }
    void add_token() {
        NewToken want = wanted("token", Role::device);
        want.role = role_names.at(1 + dice.below(6)).first;
        want.sectors = any_sectors(want.role);
        if (dice.one_in(3)) want.event = "open";
        if (dice.one_in(3)) want.expires_ms = office.now + 1 + dice.below(100) * minute;
        const Somebody* person = nullptr;
        if (!people.empty() && dice.one_in(3)) {
            person = &people[dice.below(count(people))];
            want.person = person->id;
            want.sectors.clear();
        }
        const auto made = office.file().create_token(want, chief, office.now);
        REQUIRE(made.has_value() == !(person && person->disabled));
        if (!made) return;
        tokens.push_back({made->text, made->info.id, person ? person->name : "", want.role,
                          want.event, want.sectors, want.expires_ms.value_or(0)});
    }

    std::vector<Known> tokens;
    std::vector<Somebody> people;
};

}  // namespace

TEST_CASE("nobody has rights that no row gives, whatever happened to the rows") {
    const std::uint64_t seed = 6;
    INFO("seed " << seed);
    World world(seed);
    for (int i = 0; i < 150; ++i) {
        world.step();
        world.check();
    }
}

TEST_CASE("a role that this program does not know gives nothing") {
    Office office;
    const MadeToken made = office.token(wanted("program", Role::pairing_program));
    office.add("Anna Berg");
    const auto session = office.log_in("Anna Berg");
    office.stop();
    REQUIRE(store::testing::tamper(access_path(office.folder()),
                                 "UPDATE token SET role = 'emperor' WHERE owner = 0;"
                                 "UPDATE person SET role = 'emperor';",
                                 false));
    office.start();
    CHECK(office.refusal(request("GET", bearer(made.text))).code == "bad_token");
    CHECK(office.who(request("GET", browser_of(*session))) == Identity{});
}
