#include "tests/unit/client/hall_kit.hpp"

#include <future>
#include <utility>

#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"

namespace flagfall::client {

// ---- the arbiter ----------------------------------------------------------------------------

Arbiter::Arbiter(net::Loop& loop, std::uint16_t port, std::function<void()> on_event)
    : on_event_(std::move(on_event)),
      client_(loop, "127.0.0.1", port,
              {.on_connected = [this] { send(wire::Hello{"arbiterd", "test"}); },
               .on_line = [this](std::string_view line, Instant) { on_line(line); },
               .on_bad_line = {},
               .on_disconnected = {},
               .on_attempt_failed = {},
               .on_drained = {}}) {}

void Arbiter::send(const wire::ToClockd& message) { client_.send(wire::encode(message)); }

void Arbiter::on_line(std::string_view line) {
    const auto message = wire::decode_from_clockd(line);
    if (!message) {
        refusals.push_back("not understood: " + message.error().text);
    } else if (const auto* welcome = std::get_if<wire::Welcome>(&*message)) {
        on_welcome(*welcome);
    } else if (std::holds_alternative<wire::BoardState>(*message)) {
        std::exchange(then_, {})();
    } else if (const auto* frame = std::get_if<wire::EventFrame>(&*message)) {
        on_event(*frame);
    } else if (const auto* refused = std::get_if<wire::Refused>(&*message)) {
        refusals.push_back(refused->code + ": " + refused->text);
    }
}

// Commands that were under way when the connection broke are sent again.
void Arbiter::on_welcome(const wire::Welcome& welcome) {
    send(wire::Subscribe{"all", welcome.log, Pos{last.value + 1}, {}});
    for (const auto& [id, game] : games.by_id)
        for (const game::Outstanding& outstanding : game.live.outbox)
            std::visit([this](const auto& command) { send_command(command); },
                       outstanding.issued.command);
}

void Arbiter::read_up(std::function<void()> then) {
    then_ = std::move(then);
    send(wire::GetBoard{"read_up", Board{1}});
}

void Arbiter::send_command(auto command) {
    if (games.time == "real") command.at.reset();
    send(wire::ClockCommand{std::move(command)});
}

void Arbiter::on_event(const wire::EventFrame& frame) {
    last = frame.pos;
    take(game::decide(games, {frame.pos, frame.at, frame.wall_ms, frame.cmd_id, frame.event}));
    on_event_();
}

void Arbiter::take(const std::vector<wire::GameEvent>& events) {
    for (const wire::GameEvent& event : events) {
        game::apply(games, event);
        record.push_back(event);
        const auto* issued = std::get_if<wire::CommandIssued>(&event);
        if (!issued) continue;
        std::visit([this](const auto& command) { send_command(command); }, issued->command);
    }
}

// ---- the hall -------------------------------------------------------------------------------

TestHall::TestHall(const HallOptions& options) : options_(options) {
    start(0);
    arbiter_ = std::make_unique<Arbiter>(loop_, port_, [this] { on_event(); });
    thread_ = std::jthread([this] { loop_.run(); });
}

TestHall::~TestHall() {
    loop_.post([this] { server_->stop([this] { loop_.stop(); }); });
    thread_.join();
    arbiter_.reset();
    server_.reset();
}

void TestHall::start(std::uint16_t port) {
    clockd::ServeOptions serve;
    serve.open_hall = true;
    serve.data_dir = folder_.path();
    serve.listen.port = port;
    serve.virtual_time = options_.virtual_time;
    serve.rehearsal = true;
    auto server = clockd::ClockServer::start(loop_, serve);
    if (!server) FAIL(server.error().text);
    server_ = std::move(*server);
    port_ = server_->port();
}

void TestHall::on_event() {
    if (options_.restart_at == 0 || arbiter_->last.value < options_.restart_at) return;
    options_.restart_at = 0;
    server_->stop([this] {
        loop_.post([this] {
            server_.reset();
            start(port_);
            ++restarts_;
        });
    });
}

void TestHall::look(const std::function<void(const Arbiter&)>& look) {
    std::promise<void> done;
    loop_.post([&] {
        arbiter_->read_up([&] {
            look(*arbiter_);
            done.set_value();
        });
    });
    done.get_future().wait();
}

}  // namespace flagfall::client
