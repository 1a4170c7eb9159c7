#include "arbiterd/game/state/promises.hpp"

#include <algorithm>

#include "arbiterd/game/state/ids.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

constexpr Duration nothing{};

// No clock shows less than zero.
bool can_be_shown(const Both<Duration>& readings) {
    return readings[Side::white] >= nothing && readings[Side::black] >= nothing;
}

struct Promises {
    const Live& live;

    template <class Event>
    void operator()(const Event&) const {}

    // ---- play -------------------------------------------------------------------------------

    void operator()(const wire::GameBegan&) const { FF_CHECK(!live.began); }
    void operator()(const wire::MovePending& e) const {
        FF_CHECK(e.elapsed >= nothing);
        FF_CHECK(live.unruled || live.pending.size() < 2 || live.pending.back().side == e.side);
    }
    void operator()(const wire::MoveRecorded& e) const {
        FF_CHECK(e.ply.count == live.ply.count + 1);
        FF_CHECK(!e.uci.empty());
        FF_CHECK(e.elapsed >= nothing);
        FF_CHECK(!e.san.empty());
        FF_CHECK(e.age >= nothing);
        FF_CHECK(can_be_shown(e.readings));
    }
    void operator()(const wire::PressNoted& e) const {
        FF_CHECK(live.presses.has_value());
        FF_CHECK(e.period >= 1);
        FF_CHECK(e.age >= nothing);
        FF_CHECK(e.elapsed >= nothing);
        FF_CHECK(e.how == Pressing::set || e.ply > Ply{});
        FF_CHECK(e.how == Pressing::set || e.ruling == 0);
        FF_CHECK(can_be_shown(e.readings));
    }
    void operator()(const wire::DrawOfferMade& e) const { FF_CHECK(!live.offer[e.side]); }
    void operator()(const wire::DrawOfferEnded& e) const { FF_CHECK(live.offer[e.side]); }
    void operator()(const wire::ClaimJudged& e) const {
        FF_CHECK(e.kind == ClaimKind::threefold || e.kind == ClaimKind::fifty_move);
        FF_CHECK(!e.facts.empty());
        FF_CHECK(!e.right || e.move.empty() || !e.uci.empty());
    }
    void operator()(const wire::TouchNoted& e) const {
        FF_CHECK(e.ruling <= live.rulings + 1);
    }
    void operator()(const wire::EventVoided& e) const {
        FF_CHECK(!e.event.empty());
        FF_CHECK(!e.reason.empty());
        for (const auto& reading : e.readings.values) FF_CHECK(!reading || *reading >= nothing);
    }
    void operator()(const wire::DeskActed& e) const {
        FF_CHECK(!e.id.empty());
        FF_CHECK(!e.by.empty());
    }

    // ---- Article 7 --------------------------------------------------------------------------

    void operator()(const wire::IrregularityFound& e) const {
        FF_CHECK(e.ply > Ply{});
        FF_CHECK(e.count == live.illegal[e.side] || e.count == live.illegal[e.side] + 1);
    }
    void operator()(const wire::IllegalMoveSeen& e) const {
        FF_CHECK(!live.unruled);
        FF_CHECK(e.ply.count == live.ply.count + 1);
        FF_CHECK(can_be_shown(e.readings));
    }
    void operator()(const wire::IllegalMoveStood& e) const {
        FF_CHECK(live.unruled.has_value());
        FF_CHECK(can_be_shown(e.readings));
    }
    // A penalty by arbiterd itself changes nothing else.
    void operator()(const wire::PenaltyGiven& e) const {
        const Side opponent = other(e.side);
        FF_CHECK(e.to_opponent >= nothing);
        FF_CHECK(e.taken_back >= nothing);
        FF_CHECK(can_be_shown(e.after));
        if (e.cause == Pos{}) return;
        FF_CHECK(e.after[opponent] == e.before[opponent] + e.to_opponent);
        FF_CHECK(e.after[e.side] == e.before[e.side] - e.taken_back);
    }
    void operator()(const wire::MoveBound& e) const {
        FF_CHECK(e.ply > Ply{});
        FF_CHECK(!e.moves.empty());
        FF_CHECK(e.ruling <= live.rulings + 1);
    }

    // ---- rulings and questions --------------------------------------------------------------

