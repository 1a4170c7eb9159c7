// The pages of a daemon. The program contains what build.mjs made of this folder's TypeScript (it
// is in dist/ as well). If a folder is named, pages are read from there at each request.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "common/net/http_message.hpp"

namespace flagfall::web {

struct Asset {
    std::string_view name;    // "office-LNVU5XGP.js"
    std::string_view digest;  // of the plain bytes, hexadecimal
    std::string_view plain;
    std::string_view gzip;
    std::string_view brotli;
};
using Bundle = std::span<const Asset>;

class Pages {
public:
    // An empty folder: the pages in the program.
    explicit Pages(Bundle bundle, std::string folder = {})
        : bundle_(bundle), folder_(std::move(folder)) {}

    // The file of this name, in the best form that the client accepts, with its ETag and how long
    // it may be kept: for ever, if the name has a digest. Empty if there is no such file.
    std::optional<net::Response> answer(std::string_view name,
                                        std::string_view accept_encoding) const;
    // The id of this build: pages with another one are out of date.
    std::string build() const;

private:
    std::optional<net::Response> from_folder(std::string_view name) const;

    Bundle bundle_;
    std::string folder_;
};

}  // namespace flagfall::web
