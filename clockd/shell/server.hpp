// clockd as a server: socket -> command -> decide -> log -> durable -> reply and publish.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "clockd/shell/web.hpp"
#include "common/base/limits.hpp"
#include "common/custody/options.hpp"
#include "common/net/endpoint.hpp"
#include "common/ops/log.hpp"

namespace flagfall::net {
class Loop;
}

namespace flagfall::clockd {

struct ServeOptions {
    std::string data_dir;      // holds clockd.db
    net::Endpoint listen;
    bool virtual_time = false;  // stamps come from the messages, for replays and rehearsals
    bool rehearsal = false;     // nobody plays: devices may follow the log
    bool open_hall = false;     // peers need prove nothing
    custody::Options custody;   // the log's keys and signatures
    std::string hall_key_file;  // empty: hall.key in the folder of the keys, made when missing
    bool insecure_lan = false;  // peers on other machines may connect without TLS
    std::int64_t code_ms = limits::code_ms;  // how long the codes of devices are good
    std::uint16_t metrics_port = 0;  // GET /metrics at the same address; 0: none
    std::optional<WebOptions> web;   // the page for clocks at boards; nothing: none
};

struct StartError {
    int exit_code = 0;
    std::string text;
};

class ClockServer {
public:
    // Opens the log, replays it, and listens. Errors say what to do.
    static std::expected<std::unique_ptr<ClockServer>, StartError> start(
        net::Loop& loop, const ServeOptions& options);
    ~ClockServer();

    // The port really listened at.
    std::uint16_t port() const;
    // That of the page; 0: there is none.
    std::uint16_t web_port() const;

    // Takes the certificate's files again.
    void reload();

    // Graceful end: no new commands, what is decided is made durable and answered, then `done`.
    void stop(std::function<void()> done);

    // For the last line of the process: what was written and in how many commits.
    ops::Fields summary() const;

private:
    struct Impl;
    explicit ClockServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

// The tables that clockd keeps beside its log (db/clockd.sql).
std::string tables_sql();

}  // namespace flagfall::clockd
