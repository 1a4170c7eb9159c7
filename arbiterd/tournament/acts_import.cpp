// Imports of files: they lose nothing that a person has decided.
#include <algorithm>
#include <utility>

#include "arbiterd/tournament/acts.hpp"
#include "arbiterd/tournament/decide.hpp"
#include "arbiterd/tournament/lists.hpp"
#include "common/base/limits.hpp"

namespace flagfall::tournament {
namespace {

bool same_boards(const EventRound& a, const EventRound& b) {
    return std::ranges::equal(a.pairings, b.pairings, [](const auto& x, const auto& y) {
        return x.board == y.board && x.white == y.white && x.black == y.black && x.bye == y.bye;
    });
}

MaybeRefusal check_round(const Tournament& event, const EventRound& round, const std::string& at) {
    if (auto no = check_round_number(event, round.number, at + "/number")) return no;
    if (round.state != RoundState::drafted && round.pairings.empty())
        return refuse("no_pairings", "a round without pairings is drafted", at + "/state");
    if (auto no = check_starts(round.starts, at + "/starts")) return no;
    if (auto no = check_terms(round.terms, at + "/terms")) return no;
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

// The revision of a result goes on from the one that was there.
void count_revisions(const EventRound* before, EventRound& round) {
    for (EventPairing& p : round.pairings) {
        const EventPairing* old = before ? at_board(*before, p.board) : nullptr;
        p.revision = old ? old->revision : 0;
        if (p.entered != (old ? old->entered : std::nullopt)) ++p.revision;
    }
}

// A result that the file repeats is the one that was entered, by a person and with their article.
void keep_repeated(const EventRound& known, EventRound& round) {
    for (EventPairing& p : round.pairings) {
        const EventPairing* old = at_board(known, p.board);
        if (old && old->white == p.white && old->black == p.black && old->entered && p.entered &&
            same_result(*old->entered, *p.entered))
            p.entered = old->entered;
    }
}

// A misspelt name is no new player where the pairings stand already.
MaybeRefusal check_strangers(const Tournament& before, const EventRound& known,
                             const EventRound& round, const std::string& at) {
    const auto is_bye = [](const EventPairing& p) { return !p.bye.empty(); };
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

// What the file leaves open about an existing round comes from the round.
void fill_up(const EventRound& known, EventRound& round) {
    if (round.starts.empty()) round.starts = known.starts;
    if (round.terms == wire::PlayTerms{}) round.terms = known.terms;
    round.state = std::max(round.state, known.state);
}

// The pairings stand, and the results that are there: the file may add results.
MaybeRefusal add_to(const EventRound& known, EventRound& round, const std::string& at) {
    const std::string which = "round " + std::to_string(known.number) + " is " +
                              std::string(name(known.state));
    if (!same_boards(known, round))
        return refuse("round_started", which + ", and its pairings are not those of the file: "
                                               "change the pairings of single boards, or import "
                                               "with replace to take the file's",
                      at);
    for (std::size_t i = 0; i < round.pairings.size(); ++i) {
        const EventPairing& old = known.pairings[i];
        EventPairing& next = round.pairings[i];
        const bool other = next.entered && next.entered != old.entered;
        if (other && (old.entered || known.state >= RoundState::confirmed))
            return refuse("has_result", which + ", and the result of board " +
                                            std::to_string(old.board.number) +
                                            " is another one in the file: enter it again to "
                                            "correct it, or import with replace to take the "
                                            "file's",
                          item(at + "/pairings", i));
        if (!next.entered) next.entered = old.entered;
        next.terms = old.terms;
    }
    return std::nullopt;
}

// The round as it stands, with what the file has of its boards without clocks. The result of a game
// at a clock comes from there.
EventRound beside_clocks(const EventRound& known, const EventRound& file) {
    EventRound round = known;
    for (std::size_t i = 0; i < round.pairings.size(); ++i) {
        EventPairing& p = round.pairings[i];
        if (p.game.empty() && file.pairings[i].entered) p.entered = file.pairings[i].entered;
    }
    return round;
}

// Games at clocks stay as they are, as do confirmed rounds and those under way as far as they go;
// the file may repeat them.
MaybeRefusal import_rounds(const Tournament& before, wire::ImportEvent& a) {
    std::vector<EventRound> kept;
    for (std::size_t i = 0; i < a.rounds.size(); ++i) {
        EventRound& round = a.rounds[i];
        const std::string at = item("/rounds", i);
        sort(round.pairings);
        const EventRound* known = find(before, round.number);
        if (known) {
            keep_repeated(*known, round);
            if (auto no = check_strangers(before, *known, round, at)) return no;
            if (at_clocks(*known)) {
                if (!same_boards(*known, round))
                    return refuse("round_started",
                                  "round " + std::to_string(round.number) +
                                      " has games at the clocks, and other pairings: the file "
                                      "must have the pairings of the whole round",
                                  at);
                round = beside_clocks(*known, round);
                if (round == *known) continue;
            }
            if (a.replace && known->state >= RoundState::confirmed && *known != round)
                return refuse("wrong_state", "round " + std::to_string(round.number) +
                                                 " is confirmed: reopen the round first",
                              at);
            fill_up(*known, round);
            if (!a.replace && has_started(*known)) {
                if (auto no = add_to(*known, round, at)) return no;
            }
        }
        // A round that has not started gets the byes that players have asked for.
        const bool open = known ? !has_started(*known) : !round.pairings.empty();
        if (open)
            round.pairings = with_requested_byes(before, round.number, std::move(round.pairings));
        count_revisions(known, round);
        kept.push_back(std::move(round));
    }
    a.rounds = std::move(kept);
    return std::nullopt;
}

// Players who are paired in a round that stays must be among the players.
MaybeRefusal check_kept(const Tournament& after, const wire::ImportEvent& a) {
    for (const auto& [number, round] : after.rounds)
        for (const EventPairing& p : round.pairings)
            for (const std::uint32_t player : {p.white, p.black})
                if (player != 0 && !after.players.contains(player))
                    return refuse("unknown_player", "player " + std::to_string(player) +
                                                        " is paired in round " +
                                                        std::to_string(number) +
                                                        " and not on the list",
                                  a.players.empty() ? "" : "/players");
    for (const auto& [number, player] : after.players)
        if (player.team > 0 && !after.teams.contains(player.team))
            return refuse("unknown_team", "player " + std::to_string(number) + " is of team " +
                                              std::to_string(player.team) +
                                              ", which is not on the list",
                          a.teams.empty() ? "/players" : "/teams");
    return std::nullopt;
}

MaybeRefusal check_import(const Tournament& event, wire::ImportEvent& a) {
    if (!a.info && a.players.empty() && a.teams.empty() && a.rounds.empty())
        return refuse("nothing_to_change", "there is nothing in it");
    number(a.players, {});
    number(a.teams, {});
    keep_said(event, a.players);
    if (a.info) keep_unsaid(event, *a.info);
    if (auto no = check_numbers(a.rounds, "/rounds")) return no;
    wire::ImportEvent lists = a;  // first the lists, which the rounds are read against
    lists.rounds.clear();
    Tournament after = event;
    assign(after, lists);
    if (!a.players.empty()) after.players.clear();
    if (a.info)
        if (auto no = check_info(*a.info, "/info")) return no;
    if (a.players.size() > limits::event_players)
        return refuse("too_many", "too many players", "/players");
    if (a.teams.size() > limits::event_teams)
        return refuse("too_many", "too many teams", "/teams");
    if (auto no = check_numbers(a.teams, "/teams")) return no;
    for (std::size_t i = 0; i < a.teams.size(); ++i)
        if (auto no = check_team(a.teams[i], item("/teams", i))) return no;
    for (const EventRound& round : a.rounds) after.rounds.erase(round.number);
    if (auto no = check_players(after, a.players, "/players")) return no;
    assign(after, lists);
    for (std::size_t i = 0; i < a.rounds.size(); ++i)
        if (auto no = check_round(after, a.rounds[i], item("/rounds", i))) return no;
    if (auto no = import_rounds(event, a)) return no;
    after = event;
    assign(after, a);
    if (auto no = check_own_info(after, after.info, "/info")) return no;
    return check_kept(after, a);
}

}  // namespace

// A result of a round under way is whose who takes it from the file.
MaybeRefusal act(Case& c, wire::ImportEvent& a) {
    if (auto no = check_import(c.event, a)) return no;
    for (EventRound& round : a.rounds) {
        const EventRound* known = find(c.event, round.number);
        if (!known || !has_started(*known)) continue;
        for (EventPairing& p : round.pairings)
            if (p.entered && p.entered->by.empty()) p.entered->by = c.by;
    }
    return std::nullopt;
}

std::expected<wire::ImportEvent, EventRefusal> decide_import(const Tournament& event,
                                                             wire::ImportEvent act) {
    if (auto no = check_import(event, act)) return std::unexpected(std::move(*no));
    return act;
}

}  // namespace flagfall::tournament
