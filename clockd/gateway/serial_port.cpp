#include "clockd/gateway/serial_port.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cerrno>
#include <cstring>

#include "common/base/now.hpp"
#include "common/net/loop.hpp"

namespace flagfall::gateway {

namespace asio = boost::asio;

namespace {

constexpr std::size_t most_unwritten = 4'096;

// Raw, 9600 baud, eight bits, and nobody else may open it.
std::string make_raw(int file) {
    termios settings{};
    if (::tcgetattr(file, &settings) != 0) return "it is no serial device";
    ::cfmakeraw(&settings);
    settings.c_cflag |= CLOCAL | CREAD;
    settings.c_cflag &= ~static_cast<tcflag_t>(CRTSCTS | CSTOPB | PARENB | HUPCL);
    settings.c_cc[VMIN] = 1;  // else "nothing yet" reads like the end of the file
    settings.c_cc[VTIME] = 0;
    ::cfsetispeed(&settings, B9600);
    ::cfsetospeed(&settings, B9600);
    if (::tcsetattr(file, TCSANOW, &settings) != 0)
        return std::string("it does not take 9600 baud: ") + std::strerror(errno);
    if (::ioctl(file, TIOCEXCL) != 0)
        return std::string("it cannot be kept from other programs: ") + std::strerror(errno);
    int lines = TIOCM_DTR | TIOCM_RTS;
    static_cast<void>(::ioctl(file, TIOCMBIS, &lines));  // some devices have none
    static_cast<void>(::tcflush(file, TCIOFLUSH));
    return "";
}

}  // namespace

struct SerialPort::Impl : std::enable_shared_from_this<SerialPort::Impl> {
    Impl(net::Loop& l, int file, PortHandler h)
        : loop(l), descriptor(l.io(), file), handler(std::move(h)) {}

    net::Loop& loop;
    asio::posix::stream_descriptor descriptor;
    PortHandler handler;
    std::string unwritten;
    bool writing = false;
    bool over = false;

    void wait() {
        descriptor.async_wait(asio::posix::stream_descriptor::wait_read,
                              [self = shared_from_this()](const boost::system::error_code& error) {
                                  if (error || self->over) return;
                                  self->read();
                                  if (!self->over) self->wait();
                              });
    }

    // End of file, and an input error, mean that the device is gone.
    void read() {
        std::array<char, 1'024> buffer{};
        while (!over) {
            const ssize_t got = ::read(descriptor.native_handle(), buffer.data(), buffer.size());
            const Instant at = now();
            if (got > 0) {
                handler.on_bytes({buffer.data(), static_cast<std::size_t>(got)}, at);
                continue;
            }
            if (got < 0 && errno == EINTR) continue;
            if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
            return hang_up(got == 0 ? "it was disconnected" : std::strerror(errno));
        }
    }

    void write() {
        while (!unwritten.empty() && !over) {
            const ssize_t put =
                ::write(descriptor.native_handle(), unwritten.data(), unwritten.size());
            if (put > 0) {
                unwritten.erase(0, static_cast<std::size_t>(put));
                continue;
            }
            if (put < 0 && errno == EINTR) continue;
            if (put < 0 && errno != EAGAIN && errno != EWOULDBLOCK)
                return hang_up(std::strerror(errno));
            return wait_to_write();
        }
    }

    void wait_to_write() {
        if (std::exchange(writing, true)) return;
        descriptor.async_wait(asio::posix::stream_descriptor::wait_write,
                              [self = shared_from_this()](const boost::system::error_code& error) {
                                  self->writing = false;
                                  if (!error && !self->over) self->write();
                              });
    }

    // The handler is called from the loop, never from inside write().
    void hang_up(const std::string& why) {
        if (std::exchange(over, true)) return;
        loop.post([weak = weak_from_this(), why] {
            if (const auto self = weak.lock()) self->handler.on_hang_up(why);
        });
    }
};

std::expected<std::unique_ptr<SerialPort>, std::string> SerialPort::open(net::Loop& loop,
                                                                         const std::string& path,
                                                                         PortHandler handler) {
    const int file = ::open(path.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return std::unexpected(std::string(std::strerror(errno)));
    if (auto wrong = make_raw(file); !wrong.empty()) {
        ::close(file);
        return std::unexpected(std::move(wrong));
    }
    auto impl = std::make_shared<Impl>(loop, file, std::move(handler));
    impl->wait();
    return std::unique_ptr<SerialPort>(new SerialPort(std::move(impl)));
}

SerialPort::~SerialPort() {
    impl_->over = true;
    boost::system::error_code ignored;
    impl_->descriptor.close(ignored);
}

void SerialPort::write(std::string_view bytes) {
    if (impl_->over) return;
    if (impl_->unwritten.size() + bytes.size() > most_unwritten)
        return impl_->hang_up("it takes no bytes");
    impl_->unwritten += bytes;
    if (!impl_->writing) impl_->write();
}

void SerialPort::drain() {
    if (!impl_->over) impl_->read();
}

}  // namespace flagfall::gateway
