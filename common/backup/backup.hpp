// Backups of a data folder, beside a running daemon: one folder each, with a manifest.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/backup/manifest.hpp"

namespace flagfall::backup {

// Backs up what matters of `data_dir` into a new folder `flagfall-backup-YYYYMMDDTHHMMSSZ` of
// `to`, and gives its path. `own` is the program's log, "arbiterd.db": it must be there. All
// SQLite files are seen as of one moment, arbiterd's first, so that in the backup as well it is
// not ahead of the clocks it follows; they are copied while their daemons write, verified (SQLite,
// chain, signatures), hashed and synced; only then the folder gets its name. A failure leaves
// nothing behind, and a death only a hidden folder, which the next backup removes.
Result<std::string> make_backup(const std::string& data_dir, const std::string& own,
                                const std::string& to);

// Removes all but the newest `keep` backups in `to` that are of the same log as `newest`.
Result<void> prune(const std::string& to, const std::string& newest, std::size_t keep);

// What else must hold of a restored folder; a text says what does not.
using Check = std::function<std::optional<std::string>(const std::string& folder)>;

// Copies the backup to `data_dir`, which must not exist or be empty, and gives its manifest.
// Refused, with nothing left behind, if sizes, hashes, SQLite's checks, chains, signatures, the
// positions that the manifest names, or `check` do not hold.
Result<Manifest> restore(const std::string& from, const std::string& data_dir, const Check& check);

}  // namespace flagfall::backup
