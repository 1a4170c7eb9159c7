// Keeps copies while a daemon runs: scheduled backups and the mirror, each on its own thread, so
// that they never delay the daemon. Failures are logged and counted, and the next attempt follows.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/time.hpp"
#include "common/cli/values.hpp"
#include "common/custody/backup.hpp"
#include "common/custody/mirror.hpp"

namespace flagfall::custody {

struct KeeperOptions {
    BackupOptions backup;  // `to` is empty: no backups
    Duration backup_every;
    std::size_t backup_keep = 0;
    std::optional<MirrorOptions> mirror;
    std::string anchor;  // file for the log's heads; empty: none
};

class Keeper {
public:
    // Starts at once with a backup, if backups are configured, and with the mirror.
    explicit Keeper(KeeperOptions options);
    // Brings mirror and anchor up to date a last time: first let the daemon close its log.
    ~Keeper();
    Keeper(const Keeper&) = delete;
    Keeper& operator=(const Keeper&) = delete;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// --backup-to, --backup-every, --backup-keep and --mirror of a daemon; `environment` is the
// beginning of its variables: "ARBITERD".
std::vector<cli::Option> keeper_options(const std::string& environment);

// Reads these options, with --data and --key-dir. `mirror` has what only the daemon knows.
KeeperOptions keeper_from(const cli::Values& values, const Own& own, MirrorOptions mirror);

// Confines the daemon (common/ops/confine.hpp) to the files and folders that its options name, and
// logs what is in force; not when it is --debuggable. Makes the data folder if there is none.
void confine_to(const cli::Subcommand& serve, const cli::Values& values);

// `backup` and `restore` for the table of `program`.
cli::Subcommand backup_command(const std::string& program, const Own& own);
cli::Subcommand restore_command(const std::string& program, const Own& own);

}  // namespace flagfall::custody
