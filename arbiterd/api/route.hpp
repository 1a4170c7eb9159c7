// The HTTP API: every route with its roles, its inputs and its answers.
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

// What a route is about, so that a token's limit to one event holds everywhere. It has no default
// either.
enum class Scope : unsigned char {
    no_event,     // the program, or the caller's own session
    office_wide,  // persons, tokens, webhooks, the audit: shut to tokens of one event
    of_event,     // {event} of the path
    of_game,      // the event of the path's {game}
    of_act,       // what the body's act is about (rules.hpp)
    listed,       // several events: the handler leaves out what may_event() shuts
};

// What a request that changes something must have besides.
enum class Guard : unsigned char {
    none,       // nothing that the route knows of: an act may ask for a PIN by itself (rules.hpp)
    if_match,   // changes what has an ETag: 428 without, 412 when it has changed
    key,        // Idempotency-Key: 400 without
    key_or_id,  // the same, or `id` in the body: complete_act() asks
    pin,        // X-Flagfall-Pin, from a person's session: 403 without
};

// What distinguishes the answers to one question.
enum class Form : unsigned char {
    untagged,
    tagged,  // they have an ETag, and 304 is given
    kept,    // the same; they are kept in pieces, and compressed for those who ask for it: they
             // hold no secret, such as a token, that what a caller sends could help to guess
};

// A method with its guard: what only reads has none, what changes something must say which.
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
    std::string_view path;  // "/api/v1/events/{event}": a part in braces is a parameter
    std::string_view id;    // operationId, unique
    std::string_view tag;   // the group it stands in
    std::string_view says;
    Who who;
    Scope scope;
    Handler handler;
    std::vector<Field> query = {};
    std::vector<Media> body = {};
    std::vector<ResponseDoc> answers = {};
    Form form = Form::untagged;
    std::size_t body_bytes = 0;  // most that it takes; 0: limits::http_body_bytes

    std::string_view method() const { return verb.name(); }
    Guard guard() const { return verb.guard(); }
};

// All routes, in the order of the documentation.
const std::vector<Route>& routes();

// "office_wide": as the OpenAPI document says it.
std::string_view name(Scope scope);

// "chief_arbiter", "arbiter", ...: the roles of a set.
std::vector<std::string> names_of(access::Roles roles);

}  // namespace flagfall::api
