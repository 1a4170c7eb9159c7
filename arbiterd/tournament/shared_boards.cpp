// Two events at one clockd that use the same boards.
#include <algorithm>
#include <utility>

#include "arbiterd/tournament/acts.hpp"
#include "arbiterd/tournament/noted.hpp"
#include "arbiterd/tournament/notes.hpp"
#include "common/base/check.hpp"
#include "common/base/digest.hpp"

namespace flagfall::tournament {

using enum RoundState;

namespace {

// Another event that has some of these boards, in a published or started round.
struct Neighbour {
    std::string event;
    std::uint32_t round = 0;
    RoundState state{};
    std::vector<Board> boards;  // in common
};

// A game needs no clock if it has no time control, or a result.
bool needs_clock(const Tournament& event, const EventRound& round, const EventPairing& p) {
    return p.board != Board{} && !p.entered && !terms_of(event, round, p).time_control.empty();
}

// The first event with games set up at these boards or, with `planned`, about to be. Ignores games
// of this event that are set up already.
std::optional<Neighbour> neighbour(const Tournaments& tournaments, const Tournament& event,
                                   const std::vector<EventPairing>& games, bool planned) {
    for (const auto& [id, other] : tournaments.by_id) {
        if (id == event.id || other.hidden) continue;
        for (const auto& [number, round] : other.rounds) {
            if (round.state != published && round.state != started) continue;
            Neighbour found{id, number, round.state, {}};
            for (const EventPairing& game : games) {
                if (!game.game.empty()) continue;
                const EventPairing* there = at_board(round, game.board);
                if (!there) continue;
                const bool announced =
                    planned && round.state == published && needs_clock(other, round, *there);
                if (announced || !there->game.empty()) found.boards.push_back(game.board);
            }
            if (!found.boards.empty()) return found;
        }
    }
    return std::nullopt;
}

// "boards 1, 2 are of the event open, too, whose round 1 is published"
std::string text_of(const Neighbour& other, const std::string& at) {
    FF_CHECK(!other.event.empty());
    FF_CHECK(other.round >= 1);
    return named(other.boards) + (other.boards.size() == 1 ? " is" : " are") + " of the event " +
           other.event + ", too, whose round " + std::to_string(other.round) + " is " +
           std::string(name(other.state)) + at;
}

EventRefusal shared(const Neighbour& other, const std::string& at) {
    return refuse("boards_shared",
                  text_of(other, at) + ": pair other boards, or finish that round first",
                  "/boards");
}

// How publicly does this game need the clock of its board? In a started round it is late, or has no
// clock.
int announced(const Tournament& event, const EventRound& round, const EventPairing& p) {
    if (event.hidden || !needs_clock(event, round, p)) return 0;
    return round.state == published ? 2 : round.state == started ? 1 : 0;
}

// The games of the round that the act announces.
std::vector<EventPairing> newly_announced(const Tournament& before, const Tournament& after,
                                          const EventRound& round) {
    const EventRound* known = find(before, round.number);
    std::vector<EventPairing> games;
    for (const EventPairing& p : round.pairings) {
        const EventPairing* old = known ? at_board(*known, p.board) : nullptr;
        if (announced(after, round, p) > (old ? announced(before, *known, *old) : 0))
            games.push_back(p);
    }
    return games;
}

// The event that has announced the boards of games that are late in a started round.
std::optional<Neighbour> late_neighbour(const Tournaments& tournaments, const Tournament& event,
                                        const EventRound& round,
                                        const std::vector<EventPairing>& games) {
    if (round.state != started) return std::nullopt;
    return neighbour(tournaments, event, games, true);
}

// By round, the boards that the act announces and another event has as well.
std::vector<Neighbour> newly_shared(const Tournaments& tournaments, const Tournament& event,
                                    const wire::EventAct& act) {
    Tournament after = event;
    assign(after, act);
    std::vector<Neighbour> all;
    for (const auto& [number, round] : after.rounds)
        if (auto other =
                neighbour(tournaments, event, newly_announced(event, after, round), true))
            all.push_back(std::move(*other));
    // Games that it sets up are in its commands, not in the result of `assign`.
    const auto* prepare = std::get_if<wire::PrepareRound>(&act);
    const EventRound* round = prepare ? find(event, prepare->round) : nullptr;
    if (!round) return all;
    if (const auto games = chosen(*round, prepare->boards))
        if (auto other = late_neighbour(tournaments, event, *round, *games))
            all.push_back(std::move(*other));
    return all;
}

// An act that may announce boards is refused until that is confirmed, or has a preview instead.
enum class Asked { never, by_refusal, in_preview };

struct HowAsked {
    const Tournament& event;

