#include "common/net/listener.hpp"

#include <chrono>
#include <utility>

#include <boost/asio/ip/address.hpp>

#include "common/net/arrival.hpp"

namespace flagfall::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

std::string with_port(const tcp::endpoint& at) {
    const std::string host = at.address().to_string();
    const std::string port = std::to_string(at.port());
    return at.address().is_v6() ? "[" + host + "]:" + port : host + ":" + port;
}

Error start_error(const error_code& error, const Endpoint& at) {
    const std::string port = std::to_string(at.port);
    const std::string advice = "; choose another with " + at.option;
    if (error == asio::error::address_in_use) {
        return {"port-taken", "port " + port + " is taken" + advice};
    }
    if (error == asio::error::access_denied) {
        return {"port-forbidden", "port " + port + " needs more rights" + advice};
    }
    if (error == boost::system::errc::address_not_available) {
        return {"bad-address", "this machine has no address " + at.host};
    }
    return {"listen-failed",
            "cannot listen at " + at.host + " port " + port + ": " + error.message()};
}

}  // namespace

Listener::Listener(asio::io_context& io) : acceptor_(io), retry_(io) {}

std::expected<std::shared_ptr<Listener>, Error> Listener::open(asio::io_context& io,
                                                               const Endpoint& at) {
    error_code error;
    const auto host = at.host == "localhost" ? std::string("127.0.0.1") : at.host;
    const auto address = asio::ip::make_address(host, error);
    if (error) {
        return std::unexpected(
            Error{"bad-address", "\"" + at.host + "\" is not a numeric IPv4 or IPv6 address"});
    }
    auto listener = std::make_shared<Listener>(io);
    error = listener->bind({address, at.port});
    if (error) return std::unexpected(start_error(error, at));
    return listener;
}

error_code Listener::bind(const tcp::endpoint& at) {
    error_code error;
    if (acceptor_.open(at.protocol(), error)) return error;
    // A restarted daemon gets its port back at once; a second daemon still does not.
    if (acceptor_.set_option(tcp::acceptor::reuse_address(true), error)) return error;
    if (acceptor_.bind(at, error)) return error;
    stamp_arrivals(acceptor_.native_handle());  // takes effect later; connections inherit it
    if (acceptor_.listen(asio::socket_base::max_listen_connections, error)) return error;
    port_ = acceptor_.local_endpoint(error).port();
    return error;
}

void Listener::start(Accepted accepted) {
    accepted_ = std::move(accepted);
    accept_next();
}

void Listener::close() {
    error_code ignored;
    acceptor_.close(ignored);
    retry_.cancel();
    accepted_ = nullptr;
}

void Listener::accept_next() {
    // accept() itself returns the address: rights depend on it, and a query of the socket
    // can fail.
    acceptor_.async_accept(remote_, [self = shared_from_this()](error_code error,
                                                                tcp::socket socket) {
        if (!self->acceptor_.is_open()) return;
        const bool aborted = error == asio::error::connection_aborted;
        if (error && !aborted) return self->accept_later();
        const Accepted accepted = self->accepted_;  // the call may close the listener
        if (!error) accepted(std::move(socket), with_port(self->remote_));
        if (self->acceptor_.is_open()) self->accept_next();
    });
}

void Listener::accept_later() {
    retry_.expires_after(std::chrono::milliseconds(100));
    retry_.async_wait([self = shared_from_this()](const error_code&) {
        if (self->acceptor_.is_open()) self->accept_next();
    });
}

}  // namespace flagfall::net
