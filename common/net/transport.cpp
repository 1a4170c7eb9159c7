#include "common/net/transport.hpp"

#include <algorithm>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <sys/socket.h>

namespace flagfall::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr char handshake_record = 0x16;       // RFC 8446, 5.1: the first byte of TLS
constexpr std::size_t record_bytes = 16384;   // the most in one record

}  // namespace

struct Transport::Tls {
    Tls(Carrier& carrier, TlsContext the_context)
        : context(std::move(the_context)), stream(carrier, *context) {}

    SSL* ssl() { return stream.native_handle(); }

    // One record for many small pieces: the stream itself would write one for each.
    asio::const_buffer joined(const std::vector<asio::const_buffer>& pieces) {
        if (pieces.size() == 1) return pieces.front();
        flat.clear();
        for (const auto& piece : pieces) {
            const auto room = std::min(piece.size(), record_bytes - flat.size());
            flat.append(static_cast<const char*>(piece.data()), room);
        }
        return asio::buffer(flat);
    }

    TlsContext context;
    asio::ssl::stream<Carrier&> stream;
    std::string flat;
};

Carrier::Carrier(tcp::socket the_socket, Arrivals* arrivals)
    : socket(std::move(the_socket)), arrivals_(arrivals) {
    if (arrivals_) stamp_arrivals(socket.native_handle());
}

bool Carrier::has_unread() const {
    error_code ignored;
    return socket.is_open() && socket.available(ignored) > 0;
}

void Carrier::read(asio::mutable_buffer to, TransportDone done) {
    if (arrivals_ && to.size() > 0) return read_stamped(to, std::move(done));
    socket.async_read_some(to, std::move(done));
}

// The owner of `done` keeps this object alive until the call.
void Carrier::read_stamped(asio::mutable_buffer to, TransportDone done) {
    auto ready = [this, to, done = std::move(done)](error_code error) mutable {
        if (error) return done(error, 0);
        const Received got = arrivals_->receive(
            socket.native_handle(), {static_cast<char*>(to.data()), to.size()});
        if (got.error == asio::error::would_block || got.error == asio::error::interrupted)
            return read_stamped(to, std::move(done));
        if (!got.error) arrived_ = got.at;
        done(got.error, got.bytes.size());
    };
    socket.async_wait(tcp::socket::wait_read, std::move(ready));
}

Transport::Transport(tcp::socket socket, TlsContext context, Arrivals* arrivals)
    : carrier_(std::move(socket), arrivals) {
    if (context) tls_ = std::make_unique<Tls>(carrier_, std::move(context));
}

Transport::~Transport() = default;

void Transport::accept(std::function<void(error_code)> done) {
    if (!tls_) return done({});
    socket().async_wait(tcp::socket::wait_read, [this, done = std::move(done)](error_code error) {
        if (error) return done(error);
        char first = 0;
        const auto size =
            ::recv(carrier_.socket.native_handle(), &first, 1, MSG_PEEK | MSG_DONTWAIT);
        if (size == 1 && first != handshake_record) {
            tls_.reset();
            return done({});
        }
        tls_->stream.async_handshake(asio::ssl::stream_base::server, done);
    });
}

void Transport::open(const std::string& host, std::function<void(error_code)> done) {
    if (!tls_) return done({});
    error_code no_address;
    asio::ip::make_address(host, no_address);
    X509_VERIFY_PARAM* wanted = SSL_get0_param(tls_->ssl());
    if (!no_address) {
        X509_VERIFY_PARAM_set1_ip_asc(wanted, host.c_str());
    } else {
        X509_VERIFY_PARAM_set1_host(wanted, host.data(), host.size());
        X509_VERIFY_PARAM_set_hostflags(wanted, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
        SSL_set_tlsext_host_name(tls_->ssl(), host.c_str());
    }
    tls_->stream.async_handshake(asio::ssl::stream_base::client, std::move(done));
}

std::string Transport::distrust() const {
    const long found = tls_ ? SSL_get_verify_result(tls_->ssl()) : X509_V_OK;
    return found == X509_V_OK ? "" : X509_verify_cert_error_string(found);
}

void Transport::cancel_read() {
    error_code ignored;
    carrier_.socket.cancel(ignored);
}

void Transport::read(asio::mutable_buffer to, Done done) {
    if (!early_.empty()) {
        const std::size_t size = asio::buffer_copy(to, asio::buffer(early_));
        early_.erase(0, size);
        asio::post(get_executor(), [done = std::move(done), size]() mutable { done({}, size); });
        return;
    }
    if (tls_) tls_->stream.async_read_some(to, std::move(done));
    else carrier_.read(to, std::move(done));
}

void Transport::write(Done done) {
    if (tls_) tls_->stream.async_write_some(tls_->joined(pieces_), std::move(done));
    else carrier_.socket.async_write_some(pieces_, std::move(done));
}

void Transport::finish(std::function<void()> done) {
    const auto end_of_tcp = [this, done = std::move(done)](const error_code&) {
        error_code ignored;
        carrier_.socket.shutdown(tcp::socket::shutdown_send, ignored);
        done();
    };
    if (tls_) tls_->stream.async_shutdown(end_of_tcp);
    else end_of_tcp({});
}

void Transport::async_discard(asio::mutable_buffer to, Done done) {
    carrier_.socket.async_read_some(to, std::move(done));
}

void Transport::close() {
    error_code ignored;
    carrier_.socket.close(ignored);
}

}  // namespace flagfall::net
