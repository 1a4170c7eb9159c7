// clockd as a server: socket -> command -> decide -> log -> durable -> reply and publish.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "clockd/service/limits.hpp"
#include "clockd/shell/web.hpp"
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
    bool open_hall = false;     // peers need no proof
    custody::Options custody;   // the log's keys and signatures
    std::string hall_key_file;  // empty: hall.key in the folder of the keys, made when missing
    bool insecure_lan = false;  // peers on other machines may connect without TLS
    std::int64_t code_ms = limits::code_ms;  // how long the codes of devices are good
    std::uint16_t metrics_port = 0;  // GET /metrics at 127.0.0.1; 0: none
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

    // The port that it listens at, also if the options have 0.
    std::uint16_t port() const;
    // The page's port; 0 if there is no page.
    std::uint16_t web_port() const;

    // Reads the certificate's files again.
    void reload();

    // Stops: takes no new commands, makes decisions durable and answers them, then calls `done`.
    void stop(std::function<void()> done);

    // For the last line of the process: what was written, in how many commits.
    ops::Fields summary() const;

private:
    struct Impl;
    explicit ClockServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

// The tables that clockd keeps beside its log (db/clockd.sql).
std::string tables_sql();

}  // namespace flagfall::clockd
