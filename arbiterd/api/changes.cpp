// The change feed over HTTP: polling, Server-Sent Events, WebSocket, webhooks.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "arbiterd/access/headers.hpp"
#include "arbiterd/api/api.hpp"
#include "arbiterd/api/body.hpp"
#include "arbiterd/api/handlers.hpp"
#include "arbiterd/api/limits.hpp"
#include "arbiterd/api/requests.hpp"
#include "common/base/now.hpp"
#include "common/base/number.hpp"
#include "common/net/http_client.hpp"
#include "common/net/site.hpp"

namespace flagfall::api {

namespace {

using nlohmann::ordered_json;

Viewer viewer_of(const Call& call) {
    return {access::may(call.who, access::arbiters), call.who};
}

bool known_event(Api& api, const CallPtr& call) {
    if (api.tournaments.find(call->at("event"))) return true;
    call->refuse(problem(404, "not_found", "there is no event " + call->at("event")));
    return false;
}

// The position after which a stream begins: Last-Event-ID or ?after=; otherwise only new changes.
std::optional<Pos> start_of(Api& api, const CallPtr& call) {
    const auto last = call->request().header("Last-Event-ID");
    if (!last || last->empty()) {
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        const Pos after{call->number("after", api.feed.last().value, 0, most)};
        return call->refused() ? std::nullopt : std::optional(after);
    }
    if (const auto value = whole_number<std::int64_t>(*last)) return Pos{*value};
    call->refuse(problem(400, "bad_parameter", "Last-Event-ID: the seq of a change is expected"));
    return std::nullopt;
}

// Is there room for one more consumer?
bool may_follow(Api& api, const CallPtr& call) {
    const std::size_t reserved = viewer_of(*call).all ? 0 : limits::feed_reserved;
    if (api.feed.consumers() + reserved < limits::feed_consumers) return true;
    call->refuse(problem(503, "busy", "too many follow already; poll changes instead"));
    return false;
}

ordered_json hook_json(const Webhook& hook) {
    ordered_json body{{"id", hook.id}, {"url", hook.url}, {"event", hook.event},
                      {"types", hook.types}, {"all", hook.all}, {"active", hook.active},
                      {"by", hook.by}, {"createdAt", rfc3339(hook.created_ms)},
                      {"sentTo", hook.cursor.value}, {"attempts", hook.attempts},
                      {"lastError", hook.last_error}, {"deadLetters", hook.dead}};
    body["nextAttemptAt"] =
        hook.attempts == 0 ? ordered_json() : ordered_json(rfc3339(hook.next_ms));
    return body;
}

net::Response changes_json(const Call& call, const std::vector<Change>& found) {
    if (found.empty()) return {204, "", "", {}};
    const std::string last = std::to_string(found.back().pos.value);
    std::string body = "{\"changes\":[";
    for (const Change& change : found) body += (body.back() == '[' ? "" : ",") + envelope(change);
    auto response = json(std::move(body) + "],\"after\":" + last + "}");
    response.headers.emplace_back("Cache-Control", "no-store");
    response.headers.emplace_back(
        "Link", "<" + call.request().path + "?after=" + last + ">; rel=\"next\"");
    return response;
}

void look_who_is_away(Api& api) {
    if (!api.service.away || !api.away.is_due(now())) return;
    api.service.away([&api](const std::optional<arbiterd::DevicesAway>& devices) {
        api.away.take(devices, wall_ms());
    });
}

// The answer to {"ping":N}: N again, the wall clock, clockd's instant, the build of the pages, and
// for arbiters the last position read and the serials of the cases and of the boards that are cut
// off. Other messages are ignored.
std::string pong_to(Api& api, std::string_view text, bool all) {
    const auto ping = wire::parse_json(text, wire::from_outside);
    const wire::Json* number = ping && ping->is_object() ? ping->find("ping") : nullptr;
    if (!number || number->kind != wire::Json::Kind::integer) return {};
    ordered_json pong{{"pong", number->integer},
                      {"build", api.pages.build()},
                      {"at", rfc3339(wall_ms())}};
    const auto instant = api.health.clock_instant(now());
    pong["instantUs"] = instant ? ordered_json(instant->us) : ordered_json();
    pong["linked"] = api.health.clockd_linked.load();
    if (all) {
        look_who_is_away(api);
        pong["seq"] = api.feed.last().value;
        pong["cases"] = api.cases.serial(wall_ms());
        pong["away"] = api.away.serial();
    }
    return pong.dump();
}

// Who is responsible for a webhook: the token that created it, or the person.
Maker maker_of(const Call& call) {
    if (!call.who.token.empty()) return {.token = call.who.token, .person = {}};
    return {.token = {}, .person = call.who.id};
}

// Why webhooks must not be sent to this address. Names are resolved and checked at each delivery.
std::optional<std::string> url_fault(const Api& api, const std::string& url) {
    const auto parsed = net::parse_url(url);
    if (!parsed || url.find_first_of("@#") != std::string::npos)
        return "an address such as https://pairing.example/hook is expected";
    const auto address = net::known_address(parsed->origin.host);
    if (!address || may_go_to(api.options.hooks, parsed->origin.host, *address))
        return std::nullopt;
    return "it is not a public address; start arbiterd with --webhook-allow to name addresses of "
           "your own network that webhooks may go to";
}

}  // namespace

void get_changes(Api& api, const CallPtr& call) {
    if (!known_event(api, call)) return;
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const Pos after{call->number("after", 0, 0, most)};
    const auto limit = call->number("limit", 100, 1, 1000);
    const auto wait = call->number("wait", 0, 0, limits::poll_seconds);
    if (call->refused()) return;
    auto forget = api.feed.poll(
        call->at("event"), after, static_cast<std::size_t>(limit), viewer_of(*call), seconds(wait),
        [call](const auto& found) {
            if (found) return call->reply(changes_json(*call, *found));
            call->refuse(denied({401, found.error(), "your right to follow has ended; log in, or "
                                                     "use another token", {}}));
        });
    call->exchange->on_gone(std::move(forget));
}

void get_stream(Api& api, const CallPtr& call) {
    if (!known_event(api, call)) return;
    const auto after = start_of(api, call);
    if (!after) return;
    if (!may_follow(api, call)) return;
    auto headers = net::security_headers(call->request().secure);
    headers.emplace_back("Cache-Control", "no-store");
    const auto stream = call->exchange->stream("text/event-stream", std::move(headers));
    stream->write(std::make_shared<const std::string>("retry: 1000\n\n"));
    Sink sink;
    sink.send = [stream](std::shared_ptr<const std::string> text) {
        return stream->write(std::move(text));
    };
    sink.waiting = [stream] { return stream->waiting(); };
    sink.close = [stream](std::string_view reason) {
        stream->write(std::make_shared<const std::string>(
            "event: bye\ndata: {\"reason\":\"" + std::string(reason) + "\"}\n\n"));
        stream->close();
    };
    auto forget = api.feed.follow(call->at("event"), *after, viewer_of(*call), std::move(sink));
    stream->on_closed(std::move(forget));
}

void get_socket(Api& api, const CallPtr& call) {
    if (!known_event(api, call)) return;
    const auto after = start_of(api, call);
    if (!after) return;
    if (!may_follow(api, call)) return;
    const auto forget = std::make_shared<std::function<void()>>([] {});
    const auto answer_to = std::make_shared<std::weak_ptr<net::WebSocket>>();
    net::WebSocketHandler handler;
    handler.protocol = access::feed_protocol;
    handler.on_text = [&api, answer_to, all = viewer_of(*call).all,
                       pings = std::make_shared<Pings>(now())](std::string_view text) {
        const auto open = answer_to->lock();
        if (!open || !pings->take(open->waiting(), now())) return;
        if (auto pong = pong_to(api, text, all); !pong.empty())
            open->send(std::make_shared<const std::string>(std::move(pong)));
    };
    handler.on_closed = [forget](std::uint16_t, std::string_view) { (*forget)(); };
    const auto socket = call->exchange->upgrade(std::move(handler));
    if (!socket) return;
    *answer_to = socket;
    Sink sink;
    sink.sse = false;
    sink.send = [socket](std::shared_ptr<const std::string> text) {
        return socket->send(std::move(text));
    };
    sink.waiting = [socket] { return socket->waiting(); };
    sink.close = [socket](std::string_view reason) {
        constexpr std::uint16_t going_away = 1001;
        constexpr std::uint16_t policy = 1008;
        socket->close(reason == "closing" ? going_away : policy, reason);
    };
    *forget = api.feed.follow(call->at("event"), *after, viewer_of(*call), std::move(sink));
}

void list_webhooks(Api& api, const CallPtr& call) {
    ordered_json all = ordered_json::array();
    for (const Webhook& hook : api.webhooks->list()) all.push_back(hook_json(hook));
    call->reply(json(ordered_json{{"webhooks", all}}.dump()));
}

void create_webhook(Api& api, const CallPtr& call) {
    Body<NewWebhook> body(*call);
    Webhook wanted;
    wanted.url = body->url;
    wanted.event = body->event;
    wanted.types = body->types;
    wanted.all = body->all;
    const auto after = body->after;
    body.needs("url", wanted.url);
    body.needs("event", wanted.event);
    if (after) body.within("after", *after, 0, api.feed.last().value);
    if (!wanted.url.empty())
        if (const auto fault = url_fault(api, wanted.url)) body.fault("url", *fault);
    if (!wanted.event.empty() && !api.tournaments.find(wanted.event))
        body.fault("event", "there is no event " + wanted.event);
    if (body.refused()) return;
    wanted.by = call->who.name;
    wanted.maker = maker_of(*call);
    const auto made = api.webhooks->create(std::move(wanted),
                                           after ? Pos{*after} : api.feed.last());
    if (!made) return call->refuse(problem(422, "refused", made.error()));
    ordered_json answer = hook_json(made->hook);
    answer["secret"] = made->secret;
    auto response = json(answer.dump(), 201);
    response.headers.emplace_back("Location", "/api/v1/webhooks/" + made->hook.id);
    response.headers.emplace_back("Cache-Control", "no-store");
    call->reply(std::move(response));
}

void delete_webhook(Api& api, const CallPtr& call) {
    if (!api.webhooks->remove(call->at("webhook")))
        return call->refuse(problem(404, "not_found", "there is no webhook of this id"));
    call->reply({204, "", "", {}});
}

void list_dead_letters(Api& api, const CallPtr& call) {
    if (!api.webhooks->find(call->at("webhook")))
        return call->refuse(problem(404, "not_found", "there is no webhook of this id"));
    ordered_json all = ordered_json::array();
    for (const DeadLetter& letter : api.webhooks->dead_letters(call->at("webhook")))
        all.push_back({{"seq", letter.pos.value}, {"at", rfc3339(letter.at_ms)},
                       {"attempts", letter.attempts}, {"error", letter.error}});
    call->reply(json(ordered_json{{"deadLetters", all}}.dump()));
}

void retry_webhook(Api& api, const CallPtr& call) {
    if (!api.webhooks->retry(call->at("webhook"), call->who.name, maker_of(*call)))
        return call->refuse(problem(404, "not_found", "there is no webhook of this id"));
    call->reply({202, "", "", {}});
}

}  // namespace flagfall::api
