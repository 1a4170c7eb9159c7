// From a request to its route.
#include <algorithm>

#include "arbiterd/access/headers.hpp"
#include "arbiterd/access/identity.hpp"
#include "arbiterd/api/api.hpp"
#include "arbiterd/api/body.hpp"
#include "arbiterd/api/limits.hpp"
#include "arbiterd/api/person.hpp"
#include "common/base/hex.hpp"
#include "common/base/now.hpp"
#include "common/base/text.hpp"
#include "common/net/limits.hpp"
#include "common/net/site.hpp"
#include "common/ops/log.hpp"

namespace flagfall::api {

namespace {

using Parts = std::vector<std::string_view>;

// The parts between the slashes.
Parts parts_of(std::string_view path) {
    Parts parts;
    while (!path.empty()) {
        path.remove_prefix(1);
        const auto end = std::min(path.find('/'), path.size());
        parts.push_back(path.substr(0, end));
        path.remove_prefix(end);
    }
    return parts;
}

// Split before it is decoded: a parameter may have slashes, as the games of a replay do. What
// arrives over HTTP has been checked as a whole.
std::vector<std::string> decoded_parts(std::string_view path) {
    std::vector<std::string> decoded;
    for (const std::string_view part : parts_of(path))
        decoded.push_back(percent_decode(part).value_or(std::string(part)));
    return decoded;
}

// A parameter of a path may be followed by fixed text, as in "game-{board}.json".
struct Parameter {
    std::string_view before;
    std::string_view name;
    std::string_view after;
};

std::optional<Parameter> parameter_of(std::string_view wanted) {
    const auto open = wanted.find('{');
    if (open == std::string_view::npos) return std::nullopt;
    const auto close = wanted.find('}');
    return Parameter{wanted.substr(0, open), wanted.substr(open + 1, close - open - 1),
                     wanted.substr(close + 1)};
}

bool fits(std::string_view wanted, std::string_view part) {
    const auto parameter = parameter_of(wanted);
    if (!parameter) return wanted == part;
    return part.size() > parameter->before.size() + parameter->after.size() &&
           part.starts_with(parameter->before) && part.ends_with(parameter->after);
}

// The parameters of a path that matches.
std::map<std::string, std::string, std::less<>> parameters_of(const Parts& wanted,
                                                              const Parts& parts) {
    std::map<std::string, std::string, std::less<>> found;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto parameter = parameter_of(wanted[i]);
        if (!parameter) continue;
        std::string_view value = parts[i];
        value.remove_prefix(parameter->before.size());
        value.remove_suffix(parameter->after.size());
        found.emplace(parameter->name, value);
    }
    return found;
}

// The parts of each route's path, in the table's order.
const std::vector<Parts>& patterns() {
    static const std::vector<Parts> all = [] {
        std::vector<Parts> made;
        for (const Route& route : routes()) made.push_back(parts_of(route.path));
        return made;
    }();
    return all;
}

// Does the route accept only JSON? Other programs' files are read by the formats' readers.
bool takes_json(const Route& route) {
    return route.body.size() == 1 && route.body.front().type == "application/json";
}

std::string allowed(const std::vector<const Route*>& routes) {
    std::string all;
    for (const Route* route : routes) {
        all += (all.empty() ? "" : ", ") + std::string(route->method());
        if (route->method() == "GET") all += ", HEAD";
    }
    return all;
}

// Did another site's page cause this request? Another port of this host counts as another site.
// Reading requests may come from there without the session's cookie, or as a followed link, since
// the page cannot read the answer. It could read a WebSocket's.
bool foreign_page(const net::Request& request) {
    const bool foreign = net::names_another_site(request);
    if (net::is_safe(request.method) && !request.header("Upgrade"))
        return foreign && request.header("Sec-Fetch-Mode") != "navigate" &&
               access::cookie(request, access::cookie_name(request.secure));
    return foreign || !net::origin_is_ours(request, request.secure, {});
}

// Refuses unknown parameters and invalid truth values, because a misspelt one would be ignored
// silently.
std::optional<net::Response> unknown_parameter(const net::Request& request, const Route& route) {
    for (const auto& [name, value] : request.query) {
        const auto asked = std::ranges::find(route.query, name, &Field::name);
        const bool is_known = asked != route.query.end();
        if (is_known && asked->type == "boolean" && value != "true" && value != "false")
            return problem(400, "bad_parameter", name + ": true or false is expected");
        if (is_known) continue;
        std::string known;
        for (const Field& field : route.query)
            known += (known.empty() ? "" : ", ") + std::string(field.name);
        return problem(400, "bad_parameter",
                       printable(name) + ": no such parameter; " +
                           (known.empty() ? "there are none" : "known: " + known));
    }
    return std::nullopt;
}

net::Response too_many(std::string text, std::uint32_t wait_s) {
    auto response = problem(429, "too_many", std::move(text));
    response.headers.emplace_back("Retry-After", std::to_string(wait_s));
    return response;
}

bool is_stranger(const Admitted& found) {
    return found.who.role == access::Role::public_viewer;
}

// Measures work until its end, for requests of strangers; known callers are accountable by name.
class Work {
public:
    Work(RateLimiter& rate, const net::Request& request, const Admitted& found)
        : rate_(rate), peer_(is_stranger(found) ? request.peer : ""), began_(thread_time()) {}
    ~Work() {
        if (!peer_.empty()) rate_.worked(peer_, thread_time() - began_, now());
    }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

private:
    RateLimiter& rate_;
    std::string peer_;
    Duration began_;
};

// Refuses a request whose head lacks what this route requires.
std::optional<net::Response> unfit(const net::Request& request, const Route& route) {
    if (auto no = unknown_parameter(request, route)) return no;
    if (route.guard() == Guard::key && !request.header("Idempotency-Key"))
        return problem(400, "key_needed",
                       "Idempotency-Key: choose one for this act; sending the same again with the"
                       " same key acts once");
    if (route.body.empty()) return std::nullopt;
    if (request.header("Content-Encoding").value_or("identity") != "identity") {
        auto response = problem(415, "bad_content_type",
                                "Content-Encoding: send the body uncompressed");
        response.headers.emplace_back("Accept-Encoding", "identity");
        return response;
    }
    const std::string type(request.header("Content-Type").value_or(""));
    const std::string plain = type.substr(0, type.find(';'));
    if (std::ranges::find(route.body, plain, &Media::type) != route.body.end())
        return std::nullopt;
    std::string list;
    for (const Media& each : route.body)
        list += (list.empty() ? "" : ", ") + std::string(each.type);
    return problem(415, "bad_content_type", "Content-Type: one of " + list);
}

}  // namespace

