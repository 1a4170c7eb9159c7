#include "arbiterd/serve.hpp"

#include <cstdio>
#include <optional>

#include "arbiterd/shell/follower.hpp"
#include "arbiterd/shell/http_thread.hpp"
#include "arbiterd/shell/metrics.hpp"
#include "arbiterd/shell/projector.hpp"
#include "common/backup/keeper.hpp"
#include "common/base/exit_codes.hpp"
#include "common/cli/values.hpp"
#include "common/net/loop.hpp"
#include "common/ops/log.hpp"

namespace flagfall::arbiterd {

namespace {

constexpr const char* usual_config = "/etc/arbiterd/arbiterd.toml";

int failed(const StartError& error) {
    std::fprintf(stderr, "arbiterd: %s\n", error.text.c_str());
    return error.exit_code;
}

// "HOST:PORT", "[::1]:PORT".
std::optional<std::pair<std::string, std::uint16_t>> host_and_port(const std::string& text) {
    const auto colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0) return std::nullopt;
    std::string host = text.substr(0, colon);
    if (host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
    const std::string digits = text.substr(colon + 1);
    if (digits.empty() || digits.size() > 5 ||
        digits.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    const int port = std::stoi(digits);
    if (port < 1 || port > 65535) return std::nullopt;
    return std::pair(host, static_cast<std::uint16_t>(port));
}

std::vector<cli::Option> options() {
    using cli::Kind;
    std::vector<cli::Option> all{
        {.name = "data", .kind = Kind::folder, .value = "DIR",
         .help = "folder of the record (arbiterd.db); made when missing",
         .environment = "ARBITERD_DATA", .key = "data", .required = true},
        {.name = "clockd", .value = "HOST:PORT", .otherwise = "127.0.0.1:7411",
         .help = "where clockd listens", .environment = "ARBITERD_CLOCKD", .key = "clockd"},
        {.name = "host", .value = "ADDRESS", .otherwise = "127.0.0.1",
         .help = "address of the HTTP API", .environment = "ARBITERD_HOST", .key = "http.host"},
        {.name = "port", .kind = Kind::number, .value = "PORT", .otherwise = "8080",
         .help = "port of the HTTP API; 0 takes a free one", .environment = "ARBITERD_PORT",
         .key = "http.port", .most = 65535}};
    for (cli::Option& option : backup::keeper_options("ARBITERD"))
        all.push_back(std::move(option));
    for (cli::Option& option : cli::daemon_options("ARBITERD")) all.push_back(std::move(option));
    return all;
}

// What SIGHUP reads anew.
void reload(const std::vector<std::string>& args) {
    const auto values =
        cli::read_values(serve_command(), args, cli::own_environment, usual_config);
    if (!values) {
        for (const std::string& why : values.error().texts)
            ops::log(ops::Level::error, "the configuration was not read anew", {{"why", why}});
        return;
    }
    ops::set_log(values->text("log-format"), values->text("log-level"));
    ops::log(ops::Level::info, "read anew: the log's format and level");
}

int serve(const std::vector<std::string>& args) {
    const auto read = cli::values_or_exit("arbiterd serve", serve_command(), args, usual_config);
    if (!read) return read.error();
    const cli::Values& values = *read;
    const auto clockd = host_and_port(values.text("clockd"));
    if (!clockd)
        return cli::usage_error("arbiterd serve",
                                "--clockd is HOST:PORT, such as 127.0.0.1:7411");
    ops::set_log(values.text("log-format"), values.text("log-level"));
    // First, so that it ends last: the mirror then has the log's very end.
    RecordProjector projector;
    std::optional<backup::Keeper> keeper;
    net::ignore_sigpipe();
    net::Loop loop;
    Health health;
    std::optional<StartError> fatal;
    const std::string& data = values.text("data");
    auto follower = Follower::start(loop, {data, clockd->first, clockd->second}, health,
                                    [&](StartError error) {
                                        fatal = std::move(error);
                                        loop.stop();
                                    });
    if (!follower) return failed(follower.error());
    auto http = HttpThread::start(
        data, {values.text("host"), static_cast<std::uint16_t>(values.number("port")), "--port"},
        health, [&](const wire::DeskCommand& command) { return (*follower)->rule(command); });
    if (!http) return failed(http.error());
    const auto watch = watch_record(data);
    if (!watch) return failed({exit_code::bad_store, watch.error()});
    keeper.emplace(backup::keeper_from(values, "arbiterd.db",
                                       {.application_id = log::arbiterd_application_id,
                                        .projection_sql = std::string(embed::arbiterd_sql),
                                        .projector = &projector,
                                        .whole_tables = {"follow"}}));
    ops::add_process_metrics(ops::registry());
    // Requests under way are finished first: the desk's wait for the loop.
    net::on_stop_signal(loop, [&](int) { (*http)->stop([&] { loop.stop(); }); });
    net::on_reload_signal(loop, [&] { reload(args); });
    std::printf("arbiterd answers on http://%s:%u\n", values.text("host").c_str(),
                unsigned{(*http)->port()});
    std::fflush(stdout);
    loop.run();
    ops::log(ops::Level::info, "arbiterd stopped", (*follower)->summary());
    return fatal ? failed(*fatal) : exit_code::ok;
}

}  // namespace

cli::Command serve_command() {
    return {.name = "serve",
            .summary = "follow clockd, rule, record, answer HTTP",
            .text = "Runs until SIGTERM or SIGINT, which lets answers under way finish; a second "
                    "one ends at once. docs/operating.md tells of configuration, logs, metrics "
                    "and backups.",
            .options = options(),
            .examples = {{"arbiterd serve --data /var/lib/arbiterd",
                          "the record there, clockd on this machine"}},
            .run = serve};
}

}  // namespace flagfall::arbiterd
