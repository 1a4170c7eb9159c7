// The HTTP API: all routes with their roles, inputs and answers. Dispatch, the OpenAPI document and
// the tests of roles use this one table.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/access/roles.hpp"
#include "common/net/limits.hpp"

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

// A body of one media type. `schema`: for JSON, the name in schemas/; empty for other text.
struct Media {
    std::string_view type;
    std::string_view schema = {};
};

struct ResponseDoc {
    unsigned status = 200;
    std::string_view says;
    std::vector<Media> media = {};
};

// Who may call a route. It has no default: a route without it does not compile.
struct Who {
    constexpr Who(access::Roles those) : roles(those) {}  // NOLINT(google-explicit-constructor)
    access::Roles roles;
};

// What a route is about; enforces that a token is limited to one event. It has no default,
// either.
enum class Scope : unsigned char {
    no_event,     // the program itself, or the caller's own session
    office_wide,  // persons, tokens, webhooks, the audit log: not for tokens of one event
    of_event,     // the {event} in the path
    of_game,      // the event of the {game} in the path
    of_act,       // the target of the body's act (act_rules.hpp)
    listed,       // several events: the handler leaves out those that may_event() forbids
};

// What else a request that changes something must have.
enum class Guard : unsigned char {
    none,       // nothing for the route itself: an act may require a PIN (act_rules.hpp)
    if_match,   // the target has an ETag: 428 without If-Match, 412 when it has changed
    key,        // Idempotency-Key: 400 without
    key_or_id,  // Idempotency-Key, or `id` in the body: complete_act() checks
    pin,        // X-Flagfall-Pin in a person's session: 403 without
};

// How an answer can be cached.
enum class Form : unsigned char {
    untagged,
    tagged,  // with an ETag; may answer 304
    kept,    // the same; cached in pieces, and compressed on request, so without secrets
             // (tokens) that a caller's own text in the answer could help to guess
};

// A method with its guard. Reading has none; a method that changes something must name one.
class Verb {
public:
    static constexpr Verb get() { return {"GET", Guard::none}; }
    static constexpr Verb post(Guard guard) { return {"POST", guard}; }
    static constexpr Verb put(Guard guard) { return {"PUT", guard}; }
    static constexpr Verb remove(Guard guard) { return {"DELETE", guard}; }
    constexpr std::string_view name() const { return name_; }
    constexpr Guard guard() const { return guard_; }

private:
    constexpr Verb(std::string_view name, Guard guard) : name_(name), guard_(guard) {}
    std::string_view name_;
    Guard guard_;
};

struct Route {
    Verb verb;
    std::string_view path;  // "/api/v1/events/{event}": parts in braces are parameters
    std::string_view id;    // operationId; unique
    std::string_view tag;   // the group in the documentation
    std::string_view says;
    Who who;
    Scope scope;
    Handler handler;
    std::vector<Field> query = {};
    std::vector<Media> body = {};
    std::vector<ResponseDoc> answers = {};
    Form form = Form::untagged;
    std::size_t body_bytes = 0;  // maximum size; 0: limits::http_body_bytes

    std::string_view method() const { return verb.name(); }
    Guard guard() const { return verb.guard(); }
};

// All routes, in the order of the documentation.
const std::vector<Route>& routes();

// "office_wide": the scope's name in the OpenAPI document.
std::string_view name(Scope scope);

// The names of the roles in a set: "chief_arbiter", "arbiter", ...
std::vector<std::string> names_of(access::Roles roles);

}  // namespace flagfall::api