void answering(const CallPtr& call, const std::function<void()>& work) {
    try {
        work();
    } catch (const record::RecordError& error) {
        ops::log(ops::Level::error, "the record cannot be read", {{"text", error.what()}});
        call->refuse(problem(503, "not_ready",
                             "the record cannot be read now; try again in a moment"));
    } catch (const std::exception& error) {
        ops::log(ops::Level::error, "a response failed",
                 {{"route", call->route->path}, {"text", error.what()}});
        call->refuse(problem(500, "failed", "the response could not be produced; arbiterd's log "
                                            "says why, and nothing else is affected"));
    }
}

Match match(std::string_view target_path) {
    Match result;
    const std::vector<std::string> decoded = decoded_parts(target_path);
    const Parts parts(decoded.begin(), decoded.end());
    for (std::size_t i = 0; i < routes().size(); ++i) {
        const Route& route = routes()[i];
        const Parts& wanted = patterns()[i];
        if (!std::ranges::equal(wanted, parts, fits)) continue;
        // The literal path wins over one with a parameter: it is first in the table.
        if (!result.routes.empty() && result.routes.front()->path != route.path) continue;
        if (result.routes.empty()) result.path = parameters_of(wanted, parts);
        result.routes.push_back(&route);
    }
    return result;
}

net::Admission Api::admit(const net::Request& head) {
    const auto found = std::make_shared<Admitted>();
    found->began = now();
    net::Admission admission;
    try {
        admission.refusal = gate(head, *found);
    } catch (const record::RecordError& error) {
        ops::log(ops::Level::error, "the record cannot be read", {{"text", error.what()}});
        admission.refusal = problem(503, "not_ready",
                                    "the record cannot be read now; try again in a moment");
    }
    if (admission.refusal) {
        measure(found->route ? found->route->path : "none", admission.refusal->status,
                now() - found->began);
        for (auto& header : net::security_headers(head.secure))
            admission.refusal->headers.push_back(std::move(header));
        admission.refusal->headers.emplace_back("Cache-Control", "no-store");
        return admission;
    }
    using Rank = net::Admission::Rank;
    const bool stranger = is_stranger(*found);
    admission.rank = stranger                                      ? Rank::stranger
                     : access::may(found->who, access::arbiters) ? Rank::always
                                                                   : Rank::known;
    const Route& route = *found->route;
    admission.body_bytes = route.body.empty()                       ? limits::no_body_bytes
                           : !stranger && route.body_bytes > 0 ? route.body_bytes
                                                                    : limits::http_body_bytes;
    admission.kept = found;
    return admission;
}

