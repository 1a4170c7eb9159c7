// Heads stored outside a log: written through, read back, and compared with a log that was cut.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "common/custody/anchor.hpp"
#include "common/custody/kept_heads.hpp"
#include "common/store/crypto.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/store/support.hpp"

using namespace flagfall;
using namespace flagfall::custody;
using namespace flagfall::store::testing;

namespace {

std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void go_on(const std::string& path, std::int64_t first, std::int64_t count) {
    auto store = must_open(path);
    store->start();
    must_append(*store, sample_rows(first, count));
}

HeadCheck check(const std::string& path, const std::vector<KeptHead>& heads) {
    const auto report = store::verify(path);
    REQUIRE(report);
    const auto found = check_heads(path, *report, heads);
    REQUIRE(found);
    return *found;
}

}  // namespace

TEST_CASE("a line of an anchor file is read as it was written") {
    const TempFolder folder;
    const KeptHead head{.where = {}, .log_id = std::string(32, 'a'), .pos = {17},
                        .chain = std::string(64, 'b'), .key = std::string(32, 'c'),
                        .wall_ms = 1'790'000'000'123};
    const std::string path = folder.file("anchors");
    std::ofstream(path) << anchor_line(head) << "aaaa 99 cut off\n" << anchor_line(head) << "aaa";
    const auto heads = read_anchors(path);
    REQUIRE(heads);
    REQUIRE(heads->size() == 2);
    CHECK(heads->front().pos == head.pos);
    CHECK(heads->front().chain == head.chain);
    CHECK(heads->front().wall_ms == head.wall_ms);
    for (const char* wrong : {"a b c d 2026-11-21T09:30:00.123Z\n", "Z\n", " 1 2 3 4 5 6Z\n"}) {
        std::ofstream(path, std::ios::trunc) << wrong;
        CHECK_FALSE(read_anchors(path));
    }
    CHECK_FALSE(read_anchors(folder.file("absent")));
}

TEST_CASE("each head once, and what a failure cut off is ended") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    const std::string file = folder.file("anchors");
    make_log(path, 40);
    Anchor anchor(path, file);
    CHECK(anchor.follow() == Pos{40});
    CHECK(anchor.follow() == Pos{40});
    CHECK(std::ranges::count(content(file), '\n') == 1);
    std::ofstream(file, std::ios::app) << "half a li";
    go_on(path, 41, 2);
    CHECK(anchor.follow() == Pos{42});
    REQUIRE(read_anchors(file));
    CHECK(read_anchors(file)->size() == 2);

    Anchor pulled_out(path, folder.file("no/such/folder"));
    CHECK_FALSE(pulled_out.follow());
}

TEST_CASE("a gateway's word counts for logs of frames only", "[regress]") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    make_log(path, 40);
    const auto report = store::verify(path);
    REQUIRE(report);
    CHECK_FALSE(report->of_frames);
    KeptHead forged{.where = "clockd.db, event 7", .log_id = report->log_id, .pos = {1'000'000},
                    .chain = std::string(64, 'b'), .key = std::string(32, 'c'),
                    .wall_ms = 1'790'000'000'123};
    CHECK(check(path, {forged}).missing.size() == 1);
    forged.of_frames = true;
    CHECK(check(path, {forged}).missing.empty());
}

TEST_CASE("a log is compared with the heads that the other daemon's log keeps of it") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    const std::string other = folder.file("b.db");
    const std::string old = folder.file("old.db");
    make_log(path, 40);
    std::filesystem::copy_file(path, old);
    go_on(path, 41, 2);
    const auto report = store::verify(path);
    REQUIRE(report);
    wire::HeadKept kept{report->log_id, {42}, store::hex(store::bytes(report->chain)), 17,
                        report->keys.back().fingerprint};
    wire::HeadKept strange = kept;
    strange.chain = std::string(64, '0');
    strange.key = std::string(32, '0');
    strange.by_word = true;
    {
        auto store = must_open(other);
        store->start();
        std::vector<store::Row> rows = sample_rows(1, 3);
        for (const wire::HeadKept& head : {kept, strange}) {
            store::Row row = sample_row(1, "hall");
            row.type = wire::HeadKept::type;
            row.body = wire::encode_body(wire::ClockEvent{head});
            rows.push_back(row);
        }
        must_append(*store, std::move(rows));
    }
    const auto heads = heads_in(other);
    REQUIRE(heads);
    REQUIRE(heads->size() == 2);
    CHECK(heads->front().where == other + ", event 4");
    CHECK(check(path, *heads).found == 1);
    CHECK(check(path, *heads).missing.empty());
    CHECK(check(path, *heads).strange == 1);
    // Cut by somebody who has its own key: nothing in it reveals that.
    REQUIRE(store::verify(old)->verdict() == store::Verdict::unchanged);
    CHECK(check(old, *heads).missing.size() == 1);
    REQUIRE(tamper(path, "UPDATE event SET body = '{}' WHERE pos = 17"));
    rechain(path);
    sign_again(path, folder.file("another.key"));
    CHECK(store::verify(path)->ok());
    CHECK(check(path, *heads).missing.size() == 1);
    CHECK(heads_in(path)->empty());
    CHECK_FALSE(heads_in(folder.file("absent.db")));
}

TEST_CASE("a log that was cut or written again does not have the heads that were kept") {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    const std::string old = folder.file("old.db");
    make_log(path, 40);
    std::filesystem::copy_file(path, old);
    Anchor anchor(path, folder.file("anchors"));
    REQUIRE(anchor.follow());
    go_on(path, 41, 2);
    REQUIRE(anchor.follow());
    const auto heads = read_anchors(folder.file("anchors"));
    REQUIRE(heads);
    CHECK(check(path, *heads).found == 2);
    CHECK(check(path, *heads).missing.empty());
    CHECK(check(old, *heads).missing.size() == 1);
    REQUIRE(tamper(path, "UPDATE event SET body = '{}' WHERE pos = 17"));
    rechain(path);
    CHECK(check(path, *heads).missing.size() == 2);
}
