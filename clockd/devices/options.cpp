// The command line of `clockd replay`.
#include <algorithm>
#include <boost/program_options.hpp>
#include <cstdio>
#include <optional>
#include <sstream>

#include "clockd/devices/plan.hpp"
#include "clockd/devices/replay.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/time_control.hpp"
#include "common/hall/key_file.hpp"

namespace flagfall::replay {

namespace {

namespace po = boost::program_options;
using Maybe = std::optional<std::string>;  // what is wrong

constexpr std::int64_t most_speed = 100'000;
constexpr int longest_connect_s = 3600;

struct Raw {
    ReplayOptions options;
    std::string connect;
    std::string hall_key;
    int connect_timeout_s = 0;
    bool no_arbiter = false;
};

po::options_description description(Raw& raw) {
    ReplayOptions& o = raw.options;
    po::options_description all("Options");
    all.add_options()
        ("connect", po::value(&raw.connect)->default_value("127.0.0.1:7411"),
         "where clockd listens, HOST:PORT; in real time it needs --rehearsal")
        ("connect-timeout", po::value(&raw.connect_timeout_s)->default_value(10),
         "seconds without a connection before giving up")
        ("hall-key", po::value(&raw.hall_key),
         "the hall's secret, hall.key in the data folder of clockd; an open hall needs none")
        ("speed", po::value(&o.speed)->default_value(1),
         "real time only: think so many times faster than recorded")
        ("event", po::value(&o.event), "id of the event; default: the first file's name")
        ("time-control", po::value(&o.time_control)->default_value(o.time_control),
         "for games without a TimeControl tag")
        ("boards", po::value(&o.boards)->default_value(0), "play only the first so many boards")
        ("no-arbiter", po::bool_switch(&raw.no_arbiter),
         "no arbiterd follows: skip what must be ruled, do not wait for the ends of games")
        ("quiet", po::bool_switch(&o.quiet), "no progress")
        ("help", po::bool_switch(&o.help), "this text");
    return all;
}

Maybe check(Raw& raw) {
    ReplayOptions& o = raw.options;
    const auto address = address_from(raw.connect);
    if (!address) return "--connect is HOST:PORT, not " + raw.connect;
    o.connect = *address;
    if (!raw.hall_key.empty()) {
        const auto key = hall::load_key(raw.hall_key);
        if (!key) return key.error();
        o.connect.hall_key = *key;
    }
    if (raw.connect_timeout_s < 1 || raw.connect_timeout_s > longest_connect_s)
        return "--connect-timeout is from 1 to " + std::to_string(longest_connect_s);
    o.connect_timeout = seconds(raw.connect_timeout_s);
    if (o.speed < 1 || o.speed > most_speed)
        return "--speed is from 1 to " + std::to_string(most_speed);
    if (const auto control = parse_time_control(o.time_control); !control)
        return "--time-control, " + text(control.error());
    if (!o.event.empty() && slug(o.event) != o.event)
        return "--event has a-z, 0-9, _ and -, and at most " + std::to_string(slug_bytes);
    o.arbiter = !raw.no_arbiter;
    if (o.files.empty()) return std::string("name the PGN files to play");
    return std::nullopt;
}

}  // namespace

std::expected<ReplayOptions, std::string> replay_options(std::span<const std::string> args) {
    Raw raw;
    po::options_description all = description(raw);
    all.add_options()("file", po::value(&raw.options.files));
    po::positional_options_description files;
    files.add("file", -1);
    try {
        po::variables_map values;
        po::store(po::command_line_parser({args.begin(), args.end()})
                      .options(all)
                      .positional(files)
                      .run(),
                  values);
        po::notify(values);
    } catch (const po::error& error) {
        return std::unexpected(std::string(error.what()));
    }
    if (raw.options.help) return raw.options;
    if (Maybe wrong = check(raw)) return std::unexpected(*wrong);
    return raw.options;
}

std::string replay_help() {
    Raw raw;
    std::ostringstream text;
    text << "clockd replay FILE.pgn ...: plays PGN games on a running clockd\n\n"
         << description(raw)
         << "\nExit: 0 all games over, 1 a game failed, 2 wrong arguments, 65 a file has games\n"
            "that cannot be read (the others are played), 69 no clockd, 78 another log.\n";
    return text.str();
}

}  // namespace flagfall::replay

namespace flagfall::clockd {

int run_replay(std::span<const std::string> args) {
    const auto options = replay::replay_options(args);
    if (!options) {
        std::fprintf(stderr, "clockd replay: %s\nTry: clockd replay --help\n",
                     options.error().c_str());
        return exit_code::usage;
    }
    if (options->help) {
        std::fputs(replay::replay_help().c_str(), stdout);
        return exit_code::ok;
    }
    return replay::run_replay(*options);
}

}  // namespace flagfall::clockd
