// Commands that clockd does not carry out: no ruling continues to claim that it was
// done, and a person is asked.
#include <algorithm>
#include <set>
#include <array>

#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {
namespace {

// Did the ruling only give time or an answer?
bool only_of_clock(wire::Effect effect) {
    effect.time = {};
    effect.answers = effect.undoes = 0;
    effect.period_before = {};
    return effect == wire::Effect{};
}

// The article of a command that changes the readings of a clock.
const std::string* changes_clock(const wire::OfficeCommand& command) {
    if (const auto* set = std::get_if<wire::SetReading>(&command)) return &set->correction.article;
    if (const auto* adjust = std::get_if<wire::Adjust>(&command)) return &adjust->article;
    if (const auto* set = std::get_if<wire::SetControl>(&command)) return &set->control.article;
    return nullptr;
}

// The article of the command for the clock; empty for one that ends or opens the game.
std::optional<std::string> article_at_clock(const Outstanding& command) {
    if (const std::string* article = changes_clock(command.command)) return *article;
    if (std::holds_alternative<wire::Pause>(command.command)) return "6.11.1";
    if (std::holds_alternative<wire::CallFlag>(command.command)) return "6.8";
    if (std::holds_alternative<wire::Resume>(command.command))
        return command.by.empty() ? "9.5" : "6.11.3";
    return std::nullopt;
}

// The command itself is wrong; it would be refused again.
bool never_taken(std::string_view code) {
    constexpr std::array<std::string_view, 9> codes{
        "id_used",   "id_reserved", "not_allowed", "malformed",    "unknown_type",
        "bad_field", "too_long",    "slow_down",   "unknown_board"};
    return std::ranges::find(codes, code) != codes.end();
}

}  // namespace

// The question about the command is now settled.
void Arbiter::settle(const std::string& id, Settling how, const std::string& code) {
    want(wire::CommandSettled{{}, id, how, code});
    std::erase_if(game_.asked, [&](const Asked& asked) {
        if (asked.command != id) return false;
        want(wire::QuestionClosed{{}, asked.number, Closing::overtaken, "", ""});
        return true;
    });
    if (game_.hold == Hold::question) held_by_questions();
}

// A person's ruling about the clock alone does not hold; for one that did more, and one that
// arbiterd made by itself, the part about the clock does not hold. A wrong claim remains wrong.
void Arbiter::does_not_hold(const Outstanding& command, const std::string& article) {
    const Given* const given = ruling_of(game_, command.ruling);
    const bool gives_time = given && given->effect.time != Both<Duration>{};
    if (command.ruling == 0 || (given && given->undone)) return;
    if (command.by.empty() && !gives_time) return;
    const std::uint32_t undone = given ? given->effect.undoes : 0;
    const bool of_claim = given && given->about == Subject::claim && gives_time;
    bool whole = given != nullptr && !command.by.empty() && !of_claim;
    for (const Given* each = given; whole; each = ruling_of(game_, each->effect.undoes)) {
        whole = each != nullptr && only_of_clock(each->effect);
        if (whole && each->effect.undoes == 0) break;
    }
    ruling(article, whole ? Subject::undo : Subject::refused);
    wire::Effect must;
    if (whole) must.undoes = tip_of(game_, command.ruling);
    else must.unmet = command.ruling;
    // The readings are again those without a penalty that the clock does not show.
    if (!whole && game_.penalty && game_.readings == game_.penalty->after)
        for (const Side side : {Side::white, Side::black})
            must.time[side] = game_.penalty->before[side] - game_.penalty->after[side];
    for (const Side side : {Side::white, Side::black}) game_.readings[side] += must.time[side];
    if (!whole) game_.penalty.reset();
    const bool said = std::ranges::any_of(case_.answer, [&](const GameRow& row) {
        const auto* is = std::get_if<wire::RulingGiven>(&row.event);
        return is && is->effect == must;
    });
    complain_unless(said, "no ruling says that ruling " + show(command.ruling) +
                              " does not hold of the clock");
    if (given && given->effect.resumes) {  // I.10: no clock was started
        closings(Closing::overtaken);
        complain_unless(!waits(Subject::default_time), "the default time runs, but no clock does");
    }
    if (!whole || undone == 0) return flags_again();
    closings(Closing::overtaken);  // the questions are again as before the ruling
    questions_again(true);
    check_asked(must.undoes, game_.illegal);
}

