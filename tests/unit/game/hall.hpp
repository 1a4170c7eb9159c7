// A board with a simple chessclock, and the arbiter's office that follows its log. The clock keeps
// the protocol (epochs, absolute corrections, readings in each event) and knows no chess.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "arbiterd/game/acts/desk.hpp"
#include "arbiterd/game/laws/decide.hpp"
#include "arbiterd/game/state/games.hpp"

namespace flagfall::test {

using Events = std::vector<wire::GameEvent>;

class Hall {
public:
    explicit Hall(const std::string& fen = "", const std::string& profile = "",
                  const wire::Pairs& rules = {}, const std::string& control = "5400+30",
                  wire::Reporting reports = wire::Reporting::moves,
                  wire::Timing timing = wire::Timing::clockd);

    // What happens at the board. Each returns what the office decided about it.
    Events made(Side side, const std::string& text, Ending shadow = Ending::none);
    Events press(Side side);
    // This side makes its next move before its last one was pressed: that one and the reply to it
    // are completed (6.2.1.2).
    Events completed_by_next(Side side);
    // The event of clockd when this side's time runs out in the last period (6.8); both clocks
    // stand with `freeze`. The caller feeds it.
    wire::FlagReached flag_reached(Side side, bool freeze = false);
    Events offer(Side side);
    Events accept(Side side);
    Events decline(Side side);
    Events resign(Side side);
    Events claim(Side side, const std::string& kind, const std::string& move = "");
    Events flag(Side side, std::uint32_t moves_required = 0);
    Events press_late(Side side);
    Events period_ended(Side side);

    // Persons at the clock.
    Events pause(const std::string& by = "arbiter");
    Events resume(const std::string& by = "arbiter");
    Events set(const wire::Correction& wanted, const std::string& by = "arbiter");
    Events end(const wire::Outcome& outcome, const std::string& by = "arbiter");
    Events reopen(const std::string& by = "arbiter");

    // A person at the desk. What is refused leads to no event and leaves its code in `refused`, its
    // text in `refusal`.
    Events rule(const wire::DeskAct& act, const std::string& article = "",
                const std::string& reason = "seen at the board");
    std::string refused;
    std::string refusal;

    // Moves made and pressed in turn, by the side whose clock runs.
    Events play(const std::string& moves);

    // The office's commands reach the clock only when this is called, unless `prompt`.
    void deliver();
    bool prompt = true;

    const game::Game& game() const { return games.by_id.at("g1"); }
    const game::Live& live() const { return game().live; }
    std::string fen() const;
    wire::BoardEvent base() const;
    Events feed(const wire::ClockEvent& event, const std::string& cmd_id = "");
    // The office built again from the events alone.
    game::Games replayed() const;

    game::Games games;
    Events log;  // all that the office decided
    Epoch epoch;
    Both<Duration> readings{{minutes(90), minutes(90)}};
    Duration increment = seconds(30);
    Side turn = Side::white;
    Ply ply;
    bool running = true;
    bool has_made = false;
    bool unseen = false;  // nobody could see the electronic board at the next press
    bool over = false;
    bool fallen = false;  // a flag, or the game has ended on the board: only a setting starts it
    Instant now{1'000'000};
    std::uint32_t refusals = 0;
    std::string control_set;   // the last time control set at the clock
    std::string refuse_next;   // the clock refuses the next command with this code
    bool lose_next = false;    // it says that it has done the next command, and has not
    std::function<void(wire::GameEvent&)> rewrite;  // each event, before it is recorded

private:
    void keep(Events events);
    static void check(const wire::QuestionPut& question);
    // The game core asks for nothing else; games are set up by the event core.
    template <class Other>
    void carry_out(const Other& command) {
        throw std::logic_error("the game core sent " + command.id);
    }
    // Does the command call a flag although the clock shows time left?
    static bool flag_is_up(const auto&) { return false; }
    bool flag_is_up(const wire::CallFlag& call) const { return readings[call.side] > Duration{}; }
    // Does the command need a clock that no flag has stopped, and that the board's end has not?
    static bool needs_play(const auto&) { return false; }
    static bool needs_play(const wire::Adjust&) { return true; }
    static bool needs_play(const wire::SetControl&) { return true; }
    static bool needs_play(const wire::Resume&) { return true; }
    static bool needs_play(const wire::CallFlag&) { return true; }
    void carry_out(const wire::SetReading& command);
    void carry_out(const wire::EndGame& command);
    void carry_out(const wire::Resume& command);
    void carry_out(const wire::Pause& command);
    void carry_out(const wire::Adjust& command);
    void carry_out(const wire::ReopenGame& command);
    void carry_out(const wire::SetControl& command);
    void carry_out(const wire::Arrive& command);
    void carry_out(const wire::CallFlag& command);
    void came_true(const wire::ClockEvent& event, const std::string& id);
    Duration spend();
    Both<std::optional<Duration>> shown() const;

    template <class Event>
    Events side_event(Side side);

    Pos pos_;
    int acts_ = 0;
    Instant turn_started_{1'000'000};
};

// The last event of a kind, if there is one.
template <class Event>
std::optional<Event> last(const Events& events) {
    std::optional<Event> found;
    for (const wire::GameEvent& event : events) {
        if (const auto* e = std::get_if<Event>(&event)) found = *e;
    }
    return found;
}

// The same, and it must be there.
template <class Event>
Event the(const Events& events) {
    std::optional<Event> found = last<Event>(events);
    if (!found) throw std::runtime_error("no " + std::string(Event::type) + " was decided");
    return std::move(*found);
}

template <class Event>
std::size_t count(const Events& events) {
    std::size_t n = 0;
    for (const wire::GameEvent& event : events) n += std::holds_alternative<Event>(event);
    return n;
}

// The value of a named fact, or "".
std::string fact(const wire::Pairs& evidence, const std::string& name);

// The correction the events issued, which must be there.
wire::Correction correction(const Events& events);

// "1/2-1/2 stalemate 5.2.1", or "" while the game goes on; the command that ends the game and
// a ruling with evidence must go with it.
std::string result(const Events& events);

}  // namespace flagfall::test
