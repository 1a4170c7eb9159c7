// The other half of promises.cpp: what an event says is so once it is applied, and nothing that
// only other events change has changed. Checked when it is decided and when it is replayed.
#include <algorithm>

#include "arbiterd/game/state/ids.hpp"
#include "arbiterd/game/state/promises.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

constexpr Duration nothing{};

template <class... Events>
bool is(const wire::GameEvent& event) {
    return (std::holds_alternative<Events>(event) || ...);
}

template <class Event>
std::size_t one_if(const wire::GameEvent& event) {
    return is<Event>(event) ? 1 : 0;
}

// ---- what only its own events change --------------------------------------------------------

void check_counts(const Before& was, const Live& live, const wire::GameEvent& event) {
    FF_CHECK(live.rulings == was.rulings + one_if<wire::RulingGiven>(event));
    FF_CHECK(live.asked == was.asked + one_if<wire::QuestionPut>(event));
    FF_CHECK(live.ends <= was.ends + one_if<wire::ResultRecorded>(event));
    FF_CHECK(live.ends >= was.ends);
    FF_CHECK(live.before_act == was.before_act || is<wire::DeskActed>(event));
    FF_CHECK(live.epoch >= was.epoch);
    FF_CHECK(live.outbox.size() + one_if<wire::CommandSettled>(event) ==
             was.outbox + one_if<wire::CommandIssued>(event));
    FF_CHECK(live.questions.size() + one_if<wire::QuestionClosed>(event) ==
             was.questions + one_if<wire::QuestionPut>(event));
    FF_CHECK(live.ruled.size() >= was.ruled);
    FF_CHECK(live.ruled.size() <= was.ruled + one_if<wire::RulingGiven>(event));
    FF_CHECK(live.approvals.size() <= was.approvals + one_if<wire::ResultApproved>(event));
    FF_CHECK(live.wrong_claims.size() <= was.wrong_claims + one_if<wire::ClaimJudged>(event));
    FF_CHECK(live.stood.size() <= was.stood + one_if<wire::IllegalMoveStood>(event));
    FF_CHECK(live.pending.size() <= was.pending + one_if<wire::MovePending>(event));
    FF_CHECK(live.touches.size() <= was.touches + one_if<wire::TouchNoted>(event));
    FF_CHECK(live.bound.size() <= was.bound + one_if<wire::MoveBound>(event));
    FF_CHECK(live.announced.size() <= was.announced + one_if<wire::ClaimJudged>(event));
}

void check_state(const Before& was, const Live& live, const wire::GameEvent& event) {
    const bool again = is<wire::GameRestarted>(event);
    FF_CHECK(live.began || !was.began);
    FF_CHECK(live.ply == was.ply || again ||
             (is<wire::MoveRecorded, wire::IllegalMoveStood, wire::PositionRestored>(event)));
    FF_CHECK(live.presses == was.presses || again || is<wire::PressNoted>(event));
    FF_CHECK(live.presses.has_value() == was.presses.has_value());
    FF_CHECK(live.illegal == was.illegal || again ||
             (is<wire::IrregularityFound, wire::RulingGiven>(event)));
    FF_CHECK(live.offers_and_claims == was.offers_and_claims || again ||
             (is<wire::DrawOfferMade, wire::ClaimJudged>(event)));
    FF_CHECK(live.looks == was.looks || again || is<wire::RulingGiven>(event));
    FF_CHECK(live.offer == was.offer || (is<wire::DrawOfferMade, wire::DrawOfferEnded>(event)));
    FF_CHECK(live.result.has_value() == was.result ||
             (is<wire::ResultRecorded, wire::ResultWithdrawn>(event)));
    FF_CHECK(!live.withdrawn || was.withdrawn || is<wire::ResultWithdrawn>(event));
    FF_CHECK(!live.adjourned || was.adjourned || is<wire::GameAdjourned>(event));
    FF_CHECK(!live.unruled || was.unruled || is<wire::IllegalMoveSeen>(event));
    FF_CHECK(live.reversed == was.reversed || again || is<wire::ColoursReversed>(event));
    FF_CHECK(live.seats_changed == was.seats_changed || again);
}

