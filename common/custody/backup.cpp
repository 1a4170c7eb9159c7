#include "common/custody/backup.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>

#include "common/base/now.hpp"
#include "common/base/version.hpp"
#include "common/ops/log.hpp"
#include "common/store/crypto.hpp"
#include "common/store/custody.hpp"
#include "common/store/open.hpp"

namespace flagfall::custody {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view prefix = "flagfall-backup-";
constexpr std::string_view hidden = ".flagfall-";  // not finished, or not wanted

std::string stamp() {  // "20261121T093000Z"
    std::string text = rfc3339(wall_ms()).substr(0, 19) + "Z";
    std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
    return text;
}

Result<void> make_folder(const std::string& path) {
    if (::mkdir(path.c_str(), 0700) == 0 || errno == EEXIST) return {};
    return std::unexpected(path + ": " + std::generic_category().message(errno));
}

// One SQLite file, as it was when opened.
struct Source {
    std::string name;
    std::unique_ptr<store::Database> database;
};

Result<Source> open_source(const std::string& folder, const std::string& name) {
    const std::string path = in(folder, name);
    auto database = store::Database::open(path, store::Database::Mode::read_only);
    if (!database) return std::unexpected(store::open_error(path, database.error()).text);
    store::Database& db = **database;
    db.execute("PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF; BEGIN");
    db.integer("SELECT count(*) FROM sqlite_master");  // the first query fixes that state
    if (db.error()) return std::unexpected(store::open_error(path, *db.error()).text);
    return Source{name, std::move(*database)};
}

// All SQLite files; in the order of their names arbiterd's comes before clockd's.
Result<std::vector<Source>> open_sources(const std::string& data_dir, const std::string& own) {
    const std::vector<std::string> names = databases(data_dir);
    if (std::ranges::find(names, own) == names.end())
        return std::unexpected(in(data_dir, own) + ": there is no such record");
    std::vector<Source> sources;
    for (const std::string& name : names) {
        auto source = open_source(data_dir, name);
        if (!source) return std::unexpected(source.error());
        sources.push_back(std::move(*source));
    }
    return sources;
}

Result<void> copy_sources(std::vector<Source>& sources, const std::string& to) {
    for (Source& source : sources) {
        const std::string path = in(to, source.name);
        if (!source.database->backup_to(path))
            return std::unexpected(store::open_error(path, *source.database->error()).text);
        source.database.reset();  // so that the writer's log can be emptied again
        if (auto synced = sync_file(path); !synced) return synced;
    }
    return {};
}

bool is_secret(const std::string& name) {
    return name.ends_with(".key") || name.ends_with(".token") || name.starts_with("tls/");
}

// Another user's keys cannot be read; that user's own backup has them.
Result<void> copy_plain(const BackupOptions& options, const std::string& to) {
    const std::string& from = options.data_dir;
    for (const std::string& name : plain_files(from)) {
        if (options.without_keys && is_secret(name)) continue;
        if (name.starts_with("tls/"))
            if (auto made = make_folder(in(to, "tls")); !made) return made;
        const auto copied = copy_file(in(from, name), in(to, name));
        if (!copied && (name.starts_with(options.own.log) || fs::exists(in(to, name))))
            return copied;
        if (!copied)
            ops::log(ops::Level::warn, "a file is not in the backup", {{"why", copied.error()}});
    }
    return {};
}

std::string key_file(const BackupOptions& options, const std::string& name) {
    return in(options.key_dir.empty() ? options.data_dir : options.key_dir, name + ".key");
}

// Verifies the copied file and describes it for the manifest.
Result<void> seal(const BackupOptions& options, const std::string& folder) {
    Manifest manifest;
    manifest.made_at = rfc3339(wall_ms());
    manifest.version = version;
    std::vector<std::string> files = databases(folder);
    for (const std::string& name : files) {
        store::sign_copy(in(folder, name), key_file(options, name));  // if the key is available
        const auto found = examine(folder, name, key_file(options, name));
        if (!found) return std::unexpected(found.error());
        if (*found) manifest.logs.push_back(**found);
    }
    if (options.own.check)
        if (const auto not_so = options.own.check(folder)) return std::unexpected(*not_so);
    std::ranges::stable_partition(
        manifest.logs, [&](const LogEntry& each) { return each.name == options.own.log; });
    for (const std::string& name : plain_files(folder)) files.push_back(name);
    for (const std::string& name : files) {
        const auto sum = sum_of(in(folder, name));
        if (!sum) return std::unexpected(sum.error());
        manifest.files.push_back({name, *sum});
    }
    if (auto written = write_file(in(folder, manifest_name), text_of(manifest)); !written)
        return written;
    if (auto done = sign_manifest(folder, key_file(options, options.own.log)); !done) return done;
    if (fs::exists(in(folder, "tls")))
        if (auto synced = sync_entries(in(folder, "tls")); !synced) return synced;
    return sync_entries(folder);
}

void remove_drafts(const std::string& to) {
    std::error_code error;
    std::vector<std::string> drafts;
    for (fs::directory_iterator at(to, error), end; !error && at != end; at.increment(error))
        if (at->path().filename().string().starts_with(hidden) && at->is_directory(error))
            drafts.push_back(at->path().string());
    for (const std::string& draft : drafts) remove_all(draft);
}

// A free name: further backups within one second get a number.
std::string free_name(const std::string& to, const std::string& name) {
    std::string path = in(to, name);
    for (int i = 2; fs::exists(path); ++i) path = in(to, name + "-" + std::to_string(i));
    return path;
}

Result<store::FileLock> lock(const std::string& to) {
    std::error_code error;
    fs::create_directories(to, error);
    if (error) return std::unexpected(to + ": " + error.message());
    auto held = store::FileLock::take(in(to, ".flagfall-backup"));
    if (!held && held.error().code == store::OpenCode::locked)
        return std::unexpected(to + ": another backup is being made there; wait for its end");
    if (!held) return std::unexpected(held.error().text);
    return std::move(*held);
}

bool same_log(const Manifest& a, const Manifest& b) {
    return a.logs.front().log_id == b.logs.front().log_id;
}

Result<void> copy_listed(const Manifest& manifest, const std::string& from, const std::string& to) {
    for (const FileEntry& entry : manifest.files) {
        const auto parent = fs::path(in(to, entry.name)).parent_path().string();
        if (entry.name.contains('/') && !is_own_folder(in(from, "tls")))
            return std::unexpected(in(from, "tls") + ": it is not a folder of the backup");
        if (auto made = make_folder(parent); !made) return made;
        if (auto copied = copy_file(in(from, entry.name), in(to, entry.name), entry.sum.bytes);
            !copied)
            return copied;
        const auto sum = sum_of(in(to, entry.name));  // what was written, not what was read
        if (!sum) return std::unexpected(sum.error());
        if (sum->bytes != entry.sum.bytes || sum->sha256 != entry.sum.sha256)
            return std::unexpected(in(from, entry.name) +
                                   ": it differs from the manifest; use another backup");
        if (auto synced = sync_entries(parent); !synced) return synced;
    }
    return {};
}

Result<void> examine_logs(const Manifest& manifest, const std::string& folder,
                          const RestoreOptions& options) {
    for (const std::string& name : databases(folder)) {
        const bool own = name == options.own.log;
        const auto found = examine(folder, name, in(folder, name + ".key"),
                                   own ? options.trusted : std::vector<std::string>());
        if (!found) return std::unexpected(found.error());
        const auto named = std::ranges::find(manifest.logs, name, &LogEntry::name);
        const bool is_named = named != manifest.logs.end();
        if (found->has_value() != is_named ||
            (is_named && (named->log_id != (*found)->log_id || named->last != (*found)->last ||
                          named->key != (*found)->key)))
            return std::unexpected(in(folder, name) + ": it is not the log of the manifest");
    }
    return {};
}

}  // namespace

