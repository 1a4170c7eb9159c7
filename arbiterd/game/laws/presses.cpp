// Boards that report presses only: the game runs on its clocks, the moves come from scoresheets,
// and the arbiter decides whatever needs a position.
#include "arbiterd/game/laws/presses.hpp"

#include "arbiterd/game/laws/claims.hpp"
#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/draws.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/obligations.hpp"
#include "arbiterd/game/laws/standing.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
bool presses_only(const Draft& draft) { return draft.live().presses.has_value(); }

bool position_known(const Draft& draft) {
    return !presses_only(draft) || draft.live().ply == *draft.live().presses;
}

void add_position(const Draft& draft, wire::Pairs& evidence) {
    if (!presses_only(draft)) return evidence.push_back(fact("fen", chess::fen(draft.position())));
    const Live& live = draft.live();
    FF_CHECK(live.presses.has_value());
    evidence.push_back(fact("presses", live.presses->count));
    evidence.push_back(fact("moves_entered", live.ply.count));
    if (live.ply == *live.presses && live.ply.count > 0)
        evidence.push_back(fact("fen_by_the_sheet", chess::fen(draft.position())));
}

void press_noted(Draft& draft, const wire::Pressed& e) {
    FF_CHECK(presses_only(draft));
    FF_CHECK(e.period >= 1);
    touch_refuses_offer(draft, e.side);  // the player has moved
    wire::PressNoted noted;
    noted.side = e.side;
    noted.ply = e.ply;
    noted.how = Pressing::press;
    noted.elapsed = e.elapsed;
    noted.readings = e.readings;
    noted.period = e.period;
    noted.age = draft.occasion().age[e.side];
    draft.add(std::move(noted));
    FF_CHECK(draft.counted() == e.ply);
}

void count_presses(Draft& draft, Ply ply, bool keeps) {
    FF_CHECK(presses_only(draft));
    if (draft.live().presses == ply) return;
    const Side first = draft.game().first;
    wire::PressNoted e;
    e.side = ply.count % 2 == 0 ? other(first) : first;
    e.ply = ply;
    e.how = Pressing::set;
    e.readings = draft.live().readings;
    if (keeps) e.ruling = draft.live().rulings + 1;
    draft.add(std::move(e));
    FF_CHECK(draft.counted() == ply);
}

void made_at_presses(Draft& draft, const wire::Made& e) {
    FF_CHECK(presses_only(draft));
    if (e.ending == Ending::none)
        return draft.not_counted(wire::Made::type,
                                 "this board reports presses only: its moves are entered from the "
                                 "scoresheets");
    wire::Pairs evidence{fact("move", e.text), fact("side", name(e.side))};
    add_position(draft, evidence);
    ask_stopped(draft, name(e.side), "5.1.1", Subject::position,
                sentence({"The clock stopped at a move (", name(e.ending),
                          "), but this board reports presses only: see the board, end the game or "
                          "let play go on."}),
                std::move(evidence),
                {option(Choice::white_wins, "White wins: Black is mated"),
                 option(Choice::black_wins, "Black wins: White is mated"),
                 option(Choice::draw, "draw: stalemate or dead position (5.2)"),
                 option(Choice::play_on, "the game is not over: the clock runs on")},
                {.facts = wire::OfEnding{e.ending}});
}

void flag_at_presses(Draft& draft, const wire::FlagFell& e, wire::Pairs evidence,
                     wire::Basis basis) {
    FF_CHECK(presses_only(draft));
    evidence.push_back(fact("moves_counted_by", "presses"));
    add_position(draft, evidence);
    const std::string counted = std::to_string(e.moves) + " moves by the presses";
    if (e.moves_required > 0 && e.moves >= e.moves_required) {
        return ask_stopped(draft, name(e.side), "6.4", Subject::flag_fall,
                           sentence({say(e.side), "'s flag fell after ", counted, " of ",
                                     std::to_string(e.moves_required),
                                     " required. Presses may be missed or doubled: count the "
                                     "moves on the sheets."}),
                           std::move(evidence), loss_or_draw(e.side), std::move(basis));
    }
    const bool us = draft.profile().material_to_win_on_time == WinOnTime::us_14e;
    ask_stopped(draft, name(e.side), us ? "14E" : "6.9", Subject::flag_fall,
                sentence({say(e.side), "'s flag fell (", counted,
                          "). This board reports presses only: can ", say(other(e.side)),
                          us ? " win on time with the men on the board?"
                             : " mate by any series of legal moves?"}),
                std::move(evidence), loss_or_draw(e.side), std::move(basis));
}

void resigned_at_presses(Draft& draft, Side side, wire::Pairs evidence) {
    FF_CHECK(presses_only(draft));
    evidence.push_back(fact("side", name(side)));
    add_position(draft, evidence);
    ask_stopped(draft, name(side), "5.1.2", Subject::resignation,
                sentence({say(side), " resigned. This board reports presses only: can ",
                          say(other(side)), " mate by any series of legal moves?"}),
                std::move(evidence), loss_or_draw(side), {.facts = wire::OfSide{side}});
}

void claim_at_presses(Draft& draft, const wire::Claimed& e) {
    FF_CHECK(presses_only(draft));
    const bool threefold = e.kind == ClaimKind::threefold;
    FF_CHECK(threefold || e.kind == ClaimKind::fifty_move);
    wire::Pairs evidence{fact("claimant", name(e.side)), fact("kind", name(e.kind))};
    if (!e.move.empty()) evidence.push_back(fact("announced", e.move));
    evidence.push_back(fact("has_the_move_by_the_clock", name(draft.to_move())));
    add_touches(draft, evidence);
    add_position(draft, evidence);
    stands(draft, e.side, threefold ? "9.2" : "9.3", "claim");
    draft.ask(threefold ? "9.2" : "9.3", Subject::claim,
              sentence({say(e.side), " claims a draw by ",
                        threefold ? "repetition" : "the fifty-move rule",
                        ". This board reports presses only: play the game through from the "
                        "scoresheets."}),
              std::move(evidence), true,
              {option(Choice::draw, "the claim is right: draw (9.5.2)"),
               option(Choice::claim_wrong, "the claim is not right: time to the opponent (9.5.3)"),
               option(Choice::play_on, "no claim may be made now (9.2, 9.4): play goes on")},
              {.facts = facts_of(e)});
}

// A person set the clock, and with it the number of presses or the position.
void set_at_presses(Draft& draft, const wire::ReadingSet& e) {
    FF_CHECK(presses_only(draft));
    const wire::Correction& c = e.correction;
    // Only the times of the replying player were set (I.10).
    if (c.fen.empty() && reply_runs(draft.live()) && c.ply == clock_ply(draft)) return;
    if (!c.fen.empty()) {
        const auto wanted = chess::parse_position(c.fen, draft.variant());
        if (!wanted)
            return ask_position(draft, "The position set cannot be read as a FEN.",
                                {fact("fen", c.fen), fact("errors", chess::text(wanted.error()))});
        const chess::Position* own = recorded_position(draft, c.ply);
        const bool same = own && chess::same_position(*own, *wanted);
        if (!same) draft.restore(c.ply, *wanted, c.fen, e.by, c.reason);
        else if (c.ply != draft.live().ply) draft.restore(c.ply, *own, {}, e.by, c.reason);
    }
    count_presses(draft, c.ply);
}

}  // namespace flagfall::game
