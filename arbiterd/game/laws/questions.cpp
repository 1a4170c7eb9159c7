// Questions to the arbiter: what may be answered, and when questions are closed.
#include "arbiterd/game/laws/questions.hpp"

#include <algorithm>
#include <array>

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/lost.hpp"
#include "arbiterd/game/laws/of_acts.hpp"
#include "arbiterd/game/laws/quickplay.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

// Looking at the board does not settle questions about a result, or about something that lasts.
constexpr std::array lasting{
    Subject::late_press,      Subject::game_end,     Subject::default_time,
    Subject::draw_offer,      Subject::appeal,       Subject::flag,
    Subject::illegal_move,    Subject::loss,         Subject::sheet,
    Subject::after_the_fact,  Subject::distraction,  Subject::claim_postponed,
    Subject::clock_command,   Subject::dated_back,   Subject::device_twice,
    Subject::foreign_game,    Subject::refused,      Subject::board_gone,
    Subject::board_shows,     Subject::board_sign};
constexpr std::array of_results{
    Subject::late_press,     Subject::game_end,      Subject::appeal,
    Subject::sheet,          Subject::after_the_fact, Subject::clock_command,
    Subject::dated_back,     Subject::device_twice,  Subject::foreign_game,
    Subject::loss};

// Questions about persons and devices, which also matter in another game.
constexpr std::array of_whoever_plays{Subject::default_time, Subject::appeal, Subject::dated_back,
                                      Subject::device_twice, Subject::foreign_game,
                                      Subject::board_gone,   Subject::board_shows};

bool offers(const Question& question, Choice choice) {
    return std::ranges::find(question.options, name(choice), &wire::Pair::name) !=
           question.options.end();
}

// Is it about a player's claim? Then the claim has paused the clock.
bool of_claim(Subject about) {
    switch (about) {
        case Subject::claim:
        case Subject::claim_flag:
        case Subject::claim_illegal_move:
        case Subject::claim_losing_chances:
        case Subject::claim_other:
        case Subject::claim_postponed:
        case Subject::claim_quickplay_draw:
        case Subject::claim_quickplay_increment:
        case Subject::claim_referred:
        case Subject::claim_touch_move: return true;
        default: return false;
    }
}

// Is it one of its answers that play goes on as it is?
bool plays_on(const Question& question) {
    return offers(question, Choice::resume) || offers(question, Choice::play_on) ||
           offers(question, Choice::reject) ||
           (of_claim(question.about) && offers(question, Choice::stands)) ||
           (question.about == Subject::agreement && offers(question, Choice::noted));
}

bool answered_by(const Question& question, Seen seen) {
    switch (seen) {
        case Seen::resumed: return plays_on(question);
        case Seen::clock_set: return plays_on(question) || offers(question, Choice::set_clock);
        case Seen::position_set: return true;
    }
    return false;
}

}  // namespace

bool outlives_game(const Question& question) {
    return std::ranges::find(of_results, question.about) != of_results.end();
}

std::optional<Side> side_in(const Question& question) {
    if (const auto* of = facts_of<wire::OfSide>(question)) return of->side;
    if (const auto* of = facts_of<wire::OfClaim>(question)) return of->claimant;
    if (const auto* of = facts_of<wire::OfMove>(question)) return of->side;
    if (const auto* of = facts_of<wire::OfAction>(question)) return of->side;
    return std::nullopt;
}

std::optional<Side> offender_in(const Question& question) {
    if (const auto* of = facts_of<wire::OfClaim>(question)) return other(of->claimant);
    return side_in(question);
}

std::string_view held_about(const Live& live) {
    return live.hold_about ? name(*live.hold_about) : std::string_view();
}

void end_offers(Draft& draft) {
    for (const Side side : {Side::white, Side::black}) {
        if (!draft.live().offer[side]) continue;
        wire::DrawOfferEnded e;
        e.side = side;
        e.how = OfferEnd::game_over;
        draft.add(std::move(e));
    }
    FF_CHECK(draft.live().offer == Both<bool>{});
}

void close_at_end(Draft& draft) {
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open)
        if (!outlives_game(question)) draft.close(question, Closing::game_over);
    FF_CHECK(std::ranges::all_of(draft.live().questions, outlives_game));
}

void close_all(Draft& draft) {
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open) draft.close(question, Closing::game_over);
    FF_CHECK(draft.live().questions.empty());
}

void close_at_restart(Draft& draft) {
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open)
        if (std::ranges::find(of_whoever_plays, question.about) == of_whoever_plays.end())
            draft.close(question, Closing::overtaken);
}

bool closes(Seen seen, const Question& question) {
    const bool lasts = std::ranges::find(lasting, question.about) != lasting.end();
    return (question.holds || !lasts) && answered_by(question, seen);
}

void close_by_intervention(Draft& draft, std::string_view by, Seen seen) {
    FF_CHECK(!by.empty());
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open)
        if (closes(seen, question)) draft.close(question, Closing::intervention, by);
}

const Question* held_by(const Draft& draft) {
    for (const Question& question : draft.live().questions)
        if (question.holds && !plays_on(question)) return &question;
    return nullptr;
}

bool asked_of(const Draft& draft, Subject about, const wire::QuestionFacts& facts) {
    return std::ranges::any_of(draft.live().questions, [&](const Question& question) {
        return question.about == about && question.basis.facts == facts;
    });
}

bool is_call(const Question& question) { return question.holds && of_claim(question.about); }

void see_to_questions(Draft& draft) {
    see_to_loss(draft);
    see_to_counts(draft);
    drop_late_sending(draft);
    see_to_delay(draft);
    ask_of_frozen_clock(draft);
}

void close_pause(Draft& draft, std::string_view by) {
    FF_CHECK(!by.empty());
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open)
        if (question.about == Subject::pause) draft.close(question, Closing::intervention, by);
}

void close_overtaken(Draft& draft, Subject about) {
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open)
        if (question.about == about) draft.close(question, Closing::overtaken);
    FF_CHECK(std::ranges::find(draft.live().questions, about, &Question::about) ==
             draft.live().questions.end());
}

}  // namespace flagfall::game
