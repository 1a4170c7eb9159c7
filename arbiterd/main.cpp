// arbiterd: the arbiter's office. `serve` rules and records, `rules` answers questions about
// chess, `profile` tells the rules profiles, `sheets` reads scoresheets, `export` prints the
// record, `verify` checks that nobody changed it.
#include <boost/program_options.hpp>
#include <cstdio>
#include <exception>
#include <expected>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "arbiterd/desk/cli.hpp"
#include "arbiterd/record/export.hpp"
#include "arbiterd/rules/profiles.hpp"
#include "arbiterd/rules/rules.hpp"
#include "arbiterd/rules/sheets.hpp"
#include "arbiterd/shell/follower.hpp"
#include "arbiterd/shell/http_thread.hpp"
#include "arbiterd/shell/tables.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/version.hpp"
#include "common/hall/key_file.hpp"
#include "common/net/loop.hpp"

namespace {

namespace po = boost::program_options;
using namespace flagfall;

constexpr const char* overview =
    "arbiterd rules on what happens at the boards and keeps the record.\n"
    "\n"
    "  arbiterd serve --data DIR            follow clockd, rule, record, answer HTTP\n"
    "  arbiterd desk WHAT                   what waits, and rulings (arbiterd desk --help)\n"
    "  arbiterd rules WHAT                  questions about positions (arbiterd rules --help)\n"
    "  arbiterd profile WHAT                the rules profiles that games are judged by\n"
    "  arbiterd sheets WHAT                 scoresheets: read, compare, write\n"
    "  arbiterd export WHAT DIR             print the record (arbiterd export --help)\n"
    "  arbiterd verify DIR                  check that the record was not changed\n"
    "  arbiterd rebuild DIR                 derive every table of the record from its log anew\n"
    "  arbiterd --version\n";

int usage_error(const std::string& what) {
    std::fprintf(stderr, "arbiterd: %s\nTry: arbiterd --help\n", what.c_str());
    return exit_code::usage;
}

int failed(const arbiterd::StartError& error) {
    std::fprintf(stderr, "arbiterd: %s\n", error.text.c_str());
    return error.exit_code;
}

po::options_description serve_options() {
    po::options_description options(
        "arbiterd serve: follow clockd, rule, record, answer HTTP\n\nOptions");
    options.add_options()
        ("data", po::value<std::string>()->required(),
         "folder of the record (arbiterd.db); made when missing")
        ("clockd", po::value<std::string>()->default_value("127.0.0.1:7411"),
         "HOST:PORT of clockd")
        ("hall-key", po::value<std::string>()->default_value(""),
         "file of the hall's secret, which clockd makes; default: hall.key in the data folder")
        ("open-hall", "follow any clockd without proof: only for rehearsals and tests")
        ("insecure-lan", "follow a clockd on another machine although the link is not encrypted")
        ("host", po::value<std::string>()->default_value("127.0.0.1"), "address of the HTTP API")
        ("port", po::value<std::uint16_t>()->default_value(8080),
         "port of the HTTP API; 0 takes a free one")
        ("help", "this text");
    return options;
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

// The hall key that serve's options name; none for an open hall.
std::expected<std::optional<hall::Key>, arbiterd::StartError> hall_key(
    const po::variables_map& values) {
    if (values.contains("open-hall")) return std::nullopt;
    std::string path = values["hall-key"].as<std::string>();
    if (path.empty())
        path = (std::filesystem::path(values["data"].as<std::string>()) / hall::key_file_name)
                   .string();
    const auto key = hall::load_key(path);
    if (key) return *key;
    return std::unexpected(arbiterd::StartError{
        exit_code::not_trusted,
        key.error() + "; clockd makes it at its first start in its data folder: name that file "
                      "with --hall-key"});
}

int serve(const std::vector<std::string>& args) {
    const auto description = serve_options();
    po::variables_map values;
    po::store(po::command_line_parser(args).options(description).positional({}).run(), values);
    if (values.contains("help")) return std::cout << description << '\n', exit_code::ok;
    po::notify(values);
    const auto clockd = host_and_port(values["clockd"].as<std::string>());
    if (!clockd) return usage_error("--clockd is HOST:PORT, such as 127.0.0.1:7411");
    if (!net::is_loopback(clockd->first) && !values.contains("insecure-lan"))
        return usage_error("--clockd names another machine, and the link to it is not encrypted: "
                           "add --insecure-lan if nobody but your devices is on that network");

    net::ignore_sigpipe();
    net::Loop loop;
    arbiterd::Health health;
    std::optional<arbiterd::StartError> fatal;
    const std::string data = values["data"].as<std::string>();
    const auto key = hall_key(values);
    if (!key) return failed(key.error());
    auto follower = arbiterd::Follower::start(loop, {data, clockd->first, clockd->second, *key},
                                              health,
                                              [&](arbiterd::StartError error) {
                                                  fatal = std::move(error);
                                                  loop.stop();
                                              });
    if (!follower) return failed(follower.error());
    auto http = arbiterd::HttpThread::start(
        data, {values["host"].as<std::string>(), values["port"].as<std::uint16_t>(), "--port"},
        health, [&](const wire::DeskCommand& command) { return (*follower)->rule(command); });
    if (!http) return failed(http.error());
    net::on_stop_signal(loop, [&](int) { loop.stop(); });
    std::printf("arbiterd answers on http://%s:%u\n", values["host"].as<std::string>().c_str(),
                unsigned{(*http)->port()});
    std::fflush(stdout);
    loop.run();
    std::fprintf(stderr, "level=info msg=\"arbiterd stopped\" %s\n",
                 (*follower)->summary().c_str());
    return fatal ? failed(*fatal) : exit_code::ok;
}

int rebuild(const std::vector<std::string>& args) {
    if (args.size() != 1 || args[0].starts_with("--"))
        return usage_error("rebuild takes the folder of a record, with no arbiterd running on it");
    const auto rebuilt = arbiterd::rebuild_record(args[0]);
    if (!rebuilt) return failed(rebuilt.error());
    std::printf("derived again from %lld events\n", static_cast<long long>(rebuilt->value));
    return exit_code::ok;
}

// The log first: tables that follow from a changed log say nothing.
int verify(const std::vector<std::string>& args) {
    const int found = record::run_verify(args);
    if (found != exit_code::ok || args[0] == "--help") return found;
    return arbiterd::print_changed_tables(args[0]) ? exit_code::ok : exit_code::bad_store;
}

int run(const std::vector<std::string>& args) {
    if (args.empty())
        return usage_error("say what to do: serve, rules, profile, sheets, export or verify");
    const std::vector<std::string> rest(args.begin() + 1, args.end());
    if (args[0] == "--help" || args[0] == "help")
        return std::fputs(overview, stdout), exit_code::ok;
    if (args[0] == "--version") {
        std::printf("arbiterd %s\n", std::string(version).c_str());
        return exit_code::ok;
    }
    if (args[0] == "serve") return serve(rest);
    if (args[0] == "desk") return desk::run_desk(rest);
    if (args[0] == "export") return record::run_export(rest);
    if (args[0] == "verify") return verify(rest);
    if (args[0] == "rebuild") return rebuild(rest);
    const std::vector<std::string_view> views(rest.begin(), rest.end());
    if (args[0] == "rules") return rules::run_rules(views, stdin, stdout, stderr);
    if (args[0] == "profile") return rules::run_profile(views, stdout, stderr);
    if (args[0] == "sheets") return rules::run_sheets(views, stdout, stderr);
    return usage_error("unknown command " + args[0]);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run({argv + 1, argv + argc});
    } catch (const po::error& error) {
        return usage_error(error.what());
    } catch (const std::exception& error) {  // no descriptors, no memory, no threads
        std::fprintf(stderr,
                     "arbiterd: the system refused what is needed (%s); raise its limits or end"
                     " other programs, and start again\n",
                     error.what());
        return exit_code::no_resources;
    }
}
