#include "arbiterd/tournament/notes.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>
#include <unordered_map>
#include <utility>
#include <vector>

#include "arbiterd/tournament/noted.hpp"
#include "arbiterd/tournament/persons.hpp"
#include "common/base/limits.hpp"

namespace flagfall::tournament {
namespace {

BoardResult result_at(const ResultAt& results, std::uint32_t round, const EventPairing& p) {
    return results && !p.game.empty() ? results(round, p.board) : BoardResult{};
}

bool was_played(const ResultAt& results, std::uint32_t round, const EventPairing& p) {
    return !p.bye && !(p.entered && p.entered->kind == wire::ResultKind::forfeit) &&
           result_at(results, round, p).kind != wire::ResultKind::forfeit;
}

std::string name_of(const Tournament& event, std::uint32_t player) {
    const auto found = event.players.find(player);
    return std::to_string(player) +
           (found == event.players.end() ? "" : " (" + found->second.name + ")");
}

// The games of each player in the rounds before one, in order.
class Earlier {
public:
    Earlier(const Tournament& event, const ResultAt& results, std::uint32_t round)
        : results_(results) {
        for (const auto& [number, earlier] : event.rounds) {
            if (number >= round) break;
            for (const EventPairing& p : earlier.pairings)
                if (!p.bye)
                    for (const std::uint32_t player : {p.white, p.black})
                        games_[player].push_back({number, &p});
        }
    }

    // The round in which the two played each other; 0: none.
    std::uint32_t met(const EventPairing& game) const {
        for (const auto& [round, earlier] : of(game.white))
            if (plays(*earlier, game.black) && was_played(results_, round, *earlier)) return round;
        return 0;
    }

    // The colour of the player's last two games, if it was the same in both.
    std::optional<Side> twice(std::uint32_t player) const {
        std::optional<Side> last;
        for (const auto& [round, game] : std::views::reverse(of(player))) {
            if (!was_played(results_, round, *game)) continue;
            const Side colour = colour_of(*game, result_at(results_, round, *game), player);
            if (last) return *last == colour ? last : std::nullopt;
            last = colour;
        }
        return std::nullopt;
    }

private:
    using Games = std::vector<std::pair<std::uint32_t, const EventPairing*>>;

    const Games& of(std::uint32_t player) const {
        static const Games none;
        const auto found = games_.find(player);
        return found == games_.end() ? none : found->second;
    }

