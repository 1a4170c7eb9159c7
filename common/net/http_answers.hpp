// The HTTP server's own answers, and the rules for what it writes. Private to the net
// module.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <boost/system/error_code.hpp>

#include "common/net/http_message.hpp"

namespace flagfall::net {

// A problem without a type of its own.
Response blank(unsigned status, std::string_view title, std::string_view detail);

Response body_too_long();

// Too many bytes of bodies are under way: 503, with Retry-After.
Response no_room();
// Too many connections of strangers: 503, too.
Response no_slot();

// The answer to a request that cannot be read; empty if the connection just ended.
std::optional<Response> read_problem(const boost::system::error_code& error);

// A value that is safe in a header: a line break in it would begin another header.
std::string header_value(std::string_view value);

// Appends one line of a head, after the line end before it.
void append_header(std::string& head, std::string_view name, std::string_view value);

// RFC 9110, 6.4.1: 1xx, 204 and 304 have no body.
bool has_no_body(unsigned status);

}  // namespace flagfall::net
