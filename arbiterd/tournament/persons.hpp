// Which players and teams of the event a list means. Programs number their lists again when
// somebody comes late or a rating changes, so a number alone is nobody.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/tournament/check.hpp"
#include "arbiterd/tournament/tournament.hpp"

namespace flagfall::tournament {

// A name as it is compared: "Muster , Max" and "muster,max" are equal.
std::string name_key(std::string_view name);

// By their number in the list: the number that the player has in the event. The one with the same
// FIDE ID, else of the same name, else who has the number now and is not elsewhere in the list. Who
// is not in it is new.
std::map<std::uint32_t, std::uint32_t> persons(const std::map<std::uint32_t, EventPlayer>& known,
                                               const std::vector<EventPlayer>& list);

// The same of teams, all of them: the team of the same name, else the one that has the number now
// and is not elsewhere in the list. A new one with the number of a team that is elsewhere gets the
// next number.
std::map<std::uint32_t, std::uint32_t> teams_meant(const std::map<std::uint32_t, EventTeam>& known,
                                                   const std::vector<EventTeam>& list);

// What a list leaves out stays: the players and teams of the event follow those that it has. A team
// has the number of its name in the event. Until the event is paired a list may give players other
// numbers: then nobody is there twice, and who is not in it gets the next number where it has
// another person at theirs.
void add_others(const Tournament& event, std::vector<EventPlayer>& players,
                std::vector<EventTeam>& teams);

// The same FIDE ID, or, as far as both have none, the same name.
bool same_person(const EventPlayer& a, const EventPlayer& b);

// When the event is paired, players keep their numbers: nobody takes another player's.
MaybeRefusal check_persons(const Tournament& event, const std::vector<EventPlayer>& list,
                           const std::string& at);

// And a list of a file has at each number the person who holds it: who that is, a file does not
// change. A name may change where the FIDE ID is the same.
MaybeRefusal check_holders(const Tournament& event, const std::vector<EventPlayer>& list,
                           const std::string& at);

// "Berg, Bo (FIDE ID 1503014)".
std::string with_id(const EventPlayer& player);

}  // namespace flagfall::tournament
