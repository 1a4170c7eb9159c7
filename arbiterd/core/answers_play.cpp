// Answers about clocks and flags, who did not come, positions, and conduct.
#include <algorithm>

#include "arbiterd/core/answers.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

// 6.7.1, I.10.
MaybeRefusal forfeit(Draft& draft, const Answer& a, Score score) {
    return give(draft, a, {score, Ending::forfeit, article_of(a)});
}
MaybeRefusal forfeit_white(Draft& draft, const Answer& a) {
    return forfeit(draft, a, win_of(Side::black));
}
MaybeRefusal forfeit_black(Draft& draft, const Answer& a) {
    return forfeit(draft, a, win_of(Side::white));
}
MaybeRefusal forfeit_both(Draft& draft, const Answer& a) { return forfeit(draft, a, Score{}); }

MaybeRefusal as_it_is(Draft& draft, const Answer& a) {
    rule(draft, a, answering(a));
    return std::nullopt;
}

// Both clocks stood at the flag until somebody decides (freeze).
bool froze(const Question& question) {
    return question.about == "flag" && !evidence_of(question, "proposed_white_us").empty();
}

// 6.8: a flag that nobody calls has not fallen, and play goes on at zero, unless something else
// waits for an answer that the clock stands for.
MaybeRefusal not_called(Draft& draft, const Answer& a) {
    rule(draft, a, answering(a));
    const Live& live = draft.live();
    const bool stands = froze(a.question) && !live.running && live.hold == Hold::none;
    if (stands && std::ranges::none_of(live.questions, froze)) draft.resume_clock();
    return std::nullopt;
}

// 6.8: the clock judges the call, and its flag-fall is judged by the position (6.9, A.5.3).
MaybeRefusal call(Draft& draft, const Answer& a) {
    const Side side = evidence_of(a.question, "fell_first").empty() ? side_of(a.question)
                                                                    : first_of(a.question);
    rule(draft, a, answering(a));
    draft.call_flag(side);
    return std::nullopt;
}

// It had fallen by the clock's setting: with the call it is judged.
MaybeRefusal judge_flag(Draft& draft, const Answer& a) {
    const auto count = [&](std::string_view name) {
        return static_cast<std::uint32_t>(number_of(a.question.evidence, name));
    };
    wire::FlagFell fell;
    fell.side = side_of(a.question);
    fell.ply = {count("clock_ply")};
    fell.moves = count("presses");
    fell.moves_required = count("moves_required");
    fell.period = count("period");
    fell.last_period = evidence_of(a.question, "last_period") == "yes";
    fell.by = a.command.by;
    fell.opponent_can_mate = evidence_of(a.question, "clock_verdict");
    rule(draft, a, answering(a));
    flag_fell(draft, fell);
    return std::nullopt;
}

// What clockd refused is ruled and told again.
MaybeRefusal refused_again(Draft& draft, const Answer& a) {
    if (!a.question.command) return refuse("unknown_option", "option: there is no command to send");
    if (auto no = under_way(draft)) return no;
    const wire::OfficeCommand command = *a.question.command;
    wire::Effect effect = answering(a);
    const auto* adjust = std::get_if<wire::Adjust>(&command);
    if (adjust) effect.time = adjust->deltas;
    rule(draft, a, effect);
    draft.send_again(command);
    return std::nullopt;
}

// III.3.1: which flag fell first is not known, and no period comes after.
MaybeRefusal both_down(Draft& draft, const Answer& a) {
    return give(draft, a, {drawn(), Ending::time_forfeit_draw,
                           article_of(a.command, own_article(draft.profile(), "III.3.1"))});
}

// The time control once more, as it was told before (6.10.2).
MaybeRefusal again(Draft& draft, const Answer& a) {
    const auto time = [&](std::string_view name) {
        return microseconds(std::stoll(std::string(evidence_of(a.question, name))));
    };
    const wire::NewControl control{std::string(evidence_of(a.question, "time_control")),
                                   std::string(evidence_of(a.question, "period_trigger")),
                                   article_of(a), a.command.reason};
    const Both<Duration> readings{{time("white_us"), time("black_us")}};
    rule(draft, a, answering(a));
    draft.set_control(control, readings);
    return std::nullopt;
}

