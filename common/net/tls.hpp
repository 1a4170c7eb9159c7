// TLS for code that only names files. The connection is in transport.hpp; certificates are made
// in certificate.hpp.
#pragma once

#include <expected>
#include <memory>
#include <string>

namespace boost::asio::ssl {
class context;
}

namespace flagfall::net {

// A server's certificate (with the intermediate ones, if any) and its key, as PEM.
struct TlsFiles {
    std::string certificate;
    std::string key;
};

// A client's trusted CAs: a CA bundle as PEM; "" means the system's.
struct TlsTrust {
    std::string ca_file;
};

// Shared by many connections: our certificate, the trusted CAs, TLS 1.2 or later. The error
// names the file and explains what to do.
using TlsContext = std::shared_ptr<boost::asio::ssl::context>;
std::expected<TlsContext, std::string> server_context(const TlsFiles& files);
std::expected<TlsContext, std::string> client_context(const TlsTrust& trust);

}  // namespace flagfall::net