// A flag that the ruling would have lifted is still down, and may be called (6.8).
void Arbiter::flags_again() {
    for (const GameRow& row : case_.answer) {
        const auto* put = std::get_if<wire::QuestionPut>(&row.event);
        const auto* of = put && put->basis.facts ? std::get_if<wire::OfFlag>(&*put->basis.facts)
                                                 : nullptr;
        if (of == nullptr || put->about != Subject::flag || put->asked_before == 0) continue;
        if (put->number <= game_.questions) continue;
        complain_unless(game_.readings[of->side] <= Duration{},
                        "a flag is asked about again that is not down (6.8)");
        ask_again(*put);
    }
}

// For any command for the clock.
void Arbiter::clock_not_done(const Outstanding& command) {
    if (const auto article = article_at_clock(command)) does_not_hold(command, *article);
}

// It carried the changes for the clock that were taken back while the game was over, which it is
// again: the clock gets them when the game is opened.
bool Arbiter::for_later(const Outstanding& command) {
    const auto* adjust = std::get_if<wire::Adjust>(&command.command);
    const auto given = std::ranges::find(game_.given, command.ruling, &Given::number);
    if (!game_.result || given == game_.given.end() || !given->for_later()) return false;
    if (!adjust && !std::holds_alternative<wire::SetControl>(command.command)) return false;
    given->sent.clear();
    given->failed = false;
    if (!adjust) return true;
    given->effect.waits = true;
    for (const Side side : {Side::white, Side::black}) game_.owed[side] += adjust->deltas[side];
    return true;
}

// The game was over when the command arrived.
void Arbiter::too_late(const Outstanding& command) {
    if (for_later(command)) return;
    if (const std::string* article = changes_clock(command.command))
        does_not_hold(command, *article);
}

// The game is not open at the clock: its result stands.
void Arbiter::result_stands() {
    if (!game_.withdrawn) return;
    const wire::Outcome outcome = *game_.withdrawn;
    const auto withdrew = std::find_if(
        game_.given.rbegin(), game_.given.rend(),
        [](const Given& given) { return given.effect.gives_result; });
    const bool last = withdrew != game_.given.rend() && !withdrew->gave;
    ruling(outcome.article, Subject::result);
    // A question has one answer: what was answered since holds, and the result stands by itself.
    const bool beside = last && answered_beside(withdrew->effect.undoes);
    const std::uint32_t undoes = last && !beside ? withdrew->number : 0;
    const auto approvals = last ? withdrew->approvals : std::vector<Approval>{};
    const bool said = std::ranges::any_of(case_.answer, [&](const GameRow& row) {
        const auto* is = std::get_if<wire::RulingGiven>(&row.event);
        return is && is->about == Subject::result && is->effect.undoes == undoes &&
               (!last || is->effect.gives_result);
    });
    complain_unless(said, "no ruling says that the withdrawal by ruling " + show(undoes) +
                              " does not stand");
    wire::ResultRecorded recorded;
    recorded.outcome = outcome;
    recorded.by = act_ != nullptr ? act_->by : "arbiterd";
    recorded.ply = {game_.line.ply()};
    recorded.readings = game_.readings;
    want(std::move(recorded));
    approved_again(outcome, approvals);
    game_.result = outcome;
    game_.withdrawn.reset();
    for (const Side side : {Side::white, Side::black}) end_offer(side, OfferEnd::game_over);
    waits_no_longer();
    if (undoes > 0) loss_stands_again(undoes);
}

// Does a ruling answer what this one, and those that would stand again with it, had answered?
bool Arbiter::answered_beside(std::uint32_t ruling) const {
    const auto answers = [](const Given& given) {
        for (const Asked& asked : given.closed)
            if (asked.number == given.effect.answers) return asked.first;
        return std::uint32_t{0};
    };
    std::set<std::uint32_t> again;
    bool back = true;
    for (const Given* at = ruling_of(game_, ruling); at; at = ruling_of(game_, ruling)) {
        if (back && at->effect.answers > 0) again.insert(answers(*at));
        back = !back;
        ruling = at->effect.undoes;
    }
    again.erase(0);
    return std::ranges::any_of(game_.given, [&](const Given& each) {
        return !each.undone && !each.only_gave_result() && each.effect.answers > 0 &&
               again.contains(answers(each));
    });
}

