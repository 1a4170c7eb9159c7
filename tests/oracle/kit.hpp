// Both cores in one process, for logs to judge: what is said to the clock is carried out at once,
// the office answers every event, and its commands come back to the clock.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "arbiterd/game/laws/decide.hpp"
#include "arbiterd/game/state/games.hpp"
#include "clockd/clock/boards.hpp"
#include "tests/oracle/oracle.hpp"

namespace flagfall::oracle::test {

class Pair {
public:
    explicit Pair(const std::string& time = "real");

    // A game at board 1, started at once if `starts`.
    void open(const std::string& time_control = "40/5400+30:1800+30", const std::string& fen = "",
              PeriodTrigger trigger = PeriodTrigger::moves, Variant variant = Variant::chess);
    // Each of these happens a second after the last, unless `now` was moved.
    void move(Side side, const std::string& text);
    void press(Side side, const std::string& text = "");
    void offer(Side side);
    void accept(Side side);
    void decline(Side side);
    void resign(Side side);
    void claim(Side side, const std::string& kind, const std::string& text = "");
    void pause(clock::Role by = clock::Role::arbiter);
    void resume();
    void set(const wire::Correction& correction);
    void end(const wire::Outcome& outcome);
    // Any other command, for this board and game.
    void give(wire::ClockCommand command, clock::Role by = clock::Role::arbiter);
    // What an arbiter rules at the desk, a second later; the office must accept it.
    void rule(wire::DeskAct act, const std::string& article = "");
    // Moves made and pressed by the sides in turn.
    void play(const std::string& moves);
    // Time passes; what runs out meanwhile does.
    void wait(Duration time);
    // A gateway reports something of the electronic board, which clockd's log keeps.
    void report(wire::EquipmentChanged event);
    // clockd starts again: in the same boot, or after a power cut.
    void boot(const std::string& name);

    // The office's commands reach the clock only when this is called, unless `prompt`.
    void deliver();
    // The first of those that wait is lost on the way, and the office notices that. `effect`: the
    // clock says that it has done it, and has not.
    void lose(bool effect = false);
    bool prompt = true;

    std::string profile;  // of the next games
    wire::Pairs rules;    // likewise
    std::optional<wire::FlagCall> flag_call{};
    bool freeze = false;
    std::optional<wire::Reporting> reports{};
    bool starts = true;

    Instant now{1'000'000};
    std::vector<ClockRow> clock;
    std::vector<GameRow> record;

    std::vector<Complaint> judged(bool finished = true) const;

private:
    template <class Command>
    Command make(Side side) const;
    template <class Command>
    void tell(Command command, clock::Role by = clock::Role::device);
    void take(const clock::Stamped& stamped, const std::string& id);
    void keep(const std::vector<wire::GameEvent>& events);
    void send(wire::CommandIssued issued);

    clock::Boards hall_;
    game::Games office_;
    std::vector<wire::CommandIssued> outbox_;
    std::string boot_ = "boot-1";
    std::string game_;
    std::uint32_t numbers_ = 0;
    std::uint32_t games_ = 0;
};

// The texts of the complaints, a line each; "" when there are none.
std::string said(const std::vector<Complaint>& complaints);

// The last event of a kind, to be looked at or spoilt.
template <class Event, class Row>
Event& last(std::vector<Row>& rows) {
    Event* found = nullptr;
    for (Row& row : rows)
        if (auto* event = std::get_if<Event>(&row.event)) found = event;
    return *found;
}

// The first event of a kind in the record.
template <class Event>
Event& first(Pair& pair) {
    for (GameRow& row : pair.record)
        if (auto* event = std::get_if<Event>(&row.event)) return *event;
    throw std::runtime_error("the record has no such event");
}

// The record without its first event of a kind, or with it twice.
template <class Event>
void drop(Pair& pair) {
    for (auto row = pair.record.begin(); row != pair.record.end(); ++row) {
        if (!std::holds_alternative<Event>(row->event)) continue;
        pair.record.erase(row);
        return;
    }
}
template <class Event>
void twice(Pair& pair) {
    for (auto row = pair.record.begin(); row != pair.record.end(); ++row) {
        if (!std::holds_alternative<Event>(row->event)) continue;
        const GameRow copy = *row;
        pair.record.insert(row, copy);
        return;
    }
}

// ---- rulings at the desk ----------------------------------------------------------------------

wire::SetClock clocks(Duration white_time, Duration black_time, bool run);
wire::AnswerQuestion answer(std::uint32_t question, const std::string& option);
// A game after four moves.
Pair begun();
// Without complaint; and still judged, for a ruling with a wrong number is noticed.
void judged_clean(Pair& pair);
// The same of what was played after the last ruling.
void plays_on(Pair& pair, const std::string& moves);

// The last command of a kind that the record has issued.
template <class Command>
Command& issued(Pair& pair) {
    Command* found = nullptr;
    for (GameRow& row : pair.record)
        if (auto* event = std::get_if<wire::CommandIssued>(&row.event))
            if (auto* command = std::get_if<Command>(&event->command)) found = command;
    if (found == nullptr) throw std::runtime_error("the record has issued no such command");
    return *found;
}

}  // namespace flagfall::oracle::test
