// The pages of a daemon: what build.mjs made of this folder's TypeScript, as it stands in dist/,
// is a part of the program. With a folder named they are read from there at each request.
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
    // An empty folder: what the program has in it.
    explicit Pages(Bundle bundle, std::string folder = {})
        : bundle_(bundle), folder_(std::move(folder)) {}

    // The file of this name, in the best form that the client accepts, with its ETag and how long
    // it may be kept: for ever, if the name has a digest. Nothing if there is none.
    std::optional<net::Response> answer(std::string_view name,
                                        std::string_view accept_encoding) const;
    // Names this build: pages that have another one are out of date.
    std::string build() const;

private:
    std::optional<net::Response> from_folder(std::string_view name) const;

    Bundle bundle_;
    std::string folder_;
};

}  // namespace flagfall::web
