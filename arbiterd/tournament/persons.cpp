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
            listed_.insert(name_key(player.name));
        }
    }

    Meant find() {
        for (const EventPlayer& player : list_)
            if (const auto id = ids_.find(player.fide_id); id != ids_.end())
                take(player, id->second);
        find_by_name();
        for (const EventPlayer& player : list_)
            if (stands(player)) take(player, player.number);
        FF_CHECK(found_.size() == taken_.size());  // nobody is meant twice
        return std::move(found_);
    }

private:
    // Players with one name, in the list and in the event.
    struct Namesakes {
        std::vector<const EventPlayer*> listed;
        std::vector<const EventPlayer*> known;
    };

    bool take(const EventPlayer& player, std::uint32_t number) {
        FF_CHECK(known_.contains(number));
        if (found_.contains(player.number) || !taken_.insert(number).second) return false;
        found_[player.number] = number;
        return true;
    }

    // May the present holder of the number be meant? Not if the list has the holder's name: then
    // this is no misspelt name, and the holder gives way.
    bool stands(const EventPlayer& player) const {
        const auto known = known_.find(player.number);
        return known != known_.end() && !other_ids(known->second, player) &&
               !listed_.contains(keys_.at(player.number));
    }

    // Matches only players whose present number the list uses, for them or for somebody else. If
    // the list does not use it, a namesake has come late.
    void find_by_name() {
        std::map<std::string, Namesakes, std::less<>> named;
        for (const EventPlayer& player : list_)
            named[name_key(player.name)].listed.push_back(&player);
        for (const auto& [number, player] : known_) {
            const auto same = named.find(keys_.at(number));
            if (same != named.end() && numbers_.contains(number))
                same->second.known.push_back(&player);
        }
        for (auto& [name, namesakes] : named) match(namesakes);
    }

    // Pairs by what never changes, then by number if the list has kept the numbers, then by what
    // may change.
    void match(Namesakes& all) {
        const auto by_number = [](const EventPlayer* player) { return player->number; };
        std::ranges::sort(all.listed, {}, by_number);
        const bool several = all.listed.size() > 1 || all.known.size() > 1;
        if (several) {
            pair_by(all, [](const EventPlayer& p) { return p.birth; });
            const auto keeps = [&](const EventPlayer* p) { return stands_among(all.known, *p); };
            if (std::ranges::all_of(all.listed, keeps)) pair_by_number(all);
            pair_by(all, [](const EventPlayer& p) {
                return p.rating == 0 ? std::string() : std::to_string(p.rating);
            });
            pair_by(all, [](const EventPlayer& p) { return p.club; });
            pair_by(all, [](const EventPlayer& p) { return p.federation; });
        }
        pair(all);
    }

    template <class Detail>
    void pair_by(Namesakes& all, Detail detail) {
        std::map<std::string, Namesakes> same;
        for (const EventPlayer* player : all.listed)
            if (const auto said = detail(*player); !said.empty())
                same[said].listed.push_back(player);
        for (const EventPlayer* player : all.known)
            if (const auto known = same.find(detail(*player)); known != same.end())
                known->second.known.push_back(player);
        for (auto& [said, these] : same) pair(these);
    }

    // If all numbers change, lists keep the order of players; else numbers identify better.
    void pair(Namesakes& all) {
        std::erase_if(all.listed, [&](const auto* p) { return found_.contains(p->number); });
        std::erase_if(all.known, [&](const auto* p) { return taken_.contains(p->number); });
        if (all.listed.size() != all.known.size()) pair_by_number(all);
        auto any = all.known.begin();
        auto without_id = any;
        for (const EventPlayer* listed : all.listed) {
            auto& next = has_id(*listed) ? without_id : any;
            const auto fits = [&](const EventPlayer* known) {
                return !taken_.contains(known->number) && !other_ids(*known, *listed);
            };
            next = std::find_if(next, all.known.end(), fits);
            if (next != all.known.end() && !found_.contains(listed->number))
                take(*listed, (*next)->number);
        }
    }

    void pair_by_number(const Namesakes& all) {
        for (const EventPlayer* listed : all.listed)
            if (stands_among(all.known, *listed)) take(*listed, listed->number);
    }

    // `known` is sorted by number.
    static bool stands_among(const std::vector<const EventPlayer*>& known,
                             const EventPlayer& listed) {
        const auto at = std::ranges::lower_bound(known, listed.number, {}, &EventPlayer::number);
        return at != known.end() && (*at)->number == listed.number && !other_ids(**at, listed);
    }

    const Players& known_;
    const std::vector<EventPlayer>& list_;
    std::map<std::string, std::uint32_t, std::less<>> ids_;
    std::map<std::uint32_t, std::string> keys_;  // of known names
    std::set<std::string, std::less<>> listed_;  // of listed names
    std::set<std::uint32_t> numbers_;            // in the list
    Meant found_;
    std::set<std::uint32_t> taken_;
};

}  // namespace

std::string name_key(std::string_view name) {
    std::string out;
    for (const char c : folded(name)) {
        if (c == ' ' && (out.empty() || out.ends_with(','))) continue;
        if (c == ',' && out.ends_with(' ')) out.pop_back();
        out += c;
    }
    while (out.ends_with(' ')) out.pop_back();
    return out;
}

Meant persons(const Players& known, const std::vector<EventPlayer>& list) {
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

// Removes listed players from the others; others whose number went to somebody else get a new one.
void give_way(Players& players, const std::vector<EventPlayer>& list, Meant& meant) {
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
        meant[++last] = other.number;
        other.number = last;
        players[last] = std::move(other);
    }
}

template <class T>
void follow(std::vector<T>& list, std::map<std::uint32_t, T> others) {
    if (list.empty()) return;  // the file has no list
    for (const T& one : list) others.erase(one.number);
    for (auto& [number, other] : others) list.push_back(std::move(other));
}

}  // namespace

Meant add_others(const Tournament& event, std::vector<EventPlayer>& players,
                 std::vector<EventTeam>& teams) {
    const auto numbers = teams_meant(event.teams, teams);
    for (EventPlayer& player : players)
        if (const auto team = numbers.find(player.team); team != numbers.end())
            player.team = team->second;
    for (EventTeam& team : teams) team.number = numbers.at(team.number);
    follow(teams, event.teams);
    Players others = event.players;
    Meant meant = persons(others, players);
    if (!is_paired(event)) give_way(others, players, meant);
    if (players.empty()) return meant;  // the file has no list
    const std::size_t listed = players.size();
    follow(players, std::move(others));
    for (std::size_t i = listed; i < players.size(); ++i)
        meant.try_emplace(players[i].number, players[i].number);
    return meant;
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
                          "'s; give the list the numbers of the event, or leave out players who "
                          "are already entered",
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
