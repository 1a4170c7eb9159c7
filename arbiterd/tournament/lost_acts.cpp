// Acts of the office that the record does not have, since it was restored from a backup of before
// them: clockd's log has what they ordered.
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "arbiterd/tournament/setup.hpp"
#include "common/base/check.hpp"
#include "common/base/office_ids.hpp"

namespace flagfall::tournament {
namespace {

constexpr std::string_view why =
    "the clocks' log has this act; the record was restored from a backup of before it";

struct Place {
    const Tournament& event;
    const EventRound& round;
    const EventPairing& pairing;
};

template <class Fits>
std::optional<Place> find_place(const Tournament& event, Fits fits) {
    for (const auto& [number, round] : event.rounds)
        for (const EventPairing& pairing : round.pairings)
            if (fits(round, pairing)) return Place{event, round, pairing};
    return std::nullopt;
}

std::optional<Place> place_of(const Tournaments& tournaments, const std::string& game) {
    for (const auto& [id, event] : tournaments.by_id)
        if (auto found = find_place(event, [&](const EventRound&, const EventPairing& pairing) {
                return pairing.game == game;
            }))
            return found;
    return std::nullopt;
}

bool has_players(const Tournament& event, const EventPairing& pairing,
                 const wire::GameTerms& terms) {
    return event.players.at(pairing.white).name == terms.white &&
           event.players.at(pairing.black).name == terms.black;
}

// The pairing without a game and without a result for which this game was opened.
std::optional<Place> waiting_for(const Tournaments& tournaments, const wire::GameRecorded& game) {
    const Tournament* event = find(tournaments, game.terms.event);
    if (!event) return std::nullopt;
    return find_place(*event, [&](const EventRound& round, const EventPairing& pairing) {
        const bool plays = round.state == RoundState::published ||
                           round.state == RoundState::started;
        return plays && std::to_string(round.number) == game.terms.round &&
               pairing.board == game.board && !pairing.bye && pairing.game.empty() &&
               !pairing.entered && !plays_without_clock(*event, round.number, pairing) &&
               has_players(*event, pairing, game.terms);
    });
}

template <class Command>
wire::HallCommandIssued issued(const Place& place, const std::string& game, Command command,
                               const game::Input& input) {
    command.id = input.cmd_id;
    command.board = place.pairing.board;
    command.game = game;
    command.at = input.at;
    return {place.event.id, place.round.number, place.pairing.board, game, std::move(command)};
}

wire::EventActed acted(const Place& place, wire::EventAct act, const game::Input& input) {
    wire::EventActed acted;
    acted.event = place.event.id;
    acted.id = input.cmd_id + ":lost";
    acted.by = "arbiterd";
    acted.reason = why;
    acted.act = std::move(act);
    return acted;
}

// What an act has recorded before clockd carried out its command.
struct Before {
    const Tournaments& tournaments;
    const game::Input& input;

    std::vector<wire::GameEvent> operator()(const wire::GameRecorded& e) const {
        const auto place = waiting_for(tournaments, e);
        if (!place) return {};
        wire::OpenGame open;
        open.terms = e.terms;
        return {issued(*place, e.game, std::move(open), input)};
    }
    // The first clock that starts has started the round, too.
    std::vector<wire::GameEvent> operator()(const wire::GameBegan& e) const {
        const auto place = place_of(tournaments, e.game);
        if (!place || place->round.state != RoundState::published) return {};
        wire::StartRound start;
        start.round = place->round.number;
        start.boards = {e.board};
        start.terms = terms_of(place->event, place->round, {});
        return {acted(*place, std::move(start), input),
                issued(*place, e.game, wire::StartGame{}, input)};
    }
    // The game was taken back: its board can have another.
    std::vector<wire::GameEvent> operator()(const wire::GameEnded& e) const {
        if (e.outcome.ending != Ending::cancelled) return {};
        const auto place = place_of(tournaments, e.game);
        if (!place || place->round.state > RoundState::started) return {};
        wire::ChangePairing change;
        change.round = place->round.number;
        change.pairings = {place->pairing};
        EventPairing& next = change.pairings.front();
        next.game.clear();
        next.revision = revision_of(place->event, change.round, &place->pairing, next);
        wire::EndGame end;
        end.outcome = e.outcome;
        return {acted(*place, std::move(change), input),
                issued(*place, e.game, std::move(end), input)};
    }
    template <class Other>
    std::vector<wire::GameEvent> operator()(const Other&) const {
        return {};
    }
};

std::vector<wire::GameEvent> decide_lost(const Tournaments& tournaments,
                                         const std::vector<wire::GameEvent>& decided,
                                         const game::Input& input) {
    if (!input.cmd_id.starts_with(hall_ids)) return {};
    const bool known = std::ranges::any_of(tournaments.outbox, [&](const Outstanding& out) {
        return command_of(out.issued).id == input.cmd_id;
    });
    if (known) return {};
    const Before before{tournaments, input};
    if (const auto* ended = std::get_if<wire::GameEnded>(&input.event)) return before(*ended);
    for (const wire::GameEvent& each : decided)
        if (auto lost = std::visit(before, each); !lost.empty()) return lost;
    return {};
}

}  // namespace

std::vector<wire::GameEvent> decide_office(const Tournaments& tournaments,
                                           std::vector<wire::GameEvent> decided,
                                           const game::Input& input) {
    std::vector<wire::GameEvent> all = decide_lost(tournaments, decided, input);
    if (all.empty()) {
        std::ranges::move(decide_foreign(tournaments, decided, input.cmd_id),
                          std::back_inserter(decided));
        std::ranges::move(decide_seen(tournaments, input.cmd_id), std::back_inserter(decided));
        return decided;
    }
    const std::string event = std::get<wire::HallCommandIssued>(all.back()).event;
    std::ranges::move(decided, std::back_inserter(all));
    all.emplace_back(wire::HallCommandSettled{event, input.cmd_id, {}});
    return all;
}

}  // namespace flagfall::tournament
