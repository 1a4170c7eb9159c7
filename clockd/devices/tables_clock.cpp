// Presses, of whatever clock, and the clocks beside boards: their levers say who pressed, and their
// readings are compared with clockd's.
#include <algorithm>
#include <iterator>
#include <utility>

#include "clockd/devices/limits.hpp"
#include "clockd/devices/tables.hpp"

namespace flagfall::devices {

namespace {

constexpr Duration scanned = milliseconds(limits::scan_ms);
// Beyond what a reading's uncertainty explains.
constexpr Duration large_drift = milliseconds(limits::clock_drift_ms);
constexpr Duration set_for_a_game = seconds(120);

}  // namespace

void Tables::clock_seen(Table& table, const ClockSeen& seen, Instant now, Orders& orders) {
    const auto* reading = std::get_if<ClockReading>(&seen.frame);
    if (reading == nullptr) return;
    if (!reading->runs || was_set(table.reading, *reading)) table.of_before = false;
    table.reading = *reading;
    start_or_stop(table, *reading, seen.at, orders);
    compare(table, *reading, seen.at, orders);
    lever(table, *reading, seen.at, now, orders);
    care_for_clock(table, orders);
}

// Before anything was played the lever is at the wrong side: the clock was started so, or `white=`
// is not so. Nobody has pressed it.
bool Tables::starts_wrong(Table& table, Side to_move, Orders& orders) {
    const clock::BoardState& board = state(table);
    if (to_move == board.turn() || board.ply.count > 0) table.lever_fits = true;
    const bool played = !board.pending[board.turn()].empty() ||
                        (table.hands && table.trusted && !table.hands->fits()) ||
                        (table.awaited && table.shown && is_new_with_a_move(table, board.turn()));
    if (table.lever_fits || played) return false;
    if (!std::exchange(table.lever_reported, true))
        orders.push_back(Remark{table.place.board,
                                "the clock's lever shows that the other side has the move, and "
                                "nothing was played: move the lever, or correct white= of this "
                                "board"});
    return true;
}

// Does it have more time than any increment gives? On a bus nobody may have read that it stood.
bool Tables::was_set(const std::optional<ClockReading>& before, const ClockReading& reading) {
    return before && (reading.left.time > before->left.time + set_for_a_game ||
                      reading.right.time > before->right.time + set_for_a_game);
}

// Before anything was played, whose clock runs has the first move, if that clock is this game's.
// Later, for a gateway that was started again, a lever that is pressed when a move was made says
// who made it. True: this was such a press.
bool Tables::finds_side(Table& table, Hand to_move) const {
    const clock::BoardState& board = state(table);
    const auto has_the_move = [&](Hand hand) {
        const Hand other_hand = hand == Hand::left ? Hand::right : Hand::left;
        table.white = board.turn() == Side::white ? hand : other_hand;
    };
    const bool moved = !board.pending[board.turn()].empty();
    if (table.of_before) return false;
    if (board.ply.count == 0) {
        if (!moved) has_the_move(to_move);
        return false;
    }
    if (table.rests && table.rests->second != board.ply) table.rests.reset();
    if (moved) {
        if (!table.rests || table.rests->first == to_move) return false;
        has_the_move(table.rests->first);
        return true;
    }
    const bool quiet = table.trusted && !table.awaited && !table.moving && table.hands &&
                       table.hands->fits() && table.levered != board.ply;
    if (!quiet) table.rests.reset();
    else if (!table.rests) table.rests = {to_move, board.ply};
    return false;
}

// The lever says who pressed. Which hand is White's is known, or follows from who has the move. The
// press goes to clockd at once, and is held there as every other.
void Tables::lever(Table& table, const ClockReading& reading, Instant at, Instant now,
                   Orders& orders) {
    if (!plays(table) || !reading.runs || !reading.to_move || table.lever || table.held ||
        !table.queue.empty())
        return;
    if (!table.white && !finds_side(table, *reading.to_move)) return;
    const clock::BoardState& board = state(table);
    const Side to_move = *reading.to_move == *table.white ? Side::white : Side::black;
    if (starts_wrong(table, to_move, orders)) return;
    if (table.levered == board.ply) {  // taken back: it counts again when the lever was put back
        if (to_move == board.turn()) table.levered.reset();
        return;
    }
    if (to_move == board.turn()) return;
    table.levered = board.ply;
    wire::Press press;
    fill_in(table, press);
    press.side = board.turn();
    press.age = std::max(Duration{}, now - at);
    table.lever = press;
    orders.push_back(Send{std::move(press)});
}

// ---- presses that clockd holds --------------------------------------------------------------

Orders Tables::on_press_held(const wire::PressHeld& press, Instant now) {
    Orders orders;
    Table* table = table_at(press.board);
    if (table == nullptr) return orders;  // another gateway's
    wire::PressWeighed answer{press.board, press.game, press.sender, press.id};
    if (table->held && table->held->answer == answer) return orders;
    if (table->weighed == answer || table->game != press.game) {
        orders.push_back(Weighed{std::move(answer)});
        return orders;
    }
    table->held = HeldPress{press.side, now - press.age, std::move(answer)};
    table->held->early = table->awaited;
    if (nothing_to_weigh(*table)) {
        answer_held(*table, orders);
        return orders;
    }
    if (table->remembers && explained_by_press(*table)) {
        table->remembers.reset();
        table->hands->board(*table->shown, table->shown_at);
    }
    if (table->asked) ask_for_press(*table, orders);
    wake(*table, now, orders);
    return orders;
}

void Tables::ask_for_press(const Table& table, Orders& orders) {
    orders.push_back(AskChanges{table.serial, table.held->at + scanned});
}

// One move of the player who pressed explains what stands: no press waits for the memory, which
// takes seconds.
bool Tables::explained_by_press(const Table& table) const {
    const auto stands = position(table);
    return table.held && stands && stands->side_to_move() == table.held->side && table.shown &&
           (one_move(*stands, *table.shown) || one_move(*stands, table.shown->turned()));
}

// Has the board not answered a question since it can have seen the move? One of another program
// cannot be asked.
bool Tables::unasked(const Table& table) {
    return table.held && table.asked && *table.asked < table.held->at + scanned;
}

// The board has had time to report the move; longer while hands are at work, nobody has seen the
// whole board, or it was not asked since it can have seen the move.
std::optional<Instant> Tables::held_due(const Table& table) const {
    if (!table.held || table.held->given) return std::nullopt;
    const HandTimes times;
    const bool longer = table.moving || !table.trusted || unasked(table);
    const Instant due =
        table.held->at + (longer ? times.press_wait : times.scan + times.settle);
    return table.awaited ? std::max(due, table.shown_at + times.settle) : due;
}

void Tables::weigh(Table& table, Instant now) {
    const auto due = held_due(table);
    if (!due || now < *due) return;
    table.held->given = true;
    table.hands->press(table.held->side, table.held->at);
}

// Not said to clockd where the board may only not have shown it.
void Tables::no_move(Table& table, const NoMove& none) {
    if (table.held)
        table.held->unseen = !none.seen || table.held->early || table.moving ||
                             !table.trusted || unasked(table);
}

void Tables::answer_when_weighed(Table& table, Orders& orders) {
    if (!table.held) return;
    const bool known =
        table.held->given && !table.held->unseen && !table.hands->weighs_press();
    if (known || nothing_to_weigh(table)) answer_held(table, orders);
}

// After the moves of that player: what the opponent has played since comes after the press.
void Tables::answer_held(Table& table, Orders& orders) {
    if (!table.held) return;
    const HeldPress held = *std::exchange(table.held, std::nullopt);
    table.weighed = held.answer;
    table.weighed_at = state(table).ply;
    auto after = table.queue.end();
    while (after != table.queue.begin()) {
        const auto* command = std::get_if<wire::ClockCommand>(&*std::prev(after));
        const auto* move = command ? std::get_if<wire::MakeMove>(command) : nullptr;
        if (move != nullptr && move->side == held.side) break;
        --after;
    }
    if (after == table.queue.begin()) orders.push_back(Weighed{held.answer});
    else table.queue.insert(after, held.answer);
}

// A press counts. The hands know of it if it was weighed before.
void Tables::pressed(Table& table, const wire::Pressed& pressed, Instant at) {
    const bool known = table.weighed_at && pressed.ply.count == table.weighed_at->count + 1;
    const bool waits = table.held && table.held->side == pressed.side;  // clockd went on without us
    const bool given = waits && (table.held->given || table.awaited);
    if (waits) table.held.reset();
    if (!known && !given) table.hands->press(pressed.side, at);
}

// What the clock beside the board shows beyond clockd's, of the side whose clock runs.
void Tables::compare(Table& table, const ClockReading& reading, Instant at, Orders& orders) {
    if (!table.white) return;
    const bool left = *table.white == Hand::left;
    const ShownTime& white = left ? reading.left : reading.right;
    const ShownTime& black = left ? reading.right : reading.left;
    const ClockObserved seen =
        as_left(table, {table.serial, {{white.time, black.time}}, clock_uncertainty, at});
    // After a press of the lever the two agree again when that press counts.
    const Side to_move = reading.to_move == table.white ? Side::white : Side::black;
    if (of_this_game(table, reading) &&
        (!reading.runs || (reading.to_move && to_move == state(table).turn())))
        take_time(table, seen, !reading.runs, orders);
    compare(table, seen);
}

void Tables::compare(Table& table, const ClockObserved& seen) {
    if (!plays(table)) return;
    Known& known = known_[table.serial];
    const Side turn = state(table).turn();
    const wire::BoardView view = clock::view(boards_, table.place.board, seen.at);
    known.drift = seen.readings[turn] - view.readings[turn];
    const Duration most = large_drift + seen.uncertainty;
    const bool large = *known.drift > most || *known.drift < Duration{} - most;
    // One that clockd follows will agree, unless a person has to set it.
    const bool follows = state(table).follows_board && !table.game_clock.unset;
    known.facts.drift = large && !follows ? wire::Drift::large : wire::Drift::small;
}

}  // namespace flagfall::devices