Result<std::string> make_backup(const BackupOptions& options) {
    const std::string& to = options.to;
    const auto held = lock(to);
    if (!held) return std::unexpected(held.error());
    remove_drafts(to);
    const std::string name = std::string(prefix) + stamp();
    Unfinished draft(in(to, std::string(hidden) + name));
    auto sources = open_sources(options.data_dir, options.own.log);
    if (!sources) return std::unexpected(sources.error());
    Result<void> done = make_folder(draft.path());
    if (done) done = copy_sources(*sources, draft.path());
    if (done) done = copy_plain(options, draft.path());
    if (done) done = seal(options, draft.path());
    const std::string path = free_name(to, name);
    if (done) done = draft.becomes(path);
    if (!done) return std::unexpected(done.error());
    return path;
}

Result<void> prune(const std::string& to, const std::string& newest, std::size_t keep) {
    const auto held = lock(to);
    if (!held) return std::unexpected(held.error());
    const auto own = read_manifest(newest);
    if (!own) return std::unexpected(own.error());
    std::vector<std::pair<std::string, std::string>> found;  // time and path
    std::error_code error;
    for (fs::directory_iterator at(to, error), end; !error && at != end; at.increment(error)) {
        if (!at->path().filename().string().starts_with(prefix)) continue;
        const auto manifest = read_manifest(at->path().string());
        if (manifest && same_log(*manifest, *own))
            found.emplace_back(manifest->made_at, at->path().string());
    }
    std::ranges::sort(found);
    for (std::size_t i = 0; i + keep < found.size(); ++i) {
        // Under a hidden name first, so that half a backup never looks complete.
        const fs::path path = found[i].second;
        const std::string away = in(to, std::string(hidden) + path.filename().string());
        if (auto moved = rename_durably(path.string(), away); !moved) return moved;
        remove_all(away);
    }
    return {};
}

