// Results, rulings and scoresheets over HTTP.
#include "arbiterd/record/results.hpp"

#include <algorithm>
#include <limits>

#include "arbiterd/api/acts.hpp"
#include "arbiterd/api/api.hpp"
#include "arbiterd/api/body.hpp"
#include "arbiterd/api/handlers.hpp"
#include "arbiterd/api/person.hpp"
#include "arbiterd/api/requests.hpp"
#include "arbiterd/api/round_documents.hpp"
#include "arbiterd/api/summary.hpp"

namespace flagfall::api {

namespace {

// The game at the board in the path; nothing when there is none: the call has been
// answered.
std::optional<record::GameRow> game_at(Api& api, const CallPtr& call, const RoundView& view) {
    const auto board = number_of_path(api, call, "board");
    if (!board) return std::nullopt;
    for (const record::BoardRow& row : view.kept->data.boards)
        if (row.game.board == Board{*board} && !row.game.game.empty()) return row.game;
    call->refuse(problem(404, "not_found",
                         "there is no game of our clocks at board " + call->at("board")));
    return std::nullopt;
}

std::string game_etag(const RoundView& view, const record::GameRow& game) {
    return "\"r" + view.id.round + "-b" + std::to_string(game.board.number) + "-v" +
           std::to_string(game.version) + "\"";
}

}  // namespace

void get_results(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    const auto until = api.shown_until(call->who);
    Document& document = api.documents.at(name_of(*view, until ? "results later" : "results"));
    write_results(document, *view->kept, until);
    call->reply(document, "application/json");
}

void get_rulings(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    call->reply(json(record::rulings_json(view->id, api.record.rulings(view->id),
                                          api.record.time_mode())),
                etag_of(*view));
}

void get_board_rulings(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    const auto game = game_at(api, call, *view);
    if (!game) return;
    auto rulings = api.record.rulings(view->id);
    // Also rulings of a game at this board that was taken back.
    std::erase_if(rulings, [&](const record::RulingRow& r) { return r.board != game->board; });
    call->reply(json(record::rulings_json(view->id, rulings, api.record.time_mode())),
                game_etag(*view, *game));
}

void get_scoresheet(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    if (api.delayed(call->who))
        return call->refuse(problem(403, "not_yours",
                                    "moves are public after a delay only: game.pgn has them then"));
    const auto game = game_at(api, call, *view);
    if (!game) return;
    call->reply(json(record::scoresheet_json(*game, api.record.moves(game->game),
                                             api.record.time_mode())),
                game_etag(*view, *game));
}

void put_result(Api& api, const CallPtr& call) {
    const tournament::Tournament* found = entered_event_of(api, call);
    if (!found) return;
    wire::EventCommand command;
    const auto round = number_of_path(api, call, "round");
    const auto board = round ? number_of_path(api, call, "board") : std::nullopt;
    const bool with_id = !act_id(*call, "").empty();
    if (!board || !take_if_match(call, *found, command.if_match, with_id)) return;
    Body<ResultEntry> body(*call);
    if (body.refused()) return;
    wire::EnterResult act;
    act.round = *round;
    act.board = Board{*board};
    if (const auto& given = body->result.value)
        act.entered = wire::EnteredResult{given->score, given->kind, {}, given->article};
    command.by = body->by;
    command.reason = body->reason;
    command.confirm = body->confirm;
    command.event = found->id;
    command.act = std::move(act);
    act_on_event(api, call, std::move(command), {"/act/entered", "/result"});
}

void acknowledge(Api& api, const CallPtr& call) {
    const auto round = number_of_path(api, call, "round");
    if (!round) return;
    wire::Acknowledge act;
    act.round = *round;
    if (call->path.contains("board")) {
        const auto board = number_of_path(api, call, "board");
        if (!board) return;
        act.board = Board{*board};
    }
    Body<Acknowledgement> body(*call);
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    body.within("revision", body->revision, 0, most);
    if (body.refused()) return;
    act.consumer = body->consumer.empty() ? call->who.name : body->consumer;
    act.revision = body->revision;
    wire::EventCommand command;
    command.event = call->at("event");
    command.by = call->who.vouches_for_others ? call->who.name : "";
    command.act = std::move(act);
    act_on_event(api, call, std::move(command), {"/act", ""});
}

}  // namespace flagfall::api
