// Rows per second through the Store (append from a loop, group commit, chain, checkpoints, the
// append-only triggers) against a bare loop of SQLite commits: the same rows, the same groups.
//
//   store_bench [rows = 100000] [rows ahead = 1000] [folder = the temporary one]
//
// "Rows ahead" is how many appended rows may wait for the disk: it sets the size of the groups.
// Each runs three times in turn; the medians are printed. The bare loop runs a second time with the
// code at the head of the log (custody.hpp) in each commit, to show the cost of that alone.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "common/base/now.hpp"
#include "common/store/custody.hpp"
#include "common/store/limits.hpp"
#include "common/store/store.hpp"

using namespace flagfall;
using namespace flagfall::store;

namespace {

struct Result {
    double seconds = 0;
    std::vector<std::int64_t> groups;  // the last position of each commit
};

Row sample(std::int64_t n) {
    Row row;
    row.stream = std::string("board/").append(std::to_string(1 + n % 200));
    row.cmd_id = std::to_string(n % 200).append("-press-").append(std::to_string(n));
    row.at = Instant{n * 1000};
    row.boot = "3f0f2a5e-6f0e-4f4e-9d2b-2f7a1d3c5b6a";
    row.wall_ms = 1'790'000'000'000 + n;
    row.type = "pressed";
    row.body = R"({"side":"white","epoch":0,"ply":41,"white_us":3541250000,"black_us":3120400000,)"
               R"("elapsed_us":12650000,"increment_us":30000000,"margin_us":3528600000})";
    return row;
}

double seconds_since(Instant began) { return static_cast<double>((now() - began).us) / 1e6; }

Result through_store(const std::string& path, std::int64_t rows, std::int64_t ahead) {
    Result result;
    std::atomic<std::int64_t> durable{0};
    StoreOptions options;
    options.path = path;
    options.on_committed = [&](Pos up_to) {
        result.groups.push_back(up_to.value);
        durable = up_to.value;
        durable.notify_one();
    };
    auto store = Store::open(std::move(options));
    if (!store) {
        std::fprintf(stderr, "%s\n", store.error().text.c_str());
        std::exit(1);
    }
    (*store)->start();
    const Instant began = now();
    std::vector<Row> batch(1);
    for (std::int64_t n = 1; n <= rows; ++n) {
        batch[0] = sample(n);
        if (!(*store)->append(batch)) std::exit(1);
        const std::int64_t seen = durable;
        if (n - seen >= ahead) durable.wait(seen);
    }
    (*store)->flush();
    result.seconds = seconds_since(began);
    return result;
}

// The same rows into the same columns, nothing else: no triggers, no chain, no second thread.
double bare(const std::string& path, const std::vector<std::int64_t>& groups, bool heads) {
    auto opened = Database::open(path, Database::Mode::create);
    Database& db = **opened;
    db.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
               "CREATE TABLE event(pos INTEGER PRIMARY KEY, stream TEXT, seq INTEGER, cmd_id TEXT,"
               " at_us INTEGER, boot TEXT, wall_ms INTEGER, type TEXT, body TEXT, chain BLOB,"
               " UNIQUE (stream, seq)) STRICT;"
               "CREATE TABLE head(one INTEGER PRIMARY KEY, pos INTEGER, mac BLOB) STRICT");
    const std::string chain(32, 'c');
    const std::string secret(32, 's');
    const Instant began = now();
    std::int64_t n = 1;
    for (const std::int64_t last : groups) {
        db.execute("BEGIN IMMEDIATE");
        for (; n <= last; ++n) {
            const Row row = sample(n);
            db.run("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", n, row.stream, n,
                   row.cmd_id, row.at.us, row.boot, row.wall_ms, row.type, row.body, Blob{chain});
        }
        if (heads) write_head(db, Pos{last}, head_mac(secret, "hall-1-log", Pos{last}, {}, {}));
        db.execute("COMMIT");
    }
    if (db.error()) std::fprintf(stderr, "%s\n", db.error()->text.c_str());
    return seconds_since(began);
}

}  // namespace

int main(int argc, char** argv) {
    const std::int64_t rows = argc > 1 ? std::atoll(argv[1]) : 100'000;
    const std::int64_t ahead = std::clamp<std::int64_t>(
        argc > 2 ? std::atoll(argv[2]) : 1000, 1, std::int64_t{limits::store_queue_rows});
    const std::filesystem::path base =
        argc > 3 ? std::filesystem::path(argv[3]) : std::filesystem::temp_directory_path();
    std::string folder = (base / "flagfall-bench-XXXXXX").string();
    if (rows < 1 || !::mkdtemp(folder.data())) return 1;
    std::array<double, 3> store{};
    std::array<double, 3> plain{};
    std::array<double, 3> headed{};
    std::size_t commits = 0;
    for (std::size_t i = 0; i < store.size(); ++i) {
        const Result result = through_store(folder + "/store" + std::to_string(i), rows, ahead);
        store[i] = result.seconds;
        commits = result.groups.size();
        plain[i] = bare(folder + "/bare" + std::to_string(i), result.groups, false);
        headed[i] = bare(folder + "/headed" + std::to_string(i), result.groups, true);
    }
    std::filesystem::remove_all(folder);
    std::ranges::sort(store);
    std::ranges::sort(plain);
    std::ranges::sort(headed);
    const auto count = static_cast<double>(rows);
    std::printf("rows %.0f, commits %zu (%.0f rows each)\n", count, commits,
                count / static_cast<double>(commits));
    std::printf("store  %8.0f rows/s\n", count / store[1]);
    std::printf("bare   %8.0f rows/s\n", count / plain[1]);
    std::printf("ratio  %8.2f\n", plain[1] / store[1]);
    std::printf("headed %8.2f of the bare loop's time\n", headed[1] / plain[1]);
    return 0;
}