// ---- what the event says --------------------------------------------------------------------

struct Kept {
    const Live& live;

    template <class Event>
    void operator()(const Event&) const {}

    // ---- play -------------------------------------------------------------------------------

    void operator()(const wire::GameBegan&) const {
        FF_CHECK(live.began);
        FF_CHECK(live.running);
        FF_CHECK(!live.locked);
        FF_CHECK(!live.paused);
    }
    void operator()(const wire::MovePending& e) const {
        FF_CHECK(live.came[e.side]);
        if (live.unruled) {  // the reply to an open action
            FF_CHECK(live.unruled->reply == e.text);
            return;
        }
        FF_CHECK(!live.pending.empty());
        FF_CHECK(live.pending.back().side == e.side);
        FF_CHECK(live.pending.back().text == e.text);
        FF_CHECK(live.touched);
    }
    void operator()(const wire::MoveRecorded& e) const {
        FF_CHECK(live.ply == e.ply);
        FF_CHECK(live.presses || live.readings == e.readings);
        FF_CHECK(live.pressed_age == e.age);
        FF_CHECK(std::ranges::all_of(live.announced,
                                     [&](const Announced& a) { return a.ply > e.ply; }));
        FF_CHECK(std::ranges::all_of(live.bound, [&](const Bound& b) { return b.ply > e.ply; }));
        FF_CHECK(std::ranges::all_of(live.touches,
                                     [&](const Touch& t) { return t.ply >= e.ply; }));
        FF_CHECK(live.touched == !live.pending.empty());
    }
    void operator()(const wire::PressNoted& e) const {
        FF_CHECK(live.presses == e.ply);
        FF_CHECK(live.readings == e.readings);
        FF_CHECK(live.pressed_age == e.age);
        FF_CHECK(!live.touched);
    }
    void operator()(const wire::DrawOfferMade& e) const {
        FF_CHECK(live.offer[e.side]);
        FF_CHECK(live.offered_at[e.side] == e.ply);
    }
    void operator()(const wire::DrawOfferEnded& e) const {
        FF_CHECK(!live.offer[e.side]);
        FF_CHECK(e.how != OfferEnd::accepted || live.offer_at_end[e.side]);
    }
    void operator()(const wire::ClaimJudged& e) const {
        if (e.right) return;
        FF_CHECK(live.offers_and_claims[e.side] > 0);
        FF_CHECK(!live.wrong_claims.empty());
        FF_CHECK(live.wrong_claims.back().side == e.side);
        FF_CHECK(live.wrong_claims.back().ruling == live.rulings + 1);
        FF_CHECK(e.uci.empty() || !live.announced.empty());
    }
    void operator()(const wire::TouchNoted& e) const {
        FF_CHECK(std::ranges::any_of(live.touches, [&](const Touch& t) {
            return t.side == e.side && t.ruling == e.ruling && t.adjusting == e.adjusting;
        }));
    }
    void operator()(const wire::PlayerArrived& e) const { FF_CHECK(live.came[e.side]); }
    void operator()(const wire::DeskActed&) const {
        FF_CHECK(live.before_act == live.rulings);
        FF_CHECK(live.closed.empty());
    }

    // ---- Article 7 --------------------------------------------------------------------------

