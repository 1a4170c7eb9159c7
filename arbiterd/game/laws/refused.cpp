// Commands that clockd refused: no ruling may go on saying that they were carried out, and a person
// decides what to do about them.
#include "arbiterd/game/laws/refused.hpp"

#include <algorithm>

#include "arbiterd/game/laws/decide.hpp"
#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/flags.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/lost.hpp"
#include "arbiterd/game/laws/undo_effects.hpp"
#include "arbiterd/game/state/ids.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

std::string article_of_resume(const wire::CommandIssued& issued) {
    return issued.by.empty() ? "9.5" : "6.11.3";
}

// What was refused and why, for programs and for people.
wire::Pairs facts(const wire::CommandIssued& issued, const Refusal& refusal) {
    const auto type = [](const auto& c) { return std::string(c.type); };
    wire::Pairs evidence{fact("refused", refusal.code),
                         fact("command", std::visit(type, issued.command))};
    if (!refusal.text.empty()) evidence.push_back(fact("why", refusal.text));
    if (issued.ruling > 0) evidence.push_back(fact("ruling", issued.ruling));
    return evidence;
}

// "since somebody intervened first", or in clockd's words.
std::string why(const Refusal& refusal) {
    if (refusal.why() == ClockRefusal::stale_epoch) return "somebody intervened first";
    return refusal.text.empty() ? refusal.code : refusal.text;
}

// Did it give only time, a period or an answer, and likewise all rulings that it takes back?
bool only_of_clock(const Live& live, const Ruled* ruled) {
    for (; ruled != nullptr; ruled = find_ruled(live, ruled->effect.undoes)) {
        wire::Effect rest = ruled->effect;
        rest.time = {};
        rest.answers = rest.undoes = 0;
        rest.period_before = {};
        if (rest != wire::Effect{}) return false;
        if (ruled->effect.undoes == 0) return true;
    }
    return false;
}

// The ruling does not hold, so the questions are open as before it. What a ruling that is no undo
// had answered is not asked again, because the refusal has a question of its own. But a flag that
// the ruling would have lifted is still down (6.8).
void ask_as_before(Draft& draft, const Ruled& ruled, const std::optional<Ruled>& undone) {
    if (undone) {
        const std::uint32_t root = root_of(draft.live(), ruled.number);
        if (const Ruled* first = find_ruled(draft.live(), root); first && first->undone)
            close_what_it_asked(draft, Ruled(*first));
        answer_again(draft, *undone);
        return ask_again(draft, ruled.closed, draft.live().readings);
    }
    for (const Question& question : ruled.closed)
        if (question.about == Subject::flag)
            ask_of_flag_again(draft, question, draft.live().readings);
}

// A wrong claim stays wrong, whatever happens to its penalty.
bool judges_claim(const Ruled& ruled) {
    return ruled.about == Subject::claim && ruled.effect.time != Both<Duration>{};
}

// What rulings have changed in the readings and the clock does not show.
Both<Duration> not_shown(const Live& live) {
    Both<Duration> time;
    if (live.clock_shows)
        for (const Side side : {Side::white, Side::black})
            time[side] = (*live.clock_shows)[side] - live.readings[side];
    return time;
}

// A ruling says something that the clock did not do. A person's ruling is taken back; if it did
// more, or is the software's, only its time and control do not hold.
void take_back(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal,
               const std::string& article) {
    const Ruled* found = find_ruled(draft.live(), issued.ruling);
    const bool gives_time = found && found->effect.time != Both<Duration>{};
    if (issued.ruling == 0 || (issued.by.empty() && !gives_time)) return;
    if (found && found->undone) return;
    FF_CHECK(issued.ruling <= draft.live().rulings);
    const bool whole = !issued.by.empty() && only_of_clock(draft.live(), found) &&
                       !judges_claim(*found);
    const Ruled ruled = found ? *found : Ruled{};
    const Ruled* before = find_ruled(draft.live(), ruled.effect.undoes);
    if (before) before = in_force(draft.live(), *before);
    const std::optional<Ruled> undone =
        whole && before ? std::optional(*before) : std::nullopt;
    wire::Effect effect;
    // It may have been taken back and given again in the meantime.
    FF_CHECK(!whole || found != nullptr);
    if (whole) effect.undoes = tip_of(draft.live(), issued.ruling);
    else effect.unmet = issued.ruling;
    if (!whole) effect.time = not_shown(draft.live());
    draft.rule(article, whole ? Subject::undo : Subject::refused,
               sentence({"The clock did not do what ruling ", std::to_string(issued.ruling),
                         " says: ", why(refusal), ". ",
                         whole ? "The ruling does not hold."
                               : "Of that ruling, what it says of the clock does not hold."}),
               facts(issued, refusal), effect);
    if (ruled.effect.resumes) close_what_it_asked(draft, ruled);
    // A refused call of a flag has a question of its own.
    if (draft.over() || std::holds_alternative<wire::CallFlag>(issued.command)) return;
    ask_as_before(draft, ruled, undone);
}

