#include "clockd/devices/tables.hpp"

#include <algorithm>
#include <utility>

#include "clockd/devices/limits.hpp"
#include "common/base/overload.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::devices {

namespace {

constexpr Duration gap = milliseconds(limits::gap_ms);
constexpr Duration recall_for = milliseconds(limits::recall_ms);

const wire::ClockCommand* command_in(const Outgoing& outgoing) {
    return std::get_if<wire::ClockCommand>(&outgoing);
}

// More moves than a move and its reply, in an order that nobody saw, or none that explain it.
bool is_far_off(const HandAct& act) {
    if (const auto* made = std::get_if<Made>(&act))
        return std::ranges::count(made->guessed, ' ') >= 2;
    const auto* none = std::get_if<Unmatched>(&act);
    return none != nullptr && !none->set_up &&
           chess::count(none->differs & none->placement.occupied()) > 2;
}

Board board_of_event(const wire::ClockEvent& event) {
    return std::visit(
        [](const auto& e) {
            if constexpr (std::is_base_of_v<wire::BoardEvent, std::decay_t<decltype(e)>>)
                return e.board;
            else
                return Board{};
        },
        event);
}

}  // namespace

Tables::Tables(std::map<std::string, Place, std::less<>> places, std::string run)
    : run_(std::move(run)) {
    for (auto& [serial, place] : places) {
        Table table{serial, place};
        table.white = place.white;
        tables_.push_back(std::move(table));
    }
}

Tables::Table* Tables::table_of(std::string_view serial) {
    const auto found = std::ranges::find(tables_, serial, &Table::serial);
    return found == tables_.end() ? nullptr : &*found;
}

Tables::Table* Tables::table_at(Board board) {
    const auto found =
        std::ranges::find(tables_, board, [](const Table& table) { return table.place.board; });
    return found == tables_.end() ? nullptr : &*found;
}

std::optional<Board> Tables::board_of(std::string_view serial) const {
    const auto found = std::ranges::find(tables_, serial, &Table::serial);
    if (found == tables_.end()) return std::nullopt;
    return found->place.board;
}

// ---- clockd ---------------------------------------------------------------------------------

bool Tables::plays(const Table& table) const {
    return live_ && !table.game.empty() && state(table).phase == clock::Phase::running &&
           !state(table).presses_only;
}

std::optional<chess::Position> Tables::position(const Table& table) const {
    return clock::on_board(state(table));
}

Orders Tables::on_event(const wire::ClockEvent& event, Pos pos, Instant at) {
    Orders orders;
    if (const auto* equipment = std::get_if<wire::EquipmentChanged>(&event))
        stood_here(*equipment);
    Table* table = table_at(board_of_event(event));
    const auto before = table != nullptr ? position(*table) : std::nullopt;
    const auto moment = table != nullptr ? std::pair{state(*table).ply, state(*table).turn()}
                                         : std::pair<Ply, Side>{};
    clock::apply(boards_, event, at);
    last_ = pos;
    if (table == nullptr) return orders;
    const bool set = std::holds_alternative<wire::ReadingSet>(event);
    // The lever lies as before, and presses only when somebody has put it back first.
    if (set && moment != std::pair{state(*table).ply, state(*table).turn()})
        table->levered = state(*table).ply;
    if (std::holds_alternative<wire::GameReopened>(event) ||
        (set && position(*table) != before)) {
        await(*table, before, at);
        table->set_again = true;
    }
    if (std::holds_alternative<wire::GameStarted>(event)) {
        table->awaited_since = at;
        await_at_start(*table);
    }
    // Only what the board showed was made since, as far as the log says.
    if (!live_ && std::holds_alternative<wire::Made>(event)) table->awaited = false;
    clock_set(*table, event);
    if (const auto* opened = std::get_if<wire::GameOpened>(&event)) {
        const auto start = chess::parse_position(
            opened->terms.fen, opened->terms.variant.value_or(Variant::chess));
        table->start = start ? *start : chess::start_position();
        const bool first = table->game.empty() && !table->shown;
        begin(*table, at, orders);
        if (live_ || !first) await(*table, before, at);
    }
    if (!live_) return orders;
    if (table->done && pos >= *table->done) next(*table, at, orders);
    if (const auto* pressed = std::get_if<wire::Pressed>(&event); pressed && table->hands)
        this->pressed(*table, *pressed, at);
    follow(*table, at, orders);
    care_for_clock(*table, orders);
    return orders;
}

