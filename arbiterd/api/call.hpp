// One request to the API, until it is answered.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/access/access.hpp"
#include "arbiterd/api/route.hpp"
#include "common/base/told.hpp"
#include "common/net/http.hpp"
#include "common/wire/codec.hpp"
#include "common/wire/codec_json.hpp"

namespace flagfall::api {

class Document;

// What was expected at a place of a file, and the file's text there.
struct FileFault {
    Told expected;
    std::string found;  // empty: nothing
};

// One error in a request.
struct Fault {
    std::string pointer;  // JSON Pointer into the body (RFC 6901); empty: the whole of it
    std::string detail;
    std::optional<std::uint32_t> line = {};    // of a file, from 1
    std::optional<std::uint32_t> column = {};
    FileFault of_file = {};
};

// The body of a route that takes JSON, or why it is not valid.
using ParsedBody = std::expected<wire::Json, wire::DecodeError>;

// An error as problem+json (RFC 9457). `code` is for programs and must be in the list in
// problems.cpp, which is also on the page that `type` names.
net::Response problem(unsigned status, std::string_view code, std::string_view detail,
                      const std::vector<Fault>& faults = {});

// An error with one of the record's own codes (docs/desk.md, docs/event.md).
net::Response refusal(unsigned status, std::string_view code, std::string_view detail,
                      const std::vector<Fault>& faults = {});

// A refusal of access, with WWW-Authenticate and Retry-After where they apply.
net::Response denied(const access::Denied& no);

// Every code with what it means, for the document and its page.
struct ProblemCode {
    std::string_view code;
    std::string_view title;
    std::string_view says;
};
const std::vector<ProblemCode>& problem_codes();

// Escapes the body of an answer: whatever the record contains, it cannot control a reader's
// terminal or add line ends. All bodies go through here.
std::string shown(std::string body);

net::Response json(std::string body, unsigned status = 200);

// As a JSON array, for each sentence {"code":"met","values":{..}}; {} without a code.
std::string remarks_json(const std::vector<Told>& all);

// 503: the client should retry in a second.
net::Response busy(std::string_view detail);
inline constexpr std::string_view reading_others =
    "other files are being read; send this one again";
net::Response text(std::string body, std::string_view content_type);

// The result of the checks of a request's head.
struct Admitted {
    const Route* route = nullptr;
    std::map<std::string, std::string, std::less<>> path;
    access::Identity who;
    Instant began;
};

struct Call {
    Call(std::shared_ptr<net::Exchange> an_exchange, const Admitted& found)
        : exchange(std::move(an_exchange)), route(found.route), began(found.began),
          path(found.path), who(found.who) {}

    const net::Request& request() const { return exchange->request(); }
    // A parameter of the path; it must be in the route's path.
    const std::string& at(std::string_view name) const;
    // A whole number in the query, or `otherwise`; a value outside of the bounds is an error.
    std::int64_t number(std::string_view name, std::int64_t otherwise, std::int64_t least,
                        std::int64_t most);
    // Was a parameter wrong? Then reply() has been called with the error.
    bool refused() const { return refused_; }
    void refuse(net::Response response);

    void reply(net::Response response);
    // The same with a strong ETag.
    void reply(net::Response response, std::string_view etag);
    // Replies with a cached body: compressed if the client accepts it, with an ETag for each form,
    // and with a header for each note. Not for bodies with a secret.
    void reply(Document& document, std::string_view type);

    std::shared_ptr<net::Exchange> exchange;
    const Route* route;
    Instant began;
    std::map<std::string, std::string, std::less<>> path;
    access::Identity who;
    std::optional<wire::Json> json{};  // the body of a route that takes JSON, if there was one

private:
    bool refused_ = false;
};

// Runs `work`, which answers the call, now or in a callback. An exception is logged and ends only
// this call, with 500 (503 when the record cannot be read).
void answering(const CallPtr& call, const std::function<void()>& work);

// Counts an answer for the metrics; `route` is "none" when no route matched.
void measure(std::string_view route, unsigned status, Duration took);

// Compares If-Match with an ETag. True when the call may go on; false when it has been answered:
// 428 without the header, 412 when it names another ETag.
bool matches(Call& call, std::string_view etag);

}  // namespace flagfall::api
