// arbiterd access: persons, tokens and the audit on the command line.
#pragma once

#include <expected>
#include <optional>
#include <string>

#include "common/cli/program.hpp"

namespace flagfall::console {

// Works on the file DIR/access.db directly, whether a server uses it or not. Secrets are never read
// from the command line; the only secret that is printed is a new token.
cli::Subcommand access_command();

// Where a client on this machine finds its token; the first of these that is set is used.
struct TokenSource {
    std::optional<std::string> token_file;   // --token-file
    std::optional<std::string> data_folder;  // --data: its owner.token
    std::optional<std::string> environment;  // the value of FLAGFALL_TOKEN
};

// The token; empty when there is no source. The error says what to do: the file cannot be read,
// others can read it, or it contains no token.
std::expected<std::string, std::string> read_token(const TokenSource& source);

}  // namespace flagfall::console
