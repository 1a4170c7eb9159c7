#include "common/net/line_socket.hpp"

#include <string>
#include <utility>

namespace flagfall::net {

namespace {

// RFC 6455, 7.4.1.
constexpr std::uint16_t going_away = 1001;
constexpr std::uint16_t policy = 1008;

}  // namespace

std::shared_ptr<LineSocket> LineSocket::open(Exchange& exchange, const Limits& limits,
                                             Owner owner) {
    auto self = std::make_shared<LineSocket>(limits, std::move(owner));
    const std::weak_ptr<LineSocket> here = self;
    WebSocketHandler handler;
    handler.on_text = [here](std::string_view text) {
        if (const auto open = here.lock()) open->take(text);
    };
    handler.on_drained = [here] {
        const auto open = here.lock();
        if (!open || !open->open_) return;
        open->queued_lines_ = 0;
        open->owner_.on_drained();
    };
    handler.on_closed = [here](std::uint16_t code, std::string_view reason) {
        const auto open = here.lock();
        if (!open || !std::exchange(open->open_, false)) return;
        open->owner_.on_end("closed with " + std::to_string(code) + " " + std::string(reason));
    };
    self->socket_ = exchange.upgrade(std::move(handler));
    return self->socket_ ? self : nullptr;
}

void LineSocket::take(std::string_view text) {
    if (!open_) return;
    if (text.empty()) return owner_.on_empty_line();
    if (text.size() <= limits_.line_bytes) return owner_.on_line(text, socket_->arrived());
    owner_.on_bad_line("message longer than " + std::to_string(limits_.line_bytes) + " bytes");
}

void LineSocket::send(std::string_view line) {
    if (!open_) return;
    ++queued_lines_;
    const bool taken = socket_->send(std::make_shared<const std::string>(line));
    if (!taken || queued_lines_ > limits_.queue_lines ||
        socket_->waiting() > limits_.queue_bytes)
        end(policy, "too slow: " + std::to_string(queued_lines_) + " lines waiting");
}

void LineSocket::close(std::string_view reason) { end(policy, reason); }

// A WebSocket closes after what is queued.
void LineSocket::close_when_written(std::string_view reason) { end(going_away, reason); }

void LineSocket::end(std::uint16_t code, std::string_view reason) {
    if (!std::exchange(open_, false)) return;
    const std::string copy(reason);
    socket_->close(code, copy);
    owner_.on_end(copy);
}

void LineSocket::abandon() {
    if (std::exchange(open_, false)) socket_->abort();
}

}  // namespace flagfall::net
