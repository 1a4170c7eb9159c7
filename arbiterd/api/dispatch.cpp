// From a request to its route.
#include <algorithm>

#include "arbiterd/access/headers.hpp"
#include "arbiterd/access/identity.hpp"
#include "arbiterd/api/api.hpp"
#include "common/base/now.hpp"
#include "common/ops/log.hpp"

namespace flagfall::api {

namespace {

// The next part of a path, which is shortened by it.
std::string_view take_part(std::string_view& path) {
    path.remove_prefix(1);
    const auto end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    path.remove_prefix(end);
    return part;
}

// Does the path fit the route's? Its parameters go to `found`. A parameter may stand before a
// fixed ending, as in "game-{board}.json".
bool fits(std::string_view pattern, std::string_view path,
          std::map<std::string, std::string, std::less<>>& found) {
    while (!pattern.empty() && !path.empty()) {
        const std::string_view wanted = take_part(pattern);
        std::string_view part = take_part(path);
        const auto open = wanted.find('{');
        if (open == std::string_view::npos) {
            if (wanted != part) return false;
            continue;
        }
        const auto close = wanted.find('}');
        const std::string_view before = wanted.substr(0, open);
        const std::string_view after = wanted.substr(close + 1);
        if (part.size() <= before.size() + after.size() || !part.starts_with(before) ||
            !part.ends_with(after))
            return false;
        part.remove_prefix(before.size());
        part.remove_suffix(after.size());
        found[std::string(wanted.substr(open + 1, close - open - 1))] = part;
    }
    return pattern.empty() && path.empty();
}

// To a request that no route takes.
void respond(const std::shared_ptr<net::Exchange>& exchange, net::Response response) {
    measure("none", response.status, Duration{});
    for (auto& header : access::security_headers(exchange->request().secure))
        response.headers.push_back(std::move(header));
    exchange->respond(std::move(response));
}

std::string allowed(const std::vector<const Route*>& routes) {
    std::string all;
    for (const Route* route : routes) {
        all += (all.empty() ? "" : ", ") + std::string(route->method);
        if (route->method == "GET") all += ", HEAD";
    }
    return all;
}

}  // namespace

Match match(std::string_view target_path) {
    Match result;
    for (const Route& route : routes()) {
        std::map<std::string, std::string, std::less<>> found;
        if (!fits(route.path, target_path, found)) continue;
        // What is written out goes before what fits a parameter: it stands first in the table.
        if (!result.routes.empty() && result.routes.front()->path != route.path) continue;
        result.routes.push_back(&route);
        result.path = std::move(found);
    }
    return result;
}

void Api::handle(const std::shared_ptr<net::Exchange>& exchange) {
    const net::Request& request = exchange->request();
    const Match found = match(request.path);
    if (found.routes.empty())
        return respond(exchange, problem(404, "not_found", "there is nothing at " + request.path));
    const auto route = std::ranges::find(found.routes, request.method, &Route::method);
    if (route == found.routes.end()) {
        auto response = problem(405, "method_not_allowed",
                                request.method + " is not for this; allowed: " +
                                    allowed(found.routes));
        response.headers.emplace_back("Allow", allowed(found.routes));
        return respond(exchange, std::move(response));
    }
    const auto call = std::make_shared<Call>(exchange, *route, now(), found.path);
    try {
        guarded(call);
    } catch (const record::RecordError& error) {
        ops::log(ops::Level::error, "the record cannot be read", {{"text", error.what()}});
        call->refuse(problem(503, "not_ready",
                             "the record cannot be read now; try again in a moment"));
    }
}

// Everything that stands before a handler: how often, who, and with what.
void Api::guarded(const CallPtr& call) {
    const net::Request& request = call->request();
    if (const auto wait = rate_.take(request.peer, now())) {
        auto response = problem(429, "too_many", "too many requests from this address");
        response.headers.emplace_back("Retry-After", std::to_string(*wait));
        return call->refuse(std::move(response));
    }
    // A browser sends Origin with what another page has made it send, token or not.
    if (!access::is_safe(request.method) && !access::origin_is_ours(request, request.secure, {}))
        return call->refuse(
            problem(403, "foreign_origin", "pages of another origin may not act here"));
    auto who = access.identify(request, wall_ms());
    if (!who) return call->refuse(denied(who.error()));
    call->who = std::move(*who);
    if (!access::may(call->who, call->route->who.roles)) {
        const bool nobody = call->who.role == access::Role::public_viewer;
        return call->refuse(
            nobody ? denied({401, "not_logged_in", "this needs a token or a log-in", {}})
                   : denied({403, "not_yours",
                             "your role (" + std::string(access::name(call->who.role)) +
                                 ") may not do this",
                             {}}));
    }
    const auto event = call->path.find("event");
    if (event != call->path.end() && !access::may_event(call->who, event->second))
        return call->refuse(denied({403, "not_yours", "your token is for another event", {}}));
    if (call->route->guard == Guard::key && !request.header("Idempotency-Key"))
        return call->refuse(problem(400, "key_needed",
                                    "Idempotency-Key: choose one for this act; sending the same "
                                    "again with the same key acts once"));
    if (!call->route->body.empty()) {
        const std::string type(request.header("Content-Type").value_or(""));
        const std::string plain = type.substr(0, type.find(';'));
        const auto& takes = call->route->body;
        if (std::ranges::find(takes, plain, &Media::type) == takes.end()) {
            std::string list;
            for (const Media& each : takes)
                list += (list.empty() ? "" : ", ") + std::string(each.type);
            return call->refuse(
                problem(415, "bad_content_type", "Content-Type: one of " + list));
        }
    }
    call->route->handler(*this, call);
}

}  // namespace flagfall::api
