// Rulings that take rulings back, games that begin again, and what the record has about both.
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "common/chess/notation.hpp"
#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {
namespace {

using chess::Position;

// The ruling does not stand; the one that it had taken back does, and so on. 7.5.5: the number of
// illegal actions is that of the rulings that stand.
void take_back(Game& game, std::uint32_t ruling) {
    bool undone = true;
    while (ruling > 0) {
        const auto at = std::ranges::find(game.given, ruling, &Given::number);
        if (at == game.given.end()) return;
        at->undone = undone;
        if (at->effect.counted) {
            std::uint32_t& count = game.illegal[*at->effect.counted];
            if (!undone) ++count;
            else if (count > 0) --count;
        }
        undone = !undone;
        ruling = at->effect.undoes;
    }
}

// The number of illegal actions counted once the ruling is taken back, or stands again.
Both<std::uint32_t> counts_after(const Game& game, std::uint32_t ruling) {
    Both<std::uint32_t> counts = game.illegal;
    bool undone = true;
    for (const Given* at = ruling_of(game, ruling); at; at = ruling_of(game, ruling)) {
        if (at->effect.counted) {
            std::uint32_t& count = counts[*at->effect.counted];
            if (!undone) ++count;
            else if (count > 0) --count;
        }
        undone = !undone;
        ruling = at->effect.undoes;
    }
    return counts;
}

// Moves that were entered from a sheet concern no clock.
bool of_sheet(const Game& game, const Kept& kept, std::uint32_t root) {
    const Given* first = ruling_of(game, root);
    return game.presses && !kept.presses && first && first->about == Subject::moves;
}

void take_presses(Game& game, const Game& before) {
    game.presses = before.presses;
    game.at_presses = before.at_presses;
}

template <class Facts>
const Facts* facts_in(const wire::QuestionPut& e) {
    return e.basis.facts ? std::get_if<Facts>(&*e.basis.facts) : nullptr;
}

struct Noting {
    Game& game;

