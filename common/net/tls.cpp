#include "common/net/tls.hpp"

#include <cerrno>
#include <system_error>

#include <boost/asio/ssl/context.hpp>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <unistd.h>

#include "common/base/check.hpp"

namespace flagfall::net {

namespace {

// TLS 1.3 has its own; these are those of 1.2 with forward secrecy and authenticated encryption.
constexpr const char* ciphers_of_1_2 = "ECDHE+AESGCM:ECDHE+CHACHA20";

struct Free {
    void operator()(SSL_CTX* p) const { SSL_CTX_free(p); }
};
using OwnedContext = std::unique_ptr<SSL_CTX, Free>;

OwnedContext new_context(const SSL_METHOD* method) {
    OwnedContext context(SSL_CTX_new(method));
    FF_CHECK(context != nullptr);
    SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
    SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                           SSL_OP_CLEANSE_PLAINTEXT);
    SSL_CTX_set_mode(context.get(), SSL_MODE_RELEASE_BUFFERS);  // idle connections keep none
    FF_CHECK(SSL_CTX_set_cipher_list(context.get(), ciphers_of_1_2) == 1);
    return context;
}

TlsContext shared(OwnedContext context) {
    return std::make_shared<boost::asio::ssl::context>(context.release());
}

// The innermost reason: the first error is the one nearest to the cause.
std::string reason() {
    const auto code = ERR_get_error();
    ERR_clear_error();
    if (code == 0) return "unknown error";
    if (ERR_GET_LIB(code) == ERR_LIB_SYS)
        return std::generic_category().message(ERR_GET_REASON(code));
    const char* text = ERR_reason_error_string(code);
    return text != nullptr ? text : "error " + std::to_string(code);
}

std::unexpected<std::string> failed(const std::string& path, const std::string& advice) {
    const bool readable = ::access(path.c_str(), R_OK) == 0;
    const std::string why = readable ? reason() : std::generic_category().message(errno);
    ERR_clear_error();
    return std::unexpected(path + ": " + why + "; " + advice);
}

}  // namespace

std::expected<TlsContext, std::string> server_context(const TlsFiles& files) {
    ERR_clear_error();
    OwnedContext context = new_context(TLS_server_method());
    if (SSL_CTX_use_certificate_chain_file(context.get(), files.certificate.c_str()) != 1)
        return failed(files.certificate, "give a certificate in PEM (arbiterd tls init makes one)");
    if (SSL_CTX_use_PrivateKey_file(context.get(), files.key.c_str(), SSL_FILETYPE_PEM) != 1 ||
        SSL_CTX_check_private_key(context.get()) != 1)
        return failed(files.key, "give the key in PEM that belongs to " + files.certificate);
    return shared(std::move(context));
}

std::expected<TlsContext, std::string> client_context(const TlsTrust& trust) {
    ERR_clear_error();
    OwnedContext context = new_context(TLS_client_method());
    SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
    if (trust.ca_file.empty()) {
        FF_CHECK(SSL_CTX_set_default_verify_paths(context.get()) == 1);
    } else if (SSL_CTX_load_verify_file(context.get(), trust.ca_file.c_str()) != 1) {
        return failed(trust.ca_file, "give the CA certificate in PEM");
    }
    return shared(std::move(context));
}

}  // namespace flagfall::net
