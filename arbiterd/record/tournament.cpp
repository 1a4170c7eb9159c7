#include "arbiterd/record/tournament.hpp"

#include <algorithm>
#include <charconv>

#include "common/base/limits.hpp"

namespace flagfall::record {

namespace {

using event::BoardResult;

// 0 when it is none.
std::uint32_t number_in(std::string_view text, std::uint32_t most) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole && number <= most ? number : 0;
}

std::uint32_t round_number(const GameRow& game) {
    return number_in(game.round, limits::event_rounds);
}

std::string iso_date(std::string_view pgn) {
    std::string date(pgn);
    std::ranges::replace(date, '.', '-');
    return date.find('?') == date.npos ? date : "";
}

// Players and teams as the tags of the games tell of them.
class Roster {
public:
    explicit Roster(event::Tournament& event) : event_(event) {}

    std::uint32_t of(const GameRow& game, Side side) {
        const std::string colour = side == Side::white ? "White" : "Black";
        const auto told = [&](const char* what) {
            return std::string(tag(game.tags, colour + what));
        };
        const std::string fide_id = told("FideId");
        const std::string key = fide_id.empty() ? "name " + game.player[side] : "id " + fide_id;
        const auto next = static_cast<std::uint32_t>(numbers_.size() + 1);
        const auto [known, is_new] = numbers_.emplace(key, next);
        if (!is_new) return known->second;
        wire::EventPlayer& player = event_.players[next];
        player.number = next;
        player.name = game.player[side];
        player.title = told("Title");
        player.rating = number_in(told("Elo"), limits::rating);
        player.federation = told("Fed");
        player.fide_id = fide_id;
        player.team = team(told("Team"));
        return next;
    }

private:
    std::uint32_t team(const std::string& name) {
        if (name.empty()) return 0;
        const auto next = static_cast<std::uint32_t>(teams_.size() + 1);
        const auto [known, is_new] = teams_.emplace(name, next);
        if (is_new) event_.teams[next] = {next, name, ""};
        return known->second;
    }

    event::Tournament& event_;
    std::map<std::string, std::uint32_t> numbers_;
    std::map<std::string, std::uint32_t> teams_;
};

void tell_info(event::Tournament& event, const std::vector<GameRow>& games) {
    const GameRow& first = games.front();
    const std::string_view name = tag(first.tags, "Event");
    event.info.name = name.empty() || name == "?" ? event.id : std::string(name);
    event.info.place = tag(first.tags, "Site");
    event.info.begins = iso_date(tag(first.tags, "Date"));
    const bool alike = std::ranges::all_of(
        games, [&](const GameRow& g) { return g.time_control == first.time_control; });
    if (alike) event.info.terms.time_control = first.time_control;
}

}  // namespace

event::Tournament tournament_of(const std::string& id, const std::vector<GameRow>& games) {
    event::Tournament event;
    event.id = id;
    if (games.empty()) return event;
    tell_info(event, games);
    Roster roster(event);
    const bool numbered =
        std::ranges::all_of(games, [](const GameRow& g) { return round_number(g) > 0; });
    std::map<std::string, std::uint32_t> order;
    for (const GameRow& game : games) {
        const auto next = static_cast<std::uint32_t>(order.size() + 1);
        const std::uint32_t turn = order.emplace(game.round, next).first->second;
        const std::uint32_t number = numbered ? round_number(game) : turn;
        wire::EventRound& round = event.rounds[number];
        if (round.number == 0) round.state = "finished";
        round.number = number;
        if (game.status != "finished") round.state = "started";
        wire::EventPairing& pairing = round.pairings.emplace_back();
        pairing.board = game.board;
        pairing.white = roster.of(game, Side::white);
        pairing.black = roster.of(game, Side::black);
        pairing.game = game.game;
    }
    return event;
}

std::vector<std::string> Tournaments::ids() { return record_.events(); }

const event::Tournament* Tournaments::find(const std::string& id) {
    Known& known = known_[id];
    known.seq = record_.read_event(id, known.seq + 1, [&](const wire::GameEvent& e, Pos pos) {
        event::apply(known.office, e, pos);
    });
    if (const event::Tournament* event = event::find(known.office, id)) return event;
    known_.erase(id);
    const std::vector<GameRow> games = record_.games_of(id);
    if (games.empty()) return nullptr;
    played_ = tournament_of(id, games);
    played_.changed = record_.last_change(id);
    return &played_;
}

RoundFacts facts_of(Record& record, const event::Tournament& event, std::uint32_t round) {
    RoundFacts facts;
    const event::EventRound* known = event::find(event, round);
    if (!known) return facts;
    for (const wire::EventPairing& pairing : known->pairings) {
        if (pairing.game.empty()) continue;
        auto game = record.game(pairing.game);
        if (!game) continue;  // not opened yet
        if (record.illegal_stands(pairing.game)) facts.illegal.insert(pairing.game);
        if (record.adjournment(pairing.game)) facts.adjourned.insert(pairing.game);
        facts.games.push_back(std::move(*game));
    }
    return facts;
}

namespace {

BoardResult from_game(const GameRow& game, const RoundFacts& facts) {
    BoardResult result;
    result.status = game.approval;
    result.revision = game.revision;
    result.illegal_stands = facts.illegal.contains(game.game);
    if (facts.adjourned.contains(game.game)) result.kind = BoardResult::Kind::adjourned;
    if (game.status != "finished") return result;
    const bool moved = game.plies >= 2;
    result.kind = moved                      ? BoardResult::Kind::played
                  : game.reason == "forfeit" ? BoardResult::Kind::forfeit
                                             : BoardResult::Kind::unrated;
    result.score = score_from(game.result);
    result.reason = game.reason;
    result.article = game.article;
    result.decided_by = game.decided_by;
    return result;
}

BoardResult from_office(const wire::EventPairing& pairing, bool confirmed) {
    BoardResult result;
    result.status = confirmed ? "confirmed" : "provisional";
    result.revision = pairing.revision;
    if (!pairing.entered) return result;
    const wire::EnteredResult& entered = *pairing.entered;
    result.kind = entered.kind == "forfeit"   ? BoardResult::Kind::forfeit
                  : entered.kind == "unrated" ? BoardResult::Kind::unrated
                                              : BoardResult::Kind::played;
    result.score = entered.score;
    result.article = entered.article;
    result.decided_by = entered.by;
    return result;
}

}  // namespace

event::RoundResults results_of(const event::Tournament& event, std::uint32_t round,
                               const RoundFacts& facts) {
    event::RoundResults results;
    const event::EventRound* known = event::find(event, round);
    if (!known) return results;
    for (const wire::EventPairing& pairing : known->pairings) {
        if (!pairing.bye.empty()) continue;
        const auto game = std::ranges::find(facts.games, pairing.game, &GameRow::game);
        results[pairing.board] = game != facts.games.end()
                                     ? from_game(*game, facts)
                                     : from_office(pairing, known->state == "confirmed");
    }
    return results;
}

}  // namespace flagfall::record