// Another game at this board.
void Tables::begin(Table& table, Instant now, Orders& orders) {
    table.game = state(table).game;
    table.hands.reset();
    table.queue.clear();
    table.done.reset();
    table.taken_back.reset();
    table.sent = table.recalled = table.marked = false;
    table.remembers.reset();
    table.misfit.reset();
    table.sign.reset();
    table.trusted = false;
    table.levered.reset();
    table.rests.reset();
    table.lever_fits = table.lever_reported = false;
    table.lever.reset();
    table.held.reset();
    table.weighed_at.reset();
    table.awaited = table.set_again = false;
    table.stale.reset();
    table.was_here = live_ && table.shown;
    table.white = table.place.white;
    table.game_clock = {};
    table.game_clock.stood = table.reading && !table.reading->runs;
    table.of_before = table.reading && table.reading->runs;
    if (!live_) return;
    orders.push_back(GameAt{table.serial, table.place.board, table.game});
    follow(table, now, orders);
    tell(table.serial, orders);
}

Orders Tables::up_to_date(Instant now) {
    Orders orders;
    if (std::exchange(live_, true)) return orders;
    for (Table& table : tables_) {
        if (!table.game.empty())
            orders.push_back(GameAt{table.serial, table.place.board, table.game});
        if (state(table).started) table.game_clock.stood = true;  // it was followed before
        if (!table.game.empty()) await_stranger(table, now);
        follow(table, now, orders);
    }
    return orders;
}

// What the log has is the position of the game. As long as commands of ours are under way it is
// behind, and they are not undone.
bool Tables::align(Table& table, Orders& orders) {
    if (!live_ || table.game.empty()) return false;
    const auto stands = position(table);
    if (!stands) {  // nobody knows what stands after an illegal move
        table.hands.reset();
        answer_held(table, orders);
    }
    if (!stands || !table.queue.empty()) return false;
    if (!table.marked && table.shown == Placement::of(*stands) && state(table).ply.count == 0) {
        table.marked = true;
        orders.push_back(MarkStart{table.serial});
    }
    if (table.hands && table.taken_back == *stands) return true;
    table.taken_back.reset();
    if (!table.hands) table.hands.emplace(*stands);
    else if (table.hands->position() != *stands) table.hands->follow(*stands);
    return true;
}

void Tables::follow(Table& table, Instant now, Orders& orders) {
    if (!align(table, orders) || !table.shown || table.remembers) return;
    if (!table.awaited || arrives(table, now, orders))
        table.hands->board(*table.shown, std::max(table.shown_at, now));
}

Tables::Table* Tables::sender_of(const std::string& id) {
    const auto found = std::ranges::find_if(tables_, [&](const Table& table) {
        const auto* first = table.sent ? command_in(table.queue.front()) : nullptr;
        return first != nullptr && clock::common(*first).id == id;
    });
    return found == tables_.end() ? nullptr : &*found;
}

Tables::Table* Tables::lever_of(const std::string& id) {
    const auto found = std::ranges::find_if(
        tables_, [&](const Table& table) { return table.lever && table.lever->id == id; });
    return found == tables_.end() ? nullptr : &*found;
}

// The event may come after the answer: until it is there, the log is behind the board.
Tables::Table* Tables::clock_of(const std::string& id) {
    const auto at = std::ranges::find_if(
        tables_, [&](const Table& table) { return table.game_clock.sent == id; });
    return at == tables_.end() ? nullptr : &*at;
}

Orders Tables::on_done(const std::string& id, Pos pos, Instant now) {
    Orders orders;
    if (Table* table = lever_of(id)) table->lever.reset();
    if (Table* table = clock_of(id)) table->game_clock.sent.reset();
    Table* table = sender_of(id);
    if (table == nullptr) return orders;
    table->done = pos;
    if (last_ >= pos) next(*table, now, orders);
    return orders;
}

void Tables::next(Table& table, Instant now, Orders& orders) {
    table.done.reset();
    table.queue.pop_front();
    send_first(table, orders);
    if (!table.sent) follow(table, now, orders);
}

// Nothing answers that a press was weighed.
void Tables::send_first(Table& table, Orders& orders) {
    for (; !table.queue.empty(); table.queue.pop_front()) {
        if (const auto* command = command_in(table.queue.front())) {
            orders.push_back(Send{*command});
            break;
        }
        orders.push_back(Weighed{std::get<wire::PressWeighed>(table.queue.front())});
    }
    table.sent = !table.queue.empty();
}

