// Archives of closed tournaments: each is one file with everything that both logs have of it.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "arbiterd/shell/clockd_follower.hpp"
#include "common/store/archive.hpp"

namespace flagfall::arbiterd {

struct ArchiveOptions {
    std::string event{};
    std::string data_dir{};
    std::string clocks_dir{};  // folder of clockd.db; empty: data_dir
    std::string key_dir{};     // of the signing keys; empty: beside each log
    std::string to{};          // the file to create; it must not exist
};

// Verifies both logs, makes the archive while the daemons run, verifies it, and returns the report
// on it. Refused: a tournament that is not closed, a log that was changed or is not signed, a game
// that clockd's log does not have. A failure leaves nothing behind; a killed process leaves a
// hidden file, which the next attempt replaces.
std::expected<store::ArchiveReport, StartError> make_archive(const ArchiveOptions& options);

// Verifies an archive: the file, rows, keys and seals, and that its tables follow from its rows.
// The error says why it cannot be read.
std::expected<store::ArchiveReport, std::string> verify_archive(
    const std::string& file, const std::vector<std::string>& trusted = {});

}  // namespace flagfall::arbiterd