    void operator()(const wire::CommandIssued& e) const {
        const auto id = [](const auto& command) { return command.id; };
        for (Outstanding& each : game.outbox) {
            if (each.id != std::visit(id, e.command)) continue;
            each.command = e.command;
            each.ruling = e.ruling;
            for (Given& given : game.given)
                if (given.number == e.ruling) given.sent = each.id;
            each.places = e.places;
            for (Given& given : game.given)
                if (given.number == e.ruling && std::holds_alternative<wire::Adjust>(e.command))
                    given.effect.waits = false;  // its time is given now
            const Given* ruling = e.by.empty() ? nullptr : ruling_of(game, e.ruling);
            if (ruling == nullptr) continue;
            each.corrects_start = corrects_start(game, *ruling);
        }
    }
    void operator()(const wire::QuestionPut& e) const {
        if (e.basis.proposed && e.about != Subject::flag)
            game.proposed[e.number] = {e.basis.proposed->readings, game.rulings};
        for (Asked& asked : game.asked) {
            if (asked.number != e.number) continue;
            asked.first = e.asked_before > 0 ? e.asked_before : e.number;
            asked.since = game.rulings;
            const auto* of = e.basis.facts ? std::get_if<wire::OfFlag>(&*e.basis.facts) : nullptr;
            if (of && e.about == Subject::flag_fall) asked.fallen = of->side;
            if (of && e.about == Subject::flag_fall) asked.fell = *of;
            const auto* side = e.basis.facts ? std::get_if<wire::OfSide>(&*e.basis.facts) : nullptr;
            if (side) asked.of = *side;
            if (const auto* board = facts_in<wire::OfEquipment>(e)) asked.board = *board;
            if (const auto* sign = facts_in<wire::OfSign>(e)) asked.sign = *sign;
            if (of && e.about == Subject::flag) asked.flag_facts = *of;
            asked.shadow = e.basis.facts && std::get_if<wire::OfEnding>(&*e.basis.facts);
            asked.options.clear();
            for (const wire::Pair& option : e.options) asked.options.push_back(option.name);
            const auto id = [](const auto& command) { return command.id; };
            if (e.basis.command) asked.command = std::visit(id, *e.basis.command);
        }
    }
    void operator()(const wire::QuestionClosed& e) const {
        const auto was = game.known.find(e.number);
        if (e.how != Closing::game_over || game.given.empty() || was == game.known.end()) return;
        Given& last = game.given.back();
        if (last.number == game.rulings && was->second.claim) last.claims.push_back(was->second);
    }
    void operator()(const wire::CommandSettled& e) const {
        for (Given& each : game.given)
            if (each.sent == e.id)
                each.failed = e.how != Settling::done && e.how != Settling::sent_again;
    }
    void operator()(const wire::MoveBound& e) const {
        for (auto at = game.obliged.rbegin(); at != game.obliged.rend(); ++at) {
            if (at->ply != e.ply.count || at->ruling > 0) continue;
            at->ruling = e.ruling;
            return;
        }
    }
    void operator()(const wire::RulingGiven& e) const {
        std::vector<Asked> closed = std::exchange(game.closed, {});
        if (e.by == "arbiterd") closed.clear();  // no act of the desk led to it
        if (e.effect.unmet > 0) strike(game, e.effect.unmet);
        for (Given& each : game.given)
            if (each.number == e.effect.unmet) each.effect.time = {};
        const bool penalty = e.by != "arbiterd" && e.about == Subject::penalty;
        if ((e.effect == wire::Effect{} && !e.looked && !penalty) || e.effect.unmet > 0) return;
        Given given{e.number, e.about, e.effect, game.noted, closed};
        given.refusal = e.by == "arbiterd" && e.effect.undoes > 0 && !e.effect.gives_result;
        given.end = game.noted ? game.ends : 0;
        enter(game, given);
        if (e.effect.undoes > 0) take_back(game, e.effect.undoes);
        game.given.push_back(std::move(given));
        enter_unsent(game, game.given.back());
        if (e.effect.undoes > 0 && game.adjourned && game.adjourned->ruling == e.effect.undoes)
            game.given.back().adjourned = std::exchange(game.adjourned, std::nullopt);
    }
    void operator()(const wire::ResultRecorded& e) const {
        if (!game.noted) ++game.ends;
        game.noted = e.outcome;
        if (!game.given.empty() && game.given.back().number == game.rulings)
            game.given.back().gave = e.outcome;
        keep_approvals();
        bring_approvals_back();
    }
    void operator()(const wire::ClockIntervention& e) const {
        if (e.kind == Intervening::set_reading || e.kind == Intervening::control_set)
            enter_setting(game, e);
    }
    void operator()(const wire::PositionRestored& e) const {
        if (e.fen.empty() && e.ply.count <= game.noted_ply && !game.presses) enter_place(game);
    }
    void operator()(const wire::GameRestarted&) const { enter_place(game); }
    void operator()(const wire::ResultApproved& e) const {
        if (!game.noted) return;
        note({e.who, e.by, *game.noted, game.reversed});
    }
    void note(const Approval& one) const {
        const bool known = std::ranges::any_of(game.approvals, [&](const Approval& each) {
            return each.who == one.who && each.stands(one.of, one.reversed);
        });
        if (!known) game.approvals.push_back(one);
    }
    // They come back when the reason for which they were given does.
    void keep_approvals() const {
        const bool last = !game.given.empty() && game.given.back().number == game.rulings;
        if (last) game.given.back().approvals = game.approvals;
    }
    void bring_approvals_back() const {
        if (game.given.empty() || game.given.back().number != game.rulings) return;
        std::uint32_t ruling = game.given.back().effect.undoes;
        for (const Given* at = ruling_of(game, ruling); at; at = ruling_of(game, ruling)) {
            for (const Approval& one : at->approvals) note(one);
            ruling = at->effect.undoes;
        }
    }
    void operator()(const wire::ResultWithdrawn& e) const {
        game.noted.reset();
        if (e.cause == Pos{}) keep_approvals();
        game.approvals.clear();
        if (e.cause == Pos{}) return;
        std::set<std::uint32_t> roots;  // their results go, the rest of them holds
        for (Given& each : game.given)
            if (each.gave && !each.undone) {
                each.withdrawn = true;
                roots.insert(root_of(game, each.number));
            }
        for (Given& each : game.given) {
            if (!roots.contains(root_of(game, each.number))) continue;
            each.gave = each.before = each.effect.result_before = std::nullopt;
            each.effect.gives_result = false;
        }
    }
    template <class Event>
    void operator()(const Event&) const {}
};

}  // namespace

void note(Game& game, std::span<const GameRow> rows) {
    for (const GameRow& row : rows) std::visit(Noting{game}, row.event);
    for (const Asked& asked : game.asked) game.known[asked.number] = asked;
    game.noted_ply = game.line.ply();
}

