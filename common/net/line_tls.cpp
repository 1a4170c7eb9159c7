#include "common/net/line_tls.hpp"

#include <array>
#include <utility>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>

#include "common/base/check.hpp"

namespace flagfall::net {

namespace {

// Both hash with SHA-256, which the keys require (RFC 8446, 4.2.11).
constexpr const char* suites = "TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256";
constexpr const char* groups = "X25519:P-256";
constexpr unsigned char suite_of_keys[] = {0x13, 0x01};  // TLS_AES_128_GCM_SHA256
constexpr std::size_t read_bytes = 16 * 1024;            // the most in one record
constexpr std::size_t large_buffer_bytes = 256 * 1024;

struct Free {
    void operator()(SSL_CTX* p) const { SSL_CTX_free(p); }
    void operator()(SSL* p) const { SSL_free(p); }
};

// The key in OpenSSL's form: a session to resume. The caller owns it.
SSL_SESSION* session_of(SSL* ssl, const PskKey& key) {
    SSL_SESSION* session = SSL_SESSION_new();
    FF_CHECK(session != nullptr);
    const SSL_CIPHER* suite = SSL_CIPHER_find(ssl, suite_of_keys);
    FF_CHECK(suite != nullptr);
    FF_CHECK(SSL_SESSION_set1_master_key(session, key.data(), key.size()) == 1);
    FF_CHECK(SSL_SESSION_set_cipher(session, suite) == 1);
    FF_CHECK(SSL_SESSION_set_protocol_version(session, TLS1_3_VERSION) == 1);
    return session;
}

// The reason: the first error is the one nearest to the cause.
std::string reason() {
    const auto code = ERR_get_error();
    ERR_clear_error();
    const char* text = code == 0 ? nullptr : ERR_reason_error_string(code);
    return text == nullptr ? "unknown error" : text;
}

}  // namespace

// ---- what links share ---------------------------------------------------------------------

struct LineTlsContext::Inside {
    std::unique_ptr<SSL_CTX, Free> context;
    PskLookup lookup;  // of a server
    Psk psk;           // of a client
    PskKey nobodys{};  // of a server: the key for unknown identities
    bool serves = false;

