#include "common/net/line_link.hpp"

#include <algorithm>
#include <utility>

#include <netinet/tcp.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>

#include "common/base/check.hpp"
#include "common/base/now.hpp"

namespace flagfall::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr int most_reads_at_once = 16;
constexpr std::size_t record_bytes = 16 * 1024;  // the most in one TLS record
constexpr std::size_t large_buffer_bytes = 256 * 1024;

// A vanished peer (cable, battery) is detected within half a minute, both when we are silent
// (keepalive) and when we write (user timeout).
void set_options(tcp::socket& socket) {
    using KeepIdle = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_KEEPIDLE>;
    using KeepInterval = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_KEEPINTVL>;
    using KeepCount = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_KEEPCNT>;
    using UserTimeout = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_USER_TIMEOUT>;
    error_code ignored;  // the peer may be gone already; reading reports it
    socket.non_blocking(true, ignored);
    socket.set_option(tcp::no_delay(true), ignored);
    socket.set_option(asio::socket_base::keep_alive(true), ignored);
    socket.set_option(KeepIdle(15), ignored);
    socket.set_option(KeepInterval(5), ignored);
    socket.set_option(KeepCount(3), ignored);
    socket.set_option(UserTimeout(30'000), ignored);
}

bool is_would_block(const error_code& error) {
    return error == asio::error::would_block || error == asio::error::try_again ||
           error == asio::error::interrupted;
}

std::string end_reason(const error_code& error) {
    return error == asio::error::eof ? "closed by the other side" : error.message();
}

}  // namespace

LineLink::LineLink(tcp::socket socket, const Limits& limits, Arrivals& arrivals, Owner owner,
                   Security security)
    : socket_(std::move(socket)),
      limits_(limits),
      arrivals_(arrivals),
      owner_(std::move(owner)),
      splitter_(limits.line_bytes),
      security_(std::move(security)) {
    set_options(socket_);
    stamp_arrivals(socket_.native_handle());
}

void LineLink::start() {
    if (security_.context && security_.calls) {
        tls_ = std::make_unique<LineTls>(security_.context);
        tls_->begin();
        flush_soon();
    }
    wait_readable();
}

void LineLink::wait_readable() {
    socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](error_code) {
        // An error of the wait shows in the read as well.
        if (!self->open_ || !self->last_words_.empty()) return;
        self->read_once();
        if (self->open_) self->wait_readable();
    });
}

void LineLink::read_now() {
    for (int reads = 0; reads < most_reads_at_once; ++reads) {
        if (!open_ || !last_words_.empty() || read_once() != Read::more) return;
    }
}

LineLink::Read LineLink::read_once() {
    const Received got = arrivals_.receive(socket_.native_handle());
    if (is_would_block(got.error)) return Read::all;
    if (got.error) {
        end(end_reason(got.error));
        return Read::ended;
    }
    arrived(got.bytes, got.at);
    // A short read has emptied the socket, except for an end of stream.
    return got.bytes.size() == arrivals_.size() ? Read::more : Read::all;
}

void LineLink::arrived(std::string_view bytes, Instant at) {
    last_read_ = now();  // not `at`: bytes that waited while we slept were no silence
    const bool first = !std::exchange(begun_, true);
    if (first && security_.context && !tls_ && bytes.front() == tls_handshake_record)
        tls_ = std::make_unique<LineTls>(security_.context);
    if (tls_) unseal(bytes, at);
    else deliver(bytes, at);
}

void LineLink::unseal(std::string_view bytes, Instant at) {
    plain_.clear();
    const LineTls::Taken taken = tls_->take(bytes, plain_);
    if (is_writable()) flush_soon();
    if (tls_->ready() && !std::exchange(secured_, true)) {
        flush_soon();  // what was queued until now
        if (owner_.on_secured) owner_.on_secured(tls_->identity());
    }
    if (open_) deliver(plain_, at);
    if (!open_) return;
    if (taken == LineTls::Taken::ended) return end(end_reason(asio::error::eof));
    if (taken == LineTls::Taken::broken) {
        const std::string why = "TLS: " + tls_->error();
        write_some();  // sends the alert
        if (open_ && !secured_ && owner_.on_insecure) owner_.on_insecure(why);
        return end(why);
    }
    // Answers of TLS itself, which the peer requests and does not read.
    if (tls_->waiting().size() > limits_.queue_bytes) end("too slow: TLS");
}

