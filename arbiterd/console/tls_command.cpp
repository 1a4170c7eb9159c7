#include "arbiterd/console/tls_command.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <expected>
#include <filesystem>
#include <system_error>

#include "common/base/exit_codes.hpp"
#include "common/base/now.hpp"
#include "common/cli/call.hpp"
#include "common/cli/files.hpp"
#include "common/net/certificate.hpp"
#include "common/store/folder.hpp"

namespace flagfall::console {

namespace {

namespace fs = std::filesystem;

constexpr int authority_days = 3650;
constexpr std::int64_t day_ms = 24LL * 3600 * 1000;

net::ServerNames names_in(const cli::Values& values) {
    return {values.all("name"), values.all("address")};
}

int days_in(const cli::Values& values) { return static_cast<int>(values.number("days")); }

std::expected<std::string, std::string> read(const std::string& path) {
    auto text = cli::read_file(path);
    if (text && !text->empty()) return text;
    return std::unexpected(path + " cannot be read; arbiterd tls init makes it");
}

std::string joined(const net::ServerNames& server) {
    std::string text;
    for (const auto* list : {&server.names, &server.addresses})
        for (const auto& one : *list) text += (text.empty() ? "" : ", ") + one;
    return text;
}

std::string day_of(std::int64_t wall_ms) { return rfc3339(wall_ms).substr(0, 10); }

void print_server(const std::string& pem) {
    const auto facts = net::read_certificate(pem);
    if (!facts) return;
    std::printf("server     %s\n           valid until %s (%lld days from today)\n",
                joined(facts->server).c_str(), day_of(facts->until_wall_ms).c_str(),
                static_cast<long long>((facts->until_wall_ms - wall_ms()) / day_ms));
}

void print_authority(const std::string& pem) {
    const auto facts = net::read_certificate(pem);
    if (!facts) return;
    std::printf("authority  %s\n           valid until %s\n           SHA-256 %s\n",
                facts->subject.c_str(), day_of(facts->until_wall_ms).c_str(),
                facts->fingerprint.c_str());
}

// Writes all four files or none: the folder is renamed when it is complete.
std::expected<void, std::string> save_all(const std::string& data_dir,
                                          const net::Credentials& authority,
                                          const net::Credentials& server) {
    const std::string draft = net::tls_folder(data_dir) + ".new";
    std::error_code error;
    fs::create_directories(data_dir, error);
    fs::remove_all(draft, error);  // left by an earlier run that was interrupted
    if (::mkdir(draft.c_str(), 0700) != 0)
        return std::unexpected(draft + ": " + std::generic_category().message(errno));
    struct File {
        const char* name;
        const std::string& text;
        bool secret;
    };
    for (const auto& [name, text, secret] : {File{"/ca.key", authority.key, true},
                                             File{"/ca.pem", authority.certificate, false},
                                             File{"/server.key", server.key, true},
                                             File{"/server.pem", server.certificate, false}})
        if (auto saved = net::save_pem(draft + name, text, secret); !saved) return saved;
    fs::rename(draft, net::tls_folder(data_dir), error);
    const int unsynced = error ? 0 : store::sync_folder(data_dir);
    if (unsynced != 0) error.assign(unsynced, std::generic_category());
    if (error) return std::unexpected(net::tls_folder(data_dir) + ": " + error.message());
    return {};
}

void add_this_machine(net::ServerNames& server) {
    server.names.emplace_back("localhost");
    server.addresses.emplace_back("127.0.0.1");
    server.addresses.emplace_back("::1");
}

int init(const cli::Call& call) {
    const std::string& data = call.values.text("data");
    const std::string folder = net::tls_folder(data);
    if (fs::exists(folder))
        return call.fail(exit_code::bad_store,
                         folder + " exists, and tablets may trust it: renew its certificate with "
                                  "arbiterd tls renew, or move the folder away first");
    net::ServerNames names = names_in(call.values);
    if (names.names.empty() && names.addresses.empty())
        return call.usage("add a name that tablets use for the server: --name hall.local, or "
                          "--address");
    const auto authority = net::make_authority(names, wall_ms(), authority_days);
    if (!authority) return call.usage(authority.error());
    add_this_machine(names);
    const auto server =
        net::make_server_certificate(*authority, names, wall_ms(), days_in(call.values));
    if (!server) return call.usage(server.error());
    if (const auto saved = save_all(data, *authority, *server); !saved)
        return call.fail(exit_code::bad_store, saved.error());
    print_authority(authority->certificate);
    print_server(server->certificate);
    std::printf(
        "\nOn each tablet: open /ca.pem of the server (or copy %s/ca.pem), compare\n"
        "the SHA-256 above with what the tablet shows, and install it as a trusted authority.\n"
        "Programs take the file: curl --cacert %s/ca.pem ...\n"
        "Keep %s/ca.key as you keep the keys of the hall.\n",
        folder.c_str(), folder.c_str(), folder.c_str());
    return exit_code::ok;
}

int renew(const cli::Call& call) {
    const std::string folder = net::tls_folder(call.values.text("data"));
    const auto ca = read(folder + "/ca.pem");
    const auto ca_key = read(folder + "/ca.key");
    const auto old = read(folder + "/server.pem");
    const auto key = read(folder + "/server.key");
    for (const auto* file : {&ca, &ca_key, &old, &key})
        if (!*file) return call.fail(exit_code::bad_store, file->error());
    const auto facts = net::read_certificate(*old);
    if (!facts) return call.fail(exit_code::bad_store, folder + "/server.pem: " + facts.error());
    net::ServerNames names = names_in(call.values);
    if (names.names.empty() && names.addresses.empty()) names = facts->server;
    else add_this_machine(names);
    const auto made = net::make_server_certificate({*ca, *ca_key}, names, wall_ms(),
                                                   days_in(call.values), *key);
    if (!made) return call.fail(exit_code::bad_input, made.error());
    const auto saved = net::save_pem(folder + "/server.pem", made->certificate, false);
    if (!saved) return call.fail(exit_code::bad_store, saved.error());
    print_server(made->certificate);
    std::printf("Send SIGHUP to a running arbiterd to use it.\n");
    return exit_code::ok;
}

int show(const cli::Call& call) {
    const std::string& data = call.values.text("data");
    const auto ca = read(net::authority_file(data));
    const auto server = read(net::server_files(data).certificate);
    for (const auto* file : {&ca, &server})
        if (!*file) return call.fail(exit_code::bad_store, file->error());
    print_authority(*ca);
    print_server(*server);
    return exit_code::ok;
}

}  // namespace

cli::Subcommand tls_command() {
    using cli::Kind;
    constexpr int most_days = net::longest_certificate_days - 1;
    const cli::Option data{.name = "data", .kind = Kind::folder, .value = "DIR",
                           .help = "data folder of arbiterd", .required = true};
    const std::vector<cli::Option> making{
        data,
        {.name = "name", .value = "NAME", .help = "a name of the server, such as hall.local",
         .repeated = true},
        {.name = "address", .value = "ADDRESS",
         .help = "a numeric address of the server, such as 192.168.1.10", .repeated = true},
        {.name = "days", .kind = Kind::number, .value = "N",
         .otherwise = std::to_string(most_days), .help = "validity of the server certificate",
         .least = 1, .most = most_days}};
    return {.name = "tls",
            .summary = "manage the hall's own certificate authority and the server certificate",
            .text = "The files are in DIR/tls: ca.pem and ca.key of the authority, server.pem and "
                    "server.key of the server.",
            .commands = {{.name = "init",
                          .summary = "make an authority and a server certificate; replaces nothing",
                          .options = making,
                          .examples = {{"arbiterd tls init --data /var/lib/arbiterd --name "
                                        "hall.local --address 192.168.1.10",
                                        "for the tablets of this hall"}},
                          .run = init},
                         {.name = "renew",
                          .summary = "make a new server certificate with the same names, or with "
                                     "the given ones",
                          .options = making,
                          .run = renew},
                         {.name = "show", .summary = "show names and validity of both",
                          .options = {data}, .run = show}}};
}

}  // namespace flagfall::console
