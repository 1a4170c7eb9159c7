// What clockd's events mean for the office, also those that follow from acts which the record does
// not have, since it was restored from a backup of before them.
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "arbiterd/tournament/acts.hpp"
#include "arbiterd/tournament/setup.hpp"
#include "common/base/check.hpp"
#include "common/base/office_ids.hpp"

namespace flagfall::tournament {
namespace {

constexpr std::string_view why_lost =
    "clockd's log has this act, and the record had not: it was restored from a backup of before it";
constexpr std::string_view why_late = "clockd carried the command out after all";

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

// The board whose game it is, with the same players and terms: it waits for one, or expects one
// with this id.
std::optional<Place> board_of(const Tournament& event, const wire::GameRecorded& game) {
    return find_place(event, [&](const EventRound& round, const EventPairing& pairing) {
        const bool plays = round.state == RoundState::published ||
                           round.state == RoundState::started;
        const bool waits = pairing.game.empty() && !pairing.entered && !event.hidden &&
                           !plays_without_clock(event, round.number, pairing);
        return plays && pairing.board == game.board && !pairing.bye &&
               (waits || pairing.game == game.game) &&
               game_terms(event, round, pairing) == game.terms;
    });
}

template <class Event>
const Event* first(const std::vector<wire::GameEvent>& decided) {
    for (const wire::GameEvent& each : decided)
        if (const auto* event = std::get_if<Event>(&each)) return event;
    return nullptr;
}

// "ACT" of "hall:ACT:open:12" and of "hall:ACT:start:12:e3".
std::string act_named(const std::string& cmd_id) {
    std::string id = first_id(cmd_id);
    for (int part = 0; part < 2; ++part)
        if (const auto colon = id.rfind(':'); colon != id.npos && colon > hall_ids.size())
            id.resize(colon);
    return id.substr(hall_ids.size());
}

class Found {
public:
    Found(const Tournaments& tournaments, const game::Input& input, bool lost)
        : tournaments_(tournaments), input_(input), lost_(lost) {}

    // A lost act has opened the game, or clockd did so when nobody expected it any more.
    std::vector<wire::GameEvent> open(const Place& place, const std::string& game) const {
        return {acted(place, with_game(place, game))};
    }
    // The first clock that runs has started the round.
    std::vector<wire::GameEvent> begin(const wire::GameBegan& e) const {
        const auto place = place_of(tournaments_, e.game);
        if (!lost_ || !place || place->round.state != RoundState::published) return {};
        wire::StartRound start;
        start.round = place->round.number;
        start.boards = {e.board};
        start.terms = terms_of(place->event, place->round, {});
        return {acted(*place, std::move(start))};
    }
    // The game was taken back: its board can have another.
    std::vector<wire::GameEvent> take_back(const wire::GameEnded& e) const {
        if (e.outcome.ending != Ending::cancelled) return {};
        const auto place = place_of(tournaments_, e.game);
        if (!lost_ || !place || place->round.state > RoundState::started) return {};
        wire::EndGame end;
        end.id = input_.cmd_id;
        end.board = place->pairing.board;
        end.game = e.game;
        end.at = input_.at;
        end.outcome = e.outcome;
        return {acted(*place, with_game(*place, {})),
                wire::HallCommandIssued{place->event.id, place->round.number, end.board, e.game,
                                        std::move(end)},
                wire::HallCommandSettled{place->event.id, input_.cmd_id, {}}};
    }

private:
    static wire::ChangePairing with_game(const Place& place, const std::string& game) {
        wire::ChangePairing change;
        change.round = place.round.number;
        change.pairings = {place.pairing};
        EventPairing& next = change.pairings.front();
        next.game = game;
        next.revision = revision_of(place.event, change.round, &place.pairing, next);
        return change;
    }
    // A lost act keeps its id: it is not carried out again when somebody sends it again.
    wire::EventActed acted(const Place& place, wire::EventAct act) const {
        return acted_by_software(
            place.event, lost_ ? act_named(input_.cmd_id) : input_.cmd_id + ":late",
            lost_ ? why_lost : why_late, std::move(act));
    }

    const Tournaments& tournaments_;
    const game::Input& input_;
    bool lost_ = false;
};

bool same_players(const wire::GameTerms& a, const wire::GameTerms& b) {
    return a.white == b.white && a.black == b.black && a.tags == b.tags;
}

// A command is known by its id. Before the record was restored its act may have had the same id and
// other players: then this game is no answer to it.
void add_seen(std::vector<wire::GameEvent>& decided, const Tournaments& tournaments,
              const wire::HallCommandIssued& out, const std::string& cmd_id) {
    const auto* const open = std::get_if<wire::OpenGame>(&out.command);
    const auto* const game = first<wire::GameRecorded>(decided);
    const Tournament* const event = game ? find(tournaments, game->terms.event) : nullptr;
    std::string refused;
    if (open && event && !same_players(open->terms, game->terms)) {
        decided.emplace_back(ask_about_foreign(*event, *game, cmd_id, decided));
        refused = "id_used";
    }
    decided.emplace_back(wire::HallCommandSettled{out.event, cmd_id, refused});
}

}  // namespace

std::string act_of(const Tournaments& tournaments, const std::string& cmd_id) {
    if (!cmd_id.starts_with(hall_ids) || outstanding(tournaments, cmd_id)) return {};
    return act_named(cmd_id);
}

std::vector<wire::GameEvent> decide_office(const Tournaments& tournaments,
                                           std::vector<wire::GameEvent> decided,
                                           const game::Input& input, bool lost) {
    if (const auto* issued = outstanding(tournaments, input.cmd_id)) {
        add_seen(decided, tournaments, *issued, input.cmd_id);
        return decided;
    }
    const Found found(tournaments, input, lost);
    const bool ours = input.cmd_id.starts_with(hall_ids);
    const auto* const game = first<wire::GameRecorded>(decided);
    std::vector<wire::GameEvent> all;
    if (const auto* event = game ? find(tournaments, game->terms.event) : nullptr) {
        const auto place = board_of(*event, *game);
        const bool waits = place && place->pairing.game.empty();
        if (ours && waits) all = found.open(*place, game->game);
        else if (!place || waits)
            decided.emplace_back(ask_about_foreign(*event, *game, input.cmd_id, decided));
    } else if (const auto* ended = std::get_if<wire::GameEnded>(&input.event); ours && ended) {
        all = found.take_back(*ended);
    } else if (const auto* start = first<wire::GameBegan>(decided); ours && start) {
        all = found.begin(*start);
    }
    std::ranges::move(decided, std::back_inserter(all));
    return all;
}

}  // namespace flagfall::tournament