// ---- a game begins again (7.2.1, 7.3) ---------------------------------------------------------

void Arbiter::act(const wire::RestartGame& e) {
    in_play();
    const auto made = counted() + game_.standing.size();
    complain_unless(!e.reversed_colours || made < 20,
                    "after ten moves of both a game goes on with the colours as they are (7.3)");
    complain_unless(game_.rules.window.empty() || game_.rules.us || counted() < 20,
                    "after ten moves of both the set-up stays as it is (A.5.1)");
    Position start = game_.start;
    if (!e.fen.empty()) {
        const auto given = chess::parse_position(e.fen, game_.variant);
        if (!given) return complain("a game begins again from no position");
        start = *given;
    }
    closings(Closing::intervention);
    closings(Closing::overtaken);
    keep_game(true);
    wire::GameRestarted again;
    again.fen = chess::fen(start);
    again.readings = added_to(game_.at_start, {});
    again.reversed = game_.reversed && !e.reversed_colours;
    again.changed_seats = e.reversed_colours;
    const bool change = again.reversed != game_.reversed;
    again.white = change ? game_.black : game_.white;
    again.black = change ? game_.white : game_.black;
    again.by = act_->by;
    again.article = article_or(e.reversed_colours ? "7.3" : "7.2.1");
    want(again);
    for (const Side side : {Side::white, Side::black}) end_offer(side, OfferEnd::game_over);
    begin_again(again, start);
    look_for_end();
    rule(again.article, Subject::restart);
    check_effect({});
    set_clock(again.readings, false, false, again.article);
}

void Arbiter::change_seats() {
    std::swap(game_.came[Side::white], game_.came[Side::black]);
    game_.seats_changed = !game_.seats_changed;
}

// Nothing is left of the cancelled game.
void Arbiter::begin_again(const wire::GameRestarted& again, const Position& start) {
    game_.line = Line(start, 0);
    game_.first = start.side_to_move();
    if (game_.presses) game_.presses = 0;
    game_.at_presses.clear();
    placed_ = true;
    game_.start = start;
    game_.at_start = again.readings;
    to_show(again.readings);
    shown_ = again.readings;
    game_.white = again.white;
    game_.black = again.black;
    game_.reversed = again.reversed;
    if (again.changed_seats) change_seats();
    game_.standing.clear();
    game_.open.reset();
    game_.stood.clear();
    game_.announced.clear();
    game_.obliged.clear();
    game_.felt.clear();
    game_.touched = {};
    game_.offered = {};
    game_.illegal = {};
    game_.offers = {};
    game_.wrong.clear();
    game_.changed.reset();
    game_.adjourned.reset();
    game_.offer_at_end = {};
    for (Given& each : game_.given)
        if (!corrects_start(game_, each)) each.undone = true;
}

// ---- undo -------------------------------------------------------------------------------------

// Does the result stand as this ruling of a person gave it? Then it depends on no number.
static bool by_hand(const Given* first, const std::optional<wire::Outcome>& result) {
    return first && !first->effect.counted && first->gave == result;
}

