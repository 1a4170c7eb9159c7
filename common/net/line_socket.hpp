// Lines over a WebSocket: each message is one line. A message that is no text, or longer than a
// line, ends the link. Private to the net module.
#pragma once

#include <memory>

#include "common/net/http.hpp"
#include "common/net/line_carrier.hpp"

namespace flagfall::net {

class LineSocket : public LineCarrier, public std::enable_shared_from_this<LineSocket> {
public:
    // nullptr if the request does not ask for a WebSocket: then it is answered.
    static std::shared_ptr<LineSocket> open(Exchange& exchange, const Limits& limits, Owner owner);

    void send(std::string_view line) override;
    void read_now() override {}  // see LineServer::settle()
    bool has_unread() const override { return open_ && socket_->has_unread(); }
    void close(std::string_view reason) override;
    void close_when_written(std::string_view reason) override;
    void abandon() override;
    std::size_t queued_lines() const override { return queued_lines_; }

    LineSocket(const Limits& limits, Owner owner) : limits_(limits), owner_(std::move(owner)) {}

private:
    void take(std::string_view text);
    void end(std::uint16_t code, std::string_view reason);

    Limits limits_;
    Owner owner_;
    std::shared_ptr<WebSocket> socket_;
    std::size_t queued_lines_ = 0;  // since the queue was last empty
    bool open_ = true;
};

}  // namespace flagfall::net
