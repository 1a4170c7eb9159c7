#include "arbiterd/core/draft.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "arbiterd/core/rules.hpp"
#include "common/base/check.hpp"
#include "common/base/office_ids.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

// A command's id in its two parts: what it answers, and the number at the end.
std::pair<std::string, std::uint32_t> parts_of(const std::string& id) {
    const std::size_t colon = id.rfind(':');
    FF_CHECK(colon != std::string::npos);
    std::uint32_t number = 0;
    const char* end = id.data() + id.size();
    const auto read = std::from_chars(id.data() + colon + 1, end, number);
    FF_CHECK(read.ec == std::errc{} && read.ptr == end);
    return {id.substr(0, colon + 1), number};
}

}  // namespace

std::string_view say(Side side) { return side == Side::white ? "White" : "Black"; }

Draft::Draft(const Office& office, const Game& game, const Occasion& occasion)
    : game_(game), occasion_(occasion), live_(game.live) {
    const std::string cause = occasion.act.empty() ? std::to_string(occasion.cause.value)
                                                   : "desk:" + occasion.act;
    source_ = std::string(ruling_ids) + office.log + ":" + cause + ":";
}

const chess::Position& Draft::position() const {
    return fresh_.empty() ? game_.history.current() : fresh_.back();
}

Side Draft::to_move() const {
    if (!live_.presses) return position().side_to_move();
    return live_.presses->count % 2 == 0 ? game_.first : other(game_.first);
}

chess::History Draft::history() const {
    chess::History all = anew_ ? chess::History(fresh_.front()) : game_.history;
    for (std::size_t i = anew_ ? 1 : 0; i < fresh_.size(); ++i) all.push(fresh_[i]);
    return all;
}

void Draft::record(chess::Move move, const Completed& how) {
    const chess::Position& before = position();
    const Side side = before.side_to_move();
    const auto written = chess::san_and_after(before, move);
    wire::MoveRecorded e;
    e.side = side;
    e.ply = {live_.ply.count + 1};
    e.uci = chess::uci(before, move);
    e.san = written.text.view();
    e.written = how.written;
    e.elapsed = how.elapsed;
    e.readings = how.readings.value_or(occasion_.readings);
    e.completed_by = how.by;
    if (how.offer || live_.offered_at[side] == e.ply) e.marks = "(=)";
    fresh_.push_back(written.position);
    add(std::move(e));
}

void Draft::let_stand(wire::IllegalMoveStood event, const std::optional<chess::Position>& after) {
    event.goes_on = after.has_value();
    if (after) {
        fresh_.assign(1, *after);
        anew_ = true;
    }
    add(std::move(event));
}

void Draft::restore(Ply ply, const chess::Position& position, std::string fen,
                    std::string_view by, std::string reason) {
    wire::PositionRestored e;
    e.ply = ply;
    e.fen = std::move(fen);
    e.by = by;
    e.reason = std::move(reason);
    fresh_.assign(1, position);
    placed_ = true;
    add(std::move(e));
}

namespace {

// "WhiteElo" of the one is "BlackElo" of the other from now on.
wire::Pairs swapped(const wire::Pairs& tags) {
    wire::Pairs result;
    for (wire::Pair tag : tags) {
        if (tag.name.starts_with("White")) tag.name.replace(0, 5, "Black");
        else if (tag.name.starts_with("Black")) tag.name.replace(0, 5, "White");
        result.push_back(std::move(tag));
    }
    return result;
}

template <class Event>
Event seated(const Game& game, bool reversed) {
    const wire::GameTerms& terms = game.terms;
    const bool change = reversed != game.reversed;
    Event e;
    e.white = change ? terms.black : terms.white;
    e.black = change ? terms.white : terms.black;
    e.tags = change ? swapped(terms.tags) : terms.tags;
    e.reversed = reversed;
    return e;
}

}  // namespace

void Draft::reverse_colours(std::string_view article) {
    auto e = seated<wire::ColoursReversed>(game_, !game_.reversed);
    e.by = author();
    e.article = article;
    add(std::move(e));
}

void Draft::restart(const chess::Position& start, bool as_opened, std::string_view article) {
    auto e = seated<wire::GameRestarted>(game_, game_.reversed && !as_opened);
    e.fen = chess::fen(start);
    e.readings = game_.at_start;
    e.by = author();
    e.article = article;
    fresh_.assign(1, start);
    placed_ = true;
    add(std::move(e));
}

// Under other rules than FIDE's their own article; what a person has named stays.
std::string Draft::cite(std::string_view article) const {
    if (article == occasion_.cited) return std::string(article);
    return std::string(own_article(profile(), article));
}

std::string_view Draft::author() const {
    return occasion_.by.empty() ? std::string_view("arbiterd") : occasion_.by;
}

void Draft::rule(std::string_view article, std::string_view about, std::string text,
                 wire::Pairs evidence, wire::Effect effect) {
    wire::RulingGiven e;
    e.number = ruling_ = live_.rulings + 1;
    e.by = author();
    e.effect = std::move(effect);
    e.article = cite(article);
    e.about = about;
    e.ply = counted();
    e.text = std::move(text);
    e.evidence = std::move(evidence);
    add(std::move(e));
}