void LineLink::deliver(std::string_view bytes, Instant at) {
    splitter_.push(bytes);
    while (open_) {
        const auto line = splitter_.next();
        if (!line) break;
        if (line->oversized) {
            owner_.on_bad_line("line longer than " + std::to_string(limits_.line_bytes) + " bytes");
        } else {
            owner_.on_line(line->text, at);
        }
    }
    if (open_ && splitter_.left_out_empty_line() && owner_.on_empty_line) owner_.on_empty_line();
}

void LineLink::send(std::string_view line) {
    FF_CHECK(line.find('\n') == std::string_view::npos);
    if (!open_) return;
    out_.append(line);
    out_.push_back('\n');
    ++queued_lines_;
    const std::size_t waiting = out_.size() - out_at_;
    if (queued_lines_ > limits_.queue_lines || waiting > limits_.queue_bytes) {
        return end("too slow: " + std::to_string(queued_lines_) + " lines waiting");
    }
    flush_soon();
}

// After the handler that is running, so that all it sends goes out in one write.
void LineLink::flush_soon() {
    if (std::exchange(flush_is_due_, true)) return;
    asio::post(socket_.get_executor(), [self = shared_from_this()] { self->flush(); });
}

void LineLink::flush() {
    flush_is_due_ = false;
    if (!open_) return;
    write_some();
    if (!open_) return;
    if (is_writable()) return wait_writable();
    if (queued_lines_ > 0) return;  // until TLS is ready
    if (!last_words_.empty()) return end(last_words_);
    owner_.on_drained();
}

void LineLink::wait_writable() {
    flush_is_due_ = true;
    socket_.async_wait(tcp::socket::wait_write,
                       [self = shared_from_this()](error_code) { self->flush(); });
}

// Would more go out if the socket accepted it?
bool LineLink::is_writable() const {
    const bool lines = out_at_ < out_.size();
    return tls_ ? !tls_->waiting().empty() || (lines && tls_->ready()) : lines;
}

// The next bytes for the socket. A part of a line is sealed like all bytes.
std::string_view LineLink::to_write() {
    const std::string_view lines = std::string_view(out_).substr(out_at_);
    if (!tls_) return lines;
    if (tls_->waiting().empty() && tls_->ready() && !lines.empty()) {
        sealed_ = std::min(lines.size(), record_bytes);
        if (!tls_->seal(lines.substr(0, sealed_))) {
            end("TLS cannot seal");
            return {};
        }
    }
    return tls_->waiting();
}

// Writes until nothing is left or the socket is full.
void LineLink::write_some() {
    for (;;) {
        const std::string_view bytes = to_write();
        if (bytes.empty()) return;
        error_code error;
        const std::size_t size = socket_.write_some(asio::buffer(bytes), error);
        if (is_would_block(error)) return;
        if (error) return end(end_reason(error));
        if (!tls_) {
            written(size);
            continue;
        }
        tls_->sent(size);
        if (tls_->waiting().empty()) written(std::exchange(sealed_, 0));
    }
}

void LineLink::written(std::size_t bytes) {
    std::string_view gone = std::string_view(out_).substr(out_at_, bytes);
    for (std::size_t end = 0; (end = gone.find('\n')) != std::string_view::npos; --queued_lines_)
        gone.remove_prefix(end + 1);
    out_at_ += bytes;
    if (out_at_ == out_.size()) {
        FF_CHECK(queued_lines_ == 0);
        out_.clear();
        if (out_.capacity() > large_buffer_bytes) out_.shrink_to_fit();
        out_at_ = 0;
    } else if (out_at_ > out_.size() / 2) {
        out_.erase(0, out_at_);
        out_at_ = 0;
    }
}

void LineLink::close(std::string_view reason) {
    if (!open_) return;
    write_some();
    if (open_) end(reason);
}

void LineLink::close_when_written(std::string_view reason) {
    if (!open_) return;
    if (queued_lines_ == 0) return end(reason);
    last_words_ = reason;
}

void LineLink::end(std::string_view reason) {
    if (!open_) return;
    const std::string copy(reason);  // may be our own last_words_
    hang_up();
    owner_.on_end(copy);
}

void LineLink::abandon() {
    if (open_) hang_up();
}

void LineLink::hang_up() {
    open_ = false;
    queued_lines_ = 0;
    error_code ignored;
    if (tls_) {
        tls_->finish();
        socket_.write_some(asio::buffer(tls_->waiting()), ignored);
    }
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    // Closing with unread bytes resets the connection, and the peer would lose our last lines.
    // The line that is being delivered may be in the read buffer, so these bytes go elsewhere.
    char waste[4096];
    error_code error;
    for (int reads = 0; reads < most_reads_at_once && !error; ++reads) {
        socket_.read_some(asio::buffer(waste), error);
    }
    socket_.close(ignored);
}

}  // namespace flagfall::net
