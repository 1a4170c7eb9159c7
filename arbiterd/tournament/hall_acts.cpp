// Acts for many boards at once: a hall is paused in one step, but board by board.
#include <algorithm>
#include <expected>
#include <iterator>
#include <map>
#include <utility>

#include "arbiterd/tournament/acts.hpp"
#include "common/base/check.hpp"
#include "common/base/limits.hpp"
#include "common/base/office_ids.hpp"
#include "common/chess/position.hpp"

namespace flagfall::tournament {
namespace {

struct Standing {
    const EventRound* round = nullptr;
    const EventPairing* pairing = nullptr;
};
using Hall = std::map<Board, Standing>;

// Is the game at the clock of its board now, and not over?
bool is_at_clock(const game::Games& games, const EventPairing& p) {
    const auto at = games.at_board.find(p.board);
    if (at == games.at_board.end() || at->second != p.game) return false;
    const game::Game* const game = game::find(games, p.game);
    FF_CHECK(game != nullptr);
    return !game->live.result;
}

// The boards of the round; without a round, all boards where the event has a game, each with the
// game now at its clock, from any round, or else with its latest one.
std::expected<Hall, EventRefusal> hall_of(const Case& c, std::uint32_t number) {
    if (number > 0 && !find(c.event, number))
        return std::unexpected(no_such_round());
    Hall hall;
    for (const auto& [each, round] : c.event.rounds) {
        if (number > 0 && each != number) continue;
        for (const EventPairing& p : round.pairings) {
            if (p.board == Board{} || (number == 0 && p.game.empty())) continue;
            Standing& at = hall[p.board];
            if (!at.pairing || !is_at_clock(c.games, *at.pairing)) at = {&round, &p};
        }
    }
    return hall;
}

MaybeRefusal check_named(const Tournament& event, const std::string& sector,
                         const std::vector<Board>& boards) {
    if (!sector.empty() && !boards.empty())
        return refuse("bad_boards", "say the sector or the boards, not both", "/boards");
    for (std::size_t i = 0; i < boards.size(); ++i)
        if (std::ranges::count(boards, boards[i]) > 1)
            return refuse("board_twice", "this board is listed twice", item("/boards", i));
    const auto& known = event.info.sectors;
    if (sector.empty() || std::ranges::find(known, sector, &wire::EventSector::name) != known.end())
        return std::nullopt;
    return refuse("unknown_sector", "the event has no sector of this name", "/sector");
}

bool in_sector(const Tournament& event, const std::string& name, Board board) {
    FF_CHECK(!name.empty());
    return std::ranges::any_of(event.info.sectors, [&](const wire::EventSector& sector) {
        return sector.name == name && sector.first <= board && board <= sector.last;
    });
}

// The boards meant, in order; includes boards that were named and have no game.
std::expected<Hall, EventRefusal> chosen(const Case& c, std::uint32_t round,
                                         const std::string& sector,
                                         const std::vector<Board>& boards) {
    if (auto no = check_named(c.event, sector, boards)) return std::unexpected(std::move(*no));
    auto all = hall_of(c, round);
    if (!all) return all;
    std::erase_if(*all, [&](const auto& entry) {
        return (!sector.empty() && !in_sector(c.event, sector, entry.first)) ||
               (!boards.empty() && std::ranges::find(boards, entry.first) == boards.end());
    });
    for (const Board board : boards) all->try_emplace(board);
    FF_CHECK(boards.empty() || all->size() == boards.size());
    if (all->size() > limits::list_items)
        return std::unexpected(refuse("too_many", "at most " + std::to_string(limits::list_items) +
                                                      " boards at once: say a round or a sector"));
    if (!all->empty()) return all;
    return std::unexpected(refuse("no_games", "the event has no game at these boards"));
}

wire::AtBoard skipped(Board board, const std::string& game, std::string code, std::string text) {
    FF_CHECK(!code.empty());
    FF_CHECK(!text.empty());
    return {board, game, std::move(code), std::move(text)};
}

wire::AtBoard without_game(Board board) {
    return skipped(board, "", "no_game", "no game is set up at a clock");
}

// Is each board listed once, in order?
bool by_board(const std::vector<wire::AtBoard>& games) {
    return std::ranges::adjacent_find(games, std::ranges::greater_equal{},
                                      &wire::AtBoard::board) == games.end();
}

bool nowhere(const std::vector<wire::AtBoard>& games) {
    return std::ranges::none_of(games, [](const auto& at) { return at.refused.empty(); });
}

EventRefusal fits_nowhere(const wire::EventAct& act) {
    std::string text = "it fits at none of these boards";
    for (const Told& sentence : sentences_of(act)) text += "; " + sentence.text;
    return refuse("nothing_to_change", std::move(text));
}

// ---- play goes on -----------------------------------------------------------------------------

// Asked since the machine stopped (6.10.1)? All boards wait then, and may go on together.
bool of_power_cut(const game::Question& question) {
    const auto* pause = game::facts_of<wire::OfPause>(question);
    return pause && pause->power_cut;
}

// Would it close a question that somebody must look at, along with the others?
bool overlooks_question(const game::Game& game, const std::vector<wire::GameEvent>& events) {
    return std::ranges::any_of(events, [&](const wire::GameEvent& event) {
        const auto* closed = std::get_if<wire::QuestionClosed>(&event);
        if (!closed) return false;
        const auto question =
            std::ranges::find(game.live.questions, closed->number, &game::Question::number);
        return question == game.live.questions.end() || !of_power_cut(*question);
    });
}

// A board that had stopped before for a reason of its own does not resume with the others.
bool paused_alone(const game::Game& game) {
    return !game.live.running && !game.live.paused_together &&
           std::ranges::none_of(game.live.questions, of_power_cut);
}

// An adjourned game does not resume with the others, unless the clock for the reply to the sealed
// move was started.
bool rests(const game::Live& live) {
    return live.adjourned && !live.running && !live.adjourned->reply_runs;
}

wire::AtBoard rule_at(Case& c, const wire::RuleBoards& a, Board board, const Standing& at) {
    if (!at.pairing || at.pairing->game.empty()) return without_game(board);
    FF_CHECK(at.pairing->board == board);
    const std::string& id = at.pairing->game;
    const game::Game* game = game::find(c.games, id);
    if (!game) return skipped(board, id, "not_begun", "the game is being set up");
    const bool resumes = std::holds_alternative<wire::ResumeClock>(a.act);
    const bool in_play = game->live.began && !game->live.result;
    const bool named = !a.boards.empty();
    if (in_play && !named && rests(game->live))
        return skipped(board, id, "adjourned", "the game is adjourned: name its board");
    if (resumes && in_play && !named && paused_alone(*game))
        return skipped(board, id, "paused_alone",
                       "it was not paused with the others: resume it at the desk, or name it");
    wire::DeskCommand command;
    command.id = board_act_id(c.command.id, board.number);
    command.game = id;
    command.by = c.by;
    command.article = a.article;
    command.reason = c.command.reason;
    std::visit([&](const auto& one) { command.act = one; }, a.act);
    auto decided = game::decide_desk(c.games, c.now.at, command);
    if (!decided)
        return skipped(board, id, std::move(decided.error().code), std::move(decided.error().text));
    FF_CHECK(!decided->empty());  // at least the act itself
    FF_CHECK(std::holds_alternative<wire::DeskActed>(decided->front()));
    if (overlooks_question(*game, *decided))
        return skipped(board, id, "question_open", "a question waits there: answer it");
    std::ranges::move(*decided, std::back_inserter(c.rulings));
    return {board, id, "", ""};
}

// ---- a start taken back ---------------------------------------------------------------------

bool same_start(const Case& c, const Standing& at, const game::Game& game) {
    FF_CHECK(at.round != nullptr);
    FF_CHECK(at.pairing != nullptr);
    const wire::GameTerms planned = game_terms(c.event, *at.round, *at.pairing);
    return chess::same_position(game::start_of(game.terms), game::start_of(planned));
}

// The game is given up for a new one: rulings given in it must not be lost.
bool has_rulings(const Case& c, const Standing& at, const game::Game& game) {
    // What was taken back is no ruling any more, and neither is the undo.
    const bool ruled = std::ranges::any_of(game.live.ruled, [](const game::Ruled& r) {
        return !r.undone && r.effect.undoes == 0;
    });
    return ruled || game.live.reversed || !game.live.control.empty() || !same_start(c, at, game);
}

wire::AtBoard may_be_taken_back(const Case& c, Board board, const Standing& at) {
    if (!at.pairing || at.pairing->game.empty()) return without_game(board);
    FF_CHECK(at.pairing->board == board);
    const std::string& id = at.pairing->game;
    const game::Game* game = game::find(c.games, id);
    const bool starts = start_under_way(c.tournaments, id);
    if (!game) {
        if (starts) return {board, id, "", ""};
        return skipped(board, id, "not_begun", "its clock has not been started");
    }
    if (game->live.result) return skipped(board, id, "game_over", "the game is over");
    if (!game->live.began && !starts)
        return skipped(board, id, "not_begun", "its clock has not been started");
    if (c.setup.may_cancel(*at.pairing, ""))
        return skipped(board, id, "game_begun",
                       "a move was made: pause the clock and set it, or restart the game");
    if (game->live.adjourned) return skipped(board, id, "adjourned", "the game is adjourned");
    if (has_rulings(c, at, *game))
        return skipped(board, id, "has_rulings",
                       "rulings have changed the game: take them back, or pause and set the "
                       "clock");
    return {board, id, "", ""};
}

// Does this leave no game of the round begun, with a Flagfall clock or without, and no result of
// one? Forfeits are not games.
bool whole(const Case& c, const EventRound& round, const std::vector<wire::AtBoard>& games) {
    return std::ranges::all_of(round.pairings, [&](const EventPairing& p) {
        if (p.board == Board{}) return true;
        const auto taken = std::ranges::find(games, p.board, &wire::AtBoard::board);
        if (taken != games.end() && taken->refused.empty()) return true;
        const bool played = p.entered ? p.entered->kind != wire::ResultKind::forfeit
                                      : plays_without_clock(c.event, round.number, p);
        return !played && !has_begun(c.games, p.game) && !start_under_way(c.tournaments, p.game);
    });
}

// Games that are taken back get the terms that their round then has. If the round is published
// again, games that only wait get them as well: theirs are the terms that the round began with.
MaybeRefusal set_up_again(Case& c, const EventRound& round, wire::UndoStart& a,
                          const Hall& boards) {
    EventRound then = round;
    if (a.whole) then.began_with.reset();
    for (wire::AtBoard& at : a.games) {
        const Standing& stands = boards.at(at.board);
        if (a.whole && at.refused == "not_begun" &&
            terms_of(c.event, round, *stands.pairing) != terms_of(c.event, then, *stands.pairing)) {
            const game::Game* game = game::find(c.games, at.game);
            if (game && has_rulings(c, stands, *game))
                return refuse("has_rulings", named({at.board}) +
                                                 ": rulings have changed the game, which would "
                                                 "get other terms: take them back first",
                              "/boards");
            at = {at.board, at.game, "", ""};
        }
        if (!at.refused.empty()) continue;
        c.setup.cancel(round, *stands.pairing, "6.6");
        EventPairing again = *stands.pairing;
        again.game.clear();
        if (auto no = c.setup.open(then, again, "/boards")) return no;
    }
    return std::nullopt;
}

}  // namespace

MaybeRefusal act(Case& c, wire::RuleBoards& a) {
    a.games.clear();
    const auto boards = chosen(c, a.round, a.sector, a.boards);
    if (!boards) return boards.error();
    for (const auto& [board, at] : *boards) a.games.push_back(rule_at(c, a, board, at));
    FF_CHECK(by_board(a.games));
    FF_CHECK(a.games.size() == boards->size());
    if (nowhere(a.games)) return fits_nowhere(a);
    return std::nullopt;
}

MaybeRefusal act(Case& c, wire::UndoStart& a) {
    a.games.clear();
    const auto boards = chosen(c, a.round, a.sector, a.boards);
    if (!boards) return boards.error();
    const EventRound* const round = find(c.event, a.round);
    if (!round) return no_such_round();
    if (round->state != RoundState::started)
        return refuse("wrong_state", "round " + std::to_string(round->number) + " is " +
                                         std::string(name(round->state)) +
                                         ": only a start of a started round is "
                                                        "taken back");
    for (const auto& [board, at] : *boards) a.games.push_back(may_be_taken_back(c, board, at));
    FF_CHECK(by_board(a.games));
    // A person who names boards may be responsible for these only, and not for the whole round.
    a.whole = a.boards.empty() && a.sector.empty() && whole(c, *round, a.games);
    FF_CHECK(!a.whole || (a.boards.empty() && a.sector.empty()));
    FF_CHECK(a.games.size() == boards->size());
    if (nowhere(a.games) && !a.whole) return fits_nowhere(a);
    return set_up_again(c, *round, a, *boards);
}

}  // namespace flagfall::tournament
