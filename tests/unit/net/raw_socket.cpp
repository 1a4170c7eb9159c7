#include "tests/unit/net/raw_socket.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace flagfall::net::test {

namespace {

int connect_v4(int fd, std::uint16_t port) {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(port);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return ::connect(fd, reinterpret_cast<const sockaddr*>(&at), sizeof at);
}

int connect_v6(int fd, std::uint16_t port) {
    sockaddr_in6 at{};
    at.sin6_family = AF_INET6;
    at.sin6_port = htons(port);
    at.sin6_addr = in6addr_loopback;
    return ::connect(fd, reinterpret_cast<const sockaddr*>(&at), sizeof at);
}

}  // namespace

RawSocket::RawSocket(std::uint16_t port, bool v6)
    : fd_(::socket(v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const int on = 1;
    ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    // The kernel completes the handshake by itself; nobody needs to accept first.
    if ((v6 ? connect_v6(fd_, port) : connect_v4(fd_, port)) != 0) hang_up();
}

RawSocket::~RawSocket() { hang_up(); }

RawSocket::RawSocket(RawSocket&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      closed_(other.closed_),
      line_count_(other.line_count_),
      text_(std::move(other.text_)) {}

bool RawSocket::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto size = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (size <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(size));
    }
    return true;
}

void RawSocket::receive() {
    std::array<char, 16384> bytes;
    while (fd_ >= 0 && !closed_) {
        const auto size = ::recv(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (size <= 0) closed_ = true;
        if (size <= 0) continue;
        const std::string_view piece(bytes.data(), static_cast<std::size_t>(size));
        text_.append(piece);
        line_count_ += static_cast<std::size_t>(std::ranges::count(piece, '\n'));
    }
}

bool RawSocket::has_lines(std::size_t count) {
    receive();
    return line_count_ >= count;
}

bool RawSocket::is_closed() {
    receive();
    return closed_;
}

std::vector<std::string> RawSocket::lines() const {
    std::vector<std::string> result;
    std::size_t begin = 0;
    for (auto end = text_.find('\n'); end != std::string::npos; end = text_.find('\n', begin)) {
        result.push_back(text_.substr(begin, end - begin));
        begin = end + 1;
    }
    return result;
}

void RawSocket::end_sending() { ::shutdown(fd_, SHUT_WR); }

void RawSocket::hang_up() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
}

}  // namespace flagfall::net::test
