// `clockd replay`: plays the games of PGN files on a running clockd, as any device would.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "clockd/client/link.hpp"
#include "common/base/time.hpp"
#include "common/cli/program.hpp"
#include "common/cli/values.hpp"

namespace flagfall::client {

struct ReplayOptions {
    std::vector<std::string> files;
    Address connect;
    Duration connect_timeout = seconds(10);
    std::int64_t speed = 1;        // real time only: thinking is divided by it
    std::string event;             // id; empty: from the name of the first file
    std::string time_control = "40/5400+30:1800+30";  // for games without one of their own
    std::uint32_t boards = 0;      // only the first so many; 0: all
    bool arbiter = true;           // an arbiterd rules and ends the games
    bool office = false;           // and its office opens and starts them
    bool quiet = false;
};

// The options as values of replay_command(). The error is a sentence for people.
std::expected<ReplayOptions, std::string> replay_options(const cli::Values& values);

// Plays everything and returns the exit code (docs/replay.md).
int run_replay(const ReplayOptions& options);

// The command for the program's table.
cli::Subcommand replay_command();

}  // namespace flagfall::client
