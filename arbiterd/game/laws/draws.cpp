// Draw offers and agreement: 9.1 and 5.2.3.
#include "arbiterd/game/laws/draws.hpp"

#include <algorithm>

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/line.hpp"
#include "arbiterd/game/laws/moves.hpp"
#include "arbiterd/game/laws/obligations.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

void end_offer(Draft& draft, Side side, OfferEnd how) {
    FF_CHECK(draft.live().offer[side]);
    wire::DrawOfferEnded e;
    e.side = side;
    e.how = how;
    draft.add(std::move(e));
}

// 5.2.3 asks for a move made, not for one completed.
bool has_moved(const Draft& draft, Side side) {
    if (moves_of(side, draft.game().first, draft.counted()) > 0) return true;
    return std::ranges::any_of(draft.live().pending,
                               [&](const Pending& move) { return move.side == side; });
}

// 9.1.1: does the event's restriction of draws still apply at this move?
bool restricted(const Draft& draft, Ply ply) {
    const Profile& profile = draft.profile();
    const std::uint32_t move = (ply.count + 1) / 2;
    return profile.draw_offers != DrawOffers::free &&
           (profile.draw_offers_from_move == 0 || move < profile.draw_offers_from_move);
}

std::string restriction(const Draft& draft) {
    const Profile& profile = draft.profile();
    FF_CHECK(profile.draw_offers != DrawOffers::free);
    std::string text = profile.draw_offers == DrawOffers::consent
                           ? "Draws are agreed only with the arbiter's consent"
                           : "No draw may be agreed";
    if (profile.draw_offers_from_move == 0) return text;
    return text + " before move " + std::to_string(profile.draw_offers_from_move);
}

// The offer is valid (9.1.2.1); the arbiter is informed.
void report_restriction(Draft& draft, Side side, Ply ply) {
    if (!restricted(draft, ply)) return;
    draft.ask("9.1.1", Subject::draw_offer,
              sentence({say(side), " offered a draw. ", restriction(draft), "."}),
              {fact("side", name(side)), fact("ply", ply.count)}, false, early_offer_options(),
              {.facts = wire::OfSide{side}});
}

// True if the agreement does not end the game without the arbiter.
bool agreement_restricted(Draft& draft, const wire::OfSide& offer, const wire::Pairs& evidence) {
    const Ply offered = draft.live().offered_at[offer.side];
    if (!restricted(draft, std::max(offered, draft.counted()))) return false;
    if (draft.profile().draw_offers == DrawOffers::consent) {
        draft.ask("9.1.1", Subject::agreement,
                  sentence({"The players have agreed to a draw. ", restriction(draft),
                            ": do you consent? End the game so, or let play go on."}),
                  evidence, false, consent_options(), {.facts = offer});
    } else {
        draft.rule("9.1.1", Subject::agreement, restriction(draft) + ": play goes on.", evidence);
    }
    return true;
}

}  // namespace

void touch_refuses_offer(Draft& draft, Side toucher, OfferEnd how) {
    if (draft.live().offer[other(toucher)]) end_offer(draft, other(toucher), how);
}

void offer_after_end(Draft& draft) {
    const Live& live = draft.live();
    const auto refused = live.refused_by_touch;
    if (!refused || refused->counted != draft.counted() || draft.to_move() == refused->offerer)
        return;
    bool stood = true;  // when the game ended
    std::uint32_t tip = refused->ruling;
    for (const Ruled& later : live.ruled) {
        if (later.effect.undoes != tip || later.end == live.ends) continue;
        tip = later.number;
        stood = !stood;
    }
    const bool now = stands(live, refused->ruling);
    if (now == stood) return;
    if (now) return touch_refuses_offer(draft, other(refused->offerer), OfferEnd::touched);
    if (!live.offer[refused->offerer] && live.pending.empty() &&
        touched_in(live, draft.position()) == nullptr)
        draft.offer_again(refused->offerer, refused->offered_at);
}

Ply offered_ply(const Draft& draft, Side side) {
    const Live& live = draft.live();
    if (draft.to_move() == side) return draft.next_ply();
    const bool replied = live.pending.size() == 2;
    FF_CHECK(!replied || !live.presses);
    return replied ? Ply{live.ply.count + 2} : draft.counted();
}

void draw_offered(Draft& draft, const wire::DrawOffered& e) {
    if (draft.live().offer[e.side]) {
        return draft.not_counted(wire::DrawOffered::type,
                                 sentence({say(e.side), "'s offer still stands (9.1.2.1)"}));
    }
    wire::DrawOfferMade offer;
    offer.side = e.side;
    offer.ply = offered_ply(draft, e.side);
    offer.how = Offering::offer;
    const Ply ply = offer.ply;
    draft.add(std::move(offer));
    FF_CHECK(draft.live().offers_and_claims[e.side] >= 1);
    report_restriction(draft, e.side, ply);
    ask_about_distraction(draft, e.side);
}