// What was made on the board does not count at the clock: the board is looked at again, against
// what the log has.
Orders Tables::on_refused(const std::string& id, std::string_view code) {
    Orders orders;
    if (Table* table = lever_of(id)) {
        // Another clock may have reported the same press.
        if (code == "busy") orders.push_back(Send{*table->lever});
        else table->lever.reset();
        return orders;
    }
    if (Table* table = clock_of(id)) table->game_clock.sent.reset();  // it is looked at again
    Table* table = sender_of(id);
    if (table == nullptr) return orders;
    if (code == "busy") {
        orders.push_back(Send{*command_in(table->queue.front())});
        return orders;
    }
    orders.push_back(
        Remark{table->place.board, "clockd refused what the board shows: " + std::string(code)});
    for (const Outgoing& one : table->queue)  // nobody waits for what does not come
        if (const auto* press = std::get_if<wire::PressWeighed>(&one))
            orders.push_back(Weighed{*press});
    table->queue.clear();
    table->sent = false;
    table->hands.reset();
    answer_held(*table, orders);
    return orders;
}

void Tables::queue(Table& table, wire::ClockCommand command, Orders& orders) {
    std::visit([&](wire::Command& c) { fill_in(table, c); },
               static_cast<wire::ClockCommand::Variant&>(command));
    table.queue.emplace_back(std::move(command));
    if (!table.sent) send_first(table, orders);
}

void Tables::fill_in(const Table& table, wire::Command& command) {
    command.id = next_id();
    command.board = table.place.board;
    command.game = table.game;
    command.epoch = state(table).epoch;
}

// ---- boards ---------------------------------------------------------------------------------

Orders Tables::on_report(const std::string& source, const Report& report, Instant now) {
    Orders orders;
    std::visit(
        Overload{
            [&](const EquipmentSeen& seen) { equipment_seen(source, seen.equipment, orders); },
            [&](const Settled& look_) {
                Table* table = table_of(look_.serial);
                if (table != nullptr && !elsewhere(look_.serial, source))
                    look(*table, look_, now, orders);
            },
            [&](const ClockSeen& seen) {
                Table* table = table_of(seen.serial);
                if (table != nullptr && !elsewhere(seen.serial, source))
                    clock_seen(*table, seen, now, orders);
            },
            [&](const ClockObserved& seen) {
                Table* table = table_of(seen.serial);
                if (table != nullptr && !elsewhere(seen.serial, source)) {
                    const ClockObserved left = as_left(*table, seen);
                    take_time(*table, left, false, orders);
                    compare(*table, left);
                }
            },
            [&](const Remembered& memory) {
                if (Table* table = table_of(memory.serial)) remember(*table, memory, now, orders);
            },
            [&](const FrameSeen& seen) {
                if (const auto found = known_.find(seen.serial); found != known_.end())
                    found->second.frame = seen.at;
            },
            [&](const Moving& moving) {
                Table* table = table_of(moving.serial);
                if (table != nullptr && !elsewhere(moving.serial, source)) table->moving = true;
            },
            [&](const Asked& asked) {
                Table* table = table_of(asked.serial);
                if (table == nullptr || elsewhere(asked.serial, source)) return;
                const bool first = !table->asked;
                table->asked = asked.at;
                if (!table->held) return;
                if (first) ask_for_press(*table, orders);  // it answers: it can be asked
                wake(*table, now, orders);
            },
        },
        report);
    return orders;
}

// After a gap the board may have gone through more moves than two looks show: its memory has them.
void Tables::look(Table& table, const Settled& look, Instant now, Orders& orders) {
    table.moving = false;
    table.shown = look.placement;
    table.shown_since = look.since;
    if (!table.trusted && !table.game.empty() && state(table).last < look.at)
        table.shown_since = std::min(look.since, state(table).last);
    table.shown_at = look.at;
    align(table, orders);
    const Instant still = std::max(now, look.at + milliseconds(limits::settle_ms));
    const bool known = table.was_here || !table.awaited;
    const bool here = !table.game.empty() && (!table.awaited || arrives(table, still, orders));
    if (!plays(table)) return look_at_rest(table, orders);
    if (!table.hands) return;
    const bool late = !table.trusted || look.at - look.since > gap;
    const auto stands = position(table);
    table.trusted = true;
    if (table.remembers) return;
    if (!here) {
        // Moves that nobody saw may have been made from where the game begins.
        if (late && remembers_game(table) && !is_stale(table)) return recall(table, now, orders);
        return wake(table, still, orders);
    }
    if (late && known && stands && table.queue.empty() &&
        look.placement != Placement::of(*stands) && !explained_by_press(table))
        return recall(table, now, orders);
    table.hands->board(look.placement, look.at);
    wake(table, still, orders);
}

