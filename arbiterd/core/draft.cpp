#include "arbiterd/core/draft.hpp"

#include <charconv>

#include "common/base/check.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

// The number at the end of a command's id.
std::uint32_t number_of(const std::string& id) {
    const std::size_t colon = id.rfind(':');
    FF_CHECK(colon != std::string::npos);
    std::uint32_t number = 0;
    const char* end = id.data() + id.size();
    const auto read = std::from_chars(id.data() + colon + 1, end, number);
    FF_CHECK(read.ec == std::errc{} && read.ptr == end);
    return number;
}

}  // namespace

std::string_view say(Side side) { return side == Side::white ? "White" : "Black"; }

Draft::Draft(const Office& office, const Game& game, const Occasion& occasion)
    : office_(office), game_(game), occasion_(occasion), live_(game.live) {}

const chess::Position& Draft::position() const {
    return fresh_.empty() ? game_.history.current() : fresh_.back();
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
    e.ply = next_ply();
    e.uci = chess::uci(before, move);
    e.san = written.text.view();
    e.written = how.written;
    e.elapsed = how.elapsed;
    e.readings = occasion_.readings;
    e.completed_by = how.by;
    if (live_.offered_at[side] == e.ply) e.marks = "(=)";
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
    add(std::move(e));
}

void Draft::rule(std::string_view article, std::string_view about, std::string text,
                 wire::Pairs evidence) {
    wire::RulingGiven e;
    e.number = live_.rulings + 1;
    e.by = "arbiterd";
    e.article = article;
    e.about = about;
    e.ply = live_.ply;
    e.text = std::move(text);
    e.evidence = std::move(evidence);
    add(std::move(e));
}

void Draft::ask(std::string_view article, std::string_view about, std::string text,
                wire::Pairs evidence, bool holds) {
    wire::QuestionPut e;
    e.article = article;
    e.about = about;
    e.text = std::move(text);
    e.evidence = std::move(evidence);
    e.holds = holds;
    add(std::move(e));
}

void Draft::not_counted(std::string_view type, std::string reason) {
    wire::EventVoided e;
    e.event = type;
    e.reason = std::move(reason);
    add(std::move(e));
}

void Draft::conclude(const wire::Outcome& outcome, std::string_view about, std::string text,
                     wire::Pairs evidence) {
    FF_CHECK(!over());
    for (const Side side : {Side::white, Side::black}) {
        if (!live_.offer[side]) continue;
        wire::DrawOfferEnded e;
        e.side = side;
        e.how = "game_over";
        add(std::move(e));
    }
    rule(outcome.article, about, std::move(text), std::move(evidence));
    wire::ResultRecorded result;
    result.outcome = outcome;
    result.by = "arbiterd";
    result.ply = live_.ply;
    result.readings = occasion_.readings;
    add(std::move(result));
    wire::EndGame command;
    command.outcome = outcome;
    issue(std::move(command));
}

void Draft::set_clock(wire::Correction correction) {
    correction.ply = live_.ply;
    // A position takes back what stands on the board; only the clock changes without one.
    if (live_.pending.empty()) correction.fen = chess::fen(position());
    correction.answers = occasion_.cause;
    wire::SetReading command;
    command.correction = std::move(correction);
    issue(std::move(command));
}

void Draft::resume_clock() { issue(wire::Resume{}); }

void Draft::issue_again(const wire::EndGame& refused) {
    issued_ = number_of(refused.id);
    issue(refused);
}

template <class Command>
void Draft::issue(Command command) {
    ++issued_;
    command.id = "arb:" + office_.log + ":" + std::to_string(occasion_.cause.value) + ":" +
                 std::to_string(issued_);
    command.board = game_.board;
    command.game = game_.id;
    command.epoch = occasion_.epoch;
    command.at = occasion_.at;
    wire::CommandIssued e;
    e.command = std::move(command);
    add(std::move(e));
}

}  // namespace flagfall::game
