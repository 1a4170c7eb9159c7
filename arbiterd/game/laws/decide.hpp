// The rulings: what one event of clockd's log means under the Laws. Pure: the same office and the
// same input give the same events, on any machine, forever.
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
    std::string cmd_id;  // of the command it came from; empty when it was time itself
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

// All events that answer the input, to be applied and stored together, in this order. Empty when
// the record needs nothing. Inputs come in the order of the log, each once, and all from the
// log that the office follows (the caller compares log ids before; it is checked here).
//
// What happens at a board while a correction is under way, or while a question holds the game,
// is voided with the reason; resignation, draw offer and agreement count nevertheless, since
// they do not depend on the position on the board. Nothing counts after the game.
std::vector<wire::GameEvent> decide(const Games& games, const Input& input);

// A refused command never just disappears. The end of a game is issued again with the board's
// present epoch when the epoch was stale; when the game is over at clockd already, its log says
// how. Everything else is put to the arbiter with the numbers that were proposed. A command that
// is not outstanding (any more) gives no events.
std::vector<wire::GameEvent> decide_refused(const Games& games, const Refusal& refusal);

// The software failed at this input, as `what` says. The event does not count, and a question holds
// the game until a person has put the record right; one question, however often it fails. Empty
// when the event is of no game that the record has.
std::vector<wire::GameEvent> decide_failed(const Games& games, const Input& input,
                                           std::string_view what);

// How a command of ours came to nothing.
enum class Lost : std::uint8_t {
    no_answer,  // clockd has said nothing of it for long
    no_effect,  // it says that it was done; its log, which we have read so far, does not show it
    refused,    // it will never take it
};

// The command `id` of this game came to nothing: a question to the arbiter, once. One without an
// answer may still be carried out and stays outstanding; any other is settled. Nothing when it is
// not outstanding.
std::vector<wire::GameEvent> decide_lost(const Games& games, const std::string& game,
                                         const std::string& id, Lost how, Instant at);

// The same question about a command of an event's office, when the record knows its game. `code`:
// clockd's refusal, or empty.
std::vector<wire::GameEvent> decide_hall_lost(const Games& games,
                                              const wire::OfficeCommand& command, Lost how,
                                              std::string_view code, Instant at);

// Does clockd refuse with this code what it will never take, whatever happens at the board?
bool never_taken(std::string_view code);

}  // namespace flagfall::game
