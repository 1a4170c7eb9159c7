// What is done next at a board.
#include <algorithm>
#include <cstdio>
#include <utility>

#include "clockd/client/player.hpp"
#include "common/base/check.hpp"

namespace flagfall::client {

namespace {

constexpr Duration before_start = seconds(1);
constexpr Duration quick = seconds(5);  // of thinking about an offer, a claim or resigning

wire::Command& common(wire::ClockCommand& command) {
    return std::visit([](auto& c) -> wire::Command& { return c; }, command);
}

bool for_the_arbiter(const wire::ClockCommand& command) {
    return std::holds_alternative<wire::OpenGame>(command) ||
           std::holds_alternative<wire::StartGame>(command) ||
           std::holds_alternative<wire::SetReading>(command) ||
           std::holds_alternative<wire::EndGame>(command);
}

template <class Command>
wire::ClockCommand by(Side side) {
    Command command;
    command.side = side;
    return command;
}

wire::ClockCommand command_of(const Step& step) {
    switch (step.act) {
        case Act::arrive: return by<wire::Arrive>(step.side);
        case Act::make: {
            wire::MakeMove command;
            command.side = step.side;
            command.text = step.text;
            return command;
        }
        case Act::press: {
            wire::Press command;
            command.side = step.side;
            command.move = step.text;
            return command;
        }
        case Act::claim: {
            wire::Claim command;
            command.side = step.side;
            command.kind = step.kind.value();
            command.move = step.text;
            return command;
        }
        case Act::offer: return by<wire::OfferDraw>(step.side);
        case Act::accept: return by<wire::AcceptDraw>(step.side);
        case Act::decline: return by<wire::DeclineDraw>(step.side);
        case Act::resign: return by<wire::Resign>(step.side);
        case Act::flag: return wire::Wait{};
        case Act::end: break;
    }
    FF_CHECK(step.act == Act::end);
    wire::EndGame command;
    command.outcome = step.outcome;
    return command;
}

// "1:05:09", whole seconds rounded down.
std::string clock_text(Duration reading) {
    const long long s = reading.us / 1'000'000;
    char text[32];
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
    return text;
}

std::string number_text(const Step& step, Side first) {
    const std::uint32_t half = step.ply - (first == Side::white ? 1 : 0);
    return std::to_string(half / 2 + 1) + (step.side == Side::white ? "." : "...");
}

}  // namespace

void Player::go_on() {
    if (done_ || sent_ || thinking_ || blocked_) return;
    if (room_.office && !started_) return;  // the office opens and starts the game
    if (!opened_) return open();
    if (!started_) return start();
    if (track_.over) {
        finish();
        return go_on();
    }
    if (set_after_ && track_.running)
        return correct(Purpose::after, script().steps[step_ - 1], *set_after_);
    if (ruling_) return;
    if (at_end()) {
        if (room_.arbiter && script().result) return;
        leave();
        return go_on();
    }
    if (track_.running) perform();
}

void Player::open() {
    wire::OpenGame command;
    command.terms = script().terms;
    issue(Purpose::open, std::move(command), {});
}

void Player::start() {
    issue(Purpose::start, wire::StartGame{}, track_.at + before_start);
}

void Player::perform() {
    if (!room_.arbiter && step().ruled) {
        ++step_;
        return go_on();
    }
    if (step().act == Act::end) return end_game(Purpose::act, step().outcome);
    if (step().act == Act::flag) return call_flag();
    if (step().plays && step().side != track_.turn)
        return fail("it is not " + std::string(name(step().side)) + "'s turn before " +
                    step().text);
    const Pace paced = pace();
    if (paced.set_before && !corrected_ && !scaled())
        return correct(Purpose::before, step(), *paced.set_before);
    if (!scaled()) set_after_ = paced.set_after;
    perform_in(paced.think);
}

void Player::perform_in(Duration think) {
    if (room_.virtual_time) return act(track_.at + think);
    const Duration wait = track_.ply < known_ ? Duration{} : Duration{think.us / room_.speed};
    thinking_ = true;
    timer_.wake_in(wait, [this, think] {
        thinking_ = false;
        if (scaled()) foresee(think);
        act({});
    });
}

void Player::act(std::optional<Instant> at) { issue(Purpose::act, command_of(step()), at); }

// In virtual time a command must make time pass. Real time passes by itself, and is
// shortened when the whole replay is.
void Player::call_flag() {
    const Turn now = turn();
    if (room_.virtual_time) return act(track_.at + now.room);
    if (scaled() && !corrected_)
        return set_reading(Purpose::before, track_.turn,
                           std::max(Duration{now.before.us / room_.speed}, milliseconds(1)), "",
                           std::string("replay at ") + std::to_string(room_.speed) +
                               " times the speed");
    ruling_ = true;
    ++step_;
}

// No thinking explains the record: an arbiter must have set the clock (6.10.2).
void Player::correct(Purpose purpose, const Step& of, Duration reading) {
    set_reading(purpose, of.side, reading, "6.10.2",
                "the record shows " + clock_text(*of.clk) + " after move " +
                    number_text(of, script().first));
}

void Player::set_reading(Purpose purpose, Side side, Duration reading, std::string article,
                         std::string reason) {
    wire::SetReading command;
    command.correction.readings = track_.readings;
    command.correction.readings[side] = reading;
    command.correction.turn = track_.turn;
    command.correction.ply = track_.ply;
    command.correction.run = true;
    command.correction.article = std::move(article);
    command.correction.reason = std::move(reason);
    set_after_.reset();
    issue(purpose, std::move(command), {});
}

void Player::end_game(Purpose purpose, const wire::Outcome& outcome) {
    wire::EndGame command;
    command.outcome = outcome;
    issue(purpose, std::move(command), {});
}

void Player::issue(Purpose purpose, wire::ClockCommand command, std::optional<Instant> at) {
    FF_CHECK(!sent_);
    wire::Command& shared = common(command);
    shared.id = id_for(purpose);
    shared.board = script().board;
    shared.game = script().game;
    shared.epoch = track_.epoch;
    if (room_.virtual_time) shared.at = at;
    sent_ = Sent{purpose, command, shared.id, seen_, false, {}, false};
    send();
}

void Player::send() {
    Link& link = for_the_arbiter(sent_->command) ? room_.desk : link_;
    link.send(sent_->command, [this](const wire::FromClockd& message) { on_answer(message); });
}

// Depends on what is done, not when: the same after a restart.
std::string Player::id_for(Purpose purpose) const {
    const std::string game = std::string("replay:") + script().game + ":";
    const bool of_last = purpose == Purpose::after;
    std::string step = game + std::to_string(of_last ? step_ - 1 : step_);
    if (takes_ > 0) step += "." + std::to_string(takes_);
    switch (purpose) {
        case Purpose::open: return game + "open";
        case Purpose::start: return game + "start";
        case Purpose::before: return step + ":before";
        case Purpose::act: return step;
        case Purpose::after: return step + ":after";
        case Purpose::free: break;
    }
    return game + "end";
}

// ---- thinking -------------------------------------------------------------------------------

Turn Player::turn() const {
    Both<Duration> readings = scaled() ? model_ : track_.readings;
    for (Duration& reading : readings.values) reading = std::max(reading, microseconds(1));
    return turn_of(script().control, readings, track_.turn, moves_of(track_.ply, script().first));
}

Pace Player::pace() const {
    if (step().at_once) return {};
    const Turn now = turn();
    if (step().plays) return pace_of_move(now);
    // An act before a move: it must not use the time that the move will need.
    Duration most = std::min(quick, Duration{now.room.us / 2});
    if (step().clk && step().side == track_.turn)
        most = std::min(most, Duration{pace_to_press(now, *step().clk).think.us / 2});
    return {most, {}, {}};
}

Pace Player::pace_of_move(const Turn& now) const {
    const TimeControl& control = script().control[track_.turn];
    const std::uint32_t made = moves_of(track_.ply, script().first)[track_.turn];
    if (!step().clk) {
        const std::uint32_t required = control.moves_required(control.period_after(made));
        const std::uint32_t left = required > made ? std::min(required - made, step().moves_left)
                                                   : step().moves_left;
        return {even_share(now, left), {}, {}};
    }
    if (!room_.virtual_time) return pace_in_real_time(now, *step().clk, step().last);
    return step().last ? pace_to_stop(now, *step().clk) : pace_to_press(now, *step().clk);
}

// What the file's clocks will show after this act, while the real ones show more.
void Player::foresee(Duration think) {
    const Turn now = turn();
    model_[track_.turn] = now.before - think;
    if (!step().plays) return;
    if (!step().last) model_[track_.turn] += now.gain;
    if (step().clk) model_[track_.turn] = *step().clk;
}

}  // namespace flagfall::client