namespace {

// The key that signed the manifest; it must be the key of the program's own log.
Result<std::string> signer_of(const Manifest& manifest, const RestoreOptions& options) {
    const auto signer = manifest_signer(options.from);
    const std::string advice =
        "; if you know where it was kept since it was made, --unsigned accepts it all the same";
    if (!signer && options.not_signed) return std::string();
    if (!signer) return std::unexpected(signer.error() + advice);
    if (*signer == manifest.logs.front().key || options.not_signed) return *signer;
    return std::unexpected(in(options.from, signature_name) + ": signed by key " +
                           store::spaced(*signer) + ", which is not that of the log" + advice);
}

// The persons, tokens and sessions in the draft, and whether they come back.
Result<std::vector<std::string>> settle_rights(const RestoreOptions& options,
                                               const std::string& folder) {
    const Rights& rights = options.own.rights;
    std::vector<std::string> lines;
    if (rights.list) lines = rights.list(folder);
    std::error_code error;
    if (!options.with_access)
        for (const std::string& name : rights.files) fs::remove(in(folder, name), error);
    else if (const std::string why = rights.end_sessions ? rights.end_sessions(folder) : "";
             !why.empty())
        return std::unexpected(why);
    if (auto synced = sync_entries(folder); !synced) return std::unexpected(synced.error());
    return lines;
}

// A hidden folder beside the target, renamed to it at the end.
std::string draft_of(const fs::path& target) {
    return in(target.parent_path().string(),
              std::string(hidden) + "restore-" + target.filename().string());
}

}  // namespace

Result<Restored> restore(const RestoreOptions& options) {
    const std::string& data_dir = options.data_dir;
    const auto manifest = read_manifest(options.from);
    if (!manifest) return std::unexpected(manifest.error());
    const auto signer = signer_of(*manifest, options);
    if (!signer) return std::unexpected(signer.error());
    std::error_code error;
    if (fs::exists(data_dir, error) && !fs::is_empty(data_dir, error))
        return std::unexpected(data_dir + ": it is not empty; name a new folder");
    const fs::path target = fs::absolute(data_dir).lexically_normal();
    const fs::path clean = target.has_filename() ? target : target.parent_path();
    fs::create_directories(clean.parent_path(), error);
    Unfinished draft(draft_of(clean));
    remove_all(draft.path());
    Result<void> done = make_folder(draft.path());
    if (done) done = copy_listed(*manifest, options.from, draft.path());
    if (done) done = examine_logs(*manifest, draft.path(), options);
    if (!done) return std::unexpected(done.error());
    if (options.own.check)
        if (const auto not_so = options.own.check(draft.path())) return std::unexpected(*not_so);
    auto rights = settle_rights(options, draft.path());
    if (!rights) return std::unexpected(rights.error());
    done = draft.becomes(clean.string());  // also over an empty folder
    if (!done) return std::unexpected(done.error());
    return Restored{*manifest, *signer, std::move(*rights)};
}

}  // namespace flagfall::custody
