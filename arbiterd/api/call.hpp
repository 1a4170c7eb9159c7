// One request to the API on its way to an answer.
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
#include "common/net/http.hpp"
#include "common/wire/codec.hpp"
#include "common/wire/codec_json.hpp"

namespace flagfall::api {

class Document;

// One thing that is wrong in a request.
struct Fault {
    std::string pointer;  // JSON Pointer into the body (RFC 6901); empty: the whole of it
    std::string detail;
    std::optional<std::uint32_t> line = {};    // of a file, from 1
    std::optional<std::uint32_t> column = {};
};

// The body of a route that takes JSON, or why it is none.
using ParsedBody = std::expected<wire::Json, wire::DecodeError>;

// An error as problem+json (RFC 9457). `code` is for programs: its list is in problems.cpp and on
// the page that `type` names. It must be one of the list.
net::Response problem(unsigned status, std::string_view code, std::string_view detail,
                      const std::vector<Fault>& faults = {});

// An error whose code is one of the record's own refusals (docs/desk.md, docs/event.md).
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

// Every answer's body goes through here, whole or in pieces: whatever the record holds, it cannot
// control a reader's terminal or add line ends.
std::string shown(std::string body);

net::Response json(std::string body, unsigned status = 200);

// 503: the same again in a second.
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
    // A parameter of the path; it is there, as the route's path names it.
    const std::string& at(std::string_view name) const;
    // A whole number of the query, between the bounds; anything else is an error.
    std::int64_t number(std::string_view name, std::int64_t otherwise, std::int64_t least,
                        std::int64_t most);
    // A wrong parameter was read: reply() was called with what is wrong.
    bool refused() const { return refused_; }
    void refuse(net::Response response);

    void reply(net::Response response);
    // The same with a strong ETag.
    void reply(net::Response response, std::string_view etag);
    // A body that is kept: compressed where the client asks for that, with an ETag for each form,
    // and with a header for each of its notes. Nothing with a secret in it is answered so.
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

// Does the work that leads to the call's answer, now or in a callback. An exception is logged and
// ends only this call, with 500 (503 when the record cannot be read).
void answering(const CallPtr& call, const std::function<void()>& work);

// Counts an answer, for metrics; of what no route takes, `route` is "none".
void measure(std::string_view route, unsigned status, Duration took);

// Compares If-Match with an ETag: true when the call may go on. Otherwise it has answered: 428
// without the header, 412 when it names another.
bool matches(Call& call, std::string_view etag);

}  // namespace flagfall::api
