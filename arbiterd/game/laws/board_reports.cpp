// The electronic board of a game: out of reach, with another position, with the sign for a result,
// or with a clock that is not set.
#include "arbiterd/game/laws/board_reports.hpp"

#include <algorithm>

#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/line.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/undo_effects.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

void close_of(Draft& draft, Subject about, const wire::QuestionFacts& facts) {
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open)
        if (question.about == about && question.basis.facts == facts)
            draft.close(question, Closing::overtaken);
}

// Is somebody expected to move at the board?
bool in_play(const Draft& draft) {
    const Live& live = draft.live();
    const bool at_rest = live.adjourned && !live.running && !reply_runs(live);
    return live.began && !draft.over() && !at_rest;
}

// Has a person answered this already? clockd says again what it knows when a clock starts to run.
bool answered_before(const Draft& draft, Subject about, const wire::QuestionFacts& facts) {
    return std::ranges::any_of(draft.live().ruled, [&](const Ruled& ruled) {
        return std::ranges::any_of(ruled.closed, [&](const Question& question) {
            return question.about == about && question.basis.facts == facts &&
                   answered_by(draft.live(), question.first) > 0;
        });
    });
}

// A board that takes the place of another is not missed.
void ask_about_absence(Draft& draft, const wire::EquipmentChanged& e) {
    if (!e.gone_since) return close_overtaken(draft, Subject::board_gone);
    const wire::QuestionFacts facts = wire::OfEquipment{e.facts.serial, e.gone_since};
    const std::vector<Question> open = draft.live().questions;
    bool asked = false;
    for (const Question& question : open) {
        if (question.about != Subject::board_gone) continue;
        const auto* of = facts_of<wire::OfEquipment>(question);
        const bool earlier = of->serial == e.facts.serial && question.basis.facts != facts;
        if (earlier) draft.close(question, Closing::overtaken);
        else asked = true;
    }
    if (asked || !in_play(draft) || presses_only(draft)) return;
    if (answered_before(draft, Subject::board_gone, facts)) return;
    draft.ask("8.1.1", Subject::board_gone,
              sentence({"Electronic board ", e.facts.serial,
                        " is out of reach: no moves come from it, and the clock runs on. See its "
                        "cable and its power. Until it is back the players record the moves; it "
                        "shows them then, or you enter them."}),
              {fact("serial", e.facts.serial)}, false, only_noted(), {.facts = facts});
}

std::optional<Side> winner_in(Score score) {
    for (const Side side : {Side::white, Side::black})
        if (score == win_of(side)) return side;
    return std::nullopt;
}

// The players say that the game is over, and how. A person gives the result.
void ask_about_sign(Draft& draft, const wire::EquipmentChanged& e) {
    const std::vector<Question> open = draft.live().questions;
    bool asked = false;
    for (const Question& question : open) {
        if (question.about != Subject::board_sign) continue;
        const auto* of = facts_of<wire::OfSign>(question);
        if (of->serial != e.facts.serial) continue;
        if (e.facts.sign != of->score) draft.close(question, Closing::overtaken);
        else asked = true;
    }
    if (asked || !e.facts.sign || !in_play(draft)) return;
    const Score score = *e.facts.sign;
    const wire::QuestionFacts facts =
        wire::OfSign{e.facts.serial, score, draft.counted(), e.sign_since};
    if (answered_before(draft, Subject::board_sign, facts)) return;
    const std::optional<Side> winner = winner_in(score);
    wire::Pairs evidence = {fact("serial", e.facts.serial), fact("result_shown", text(score))};
    auto can = mate::Verdict::undetermined;
    if (winner) can = verdict_on_board(draft, *winner, evidence);
    else if (position_known(draft)) evidence.push_back(fact("fen", chess::fen(on_board(draft))));
    draft.ask(winner ? "5.1.2" : "5.2.3", Subject::board_sign,
              sentence({"Both kings stand in the centre of electronic board ", e.facts.serial,
                        ", as players show ", text(score),
                        ". The clock runs on and nothing is decided: ask the players."}),
              std::move(evidence), false, sign_options(winner, can),
              {.facts = facts});
}

void ask_about_clock(Draft& draft, const wire::EquipmentChanged& e) {
    const wire::QuestionFacts facts = wire::OfEquipment{e.facts.serial};
    const bool follows = draft.game().terms.timing == wire::Timing::board_clock;
    const bool unset = follows && e.facts.drift == wire::Drift::large;
    if (!unset) close_of(draft, Subject::clock, facts);
    if (!unset || draft.over() || !draft.live().began || asked_of(draft, Subject::clock, facts))
        return;
    draft.ask("6.10.1", Subject::clock,
              sentence({"The clock beside electronic board ", e.facts.serial,
                        " does not show the time that was ruled. Correct that clock, or "
                        "set the right time at the desk."}),
              {fact("serial", e.facts.serial)}, false, only_noted(), {.facts = facts});
}

void ask_about_position(Draft& draft, const wire::EquipmentChanged& e) {
    const wire::QuestionFacts facts = wire::OfEquipment{e.facts.serial};
    if (e.facts.shows != wire::Showing::other)
        return close_of(draft, Subject::board_shows, facts);
    if (!in_play(draft) || asked_of(draft, Subject::board_shows, facts)) return;
    wire::Pairs evidence = {fact("serial", e.facts.serial), fact("placement", e.facts.placement)};
    if (position_known(draft)) evidence.push_back(fact("fen", chess::fen(on_board(draft))));
    draft.ask("7.4.1", Subject::board_shows,
              sentence({"Electronic board ", e.facts.serial,
                        " does not show its game, nor a legal move from it. See the board: put the "
                        "men right, or enter the moves that were played. Moves are followed again "
                        "when it shows the game."}),
              std::move(evidence), false, only_noted(), {.facts = facts});
}

}  // namespace

void equipment_changed(Draft& draft, const wire::EquipmentChanged& e) {
    ask_about_clock(draft, e);
    ask_about_absence(draft, e);
    ask_about_position(draft, e);
    ask_about_sign(draft, e);
}

void close_about_board(Draft& draft) {
    for (const Subject about : {Subject::board_gone, Subject::board_sign, Subject::board_shows})
        close_overtaken(draft, about);
}

}  // namespace flagfall::game