    void operator()(const wire::RulingGiven& e) const {
        const wire::Effect& effect = e.effect;
        FF_CHECK(e.number == live.rulings + 1);
        FF_CHECK(!e.by.empty());
        FF_CHECK(!e.text.empty());
        FF_CHECK(effect.undoes < e.number);
        FF_CHECK(effect.unmet < e.number);
        FF_CHECK(effect.answers <= live.asked);
        FF_CHECK(effect.undoes == 0 || effect.unmet == 0);
        FF_CHECK(!effect.result_before || effect.gives_result);
        FF_CHECK(effect.counted_ply == Ply{} || effect.counted);
        FF_CHECK(e.looked.has_value() == (e.about == Subject::record_shown));
        if (effect.undoes == 0) return;
        const auto undone = std::ranges::find(live.ruled, effect.undoes, &Ruled::number);
        FF_CHECK(undone == live.ruled.end() || !undone->undone);  // not kept: it changed nothing
    }
    // Each option has a name, and no two options share one.
    void operator()(const wire::QuestionPut& e) const {
        FF_CHECK(e.number == live.asked + 1);
        FF_CHECK(e.asked_before < e.number);
        FF_CHECK(e.basis.ruling <= live.rulings);
        for (const wire::Pair& option : e.options) {
            FF_CHECK(!option.name.empty());
            FF_CHECK(std::ranges::count(e.options, option.name, &wire::Pair::name) == 1);
        }
        if (e.basis.proposed) FF_CHECK(can_be_shown(e.basis.proposed->readings));
    }
    void operator()(const wire::QuestionClosed& e) const {
        const auto open = std::ranges::find(live.questions, e.number, &Question::number);
        FF_CHECK(open != live.questions.end());
        FF_CHECK(e.option.empty() || std::ranges::count(open->options, e.option,
                                                        &wire::Pair::name) == 1);
        const bool person = e.how == Closing::answered || e.how == Closing::intervention;
        FF_CHECK(person == !e.by.empty());
        FF_CHECK((e.how == Closing::answered) == !e.option.empty());
    }

    // ---- the result -------------------------------------------------------------------------

    // Once; another result only by a ruling that changes it.
    void operator()(const wire::ResultRecorded& e) const {
        FF_CHECK(e.outcome.ending != Ending::none);
        FF_CHECK(can_be_shown(e.readings));
        FF_CHECK(live.rulings > 0);
        FF_CHECK(!live.result || (!live.ruled.empty() && live.ruled.back().effect.gives_result &&
                                  live.ruled.back().number == live.rulings));
    }
    // At the clock also a result that a ruling has withdrawn and whose reopening is on its way.
    void operator()(const wire::ResultWithdrawn& e) const {
        FF_CHECK(!e.by.empty());
        FF_CHECK(live.result || (live.withdrawn && e.cause > Pos{}));
    }
    void operator()(const wire::ResultApproved& e) const {
        FF_CHECK(!e.by.empty());
        FF_CHECK(live.result.has_value());
        FF_CHECK(!approved_by(live, e.who));
    }

    void operator()(const wire::ColoursReversed& e) const {
        FF_CHECK(!e.by.empty());
        FF_CHECK(e.reversed != live.reversed);
    }

    // ---- adjourned games (Guidelines I) -----------------------------------------------------

    void operator()(const wire::GameAdjourned& e) const {
        FF_CHECK(!e.by.empty());
        FF_CHECK(!e.fen.empty());
        FF_CHECK(!live.adjourned);
        FF_CHECK(!live.running);
        FF_CHECK(!live.result);
        FF_CHECK(e.ply == live.ply);
        FF_CHECK(e.move > 0);
        FF_CHECK(can_be_shown(e.readings));
    }
    void operator()(const wire::SealedOpened& e) const {
        FF_CHECK(live.adjourned);
        FF_CHECK(!live.adjourned->opened);
        FF_CHECK(e.side == live.adjourned->sealed_by);
        FF_CHECK(e.found != SealedMove::legal || !e.text.empty());
        FF_CHECK(e.ruling == 0 || e.ruling == live.rulings + 1);
    }

    // ---- the clock, and positions that are set ----------------------------------------------

    void operator()(const wire::ClockIntervention& e) const {
        FF_CHECK(can_be_shown(e.after));
        FF_CHECK(can_be_shown(e.before));
        FF_CHECK(!e.by.empty());
        FF_CHECK(e.kind != Intervening::stopped || !e.run);
        FF_CHECK(e.kind != Intervening::paused || !e.run);
        FF_CHECK(e.kind != Intervening::resumed || e.run);
        FF_CHECK((e.kind == Intervening::control_set) == !e.time_control.empty());
        FF_CHECK(!e.period_trigger || e.kind == Intervening::control_set);
        FF_CHECK(e.ruling <= live.rulings);
    }
    void operator()(const wire::PositionRestored& e) const {
        FF_CHECK(!e.by.empty());
        FF_CHECK(!e.fen.empty() || e.ply <= live.ply);
        FF_CHECK(e.ruling == 0 || e.ruling == live.rulings + 1);
    }
    void operator()(const wire::MovesRestored& e) const {
        FF_CHECK(!e.by.empty());
        FF_CHECK(e.kept > 0);
        FF_CHECK(e.kept < e.ruling);
        FF_CHECK(e.ruling <= live.rulings + 1);
        FF_CHECK(can_be_shown(e.readings));
    }
    void operator()(const wire::GameRestarted& e) const {
        FF_CHECK(can_be_shown(e.readings));
        FF_CHECK(!e.fen.empty());
        FF_CHECK(e.ruling <= live.rulings + 1);
    }

