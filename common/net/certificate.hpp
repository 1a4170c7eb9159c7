// A hall's own certificates: a CA that people install on the tablets, and servers' certificates
// signed by it (X.509, EC P-256). No OpenSSL header leaks out.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "common/net/tls.hpp"

namespace flagfall::net {

// Both as PEM.
struct Identity {
    std::string certificate;
    std::string key;
};

// The longest life of a server's certificate that every browser accepts.
inline constexpr int longest_certificate_days = 397;

// Names ("hall.local", "*.hall.local") and numeric addresses of a server.
struct ServerNames {
    std::vector<std::string> names;
    std::vector<std::string> addresses;
};

// A new CA, valid for `days` from a day before `wall_ms` (clocks of tablets may be wrong).
// Clients trust it for private names (.local, .lan, .internal, .home.arpa, localhost),
// private addresses and `also`, and for nothing else: a stolen key cannot pose as other
// servers. The error names what is not a name or address.
std::expected<Identity, std::string> make_authority(const ServerNames& also, std::int64_t wall_ms,
                                                    int days);

// A server's certificate; at most longest_certificate_days - 1 days from now. `key` as PEM keeps
// the key of a certificate that is renewed; "" makes a new one. Errors: no name or address, one
// that the authority may not sign, an authority that cannot be read or ends before.
std::expected<Identity, std::string> make_server_certificate(const Identity& authority,
                                                             const ServerNames& server,
                                                             std::int64_t wall_ms, int days,
                                                             std::string_view key = "");

struct CertificateFacts {
    std::string subject;      // "CN=..., O=..."
    std::string fingerprint;  // SHA-256, "AB:CD:..."
    std::int64_t from_wall_ms = 0;
    std::int64_t until_wall_ms = 0;
    ServerNames server;
    bool is_authority = false;
};

// What the first certificate of a PEM text says.
std::expected<CertificateFacts, std::string> read_certificate(const std::string& pem);

// Where `arbiterd tls init --data DIR` puts things: DIR/tls.
std::string tls_folder(const std::string& data_dir);
TlsFiles server_files(const std::string& data_dir);
std::string authority_file(const std::string& data_dir);

// Writes a file, whole or not at all whenever the power fails, in the place of one that is there.
// A secret one is for its owner only. The error is the reason.
std::expected<void, std::string> save_pem(const std::string& path, std::string_view text,
                                          bool secret);

}  // namespace flagfall::net