void Arbiter::act(const wire::UndoRuling& e) {
    if (game_.adjourned && (game_.adjourned->ruling == e.ruling ||
                            root_of(game_, game_.adjourned->ruling) == e.ruling))
        return undo_adjournment();
    const std::uint32_t root = root_of(game_, e.ruling);
    const Given* last = ruling_of(game_, tip_of(game_, root));
    if (last == nullptr) return complain("a ruling is taken back that changed nothing");
    complain_unless(stands(game_, e.ruling),
                    "ruling " + show(e.ruling) + " does not stand, and is taken back");
    const std::uint32_t undoes = last->number;
    last = in_force(game_, last);
    if (last == nullptr) return complain("a ruling is given again that the clock had refused");
    const Given tip = *last;
    if (tip.adjourned) return adjourn({tip.adjourned->by, tip.adjourned->resumption}, tip.number);
    const Given* const first = ruling_of(game_, root);
    const bool over = game_.result.has_value();
    const bool again = first && first->undone;
    const Both<std::uint32_t> illegal = counts_after(game_, tip.number);
    const bool counts = first && first->effect.counted;
    const Side counted = counts ? *first->effect.counted : Side::white;
    // 7.5.5: when it counts again, it may be the one that loses the game.
    const bool loses = counts && first->undone && !let_go_on(root, counted) && !over &&
                       this->loses(illegal[counted]);
    const Duration gained = first ? first->effect.gained : Duration{};
    const bool gives = tip.effect.gives_result;
    closings(Closing::intervention);
    closings(Closing::overtaken);
    const bool not_played = !over && tip.number == root && was_announced(tip);
    const Kept* const kept = moves_back(tip, root);
    if (game_.beyond) return;
    wire::Effect effect;
    effect.undoes = undoes;
    const bool clock = !over && !gives && !kept && !loses && !not_played;
    const std::string article = article_or("11.10");
    const std::vector<Asked> meanwhile = closed_meanwhile();
    if ((over || gives) && !kept) effect = taken_later(tip, effect);
    if (gives) {
        undo_result(tip, kept != nullptr, effect);
    } else if (loses) {
        lose_again(counted);
    } else {
        rule(article, Subject::undo);
        if (kept && kept->whole) granted_back(*kept, article);
        // A sealed move is not pressed, and its player's turn goes on without a press.
        const std::optional<Sealed> then =
            kept && kept->adjourned ? kept->before->adjourned : std::nullopt;
        const bool sealed = then && (!then->move.empty() || !then->reply_runs) &&
                            !(first && first->effect.resumes);
        if (kept && !of_sheet(game_, *kept, root))
            set_clock(game_.readings, false, sealed, article, periods_back(tip));
        if (not_played) set_clock(game_.readings, false, false, article);
    }
    if (clock) effect.time = clock_back(tip, article);
    check_effect(effect);
    if (!game_.result) follow_offer(root, undoes, again);
    if (kept && !game_.result) stand_again(*kept);
    questions_again();
    check_asked(undoes, illegal);
    check_asked_again(tip.closed, tip.number);
    if (gives && !tip.before) check_asked_again(meanwhile, tip.number);
    if (gives && !tip.before) claims_wait_again(tip);
    std::optional<LossByNumber> now;
    if (counts && game_.result && ((gives && tip.before) || loses))
        now = LossByNumber{tip.number, counted, gained};
    if (now || !gives || !by_hand(first, game_.result)) loss_asked(illegal, now);
}

// What waits for a person rests on rulings that stand.
void Arbiter::check_asked(std::uint32_t undoes, const Both<std::uint32_t>& illegal) {
    for (const Asked& asked : game_.asked) {
        complain_unless(asked.about != Subject::refused || asked.refused_ruling != undoes,
                        "it is asked what is to become of a ruling that was taken back");
        complain_unless(asked.about != Subject::touch_move || !asked.broken ||
                            asked.broken->ruling == 0 ||
                            stands_with(game_, asked.broken->ruling, undoes),
                        "it is asked about a move that breaks no ruling that stands");
        complain_unless(asked.about != Subject::touch_move || !asked.broken ||
                            closed_elsewhere(game_, asked, root_of(game_, undoes)) == 0,
                        "it is asked about a move again that another ruling has settled");
        complain_unless(asked.about != Subject::distraction || !asked.of ||
                            asked.of->count <= offers_counted(asked.of->side, undoes),
                        "it is asked about more offers and wrong claims than count");
        complain_unless(game_.result || asked.about != Subject::illegal_move || !asked.of ||
                            this->loses(asked.of->count) == this->loses(illegal[asked.of->side]),
                        "it is asked whether illegal actions lose, which count otherwise by now");
    }
}

// The moves that the ruling changed stand again, or the game is open again with an illegal action;
// nullptr if it concerned none.
const Kept* Arbiter::moves_back(const Given& tip, std::uint32_t root) {
    // The record says whether a corrected illegal action can be open again (A.5.2).
    const auto put_right = game_.kept.find(tip.number);
    const bool opens = put_right != game_.kept.end() && put_right->second.open &&
                       in_answer<wire::MovesRestored>();
    if (tip.effect.moves || opens) return bring_back(tip.number);
    if (tip.number == root && was_announced(tip)) {
        // The announced move was not played: the claimant has the move.
        keep_game(false);
        restore(tip.effect.announced.count - 1, "");
        return nullptr;
    }
    const bool goes_on = tip.effect.gives_result && !tip.before;
    return goes_on && tip.effect.time == Both<Duration>{} ? open_with_game() : nullptr;
}

