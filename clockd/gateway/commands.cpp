#include "clockd/gateway/commands.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <utility>

#include "clockd/devices/limits.hpp"
#include "clockd/devices/serial.hpp"
#include "clockd/gateway/frames_shown.hpp"
#include "clockd/gateway/gateway.hpp"
#include "common/auth/key_file.hpp"
#include "common/base/check.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/limits.hpp"
#include "common/base/number.hpp"
#include "common/cli/call.hpp"
#include "common/net/host_port.hpp"
#include "common/net/loop.hpp"
#include "common/ops/log.hpp"

namespace flagfall::gateway {

namespace {

// "bus:/dev/ttyS1", "single:/dev/serial/by-id/*", or a path alone.
std::optional<LineOptions> line_from(std::string_view text) {
    LineOptions line;
    if (text.starts_with("bus:")) line.mode = devices::LineMode::bus;
    if (text.starts_with("single:")) line.mode = devices::LineMode::single;
    if (line.mode) text.remove_prefix(text.find(':') + 1);
    line.pattern = text;
    if (line.pattern.empty() || line.pattern.front() != '/') return std::nullopt;
    return line;
}

// "10234=12" or "10234=12,white=left": a serial number and where its board stands.
std::optional<std::pair<std::string, devices::Place>> place_from(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    auto serial = devices::serial_from(text.substr(0, equals));
    if (!serial) return std::nullopt;
    text.remove_prefix(equals + 1);
    devices::Place place;
    if (const std::size_t comma = text.find(','); comma != std::string_view::npos) {
        const std::string_view hand = text.substr(comma + 1);
        if (hand == "white=left") place.white = devices::Hand::left;
        else if (hand == "white=right") place.white = devices::Hand::right;
        else return std::nullopt;
        text = text.substr(0, comma);
    }
    const auto number = whole_number<std::uint32_t>(text, 1, limits::boards);
    if (!number) return std::nullopt;
    place.board.number = *number;
    return std::pair{std::move(*serial), place};
}

std::vector<cli::Option> boards_options() {
    using cli::Kind;
    std::vector<cli::Option> all{
        {.name = "data", .kind = Kind::folder, .value = "DIR",
         .help = "folder of the log of frames, made when missing", .environment = "BOARDS_DATA",
         .key = "data"},
        {.name = "connect", .value = "HOST:PORT", .otherwise = "127.0.0.1:7411",
         .help = "address of clockd; TLS is used if it is on another machine",
         .environment = "BOARDS_CONNECT", .key = "connect"},
        {.name = "hall-key", .kind = Kind::file, .value = "FILE",
         .help = "file of the role boards (clockd role-key --role boards), or of the hall key; "
                 "without one only an open hall lets it in",
         .environment = "BOARDS_HALL_KEY", .key = "hall_key"},
        {.name = "line", .value = "[MODE:]PATH",
         .help = "serial device, with wildcards; MODE is single or bus, found out if left out",
         .key = "lines", .repeated = true},
        {.name = "livechess", .value = "HOST:PORT",
         .help = "LiveChess 2 service that reads boards, such as 192.168.1.20:1982",
         .key = "livechess", .repeated = true},
        {.name = "board", .value = "SERIAL=BOARD[,white=left|right]",
         .help = "the place of a board in the hall, and White's side of its clock",
         .key = "boards", .repeated = true},
        {.name = "keep-files", .kind = Kind::number, .value = "COUNT",
         .otherwise = std::to_string(limits::frames_files),
         .help = "files of the log of frames that are kept", .key = "frames.files", .least = 2},
        {.name = "file-rows", .kind = Kind::number, .value = "COUNT",
         .otherwise = std::to_string(limits::frames_file_rows),
         .help = "rows of such a file, of at most 64 MiB", .key = "frames.rows", .least = 10},
        {.name = "list", .kind = Kind::flag,
         .help = "print the boards that answer, and exit"}};
    for (cli::Option& option : cli::daemon_options("BOARDS")) all.push_back(std::move(option));
    return all;
}

// Two boards of one address would answer as one.
bool may_be_bus(const LineOptions& line) { return line.mode != devices::LineMode::single; }

// What is wrong with this place of a board; empty: it was added.
std::string add_place(Options& options, const std::string& text) {
    auto place = place_from(text);
    if (!place)
        return "expected SERIAL=BOARD, such as 10234=12: a serial number of up to ten digits, and "
               "a board from 1 to " + std::to_string(limits::boards);
    const std::uint16_t address = devices::bus_address(place->first);
    const bool on_bus = std::ranges::any_of(options.lines, may_be_bus);
    for (const auto& [serial, other] : options.places) {
        if (serial == place->first) return "this board has a place already";
        if (other.board == place->second.board)
            return "board " + serial + " stands there already";
        if (on_bus && devices::bus_address(serial) == address)
            return "on a bus it has the address of board " + serial +
                   ": name lines of one board with single:";
    }
    options.places.insert(std::move(*place));
    return "";
}

std::expected<Options, std::string> options_of(const cli::Values& values) {
    Options options;
    for (const std::string& text : values.all("line")) {
        auto line = line_from(text);
        if (!line)
            return std::unexpected("--line " + text + ": expected a path such as "
                                   "/dev/serial/by-id/*, with single: or bus: before it");
        options.lines.push_back(std::move(*line));
    }
    for (const std::string& text : values.all("livechess")) {
        if (!net::parse_host_port(text))
            return std::unexpected("--livechess " + text + ": expected HOST:PORT, such as "
                                   "192.168.1.20:1982");
        if (std::ranges::find(options.services, text) == options.services.end())
            options.services.push_back(text);
    }
    if (options.lines.empty() && options.services.empty())
        return std::unexpected("name a serial device with --line, or a service with --livechess");
    for (const std::string& text : values.all("board"))
        if (auto wrong = add_place(options, text); !wrong.empty())
            return std::unexpected("--board " + text + ": " + wrong);
    options.folder = values.text_or_empty("data");
    options.files = static_cast<std::size_t>(values.number("keep-files"));
    options.file_rows = values.number("file-rows");
    return options;
}

std::string wrong_boards(const cli::Values& values) {
    if (const auto options = options_of(values); !options) return options.error();
    if (values.flag("list")) return "";
    if (values.text_or_empty("data").empty()) return "name a folder for the frames with --data";
    if (!client::address_from(values.text("connect")))
        return "--connect is HOST:PORT, such as 127.0.0.1:7411";
    return "";
}

int boards(const cli::Call& call) {
    const cli::Values& values = call.values;
    auto options = options_of(values);
    if (!options) return call.usage(options.error());
    ops::set_log(values.text("log-format"), values.text("log-level"));
    if (values.flag("list"))
        return list_boards(*options, milliseconds(limits::list_boards_ms));
    auto address = client::address_from(values.text("connect"));
    FF_CHECK(address);
    if (const std::string file = values.text_or_empty("hall-key"); !file.empty()) {
        auto key = auth::load_role_key(file, "boards");
        if (!key) return call.fail(exit_code::bad_input, key.error());
        address->role_key = *key;
    }
    options->clockd = std::move(*address);
    net::ignore_sigpipe();
    net::Loop loop;
    int code = exit_code::ok;
    auto gateway = Gateway::start(loop, std::move(*options), [&](int why, const std::string& text) {
        ops::log(ops::Level::error, "the gateway ends", {{"why", text}});
        code = why;
        loop.stop();
    });
    if (!gateway) return call.fail(exit_code::bad_store, gateway.error().text);
    net::on_stop_signal(loop, [&](int) { loop.stop(); });
    std::printf("the gateway of boards runs\n");
    std::fflush(stdout);
    loop.run();
    return code;
}

int frames(const cli::Call& call) {
    const cli::Values& values = call.values;
    FramesQuestion question;
    question.folder = values.text("data");
    question.game = values.text("GAME");
    if (values.has("at")) {
        question.at = parse_instant(values.text("at"));
        if (!question.at)
            return call.usage("--at is an instant of the log in microseconds (at_us), or a time "
                              "such as 2026-11-21T09:30:00.000Z");
    }
    question.around = values.duration("around");
    const auto frames = frames_in_words(question);
    if (!frames) return call.fail(exit_code::bad_input, frames.error());
    const int printed = call.print(frames->text);
    for (const std::string& doubt : frames->doubts) call.fail(exit_code::bad_store, doubt);
    return frames->doubts.empty() ? printed : exit_code::bad_store;
}

}  // namespace

cli::Subcommand boards_command() {
    return {.name = "boards",
            .summary = "connect electronic boards",
            .text = "The gateway of boards: a process of its own, so that a fault in it never "
                    "touches a clock. It follows clockd's log, sends the moves that boards show, "
                    "and keeps their raw frames. docs/boards.md describes it.",
            .options = boards_options(),
            .examples = {{"clockd boards --list --line '/dev/serial/by-id/*'",
                          "which boards are there?"},
                         {"clockd boards --data /var/lib/flagfall-boards --line bus:/dev/ttyS1 "
                          "--board 10234=12",
                          "board 12 of the hall is the one with serial number 10234"},
                         {"clockd boards --data /var/lib/flagfall-boards "
                          "--livechess 192.168.1.20:1982 --board 24588=12",
                          "the same for a board that a LiveChess service reads"}},
            .usual_config = "/etc/clockd/boards.toml",
            .wrong = wrong_boards,
            .run = boards};
}

cli::Subcommand frames_command() {
    using cli::Kind;
    return {.name = "frames",
            .summary = "print what the board of a game sent",
            .arguments = {{.name = "GAME", .help = "id of the game"}},
            .options = {{.name = "data", .kind = Kind::folder, .value = "DIR",
                         .help = "folder of the log of frames", .environment = "BOARDS_DATA",
                         .required = true},
                        {.name = "at", .value = "INSTANT",
                         .help = "only around this instant: at_us of clockd's log, or a time"},
                        {.name = "around", .kind = Kind::duration, .value = "TIME",
                         .otherwise = "30s", .help = "so long before and after it"}},
            .examples = {{"clockd frames r3-b12 --data /var/lib/flagfall-boards "
                          "--at 2026-11-21T09:30:00.000Z --around 10s",
                          "twenty seconds of a dispute"}},
            .run = frames};
}

}  // namespace flagfall::gateway
