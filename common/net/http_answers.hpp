// What the HTTP server answers by itself, and the rules for what it writes. Private to the net
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
// Too many connections of strangers: the same.
Response no_slot();

// The answer to what cannot be read as a request; nullopt when the connection just ended.
std::optional<Response> read_problem(const boost::system::error_code& error);

// Values may come from data; a line break would begin a header of its own.
std::string header_value(std::string_view value);

// Appends one line of a head, after the end of the line before it.
void append_header(std::string& head, std::string_view name, std::string_view value);

// RFC 9110, 6.4.1: 1xx, 204 and 304.
bool has_no_body(unsigned status);

}  // namespace flagfall::net
