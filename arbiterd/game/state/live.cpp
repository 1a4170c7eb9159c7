// How events change the state of a game without its positions.
#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "arbiterd/game/state/accounts.hpp"
#include "arbiterd/game/state/clock_words.hpp"
#include "arbiterd/game/state/games.hpp"
#include "arbiterd/game/state/ids.hpp"
#include "arbiterd/game/state/offences.hpp"
#include "arbiterd/game/state/pauses.hpp"
#include "arbiterd/game/state/promises.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/state/result.hpp"
#include "arbiterd/game/state/seats.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "common/base/check.hpp"
#include "common/base/office_ids.hpp"
#include "common/base/overload.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

// Keeps the touches of the move before: the opponent may claim on them (4.8).
void forget_touches(Live& live, Ply completed) {
    std::erase_if(live.touches, [&](const Touch& t) { return t.ply < completed; });
}

void set_seen(Live& live, const wire::IllegalMoveSeen& e) {
    live.unruled = Unruled{e.side,     e.ply,    e.kind,     e.text, e.squares,
                           e.elapsed,  e.gained, e.readings, {},     {},
                           live.rulings, {}};
    if (e.cause > Pos{}) live.readings = e.readings;  // else a person opened it again
    live.pending.clear();
    live.touched = false;
}

void set_stood(Live& live, const wire::IllegalMoveStood& e) {
    live.stood.push_back({e.side, e.ply, e.before});
    // For an open action the press is past, and the clock may have been set since.
    if (!live.unruled || e.ply > live.unruled->ply) live.readings = e.readings;
    if (!e.goes_on) return;
    live.unruled.reset();
    live.announced.clear();
    forget_touches(live, e.ply);
    live.ply = e.ply;
}

void set_pending(Live& live, const wire::MovePending& e) {
    live.came[e.side] = true;
    if (live.unruled) {  // on a board that is no legal position
        live.unruled->reply = e.text;
        live.unruled->reply_elapsed = e.elapsed;
        return;
    }
    Pending move{e.side, e.text, e.cause, e.elapsed};
    if (!live.pending.empty() && live.pending.back().side == e.side) {
        live.pending.back() = std::move(move);  // nothing is final before the press
    } else {
        live.pending.push_back(std::move(move));
    }
    FF_CHECK(!live.pending.empty());
    FF_CHECK(live.pending.size() <= 2);
    live.touched = true;
}

void pressed_at(Live& live, Side side, Duration age) {
    FF_CHECK(age >= Duration{});
    live.dated_back[side] += age;
    live.pressed_age = age;
}

void set_move(Live& live, const wire::MoveRecorded& e) {
    FF_CHECK(e.ply.count == live.ply.count + 1);
    live.ply = e.ply;
    if (!live.presses) live.readings = e.readings;  // else it was entered later
    std::erase_if(live.announced, [&](const Announced& a) { return a.ply <= e.ply; });
    std::erase_if(live.bound, [&](const Bound& b) { return b.ply <= e.ply; });
    forget_touches(live, e.ply);
    if (e.completed_by != CompletedBy::ruling) pressed_again(live, e.side, e.ply);
    pressed_at(live, e.side, e.age);
    if (!live.pending.empty() && live.pending.front().side == e.side) {
        live.pending.erase(live.pending.begin());
    }
    live.touched = !live.pending.empty();
}

void set_press(Live& live, const wire::PressNoted& e) {
    // A press, or a change of their number, means that the sealed move is already on the board.
    if (live.adjourned && live.presses != e.ply) live.adjourned->reply_runs = false;
    live.presses = e.ply;
    if (e.how == Pressing::press) live.came[e.side] = true;
    pressed_at(live, e.side, e.age);
    live.readings = e.readings;
    live.touched = false;
    forget_touches(live, e.ply);
}

