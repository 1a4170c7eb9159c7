// A playing hall for tests: a clockd on a free port, and an arbiter that follows its log and
// rules as arbiterd does, both on a thread of their own. The replay under test is the client.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "arbiterd/game/laws/decide.hpp"
#include "clockd/shell/server.hpp"
#include "common/net/line_client.hpp"
#include "common/net/loop.hpp"
#include "common/wire/frames.hpp"
#include "tests/support/temp_folder.hpp"

namespace flagfall::client {

class Arbiter {
public:
    Arbiter(net::Loop& loop, std::uint16_t port, std::function<void()> on_event);

    std::vector<wire::GameEvent> record;  // all it decided
    game::Games games;
    Pos last;                           // of clockd's log
    std::vector<std::string> refusals;  // "code: text" of its own commands

    // Calls `then` when everything that clockd has published by now is read.
    void read_up(std::function<void()> then);

private:
    void on_line(std::string_view line);
    void on_welcome(const wire::Welcome& welcome);
    void on_event(const wire::EventFrame& frame);
    void take(const std::vector<wire::GameEvent>& events);
    void send(const wire::ToClockd& message);
    void send_command(auto command);

    std::function<void()> on_event_;
    std::function<void()> then_;
    net::LineClient client_;
};

struct HallOptions {
    bool virtual_time = true;
    std::int64_t restart_at = 0;  // clockd is stopped and started again when the log is so long
};

class TestHall {
public:
    explicit TestHall(const HallOptions& options = {});
    ~TestHall();
    TestHall(const TestHall&) = delete;
    TestHall& operator=(const TestHall&) = delete;

    std::uint16_t port() const { return port_; }
    int restarts() const { return restarts_; }

    // Runs `look` on the hall's thread, with the log read to its end, and waits for it.
    void look(const std::function<void(const Arbiter&)>& look);

private:
    void start(std::uint16_t port);
    void on_event();

    HallOptions options_;
    test::TempFolder folder_;
    net::Loop loop_;
    std::unique_ptr<clockd::ClockServer> server_;
    std::unique_ptr<Arbiter> arbiter_;
    std::uint16_t port_ = 0;
    int restarts_ = 0;
    std::jthread thread_;
};

}  // namespace flagfall::client
