// The hall key on a real disk.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "common/auth/key_file.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_folder.hpp"

using namespace flagfall;

TEST_CASE("a hall key is made once, for its owner alone") {
    const test::TempFolder folder;
    const std::string path = folder.file("hall.key");
    const auto made = auth::create_key(path);
    REQUIRE(made);
    CHECK(auth::load_key(path) == made);
    struct stat status{};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
    CHECK_FALSE(auth::create_key(path));
    CHECK(auth::load_key(path) == made);

    const auto other = auth::create_key(folder.file("other.key"));
    CHECK(other != made);
}

TEST_CASE("a hall key that others may read, or that is none, is refused") {
    const test::TempFolder folder;
    const std::string path = folder.file("hall.key");
    CHECK(auth::load_key(path).error().contains("key file " + path));
    REQUIRE(auth::create_key(path));
    REQUIRE(::chmod(path.c_str(), 0640) == 0);
    CHECK(auth::load_key(path).error().contains("0600"));
    std::filesystem::remove(path);
    std::ofstream(path) << "password\n";
    REQUIRE(::chmod(path.c_str(), 0600) == 0);
    CHECK(auth::load_key(path).error().contains("64 hexadecimal digits"));
}

TEST_CASE("a role's file lets its holder in as that role alone") {
    const test::TempFolder folder;
    const auto hall = auth::create_key(folder.file("hall.key"));
    REQUIRE(hall);
    const std::string path = folder.file("display.key");
    REQUIRE(auth::write_role_key(path, *hall, "display").empty());
    CHECK(auth::load_role_key(path, "display") == auth::role_key(*hall, "display"));
    CHECK(auth::load_role_key(folder.file("hall.key"), "arbiterd") ==
          auth::role_key(*hall, "arbiterd"));
    CHECK(auth::load_role_key(path, "arbiterd").error().contains("--role arbiterd"));
    CHECK(auth::load_key(path).error().contains("role display"));
    CHECK_FALSE(auth::write_role_key(path, *hall, "display").empty());  // never replaced
    struct stat status{};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
}

TEST_CASE("a key file of another user is refused") {
    const test::TempFolder folder;
    const std::string path = folder.file("hall.key");
    REQUIRE(auth::create_key(path));
    if (::chown(path.c_str(), 4242, static_cast<gid_t>(-1)) != 0) {
        WARN("skipped: only root gives files away");
        return;
    }
    if (const auto found = auth::load_key(path); !found)
        CHECK(found.error().contains("another user"));
    else
        FAIL("the file of another user was taken");
}
