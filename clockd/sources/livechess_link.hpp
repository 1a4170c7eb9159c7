// The connection to a LiveChess service, made again whenever it ends. The session on it is
// livechess.hpp's.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "clockd/sources/livechess.hpp"
#include "common/base/time.hpp"
#include "common/net/loop.hpp"
#include "common/net/redial.hpp"
#include "common/net/websocket_client.hpp"

namespace flagfall::sources {

class LiveChessLink {
public:
    // Called from the loop: `act` with each act of the session except those for the connection, and
    // `lost` with the reason, as text, when the connection ends.
    struct Ports {
        std::function<void(const LiveAct&)> act;
        std::function<void(const std::string& why)> lost;
    };
    // `url` as WebSocketClient takes it.
    LiveChessLink(net::Loop& loop, std::string url, std::set<std::string> wanted, Ports ports,
                  Duration first_wait = seconds(1), Duration longest_wait = seconds(10));

    // Bytes of frames that made no sense.
    std::uint64_t nonsense_bytes() const { return session_.nonsense_bytes(); }
    // From the beginning of this attempt to the next, if it ends as others did.
    Duration pause() const { return redial_.wait(); }

private:
    void dial();
    void take(const LiveActs& acts);
    void ended(const std::string& why);
    void hang_up();
    void sleep();

    net::Loop& loop_;
    std::string url_;
    Ports ports_;
    LiveChess session_;
    net::Redial redial_;
    net::Timer retry_;
    net::Timer alarm_;
    std::unique_ptr<net::WebSocketClient> client_;
    bool hang_up_ = false;  // the session wants another connection
};

}  // namespace flagfall::sources
