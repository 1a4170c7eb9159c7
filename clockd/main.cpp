// clockd: the chess clocks of a playing hall. `serve` keeps them, `replay` plays PGN on them;
// `enrol`, `devices` and `revoke` are for devices, `role-key` for every other role.
#include <cstdio>
#include <exception>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "clockd/client/admission.hpp"
#include "clockd/client/conform.hpp"
#include "clockd/client/replay.hpp"
#include "clockd/gateway/commands.hpp"
#include "clockd/gateway/frame_files.hpp"
#include "clockd/service/limits.hpp"
#include "clockd/shell/opened.hpp"
#include "clockd/shell/server.hpp"
#include "common/base/check.hpp"
#include "common/base/exit_codes.hpp"
#include "common/cli/call.hpp"
#include "common/cli/control_commands.hpp"
#include "common/custody/commands.hpp"
#include "common/custody/keeper.hpp"
#include "common/net/host_port.hpp"
#include "common/net/loop.hpp"
#include "common/ops/log.hpp"
#include "common/ops/metrics.hpp"
#include "common/store/guard.hpp"
#include "common/web/serving.hpp"

namespace {

using namespace flagfall;

// Which peers are accepted, and over which links.
std::vector<cli::Option> door_options() {
    using cli::Kind;
    return {{.name = "hall-key", .kind = Kind::file, .value = "FILE",
             .help = "file with the hall's secret, made when missing; default: hall.key in the "
                     "data folder",
             .environment = "CLOCKD_HALL_KEY", .key = "hall_key"},
            {.name = "open-hall", .kind = Kind::flag,
             .help = "accept every peer without proof, in the role it names: only for rehearsals "
                     "and tests",
             .environment = "CLOCKD_OPEN_HALL", .key = "open_hall"},
            {.name = "insecure-lan", .kind = Kind::flag,
             .help = "accept peers on other machines over unencrypted links: anybody on that "
                     "network can read their messages and may forge them (docs/protocol.md, "
                     "section 1)",
             .environment = "CLOCKD_INSECURE_LAN", .key = "insecure_lan"},
            {.name = "codes", .kind = Kind::duration, .value = "TIME", .otherwise = "10m",
             .help = "how long the codes that enrol devices are good, at most 24h; for codes on "
                     "paper a morning",
             .environment = "CLOCKD_CODES", .key = "codes", .least = 1'000'000,
             .most = limits::longest_code_ms * 1000}};
}

// The page for clocks at the boards.
std::vector<cli::Option> web_options() {
    std::vector<cli::Option> all{
        {.name = "web", .value = "HOST:PORT",
         .help = "address of the page for clocks at the boards, /board/N; other machines are "
                 "served over TLS; default: no page",
         .environment = "CLOCKD_WEB", .key = "web.listen"}};
    for (cli::Option& option : web::site_options("CLOCKD", "web")) all.push_back(std::move(option));
    return all;
}

// Empty: no page. An error explains what to do.
std::expected<std::optional<clockd::WebOptions>, std::string> web_of(const cli::Values& values) {
    const std::string listen = values.text_or_empty("web");
    if (listen.empty()) return std::nullopt;
    const auto place = net::parse_host_port(listen, 0);  // 0: a free port
    if (!place) return std::unexpected("--web is HOST:PORT, such as 192.168.1.10:7443");
    auto tls = web::tls_of(
        values, {.option = "--web",
                 .host = place->host,
                 .never_needed = values.flag("insecure-lan"),
                 .otherwise = "name those of arbiterd tls init with --tls-certificate, --tls-key "
                              "and --tls-authority"});
    if (!tls) return std::unexpected(tls.error());
    clockd::WebOptions options;
    options.listen = {place->host, place->port, "--web"};
    options.hosts = web::hosts_of(values, place->host, *tls);
    options.tls = std::move(*tls);
    options.authority = web::authority_of(values);
    options.pages_folder = values.text_or_empty("pages");
    return options;
}

std::vector<cli::Option> serve_options() {
    using cli::Kind;
    std::vector<cli::Option> all{
        {.name = "data", .kind = Kind::folder, .value = "DIR",
         .help = "data folder with the log (clockd.db), made when missing",
         .environment = "CLOCKD_DATA", .key = "data", .required = true},
        {.name = "host", .value = "ADDRESS", .otherwise = "127.0.0.1",
         .help = "address to listen on", .environment = "CLOCKD_HOST", .key = "host"},
        {.name = "port", .kind = Kind::number, .value = "PORT", .otherwise = "7411",
         .help = "port to listen on; 0 picks a free one", .environment = "CLOCKD_PORT",
         .key = "port", .most = 65535},
        {.name = "time", .value = "MODE", .otherwise = "real",
         .help = "real: this machine's clock stamps messages; virtual: each message brings its "
                 "own instant (at_us)",
         .environment = "CLOCKD_TIME", .key = "time", .choices = {"real", "virtual"}},
        {.name = "rehearsal", .kind = Kind::flag,
         .help = "no real players: devices may follow the log, as a replay needs; always on in "
                 "virtual time",
         .environment = "CLOCKD_REHEARSAL", .key = "rehearsal"}};
    for (cli::Option& option : door_options()) all.push_back(std::move(option));
    for (cli::Option& option : web_options()) all.push_back(std::move(option));
    all.push_back({.name = "metrics-port", .kind = Kind::number, .value = "PORT",
                   .otherwise = "0",
                   .help = "port of GET /metrics for Prometheus, on 127.0.0.1; 0: off",
                   .environment = "CLOCKD_METRICS_PORT", .key = "metrics.port", .most = 65535});
    for (cli::Option& option : custody::custody_options("CLOCKD")) all.push_back(std::move(option));
    for (cli::Option& option : custody::keeper_options("CLOCKD")) all.push_back(std::move(option));
    for (cli::Option& option : cli::daemon_options("CLOCKD")) all.push_back(std::move(option));
    return all;
}

custody::Own own() { return {.log = "clockd.db"}; }

// What SIGHUP reloads.
void reload(const cli::Call& call, clockd::ClockServer& server) {
    const auto values = cli::read_values(call.command, call.args);
    if (!values) {
        for (const std::string& why : values.error().texts)
            ops::log(ops::Level::error, "the configuration was not reloaded", {{"why", why}});
        return;
    }
    ops::set_log(values->text("log-format"), values->text("log-level"));
    server.reload();
    ops::log(ops::Level::info, "reloaded: log format and level, certificate");
}

std::string wrong_serve(const cli::Values& values) {
    if (const std::string& host = values.text("host");
        !net::is_loopback(host) && values.flag("open-hall") && !values.flag("insecure-lan"))
        return "--host " + host + " is not loopback, and in an open hall anybody who reaches "
               "clockd can play, set clocks and end games: leave out --open-hall, or add "
               "--insecure-lan if you mean it";
    if (const auto page = web_of(values); !page) return page.error();
    custody::Options ignored;
    return custody::read_custody(values, ignored);
}

int serve(const cli::Call& call) {
    const cli::Values& values = call.values;
    auto page = web_of(values);
    if (!page) return call.usage(page.error());
    ops::set_log(values.text("log-format"), values.text("log-level"));
    custody::confine_to(call.command, values);
    std::optional<custody::Keeper> keeper;  // first, so that it ends last
    net::ignore_sigpipe();
    net::use_all_descriptors();
    net::Loop loop;
    clockd::ServeOptions options;
    options.data_dir = values.text("data");
    options.listen = {values.text("host"), static_cast<std::uint16_t>(values.number("port")),
                      "--port"};
    options.virtual_time = values.text("time") == "virtual";
    options.rehearsal = values.flag("rehearsal");
    options.open_hall = values.flag("open-hall");
    options.code_ms = values.duration("codes").us / 1000;
    if (values.has("hall-key")) options.hall_key_file = values.text("hall-key");
    FF_CHECK(custody::read_custody(values, options.custody).empty());
    options.insecure_lan = values.flag("insecure-lan");
    options.metrics_port = static_cast<std::uint16_t>(values.number("metrics-port"));
    options.web = std::move(*page);
    auto server = clockd::ClockServer::start(loop, options);
    if (!server) {
        std::fprintf(stderr, "clockd: %s\n", server.error().text.c_str());
        return server.error().exit_code;
    }
    net::on_stop_signal(loop, [&](int) { (*server)->stop([&] { loop.stop(); }); });
    net::on_reload_signal(loop, [&] { reload(call, **server); });
    keeper.emplace(custody::keeper_from(values, own(),
                                       {.application_id = store::clockd_application_id,
                                        .projection_sql = clockd::tables_sql(),
                                        .whole_tables = {"heartbeat"}}));
    ops::add_process_metrics(ops::registry());
    if (options.open_hall)
        ops::log(ops::Level::warn, "the hall is open: anybody who reaches this port can play, set "
                                   "clocks and end games");
    std::printf("clockd listens on port %u (%s time)\n", unsigned{(*server)->port()},
                values.text("time").c_str());
    if (options.web)
        std::printf("its page for clocks is at %s://%s:%u\n", options.web->tls ? "https" : "http",
                    options.web->listen.host.c_str(), unsigned{(*server)->web_port()});
    std::fflush(stdout);
    loop.run();
    ops::log(ops::Level::info, "clockd stopped", (*server)->summary());
    return exit_code::ok;
}

cli::Subcommand serve_command() {
    return {.name = "serve",
            .summary = "run the clocks",
            .text = "Runs until SIGTERM or SIGINT; then it finishes pending work and exits. A "
                    "second signal exits at once. docs/operating.md describes "
                    "configuration, logs, metrics and backups.",
            .options = serve_options(),
            .examples = {{"clockd serve --data /var/lib/clockd", "the clocks of this hall"}},
            .usual_config = "/etc/clockd/clockd.toml",
            .wrong = wrong_serve,
            .run = serve};
}

std::vector<custody::LogFile> frames_in(const std::string& folder) {
    std::vector<custody::LogFile> files;
    for (const std::string& path : gateway::frame_files(folder)) {
        custody::LogFile& file = files.emplace_back(custody::LogFile{.path = path});
        if (auto head = gateway::head_before(path))
            file.before = custody::KeptHead{.where = path, .log_id = std::move(head->log),
                                            .pos = head->pos, .chain = std::move(head->chain),
                                            .key = {}, .of_frames = true};
    }
    return files;
}

custody::Logs logs() {
    return {.program = "clockd",
            .files = {"clockd.db"},
            .application_id = store::clockd_application_id,
            .also = clockd::wrong_opened,
            .frames = frames_in,
            .frames_key = gateway::frames_key_file};
}

cli::Program program() {
    return {.name = "clockd",
            .summary = "keeps the chess clocks of a playing hall",
            .commands = {serve_command(), client::replay_command(), client::enrol_command(),
                         client::devices_command(), client::revoke_command(),
                         client::role_key_command(), client::conform_command(),
                         gateway::boards_command(), gateway::frames_command(),
                         cli::presets_command("clockd"),
                         cli::explain_command("clockd"), custody::verify_command(logs()),
                         custody::key_command(logs()), custody::backup_command("clockd", own()),
                         custody::restore_command("clockd", own())}};
}

}  // namespace

int main(int argc, char** argv) {
    store::make_files_private();
    try {
        return cli::run(program(), {argv + 1, argv + argc});
    } catch (const std::exception& error) {  // no descriptors, no memory, no threads
        std::fprintf(stderr,
                     "clockd: out of system resources (%s); raise the limits or end other programs,"
                     " and start again\n",
                     error.what());
        return exit_code::no_resources;
    }
}
