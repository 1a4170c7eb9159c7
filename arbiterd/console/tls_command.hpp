// arbiterd tls: the hall's own authority and the server's certificate, in DIR/tls.
#pragma once

#include <string>

#include "common/cli/program.hpp"
#include "common/net/tls.hpp"

namespace flagfall::console {

cli::Subcommand tls_command();

// Where `arbiterd tls init --data DIR` puts things.
net::TlsFiles server_files(const std::string& data_dir);
std::string authority_file(const std::string& data_dir);

}  // namespace flagfall::console
