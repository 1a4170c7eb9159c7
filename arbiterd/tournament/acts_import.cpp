// Imports of files: they lose nothing that a person decided.
#include <algorithm>
#include <map>
#include <type_traits>
#include <utility>

#include "arbiterd/tournament/acts.hpp"
#include "arbiterd/tournament/decide.hpp"
#include "arbiterd/tournament/kept_records.hpp"
#include "arbiterd/tournament/limits.hpp"
#include "arbiterd/tournament/lists.hpp"
#include "arbiterd/tournament/persons.hpp"
#include "common/base/check.hpp"
#include "common/base/limits.hpp"

namespace flagfall::tournament {
namespace {

bool same_boards(const EventRound& a, const EventRound& b) {
    return std::ranges::equal(a.pairings, b.pairings, [](const auto& x, const auto& y) {
        return x.board == y.board && same_players(x, y);
    });
}

MaybeRefusal check_round(const Tournament& event, const EventRound& round, const std::string& at) {
    if (auto no = check_round_number(event, round.number, at + "/number")) return no;
    if (round.state != RoundState::drafted && round.pairings.empty())
        return refuse("no_pairings", "a round without pairings must be a draft", at + "/state");
    if (auto no = check_starts(round.starts, at + "/starts")) return no;
    if (auto no = check_terms(round.terms, at + "/terms")) return no;
    if (round.began_with)
        if (auto no = check_terms(*round.began_with, at + "/began_with")) return no;
    for (std::size_t i = 0; i < round.pairings.size(); ++i) {
        const std::string here = item(at + "/pairings", i);
        if (auto no = check_pairing(event, round.number, round.pairings[i], here)) return no;
        if (!round.pairings[i].game.empty())
            return refuse("not_yours", "arbiterd names the games at the clocks", here + "/game");
        if (auto no = check_board_terms(event, round, round.pairings[i], here + "/terms"))
            return no;
    }
    return check_once(round.pairings, at + "/pairings");
}

// The revision of a result continues from the one that was there.
void count_revisions(const Tournament& event, const EventRound* before, EventRound& round) {
    for (EventPairing& p : round.pairings) {
        const EventPairing* old = before ? at_board(*before, p.board) : nullptr;
        p.revision = revision_of(event, round.number, old, p);
        FF_CHECK(!old || p.revision >= old->revision);
    }
}

// Keeps what the file leaves open about pairings that stay: terms and entered results. A result
// that the file repeats stays the entered one, with the person and the article.
void keep_pairings(const EventRound& known, EventRound& round) {
    keep_terms(known, round.pairings);
    for (EventPairing& p : round.pairings) {
        const auto old = std::ranges::find_if(
            known.pairings, [&](const EventPairing& k) { return same_players(k, p); });
        if (old == known.pairings.end()) continue;
        if (old->entered && (!p.entered || same_result(*old->entered, *p.entered)))
            p.entered = old->entered;
    }
}

// Keeps what the list leaves open about players of the event.
void keep_details(const Tournament& event, std::vector<EventPlayer>& players,
                  const Meant& meant) {
    const auto keep = [](auto& given, const auto& known) {
        if (given == std::remove_cvref_t<decltype(given)>{}) given = known;
    };
    for (EventPlayer& player : players) {
        const auto person = meant.find(player.number);
        if (person == meant.end()) continue;
        const EventPlayer& known = event.players.at(person->second);
        if (!same_person(player, known)) continue;  // the number now belongs to somebody else
        keep(player.title, known.title);
        keep(player.sex, known.sex);
        keep(player.rating, known.rating);
        keep(player.federation, known.federation);
        keep(player.fide_id, known.fide_id);
        keep(player.birth, known.birth);
        keep(player.club, known.club);
        keep(player.team, known.team);
    }
}

// The same for teams.
void keep_details(const Tournament& event, std::vector<EventTeam>& teams) {
    for (EventTeam& team : teams) {
        const auto known = event.teams.find(team.number);
        if (team.federation.empty() && known != event.teams.end() &&
            name_key(known->second.name) == name_key(team.name))
            team.federation = known->second.federation;
    }
}

// The event's records that stay must name its players by their new numbers.
void keep_records_of(const Tournament& event, wire::ImportEvent& a, const Meant& meant) {
    std::map<std::uint32_t, std::uint32_t> now;
    for (const auto& [number, person] : meant)
        if (number != person) now[person] = number;
    if (now.empty() || event.info.trf_records.empty()) return;
    if (!a.info) a.info = event.info;
    else if (a.info->trf_records.empty()) keep_records(event, *a.info);
    else return;  // the file has its own
    renumber(a.info->trf_records, now);
}

// A misspelt name must not become a new player in a round that is paired already.
MaybeRefusal check_strangers(const Tournament& before, const EventRound& known,
                             const EventRound& round, const std::string& at) {
    const auto is_bye = [](const EventPairing& p) { return p.bye.has_value(); };
    if (std::ranges::all_of(known.pairings, is_bye)) return std::nullopt;
    for (std::size_t i = 0; i < round.pairings.size(); ++i)
        for (const std::uint32_t player : {round.pairings[i].white, round.pairings[i].black})
            if (player != 0 && !before.players.contains(player))
                return refuse("unknown_player",
                              "round " + std::to_string(round.number) +
                                  " is paired, and the event has no player " +
                                  std::to_string(player) +
                                  " of the file: is a name misspelt? Players who are new are "
                                  "entered first",
                              item(at + "/pairings", i));
    return std::nullopt;
}

// A paired round keeps its state, start and terms: acts change them, and a file is not an act of a
// person who may. A round that is only planned has no state of its own; files often have only the
// date of its start.
void keep_plan(const EventRound& known, EventRound& round) {
    const bool paired = !known.pairings.empty();
    const bool is_day = known.starts.starts_with(round.starts);
    if (is_day || has_started(known) || (paired && !known.starts.empty()))
        round.starts = known.starts;
    if (paired || round.terms == wire::PlayTerms{}) round.terms = known.terms;
    if (!paired) return;
    round.state = known.state;
    round.began_with = known.began_with;
}

// A round that is new and already started according to the file keeps the terms of this moment.
void keep_terms_of_start(const Tournament& listed, EventRound& round) {
    if (round.state < RoundState::started) round.began_with.reset();
    else if (!round.began_with) round.began_with = terms_of(listed, round, {});
    FF_CHECK(round.began_with.has_value() == (round.state >= RoundState::started));
}

// A report has a bye Z for every round that a withdrawn player misses. The round itself has none,
// so that a player who comes back is paired like the others. `meant`: who has the file's numbers.
void drop_absences(const Tournament& before, const EventRound& known, EventRound& round,
                   const Meant& meant) {
    const auto gone = std::erase_if(round.pairings, [&](const EventPairing& p) {
        const auto person = meant.find(p.white);
        const std::uint32_t number = meant.empty()             ? p.white  // the file has no list
                                     : person == meant.end() ? 0
                                                               : person->second;
        const auto player = before.players.find(number);
        if (p.bye != wire::Bye::zero || player == before.players.end()) return false;
        const std::uint32_t from = player->second.withdrawn_from;
        return from > 0 && from <= round.number &&
               std::ranges::none_of(known.pairings,
                                    [&](const auto& k) { return plays(k, p.white); });
    });
    if (gone > 0 && round.pairings.empty()) round.state = RoundState::drafted;
}

// Keeps byes of a started round for players that the file does not pair, since files of results
// seldom have them. If the file replaces the pairings, only byes that players requested stay.
void keep_byes(const EventRound& known, EventRound& round, bool replace) {
    for (const EventPairing& bye : known.pairings)
        if (replace ? is_asked_for(bye) : bye.bye.has_value())
            if (std::ranges::none_of(round.pairings,
                                     [&](const auto& p) { return plays(p, bye.white); }))
                round.pairings.push_back(bye);
    sort(round.pairings);
}

// A round that is new to the event gets its state from the file; confirmed only with all results.
MaybeRefusal check_new_state(const EventRound& round, const std::string& at) {
    if (round.state < RoundState::confirmed) return std::nullopt;
    std::vector<Board> missing;
    for (const EventPairing& p : round.pairings)
        if (!p.bye && !p.entered) missing.push_back(p.board);
    if (missing.empty()) return std::nullopt;
    return refuse("results_missing", named(missing) + ": there is no result, so round " +
                                         std::to_string(round.number) + " is not confirmed",
                  at + "/state");
}

// The pairings and the existing results stand: the file may only add results.
MaybeRefusal add_to(const EventRound& known, EventRound& round, const std::string& at) {
    const std::string which = "round " + std::to_string(known.number) + " is " +
                              std::string(name(known.state));
    if (!same_boards(known, round))
        return refuse("round_started", which + ", and its pairings are not those of the file: "
                                               "change the pairings of single boards, or import "
                                               "with replace to take the file's",
                      at);
    FF_CHECK(known.pairings.size() == round.pairings.size());
    for (std::size_t i = 0; i < round.pairings.size(); ++i) {
        const EventPairing& old = known.pairings[i];
        EventPairing& next = round.pairings[i];
        const bool other = next.entered && next.entered != old.entered;
        if (other && (old.entered || known.state >= RoundState::confirmed))
            return refuse("has_result", which + ", and the file has a different result for "
                                                    "board " +
                                            std::to_string(old.board.number) +
                                            ": enter it again to correct it, or import with "
                                            "replace to take the file's",
                          item(at + "/pairings", i));
        next.terms = old.terms;
    }
    return std::nullopt;
}

// The present round with the file's results of boards without clocks. The clocks give the results
// of the others.
EventRound beside_clocks(const EventRound& known, const EventRound& file) {
    EventRound round = known;
    FF_CHECK(file.pairings.size() == round.pairings.size());
    for (std::size_t i = 0; i < round.pairings.size(); ++i) {
        EventPairing& p = round.pairings[i];
        if (p.game.empty() && file.pairings[i].entered) p.entered = file.pairings[i].entered;
    }
    return round;
}

// Merges the file with a round that the event already has.
MaybeRefusal import_known(const Tournament& before, const EventRound& known, EventRound& round,
                          bool replace, const std::string& at) {
    FF_CHECK(known.number == round.number);
    if (round.pairings.empty()) round.pairings = known.pairings;
    if (has_started(known)) keep_byes(known, round, replace);
    keep_pairings(known, round);
    keep_plan(known, round);
    if (auto no = check_strangers(before, known, round, at)) return no;
    if (at_clocks(known)) {
        if (!same_boards(known, round))
            return refuse("round_started",
                          "round " + std::to_string(round.number) +
                              " has games at the clocks, and other pairings: the file "
                              "must have the pairings of the whole round",
                          at);
        round = beside_clocks(known, round);
    }
    count_revisions(before, &known, round);
    if (round == known) return std::nullopt;
    if (replace && known.state >= RoundState::confirmed)
        return refuse("wrong_state", "round " + std::to_string(round.number) +
                                         " is confirmed: reopen the round first",
                      at);
    if (!replace && has_started(known)) return add_to(known, round, at);
    return std::nullopt;
}

// Games at clocks stay as they are, and so do confirmed and started rounds as far as they have got;
// the file may repeat them. `listed`: the event with the file's players.
MaybeRefusal import_rounds(const Tournament& before, const Tournament& listed,
                           wire::ImportEvent& a, const Meant& meant) {
    std::vector<EventRound> kept;
    for (std::size_t i = 0; i < a.rounds.size(); ++i) {
        EventRound& round = a.rounds[i];
        const std::string at = item("/rounds", i);
        sort(round.pairings);
        const EventRound* known = find(before, round.number);
        drop_absences(before, known ? *known : EventRound{}, round, meant);
        if (known)
            if (auto no = import_known(before, *known, round, a.replace, at)) return no;
        if (!known || known->pairings.empty()) {
            if (auto no = check_new_state(round, at)) return no;
            keep_terms_of_start(listed, round);
        }
        // A round that has not started gets the byes that players requested.
        if (!round.pairings.empty() && !(known && has_started(*known)))
            round.pairings = with_requested_byes(listed, round.number, std::move(round.pairings));
        count_revisions(before, known, round);
        if (known && round == *known) continue;
        kept.push_back(std::move(round));
    }
    a.rounds = std::move(kept);
    return std::nullopt;
}

// A round that is still to be played may have only one pairing-allocated bye; a played one keeps
// what it had.
MaybeRefusal check_to_play(const Tournament& after, const std::vector<EventRound>& rounds) {
    for (std::size_t i = 0; i < rounds.size(); ++i)
        if (!has_started(rounds[i]))
            if (auto no = check_byes(after, rounds[i].number, rounds[i].pairings,
                                     rounds[i].pairings, item("/rounds", i) + "/pairings"))
                return no;
    return std::nullopt;
}

// Removes the rounds that have not started and that the file pairs.
Tournament without_paired(Tournament event, const std::vector<EventRound>& rounds) {
    for (const EventRound& round : rounds) {
        const EventRound* known = find(event, round.number);
        if (known && !round.pairings.empty() && !has_started(*known))
            event.rounds.erase(round.number);
    }
    return event;
}

MaybeRefusal check_import(const Tournament& event, wire::ImportEvent& a) {
    if (!a.info && a.players.empty() && a.teams.empty() && a.rounds.empty())
        return refuse("nothing_to_change", "there is nothing in it");
    number(a.players, event.players);
    number(a.teams, event.teams);
    if (auto no = check_numbers(a.players, "/players")) return no;
    if (auto no = check_numbers(a.teams, "/teams")) return no;
    const Meant meant = add_others(event, a.players, a.teams);
    if (auto no = check_persons(event, a.players, "/players")) return no;
    if (auto no = check_holders(event, a.players, "/players")) return no;
    keep_details(event, a.players, meant);
    keep_details(event, a.teams);
    keep_said(event, a.players, meant);
    keep_records_of(event, a, meant);
    if (a.info) keep_unsaid(event, *a.info);
    if (auto no = check_numbers(a.rounds, "/rounds")) return no;
    wire::ImportEvent lists = a;  // first the lists, to which the rounds refer
    lists.rounds.clear();
    Tournament after = event;
    assign(after, lists);
    if (!a.players.empty()) after.players.clear();
    if (a.info) {
        if (auto no = check_info(*a.info, "/info")) return no;
        if (auto no = check_set_up(event, *a.info)) return no;
    }
    if (a.players.size() > limits::event_players)
        return refuse("too_many", "too many players", "/players");
    if (a.teams.size() > limits::event_teams)
        return refuse("too_many", "too many teams", "/teams");
    for (std::size_t i = 0; i < a.teams.size(); ++i)
        if (auto no = check_team(a.teams[i], item("/teams", i))) return no;
    for (const EventRound& round : a.rounds)
        if (!round.pairings.empty()) after.rounds.erase(round.number);
    if (auto no = check_players(after, a.players, "/players")) return no;
    assign(after, lists);
    for (std::size_t i = 0; i < a.rounds.size(); ++i)
        if (auto no = check_round(after, a.rounds[i], item("/rounds", i))) return no;
    after = event;
    assign(after, lists);
    if (auto no = check_listed_byes(event, without_paired(after, a.rounds), a.players, meant,
                                    "/players"))
        return no;
    if (auto no = import_rounds(event, after, a, meant)) return no;
    assign(after, a);
    if (auto no = check_own_info(after, after.info, "/info")) return no;
    return check_to_play(after, a.rounds);
}

}  // namespace

// The person who imports the file decides its results, whatever name the file gives.
MaybeRefusal act(Case& c, wire::ImportEvent& a) {
    FF_CHECK(!c.by.empty());
    if (auto no = check_import(c.event, a)) return no;
    for (EventRound& round : a.rounds) {
        const EventRound* known = find(c.event, round.number);
        const auto stands = [&](const EventPairing& p) {
            return known && std::ranges::any_of(known->pairings, [&](const EventPairing& k) {
                return same_players(k, p) && k.entered == p.entered;
            });
        };
        for (EventPairing& p : round.pairings)
            if (p.entered && !stands(p)) p.entered->by = c.by;
    }
    return std::nullopt;
}

std::expected<wire::ImportEvent, EventRefusal> decide_import(const Tournament& event,
                                                             wire::ImportEvent act) {
    if (auto no = check_import(event, act)) return std::unexpected(std::move(*no));
    return act;
}

}  // namespace flagfall::tournament