MaybeRefusal tell_again(Draft& draft, const Answer& a) {
    if (!a.question.command) return refuse("unknown_option", "option: there is no command to send");
    const wire::OfficeCommand command = *a.question.command;
    rule(draft, a, answering(a));
    drop_command(draft, command, "sent_again");
    draft.send_again(command);
    return std::nullopt;
}

// Whatever it was to do is not done; a result that it was to withdraw stands.
MaybeRefusal let_be(Draft& draft, const Answer& a) {
    rule(draft, a, answering(a));
    if (!a.question.command) return std::nullopt;
    drop_command(draft, *a.question.command, "given_up");
    const bool reopens = std::holds_alternative<wire::ReopenGame>(*a.question.command);
    if (reopens && draft.live().withdrawn) draft.keep_result("given_up");
    return std::nullopt;
}

// The position of the record, or one that the arbiter writes down.
MaybeRefusal set_position(Draft& draft, const Answer& a, bool given) {
    const Both<Duration> times =
        times_of(a, given ? draft.live().readings : draft.game().clocks.back());
    wire::SetClock set;
    set.white = times[Side::white];
    set.black = times[Side::black];
    set.ply = draft.live().ply;
    set.run = true;
    if (given) {
        const auto position = chess::parse_position(a.given.text, draft.variant());
        if (!position) return refuse("bad_fen", "text: " + chess::text(position.error()));
        set.fen = a.given.text;
        if (position->side_to_move() != draft.to_move()) set.ply = draft.next_ply();
    }
    answered(draft, a);
    wire::DeskCommand command = a.command;
    command.article = article_of(a);
    command.reason = words(a);
    return set_clock(draft, command, set, a.question.number, true);
}
MaybeRefusal go_back(Draft& draft, const Answer& a) { return set_position(draft, a, false); }
MaybeRefusal set_up(Draft& draft, const Answer& a) { return set_position(draft, a, true); }

MaybeRefusal warn(Draft& draft, const Answer& a) {
    answered(draft, a);
    draft.rule(article_of(a.command, "12.9.1"), a.question.about, words(a), facts_of(a),
               answering(a));
    return std::nullopt;
}

// 12.9.2.
MaybeRefusal time_to_opponent(Draft& draft, const Answer& a) {
    if (auto no = not_in_play(draft)) return no;
    wire::Effect effect = answering(a);
    effect.time[other(side_of(a.question))] = draft.profile().penalty;
    const std::string article = article_of(a.command, "12.9.2");
    answered(draft, a);
    draft.rule(article, a.question.about, words(a), facts_of(a), effect);
    draft.adjust_clock(effect.time, article, a.command.reason);
    return std::nullopt;
}

// 7.5.5: the loss rested on an action that counts no more.
MaybeRefusal reopen(Draft& draft, const Answer& a) {
    return reopen_loss(draft, a.command, a.given, a.question);
}

constexpr Option options[]{
    {"loss", "reopen", reopen},
    {"loss", "stands", as_it_is},
    {"default_time", "forfeit_white", forfeit_white},
    {"default_time", "forfeit_black", forfeit_black},
    {"default_time", "forfeit_both", forfeit_both},
    {"default_time", "wait", as_it_is},
    {"flag", "call", call},
    {"flag", "leave", not_called},
    {"flag", "draw", both_down},
    {"claim_flag", "draw", both_down},
    {"flag_fall", "call", judge_flag},
    {"flag_fall", "forfeit_white", forfeit_white},
    {"flag_fall", "forfeit_black", forfeit_black},
    {"flag_fall", "forfeit_both", forfeit_both},
    {"refused", "again", refused_again},
    {"control", "again", again},
    {"clock_command", "again", tell_again},
    {"clock_command", "let_be", let_be},
    {"game_end", "again", tell_again},
    {"game_end", "let_be", let_be},
    {"agreement", "play_on", as_it_is},
    {"", "go_back", go_back},
    {"", "set_up", set_up},
    {"", "warn", warn},
    {"distraction", "time", time_to_opponent},
    {"appeal", "upheld", as_it_is},
    {"appeal", "dismissed", as_it_is},
};

}  // namespace

std::span<const Option> options_of_play() { return options; }

}  // namespace flagfall::game
