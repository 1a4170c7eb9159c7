// The target of a request: it is refused with a reason, or the API answers it from a small real
// record, with JSON or PGN that can be read.
#include <nlohmann/json.hpp>
#include <set>

#include "common/base/hex.hpp"
#include "common/chess/pgn.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/web_kit.hpp"

using namespace flagfall;

namespace {

std::string percent_encoded(std::string_view text) {
    static constexpr std::string_view digits = "0123456789aBcDeF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += digits[byte >> 4];
        out += digits[byte & 15];
    }
    return out;
}

void check_body(const net::Response& response) {
    std::string body = response.body;
    for (const net::Chunk& part : response.parts) body += *part;
    if (response.content_type == "application/x-chess-pgn") {
        chess::PgnReader reader(body);
        while (const auto game = reader.next()) FF_CHECK(game->has_value());
    } else if (response.content_type.ends_with("json")) {
        FF_CHECK(nlohmann::json::accept(body));
    }
}

}  // namespace

FUZZ_TARGET(http_target) {
    static fuzz::WebKit web;
    net::etag_matches(input, "\"r1-v3\"");
    if (const auto plain = percent_decode(percent_encoded(input), true))
        FF_CHECK(*plain == input);
    const auto target = net::parse_target(input);
    if (!target) {
        FF_CHECK(!target.error().empty());
        return;
    }
    FF_CHECK(target->path.starts_with("/"));
    const auto again = net::parse_target("/" + percent_encoded(target->path.substr(1)));
    FF_CHECK(again && again->path == target->path && again->query.empty());
    net::Request request;
    request.method = "GET";
    request.target = std::string(input);
    request.path = target->path;
    request.query = target->query;
    request.peer = "127.0.0.1:1";
    const auto response = web.answer(std::move(request));
    if (!response) return;  // it goes on
    static const std::set<unsigned> known{200, 204, 400, 401, 403, 404, 405, 421, 422, 503};
    FF_CHECK(known.contains(response->status));
    check_body(*response);
}
