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

// Data that is sent to many clients is stored once.
using Chunk = std::shared_ptr<const std::string>;

// The first value of a header; names are compared without case.
std::optional<std::string_view> find_header(const Headers& headers, std::string_view name);

// The parts of a request-target (RFC 9112, 3.2), percent-decoded.
struct Target {
    std::string path;                          // begins with "/"; split off before it was decoded
    std::map<std::string, std::string> query;  // '+' is a space; the last of equal names counts
};

// Accepts origin-form ("/a%20b?x=1") and absolute-form ("http://host/a"). The error is a text that
// explains the fault: no path, bad percent-encoding, or what text_fault() finds after decoding. All
// that a handler sees of a target is printable UTF-8.
std::expected<Target, std::string> parse_target(std::string_view target);
// The path of a target as it was sent, without origin, query and fragment, and not decoded: a
// parameter in it may have an encoded "/". Empty if the target has none.
std::string_view path_as_sent(std::string_view target);

struct Request {
    std::string method;  // "GET" also for HEAD: the server omits the body itself
    std::string target;  // as it was sent
    std::string path;    // decoded
    std::map<std::string, std::string> query;
    Headers headers;
    std::string body;
    std::string peer;     // "127.0.0.1:51234"
    bool secure = false;  // came over TLS
    std::shared_ptr<const void> admitted{};  // Admission::kept, from the head

    // The first value of a header, without regard to case.
    std::optional<std::string_view> header(std::string_view name) const;
    // A query parameter.
    std::optional<std::string_view> param(std::string_view name) const;
};

// The server sets Content-Length, Date, Server and Connection; it also answers 304 by itself
// if the handler has set an ETag header that the request knows (If-None-Match).
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

// 404 for a path that does not exist.
Response not_found(std::string_view path);

// 405; `allow` is the Allow header, as "GET, HEAD".
Response method_not_allowed(std::string_view method, std::string_view allow);

// Does an If-None-Match value match `etag`? Weak comparison (RFC 9110, 13.1.2); "*" matches all.
bool etag_matches(std::string_view if_none_match, std::string_view etag);

// Does an If-Match value match `etag`? Strong comparison (RFC 9110, 13.1.1); "*" matches all.
bool etag_matches_strongly(std::string_view if_match, std::string_view etag);

// Does a client with this Accept-Encoding prefer "gzip", or "br", to the plain bytes?
// A weight of 0 refuses (RFC 9110, 12.5.3).
bool wants_coding(std::string_view accept_encoding, std::string_view wanted);
inline bool wants_gzip(std::string_view accept_encoding) {
    return wants_coding(accept_encoding, "gzip");
}

// "Sun, 06 Nov 1994 08:49:37 GMT" from milliseconds since 1970 (RFC 9110, 5.6.7).
std::string http_date(std::int64_t wall_ms);

}  // namespace flagfall::net
