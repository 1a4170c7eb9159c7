// One test for each mistake that power cuts and failing calls have found, named after it.
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "tests/disk/check.hpp"
#include "tests/disk/disk.hpp"
#include "tests/disk/quiet.hpp"
#include "tests/disk/vfs.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::disk;

namespace {

std::shared_ptr<Disk> fresh_disk() {
    install();
    auto disk = std::make_shared<Disk>();
    mount(disk);
    return disk;
}

}  // namespace

TEST_CASE("a read error at start is no reason to abort", "[fail]") {
    const Quiet quiet;
    const auto disk = fresh_disk();
    const Play play = clockd_play(1, 1);
    bool fatal = false;
    store::StoreOptions options = options_of(play);
    options.on_fatal = [&](const store::SqlError&) { fatal = true; };
    auto store = store::Store::open(options);
    REQUIRE(store);
    disk->fault = {.at = disk->calls + 1, .lasting = true};
    (*store)->start();
    std::vector<store::Row> rows{play.extra};
    REQUIRE((*store)->append(rows));
    (*store)->close();
    CHECK(fatal);
}

TEST_CASE("a header that cannot be read is not another version's", "[fail]") {
    fresh_disk();
    const Play play = clockd_play(1, 1);
    perform(play, {});
    const Image image = mounted().image();
    for (std::uint64_t call = 1;; ++call) {
        auto disk = std::make_shared<Disk>(image);
        mount(disk);
        disk->fault = {.at = call};
        const auto store = store::Store::open(options_of(play));
        if (!disk->failed) break;
        if (!store) CHECK(store.error().code != store::OpenCode::newer_version);
    }
}

TEST_CASE("a key file is not seen before its bytes are on the disk", "[power]") {
    const auto disk = fresh_disk();
    disk->recording = true;
    const std::string path = root() + "/only.key";
    REQUIRE(store::SigningKey::create(path));
    Platter platter;
    Random random(seed());
    for (const Op& op : disk->ops) {
        platter.take(op);
        for (int n = 0; n < 20; ++n) {
            const Image image = platter.after(n == 0 ? Loss::none : Loss::noise, random);
            if (!image.contains(path)) continue;
            mount(std::make_shared<Disk>(image));
            CHECK(store::SigningKey::load(path));
        }
    }
    CHECK(platter.after(Loss::all, random).contains(path));
    mount(std::make_shared<Disk>());
}

TEST_CASE("each new folder above a store is synced into the one above it", "[power]") {
    const auto disk = fresh_disk();
    disk->recording = true;
    const Play play = clockd_play(1, 1);
    store::StoreOptions options = options_of(play);
    options.path = root() + "/a/b/c/clockd.db";
    { REQUIRE(store::Store::open(options)); }
    for (const std::string folder : {"", "/a", "/a/b"}) {
        CHECK(std::ranges::any_of(disk->ops, [&](const Op& op) {
            return op.kind == Op::Kind::sync_folder && op.name == root() + folder;
        }));
    }
    mount(std::make_shared<Disk>());
    std::filesystem::remove_all(root() + "/a");
}

TEST_CASE("the plays have in them what a day has", "[power]") {
    fresh_disk();
    const Play play = arbiterd_play(1);
    REQUIRE(perform(play, {}).acknowledged > 10);
    auto store = store::Store::open(options_of(play));
    REQUIRE(store);
    for (const std::string& table : play.tables) {
        INFO(table);
        const std::int64_t rows = (*store)->database().integer("SELECT count(*) FROM " + table);
        if (table == "restoration" || table == "question" || table == "void_event") continue;
        CHECK(rows > 0);
    }
    store->reset();
    mount(std::make_shared<Disk>());
}
