#include "clockd/client/admission.hpp"

#include <cstdio>
#include <ctime>
#include <filesystem>
#include <limits>
#include <optional>

#include "clockd/client/code_sheet.hpp"
#include "clockd/client/errand.hpp"
#include "common/auth/key_file.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/limits.hpp"
#include "common/base/number.hpp"
#include "common/base/text.hpp"
#include "common/cli/call.hpp"
#include "common/cli/qr.hpp"
#include "common/cli/terminal.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/host_port.hpp"
#include "common/store/crypto.hpp"
#include "common/store/secret_file.hpp"

namespace flagfall::client {

namespace {

int failed(const Failure& failure) {
    std::fprintf(stderr, "clockd: %s\n", failure.text.c_str());
    return failure.exit_code;
}

Failure usage(std::string text) { return {exit_code::usage, std::move(text)}; }

std::vector<cli::Option> key_options() {
    using cli::Kind;
    return {{.name = "data", .kind = Kind::folder, .value = "DIR",
             .help = "data folder of clockd, with hall.key"},
            {.name = "hall-key", .kind = Kind::file, .value = "FILE",
             .help = "file with the hall's secret"}};
}

std::vector<cli::Option> common_options() {
    using cli::Kind;
    std::vector<cli::Option> options{{.name = "connect", .value = "HOST:PORT",
                                      .otherwise = "127.0.0.1:7411",
                                      .help = "address of clockd; TLS is used if it is on another "
                                              "machine"}};
    for (cli::Option& option : key_options()) options.push_back(std::move(option));
    return options;
}

// The hall key, from the file or the folder that the options name.
std::expected<auth::Key, Failure> hall_key_of(const cli::Values& values) {
    std::string path = values.text_or_empty("hall-key");
    if (const auto data = values.text_or_empty("data"); path.empty() && !data.empty())
        path = (std::filesystem::path(data) / auth::key_file_name).string();
    if (path.empty())
        return std::unexpected(usage("name the hall's key with --hall-key FILE, or the folder of"
                                     " clockd that has it with --data DIR"));
    const auto key = auth::load_key(path);
    if (!key) return std::unexpected(Failure{exit_code::bad_input, key.error()});
    return *key;
}

// clockd's address from the options, with the hall key.
std::expected<client::Address, Failure> address_of(const cli::Values& values) {
    auto address = client::address_from(values.text("connect"));
    if (!address) return std::unexpected(usage("--connect is HOST:PORT, such as 127.0.0.1:7411"));
    const auto key = hall_key_of(values);
    if (!key) return std::unexpected(key.error());
    address->hall_key = *key;
    return *address;
}

// The link to the page that enrols a device. A browser sends no server what follows the #.
std::string link_of(const client::Address& page, const std::string& code, Board board) {
    const bool here = net::is_loopback(page.host);
    return (here ? "http://" : "https://") + net::in_brackets(page.host) + ":" +
           std::to_string(page.port) + "/enrol#code=" + code + "&board=" +
           std::to_string(board.number);
}

// Anybody who can read a code can become that board's device: only the owner may read the file.
int write_codes(const std::string& option, const std::string& path, const std::string& text) {
    const std::string reason = store::write_new_secret(path, text);
    if (reason.empty()) return exit_code::ok;
    return failed({exit_code::bad_input, option + " " + path + " cannot be written: " + reason});
}

int show_link(const std::string& link, const std::string& file) {
    const auto picture = cli::qr_code(link);
    if (!picture) return failed(usage("--at is too long for a QR code"));
    cli::print_unchanged(stdout, cli::qr_text(*picture));
    std::printf("\n%s\n", link.c_str());
    if (file.empty()) return exit_code::ok;
    return write_codes("--svg", file, cli::qr_svg(*picture));
}

// "2026-11-25 18:30", in local time.
std::string local_time(std::int64_t wall_ms) {
    const std::time_t at = wall_ms / 1000;
    std::tm parts{};
    localtime_r(&at, &parts);
    char text[32];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts)};
}

int show(const cli::Values& values, const wire::Enrolment& enrolment, const std::string& code) {
    std::printf("Device %u, for board %u. Its code, good for one device until %s:\n\n"
                "    %s\n\n",
                enrolment.device, enrolment.board.number, local_time(enrolment.until_ms).c_str(),
                code.c_str());
    if (!values.has("at")) {
        std::printf("For a link and a QR code, name the address of clockd's page (clockd serve "
                    "--web)\nwith --at HOST:PORT.\n");
        return exit_code::ok;
    }
    const auto page = client::address_from(values.text("at"));
    return show_link(link_of(*page, code, enrolment.board), values.text_or_empty("svg"));
}

std::optional<Side> side_of(const cli::Values& values) {
    const std::string side = values.text_or_empty("side");
    if (side.empty()) return std::nullopt;
    return side == name(Side::white) ? Side::white : Side::black;
}

