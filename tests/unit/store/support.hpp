// What the tests of the log share: a folder that cleans up, sample rows, a store that must open.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/store/store.hpp"
#include "tests/support/temp_folder.hpp"

namespace flagfall::store::testing {

using test::TempFolder;

// A row whose content follows from `n` alone.
Row sample_row(std::int64_t n, std::string stream = "board/1");

// `count` rows, numbered from `first`, over three streams.
std::vector<Row> sample_rows(std::int64_t first, std::int64_t count);

// Opens or fails the test.
std::unique_ptr<Store> must_open(StoreOptions options);
std::unique_ptr<Store> must_open(const std::string& path);

// Appends, and fails the test if the store will not take them.
void must_append(Store& store, std::vector<Row> rows, Effect effect = {});

// A closed log of `count` sample rows.
void make_log(const std::string& path, std::int64_t count);

// Every row of the file, through a Reader.
std::vector<Row> all_rows(const std::string& path);

// Runs a script on the file behind the store's back, with the triggers of the log dropped first
// if `forced`. True if SQLite did it.
bool tamper(const std::string& path, const std::string& script, bool forced = true);

// What a forger does who knows the format: computes every chain again; and signs all of it with a
// key made in `key_file`, as if that had been the log's first.
void rechain(const std::string& path);
void sign_again(const std::string& path, const std::string& key_file);

}  // namespace flagfall::store::testing
