// A backup's description: manifest.json in its folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/custody/files.hpp"

namespace flagfall::custody {

struct FileEntry {
    std::string name;  // relative to the folder: "arbiterd.db", "tls/ca.pem"
    Sum sum;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("name", m.name);
        v("bytes", m.sum.bytes);
        v("sha256", m.sum.sha256);
    }
};

// An event log among the files, as verified in the backup.
struct LogEntry {
    std::string name;
    std::string log_id;
    Pos last;
    Pos signed_up_to;
    std::string key;  // the fingerprint of the key that signs it

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("name", m.name);
        v("log", m.log_id);
        v("last", m.last);
        v("signed_up_to", m.signed_up_to);
        v("key", m.key);
    }
};

struct Manifest {
    std::int64_t format = 1;
    std::string made_at;  // RFC 3339
    std::string version;  // of the program
    std::vector<LogEntry> logs;  // the first is the program's own
    std::vector<FileEntry> files;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("format", m.format);
        v("made_at", m.made_at);
        v("version", m.version);
        v("logs", m.logs);
        v("files", m.files);
    }
};

inline constexpr const char* manifest_name = "manifest.json";
inline constexpr const char* signature_name = "manifest.sig";

std::string text_of(const Manifest& manifest);

// Reads FOLDER/manifest.json; the error explains what is wrong with it.
Result<Manifest> read_manifest(const std::string& folder);

// Writes FOLDER/manifest.sig: the key's public half and its signature over manifest.json.
Result<void> sign_manifest(const std::string& folder, const std::string& key_file);

// The fingerprint of the key that signed FOLDER/manifest.json; an error if there is no signature,
// or if the signature is wrong.
Result<std::string> manifest_signer(const std::string& folder);

// Verifies an event log in its file: SQLite's whole check, chain, signatures and, where `key_file`
// can be read, that it ends as its daemon left it. Empty if the file is another kind of SQLite file
// and is intact; the error explains what is wrong. `trusted`: as in store::VerifyOptions.
Result<std::optional<LogEntry>> examine(const std::string& folder, const std::string& name,
                                        const std::string& key_file,
                                        const std::vector<std::string>& trusted = {});

}  // namespace flagfall::custody