void ask_about_distraction(Draft& draft, Side side) {
    const std::uint32_t most = draft.profile().offers_and_claims_to_ask;
    const std::uint32_t made = offers_that_count(draft.live(), side);
    if (most == 0 || made < most || draft.over()) return;
    draft.ask("11.5", Subject::distraction,
              sentence({say(side), " has made ", std::to_string(made),
                        " draw offers and wrong claims in this game. Do they disturb ",
                        say(other(side)), "?"}),
              {fact("side", name(side)), fact("count", made)}, false, distraction_options(),
              {.facts = wire::OfSide{side, made}});
}

namespace {

// The clock accepts an acceptance unless it knows a reason against the offer, and it does not know
// the arbiter's rulings: the players believe that they have agreed.
void accepted_too_late(Draft& draft, Side accepter, const wire::OfSide& offer) {
    FF_CHECK(!draft.live().offer[offer.side]);
    const Touch* touch = touched_in(draft.live(), on_board(draft));
    const bool refused = touch && touch->side == accepter;
    const std::string_view why = refused ? ": a piece was touched" : "";
    draft.not_counted(wire::DrawAccepted::type,
                      sentence({"no offer of ", say(offer.side), " is alive", why,
                                " (9.1.2.1)"}));
    if (asked_of(draft, Subject::agreement, offer)) return;
    wire::Pairs evidence{fact("accepted_by", name(accepter))};
    add_pending(draft, evidence);
    add_touches(draft, evidence);
    const bool may_agree = presses_only(draft) ||
                           (has_moved(draft, Side::white) && has_moved(draft, Side::black));
    draft.ask("9.1.2.1", Subject::agreement,
              sentence({say(accepter), " accepted a draw, but no offer of ", say(offer.side),
                        " stands", why, ". See that the players know it: play goes on, unless both "
                                        "want the draw."}),
              std::move(evidence), false, late_acceptance_options(may_agree), {.facts = offer});
}

}  // namespace

void draw_accepted(Draft& draft, const wire::DrawAccepted& e) {
    const Side offerer = other(e.side);
    const wire::OfSide offer{offerer, draft.live().offers_and_claims[offerer]};
    if (!draft.live().offer[offerer]) return accepted_too_late(draft, e.side, offer);
    if (asked_of(draft, Subject::agreement, offer))
        return draft.not_counted(wire::DrawAccepted::type,
                                 "the arbiter is asked about this agreement already (5.2.3)");
    // The offer in a request under III.4 can be accepted before the arbiter decides.
    const bool asked = draft.live().hold_about != Subject::claim_quickplay_increment;
    if (draft.live().hold == Hold::question && asked) {
        return draft.ask("5.2.3", Subject::agreement,
                         sentence({"The players agreed to a draw while a question was open: ",
                                   held_about(draft.live()), "."}),
                         {}, true, agreement_options(), {.facts = offer});
    }
    wire::Pairs evidence{fact("offered_by", name(offerer)),
                         fact("offered_at_ply", draft.live().offered_at[offerer].count)};
    add_pending(draft, evidence);
    add_touches(draft, evidence);
    const bool moved = has_moved(draft, Side::white) && has_moved(draft, Side::black);
    if (presses_only(draft) && !moved) {  // a move made but not pressed is not reported
        add_position(draft, evidence);
        return draft.ask("5.2.3", Subject::agreement,
                         "The players agreed to a draw, and by the presses not both have made a "
                         "move: have they?",
                         std::move(evidence), false, agreement_options(), {.facts = offer});
    }
    if (!moved) {
        return draft.rule("5.2.3", Subject::agreement,
                          "No draw by agreement before both players have made a move: "
                          "play goes on.",
                          std::move(evidence));
    }
    if (agreement_restricted(draft, offer, evidence)) return;
    end_offer(draft, offerer, OfferEnd::accepted);
    draft.conclude({drawn(), Ending::agreement, "5.2.3"}, Subject::agreement,
                   sentence({say(e.side), " accepted ", say(offerer), "'s offer: draw."}),
                   std::move(evidence));
    FF_CHECK(draft.live().offer_at_end[offerer]);  // it lives again if the result goes (9.1.2.1)
}

void draw_declined(Draft& draft, const wire::DrawDeclined& e) {
    const Side offerer = other(e.side);
    if (draft.live().offer[offerer]) return end_offer(draft, offerer, OfferEnd::declined);
    draft.not_counted(wire::DrawDeclined::type,
                      sentence({"no offer of ", say(offerer), " is alive (9.1.2.1)"}));
}

}  // namespace flagfall::game