// The first and the last board of "7" or "1-20".
std::optional<std::pair<Board, Board>> boards_of(const std::string& text) {
    const std::size_t dash = text.find('-');
    const auto first = whole_number<std::uint32_t>(text.substr(0, dash), 1, limits::boards);
    const auto last = dash == std::string::npos
                          ? first
                          : whole_number<std::uint32_t>(text.substr(dash + 1), 1, limits::boards);
    if (!first || !last || *last < *first)
        return std::nullopt;
    return std::pair(Board{*first}, Board{*last});
}

// What is wrong with the options together; empty if nothing is.
std::string fault(const cli::Values& values) {
    const std::string at = values.text_or_empty("at");
    if (!at.empty() && !client::address_from(at))
        return "--at is HOST:PORT, such as 192.168.1.10:7443";
    if (at.empty() && values.has("svg")) return "--svg needs --at HOST:PORT";
    if (at.empty() && values.has("sheet")) return "--sheet needs --at HOST:PORT";
    const auto boards = boards_of(values.text("board"));
    if (!boards)
        return "--board is a number or a range up to " + std::to_string(limits::boards) +
               ", such as 7 or 1-20";
    if (boards->first != boards->second && !values.has("sheet"))
        return "many boards need --sheet FILE, on which their codes are printed";
    for (const char* option : {"svg", "sheet"}) {
        const std::string file = values.text_or_empty(option);
        std::error_code ignored;
        const auto there = std::filesystem::symlink_status(file, ignored);
        if (!file.empty() && std::filesystem::exists(there))
            return "--" + std::string(option) + " " + file +
                   " is there already: remove it, or name another file";
    }
    return {};
}

struct Enroller {
    const cli::Values& values;
    Errand errand;
    auth::Key hall_key;
    std::string log{};

    std::expected<wire::Enrolment, Failure> open(Board board) {
        const auto answer = errand.ask(wire::EnrolDevice{
            "enrol-" + store::random_hex(8), board, values.text_or_empty("name"), side_of(values)});
        if (!answer) return std::unexpected(answer.error());
        if (const auto* enrolment = std::get_if<wire::Enrolment>(&*answer)) return *enrolment;
        return std::unexpected(Failure{exit_code::unavailable, "clockd gave no code"});
    }
    std::string code(const wire::Enrolment& enrolment) const {
        return auth::enrolment_code(hall_key, log, enrolment.device);
    }
};

int print_sheet(Enroller& enroller, Board first, Board last) {
    const std::string& path = enroller.values.text("sheet");
    const auto page = client::address_from(enroller.values.text("at"));
    std::vector<SheetCode> codes;
    std::string until;
    for (Board board = first; board <= last; ++board.number) {
        const auto enrolment = enroller.open(board);
        if (!enrolment) return failed(enrolment.error());
        if (until.empty()) until = local_time(enrolment->until_ms);
        const std::string code = enroller.code(*enrolment);
        codes.push_back({board, code, link_of(*page, code, board)});
    }
    if (const int code = write_codes("--sheet", path, code_sheet(codes, until));
        code != exit_code::ok)
        return code;
    std::printf("%zu codes, each good for one device until %s, or until clockd starts again: open "
                "%s in a browser and print it\n", codes.size(), until.c_str(), path.c_str());
    return exit_code::ok;
}

int enrol(const cli::Call& call) {
    if (const std::string wrong = fault(call.values); !wrong.empty()) return call.usage(wrong);
    const auto address = address_of(call.values);
    if (!address) return failed(address.error());
    const auto [first, last] = *boards_of(call.values.text("board"));

    Enroller enroller{call.values, Errand(*address), *address->hall_key};
    const auto log = enroller.errand.enter();
    if (!log) return failed(log.error());
    enroller.log = *log;
    if (call.values.has("sheet")) return print_sheet(enroller, first, last);
    const auto enrolment = enroller.open(first);
    if (!enrolment) return failed(enrolment.error());
    return show(call.values, *enrolment, enroller.code(*enrolment));
}

// "12.3 s"; "-" for none.
std::string seconds_text(std::optional<Duration> time) {
    if (!time) return "-";
    char text[32];
    std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(time->us) / 1e6);
    return text;
}

// Prints the boards that a gateway connects. Returns an exit code.
int equipment(Errand& errand) {
    const auto word = [](std::string_view text) { return text.empty() ? "-" : printable(text); };
    std::string after;
    for (;;) {
        const auto answer = errand.ask(wire::GetEquipment{"equipment", after});
        if (!answer) return failed(answer.error());
        const auto* state = std::get_if<wire::EquipmentState>(&*answer);
        if (state == nullptr || !state->facts) return exit_code::ok;
        const wire::EquipmentFacts& facts = *state->facts;
        if (after.empty())
            std::printf("\nserial      board  link     battery   clock        last frame  drift    "
                        "shows     source\n");
        std::printf("%-10s  %5s  %-7s  %-8s  %-11s  %10s  %-7s  %-8s  %s\n",
                    word(facts.serial).c_str(),
                    facts.board ? std::to_string(facts.board->number).c_str() : "-",
                    word(name(facts.link)).c_str(), word(facts.battery).c_str(),
                    word(facts.clock).c_str(), seconds_text(state->figures.quiet).c_str(),
                    seconds_text(state->figures.drift).c_str(), word(name(facts.shows)).c_str(),
                    word(facts.source).c_str());
        if (!facts.placement.empty())
            std::printf("            its men stand so: %s\n", printable(facts.placement).c_str());
        after = facts.serial;
    }
}