// Questions that rulings had answered or closed that were taken back while the game is over, unless
// another ruling was given again meanwhile.
std::vector<Asked> Arbiter::closed_meanwhile() const {
    std::vector<Asked> closed;
    std::vector<Asked> again;
    std::set<std::uint32_t> seen;
    for (const Given& each : game_.given) {
        const bool meanwhile = each.end > 0 && each.end == game_.ends &&
                               each.effect.undoes > 0 && !each.effect.gives_result;
        const std::uint32_t root = root_of(game_, each.number);
        if (!meanwhile || !seen.insert(root).second) continue;
        // The first of its chain since the end: the ruling that it took back stood then.
        const bool stood = !stands_with(game_, root, each.effect.undoes);
        const bool stand = stands(game_, root);
        if (stood == stand) continue;
        const Given* from = ruling_of(game_, stand ? root : each.effect.undoes);
        if (!from || from->refusal) continue;
        std::vector<Asked>& to = stand ? again : closed;
        to.insert(to.end(), from->closed.begin(), from->closed.end());
    }
    std::erase_if(closed, [&](const Asked& asked) {
        return std::ranges::find(again, asked.first, &Asked::first) != again.end();
    });
    return closed;
}

// An illegal action that was corrected by a ruling that was taken back while the game was over is
// open again with the game, if the record says so (A.5.2).
const Kept* Arbiter::open_with_game() {
    const auto* restored = in_answer<wire::MovesRestored>();
    if (!restored || restored->ruling > game_.rulings) return nullptr;
    const auto kept = game_.kept.find(restored->kept);
    const Given* said = ruling_of(game_, restored->ruling);
    const bool meanwhile = said && said->end > 0 && said->end == game_.ends && !said->undone;
    const bool right = meanwhile && kept != game_.kept.end() &&
                       kept->second.open && !stands(game_, root_of(game_, said->number)) &&
                       root_of(game_, said->number) == root_of(game_, restored->kept);
    if (!right) {
        complain("moves come back by a ruling that is over");
        return nullptr;
    }
    const std::uint32_t by = said->number;
    const Kept* back = bring_back(restored->kept, by);
    for (Given& each : game_.given) {
        if (root_of(game_, each.number) != root_of(game_, by)) continue;
        if (each.number == by) each.effect.moves = true;
        if (!std::exchange(each.effect.waits, false)) continue;
        for (const Side side : {Side::white, Side::black})
            game_.owed[side] -= each.effect.time[side];
    }
    return back;
}

// The ruling that withdrew a result is taken back, and with it everything that it had taken back.
void Arbiter::loss_stands_again(std::uint32_t withdrawn_by) {
    undoes_ = withdrawn_by;
    const Both<std::uint32_t> illegal = counts_after(game_, withdrawn_by);
    const Given* first = ruling_of(game_, root_of(game_, withdrawn_by));
    auto loss = loss_by_number();
    if (first && first->effect.counted && first->number != withdrawn_by)
        loss = LossByNumber{withdrawn_by, *first->effect.counted, first->effect.gained};
    if (!loss || loses(illegal[loss->side]) || waits(Subject::loss)) return;
    if (ruled_to_stand(*loss, {loss->side, illegal[loss->side]})) return;
    question("7.5.5", Subject::loss, false);
}

// 8.7: the result that stands again is the one that was signed; `before`: until another ruling
// had taken the result away.
void Arbiter::approved_again(const wire::Outcome& outcome, std::vector<Approval> before) {
    std::ranges::copy(game_.approvals, std::back_inserter(before));
    std::set<wire::Party> all;
    for (const Approval& approval : before) {
        if (!approval.stands(outcome, game_.reversed) || !all.insert(approval.who).second)
            continue;
        wire::ResultApproved again;
        again.who = approval.who;
        again.by = approval.by;
        want(again);
    }
}

// The earlier result stands again; if there was none, the game goes on.
void Arbiter::undo_result(const Given& tip, bool moves, const wire::Effect& effect) {
    if (tip.before) {
        return conclude(*tip.before, Subject::undo, tip.approvals);
    }
    if (!game_.result) return complain("a result is taken back that there is not");
    const Both<Duration> shown = moves ? game_.readings : without_gain(tip.number);
    rule(article_or("11.10"), Subject::undo);
    reopen(article_or("11.10"), act_->reason, shown);
    if (effect.waits) pay(effect.time);  // the game is open at once
}

