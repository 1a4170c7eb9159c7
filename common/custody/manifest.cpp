#include "common/custody/manifest.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/base/hex.hpp"
#include "common/store/crypto.hpp"
#include "common/store/verify.hpp"
#include "common/wire/codec_reader.hpp"
#include "common/wire/codec_writer.hpp"

namespace flagfall::custody {

namespace {

constexpr std::size_t most_bytes = 1024 * 1024;  // of a manifest

// A name as backups have them: "arbiterd.db", "tls/ca.pem". No hidden file, no other folder.
bool is_usual(std::string name) {
    if (name.starts_with("tls/")) name = name.substr(4);
    constexpr std::string_view usual =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-@+ ";
    return !name.empty() && name[0] != '.' && name.size() <= 200 &&
           name.find_first_not_of(usual) == std::string::npos && name != manifest_name &&
           name != signature_name;
}

store::Digest signed_digest(const std::string& text) {
    return store::Sha256{}.text("flagfall backup 1").text(text).finish();
}

}  // namespace

std::string text_of(const Manifest& manifest) {
    using nlohmann::ordered_json;
    return ordered_json::parse(wire::object_of(manifest, wire::Names::of_log))
               .dump(2, ' ', false, ordered_json::error_handler_t::replace) +
           "\n";
}

Result<Manifest> read_manifest(const std::string& folder) {
    const std::string path = in(folder, manifest_name);
    const auto text = read_file(path, most_bytes);
    if (!text) return std::unexpected(text.error() + ": this is not a backup");
    const auto json = wire::parse_json(*text, wire::from_outside);
    if (!json) return std::unexpected(path + ": it cannot be read (" + json.error().text + ")");
    if (!json->is_object()) return std::unexpected(path + ": it cannot be read (no object)");
    std::vector<wire::DecodeError> errors;
    Manifest manifest = wire::read_object<Manifest>(*json, {.from_peer = true}, {}, errors);
    if (manifest.format != Manifest{}.format)
        return std::unexpected(path + ": it is of another format; use a newer program");
    if (!errors.empty())
        return std::unexpected(path + ": it cannot be read (" + errors.front().text + ")");
    for (const FileEntry& entry : manifest.files)
        if (!is_usual(entry.name))
            return std::unexpected(path + ": it names a file that no backup has");
    if (!manifest.files.empty() && !manifest.logs.empty()) return manifest;
    return std::unexpected(path + ": it names no log");
}

Result<void> sign_manifest(const std::string& folder, const std::string& key_file) {
    const auto key = store::SigningKey::load(key_file);
    if (!key) return std::unexpected(key.error().text);
    const auto text = read_file(in(folder, manifest_name), most_bytes);
    if (!text) return std::unexpected(text.error());
    return write_file(in(folder, signature_name),
                      store::hex(key->public_key()) + " " +
                          store::hex(key->sign(store::bytes(signed_digest(*text)))) + "\n");
}

Result<std::string> manifest_signer(const std::string& folder) {
    const auto text = read_file(in(folder, manifest_name), most_bytes);
    if (!text) return std::unexpected(text.error());
    const auto line = read_file(in(folder, signature_name), most_bytes);
    if (!line) return std::unexpected(in(folder, manifest_name) + ": it is not signed");
    // "KEY SIGNATURE" in one line.
    const std::string words = line->substr(0, line->find('\n'));
    const std::size_t space = std::min(words.find(' '), words.size());
    const auto key = bytes_of_hex(words.substr(0, space));
    const auto signature = bytes_of_hex(words.substr(std::min(space + 1, words.size())));
    if (!key || !signature ||
        !store::signature_holds(*key, store::bytes(signed_digest(*text)), *signature))
        return std::unexpected(in(folder, signature_name) +
                               ": the signature does not fit the manifest");
    return store::fingerprint(*key);
}

Result<std::optional<LogEntry>> examine(const std::string& folder, const std::string& name,
                                        const std::string& key_file,
                                        const std::vector<std::string>& trusted) {
    const std::string path = in(folder, name);
    auto database = store::Database::open(path, store::Database::Mode::read_only);
    if (!database) return std::unexpected(path + ": " + database.error().text);
    store::Database& db = **database;
    std::string found;
    {
        store::Statement check = db.prepare("PRAGMA integrity_check(1)");
        if (check.step()) found = check.text(0);
    }
    const std::int64_t owner = db.integer("PRAGMA application_id");
    if (db.error()) return std::unexpected(path + ": " + db.error()->text);
    if (found != "ok") return std::unexpected(path + ": the file is damaged: " + found);
    if (owner != store::arbiterd_application_id && owner != store::clockd_application_id)
        return std::optional<LogEntry>();
    database->reset();
    const auto report = store::verify(path, {trusted, key_file});
    if (!report) return std::unexpected(report.error().text);
    if (!report->ok()) {
        const store::Finding& first = report->findings.front();
        return std::unexpected(path + ": event " + std::to_string(first.pos.value) + ": " +
                               std::string(store::name(first.flaw)) + ": " + first.text);
    }
    if (report->verdict() == store::Verdict::other_key)
        return std::unexpected(path + ": it is signed by another key than the one you named");
    return LogEntry{name, report->log_id, report->last, report->signed_up_to,
                    report->keys.empty() ? "" : report->keys.back().fingerprint};
}

}  // namespace flagfall::custody
