// arbiterd access: persons, tokens and the audit on the command line.
#pragma once

#include <expected>
#include <optional>
#include <string>

#include "common/cli/program.hpp"

namespace flagfall::console {

// Works on DIR/access.db itself, with or without a server on it. No secret is read from the command
// line, and none is printed but a new token.
cli::Subcommand access_command();

// Where a client on this machine gets its token; the first of these that is there.
struct TokenSource {
    std::optional<std::string> token_file;   // --token-file
    std::optional<std::string> data_folder;  // --data: its owner.token
    std::optional<std::string> environment;  // the value of FLAGFALL_TOKEN
};

// The token's text; empty when there is no source. The error says what to do: a file that cannot
// be read, that others may use, or that has no token in it.
std::expected<std::string, std::string> read_token(const TokenSource& source);

}  // namespace flagfall::console
