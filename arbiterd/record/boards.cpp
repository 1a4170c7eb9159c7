#include "arbiterd/record/boards.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "arbiterd/record/result_words.hpp"
#include "arbiterd/tournament/setup.hpp"
#include "arbiterd/tournament/tournaments.hpp"
#include "common/base/limits.hpp"
#include "common/base/number.hpp"

namespace flagfall::record {

namespace {

const tournament::EventPlayer* player_of(const tournament::Tournament& tournament,
                                         std::uint32_t number) {
    const auto found = tournament.players.find(number);
    return found == tournament.players.end() ? nullptr : &found->second;
}

// The list of players decides what is shown of them, not what the game was set up with.
void put_player(GameRow& row, Side side, const tournament::Tournament& tournament,
                const tournament::EventPlayer& player) {
    row.player[side] = player.name;
    tournament::put_player_tags(row.tags, tournament, side, player);
}

GameRow row_of(const tournament::Tournament& tournament, const tournament::EventRound& round,
               const tournament::EventPairing& pairing, Pos changed) {
    GameRow row;
    row.event = tournament.id;
    row.round = std::to_string(round.number);
    row.board = pairing.board;
    row.variant = "chess";
    const wire::PlayTerms terms = tournament::terms_of(tournament, round, pairing);
    row.time_control = terms.time_control;
    row.fen = terms.fen;
    if (terms.variant) row.variant = name(*terms.variant);
    if (!tournament.info.name.empty()) row.tags.push_back({"Event", tournament.info.name});
    if (!tournament.info.place.empty()) row.tags.push_back({"Site", tournament.info.place});
    enter(row, pairing, round.state == tournament::RoundState::confirmed);
    row.version = changed.value;
    return row;
}

}  // namespace

void enter(GameRow& row, const tournament::EventPairing& pairing, bool round_confirmed) {
    const bool over = pairing.entered.has_value();
    row.status = over ? wire::GameStatus::finished : wire::GameStatus::ready;
    row.result = "*";
    row.revision = pairing.revision;
    row.approval = approval_of({.over = over, .round_confirmed = round_confirmed});
    if (!over) return;
    const wire::EnteredResult& entered = *pairing.entered;
    row.result = text(entered.score);
    for (const Side side : {Side::white, Side::black})
        row.points[side] = entered.score.half_points[side] / 2.0;
    row.kind = entered.kind;
    row.reason = entered.kind == wire::ResultKind::forfeit ? Ending::forfeit
                                                           : Ending::arbiter_decision;
    row.article = entered.article;
    row.decided_by = entered.by;
}

tournament::BoardResult result_of(const GameRow& game) {
    tournament::BoardResult result;
    result.reversed = game.reversed;
    result.approval = game.approval;
    result.revision = game.revision;
    if (!game.controls.empty()) result.controls = controls_text(game);
    if (game.adjourned) result.kind = wire::ResultKind::adjourned;
    if (game.status != wire::GameStatus::finished) return result;
    result.score = score_from(game.result);
    result.kind = game.kind;
    result.reason = game.reason;
    result.article = game.article;
    result.decided_by = game.decided_by;
    result.illegal_stands = game.illegal_stands;
    return result;
}

BoardRow board_of(const tournament::Tournament& tournament, const tournament::EventRound& round,
                  const tournament::EventPairing& pairing, const GameRow* present, Pos changed) {
    BoardRow board;
    board.game = present ? *present : row_of(tournament, round, pairing, changed);
    board.game.version = std::max(board.game.version, changed.value);
    board.result = result_of(board.game);
    board.player = tournament::players_of(pairing, board.result);
    for (const Side side : {Side::white, Side::black})
        if (const auto* player = player_of(tournament, board.player[side]))
            put_player(board.game, side, tournament, *player);
    board.pairing = &pairing;
    return board;
}

std::optional<Both<std::string>> names_now(const tournament::Tournament& tournament,
                                           std::string_view round, std::string_view game,
                                           bool reversed) {
    const auto number = whole_number<std::uint32_t>(round, 1, limits::event_rounds);
    const auto* found = number ? tournament::find(tournament, *number) : nullptr;
    if (found == nullptr || game.empty()) return std::nullopt;
    const auto pairing =
        std::ranges::find(found->pairings, game, &tournament::EventPairing::game);
    if (pairing == found->pairings.end()) return std::nullopt;
    tournament::BoardResult result;
    result.reversed = reversed;
    const auto numbers = tournament::players_of(*pairing, result);
    Both<std::string> names;
    for (const Side side : {Side::white, Side::black}) {
        const auto* player = player_of(tournament, numbers[side]);
        if (player == nullptr) return std::nullopt;
        names[side] = player->name;
    }
    return names;
}

bool same_board(const BoardRow& a, const tournament::Tournament& of_a, const BoardRow& b,
                const tournament::Tournament& of_b) {
    const auto row = [](const BoardRow& board) {
        GameRow game = board.game;  // the event's name may change and the board not
        std::erase_if(game.tags, [](const wire::Pair& tag) {
            return tag.name == "Event" || tag.name == "Site";
        });
        return game;
    };
    const bool counts = a.result.kind == wire::ResultKind::played ||
                        !a.pairing->game.empty();  // may it score more than half a point?
    return row(a) == row(b) && a.result == b.result && a.player == b.player &&
           a.pairing->game == b.pairing->game &&
           (!counts || of_a.info.scoring.draw_odds == of_b.info.scoring.draw_odds);
}

std::vector<BoardRow> boards_of(const tournament::Tournament& tournament,
                                const tournament::EventRound& round,
                                const std::vector<GameRow>& games, const ChangedAt& changed) {
    std::unordered_map<std::string_view, const GameRow*> by_id;
    for (const GameRow& game : games) by_id.emplace(game.game, &game);
    std::vector<BoardRow> boards;
    for (const tournament::EventPairing& pairing : round.pairings) {
        if (pairing.bye) continue;
        const auto present = pairing.game.empty() ? by_id.end() : by_id.find(pairing.game);
        boards.push_back(board_of(tournament, round, pairing,
                                  present == by_id.end() ? nullptr : present->second,
                                  changed ? changed(pairing.board) : tournament.changed));
    }
    std::ranges::stable_sort(boards, {}, [](const BoardRow& row) { return row.game.board; });
    return boards;
}

std::vector<BoardRow> boards_of(std::vector<GameRow> games) {
    std::vector<BoardRow> boards;
    for (GameRow& game : games) {
        BoardRow& board = boards.emplace_back();
        board.result = result_of(game);
        board.game = std::move(game);
    }
    return boards;
}

tournament::RoundResults results_of(const std::vector<BoardRow>& boards) {
    tournament::RoundResults results;
    for (const BoardRow& board : boards) results[board.game.board] = board.result;
    return results;
}

}  // namespace flagfall::record