// The move announced first cannot be changed (9.2.1), whatever is claimed later.
void set_claim(Live& live, const chess::Position& position, const wire::ClaimJudged& e) {
    // 9.5.1; a claim that an arbiter judges later stops nothing.
    if (!live.adjourned && e.cause > Pos{}) live.running = false;
    if (!e.right) {
        ++live.offers_and_claims[e.side];
        live.wrong_claims.push_back({e.side, live.rulings + 1});
    }
    if (e.right || e.uci.empty()) return;
    const chess::Position before = on_board(live, position);
    if (announced_in(live, before)) return;
    FF_CHECK(chess::parse_uci(before, e.uci).has_value());
    live.announced.push_back({e.ply, before, e.uci, live.rulings + 1});
}

void set_irregularity(Live& live, const wire::IrregularityFound& e) {
    found_offence(live, e);
    if (e.stands) return;
    // An open action is corrected: the piece counts as touched for the move that must now be made.
    if (live.unruled && live.unruled->side == e.side && !live.unruled->text.empty())
        live.touched = true;
    live.pending.clear();
    live.unruled.reset();
    live.hold = Hold::correction;
}

// While a ruling is taken back, what it bound, announced or counted stays and has no effect
// (stands()), because it may come back.
void set_ruling(Live& live, const wire::RulingGiven& e) {
    live.rulings = e.number;
    if (e.looked) ++live.looks[*e.looked];
    if (e.effect.unmet > 0) {  // the clock never got the time
        const auto unmet = std::ranges::find(live.ruled, e.effect.unmet, &Ruled::number);
        if (unmet != live.ruled.end()) {
            never_given(live, *unmet);
            unmet->effect.time = {};
            unmet->unmet_by = e.number;
        }
        for (const Side side : {Side::white, Side::black})
            live.readings[side] += e.effect.time[side];
    }
    FF_CHECK(find_ruled(live, e.number) == nullptr);
    Ruled ruled{e.number, e.about, e.effect};
    const bool by_person = actor_of(e.by) != Actor::arbiterd;
    ruled.refusal = !by_person && e.effect.undoes > 0 && !e.effect.gives_result;
    ruled.end = live.result ? live.ends : 0;
    ruled.looked = e.looked;
    if (by_person) ruled.closed = std::move(live.closed);
    if (live.adjourned && live.adjourned->ruling == e.number) live.adjourned->closed = ruled.closed;
    account(live, ruled);
    if (e.effect.undoes > 0) take_back(live, e.effect.undoes);
    if (e.effect.undoes > 0 && live.adjourned && live.adjourned->ruling == e.effect.undoes)
        ruled.adjourned = std::exchange(live.adjourned, std::nullopt);
    ruled_offence(live, e);
    live.closed.clear();
    // A warning or a fine changes nothing, and can be taken back all the same.
    const bool penalty = by_person && e.about == Subject::penalty;
    const bool changed = e.effect != wire::Effect{} || e.looked || penalty;
    if (changed && e.effect.unmet == 0) live.ruled.push_back(std::move(ruled));
}

void set_question(Live& live, const wire::QuestionPut& e) {
    ++live.asked;
    FF_CHECK(live.asked == e.number);
    const std::uint32_t first = e.asked_before > 0 ? e.asked_before : live.asked;
    live.questions.push_back(
        {live.asked, first, e.article, e.about, e.holds, e.options, e.basis, e.text, e.evidence,
         live.rulings});
    if (of_an_age(live.questions.back()) && e.asked_before == 0) live.dated_back = {};
    if (const auto* flag = facts_of<wire::OfFlag>(live.questions.back()); e.about == Subject::flag)
        live.flag_asked[flag->side] = live.questions.back();
    // Acts of the desk answer no event; a question put once more belongs to the first act.
    const bool by_act = e.cause == Pos{} && e.asked_before == 0;
    const auto of_last = [&](const Ruled& ruled) {
        return ruled.number == live.rulings || ruled.unmet_by == live.rulings;
    };
    const auto ruled = std::find_if(live.ruled.rbegin(), live.ruled.rend(), of_last);
    if (by_act && ruled != live.ruled.rend()) ruled->asked.push_back(live.asked);
    if (!e.holds) return;
    live.hold = Hold::question;
    live.hold_about = e.about;
}

