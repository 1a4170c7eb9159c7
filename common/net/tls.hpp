// TLS for code that only names files. How it is carried: transport.hpp; how certificates are
// made: certificate.hpp.
#pragma once

#include <expected>
#include <memory>
#include <string>

namespace boost::asio::ssl {
class context;
}

namespace flagfall::net {

// A server's certificate (with those between it and the authority, if any) and its key, as PEM.
struct TlsFiles {
    std::string certificate;
    std::string key;
};

// What a client trusts: a CA bundle as PEM; "" means the system's.
struct TlsTrust {
    std::string ca_file;
};

// What many connections share: our certificate, the trusted CAs, TLS 1.2 or later. The error
// names the file and says what to do.
using TlsContext = std::shared_ptr<boost::asio::ssl::context>;
std::expected<TlsContext, std::string> server_context(const TlsFiles& files);
std::expected<TlsContext, std::string> client_context(const TlsTrust& trust);

}  // namespace flagfall::net
