// Two events at one clockd, with boards in common.
#include <algorithm>
#include <utility>

#include "arbiterd/tournament/acts.hpp"
#include "arbiterd/tournament/notes.hpp"
#include "common/base/check.hpp"
#include "common/base/digest.hpp"

namespace flagfall::tournament {

using enum RoundState;

namespace {

// Another event with boards of these, in a round that is published or started.
struct Neighbour {
    std::string event;
    std::uint32_t round = 0;
    RoundState state{};
    std::vector<Board> boards;  // in common
};

// One without a time control, or with a result, needs no clock.
bool needs_clock(const Tournament& event, const EventRound& round, const EventPairing& p) {
    return p.board != Board{} && !p.entered && !terms_of(event, round, p).time_control.empty();
}

// The first one whose games are set up there; `planned`: or are going to be. Games of this event
// that are set up do not count.
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
    FF_CHECK(!other.event.empty() && other.round >= 1);
    return named(other.boards) + (other.boards.size() == 1 ? " is" : " are") + " of the event " +
           other.event + ", too, whose round " + std::to_string(other.round) + " is " +
           std::string(name(other.state)) + at;
}

EventRefusal shared(const Neighbour& other, const std::string& at) {
    return refuse("boards_shared",
                  text_of(other, at) + ": pair other boards, or finish that round first",
                  "/boards");
}

// How far does everybody know that this game needs the clock of its board? One of a round that has
// started is late, or without clocks.
int announced(const Tournament& event, const EventRound& round, const EventPairing& p) {
    if (event.hidden || !needs_clock(event, round, p)) return 0;
    return round.state == published ? 2 : round.state == started ? 1 : 0;
}

// The games of the round that are announced by what becomes of the event.
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

// By round, the boards that the act announces and another event has.
std::vector<Neighbour> newly_shared(const Tournaments& tournaments, const Tournament& event,
                                    const wire::EventAct& act) {
    Tournament after = event;
    assign(after, act);
    std::vector<Neighbour> all;
    for (const auto& [number, round] : after.rounds)
        if (auto other =
                neighbour(tournaments, event, newly_announced(event, after, round), true))
            all.push_back(std::move(*other));
    return all;
}

// An act that may announce boards is refused until that is confirmed, unless it has a preview.
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
    Asked operator()(const wire::ImportEvent& a) const {
        return a.replace ? Asked::in_preview : Asked::by_refusal;
    }
    Asked operator()(const wire::UndoStart&) const { return Asked::in_preview; }
    // A result that is withdrawn while the round is under way announces nothing: it is corrected.
    Asked operator()(const wire::EnterResult& a) const {
        const EventRound* round = find(event, a.round);
        return round && round->state == published ? Asked::in_preview : Asked::never;
    }
};

// Where in the act the boards come from.
struct Pointer {
    template <class Act>
    std::string operator()(const Act&) const {
        if constexpr (requires(const Act& a) { a.round; }) return "/round";
        else return "";
    }
    std::string operator()(const wire::ImportEvent&) const { return "/rounds"; }
};

}  // namespace

MaybeRefusal check_neighbour(const Case& c, const std::vector<EventPairing>& games) {
    if (const auto other = neighbour(c.tournaments, c.event, games, false))
        return shared(*other, " at the clocks");
    return std::nullopt;
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

std::vector<std::string> notes_on_shared(const Tournaments& tournaments, const std::string& event,
                                         const wire::EventAct& act) {
    std::vector<std::string> notes;
    const Tournament none;
    const Tournament* known = find(tournaments, event);
    if (!known) known = &none;
    if (std::visit(HowAsked{*known}, act) != Asked::in_preview) return notes;
    for (const Neighbour& other : newly_shared(tournaments, *known, act))
        notes.push_back("With it, " + text_of(other, "") + ".");
    return notes;
}

}  // namespace flagfall::tournament