void Arbiter::not_paused(const Outstanding& command, const wire::Pause& pause,
                         const std::string& code) {
    shown_ = game_.readings;
    if (code == "not_running") {  // it already stands
        intervention(Intervening::paused, command.by, "6.11.1", pause.reason);
        return stopped_to_go_on(command);
    }
    if (code == "flag_fallen" || code == "game_stopped")
        return intervention(Intervening::stopped, "clockd", "6.11.1", "");
    does_not_hold(command, "6.11.1");
    if (command.ruling > 0 && command.ruling == game_.to_record) return questions_again(true);
    question("6.11.1", Subject::refused, false, command.ruling);
}

// Somebody intervened first, or there was too little time: a person must look.
void Arbiter::not_done(const Outstanding& command, const std::string& code) {
    const wire::OfficeCommand& what = command.command;
    if (const auto* set = std::get_if<wire::SetReading>(&what)) {
        const bool holds = game_.hold != Hold::none;
        does_not_hold(command, set->correction.article);
        question(set->correction.article, Subject::correction, holds, command.ruling);
    } else if (const auto* control = std::get_if<wire::SetControl>(&what)) {
        does_not_hold(command, control->control.article);
        question(control->control.article,
                 control->relative ? Subject::refused : Subject::control, false, command.ruling);
    } else if (const auto* adjust = std::get_if<wire::Adjust>(&what)) {
        does_not_hold(command, adjust->article);
        question(adjust->article, Subject::refused, false, command.ruling);
    } else if (std::holds_alternative<wire::CallFlag>(what)) {
        does_not_hold(command, "6.8");
        question("6.8", Subject::call_flag, false, command.ruling);
    } else if (const auto* pause = std::get_if<wire::Pause>(&what)) {
        not_paused(command, *pause, code);
    } else if (std::holds_alternative<wire::Resume>(what)) {
        if (code == "already_running") {
            game_.runs = true;
            return;
        }
        const std::string article = command.by.empty() ? "9.5" : "6.11.3";
        does_not_hold(command, article);
        question(article, Subject::resume, false, command.ruling);
    } else if (std::holds_alternative<wire::ReopenGame>(what)) {
        const bool stands = game_.withdrawn.has_value();
        result_stands();
        if (stands) refused_anew();
        if (stands) question("11.10", Subject::game_end, false, command.ruling);
    } else if (std::holds_alternative<wire::Arrive>(what) && code != "already_arrived") {
        question("6.7.1", Subject::refused, false, command.ruling);
    } else if (std::holds_alternative<wire::StartGame>(what) && code != "already_started") {
        question("6.6", Subject::refused, false, command.ruling);
    }
}

// clockd may have carried the command out or not: a person is asked, once.
std::vector<wire::GameEvent> Arbiter::unanswered(const wire::OfficeCommand& command) {
    const std::string id = std::visit([](const auto& each) { return each.id; }, command);
    const auto at = std::ranges::find(game_.outbox, id, &Outstanding::id);
    if (at == game_.outbox.end())
        leave("a command of an event's office that got no answer");
    complain_unless(std::ranges::find(game_.asked, id, &Asked::command) == game_.asked.end(),
                    "a command without an answer is asked about twice");
    question("", Subject::clock_command, false, at->ruling);
    game_.asked.back().refused = command;
    game_.asked.back().refused_ruling = at->ruling;
    return std::move(want_);
}

// clockd reports that it was done, but its log does not show it: a person is asked.
std::vector<wire::GameEvent> Arbiter::without_effect(const std::string& id) {
    const auto at = std::ranges::find(game_.outbox, id, &Outstanding::id);
    if (at == game_.outbox.end()) {
        complain("a command is settled that is not outstanding: " + show(id));
        return {};
    }
    const Outstanding command = *at;
    game_.outbox.erase(at);
    want(wire::CommandSettled{{}, id, Settling::no_effect, ""});
    clock_not_done(command);
    const bool sets = std::holds_alternative<wire::SetReading>(command.command);
    question("", Subject::clock_command, sets && game_.hold != Hold::none, command.ruling);
    game_.asked.back().refused = command.command;
    game_.asked.back().refused_ruling = command.ruling;
    return std::move(want_);
}

