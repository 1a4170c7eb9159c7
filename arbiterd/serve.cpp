#include "arbiterd/serve.hpp"

#include <algorithm>
#include <cstdio>
#include <expected>
#include <filesystem>
#include <optional>
#include <sstream>

#include "arbiterd/access/restored.hpp"
#include "arbiterd/api/limits.hpp"
#include "arbiterd/record/projector.hpp"
#include "arbiterd/shell/archive.hpp"
#include "arbiterd/shell/clockd_follower.hpp"
#include "arbiterd/shell/http_thread.hpp"
#include "arbiterd/shell/metrics.hpp"
#include "arbiterd/shell/tables.hpp"
#include "common/auth/key_file.hpp"
#include "common/base/check.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/now.hpp"
#include "common/base/text.hpp"
#include "common/cli/call.hpp"
#include "common/custody/commands.hpp"
#include "common/custody/keeper.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/host_port.hpp"
#include "common/net/loop.hpp"
#include "common/ops/log.hpp"
#include "common/store/archive.hpp"
#include "common/store/open.hpp"
#include "common/store/reader.hpp"
#include "common/web/serving.hpp"

namespace flagfall::arbiterd {

namespace {

int failed(const StartError& error) {
    std::fprintf(stderr, "arbiterd: %s\n", error.text.c_str());
    return error.exit_code;
}

std::vector<cli::Option> web_options() {
    using cli::Kind;
    return {{.name = "security-contact", .value = "URI",
             .help = "where to report a vulnerability of this server (https:, mailto: or tel:), "
                     "for GET /.well-known/security.txt",
             .environment = "ARBITERD_SECURITY_CONTACT", .key = "http.security_contact"},
            {.name = "tls", .kind = Kind::flag,
             .help = "serve HTTPS with the certificate in DIR/tls, even for this machine only",
             .environment = "ARBITERD_TLS", .key = "http.tls"},
            {.name = "insecure-lan", .kind = Kind::flag,
             .help = "serve other machines without TLS (unless --tls is given): anybody on the "
                     "network can read and use every password, PIN and token; also allows "
                     "--open-hall with a clockd on another machine",
             .environment = "ARBITERD_INSECURE_LAN", .key = "http.insecure_lan"},
            {.name = "rate", .kind = Kind::number, .value = "N", .otherwise = "100",
             .help = "requests per second from one address (IPv6: one /64), except from this "
                     "machine; 0: no limit",
             .key = "http.rate"},
            {.name = "public-delay", .kind = Kind::number, .value = "SECONDS", .otherwise = "0",
             .help = "delay in seconds before moves are public; then only as PGN and LiveChess, "
                     "without scoresheets, and without clocks and moves in results and the change "
                     "feed. Results are not delayed",
             .key = "http.public_delay"},
            {.name = "vega-codes", .value = "CODES",
             .help = "Vega's code of each result, such as 1-0=1,0-1=2,1/2-1/2=3",
             .key = "formats.vega_codes"},
            {.name = "webhook-ca", .kind = Kind::file, .value = "FILE",
             .help = "CA bundle for webhook TLS; default: the system's",
             .key = "http.webhook_ca"},
            {.name = "webhook-allow", .value = "LIST",
             .help = "private hosts and address ranges that webhooks may call, such as "
                     "10.1.2.0/24,pairing.local; default: public addresses only",
             .key = "http.webhook_allow"}};
}

// When slow readers are disconnected.
std::vector<cli::Option> feed_options() {
    using cli::Kind;
    return {{.name = "feed-slow-bytes", .kind = Kind::number, .value = "BYTES",
             .otherwise = std::to_string(limits::feed_slow_bytes),
             .help = "unread bytes after which a stream counts as slow",
             .key = "feed.slow_bytes"},
            {.name = "feed-slow-seconds", .kind = Kind::number, .value = "SECONDS",
             .otherwise = "30", .help = "time after which a slow stream is closed",
             .key = "feed.slow_seconds", .most = 24 * 3600},
            {.name = "webhook-attempts", .kind = Kind::number, .value = "N", .otherwise = "12",
             .help = "attempts before a webhook delivery is a dead letter",
             .key = "feed.webhook_attempts", .least = 1, .most = 100},
            {.name = "webhook-first-wait", .kind = Kind::duration, .value = "TIME",
             .otherwise = "1s",
             .help = "wait before the second attempt of a webhook delivery; doubles each time",
             .key = "feed.webhook_first_wait"}};
}

std::vector<cli::Option> options() {
    using cli::Kind;
    std::vector<cli::Option> all{
        {.name = "data", .kind = Kind::folder, .value = "DIR",
         .help = "data folder with the record (arbiterd.db), made when missing",
         .environment = "ARBITERD_DATA", .key = "data", .required = true},
        {.name = "read-only", .kind = Kind::file, .value = "FILE",
         .help = "show this archive, which arbiterd archive made, or this record (arbiterd.db), "
                 "and change nothing: without clockd; DIR then has people, tokens and "
                 "certificates only"},
        {.name = "clockd", .value = "HOST:PORT", .otherwise = "127.0.0.1:7411",
         .help = "address of clockd; TLS is used if it is on another machine",
         .environment = "ARBITERD_CLOCKD", .key = "clockd"},
        {.name = "hall-key", .kind = Kind::file, .value = "FILE",
         .help = "file with the hall's secret that clockd makes, or with the key of arbiterd "
                 "alone (clockd role-key --role arbiterd); default: hall.key in the data folder",
         .environment = "ARBITERD_HALL_KEY", .key = "hall_key"},
        {.name = "open-hall", .kind = Kind::flag,
         .help = "accept any clockd without proof: only for rehearsals and tests",
         .environment = "ARBITERD_OPEN_HALL", .key = "open_hall"},
        {.name = "host", .value = "ADDRESS", .otherwise = "127.0.0.1",
         .help = "address of the HTTP API", .environment = "ARBITERD_HOST", .key = "http.host"},
        {.name = "port", .kind = Kind::number, .value = "PORT", .otherwise = "8080",
         .help = "port of the HTTP API; 0 picks a free one", .environment = "ARBITERD_PORT",
         .key = "http.port", .most = 65535}};
    for (cli::Option& option : web_options()) all.push_back(std::move(option));
    for (cli::Option& option : web::site_options("ARBITERD", "http"))
        all.push_back(std::move(option));
    for (cli::Option& option : feed_options()) all.push_back(std::move(option));
    for (cli::Option& option : custody::custody_options("ARBITERD"))
        all.push_back(std::move(option));
    for (cli::Option& option : custody::keeper_options("ARBITERD"))
        all.push_back(std::move(option));
    for (cli::Option& option : cli::daemon_options("ARBITERD")) all.push_back(std::move(option));
    return all;
}

// The certificate to serve with. An error says what to do.
std::expected<std::optional<net::TlsFiles>, std::string> tls_of(const cli::Values& values) {
    return web::tls_of(values,
                       {.option = "--host",
                        .host = values.text("host"),
                        .always = values.flag("tls"),
                        .never_needed = values.flag("insecure-lan"),
                        .otherwise = "make one with arbiterd tls init; or --insecure-lan sends "
                                     "passwords and tokens unencrypted"});
}

// arbiterd's key, from the file that serve's options name; none for an open hall.
std::expected<std::optional<auth::Key>, StartError> own_key(const cli::Values& values) {
    if (values.flag("open-hall")) return std::nullopt;
    std::string path = values.text_or_empty("hall-key");
    if (path.empty())
        path = custody::key_path(values.text("data"), values.text_or_empty("key-dir"),
                                 auth::key_file_name);
    const auto key = auth::load_role_key(path, "arbiterd");
    if (key) return *key;
    return std::unexpected(StartError{
        exit_code::not_trusted,
        key.error() + "; clockd makes it at its first start in its data folder: name that file "
                      "with --hall-key"});
}

// The error names what is wrong in the list.
std::expected<std::vector<net::HostOrRange>, std::string> webhook_allow(
    const cli::Values& values) {
    std::vector<net::HostOrRange> all;
    std::istringstream list(values.text_or_empty("webhook-allow"));
    for (std::string each; std::getline(list, each, ',');) {
        auto parsed = net::parse_host_or_range(each);
        if (!parsed) return std::unexpected("--webhook-allow: " + parsed.error());
        all.push_back(std::move(*parsed));
    }
    return all;
}

HttpOptions http_options(const cli::Values& values, std::optional<net::TlsFiles> tls) {
    HttpOptions options;
    options.listen = {values.text("host"), static_cast<std::uint16_t>(values.number("port")),
                      "--port"};
    options.api.hosts = web::hosts_of(values, values.text("host"), tls);
    options.tls = std::move(tls);
    options.webhook_authority = values.text_or_empty("webhook-ca");
    if (const auto allowed = webhook_allow(values)) options.api.hooks.allow = *allowed;
    options.api.data_dir = values.text("data");
    options.api.vega_codes = values.text_or_empty("vega-codes");
    options.api.public_delay_s = values.number("public-delay");
    options.api.feed.public_moves = options.api.public_delay_s == 0;
    options.api.hooks.public_moves = options.api.feed.public_moves;
    options.api.rate.per_second = static_cast<double>(values.number("rate"));
    options.api.feed.slow_bytes = static_cast<std::size_t>(values.number("feed-slow-bytes"));
    options.api.feed.slow_patience = seconds(values.number("feed-slow-seconds"));
    options.api.hooks.attempts = static_cast<std::uint32_t>(values.number("webhook-attempts"));
    options.api.hooks.first_wait = values.duration("webhook-first-wait");
    options.api.pages_folder = values.text_or_empty("pages");
    options.api.security_contact = values.text_or_empty("security-contact");
    options.api.authority = web::authority_of(values);
    return options;
}

// What SIGHUP reloads.
void reload(const cli::Call& call, HttpThread& http) {
    const auto values = cli::read_values(call.command, call.args);
    if (!values) {
        for (const std::string& why : values.error().texts)
            ops::log(ops::Level::error, "the configuration was not reloaded", {{"why", why}});
        return;
    }
    ops::set_log(values->text("log-format"), values->text("log-level"));
    http.reload();
    ops::log(ops::Level::info, "reloaded: log format and level, certificates, access.db");
}

// Where clockd listens; an error says what to do.
std::expected<net::HostPort, std::string> clockd_of(const cli::Values& values) {
    auto clockd = net::parse_host_port(values.text("clockd"));
    if (!clockd) return std::unexpected("--clockd is HOST:PORT, such as 127.0.0.1:7411");
    if (!net::is_loopback(clockd->host) && values.flag("open-hall") &&
        !values.flag("insecure-lan"))
        return std::unexpected(
            "--clockd names another machine, and in an open hall the link to it is neither "
            "authenticated nor encrypted: leave out --open-hall, or add --insecure-lan if you "
            "mean it");
    return *clockd;
}

// A URI that RFC 9116 takes, in one line of its file.
std::optional<std::string> wrong_contact(const std::string& uri) {
    const bool known = uri.starts_with("https://") || uri.starts_with("mailto:") ||
                       uri.starts_with("tel:");
    const bool plain = uri.find_first_of(" \t\r\n") == uri.npos && is_printable(uri);
    if (uri.empty() || (known && plain)) return std::nullopt;
    return "--security-contact is a URI that begins with https://, mailto: or tel:";
}

// An archive is shown as it was sealed, and a record if its tables are what its log says.
std::optional<std::string> not_to_show(const std::string& file) {
    const auto reader = store::Reader::open(file);
    if (reader && !store::is_archive((*reader)->database())) return wrong_table(file);
    const auto report = verify_archive(file);
    if (!report) return report.error();
    const auto verdict = report->verdict();
    if (verdict == store::Verdict::unchanged || verdict == store::Verdict::gap)
        return std::nullopt;
    return file + ": it is not as it was sealed; run arbiterd verify " + file;
}

// Shows an archive or a record: no clockd, no acts. People and tokens are those of a folder of its
// own.
int serve_archive(const cli::Call& call, const std::optional<net::TlsFiles>& tls) {
    const cli::Values& values = call.values;
    const std::string& data = values.text("data");
    const std::string& file = values.text("read-only");
    if (std::filesystem::exists(std::filesystem::path(data) / own_files().log))
        return failed({exit_code::bad_store,
                       data + ": it has a record of its own; name another folder for the people "
                              "and tokens of this server"});
    if (const auto wrong = not_to_show(file)) return failed({exit_code::bad_store, *wrong});
    // access.db says what is wrong with it. NOLINTNEXTLINE(bugprone-unused-return-value)
    (void)store::make_folder(data + "/");
    if (const auto wrong = access::wrong_rights(data))
        return failed({exit_code::bad_store, *wrong});
    net::ignore_sigpipe();
    net::use_all_descriptors();
    net::Loop loop;
    api::Health health;
    health.clockd_linked = true;  // there is none to be followed: nothing is missing
    HttpOptions options = http_options(values, tls);
    options.record = file;
    api::Service service;
    service.act = [](const Act&, const Permit&, const Answered& done) {
        ActAnswer answer;
        answer.refusal = {"read_only", "this server only shows a record: nothing in it changes",
                          ""};
        done(std::move(answer));
    };
    service.equipment = [](const EquipmentAnswered& done) { done(EquipmentSeen{}); };
    service.away = [](const AwayAnswered& done) { done(DevicesAway{}); };
    auto http = HttpThread::start(options, health, std::move(service));
    if (!http) return failed(http.error());
    const auto watch = watch_record(file);
    if (!watch) return failed({exit_code::bad_store, watch.error()});
    ops::add_process_metrics(ops::registry());
    net::on_stop_signal(loop, [&](int) { (*http)->stop([&] { loop.stop(); }); });
    net::on_reload_signal(loop, [&] { reload(call, **http); });
    std::printf("arbiterd answers on %s://%s:%u\n", tls ? "https" : "http",
                values.text("host").c_str(), unsigned{(*http)->port()});
    std::fflush(stdout);
    loop.run();
    ops::log(ops::Level::info, "arbiterd stopped");
    return exit_code::ok;
}

std::string wrong_serve(const cli::Values& values) {
    if (const auto clockd = clockd_of(values); !clockd) return clockd.error();
    if (const auto wrong = wrong_contact(values.text_or_empty("security-contact"))) return *wrong;
    if (const auto tls = tls_of(values); !tls) return tls.error();
    if (const auto allowed = webhook_allow(values); !allowed) return allowed.error();
    custody::Options ignored;
    return custody::read_custody(values, ignored);
}

int serve(const cli::Call& call) {
    const cli::Values& values = call.values;
    const auto clockd = clockd_of(values);
    FF_CHECK(clockd);
    const auto tls = tls_of(values);
    if (!tls) return call.usage(tls.error());
    ops::set_log(values.text("log-format"), values.text("log-level"));
    custody::confine_to(call.command, values);
    if (values.has("read-only")) return serve_archive(call, *tls);
    // First, so that it ends last: the mirror then has the end of the log.
    record::RecordProjector projector;
    std::optional<custody::Keeper> keeper;
    net::ignore_sigpipe();
    net::use_all_descriptors();
    net::Loop loop;
    api::Health health;
    std::optional<StartError> fatal;
    const std::string& data = values.text("data");
    if (const auto wrong = access::wrong_rights(data))
        return failed({exit_code::bad_store, *wrong});
    const auto key = own_key(values);
    if (!key) return failed(key.error());
    custody::Options custody;
    FF_CHECK(custody::read_custody(values, custody).empty());
    auto follower = ClockdFollower::start(
        loop, {data, custody, clockd->host, clockd->port, *key}, health,
        [&](StartError error) {
            fatal = std::move(error);
            loop.stop();
        });
    if (!follower) return failed(follower.error());
    ClockdFollower& office = **follower;
    api::Service service;
    service.act = [&](Act act, Permit permit, Answered done) {
        office.act(std::move(act), std::move(permit), std::move(done));
    };
    service.equipment = [&](EquipmentAnswered done) { office.equipment(std::move(done)); };
    service.away = [&](AwayAnswered done) { office.away(std::move(done)); };
    auto http = HttpThread::start(http_options(values, *tls), health, std::move(service));
    if (!http) return failed(http.error());
    const auto watch = watch_record(data);
    if (!watch) return failed({exit_code::bad_store, watch.error()});
    keeper.emplace(custody::keeper_from(values, own_files(),
                                       {.application_id = store::arbiterd_application_id,
                                        .projection_sql = std::string(embed::arbiterd_sql),
                                        .projector = &projector,
                                        .whole_tables = {record::cursor_tables.begin(),
                                                         record::cursor_tables.end()}}));
    ops::add_process_metrics(ops::registry());
    // Requests under way are finished first: the desk's wait for the loop.
    net::on_stop_signal(loop, [&](int) { (*http)->stop([&] { loop.stop(); }); });
    net::on_reload_signal(loop, [&] { reload(call, **http); });
    office.on_change([&](Pos up_to) { (*http)->committed(up_to); });
    if (values.flag("insecure-lan") && !*tls && !net::is_loopback(values.text("host")))
        ops::log(ops::Level::warn, "other machines are served without TLS: passwords, PINs and "
                                   "tokens can be read on the network");
    std::printf("arbiterd answers on %s://%s:%u\n", *tls ? "https" : "http",
                values.text("host").c_str(), unsigned{(*http)->port()});
    std::fflush(stdout);
    loop.run();
    ops::log(ops::Level::info, "arbiterd stopped", (*follower)->summary());
    return fatal ? failed(*fatal) : exit_code::ok;
}

}  // namespace

custody::Own own_files() {
    return {.log = "arbiterd.db",
            .check = wrong_record,
            .rights = {.files = {"access.db", "owner.token", "webhooks.db"},
                       .list = [](const std::string& folder) {
                           return access::rights_in(folder, wall_ms());
                       },
                       .end_sessions = access::end_sessions}};
}

cli::Subcommand serve_command() {
    return {.name = "serve",
            .summary = "follow clockd, rule, record, answer HTTP",
            .text = "Runs until SIGTERM or SIGINT, then finishes the requests in progress and "
                    "exits; a second signal exits at once. docs/operating.md describes "
                    "configuration, logs, metrics and backups.",
            .options = options(),
            .examples = {{"arbiterd serve --data /var/lib/arbiterd",
                          "with clockd on this machine"}},
            .usual_config = "/etc/arbiterd/arbiterd.toml",
            .wrong = wrong_serve,
            .run = serve};
}

}  // namespace flagfall::arbiterd
