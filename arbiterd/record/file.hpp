// The file of a record: in a data folder, or as an archive.
#pragma once

#include <string>

namespace flagfall::store {
class Database;
}

namespace flagfall::record {

// The file that people name: DIR/arbiterd.db if they name a folder, otherwise the file itself (an
// archive). Record::open accepts both.
std::string file_of(const std::string& where);

// The SQL that creates all tables of an archive (common/store/archive.hpp): log, record, archive.
std::string archive_script();

// Does arbiterd.db have the tables of this version of the program? If not, rebuild the record.
bool has_layout(store::Database& database);

}  // namespace flagfall::record
