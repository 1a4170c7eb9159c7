// Functions that read a game's state: those of games.hpp that change nothing.
#include <algorithm>

#include "arbiterd/game/state/games.hpp"
#include "common/base/check.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

bool same_moves(const std::vector<sheets::RecordedMove>& a,
                const std::vector<sheets::RecordedMove>& b) {
    return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
        return x.move == y.move && x.draw_offer == y.draw_offer;
    });
}

bool same_kept(const TakenBack& a, const TakenBack& b) {
    FF_CHECK(a.before != nullptr);
    FF_CHECK(b.before != nullptr);
    return a.ruling == b.ruling && a.whole == b.whole && a.presses == b.presses &&
           a.adjourned == b.adjourned && a.open == b.open && a.left == b.left && a.of == b.of &&
           a.given == b.given && a.more == b.more && a.shown == b.shown && *a.before == *b.before;
}

}  // namespace

bool operator==(const Game& a, const Game& b) {
    return a.id == b.id && a.board == b.board && a.terms == b.terms && a.profile == b.profile &&
           a.at_start == b.at_start && a.begun == b.begun && a.clocks == b.clocks &&
           a.went_back == b.went_back && a.controls == b.controls && a.changes == b.changes &&
           a.base == b.base && a.first == b.first && a.live == b.live &&
           a.presses == b.presses && a.unjudged == b.unjudged && a.period == b.period &&
           a.ended == b.ended && a.memory == b.memory && same_moves(a.moves, b.moves) &&
           a.history == b.history &&
           std::ranges::equal(a.taken_back, b.taken_back, same_kept);
}

bool operator==(const Games& a, const Games& b) {
    return a.log == b.log && a.time == b.time && a.by_id == b.by_id && a.at_board == b.at_board;
}

const Game* find(const Games& games, const std::string& id) {
    const auto at = games.by_id.find(id);
    FF_CHECK(at == games.by_id.end() || at->second.id == id);
    if (at != games.by_id.end()) return &at->second;
    return games.past ? games.past->find(id) : nullptr;
}

Played played(const Game& game) {
    return {game.id, game.profile.time_class, game.profile.illegal_move_raised_by,
            game.profile.id};
}

std::string other_at_board(const Games& games, const Game& game) {
    const auto present = games.at_board.find(game.board);
    FF_CHECK(present == games.at_board.end() || !present->second.empty());
    const bool other = present != games.at_board.end() && present->second != game.id;
    return other ? present->second : std::string();
}

std::vector<Played> games_of(const Games& games, const std::string& event) {
    std::vector<Played> all;
    if (games.past) all = games.past->of_event(event);
    std::erase_if(all, [&](const Played& game) { return games.by_id.contains(game.id); });
    for (const auto& [id, game] : games.by_id)
        if (game.terms.event == event) all.push_back(played(game));
    std::ranges::sort(all, {}, &Played::id);
    FF_CHECK(std::ranges::adjacent_find(all, {}, &Played::id) == all.end());
    return all;
}

chess::Variant variant_of(const wire::GameTerms& terms) {
    return terms.variant.value_or(Variant::chess);
}

const std::string& control_of(const Game& game) {
    return game.live.control.empty() ? game.terms.time_control : game.live.control;
}

wire::NewControl control_after(const Game& game, std::size_t changes) {
    wire::NewControl control;
    control.time_control = game.terms.time_control;
    control.period_trigger = game.terms.period_trigger;
    FF_CHECK(changes <= game.controls.size());
    if (changes == 0) return control;
    const ControlChange& last = game.controls.at(changes - 1);
    control.time_control = last.time_control;
    control.period_trigger = last.period_trigger;
    return control;
}

// decide() has asked about impossible terms, so nothing is judged by this position.
chess::Position start_of(const wire::GameTerms& terms) {
    if (terms.fen.empty()) return chess::start_position();
    const auto start = chess::parse_position(terms.fen, variant_of(terms));
    return start ? *start : chess::start_position();
}

Recording recording_of(const Game& game, Side side, Duration left) {
    if (!game.profile.recording_required) return Recording::need_not_in_fast_play;
    if (!game.control) return Recording::must;
    FF_CHECK(game.period[side] >= 1);
    return recording_now(game.memory[side], (*game.control)[side], game.trigger,
                         TimeClass::standard, game.period[side], left);
}

std::uint32_t moves_of(Side side, Side first, Ply ply) {
    return side == first ? (ply.count + 1) / 2 : ply.count / 2;
}

chess::Position on_board(const Live& live, const chess::Position& position) {
    FF_CHECK(live.pending.size() <= 2);
    chess::Position board = position;
    for (const Pending& pending : live.pending) {
        const auto move = chess::parse_san(board, pending.text);
        if (!move) break;
        board = chess::after(board, *move);
    }
    return board;
}

const Announced* announced_in(const Live& live, const chess::Position& position) {
    const auto at = std::ranges::find_if(live.announced, [&](const Announced& a) {
        return chess::same_position(a.before, position) && stands(live, a.ruling);
    });
    return at == live.announced.end() ? nullptr : &*at;
}

const Bound* bound_in(const Live& live, const chess::Position& position) {
    const auto at = std::find_if(live.bound.rbegin(), live.bound.rend(), [&](const Bound& b) {
        return chess::same_position(b.before, position) && stands(live, b.ruling);
    });
    return at == live.bound.rend() ? nullptr : &*at;
}

const Touch* touched_in(const Live& live, const chess::Position& position) {
    const auto at = std::ranges::find_if(live.touches, [&](const Touch& t) {
        return t.counts && t.side == position.side_to_move() && t.ply > live.ply &&
               chess::same_position(t.before, position) && stands(live, t.ruling);
    });
    return at == live.touches.end() ? nullptr : &*at;
}

std::uint32_t offers_that_count(const Live& live, Side side) {
    const auto not_wrong = std::ranges::count_if(live.wrong_claims, [&](const WrongClaim& claim) {
        return claim.side == side && !stands(live, claim.ruling);
    });
    FF_CHECK(not_wrong <= live.offers_and_claims[side]);
    return live.offers_and_claims[side] - static_cast<std::uint32_t>(not_wrong);
}

bool reply_runs(const Live& live) {
    return live.adjourned && !live.adjourned->opened && live.adjourned->reply_runs;
}

bool waits_for_envelope(const Live& live) {
    return live.adjourned && !live.adjourned->opened && !reply_runs(live);
}

bool stands(const Live& live, std::uint32_t ruling) {
    const auto at = std::ranges::find(live.ruled, ruling, &Ruled::number);
    return at == live.ruled.end() || !at->undone;
}

chess::Position position_before(const Live& live, const chess::Position& position, Ply ply) {
    Live made = live;
    const std::size_t moves = ply.count > live.ply.count ? ply.count - live.ply.count - 1 : 0;
    made.pending.resize(std::min(live.pending.size(), moves));
    FF_CHECK(made.pending.size() <= 2);
    return on_board(made, position);
}

chess::History gone_on(const Game& game, Ply ply, const chess::Position& position) {
    const bool follows = ply >= game.base && ply.count <= game.live.ply.count + 1;
    if (!follows) return chess::History(position);
    FF_CHECK(ply.count - game.base.count <= game.history.ply() + 1);
    return chess::History(game.history, ply.count - game.base.count, position);
}

}  // namespace flagfall::game
