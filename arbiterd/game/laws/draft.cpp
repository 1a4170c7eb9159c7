#include "arbiterd/game/laws/draft.hpp"

#include <algorithm>
#include <tuple>

#include "arbiterd/game/laws/draws.hpp"
#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/flags.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/lost.hpp"
#include "arbiterd/game/laws/of_acts.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/standing.hpp"
#include "arbiterd/game/laws/undo_effects.hpp"
#include "arbiterd/game/state/ids.hpp"
#include "arbiterd/game/state/seats.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/base/office_ids.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

void shorten_reason(wire::SetReading& command) { shorten(command.correction.reason); }
void shorten_reason(wire::SetControl& command) { shorten(command.control.reason); }
template <class Command>
void shorten_reason(Command& command) {
    if constexpr (requires { command.reason; }) shorten(command.reason);
}

}  // namespace

Draft::Draft(const Games& games, const Game& game, const Occasion& occasion)
    : game_(game), other_game_(other_at_board(games, game)), occasion_(occasion),
      live_(game.live), base_(game.base) {
    const std::string cause = occasion.act.empty() ? std::to_string(occasion.cause.value)
                                                   : "desk:" + occasion.act;
    source_ = std::string(ruling_ids) + games.log + ":" + cause + ":";
}

const chess::Position& Draft::position() const {
    if (line_) return line_->current();
    return fresh_.empty() ? game_.history.current() : fresh_.back();
}

Side Draft::to_move() const {
    if (!live_.presses) return position().side_to_move();
    return live_.presses->count % 2 == 0 ? game_.first : other(game_.first);
}

chess::History Draft::history() const {
    if (line_) return *line_;
    chess::History all = game_.history;
    for (const chess::Position& position : fresh_) all.push(position);
    return all;
}

std::string Draft::cite(std::string_view article) const {
    if (article == occasion_.cited || article == as_before_) return std::string(article);
    return std::string(own_article(profile(), article));
}

std::string_view Draft::author() const {
    return occasion_.by.empty() ? name(Actor::arbiterd) : occasion_.by;
}

wire::RulingGiven Draft::ruling(std::string_view article, Subject about, std::string text,
                                wire::Pairs evidence) {
    FF_CHECK(!text.empty());
    wire::RulingGiven e;
    e.number = ruling_ = live_.rulings + 1;
    e.by = author();
    e.article = cite(article);
    e.about = about;
    e.ply = counted();
    e.text = own_articles(profile(), std::move(text), occasion_.said);
    e.evidence = std::move(evidence);
    return e;
}

void Draft::rule(std::string_view article, Subject about, std::string text,
                 wire::Pairs evidence, wire::Effect effect) {
    Both<Duration> shown = live_.readings;
    for (const Side side : {Side::white, Side::black}) shown[side] += effect.time[side];
    const bool set = will_show_.has_value();
    if (set) shown = *std::exchange(will_show_, std::nullopt);
    if (!over() && (set || effect.time != Both<Duration>{} || effect.moves))
        flags_set(*this, shown);
    wire::RulingGiven e = ruling(article, about, std::move(text), std::move(evidence));
    e.effect = std::move(effect);
    add(std::move(e));
}

void Draft::rule_look(Side side, std::string_view article, std::string text,
                      wire::Pairs evidence) {
    wire::RulingGiven e =
        ruling(article, Subject::record_shown, std::move(text), std::move(evidence));
    e.looked = side;
    add(std::move(e));
}

void Draft::ask(std::string_view article, Subject about, std::string text, wire::Pairs evidence,
                bool holds, wire::Pairs options, wire::Basis basis) {
    FF_CHECK(!text.empty());
    for (const wire::Pair& option : options) {  // every option can be carried out
        FF_CHECK(answerable(about, option.name));
        FF_CHECK(!option.value.empty());
    }
    wire::QuestionPut e;
    e.number = live_.asked + 1;
    e.options = std::move(options);
    for (wire::Pair& option : e.options) option.value = own_articles(profile(), option.value);
    e.article = cite(article);
    e.about = about;
    e.text = own_articles(profile(), std::move(text), occasion_.said);
    e.evidence = std::move(evidence);
    e.holds = holds;
    e.basis = std::move(basis);
    add(std::move(e));
    FF_CHECK(question(live_.asked) != nullptr);
}

