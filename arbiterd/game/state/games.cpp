#include "arbiterd/game/state/games.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "arbiterd/game/state/accounts.hpp"
#include "arbiterd/game/state/offences.hpp"
#include "arbiterd/game/state/promises.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "common/base/check.hpp"
#include "common/base/office_ids.hpp"
#include "common/base/overload.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

Game new_game(const wire::GameRecorded& e) {
    FF_CHECK(!e.game.empty());
    FF_CHECK(e.readings[Side::white] >= Duration{});
    FF_CHECK(e.readings[Side::black] >= Duration{});
    const chess::Position start = start_of(e.terms);
    Game game{.id = e.game,
              .board = e.board,
              .terms = e.terms,
              .profile = profile_from(e.settings),
              .at_start = e.readings,
              .clocks = {e.readings},
              .history = chess::History(start),
              .base = {},
              .first = start.side_to_move(),
              .live = {}};
    game.live.readings = e.readings;
    game.live.epoch = e.epoch;
    if (e.terms.reports == wire::Reporting::presses) game.live.presses = Ply{};
    if (const auto control = parse_time_control(e.terms.time_control)) game.control = *control;
    game.trigger = e.terms.period_trigger.value_or(PeriodTrigger::moves);
    return game;
}

void move_on(Game& game, const wire::MoveRecorded& e) {
    const auto move = chess::parse_uci(game.history.current(), e.uci);
    FF_CHECK(move.has_value());
    FF_CHECK(e.side == game.history.current().side_to_move());
    FF_CHECK(e.ply.count == game.base.count + game.history.ply() + 1);
    game.history.play(*move);
    game.clocks.push_back(e.readings);
    game.moves.push_back({*move, !e.marks.empty()});
}

// The game goes on from a position that does not continue the former one.
void begin_from(Game& game, Ply ply, const std::string& fen) {
    const auto position = chess::parse_position(fen, variant_of(game.terms));
    FF_CHECK(position.has_value());
    game.history = gone_on(game, ply, *position);
    FF_CHECK(game.history.ply() == 0);
    FF_CHECK(game.history.current() == *position);
    game.clocks = {game.live.readings};
    game.changes.clear();
    game.moves.clear();
    game.base = ply;
    // The side that moved first follows from the side to move now.
    const Side mover = position->side_to_move();
    game.first = ply.count % 2 == 0 ? mover : other(mover);
}

void go_back(Game& game, const wire::PositionRestored& e) {
    undo_periods(game, Ply{e.ply.count + 1});
    if (!e.fen.empty()) return begin_from(game, e.ply, e.fen);
    FF_CHECK(e.ply >= game.base);
    game.history.truncate(e.ply.count - game.base.count);
    FF_CHECK(game.history.ply() < game.clocks.size());
    game.clocks.resize(game.history.ply() + 1);
    for (ClockChange& change : game.changes) change.ply = std::min(change.ply, e.ply);
    game.moves.resize(e.ply.count - game.base.count);
    if (e.ply <= game.live.ply && !game.live.presses) account_back(game, e.ply);
    if (e.cause == Pos{}) return;
    account_placed(game);
    game.clocks.back() = game.live.readings;  // set and reported at the clock
}

// Takes over which player has which colour.
template <class Event>
void take_players(Game& game, const Event& e) {
    game.terms.white = e.white;
    game.terms.black = e.black;
    game.terms.tags = e.tags;
}

void begin_again(Game& game, const wire::GameRestarted& e) {
    const auto position = chess::parse_position(e.fen, variant_of(game.terms));
    FF_CHECK(position.has_value());
    take_players(game, e);
    game.at_start = e.readings;
    FF_CHECK(e.ruling > 0);
    game.begun = e.ruling;
    game.terms.fen = e.fen;
    game.history = chess::History(*position);
    game.clocks = {e.readings};
    game.changes.clear();
    game.moves.clear();
    game.presses.clear();
    game.unjudged.reset();
    game.period = {{1, 1}};
    game.ended.clear();
    game.memory = {};
    game.base = {};
    game.first = position->side_to_move();
    account_back(game, {});
    account_placed(game);
}

// 8.1.5: an offer made after its move was recorded is marked as well.
void mark_offer(Game& game, const wire::DrawOfferMade& e) {
    if (e.how != Offering::offer || e.ply <= game.base) return;
    const std::size_t at = e.ply.count - game.base.count - 1;
    if (at < game.moves.size()) game.moves[at].draw_offer = true;
}

// Keeps what a position entered later will decide.
void keep_unjudged(Game& game, const wire::QuestionPut& e) {
    const bool ends = e.about == Subject::flag_fall || e.about == Subject::resignation;
    if (!game.live.presses || !ends || !e.basis.facts) return;
    const auto* flag = std::get_if<wire::OfFlag>(&*e.basis.facts);
    const auto* resigned = std::get_if<wire::OfSide>(&*e.basis.facts);
    FF_CHECK(flag || resigned);
    FF_CHECK(flag == nullptr || e.about == Subject::flag_fall);
    FF_CHECK(resigned == nullptr || e.about == Subject::resignation);
    game.unjudged = Unjudged{e.about, flag ? flag->side : resigned->side, *game.live.presses};
}

