// Formal acts of the arbiter: corrections of the time control, arrivals, approvals of results,
// appeals.
#include <algorithm>

#include "arbiterd/game/acts/acts.hpp"
#include "arbiterd/game/laws/flags.hpp"
#include "arbiterd/game/laws/standing.hpp"
#include "arbiterd/game/state/shifts.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/base/control_words.hpp"

namespace flagfall::game {
namespace {

const Question* open_appeal(const Draft& draft, std::uint32_t number) {
    const Question* question = draft.question(number);
    return question && question->about == Subject::appeal ? question : nullptr;
}

}  // namespace

namespace {

// The readings under another control: the arbiter's, else the present ones plus the time that the
// players would have had more, or less, by now.
std::expected<Both<Duration>, DeskRefusal> readings_under(const Draft& draft,
                                                          const wire::ChangeControl& act,
                                                          const Both<TimeControl>& control) {
    if (act.white && act.black) return Both<Duration>{{*act.white, *act.black}};
    if (draft.live().running)
        return refusal("clock_running",
                       "white_us and black_us: say what the clocks show from now on, "
                       "or pause the clock first: then they are worked out",
                       act.white ? "/act/black_us" : "/act/white_us");
    const std::string& present = draft.live().control;
    const auto before = parse_time_control(present.empty() ? draft.game().terms.time_control
                                                           : present);
    const PeriodTrigger trigger = act.period_trigger.value_or(PeriodTrigger::moves);
    Both<Duration> readings;
    for (const Side side : {Side::white, Side::black}) {
        const auto& said = side == Side::white ? act.white : act.black;
        const std::uint32_t moves = moves_of(side, draft.game().first, draft.counted());
        if (!said && (!before || !known_by_moves((*before)[side], draft.game().trigger) ||
                      !known_by_moves(control[side], trigger)))
            return refusal("times_missing",
                           "white_us and black_us: say what the clocks show; it "
                           "cannot be worked out for these periods",
                           side == Side::white ? "/act/white_us" : "/act/black_us");
        FF_CHECK(said || before.has_value());
        readings[side] = said ? *said
                              : draft.live().readings[side] + given_by(control[side], moves) -
                                    given_by((*before)[side], moves);
        if (readings[side] < Duration{})
            return refusal("bad_time", sentence({say(side),
                                                 " has used more than this control gives: "
                                                 "say what the clocks show"}),
                           side == Side::white ? "/act/white_us" : "/act/black_us");
    }
    return readings;
}

}  // namespace

// 6.10.2. After ten moves of both the setting stays, unless the schedule suffers (A.5.1).
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::ChangeControl& act) {
    if (auto no = not_in_play(draft)) return no;
    if (auto no = takes_no_control(draft)) return no;
    const auto control = parse_time_control(act.time_control);
    if (!control)
        return refuse("bad_control", "time_control: " + text(control.error()), "/act/time_control");
    if (draft.game().terms.timing == wire::Timing::board_clock)
        if (const std::string why = no_board_clock(*control); !why.empty())
            return refuse("bad_timing", "time_control: " + why, "/act/time_control");
    const auto shown = readings_under(draft, act, *control);
    if (!shown) return shown.error();
    const Both<Duration>& readings = *shown;
    if (auto bad = bad_readings(readings)) return bad;
    const std::string article = article_of(command, "6.10.2");
    if (!set_up_correctable(draft) && article == "6.10.2")
        return refuse("too_late", "too many moves were made to change the time control (6.10.2); "
                                  "if the schedule is at risk, name article A.5.1");
    const std::string text =
        sentence({"From now on the time control is ", act.time_control, ", and the clock shows ",
                  clock_text(readings[Side::white]), " and ", clock_text(readings[Side::black]),
                  ". ", command.reason});
    const std::string before = draft.live().control;
    flags_set(draft, readings);
    draft.rule(article, Subject::control, text,
               {fact("control_before", before.empty() ? draft.game().terms.time_control : before),
                fact("before_white_us", draft.live().readings[Side::white].us),
                fact("before_black_us", draft.live().readings[Side::black].us),
                fact("time_control", act.time_control),
                fact("after_white_us", readings[Side::white].us),
                fact("after_black_us", readings[Side::black].us)});
    draft.set_control({act.time_control, act.period_trigger, article, command.reason}, readings);
    return std::nullopt;
}

// 8.7. A result signed by the players stands even if it is wrong; the arbiter may decide otherwise
// by giving another one.
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Approve& act) {
    if (!draft.over()) return refuse("not_over", "there is no result to approve yet");
    const Live& live = draft.live();
    if (approved_by(live, act.who))
        return refuse("nothing_to_change",
                      "the result is already approved by " + std::string(name(act.who)));
    wire::ResultApproved approved;
    approved.who = act.who;
    approved.by = command.by;
    FF_CHECK(!command.by.empty());
    draft.add(std::move(approved));
    return std::nullopt;
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Appeal& appeal) {
    const Appeals allowed = draft.profile().appeals;
    if (allowed == Appeals::never)
        return refuse("no_appeal", "the event has announced that there are no appeals");
    if (allowed == Appeals::until_signed && approved_by(draft.live(), party_of(appeal.side)))
        return refuse("no_appeal", "the player has signed: this event allows no appeal after "
                                   "that");
    if (appeal.text.empty())
        return refuse("text_missing", "text: must not be empty", "/act/text");
    if (appeal.ruling > draft.live().rulings)
        return refuse("unknown_ruling", "ruling: the game has no ruling of this number",
                      "/act/ruling");
    wire::Pairs evidence{fact("side", name(appeal.side)), fact("text", appeal.text),
                         fact("result", result_text(draft.live()))};
    std::string against;
    if (appeal.ruling > 0) {
        evidence.push_back(fact("ruling", appeal.ruling));
        against = " against ruling " + std::to_string(appeal.ruling);
    }
    draft.ask(article_of(command, "11.10"), Subject::appeal,
              sentence({say(appeal.side), " appeals", against, ": ", appeal.text}),
              std::move(evidence), false, appeal_options());
    return std::nullopt;
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::DecideAppeal& act) {
    const Question* open = open_appeal(draft, act.appeal);
    if (!open)
        return refuse("unknown_question", "appeal: no appeal of this number is open",
                      "/act/appeal");
    const Question appeal = *open;
    FF_CHECK(appeal.about == Subject::appeal);
    const std::string_view option = act.upheld ? "upheld" : "dismissed";
    wire::Effect effect;
    effect.answers = appeal.number;
    wire::Pairs evidence{fact("question", appeal.number), fact("option", option)};
    if (!act.text.empty()) evidence.push_back(fact("text", act.text));
    draft.close(appeal, Closing::answered, command.by, option);
    draft.rule(article_of(command, "11.10"), Subject::appeal,
               sentence({"The appeal is ", option, ". ", act.text}), std::move(evidence), effect);
    return std::nullopt;
}

// 6.7.1. clockd knows who is there; the record takes its event.
MaybeRefusal act(Draft& draft, const wire::DeskCommand&, const wire::Arrival& arrival) {
    if (draft.over()) return refuse("game_over", "the game is over");
    draft.arrive(arrival.side);
    return std::nullopt;
}

}  // namespace flagfall::game
