// The clocks beside boards: their levers say who pressed, and their readings are compared with
// clockd's.
#include <algorithm>
#include <utility>

#include "clockd/devices/tables.hpp"

namespace flagfall::devices {

namespace {

constexpr Duration large_drift = seconds(2);  // beyond what a reading's uncertainty explains

}  // namespace

void Tables::clock_seen(Table& table, const ClockSeen& seen, Instant now, Orders& orders) {
    const auto* reading = std::get_if<ClockReading>(&seen.frame);
    if (reading == nullptr) return;
    compare(table, *reading, seen.at);
    lever(table, *reading, seen.at, now, orders);
}

// The lever says who pressed. Which hand is White's is known, or follows from who has the move.
// The press goes to clockd when its move is understood.
void Tables::lever(Table& table, const ClockReading& reading, Instant at, Instant now,
                   Orders& orders) {
    if (!plays(table) || !reading.runs || !reading.to_move || table.lever ||
        !table.queue.empty())
        return;
    const clock::BoardState& board = state(table);
    if (!table.white) {
        if (board.ply.count != 0 || !board.pending[board.turn()].empty()) return;
        const Hand other_hand = *reading.to_move == Hand::left ? Hand::right : Hand::left;
        table.white = board.turn() == Side::white ? *reading.to_move : other_hand;
        return;
    }
    const Side to_move = *reading.to_move == *table.white ? Side::white : Side::black;
    if (to_move == board.turn() || table.pressed == board.ply) return;
    table.lever = LeverPress{board.turn(), at};
    if (nothing_to_weigh(table)) pressed_by_lever(table, now, orders);
}

// The board has had time to report the move; longer while hands are at work.
std::optional<Instant> Tables::lever_due(const Table& table) const {
    if (!table.lever || table.lever->weighed) return std::nullopt;
    const HandTimes times;
    return table.lever->at + (table.moving ? times.press_wait : times.scan + times.settle);
}

void Tables::weigh_lever(Table& table, Instant now) {
    const auto due = lever_due(table);
    if (!due || now < *due) return;
    table.lever->weighed = true;
    table.hands->press(table.lever->side, table.lever->at);
}

void Tables::pressed_by_lever(Table& table, Instant now, Orders& orders) {
    const bool weigh = !nothing_to_weigh(table);
    if (!table.lever || (weigh && !table.lever->weighed)) return;
    if (weigh && table.hands->weighs_press()) return;
    const LeverPress lever = *std::exchange(table.lever, std::nullopt);
    if (lever.side != state(table).turn() || table.pressed == state(table).ply) return;
    table.pressed = state(table).ply;
    wire::Press press;
    press.side = lever.side;
    press.age = std::max(Duration{}, now - lever.at);
    queue(table, std::move(press), orders);
}

bool Tables::was_ours(const Table& table, const wire::Pressed& pressed) const {
    return table.pressed && pressed.ply.count == table.pressed->count + 1;
}

// What the clock beside the board shows beyond clockd's, of the side whose clock runs.
void Tables::compare(Table& table, const ClockReading& reading, Instant at) {
    if (!table.white) return;
    const bool left = *table.white == Hand::left;
    const ShownTime& white = left ? reading.left : reading.right;
    const ShownTime& black = left ? reading.right : reading.left;
    compare(table, {table.serial, {{white.time, black.time}}, clock_uncertainty, at});
}

void Tables::compare(Table& table, const ClockObserved& seen) {
    if (!plays(table)) return;
    Known& known = known_[table.serial];
    const Side turn = state(table).turn();
    const wire::BoardView view = clock::view(boards_, table.place.board, seen.at);
    known.drift = seen.readings[turn] - view.readings[turn];
    const Duration most = large_drift + seen.uncertainty;
    known.facts.drift = *known.drift > most || *known.drift < Duration{} - most ? "large" : "small";
}

}  // namespace flagfall::devices
