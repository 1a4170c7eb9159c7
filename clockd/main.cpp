// clockd: the chess clocks of a playing hall. `serve` keeps them, `replay` plays PGN on them;
// `enrol`, `devices` and `revoke` are how arbiters let devices in.
#include <boost/program_options.hpp>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "clockd/devices/admission.hpp"
#include "clockd/devices/replay.hpp"
#include "clockd/shell/server.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/version.hpp"
#include "common/net/loop.hpp"

namespace {

namespace po = boost::program_options;
using namespace flagfall;

constexpr const char* overview =
    "clockd keeps the chess clocks of a playing hall.\n"
    "\n"
    "  clockd serve --data DIR          run the clocks (clockd serve --help)\n"
    "  clockd replay FILE.pgn ...       play PGN games on a running clockd (clockd replay --help)\n"
    "  clockd enrol --board N           show a code with which a device joins the hall\n"
    "  clockd devices                   which devices there are\n"
    "  clockd revoke DEVICE             shut a device out\n"
    "  clockd --version\n";

int usage_error(const std::string& what) {
    std::fprintf(stderr, "clockd: %s\nTry: clockd --help\n", what.c_str());
    return exit_code::usage;
}

po::options_description serve_options() {
    po::options_description options("clockd serve: run the clocks\n\nOptions");
    options.add_options()
        ("data", po::value<std::string>()->required(),
         "folder of the log (clockd.db); made when missing")
        ("host", po::value<std::string>()->default_value("127.0.0.1"), "address to listen at")
        ("port", po::value<std::uint16_t>()->default_value(7411),
         "port to listen at; 0 takes a free one")
        ("time", po::value<std::string>()->default_value("real"),
         "real: stamps are this machine's; virtual: each message tells its own instant (at_us)")
        ("rehearsal", "nobody plays at the devices, which may then follow the log, as for a "
                      "replay; in virtual time it is always so")
        ("hall-key", po::value<std::string>()->default_value(""),
         "file of the hall's secret; default: hall.key in the data folder, made when missing")
        ("open-hall", "let everybody in without proof, as whoever they say they are: only for "
                      "rehearsals and tests")
        ("insecure-lan", "listen at an address beyond this machine although what is said there is "
                         "not encrypted (docs/protocol.md, section 1)")
        ("help", "this text");
    return options;
}

int serve(const std::vector<std::string>& args) {
    const auto description = serve_options();
    po::variables_map values;
    po::store(po::command_line_parser(args).options(description).positional({}).run(), values);
    if (values.contains("help")) return std::cout << description << '\n', exit_code::ok;
    po::notify(values);
    const auto& time = values["time"].as<std::string>();
    if (time != "real" && time != "virtual")
        return usage_error("--time is real or virtual, not " + time);

    const std::string host = values["host"].as<std::string>();
    if (!net::is_loopback(host) && !values.contains("insecure-lan"))
        return usage_error("--host " + host + " is beyond this machine, and what is said to clockd "
                           "is signed for at the door but not encrypted: add --insecure-lan if "
                           "nobody but your devices is on that network");

    net::ignore_sigpipe();
    net::Loop loop;
    clockd::ServeOptions options;
    options.data_dir = values["data"].as<std::string>();
    options.listen = {host, values["port"].as<std::uint16_t>(), "--port"};
    options.virtual_time = time == "virtual";
    options.rehearsal = values.contains("rehearsal");
    options.open_hall = values.contains("open-hall");
    options.hall_key_file = values["hall-key"].as<std::string>();
    auto server = clockd::ClockServer::start(loop, options);
    if (!server) {
        std::fprintf(stderr, "clockd: %s\n", server.error().text.c_str());
        return server.error().exit_code;
    }
    net::on_stop_signal(loop, [&](int) { (*server)->stop([&] { loop.stop(); }); });
    if (options.open_hall)
        std::fprintf(stderr, "level=warn msg=\"the hall is open: whoever reaches this port may "
                             "play, set clocks and end games\"\n");
    std::printf("clockd listens on port %u (%s time)\n", unsigned{(*server)->port()}, time.c_str());
    std::fflush(stdout);
    loop.run();
    std::fprintf(stderr, "level=info msg=\"clockd stopped\" %s\n", (*server)->summary().c_str());
    return exit_code::ok;
}

int run(const std::vector<std::string>& args) {
    if (args.empty()) return usage_error("say what to do: serve, replay, enrol, devices or revoke");
    const std::vector<std::string> rest(args.begin() + 1, args.end());
    if (args[0] == "--help" || args[0] == "help")
        return std::fputs(overview, stdout), exit_code::ok;
    if (args[0] == "--version") {
        std::printf("clockd %s\n", std::string(version).c_str());
        return exit_code::ok;
    }
    if (args[0] == "serve") return serve(rest);
    if (args[0] == "replay") return clockd::run_replay(rest);
    if (args[0] == "enrol") return clockd::run_enrol(rest);
    if (args[0] == "devices") return clockd::run_devices(rest);
    if (args[0] == "revoke") return clockd::run_revoke(rest);
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
                     "clockd: the system refused what is needed (%s); raise its limits or end other"
                     " programs, and start again\n",
                     error.what());
        return exit_code::no_resources;
    }
}
