#include "clockd/devices/admission.hpp"

#include <boost/program_options.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

#include "clockd/devices/errand.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/limits.hpp"
#include "common/hall/key_file.hpp"
#include "common/log/crypto.hpp"
#include "common/net/endpoint.hpp"
#include "common/qr/qr.hpp"

namespace flagfall::clockd {

namespace {

namespace po = boost::program_options;
using replay::Errand;
using replay::Failure;

int failed(const Failure& failure) {
    std::fprintf(stderr, "clockd: %s\n", failure.text.c_str());
    return failure.exit_code;
}

Failure usage(std::string text) { return {exit_code::usage, std::move(text)}; }

po::options_description common_options(const char* title) {
    po::options_description options(title);
    options.add_options()
        ("connect", po::value<std::string>()->default_value("127.0.0.1:7411"),
         "where clockd listens, HOST:PORT")
        ("data", po::value<std::string>()->default_value(""),
         "folder of clockd, which has its hall.key")
        ("hall-key", po::value<std::string>()->default_value(""), "file of the hall's secret")
        ("help", "this text");
    return options;
}

// Where to go, with the hall key.
std::expected<replay::Address, Failure> address_of(const po::variables_map& values) {
    auto address = replay::address_from(values["connect"].as<std::string>());
    if (!address) return std::unexpected(usage("--connect is HOST:PORT, such as 127.0.0.1:7411"));
    std::string path = values["hall-key"].as<std::string>();
    if (const auto& data = values["data"].as<std::string>(); path.empty() && !data.empty())
        path = (std::filesystem::path(data) / hall::key_file_name).string();
    if (path.empty())
        return std::unexpected(usage("name the hall's key with --hall-key FILE, or the folder of"
                                     " clockd that has it with --data DIR"));
    const auto key = hall::load_key(path);
    if (!key) return std::unexpected(Failure{exit_code::bad_input, key.error()});
    address->hall_key = *key;
    return *address;
}

std::optional<po::variables_map> parsed(const po::options_description& options,
                                        std::span<const std::string> args,
                                        const po::positional_options_description& places = {}) {
    po::variables_map values;
    po::store(po::command_line_parser({args.begin(), args.end()})
                  .options(options)
                  .positional(places)
                  .run(),
              values);
    if (values.contains("help")) return std::cout << options << '\n', std::nullopt;
    po::notify(values);
    return values;
}

// What the QR code holds: everything that a device needs in order to enrol.
std::string uri_of(const std::string& place, const std::string& code, Board board) {
    return "flagfall://" + place + "/enrol?code=" + code + "&board=" +
           std::to_string(board.number);
}

int show(const po::variables_map& values, const wire::Enrolment& enrolment,
         const std::string& code) {
    const std::string& at = values["at"].as<std::string>();
    const std::string& place = at.empty() ? values["connect"].as<std::string>() : at;
    const std::string uri = uri_of(place, code, enrolment.board);
    const auto picture = qr::encode(uri);
    if (!picture) return failed(usage("--at is too long for a QR code"));
    std::printf("Device %u, for board %u. Its code, good for one device and %lld minutes:\n\n"
                "    %s\n\n%s\n%s\n",
                enrolment.device, enrolment.board.number,
                static_cast<long long>(limits::code_ms / 60'000), code.c_str(),
                qr::for_terminal(*picture).c_str(), uri.c_str());
    if (const auto where = replay::address_from(place); where && net::is_loopback(where->host))
        std::printf("This address is good on this machine only: --at HOST:PORT names the one by"
                    " which devices reach it.\n");
    const std::string& file = values["svg"].as<std::string>();
    if (file.empty()) return exit_code::ok;
    std::ofstream out(file);
    out << qr::svg(*picture) << std::flush;
    if (out) return exit_code::ok;
    return failed({exit_code::bad_input, "--svg " + file + " cannot be written"});
}

}  // namespace

int run_enrol(std::span<const std::string> args) {
    auto options = common_options("clockd enrol --board N: show a code for a device\n\nOptions");
    options.add_options()
        ("board", po::value<std::uint32_t>()->required(), "the only board it will reach")
        ("name", po::value<std::string>()->default_value(""), "what it is called; for people")
        ("at", po::value<std::string>()->default_value(""),
         "HOST:PORT by which devices reach clockd, for the QR code; default: as --connect")
        ("svg", po::value<std::string>()->default_value(""), "write the QR code to this file, too");
    const auto values = parsed(options, args);
    if (!values) return exit_code::ok;
    const auto address = address_of(*values);
    if (!address) return failed(address.error());
    const Board board{(*values)["board"].as<std::uint32_t>()};
    if (board.number < 1 || board.number > limits::boards)
        return failed(usage("--board is from 1 to " + std::to_string(limits::boards)));

    Errand errand(*address);
    const auto log = errand.enter();
    if (!log) return failed(log.error());
    const auto answer = errand.ask(wire::EnrolDevice{
        "enrol-" + log::random_hex(8), board, (*values)["name"].as<std::string>()});
    if (!answer) return failed(answer.error());
    const auto* enrolment = std::get_if<wire::Enrolment>(&*answer);
    if (enrolment == nullptr) return failed({exit_code::unavailable, "clockd gave no code"});
    return show(*values, *enrolment,
                hall::enrolment_code(*address->hall_key, *log, enrolment->device));
}

int run_devices(std::span<const std::string> args) {
    const auto options = common_options("clockd devices: which devices there are\n\nOptions");
    const auto values = parsed(options, args);
    if (!values) return exit_code::ok;
    const auto address = address_of(*values);
    if (!address) return failed(address.error());
    Errand errand(*address);
    if (const auto log = errand.enter(); !log) return failed(log.error());
    std::printf("device  board  state     name\n");
    for (std::uint32_t after = 0;;) {
        const auto answer = errand.ask(wire::GetDevice{"devices", after});
        if (!answer) return failed(answer.error());
        const auto* device = std::get_if<wire::DeviceState>(&*answer);
        if (device == nullptr || device->device == 0) return exit_code::ok;
        std::printf("%6u  %5u  %-8s  %s\n", device->device,
                    device->board.value_or(Board{}).number, device->state.c_str(),
                    device->name.c_str());
        after = device->device;
    }
}

int run_revoke(std::span<const std::string> args) {
    auto options = common_options("clockd revoke DEVICE: shut a device out\n\nOptions");
    options.add_options()("device", po::value<std::uint32_t>()->required(), "its number");
    po::positional_options_description places;
    places.add("device", 1);
    const auto values = parsed(options, args, places);
    if (!values) return exit_code::ok;
    const auto address = address_of(*values);
    if (!address) return failed(address.error());
    const std::uint32_t device = (*values)["device"].as<std::uint32_t>();
    Errand errand(*address);
    if (const auto log = errand.enter(); !log) return failed(log.error());
    const auto answer = errand.ask(wire::RevokeDevice{"revoke-" + log::random_hex(8), device});
    if (!answer) return failed(answer.error());
    std::printf("device %u is shut out\n", device);
    return exit_code::ok;
}

}  // namespace flagfall::clockd
