// Rulings: what one event of clockd's log means under the Laws. Pure: the same games and the same
// input always give the same events, on any machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/game/state/clock_words.hpp"
#include "arbiterd/game/state/games.hpp"
#include "common/wire/clock_messages.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::game {

// One event of clockd's log.
struct Input {
    Pos pos;       // in clockd's log; becomes the cause of what is decided
    Instant at;    // clockd's stamp; commands repeat it for virtual time
    std::int64_t wall_ms = 0;
    std::string cmd_id;  // the command that caused it; empty: the passage of time did
    wire::ClockEvent event;
};

// clockd did not carry out one of our commands.
struct Refusal {
    std::string id;    // of the command
    std::string code;  // clockd's: "stale_epoch", "game_over", ...
    std::string text;
    Epoch epoch;       // the board's present one
    Instant at;        // for virtual time, as in Input

    std::optional<ClockRefusal> why() const { return refusal_named(code); }
};

// Returns all events that answer the input, to be applied and stored together, in this order; empty
// when there is nothing to record. Inputs must come in the order of the log, each once, and all
// from the log that the games follow (the caller compares the log ids first; it is checked here).
//
// What happens at a board while a correction is under way, or while a question holds the game, is
// voided with the reason. Resignations, draw offers and agreements still count, since they do not
// depend on the position on the board. Nothing counts after the game.
std::vector<wire::GameEvent> decide(const Games& games, const Input& input);

// Deals with a command that clockd refused; none is just dropped. The end of a game is sent again
// with the board's present epoch if the epoch was stale; if the game is already over at clockd,
// clockd's log says how. Anything else is put to the arbiter with the numbers that were proposed.
// Returns no events if the command is not outstanding (any more).
std::vector<wire::GameEvent> decide_refused(const Games& games, const Refusal& refusal);

// The software failed at this input; `what` says how. The event does not count, and a question
// holds the game until a person has put the record right; one question, however often it fails.
// Returns no events if the record does not have the game of the event.
std::vector<wire::GameEvent> decide_failed(const Games& games, const Input& input,
                                           std::string_view what);

// Why a command of ours has had no effect.
enum class Lost : std::uint8_t {
    no_answer,  // clockd has not answered for a long time
    no_effect,  // it reports success, but its log, as far as we have read it, does not show it
    refused,    // it will never accept it
};

// The command `id` of this game had no effect: asks the arbiter, once. A command without an answer
// may still be carried out and stays outstanding; any other is settled. Returns no events if the
// command is not outstanding.
std::vector<wire::GameEvent> decide_lost(const Games& games, const std::string& game,
                                         const std::string& id, Lost how, Instant at);

// The same question about a command of an event's office, if the record knows its game. `code`:
// clockd's refusal, or empty.
std::vector<wire::GameEvent> decide_hall_lost(const Games& games,
                                              const wire::OfficeCommand& command, Lost how,
                                              std::string_view code, Instant at);

// Does this refusal code of clockd mean that it will never accept the command?
bool never_taken(std::string_view code);

}  // namespace flagfall::game
