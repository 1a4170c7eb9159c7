// What the HTTP API offers: every route with who may call it, what it takes and what it answers.
// Dispatch, the OpenAPI document and the tests of roles are made from this one table.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/access/roles.hpp"

namespace flagfall::api {

class Api;
struct Call;
using CallPtr = std::shared_ptr<Call>;

// Answers a call, at once or later.
using Handler = void (*)(Api&, const CallPtr&);

// A parameter of the query, a header, or a part of the path.
struct Field {
    std::string_view name;
    std::string_view type;  // "string", "integer", "boolean"
    std::string_view says;
    bool required = false;
};

// A body as one media type: JSON by the schema of this name in schemas/, other text without.
struct Media {
    std::string_view type;
    std::string_view schema = {};
};

struct Answer {
    unsigned status = 200;
    std::string_view says;
    std::vector<Media> media = {};
};

// Who may call a route. It has no default: a route without it does not compile.
struct Who {
    constexpr Who(access::Roles those) : roles(those) {}  // NOLINT(google-explicit-constructor)
    access::Roles roles;
};

// What the caller's request must carry besides.
enum class Guard : unsigned char {
    none,
    if_match,  // changes what has an ETag: 428 without, 412 when it has changed
    key,       // Idempotency-Key: 400 without
};

struct Route {
    std::string_view method;  // "GET", "POST", "PUT", "DELETE"
    std::string_view path;    // "/api/v1/events/{event}": a part in braces is a parameter
    std::string_view id;      // operationId, unique
    std::string_view tag;     // the group it stands in
    std::string_view says;
    Who who;
    Handler handler;
    std::vector<Field> query = {};
    std::vector<Media> body = {};
    std::vector<Answer> answers = {};
    bool etag = false;  // its answers carry one, and 304 is given
    Guard guard = Guard::none;
    std::size_t body_bytes = 0;  // most that it takes; 0: limits::http_body_bytes
};

// All routes, in the order of the documentation.
const std::vector<Route>& routes();

// "chief_arbiter", "arbiter", ...: the roles of a set.
std::vector<std::string> names_of(access::Roles roles);

}  // namespace flagfall::api