// The game is no longer held once the last question that holds it is closed.
void hold_by_questions(Live& live) {
    const auto at = std::ranges::find(live.questions, true, &Question::holds);
    live.hold = at != live.questions.end() ? Hold::question : Hold::none;
    live.hold_about.reset();
    if (at != live.questions.end()) live.hold_about = at->about;
    FF_CHECK((live.hold == Hold::question) == live.hold_about.has_value());
}

// Did a person see that the clock stands, and leave it so?
bool leaves_standing(const Live& live, const Question& question, const wire::QuestionClosed& e) {
    const bool of_clock =
        question.holds || question.about == Subject::refused || question.about == Subject::control;
    return !live.running && of_clock && e.option == name(Choice::noted);
}

// The ruling that settled the question by its moves, or by a flag that is down again: an undo of
// it asks again. Other questions that an act closes after its ruling are replaced at once.
Ruled* follows_from(Live& live, const Question& question, const wire::QuestionClosed& e) {
    const bool settled = question.about == Subject::default_time ||
                         question.about == Subject::pause ||
                         (question.about == Subject::illegal_move &&
                          facts_of<wire::OfAction>(question) != nullptr);
    if (!settled || e.cause > Pos{} || live.rulings == live.before_act || live.ruled.empty())
        return nullptr;
    Ruled& last = live.ruled.back();
    return last.number == live.rulings && !last.refusal ? &last : nullptr;
}

void close_question(Live& live, const wire::QuestionClosed& e) {
    const auto at = std::ranges::find(live.questions, e.number, &Question::number);
    FF_CHECK(at != live.questions.end());
    if (leaves_standing(live, *at, e)) live.named_pause = e.by;
    // Questions that the end of the game closed are asked again if the result is taken back.
    const bool at_end =
        e.how == wire::Closing::game_over && !live.ruled.empty() && live.ruled.back().gave;
    Ruled* const by = at_end ? &live.ruled.back() : follows_from(live, *at, e);
    (by ? by->closed : live.closed).push_back(std::move(*at));
    live.questions.erase(at);
    if (live.hold == Hold::question) hold_by_questions(live);
}

// An earlier duty in the same position holds again if this ruling is taken back.
void set_bound(Live& live, const chess::Position& position, const wire::MoveBound& e) {
    live.bound.push_back(
        {e.ply, position_before(live, position, e.ply), e.article, e.squares, e.moves, e.ruling});
}

// Adds "e1 h1" to "h1": each square once, in the order touched.
void add_squares(std::string& known, std::string_view more) {
    while (!more.empty()) {
        const std::string_view square = more.substr(0, more.find(' '));
        if (!known.contains(square)) known.append(known.empty() ? "" : " ").append(square);
        more.remove_prefix(std::min(more.size(), square.size() + 1));
    }
}

void set_touch(Live& live, const chess::Position& position, const wire::TouchNoted& e) {
    const bool counts = e.ply > Ply{} && !e.adjusting;
    const Ply ply = e.ply > Ply{} ? e.ply : Ply{live.ply.count + 1};
    const chess::Position before = position_before(live, position, ply);
    const auto same = [&](const Touch& t) {
        return t.side == e.side && t.ply == ply && t.adjusting == e.adjusting &&
               t.counts == counts && t.ruling == e.ruling && chess::same_position(t.before, before);
    };
    const auto at = std::ranges::find_if(live.touches, same);
    if (at != live.touches.end()) return add_squares(at->squares, e.squares);
    live.touches.push_back({e.side, ply, before, e.squares, e.adjusting, counts, e.ruling});
}

