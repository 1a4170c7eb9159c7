#include "common/web/serving.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "common/cli/files.hpp"
#include "common/net/certificate.hpp"
#include "common/net/endpoint.hpp"

namespace flagfall::web {

std::vector<cli::Option> site_options(const std::string& environment, const std::string& table) {
    using cli::Kind;
    return {{.name = "tls-certificate", .kind = Kind::file, .value = "FILE",
             .help = "server certificate chain (PEM, leaf first); default: the one in DIR/tls",
             .environment = environment + "_TLS_CERTIFICATE", .key = table + ".tls_certificate"},
            {.name = "tls-key", .kind = Kind::file, .value = "FILE",
             .help = "private key of that certificate (PEM)",
             .environment = environment + "_TLS_KEY", .key = table + ".tls_key"},
            {.name = "tls-authority", .kind = Kind::file, .value = "FILE",
             .help = "certificate of the authority that tablets install, for GET /ca.pem (PEM); "
                     "default: DIR/tls/ca.pem",
             .environment = environment + "_TLS_AUTHORITY", .key = table + ".tls_authority"},
            {.name = "names", .value = "NAME,...",
             .help = "more host names of this server; its addresses, localhost, the machine's "
                     "name and those of the certificate are known",
             .environment = environment + "_NAMES", .key = table + ".names"},
            {.name = "pages", .kind = Kind::folder, .value = "DIR",
             .help = "read the pages from this folder at each request, while you work on them; "
                     "default: those of the program",
             .key = table + ".pages"}};
}

std::expected<std::optional<net::TlsFiles>, std::string> tls_of(const cli::Values& values,
                                                                const TlsWish& wish) {
    const std::string certificate = values.text_or_empty("tls-certificate");
    const std::string key = values.text_or_empty("tls-key");
    if (certificate.empty() != key.empty())
        return std::unexpected("--tls-certificate and --tls-key belong together");
    if (!certificate.empty()) return net::TlsFiles{certificate, key};
    const net::TlsFiles own = net::server_files(values.text("data"));
    if (wish.always) return own;
    if (net::is_loopback(wish.host) || wish.never_needed) return std::nullopt;
    if (std::filesystem::exists(own.certificate)) return own;
    return std::unexpected(wish.option + " " + wish.host + " is not loopback, and there is no "
                           "certificate: " + wish.otherwise);
}

std::string authority_of(const cli::Values& values) {
    const std::string named = values.text_or_empty("tls-authority");
    const std::string path = named.empty() ? net::authority_file(values.text("data")) : named;
    return cli::read_file(path).value_or("");
}

net::Hosts hosts_of(const cli::Values& values, const std::string& host,
                    const std::optional<net::TlsFiles>& tls) {
    std::vector<std::string> names{host};
    const std::string listed = values.text_or_empty("names");
    for (std::size_t at = 0; at < listed.size();) {
        const std::size_t end = std::min(listed.find(',', at), listed.size());
        if (end > at) names.push_back(listed.substr(at, end - at));
        at = end + 1;
    }
    std::array<char, 256> machine{};
    if (gethostname(machine.data(), machine.size() - 1) == 0 && machine[0] != '\0') {
        names.emplace_back(machine.data());
        names.push_back(std::string(machine.data()) + ".local");
    }
    const std::string pem = tls ? cli::read_file(tls->certificate).value_or("") : "";
    if (const auto facts = net::read_certificate(pem); facts)
        for (const std::string& name : facts->server.names) names.push_back(name);
    return {std::move(names), host == "0.0.0.0" || host == "::"};
}

}  // namespace flagfall::web
