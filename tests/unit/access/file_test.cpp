// access.db itself: who may read it, its content, and several processes on it.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "arbiterd/access/restored.hpp"
#include "tests/unit/access/kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

unsigned mode_of(const std::string& path) {
    struct stat status{};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mode & 0777;
}

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string open_error(const std::string& folder) {
    const auto file = AccessFile::open(folder, noon);
    return file ? "opened" : file.error();
}

}  // namespace

TEST_CASE("the file is this user's alone, with all that SQLite puts beside it") {
    const mode_t before = ::umask(0);
    Office office;
    ::umask(before);
    for (const char* name : {"/access.db", "/access.db-wal", "/access.db-shm", "/owner.token"})
        CHECK(mode_of(office.folder() + name) == 0600);
    office.stop();
    ::chmod(access_path(office.folder()).c_str(), 0640);
    CHECK(open_error(office.folder()).find("0600") != std::string::npos);
}

TEST_CASE("a file that is not ours is refused and left as it is") {
    const store::testing::TempFolder temp;
    const std::string folder = temp.file("data");
    std::filesystem::create_directory(folder);
    const std::string path = access_path(folder);
    SECTION("no database") {
        std::ofstream(path) << std::string(5000, 'x');
        ::chmod(path.c_str(), 0600);
        CHECK(open_error(folder).find("NOTADB") != std::string::npos);
    }
    SECTION("another program's") {
        REQUIRE(store::testing::tamper(path, "CREATE TABLE t (x); PRAGMA application_id = 7;",
                                     false));
        ::chmod(path.c_str(), 0600);
        CHECK(open_error(folder).find("another program") != std::string::npos);
    }
    SECTION("a later version's") {
        REQUIRE(AccessFile::open(folder, noon));
        REQUIRE(store::testing::tamper(path, "PRAGMA user_version = 3;", false));
        CHECK(open_error(folder).find("version 3") != std::string::npos);
    }
    SECTION("with things in it that this program did not make") {
        for (const char* more :
             {"CREATE TRIGGER t AFTER INSERT ON person BEGIN UPDATE person SET disabled = 1; END",
              "CREATE TRIGGER t AFTER INSERT ON session BEGIN INSERT INTO token SELECT 'x', 'x',"
              " 'chief_arbiter', NULL, 1, 1, '', '', zeroblob(32), 1, NULL, NULL, NULL, 'x'; END",
              "CREATE VIEW v AS SELECT * FROM person", "CREATE TABLE t (x)",
              "DROP TRIGGER audit_is_not_removed; CREATE TRIGGER audit_is_not_removed BEFORE DELETE"
              " ON audit BEGIN SELECT 1; END"}) {
            INFO(more);
            std::filesystem::remove_all(folder);
            REQUIRE(AccessFile::open(folder, noon));
            REQUIRE(store::testing::tamper(path, more, false));
            CHECK(open_error(folder).find("did not make") != std::string::npos);
        }
    }
    SECTION("a link to somewhere else") {
        std::filesystem::create_symlink(temp.file("elsewhere"), path);
        CHECK(open_error(folder).find("access.db") != std::string::npos);
        CHECK_FALSE(std::filesystem::exists(temp.file("elsewhere")));
    }
}

TEST_CASE("no secret is in the file, and what is deleted is gone from it") {
    Office office;
    const std::string id = office.add("Anna Berg");
    REQUIRE(office.set_pin(id, "73519264"));
    const MadeToken token = office.token({.name = "t", .role = Role::device, .person = {},
                                          .vouches = false, .event = {}, .sectors = {},
                                          .expires_ms = {}});
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    (void)office.log_in("a password in the wrong field", "x");
    (void)office.identify(request("GET", bearer("ff_not_a_token_but_secret")));
    const std::string old_hash = *office.file().password_hash(id);
    REQUIRE(office.set_password(id, "another password"));
    office.stop();
    const std::string all =
        bytes_of(access_path(office.folder())) + bytes_of(access_path(office.folder()) + "-wal");
    REQUIRE(all.find("Anna Berg") != std::string::npos);
    const auto secret = parse_token(token.text)->secret;
    const std::string cookie = session->set_cookie.substr(17, 43);
    for (const std::string& gone :
         {good_password, std::string("another password"), std::string("73519264"), token.text,
          secret, base64url(secret), cookie, *from_base64url(cookie), session->key,
          std::string("wrong field"), std::string("not_a_token"), old_hash})
        CHECK(all.find(gone) == std::string::npos);
}

