// Two events at one clockd, with boards in common.
#include <algorithm>
#include <utility>

#include "arbiterd/tournament/acts.hpp"
#include "common/base/digest.hpp"

namespace flagfall::tournament {

using enum RoundState;

namespace {

EventRefusal shared(const Setup::Neighbour& other, const std::string& at) {
    return refuse("boards_shared",
                  named(other.boards) + (other.boards.size() == 1 ? " is" : " are") +
                      " of the event " + other.event + ", too, whose round " +
                      std::to_string(other.round) + " is " +
                      std::string(name(other.state)) + at +
                      ": pair other boards, or finish that round first",
                  "/boards");
}

// Does everybody know that this game needs the clock of its board? One without a time control, or
// with a result, needs none.
bool announces(const Tournament& event, const EventRound& round, const EventPairing& p) {
    return !event.hidden && (round.state == published || round.state == started) &&
           p.board != Board{} && !p.entered && !terms_of(event, round, p).time_control.empty();
}

// The games of the round that are announced by what becomes of the event.
std::vector<EventPairing> newly_announced(const Tournament& before, const Tournament& after,
                                          const EventRound& round) {
    const EventRound* known = find(before, round.number);
    std::vector<EventPairing> games;
    for (const EventPairing& p : round.pairings) {
        const EventPairing* old = known ? at_board(*known, p.board) : nullptr;
        if (announces(after, round, p) && !(old && announces(before, *known, *old)))
            games.push_back(p);
    }
    return games;
}

struct Announcing {
    template <class Act>
    bool operator()(const Act&) const { return false; }
    bool operator()(const wire::ChangeEvent&) const { return true; }
    bool operator()(const wire::ShowEvent&) const { return true; }
    bool operator()(const wire::PlanRound&) const { return true; }
    bool operator()(const wire::SetPairings&) const { return true; }
    bool operator()(const wire::ChangePairing&) const { return true; }
    bool operator()(const wire::PublishRound&) const { return true; }
    bool operator()(const wire::ImportEvent&) const { return true; }
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
    if (const auto other = c.hall.neighbour(games)) return shared(*other, " at the clocks");
    return std::nullopt;
}

MaybeRefusal check_announced(const Case& c, const wire::EventAct& act) {
    if (!std::visit(Announcing{}, act)) return std::nullopt;
    Tournament after = c.event;
    assign(after, act);
    std::optional<Setup::Neighbour> first;
    Digest token;
    for (const auto& [number, round] : after.rounds) {
        const auto other = c.hall.planned_neighbour(newly_announced(c.event, after, round));
        if (!other) continue;
        token.add(other->event + "/" + std::to_string(other->round));
        for (const Board board : other->boards) token.add("/" + std::to_string(board.number));
        if (!first) first = other;
    }
    if (!first || c.command.confirm == token.text()) return std::nullopt;
    EventRefusal no = shared(*first, "");
    no.pointer = std::visit(Pointer{}, act);
    const auto* file = std::get_if<wire::ImportEvent>(&act);
    if (file && file->replace) return no;  // its token confirms something else
    no.text += "; without clocks, or at another time of day, confirm it (confirm: " +
               token.text() + ")";
    no.confirm = token.text();
    return no;
}

}  // namespace flagfall::tournament
