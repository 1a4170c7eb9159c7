// The moves and positions of a decision: what is recorded, set, brought back or begun again.
#include <algorithm>

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/undo_effects.hpp"
#include "arbiterd/game/state/accounts.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

// Number of moves that both games have in common at the start.
std::uint32_t same_moves(const Game& a, const Game& b) {
    std::uint32_t same = 0;
    if (!(a.history.at(0) == b.history.at(0))) return same;
    FF_CHECK(a.moves.size() == a.history.ply());
    FF_CHECK(b.moves.size() == b.history.ply());
    while (same < a.moves.size() && same < b.moves.size() &&
           a.moves[same].move == b.moves[same].move)
        ++same;
    return same;
}

// The kept game and the present one are the same up to here.
Ply same_until(const TakenBack& kept, const Game& now) {
    FF_CHECK(kept.before != nullptr);
    const Game& before = *kept.before;
    if (before.base == now.base && before.first == now.first)
        return {before.base.count + same_moves(before, now)};
    if (kept.whole) return {};
    // A position was set up, or an illegal move stood: the moves before it are not compared.
    return std::min({before.live.ply, kept.left.value_or(std::max(before.base, now.base)),
                     now.live.ply});
}

}  // namespace

void Draft::record(chess::Move move, const Completed& how) {
    const chess::Position& before = position();
    const Side side = before.side_to_move();
    FF_CHECK(chess::is_legal(before, move));
    FF_CHECK(how.elapsed >= Duration{});
    const auto written = chess::san_and_after(before, move);
    wire::MoveRecorded e;
    e.side = side;
    e.ply = {live_.ply.count + 1};
    e.uci = chess::uci(before, move);
    e.san = written.text.view();
    e.written = how.written;
    e.elapsed = how.elapsed;
    e.readings = how.readings.value_or(occasion_.readings);
    e.completed_by = how.by;
    e.age = occasion_.age[side];
    if (how.offer || live_.offered_at[side] == e.ply) e.marks = "(=)";
    if (line_) line_->push(written.position);
    else fresh_.push_back(written.position);
    add(std::move(e));
    FF_CHECK(position().side_to_move() == other(side));
    FF_CHECK(has_new_positions());
}

void Draft::let_stand(wire::IllegalMoveStood event, const std::optional<chess::Position>& after) {
    FF_CHECK(!event.before.empty());
    FF_CHECK(!event.fen.empty());
    event.goes_on = after.has_value();
    if (after) go_on_from(event.ply, *after);
    add(std::move(event));
}

// As gone_on() does it for the game.
void Draft::go_on_from(Ply ply, const chess::Position& position) {
    const bool follows = ply >= base_ && ply.count <= live_.ply.count + 1;
    line_ = follows ? chess::History(history(), ply.count - base_.count, position)
                    : chess::History(position);
    base_ = ply;
    FF_CHECK(line_->ply() == 0);
    FF_CHECK(line_->current() == position);
}

void Draft::restore(Ply ply, const chess::Position& position, std::string fen,
                    std::string_view by, std::string reason, bool keeps) {
    FF_CHECK(!by.empty());
    wire::PositionRestored e;
    e.ply = ply;
    e.fen = std::move(fen);
    e.by = by;
    e.reason = std::move(reason);
    if (keeps) e.ruling = live_.rulings + 1;
    e.voided = moves_after(game_, ply);
    if (!e.fen.empty()) {
        go_on_from(ply, position);
    } else {
        FF_CHECK(ply >= base_);
        FF_CHECK(ply <= live_.ply);
        line_ = history();
        line_->truncate(ply.count - base_.count);
    }
    placed_ = true;
    add(std::move(e));
}

Both<Duration> Draft::bring_back(const TakenBack& kept, std::uint32_t by) {
    FF_CHECK(kept.before != nullptr);
    FF_CHECK(kept.ruling > 0);
    const Game& before = *kept.before;
    const wire::GameTerms& terms = kept.whole ? before.terms : game_.terms;
    wire::MovesRestored e;
    e.kept = kept.ruling;
    e.ruling = by > 0 ? by : live_.rulings + 1;
    e.ply = before.live.ply;
    e.white = terms.white;
    e.black = terms.black;
    e.tags = terms.tags;
    e.reversed = kept.whole ? before.live.reversed : live_.reversed;
    e.fen = terms.fen;
    e.readings = of_sheet(live_, kept) ? live_.readings : kept_readings(kept);
    const auto& adjourned = (kept.whole || kept.adjourned ? before.live : live_).adjourned;
    e.adjourned = adjourned.has_value();
    if (adjourned) e.sealed = adjourned->sealed;
    if (kept.presses) e.presses = before.live.presses;
    e.by = author();
    const Ply common = same_until(kept, game_);
    e.restored = moves_after(before, common);
    e.voided = moves_after(game_, common);
    line_ = before.history;
    base_ = before.base;
    placed_ = true;
    const Ply counted = before.live.presses.value_or(before.live.ply);
    brought_ = periods_at(before, counted, false);
    for (const Side side : {Side::white, Side::black}) {  // another control may be in force since
        std::uint32_t& period = (*brought_)[side];
        if (period > 0 && game_.control && before.control)
            period = period_under((*game_.control)[side], (*before.control)[side], period);
        if (!may_be_in(game_, side, period, counted)) period = 0;
    }
    const wire::MovesRestored done = e;
    add(std::move(e));
    game::bring_back(live_, kept, done);
    FF_CHECK(base_.count + line_->ply() == live_.ply.count);
    FF_CHECK(live_.readings == done.readings);
    occasion_.readings = done.readings;
    return done.readings;
}

namespace {

// From now on "WhiteElo" of one player is "BlackElo" of the other.
wire::Pairs swapped(const wire::Pairs& tags) {
    wire::Pairs result;
    for (wire::Pair tag : tags) {
        if (tag.name.starts_with("White")) tag.name.replace(0, 5, "Black");
        else if (tag.name.starts_with("Black")) tag.name.replace(0, 5, "White");
        result.push_back(std::move(tag));
    }
    return result;
}

template <class Event>
Event seated(const Game& game, bool reversed) {
    const wire::GameTerms& terms = game.terms;
    const bool change = reversed != game.live.reversed;
    Event e;
    e.white = change ? terms.black : terms.white;
    e.black = change ? terms.white : terms.black;
    e.tags = change ? swapped(terms.tags) : terms.tags;
    e.reversed = reversed;
    return e;
}

}  // namespace

void Draft::reverse_colours(std::string_view article) {
    auto e = seated<wire::ColoursReversed>(game_, !game_.live.reversed);
    e.by = author();
    e.article = article;
    add(std::move(e));
    approve_again(*this);
}

void Draft::restart(const chess::Position& start, bool reversed, std::string_view article) {
    auto e = seated<wire::GameRestarted>(game_, game_.live.reversed && !reversed);
    e.changed_seats = reversed;
    FF_CHECK(chess::is_sound(start));
    e.fen = chess::fen(start);
    e.readings = with_time(game_.at_start, {});
    e.by = author();
    e.article = article;
    e.ruling = live_.rulings + 1;
    e.voided = moves_after(game_, {});
    line_ = chess::History(start);
    base_ = {};
    placed_ = true;
    add(std::move(e));
}

}  // namespace flagfall::game
