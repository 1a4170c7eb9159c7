#include "tests/faults/proxy/direction.hpp"

#include <algorithm>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>

#include "common/base/now.hpp"

namespace flagfall::faults {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::size_t most_queued_bytes = 1024 * 1024;
constexpr char never_in_utf8 = '\xFF';

}  // namespace

std::int64_t draw(Random& random, std::int64_t least, std::int64_t most) {
    const auto choices = static_cast<std::uint64_t>(most - least) + 1;
    return least + static_cast<std::int64_t>(random() % choices);
}

Direction::Direction(net::Loop& loop, std::shared_ptr<Socket> from, std::shared_ptr<Socket> to,
                     Random& random, Counts& counts, std::function<void(bool)> ended)
    : timer_(loop), from_(std::move(from)), to_(std::move(to)), random_(random), counts_(counts),
      ended_(std::move(ended)) {}

void Direction::start() { read(); }

void Direction::set(const Faults& faults) {
    faults_ = faults;
    if (faults.delay == Duration{} && faults.bytes_per_s == 0) {  // the jam ends at once
        last_due_ = now();
        for (Piece& piece : queue_) piece.due = std::min(piece.due, last_due_);
    }
    write_when_due();
}

void Direction::stop() {
    stopped_ = true;
    timer_.cancel();
    queue_.clear();
}

void Direction::read() {
    if (stopped_ || reading_ || at_end_ || queued_bytes_ > most_queued_bytes) return;
    reading_ = true;
    from_->async_read_some(asio::buffer(buffer_),
                           [self = shared_from_this()](error_code error, std::size_t size) {
                               self->received(error, size);
                           });
}

void Direction::received(const error_code& error, std::size_t size) {
    reading_ = false;
    if (stopped_) return;
    if (error && error != asio::error::eof) return end(false);
    at_end_ = error == asio::error::eof;
    if (at_end_) {
        add({}, now());
    } else {
        take_in({buffer_.data(), size});
    }
    write_when_due();
    read();
}

void Direction::take_in(std::string bytes) {
    counts_.bytes += bytes.size();
    damage(bytes);
    const Instant at = now();
    while (!bytes.empty()) {
        const auto size = faults_.slice == 0
                              ? bytes.size()
                              : static_cast<std::size_t>(draw(random_, 1, faults_.slice));
        add(bytes.substr(0, size), at);
        bytes.erase(0, std::min(size, bytes.size()));
    }
}

// Pieces keep their order, so a short delay waits for the longer one before it.
void Direction::add(std::string bytes, Instant at) {
    const Duration jitter{draw(random_, 0, faults_.jitter.us)};
    Instant due = std::max(last_due_, at + faults_.delay + jitter);
    if (faults_.bytes_per_s > 0)
        due = due + Duration{static_cast<std::int64_t>(bytes.size()) * 1'000'000 /
                             faults_.bytes_per_s};
    last_due_ = due;
    queued_bytes_ += bytes.size();
    queue_.push_back({due, std::move(bytes)});
}

void Direction::damage(std::string& bytes) {
    if (faults_.corrupt_one_in == 0) return;
    for (char& byte : bytes) {
        if (draw(random_, 1, faults_.corrupt_one_in) != 1) continue;
        byte = never_in_utf8;
        ++counts_.corrupted;
    }
}

void Direction::write_when_due() {
    if (stopped_ || writing_ || faults_.stalled || queue_.empty()) return;
    if (queue_.front().due <= now()) return write();
    timer_.wake_at(queue_.front().due, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->write_when_due();
    });
}

void Direction::write() {
    writing_ = true;
    if (queue_.front().bytes.empty()) {
        error_code ignored;
        to_->shutdown(tcp::socket::shutdown_send, ignored);
        return end(true);
    }
    asio::async_write(*to_, asio::buffer(queue_.front().bytes),
                      [self = shared_from_this()](error_code error, std::size_t) {
                          self->written(error);
                      });
}

void Direction::written(const error_code& error) {
    writing_ = false;
    if (stopped_) return;
    if (error) return end(false);
    queued_bytes_ -= queue_.front().bytes.size();
    queue_.pop_front();
    write_when_due();
    read();
}

void Direction::end(bool in_order) {
    stop();
    ended_(in_order);
}

}  // namespace flagfall::faults
