// The boards of a playing hall: what a command leads to (decide), what time itself leads to
// (decide_time, decide_boot), and how an event changes the state (apply). No input or output, no
// clock: the same events give the same state on any machine.
//
// The shell appends the events of a decision to the log, applies each with its own instant, and
// answers when they are durable. The shell also handles repeated command ids, past games and the
// log's position. Nothing here throws.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clockd/clock/board.hpp"
#include "common/wire/clock_messages.hpp"

namespace flagfall::clock {

// The sender's role, from its hello. The service decides which role may send what; here the role
// is only recorded, and decides how strict virtual time is.
enum class Role : std::uint8_t { device, arbiter, arbiterd, display, boards };
// "device", "arbiter", "arbiterd", "display", "boards".
std::string_view name(Role role);
std::optional<Role> role_from(std::string_view name);

// An event and the instant it happened, which may lie before the instant it was noticed.
struct Stamped {
    Instant at;
    wire::ClockEvent event;
};
using Events = std::vector<Stamped>;

// Why a command was not carried out: a code for programs (the list is in decide.cpp and
// docs/protocol.md), a text for people.
struct Refusal {
    std::string code;
    std::string text;
};

// The result of a command. It has events and a refusal together if time ended something before the
// command came, or if a late press is recorded as a fact.
struct Decision {
    Events events;
    std::optional<Refusal> refusal;
};

// The source of time in this log: the machine's clock, or the commands.
enum class TimeMode : std::uint8_t { real, simulated };

// The whole state of clockd's core. Starts empty; everything comes from events: log_opened
// gives the mode and booted the boot id. For each board the events of its present game are enough,
// plus the events that belong to no board.
class Boards {
public:
    // The board with this number; an empty one if no game was ever opened there.
    const BoardState& at(Board board) const;

    TimeMode mode() const { return mode_; }
    // The boot whose instants the boards hold; empty before the first `booted`.
    const std::string& boot() const { return boot_; }
    // Is this the present game of a board? Earlier games are in the log only.
    bool has_game(std::string_view game) const;
    // The boards at which time will act, with their deadlines, earliest first.
    const std::set<std::pair<Instant, Board>>& deadlines() const { return deadlines_; }

    // Boards with a game, present or past, by number.
    std::vector<Board> numbers() const;

    friend bool operator==(const Boards&, const Boards&) = default;

private:
    friend void apply(Boards& boards, const wire::ClockEvent& event, Instant at);

    BoardState& board(Board number);
    void booted(const std::string& boot, Instant at);
    template <class Event>
    void happened(const Event& event, Instant at);

    TimeMode mode_ = TimeMode::real;
    std::string boot_;
    std::vector<BoardState> boards_;  // index: number - 1
    std::set<std::pair<Instant, Board>> deadlines_;
};

// Decides a command. `at` is the stamp taken when its line was read; in a log with
// virtual time the command's own `at` counts instead. The event's instant is that less the
// command's age, as far as the age is accepted (`believed`; empty: all of it), but never
// before the board's last event. First comes what time did until then
// (6.1.1: at equality time has run out), then the command, on the state after that. `used_before`:
// the log already has a game with the id to open. `unseen`: a press at an electronic board, and
// nobody could see whether it completes a move.
Decision decide(const Boards& boards, const wire::ClockCommand& command, Instant at, Role by,
                std::optional<Duration> believed = {}, bool used_before = false,
                bool unseen = false);

// What time did: for the earliest `most_boards` boards whose deadline is at or before `now`;
// each event is at its computed deadline, with how late it was noticed. One board at a time by
// default, because the verdict of 6.9 can take some milliseconds and presses at other boards wait
// to be stamped: read the sockets, then ask again while next_deadline() is not after now. Empty
// in virtual time, where commands move time. At the boards of `waiting` an earlier act is not
// decided yet: time does nothing there until it is.
Events decide_time(const Boards& boards, Instant now, std::size_t most_boards = 1,
                   const std::set<Board>& waiting = {});

// Call it when the daemon starts. Same boot: no events, the clocks went on. Another boot: running
// boards are paused at `last_durable`, an instant of the boot that ended (6.10), after anything
// whose deadline had come by then. These events belong to the ended boot: they are appended with
// its id, before `booted`.
Events decide_boot(const Boards& boards, bool same_boot, Instant last_durable);

// Changes the state by an event. Cannot fail; an event that does not fit stops the process.
void apply(Boards& boards, const wire::ClockEvent& event, Instant at);

// The earliest deadline of all boards except those of `waiting`; empty if no clock runs there, and
// in virtual time.
std::optional<Instant> next_deadline(const Boards& boards, const std::set<Board>& waiting = {});

// The board's view at `at`. An instant before its last event or after its deadline is moved to
// that one: a reading is never negative.
wire::BoardView view(const Boards& boards, Board board, Instant at);

// The fields that all commands share.
const wire::Command& common(const wire::ClockCommand& command);

}  // namespace flagfall::clock
