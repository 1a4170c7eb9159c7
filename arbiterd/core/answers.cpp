// Questions of the queue answered with one of their options.
#include <algorithm>

#include "arbiterd/core/desk_acts.hpp"

namespace flagfall::game {
namespace {

// How a game ends that a person decides where the machine could not.
Ending ending_of(std::string_view about, std::string_view claimed, bool draw) {
    if (about == "claim" && draw)
        return claimed == "threefold" ? Ending::threefold : Ending::fifty_move;
    if (about == "flag_fall") return draw ? Ending::time_forfeit_draw : Ending::time_forfeit;
    if (about == "resignation") return draw ? Ending::resignation_draw : Ending::resignation;
    if (about == "illegal_move")
        return draw ? Ending::illegal_move_draw : Ending::illegal_move_forfeit;
    if (about == "agreement" && draw) return Ending::agreement;
    return Ending::arbiter_decision;
}

struct Answer {
    const wire::DeskCommand& command;
    const wire::AnswerQuestion& given;
    Question question;
    std::string text;  // of the option
};

void answered(Draft& draft, const Answer& a) {
    draft.close(a.question, "answered", a.command.by, a.given.option);
}

wire::Effect answering(const Answer& a) {
    wire::Effect effect;
    effect.answers = a.question.number;
    return effect;
}

wire::Pairs facts_of(const Answer& a) {
    wire::Pairs evidence{fact("question", a.question.number), fact("option", a.given.option)};
    if (!a.given.text.empty()) evidence.push_back(fact("text", a.given.text));
    if (!a.command.reason.empty()) evidence.push_back(fact("reason", a.command.reason));
    return evidence;
}

std::string words(const Answer& a) {
    const std::string reason = a.command.reason.empty() ? "" : " " + a.command.reason;
    return sentence({"The arbiter answers: ", a.text, ".", reason});
}

std::string_view evidence_of(const Question& question, std::string_view name) {
    const auto at = std::ranges::find(question.evidence, name, &wire::Pair::name);
    return at == question.evidence.end() ? std::string_view{} : std::string_view(at->value);
}

MaybeRefusal give(Draft& draft, const Answer& a, Score score) {
    const bool draw = score == drawn();
    answered(draft, a);
    return give_outcome(draft,
                        {score, ending_of(a.question.about, evidence_of(a.question, "kind"), draw),
                         article_of(a.command, a.question.article)},
                        a.question.about, words(a), facts_of(a), answering(a));
}

MaybeRefusal rule(Draft& draft, const Answer& a, bool resume) {
    answered(draft, a);
    draft.rule(article_of(a.command, a.question.article), a.question.about, words(a), facts_of(a),
               answering(a));
    if (resume && !draft.live().running) draft.resume_clock();
    return std::nullopt;
}

// The clock was stopped by what was asked about, though the record has it running.
MaybeRefusal play_on(Draft& draft, const Answer& a) {
    answered(draft, a);
    draft.rule(article_of(a.command, a.question.article), a.question.about, words(a), facts_of(a),
               answering(a));
    draft.resume_clock();
    return std::nullopt;
}

MaybeRefusal with_times(Draft& draft, const Answer& a) {
    if (!a.given.white || !a.given.black)
        return refuse("times_missing", "white_us and black_us: what shall the clock show?");
    wire::SetClock set;
    set.white = *a.given.white;
    set.black = *a.given.black;
    set.run = true;
    answered(draft, a);
    return set_clock(draft, a.command, set, a.question.number);
}

// The claim again, now that the move is known (9.2.1, 9.3.1).
MaybeRefusal judge_claim_again(Draft& draft, const Answer& a) {
    if (a.given.text.empty())
        return refuse("text_missing", "text: which move was announced with the claim?");
    wire::Claimed claim;
    claim.side = value_of(a.question.evidence, "claimant") == "black" ? Side::black : Side::white;
    claim.kind = value_of(a.question.evidence, "kind");
    claim.move = a.given.text;
    if (!readable_announcement(draft, claim.move))
        return refuse("bad_text", "text: this names no move of the position, or several");
    answered(draft, a);
    draft.rule(article_of(a.command, a.question.article), a.question.about, words(a), facts_of(a),
               answering(a));
    claimed(draft, claim);
    return std::nullopt;
}

MaybeRefusal claim_is_wrong(Draft& draft, const Answer& a) {
    answered(draft, a);
    wire::Claimed claim;
    claim.side = value_of(a.question.evidence, "claimant") == "black" ? Side::black : Side::white;
    claim.kind = value_of(a.question.evidence, "kind");
    claim.move = value_of(a.question.evidence, "announced");
    draft.rule(article_of(a.command, a.question.article), a.question.about, words(a), facts_of(a),
               answering(a));
    claim_not_right(draft, claim);
    return std::nullopt;
}

// 6.8: the flag had not fallen. The game is opened again; the clock is set when that is done.
MaybeRefusal press_counts(Draft& draft, const Answer& a) {
    answered(draft, a);
    draft.rule(article_of(a.command, a.question.article), a.question.about, words(a), facts_of(a),
               answering(a));
    if (draft.over())
        draft.reopen_game(article_of(a.command, a.question.article), a.command.reason);
    return std::nullopt;
}

}  // namespace

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command,
                 const wire::AnswerQuestion& given) {
    const Question* question = draft.question(given.question);
    if (!question)
        return refuse("unknown_question",
                      "question: no question of this number is open in this game");
    const auto option = std::ranges::find(question->options, given.option, &wire::Pair::name);
    if (option == question->options.end()) {
        std::string known;
        for (const wire::Pair& pair : question->options)
            known += (known.empty() ? "" : ", ") + pair.name;
        return refuse("unknown_option", "option: one of " + known);
    }
    if (auto no = under_way(draft)) return no;
    const Answer a{command, given, *question, option->value};
    if (given.option == "white_wins") return give(draft, a, win_of(Side::white));
    if (given.option == "black_wins") return give(draft, a, win_of(Side::black));
    if (given.option == "draw") return give(draft, a, drawn());
    if (given.option == "set_clock") return with_times(draft, a);
    if (given.option == "resume") return rule(draft, a, true);
    if (given.option == "play_on") return play_on(draft, a);
    if (given.option == "move_was") return judge_claim_again(draft, a);
    if (given.option == "claim_wrong") return claim_is_wrong(draft, a);
    if (given.option == "press_counts") return press_counts(draft, a);
    if (is_irregular(given.option)) return answer_irregular(draft, command, given, a.question);
    return rule(draft, a, false);
}

}  // namespace flagfall::game
