// Finds which players and teams of the event a list means. Programs renumber their lists when
// somebody comes late or a rating changes, so a number alone identifies nobody.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/tournament/check.hpp"
#include "arbiterd/tournament/tournament.hpp"

namespace flagfall::tournament {

// The form in which names are compared: " Muster , Max" and "muster,max" are equal.
std::string name_key(std::string_view name);

// Number in the list to number in the event.
using Meant = std::map<std::uint32_t, std::uint32_t>;

// Matches each player of the list with the one with the same FIDE ID, else the same name, else with
// the present holder of the number if the list does not have that name. Namesakes are matched by
// birth, number, rating, club and federation, in this order, else as they come. Others are new.
Meant persons(const std::map<std::uint32_t, EventPlayer>& known,
              const std::vector<EventPlayer>& list);

// The same for all teams: the team with the same name, else the present holder of the number if it
// is not elsewhere in the list. A new team with the number of a team that is elsewhere gets the
// next number.
std::map<std::uint32_t, std::uint32_t> teams_meant(const std::map<std::uint32_t, EventTeam>& known,
                                                   const std::vector<EventTeam>& list);

// Players and teams of the event that a list leaves out are added after its own. A team keeps the
// number of its name in the event. Until the event is paired, a list may renumber players: then
// nobody occurs twice, and a player who is not in the list and whose number went to another person
// gets the next number. Returns which player is which.
Meant add_others(const Tournament& event, std::vector<EventPlayer>& players,
                 std::vector<EventTeam>& teams);

// Do they have the same FIDE ID or, if one of them has none, the same name?
bool same_person(const EventPlayer& a, const EventPlayer& b);

// Checks that players of a paired event keep their numbers: nobody takes another player's.
MaybeRefusal check_persons(const Tournament& event, const std::vector<EventPlayer>& list,
                           const std::string& at);

// Checks also that the list of a file has the right person at each number: a file cannot change who
// that is. A name may change if the FIDE ID is the same.
MaybeRefusal check_holders(const Tournament& event, const std::vector<EventPlayer>& list,
                           const std::string& at);

// "Berg, Bo (FIDE ID 1503014)".
std::string with_id(const EventPlayer& player);

}  // namespace flagfall::tournament
