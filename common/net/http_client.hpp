// One HTTP request and its answer, for command lines: it blocks, with a time limit. Beast stays in
// its .cpp file.
#pragma once

#include <expected>
#include <string>

#include "common/base/time.hpp"
#include "common/net/http_message.hpp"

namespace flagfall::net {

// "http://127.0.0.1:8080" in its parts. The error says what is expected.
struct Origin {
    std::string host;
    std::string port;
};
std::expected<Origin, std::string> parse_origin(std::string_view url);

// Sends `method` `path` with a JSON body, if there is one, and reads the answer. The error says
// what to do: nobody listens there, no answer in time, an answer that is none.
std::expected<Response, std::string> ask(const Origin& origin, std::string_view method,
                                         std::string_view path, std::string_view body,
                                         Duration patience = seconds(15));

}  // namespace flagfall::net
