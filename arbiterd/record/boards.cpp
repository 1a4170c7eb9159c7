#include "arbiterd/record/entered.hpp"

#include <algorithm>

namespace flagfall::record {

namespace {

const event::EventPlayer* player_of(const event::Tournament& tournament, std::uint32_t number) {
    const auto found = tournament.players.find(number);
    return found == tournament.players.end() ? nullptr : &found->second;
}

void add_player(GameRow& row, Side side, const event::Tournament& tournament,
                const event::EventPlayer& player) {
    const std::string colour = side == Side::white ? "White" : "Black";
    row.player[side] = player.name;
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) row.tags.push_back({colour + name, value});
    };
    add("Title", player.title);
    add("FideId", player.fide_id);
    if (player.rating > 0) add("Elo", std::to_string(player.rating));
    const auto team = tournament.teams.find(player.team);
    if (team != tournament.teams.end()) add("Team", team->second.name);
}

// The first that says it: board, round, event.
std::string time_control_of(const event::Tournament& tournament, const event::EventRound& round,
                            const event::EventPairing& pairing) {
    for (const wire::PlayTerms* terms : {&pairing.terms, &round.terms, &tournament.info.terms})
        if (!terms->time_control.empty()) return terms->time_control;
    return {};
}

GameRow row_of(const event::Tournament& tournament, const event::EventRound& round,
               const event::EventPairing& pairing) {
    GameRow row;
    row.event = tournament.id;
    row.round = std::to_string(round.number);
    row.board = pairing.board;
    row.variant = "chess";
    row.time_control = time_control_of(tournament, round, pairing);
    if (!tournament.info.name.empty()) row.tags.push_back({"Event", tournament.info.name});
    if (!tournament.info.place.empty()) row.tags.push_back({"Site", tournament.info.place});
    for (const auto& [side, number] : {std::pair(Side::white, pairing.white),
                                       std::pair(Side::black, pairing.black)})
        if (const auto* player = player_of(tournament, number))
            add_player(row, side, tournament, *player);
    row.status = "ready";
    row.result = "*";
    row.approval = round.state == "confirmed" ? "confirmed" : "provisional";
    row.revision = pairing.revision;
    row.version = tournament.changed.value;
    if (!pairing.entered) return row;
    const wire::EnteredResult& entered = *pairing.entered;
    row.status = "finished";
    row.result = text(entered.score);
    for (const Side side : {Side::white, Side::black})
        row.points[side] = entered.score.half_points[side] / 2.0;
    row.reason = name(entered.kind == "forfeit" ? Ending::forfeit : Ending::arbiter_decision);
    row.article = entered.article;
    row.decided_by = entered.by;
    row.entered = entered.kind;
    return row;
}

}  // namespace

std::vector<GameRow> with_entered(const event::Tournament& tournament,
                                  const event::EventRound& round, std::vector<GameRow> games) {
    for (const event::EventPairing& pairing : round.pairings) {
        if (!pairing.bye.empty()) continue;
        if (std::ranges::find(games, pairing.board, &GameRow::board) == games.end())
            games.push_back(row_of(tournament, round, pairing));
    }
    std::ranges::stable_sort(games, {}, &GameRow::board);
    return games;
}

}  // namespace flagfall::record
