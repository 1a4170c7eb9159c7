// Backups of a data folder, beside a running daemon: one folder each, with a manifest.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/custody/manifest.hpp"

namespace flagfall::custody {

// A further check of a copied folder; returns what is wrong, if anything.
using Check = std::function<std::optional<std::string>(const std::string& folder)>;

// Files with people's rights, and what only their program knows about them.
struct Rights {
    std::vector<std::string> files{};  // "access.db", "owner.token"
    // The people who would have rights again, one line each, from the files of this folder.
    std::function<std::vector<std::string>(const std::string& folder)> list{};
    // Removes rights that must not come back; returns what went wrong, if anything.
    std::function<std::string(const std::string& folder)> end_sessions{};
};

// What a program knows about its own data folder.
struct Own {
    std::string log;  // "arbiterd.db": it must exist
    Check check{};
    Rights rights{};
};

struct BackupOptions {
    std::string data_dir{};
    std::string key_dir{};  // where the signing keys are; empty: data_dir
    std::string to{};
    bool without_keys = false;  // neither keys nor owner.token nor tls/
    Own own{};
};

// Backs up the files of `data_dir` that matter into a new folder
// `flagfall-backup-YYYYMMDDTHHMMSSZ` of `to`, and returns its path. All SQLite files are read as of
// one moment, arbiterd's first, so that the backup's record is never ahead of the clocks' log. The
// daemons may write meanwhile. Then the last events are signed if the keys are available, and the
// files are verified (SQLite, chain, signatures, the program's check: all that restore checks),
// hashed and synced, and the manifest is signed. Only then the folder gets its name. A failure
// leaves nothing behind; a killed process leaves a hidden folder, which the next backup removes.
Result<std::string> make_backup(const BackupOptions& options);

// Removes all but the newest `keep` backups in `to` that are of the same log as `newest`.
Result<void> prune(const std::string& to, const std::string& newest, std::size_t keep);

struct RestoreOptions {
    std::string from{};
    std::string data_dir{};
    std::vector<std::string> trusted{};  // fingerprints; if any is given, no other key is trusted
    bool not_signed = false;   // accept a manifest that is not signed by the log's key
    bool with_access = false;  // bring back persons, tokens and webhooks, but no session
    Own own{};
};

struct Restored {
    Manifest manifest;
    std::string signer;              // fingerprint; empty: not signed
    std::vector<std::string> rights;  // one line each, restored or not
};

// Copies the backup to `data_dir`, which must be empty or not exist. Refuses, and leaves nothing
// behind, if the manifest is not signed by the key of the log, or if a size, a hash, SQLite's
// checks, a chain, a signature, a position in the manifest, or the program's check is wrong.
// Follows no symbolic link.
Result<Restored> restore(const RestoreOptions& options);

}  // namespace flagfall::custody
