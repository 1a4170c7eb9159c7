#include "common/web/pages.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "common/cli/files.hpp"

namespace flagfall::web {

namespace {

constexpr std::string_view build_file = "build.txt";

// By the name's ending; browsers must not guess.
std::string_view type_of(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> types{{
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".txt", "text/plain; charset=utf-8"},
        {".webmanifest", "application/manifest+json"},
    }};
    for (const auto& [ending, type] : types)
        if (name.ends_with(ending)) return type;
    return "application/octet-stream";
}

// "office-LNVU5XGP.js": a file with other content has another name.
bool has_digest(std::string_view name) {
    constexpr std::size_t digits = 8;
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos || dot < digits + 1 || name[dot - digits - 1] != '-')
        return false;
    return std::ranges::all_of(name.substr(dot - digits, digits), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    });
}

// A file of the folder itself, and no hidden one.
bool is_plain_name(std::string_view name) {
    return !name.empty() && name.front() != '.' && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_' || c == '.';
    });
}

const Asset* find(Bundle bundle, std::string_view name) {
    const auto found = std::ranges::find(bundle, name, &Asset::name);
    return found == bundle.end() ? nullptr : &*found;
}

struct Packed {
    std::string_view coding;
    std::string_view bytes;
};

constexpr std::size_t least_packed_bytes = 1024;  // less fits into one packet

// Brotli before gzip: a tenth smaller. Browsers accept it over TLS only.
Packed packed(const Asset& asset, std::string_view accept_encoding) {
    if (asset.plain.size() < least_packed_bytes) return {"", asset.plain};
    for (const Packed& form : {Packed{"br", asset.brotli}, Packed{"gzip", asset.gzip}})
        if (!form.bytes.empty() && net::wants_coding(accept_encoding, form.coding)) return form;
    return {"", asset.plain};
}

}  // namespace

std::optional<net::Response> Pages::answer(std::string_view name,
                                           std::string_view accept_encoding) const {
    if (!folder_.empty()) return from_folder(name);
    const Asset* asset = find(bundle_, name);
    if (!asset) return std::nullopt;
    const Packed form = packed(*asset, accept_encoding);
    net::Response response;
    response.content_type = type_of(name);
    response.body = form.bytes;
    std::string etag = "\"" + std::string(asset->digest.substr(0, 32));
    if (!form.coding.empty()) {
        response.headers.emplace_back("Content-Encoding", form.coding);
        etag += "-" + std::string(form.coding);
    }
    response.headers.emplace_back("Vary", "Accept-Encoding");
    response.headers.emplace_back("ETag", etag + "\"");
    response.headers.emplace_back(
        "Cache-Control", has_digest(name) ? "public, max-age=31536000, immutable" : "no-cache");
    return response;
}

std::optional<net::Response> Pages::from_folder(std::string_view name) const {
    if (!is_plain_name(name)) return std::nullopt;
    auto file = cli::read_file(folder_ + "/" + std::string(name));
    if (!file) return std::nullopt;
    net::Response response;
    response.content_type = type_of(name);
    response.body = std::move(*file);
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

std::string Pages::build() const {
    const auto build = answer(build_file, "");
    if (!build) return {};
    return build->body.substr(0, build->body.find('\n'));
}

}  // namespace flagfall::web
