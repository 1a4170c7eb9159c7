// `verify` and `key` of both daemons: verifies a record, and shows or changes its signing keys.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <vector>

#include "common/cli/program.hpp"
#include "common/cli/values.hpp"
#include "common/custody/frames.hpp"
#include "common/custody/kept_heads.hpp"
#include "common/custody/options.hpp"
#include "common/store/archive.hpp"
#include "common/store/store.hpp"

namespace flagfall::custody {

// The logs of a data folder, as a program describes them.
struct Logs {
    std::string program;             // "arbiterd"
    std::vector<std::string> files;  // "arbiterd.db", "clockd.db": the first must exist
    std::int32_t application_id = 0;  // of the first
    // Further faults of the folder, one line each; runs beside the other checks.
    std::function<std::vector<std::string>(const std::string& data_dir)> also{};
    // Verifies an archive, for a program that makes them. `trusted`: fingerprints. The error names
    // the fault of the file.
    std::function<std::expected<store::ArchiveReport, std::string>(
        const std::string& file, const std::vector<std::string>& trusted)>
        archive{};
    // The files of a gateway's log of frames in a folder, the oldest first, not verified yet.
    std::function<std::vector<LogFile>(const std::string& data_dir)> frames{};
    std::string frames_key{};  // the file of the key that signs them
};

// verify [--key KEY]... [--key-dir DIR] [--anchor FILE]... [--beside FILE]... DIR
cli::Subcommand verify_command(const Logs& logs);

// key show|rotate --data DIR [--key-dir DIR]
cli::Subcommand key_command(const Logs& logs);

// --key-dir, --accept-gap, --sign-every and --anchor of a daemon; `environment` is the beginning
// of its variables: "ARBITERD".
std::vector<cli::Option> custody_options(const std::string& environment);

}  // namespace flagfall::custody
