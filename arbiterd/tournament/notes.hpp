// What an arbiter should know about pairings that are formally correct.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/tournament/persons.hpp"
#include "arbiterd/tournament/tournaments.hpp"
#include "common/base/told.hpp"

namespace flagfall::game {
struct Games;
}

namespace flagfall::tournament {

// The result by the clock at this board in a paired round; pending if it is not known.
using ResultAt = std::function<BoardResult(std::uint32_t round, Board board)>;

// Notes on a round that is about to become `round`: players who have met before, a third game in a
// row with one colour, byes that stay although the new pairings do not mention them, requested byes
// that are not granted, players with neither game nor bye, and pairs that change boards when these
// are public. Sentences without a full stop, by round and board. With `results`, forfeits do not
// count as games, and colours are those actually played.
std::vector<Told> notes_on(const Tournament& event, const EventRound& round,
                           const ResultAt& results = {});

// Notes on the games alone: opponents who have met before, and third colours.
std::vector<Told> notes_on_games(const Tournament& event, const EventRound& round,
                                 const ResultAt& results = {});
// Notes on pairings that change: the same, and players who lose a game or a bye and have neither.
std::vector<Told> notes_on_change(const Tournament& event, const wire::ChangePairing& act,
                                  const ResultAt& results = {});
// Notes on a round that is over: players who had neither a game nor a bye.
std::vector<Told> notes_on_finish(const Tournament& event, const wire::FinishRound& act);

// Notes on a player who plays again: requested byes in rounds that were paired without the player,
// and byes Z that rounds have because the player was absent.
std::vector<Told> notes_on_return(const Tournament& event, const wire::WithdrawPlayer& act);

// Notes on a file for an event with players: players that it pairs and that the event did not know.
std::vector<Told> notes_on_new(const Tournament& event, const std::vector<EventPlayer>& players,
                               const std::vector<EventRound>& rounds);

// Notes on a player list for the event: numbers that go to somebody else, players of the event who
// get other numbers since the list does not have them, and namesakes who change numbers. `all`: the
// event's players with those of the list; `meant`: which player is which.
std::vector<Told> notes_on_numbers(const Tournament& event, const std::vector<EventPlayer>& all,
                                   const std::vector<EventPlayer>& of_list, const Meant& meant);

// Notes on a file for the event: what it changes in the event itself, and the time control that the
// event keeps.
std::vector<Told> notes_on_info(const Tournament& event, const EventInfo& file);

// Do these details of the event change the points for results of confirmed rounds?
bool changes_points(const Tournament& event, const EventInfo& next);
// Notes on an act that does so: for how many results. Whole sentences.
std::vector<Told> notes_on_points(const Tournament& event, const game::Games& games,
                                  const wire::EventAct& act);

// Notes on a team list: numbers that go to another team.
std::vector<Told> notes_on_teams(const Tournament& event, const std::vector<EventTeam>& teams);

// Notes on a file's results for games at clocks: those of the clocks (`results`, by board, of that
// round) stand, and the file may differ.
std::vector<Told> notes_at_clocks(const Tournament& event, const EventRound& round,
                                  const RoundResults& results);

// Notes on a result that is about to change and that somebody relies on: its round is confirmed, a
// later one is paired, or another program has fetched it. `result`: its position in the record (0:
// there is none yet). Whole sentences; none if nobody relies on it yet.
std::vector<Told> notes_on_result(const Tournaments& tournaments, std::string_view game,
                                  Pos result);

// The same for results entered by the office that the act changes or withdraws, at a board or by a
// file. None for other acts.
std::vector<Told> notes_on_entered(const Tournaments& tournaments, const std::string& event,
                                   const wire::EventAct& act);

// Notes on an import that replaces pairings of started rounds: the boards that change. `act` is the
// completed import (decide_import). Nothing for other acts.
std::vector<Told> notes_on_replaced(const Tournament& event, const wire::EventAct& act);

// Notes on an act with a preview that announces boards: those that another event has, too. Whole
// sentences.
std::vector<Told> notes_on_shared(const Tournaments& tournaments, const std::string& event,
                                  const wire::EventAct& act);

}  // namespace flagfall::tournament
