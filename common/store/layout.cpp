#include "common/store/layout.hpp"

#include "common/store/open.hpp"

namespace flagfall::store {

std::string_view owner_text(std::int64_t application_id) {
    switch (application_id) {
        case clockd_application_id: return "it is the log of clockd";
        case arbiterd_application_id: return "it is the log of arbiterd";
        case archive_application_id: return "it is the archive of a tournament";
        case frames_application_id: return "it is a log of frames of boards";
        case access_application_id: return "it has the rights of people and programs";
        case webhooks_application_id: return "it has the webhooks";
        default: return "it is the database of another program";
    }
}

bool is_new(Database& database) {
    return database.integer("SELECT count(*) FROM sqlite_master") == 0 &&
           database.integer("PRAGMA application_id") == 0;
}

void make(Database& database, const Layout& layout) {
    database.execute(layout.script);
    database.execute("PRAGMA application_id = " + std::to_string(layout.application_id));
    database.execute("PRAGMA user_version = " + std::to_string(layout.version));
}

std::string damage(Database& database) {
    Statement rows = database.prepare("PRAGMA quick_check(1)");
    if (!rows.step()) return {};  // with its own error
    const std::string found = rows.text(0);
    return found == "ok" ? std::string() : found;
}

std::expected<void, OpenError> check_owner(Database& database, const std::string& path,
                                           const Layout& layout) {
    const std::int64_t found = database.integer("PRAGMA application_id");
    if (database.error()) return std::unexpected(open_error(path, *database.error()));
    if (found == layout.application_id) return {};
    return std::unexpected(OpenError{OpenCode::wrong_application,
                                     path + ": " + std::string(owner_text(found)) +
                                         "; name another folder, this one is left untouched"});
}

std::expected<void, OpenError> check_version(Database& database, const std::string& path,
                                             const Layout& layout) {
    const std::int64_t version = database.integer("PRAGMA user_version");
    if (database.error()) return std::unexpected(open_error(path, *database.error()));
    if (version == layout.version) return {};
    return std::unexpected(OpenError{
        OpenCode::newer_version,
        path + ": its schema has version " + std::to_string(version) +
            ", this program knows version " + std::to_string(layout.version) +
            "; use the program that wrote it, or a newer one"});
}

}  // namespace flagfall::store