    static int found(SSL* ssl, const unsigned char* identity, std::size_t size,
                     SSL_SESSION** session);
    static int used(SSL* ssl, const EVP_MD* md, const unsigned char** identity, std::size_t* size,
                    SSL_SESSION** session);
};

struct LineTls::State {
    std::unique_ptr<SSL, Free> ssl;
    BIO* in = nullptr;   // both belong to ssl
    BIO* out = nullptr;
};

// Called for the first identity that a caller names; the caller proves it or the handshake fails.
// An unknown identity fails as one with a wrong key does: otherwise a caller could find out which
// devices are enrolled.
int LineTlsContext::Inside::found(SSL* ssl, const unsigned char* identity, std::size_t size,
                                  SSL_SESSION** session) {
    auto& link = *static_cast<LineTls*>(SSL_get_app_data(ssl));
    const std::string_view name(reinterpret_cast<const char*>(identity), size);
    const Inside& inside = link.context_->inside();
    const auto key = inside.lookup(name);
    if (key) link.identity_ = name;
    *session = session_of(ssl, key ? *key : inside.nobodys);
    return 1;
}

int LineTlsContext::Inside::used(SSL* ssl, const EVP_MD* md, const unsigned char** identity,
                                 std::size_t* size, SSL_SESSION** session) {
    if (md != nullptr && !EVP_MD_is_a(md, "SHA256")) return 0;
    const Psk& psk = static_cast<LineTls*>(SSL_get_app_data(ssl))->context_->inside().psk;
    *identity = reinterpret_cast<const unsigned char*>(psk.identity.data());
    *size = psk.identity.size();
    *session = session_of(ssl, psk.key);
    return 1;
}

LineTlsContext::LineTlsContext(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {
    ERR_clear_error();
    Inside& in = *inside_;
    in.context.reset(SSL_CTX_new(in.serves ? TLS_server_method() : TLS_client_method()));
    SSL_CTX* const c = in.context.get();
    FF_CHECK(c != nullptr);
    FF_CHECK(SSL_CTX_set_min_proto_version(c, TLS1_3_VERSION) == 1);
    FF_CHECK(SSL_CTX_set_max_proto_version(c, TLS1_3_VERSION) == 1);
    FF_CHECK(SSL_CTX_set_ciphersuites(c, suites) == 1);
    FF_CHECK(SSL_CTX_set1_groups_list(c, groups) == 1);
    // No ticket may let in a device whose key was revoked since.
    SSL_CTX_set_options(c, SSL_OP_NO_TICKET);
    FF_CHECK(SSL_CTX_set_num_tickets(c, 0) == 1);
    SSL_CTX_set_session_cache_mode(c, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_mode(c, SSL_MODE_RELEASE_BUFFERS);  // idle links keep none
    if (in.serves) {
        SSL_CTX_set_psk_find_session_callback(c, &Inside::found);
    } else {
        SSL_CTX_set_psk_use_session_callback(c, &Inside::used);
        SSL_CTX_set_verify(c, SSL_VERIFY_PEER, nullptr);  // no certificate: there is no authority
    }
}

LineTlsContext::~LineTlsContext() = default;

std::shared_ptr<LineTlsContext> LineTlsContext::serving(PskLookup lookup) {
    auto inside = std::make_unique<Inside>();
    inside->lookup = std::move(lookup);
    inside->serves = true;
    FF_CHECK(RAND_bytes(inside->nobodys.data(), static_cast<int>(inside->nobodys.size())) == 1);
    return std::shared_ptr<LineTlsContext>(new LineTlsContext(std::move(inside)));
}

std::shared_ptr<LineTlsContext> LineTlsContext::calling(Psk psk) {
    auto inside = std::make_unique<Inside>();
    inside->psk = std::move(psk);
    return std::shared_ptr<LineTlsContext>(new LineTlsContext(std::move(inside)));
}

// ---- one link -----------------------------------------------------------------------------

LineTls::LineTls(std::shared_ptr<LineTlsContext> context)
    : context_(std::move(context)), state_(std::make_unique<State>()) {
    const LineTlsContext::Inside& shared = context_->inside();
    state_->ssl.reset(SSL_new(shared.context.get()));
    SSL* const ssl = state_->ssl.get();
    FF_CHECK(ssl != nullptr);
    state_->in = BIO_new(BIO_s_mem());
    state_->out = BIO_new(BIO_s_mem());
    FF_CHECK(state_->in != nullptr && state_->out != nullptr);
    BIO_set_mem_eof_return(state_->in, -1);  // missing bytes are not the end
    SSL_set_bio(ssl, state_->in, state_->out);
    SSL_set_app_data(ssl, this);
    if (shared.serves) {
        SSL_set_accept_state(ssl);
    } else {
        identity_ = shared.psk.identity;
        SSL_set_connect_state(ssl);
    }
}

LineTls::~LineTls() = default;

void LineTls::begin() {
    ERR_clear_error();
    shake();
    collect();
}

// False when it has failed.
bool LineTls::shake() {
    const int done = SSL_do_handshake(state_->ssl.get());
    if (done != 1) return SSL_get_error(state_->ssl.get(), done) == SSL_ERROR_WANT_READ;
    ready_ = SSL_session_reused(state_->ssl.get()) == 1;  // by our key only
    return ready_;
}

LineTls::Taken LineTls::take(std::string_view raw, std::string& plain) {
    if (!error_.empty()) return Taken::broken;
    ERR_clear_error();
    FF_CHECK(BIO_write(state_->in, raw.data(), static_cast<int>(raw.size())) ==
             static_cast<int>(raw.size()));
    if (!ready_ && !shake()) return broken();
    while (ready_) {
        const std::size_t before = plain.size();
        std::size_t size = 0;
        plain.resize(before + read_bytes);
        const int got = SSL_read_ex(state_->ssl.get(), plain.data() + before, read_bytes, &size);
        plain.resize(before + size);
        if (got == 1) continue;
        const int why = SSL_get_error(state_->ssl.get(), got);
        if (why == SSL_ERROR_WANT_READ) break;
        if (why != SSL_ERROR_ZERO_RETURN) return broken();
        collect();
        return Taken::ended;
    }
    collect();
    return Taken::well;
}

LineTls::Taken LineTls::broken() {
    error_ = reason();
    ready_ = false;
    collect();  // sends the alert with the reason
    return Taken::broken;
}

bool LineTls::seal(std::string_view plain) {
    FF_CHECK(ready_ && !plain.empty());
    ERR_clear_error();
    std::size_t size = 0;
    const bool whole = SSL_write_ex(state_->ssl.get(), plain.data(), plain.size(), &size) == 1;
    FF_CHECK(!whole || size == plain.size());  // memory accepts all of it
    collect();
    return whole;
}

void LineTls::finish() {
    ERR_clear_error();
    if (ready_) SSL_shutdown(state_->ssl.get());
    ERR_clear_error();
    collect();
}

void LineTls::collect() {
    std::array<char, 4096> some{};
    for (;;) {
        const int size = BIO_read(state_->out, some.data(), static_cast<int>(some.size()));
        if (size <= 0) break;
        out_.append(some.data(), static_cast<std::size_t>(size));
    }
}

void LineTls::sent(std::size_t bytes) {
    sent_ += bytes;
    FF_CHECK(sent_ <= out_.size());
    if (sent_ < out_.size()) return;
    out_.clear();
    if (out_.capacity() > large_buffer_bytes) out_.shrink_to_fit();
    sent_ = 0;
}

}  // namespace flagfall::net