void Draft::ask(std::string_view article, std::string_view about, std::string text,
                wire::Pairs evidence, bool holds, wire::Pairs options,
                std::optional<wire::OfficeCommand> command) {
    wire::QuestionPut e;
    e.number = live_.asked + 1;
    e.options = std::move(options);
    e.article = cite(article);
    e.about = about;
    e.text = std::move(text);
    e.evidence = std::move(evidence);
    e.holds = holds;
    e.command = std::move(command);
    add(std::move(e));
}

void Draft::close(const Question& question, std::string_view how, std::string_view by,
                  std::string_view option) {
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

void Draft::not_counted(std::string_view type, std::string reason) {
    voids_ = true;
    wire::EventVoided e;
    e.event = type;
    e.reason = std::move(reason);
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
}

void Draft::conclude(const wire::Outcome& outcome, std::string_view about, std::string text,
                     wire::Pairs evidence, wire::Effect effect) {
    FF_CHECK(!over());
    end_offers(*this);
    effect.result_before = result_text(live_);
    rule(outcome.article, about, std::move(text), std::move(evidence), std::move(effect));
    record_result(outcome);
    close_at_end(*this);
    wire::EndGame command;
    command.outcome = outcome;
    command.outcome.article = cite(outcome.article);
    issue(std::move(command));
}

void Draft::change_result(const wire::Outcome& outcome, std::string_view about, std::string text,
                          wire::Pairs evidence, wire::Effect effect) {
    FF_CHECK(over());
    effect.result_before = result_text(live_);
    rule(outcome.article, about, std::move(text), std::move(evidence), std::move(effect));
    record_result(outcome);
}

void Draft::set_clock(wire::Correction correction) {
    correction.ply = counted();
    // A position takes back what stands on the board; only the clock changes without one. It is one
    // move ahead of the record while an illegal action is not ruled on (A.5.2).
    const bool known = !live_.presses || has_new_positions();
    if (live_.unruled) {
        correction.ply = live_.unruled->ply;
        correction.turn = clock_side(*this);
    } else if (live_.pending.empty() && known) {
        correction.fen = chess::fen(position());
    }
    if (live_.hold == Hold::question) correction.run = false;  // a person decides first
    correction.answers = occasion_.cause;
    wire::SetReading command;
    command.correction = std::move(correction);
    issue(std::move(command));
}

void Draft::resume_clock() {
    if (live_.hold == Hold::question) return;
    if (!live_.locked) return issue(wire::Resume{});
    // Only setting the clock starts it now; the turn goes on as it is.
    wire::SetReading command;
    command.correction = {.readings = live_.readings, .turn = clock_side(*this),
                          .ply = live_.unruled ? live_.unruled->ply : counted(), .run = true,
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
    wire::Adjust command;
    command.deltas = deltas;
    command.article = std::move(article);
    command.reason = std::move(reason);
    issue(std::move(command));
}

void Draft::set_control(wire::NewControl control, const Both<Duration>& readings) {
    wire::SetControl command;
    command.control = std::move(control);
    command.readings = readings;
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

void Draft::start_reply_to_sealed(Side reply, std::string article, std::string reason) {
    wire::SetReading command;
    command.correction = {.readings = live_.readings, .turn = reply, .ply = next_ply(),
                          .run = true, .fen = {}, .article = std::move(article),
                          .reason = std::move(reason), .answers = {}};
    issue(std::move(command));
}

void Draft::reopen_game(std::string article, std::string reason) {
    wire::ResultWithdrawn withdrawn;
    withdrawn.by = author();
    withdrawn.article = article;
    withdrawn.reason = reason;
    add(std::move(withdrawn));
    wire::ReopenGame command;
    command.article = article;
    command.reason = reason;
    issue(std::move(command));
    report_ended(*this);
    // What ended the game may have left the clock elsewhere than the record: an illegal move, a
    // flag. It is set to the record.
    then();
    set_clock({.readings = live_.readings, .turn = to_move(), .ply = {}, .run = false, .fen = {},
               .article = std::move(article), .reason = std::move(reason), .answers = {},
               .goes_on = true});
}

void Draft::keep_result(std::string why) {
    FF_CHECK(live_.withdrawn.has_value());
    const wire::Outcome outcome = *live_.withdrawn;
    rule(outcome.article, "result",
         "The game could not be opened again at the clock: its result stands.",
         {{"refused", std::move(why)}});
    record_result(outcome);
}

void Draft::issue_again(const wire::EndGame& refused) {
    std::tie(source_, issued_) = parts_of(refused.id);
    issue(refused);
}

void Draft::send_again(const wire::OfficeCommand& command) {
    std::visit([&](const auto& c) { issue(c); }, command);
}

void Draft::settle(const std::string& id, std::string_view how) {
    wire::CommandSettled e;
    e.id = id;
    e.refused = how;
    add(std::move(e));
}

template <class Command>
void Draft::issue(Command command) {
    ++issued_;
    command.id = source_ + std::to_string(issued_);
    command.board = game_.board;
    command.game = game_.id;
    command.epoch = occasion_.epoch;
    command.at = occasion_.at;
    wire::CommandIssued e;
    e.places = placed_ && std::is_same_v<Command, wire::SetReading>;
    e.command = std::move(command);
    e.by = occasion_.by;
    e.ruling = ruling_;
    add(std::move(e));
}

}  // namespace flagfall::game
