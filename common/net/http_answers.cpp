#include "common/net/http_answers.hpp"

#include <algorithm>
#include <span>

#include <boost/beast/http.hpp>

namespace flagfall::net {

namespace http = boost::beast::http;
using boost::system::error_code;

Response blank(unsigned status, std::string_view title, std::string_view detail) {
    return problem(status, "about:blank", title, detail);
}

namespace {

Response in_a_moment(std::string_view why) {
    auto response = blank(503, "Service Unavailable", why);
    response.headers.emplace_back("Retry-After", "1");
    return response;
}

}  // namespace

Response no_room() {
    return in_a_moment("too much is being sent at the moment; send the same again");
}

Response no_slot() {
    return in_a_moment("too many connections are open, in all or from your address");
}

Response body_too_long() { return blank(413, "Content Too Large", "the body is too long"); }

std::optional<Response> read_problem(const error_code& error) {
    if (error == http::error::end_of_stream || error == http::error::partial_message) {
        return std::nullopt;
    }
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
        return blank(431, "Request Header Fields Too Large", "the header is too long");
    }
    if (error == http::error::body_limit) return body_too_long();
    if (error == http::error::bad_version) {
        return blank(505, "HTTP Version Not Supported", "this server speaks HTTP/1.0 and HTTP/1.1");
    }
    if (error.category() == make_error_code(http::error::bad_method).category()) {
        return blank(400, "Bad Request", error.message());
    }
    return std::nullopt;  // reset, timeout, cancelled
}

namespace {

void clean(std::span<char> text) {
    std::ranges::replace_if(
        text, [](char c) { return c == '\r' || c == '\n' || c == '\0'; }, ' ');
}

}  // namespace

std::string header_value(std::string_view value) {
    std::string text(value);
    clean(text);
    return text;
}

void append_header(std::string& head, std::string_view name, std::string_view value) {
    head += "\r\n";
    const std::size_t from = head.size();
    head.append(name).append(": ").append(value);
    clean(std::span(head).subspan(from));
}

bool has_no_body(unsigned status) { return status == 204 || status == 304 || status < 200; }

}  // namespace flagfall::net