// For the players this is a new game: nothing that was made, seen, claimed or counted in the
// cancelled one is part of it (7.2.1).
void start_again(Live& live, const wire::GameRestarted& e) {
    Live fresh;
    fresh.seats_changed = live.seats_changed;
    fresh.reversed = e.reversed;
    live = another_game(live, std::move(fresh));
    live.readings = e.readings;
    if (e.changed_seats) change_seats(live);
    if (live.presses) live.presses = Ply{};
    for (Ruled& ruled : live.ruled)  // the other rulings have no effect left
        if (!corrects_clock(live, ruled.number)) ruled.undone = true;
}

// A position that a person sets at the desk counts once the clock has it.
void issue(Live& live, const wire::CommandIssued& e) {
    live.outbox.push_back({e, std::exchange(live.sent_as, {})});
    // This pays what a ruling owed the clock while the game was over.
    const auto owes = std::ranges::find(live.ruled, e.ruling, &Ruled::number);
    if (std::holds_alternative<wire::Adjust>(e.command) && owes != live.ruled.end() &&
        owes->effect.waits)
        owes->effect.waits = false;
    // The software starts a clock that a claim stopped; a person may order a state that exists.
    if (std::holds_alternative<wire::Resume>(e.command) && e.by.empty()) live.running = false;
    if (!e.by.empty() && std::holds_alternative<wire::SetReading>(e.command))
        live.hold = Hold::correction;
}

void set_act(Live& live, const wire::DeskActed& e) {
    live.closed.clear();
    live.before_act = live.rulings;
    if (std::holds_alternative<wire::PauseClock>(e.act)) live.paused = true;
    if (is_office_id(e.id) && std::holds_alternative<wire::PauseClock>(e.act))
        live.paused_together = true;
}

// A game resumed at the clock itself is no longer adjourned, whatever the envelope says. But if the
// clock for the reply ran already, it only goes on.
void runs_adjourned(Live& live, const wire::ClockIntervention& e) {
    FF_CHECK(live.adjourned.has_value());
    const auto by = std::ranges::find(live.ruled, e.ruling, &Ruled::number);
    const bool for_reply = by != live.ruled.end() && by->effect.resumes;
    Adjourned& adjourned = *live.adjourned;
    const bool resumed = e.kind == Intervening::resumed;
    if (adjourned.opened || (resumed && !adjourned.reply_runs)) live.adjourned.reset();
    else if (for_reply) adjourned.reply_runs = true;
}

void set_intervention(Live& live, const wire::ClockIntervention& e) {
    live.readings = e.after;
    if (e.kind == Intervening::set_reading) live.pressed_age = {};
    if (e.kind == Intervening::set_reading || e.kind == Intervening::control_set)
        account_set(live, e);
    if (e.run) live.paused_together = false;
    const bool control = e.kind == Intervening::control_set;
    if (control) live.other_control = false;
    if (control && !e.time_control.empty()) live.control = e.time_control;
    if (control || e.kind == Intervening::adjusted) {  // nothing else changed
        if (e.run) runs(live);  // which makes an order to run on superfluous
        return;
    }
    if (e.cause > Pos{} && e.ruling == 0) live.closed.clear();  // seen to at the clock
    live.running = e.run;
    if (e.run) runs(live);
    else stands_by(live, e);
    live.locked = e.kind == Intervening::stopped;
    const bool resumed = e.kind == Intervening::resumed;
    if (e.run && live.adjourned) runs_adjourned(live, e);
    const bool answers = resumed && live.hold == Hold::question;
    if (e.kind == Intervening::set_reading || answers) hold_by_questions(live);
}

void adjourn(Live& live, const chess::Position& position, const wire::GameAdjourned& e) {
    FF_CHECK(live.pending.empty());
    FF_CHECK(!live.unruled);
    live.adjourned = Adjourned{.sealed_by = e.sealed_by,
                               .ruling = live.rulings + 1,
                               .resumption = e.resumption,
                               .ply = e.ply,
                               .before = position};
    live.named_pause = e.by;
}