// Players who agree on a result may stop the clock before they show it.
void Tables::look_at_rest(Table& table, Orders& orders) {
    const auto stands = position(table);
    if (!live_ || table.game.empty() || state(table).phase != clock::Phase::paused || !stands)
        return;
    const bool game = *table.shown == Placement::of(*stands) || one_move(*stands, *table.shown);
    if (const auto sign = sign_on(*table.shown); sign && !game) shows_sign(table, sign, orders);
}

// A memory that never comes is not waited for.
void Tables::recall(Table& table, Instant now, Orders& orders) {
    table.remembers = now + recall_for;
    table.recalled = true;
    orders.push_back(AskMemory{table.serial});
}

// Of more than a move and its reply the board's memory may know what they were, and their order. No
// press waits for it.
void Tables::wake(Table& table, Instant now, Orders& orders) {
    if (!plays(table) || !table.hands) return;
    if (table.remembers) {
        if (now >= *table.remembers) remember(table, {}, now, orders);
        return;
    }
    if (table.awaited) {
        if (!table.shown || !arrives(table, now, orders)) return wait_for_game(table, now, orders);
        table.hands->board(*table.shown, table.shown_at);
    }
    weigh(table, now);
    Hands before = *table.hands;
    const HandActs acts = table.hands->wake(now);
    const bool may_ask = !table.held && !table.recalled && table.queue.empty();
    if (may_ask && std::ranges::any_of(acts, is_far_off)) {
        table.hands = std::move(before);
        return recall(table, now, orders);
    }
    for (const HandAct& each : acts) act(table, each, now, orders);
    if (table.hands->fits() && !table.hands->reported_misfit()) {
        table.recalled = false;
        fits(table, orders);
    }
    answer_when_weighed(table, orders);
}

// The press waits at clockd: its illegal move goes there as it was played. One that came with a
// move has counted already. A board that says nothing any more may show something else by now.
void Tables::unlawful(Table& table, const Unlawful& unlawful, Instant now, Orders& orders) {
    if (unasked(table)) {
        table.held->unseen = true;
        return;
    }
    if (table.held && table.held->early) {
        table.held->unseen = true;
        return misfits(table, unlawful.placement, orders);
    }
    orders.push_back(Remark{table.place.board,
                            "an illegal move was completed: " +
                                (unlawful.uci.empty() ? "" : unlawful.uci + ", ") + "squares " +
                                squares_of(unlawful.differs),
                            devices::text(unlawful.placement)});
    if (!table.held) return misfits(table, unlawful.placement, orders);
    wire::MakeMove move;
    move.side = unlawful.side;
    move.text = unlawful.uci.empty() ? "?" : unlawful.uci;
    move.age = std::max(Duration{}, now - unlawful.at);
    queue(table, std::move(move), orders);
}

void Tables::act(Table& table, const HandAct& each, Instant now, Orders& orders) {
    const auto remark = [&](std::string text, const Placement* placement = nullptr) {
        orders.push_back(Remark{table.place.board, std::move(text),
                                placement ? devices::text(*placement) : ""});
    };
    std::visit(
        Overload{
            [&](const Made& made) {
                make(table, made, std::min(table.shown_since, made.at), now, orders);
            },
            [&](const TakenBack&) {
                table.taken_back = position(table);
                remark("a move was taken back before it was pressed");
            },
            [&](const Unmatched& none) {
                misfits(table, none.placement, orders);
                remark("the board does not show the game; it differs on " +
                           squares_of(none.differs),
                       &none.placement);
            },
            [&](const Fits&) { fits(table, orders); },
            [&](const Unlawful& none) { unlawful(table, none, now, orders); },
            [&](const NoMove& none) { no_move(table, none); },
            [&](const KingsSign& sign) {
                remark("the kings show the result " + std::string(text(sign.score)));
                shows_sign(table, sign.score, orders);
            },
            [](const auto&) {},
        },
        each);
}

