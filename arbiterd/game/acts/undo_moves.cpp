// The moves that stand again after an undo, and what stood on the board beside them.
#include <algorithm>

#include "arbiterd/game/acts/undo.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/line.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/undo_effects.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

// 9.1.2.1: when a game began again, its draw offers ended; they are alive again. Offers made in the
// new game no longer count. Going back within a game ends no offer.
void offers_of(Draft& draft, const TakenBack& kept) {
    FF_CHECK(kept.before != nullptr);
    if (!kept.whole) return;
    for (const Side side : {Side::white, Side::black}) {
        const bool before = kept.before->live.offer[side];
        if (before == draft.live().offer[side]) continue;
        if (before) {
            draft.offer_again(side, kept.before->live.offered_at[side]);
        } else {
            wire::DrawOfferEnded e;
            e.side = side;
            e.how = OfferEnd::game_over;
            draft.add(std::move(e));
        }
    }
}

// What happened to an adjournment along with the moves.
std::string_view adjournment_text(const std::optional<Adjourned>& before,
                                  const std::optional<Adjourned>& after) {
    if (!after) return before ? "The game is not adjourned. " : "";
    if (before && before->opened == after->opened) return "";
    return after->opened ? "The game is adjourned, with the envelope open. "
                         : "The game is adjourned, with the envelope closed. ";
}

// The moves that were made and not pressed.
std::string made_text(const Draft& draft, const Game& before) {
    std::string text;
    if (draft.over() || presses_only(draft)) return text;
    for (const Pending& made : before.live.pending)
        text += sentence({say(made.side), "'s move ", made.text, " was made and not pressed: it "
                                                               "stands on the board again. "});
    return text;
}

// The illegal action that is open again.
std::string open_text(const Draft& draft) {
    const auto& open = draft.live().unruled;
    if (!open) return "";
    return sentence({say(open->side), "'s illegal action", open->text.empty() ? "" : " ",
                     open->text, " is open again (", draft.profile().illegal_move_article,
                     "). "});
}

}  // namespace

void bring_the_rest_back(Draft& draft, const TakenBack& kept) {
    if (draft.over()) return;
    FF_CHECK(kept.before != nullptr);
    stand_on_board(draft, *kept.before);
    offers_of(draft, kept);
}

std::optional<Both<Duration>> bring_moves_back(Draft& draft, Undo& u) {
    const bool first = u.tip.number == u.root;
    if (u.kept) {
        if (!draft.over() && !from_sheet(draft, u)) close_by_intervention(draft, u.command.by);
        if (u.kept->whole) close_at_restart(draft);  // questions about the game that goes
        u.effect.moves = u.said_by == 0;
        const TakenBack& kept = *u.kept;
        const std::optional<Adjourned> adjourned = draft.live().adjourned;
        const Both<Duration> readings = draft.bring_back(kept, u.said_by);
        FF_CHECK(readings[Side::white] >= Duration{});
        FF_CHECK(readings[Side::black] >= Duration{});
        if (!draft.over() || goes_on_without(u.tip)) open_again(draft, kept);
        const bool presses = kept.presses && presses_only(draft);
        u.text += sentence({"The game stands as before, after ", presses ? "press " : "ply ",
                            std::to_string((presses ? draft.counted() : draft.live().ply).count),
                            ". ", adjournment_text(adjourned, draft.live().adjourned),
                            made_text(draft, *kept.before), open_text(draft)});
        u.evidence.push_back(fact("to_ply", draft.live().ply.count));
        u.evidence.push_back(fact("fen", chess::fen(draft.position())));
        return readings;
    }
    const Ply announced = u.tip.effect.announced;
    if (!first || announced == Ply{} || announced > draft.live().ply) return std::nullopt;
    const chess::Position* there = recorded_position(draft, Ply{announced.count - 1});
    FF_CHECK(there != nullptr);  // see moves_in_the_way
    const chess::Position before = *there;
    const std::string san = chess::san(
        before, draft.game().moves.at(announced.count - 1 - draft.game().base.count).move);
    u.effect.moves = true;
    draft.restore({announced.count - 1}, before, {}, u.command.by, u.command.reason, true);
    const std::string_view claimant = say(before.side_to_move());
    u.text += sentence({"The announced move ", san, " was not played: ", claimant,
                        " has the move, and it is ", claimant, "'s clock that runs on. "});
    u.evidence.push_back(fact("announced_not_played", san));
    u.evidence.push_back(fact("fen", chess::fen(before)));
    // Taking back a result also sets the clock. In play (a person at the clock had reopened the
    // game) this must set it.
    if (draft.over()) return std::nullopt;
    return draft.live().readings;
}

}  // namespace flagfall::game
