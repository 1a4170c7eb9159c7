#include "arbiterd/formats/roster.hpp"

#include <algorithm>
#include <tuple>

#include "arbiterd/formats/limits.hpp"
#include "arbiterd/tournament/persons.hpp"
#include "arbiterd/tournament/tournaments.hpp"
#include "common/base/limits.hpp"

namespace flagfall::formats {

namespace {

std::string key_of(std::string_view name) { return tournament::name_key(tidy(name)); }

// What is expected once, with the line of the other place if it is known.
Told once(const Wording& known, const Wording& unknown, TextPosition other,
          std::vector<ToldValue> values = {}) {
    if (other.line == 0) return {unknown, std::move(values)};
    values.emplace_back("line", other.line);
    return {known, std::move(values)};
}

bool is_fide_id(std::string_view id) { return id.find_first_not_of('0') != std::string_view::npos; }

}  // namespace

Roster::Roster(const tournament::Tournament* present) {
    if (present == nullptr) return;
    paired_ = tournament::is_paired(*present);
    for (const auto& [number, player] : present->players) {
        players_[number] = player;
        index(player);
    }
    for (const auto& [number, team] : present->teams) {
        teams_[key_of(team.name)] = number;
        highest_team_ = std::max(highest_team_, number);
    }
}

void Roster::index(const tournament::EventPlayer& player) {
    if (is_fide_id(player.fide_id)) fide_ids_[player.fide_id] = player.number;
    auto& numbers = names_[key_of(player.name)];
    if (std::ranges::find(numbers, player.number) == numbers.end())
        numbers.push_back(player.number);
}

void Roster::forget(std::uint32_t number) {
    const tournament::EventPlayer* old = find(number);
    if (old == nullptr) return;
    if (const auto id = fide_ids_.find(old->fide_id);
        id != fide_ids_.end() && id->second == number)
        fide_ids_.erase(id);
    const auto named = names_.find(key_of(old->name));
    std::erase(named->second, number);
    if (named->second.empty()) names_.erase(named);
}

const tournament::EventPlayer* Roster::find(std::uint32_t number) const {
    const auto found = players_.find(number);
    return found == players_.end() ? nullptr : &found->second;
}

const tournament::EventPlayer* Roster::by_fide_id(std::string_view id) const {
    const auto found = fide_ids_.find(id);
    return found == fide_ids_.end() ? nullptr : find(found->second);
}

const tournament::EventPlayer* Roster::by_name(std::string_view name, TextPosition at) const {
    const auto found = names_.find(key_of(name));
    if (found == names_.end()) return nullptr;
    if (found->second.size() > 1)
        refuse(at, wanted::one_of_name, name);
    return find(found->second.front());
}

std::vector<std::uint32_t> Roster::meant_by(std::string_view name,
                                            std::string_view fide_id) const {
    if (const tournament::EventPlayer* player = by_fide_id(fide_id)) return {player->number};
    const auto found = names_.find(key_of(name));
    if (found == names_.end()) return {};
    std::vector<std::uint32_t> meant = found->second;
    std::erase_if(meant, [&](std::uint32_t number) {
        const std::string& known = players_.at(number).fide_id;
        return is_fide_id(fide_id) && is_fide_id(known) && known != fide_id;
    });
    std::ranges::sort(meant);
    return meant;
}

const tournament::EventPlayer* Roster::by_text(std::string_view text, TextPosition at) const {
    if (const auto number = whole(text, limits::import_players)) return find(*number);
    return by_name(text, at);
}

std::uint32_t Roster::add(tournament::EventPlayer player, TextPosition at) {
    if (player.number == 0)
        player.number = players_.empty() ? 1 : players_.rbegin()->first + 1;
    if (player.number > limits::import_players)
        refuse(at, {wanted::most_players, {{"most", limits::import_players}}},
               std::to_string(player.number));
    if (const auto twice = added_.find(player.number); twice != added_.end())
        refuse(at, once(wanted::number_taken_in, wanted::number_taken, twice->second),
               std::to_string(player.number));
    if (const tournament::EventPlayer* other = by_fide_id(player.fide_id);
        other != nullptr && other->number != player.number) {
        const auto earlier = added_.find(other->number);
        const bool known = earlier == added_.end();
        if (!known)
            refuse(at, once(wanted::fide_id_taken_in, wanted::fide_id_taken, earlier->second),
                   player.fide_id);
        if (paired_)
            refuse(at, {wanted::fide_id_taken_by, {{"player", other->number}}}, player.fide_id);
    }
    added_[player.number] = at;
    forget(player.number);
    index(player);
    const std::uint32_t number = player.number;
    players_[number] = std::move(player);
    return number;
}

std::vector<tournament::EventPlayer> Roster::added() const {
    std::vector<tournament::EventPlayer> out;
    out.reserve(added_.size());
    for (const auto& [number, place] : added_) out.push_back(players_.at(number));
    return out;
}

std::uint32_t Roster::team(std::string_view name, TextPosition at) {
    const auto [team, made] = teams_.try_emplace(key_of(name), 0);
    if (!made) return team->second;
    if (highest_team_ == limits::import_teams)
        refuse(at, {wanted::most_teams, {{"most", limits::import_teams}}}, name);
    team->second = ++highest_team_;
    new_teams_.push_back({team->second, tidy(name), {}});
    return team->second;
}

std::vector<tournament::EventTeam> Roster::added_teams() const { return new_teams_; }

void Rounds::add(std::uint32_t round, tournament::EventPairing pairing,
                 const PairingPlaces& places) {
    Part& part = rounds_[round];
    part.round.number = round;
    const auto take = [round](auto& seen, std::uint32_t number, TextPosition at,
                              const Wording& known, const Wording& unknown) {
        if (seen.size() <= number) seen.resize(number + 1);
        if (seen[number])
            refuse(at, once(known, unknown, *seen[number], {{"round", round}}),
                   std::to_string(number));
        seen[number] = at;
    };
    const auto player = [&](std::uint32_t number, TextPosition at) {
        take(part.players, number, at, wanted::player_once_in, wanted::player_once);
    };
    player(pairing.white, places.white);
    if (!pairing.bye) {
        player(pairing.black, places.black);
        if (pairing.board.number > 0)
            take(part.boards, pairing.board.number, places.board, wanted::board_once_in,
                 wanted::board_once);
        if (++part.games > limits::boards)
            refuse(places.board,
                   {wanted::most_boards, {{"most", limits::boards}, {"round", round}}},
                   std::to_string(part.games));
    }
    part.round.pairings.push_back(std::move(pairing));
}

void Rounds::starts(std::uint32_t round, std::string date) {
    Part& part = rounds_[round];
    part.round.number = round;
    part.round.starts = std::move(date);
}

void Rounds::seat_as_in(const tournament::Tournament& present) {
    for (auto& [number, part] : rounds_) {
        const tournament::EventRound* known = tournament::find(present, number);
        if (!known) continue;
        std::map<std::uint32_t, const tournament::EventPairing*> games;  // by player
        for (const tournament::EventPairing& p : known->pairings)
            if (!p.bye) games[p.white] = games[p.black] = &p;
        const auto is_taken = [&boards = part.boards](std::uint32_t board) {
            return board < boards.size() && boards[board];
        };
        for (tournament::EventPairing& pairing : part.round.pairings) {
            const auto game = games.find(pairing.white);
            if (pairing.bye || pairing.board.number > 0 || game == games.end() ||
                !tournament::plays(*game->second, pairing.black))
                continue;
            const std::uint32_t board = game->second->board.number;
            if (is_taken(board)) continue;
            pairing.board.number = board;
            if (part.boards.size() <= board) part.boards.resize(board + 1);
            part.boards[board] = TextPosition{};
        }
        for (const tournament::EventPairing& p : known->pairings)
            if (!p.bye && !is_taken(p.board.number)) part.free.push_back(p.board.number);
        std::ranges::sort(part.free);
    }
}

std::vector<tournament::EventRound> Rounds::take() {
    std::vector<tournament::EventRound> out;
    for (auto& [number, part] : rounds_) {
        std::uint32_t board =
            part.boards.empty() ? 0 : static_cast<std::uint32_t>(part.boards.size() - 1);
        if (!part.free.empty()) board = std::max(board, part.free.back());
        auto free = part.free.begin();
        for (tournament::EventPairing& pairing : part.round.pairings)
            if (!pairing.bye && pairing.board.number == 0)
                pairing.board.number = free != part.free.end() ? *free++ : ++board;
        if (board > limits::boards)
            refuse({}, {wanted::boards_up_to, {{"most", limits::boards}, {"round", number}}},
                   std::to_string(board));
        sort_pairings(part.round);
        part.round.state = state_of(part.round);
        out.push_back(std::move(part.round));
    }
    rounds_.clear();
    return out;
}

tournament::RoundState state_of(const tournament::EventRound& round) {
    bool any = false;
    for (const tournament::EventPairing& pairing : round.pairings) {
        if (pairing.bye) continue;
        any = true;
        if (!pairing.entered) return tournament::RoundState::drafted;
    }
    return any ? tournament::RoundState::finished : tournament::RoundState::drafted;
}

void sort_pairings(tournament::EventRound& round) {
    std::ranges::stable_sort(round.pairings, {}, [](const tournament::EventPairing& pairing) {
        return std::tuple(pairing.bye.has_value(), pairing.board,
                          pairing.bye ? pairing.white : 0U);
    });
}

}  // namespace flagfall::formats