// A sealed text that is no legal move ends the game; an undo of that leaves the envelope closed.
void open_envelope(Adjourned& adjourned, const wire::SealedOpened& e) {
    FF_CHECK(!adjourned.opened);
    adjourned.opened = e.found == SealedMove::legal;
    adjourned.sealed = adjourned.opened ? e.text : "";
}

// The position in clockd's log of what the event answers.
template <class Event>
Pos cause_of(const Event& e) {
    if constexpr (requires { e.cause; })
        return e.cause;
    else
        return {};
}

// A flag is down while its clock shows zero. Which one fell first stays known (III.3.1), even if
// time was given and taken back in between.
void keep_flags(Live& live, const wire::GameEvent& event) {
    if (!live.began) return;
    const auto* clock = std::get_if<wire::ClockIntervention>(&event);
    const bool ran_out =
        clock && (clock->kind == Intervening::flag_reached || clock->kind == Intervening::stopped);
    std::erase_if(live.flags, [&](Side side) { return live.readings[side] > Duration{}; });
    for (const Side side : {Side::white, Side::black}) {
        const bool known = std::ranges::find(live.flags, side) != live.flags.end();
        if (known || live.readings[side] > Duration{}) continue;
        live.flags.push_back(side);
        if (ran_out || live.fell[side] == Pos{})
            live.fell[side] = std::visit([](const auto& e) { return cause_of(e); }, event);
    }
    FF_CHECK(live.flags.size() <= 2);
    std::ranges::stable_sort(live.flags, {}, [&](Side side) { return live.fell[side]; });
}

// An offer that was accepted, or that the result ended, is alive again without that result.
void end_offer(Live& live, const wire::DrawOfferEnded& e) {
    live.offer[e.side] = false;
    if (e.how == OfferEnd::accepted || (live.result && e.how == OfferEnd::game_over))
        live.offer_at_end[e.side] = true;
    if (e.how != OfferEnd::touched || e.cause > Pos{}) return;  // as a device felt
    const RefusedByTouch refused{e.side, live.offered_at[e.side],
                                 live.presses.value_or(live.ply), live.rulings + 1};
    const auto& before = live.refused_by_touch;
    const bool again = before && before->offerer == refused.offerer &&
                       before->offered_at == refused.offered_at &&
                       before->counted == refused.counted && stands(live, before->ruling);
    if (!again) live.refused_by_touch = refused;  // else its ruling stands again
}

void set_position(Live& live, const wire::PositionRestored& e) {
    if (e.ply != live.ply || !e.fen.empty()) {
        live.announced.clear();
        live.bound.clear();
        live.touches.clear();
    }
    for (Ply& offered : live.offered_at.values)
        if (offered > e.ply) offered = {};  // the (=) was removed with its move
    live.ply = e.ply;
    if (live.adjourned) live.adjourned->reply_runs = false;
    live.pending.clear();
    live.unruled.reset();
    std::erase_if(live.stood, [&](const Stood& stood) { return stood.ply > e.ply; });
    live.touched = false;
}

// Does a clock run once this command was carried out?
template <class Command>
bool runs_after(const Command& command, bool before) {
    return std::visit(Overload{
                          [](const wire::SetReading& set) { return set.correction.run; },
                          [](const wire::Resume&) { return true; },
                          [&](const wire::Adjust&) { return before; },
                          [&](const wire::SetControl&) { return before; },
                          [&](const wire::Arrive&) { return before; },
                          [&](const wire::CallFlag&) { return false; },
                          [&](const wire::StartGame&) { return before; },  // see GameBegan
                          [](const auto&) { return false; },
                      },
                      command);
}