// The command no longer waits: it is sent again under another id, or given up.
void Arbiter::drop(const wire::OfficeCommand& command, Settling how) {
    const std::string id = std::visit([](const auto& each) { return each.id; }, command);
    const auto at = std::ranges::find(game_.outbox, id, &Outstanding::id);
    if (at == game_.outbox.end()) return;
    sent_as_ = std::move(at->former);
    sent_as_.push_back(id);
    if (how != Settling::sent_again) sent_as_.clear();
    game_.outbox.erase(at);
    if (std::holds_alternative<wire::Pause>(command)) game_.paused = false;
    settle(id, how);
    const bool set = std::holds_alternative<wire::SetReading>(command);
    if (how == Settling::given_up && set && game_.hold == Hold::correction) held_by_questions();
}

// Can the command still be sent? A clock is set only for a move that still has to be made, and the
// clock of a game that is over is neither started nor stopped.
bool Arbiter::set_in_time(const Asked& asked) const {
    const auto* set = asked.refused ? std::get_if<wire::SetReading>(&*asked.refused) : nullptr;
    if (game_.result)
        return !asked.refused || (!std::holds_alternative<wire::Resume>(*asked.refused) &&
                                  !std::holds_alternative<wire::Pause>(*asked.refused));
    if (set == nullptr) return true;
    const wire::Correction& to = set->correction;
    const bool sealed = game_.adjourned && to.ply.count == game_.adjourned->ply + 1;
    return sealed || (to.ply.count == clock_ply() && to.turn == clock_side());
}

// A game that goes on is not ended at the clock by an earlier order.
bool Arbiter::ends_open_game(const wire::OfficeCommand& command) const {
    return std::holds_alternative<wire::EndGame>(command) && !game_.result;
}

// "Again" is offered as long as it can be carried out.
void Arbiter::commands_still() {
    std::erase_if(game_.asked, [&](const Asked& asked) {
        if (!asked.refused || !ends_open_game(*asked.refused)) return false;
        want(wire::QuestionClosed{{}, asked.number, Closing::overtaken, "", ""});
        drop(*asked.refused, Settling::given_up);
        return true;
    });
    for (const GameRow& row : case_.answer) {
        const auto* put = std::get_if<wire::QuestionPut>(&row.event);
        if (put == nullptr || put->about != Subject::clock_command || put->asked_before == 0 ||
            put->number <= game_.questions)
            continue;
        const auto at = std::ranges::find(game_.asked, put->asked_before, &Asked::number);
        if (at != game_.asked.end()) {
            complain_unless(!set_in_time(*at), "a command that can be sent is not offered again");
            want(wire::QuestionClosed{{}, at->number, Closing::overtaken, "", ""});
            game_.asked.erase(at);
        }
        ask_again(*put);
    }
    for (const Asked& asked : game_.asked) {
        const bool offers =
            asked.about == Subject::clock_command &&
            std::ranges::find(asked.options, "again") != asked.options.end();
        complain_unless(!offers || set_in_time(asked),
                        "question " + show(asked.number) +
                            " offers to set the clock for a move that was made");
    }
}

// A refused command, with the next number and the epoch that the refusal named.
void Arbiter::issue_again(Outstanding command) {
    const std::string source = command.id.substr(0, command.id.rfind(':') + 1);
    do command.id = source + std::to_string(++command.number);
    while (std::ranges::find(game_.outbox, command.id, &Outstanding::id) != game_.outbox.end());
    command.former = std::exchange(sent_as_, {});
    std::visit(
        [&](auto& each) {
            each.id = command.id;
            each.epoch = any_epoch;
            each.at.reset();
        },
        command.command);
    wire::CommandIssued issued;
    issued.by = command.by;
    issued.command = command.command;
    if (std::holds_alternative<wire::ReopenGame>(command.command))
        game_.reopenings.insert(command.id);
    game_.outbox.push_back(std::move(command));
    want(std::move(issued));
}

