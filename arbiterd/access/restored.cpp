#include "arbiterd/access/restored.hpp"

#include <filesystem>

#include "arbiterd/access/file.hpp"
#include "common/store/open.hpp"
#include "common/store/secret_file.hpp"
#include "common/store/sqlite.hpp"

namespace flagfall::embed {
extern const std::string_view access_sql;
}

namespace flagfall::access {

std::vector<std::string> rights_in(const std::string& folder, std::int64_t now_ms) {
    std::vector<std::string> lines;
    const std::string path = access_path(folder);
    auto database = store::Database::open(path, store::Database::Mode::read_only);
    if (!std::filesystem::exists(path) || !database) return lines;
    store::Database& db = **database;
    db.execute("PRAGMA trusted_schema = OFF");
    store::Statement people = db.prepare(
        "SELECT quote(name), quote(role) FROM person WHERE disabled IS NULL ORDER BY name");
    while (people.step())
        lines.push_back("person " + people.text(0) + ", role " + people.text(1));
    store::Statement tokens = db.prepare(
        "SELECT id, quote(name), quote(role) FROM token"
        " WHERE revoked IS NULL AND coalesce(expires > ?, 1) ORDER BY id");
    tokens.bind(now_ms);
    while (tokens.step())
        lines.push_back("token " + tokens.text(0) + " (" + tokens.text(1) + "), role " +
                        tokens.text(2));
    return lines;
}

std::optional<std::string> wrong_rights(const std::string& folder) {
    const std::string path = access_path(folder);
    const std::string token = owner_path(folder);
    std::error_code error;
    if (std::filesystem::exists(std::filesystem::symlink_status(token, error)))
        if (const auto text = store::read_secret(token); !text)
            return token + ": " + text.error().text +
                   (text.error().exposed ? "; revoke it if somebody else may know it" : "");
    if (!std::filesystem::exists(path, error)) return std::nullopt;
    auto database = store::Database::open(path, store::Database::Mode::read_only);
    if (!database) return std::nullopt;  // opening it later reports why
    (*database)->execute("PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF");
    if ((*database)->integer("PRAGMA user_version") == 0 ||
        store::has_schema(**database, embed::access_sql) || (*database)->error())
        return std::nullopt;
    return path + ": it has tables or triggers that this program did not make; restore a backup, "
                  "or take it away and enter persons and tokens again";
}

std::string end_sessions(const std::string& folder) {
    const std::string path = access_path(folder);
    if (!std::filesystem::exists(path)) return {};
    auto database = store::Database::open(path, store::Database::Mode::create);
    if (!database) return store::open_error(path, database.error()).text;
    store::Database& db = **database;
    db.execute("PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON");
    const bool ours = store::has_schema(db, embed::access_sql);
    if (db.error()) return store::open_error(path, *db.error()).text;
    if (!ours)
        return path + ": it has tables or triggers that this program did not make; restore "
                      "without --with-access";
    db.execute("DELETE FROM session");
    return db.error() ? store::open_error(path, *db.error()).text : std::string();
}

}  // namespace flagfall::access