TEST_CASE("the audit is only ever added to") {
    Office office;
    office.add("Anna Berg", Role::arbiter, {"A"});
    const auto person = office.file().person_named("Anna Berg");
    REQUIRE(office.file().change_person(person->id, {.name = {}, .role = Role::chief_arbiter,
                                                     .sectors = {}}, chief, noon + 1));
    const auto lines = office.file().audit(100);
    REQUIRE(lines);
    REQUIRE(lines->size() == 4);
    CHECK(lines->at(0).what == "person.change");
    CHECK(lines->at(0).about == "Anna Berg, arbiter of A -> Anna Berg, chief_arbiter");
    CHECK(lines->at(0).who == "Chief");
    CHECK(lines->at(0).peer == "192.0.2.9:5000");
    CHECK(lines->at(0).at_ms == noon + 1);
    CHECK(lines->at(3).what == "token.create");
    CHECK(office.file().audit(2)->size() == 2);
    CHECK(office.file().audit(100, lines->at(1).number)->size() == 2);
    office.stop();
    const std::string path = access_path(office.folder());
    CHECK_FALSE(store::testing::tamper(path, "UPDATE audit SET who = 'x'", false));
    CHECK_FALSE(store::testing::tamper(path, "DELETE FROM audit", false));
}

TEST_CASE("persons that would make no sense are not kept") {
    Office office;
    const std::string id = office.add("Anna Berg");
    const auto code = [&](const NewPerson& person) {
        const auto made = office.file().add_person(person, chief, noon);
        return made ? "made" : made.error().code;
    };
    CHECK(code({"Anna Berg", Role::arbiter, {}}) == "name_taken");
    CHECK(code({"", Role::arbiter, {}}) == "bad_person");
    CHECK(code({"Bo", Role::device, {}}) == "bad_person");
    CHECK(code({"Bo", Role::public_viewer, {}}) == "bad_person");
    CHECK(code({"Bo", Role::chief_arbiter, {"A"}}) == "bad_person");
    CHECK(code({"Bo", Role::arbiter, {"A\nB"}}) == "bad_person");
    CHECK(code({"Bo", Role::arbiter, std::vector<std::string>(65, "A")}) == "bad_person");
    CHECK(code({"Bo", Role::arbiter, {"A", "B"}}) == "made");
    const auto change = [&](PersonChange to) {
        const auto made = office.file().change_person(id, to, chief, noon);
        return made ? "changed" : made.error().code;
    };
    CHECK(change({.name = "Bo", .role = {}, .sectors = {}}) == "name_taken");
    CHECK(change({.name = {}, .role = Role::clock_daemon, .sectors = {}}) == "bad_person");
    CHECK(change({.name = "Anna Ek", .role = {}, .sectors = {}}) == "changed");
    CHECK(office.file().person_named("Anna Berg").error().code == "unknown_person");
    CHECK(office.file().set_disabled("nobody", true, chief, noon).error().status == 404);
    CHECK(office.file().people()->size() == 2);
}

TEST_CASE("a refusal leaves nothing half done") {
    Office office;
    office.add("Anna Berg");
    const auto lines = office.file().audit(100)->size();
    REQUIRE_FALSE(office.file().add_person({"Anna Berg", Role::arbiter, {}}, chief, noon));
    CHECK(office.file().audit(100)->size() == lines);
    CHECK(office.log_in("Anna Berg"));  // the connection is usable
}

TEST_CASE("a file that fails is reported as such, and lets nobody in") {
    Office office;
    const MadeToken token = office.token({.name = "t", .role = Role::device, .person = {},
                                          .vouches = false, .event = {}, .sectors = {},
                                          .expires_ms = {}});
    office.add("Anna Berg");
    REQUIRE(store::testing::tamper(access_path(office.folder()),
                                 "ALTER TABLE person RENAME TO elsewhere", false));
    const Denied denied = office.refusal(request("GET", bearer(token.text)));
    CHECK(denied.status == 503);
    CHECK(denied.code == "access_file");
    CHECK(office.log_in("Anna Berg").error().code == "access_file");
    REQUIRE(store::testing::tamper(access_path(office.folder()),
                                 "ALTER TABLE elsewhere RENAME TO person;"
                                 "ALTER TABLE session RENAME TO elsewhere", false));
    CHECK(office.log_in("Anna Berg").error().code == "access_file");  // the password is right
    REQUIRE(store::testing::tamper(access_path(office.folder()),
                                 "ALTER TABLE elsewhere RENAME TO session", false));
    CHECK(office.who(request("GET", bearer(token.text))).role == Role::device);
    CHECK(office.log_in("Anna Berg"));
}

