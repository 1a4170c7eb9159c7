#include "arbiterd/tls/cli.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <expected>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "common/base/exit_codes.hpp"
#include "common/base/now.hpp"
#include "common/log/folder.hpp"
#include "common/net/certificate.hpp"

namespace flagfall::tls {

namespace {

namespace fs = std::filesystem;

constexpr int authority_days = 3650;
constexpr std::int64_t day_ms = 24LL * 3600 * 1000;

constexpr const char* help =
    "arbiterd tls init --data DIR --name NAME --address ADDRESS ...\n"
    "    makes an authority of your own (DIR/tls/ca.pem, ca.key) and a certificate for the\n"
    "    server signed by it (server.pem, server.key). Replaces nothing.\n"
    "arbiterd tls renew --data DIR\n"
    "    a new certificate with the same names, or those given now; key and authority stay\n"
    "arbiterd tls show --data DIR\n"
    "    what is there, for whom and how long\n"
    "\n"
    "Options\n"
    "  --data DIR         folder of the record\n"
    "  --name NAME        a name of the server, as hall.local; may be repeated\n"
    "  --address ADDRESS  a numeric address of it, as 192.168.1.10; may be repeated\n"
    "  --days N           how long the server's certificate is valid (396, which is the most)\n";

struct Wish {
    std::string data;
    net::ServerNames server;
    int days = net::longest_certificate_days - 1;
};

int usage(const std::string& why) {
    std::fprintf(stderr, "arbiterd tls: %s\nTry: arbiterd tls --help\n", why.c_str());
    return exit_code::usage;
}

int failed(const std::string& why, int code) {
    std::fprintf(stderr, "arbiterd tls: %s\n", why.c_str());
    return code;
}

std::expected<Wish, std::string> parse(std::span<const std::string> args) {
    Wish wish;
    for (std::size_t i = 0; i < args.size(); i += 2) {
        const std::string& option = args[i];
        const bool known = option == "--data" || option == "--name" || option == "--address" ||
                           option == "--days";
        if (!known) return std::unexpected("unknown option " + option);
        if (i + 1 == args.size()) return std::unexpected(option + " needs a value");
        const std::string& value = args[i + 1];
        if (option == "--data") wish.data = value;
        if (option == "--name") wish.server.names.push_back(value);
        if (option == "--address") wish.server.addresses.push_back(value);
        if (option != "--days") continue;
        const bool digits = !value.empty() && value.size() < 5 &&
                            value.find_first_not_of("0123456789") == std::string::npos;
        if (!digits) return std::unexpected("--days is a number");
        wish.days = std::stoi(value);
    }
    if (wish.data.empty()) return std::unexpected("say where: --data DIR");
    return wish;
}

std::string folder_of(const std::string& data_dir) { return data_dir + "/tls"; }

std::expected<std::string, std::string> read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(file), {});
    if (!file.is_open() || text.empty())
        return std::unexpected(path + " cannot be read; arbiterd tls init makes it");
    return text;
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

// All four files, or none: the folder gets its name when it is full.
std::expected<void, std::string> save_all(const std::string& data_dir,
                                          const net::Identity& authority,
                                          const net::Identity& server) {
    const std::string draft = folder_of(data_dir) + ".new";
    std::error_code error;
    fs::create_directories(data_dir, error);
    fs::remove_all(draft, error);  // what an earlier start did not finish
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
    fs::rename(draft, folder_of(data_dir), error);
    const int unsynced = error ? 0 : log::sync_folder(data_dir);
    if (unsynced != 0) error.assign(unsynced, std::generic_category());
    if (error) return std::unexpected(folder_of(data_dir) + ": " + error.message());
    return {};
}

void add_this_machine(net::ServerNames& server) {
    server.names.emplace_back("localhost");
    server.addresses.emplace_back("127.0.0.1");
    server.addresses.emplace_back("::1");
}

int init(Wish wish) {
    const std::string folder = folder_of(wish.data);
    if (fs::exists(folder))
        return failed(folder + " is there already, and tablets may trust it: renew its certificate"
                               " with arbiterd tls renew, or move the folder away first",
                      exit_code::bad_store);
    if (wish.server.names.empty() && wish.server.addresses.empty())
        return usage("say what the tablets call the server: --name hall.local, or --address");
    const auto authority = net::make_authority(wish.server, wall_ms(), authority_days);
    if (!authority) return usage(authority.error());
    add_this_machine(wish.server);
    const auto server =
        net::make_server_certificate(*authority, wish.server, wall_ms(), wish.days);
    if (!server) return usage(server.error());
    if (const auto saved = save_all(wish.data, *authority, *server); !saved)
        return failed(saved.error(), exit_code::bad_store);
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

int renew(Wish wish) {
    const std::string folder = folder_of(wish.data);
    const auto ca = read(folder + "/ca.pem");
    const auto ca_key = read(folder + "/ca.key");
    const auto old = read(folder + "/server.pem");
    const auto key = read(folder + "/server.key");
    for (const auto* file : {&ca, &ca_key, &old, &key})
        if (!*file) return failed(file->error(), exit_code::bad_store);
    const auto facts = net::read_certificate(*old);
    if (!facts) return failed(folder + "/server.pem: " + facts.error(), exit_code::bad_store);
    if (wish.server.names.empty() && wish.server.addresses.empty()) wish.server = facts->server;
    else add_this_machine(wish.server);
    const auto made =
        net::make_server_certificate({*ca, *ca_key}, wish.server, wall_ms(), wish.days, *key);
    if (!made) return failed(made.error(), exit_code::bad_input);
    const auto saved = net::save_pem(folder + "/server.pem", made->certificate, false);
    if (!saved) return failed(saved.error(), exit_code::bad_store);
    print_server(made->certificate);
    std::printf("A running arbiterd takes it at SIGHUP.\n");
    return exit_code::ok;
}

int show(const Wish& wish) {
    const auto ca = read(authority_file(wish.data));
    const auto server = read(server_files(wish.data).certificate);
    for (const auto* file : {&ca, &server})
        if (!*file) return failed(file->error(), exit_code::bad_store);
    print_authority(*ca);
    print_server(*server);
    return exit_code::ok;
}

}  // namespace

net::TlsFiles server_files(const std::string& data_dir) {
    return {folder_of(data_dir) + "/server.pem", folder_of(data_dir) + "/server.key"};
}

std::string authority_file(const std::string& data_dir) { return folder_of(data_dir) + "/ca.pem"; }

int run_tls(std::span<const std::string> args) {
    const auto asks_help = [](const std::string& arg) { return arg == "--help" || arg == "-h"; };
    if (std::ranges::any_of(args, asks_help)) return std::fputs(help, stdout), exit_code::ok;
    if (args.empty()) return usage("say what to do: init, renew or show");
    const auto wish = parse(args.subspan(1));
    if (!wish) return usage(wish.error());
    if (args[0] == "init") return init(*wish);
    if (args[0] == "renew") return renew(*wish);
    if (args[0] == "show") return show(*wish);
    return usage("unknown command " + args[0]);
}

}  // namespace flagfall::tls
