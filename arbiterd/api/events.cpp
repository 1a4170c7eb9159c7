// Events, players and rounds in their present state, and acts on them.
#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "arbiterd/api/acts.hpp"
#include "arbiterd/api/api.hpp"
#include "arbiterd/api/body.hpp"
#include "arbiterd/api/handlers.hpp"
#include "arbiterd/api/person.hpp"
#include "arbiterd/api/requests.hpp"
#include "arbiterd/api/summary.hpp"
#include "arbiterd/record/results.hpp"
#include "arbiterd/tournament/notes.hpp"
#include "common/wire/codec.hpp"
#include "common/wire/codec_writer.hpp"

namespace flagfall::api {

namespace {

using nlohmann::ordered_json;

// A page of a list: [first, last), and where the next page begins.
struct Page {
    std::size_t first = 0;
    std::size_t last = 0;
    std::optional<std::string> next;
};

// The cursor is the number of items before the page. Nothing: the call has been answered.
std::optional<Page> page_of(const CallPtr& call, std::size_t all) {
    constexpr std::int64_t most = 1'000'000;
    const auto first = static_cast<std::size_t>(call->number("cursor", 0, 0, most));
    const auto limit = static_cast<std::size_t>(call->number("limit", 200, 1, 1000));
    if (call->refused()) return std::nullopt;
    Page page{std::min(first, all), std::min(first + limit, all), {}};
    if (page.last < all) page.next = std::to_string(page.last);
    return page;
}

void add_link(net::Response& response, const CallPtr& call, const Page& page) {
    if (!page.next) return;
    const auto limit = call->request().param("limit");
    response.headers.emplace_back(
        "Link", "<" + call->request().path + "?cursor=" + *page.next +
                    (limit ? "&limit=" + std::string(*limit) : "") + ">; rel=\"next\"");
}

constexpr Part of_act{"/act", ""};  // for bodies that have only a part of the command

// Neither list has data that changes with the moves, so the ETag does not reveal moves early.
void reply_by_content(const CallPtr& call, net::Response response) {
    const std::string etag = etag_by_content(response.body);
    call->reply(std::move(response), etag);
}

}  // namespace

void list_events(Api& api, const CallPtr& call) {
    auto ids = api.tournaments.ids();
    const bool all = call->request().param("hidden") == "true" &&
                     access::in_office(call->who);
    std::erase_if(ids, [&](const auto& id) {
        return !access::may_event(call->who, id) || (!all && api.tournaments.hidden(id));
    });
    const auto page = page_of(call, ids.size());
    if (!page) return;
    ordered_json events = ordered_json::array();
    ordered_json rounds = ordered_json::array();
    for (std::size_t i = page->first; i < page->last; ++i) {
        const tournament::Tournament& each = *api.tournaments.find(ids[i]);
        ordered_json summary = ordered_json::parse(event_summary(api, each));
        for (const auto& round : summary["rounds"])
            rounds.push_back({{"event", each.id}, {"round", round["round"]},
                              {"results", round["results"]}, {"pgn", round["pgn"]},
                              {"rulings", round["rulings"]}});
        events.push_back(std::move(summary));
    }
    auto response = json(ordered_json{
        {"time", api.record.time_mode()}, {"events", events}, {"rounds", rounds}}
                             .dump());
    add_link(response, call, *page);
    reply_by_content(call, std::move(response));
}

void get_event(Api& api, const CallPtr& call) {
    const tournament::Tournament* found = event_of(api, call);
    if (!found) return;
    if (access::in_office(call->who) || found->info.trf_records.empty())
        return call->reply(json(event_json(api, *found)), etag_of(*found));
    tournament::Tournament shown = *found;
    shown.info.trf_records.clear();  // national records have dates of birth
    call->reply(json(event_json(api, shown)), players_etag(call->who, *found));
}

void create_event(Api& api, const CallPtr& call) {
    Body<NewEvent> body(*call);
    if (body.refused()) return;
    wire::EventCommand command;
    command.event = body->id;
    command.by = body->by;
    command.reason = body->reason;
    command.act = wire::CreateEvent{body->info};
    const auto created = [](const auto& sent, const auto& answer) {
        auto response = event_answer_json(sent, answer);
        response.status = 201;
        response.headers.emplace_back("Location", "/api/v1/events/" + sent.event);
        return response;
    };
    act_on_event(api, call, std::move(command), of_act, created);
}

void put_event(Api& api, const CallPtr& call) {
    const tournament::Tournament* found = entered_event_of(api, call);
    if (!found) return;
    std::optional<Pos> match;
    if (!take_if_match(call, *found, match, !act_id(*call, "").empty())) return;
    Body<EventChange> body(*call);
    if (body.refused()) return;
    wire::EventCommand command;
    command.event = found->id;
    command.by = body->by;
    command.reason = body->reason;
    command.confirm = body->confirm;
    command.if_match = match;
    command.act = wire::ChangeEvent{body->info};
    act_on_event(api, call, std::move(command), of_act);
}

namespace {

// Notes for an arbiter about pairings entered by hand, and about players who come back for them.
std::vector<Told> notes_on_act(Api& api, const wire::EventCommand& command) {
    const tournament::Tournament* event = api.tournaments.find(command.event);
    if (!event) return {};
    tournament::EventRound round;
    if (const auto* file = std::get_if<wire::ImportEvent>(&command.act))
        return notes_on_import(api, command.event, *file);
    if (const auto* set = std::get_if<wire::SetPairings>(&command.act)) {
        round.number = set->round;
        round.pairings = set->pairings;
        return tournament::notes_on(*event, round, clock_results(api, *event));
    }
    if (const auto* change = std::get_if<wire::ChangePairing>(&command.act))
        return tournament::notes_on_change(*event, *change, clock_results(api, *event));
    if (const auto* finish = std::get_if<wire::FinishRound>(&command.act))
        return tournament::notes_on_finish(*event, *finish);
    if (const auto* enter = std::get_if<wire::EnterPlayers>(&command.act))
        return tournament::notes_on_numbers(
            *event, enter->players, enter->players,
            tournament::persons(event->players, enter->players));
    if (const auto* enter = std::get_if<wire::EnterTeams>(&command.act))
        return tournament::notes_on_teams(*event, enter->teams);
    const auto* withdraw = std::get_if<wire::WithdrawPlayer>(&command.act);
    return withdraw ? tournament::notes_on_return(*event, *withdraw) : std::vector<Told>();
}

}  // namespace

void post_act(Api& api, const CallPtr& call) {
    if (!complete_act(*call)) return;
    // The body need not repeat the event of the path.
    wire::Json& body = *call->json;
    const std::string& event = call->at("event");
    if (!body.find("event")) body.set("event", wire::json_text(event));
    auto command = wire::decode_event(body);
    if (!command) return refuse_body(*call, command.error());
    if (command->event != event)
        return call->refuse(problem(400, "bad_body",
                                    "event: it does not match the event in the URL",
                                    {{"/event", "leave it out, or send " + event}}));
    const auto if_match = call->request().header("If-Match");
    if (if_match && *if_match != "*") {
        const tournament::Tournament* found = entered_event_of(api, call);
        const bool with_id = !act_id(*call, command->id).empty();
        if (!found || !take_if_match(call, *found, command->if_match, with_id)) return;
    }
    std::vector<Told> notes = notes_on_act(api, *command);
    act_on_event(api, call, std::move(*command), {},
                 [notes = std::move(notes)](const auto& sent, const auto& answer) {
                     return event_answer_json(sent, answer, notes);
                 });
}

void list_players(Api& api, const CallPtr& call) {
    const tournament::Tournament* found = event_of(api, call);
    if (!found) return;
    const auto page = page_of(call, found->players.size());
    if (!page) return;
    std::string body = "{\"players\":[";
    std::size_t index = 0;
    for (const auto& [number, player] : found->players) {
        if (index >= page->first && index < page->last) {
            auto shown = player;
            if (!access::in_office(call->who)) shown.birth.clear(), shown.byes.clear();
            body += (body.back() == '[' ? "" : ",") + wire::object_of(shown, wire::Names::of_api);
        }
        ++index;
    }
    body += "],\"next\":" + (page->next ? "\"" + *page->next + "\"" : std::string("null")) + "}";
    auto response = json(std::move(body));
    add_link(response, call, *page);
    call->reply(std::move(response), players_etag(call->who, *found));
}

void list_rounds(Api& api, const CallPtr& call) {
    const tournament::Tournament* found = event_of(api, call);
    if (!found) return;
    const ordered_json summary = ordered_json::parse(event_summary(api, *found));
    reply_by_content(call, json(ordered_json{{"rounds", summary["rounds"]}}.dump()));
}

void get_round(Api& api, const CallPtr& call) {
    const tournament::Tournament* found = event_of(api, call);
    if (!found) return;
    const tournament::EventRound* round = api.tournaments.round_named(found->id, call->at("round"));
    if (!round)
        return call->refuse(problem(404, "not_found", "there is no round " + call->at("round")));
    if (round->state == tournament::RoundState::drafted && !access::in_office(call->who))
        return call->refuse(problem(404, "not_found", "this round is not published yet"));
    ordered_json body{{"event", found->id}, {"revision", found->changed.value}};
    body["round"] = ordered_json::parse(wire::object_of(*round, wire::Names::of_api));
    call->reply(json(body.dump()), etag_of(*found));
}

}  // namespace flagfall::api
