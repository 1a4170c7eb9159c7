#include "clockd/client/conform.hpp"

#include <cstdio>
#include <memory>
#include <optional>

#include "clockd/client/exam.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/limits.hpp"
#include "common/base/now.hpp"
#include "common/cli/call.hpp"
#include "common/net/host_port.hpp"
#include "common/net/line_server.hpp"
#include "common/net/loop.hpp"

namespace flagfall::client {

namespace {

// The examination as a process: the newest link is the device's.
class Examiner {
public:
    Examiner(net::Loop& loop, const cli::Call& call, Board board, Duration wait)
        : loop_(loop), call_(call), exam_(board, now()), welcome_(loop), end_(loop) {
        end_.wake_in(wait, [this] { loop_.stop(); });
    }

    std::expected<std::uint16_t, net::Error> listen(const net::Endpoint& at) {
        net::LineHandler handler;
        handler.on_open = [this](net::PeerId peer, std::string_view, bool) {
            if (device_) exam_.disconnected(now());
            device_ = peer;
            carry_out(exam_.connected(now()));
        };
        handler.on_line = [this](net::PeerId peer, std::string_view line, Instant came) {
            if (device_ == peer) carry_out(exam_.line(line, came));
        };
        handler.on_bad_line = [this](net::PeerId peer, std::string_view why) {
            if (device_ == peer) carry_out(exam_.bad_line(why));
        };
        handler.on_close = [this](net::PeerId peer, std::string_view) {
            if (device_ != peer) return;
            device_.reset();
            exam_.disconnected(now());
        };
        auto server = net::LineServer::start(loop_, at, {}, std::move(handler));
        if (!server) return std::unexpected(server.error());
        server_ = std::move(*server);
        return server_->port();
    }

    int verdict() {
        carry_out(exam_.finish());
        const int printed = call_.print("\n" + exam_.report());
        if (printed != exit_code::ok) return printed;
        return exam_.passed() ? exit_code::ok : exit_code::bad_input;
    }

private:
    void carry_out(const ExamActs& acts) {
        for (const Finding& one : acts.found) {
            const std::string line = one.line == 0 ? "" : "line " + std::to_string(one.line) + ": ";
            call_.print((one.wrong ? "wrong: " : "advice: ") + line + one.text + "\n");
        }
        if (device_) {
            for (const std::string& line : acts.say) server_->send(*device_, line);
            if (acts.cut) {
                server_->close(*std::exchange(device_, std::nullopt), "to see what follows");
                exam_.disconnected(now());
            }
        }
        if (const auto due = exam_.deadline())
            welcome_.wake_at(*due, [this] { carry_out(exam_.wake(now())); });
        else
            welcome_.cancel();
        if (exam_.over()) end_.wake_in({}, [this] { loop_.stop(); });
    }

    net::Loop& loop_;
    const cli::Call& call_;
    Exam exam_;
    net::Timer welcome_;
    net::Timer end_;
    std::optional<net::PeerId> device_;
    std::unique_ptr<net::LineServer> server_;
};

int conform(const cli::Call& call) {
    const auto at = net::parse_host_port(call.values.text("listen"), 0);
    if (!at) return call.usage("--listen is HOST:PORT, such as 127.0.0.1:7411");
    net::ignore_sigpipe();
    net::Loop loop;
    const Board board{static_cast<std::uint32_t>(call.values.number("board"))};
    Examiner examiner(loop, call, board, call.values.duration("wait"));
    const auto port = examiner.listen({at->host, at->port, "--listen"});
    if (!port) return call.fail(exit_code::unavailable, port.error().text);
    net::on_stop_signal(loop, [&](int) { loop.stop(); });
    call.print("an open hall listens on port " + std::to_string(*port) + ": connect the device to "
               "board " + std::to_string(board.number) + ", and play seven moves or more\n");
    std::fflush(stdout);
    loop.run();
    return examiner.verdict();
}

}  // namespace

cli::Subcommand conform_command() {
    using cli::Kind;
    return {.name = "conform",
            .summary = "find out what a device gets wrong",
            .text = "Plays the part of a hall to a device that you build: it carries out moves and "
                    "presses, loses an answer, cuts the link, is busy, and sets the clock. Then it "
                    "prints what was right and what was wrong (docs/devices.md). Exit code 65: "
                    "something was wrong, or not all of it was seen.",
            .options = {{.name = "listen", .value = "HOST:PORT", .otherwise = "127.0.0.1:7411",
                         .help = "where the device connects to; port 0 takes a free one"},
                        {.name = "board", .kind = Kind::number, .value = "BOARD", .otherwise = "12",
                         .help = "at which board it plays", .least = 1,
                         .most = limits::boards},
                        {.name = "wait", .kind = Kind::duration, .value = "TIME",
                         .otherwise = "10m", .help = "how long the examination lasts at most"}},
            .examples = {{"clockd conform --listen 0.0.0.0:7411 --board 3",
                          "a clock with Wi-Fi that is set to board 3"}},
            .run = conform};
}

}  // namespace flagfall::client
