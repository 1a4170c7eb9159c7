#include "arbiterd/core/readings.hpp"

#include <algorithm>
#include <variant>

namespace flagfall::game {
namespace {

template <class... F>
struct Overload : F... {
    using F::operator()...;
};

// Time that a ruling gave or took holds for earlier positions, too, when the game goes back there.
void shift_clocks(Game& game, const Both<Duration>& deltas) {
    for (Both<Duration>& clocks : game.clocks)
        for (const Side side : {Side::white, Side::black})
            clocks[side] = std::max(clocks[side] + deltas[side], Duration{});
}

void read_clock(Game& game, Side side, Duration left, bool after_move) {
    if (!game.control) return;
    remember(game.memory[side], (*game.control)[side], game.trigger,
             {.period = game.period[side], .left = left, .after_move = after_move});
}

void read_both(Game& game, const Both<Duration>& readings) {
    for (const Side side : {Side::white, Side::black})
        read_clock(game, side, readings[side], false);
}

void read_move(Game& game, const wire::MoveRecorded& e) {
    if (!game.control || game.live.presses) return;
    if (game.trigger == PeriodTrigger::moves)
        game.period[e.side] =
            (*game.control)[e.side].period_after(moves_of(e.side, game.first, e.ply));
    read_clock(game, e.side, e.readings[e.side], e.completed_by == "press");
}

// The clock's period in the control of the terms; a person may have set another one.
std::uint32_t known_period(const Game& game, Side side, std::uint32_t period) {
    if (!game.control) return 1;
    const std::vector<Period>& all = (*game.control)[side].periods;
    const auto most = static_cast<std::uint32_t>(all.size());
    return std::max(all.back().moves == 0 ? std::min(period, most) : period, 1U);
}

void read_press(Game& game, const wire::PressNoted& e) {
    const bool set = e.how != "press";
    std::erase_if(game.presses, [&](const Press& press) {
        return set ? press.ply > e.ply : press.ply >= e.ply;
    });
    if (set) return;
    game.presses.push_back({e.ply, e.cause, e.elapsed, e.readings});
    game.period[e.side] = known_period(game, e.side, e.period);
    read_clock(game, e.side, e.readings[e.side], true);
}

void read_intervention(Game& game, const wire::ClockIntervention& e) {
    if (e.kind == "period_ended" && game.control)
        for (const Side side : {Side::white, Side::black})
            if (!(*game.control)[side].is_last(game.period[side])) ++game.period[side];
    read_both(game, e.after);
}

}  // namespace

// What an event says of the readings that belong to the record's positions.
void keep_clocks(Game& game, const wire::GameEvent& event) {
    // What the desk gives reaches the clock as an adjustment, below.
    const auto* given = std::get_if<wire::PenaltyGiven>(&event);
    if (given && given->cause > Pos{}) {
        Both<Duration> deltas;
        deltas[other(given->side)] = given->to_opponent;
        shift_clocks(game, deltas);
    }
    if (const auto* by = std::get_if<wire::ClockIntervention>(&event))
        if (by->kind == "set_reading") game.clocks.back() = by->after;
    const auto* done = std::get_if<wire::CommandSettled>(&event);
    if (!done || !done->refused.empty()) return;
    for (const Outstanding& out : game.live.outbox) {
        const auto& command = out.issued.command;
        if (!std::visit([&](const auto& c) { return c.id == done->id; }, command)) continue;
        if (const auto* set = std::get_if<wire::SetReading>(&command))
            game.clocks.back() = set->correction.readings;
        if (const auto* adjust = std::get_if<wire::Adjust>(&command))
            shift_clocks(game, adjust->deltas);
    }
}

void read_clocks(Game& game, const wire::GameEvent& event) {
    std::visit(Overload{[&](const wire::MoveRecorded& e) { read_move(game, e); },
                        [&](const wire::PressNoted& e) { read_press(game, e); },
                        [&](const wire::ClockIntervention& e) { read_intervention(game, e); },
                        [&](const wire::PenaltyGiven& e) { read_both(game, e.after); },
                        [](const auto&) {}},
               event);
}

}  // namespace flagfall::game
