#include "tests/unit/log/support.hpp"

#include <unistd.h>

#include <cstdlib>
#include <limits>

#include "common/log/reader.hpp"
#include "tests/support/catch.hpp"

namespace flagfall::log::testing {

TempFolder::TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "flagfall-log-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
}

TempFolder::~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

Row sample_row(std::int64_t n, std::string stream) {
    Row row;
    row.stream = std::move(stream);
    row.cmd_id = n % 4 == 0 ? "" : "cmd-" + std::to_string(n);
    row.sender = n % 4 == 0 ? "" : "device/" + std::to_string(n % 5);
    row.cmd_digest = n % 4 == 0 ? 0 : n * -7;
    row.at = Instant{1'000'000 + n * 7};
    row.boot = "b00t";
    row.wall_ms = 1'790'000'000'000 + n;
    row.type = n % 2 == 0 ? "pressed" : "move_made";
    row.body = R"({"side":"white","n":)" + std::to_string(n) + "}";
    return row;
}

std::vector<Row> sample_rows(std::int64_t first, std::int64_t count) {
    std::vector<Row> rows;
    for (std::int64_t n = first; n < first + count; ++n) {
        rows.push_back(sample_row(n, "board/" + std::to_string(1 + n % 3)));
    }
    return rows;
}

std::unique_ptr<Store> must_open(StoreOptions options) {
    auto store = Store::open(std::move(options));
    if (!store) FAIL(store.error().text);
    return std::move(*store);
}

std::unique_ptr<Store> must_open(const std::string& path) {
    StoreOptions options;
    options.path = path;
    return must_open(std::move(options));
}

void must_append(Store& store, std::vector<Row> rows, Effect effect) {
    REQUIRE(store.append(rows, std::move(effect)));
}

void make_log(const std::string& path, std::int64_t count) {
    auto store = must_open(path);
    store->start();
    must_append(*store, sample_rows(1, count));
    store->close();
}

std::vector<Row> all_rows(const std::string& path) {
    auto reader = Reader::open(path);
    if (!reader) FAIL(reader.error().text);
    std::vector<Row> rows;
    const Pos end{std::numeric_limits<std::int64_t>::max()};
    REQUIRE((*reader)->read({1}, end, [&](const Row& row) {
        rows.push_back(row);
        return true;
    }));
    return rows;
}

bool tamper(const std::string& path, const std::string& script, bool forced) {
    auto database = Database::open(path, Database::Mode::create);
    REQUIRE(database);
    if (forced) {
        for (const char* table : {"event", "checkpoint", "signing_key"}) {
            for (const char* what : {"update", "delete"}) {
                REQUIRE((*database)->execute("DROP TRIGGER IF EXISTS " + std::string(table) +
                                             "_no_" + what));
            }
        }
        REQUIRE((*database)->execute("DROP TRIGGER IF EXISTS event_in_order;"
                                     "DROP TRIGGER IF EXISTS event_in_stream_order"));
    }
    return (*database)->execute(script);
}

}  // namespace flagfall::log::testing
