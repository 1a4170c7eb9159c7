// A hall's own certificates: a CA that people install on the tablets, and servers' certificates
// signed by it (X.509, EC P-256). Exposes no OpenSSL header.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "common/net/tls.hpp"

namespace flagfall::net {

// Both as PEM.
struct Credentials {
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

// Creates a CA, valid for `days` from a day before `wall_ms` (clocks of tablets may be wrong).
// Clients trust it for private names (.local, .lan, .internal, .home.arpa, localhost),
// private addresses and `also`, and for nothing else: with a stolen key nobody can pose as another
// server. The error names what is not a name or address.
std::expected<Credentials, std::string> make_authority(const ServerNames& also,
                                                       std::int64_t wall_ms, int days);

// Creates a server's certificate; at most longest_certificate_days - 1 days from now. With `key` as
// PEM a renewed certificate keeps its key; "" makes a new one. Errors: no name or address, a name
// that the authority may not sign, an authority that cannot be read or ends earlier.
std::expected<Credentials, std::string> make_server_certificate(const Credentials& authority,
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

// The content of the first certificate in a PEM text.
std::expected<CertificateFacts, std::string> read_certificate(const std::string& pem);

// The folder of `arbiterd tls init --data DIR`: DIR/tls.
std::string tls_folder(const std::string& data_dir);
TlsFiles server_files(const std::string& data_dir);
std::string authority_file(const std::string& data_dir);

// Writes a file, and replaces an existing one; after a power cut it is whole, or as it was before.
// A secret file is for its owner only. The error is the reason.
std::expected<void, std::string> save_pem(const std::string& path, std::string_view text,
                                          bool secret);

}  // namespace flagfall::net
