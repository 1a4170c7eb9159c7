#include "tests/fuzz/http_peer.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

#include "common/base/check.hpp"

namespace flagfall::fuzz {

namespace {

constexpr Duration guard = seconds(20);  // only a hang lasts so long

class Client {
public:
    explicit Client(std::uint16_t port) {
        // Each closed connection occupies its port for a minute; there are many addresses, and many
        // tries, until one is free.
        for (int tries = 0; tries < 1000 && !connect(port); ++tries) ::close(socket_);
        if (!connected_) std::perror("connect");
        FF_CHECK(connected_);
    }
    ~Client() { ::close(socket_); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    // What the server no longer accepts is lost, as on a real line.
    void send(std::string_view bytes) {
        while (!bytes.empty()) {
            const auto sent =
                ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (sent <= 0) return;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
    }
    void end() { ::shutdown(socket_, SHUT_WR); }

    // Reads what has arrived; true if the server has closed.
    bool closed() {
        std::array<char, 16384> bytes{};
        while (true) {
            const auto size = ::recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
            if (size < 0 && (errno == EAGAIN || errno == EINTR)) return false;
            if (size <= 0) return true;
            text.append(bytes.data(), static_cast<std::size_t>(size));
        }
    }

    std::string text;

private:
    // From 127.0.1.0 or one of the 65535 addresses after it.
    bool connect(std::uint16_t port) {
        static std::uint16_t turn = 0;
        socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const int on = 1;
        ::setsockopt(socket_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
        const sockaddr_in from = at(0x7F00'0100U + turn++, 0);
        const sockaddr_in to = at(INADDR_LOOPBACK, port);
        connected_ = ::bind(socket_, reinterpret_cast<const sockaddr*>(&from), sizeof from) == 0 &&
                     ::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
        return connected_;
    }

    static sockaddr_in at(std::uint32_t address, std::uint16_t port) {
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_port = htons(port);
        at.sin_addr.s_addr = htonl(address);
        return at;
    }

    int socket_ = -1;
    bool connected_ = false;
};

}  // namespace

HttpPeer::HttpPeer(net::HttpHandler handler, const net::HttpLimits& limits) {
    net::ignore_sigpipe();
    auto started = net::HttpServer::start(loop_, {}, limits, std::move(handler));
    FF_CHECK(started.has_value());
    server_ = std::move(*started);
}

std::string HttpPeer::exchange(std::string_view bytes, std::size_t cut) {
    Client client(server_->port());
    client.send(bytes.substr(0, cut));
    if (cut > 0 && cut < bytes.size())
        loop_.run_until([turns = 0]() mutable { return ++turns == 2; }, guard);
    client.send(bytes.substr(cut));
    client.end();
    FF_CHECK(loop_.run_until([&] { return client.closed(); }, guard));
    FF_CHECK(loop_.run_until([&] { return server_->connection_count() == 0; }, guard));
    return std::move(client.text);
}

void HttpPeer::until(const std::function<bool()>& done) { FF_CHECK(loop_.run_until(done, guard)); }

}  // namespace flagfall::fuzz
