// Files of pairing programs, taken whole or refused whole.
#include "arbiterd/formats/import.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arbiterd/api/acts.hpp"
#include "arbiterd/api/api.hpp"
#include "arbiterd/api/handlers.hpp"

namespace flagfall::api {

namespace {

using nlohmann::ordered_json;

// What the request's file says; nothing when it cannot be read, and the call is answered.
std::optional<formats::Imported> file_of(const CallPtr& call, const event::Tournament& present,
                                         std::uint32_t round) {
    const std::string& text = call->request().body;
    auto format = formats::format_of(call->request().header("Content-Type").value_or(""));
    if (!format) format = formats::looked_like(text);
    auto file = formats::read(*format, text, &present, round);
    if (file) return std::move(*file);
    const formats::ImportError& error = file.error();
    std::string what = "expected " + error.expected;
    if (!error.found.empty()) what += ", found " + error.found;
    auto response = problem(422, "bad_file",
                            std::string(formats::name(*format)) + ", " + formats::text(error) +
                                "; nothing was changed",
                            {{"", std::move(what), error.line, error.column}});
    call->refuse(std::move(response));
    return std::nullopt;
}

void carry_out(Api& api, const CallPtr& call, wire::EventCommand command,
               const formats::Imported& file) {
    std::size_t pairings = 0;
    for (const event::EventRound& round : file.rounds) pairings += round.pairings.size();
    ordered_json more{{"format", file.format}, {"players", file.players.size()},
                      {"rounds", file.rounds.size()}, {"pairings", pairings},
                      {"notes", file.notes}};
    if (const auto by = call->request().param("by")) command.by = *by;
    if (command.by.empty() && call->who.vouches_for_others) command.by = call->who.name;
    command.reason = "file: " + file.format;
    act_on_event(api, call, std::move(command), [more](const auto& sent, const auto& answer) {
        auto response = event_answer_json(sent, answer);
        ordered_json body = ordered_json::parse(response.body);
        body.update(more);
        response.body = body.dump();
        return response;
    });
}

// The event's players with those of the file, which go before.
std::vector<event::EventPlayer> together(const event::Tournament& present,
                                         const std::vector<event::EventPlayer>& told) {
    auto players = present.players;
    for (const event::EventPlayer& player : told) players[player.number] = player;
    std::vector<event::EventPlayer> all;
    for (auto& [number, player] : players) all.push_back(std::move(player));
    return all;
}

// What the whole file says, for an event that is there.
wire::ImportEvent whole(const event::Tournament& present, const formats::Imported& file) {
    wire::ImportEvent act;
    act.info = file.info;
    if (act.info && act.info->name.empty()) act.info->name = present.info.name;
    if (!file.players.empty()) act.players = together(present, file.players);
    act.teams = file.teams;
    act.rounds = file.rounds;
    return act;
}

}  // namespace

void import_event(Api& api, const CallPtr& call) {
    const event::Tournament* found = entered_event_of(api, call);
    wire::EventCommand command;
    if (!found || !take_if_match(call, *found, command.if_match)) return;
    const auto round = call->number("round", 0, 0, limits::event_rounds);
    if (call->refused()) return;
    const auto file = file_of(call, *found, static_cast<std::uint32_t>(round));
    if (!file) return;
    command.event = found->id;
    command.act = whole(*found, *file);
    carry_out(api, call, std::move(command), *file);
}

void put_players(Api& api, const CallPtr& call) {
    const event::Tournament* found = entered_event_of(api, call);
    wire::EventCommand command;
    if (!found || !take_if_match(call, *found, command.if_match)) return;
    auto file = file_of(call, *found, 0);
    if (!file) return;
    if (file->players.empty())
        return call->refuse(problem(422, "bad_file", "there are no players in it",
                                    {{"", "players are expected", 1, 1}}));
    if (!file->rounds.empty()) file->notes.emplace_back("rounds of the file were not taken");
    file->rounds.clear();
    wire::EnterPlayers act;
    act.players = file->players;
    command.event = found->id;
    command.act = std::move(act);
    carry_out(api, call, std::move(command), *file);
}

void put_pairings(Api& api, const CallPtr& call) {
    const event::Tournament* found = entered_event_of(api, call);
    wire::EventCommand command;
    if (!found || !take_if_match(call, *found, command.if_match)) return;
    const auto number = number_of_path(api, call, "round");
    if (!number) return;
    auto file = file_of(call, *found, *number);
    if (!file) return;
    const auto round = std::ranges::find(file->rounds, *number, &event::EventRound::number);
    if (round == file->rounds.end())
        return call->refuse(problem(422, "bad_file",
                                    "there are no pairings of round " + call->at("round") +
                                        " in it",
                                    {{"", "pairings of this round are expected", 1, 1}}));
    file->rounds = {*round};
    const bool new_players = std::ranges::any_of(file->players, [&](const auto& player) {
        return !found->players.contains(player.number);
    });
    const auto known = found->rounds.find(*number);
    command.event = found->id;
    if (new_players || known == found->rounds.end()) {
        wire::ImportEvent act;
        if (new_players) act.players = together(*found, file->players);
        act.rounds = file->rounds;
        if (known != found->rounds.end()) {
            act.rounds.front().starts = known->second.starts;
            act.rounds.front().terms = known->second.terms;
        }
        command.act = std::move(act);
    } else {
        wire::SetPairings act;
        act.round = *number;
        act.pairings = file->rounds.front().pairings;
        command.act = std::move(act);
    }
    carry_out(api, call, std::move(command), *file);
}

}  // namespace flagfall::api
