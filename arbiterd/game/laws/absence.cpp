// Players who have not come: the default time (6.7.1), and the questions about it.
#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {

Both<bool> still_absent(const Draft& draft, Both<bool> absent) {
    for (const Side side : {Side::white, Side::black})
        if (draft.live().came[side] || moves_of(side, draft.game().first, draft.counted()) > 0)
            absent[side] = false;
    return absent;
}

std::string_view who_have(const Both<bool>& absent) {
    FF_CHECK(absent[Side::white] || absent[Side::black]);
    return !absent[Side::black]   ? "White has"
           : !absent[Side::white] ? "Black has"
                                  : "both players have";
}

namespace {

wire::Pairs absent_facts(const Both<bool>& absent) {
    wire::Pairs evidence;
    for (const Side side : {Side::white, Side::black})
        if (absent[side]) evidence.push_back(fact("absent", name(side)));
    FF_CHECK(!evidence.empty());
    return evidence;
}

std::string not_arrived(const Both<bool>& absent) {
    return sentence({"The default time is over and ", who_have(absent), " not arrived."});
}

}  // namespace

// The program itself declares no game lost (6.7.1).
void default_time_passed(Draft& draft, const wire::DefaultTimePassed& e) {
    const Both<bool> absent = still_absent(draft, e.absent);
    if (absent == Both<bool>{})
        return draft.not_counted(wire::DefaultTimePassed::type,
                                 "by the record both players are here (6.7.1)");
    wire::Pairs evidence = absent_facts(absent);
    evidence.push_back(fact("noticed_late_us", e.late.us));
    draft.ask("6.7.1", Subject::default_time, not_arrived(absent), std::move(evidence), false,
              forfeit_options(absent), {.facts = wire::OfAbsence{absent, {}}});
}

// A player who came late has still lost, unless the arbiter decides otherwise. But a game that both
// players have begun cannot be forfeited; an adjourned game was begun before (I.10).
bool forfeits_still(const Draft& draft, const Question& question) {
    const auto* of = facts_of<wire::OfAbsence>(question);
    if (!of || of->resumed_at) return of != nullptr;
    const Side first = draft.game().first;
    return moves_of(Side::white, first, draft.counted()) == 0 ||
           moves_of(Side::black, first, draft.counted()) == 0;
}

void ask_of_absence_again(Draft& draft, Question question) {
    const auto* of = facts_of<wire::OfAbsence>(question);
    FF_CHECK(of != nullptr);
    FF_CHECK(question.about == Subject::default_time);
    if (!forfeits_still(draft, question)) return;
    if (of->resumed_at) return draft.ask_again(question);
    const Both<bool> away = still_absent(draft, of->absent);
    for (const Side side : {Side::white, Side::black})
        if (of->absent[side] && !away[side])
            question.text += sentence({" ", say(side), " has come since."});
    draft.ask_again(question);
}

void close_absence_when_played(Draft& draft) {
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open)
        if (question.about == Subject::default_time && !forfeits_still(draft, question))
            draft.close(question, Closing::overtaken);
}

}  // namespace flagfall::game