bool Draft::runs_on() const {
    const auto stops = [](const Outstanding& out) {
        const auto* set = std::get_if<wire::SetReading>(&out.issued.command);
        return (set && !set->correction.run) ||
               std::holds_alternative<wire::Pause>(out.issued.command);
    };
    return live_.running && std::ranges::none_of(live_.outbox, stops);
}

void Draft::ask_again(const Question& question) {
    FF_CHECK(question.first >= 1);
    FF_CHECK(question.first <= question.number);
    wire::QuestionPut e;
    e.number = live_.asked + 1;
    e.article = question.article;
    e.about = question.about;
    e.text = question.text;
    e.evidence = question.evidence;
    if (question.first == question.number)
        e.evidence.push_back(fact("asked_before", question.first));
    e.holds = question.holds && !runs_on();
    e.options = question.options;
    e.basis = question.basis;
    e.asked_before = question.first;
    add(std::move(e));
    FF_CHECK(live_.questions.back().first == question.first);
}

void Draft::close(const Question& question, Closing how, std::string_view by,
                  std::string_view option) {
    FF_CHECK(question.number >= 1);
    FF_CHECK(question.number <= live_.asked);
    wire::QuestionClosed e;
    e.number = question.number;
    e.how = how;
    e.by = by;
    e.option = option;
    add(std::move(e));
}

const Question* Draft::question(std::uint32_t number) const {
    const auto at = std::ranges::find(live_.questions, number, &Question::number);
    return at == live_.questions.end() ? nullptr : &*at;
}

void Draft::not_counted(std::string_view type, std::string reason,
                        const Both<std::optional<Duration>>& readings) {
    FF_CHECK(!type.empty());
    FF_CHECK(!reason.empty());
    voids_ = true;
    wire::EventVoided e;
    e.readings = readings;
    // If the game is over by the record, the clock may not know that yet and goes its own way.
    if (over() && !readings[Side::white])
        for (const Side side : {Side::white, Side::black})
            e.readings[side] = occasion_.readings[side];
    e.event = type;
    e.reason = own_articles(profile(), std::move(reason));
    add(std::move(e));
}

void Draft::record_result(const wire::Outcome& outcome) {
    wire::ResultRecorded result;
    result.outcome = outcome;
    result.outcome.article = cite(outcome.article);
    result.by = author();
    result.ply = live_.ply;
    result.readings = occasion_.readings;
    add(std::move(result));
    approve_again(*this);
}

void Draft::conclude(const wire::Outcome& outcome, Subject about, std::string text,
                     wire::Pairs evidence, wire::Effect effect) {
    FF_CHECK(!over());
    FF_CHECK(outcome.ending != Ending::none);
    change_from(live_, effect);
    rule(outcome.article, about, std::move(text), std::move(evidence), std::move(effect));
    record_result(outcome);
    end_offers(*this);
    close_at_end(*this);
    drop_reopening(*this);
    wire::EndGame command;
    command.outcome = outcome;
    command.outcome.article = cite(outcome.article);
    issue(std::move(command));
    FF_CHECK(over());
    FF_CHECK(live_.offer == Both<bool>{});
}

void Draft::end_clock() {
    FF_CHECK(over());
    for (const Outstanding& out : live_.outbox)
        if (std::holds_alternative<wire::EndGame>(out.issued.command)) return;
    wire::EndGame command;
    command.outcome = *live_.result;
    issue(std::move(command));
}

void Draft::change_result(const wire::Outcome& outcome, Subject about, std::string text,
                          wire::Pairs evidence, wire::Effect effect) {
    FF_CHECK(over());
    FF_CHECK(outcome.ending != Ending::none);
    change_from(live_, effect);
    rule(outcome.article, about, std::move(text), std::move(evidence), std::move(effect));
    record_result(outcome);
}

