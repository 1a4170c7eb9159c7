#include "tests/unit/store/support.hpp"

#include <limits>
#include <map>

#include "common/store/custody.hpp"
#include "common/store/open.hpp"
#include "common/store/reader.hpp"
#include "tests/support/catch.hpp"

namespace flagfall::store::testing {

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

void rechain(const std::string& path) {
    auto database = Database::open(path, Database::Mode::create);
    REQUIRE(database);
    Database& db = **database;
    const std::string log_id = read_log_id(db);
    std::vector<Row> rows;
    {
        Statement s = db.prepare("SELECT " FLAGFALL_EVENT_COLUMNS " FROM event ORDER BY pos");
        while (s.step()) rows.push_back(row_of(s));
    }
    Digest chain = chain_start(log_id);
    Sha256 hash;
    std::string script;
    for (const Row& row : rows) {
        chain = chain_next(hash, chain, row);
        script += "UPDATE event SET chain = x'" + hex(bytes(chain)) +
                  "' WHERE pos = " + std::to_string(row.pos.value) + ";";
    }
    REQUIRE_FALSE(db.error());
    database->reset();
    REQUIRE(tamper(path, script));
}

void sign_again(const std::string& path, const std::string& key_file) {
    REQUIRE(tamper(path, "DELETE FROM checkpoint; DELETE FROM signing_key; DELETE FROM head"));
    auto key = SigningKey::create(key_file);
    REQUIRE(key);
    auto database = Database::open(path, Database::Mode::create);
    REQUIRE(database);
    Database& db = **database;
    const std::string log_id = read_log_id(db);
    const std::int64_t last = db.integer("SELECT max(pos) FROM event");
    Tenure tenure{.number = 1, .public_key = key->public_key(), .chain = chain_start(log_id)};
    const Digest keys = keys_next(no_keys(log_id), tenure);
    tenure.signature = key->sign(bytes(keys));
    db.run("INSERT INTO signing_key VALUES (1, ?, ?, 0, ?, NULL, '', '', 0, ?)",
           fingerprint(tenure.public_key), Blob{tenure.public_key}, Blob{bytes(tenure.chain)},
           Blob{tenure.signature});
    const Signer signer{std::move(*key), {}, 1, keys};
    for (std::int64_t pos = 1; pos <= last; ++pos)
        if (pos == last || pos % checkpoint_every == 0)
            sign_row(db, signer, log_id, {pos}, chain_at(db, log_id, {pos}).value());
    write_head(db, {last}, head_mac(signer.key.head_secret(), log_id, {last},
                                    chain_at(db, log_id, {last}).value(), keys));
    REQUIRE_FALSE(db.error());
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
    std::map<std::string, std::string> triggers;  // restored at the end, as a forger does
    if (forced) {
        Statement all = (*database)->prepare("SELECT name, sql FROM sqlite_master WHERE type = ?");
        for (all.bind("trigger"); all.step();) triggers.emplace(all.text(0), all.text(1));
    }
    for (const auto& [name, sql] : triggers) REQUIRE((*database)->execute("DROP TRIGGER " + name));
    const bool done = (*database)->execute(script);
    for (const auto& [name, sql] : triggers)
        if (done) REQUIRE((*database)->execute(sql));
    return done;
}

}  // namespace flagfall::store::testing