// All checks of the head: host, rate, route, origin, identity, required headers.
std::optional<net::Response> Api::gate(const net::Request& request, Admitted& found) {
    if (const auto host = net::host_of(request); host && !options.hosts.accepts(*host))
        return problem(421, "wrong_host",
                       "this server is not called " + std::string(*host) +
                           ": use its address, a name of its certificate, or give it the name with"
                           " --names");
    if (const auto wait = rate_.take(request.peer, now()))
        return too_many("too many requests from this address", *wait);
    Match match = api::match(net::path_as_sent(request.target));
    if (match.routes.empty())
        return problem(404, "not_found", "there is nothing at " + request.path);
    const auto route = std::ranges::find(match.routes, request.method, &Route::method);
    if (route == match.routes.end()) {
        auto response = problem(405, "method_not_allowed",
                                request.method + " is not allowed here; allowed: " +
                                    allowed(match.routes));
        response.headers.emplace_back("Allow", allowed(match.routes));
        return response;
    }
    found.route = *route;
    found.path = std::move(match.path);
    if (foreign_page(request))
        return problem(403, "foreign_origin", "pages of another origin may not send this");
    if (auto no = identified(request, found)) return no;
    if (is_stranger(found))  // others' work must not prevent an arbiter from logging in
        if (const auto wait = rate_.owes(request.peer, now());
            wait && !access.at_known_browser(request, wall_ms()))
            return too_many("callers who are not logged in have caused too much work, from this "
                            "address or together; wait, or log in",
                            *wait);
    return unfit(request, **route);
}

// Identifies the caller and checks their role.
std::optional<net::Response> Api::identified(const net::Request& request, Admitted& found) {
    auto who = access.identify(request, wall_ms());
    if (!who) return denied(who.error());
    found.who = std::move(*who);
    if (!access::may(found.who, found.route->who.roles)) {
        const bool nobody = found.who.role == access::Role::public_viewer;
        return nobody ? denied({401, "not_logged_in",
                                "this needs a token, or a log-in's cookie with its key in "
                                "X-Flagfall-Session",
                                {}})
                      : denied({403, "not_yours",
                                "your role (" + std::string(access::name(found.who.role)) +
                                    ") may not do this",
                                {}});
    }
    if (const auto room = in_scope(found); !room) return denied(room.error());
    return std::nullopt;
}

// Does the caller's limit to one event allow this route?
std::expected<void, access::Denied> Api::in_scope(const Admitted& found) {
    using access::Reach;
    switch (found.route->scope) {
        case Scope::no_event:
        case Scope::of_act:    // as_person() checks it
        case Scope::listed: break;
        case Scope::office_wide: return access::within_reach(found.who, Reach::office, {});
        case Scope::of_event:
            // Outside the office, a hidden event does not exist.
            if (const tournament::Tournament* event = tournaments.find(found.path.at("event"));
                event && event->hidden && !access::in_office(found.who))
                return std::unexpected(access::Denied{
                    404, "not_found", "there is no event " + found.path.at("event"), {}});
            return access::within_reach(found.who, Reach::event,
                                        {found.path.at("event"), {}, {}});
        case Scope::of_game:
            if (const auto game = record.game(found.path.at("game")))
                return access::within_reach(found.who, Reach::event, {game->event, {}, {}});
            break;  // the handler reports that there is none
    }
    return {};
}

namespace {

// Is the answer read from the record? Then all of it comes from one state.
bool is_of_record(const Route& route) {
    return route.scope == Scope::of_event || route.scope == Scope::of_game ||
           route.scope == Scope::listed;
}

}  // namespace

void Api::handle(const std::shared_ptr<net::Exchange>& exchange) {
    const net::Request& request = exchange->request();
    auto found = std::static_pointer_cast<const Admitted>(request.admitted);
    if (!found) {  // the head was not checked
        net::Admission admission = admit(request);
        if (admission.refusal) return exchange->respond(std::move(*admission.refusal));
        found = std::static_pointer_cast<const Admitted>(admission.kept);
    }
    const Work work(rate_, request, *found);
    const auto call = std::make_shared<Call>(exchange, *found);
    const std::string& body = request.body;
    if (!takes_json(*call->route) || body.empty())
        return answering(call, [&] { answer(call, *found, std::nullopt); });
    if (body.size() <= limits::parsed_at_once_bytes)
        return answering(call, [&] { answer(call, *found, parse_body(body)); });
    using Shared = std::shared_ptr<ParsedBody>;
    const auto job = [call] {
        return std::make_shared<ParsedBody>(parse_body(call->request().body));
    };
    const auto then = [this, call, found](const Shared& parsed) {
        answering(call, [&] { answer(call, *found, std::move(*parsed)); });
    };
    if (!aside<Shared>(job, then)) call->refuse(busy(reading_others));
}

void Api::answer(const CallPtr& call, const Admitted& found, std::optional<ParsedBody> body) {
    std::optional<record::Record::Snapshot> snapshot;
    if (is_of_record(*call->route)) snapshot.emplace(record), catch_up();
    // A right may have been revoked while the body arrived.
    if (!call->request().body.empty()) {
        Admitted again = found;
        if (auto no = identified(call->request(), again)) return call->refuse(std::move(*no));
        call->who = again.who;
    }
    if (body && !take_body(*call, std::move(*body))) return;
    if (call->route->guard() != Guard::pin) return call->route->handler(*this, call);
    with_pin(*this, call, [this, call] {
        answering(call, [&] { call->route->handler(*this, call); });
    });
}

}  // namespace flagfall::api