void Tables::make(Table& table, const Made& made, Instant since, Instant now, Orders& orders) {
    wire::MakeMove move;
    move.side = made.side;
    move.text = made.uci;
    move.age = std::max(Duration{}, now - made.at);
    move.uncertainty = std::max(Duration{}, made.at - since);
    move.guessed = made.guessed;
    queue(table, std::move(move), orders);
}

// The game's placements in the board's memory. Where it begins with our mark alone, what stood
// there is the start of the game, as the board stands: this way or the other one.
std::vector<StoodPlacement> Tables::stood_in(const Table& table, const Notes& memory) {
    const Placement start = Placement::of(table.start);
    auto stood = last_game(memory, start);
    auto turned = last_game(memory, start.turned());
    const bool other = !turned.empty() && turned.back().placement == table.shown;
    return other ? std::move(turned) : std::move(stood);
}

// The memory is played through from its beginning; where the log's position comes up, the rest is
// what clockd does not know yet. Nothing says when it was made: from the last look before the gap
// to now.
void Tables::remember(Table& table, const Remembered& memory, Instant now, Orders& orders) {
    if (!std::exchange(table.remembers, std::nullopt)) return;
    const auto stands = position(table);
    if (!plays(table) || !stands || !table.shown) return;
    std::vector<Made> missing;
    bool found = false;
    Hands hands(table.start);
    const std::vector<StoodPlacement> all = stood_in(table, memory.notes);
    // What stood there before is in it: it begins with the game before this one.
    const auto is_before = [&](const StoodPlacement& one) { return one.placement == table.stale; };
    const bool older = table.awaited && (!remembers_game(table) ||
                                         (table.stale && std::ranges::any_of(all, is_before)));
    if (!all.empty() && !older) {
        found = table.start == *stands;
        // One after the other, and none before the machine was started.
        const auto count = static_cast<std::int64_t>(all.size()) + 1;
        const Duration step = std::min(seconds(10), Duration{table.shown_at.us / count});
        Instant at = table.shown_at - step * count;
        for (const StoodPlacement& stood : all) {
            const bool last = &stood == &all.back();
            if (last && stood.placement != *table.shown) break;  // hands are at work
            if (last) at = table.shown_at;  // what stands now has its patience before it
            hands.board(stood.placement, at);
            at = at + (last ? HandTimes{}.settle : step);
            for (const HandAct& each : hands.wake(at)) {
                if (const auto* made = std::get_if<Made>(&each)) {
                    if (made->replaces && !missing.empty()) missing.pop_back();
                    missing.push_back(*made);
                }
                if (std::holds_alternative<TakenBack>(each) && !missing.empty())
                    missing.pop_back();
                if (hands.position() != *stands) continue;
                found = true;
                missing.clear();
            }
        }
    }
    if (found && !missing.empty()) {
        orders.push_back(Remark{table.place.board, std::to_string(missing.size()) +
                                                       " moves come from the board's memory"});
        for (Made& made : missing) {
            made.at = table.shown_at;
            make(table, made, table.shown_since, now, orders);
        }
    }
    if (found) {
        table.hands = std::move(hands);  // it knows what may still be taken back
        table.awaited = false;
    }
    if (table.awaited) return wake(table, now, orders);
    table.hands->board(*table.shown, table.shown_at);
    wake(table, now + milliseconds(limits::settle_ms), orders);
}

// ---- time -----------------------------------------------------------------------------------

std::optional<Instant> Tables::deadline() const {
    std::optional<Instant> first;
    for (const Table& table : tables_) {
        if (const auto stops = stops_at(table); stops && (!first || *stops < *first)) first = stops;
        if (!plays(table) || !table.hands) continue;
        std::optional<Instant> due = table.remembers;
        if (!due) {
            if (!table.awaited) due = table.hands->deadline();
            else if (!table.misfit && table.shown)
                due = table.awaited_since + HandTimes{}.unmatched;
            const auto held = held_due(table);
            if (held && !table.held->unseen) due = due ? std::min(*due, *held) : held;
        }
        if (due && (!first || *due < *first)) first = due;
    }
    return first;
}

Orders Tables::on_wake(Instant now) {
    Orders orders;
    for (Table& table : tables_) {
        stop(table, now, orders);
        wake(table, now, orders);
    }
    return orders;
}

}  // namespace flagfall::devices
