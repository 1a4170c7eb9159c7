// One place in the hall: its game as far as the clock is concerned, and how an event changes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "clockd/clock/chessclock.hpp"
#include "clockd/clock/shadow.hpp"
#include "common/base/check.hpp"
#include "common/base/ids.hpp"
#include "common/base/score.hpp"
#include "common/wire/clock_messages.hpp"

namespace flagfall::clock {

enum class Phase : std::uint8_t {
    empty,        // no game yet
    ready,        // opened, not started
    running,
    paused,       // by a person, a claim, or a power cut
    flag_fallen,  // frozen
    stopped,      // mate, stalemate, dead position or resignation: waits for end_game
    over,
};
// As in BoardView: "empty", "ready", "running", "paused", "flag_fallen", "stopped", "over".
std::string_view name(Phase phase);
// May time be added to the clocks, or another control set?
bool may_be_adjusted(Phase phase);

// Plain state; only apply() changes it.
struct BoardState {
    std::string game;
    Both<std::string> players;   // as the game was opened
    Phase phase = Phase::empty;
    Epoch epoch;
    Epoch fence;                 // the first epoch whose acts of players still count
    bool started = false;
    Ply ply;                     // completed by presses
    Side first = Side::white;    // had the move at ply 0
    ChessClock clock;
    Both<std::string> pending;   // moves made and not completed; empty: none
    // Acts of this turn so far, besides the move and the press.
    std::uint32_t acts = 0;
    Shadow shadow;
    Instant last;                // of the board's last event
    // When this turn's clock started, or last started: its move came later. Not before this
    // boot.
    Instant turn_began;
    // When this turn's time ran out, unless the clock was set since; in this boot.
    std::optional<Instant> flag_at;
    bool flags_are_called = false;   // zero is only recorded until somebody calls the flag (6.8)
    bool freeze = false;             // and both clocks stand until then
    Both<std::optional<Instant>> zero_at;  // when this side's time ran out; in this boot
    std::optional<Duration> default_time;
    std::optional<Instant> default_at;  // when it ends; while a player is absent, in this boot
    Both<bool> arrived{};
    Both<bool> offer{};          // a draw offer of this side may be alive (9.1.2.1)
    bool presses_only = false;   // the device reports presses and no moves
    bool follows_board = false;  // the clock beside the board is the game's clock
    bool paused_by_gateway = false;  // that clock stands, as far as we know
    bool stopped_by_claim = false;   // paused by a claim alone, until the ruling
    Score score;                 // once over

    Side turn() const { return clock.turn(); }
    // The next instant at which time itself acts here: a clock or the default time runs out.
    std::optional<Instant> deadline() const;
    // The moves of each side, if both completed `completed` plies together.
    Both<std::uint32_t> moves_of(Ply completed) const;
    // The side that has the move after so many plies.
    Side turn_after(Ply completed) const;

    friend bool operator==(const BoardState&, const BoardState&) = default;
};

// The position on the board, as far as the shadow knows it: after the moves that were made but not
// completed, up to the first that is not legal.
std::optional<chess::Position> on_board(const BoardState& board);

// Changes the board by the event at its instant, by the clock's own arithmetic; the event's epoch
// and readings are ignored. decide uses it to calculate the readings that go into the event.
void happen(BoardState& board, const wire::GameOpened& event, Instant at);
void happen(BoardState& board, const wire::GameStarted& event, Instant at);
void happen(BoardState& board, const wire::Made& event, Instant at);
void happen(BoardState& board, const wire::Pressed& event, Instant at);
void happen(BoardState& board, const wire::PressedLate& event, Instant at);
void happen(BoardState& board, const wire::DrawOffered& event, Instant at);
void happen(BoardState& board, const wire::DrawAccepted& event, Instant at);
void happen(BoardState& board, const wire::DrawDeclined& event, Instant at);
void happen(BoardState& board, const wire::Resigned& event, Instant at);
void happen(BoardState& board, const wire::Claimed& event, Instant at);
void happen(BoardState& board, const wire::FlagFell& event, Instant at);
void happen(BoardState& board, const wire::PeriodEnded& event, Instant at);
void happen(BoardState& board, const wire::Paused& event, Instant at);
void happen(BoardState& board, const wire::Resumed& event, Instant at);
void happen(BoardState& board, const wire::ReadingSet& event, Instant at);
void happen(BoardState& board, const wire::GameEnded& event, Instant at);
void happen(BoardState& board, const wire::ControlSet& event, Instant at);
void happen(BoardState& board, const wire::GameReopened& event, Instant at);
void happen(BoardState& board, const wire::FlagReached& event, Instant at);
void happen(BoardState& board, const wire::CompletedByNext& event, Instant at);
void happen(BoardState& board, const wire::Touched& event, Instant at);
void happen(BoardState& board, const wire::Arrived& event, Instant at);
void happen(BoardState& board, const wire::DefaultTimePassed& event, Instant at);

// The readings after an event.
inline const Both<Duration>& readings_of(const wire::BoardEvent& event) { return event.readings; }
inline const Both<Duration>& readings_of(const wire::ReadingSet& event) {
    return event.correction.readings;
}

// Interventions add one to the board's epoch.
template <class Event>
inline constexpr bool intervenes =
    std::is_same_v<Event, wire::Paused> || std::is_same_v<Event, wire::Resumed> ||
    std::is_same_v<Event, wire::ReadingSet> || std::is_same_v<Event, wire::GameEnded> ||
    std::is_same_v<Event, wire::ControlSet> || std::is_same_v<Event, wire::GameReopened>;

// Does the event undo what players did in an earlier epoch? Time that is only added or taken off
// does not, nor does another control while the turn goes on.
template <class Event>
bool undoes(const Event& event) {
    if constexpr (std::is_same_v<Event, wire::ReadingSet>) return !event.adjusted;
    else if constexpr (std::is_same_v<Event, wire::ControlSet>) return !event.goes_on;
    else return intervenes<Event>;
}

// Checks what must hold at a board after every event.
void check_promises(const BoardState& board);

// Applies the event as the log has it, with its epoch and readings. An event that does not fit the
// state is a bug or a broken log, and stops the process.
template <class Event>
void apply(BoardState& board, const Event& event, Instant at) {
    constexpr bool opens = std::is_same_v<Event, wire::GameOpened>;
    FF_CHECK(opens || board.game == event.game);
    FF_CHECK(at >= board.last);
    FF_CHECK(event.epoch >= board.epoch);
    FF_CHECK(opens || event.epoch.count <= board.epoch.count + 1);
    happen(board, event, at);
    board.clock.assign(readings_of(event), at);
    board.epoch = event.epoch;
    if (opens || undoes(event)) board.fence = event.epoch;
    board.last = at;
    check_promises(board);
}

}  // namespace flagfall::clock
