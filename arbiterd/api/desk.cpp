// The desk over HTTP: open questions, single games, and acts.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "arbiterd/api/acts.hpp"
#include "arbiterd/api/api.hpp"
#include "arbiterd/api/body.hpp"
#include "arbiterd/api/handlers.hpp"
#include "arbiterd/api/person.hpp"
#include "arbiterd/record/desk_json.hpp"
#include "arbiterd/record/history.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::api {

namespace {

using arbiterd::ActAnswer;
using nlohmann::ordered_json;

ordered_json times_json(const Both<Duration>& times) {
    return {{"whiteMs", times[Side::white].us / 1000}, {"blackMs", times[Side::black].us / 1000}};
}

ordered_json step_json(const arbiterd::Step& step) {
    ordered_json json{{"what", step.what}};
    const auto text = [&](const char* key, const std::string& value) {
        if (!value.empty()) json[key] = value;
    };
    if (step.number > 0) json["number"] = step.number;
    text("article", step.article);
    text("about", step.about);
    if (step.side) json["side"] = name(*step.side);
    text("score", step.score);
    text("ending", step.ending);
    text("who", step.who);
    if (step.ply) json["ply"] = *step.ply;
    if (step.presses) json["presses"] = *step.presses;
    text("moves", step.moves);
    text("voided", step.voided);
    text("restored", step.restored);
    text("white", step.players[Side::white]);
    text("black", step.players[Side::black]);
    return json;
}

ordered_json consequences_json(const arbiterd::Consequences& all) {
    ordered_json json = ordered_json::object();
    if (all.readings) json["readings"] = times_json(*all.readings);
    if (all.added) json["added"] = times_json(*all.added);
    if (all.runs) json["runs"] = *all.runs;
    if (all.result) json["result"] = *all.result;
    for (const arbiterd::Step& step : all.steps) json["steps"].push_back(step_json(step));
    return json;
}

net::Response desk_answer_json(const ActAnswer& answer) {
    ordered_json body{{"status", name(answer.kind)}};
    if (answer.kind != ActAnswer::Kind::preview) body["pos"] = answer.pos.value;
    else body["confirm"] = answer.confirm;
    if (answer.kind != ActAnswer::Kind::repeated) {
        const std::vector<Told>& says = answer.says;
        const std::size_t notes = says.size() - answer.consequences.steps.size();
        body["text"] = texts(says);
        if (notes > 0)
            body["remarks"] =
                ordered_json::parse(remarks_json({says.begin(), says.begin() + std::ssize(says) -
                                                  std::ssize(answer.consequences.steps)}));
        body["consequences"] = consequences_json(answer.consequences);
    }
    return json(body.dump());
}

// Has the office confirmed the round of this game?
bool is_confirmed(Api& api, const record::GameRow& game) {
    const tournament::Tournament* event = api.tournaments.find(game.event);
    if (!event) return false;
    return std::ranges::any_of(event->rounds, [&](const auto& entry) {
        return std::to_string(entry.first) == game.round &&
               entry.second.state == tournament::RoundState::confirmed;
    });
}

// The games that a board number may mean: the one that is set up there and, if there is none or it
// has not begun, also the one before it, until its round is confirmed.
std::vector<record::GameRow> meant_by(Api& api, Board board) {
    std::vector<record::GameRow> games;
    for (record::GameRow& game : api.record.games_at(board)) {
        const bool over = game.status == wire::GameStatus::finished;
        const bool begun = std::ranges::any_of(
            games, [](const auto& g) { return g.started_wall_ms.has_value(); });
        if (over && (begun || (!games.empty() && is_confirmed(api, game)))) break;
        games.push_back(std::move(game));
        if (over) break;
    }
    return games;
}

// Of a question or a game: its players by the names that their event has for them now.
template <class Row>
void name_players(Api& api, Row& row) {
    const tournament::Tournament* event = api.tournaments.find(row.event);
    if (event == nullptr) return;
    if (auto names = record::names_now(*event, row.round, row.game, row.reversed))
        row.player = std::move(*names);
}

// The game, if the caller may see it; otherwise the call has been answered.
std::optional<record::GameRow> game_of(Api& api, const CallPtr& call) {
    auto game = api.record.game(call->at("game"));
    if (!game)
        return call->refuse(problem(404, "not_found", "there is no game " + call->at("game"))),
               std::nullopt;
    name_players(api, *game);
    return game;
}

}  // namespace

