// The clock beside a board, where it is the game's (timing board_clock): clockd's is started,
// stopped and set by it. It shows whole seconds, late by up to one, so that clockd's own time
// counts until the two differ by more than that. Flags are called by people (6.8). A display that
// counts up shows the time used.
#include <algorithm>
#include <utility>

#include "clockd/devices/limits.hpp"
#include "clockd/devices/tables.hpp"

namespace flagfall::devices {

namespace {

constexpr Duration agrees = milliseconds(limits::clock_agrees_ms);
constexpr Duration lasts = milliseconds(limits::clock_lasts_ms);
constexpr Duration little = milliseconds(limits::clock_short_ms);
constexpr Duration large_clock_drift = milliseconds(limits::clock_drift_ms) + clock_uncertainty;

bool within(Duration difference, Duration most) {
    return difference <= most && difference >= Duration{} - most;
}

}  // namespace

void Tables::send_of_clock(Table& table, wire::ClockCommand command, Orders& orders) {
    std::visit([&](wire::Command& c) { fill_in(table, c); },
               static_cast<wire::ClockCommand::Variant&>(command));
    table.game_clock.sent = std::visit([](const wire::Command& c) { return c.id; },
                                       static_cast<wire::ClockCommand::Variant&>(command));
    orders.push_back(Send{std::move(command)});
}

// A person who sets clockd's clock, or rules so, sets the one beside the board, too.
void Tables::clock_set(Table& table, const wire::ClockEvent& event) {
    GameClock& own = table.game_clock;
    const auto* set = std::get_if<wire::ReadingSet>(&event);
    if ((set && set->by != name(clock::Role::boards)) ||
        std::holds_alternative<wire::ControlSet>(event))
        own.unset = true;
    else if (set && set->adjusted) own.unset = false;  // it was followed again since
    if (std::holds_alternative<wire::GameStarted>(event) ||
        std::holds_alternative<wire::Resumed>(event) ||
        std::holds_alternative<wire::Paused>(event) || (set && !set->adjusted)) {
        own.ran = false;
        own.stands.reset();
        own.differs.reset();
    }
}

// ---- what it shows --------------------------------------------------------------------------

bool Tables::counts_up(const Table& table, Side side) const {
    return state(table).clock.present(side).method == Method::upcount;
}

// Messages have what is left. Whole seconds used, late by up to one, are up to two seconds short of
// the truth, and those left are up to one to either side: so are these, with one more.
ClockObserved Tables::as_left(const Table& table, ClockObserved seen) const {
    if (table.game.empty()) return seen;
    for (const Side side : {Side::white, Side::black})
        if (counts_up(table, side))
            seen.readings[side] = upcount_span - seen.readings[side] - clock_uncertainty;
    return seen;
}

// One that still runs for the game before, or has not run since clockd's was started, shows no time
// of this game.
bool Tables::of_this_game(const Table& table, const ClockReading& reading) const {
    const GameClock& own = table.game_clock;
    const bool waits = state(table).phase == clock::Phase::running && !reading.runs && !own.ran;
    return own.stood && !waits;
}

// On a bus each reading takes time from the moves. A clock is read more often if it is the game's,
// and most often if it is short of time or shows something else than clockd's.
ClockCare Tables::care_of(const Table& table) const {
    if (!live_ || table.game.empty() || !state(table).follows_board) return ClockCare::beside;
    const clock::Phase phase = state(table).phase;
    const bool runs = phase == clock::Phase::running;
    if (!runs && phase != clock::Phase::ready && phase != clock::Phase::paused)
        return ClockCare::beside;
    const GameClock& own = table.game_clock;
    const bool close =
        (own.differs && !own.unset) || own.stands || (runs && table.clock_short);
    return close ? ClockCare::close : ClockCare::game;
}

void Tables::care_for_clock(Table& table, Orders& orders) {
    const ClockCare care = care_of(table);
    if (std::exchange(table.care, care) != care)
        orders.push_back(ReadClock{table.serial, care});
}

// ---- what follows ---------------------------------------------------------------------------

// One that still runs for the game before starts none.
void Tables::start_or_stop(Table& table, const ClockReading& reading, Instant at,
                           Orders& orders) {
    table.game_clock.stood = table.game_clock.stood || !reading.runs;
    if (!live_ || table.game.empty() || !state(table).follows_board || table.game_clock.sent)
        return;
    const clock::BoardState& board = state(table);
    GameClock& own = table.game_clock;
    const bool up = counts_up(table, Side::white) || counts_up(table, Side::black);
    table.clock_short = !up && std::min(reading.left.time, reading.right.time) < little;
    if (board.phase == clock::Phase::ready && own.stood && reading.runs && reading.to_move) {
        const Hand opponent = *reading.to_move == Hand::left ? Hand::right : Hand::left;
        if (!table.white) table.white = board.first == Side::white ? *reading.to_move : opponent;
        return send_of_clock(table, wire::StartGame{}, orders);
    }
    if (board.phase == clock::Phase::paused && reading.runs) {
        if (board.paused_by_gateway) return send_of_clock(table, wire::Resume{}, orders);
        own.ran_on = true;
    }
    if (board.phase != clock::Phase::running) return;
    if (reading.runs) {
        own.ran = true;
        own.stands.reset();
        return;
    }
    const bool at_zero =
        !up && (reading.left.time == Duration{} || reading.right.time == Duration{});
    if (own.ran && !at_zero && !own.stands) own.stands = at;
    stop(table, at, orders);
}

// A clock that stands says so once.
std::optional<Instant> Tables::stops_at(const Table& table) const {
    const GameClock& own = table.game_clock;
    if (!own.stands || own.sent || !live_ || state(table).phase != clock::Phase::running)
        return std::nullopt;
    return *own.stands + lasts;
}

void Tables::stop(Table& table, Instant now, Orders& orders) {
    const auto due = stops_at(table);
    if (!due || now < *due) return;
    table.game_clock.stands = now;  // not at once again, if it is refused
    wire::Pause pause;
    pause.reason = "the clock beside the board stands";
    send_of_clock(table, std::move(pause), orders);
}

// `stands`: the clock beside the board is known to stand.
void Tables::take_time(Table& table, const ClockObserved& seen, bool stands, Orders& orders) {
    if (!live_ || table.game.empty() || !state(table).follows_board || table.game_clock.sent ||
        table.held || table.lever)
        return;
    GameClock& own = table.game_clock;
    const clock::Phase phase = state(table).phase;
    if (phase != clock::Phase::running && (phase != clock::Phase::paused || !stands)) {
        own.differs.reset();  // it is not looked at, and lasts no longer
        return;
    }
    const wire::BoardView view = clock::view(boards_, table.place.board, seen.at);
    const Duration most = seen.uncertainty + agrees;
    wire::Adjust adjust;
    for (const Side side : {Side::white, Side::black}) {
        // Time goes on until clockd has it: what shows zero gets there by itself.
        const Duration shown = std::max(seen.readings[side], seen.uncertainty);
        if (!within(seen.readings[side] - view.readings[side], most))
            adjust.deltas[side] = shown - view.readings[side];
    }
    if (adjust.deltas == Both<Duration>{}) {
        own.differs.reset();
        own.unset = own.ran_on = false;
        return;
    }
    const auto far = [](Duration delta) { return !within(delta, large_clock_drift); };
    // Nobody has to pay for a pause that the desk has given.
    if (std::exchange(own.ran_on, false) && std::ranges::any_of(adjust.deltas.values, far))
        own.unset = true;
    if (own.unset) return;
    if (!own.differs) own.differs = seen.at;
    if (seen.at - *own.differs < lasts) return;
    own.differs.reset();
    adjust.reason = "as the clock beside the board shows";
    send_of_clock(table, std::move(adjust), orders);
}

}  // namespace flagfall::devices