// The game was not over at the clock: it is set there, which stops it.
void Arbiter::open_already(const Outstanding& reopens) {
    game_.withdrawn.reset();
    const std::vector<Outstanding> waits = game_.outbox;
    for (const Outstanding& each : waits) {
        const bool changes = std::holds_alternative<wire::SetReading>(each.command) ||
                             std::holds_alternative<wire::Adjust>(each.command);
        const std::string together = reopens.id.substr(0, reopens.id.rfind(':') + 1);
        if (!changes || !each.id.starts_with(together)) continue;
        drop(each.command, Settling::sent_again);
        issue_again(each);
        game_.hold = Hold::correction;
    }
}

// A question about an earlier attempt to open the game is past: it is put about this one.
void Arbiter::refused_anew() {
    std::erase_if(game_.asked, [&](const Asked& asked) {
        const bool opening =
            asked.refused && std::holds_alternative<wire::ReopenGame>(*asked.refused);
        if (asked.about != Subject::game_end || !opening) return false;
        want(wire::QuestionClosed{{}, asked.number, Closing::overtaken, "", ""});
        return true;
    });
}

// Nothing has to be opened any more if the game is over.
void Arbiter::drop_reopening() {
    const std::vector<Outstanding> waits = game_.outbox;
    for (const Outstanding& each : waits)
        if (std::holds_alternative<wire::ReopenGame>(each.command))
            drop(each.command, Settling::given_up);
}

// A person has opened the game at the clock: the order that would end it is from before.
void Arbiter::drop_ending() {
    const std::vector<Outstanding> waits = game_.outbox;
    for (const Outstanding& each : waits)
        if (ends_open_game(each.command)) drop(each.command, Settling::given_up);
}

void Arbiter::let_be(const Asked& asked) {
    answered(asked);
    const std::string id = std::visit([](const auto& each) { return each.id; }, *asked.refused);
    const auto at = std::ranges::find(game_.outbox, id, &Outstanding::id);
    const auto waits = at == game_.outbox.end() ? std::nullopt : std::optional(*at);
    drop(*asked.refused, Settling::given_up);
    if (waits) clock_not_done(*waits);
    // The clock does not run by an order that is given up.
    if (waits && game_.outbox.empty()) game_.runs = game_.clock_runs;
    if (std::holds_alternative<wire::ReopenGame>(*asked.refused)) result_stands();
    if (std::holds_alternative<wire::EndGame>(*asked.refused)) game_.clock_let_be = true;
}

std::vector<wire::GameEvent> Arbiter::refused(const std::string& id, const std::string& code) {
    const auto at = std::ranges::find(game_.outbox, id, &Outstanding::id);
    if (at == game_.outbox.end()) {
        complain("a command is settled that is not outstanding: " + show(id));
        return {};
    }
    const Outstanding command = *at;
    game_.outbox.erase(at);
    cause_ = command.cause;
    commands_ = command.number;
    source_ = id.substr(0, id.rfind(':') + 1);
    if (std::holds_alternative<wire::Pause>(command.command)) game_.paused = false;
    settle(id, Settling::refused, code);
    const std::uint32_t before = game_.questions;
    const auto* end = std::get_if<wire::EndGame>(&command.command);
    const bool sets = std::holds_alternative<wire::SetReading>(command.command);
    if (ends_open_game(command.command)) {
        waits_still();
        return std::move(want_);
    }
    if (game_.withdrawn && code == "game_not_over") {
        open_already(command);
    } else if (never_taken(code)) {
        const bool holds = sets && game_.hold != Hold::none;
        clock_not_done(command);
        question("", Subject::clock_command, holds, command.ruling);
    } else if ((code == "game_over" && !game_.withdrawn) || code == "already_started")
        too_late(command);
    else if (end && code == "stale_epoch")
        issue_again(command);
    else if (end)
        question(end->outcome.article, Subject::game_end, false, command.ruling);
    else if (game_.result)
        too_late(command);
    else
        not_done(command, code);
    for (Asked& asked : game_.asked)
        if (asked.number > before) {
            asked.refused = command.command;
            asked.refused_ruling = command.ruling;
        }
    flags_asked();
    waits_still();
    return std::move(want_);
}

}  // namespace flagfall::oracle