void get_queue(Api& api, const CallPtr& call) {
    // Callers who see the same questions share a cached document.
    std::string form = "\nqueue " + call->who.event + '\n' +
                       std::string(call->request().param("sector").value_or(""));
    for (const std::string& sector : call->who.sectors) form += '\n' + sector;
    auto open = api.record.open_questions();
    std::erase_if(open, [&](const auto& q) { return !access::may_event(call->who, q.event); });
    if (call->request().param("sector") != "all" && !call->who.sectors.empty())
        std::erase_if(open, [&](const auto& question) {
            const tournament::Tournament* event = api.tournaments.find(question.event);
            return !event || !access::may_board(call->who, event->info, question.board);
        });
    for (record::QuestionRow& question : open) name_players(api, question);
    const auto version = [&](const record::QuestionRow& question) {
        const tournament::Tournament* event = api.tournaments.find(question.event);
        return std::max(question.version, event ? event->changed.value : 0);
    };
    Document& document = api.documents.at(form);
    document.update(
        open.size(), 0, [&](std::size_t i) { return Stamp{open[i].pos, version(open[i])}; },
        [&](std::size_t i) { return Written{record::queue_question(open[i])}; });
    document.frame(record::queue_head(open.size(), api.record.time_mode()), ",",
                   record::queue_foot());
    call->reply(document, "application/json");
}

void get_desk_board(Api& api, const CallPtr& call) {
    const auto board = number_of_path(api, call, "board");
    if (!board) return;
    auto games = meant_by(api, Board{*board});
    std::erase_if(games, [&](const auto& g) { return !access::may_event(call->who, g.event); });
    for (record::GameRow& game : games) name_players(api, game);
    call->reply(json(record::desk_board_json(Board{*board}, games, api.record.time_mode())));
}

void get_desk_game(Api& api, const CallPtr& call) {
    const auto game = game_of(api, call);
    if (!game) return;
    auto rulings = api.record.rulings({game->event, game->round});
    std::erase_if(rulings, [&](const auto& r) { return r.game != game->game; });
    call->reply(json(record::desk_game_json(*game, api.record.state(game->game),
                                            api.record.questions(game->game), rulings,
                                            api.record.adjournment(game->game),
                                            api.record.time_mode())));
}

void get_desk_history(Api& api, const CallPtr& call) {
    const auto game = game_of(api, call);
    if (!game) return;
    call->reply(json(record::history_json(api.record, *game, api.record.time_mode())));
}

void get_desk_sheets(Api& api, const CallPtr& call) {
    const auto game = game_of(api, call);
    if (!game) return;
    call->reply(json(record::desk_sheets_json(*game, api.record.state(game->game),
                                              api.record.sheets(game->game),
                                              api.record.time_mode())));
}

void post_desk_act(Api& api, const CallPtr& call) {
    if (!complete_act(*call)) return;
    auto command = wire::decode_desk(*call->json);
    if (!command) return refuse_body(*call, command.error());
    // The record may be slightly behind: a game that it does not have yet has no event.
    const auto game = api.record.game(command->game);
    Where where;
    if (game) where = {game->event, {game->board}, {}};
    else if (!call->who.event.empty() || !call->who.sectors.empty())
        return call->refuse(refusal(422, "unknown_game", "there is no game " + command->game));
    act_as_person(api, call, std::move(*command), where, {}, desk_answer_json);
}

}  // namespace flagfall::api
