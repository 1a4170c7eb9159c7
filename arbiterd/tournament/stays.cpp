// A game that was to be taken back, but was begun before clockd received the command.
#include <algorithm>
#include <iterator>
#include <utility>

#include "arbiterd/game/acts/desk.hpp"
#include "arbiterd/tournament/acts.hpp"
#include "arbiterd/tournament/setup.hpp"
#include "common/base/check.hpp"

namespace flagfall::tournament {
namespace {

constexpr std::string_view why = "a move had been made before the clock heard that the game was to "
                                 "be taken back: it stays";

// Is this number still the player of the game, and does the player play in this round?
bool is_there(const Tournament& event, std::uint32_t round, std::uint32_t number,
              const std::string& name) {
    const auto player = event.players.find(number);
    if (player == event.players.end() || player->second.name != name) return false;
    const std::uint32_t gone = player->second.withdrawn_from;
    return gone == 0 || round < gone;
}

// Nothing that others have played or entered is taken away.
bool may_return(const game::Games& games, const Tournament& event, const EventRound& round,
                const EventPairing& old, const wire::GameTerms& terms) {
    if (round.state > RoundState::started) return false;
    if (!is_there(event, round.number, old.white, terms.white) ||
        !is_there(event, round.number, old.black, terms.black))
        return false;
    return std::ranges::none_of(round.pairings, [&](const EventPairing& p) {
        const bool goes = p.board == old.board || plays(p, old.white) || plays(p, old.black);
        return goes && p.game != old.game && (p.entered || has_begun(games, p.game));
    });
}

// Restores pairing and round; games set up there meanwhile are taken back.
std::vector<wire::GameEvent> give_back(const Tournaments& tournaments, const game::Games& games,
                                       const Tournament& event, const EventRound& round,
                                       const BoardBefore& was, const std::string& id, Instant at) {
    wire::ChangePairing change;
    change.round = round.number;
    change.pairings = {was.pairing};
    EventPairing& back = change.pairings.front();
    back.revision = revision_of(event, round.number, at_board(round, back.board), back);
    std::vector<EventPairing> next = changed(round.pairings, change.pairings);
    give_back_byes(event, round, next, change.pairings);
    Setup setup(tournaments, games, event, id, at);
    for (const EventPairing& p : round.pairings)
        if (!p.game.empty() && std::ranges::none_of(next, [&](const EventPairing& stays) {
                return stays.game == p.game;
            }))
            setup.cancel(round, p);
    std::vector<wire::GameEvent> events{
        acted_by_software(event, id + ":pairing", why, std::move(change))};
    if (round.state == RoundState::drafted && was.state > round.state) {
        wire::PublishRound publish;
        publish.round = round.number;
        events.push_back(acted_by_software(event, id + ":public", why, std::move(publish)));
    }
    if (round.state < RoundState::started && was.state == RoundState::started) {
        wire::StartRound start;
        start.round = round.number;
        start.boards = {was.pairing.board};
        start.terms = was.began_with;
        events.push_back(acted_by_software(event, id + ":start", why, std::move(start)));
    }
    std::ranges::move(setup.take(), std::back_inserter(events));
    return events;
}

}  // namespace

wire::EventActed acted_by_software(const Tournament& event, std::string id, std::string_view reason,
                                   wire::EventAct act) {
    FF_CHECK(!id.empty());
    wire::EventActed acted;
    acted.event = event.id;
    acted.id = std::move(id);
    acted.by = "arbiterd";
    acted.reason = reason;
    acted.act = std::move(act);
    return acted;
}

std::vector<wire::GameEvent> decide_stays(const Tournaments& tournaments, const game::Games& games,
                                          const wire::HallCommandIssued& issued, Instant at) {
    const auto was = tournaments.taken_back.find(issued.game);
    const game::Game* game = game::find(games, issued.game);
    if (!std::holds_alternative<wire::EndGame>(issued.command) || !game ||
        was == tournaments.taken_back.end())
        return {};
    if (game->live.result && game->live.result->ending == Ending::cancelled) return {};
    const Tournament& event = tournaments.by_id.at(issued.event);
    const EventRound* round = find(event, was->second.round);
    const std::string id = command_of(issued).id + ":stays";
    const bool returns =
        round && may_return(games, event, *round, was->second.pairing, game->terms);
    std::vector<wire::GameEvent> events;
    if (returns) events = give_back(tournaments, games, event, *round, was->second, id, at);
    wire::DeskCommand note;
    note.id = id;
    note.game = issued.game;
    note.by = "arbiterd";
    note.act = wire::Note{std::string(why) + (returns ? ", and is its board's again"
                                                      : ". The round has its players or its board "
                                                        "elsewhere by now: decide which game "
                                                        "counts, and give this one's result")};
    if (auto noted = game::decide_desk(games, at, note))
        std::ranges::move(*noted, std::back_inserter(events));
    return events;
}

}  // namespace flagfall::tournament