// Is the game open at the clock once this command was carried out?
bool needs_open_game(const wire::OfficeCommand& command) {
    return !std::holds_alternative<wire::EndGame>(command) &&
           !std::holds_alternative<wire::Arrive>(command);
}

// Does the clock show the readings of the record after this command?
bool brings_readings(const wire::OfficeCommand& command) {
    return std::visit(Overload{
                          [](const wire::Arrive&) { return false; },
                          [](const wire::Pause&) { return false; },
                          [](const wire::Resume&) { return false; },
                          [](const wire::CallFlag&) { return false; },
                          [](const wire::ReopenGame&) { return false; },
                          [](const wire::EndGame&) { return false; },
                          [](const auto&) { return true; },
                      },
                      command);
}

// The clock was to get something, and the game is over again: this waits until the game is
// reopened, unless clockd did not even try the command, because then a person is asked.
void wait_again(Live& live, const wire::CommandIssued& issued, const wire::CommandSettled& e) {
    const auto why = refusal_named(e.refused);
    const bool refused = e.how == Settling::refused && !e.refused.empty() &&
                         !(why && *why >= ClockRefusal::id_used);
    if ((!refused && e.how != Settling::game_ended) || !owed_still(live, issued)) return;
    const auto of = std::ranges::find(live.ruled, issued.ruling, &Ruled::number);
    FF_CHECK(of != live.ruled.end());  // it owes something
    of->failed = false;
    if (std::holds_alternative<wire::Adjust>(issued.command)) of->effect.waits = true;
}

void settle(Live& live, const wire::CommandSettled& e) {
    const auto has_id = [&](const Outstanding& o) { return id_of(o.issued.command) == e.id; };
    const auto at = std::ranges::find_if(live.outbox, has_id);
    FF_CHECK(at != live.outbox.end());
    const wire::CommandIssued issued = std::move(at->issued);
    live.sent_as.clear();
    if (e.how == Settling::sent_again) {
        live.sent_as = std::move(at->former);
        live.sent_as.push_back(e.id);
    }
    live.outbox.erase(at);
    if (std::holds_alternative<wire::ReopenGame>(issued.command) && e.how != Settling::done)
        live.reopenings.push_back(e.id);
    const bool given_up = e.how == Settling::given_up && live.hold == Hold::correction;
    if (given_up && std::holds_alternative<wire::SetReading>(issued.command))
        hold_by_questions(live);
    const auto why = refusal_named(e.refused);
    if (e.how == Settling::refused && why == ClockRefusal::already_running) runs(live);
    if (e.how == Settling::refused && why == ClockRefusal::game_not_over) live.withdrawn.reset();
    const bool done = e.how == Settling::done;
    const auto of = std::ranges::find(live.ruled, issued.ruling, &Ruled::number);
    if (of != live.ruled.end()) of->failed = !done && e.how != Settling::sent_again;
    wait_again(live, issued, e);
    if (!done && std::holds_alternative<wire::Pause>(issued.command)) live.paused = false;
    if (!done) return;
    if (std::holds_alternative<wire::CallFlag>(issued.command) && of != live.ruled.end())
        of->called = true;
    if (brings_readings(issued.command)) live.clock_shows.reset();
    if (needs_open_game(issued.command)) live.withdrawn.reset();
    live.running = runs_after(issued.command, live.running);
    if (live.running) runs(live);
    // A clock that stood by a named pause keeps that name under a ruling of the software.
    const bool stops = std::holds_alternative<wire::SetReading>(issued.command) ||
                       std::holds_alternative<wire::Pause>(issued.command);
    const bool named = stops && !live.running && !issued.by.empty();
    if (named && !live.named_pause) live.named_pause = issued.by;
    if (const auto* set = std::get_if<wire::SetReading>(&issued.command)) {
        if (set->correction.changed_seats) live.clock_seats_changed = !live.clock_seats_changed;
        live.readings = set->correction.readings;
        live.paused = live.locked = false;
        if (live.hold == Hold::correction) hold_by_questions(live);
    }
}

}  // namespace

