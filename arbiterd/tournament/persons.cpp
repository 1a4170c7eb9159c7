#include "arbiterd/tournament/persons.hpp"

#include <algorithm>
#include <set>

#include "arbiterd/tournament/tournaments.hpp"
#include "common/base/check.hpp"
#include "common/base/unicode.hpp"

namespace flagfall::tournament {
namespace {

using Players = std::map<std::uint32_t, EventPlayer>;

bool has_id(const EventPlayer& player) {
    return player.fide_id.find_first_not_of('0') != std::string::npos;
}

bool other_ids(const EventPlayer& a, const EventPlayer& b) {
    return has_id(a) && has_id(b) && a.fide_id != b.fide_id;
}

class Matching {
public:
    Matching(const Players& known, const std::vector<EventPlayer>& list)
        : known_(known), list_(list) {
        for (const auto& [number, player] : known) {
            if (has_id(player)) ids_[player.fide_id] = number;
            keys_[number] = name_key(player.name);
        }
        for (const EventPlayer& player : list) {
            numbers_.insert(player.number);
            listed_.push_back(name_key(player.name));
        }
    }

    std::map<std::uint32_t, std::uint32_t> find() {
        for (const EventPlayer& player : list_)
            if (const auto id = ids_.find(player.fide_id); id != ids_.end())
                take(player, id->second);
        for (std::size_t i = 0; i < list_.size(); ++i)
            if (stands(list_[i]) && keys_.at(list_[i].number) == listed_[i])
                take(list_[i], list_[i].number);
        find_by_name();
        for (const EventPlayer& player : list_)
            if (stands(player)) take(player, player.number);
        FF_CHECK(found_.size() == taken_.size());  // nobody is meant twice
        return std::move(found_);
    }

private:
    void take(const EventPlayer& player, std::uint32_t number) {
        FF_CHECK(known_.contains(number));
        if (found_.contains(player.number) || !taken_.insert(number).second) return;
        found_[player.number] = number;
    }

    // May the player who has this number now be meant?
    bool stands(const EventPlayer& player) const {
        const auto known = known_.find(player.number);
        return known != known_.end() && !other_ids(known->second, player);
    }

    // Who has another number now, which the list has for somebody else. Where it has not, a
    // namesake comes late.
    void find_by_name() {
        FF_CHECK(listed_.size() == list_.size());
        std::map<std::string, std::vector<std::uint32_t>, std::less<>> moved;
        for (const auto& [number, key] : keys_)
            if (numbers_.contains(number) && !taken_.contains(number))
                moved[key].push_back(number);
        for (std::size_t i = 0; i < list_.size(); ++i) {
            const auto named = moved.find(listed_[i]);
            if (named == moved.end() || found_.contains(list_[i].number)) continue;
            std::vector<std::uint32_t>& numbers = named->second;
            const auto is_meant = [&](std::uint32_t number) {
                return !other_ids(known_.at(number), list_[i]);
            };
            const auto one = std::ranges::find_if(numbers, is_meant);
            if (one == numbers.end() || std::any_of(one + 1, numbers.end(), is_meant)) continue;
            take(list_[i], *one);
            numbers.erase(one);
        }
    }