void ask(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal,
         const std::string& article, std::string text, wire::Pairs more = {}) {
    wire::Pairs evidence = facts(issued, refusal);
    evidence.insert(evidence.end(), more.begin(), more.end());
    draft.ask(article, Subject::refused, std::move(text), std::move(evidence), false,
              refused_options(refusal.why() == ClockRefusal::stale_epoch),
              {.command = issued.command, .ruling = issued.ruling});
}

wire::Pairs readings_of(const Both<Duration>& readings) {
    return {fact("white_us", readings[Side::white].us), fact("black_us", readings[Side::black].us)};
}

void refused(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal,
             const wire::SetReading& set) {
    const wire::Correction& c = set.correction;
    const bool held = draft.live().hold != Hold::none;
    take_back(draft, issued, refusal, c.article);
    wire::Pairs evidence = facts(issued, refusal);
    const wire::Pairs readings = readings_of(c.readings);
    evidence.insert(evidence.end(), readings.begin(), readings.end());
    evidence.push_back(fact("turn", name(c.turn)));
    evidence.push_back(fact("ply", c.ply.count));
    evidence.push_back(fact("fen", c.fen));
    evidence.push_back(fact("reason", c.reason));
    draft.ask(c.article, Subject::correction,
              sentence({"The clock was not set as ruled: ", why(refusal),
                        ". Set it: these are the readings proposed."}),
              std::move(evidence), held, see_by_record(draft.live().began),
              {.proposed = wire::ClockTimes{c.readings}, .ruling = issued.ruling});
}

void refused(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal,
             const wire::SetControl& control) {
    take_back(draft, issued, refusal, control.control.article);
    const std::string text =
        sentence({"The clock did not take the new time control: ", why(refusal), "."});
    if (control.relative)  // this control has no readings of its own
        return ask(draft, issued, refusal, control.control.article, text,
                   {fact("time_control", control.control.time_control),
                    fact("white_time_us", control.readings[Side::white].us),
                    fact("black_time_us", control.readings[Side::black].us)});
    wire::Pairs evidence = facts(issued, refusal);
    evidence.push_back(fact("time_control", control.control.time_control));
    evidence.push_back(fact("period_trigger", name(control.control.period_trigger)));
    const wire::Pairs readings = readings_of(control.readings);
    evidence.insert(evidence.end(), readings.begin(), readings.end());
    draft.ask(control.control.article, Subject::control, text, std::move(evidence), false,
              control_options(refusal.why() == ClockRefusal::stale_epoch),
              {.facts = wire::OfControl{control.control.time_control,
                                        control.control.period_trigger, control.readings},
               .ruling = issued.ruling});
}

void refused(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal,
             const wire::Adjust& adjust) {
    take_back(draft, issued, refusal, adjust.article);
    ask(draft, issued, refusal, adjust.article,
        sentence({"No time was added or taken off: ", why(refusal), "."}),
        {fact("white_time_us", adjust.deltas[Side::white].us),
         fact("black_time_us", adjust.deltas[Side::black].us)});
}

void refused(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal,
             const wire::CallFlag& call) {
    take_back(draft, issued, refusal, "6.8");
    wire::Pairs evidence = facts(issued, refusal);
    evidence.push_back(fact("side", name(call.side)));
    draft.ask("6.8", Subject::call_flag,
              sentence({"The clock does not show that ", say(call.side),
                        "'s time is out, or somebody intervened first."}),
              std::move(evidence), false, see_and_resume(),
              {.facts = wire::OfSide{call.side}, .ruling = issued.ruling});
}

// A clock that already stands does what was ruled.
void refused(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal,
             const wire::Pause&) {
    const auto code = refusal.why();
    if (code == ClockRefusal::not_running) return stands_already(draft, issued);
    if (code == ClockRefusal::flag_fallen || code == ClockRefusal::game_stopped)
        return stops(draft, name(Actor::clockd), "6.11.1", refusal.code);
    const Question* answered = answered_by_record(draft.live(), issued.ruling);
    const auto apart = answered ? std::optional(*answered) : std::nullopt;
    take_back(draft, issued, refusal, "6.11.1");
    if (apart) return draft.ask_again(*apart);
    ask(draft, issued, refusal, "6.11.1",
        sentence({"The clocks were not stopped: ", why(refusal), "."}));
}

void refused(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal,
             const wire::Resume&) {
    if (refusal.why() == ClockRefusal::already_running) return;
    const std::string article = article_of_resume(issued);
    take_back(draft, issued, refusal, article);
    draft.ask(article, Subject::resume,
              sentence({"The clock was not started again: ", why(refusal), "."}),
              facts(issued, refusal), false, see_and_resume(), {.ruling = issued.ruling});
}

// A note on an earlier attempt to open the game is replaced by the one on this attempt. A question
// about a refused end is another matter: it has its command.
void close_earlier_reopening(Draft& draft) {
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open)
        if (question.about == Subject::game_end && !question.basis.command)
            draft.close(question, Closing::overtaken);
}

