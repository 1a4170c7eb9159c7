// The file of a record: in a data folder, or an archive by itself.
#pragma once

#include <string>

namespace flagfall::store {
class Database;
}

namespace flagfall::record {

// The file that people name by its folder, DIR/arbiterd.db, or by itself: an archive. Record::open
// takes both.
std::string file_of(const std::string& where);

// All tables of an archive (common/store/archive.hpp): log.sql, arbiterd.sql, archive.sql.
std::string archive_script();

// Are the tables of arbiterd.db those that this program makes? If not, rebuilding makes them.
bool has_layout(store::Database& database);

}  // namespace flagfall::record
