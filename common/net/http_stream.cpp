#include "common/net/http_stream.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <boost/asio/write.hpp>

#include "common/base/check.hpp"
#include "common/net/loop.hpp"

namespace flagfall::net {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::size_t most_pieces = 62;  // with a size before and an end after: one system call

std::string chunk_size(std::size_t bytes) {
    char text[20];
    std::snprintf(text, sizeof text, "%zx\r\n", bytes);
    return text;
}

}  // namespace

bool HttpStream::write(Chunk chunk) {
    FF_CHECK(chunk != nullptr);
    if (owner_ == nullptr || closing_) return false;
    if (chunk->empty()) return true;  // an empty chunk would end the body
    waiting_ += chunk->size();
    queue_.push_back(std::move(chunk));
    if (waiting_ > house_.lock()->limits.stream_bytes) {
        abort();
        return false;
    }
    send();
    return true;
}

void HttpStream::close() {
    if (owner_ == nullptr || closing_) return;
    closing_ = true;
    send();
}

// Not at once: the writer may be in a loop over all the streams.
void HttpStream::abort() {
    if (owner_ == nullptr) return;
    closing_ = true;
    house_.lock()->loop.post([self = shared_from_this()] {
        if (self->owner_ != nullptr) self->owner_->stream_broken();
    });
}

void HttpStream::on_closed(std::function<void()> closed) {
    closed_ = std::move(closed);
    if (reports_) report_closed();
}

void HttpStream::send() {
    if (owner_ == nullptr || sending_) return;
    if (before_.empty() && queue_.empty() && !closing_) return;
    std::vector<asio::const_buffer> pieces;
    take_batch(pieces);
    sending_ = true;
    owner_->stream_sending();
    asio::async_write(owner_->stream_transport(), pieces,
                      [self = shared_from_this(), life = owner_->stream_life()](
                          const error_code& error, std::size_t) { self->sent(error); });
}

void HttpStream::take_batch(std::vector<asio::const_buffer>& pieces) {
    batch_ = std::min(queue_.size(), most_pieces);
    last_ = closing_ && batch_ == queue_.size();
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < batch_; ++i) bytes += queue_[i]->size();
    if (chunked_ && bytes > 0) before_ += chunk_size(bytes);
    pieces.reserve(batch_ + 2);
    pieces.emplace_back(asio::buffer(before_));
    for (std::size_t i = 0; i < batch_; ++i) pieces.emplace_back(asio::buffer(*queue_[i]));
    after_ = !chunked_    ? ""
             : bytes == 0 ? (last_ ? "0\r\n\r\n" : "")
                          : (last_ ? "\r\n0\r\n\r\n" : "\r\n");
    pieces.emplace_back(asio::buffer(after_));
}

void HttpStream::sent(const error_code& error) {
    sending_ = false;
    if (owner_ == nullptr) return queue_.clear();
    if (error) return owner_->stream_broken();
    before_.clear();
    for (; batch_ > 0; --batch_) {
        waiting_ -= queue_.front()->size();
        queue_.pop_front();
    }
    owner_->stream_taken();
    if (last_) return owner_->stream_over();
    send();
}

void HttpStream::detach(bool report) {
    if (owner_ == nullptr) return;
    owner_ = nullptr;
    if (!sending_) queue_.clear();
    reports_ = report;
    if (report) report_closed();
    else closed_ = nullptr;
}

void HttpStream::report_closed() {
    const auto house = house_.lock();
    if (!house) return;
    house->loop.post([house, self = shared_from_this()] {
        const auto closed = std::exchange(self->closed_, nullptr);
        if (closed && !house->abandoned) house->call_out("on_closed", closed);
    });
}

std::shared_ptr<Stream> stream_handle(const std::shared_ptr<HttpStream>& stream) {
    return {stream.get(), [stream](Stream*) { stream->close(); }};
}

}  // namespace flagfall::net
