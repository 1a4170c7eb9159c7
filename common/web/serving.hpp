// The options of a daemon that serves pages: certificates and names.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/cli/call.hpp"
#include "common/cli/program.hpp"
#include "common/net/hosts.hpp"
#include "common/net/tls.hpp"

namespace flagfall::web {

// --tls-certificate, --tls-key, --tls-authority, --names and --pages. Environment variables begin
// with `environment` ("ARBITERD"), keys of the configuration with `table` ("http").
std::vector<cli::Option> site_options(const std::string& environment, const std::string& table);

// The named certificate, or else the one in DIR/tls: used if a flag asks for it or if `host` is not
// loopback. Empty: serve without TLS. An error explains what to do; `otherwise` is its last part.
struct TlsWish {
    std::string option;  // that names the host
    std::string host;
    bool always = false;         // even for this machine
    bool never_needed = false;   // even for other machines
    std::string otherwise;
};
std::expected<std::optional<net::TlsFiles>, std::string> tls_of(const cli::Values& values,
                                                                const TlsWish& wish);

// PEM of the hall's authority, for GET /ca.pem; empty if there is none.
std::string authority_of(const cli::Values& values);

// The names that the server accepts: `host`, those listed, this machine's, the certificate's.
net::Hosts hosts_of(const cli::Values& values, const std::string& host,
                    const std::optional<net::TlsFiles>& tls);

}  // namespace flagfall::web
