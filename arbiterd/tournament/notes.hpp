// What an arbiter should know about pairings that are formally correct.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/tournament/tournaments.hpp"

namespace flagfall::tournament {

// What the clock of the board gave in a round that is paired; pending, where nobody knows.
using ResultAt = std::function<BoardResult(std::uint32_t round, Board board)>;

// Of a round that is about to become this one: players who have met before, players who get a
// colour for the third time in a row, byes that stay although the new pairings say nothing of
// them, players who have asked for a bye and get something else, players who have neither a game
// nor a bye, and pairs that move to another board when it is public. Sentences without a full stop,
// by round and board. By `results` a forfeit is no game, and colours are those that were played.
std::vector<std::string> notes_on(const Tournament& event, const EventRound& round,
                                  const ResultAt& results = {});

// Of the games alone: who have met before, and third colours.
std::vector<std::string> notes_on_games(const Tournament& event, const EventRound& round,
                                        const ResultAt& results = {});
// Of single pairings that change: the same, and who loses a game or a bye by it and has neither.
std::vector<std::string> notes_on_change(const Tournament& event, const wire::ChangePairing& act,
                                         const ResultAt& results = {});
// Of a round that is over: who has had neither a game nor a bye.
std::vector<std::string> notes_on_finish(const Tournament& event, const wire::FinishRound& act);

// Of a player who plays again: byes that they have asked for, in rounds that were paired without
// them, and byes Z that rounds have because they were absent.
std::vector<std::string> notes_on_return(const Tournament& event, const wire::WithdrawPlayer& act);

// Of a file for an event with players: those that it pairs and that the event did not know.
std::vector<std::string> notes_on_new(const Tournament& event,
                                      const std::vector<EventPlayer>& players,
                                      const std::vector<EventRound>& rounds);

// Of a list for the event: numbers that become somebody else's, and players of the event who give
// way because the list does not have them. `all` are the event's players then, with those of the
// list.
std::vector<std::string> notes_on_numbers(const Tournament& event,
                                          const std::vector<EventPlayer>& all,
                                          const std::vector<EventPlayer>& of_list);

// Of a file for the event: what it changes of the event itself, and the time control that the event
// keeps.
std::vector<std::string> notes_on_info(const Tournament& event, const EventInfo& file);

// The same of teams: numbers that become another team's.
std::vector<std::string> notes_on_teams(const Tournament& event,
                                        const std::vector<EventTeam>& teams);

// Of a file's results for games at clocks: `results`, by board, are those that the clocks gave in
// that round. They stand, and the file may say otherwise.
std::vector<std::string> notes_at_clocks(const Tournament& event, const EventRound& round,
                                         const RoundResults& results);

// Of the result of a game that is about to change: its round is confirmed, a later one is paired,
// another program has fetched the result, which the record has at `result` (0: there is none yet).
// Whole sentences; none when nobody relies on it yet.
std::vector<std::string> notes_on_result(const Tournaments& tournaments, std::string_view game,
                                         Pos result);

// The same of a result that the office has entered and that the act changes or withdraws. None for
// other acts.
std::vector<std::string> notes_on_entered(const Tournaments& tournaments, const std::string& event,
                                          const wire::EventAct& act);

// Of an import that replaces what rounds have that have started: the boards that change. `act` is
// what it comes to (decide_import). Nothing for other acts.
std::vector<std::string> notes_on_replaced(const Tournament& event, const wire::EventAct& act);

// Of an act with a preview that announces boards of the event: those that another event has, too.
// Whole sentences.
std::vector<std::string> notes_on_shared(const Tournaments& tournaments, const std::string& event,
                                         const wire::EventAct& act);

}  // namespace flagfall::tournament