void Draft::set_clock(wire::Correction correction) {
    FF_CHECK(correction.readings[Side::white] >= Duration{});
    FF_CHECK(correction.readings[Side::black] >= Duration{});
    correction.ply = clock_ply(*this);
    // A position takes back what stands on the board; without one only the clock changes. It is a
    // move ahead of the record with an open illegal action (A.5.2) or a counted sealed move (I.10).
    const bool known = !live_.presses || (has_new_positions() && live_.ply == *live_.presses);
    if (live_.unruled || reply_runs(live_)) {
        correction.turn = clock_side(*this);
    } else if (live_.pending.empty() && known) {
        correction.fen = chess::fen(position());
    }
    if (placed_ && correction.period == Both<std::uint32_t>{})
        correction.period =
            brought_ ? *brought_ : periods_at(game_, correction.ply, !correction.goes_on);
    correction.article = cite(correction.article);
    correction.reason =
        own_articles(profile(), std::move(correction.reason), occasion_.said);
    // A person decides first; an adjourned game runs only when a person resumes it (I.9). If that
    // was done at the clock, it runs on.
    const bool adjourned = live_.adjourned && !live_.running && !reply_runs(live_);
    if (live_.hold == Hold::question || adjourned) correction.run = false;
    correction.answers = occasion_.by.empty() ? occasion_.cause : Pos{};
    if (!over()) flags_set(*this, correction.readings);  // also without a ruling
    wire::SetReading command;
    command.correction = std::move(correction);
    issue(std::move(command));
}

void Draft::resume_clock() {
    if (!live_.began) return;  // the clock is started, not resumed
    if (live_.hold == Hold::question || waits_for_envelope(live_)) return;
    if (!live_.locked && !reply_runs(live_)) return issue(wire::Resume{});
    // Now only setting the clock starts it, or starts it for the replying player; the turn goes on.
    wire::SetReading command;
    command.correction = {.readings = live_.readings, .turn = clock_side(*this),
                          .ply = clock_ply(*this), .run = true,
                          .fen = {}, .article = "6.11.3", .reason = "play goes on",
                          .answers = occasion_.cause, .goes_on = true};
    issue(std::move(command));
}

void Draft::pause_clock(std::string reason) {
    wire::Pause command;
    command.reason = std::move(reason);
    issue(std::move(command));
}

void Draft::adjust_clock(const Both<Duration>& deltas, std::string article, std::string reason) {
    if (live_.locked)
        return set_clock({.readings = with_time(live_.clock_shows.value_or(live_.readings), deltas),
                          .turn = to_move(), .ply = {}, .run = false, .fen = {},
                          .article = std::move(article), .reason = std::move(reason),
                          .answers = {}, .goes_on = true});
    wire::Adjust command;
    command.deltas = deltas;
    command.article = cite(article);
    command.reason = std::move(reason);
    issue(std::move(command));
}

void Draft::set_control(wire::NewControl control, const Both<Duration>& readings) {
    FF_CHECK(!control.time_control.empty());
    FF_CHECK(readings[Side::white] >= Duration{});
    FF_CHECK(readings[Side::black] >= Duration{});
    wire::SetControl command;
    command.control = std::move(control);
    command.readings = readings;
    issue(std::move(command));
}

void Draft::change_control(wire::NewControl control, const Both<Duration>& time) {
    FF_CHECK(!control.time_control.empty());
    wire::SetControl command;
    command.control = std::move(control);
    command.readings = time;
    command.relative = true;
    issue(std::move(command));
}

void Draft::call_flag(Side side) {
    wire::CallFlag command;
    command.side = side;
    issue(std::move(command));
}

void Draft::arrive(Side side) {
    wire::Arrive command;
    command.side = side;
    issue(std::move(command));
}

void Draft::start_reply_to_sealed(const Both<Duration>& readings, std::string article,
                                  std::string reason) {
    FF_CHECK(live_.adjourned.has_value());
    FF_CHECK(!live_.adjourned->opened);
    FF_CHECK(readings[Side::white] >= Duration{});
    FF_CHECK(readings[Side::black] >= Duration{});
    wire::SetReading command;
    command.correction = {.readings = readings, .turn = other(live_.adjourned->sealed_by),
                          .ply = {live_.adjourned->ply.count + 1},
                          .run = live_.hold != Hold::question, .fen = {},
                          .article = std::move(article), .reason = std::move(reason),
                          .answers = {}};
    issue(std::move(command));
}

// 9.1.2.1: offers that nobody declined are alive again with the game.
void Draft::withdraw(wire::ResultWithdrawn event) {
    const Both<bool> offers = live_.offer_at_end;
    add(std::move(event));
    FF_CHECK(!over());
    for (const Side side : {Side::white, Side::black})
        if (offers[side]) offer_again(side, live_.offered_at[side]);
    offer_after_end(*this);
}