    const Players& known_;
    const std::vector<EventPlayer>& list_;
    std::map<std::string, std::uint32_t, std::less<>> ids_;
    std::map<std::uint32_t, std::string> keys_;  // of the names that are known
    std::vector<std::string> listed_;            // of the list's, in its order
    std::set<std::uint32_t> numbers_;            // of the list
    std::map<std::uint32_t, std::uint32_t> found_;
    std::set<std::uint32_t> taken_;
};

}  // namespace

std::string name_key(std::string_view name) {
    std::string out;
    for (const char c : folded(name)) {
        if (c == ' ' && out.ends_with(',')) continue;
        if (c == ',' && out.ends_with(' ')) out.pop_back();
        out += c;
    }
    return out;
}

std::map<std::uint32_t, std::uint32_t> persons(const Players& known,
                                               const std::vector<EventPlayer>& list) {
    return Matching(known, list).find();
}

std::map<std::uint32_t, std::uint32_t> teams_meant(const std::map<std::uint32_t, EventTeam>& known,
                                                   const std::vector<EventTeam>& list) {
    std::map<std::uint32_t, std::uint32_t> found;
    std::set<std::uint32_t> taken;
    const auto take = [&](const EventTeam& team, std::uint32_t number) {
        if (!found.contains(team.number) && taken.insert(number).second)
            found[team.number] = number;
    };
    std::map<std::string, std::vector<std::uint32_t>, std::less<>> named;
    std::uint32_t last = known.empty() ? 0 : known.rbegin()->first;
    for (const auto& [number, team] : known) named[name_key(team.name)].push_back(number);
    for (const EventTeam& team : list) {
        last = std::max(last, team.number);
        const auto there = known.find(team.number);
        if (there != known.end() && name_key(there->second.name) == name_key(team.name))
            take(team, team.number);
    }
    for (const EventTeam& team : list)
        for (const std::uint32_t number : named[name_key(team.name)]) take(team, number);
    for (const EventTeam& team : list) take(team, team.number);
    for (const EventTeam& team : list)
        if (!found.contains(team.number)) take(team, ++last);
    FF_CHECK(found.size() == taken.size());  // no team is meant twice
    return found;
}

namespace {

void give_way(Players& players, const std::vector<EventPlayer>& list) {
    const auto meant = persons(players, list);
    for (const auto& [number, person] : meant)
        if (number != person) players.erase(person);
    std::vector<EventPlayer> others;
    std::uint32_t last = players.empty() ? 0 : players.rbegin()->first;
    for (const EventPlayer& player : list) {
        last = std::max(last, player.number);
        if (const auto same = meant.find(player.number);
            same != meant.end() && same->second == player.number)
            continue;
        if (auto holder = players.extract(player.number))
            others.push_back(std::move(holder.mapped()));
    }
    for (EventPlayer& other : others) {
        other.number = ++last;
        players[last] = std::move(other);
    }
}

template <class T>
void follow(std::vector<T>& list, std::map<std::uint32_t, T> others) {
    if (list.empty()) return;  // it brings none
    for (const T& one : list) others.erase(one.number);
    for (auto& [number, other] : others) list.push_back(std::move(other));
}

}  // namespace

void add_others(const Tournament& event, std::vector<EventPlayer>& players,
                std::vector<EventTeam>& teams) {
    const auto numbers = teams_meant(event.teams, teams);
    for (EventPlayer& player : players)
        if (const auto team = numbers.find(player.team); team != numbers.end())
            player.team = team->second;
    for (EventTeam& team : teams) team.number = numbers.at(team.number);
    follow(teams, event.teams);
    Players others = event.players;
    if (!is_paired(event)) give_way(others, players);
    follow(players, std::move(others));
}

bool same_person(const EventPlayer& a, const EventPlayer& b) {
    if (has_id(a) && has_id(b)) return a.fide_id == b.fide_id;
    return name_key(a.name) == name_key(b.name);
}

MaybeRefusal check_persons(const Tournament& event, const std::vector<EventPlayer>& list,
                           const std::string& at) {
    if (!is_paired(event)) return std::nullopt;
    const auto meant = persons(event.players, list);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto person = meant.find(list[i].number);
        if (person == meant.end() || person->second == list[i].number) continue;
        const auto holder = event.players.find(list[i].number);
        if (holder == event.players.end()) continue;
        return refuse("is_paired",
                      "the event is paired, and players keep their numbers: " + list[i].name +
                          " has number " + std::to_string(person->second) +
                          ", and the list gives them " + std::to_string(list[i].number) +
                          ", which is " + holder->second.name +
                          "'s; give the list the numbers of the event, or leave players out who "
                          "are entered",
                      item(at, i) + "/number");
    }
    return std::nullopt;
}

std::string with_id(const EventPlayer& player) {
    return player.name + (has_id(player) ? " (FIDE ID " + player.fide_id + ")" : "");
}

MaybeRefusal check_holders(const Tournament& event, const std::vector<EventPlayer>& list,
                           const std::string& at) {
    if (!is_paired(event)) return std::nullopt;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto holder = event.players.find(list[i].number);
        if (holder == event.players.end() || same_person(holder->second, list[i])) continue;
        const std::string number = std::to_string(list[i].number);
        return refuse("is_paired",
                      "the event is paired, and number " + number + " is " +
                          with_id(holder->second) + ", not " + with_id(list[i]) +
                          ": give a player who is new a free number, or correct the name or FIDE "
                          "ID of number " + number + " by hand first (event add)",
                      item(at, i) + "/number");
    }
    return std::nullopt;
}

}  // namespace flagfall::tournament