    // ---- the outbox -------------------------------------------------------------------------

    void operator()(const wire::CommandIssued& e) const {
        const auto is_of = [](const auto& command, const auto& event) {
            return command.game == event.game && command.board == event.board;
        };
        FF_CHECK(std::visit([&](const auto& command) { return is_of(command, e); }, e.command));
        const std::string& id = id_of(e.command);
        FF_CHECK(!id.empty());
        FF_CHECK(!is_out(live, id));
        FF_CHECK(e.ruling <= live.rulings);
        if (const auto* set = std::get_if<wire::SetReading>(&e.command))
            FF_CHECK(can_be_shown(set->correction.readings));
    }
    void operator()(const wire::CommandSettled& e) const {
        FF_CHECK(!e.id.empty());
        FF_CHECK(e.refused.empty() || e.how == Settling::refused);
    }
};

}  // namespace

void check_promises(const Live& live, const wire::GameEvent& event) {
    std::visit(Promises{live}, event);
}

namespace {

// A game that holds waits for somebody, and a result has each approval once.
void check_result_of(const Live& live) {
    FF_CHECK(live.hold != Hold::question ||
             std::ranges::any_of(live.questions, [&](const Question& q) {
                 return q.holds && q.about == live.hold_about;
             }));
    FF_CHECK(live.approvals.size() <= 3);
    FF_CHECK(!live.named_pause || !live.named_pause->empty());
    FF_CHECK(std::ranges::all_of(live.ruled, [](const Ruled& r) {
        return r.effect.undoes < r.number && r.effect.unmet < r.number;
    }));
    FF_CHECK(std::ranges::all_of(live.wrong_claims, [&](const WrongClaim& claim) {
        return claim.ruling <= live.rulings + 1;
    }));
    if (!live.adjourned) return;
    FF_CHECK(live.adjourned->ruling >= 1);
    FF_CHECK(live.adjourned->ruling <= live.rulings + 1);
    FF_CHECK(live.adjourned->opened == !live.adjourned->sealed.empty());
}

// What stands on the board, and the flags that are down.
void check_play_of(const Live& live) {
    FF_CHECK(!live.unruled || live.pending.empty());
    FF_CHECK(std::ranges::is_sorted(live.stood, {}, &Stood::ply));
    FF_CHECK(live.flags.empty() || live.began);
    FF_CHECK(std::ranges::all_of(live.flags,
                                 [&](Side side) { return live.readings[side] == nothing; }));
    for (const Side side : {Side::white, Side::black}) {
        FF_CHECK(live.untaken[side] <= nothing);
        FF_CHECK(live.dated_back[side] >= nothing);
        FF_CHECK(!live.flag_asked[side] || live.flag_asked[side]->first >= 1);
    }
}

}  // namespace

void check_promises(const Live& live) {
    FF_CHECK(live.pending.size() <= 2);
    FF_CHECK(live.flags.size() <= 2);
    FF_CHECK(live.hold != Hold::question || live.hold_about.has_value());
    FF_CHECK(live.ruled.empty() || live.ruled.back().number <= live.rulings);
    FF_CHECK(live.questions.empty() || live.questions.back().number <= live.asked);
    FF_CHECK(!live.result || live.result->ending != Ending::none);
    FF_CHECK(!live.result || (live.ends > 0 && !live.withdrawn));
    FF_CHECK(live.before_act <= live.rulings);
    FF_CHECK(live.pressed_age >= nothing);
    FF_CHECK(can_be_shown(live.dated_back));
    FF_CHECK(!live.presses || live.pending.empty());
    FF_CHECK(live.approvals.empty() || live.result);
    FF_CHECK(!live.running || live.began);
    FF_CHECK(!live.running || !live.locked);
    FF_CHECK(!live.running || !live.named_pause);
    FF_CHECK(!live.clock_shows || can_be_shown(*live.clock_shows));
    FF_CHECK(can_be_shown(live.readings));
    FF_CHECK(std::ranges::is_sorted(live.questions, {}, &Question::number));
    FF_CHECK(std::ranges::is_sorted(live.ruled, {}, &Ruled::number));
    FF_CHECK(live.pending.size() < 2 || live.pending[0].side != live.pending[1].side);
    FF_CHECK(live.flags.size() < 2 || live.flags[0] != live.flags[1]);
    FF_CHECK(std::ranges::all_of(live.questions,
                                 [](const Question& q) { return q.first <= q.number; }));
    FF_CHECK(std::ranges::all_of(live.ruled, [&](const Ruled& r) {
        return r.number > 0 && r.number <= live.rulings;
    }));
    check_result_of(live);
    check_play_of(live);
}

}  // namespace flagfall::game
