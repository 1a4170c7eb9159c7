#include "common/net/arrival.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <sys/socket.h>
#include <sys/uio.h>
#include <utility>

#include <boost/asio/error.hpp>

#include "common/base/now.hpp"

namespace flagfall::net {

namespace {

// More than a slewed clock drifts between two readings in a busy hall, less than a set clock jumps.
constexpr Duration most_drift = milliseconds(20);
constexpr Duration oldest = seconds(60);

}  // namespace

void stamp_arrivals(int socket) {
    const int on = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
}

Arrivals::Arrivals(std::size_t most_bytes) : buffer_(most_bytes), wall_ahead_(wall_ahead()) {}

Instant Arrivals::instant_of(std::int64_t wall_us) {
    const Instant read = now();
    const Duration ahead = wall_ahead();
    const Duration moved = ahead - std::exchange(wall_ahead_, ahead);
    if (moved > most_drift || moved < -most_drift) return read;
    const Instant came = Instant{wall_us} - ahead;
    const Duration age = read - came;
    return age < Duration{} || age > oldest ? read : came;
}

Received Arrivals::receive(int socket, std::span<char> to) {
    iovec part{to.data(), to.size()};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(timespec))];
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t size = ::recvmsg(socket, &message, MSG_DONTWAIT);
    if (size < 0) return {{}, {errno, boost::system::system_category()}, now()};
    if (size == 0) return {{}, boost::asio::error::eof, now()};
    Received received{{to.data(), static_cast<std::size_t>(size)}, {}, {}};
    const cmsghdr* first = CMSG_FIRSTHDR(&message);
    if (!first || first->cmsg_level != SOL_SOCKET || first->cmsg_type != SCM_TIMESTAMPNS) {
        received.at = now();
        return received;
    }
    timespec stamp{};
    std::memcpy(&stamp, CMSG_DATA(first), sizeof stamp);
    received.at = instant_of(stamp.tv_sec * 1'000'000 + stamp.tv_nsec / 1'000);
    return received;
}

}  // namespace flagfall::net
