#include "arbiterd/game/laws/moves.hpp"

#include <algorithm>

#include "arbiterd/game/laws/dated_back.hpp"
#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/draws.hpp"
#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/irregular.hpp"
#include "arbiterd/game/laws/line.hpp"
#include "arbiterd/game/laws/obligations.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/standing.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

// Why this side may not put a move on the board now; empty if it may. The last move may still be
// changed until it is completed, and the other side may reply to it (6.2.2).
std::string why_not(const Draft& draft, Side side) {
    const auto& pending = draft.live().pending;
    if (pending.empty() && side != draft.to_move()) {
        return sentence({say(side), " does not have the move"});
    }
    if (pending.size() == 2 && pending.front().side == side) {
        return sentence({say(other(side)), " has replied to the move that is not pressed yet"});
    }
    return {};
}

bool breaks_announcement(const Draft& draft, const chess::Position& before, chess::Move move) {
    const Announced* announced = announced_in(draft.live(), before);
    return announced && chess::uci(before, move) != announced->uci;
}

bool breaks_announcement(const Draft& draft, const std::vector<Step>& line) {
    const chess::Position* before = &draft.position();
    for (const Step& step : line) {
        if (breaks_announcement(draft, *before, step.move)) return true;
        before = &step.after;
    }
    return false;
}

// A move made on the board though its player is bound to another (4.3).
struct NotKept {
    Pending made;
    Bound bound;
};

// The pending moves that break such a duty, in order.
std::vector<NotKept> not_kept(const Draft& draft, const std::vector<Step>& line) {
    FF_CHECK(line.size() <= draft.live().pending.size());
    std::vector<NotKept> found;
    const chess::Position* before = &draft.position();
    for (std::size_t at = 0; at < line.size(); ++at) {
        FF_CHECK(draft.live().pending[at].side == before->side_to_move());
        if (const auto bound = broken_by(draft.live(), *before, line[at].move))
            found.push_back({draft.live().pending.at(at), *bound});
        before = &line[at].after;
    }
    return found;
}

void ask_of_touch(Draft& draft, const NotKept& broken, bool holds) {
    touch_not_kept(draft, {.side = broken.made.side, .text = broken.made.text, .gained = {}},
                   broken.bound, draft.occasion().readings, holds);
}

// clockd stopped the clock because its shadow saw the game end; the record must agree with that.
void compare_with_shadow(Draft& draft, const wire::Made& e) {
    if (e.ending == Ending::none) return;
    ask_stopped(draft, name(e.side), "5.1.1", Subject::position,
                sentence({"The clock stopped at this move (", name(e.ending),
                          "), but by the record it does not end the game."}),
                {fact("move", e.text), fact("fen", chess::fen(draft.position()))},
                see_and_resume(), {.facts = wire::OfEnding{e.ending}});
}

// Some moves end the game as soon as they are made (5.1.1, 5.2.1, 5.2.2, 9.6).
void judge_board(Draft& draft, const wire::Made& e) {
    const std::vector<Step> line = legal_pending(draft);
    if (line.size() != draft.live().pending.size()) return compare_with_shadow(draft, e);
    if (breaks_announcement(draft, line)) {
        // No end: the announced move must be played. If the clock runs on, the press decides.
        if (e.ending == Ending::none) return;
        if (line.size() > 1) return compare_with_shadow(draft, e);
        announced_move_not_played(draft, {.side = e.side, .text = e.text, .gained = {}});
        // The clock stands until the correction is carried out; that may be dropped.
        return stops(draft, name(e.side), "9.5.3", "made");
    }
    const Finish finish = finish_after(draft, line);
    if (finish.ending == Ending::none) return compare_with_shadow(draft, e);
    const std::vector<NotKept> broken = not_kept(draft, line);
    if (e.ending != Ending::none && (!broken.empty() || asked_about_change(draft)))
        stops(draft, name(e.side), broken.empty() ? "4.7" : broken.front().bound.article, "made");
    if (!broken.empty())  // 5.1.1: the mate must accord with Article 4
        return ask_of_touch(draft, broken.front(), true);
    if (asked_about_change(draft)) return changed_move_waits(draft);
    record_line(draft, line);
    conclude(draft, finish, e.side);
    FF_CHECK(draft.over());
}

// A pawn was not replaced on the last rank (7.5.2): with a queen added the text is a move.
std::optional<chess::Move> as_promotion(const chess::Position& position, std::string text) {
    while (!text.empty() && std::string_view("+#!?= ").contains(text.back())) text.pop_back();
    for (const std::string_view queen : {"=Q", "q"}) {
        const auto move = chess::parse_san(position, text + std::string(queen));
        if (move && move->is_promotion()) return *move;
    }
    return std::nullopt;
}

void not_a_move(Draft& draft, const Offence& offence, chess::TextError why) {
    if (const auto queen = as_promotion(draft.position(), offence.text)) {
        return promotion_not_completed(draft, offence, *queen);
    }
    if (why == chess::TextError::illegal) return illegal_move(draft, offence);
    unreadable_move(draft, offence, chess::name(why));
}

}  // namespace

