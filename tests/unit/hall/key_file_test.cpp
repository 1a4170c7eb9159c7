// The hall key on a real disk.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "common/hall/key_file.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;

namespace {

class Folder {
public:
    Folder() {
        path_ = (std::filesystem::temp_directory_path() / "flagfall-hall-XXXXXX").string();
        REQUIRE(::mkdtemp(path_.data()) != nullptr);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string path(const char* name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

}  // namespace

TEST_CASE("a hall key is made once, for its owner alone") {
    const Folder folder;
    const std::string path = folder.path("hall.key");
    const auto made = hall::create_key(path);
    REQUIRE(made);
    CHECK(hall::load_key(path) == made);
    struct stat status{};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
    CHECK_FALSE(hall::create_key(path));
    CHECK(hall::load_key(path) == made);

    const auto other = hall::create_key(folder.path("other.key"));
    CHECK(other != made);
}

TEST_CASE("a hall key that others may read, or that is none, is refused") {
    const Folder folder;
    const std::string path = folder.path("hall.key");
    CHECK(hall::load_key(path).error().contains("hall key " + path));
    REQUIRE(hall::create_key(path));
    REQUIRE(::chmod(path.c_str(), 0640) == 0);
    CHECK(hall::load_key(path).error().contains("0600"));
    std::filesystem::remove(path);
    std::ofstream(path) << "password\n";
    REQUIRE(::chmod(path.c_str(), 0600) == 0);
    CHECK(hall::load_key(path).error().contains("64 hexadecimal digits"));
}
