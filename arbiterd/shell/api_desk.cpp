// The desk over HTTP: what waits, one game whole, and acts.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "arbiterd/record/desk_json.hpp"
#include "arbiterd/shell/api.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::arbiterd {

namespace {

using net::Response;
using nlohmann::ordered_json;

Response json(const ordered_json& body) { return {200, "application/json", body.dump(), {}}; }

// problem+json with the code that programs go by.
Response refused(unsigned status, std::string_view code, std::string_view why) {
    const ordered_json body{{"type", "about:blank"},
                            {"title", "The act was not carried out"},
                            {"status", status},
                            {"detail", why},
                            {"code", code}};
    return {status, "application/problem+json", body.dump(), {}};
}

// A page of another origin must not act in an arbiter's name: browsers send such requests with an
// Origin, and JSON only after asking, which we do not answer.
std::optional<Response> not_from_here(const net::Request& request) {
    const auto type = request.header("Content-Type").value_or("");
    if (!type.starts_with("application/json"))
        return refused(415, "bad_content_type", "Content-Type: application/json is needed");
    const auto origin = request.header("Origin");
    if (!origin) return std::nullopt;
    const auto host = request.header("Host").value_or("");
    if (*origin == "http://" + std::string(host) || *origin == "https://" + std::string(host))
        return std::nullopt;
    return refused(403, "bad_origin", "pages of another origin may not act here");
}

Response answer_json(const DeskAnswer& answer) {
    using Kind = DeskAnswer::Kind;
    switch (answer.kind) {
        case Kind::done:
            return json({{"status", "done"}, {"pos", answer.pos.value}, {"text", answer.text}});
        case Kind::repeated: return json({{"status", "repeated"}, {"pos", answer.pos.value}});
        case Kind::preview:
            return json({{"status", "confirm"}, {"confirm", answer.confirm},
                         {"text", answer.text}});
        case Kind::refused: return refused(422, answer.code, answer.why);
        case Kind::busy: break;
    }
    Response busy = refused(503, "busy",
                            "arbiterd is busy: send the same act again, with the same id; it is "
                            "carried out once");
    busy.headers.emplace_back("Retry-After", "1");
    return busy;
}

}  // namespace

Response Api::desk_act(const net::Request& request) {
    if (request.method != "POST") return net::method_not_allowed(request.method, "POST");
    if (auto no = not_from_here(request)) return *no;
    const auto command = wire::decode_desk(request.body);
    if (!command) return refused(400, command.error().code, command.error().text);
    return answer_json(desk_(*command));
}

Response Api::at_desk(const net::Request& request, const std::vector<std::string>& rest) {
    if (rest.size() == 1 && rest[0] == "acts") return desk_act(request);
    if (request.method != "GET") return net::method_not_allowed(request.method, "GET, HEAD");
    if (rest.size() == 1 && rest[0] == "queue")
        return {200, "application/json",
                record::queue_json(record_.open_questions(), record_.time_mode()), {}};
    if (rest.size() == 2 && rest[0] == "games") {
        const auto game = record_.game(rest[1]);
        if (!game) return net::not_found(request.path);
        auto rulings = record_.rulings({game->event, game->round});
        std::erase_if(rulings, [&](const auto& r) { return r.game != game->game; });
        return {200, "application/json",
                record::desk_game_json(*game, record_.state(game->game),
                                       record_.questions(game->game), rulings,
                                       record_.adjournment(game->game),
                                       record_.time_mode()),
                {}};
    }
    if (rest.size() == 3 && rest[0] == "games" && rest[2] == "sheets") {
        const auto game = record_.game(rest[1]);
        if (!game) return net::not_found(request.path);
        return {200, "application/json",
                record::desk_sheets_json(*game, record_.state(game->game),
                                         record_.sheets(game->game), record_.time_mode()),
                {}};
    }
    return net::not_found(request.path);
}

}  // namespace flagfall::arbiterd