// The delay is part of the turn, whatever the event says: never more than the time used of it.
Duration shown_gain(const wire::Pressed& e) {
    const Duration delay = e.margin - (e.readings[e.side] - e.gained);
    const Duration shown = e.gained - std::max(std::min(delay, e.elapsed), Duration{});
    FF_CHECK(shown <= e.gained);
    return shown;
}

// The program does not know what the press completed.
void out_of_step(Draft& draft, const wire::Pressed& e) {
    draft.ask("7.1", Subject::position,
              sentence({say(e.side), " completed ply ", std::to_string(e.ply.count),
                        " by the clock, but by the record ", say(draft.to_move()),
                        " completes ply ", std::to_string(draft.next_ply().count),
                        ". The press does not count: see the board and set the clock."}),
              {fact("clock_ply", e.ply.count), fact("record_ply", draft.live().ply.count),
               fact("fen", chess::fen(draft.position()))},
              true, see_by_record(draft.live().began));
}

void made(Draft& draft, const wire::Made& e) {
    if (presses_only(draft)) return made_at_presses(draft, e);
    if (draft.live().unruled && made_after_open(draft, e)) return;
    if (std::string reason = why_not(draft, e.side); !reason.empty()) {
        return draft.not_counted(wire::Made::type, std::move(reason));
    }
    touch_refuses_offer(draft, e.side);
    if (!draft.live().pending.empty() && draft.live().pending.back().side == e.side) {
        made_move_changed(draft, Pending(draft.live().pending.back()), e.text);
    }
    wire::MovePending pending;
    pending.side = e.side;
    pending.text = e.text;
    pending.elapsed = e.elapsed;
    draft.add(std::move(pending));
    order_guessed(draft, e);
    judge_board(draft, e);
}

void pressed(Draft& draft, const wire::Pressed& e) {
    if (presses_only(draft)) return press_noted(draft, e);
    if (draft.live().unruled) return pressed_after_open(draft, e);
    if (e.side != draft.to_move() || e.ply != draft.next_ply()) return out_of_step(draft, e);
    const auto& pending = draft.live().pending;
    Offence offence{.side = e.side, .text = {}, .gained = shown_gain(e),
                    .elapsed = e.elapsed};
    if (pending.empty()) {
        if (e.made) return unreadable_move(draft, offence, "missing");
        if (e.unseen) return unseen_press(draft, offence);
        return press_without_move(draft, offence);
    }
    FF_CHECK(pending.front().side == e.side);
    offence.text = pending.front().text;
    const auto move = chess::parse_san(draft.position(), offence.text);
    if (!move) return not_a_move(draft, offence, move.error());
    if (breaks_announcement(draft, draft.position(), *move)) {
        return announced_move_not_played(draft, offence);
    }
    const auto bound = broken_by(draft.live(), draft.position(), *move);
    Both<Duration> before = e.readings;
    before[e.side] -= offence.gained;
    draft.record(*move, {.written = offence.text, .elapsed = e.elapsed, .by = CompletedBy::press});
    FF_CHECK(draft.live().ply == e.ply);
    FF_CHECK(draft.to_move() == other(e.side));
    if (bound) touch_not_kept(draft, offence, *bound, before, false);
}

// 6.2.1.2. This completes an illegal move, too (7.5.1), but there is no press whose time could be
// taken back, and the next move is already on the board: the arbiter decides.
void completed_by_next(Draft& draft, const wire::CompletedByNext& e) {
    if (presses_only(draft)) return count_presses(draft, e.ply);
    const std::vector<Step> line = legal_pending(draft);
    const std::vector<Pending> pending = draft.live().pending;
    const bool follows = pending.size() == 2 && pending.front().side == e.side &&
                         e.ply.count == draft.live().ply.count + 2;
    if (follows && line.size() == 2 && !breaks_announcement(draft, line)) {
        const std::vector<NotKept> broken = not_kept(draft, line);
        for (std::size_t at = 0; at < 2; ++at)
            draft.record(line[at].move, {.written = pending[at].text,
                                         .elapsed = pending[at].elapsed,
                                         .by = CompletedBy::next_move});
        FF_CHECK(draft.live().ply == e.ply);
        FF_CHECK(draft.to_move() == e.side);
        for (const NotKept& each : broken) ask_of_touch(draft, each, false);
        return;
    }
    wire::Pairs evidence{fact("clock_ply", e.ply.count), fact("record_ply", draft.live().ply.count),
                         fact("fen", chess::fen(draft.position()))};
    add_pending(draft, evidence);
    draft.ask("7.5.1", Subject::completed_by_next,
              sentence({say(e.side), " made the next move and so completed the moves before it "
                                     "(6.2.1.2), but by the record these cannot be: see the "
                                     "board and set the clock."}),
              std::move(evidence), true, go_back_options({}));
}

}  // namespace flagfall::game
