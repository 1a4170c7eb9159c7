// A listening socket that hands over connections. Private to the net module.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include "common/net/endpoint.hpp"

namespace flagfall::net {

class Listener : public std::enable_shared_from_this<Listener> {
public:
    // The connection and the other side's address, as in "127.0.0.1:51234" or "[::1]:51234".
    using Accepted =
        std::function<void(boost::asio::ip::tcp::socket, const std::string& address)>;

    // Binds and listens, with SO_REUSEADDR. Nothing is accepted before start().
    static std::expected<std::shared_ptr<Listener>, Error> open(boost::asio::io_context& io,
                                                                const Endpoint& at);

    explicit Listener(boost::asio::io_context& io);

    // Calls `accepted` for each connection until close(). When the process has no descriptors
    // left it waits a little instead of spinning.
    void start(Accepted accepted);
    void close();
    std::uint16_t port() const { return port_; }

private:
    boost::system::error_code bind(const boost::asio::ip::tcp::endpoint& at);
    void accept_next();
    void accept_later();

    boost::asio::ip::tcp::acceptor acceptor_;
    boost::asio::steady_timer retry_;
    boost::asio::ip::tcp::endpoint remote_;  // written by the accept that is under way
    Accepted accepted_;
    std::uint16_t port_ = 0;
};

}  // namespace flagfall::net