    template <class Act>
    Asked operator()(const Act&) const { return Asked::never; }
    Asked operator()(const wire::ChangeEvent&) const { return Asked::by_refusal; }
    Asked operator()(const wire::ShowEvent&) const { return Asked::by_refusal; }
    Asked operator()(const wire::PlanRound&) const { return Asked::by_refusal; }
    Asked operator()(const wire::SetPairings&) const { return Asked::by_refusal; }
    Asked operator()(const wire::ChangePairing&) const { return Asked::by_refusal; }
    Asked operator()(const wire::PublishRound&) const { return Asked::by_refusal; }
    Asked operator()(const wire::PrepareRound&) const { return Asked::by_refusal; }
    Asked operator()(const wire::ReopenRound&) const { return Asked::by_refusal; }
    Asked operator()(const wire::ImportEvent& a) const {
        return a.replace ? Asked::in_preview : Asked::by_refusal;
    }
    Asked operator()(const wire::UndoStart&) const { return Asked::in_preview; }
    // Withdrawing a result of a round under way announces nothing: the result is being corrected.
    Asked operator()(const wire::EnterResult& a) const {
        const EventRound* round = find(event, a.round);
        return round && round->state == published ? Asked::in_preview : Asked::never;
    }
};

// The field of the act that the boards come from.
struct Pointer {
    template <class Act>
    std::string operator()(const Act&) const {
        if constexpr (requires(const Act& a) { a.round; }) return "/round";
        else return "";
    }
    std::string operator()(const wire::ImportEvent&) const { return "/rounds"; }
    std::string operator()(const wire::PrepareRound&) const { return "/boards"; }
};

}  // namespace

MaybeRefusal check_neighbour(const Case& c, const std::vector<EventPairing>& games) {
    if (const auto other = neighbour(c.tournaments, c.event, games, false))
        return shared(*other, " at the clocks");
    return std::nullopt;
}

std::string shared_late(const Case& c, const EventRound& round,
                        const std::vector<EventPairing>& games) {
    const auto other = late_neighbour(c.tournaments, c.event, round, games);
    return other ? text_of(*other, "") : std::string();
}

MaybeRefusal check_announced(const Case& c, const wire::EventAct& act) {
    if (std::visit(HowAsked{c.event}, act) != Asked::by_refusal) return std::nullopt;
    const std::vector<Neighbour> all = newly_shared(c.tournaments, c.event, act);
    if (all.empty()) return std::nullopt;
    Digest token;
    for (const Neighbour& other : all) {
        token.add(other.event + "/" + std::to_string(other.round));
        for (const Board board : other.boards) token.add("/" + std::to_string(board.number));
    }
    if (c.command.confirm == token.text()) return std::nullopt;
    EventRefusal no = shared(all.front(), "");
    no.pointer = std::visit(Pointer{}, act);
    no.text += "; without clocks, or at another time of day, confirm it (confirm: " +
               token.text() + ")";
    no.confirm = token.text();
    return no;
}

std::vector<Told> notes_on_shared(const Tournaments& tournaments, const std::string& event,
                                  const wire::EventAct& act) {
    std::vector<Told> notes;
    const Tournament none;
    const Tournament* known = find(tournaments, event);
    if (!known) known = &none;
    if (std::visit(HowAsked{*known}, act) != Asked::in_preview) return notes;
    for (const Neighbour& other : newly_shared(tournaments, *known, act))
        notes.push_back({other.boards.size() == 1 ? noted::board_shared : noted::boards_shared,
                         {{"boards", runs(other.boards)},
                          {"event", other.event},
                          {"round", other.round},
                          {"state", name(other.state)}},
                         {{"boards", listed(other.boards)}}});
    return notes;
}

}  // namespace flagfall::tournament