// The result stands again, unless somebody opened the game at the clock first, or a later ruling
// gave another result.
void refused(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal,
             const wire::ReopenGame&) {
    if (!draft.live().withdrawn) return;
    draft.keep_result(refusal.code);
    FF_CHECK(draft.over());
    close_earlier_reopening(draft);
    draft.ask("11.10", Subject::game_end,
              sentence({"The game was not opened again at the clock: ", why(refusal),
                        ". Its result stands."}),
              facts(issued, refusal), false, only_noted(), {.ruling = issued.ruling});
}

// The withdrawn end had not reached the clock: the game is still open there and may run. Changes
// that were to follow the opening are sent for the board as it is.
void stop_open_game(Draft& draft, const wire::CommandIssued& reopens) {
    const std::string together = parts_of(id_of(reopens.command)).first;
    const std::vector<Outstanding> waits = draft.live().outbox;
    for (const Outstanding& out : waits) {
        const wire::OfficeCommand& command = out.issued.command;
        const bool changes = std::holds_alternative<wire::SetReading>(command) ||
                             std::holds_alternative<wire::Adjust>(command);
        if (!changes || !id_of(command).starts_with(together)) continue;
        settle(draft, id_of(command), Settling::sent_again);
        draft.issue_again(out.issued);
        draft.then();
    }
}

// The article of a command that changes the clock; nothing for other commands.
const std::string* clock_change(const wire::OfficeCommand& command) {
    if (const auto* set = std::get_if<wire::SetReading>(&command)) return &set->correction.article;
    if (const auto* adjust = std::get_if<wire::Adjust>(&command)) return &adjust->article;
    if (const auto* control = std::get_if<wire::SetControl>(&command))
        return &control->control.article;
    return nullptr;
}

// The article of a command about what the clock does; nothing if it only concerns the game.
std::optional<std::string> article_at_clock(const wire::CommandIssued& issued) {
    if (const std::string* article = clock_change(issued.command)) return *article;
    if (std::holds_alternative<wire::Pause>(issued.command)) return "6.11.1";
    if (std::holds_alternative<wire::Resume>(issued.command)) return article_of_resume(issued);
    if (std::holds_alternative<wire::CallFlag>(issued.command)) return "6.8";
    return std::nullopt;
}

void refused(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal,
             const wire::Arrive& arrive) {
    if (refusal.why() == ClockRefusal::already_arrived) return;
    ask(draft, issued, refusal, "6.7.1",
        sentence({"That ", say(arrive.side), " has come was not noted: ", why(refusal), "."}));
}
void refused(Draft&, const wire::CommandIssued&, const Refusal&, const wire::EndGame&) {}

void refused(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal,
             const wire::StartGame&) {
    ask(draft, issued, refusal, "6.6",
        sentence({"The game's clock was not started: ", why(refusal), "."}));
}

}  // namespace

void does_not_hold(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal) {
    if (const auto article = article_at_clock(issued)) take_back(draft, issued, refusal, *article);
}

void came_too_late(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal) {
    if (owed_still(draft.live(), issued)) return;
    const std::string* article = clock_change(issued.command);
    if (article) take_back(draft, issued, refusal, *article);
}

void refused(Draft& draft, const Outstanding& outstanding, const Refusal& refusal) {
    const wire::CommandIssued issued = outstanding.issued;
    const bool opens = draft.live().withdrawn.has_value();
    FF_CHECK(id_of(issued.command) == refusal.id);
    settle(draft, refusal.id, Settling::refused, refusal.code);
    FF_CHECK(!is_out(draft.live(), refusal.id));
    if (ends_open_game(draft, issued.command)) return;
    if (opens && refusal.why() == ClockRefusal::game_not_over) return stop_open_game(draft, issued);
    if (never_taken(refusal.code)) {
        does_not_hold(draft, issued, refusal);
        return ask_about_command(draft, issued, Lost::refused, refusal.code);
    }
    // Somebody else ended the game; clockd's log shows how. A game that the record has reopened
    // stays over at the clock until it is opened there.
    if ((refusal.why() == ClockRefusal::game_over && !opens) ||
        refusal.why() == ClockRefusal::already_started)
        return came_too_late(draft, issued, refusal);
    if (const auto* end = std::get_if<wire::EndGame>(&issued.command)) {
        if (refusal.why() == ClockRefusal::stale_epoch) return draft.issue_again(issued);
        return draft.ask(end->outcome.article, Subject::game_end,
                         "The clock refused to end the game, which is over by the record.",
                         {fact("refused", refusal.code),
                          fact("result", text(end->outcome.score))},
                         false, command_options(true),
                         {.command = issued.command, .ruling = issued.ruling});
    }
    if (draft.over()) return came_too_late(draft, issued, refusal);
    std::visit([&](const auto& command) { refused(draft, issued, refusal, command); },
               issued.command);
}

}  // namespace flagfall::game
