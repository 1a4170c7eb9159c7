// Every tournament as it was entered. Only applying the recorded events in their order builds this
// state, as with game::Games, which has the games.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/tournament/tournament.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::tournament {

// A command for clockd whose effect was not seen yet. All of them, oldest first, are the outbox.
struct Outstanding {
    Pos pos;  // its position in arbiterd's log
    wire::HallCommandIssued issued;
};

// Another program has acknowledged results.
struct Fetched {
    std::string consumer;
    std::uint32_t round = 0;
    Board board;  // 0: the whole round
    Pos pos;      // of the last acknowledgement of it
};

// Board and round as they were before an act that takes the board's game back.
struct BoardBefore {
    std::uint32_t round = 0;
    RoundState state{};
    std::optional<wire::PlayTerms> began_with{};
    EventPairing pairing;
};

struct Tournaments {
    std::map<std::string, Tournament, std::less<>> by_id;  // by id
    std::list<Outstanding> outbox;
    std::map<std::string, std::vector<Fetched>, std::less<>> fetched;  // by event
    // Where the log has the last result entered without a game, by entered_key.
    std::map<std::string, Pos, std::less<>> entered_at;
    // By game, until clockd has ended it or refuses to, since it may have been played meanwhile.
    std::map<std::string, BoardBefore, std::less<>> taken_back;
};

// The key of a result entered at this board.
std::string entered_key(std::string_view event, std::uint32_t round, Board board);

// The event with this id, or nullptr.
const Tournament* find(const Tournaments& tournaments, std::string_view id);

// The round with this number, or nullptr.
const EventRound* find(const Tournament& event, std::uint32_t round);

// The game or bye at this board; nullptr if there is none.
const EventPairing* at_board(const EventRound& round, Board board);
// Does the round have games that were set up at clocks?
bool at_clocks(const EventRound& round);
// Is the round unpublished, with only byes that players requested?
bool has_only_requests(const EventRound& round);
// Was this board started without a Flagfall clock, for these players?
bool plays_without_clock(const Tournament& event, std::uint32_t round, const EventPairing& pairing);
// Is the round only planned, without pairings?
bool is_only_planned(const EventRound& round);
// Is the round under way or over, or already at clocks?
bool has_started(const EventRound& round);

// Applies the event, recorded at `pos`, to the state; events of games change nothing. Cannot fail.
// Call it as tournament::apply: plain apply() on a variant also finds std::apply.
void apply(Tournaments& tournaments, const wire::GameEvent& event, Pos pos);

// Does this act change the event itself, so that it gets a new revision?
bool changes_event(const wire::EventAct& act);

// Applies the act to the event; `decide` tries it on a copy.
void assign(Tournament& event, const wire::EventAct& act);

// The highest revision of any result at this board in the round; 0: there was none.
std::uint32_t last_revision(const Tournament& event, std::uint32_t round, Board board);

// The revision of the result of `next`, which replaces `old` (nullptr: no pairing) at its board:
// the same for the same players and the same result, else higher than any before at that board.
std::uint32_t revision_of(const Tournament& event, std::uint32_t round, const EventPairing* old,
                          const EventPairing& next);

// Is this a bye or a game of the player?
bool plays(const EventPairing& pairing, std::uint32_t player);

// The same players with the same colours, or the same player with the same bye, on any board.
bool same_players(const EventPairing& a, const EventPairing& b);

// A board that still pairs the same players keeps its terms if the new pairings have none.
void keep_terms(const EventRound& known, std::vector<EventPairing>& pairings);

// Is any round paired? From then on players keep their numbers.
bool is_paired(const Tournament& event);

// By board; byes last, by player.
void sort(std::vector<EventPairing>& pairings);

// The pairings with `changes`, which replace those at their boards and those of their players.
std::vector<EventPairing> changed(const std::vector<EventPairing>& pairings,
                                  const std::vector<EventPairing>& changes);

// The pairings plus the byes F, H and Z of that round that they lack (pairing engines never output
// them): those of the present round, and those that players requested (request_bye).
std::vector<EventPairing> with_requested_byes(const Tournament& event, std::uint32_t round,
                                              std::vector<EventPairing> next);

// Is this a bye at the player's own request: F, H or Z?
bool is_asked_for(const EventPairing& pairing);

// The id of the command and the game it concerns.
const wire::Command& command_of(const wire::HallCommandIssued& issued);

}  // namespace flagfall::tournament
