// The bytes of one connection, with or without TLS; one type, so that the code above it is
// compiled once. Private to the net module.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "common/net/arrival.hpp"
#include "common/net/tls.hpp"

namespace flagfall::net {

using TransportDone = std::move_only_function<void(boost::system::error_code, std::size_t)>;

// A socket that notes when the bytes that it reads came, if it has Arrivals. For Transport, and for
// the reads and writes of TLS.
class Carrier {
public:
    using executor_type = boost::asio::any_io_executor;
    using lowest_layer_type = boost::asio::ip::tcp::socket;

    Carrier(boost::asio::ip::tcp::socket the_socket, Arrivals* arrivals);

    executor_type get_executor() { return socket.get_executor(); }
    lowest_layer_type& lowest_layer() { return socket; }
    const lowest_layer_type& lowest_layer() const { return socket; }
    // When the last bytes came, by the kernel's stamp; the epoch without Arrivals.
    Instant arrived() const { return arrived_; }
    bool has_unread() const;

    template <class Buffers, class Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        return boost::asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
            [this](auto done, const Buffers& to) {
                read(*boost::asio::buffer_sequence_begin(to), TransportDone(std::move(done)));
            },
            token, buffers);
    }
    template <class Buffers, class Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        return socket.async_write_some(buffers, std::forward<Token>(token));
    }
    void read(boost::asio::mutable_buffer to, TransportDone done);

    boost::asio::ip::tcp::socket socket;

private:
    void read_stamped(boost::asio::mutable_buffer to, TransportDone done);

    Arrivals* arrivals_;
    Instant arrived_{};
};

// A stream for Asio and Beast: one read and one write at a time may be under way.
class Transport {
public:
    using executor_type = boost::asio::any_io_executor;
    using Done = TransportDone;

    // Over TLS if there is a context; then open() or accept() comes before anything else. With
    // `arrivals`, which must outlive it, it notes when bytes came.
    Transport(boost::asio::ip::tcp::socket socket, TlsContext context,
              Arrivals* arrivals = nullptr);
    ~Transport();
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;

    // The server's side of the handshake. A client that does not begin with TLS is served without
    // it, so that it can get an error: is_secure() is false then.
    void accept(std::function<void(boost::system::error_code)> done);
    // The client's side, which accepts only a certificate for `host` (a name or an address).
    void open(const std::string& host, std::function<void(boost::system::error_code)> done);
    // After open() failed: what was wrong with the certificate; "" for any other reason.
    std::string distrust() const;
    // The next reads return these bytes first: they were read too early.
    void put_back(std::string bytes) { early_ = std::move(bytes); }
    // Ends a read that is under way.
    void cancel_read();
    bool is_secure() const { return tls_ != nullptr; }

    executor_type get_executor() { return carrier_.get_executor(); }
    boost::asio::ip::tcp::socket& socket() { return carrier_.socket; }
    const Carrier& carrier() const { return carrier_; }

    template <class Buffers, class Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        return boost::asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
            [this](auto done, const Buffers& to) { read(first_of(to), Done(std::move(done))); },
            token, buffers);
    }

    template <class Buffers, class Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        return boost::asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
            [this](auto done, const Buffers& from) {
                collect(from);
                write(Done(std::move(done)));
            },
            token, buffers);
    }

    // Sends the message that nothing more comes from here, then calls `done`, even after a failure.
    void finish(std::function<void()> done);

    // After finish(): reads and discards what may still come, without decrypting it.
    void async_discard(boost::asio::mutable_buffer to, Done done);

    // Disconnects; what is under way ends with an error.
    void close();

private:
    static constexpr std::size_t most_pieces = 64;  // the system's limit for one call

    template <class Buffers>
    static boost::asio::mutable_buffer first_of(const Buffers& buffers) {
        const auto end = boost::asio::buffer_sequence_end(buffers);
        for (auto it = boost::asio::buffer_sequence_begin(buffers); it != end; ++it)
            if (const boost::asio::mutable_buffer piece = *it; piece.size() > 0) return piece;
        return {};
    }

    template <class Buffers>
    void collect(const Buffers& buffers) {
        pieces_.clear();
        const auto end = boost::asio::buffer_sequence_end(buffers);
        for (auto it = boost::asio::buffer_sequence_begin(buffers); it != end; ++it) {
            const boost::asio::const_buffer piece = *it;
            if (piece.size() > 0 && pieces_.size() < most_pieces) pieces_.push_back(piece);
        }
    }

    void read(boost::asio::mutable_buffer to, Done done);
    void write(Done done);  // pieces_

    struct Tls;
    Carrier carrier_;
    std::string early_;
    std::vector<boost::asio::const_buffer> pieces_;  // of the write that is under way
    std::unique_ptr<Tls> tls_;
};

}  // namespace flagfall::net
