#include "arbiterd/api/summary.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "arbiterd/api/acts.hpp"
#include "arbiterd/api/api.hpp"
#include "arbiterd/record/boards.hpp"
#include "arbiterd/record/results.hpp"
#include "common/store/crypto.hpp"
#include "common/wire/codec_writer.hpp"

namespace flagfall::api {

namespace {

using nlohmann::ordered_json;

record::RoundId id_of(const Api& api, const tournament::Tournament& tournament,
                      const tournament::EventRound& round) {
    return {tournament.id, api.tournaments.name_of(tournament.id, round.number)};
}

ordered_json rounds_json(Api& api, const tournament::Tournament& tournament) {
    ordered_json all = ordered_json::array();
    for (const auto& [number, round] : tournament.rounds)
        all.push_back(ordered_json::parse(round_summary(api, tournament, round)));
    return all;
}

// The part that changes only with the event, as its ETag promises.
ordered_json rounds_as_entered(Api& api, const tournament::Tournament& tournament) {
    ordered_json all = ordered_json::array();
    for (const auto& [number, round] : tournament.rounds) {
        const record::RoundId id = id_of(api, tournament, round);
        all.push_back({{"number", number}, {"round", id.round}, {"state", name(round.state)},
                       {"starts", round.starts}, {"results", record::round_path(id) + "/results"}});
    }
    return all;
}

}  // namespace

std::string round_summary(Api& api, const tournament::Tournament& tournament,
                          const tournament::EventRound& round) {
    const record::RoundId id = id_of(api, tournament, round);
    const auto& counts = api.counts(id);
    const auto boards = std::ranges::count_if(
        round.pairings, [](const tournament::EventPairing& p) { return !p.bye; });
    const std::set<std::string_view> over_at_clocks(counts.finished.begin(),
                                                    counts.finished.end());
    const auto finished = std::ranges::count_if(
        round.pairings, [&](const tournament::EventPairing& p) {
            return p.entered.has_value() || over_at_clocks.contains(p.game);
        });
    const std::string path = record::round_path(id);
    const bool over = !api.tournaments.entered(tournament.id) && finished == boards;
    return ordered_json{{"number", round.number},
                        {"round", id.round},
                        {"state", name(over ? tournament::RoundState::finished : round.state)},
                        {"starts", round.starts},
                        {"boards", boards},
                        {"finished", finished},
                        {"results", path + "/results"},
                        {"pgn", path + "/games.pgn"},
                        {"rulings", path + "/rulings"}}
        .dump();
}

std::string event_summary(Api& api, const tournament::Tournament& tournament) {
    return ordered_json{{"event", tournament.id},
                        {"name", tournament.info.name},
                        {"begins", tournament.info.begins},
                        {"ends", tournament.info.ends},
                        {"entered", api.tournaments.entered(tournament.id)},
                        {"hidden", tournament.hidden},
                        {"players", tournament.players.size()},
                        {"rounds", rounds_json(api, tournament)}}
        .dump();
}

std::string event_json(Api& api, const tournament::Tournament& tournament) {
    ordered_json teams = ordered_json::array();
    for (const auto& [number, team] : tournament.teams)
        teams.push_back(ordered_json::parse(wire::object_of(team, wire::Names::of_api)));
    const std::string path = record::event_path(tournament.id);
    return ordered_json{
        {"event", tournament.id},
        {"revision", tournament.changed.value},
        {"entered", api.tournaments.entered(tournament.id)},
        {"hidden", tournament.hidden},
        {"info", ordered_json::parse(wire::object_of(tournament.info, wire::Names::of_api))},
        {"players", tournament.players.size()},
        {"teams", teams},
        {"rounds", rounds_as_entered(api, tournament)},
        {"links",
         {{"players", path + "/players"}, {"rounds", path + "/rounds"},
          {"changes", path + "/changes"}, {"stream", path + "/stream"},
          {"trf", path + "/trf"}, {"cloud", "/get/" + tournament.id + "/tournament.json"}}}}
        .dump();
}

tournament::ResultAt clock_results(Api& api, const tournament::Tournament& tournament) {
    return [&api, &tournament, read = std::map<std::uint32_t, tournament::RoundResults>()](
               std::uint32_t round, Board board) mutable {
        const auto [of_round, is_new] = read.try_emplace(round);
        if (is_new)
            of_round->second = record::results_of(
                api.round({tournament.id, api.tournaments.name_of(tournament.id, round)})
                    .data.boards);
        const auto found = of_round->second.find(board);
        return found == of_round->second.end() ? tournament::BoardResult{} : found->second;
    };
}

std::string etag_by_content(std::string_view body) {
    constexpr std::size_t digits = 32;
    return "\"" + store::hex(store::bytes(store::sha256(body))).substr(0, digits) + "\"";
}

std::string etag_of(const RoundView& view) {
    return "\"r" + view.id.round + "-v" + std::to_string(view.kept->data.version) + "-e" +
           std::to_string(view.tournament->changed.value) + "\"";
}

std::string name_of(const RoundView& view, std::string_view form) {
    return view.id.event + '\n' + view.id.round + '\n' + std::string(form);
}

std::string name_of(const CallPtr& call, const tournament::Tournament& tournament,
                    std::string_view form) {
    std::string name = tournament.id + "\n\n" + std::string(form);
    if (access::in_office(call->who)) name += " for the office";
    return name;
}

std::optional<RoundView> view_of(Api& api, const CallPtr& call) {
    const tournament::Tournament* tournament = api.tournaments.find(call->at("event"));
    const tournament::EventRound* round =
        api.tournaments.round_named(call->at("event"), call->at("round"));
    const bool hidden = round && round->state == tournament::RoundState::drafted &&
                        !access::in_office(call->who) &&
                        api.tournaments.entered(tournament->id);
    if (!round || hidden) {
        call->refuse(problem(404, "not_found",
                             "there is no round " + call->at("round") + " of event " +
                                 call->at("event")));
        return std::nullopt;
    }
    RoundView view{tournament, round, id_of(api, *tournament, *round), nullptr};
    view.kept = &api.round(view.id);
    return view;
}

}  // namespace flagfall::api