void Draft::offer_again(Side side, Ply ply) {
    wire::DrawOfferMade e;
    e.side = side;
    e.ply = ply;
    e.how = Offering::again;
    add(std::move(e));
}

void Draft::reopen_game(std::string article, std::string reason,
                        const std::optional<Both<Duration>>& readings) {
    wire::ResultWithdrawn withdrawn;
    withdrawn.by = author();
    withdrawn.article = article;
    withdrawn.reason = reason;
    withdraw(std::move(withdrawn));
    wire::ReopenGame command;
    command.article = article;
    command.reason = reason;
    issue(std::move(command));
    report_ended(*this);
    // What ended the game may have left the clock apart from the record: after an illegal move, a
    // flag, or another control. It is set to the record.
    then();
    const Both<Duration> shown = readings.value_or(live_.readings);
    if (live_.other_control && !control_owed(game(), live_)) {
        wire::NewControl control = control_after(game(), game().controls.size());
        control.article = article;
        control.reason = reason;
        set_control(std::move(control), shown);
        then();
    }
    set_clock({.readings = shown, .turn = to_move(), .ply = {},
               .run = false, .fen = {}, .article = std::move(article),
               .reason = std::move(reason), .answers = {}, .goes_on = true});
    then();
    pay_owed(*this);
}

void Draft::keep_result(std::string why) {
    FF_CHECK(live_.withdrawn.has_value());
    const wire::Outcome outcome = *live_.withdrawn;
    wire::Effect effect;
    // What withdrew the result: the ruling to drop the command may have come since.
    const auto last = std::find_if(live_.ruled.rbegin(), live_.ruled.rend(),
                                   [](const Ruled& ruled) { return ruled.effect.gives_result; });
    const bool withdrew = last != live_.ruled.rend() && !last->gave;
    const std::uint32_t answer = withdrew ? answered_meanwhile(live_, *last) : 0;
    if (withdrew && answer == 0) effect.undoes = last->number;
    if (withdrew) change_from(live_, effect);
    cite_as_before(outcome);
    std::string text = "The game could not be opened again at the clock: its result stands.";
    if (answer > 0)
        text += " What ruling " + std::to_string(answer) + " has answered meanwhile holds.";
    rule(outcome.article, Subject::result, std::move(text), {{"refused", std::move(why)}}, effect);
    record_result(outcome);
    end_offers(*this);
    close_at_end(*this);
    FF_CHECK(over());
    FF_CHECK(!live_.withdrawn);
}

void Draft::numbers_on(const std::string& id) { std::tie(source_, issued_) = parts_of(id); }

void Draft::issue_again(wire::CommandIssued refused) {
    std::visit(
        [&](auto& command) {
            numbers_on(command.id);
            do command.id = source_ + std::to_string(++issued_);
            while (is_out(live_, command.id));
            command.epoch = occasion_.epoch;
            command.at = occasion_.at;
        },
        refused.command);
    add(std::move(refused));
}

void Draft::send_again(const wire::OfficeCommand& command, std::uint32_t ruling) {
    if (ruling > 0) ruling_ = ruling;
    std::visit([&](const auto& c) { issue(c); }, command);
}

void Draft::settle(const std::string& id, Settling how, std::string_view code) {
    add(wire::CommandSettled{{}, id, how, std::string(code)});
}

template <class Command>
void Draft::issue(Command command) {
    shorten_reason(command);
    ++issued_;
    command.id = source_ + std::to_string(issued_);
    command.board = game_.board;
    command.game = game_.id;
    command.epoch = occasion_.epoch;
    command.at = occasion_.at;
    if constexpr (std::is_same_v<Command, wire::SetReading>)
        command.correction.changed_seats = clock_changes_seats(live_);
    wire::CommandIssued e;
    e.places = placed_ && std::is_same_v<Command, wire::SetReading>;
    e.command = std::move(command);
    e.by = occasion_.by;
    e.ruling = ruling_;
    add(std::move(e));
    FF_CHECK(is_out(live_, source_ + std::to_string(issued_)));
}

}  // namespace flagfall::game