    void operator()(const wire::IrregularityFound& e) const {
        FF_CHECK(live.illegal[e.side] == e.count);
        if (e.stands) return;
        FF_CHECK(live.hold == Hold::correction);
        FF_CHECK(live.pending.empty());
        FF_CHECK(!live.unruled);
    }
    void operator()(const wire::IllegalMoveSeen& e) const {
        FF_CHECK(live.unruled.has_value());
        FF_CHECK(live.unruled->side == e.side);
        FF_CHECK(live.unruled->ply == e.ply);
        FF_CHECK(live.unruled->rulings == live.rulings);
        FF_CHECK(live.unruled->reply.empty());
        FF_CHECK(live.pending.empty());
    }
    void operator()(const wire::IllegalMoveStood& e) const {
        FF_CHECK(!live.stood.empty());
        FF_CHECK(live.stood.back().side == e.side);
        FF_CHECK(live.stood.back().ply == e.ply);
        FF_CHECK(e.goes_on == !live.unruled);
        FF_CHECK(!e.goes_on || live.ply == e.ply);
        FF_CHECK(!e.goes_on || live.announced.empty());
    }
    void operator()(const wire::PenaltyGiven& e) const {
        FF_CHECK(live.readings == e.after);
        FF_CHECK(live.clock_shows.has_value());
        FF_CHECK(e.cause == Pos{} || live.clock_shows == e.before);
    }
    void operator()(const wire::MoveBound& e) const {
        FF_CHECK(!live.bound.empty());
        FF_CHECK(live.bound.back().ply == e.ply);
        FF_CHECK(live.bound.back().moves == e.moves);
        FF_CHECK(live.bound.back().ruling == e.ruling);
    }

    // ---- rulings and questions --------------------------------------------------------------

    void operator()(const wire::RulingGiven& e) const {
        FF_CHECK(live.rulings == e.number);
        FF_CHECK(live.closed.empty());
        const Ruled* undone = find_ruled(live, e.effect.undoes);
        FF_CHECK(undone == nullptr || undone->undone);
        FF_CHECK(!e.looked || live.looks[*e.looked] > 0);
        const Ruled* kept = find_ruled(live, e.number);
        if (kept == nullptr) return;  // it changed nothing
        FF_CHECK(kept == &live.ruled.back());
        FF_CHECK(!kept->undone);
        FF_CHECK(kept->about == e.about);
        FF_CHECK(kept->end == (live.result ? live.ends : 0));
    }
    void operator()(const wire::QuestionPut& e) const {
        FF_CHECK(live.asked == e.number);
        const Question& question = live.questions.back();
        FF_CHECK(question.number == e.number);
        FF_CHECK(question.about == e.about);
        FF_CHECK(question.first == (e.asked_before > 0 ? e.asked_before : e.number));
        FF_CHECK(!e.holds || live.hold == Hold::question);
        FF_CHECK(!e.holds || live.hold_about == e.about);
    }
    void operator()(const wire::QuestionClosed& e) const {
        FF_CHECK(std::ranges::find(live.questions, e.number, &Question::number) ==
                 live.questions.end());
    }

    // ---- the result -------------------------------------------------------------------------

    void operator()(const wire::ResultRecorded& e) const {
        FF_CHECK(live.result == e.outcome);
        FF_CHECK(live.readings == e.readings);
        FF_CHECK(live.approvals.empty());
        FF_CHECK(!live.withdrawn);
    }
    void operator()(const wire::ResultWithdrawn& e) const {
        FF_CHECK(!live.result);
        FF_CHECK(live.approvals.empty());
        FF_CHECK(live.set_aside.empty());
        FF_CHECK(live.hold == Hold::none);
        FF_CHECK(!live.running);
        FF_CHECK(live.named_pause == e.by);
        FF_CHECK(e.cause == Pos{} || !live.withdrawn);
    }
    void operator()(const wire::ResultApproved& e) const {
        FF_CHECK(approved_by(live, e.who));
        FF_CHECK(live.approvals.back().of == *live.result);
        FF_CHECK(live.approvals.back().reversed == live.reversed);
    }
    void operator()(const wire::ColoursReversed& e) const {
        FF_CHECK(live.reversed == e.reversed);
        FF_CHECK(live.approvals.empty());
    }

    // ---- adjourned games (Guidelines I) -----------------------------------------------------

    void operator()(const wire::GameAdjourned& e) const {
        FF_CHECK(live.adjourned.has_value());
        FF_CHECK(live.adjourned->sealed_by == e.sealed_by);
        FF_CHECK(live.adjourned->ply == e.ply);
        FF_CHECK(live.adjourned->ruling == live.rulings + 1);
        FF_CHECK(!live.adjourned->opened);
        FF_CHECK(live.named_pause == e.by);
    }
    void operator()(const wire::SealedOpened& e) const {
        FF_CHECK(live.adjourned.has_value());
        FF_CHECK(live.adjourned->opened == (e.found == SealedMove::legal));
        FF_CHECK(!live.adjourned->opened || live.adjourned->sealed == e.text);
    }

