// arbiterd access: persons, tokens and the audit on the command line.
#pragma once

#include <cstdio>
#include <expected>
#include <optional>
#include <span>
#include <string>

#include "common/cli/program.hpp"

namespace flagfall::access {

// What the commands are, for help, manual pages and completion.
cli::Command access_command();

// Works on DIR/access.db itself, with or without a server on it. Returns an exit code
// (common/base/exit_codes.hpp). No secret is ever read from `args`, and none is printed but a new
// token.
int run_access(std::span<const std::string> args, std::FILE* in, std::FILE* out, std::FILE* err);

// Where a client on this machine has its token from; the first of these that is there.
struct TokenSource {
    std::optional<std::string> token_file;   // --token-file
    std::optional<std::string> data_folder;  // --data: its owner.token
    std::optional<std::string> environment;  // the value of FLAGFALL_TOKEN
};

// The token's text; empty when there is no source. The error says what to do: a file that cannot
// be read, that others may use, or that has no token in it.
std::expected<std::string, std::string> read_token(const TokenSource& source);

}  // namespace flagfall::access
