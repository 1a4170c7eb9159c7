// Results in the formats of other programs.
#include "arbiterd/formats/export.hpp"

#include <algorithm>

#include "arbiterd/api/acts.hpp"
#include "arbiterd/api/api.hpp"
#include "arbiterd/api/handlers.hpp"
#include "arbiterd/api/limits.hpp"
#include "arbiterd/api/round_documents.hpp"
#include "arbiterd/api/summary.hpp"
#include "arbiterd/formats/livechess.hpp"
#include "arbiterd/record/broadcast.hpp"
#include "arbiterd/record/pgn_export.hpp"
#include "common/base/now.hpp"

namespace flagfall::api {

namespace {

formats::Results all_results(Api& api, const tournament::Tournament& tournament) {
    formats::Results all;
    for (const auto& [number, round] : tournament.rounds)
        all[number] = record::results_of(
            api.round({tournament.id, api.tournaments.name_of(tournament.id, number)}).data.boards);
    return all;
}

// A different stamp after each change of the event or of a result in it.
Stamp stamp_of(Api& api, const tournament::Tournament& tournament) {
    Stamp stamp{tournament.changed.value, 0};
    for (const auto& [number, round] : tournament.rounds)
        stamp.second = std::max(
            stamp.second,
            api.round({tournament.id, api.tournaments.name_of(tournament.id, number)})
                .results_serial);
    return stamp;
}

// Notes travel as headers, and clients take few of those: the rest is counted.
std::vector<std::string> in_headers(std::vector<std::string> notes) {
    std::size_t bytes = 0;
    std::size_t kept = 0;
    while (kept < notes.size() && kept < limits::header_notes &&
           (bytes += notes[kept].size()) <= limits::header_notes_bytes)
        ++kept;
    if (kept == notes.size()) return notes;
    const std::string more = std::to_string(notes.size() - kept);
    notes.resize(kept);
    notes.push_back(more + " more notes like these are left out here");
    return notes;
}

// A file that is made whole, or what is wrong with it; `name` says whose, and how it is made.
void reply_whole(Api& api, const CallPtr& call, const std::string& name, Stamp stamp,
                 std::string_view type,
                 const std::function<formats::ExportResult()>& make) {
    Document& document = api.documents.at(name);
    if (!document.is_of(stamp)) {
        auto file = make();
        if (!file) return call->refuse(problem(422, "cannot_say", file.error().text));
        document.notes = in_headers(std::move(file->notes));
        document.set(stamp, [&] { return std::move(file->text); });
        document.shows = stamp;
    }
    call->reply(document, type);
}

// The event as the caller may see it: drafts and dates of birth are for the office
// only.
tournament::Tournament as_shown(Api& api, const CallPtr& call,
                                const tournament::Tournament& tournament) {
    tournament::Tournament shown = tournament;
    if (access::in_office(call->who)) return shown;
    if (api.tournaments.entered(tournament.id))
        for (auto& [number, round] : shown.rounds)
            if (round.state == tournament::RoundState::drafted) round.pairings.clear();
    for (auto& [number, player] : shown.players) player.birth.clear();
    shown.info.trf_records.clear();  // national records have births, too
    return shown;
}

// How old something must be to be shown, in seconds: the delay in the query, rounded up to a step,
// and for spectators at least the hall's delay.
std::int64_t delay_of(Api& api, const CallPtr& call) {
    const auto asked = call->number("delay", 0, 0, limits::delay_steps_s.back());
    const auto step = *std::ranges::lower_bound(limits::delay_steps_s, asked);
    return api.delayed(call->who) ? std::max(step, api.options.public_delay_s) : step;
}

MovesOf moves_in(Api& api) {
    return [&api](const record::BoardRow& board) { return record::moves_of(api.record, board); };
}

void reply_pgn(Api& api, const CallPtr& call, const RoundView& view, record::Slice slice) {
    record::RoundView shown{std::move(slice), {}};
    std::string form = "pgn";
    const auto delay = delay_of(api, call);
    if (call->refused()) return;
    if (delay > 0) {
        shown.until_wall_ms = wall_ms() - delay * 1000;
        form += " later by " + std::to_string(delay);
    }
    call->reply(pgn_of(api.documents, name_of(view, form), *view.kept, shown,
                       api.tournaments.entered(view.tournament->id), moves_in(api)),
                "application/x-chess-pgn");
}

// The row of the board in the path, with or without a game at our clocks.
const record::GameRow* row_at(Api& api, const CallPtr& call, const RoundView& view) {
    const auto board = number_of_path(api, call, "board");
    if (!board) return nullptr;
    for (const record::BoardRow& row : view.kept->data.boards)
        if (row.game.board == Board{*board}) return &row.game;
    call->refuse(problem(404, "not_found", "there is no board " + call->at("board")));
    return nullptr;
}

formats::LiveBoards live_boards(Api& api, const tournament::Tournament& tournament) {
    formats::LiveBoards live;
    for (const auto& [number, round] : tournament.rounds)
        for (const record::BoardRow& row :
             api.round({tournament.id, api.tournaments.name_of(tournament.id, number)}).data.boards)
            if (is_live(row.game)) live[number].insert(row.game.board);
    return live;
}

// The TRF version in the query; nothing when the call has been answered.
std::optional<bool> is_trf26(const CallPtr& call) {
    const auto version = call->number("version", 26, 16, 26);
    if (!call->refused() && version != 16 && version != 26)
        call->refuse(problem(400, "bad_parameter", "version: 26 or 16 is expected"));
    return call->refused() ? std::nullopt : std::optional(version == 26);
}

void reply_trf(Api& api, const CallPtr& call, const tournament::Tournament& tournament,
               const formats::TrfOptions& options) {
    std::string form = options.trf26 ? "trf26" : "trf16";
    if (options.to_pair > 0) form += " to pair " + std::to_string(options.to_pair);
    if (options.initial_colour) form += " " + std::string(name(*options.initial_colour));
    reply_whole(api, call, name_of(call, tournament, form), stamp_of(api, tournament),
                "application/x-trf", [&] {
                    const tournament::Tournament shown = as_shown(api, call, tournament);
                    return formats::trf(shown, all_results(api, shown), options);
                });
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
    if (const record::GameRow* row = row_at(api, call, *view))
        reply_pgn(api, call, *view, {{row->board, row->board}});
}

void get_trf(Api& api, const CallPtr& call) {
    const tournament::Tournament* tournament = event_of(api, call);
    if (!tournament) return;
    const auto trf26 = is_trf26(call);
    if (!trf26) return;
    formats::TrfOptions options;
    options.trf26 = *trf26;
    reply_trf(api, call, *tournament, options);
}

void get_pairing_trf(Api& api, const CallPtr& call) {
    const tournament::Tournament* tournament = event_of(api, call);
    if (!tournament) return;
    const auto round = number_of_path(api, call, "round");
    if (!round) return;
    const auto trf26 = is_trf26(call);
    if (!trf26) return;
    if (*round > limits::event_rounds)
        return call->refuse(problem(404, "not_found", "rounds go from 1 to " +
                                                          std::to_string(limits::event_rounds)));
    if (call->request().param("for").value_or("pairing") != "pairing")
        return call->refuse(problem(400, "bad_parameter", "for: pairing is expected"));
    formats::TrfOptions options;
    options.trf26 = *trf26;
    options.to_pair = *round;
    if (const auto colour = call->request().param("colour")) {
        if (*colour != "white" && *colour != "black")
            return call->refuse(
                problem(400, "bad_parameter", "colour: white or black is expected"));
        options.initial_colour = *colour == "white" ? Side::white : Side::black;
    }
    reply_trf(api, call, *tournament, options);
}

void get_results_csv(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    Document& document = api.documents.at(name_of(*view, "csv"));
    write_csv(document, *view->kept);
    call->reply(document, "text/csv; charset=utf-8");
}

void get_players_csv(Api& api, const CallPtr& call) {
    const tournament::Tournament* tournament = event_of(api, call);
    if (!tournament) return;
    const auto file = formats::players_csv(as_shown(api, call, *tournament));
    call->reply(text(file.text, "text/csv; charset=utf-8"), players_etag(call->who, *tournament));
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
    reply_whole(api, call, name_of(*view, "vega " + given), {view->kept->results_serial, 0},
                "text/plain; charset=utf-8", [&] {
                    return formats::vega(*view->round, record::results_of(view->kept->data.boards),
                                         codes);
                });
}

void get_table(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    const auto order = call->request().param("order").value_or("pairings");
    if (order != "pairings" && order != "players")
        return call->refuse(
            problem(400, "bad_parameter", "order: pairings or players is expected"));
    Document& document = api.documents.at(name_of(*view, "table of " + std::string(order)));
    // With the proof line, the sheet can be compared later with its record.
    write_table(document, *view->kept,
                order == "players" ? formats::RetypeOrder::numbers : formats::RetypeOrder::boards,
                record::proof_text(api.record.signed_head()));
    call->reply(document, "text/html; charset=utf-8");
}

void get_pairs(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    reply_whole(api, call, name_of(*view, "pairs"), {view->tournament->changed.value, 0},
                "text/plain; charset=utf-8",
                [&]() -> formats::ExportResult { return formats::pairs(*view->round); });
}

void get_cloud_tournament(Api& api, const CallPtr& call) {
    const tournament::Tournament* tournament = event_of(api, call);
    if (!tournament) return;
    reply_whole(api, call, name_of(call, *tournament, "cloud"), stamp_of(api, *tournament),
                "application/json", [&]() -> formats::ExportResult {
                    const tournament::Tournament shown = as_shown(api, call, *tournament);
                    return formats::Exported{
                        formats::livechess_tournament(shown, live_boards(api, shown)), {}};
                });
}

void get_cloud_round(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    Document& document = api.documents.at(name_of(*view, "cloud"));
    write_cloud_round(document, *view->kept);
    call->reply(document, "application/json");
}

void get_cloud_game(Api& api, const CallPtr& call) {
    const auto view = view_of(api, call);
    if (!view) return;
    // LiveChess numbers the games of a round from 1, independently of the boards' numbers.
    const auto number = number_of_path(api, call, "board");
    if (!number) return;
    if (*number > view->kept->data.boards.size())
        return call->refuse(problem(404, "not_found", "there is no game " + call->at("board")));
    const auto delay = delay_of(api, call);
    if (call->refused()) return;
    std::string form = "cloud game " + std::to_string(*number);
    if (delay > 0) form += " later by " + std::to_string(delay);
    Document& document = api.documents.at(name_of(*view, form));
    write_cloud_game(document, *view->kept, *number - 1,
                     delay > 0 ? record::Until(wall_ms() - delay * 1000) : std::nullopt,
                     moves_in(api));
    call->reply(document, "application/json");
}

}  // namespace flagfall::api