int devices(const cli::Call& call) {
    const auto address = address_of(call.values);
    if (!address) return failed(address.error());
    Errand errand(*address);
    if (const auto log = errand.enter(); !log) return failed(log.error());
    std::printf("device  board  side   state     name\n");
    for (std::uint32_t after = 0;;) {
        const auto answer = errand.ask(wire::GetDevice{"devices", after});
        if (!answer) return failed(answer.error());
        const auto* device = std::get_if<wire::DeviceState>(&*answer);
        if (device == nullptr || device->device == 0) return equipment(errand);
        const std::string side(device->side ? name(*device->side) : "both");
        std::printf("%6u  %5u  %-5s  %-8s  %s\n", device->device,
                    device->board.value_or(Board{}).number, side.c_str(), device->state.c_str(),
                    printable(device->name).c_str());
        after = device->device;
    }
}

int revoke(const cli::Call& call) {
    const auto device = static_cast<std::uint32_t>(call.values.number("DEVICE"));
    const auto address = address_of(call.values);
    if (!address) return failed(address.error());
    Errand errand(*address);
    if (const auto log = errand.enter(); !log) return failed(log.error());
    const auto answer = errand.ask(wire::RevokeDevice{"revoke-" + store::random_hex(8), device});
    if (!answer) return failed(answer.error());
    std::printf("device %u is revoked\n", device);
    return exit_code::ok;
}

int key(const cli::Call& call) {
    const auto hall_key = hall_key_of(call.values);
    if (!hall_key) return failed(hall_key.error());
    const std::string& role = call.values.text("role");
    const std::string& file = call.values.text("out");
    if (const auto wrong = auth::write_role_key(file, *hall_key, role); !wrong.empty())
        return failed({exit_code::bad_input, wrong});
    std::printf("the holder of %s can connect only as %s\n", file.c_str(),
                role.c_str());
    return exit_code::ok;
}

}  // namespace

cli::Subcommand enrol_command() {
    using cli::Kind;
    std::vector<cli::Option> options = common_options();
    options.push_back({.name = "board", .value = "N",
                       .help = "the only board that the device can use; with --sheet also a range, "
                               "such as 1-20, with a device for each",
                       .required = true});
    options.push_back({.name = "side", .value = "SIDE",
                       .help = "the only side that the device acts for; default: both",
                       .choices = {"white", "black"}});
    options.push_back({.name = "name", .value = "NAME", .help = "a name for people"});
    options.push_back({.name = "at", .value = "HOST:PORT",
                       .help = "address of clockd's page (clockd serve --web) as devices reach "
                               "it, for the link and the QR code"});
    options.push_back({.name = "svg", .kind = Kind::file, .value = "FILE",
                       .help = "also write the QR code to this file"});
    options.push_back({.name = "sheet", .kind = Kind::file, .value = "FILE",
                       .help = "write a page with a card for each board, to be printed"});
    return {.name = "enrol",
            .summary = "print a code that enrols a device",
            .options = std::move(options),
            .examples = {{"clockd enrol --board 7 --data /var/lib/clockd --at 192.168.1.10:7443",
                          "a code and a QR code for the tablet of board 7"},
                         {"clockd enrol --board 1-20 --data /var/lib/clockd --at "
                          "192.168.1.10:7443 --sheet codes.html",
                          "cards for twenty boards, to be printed"}},
            .run = enrol};
}

cli::Subcommand role_key_command() {
    using cli::Kind;
    std::vector<cli::Option> options = key_options();
    options.push_back({.name = "role", .value = "ROLE", .help = "role of the key's holder",
                       .choices = {"arbiterd", "arbiter", "display", "boards", "device"},
                       .required = true});
    options.push_back({.name = "out", .kind = Kind::file, .value = "FILE",
                       .help = "file to create, with mode 0600", .required = true});
    return {.name = "role-key",
            .summary = "make a key for one role only",
            .text = "The key is derived from the hall key, which cannot be derived from it. All "
                    "holders of one role share one key; only a new hall key revokes it. Enrol "
                    "players' devices instead: each then reaches one board only.",
            .options = std::move(options),
            .examples = {{"clockd role-key --data /var/lib/clockd --role display --out display.key",
                          "for the machine that shows clocks"}},
            .run = key};
}

cli::Subcommand devices_command() {
    return {.name = "devices",
            .summary = "list the enrolled devices",
            .options = common_options(),
            .run = devices};
}

cli::Subcommand revoke_command() {
    return {.name = "revoke",
            .summary = "revoke a device",
            .arguments = {{.name = "DEVICE", .kind = cli::Kind::number,
                           .help = "its number, as clockd devices lists it", .least = 1,
                           .most = std::numeric_limits<std::uint32_t>::max()}},
            .options = common_options(),
            .run = revoke};
}

}  // namespace flagfall::client
