// Results in the formats of other programs.
#include "arbiterd/formats/export.hpp"

#include <algorithm>

#include "arbiterd/api/acts.hpp"
#include "arbiterd/api/api.hpp"
#include "arbiterd/api/handlers.hpp"
#include "arbiterd/api/summary.hpp"
#include "arbiterd/formats/livechess.hpp"
#include "arbiterd/record/broadcast.hpp"
#include "common/base/now.hpp"
#include "common/store/crypto.hpp"

namespace flagfall::api {

namespace {

tournament::RoundResults results_in(Api& api, const tournament::Tournament& tournament,
                               const tournament::EventRound& round) {
    const record::RoundId id{tournament.id, api.tournaments.name_of(tournament.id, round.number)};
    return record::results_of(record::boards_of(tournament, round, api.record.games(id)));
}

formats::Results all_results(Api& api, const tournament::Tournament& tournament) {
    formats::Results all;
    for (const auto& [number, round] : tournament.rounds)
        all[number] = results_in(api, tournament, round);
    return all;
}

// The event as the caller may see it: a draft is the office's own matter, and so are dates of
// birth.
tournament::Tournament as_shown(Api& api, const CallPtr& call,
                                const tournament::Tournament& tournament) {
    tournament::Tournament shown = tournament;
    if (call->who.role == access::Role::public_viewer && api.tournaments.entered(tournament.id))
        for (auto& [number, round] : shown.rounds)
            if (round.state == "drafted") round.pairings.clear();
    if (!sees_births(call->who)) {
        for (auto& [number, player] : shown.players) player.birth.clear();
        shown.info.trf_records.clear();  // national records have births, too
    }
    return shown;
}

// The answer has a header for each note on what the format cannot express.
void reply_file(const CallPtr& call, const formats::Exported& file, std::string_view type,
                const std::string& etag) {
    auto response = text(file.text, type);
    for (const std::string& note : file.notes)
        response.headers.emplace_back("X-Flagfall-Note", note);
    call->reply(std::move(response), etag);
}

// How long ago something must have been made to be shown: what was asked, and for spectators at
// least what the hall has set.
std::int64_t delay_of(Api& api, const CallPtr& call) {
    constexpr std::int64_t most = 24 * 3600;
    const auto asked = call->number("delay", 0, 0, most);
    return api.delayed(call->who) ? std::max(asked, api.options.public_delay_s) : asked;
}

std::vector<record::BoardRow> boards_in(Api& api, const RoundView& view) {
    return record::boards_of(*view.tournament, *view.round, api.record.games(view.id));
}

std::string pgn_of(Api& api, const RoundView& view, const record::RoundView& shown) {
    const bool entered = api.tournaments.entered(view.tournament->id);
    return record::round_pgn(
        boards_in(api, view), shown,
        [&](const record::GameRow& game) { return api.record.moves(game.game); },
        [&](const record::BoardRow& board) {
            return entered ? formats::pgn_tags(*view.tournament, *view.round, board.player)
                           : wire::Pairs{};
        });
}

void reply_pgn(Api& api, const CallPtr& call, const RoundView& view, record::Slice slice) {
    constexpr std::string_view type = "application/x-chess-pgn";
    record::RoundView shown{std::move(slice), {}};
    if (const auto delay = delay_of(api, call); delay > 0)
        shown.until_wall_ms = wall_ms() - delay * 1000;
    if (call->refused()) return;
    if (!shown.until_wall_ms)
        return call->reply(text(api.cached(call->request().target, view.etag,
                                           [&] { return pgn_of(api, view, shown); }),
                                type),
                           view.etag);
    auto body = pgn_of(api, view, shown);
    const std::string etag = etag_by_content(body);
    call->reply(text(std::move(body), type), etag);
}

// The row of the board of the path, with a game of our clocks or without.
std::optional<record::GameRow> row_at(Api& api, const CallPtr& call, const RoundView& view) {
    const auto board = number_of_path(api, call, "board");
    if (!board) return std::nullopt;
    for (record::BoardRow& row : boards_in(api, view))
        if (row.game.board == Board{*board}) return std::move(row.game);
    call->refuse(problem(404, "not_found", "there is no board " + call->at("board")));
    return std::nullopt;
}

formats::LiveBoards live_boards(Api& api, const tournament::Tournament& tournament) {
    formats::LiveBoards live;
    for (const auto& [number, round] : tournament.rounds)
        for (const record::BoardRow& row : record::boards_of(
                 tournament, round,
                 api.record.games({tournament.id, api.tournaments.name_of(tournament.id, number)})))
            if (row.game.started_wall_ms && row.game.status != "finished")
                live[number].insert(row.game.board);
    return live;
}

}  // namespace

void get_games_pgn(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    const auto asked = call->request().param("slice");
    auto slice = asked ? record::slice_from(*asked) : record::Slice{};
    if (!slice) return call->refuse(problem(400, "bad_parameter", "slice: " + slice.error()));
    reply_pgn(api, call, *view, std::move(*slice));
}

void get_game_pgn(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    const auto row = row_at(api, call, *view);
    if (row) reply_pgn(api, call, *view, {{row->board, row->board}});
}

void get_trf(Api& api, const CallPtr& call) {
    const tournament::Tournament* tournament = event_of(api, call);
    if (!tournament) return;
    formats::TrfOptions options;
    const auto version = call->number("version", 26, 16, 26);
    if (!call->refused() && version != 16 && version != 26)
        call->refuse(problem(400, "bad_parameter", "version: 26 or 16 is expected"));
    if (call->refused()) return;
    options.trf26 = version == 26;
    const tournament::Tournament shown = as_shown(api, call, *tournament);
    const auto file = formats::trf(shown, all_results(api, shown), options);
    if (!file) return call->refuse(problem(422, "cannot_say", file.error().text));
    reply_file(call, *file, "application/x-trf", etag_by_content(file->text));
}

void get_pairing_trf(Api& api, const CallPtr& call) {
    const tournament::Tournament* tournament = event_of(api, call);
    if (!tournament) return;
    const auto round = number_of_path(api, call, "round");
    if (!round) return;
    const auto version = call->number("version", 26, 16, 26);
    if (call->refused()) return;
    if (version != 16 && version != 26)
        return call->refuse(problem(400, "bad_parameter", "version: 26 or 16 is expected"));
    if (*round > limits::event_rounds)
        return call->refuse(problem(404, "not_found", "rounds go from 1 to " +
                                                          std::to_string(limits::event_rounds)));
    formats::TrfOptions options;
    options.trf26 = version == 26;
    options.to_pair = *round;
    if (const auto colour = call->request().param("colour")) {
        if (*colour != "white" && *colour != "black")
            return call->refuse(
                problem(400, "bad_parameter", "colour: white or black is expected"));
        options.initial_colour = *colour == "white" ? Side::white : Side::black;
    }
    const tournament::Tournament shown = as_shown(api, call, *tournament);
    const auto file = formats::trf(shown, all_results(api, shown), options);
    if (!file) return call->refuse(problem(422, "cannot_say", file.error().text));
    reply_file(call, *file, "application/x-trf", etag_by_content(file->text));
}

void get_results_csv(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    const auto file = formats::results_csv(*view->tournament, all_results(api, *view->tournament),
                                           view->round->number);
    reply_file(call, file, "text/csv; charset=utf-8", view->etag);
}

void get_players_csv(Api& api, const CallPtr& call) {
    const tournament::Tournament* tournament = event_of(api, call);
    if (!tournament) return;
    reply_file(call, formats::players_csv(as_shown(api, call, *tournament)),
               "text/csv; charset=utf-8", players_etag(call->who, *tournament));
}

void get_vega(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    const std::string given(call->request().param("codes").value_or(api.options.vega_codes));
    formats::VegaCodes codes = formats::default_vega_codes();
    if (!given.empty()) {
        auto read = formats::vega_codes(given);
        if (!read)
            return call->refuse(problem(400, "bad_parameter", "codes: " + read.error().text));
        codes = std::move(*read);
    }
    const auto file = formats::vega(*view->round,
                                    results_in(api, *view->tournament, *view->round), codes);
    if (!file) return call->refuse(problem(422, "cannot_say", file.error().text));
    reply_file(call, *file, "text/plain; charset=utf-8", view->etag);
}

void get_table(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    const auto order = call->request().param("order").value_or("pairings");
    if (order != "pairings" && order != "players")
        return call->refuse(
            problem(400, "bad_parameter", "order: pairings or players is expected"));
    auto page = formats::retype_html(
        *view->tournament, view->round->number, results_in(api, *view->tournament, *view->round),
        order == "players" ? formats::RetypeOrder::numbers : formats::RetypeOrder::boards);
    // The sheet can be compared later with the record it was made from.
    page.insert(page.rfind("</main>"),
                "<p>Signed: " + record::proof_text(api.record.signed_head()) + "</p>\n");
    call->reply(text(std::move(page), "text/html; charset=utf-8"), view->etag);
}

void get_pairs(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    reply_file(call, formats::pairs(*view->round), "text/plain; charset=utf-8", view->etag);
}

void get_cloud_tournament(Api& api, const CallPtr& call) {
    const tournament::Tournament* tournament = event_of(api, call);
    if (!tournament) return;
    const tournament::Tournament shown = as_shown(api, call, *tournament);
    auto body = formats::livechess_tournament(shown, live_boards(api, shown));
    const std::string etag = etag_by_content(body);
    call->reply(json(std::move(body)), etag);
}

void get_cloud_round(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    auto body = formats::livechess_round(*view->tournament, view->round->number,
                                         results_in(api, *view->tournament, *view->round),
                                         live_boards(api, *view->tournament));
    const std::string etag = etag_by_content(body);
    call->reply(json(std::move(body)), etag);
}

void get_cloud_game(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    // LiveChess counts the games of a round from 1, whatever the boards' numbers are.
    const auto number = number_of_path(api, call, "board");
    if (!number) return;
    auto rows = boards_in(api, *view);
    if (*number > rows.size())
        return call->refuse(problem(404, "not_found", "there is no game " + call->at("board")));
    record::GameRow& row = rows[*number - 1].game;
    auto moves = api.record.moves(row.game);
    const auto delay = delay_of(api, call);
    if (call->refused()) return;
    const auto shown = delay > 0
                           ? record::shown_at(std::move(row), std::move(moves),
                                              wall_ms() - delay * 1000)
                           : record::ShownGame{std::move(row), std::move(moves)};
    auto body = formats::livechess_game(shown.game, shown.moves);
    const std::string etag = etag_by_content(body);
    call->reply(json(std::move(body)), etag);
}

}  // namespace flagfall::api