    const ResultAt& results_;
    std::unordered_map<std::uint32_t, Games> games_;
};

void note_bye(const Tournament& event, const EventRound& round, std::vector<Told>& notes) {
    const auto values = [&](const EventPairing& bye) {
        return std::vector<ToldValue>{{"round", round.number},
                                      {"player", name_of(event, bye.white)},
                                      {"bye", name(*bye.bye)}};
    };
    for (const EventPairing& bye : requested_byes(event, round.number))
        for (const EventPairing& game : round.pairings)
            if (plays(game, bye.white) && game.bye != bye.bye) {
                Told& note = notes.emplace_back(noted::bye_game, values(bye));
                if (!game.bye) continue;
                note.values.emplace_back("other", name(*game.bye));
                note = Told(noted::bye_other, std::move(note.values));
            }
    for (const EventPairing& bye : with_requested_byes(event, round.number, round.pairings)) {
        const bool paired = std::ranges::any_of(
            round.pairings, [&](const EventPairing& p) { return plays(p, bye.white); });
        if (bye.bye && !paired)  // notes are made before the pairings are checked
            notes.emplace_back(noted::bye_stays, values(bye));
    }
}

// Entered results that the file changes, or removes together with their pairings.
void note_entered(const EventRound& known, const EventRound& round,
                  std::vector<Told>& notes) {
    for (const EventPairing& old : known.pairings) {
        if (!old.entered) continue;
        std::vector<ToldValue> values{{"round", round.number},
                                      {"board", old.board.number},
                                      {"result", text(old.entered->score)}};
        const auto next = std::ranges::find_if(
            round.pairings, [&](const EventPairing& p) { return same_players(p, old); });
        if (next == round.pairings.end())
            notes.emplace_back(noted::result_gone, std::move(values));
        else if (const auto& now = next->entered;
                 now && (now->score != old.entered->score || now->kind != old.entered->kind)) {
            const bool played = now->kind == wire::ResultKind::played;
            values.emplace_back("now", text(now->score));
            if (!played) values.emplace_back("kind", name(now->kind));
            notes.emplace_back(played ? noted::result_other : noted::result_kind,
                               std::move(values));
        }
    }
}

// Notes a state, start or terms other than those the round keeps. A file with all results always
// says that the round is finished, which is no news for a round that is under way.
void note_plan(const EventRound& known, const EventRound& round, std::vector<Told>& notes) {
    const bool start = !known.starts.starts_with(round.starts) &&
                       (!known.starts.empty() || has_started(known));
    const bool terms = round.terms != wire::PlayTerms{} && round.terms != known.terms;
    if (round.state > known.state &&
        (round.state != RoundState::finished || !has_started(known)))
        notes.emplace_back(noted::state_kept,
                           std::vector<ToldValue>{{"round", round.number},
                                                  {"state", name(known.state)},
                                                  {"next", name(round.state)}});
    if (start || terms) notes.push_back({noted::plan_kept, {{"round", round.number}}});
}

// The maximum number of players named in a note.
constexpr std::size_t most_named = 12;

// Pairs that are published at one board and have another one in the file.
void note_moved(const EventRound& known, const EventRound& round, std::vector<Told>& notes) {
    if (known.state == RoundState::drafted) return;
    std::string moved;
    std::size_t count = 0;
    for (const EventPairing& old : known.pairings) {
        const auto next = std::ranges::find_if(round.pairings, [&](const EventPairing& p) {
            return !p.bye && plays(p, old.white) && plays(p, old.black);
        });
        if (old.bye || next == round.pairings.end() || next->board == old.board) continue;
        if (++count <= most_named)
            moved += (count == 1 ? "" : ", ") + std::to_string(old.board.number) + " → " +
                     std::to_string(next->board.number);
    }
    if (count == 0) return;
    std::vector<ToldValue> values{{"round", round.number},
                                  {"state", name(known.state)},
                                  {"moves", moved}};
    if (count > most_named) values.emplace_back("more", count - most_named);
    notes.emplace_back(count > most_named ? noted::moved_more : noted::moved, std::move(values));
}

// Are these the games of the round? Ignores byes, which files of results seldom have.
bool same_games(const EventRound& known, const EventRound& round) {
    const auto is_game = [](const EventPairing& p) { return !p.bye; };
    return std::ranges::count_if(known.pairings, is_game) ==
               std::ranges::count_if(round.pairings, is_game) &&
           std::ranges::all_of(known.pairings, [&](const EventPairing& old) {
               return !is_game(old) ||
                      std::ranges::any_of(round.pairings, [&](const EventPairing& p) {
                          return same_players(p, old);
                      });
           });
}

// Players who could play in this round and are in none of these pairings.
std::vector<std::uint32_t> left_out(const Tournament& event, std::uint32_t round,
                                    const std::vector<EventPairing>& pairings) {
    std::vector<std::uint32_t> out;
    for (const auto& [number, player] : event.players) {
        const bool gone = player.withdrawn_from > 0 && player.withdrawn_from <= round;
        const auto has = [&, who = number](const EventPairing& p) { return plays(p, who); };
        if (!gone && std::ranges::none_of(pairings, has)) out.push_back(number);
    }
    return out;
}

void note_left_out(const Tournament& event, std::uint32_t round,
                   const std::vector<std::uint32_t>& players, std::vector<Told>& notes) {
    if (players.empty()) return;
    std::string names;
    for (const std::uint32_t player : players | std::views::take(most_named))
        names += (names.empty() ? "" : ", ") + name_of(event, player);
    const bool more = players.size() > most_named;
    std::vector<ToldValue> values{{"round", round}, {"players", names}};
    if (more) values.emplace_back("more", players.size() - most_named);
    notes.emplace_back(more ? noted::left_out_more : noted::left_out, std::move(values));
}

// The same for a round whose pairings change.
void note_left_out(const Tournament& event, const EventRound& round,
                   std::vector<Told>& notes) {
    const EventRound* known = find(event, round.number);
    if (known && known->pairings == round.pairings) return;
    if (known && has_started(*known) && same_games(*known, round)) return;
    if (std::ranges::none_of(round.pairings, [](const auto& p) { return !p.bye; })) return;
    const auto pairings = with_requested_byes(event, round.number, round.pairings);
    note_left_out(event, round.number, left_out(event, round.number, pairings), notes);
}

}  // namespace

std::vector<Told> notes_on_new(const Tournament& event, const std::vector<EventPlayer>& players,
                               const std::vector<EventRound>& rounds) {
    std::vector<Told> notes;
    if (event.players.empty()) return notes;
    for (const EventPlayer& player : players) {
        if (event.players.contains(player.number)) continue;
        const auto pairs = [&](const EventRound& round) {
            return std::ranges::any_of(
                round.pairings, [&](const EventPairing& p) { return plays(p, player.number); });
        };
        if (std::ranges::any_of(rounds, pairs))
            notes.push_back(
                {noted::new_player,
                 {{"player", std::to_string(player.number) + " (" + player.name + ")"}}});
    }
    return notes;
}

namespace {

std::vector<Told> shortened(std::vector<Told> notes) {
    if (notes.size() <= most_named) return notes;
    const std::size_t more = notes.size() - most_named;
    notes.resize(most_named);
    notes.push_back({noted::more_numbers, {{"more", more}}});
    return notes;
}

// Players with a common name and no FIDE ID who changed numbers: the list may mean someone else.
void note_namesakes(const Tournament& event, const Meant& moved,
                    const std::vector<EventPlayer>& of_list, std::vector<Told>& notes) {
    std::map<std::string, std::uint32_t> count;
    for (const auto& [number, player] : event.players) ++count[name_key(player.name)];
    for (const auto& [person, number] : moved) {
        const EventPlayer& known = event.players.at(person);
        const auto listed = std::ranges::find(of_list, number, &EventPlayer::number);
        const std::uint32_t several = count.at(name_key(known.name));
        if (listed == of_list.end() || several == 1) continue;
        if (!known.fide_id.empty() && known.fide_id == listed->fide_id) continue;
        notes.emplace_back(noted::namesakes, std::vector<ToldValue>{{"name", known.name},
                                                                    {"was", person},
                                                                    {"now", number},
                                                                    {"players", several}});
    }
}

}  // namespace

std::vector<Told> notes_on_numbers(const Tournament& event, const std::vector<EventPlayer>& all,
                                   const std::vector<EventPlayer>& of_list, const Meant& meant) {
    std::vector<Told> notes;
    std::map<std::uint32_t, std::uint32_t> moved;  // new number by old number
    for (const auto& [number, person] : meant)
        if (number != person) moved[person] = number;
    for (const EventPlayer& player : all) {
        const auto holder = event.players.find(player.number);
        if (holder == event.players.end() || moved.contains(player.number)) continue;
        const EventPlayer& old = holder->second;
        const bool other_id = !old.fide_id.empty() && !player.fide_id.empty() &&
                              old.fide_id != player.fide_id;
        if (name_key(old.name) != name_key(player.name) || other_id)
            notes.emplace_back(noted::number_other,
                               std::vector<ToldValue>{
                                   {"number", player.number},
                                   {"was", other_id ? with_id(old) : old.name},
                                   {"now", other_id ? with_id(player) : player.name}});
    }
    for (const auto& [person, number] : moved)
        if (std::ranges::find(of_list, number, &EventPlayer::number) == of_list.end())
            notes.emplace_back(noted::not_in_list,
                               std::vector<ToldValue>{{"name", event.players.at(person).name},
                                                      {"was", person},
                                                      {"now", number}});
    note_namesakes(event, moved, of_list, notes);
    return shortened(std::move(notes));
}

std::vector<Told> notes_on_teams(const Tournament& event, const std::vector<EventTeam>& teams) {
    std::vector<Told> notes;
    for (const EventTeam& team : teams) {
        const auto known = event.teams.find(team.number);
        if (known != event.teams.end() && name_key(known->second.name) != name_key(team.name))
            notes.emplace_back(noted::team_other,
                               std::vector<ToldValue>{{"number", team.number},
                                                      {"was", known->second.name},
                                                      {"now", team.name}});
    }
    return shortened(std::move(notes));
}

std::vector<Told> notes_on(const Tournament& event, const EventRound& round,
                           const ResultAt& results) {
    std::vector<Told> notes = notes_on_games(event, round, results);
    const EventRound* known = find(event, round.number);
    if (known && !known->pairings.empty()) note_plan(*known, round, notes);
    note_bye(event, round, notes);
    note_left_out(event, round, notes);
    if (known) note_moved(*known, round, notes);
    if (known && !round.pairings.empty()) note_entered(*known, round, notes);
    return notes;
}

std::vector<Told> notes_on_change(const Tournament& event, const wire::ChangePairing& act,
                                  const ResultAt& results) {
    EventRound games;
    games.number = act.round;
    games.pairings = act.pairings;
    std::vector<Told> notes = notes_on_games(event, games, results);
    const EventRound* round = find(event, act.round);
    if (!round) return notes;
    std::vector<EventPairing> next = changed(round->pairings, act.pairings);
    std::ranges::copy(requested_byes(event, act.round), std::back_inserter(next));
    std::vector<std::uint32_t> left = left_out(event, act.round, next);
    std::erase_if(left, [&](std::uint32_t player) {
        return std::ranges::none_of(round->pairings,
                                    [&](const EventPairing& p) { return plays(p, player); });
    });
    note_left_out(event, act.round, left, notes);
    return notes;
}

std::vector<Told> notes_on_finish(const Tournament& event, const wire::FinishRound& act) {
    std::vector<Told> notes;
    if (const EventRound* round = find(event, act.round))
        note_left_out(event, act.round, left_out(event, act.round, round->pairings), notes);
    return notes;
}

std::vector<Told> notes_on_return(const Tournament& event, const wire::WithdrawPlayer& act) {
    std::vector<Told> notes;
    const auto player = event.players.find(act.number);
    if (player == event.players.end() || player->second.withdrawn_from == 0) return notes;
    const std::uint32_t end = act.from_round == 0 ? limits::event_rounds + 1 : act.from_round;
    const auto is_absence = [&](const EventPairing& p) {
        return p.white == act.number && p.bye == wire::Bye::zero;
    };
    // In a round that has started, the act itself gives that bye.
    const auto gets_absence = [&](const EventRound& round) {
        return has_started(round) &&
               std::ranges::none_of(round.pairings,
                                    [&](const auto& p) { return plays(p, act.number); });
    };
    const auto& asked = player->second.byes;
    for (const auto& [number, round] : event.rounds)
        if (number >= player->second.withdrawn_from && number < end &&
            round.state <= RoundState::started &&
            (std::ranges::any_of(round.pairings, is_absence) || gets_absence(round)) &&
            std::ranges::find(asked, number, &wire::RequestedBye::round) == asked.end())
            notes.push_back({noted::bye_absent,
                             {{"round", number}, {"player", name_of(event, act.number)}}});
    for (const wire::RequestedBye& bye : player->second.byes) {
        const EventRound* round = find(event, bye.round);
        if (!round || has_started(*round) || round->pairings.empty()) continue;
        const auto has = [&](const EventPairing& p) { return plays(p, act.number); };
        if (bye.round < player->second.withdrawn_from || bye.round >= end ||
            std::ranges::any_of(round->pairings, has))
            continue;
        notes.emplace_back(noted::bye_again,
                           std::vector<ToldValue>{{"round", bye.round},
                                                  {"bye", name(bye.bye)},
                                                  {"player", name_of(event, act.number)}});
    }
    return notes;
}

std::vector<Told> notes_on_games(const Tournament& event, const EventRound& round,
                                 const ResultAt& results) {
    std::vector<Told> notes;
    const Earlier earlier(event, results, round.number);
    for (const EventPairing& game : round.pairings) {
        if (game.bye) continue;
        const ToldValue number{"round", round.number};
        const ToldValue board{"board", game.board.number};
        if (const std::uint32_t met = earlier.met(game); met > 0)
            notes.emplace_back(noted::met,
                               std::vector<ToldValue>{number,
                                                      board,
                                                      {"white", name_of(event, game.white)},
                                                      {"black", name_of(event, game.black)},
                                                      {"met", met}});
        for (const auto& [player, side] : {std::pair(game.white, Side::white),
                                           std::pair(game.black, Side::black)})
            if (earlier.twice(player) == side)
                notes.emplace_back(noted::third_colour,
                                   std::vector<ToldValue>{number,
                                                          board,
                                                          {"player", name_of(event, player)},
                                                          {"colour", name(side)}});
    }
    return notes;
}

namespace {

void note_once(std::vector<Told>& notes, Told said) {
    if (std::ranges::find(notes, said) == notes.end()) notes.push_back(std::move(said));
}

void note_result(const Tournaments& tournaments, const Tournament& event, const EventRound& round,
                 const EventPairing& pairing, Pos result, std::vector<Told>& notes) {
    if (round.state == RoundState::confirmed)
        note_once(notes, {noted::round_confirmed, {{"round", round.number}}});
    for (const auto& [number, later] : event.rounds) {
        if (number <= round.number || later.pairings.empty()) continue;
        note_once(notes, {noted::round_paired, {{"round", number}}});
        break;
    }
    const auto fetches = tournaments.fetched.find(event.id);
    if (result == Pos{} || fetches == tournaments.fetched.end()) return;
    for (const Fetched& fetched : fetches->second) {
        if (fetched.round != round.number || fetched.pos < result ||
            (fetched.board != Board{} && fetched.board != pairing.board))
            continue;
        note_once(notes, {noted::result_fetched, {{"consumer", fetched.consumer}}});
    }
}

}  // namespace

std::vector<Told> notes_at_clocks(const Tournament& event, const EventRound& round,
                                  const RoundResults& results) {
    std::vector<Told> notes;
    const EventRound* known = find(event, round.number);
    if (!known) return notes;
    for (const EventPairing& given : round.pairings) {
        const EventPairing* at = at_board(*known, given.board);
        if (!at || at->game.empty() || !given.entered) continue;
        const auto played = results.find(given.board);
        const bool same = played != results.end() && played->second.score == given.entered->score;
        if (!same)
            notes.emplace_back(noted::result_at_clock,
                               std::vector<ToldValue>{{"round", round.number},
                                                      {"board", given.board.number},
                                                      {"result", text(given.entered->score)}});
    }
    return notes;
}

std::vector<Told> notes_on_result(const Tournaments& tournaments, std::string_view game,
                                  Pos result) {
    std::vector<Told> notes;
    for (const auto& [id, event] : tournaments.by_id)
        for (const auto& [number, round] : event.rounds)
            for (const EventPairing& pairing : round.pairings)
                if (!game.empty() && pairing.game == game)
                    note_result(tournaments, event, round, pairing, result, notes);
    return notes;
}

namespace {

// Only a result that exists can be relied on.
void note_entered(const Tournaments& tournaments, const Tournament& event, const EventRound& round,
                  const EventPairing* pairing, std::vector<Told>& notes) {
    if (!pairing || !pairing->entered) return;
    const auto entered =
        tournaments.entered_at.find(entered_key(event.id, round.number, pairing->board));
    note_result(tournaments, event, round, *pairing,
                entered == tournaments.entered_at.end() ? Pos{} : entered->second, notes);
}

}  // namespace

std::vector<Told> notes_on_entered(const Tournaments& tournaments, const std::string& event,
                                   const wire::EventAct& act) {
    std::vector<Told> notes;
    const Tournament* known = find(tournaments, event);
    if (!known) return notes;
    if (const auto* enter = std::get_if<wire::EnterResult>(&act))
        if (const EventRound* round = find(*known, enter->round))
            note_entered(tournaments, *known, *round, at_board(*round, enter->board), notes);
    const auto* file = std::get_if<wire::ImportEvent>(&act);
    if (!file) return notes;
    for (const EventRound& next : file->rounds) {
        const EventRound* round = find(*known, next.number);
        if (!round) continue;
        for (const EventPairing& old : round->pairings) {
            const EventPairing* now = at_board(next, old.board);
            if (!now || !same_players(*now, old) || now->entered != old.entered)
                note_entered(tournaments, *known, *round, &old, notes);
        }
    }
    return notes;
}

namespace {

// Notes the boards and byes that only `one` has.
void note_only_in(const EventRound& one, const EventRound& other, RoundState state,
                  const Wording& at_boards, const Wording& at_byes, std::vector<Told>& notes) {
    std::string boards;
    std::string byes;
    for (const EventPairing& p : one.pairings) {
        if (std::ranges::find(other.pairings, p) != other.pairings.end()) continue;
        std::string& list = p.bye ? byes : boards;
        list += (list.empty() ? "" : ", ") + std::to_string(p.bye ? p.white : p.board.number);
        if (p.bye) list += " (" + std::string(name(*p.bye)) + ")";
    }
    const std::vector<ToldValue> of{{"round", one.number}, {"state", name(state)}};
    const auto add = [&](const Wording& wording, std::string_view named, const std::string& list) {
        if (list.empty()) return;
        auto values = of;
        values.emplace_back(named, list);
        notes.emplace_back(wording, std::move(values));
    };
    add(at_boards, "boards", boards);
    add(at_byes, "byes", byes);
}

}  // namespace

std::vector<Told> notes_on_replaced(const Tournament& event, const wire::EventAct& act) {
    std::vector<Told> notes;
    const auto* file = std::get_if<wire::ImportEvent>(&act);
    if (!file || !file->replace) return notes;
    for (const EventRound& round : file->rounds) {
        const EventRound* known = find(event, round.number);
        if (!known || known->state < RoundState::started) continue;
        note_only_in(*known, round, known->state, noted::boards_removed, noted::byes_removed,
                     notes);
        note_only_in(round, *known, known->state, noted::boards_taken, noted::byes_taken, notes);
    }
    return notes;
}

}  // namespace flagfall::tournament