void apply_live(Live& live, const chess::Position& position, const wire::GameEvent& event) {
    check_promises(live, event);
    const Before was = before_event(live);
    const Both<Duration> readings = live.readings;
    std::visit(Overload{
                   [&](const wire::GameBegan&) { runs(live); },
                   [&](const wire::MovePending& e) { set_pending(live, e); },
                   [&](const wire::MoveRecorded& e) { set_move(live, e); },
                   [&](const wire::PressNoted& e) { set_press(live, e); },
                   [&](const wire::IrregularityFound& e) { set_irregularity(live, e); },
                   [&](const wire::IllegalMoveSeen& e) { set_seen(live, e); },
                   [&](const wire::IllegalMoveStood& e) { set_stood(live, e); },
                   [&](const wire::DrawOfferMade& e) {
                       live.offer[e.side] = true;
                       live.offered_at[e.side] = e.ply;
                       if (e.how == Offering::offer) ++live.offers_and_claims[e.side];
                   },
                   [&](const wire::DrawOfferEnded& e) { end_offer(live, e); },
                   [&](const wire::ClaimJudged& e) { set_claim(live, position, e); },
                   [&](const wire::PenaltyGiven& e) { live.readings = e.after; },
                   [&](const wire::RulingGiven& e) { set_ruling(live, e); },
                   [&](const wire::QuestionPut& e) { set_question(live, e); },
                   [&](const wire::QuestionClosed& e) { close_question(live, e); },
                   [&](const wire::ResultRecorded& e) { set_result(live, e); },
                   [&](const wire::ResultApproved& e) { approve(live, e); },
                   [&](const wire::GameAdjourned& e) { adjourn(live, position, e); },
                   [&](const wire::SealedOpened& e) { open_envelope(*live.adjourned, e); },
                   [&](const wire::ResultWithdrawn& e) { withdraw_result(live, e); },
                   [&](const wire::ClockIntervention& e) { set_intervention(live, e); },
                   [&](const wire::PositionRestored& e) { set_position(live, e); },
                   [&](const wire::CommandIssued& e) { issue(live, e); },
                   [&](const wire::CommandSettled& e) { settle(live, e); },
                   [&](const wire::TouchNoted& e) { set_touch(live, position, e); },
                   [&](const wire::MovesRestored&) {},  // by bring_back(), which needs the game
                   [&](const wire::PlayerArrived& e) { live.came[e.side] = true; },
                   [&](const wire::LinkFollowed&) {},
                   [&](const wire::HeadKept&) {},
                   [&](const wire::GameRecorded&) {},
                   [&](const wire::EventVoided& e) {
                       if (e.event == wire::ControlSet::type) live.other_control = true;
                   },
                   [&](const wire::DeskActed& e) { set_act(live, e); },
                   [&](const wire::EventActed&) {},  // the event's office has a state of its own
                   [&](const wire::HallCommandIssued&) {},
                   [&](const wire::HallCommandSettled&) {},
                   [&](const wire::GameRestarted& e) { start_again(live, e); },
                   [&](const wire::ColoursReversed& e) { reverse_colours(live, e); },
                   [&](const wire::MoveBound& e) { set_bound(live, position, e); },
               },
               event);
    // Events of the desk have the epoch in which their commands should find the board, and these
    // may be refused; clockd's answers have the epoch that the board is really in.
    std::visit(
        [&]<class Event>(const Event& e) {
            constexpr bool answer = std::is_same_v<Event, wire::CommandSettled>;
            if constexpr (requires {
                              e.epoch;
                              e.cause;
                          })
                if (answer || e.cause > Pos{}) live.epoch = std::max(live.epoch, e.epoch);
        },
        event);
    keep_clock_shows(live, event, readings);
    keep_flags(live, event);
    check_kept(was, live, event);
    check_promises(live);
}

}  // namespace flagfall::game
