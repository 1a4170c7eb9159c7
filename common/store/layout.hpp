// The program that a database belongs to, and the version of its script in db/: SQLite's
// application_id and user_version, one mechanism for all of our files.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "common/store/sqlite.hpp"
#include "common/store/store.hpp"

namespace flagfall::store {

// "FFac", "FFax" (of an archive, archive.hpp) and "FFwh"; those of the logs are in store.hpp.
inline constexpr std::int32_t access_application_id = 0x46466163;
inline constexpr std::int32_t archive_application_id = 0x46466178;
inline constexpr std::int32_t webhooks_application_id = 0x46467768;

struct Layout {
    std::string_view script;
    std::int32_t application_id = 0;
    std::int32_t version = 0;  // a file with another one is refused
};

// Does it have no tables yet, and no mark?
bool is_new(Database& database);

// What SQLite finds wrong with the pages of the file; empty if nothing is wrong, or if it cannot be
// read (the database has that error then).
std::string damage(Database& database);

// Creates the tables and marks the file, in the caller's transaction.
void make(Database& database, const Layout& layout);

// Refuse a file of another program, or of a version that this program does not know. They only
// read the file.
std::expected<void, OpenError> check_owner(Database& database, const std::string& path,
                                           const Layout& layout);
std::expected<void, OpenError> check_version(Database& database, const std::string& path,
                                             const Layout& layout);

// "it is the log of clockd"
std::string_view owner_text(std::int64_t application_id);

}  // namespace flagfall::store
