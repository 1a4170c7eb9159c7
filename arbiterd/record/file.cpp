#include "arbiterd/record/file.hpp"

#include <filesystem>

#include "arbiterd/record/projector.hpp"
#include "common/store/archive.hpp"
#include "common/store/open.hpp"

namespace flagfall::embed {
extern const std::string_view archive_sql;
}

namespace flagfall::record {

namespace {

std::string record_script() {
    return std::string(store::log_schema()) + std::string(embed::arbiterd_sql);
}

}  // namespace

std::string file_of(const std::string& where) {
    std::error_code error;
    if (std::filesystem::is_regular_file(where, error)) return where;
    return (std::filesystem::path(where) / "arbiterd.db").string();
}

std::string archive_script() { return record_script() + std::string(embed::archive_sql); }

bool has_layout(store::Database& database) {
    return store::has_schema(database,
                             store::is_archive(database) ? archive_script() : record_script());
}

}  // namespace flagfall::record
