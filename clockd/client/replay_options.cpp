// The command line of `clockd replay`.
#include <optional>

#include "clockd/client/plan.hpp"
#include "clockd/client/replay.hpp"
#include "common/auth/key_file.hpp"
#include "common/base/entered_control.hpp"
#include "common/base/limits.hpp"
#include "common/cli/call.hpp"

namespace flagfall::client {

namespace {

using Maybe = std::optional<std::string>;  // what is wrong

constexpr std::int64_t most_speed = 100'000;
constexpr std::int64_t longest_connect_s = 3600;

std::vector<cli::Option> options() {
    using cli::Kind;
    return {
        {.name = "connect", .value = "HOST:PORT", .otherwise = "127.0.0.1:7411",
         .help = "address of clockd; in real time it needs --rehearsal"},
        {.name = "connect-timeout", .kind = Kind::number, .value = "SECONDS", .otherwise = "10",
         .help = "seconds without a connection before replay gives up", .least = 1,
         .most = longest_connect_s},
        {.name = "hall-key", .kind = Kind::file, .value = "FILE",
         .help = "file with the hall's secret (hall.key in clockd's data folder); an open hall "
                 "needs none"},
        {.name = "speed", .kind = Kind::number, .value = "N", .otherwise = "1",
         .help = "real time only: play N times faster than recorded", .least = 1,
         .most = most_speed},
        {.name = "event", .value = "EVENT",
         .help = "id of the event; default: the first file's name"},
        {.name = "time-control", .value = "TC", .otherwise = ReplayOptions{}.time_control,
         .help = "for games without a TimeControl tag: such as 5400+30, or a name of clockd "
                 "presets"},
        {.name = "boards", .kind = Kind::number, .value = "N", .otherwise = "0",
         .help = "play only the first N boards; 0: all", .most = limits::boards},
        {.name = "no-arbiter", .kind = Kind::flag,
         .help = "without arbiterd: skip what needs a ruling, do not wait for the ends of games"},
        {.name = "office", .kind = Kind::flag,
         .help = "play the games that arbiterd sets up and starts for --event, by round and "
                 "board"},
        {.name = "quiet", .kind = Kind::flag, .help = "print no progress"}};
}

// Copies the options into `o`; returns what is wrong.
Maybe take(const cli::Values& values, ReplayOptions& o) {
    const auto address = address_from(values.text("connect"));
    if (!address) return "--connect is HOST:PORT, not " + values.text("connect");
    o.files = values.all("FILE.pgn");
    o.connect = *address;
    if (values.has("hall-key")) {
        const auto key = auth::load_key(values.text("hall-key"));
        if (!key) return key.error();
        o.connect.hall_key = *key;
    }
    o.connect_timeout = seconds(values.number("connect-timeout"));
    o.speed = values.number("speed");
    if (values.has("event")) o.event = values.text("event");
    o.boards = static_cast<std::uint32_t>(values.number("boards"));
    o.quiet = values.flag("quiet");
    o.arbiter = !values.flag("no-arbiter");
    const auto control = entered_control(values.text("time-control"), EnteredBy::person);
    if (!control) return "--time-control: " + control.error();
    o.time_control = text(control->control);
    o.office = values.flag("office");
    if (o.office && !o.arbiter) return std::string("--office and --no-arbiter exclude each other");
    if (o.office && o.event.empty())
        return std::string("--office needs --event: the id that the office's event has");
    if (!o.office && !o.event.empty() && slug(o.event) != o.event)
        return "--event has a-z, 0-9, _ and -, and at most " + std::to_string(slug_bytes);
    return std::nullopt;
}

}  // namespace

std::expected<ReplayOptions, std::string> replay_options(const cli::Values& values) {
    ReplayOptions options;
    if (Maybe wrong = take(values, options)) return std::unexpected(*wrong);
    return options;
}

namespace {

int run(const cli::Call& call) {
    const auto options = client::replay_options(call.values);
    return options ? client::run_replay(*options) : call.usage(options.error());
}

}  // namespace

cli::Subcommand replay_command() {
    return {.name = "replay",
            .summary = "play PGN games on a running clockd",
            .text = "Exit: 0 all games over, 1 a game failed, 2 wrong arguments, 65 a file has "
                    "games that cannot be read (the others are played), 69 no clockd, 78 another "
                    "log.",
            .arguments = {{.name = "FILE.pgn", .kind = cli::Kind::file,
                           .help = "the games to play", .repeated = true}},
            .options = client::options(),
            .examples = {{"clockd replay round1.pgn --connect 127.0.0.1:7411",
                          "every game at a board of its own"}},
            .run = run};
}

}  // namespace flagfall::client
