// HTTP requests and responses as plain values, and the text rules around them. No sockets here.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flagfall::net {

using Headers = std::vector<std::pair<std::string, std::string>>;

// What many clients are sent is kept once.
using Chunk = std::shared_ptr<const std::string>;

// The first value of a header; names are compared without case.
std::optional<std::string_view> find_header(const Headers& headers, std::string_view name);

// A request-target in its parts (RFC 9112, 3.2), percent-decoded.
struct Target {
    std::string path;                          // begins with "/"; decoded after it was cut out
    std::map<std::string, std::string> query;  // '+' is a space; the last of equal names counts
};

// Takes origin-form ("/a%20b?x=1") and absolute-form ("http://host/a"). The error is a text that
// says what is wrong: no path, bad percent-encoding, or, once decoded, what text_fault() names: all
// that a handler sees of a target is printable UTF-8.
std::expected<Target, std::string> parse_target(std::string_view target);

struct Request {
    std::string method;  // "GET" also for HEAD: the server leaves the body out itself
    std::string target;  // as it was sent
    std::string path;    // decoded
    std::map<std::string, std::string> query;
    Headers headers;
    std::string body;
    std::string peer;     // "127.0.0.1:51234"
    bool secure = false;  // came over TLS
    std::shared_ptr<const void> admitted{};  // what was found out when the head was read

    // The first value of a header, without regard to case.
    std::optional<std::string_view> header(std::string_view name) const;
    // A query parameter.
    std::optional<std::string_view> param(std::string_view name) const;
};

// Content-Length, Date, Server and Connection are the server's; it also answers 304 by itself
// when the handler has set an ETag header that the request knows (If-None-Match).
struct Response {
    unsigned status = 200;
    std::string content_type = "application/json";
    std::string body;
    Headers headers;
    std::vector<Chunk> parts{};  // the rest of the body, which other answers may share
};

// An error as problem+json (RFC 9457). `type` is a URI reference or "about:blank".
Response problem(unsigned status, std::string_view type, std::string_view title,
                 std::string_view detail);

// 404 for a path.
Response not_found(std::string_view path);

// 405; `allow` is the Allow header, as "GET, HEAD".
Response method_not_allowed(std::string_view method, std::string_view allow);

// Does an If-None-Match value name `etag`? Weak comparison (RFC 9110, 13.1.2); "*" names all.
bool etag_matches(std::string_view if_none_match, std::string_view etag);

// Does an If-Match value name `etag`? Strong comparison (RFC 9110, 13.1.1); "*" names all.
bool etag_matches_strongly(std::string_view if_match, std::string_view etag);

// Does a client with this Accept-Encoding want "gzip", or "br", rather than the bytes as they are?
// A weight of 0 refuses (RFC 9110, 12.5.3).
bool wants_coding(std::string_view accept_encoding, std::string_view wanted);
inline bool wants_gzip(std::string_view accept_encoding) {
    return wants_coding(accept_encoding, "gzip");
}

// "Sun, 06 Nov 1994 08:49:37 GMT" from milliseconds since 1970 (RFC 9110, 5.6.7).
std::string http_date(std::int64_t wall_ms);

}  // namespace flagfall::net
