// HTTP requests and their answers, on the client's side: for command lines, which wait, and for a
// loop, which does not. Beast stays in the .cpp file.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/time.hpp"
#include "common/net/http_message.hpp"
#include "common/net/limits.hpp"
#include "common/net/tls.hpp"

namespace flagfall::net {

class Loop;

// The parts of "http://127.0.0.1:8080". Without a port it is 80, or 443 for https. The error is
// what was expected.
struct Origin {
    std::string host;
    std::string port;
    bool secure = false;  // https
};
std::expected<Origin, std::string> parse_origin(std::string_view url);

// Why a secret should not be sent there: over plain HTTP, to another machine. Empty if it may.
std::optional<std::string> exposes_secrets(const Origin& origin);

// "https://host:port/path?query": an origin, and the target there.
struct Url {
    Origin origin;
    std::string target = "/";
};
std::expected<Url, std::string> parse_url(std::string_view url);

struct Ask {
    std::string method = "GET";
    std::string path = "/";
    Headers headers = {};   // Host, Connection and Content-Length are added
    std::string body = {};  // application/json unless a header says otherwise
    Duration patience = seconds(15);  // from the first step to the end of the answer
    std::string ca_file = {};  // CA certificate for https: see TlsTrust
    std::size_t answer_bytes = limits::http_answer_bytes;  // a longer body is an error
    // Called for each address of the host; only allowed addresses are connected to.
    // The name is resolved once, so the address that is checked is the one that is connected to.
    std::function<bool(std::string_view address)> may_connect = {};
};

using Answer = std::expected<Response, std::string>;

// Sends the request and waits. The error explains what to do: nobody listens there, no answer in
// time, an invalid answer, a certificate that cannot be verified. Redirects are not followed.
Answer ask(const Origin& origin, const Ask& what);

// The same from a loop: calls `done` once, from the loop, never from inside this call.
void ask_async(Loop& loop, const Origin& origin, Ask what, std::function<void(Answer)> done);

// A POST such as a webhook: the answer's body is short (limits::webhook_answer_bytes).
void post_async(Loop& loop, const Url& url, Headers headers, std::string body, Duration patience,
                const TlsTrust& trust, std::function<bool(std::string_view address)> may_connect,
                std::function<void(Answer)> done);

}  // namespace flagfall::net