    // ---- the clock, and positions that are set ----------------------------------------------

    void operator()(const wire::ClockIntervention& e) const {
        FF_CHECK(live.readings == e.after);
        FF_CHECK(!live.clock_shows);
        FF_CHECK(!e.run || live.running);
        FF_CHECK(e.kind != Intervening::stopped || live.locked);
        FF_CHECK(e.kind != Intervening::control_set || live.control == e.time_control);
        FF_CHECK(e.kind != Intervening::set_reading || live.pressed_age == nothing);
    }
    void operator()(const wire::PositionRestored& e) const {
        FF_CHECK(live.ply == e.ply);
        FF_CHECK(live.pending.empty());
        FF_CHECK(!live.unruled);
        FF_CHECK(!live.touched);
        FF_CHECK(live.stood.empty() || live.stood.back().ply <= e.ply);
        for (const Ply offered : live.offered_at.values) FF_CHECK(offered <= e.ply);
    }
    void operator()(const wire::GameRestarted& e) const {
        FF_CHECK(live.ply == Ply{});
        FF_CHECK(live.presses.value_or(Ply{}) == Ply{});
        FF_CHECK(live.readings == e.readings);
        FF_CHECK(live.reversed == e.reversed);
        FF_CHECK(live.pending.empty());
        FF_CHECK(live.stood.empty());
        FF_CHECK(live.bound.empty());
        FF_CHECK(live.announced.empty());
        FF_CHECK(live.wrong_claims.empty());
        FF_CHECK(!live.unruled);
        FF_CHECK(!live.adjourned);
        FF_CHECK(live.illegal == Both<std::uint32_t>{});
        FF_CHECK(live.offers_and_claims == Both<std::uint32_t>{});
    }

    // ---- the outbox -------------------------------------------------------------------------

    void operator()(const wire::CommandIssued& e) const {
        FF_CHECK(id_of(live.outbox.back().issued.command) == id_of(e.command));
        FF_CHECK(live.outbox.back().issued.ruling == e.ruling);
        FF_CHECK(live.sent_as.empty());
    }
    void operator()(const wire::CommandSettled& e) const {
        FF_CHECK(!is_out(live, e.id));
        const bool again = e.how == Settling::sent_again;
        FF_CHECK(again == !live.sent_as.empty());
        FF_CHECK(!again || live.sent_as.back() == e.id);
    }
};

}  // namespace

Before before_event(const Live& live) {
    return {.rulings = live.rulings,
            .asked = live.asked,
            .ends = live.ends,
            .before_act = live.before_act,
            .epoch = live.epoch,
            .ply = live.ply,
            .presses = live.presses,
            .illegal = live.illegal,
            .offers_and_claims = live.offers_and_claims,
            .looks = live.looks,
            .offer = live.offer,
            .outbox = live.outbox.size(),
            .questions = live.questions.size(),
            .ruled = live.ruled.size(),
            .approvals = live.approvals.size(),
            .wrong_claims = live.wrong_claims.size(),
            .stood = live.stood.size(),
            .pending = live.pending.size(),
            .touches = live.touches.size(),
            .bound = live.bound.size(),
            .announced = live.announced.size(),
            .began = live.began,
            .result = live.result.has_value(),
            .withdrawn = live.withdrawn.has_value(),
            .adjourned = live.adjourned.has_value(),
            .unruled = live.unruled.has_value(),
            .reversed = live.reversed,
            .seats_changed = live.seats_changed};
}

void check_kept(const Before& was, const Live& live, const wire::GameEvent& event) {
    check_counts(was, live, event);
    check_state(was, live, event);
    std::visit(Kept{live}, event);
}

}  // namespace flagfall::game
