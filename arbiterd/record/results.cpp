#include "arbiterd/record/results.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "arbiterd/record/result_words.hpp"
#include "common/base/hex.hpp"
#include "common/base/now.hpp"
#include "common/base/text.hpp"
#include "common/base/unicode.hpp"

namespace flagfall::record {

namespace {

using nlohmann::ordered_json;
using wire::GameStatus;

ordered_json when(const std::optional<std::int64_t>& wall) {
    return wall ? ordered_json(rfc3339(*wall)) : ordered_json(nullptr);
}

// A player's data, from the game's tags.
ordered_json player_json(const GameRow& game, Side side) {
    const std::string colour = side == Side::white ? "White" : "Black";
    ordered_json player{{"name", game.player[side]}};
    static constexpr std::array<std::pair<const char*, const char*>, 4> details{{
        {"Title", "title"}, {"FideId", "fideId"}, {"Elo", "rating"}, {"Team", "team"}}};
    for (const auto& [suffix, key] : details)
        if (const auto value = tag(game.tags, colour + suffix); !value.empty())
            player[key] = value;
    return player;
}

ordered_json points_json(const std::optional<double>& points) {
    return points ? ordered_json(*points) : ordered_json(nullptr);
}

// The result letter of TRF for one side; null while there is no result.
ordered_json trf_code(const tournament::BoardResult& result, Side side) {
    if (!result.score) return nullptr;
    return std::string(1, tournament::trf_letter(result.kind, result.score->half_points[side]));
}

ordered_json controls_json(const GameRow& game) {
    ordered_json controls = ordered_json::array();
    for (const ControlRow& control : game.controls)
        controls.push_back({{"fromPly", control.ply}, {"timeControl", control.time_control}});
    return controls;
}

ordered_json board_json(const BoardRow& row, std::string_view base) {
    const GameRow& game = row.game;
    const std::string board = std::to_string(game.board.number);
    const bool over = game.status == GameStatus::finished;
    const bool clocked = !game.game.empty();
    ordered_json json{{"board", game.board.number},
                      {"gameId", clocked ? ordered_json(game.game) : ordered_json()},
                      {"white", player_json(game, Side::white)},
                      {"black", player_json(game, Side::black)}};
    json["result"] = {{"code", game.result},
                      {"white", points_json(game.points[Side::white])},
                      {"black", points_json(game.points[Side::black])},
                      {"kind", name(game.kind)},
                      {"rated", is_rated(row.result, {})},
                      {"trf", {{"white", trf_code(row.result, Side::white)},
                               {"black", trf_code(row.result, Side::black)}}}};
    if (over)
        json["termination"] = {{"reason", name(game.reason)},
                               {"article", game.article},
                               {"decidedBy", game.decided_by}};
    else
        json["termination"] = nullptr;
    json["status"] = name(game.status);
    json["approval"] = name(game.approval);
    json["revision"] = game.revision;
    json["version"] = game.version;
    if (clocked)
        json["clocks"] = {{"whiteMs", game.reading_us[Side::white] / 1000},
                          {"blackMs", game.reading_us[Side::black] / 1000},
                          {"source", "clockd"},
                          {"uncertaintyMs", 0}};
    else
        json["clocks"] = nullptr;
    json["plies"] = game.plies;
    json["timeControl"] = game.time_control;
    if (!game.controls.empty()) json["timeControls"] = controls_json(game);
    json["profile"] = game.profile;
    json["startedAt"] = when(game.started_wall_ms);
    json["finishedAt"] = when(game.ended_wall_ms);
    const std::string path = std::string(base) + "/boards/" + board;
    json["links"] = {{"pgn", path + "/game.pgn"}};
    if (clocked) {
        json["links"]["scoresheet"] = path + "/scoresheet";
        json["links"]["rulings"] = path + "/rulings";
    }
    return json;
}

// Adds what the office knows of the players: numbers and federations; and with draw odds, the side
// that a draw counts as a win for. Such games are not rated.
void add_numbers(ordered_json& json, const RoundData& data, const BoardRow& board) {
    if (const auto& odds = data.tournament->info.scoring.draw_odds) {
        json["result"]["rated"] = is_rated(board.result, odds);
        if (const auto side = draw_counts_for(board.result, odds))
            json["result"]["drawCountsFor"] = name(*side);
    }
    for (const auto& [colour, number] : {std::pair("white", board.player[Side::white]),
                                         std::pair("black", board.player[Side::black])}) {
        const auto player = data.tournament->players.find(number);
        if (player == data.tournament->players.end()) continue;
        json[colour]["number"] = number;
        if (!player->second.federation.empty())
            json[colour]["federation"] = player->second.federation;
    }
}

// The players with a bye, with their points.
ordered_json byes_json(const RoundData& data) {
    ordered_json byes = ordered_json::array();
    const wire::EventScoring& scoring = data.tournament->info.scoring;
    for (const tournament::EventPairing& pairing : data.round->pairings) {
        if (!pairing.bye) continue;
        const auto player = data.tournament->players.find(pairing.white);
        const bool known = player != data.tournament->players.end();
        byes.push_back({{"number", pairing.white},
                        {"name", known ? player->second.name : std::string()},
                        {"bye", name(*pairing.bye)},
                        {"points", tournament::points_of_bye(*pairing.bye, scoring) / 2.0}});
    }
    return byes;
}

// Pads to one line, whatever characters somebody entered.
std::string pad(std::string_view text, std::size_t width) { return padded(printable(text), width); }

}  // namespace

std::string event_path(std::string_view event) {
    return "/api/v1/events/" + percent_encode(event);
}

std::string round_path(const RoundId& round) {
    return event_path(round.event) + "/rounds/" + percent_encode(round.round);
}

RoundData round_data(Record& record, const CommittedTournaments& tournaments, const RoundId& id) {
    RoundData data{id, nullptr, tournaments.round_named(id.event, id.round), {},
                   record.counts(id).version, record.acknowledgements(id), record.time_mode()};
    if (!data.round) {
        data.boards = boards_of(record.games(id));
        return data;
    }
    data.tournament = tournaments.find(id.event);
    data.boards = boards_of(*data.tournament, *data.round, record.games(id),
                            tournaments.shown_in(id.event, data.round->number));
    return data;
}

bool too_new(const GameRow& game, Until until_wall_ms) {
    return until_wall_ms && !game.game.empty() &&
           (!game.ended_wall_ms || *game.ended_wall_ms > *until_wall_ms);
}

std::string results_head(const RoundData& data, Until until_wall_ms) {
    std::int64_t counted = until_wall_ms ? 0 : data.version;
    std::int64_t finished = 0;
    for (const auto& [game, result, player, pairing] : data.boards) {
        if (game.status == GameStatus::finished) ++finished;
        // A game's version counts moves that must not be shown yet; its revision does not.
        if (until_wall_ms) counted += too_new(game, until_wall_ms) ? game.revision : game.version;
    }
    ordered_json json{{"event", data.id.event},
                      {"round", data.id.round},
                      {"version",
                       counted + (data.tournament ? data.tournament->changed.value : 0)},
                      {"time", data.time_mode},
                      {"finished", finished},
                      {"total", data.boards.size()}};
    if (data.round) json["state"] = name(data.round->state);
    std::string text = json.dump();
    text.pop_back();  // drops the closing brace: more members follow
    return text + ",\"boards\":[";
}

std::string results_board(const RoundData& data, const BoardRow& board, Until until_wall_ms) {
    const bool hides = too_new(board.game, until_wall_ms);
    ordered_json json = board_json(board, round_path(data.id));
    if (hides) {
        json["version"] = board.game.revision;
        if (board.game.status == GameStatus::question)  // it may show what has just happened
            json["status"] = name(board.game.started_wall_ms ? GameStatus::playing
                                                             : GameStatus::ready);
        json["clocks"] = json["plies"] = nullptr;
    }
    if (data.tournament) add_numbers(json, data, board);
    return json.dump();
}

std::string results_foot(const RoundData& data) {
    ordered_json json{{"byes", data.tournament ? byes_json(data) : ordered_json::array()},
                      {"acknowledged", ordered_json::array()}};
    for (const AcknowledgementRow& row : data.acknowledged) {
        ordered_json one{{"consumer", row.consumer}, {"board", nullptr},
                         {"revision", row.revision}, {"at", rfc3339(row.wall_ms)}};
        if (row.board > 0) one["board"] = row.board;
        json["acknowledged"].push_back(std::move(one));
    }
    const std::string base = round_path(data.id);
    json["links"] = {{"pgn", base + "/games.pgn"}, {"rulings", base + "/rulings"}};
    return "]," + json.dump().substr(1);
}

std::string results_json(const RoundData& data, Until until_wall_ms) {
    std::string text = results_head(data, until_wall_ms);
    for (const BoardRow& board : data.boards) {
        if (&board != &data.boards.front()) text += ',';
        text += results_board(data, board, until_wall_ms);
    }
    return text + results_foot(data);
}

std::string ruling_list(const std::vector<RulingRow>& rulings) {
    ordered_json list = ordered_json::array();
    for (const RulingRow& r : rulings) {
        ordered_json ruling{{"board", r.board.number},
                            {"gameId", r.game},
                            {"number", r.number},
                            {"ply", r.ply},
                            {"article", r.article},
                            {"about", r.about},
                            {"text", r.text},
                            {"evidence", ordered_json::parse(r.evidence)},
                            {"decidedBy", r.by},
                            {"decidedAt", rfc3339(r.wall_ms)},
                            {"atUs", r.at_us}};
        if (r.undoes > 0) ruling["undoes"] = r.undoes;
        if (r.undone_by > 0) ruling["undoneBy"] = r.undone_by;
        if (r.cancelled_by > 0) ruling["cancelledBy"] = r.cancelled_by;
        if (r.taken_back) ruling["gameTakenBack"] = true;
        list.push_back(std::move(ruling));
    }
    return list.dump();
}

std::string rulings_json(const RoundId& round, const std::vector<RulingRow>& rulings,
                         std::string_view time_mode) {
    return ordered_json{{"event", round.event},
                        {"round", round.round},
                        {"time", time_mode},
                        {"rulings", ordered_json::parse(ruling_list(rulings))}}
        .dump();
}

std::string scoresheet_json(const GameRow& game, const std::vector<MoveRow>& moves,
                            std::string_view time_mode) {
    ordered_json list = ordered_json::array();
    for (const MoveRow& m : moves)
        list.push_back({{"ply", m.ply},
                        {"side", m.side},
                        {"san", m.san},
                        {"uci", m.uci},
                        {"elapsedMs", m.elapsed_us / 1000},
                        {"whiteMs", m.reading_us[Side::white] / 1000},
                        {"blackMs", m.reading_us[Side::black] / 1000},
                        {"completedBy", m.completed_by},
                        {"marks", m.marks},
                        {"at", m.at}});
    return ordered_json{{"gameId", game.game},
                        {"white", game.player[Side::white]},
                        {"black", game.player[Side::black]},
                        {"fen", game.fen},
                        {"time", time_mode},
                        {"moves", list}}
        .dump();
}

namespace {

// Why a ruling does not hold in the game that the result is of.
std::string marks_of(const RulingRow& r) {
    std::string marks;
    if (r.undone_by > 0) marks += ", taken back by ruling " + std::to_string(r.undone_by);
    if (r.cancelled_by > 0)
        marks += ", of the game that ruling " + std::to_string(r.cancelled_by) + " cancelled";
    if (r.taken_back) marks += ", of game " + r.game + ", which is in no result";
    return marks;
}

}  // namespace

std::string report(const RoundData& data, const std::vector<RulingRow>& rulings) {
    std::size_t white = 5;
    std::size_t black = 5;
    for (const auto& [game, result, player, pairing] : data.boards) {
        white = std::clamp(display_width(game.player[Side::white]), white, std::size_t{28});
        black = std::clamp(display_width(game.player[Side::black]), black, std::size_t{28});
    }
    std::string out = "Event " + printable(data.id.event + ", round " + data.id.round) + " (" +
                      data.time_mode + " time)\n\n";
    for (const auto& [game, result, player, pairing] : data.boards) {
        char number[16];
        std::snprintf(number, sizeof number, "%4u  ", game.board.number);
        out += printable(
                   number + pad(game.player[Side::white], white) + "  " +
                   pad(game.player[Side::black], black) + "  " + pad(game.result, 8) +
                   (game.reason == Ending::none
                        ? std::string(name(game.status))
                        : std::string(name(game.reason)) + " (" + game.article + ")")) +
               "\n";
    }
    out += "\nRulings\n\n";
    for (const RulingRow& r : rulings)
        out += printable(
                   "  board " + pad(std::to_string(r.board.number), 4) + " ply " +
                   pad(std::to_string(r.ply), 4) + " Art. " + pad(r.article, 8) +
                   std::to_string(r.number) + ". " + r.text + " [" + r.by + marks_of(r) + "]") +
               "\n";
    return out;
}

}  // namespace flagfall::record
