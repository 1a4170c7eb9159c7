// One connection to clockd that survives breaks: says hello, checks that it is the same log as
// before, and keeps every command until it is answered, sending it again after each break.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "common/auth/caller.hpp"
#include "common/net/line_client.hpp"
#include "common/wire/frames.hpp"

namespace flagfall::client {

struct Address {
    std::string host = "127.0.0.1";
    std::uint16_t port = 7411;
    std::optional<auth::Key> hall_key{};  // empty works in an open hall only
    std::optional<auth::Key> role_key{};  // the key of one role; instead of the hall key
};

// How a holder of the hall key connects as `role`: over TLS to another machine, unencrypted (but
// authenticated) on loopback.
net::LineClientOptions way_to(const Address& address, const std::string& role);
auth::Caller caller_to(const Address& address, std::string role, std::string name);

// From "host:port" or "[::1]:port".
std::optional<Address> address_from(std::string_view text);

using Answer = std::function<void(const wire::FromClockd& message)>;

struct LinkHandler {
    // After each welcome, before anything is sent again.
    std::function<void(const wire::Welcome& welcome)> on_welcome;
    std::function<void(const wire::EventFrame& frame)> on_event;
    std::function<void()> on_lost;  // no connection (any more)
    // A permanent fault: lines that are not messages, again and again.
    std::function<void(std::string_view reason)> on_trouble;
    // Adds the time spent waiting to the age of a command that is sent again.
    bool ages = false;
    // A gateway of boards: a press waits for what its board shows.
    std::function<void(const wire::PressHeld& press)> on_press_held{};
};

class Link {
public:
    // Connects as soon as the loop runs.
    Link(net::Loop& loop, const Address& address, const std::string& role, std::string name,
         LinkHandler handler);

    bool welcomed() const { return welcomed_; }

    // Sends the command until an ack or a refusal with its id comes, and hands that to `answer`.
    void send(const wire::ClockCommand& command, Answer answer);

    // Asks for events from a position on, of one board or of all. Not repeated: see on_welcome.
    void subscribe(const std::string& log, Pos from, std::optional<Board> board);

    // Sends a message that gets no answer, if there is a link; it is never sent again.
    void say(const wire::ToClockd& message);

private:
    struct Unanswered {
        wire::ClockCommand command;
        Instant since;  // when its age was right
        Answer answer;
    };
    std::string line_of(const Unanswered& unanswered) const;

    void on_connected();
    void on_line(std::string_view line);
    void on_welcome(const wire::Welcome& welcome);
    void on_answer(const std::string& id, const wire::FromClockd& message);
    void on_damage(const std::string& what);
    void trouble(std::string_view what);

    auth::Caller caller_;
    LinkHandler handler_;
    bool welcomed_ = false;
    int damages_ = 0;  // since the last answer
    std::map<std::string, Unanswered> unanswered_;  // by command id
    net::LineClient client_;
};

}  // namespace flagfall::client