// What is true of a game after every event, apart from its live part.
void check_game(const Game& game) {
    const Live& live = game.live;
    FF_CHECK(game.base.count + game.history.ply() == live.ply.count);
    FF_CHECK(game.clocks.size() == game.history.ply() + 1);
    FF_CHECK(game.moves.size() == game.history.ply());
    FF_CHECK(game.history.current().side_to_move() ==
             (live.ply.count % 2 == 0 ? game.first : other(game.first)));
    FF_CHECK(game.period[Side::white] >= 1);
    FF_CHECK(game.period[Side::black] >= 1);
    FF_CHECK(control_of(game) == control_after(game, game.controls.size()).time_control);
    FF_CHECK(game.profile.period_trigger == game.trigger);
    FF_CHECK(game.presses.empty() || (live.presses && game.presses.back().ply <= *live.presses));
    FF_CHECK(!game.unjudged || live.presses);
    FF_CHECK(game.begun <= live.rulings + 1);
    FF_CHECK(game.changes.empty() || game.changes.back().ply <= live.ply);
    FF_CHECK(game.controls.empty() || game.control.has_value());
    FF_CHECK(game.controls.empty() || game.controls.back().ruling <= live.rulings);
    FF_CHECK(live.presses.has_value() == (game.terms.reports == wire::Reporting::presses));
    FF_CHECK(!game.went_back || game.went_back->rulings <= live.rulings);
    FF_CHECK(game.taken_back.empty() || game.taken_back.back().before != nullptr);
    FF_CHECK(game.taken_back.empty() || game.taken_back.back().before->taken_back.empty());
    FF_CHECK(game.taken_back.empty() || game.taken_back.back().ruling <= live.rulings + 1);
}

// Values that only grow: the numbers of rulings and questions, and the board's epoch.
struct Counts {
    std::uint32_t rulings = 0;
    std::uint32_t asked = 0;
    std::uint32_t ends = 0;
    Epoch epoch;
};

Counts counts_of(const Game& game) {
    return {game.live.rulings, game.live.asked, game.live.ends, game.live.epoch};
}

void check_counts(const Counts& before, const Counts& after) {
    FF_CHECK(after.rulings == before.rulings || after.rulings == before.rulings + 1);
    FF_CHECK(after.asked == before.asked || after.asked == before.asked + 1);
    FF_CHECK(after.ends == before.ends || after.ends == before.ends + 1);
    FF_CHECK(after.epoch >= before.epoch);
}

// Events without a game, or with a game that is not on the record, change nothing here.
void apply_to_game(Games& games, const wire::GameEventBase& base, const wire::GameEvent& event) {
    auto at = games.by_id.find(base.game);
    if (at == games.by_id.end()) {
        const Game* past = find(games, base.game);
        if (past == nullptr) {
            FF_CHECK(std::holds_alternative<wire::EventVoided>(event));
            return;
        }
        at = games.by_id.emplace(base.game, *past).first;
    }
    Game& game = at->second;
    FF_CHECK(game.id == base.game);
    FF_CHECK(game.board == base.board);
    const Counts before = counts_of(game);
    if (const auto* asked = std::get_if<wire::QuestionPut>(&event)) keep_unjudged(game, *asked);
    keep_taken_back(game, event);
    if (const auto* moves = std::get_if<wire::MovesRestored>(&event)) bring_back(game, *moves);
    if (const auto* move = std::get_if<wire::MoveRecorded>(&event)) move_on(game, *move);
    if (const auto* back = std::get_if<wire::PositionRestored>(&event)) go_back(game, *back);
    const auto* stood = std::get_if<wire::IllegalMoveStood>(&event);
    if (stood && stood->goes_on) begin_from(game, stood->ply, stood->fen);
    if (const auto* again = std::get_if<wire::GameRestarted>(&event)) begin_again(game, *again);
    if (const auto* seats = std::get_if<wire::ColoursReversed>(&event)) {
        FF_CHECK(seats->reversed != game.live.reversed);
        take_players(game, *seats);
    }
    keep_clocks(game, event);
    if (const auto* offer = std::get_if<wire::DrawOfferMade>(&event)) mark_offer(game, *offer);
    apply_live(game.live, game.history.current(), event);
    read_clocks(game, event);
    check_game(game);
    check_counts(before, counts_of(game));
}

}  // namespace

void apply(Games& games, const wire::GameEvent& event) {
    if (const auto* link = std::get_if<wire::LinkFollowed>(&event)) {
        FF_CHECK(games.log.empty() || games.log == link->log);
        games.log = link->log;
        games.time = link->time;
        return;
    }
    if (const auto* opened = std::get_if<wire::GameRecorded>(&event)) {
        FF_CHECK(games.by_id.emplace(opened->game, new_game(*opened)).second);
        FF_CHECK(opened->board.number >= 1);
        games.at_board[opened->board] = opened->game;
        return;
    }
    std::visit(
        [&](const auto& e) {
            if constexpr (requires { e.cause; }) apply_to_game(games, e, event);
        },
        event);
}

}  // namespace flagfall::game