TEST_CASE("a file that was put in the place of the old one counts after reload()") {
    Office office;
    office.add("Anna Berg");
    Office other;
    other.add("Bo Dahl");
    other.stop();
    std::filesystem::rename(access_path(other.folder()), access_path(office.folder()) + ".new");
    for (const char* rest : {"-wal", "-shm"})
        std::filesystem::remove(access_path(office.folder()) + rest);
    std::filesystem::rename(access_path(office.folder()) + ".new", access_path(office.folder()));
    REQUIRE(office.access().reload(office.now));
    CHECK(office.log_in("Bo Dahl"));
    CHECK_FALSE(office.log_in("Anna Berg"));
    ::chmod(access_path(office.folder()).c_str(), 0644);
    CHECK_FALSE(office.access().reload(office.now));
    CHECK(office.log_in("Bo Dahl"));  // the old one remains
}

TEST_CASE("two processes on one new file: one owner's token, and each sees the other's rows") {
    const store::testing::TempFolder temp;
    const std::string folder = temp.file("data");
    constexpr int each = 40;
    // Before any thread starts: the child is a copy of this one.
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    const auto add_some = [&](const std::string& prefix) {
        const auto file = AccessFile::open(folder, noon);
        if (!file) return false;
        for (int i = 0; i < each; ++i)
            if (!(*file)->add_person({prefix + std::to_string(i), Role::arbiter, {}}, chief, noon))
                return false;
        return true;
    };
    if (child == 0) ::_exit(add_some("child ") ? 0 : 1);
    const bool here = add_some("parent ");
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(here);
    CHECK(status == 0);
    const auto file = AccessFile::open(folder, noon);
    REQUIRE(file);
    CHECK((*file)->people()->size() == 2 * each);
    CHECK((*file)->tokens()->size() == 1);
    CHECK((*file)->audit(1000)->size() == 2 * each + 1);
}

TEST_CASE("a restored folder lists who would have rights again") {
    Office office;
    CHECK(rights_in(office.folder() + "-none", noon).empty());
    office.add("Anna Berg");
    const std::string gone = office.add("Bo Dahl");
    REQUIRE(office.file().set_disabled(gone, true, chief, noon));
    NewToken wanted{.name = "board 7", .role = Role::device, .person = {}, .vouches = false,
                    .event = {}, .sectors = {}, .expires_ms = noon + hour};
    const std::string id = office.token(wanted).info.id;
    wanted.expires_ms = {};
    REQUIRE(office.file().revoke_token(office.token(wanted).info.id, chief, noon));
    const auto listed = [&](std::int64_t now_ms) {
        auto lines = rights_in(office.folder(), now_ms);
        std::erase_if(lines, [](const std::string& line) { return line.contains("'owner'"); });
        return lines;
    };
    const std::string anna = "person 'Anna Berg', role 'arbiter'";
    CHECK(listed(noon + hour - 1) ==
          std::vector{anna, "token " + id + " ('board 7'), role 'device'"});
    CHECK(listed(noon + hour) == std::vector{anna});
}

TEST_CASE("a folder whose rights cannot be trusted is not used") {
    Office office;
    office.add("Anna Berg");
    const auto session = office.log_in("Anna Berg");
    REQUIRE(session);
    office.stop();
    const std::string path = access_path(office.folder());
    const auto wrong = [&] { return wrong_rights(office.folder()).value_or(""); };
    CHECK(wrong().empty());
    CHECK_FALSE(wrong_rights(office.folder() + "-none"));
    SECTION("sessions end") {
        CHECK(end_sessions(office.folder()).empty());
        CHECK(end_sessions(office.folder() + "-none").empty());
        office.start();
        CHECK(office.who(request("GET", browser_of(*session))) == Identity{});
    }
    SECTION("a trigger that this program did not make") {
        REQUIRE(store::testing::tamper(path,
                                     "CREATE TRIGGER back AFTER UPDATE ON person BEGIN"
                                     " UPDATE person SET role = 'chief_arbiter'; END",
                                     false));
        CHECK(wrong().starts_with(path + ": it has tables or triggers"));
        CHECK(end_sessions(office.folder()).starts_with(path + ": it has tables or triggers"));
    }
    SECTION("the owner's token can be read by others") {
        std::filesystem::permissions(owner_path(office.folder()), std::filesystem::perms(0644));
        CHECK(wrong().starts_with(owner_path(office.folder()) + ": "));
    }
    SECTION("not a database: the caller that opens it reports why") {
        std::ofstream(path, std::ios::trunc) << "not SQLite";
        CHECK(wrong().empty());
    }
    SECTION("an empty database") {
        std::filesystem::remove(path);
        for (const char* end : {"-wal", "-shm"}) std::filesystem::remove(path + end);
        REQUIRE(store::testing::tamper(path, "CREATE TABLE x(y); DROP TABLE x", false));
        CHECK(wrong().empty());
    }
}
