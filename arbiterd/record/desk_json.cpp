#include "arbiterd/record/desk_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arbiterd/game/state/taken_back.hpp"
#include "arbiterd/record/results.hpp"
#include "common/base/now.hpp"
#include "common/wire/names.hpp"

namespace flagfall::record {

namespace {

using nlohmann::ordered_json;

// [["name","value"],...] as stored in the record. We wrote it, so it should parse.
ordered_json parsed(const std::string& text) {
    auto json = ordered_json::parse(text, nullptr, false);
    if (json.is_discarded()) throw RecordError("the record is damaged: facts that are no list");
    return json;
}

// The same with the API's spelling of names, at every depth.
ordered_json of_api(const ordered_json& json) {
    if (!json.is_object()) return json;
    ordered_json all = ordered_json::object();
    for (const auto& [name, value] : json.items()) all[wire::camel_case(name)] = of_api(value);
    return all;
}

ordered_json options_json(const std::string& text) {
    ordered_json options = ordered_json::array();
    for (const auto& pair : parsed(text))
        options.push_back({{"option", pair.at(0)}, {"text", pair.at(1)}});
    return options;
}

ordered_json question_json(const QuestionRow& q) {
    ordered_json json{{"gameId", q.game},
                      {"event", q.event},
                      {"round", q.round},
                      {"board", q.board.number},
                      {"white", q.player[Side::white]},
                      {"black", q.player[Side::black]},
                      {"number", q.number},
                      {"article", q.article},
                      {"about", q.about},
                      {"text", q.text},
                      {"holds", q.holds},
                      {"evidence", parsed(q.evidence)},
                      {"options", options_json(q.options)},
                      {"askedAt", rfc3339(q.wall_ms)}};
    if (!q.facts.empty()) json["facts"] = parsed(facts_text(q));
    if (!q.closed.empty())
        json["closed"] = {{"how", q.closed}, {"by", q.closed_by}, {"option", q.option}};
    return json;
}

ordered_json adjourned_json(const AdjournmentRow& row) {
    ordered_json json{{"sealedBy", row.sealed_by},
                      {"move", row.move},
                      {"fen", row.fen},
                      {"whiteMs", row.reading_us[Side::white] / 1000},
                      {"blackMs", row.reading_us[Side::black] / 1000},
                      {"offer", row.offer},
                      {"resumption", row.resumption}};
    if (!row.found.empty()) json["opened"] = {{"text", row.sealed}, {"found", row.found}};
    return json;
}

}  // namespace

std::string facts_text(const QuestionRow& question) {
    return of_api(parsed(question.facts)).dump();
}

std::string queue_head(std::size_t waiting, std::string_view time_mode) {
    std::string text = ordered_json{{"time", time_mode}, {"waiting", waiting}}.dump();
    text.pop_back();  // drops the closing brace: more members follow
    return text + ",\"questions\":[";
}

std::string queue_question(const QuestionRow& question) { return question_json(question).dump(); }

std::string queue_foot() { return "]}"; }

std::string desk_board_json(Board board, const std::vector<GameRow>& games,
                            std::string_view time_mode) {
    ordered_json all = ordered_json::array();
    for (const GameRow& game : games)
        all.push_back({{"gameId", game.game},
                       {"event", game.event},
                       {"round", game.round},
                       {"white", game.player[Side::white]},
                       {"black", game.player[Side::black]},
                       {"status", name(game.status)},
                       {"result", game.result}});
    return ordered_json{{"time", time_mode}, {"board", board.number}, {"games", std::move(all)}}
        .dump();
}

namespace {

// The number of the move that ply 1 belongs to, and its side. Moves are counted from the position
// in which the game began.
ordered_json first_move(const game::Game& state) {
    const chess::Position& start = state.history.at(0);
    const auto of_black = [](Side side) { return side == Side::black ? 1 : 0; };
    const std::int64_t half_moves = 2 * std::int64_t{start.fullmove_number()} +
                                    of_black(start.side_to_move()) - state.base.count;
    const std::int64_t number = (half_moves - of_black(state.first)) / 2;
    return {{"number", std::max<std::int64_t>(number, 1)}, {"side", name(state.first)}};
}

}  // namespace

void add_counts(ordered_json& json, const game::Game& state) {
    json["firstMove"] = first_move(state);
    const auto& presses = state.live.presses;
    json["reports"] = presses ? "presses" : "moves";
    if (presses) json["presses"] = presses->count;
    json["timing"] = wire::name(state.terms.timing.value_or(wire::Timing::clockd));
    ordered_json recording;
    for (const Side side : {Side::white, Side::black})
        recording[std::string(name(side))] =
            name(game::recording_of(state, side, state.live.readings[side]));
    json["recording"] = std::move(recording);
}

// Touches during this move and the last (Article 4), as boards detected or arbiters ruled.
ordered_json touches_json(const game::Live& live) {
    ordered_json all = ordered_json::array();
    for (const game::Touch& touch : live.touches) {
        ordered_json json{{"side", name(touch.side)}, {"ply", touch.ply.count},
                          {"squares", touch.squares}, {"adjusting", touch.adjusting},
                          {"counts", touch.counts && game::stands(live, touch.ruling)}};
        if (touch.ruling > 0) json["ruling"] = touch.ruling;
        all.push_back(std::move(json));
    }
    return all;
}

// The FEN after each ply from which the record goes on.
ordered_json positions_json(const game::Game& state) {
    ordered_json fens = ordered_json::array();
    for (std::size_t ply = 0; ply <= state.history.ply(); ++ply)
        fens.push_back(chess::fen(state.history.at(ply)));
    return {{"fromPly", state.base.count}, {"fens", std::move(fens)}};
}

std::string desk_game_json(const GameRow& game, const game::Game& state,
                           const std::vector<QuestionRow>& questions,
                           const std::vector<RulingRow>& rulings,
                           const std::optional<AdjournmentRow>& adjourned,
                           std::string_view time_mode) {
    ordered_json json{{"gameId", game.game},
                      {"event", game.event},
                      {"round", game.round},
                      {"board", game.board.number},
                      {"white", game.player[Side::white]},
                      {"black", game.player[Side::black]},
                      {"time", time_mode},
                      {"profile", game.profile},
                      {"timeControl", game.time_control},
                      {"status", name(game.status)},
                      {"result", game.result},
                      {"approval", name(game.approval)},
                      {"plies", game.plies},
                      {"clocks", {{"whiteMs", game.reading_us[Side::white] / 1000},
                                  {"blackMs", game.reading_us[Side::black] / 1000}}},
                      {"version", game.version}};
    for (const ControlRow& control : game.controls)
        json["timeControls"].push_back(
            {{"fromPly", control.ply}, {"timeControl", control.time_control}});
    add_counts(json, state);
    ordered_json asked = ordered_json::array();
    for (const QuestionRow& q : questions) asked.push_back(question_json(q));
    json["questions"] = std::move(asked);
    json["rulings"] = ordered_json::parse(ruling_list(rulings));
    json["undoable"] = game::may_be_undone(state.live);
    json["touches"] = touches_json(state.live);
    if (!state.live.presses) json["positions"] = positions_json(state);
    if (adjourned) json["adjourned"] = adjourned_json(*adjourned);
    return json.dump();
}

}  // namespace flagfall::record