// Everything that belongs to a game that had begun again since ruling `number`.
void Arbiter::take_game(const Game& before, std::uint32_t number) {
    game_.illegal = before.illegal;
    game_.offers = before.offers;
    game_.wrong = before.wrong;
    game_.start = before.start;
    for (Given& each : game_.given) {
        if (root_of(game_, each.number) == root_of(game_, number)) continue;
        if (corrects_start(game_, each)) continue;
        const Given* then = ruling_of(before, each.number);
        each.undone = then == nullptr || then->undone;
    }
}

// The moves that stood before this ruling stand again, with their repetitions; the present ones are
// kept under the ruling that does it. The record's readings are taken as given.
const Kept* Arbiter::bring_back(std::uint32_t number, std::uint32_t by) {
    const auto at = game_.kept.find(number);
    const auto* restored = in_answer<wire::MovesRestored>();
    if (at == game_.kept.end() || restored == nullptr) {
        if (at == game_.kept.end()) leave("moves that the oracle has not kept");
        else complain("no moves_restored");
        return nullptr;
    }
    const Kept kept = at->second;
    game_.kept.erase(at);
    const Game& before = *kept.before;
    const Game& players = kept.whole ? before : game_;
    wire::MovesRestored must;
    must.kept = number;
    must.ruling = by > 0 ? by : game_.rulings + 1;
    must.ply = {before.line.ply()};
    must.white = players.white;
    must.black = players.black;
    must.reversed = players.reversed;
    must.by = act_ != nullptr ? act_->by : order_by_;
    const auto adjourned = kept.whole || kept.adjourned ? before.adjourned : game_.adjourned;
    must.adjourned = adjourned.has_value();
    if (kept.presses && before.presses) must.presses = Ply{*before.presses};
    if (adjourned) must.sealed = adjourned->move;
    want(must);
    keep_game(kept.whole, kept.adjourned, kept.presses, must.ruling);
    game_.adjourned = adjourned;
    placed_ = true;
    game_.line = before.line;
    game_.first = before.first;
    if (kept.presses) take_presses(game_, before);
    game_.announced = before.announced;
    game_.obliged = before.obliged;
    game_.felt = before.felt;
    game_.offended = before.offended;
    game_.offered = before.offered;
    game_.standing.clear();
    game_.open.reset();
    game_.stood = before.stood;
    game_.touched = {};
    to_show(restored->readings);
    shown_ = game_.readings;
    // A ruling in a cancelled game gave no time to this one; a corrected clock is right.
    if (kept.whole && !kept.by_hand) {
        const Both<Duration> left = kept.shown.value_or(before.readings);
        const Both<Duration> since = comes_to(left, kept.given, before.untaken);
        for (const Side side : {Side::white, Side::black})
            complain_unless(game_.readings[side] == left[side] + since[side],
                            "the clock of the game that comes back shows " +
                                show(game_.readings));
    }
    if (kept.whole) take_game(before, number);
    if (!of_sheet(game_, kept, root_of(game_, number))) enter_return(game_, kept, number);
    if (kept.whole && before.seats_changed != game_.seats_changed) change_seats();
    game_.white = must.white;
    game_.black = must.black;
    game_.reversed = must.reversed;
    const Given* const tip = ruling_of(game_, number);
    const bool goes_on = !game_.result || by > 0 ||
                         (tip && tip->effect.gives_result && !tip->before);
    if (before.open && goes_on)
        open_again(before, root_of(game_, number));
    back_ = kept;
    return &*back_;
}

// The state besides the moves: those made and not pressed (4.7), and of another game the offers.
void Arbiter::stand_again(const Kept& kept) {
    const Game& before = *kept.before;
    for (const Standing& made : before.standing) {
        want(wire::MovePending{{}, made.side, made.text, made.elapsed});
        game_.standing.push_back(made);
    }
    if (game_.open && before.open && !before.open->reply.empty()) {
        want(wire::MovePending{{}, other(before.open->seen.side), before.open->reply,
                               before.open->reply_elapsed});
        game_.open = before.open;
    }
    if (!kept.whole) return;
    for (const Side side : {Side::white, Side::black}) {
        if (before.offer[side].has_value() == game_.offer[side].has_value()) continue;
        if (before.offer[side]) offer_again(side, before.offered[side]);
        else end_offer(side, OfferEnd::game_over);
        game_.offer_at_end[side] = false;  // the game goes on
    }
}

}  // namespace flagfall::oracle
