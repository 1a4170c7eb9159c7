// Every tournament as it was entered. This state is built by applying the recorded events in their
// order and by nothing else, as game::Games, which has the games.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/tournament/tournament.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::tournament {

// A command for clockd whose effect was not seen yet: the outbox, oldest first.
struct Outstanding {
    Pos pos;  // where arbiterd's log has it
    wire::HallCommandIssued issued;
};

// Another program has acknowledged results.
struct Fetched {
    std::string consumer;
    std::uint32_t round = 0;
    Board board;  // 0: the whole round
    Pos pos;      // of its last acknowledgement of that
};

struct Tournaments {
    std::map<std::string, Tournament, std::less<>> by_id;  // by id
    std::list<Outstanding> outbox;
    std::map<std::string, std::vector<Fetched>, std::less<>> fetched;  // by event
    // Where the log has the last result that was entered without a game: by entered_key.
    std::map<std::string, Pos, std::less<>> entered_at;
};

// The key of the result that is entered at this board.
std::string entered_key(std::string_view event, std::uint32_t round, Board board);

// The event of this id, or nullptr.
const Tournament* find(const Tournaments& tournaments, std::string_view id);

// The round of this number, or nullptr.
const EventRound* find(const Tournament& event, std::uint32_t round);

// The game or bye at this board; nullptr if there is none.
const EventPairing* at_board(const EventRound& round, Board board);
// Has it games that were set up at clocks?
bool at_clocks(const EventRound& round);
// Is it not published, and has nothing but byes that players have asked for?
bool has_only_requests(const EventRound& round);
// Has it no pairings, and is it nothing but a plan?
bool is_only_planned(const EventRound& round);
// Is it under way or over, or at clocks already?
bool has_started(const EventRound& round);

// Does to the state what the event says, as recorded at `pos`; the events of games change nothing.
// Cannot fail. Call it as tournament::apply: plain apply() on a variant also finds std::apply.
void apply(Tournaments& tournaments, const wire::GameEvent& event, Pos pos);

// Does the event itself become another one by it, with a revision of its own?
bool changes_event(const wire::EventAct& act);

// What an act leaves behind: `decide` tries it on a copy.
void assign(Tournament& event, const wire::EventAct& act);

// The highest revision that a result of this board has had in the round; 0: it has had none.
std::uint32_t last_revision(const Tournament& event, std::uint32_t round, Board board);

// Of a result that comes to the pairing at its board, in the place of `old` (nullptr: there was no
// pairing): as it was for the same players and the same result, else higher than it ever was there.
std::uint32_t revision_of(const Tournament& event, std::uint32_t round, const EventPairing* old,
                          const EventPairing& next);

// Is this bye or game one of the player's?
bool plays(const EventPairing& pairing, std::uint32_t player);

// The same players with the same colours, or the same player with the same bye, at any board.
bool same_players(const EventPairing& a, const EventPairing& b);

// A board that pairs the same players keeps its terms where a list of pairings has none.
void keep_terms(const EventRound& known, std::vector<EventPairing>& pairings);

// Is any round paired? Then players keep their numbers.
bool is_paired(const Tournament& event);

// By board; byes last, by player.
void sort(std::vector<EventPairing>& pairings);

// `changes` take the place of the pairings at their boards and of their players.
std::vector<EventPairing> changed(const std::vector<EventPairing>& pairings,
                                  const std::vector<EventPairing>& changes);

// The pairings with the byes F, H and Z of that round that they do not have (a pairing engine's
// output never has them): those in the round, and those that players have asked for (request_bye).
std::vector<EventPairing> with_requested_byes(const Tournament& event, std::uint32_t round,
                                              std::vector<EventPairing> next);

// Is this a bye that is the player's own wish: F, H or Z?
bool is_asked_for(const EventPairing& pairing);

// The command's id and the game it is about.
const wire::Command& command_of(const wire::HallCommandIssued& issued);

}  // namespace flagfall::tournament
