#include "arbiterd/shell/api.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "arbiterd/record/pgn_export.hpp"
#include "arbiterd/record/results.hpp"
#include "arbiterd/shell/metrics.hpp"
#include "common/base/now.hpp"
#include "common/base/version.hpp"
#include "common/ops/log.hpp"

namespace flagfall::arbiterd {

namespace {

using net::Response;
using nlohmann::ordered_json;

// "/a/b" -> {"a", "b"}; an empty part stays, so that "//" matches nothing.
std::vector<std::string> parts_of(std::string_view path) {
    std::vector<std::string> parts;
    path.remove_prefix(1);
    while (!path.empty()) {
        const auto slash = path.find('/');
        parts.emplace_back(path.substr(0, slash));
        path = slash == std::string_view::npos ? std::string_view{} : path.substr(slash + 1);
    }
    return parts;
}

Response json(std::string body) { return {200, "application/json", std::move(body), {}}; }

Response pgn(std::string body) { return {200, "application/x-chess-pgn", std::move(body), {}}; }

Response with_etag(Response response, std::string_view round, std::int64_t version) {
    response.headers.emplace_back("ETag", "\"r" + std::string(round) + "-v" +
                                              std::to_string(version) + "\"");
    response.headers.emplace_back("Cache-Control", "no-cache");
    return response;
}

Response no_such(std::string_view what, std::string_view detail) {
    return net::problem(404, "about:blank", "Not found",
                        "There is no " + std::string(what) + " " + std::string(detail) + ".");
}

}  // namespace

namespace {

// The path with its ids left out, for the figures.
std::string route_of(const std::vector<std::string>& parts, unsigned status) {
    if (status == 404 || parts.empty()) return status == 404 ? "none" : "/";
    std::string route;
    std::string_view before;
    for (const std::string& part : parts) {
        const bool id = before == "events" || before == "rounds" || before == "boards" ||
                        before == "games";
        route += "/" + (id ? "{" + std::string(before.substr(0, before.size() - 1)) + "}" : part);
        before = part;
    }
    return route;
}

}  // namespace

Response Api::answer(const net::Request& request) {
    const Instant began = now();
    Response response = committed_or_not(request);
    count_http(route_of(parts_of(request.path), response.status), response.status, now() - began);
    return response;
}

// Half a record is not given away as a whole one.
Response Api::committed_or_not(const net::Request& request) {
    try {
        return committed(request);
    } catch (const record::RecordError& error) {
        ops::log(ops::Level::error, "the record cannot be read", {{"text", error.what()}});
        return net::problem(503, "about:blank", "Not ready",
                            "The record cannot be read now; try again in a moment.");
    }
}

Response Api::committed(const net::Request& request) {
    const auto parts = parts_of(request.path);
    if (parts.size() >= 4 && parts[0] == "api" && parts[1] == "v1" && parts[2] == "desk")
        return at_desk(request, {parts.begin() + 3, parts.end()});
    if (request.method != "GET") return net::method_not_allowed(request.method, "GET, HEAD");
    if (parts.empty()) return index();
    if (parts.size() == 1 && parts[0] == "healthz")
        return json(ordered_json{{"status", "ok"}, {"version", version}}.dump());
    if (parts.size() == 1 && parts[0] == "readyz") return ready();
    if (parts.size() == 1 && parts[0] == "metrics")
        return {200, std::string(ops::text_content_type), metrics_text(), {}};
    if (parts.size() == 3 && parts[0] == "api" && parts[1] == "v1" && parts[2] == "events")
        return index();
    if (parts.size() >= 7 && parts[0] == "api" && parts[1] == "v1" && parts[2] == "events" &&
        parts[4] == "rounds")
        return in_round({parts[3], parts[5]}, {parts.begin() + 6, parts.end()});
    return net::not_found(request.path);
}

// Ready: the record answers and the clocks' log is being followed.
Response Api::ready() {
    const bool store = record_.alive();
    const bool link = health_.clockd_linked;
    if (store && link) return json(R"({"status":"ready"})");
    return net::problem(503, "about:blank", "Not ready",
                        store ? "clockd is not connected; results stand, new moves wait."
                              : "The record cannot be read.");
}

// Every round with its links: where a client starts.
Response Api::index() {
    ordered_json rounds = ordered_json::array();
    for (const record::RoundId& id : record_.rounds()) {
        const std::string path = record::round_path(id);
        rounds.push_back({{"event", id.event},
                          {"round", id.round},
                          {"results", path + "/results"},
                          {"pgn", path + "/games.pgn"},
                          {"rulings", path + "/rulings"}});
    }
    return json(ordered_json{{"time", record_.time_mode()}, {"rounds", rounds}}.dump());
}

Response Api::in_round(const record::RoundId& round, const std::vector<std::string>& rest) {
    const auto games = record_.games(round);
    if (games.empty()) return no_such("round", round.round + " of event " + round.event);
    const std::int64_t now = record::version(games);
    if (rest.size() == 1 && rest[0] == "results")
        return with_etag(json(record::results_json(round, games, record_.time_mode(),
                                                   record::round_path(round))),
                         round.round, now);
    if (rest.size() == 1 && rest[0] == "games.pgn") {
        std::string text;
        for (const record::GameRow& game : games)
            record::append_pgn(text, game, record_.moves(game.game));
        return with_etag(pgn(std::move(text)), round.round, now);
    }
    if (rest.size() == 1 && rest[0] == "rulings")
        return with_etag(json(record::rulings_json(round, record_.rulings(round),
                                                   record_.time_mode())),
                         round.round, now);
    if (rest.size() == 3 && rest[0] == "boards") return of_board(round, games, rest[1], rest[2]);
    return net::not_found(record::round_path(round) + "/" + (rest.empty() ? "" : rest[0]));
}

Response Api::of_board(const record::RoundId& round, const std::vector<record::GameRow>& games,
                       std::string_view board, std::string_view what) {
    const auto game = std::ranges::find_if(games, [&](const record::GameRow& g) {
        return std::to_string(g.board.number) == board;
    });
    if (game == games.end()) return no_such("board", board);
    if (what == "scoresheet")
        return with_etag(json(record::scoresheet_json(*game, record_.moves(game->game),
                                                      record_.time_mode())),
                         round.round, game->version);
    if (what == "game.pgn") {
        std::string text;
        record::append_pgn(text, *game, record_.moves(game->game));
        return with_etag(pgn(std::move(text)), round.round, game->version);
    }
    if (what == "rulings") {
        auto rulings = record_.rulings(round);
        std::erase_if(rulings, [&](const record::RulingRow& r) { return r.game != game->game; });
        return with_etag(json(record::rulings_json(round, rulings, record_.time_mode())),
                         round.round, game->version);
    }
    return net::not_found(std::string(what));
}

}  // namespace flagfall::arbiterd
