// One byte of a closed file differs from what was written. Either this is reported, or the rows are
// the ones that were written; nothing crashes.
#include <cstdio>
#include <limits>
#include <memory>
#include <set>

#include "common/store/reader.hpp"
#include "tests/disk/check.hpp"
#include "tests/disk/disk.hpp"
#include "tests/disk/quiet.hpp"
#include "tests/disk/vfs.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::disk;

namespace {

constexpr std::size_t page = 4096;

struct Figures {
    std::size_t bytes = 0;
    std::size_t flips = 0;
    std::size_t store = 0;   // refused by open or by the replay
    std::size_t verify = 0;  // reported by verify
    std::size_t harmless = 0;  // neither reports anything, and everything is unchanged
    std::size_t apart = 0;     // the cursor or the heartbeat differs, which cannot be detected
    std::size_t silent = 0;  // rows differ, and nothing reports it
    std::string first{};
};

class Flipping {
public:
    explicit Flipping(const Play& play) : play_(play), random_(seed()) {
        install();
        mount(std::make_shared<Disk>());
        told_ = perform(play_, {.digest = true});
        image_ = mounted().image();
        REQUIRE(image_.contains(path_of(play_)));
        const auto store = store::Store::open(options_of(play_));
        REQUIRE(store);
        const std::vector<std::string> in_log(play_.tables.begin() + 1, play_.tables.end());
        digest_ = digest_of_tables(in_log, (*store)->database());
        figures_.bytes = image_.at(path_of(play_)).size();
    }

    Figures run(std::size_t random_places) {
        std::set<std::size_t> places;
        for (std::size_t at = 0; at < 100; ++at) places.insert(at);
        const std::size_t pages = share() == Share::sample ? 4 : 1;  // one of so many
        for (std::size_t at = 0; at < figures_.bytes; at += pages * page) {
            for (std::size_t i = 0; i < 12; ++i) places.insert(at + i);
        }
        while (random_places-- > 0) places.insert(random_() % figures_.bytes);
        for (const std::size_t at : places) {
            flip(at, static_cast<char>(1 << random_() % 8));
            if (share() == Share::whole) flip(at, static_cast<char>(1 + random_() % 255));
        }
        mount(std::make_shared<Disk>());
        return std::move(figures_);
    }

private:
    void flip(std::size_t at, char change) {
        ++figures_.flips;
        where_ = "byte " + std::to_string(at) + " of page " + std::to_string(at / page + 1) +
                 " changed by " + std::to_string(static_cast<unsigned char>(change));
        INFO("FLAGFALL_SEED=" << seed() << ": " << where_);
        Image image = image_;
        char& byte = image.at(path_of(play_))[at];
        byte = static_cast<char>(byte ^ change);
        mount(std::make_shared<Disk>(image));
        const bool blamed = verify_says_so();
        mount(std::make_shared<Disk>(image));
        blamed_ = blamed || (play_.tables_sound && !play_.tables_sound());
        mount(std::make_shared<Disk>(image));
        const bool same = reader_sees_the_same();
        mount(std::make_shared<Disk>(image));
        const bool refused = store_says_so();
        figures_.verify += blamed_;
        figures_.store += refused;
        figures_.harmless += !blamed_ && !refused;
        if (!blamed && !refused) still_sound();
        if (!same && !blamed) silent("verify finds nothing, and a reader sees other rows");
    }

    bool verify_says_so() {
        const auto report = store::verify(path_of(play_));
        if (report) return !report->ok();
        if (report.error().text.empty()) silent("verify has no words for it");
        return true;
    }

    // Only what was written, or an error.
    bool reader_sees_the_same() {
        const auto reader = store::Reader::open(path_of(play_));
        if (!reader) return true;
        std::size_t count = 0;
        bool same = true;
        const Pos end{std::numeric_limits<std::int64_t>::max()};
        const auto read = (*reader)->read({1}, end, [&](const store::Row& row) {
            same = same && count < told_.rows.size() && row == told_.rows[count];
            ++count;
            return true;
        });
        return !read || (same && count == told_.rows.size());
    }

    // Like the daemon: open, replay, go on. What it accepts must be what was written.
    bool store_says_so() {
        store::StoreOptions options = options_of(play_);
        options.on_fatal = [](const store::SqlError&) {};
        auto store = store::Store::open(options);
        if (!store) return true;
        std::size_t count = 0;
        bool same = true;
        const auto read = (*store)->read({1}, [&](const store::Row& row) {
            same = same && count < told_.rows.size() && row == told_.rows[count];
            ++count;
        });
        if (!read) return true;
        if (!same || count != told_.rows.size()) silent("the store replays other rows");
        store::Database& db = (*store)->database();
        if (!blamed_) compare_tables(db);
        db.clear_error();
        return stops(**store);
    }

    void compare_tables(store::Database& db) {
        const std::vector<std::string> in_log(play_.tables.begin() + 1, play_.tables.end());
        if (digest_of_tables(in_log, db) != digest_) silent("a table differs");
        figures_.apart += digest_of_tables(play_, db) != told_.commits.back().tables;
    }

    // True if it cannot go on.
    bool stops(store::Store& store) {
        std::vector<store::Row> rows{play_.extra};
        store.start();
        if (!store.append(rows)) return true;  // its first signature failed before
        store.flush();
        return store.committed() != store.last();
    }

    // After the daemon continued with it.
    void still_sound() {
        const auto report = store::verify(path_of(play_));
        if (!report || !report->ok()) silent("nobody sees it until the next row is in");
    }

    bool silent(const std::string& text) {
        ++figures_.silent;
        if (figures_.first.empty()) figures_.first = where_ + ": " + text;
        return false;
    }

    const Play& play_;
    Random random_;
    Told told_;
    Image image_;
    Figures figures_;
    std::string digest_;   // of the tables that follow from the log
    bool blamed_ = false;  // verify, or the comparison of the tables, found a fault
    std::string where_;
};

void nothing_is_silent(const Play& play) {
    const Quiet quiet;
    const bool sample = share() == Share::sample;
    const std::size_t bytes = share() == Share::whole  ? 3'000
                              : share() == Share::part ? 600
                              : sample                 ? 50
                                                       : 150;
    const Figures figures = Flipping(play).run(bytes);
    std::printf("disk_flip  %-9s seed=%llu bytes=%zu flips=%zu found_by_verify=%zu"
                " refused_by_store=%zu harmless=%zu apart_from_log=%zu silent=%zu\n",
                play.daemon.c_str(), static_cast<unsigned long long>(seed()), figures.bytes,
                figures.flips, figures.verify, figures.store, figures.harmless, figures.apart,
                figures.silent);
    INFO("FLAGFALL_SEED=" << seed() << ": " << figures.first);
    CHECK(figures.silent == 0);
    CHECK(figures.verify > (sample ? 30 : 100));
    CHECK(figures.store > (sample ? 30 : 100));
}

}  // namespace

TEST_CASE("a flipped byte in clockd's file is found or changes nothing", "[flip]") {
    nothing_is_silent(clockd_play(2, 8));
}

TEST_CASE("a flipped byte in arbiterd's file is found or changes nothing", "[flip]") {
    nothing_is_silent(arbiterd_play(1));
}
