#include "common/backup/manifest.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "common/log/verify.hpp"

namespace flagfall::backup {

namespace {

using nlohmann::ordered_json;

constexpr int format = 1;

// A name that stays in its folder: "arbiterd.db", "tls/ca.pem".
bool is_inside(const std::string& name) {
    return !name.empty() && name[0] != '/' && name.find('\\') == std::string::npos &&
           ("/" + name + "/").find("/../") == std::string::npos &&
           ("/" + name + "/").find("/./") == std::string::npos &&
           name.find("//") == std::string::npos && name != manifest_name;
}

Manifest from_json(const ordered_json& json) {
    Manifest manifest{json.at("made_at"), json.at("version"), {}, {}};
    for (const ordered_json& file : json.at("files"))
        manifest.files.push_back({file.at("name"), {file.at("bytes"), file.at("sha256")}});
    for (const ordered_json& each : json.at("logs"))
        manifest.logs.push_back({each.at("name"),
                                 each.at("log"),
                                 {each.at("last").get<std::int64_t>()},
                                 {each.at("signed_up_to").get<std::int64_t>()}});
    return manifest;
}

}  // namespace

std::string text_of(const Manifest& manifest) {
    ordered_json files = ordered_json::array();
    for (const FileEntry& file : manifest.files)
        files.push_back(
            {{"name", file.name}, {"bytes", file.sum.bytes}, {"sha256", file.sum.sha256}});
    ordered_json logs = ordered_json::array();
    for (const LogEntry& each : manifest.logs)
        logs.push_back({{"name", each.name},
                        {"log", each.log_id},
                        {"last", each.last.value},
                        {"signed_up_to", each.signed_up_to.value}});
    return ordered_json{{"format", format},
                        {"made_at", manifest.made_at},
                        {"version", manifest.version},
                        {"logs", logs},
                        {"files", files}}
               .dump(2, ' ', false, ordered_json::error_handler_t::replace) +
           "\n";
}

Result<Manifest> read_manifest(const std::string& folder) {
    const std::string path = in(folder, manifest_name);
    std::ifstream file(path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    if (!file.is_open()) return std::unexpected(path + ": there is none, so this is no backup");
    try {
        const auto json = ordered_json::parse(text);
        if (json.at("format") != format)
            return std::unexpected(path + ": it is of another format; use a newer program");
        Manifest manifest = from_json(json);
        for (const FileEntry& entry : manifest.files)
            if (!is_inside(entry.name))
                return std::unexpected(path + ": it names a file outside its folder");
        if (!manifest.files.empty() && !manifest.logs.empty()) return manifest;
        return std::unexpected(path + ": it names no log");
    } catch (const ordered_json::exception& error) {
        return std::unexpected(path + ": it cannot be read (" + error.what() + ")");
    }
}

Result<std::optional<LogEntry>> examine(const std::string& folder, const std::string& name) {
    const std::string path = in(folder, name);
    auto database = log::Database::open(path, log::Database::Mode::read_only);
    if (!database) return std::unexpected(path + ": " + database.error().text);
    log::Database& db = **database;
    std::string found;
    {
        log::Statement check = db.prepare("PRAGMA integrity_check(1)");
        if (check.step()) found = check.text(0);
    }
    const std::int64_t owner = db.integer("PRAGMA application_id");
    if (db.error()) return std::unexpected(path + ": " + db.error()->text);
    if (found != "ok") return std::unexpected(path + ": the file is damaged: " + found);
    if (owner != log::arbiterd_application_id && owner != log::clockd_application_id)
        return std::optional<LogEntry>();
    database->reset();
    const auto report = log::verify(path);
    if (!report) return std::unexpected(report.error().text);
    if (!report->ok()) {
        const log::Finding& first = report->findings.front();
        return std::unexpected(path + ": event " + std::to_string(first.pos.value) + ": " +
                               std::string(log::name(first.flaw)) + ": " + first.text);
    }
    return LogEntry{name, report->log_id, report->last, report->signed_up_to};
}

}  // namespace flagfall::backup
