#include "arbiterd/record/committed_tournaments.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>

#include "common/base/number.hpp"

namespace flagfall::record {

namespace {

// Numbers for rounds that are named by a word; real numbers are smaller (limits::event_rounds).
constexpr std::uint32_t first_named_round = 1000;

std::uint32_t number_from(std::string_view text) {
    return whole_number<std::uint32_t>(text).value_or(0);
}

// The number of a game's player, found by FIDE id or name, or added. The opponent is always another
// player, even if the names are the same or missing.
std::uint32_t player_number(tournament::Tournament& tournament, const GameRow& game, Side side,
                            std::uint32_t opponent = 0) {
    const std::string colour = side == Side::white ? "White" : "Black";
    const auto tagged = [&](const char* name) {
        return std::string(tag(game.tags, colour + name));
    };
    const std::string fide_id = tagged("FideId");
    for (const auto& [number, player] : tournament.players)
        if (number != opponent &&
            (fide_id.empty() ? player.name == game.player[side] : player.fide_id == fide_id))
            return number;
    tournament::EventPlayer player;
    player.number = static_cast<std::uint32_t>(tournament.players.size()) + 1;
    player.name = game.player[side];
    player.title = tagged("Title");
    player.fide_id = fide_id;
    player.rating = number_from(tagged("Elo"));
    player.federation = tagged("Fed");
    const std::uint32_t number = player.number;
    tournament.players.emplace(number, std::move(player));
    return number;
}

void add_game(tournament::Tournament& tournament, tournament::EventRound& round,
              const GameRow& game) {
    tournament::EventPairing pairing;
    pairing.board = game.board;
    const Side first = game.reversed ? Side::black : Side::white;  // the colours of the pairing
    pairing.white = player_number(tournament, game, first);
    pairing.black = player_number(tournament, game, other(first), pairing.white);
    pairing.game = game.game;
    round.pairings.push_back(std::move(pairing));
    if (tournament.info.name.empty())
        tournament.info.name =
            tag(game.tags, "Event").empty() ? game.event : tag(game.tags, "Event");
    if (tournament.info.place.empty()) tournament.info.place = tag(game.tags, "Site");
    if (tournament.info.terms.time_control.empty())
        tournament.info.terms.time_control = game.time_control;
}

// The boards that an act may change: those of one round, or all.
struct Reached {
    static constexpr std::uint32_t none = 0;
    static constexpr std::uint32_t all = UINT32_MAX;

    template <class Act>
    std::uint32_t operator()(const Act&) const { return none; }
    std::uint32_t operator()(const wire::ChangeEvent&) const { return all; }
    std::uint32_t operator()(const wire::EnterPlayers&) const { return all; }
    std::uint32_t operator()(const wire::EnterTeams&) const { return all; }
    std::uint32_t operator()(const wire::ImportEvent&) const { return all; }
    std::uint32_t operator()(const wire::PlanRound& a) const { return a.number; }
    std::uint32_t operator()(const wire::SetPairings& a) const { return a.round; }
    std::uint32_t operator()(const wire::ChangePairing& a) const { return a.round; }
    std::uint32_t operator()(const wire::WithdrawPublication& a) const { return a.round; }
    std::uint32_t operator()(const wire::StartRound& a) const { return a.round; }
    std::uint32_t operator()(const wire::ConfirmRound& a) const { return a.round; }
    std::uint32_t operator()(const wire::ReopenRound& a) const { return a.round; }
    std::uint32_t operator()(const wire::UndoStart& a) const { return a.round; }
};

// Is everything equal that a board shows? Must be quick: an event has thousands of boards.
bool same_sources(const tournament::Tournament& a, const tournament::EventRound& of_a,
                  const tournament::EventPairing& in_a, const tournament::Tournament& b,
                  const tournament::EventRound& of_b, const tournament::EventPairing& in_b) {
    const auto same_player = [&](std::uint32_t number) {
        const auto before = a.players.find(number);
        const auto after = b.players.find(number);
        return before != a.players.end() && after != b.players.end() &&
               before->second == after->second;
    };
    return in_a == in_b && of_a.state == of_b.state && of_a.terms == of_b.terms &&
           of_a.began_with == of_b.began_with &&
           (&a == &b || (same_player(in_a.white) && same_player(in_a.black)));
}

// The pairing at this board. It mostly has the same index as before, so that is tried first.
const tournament::EventPairing* same_place(const tournament::EventRound* old, std::size_t index,
                                           Board board) {
    if (!old) return nullptr;
    if (index < old->pairings.size() && old->pairings[index].board == board)
        return &old->pairings[index];
    return tournament::at_board(*old, board);
}

// The game whose players this event may have changed; nullptr for other events.
const std::string* with_other_players(const wire::GameEvent& event) {
    if (const auto* e = std::get_if<wire::GameRestarted>(&event)) return &e->game;
    if (const auto* e = std::get_if<wire::MovesRestored>(&event)) return &e->game;
    if (const auto* e = std::get_if<wire::ColoursReversed>(&event)) return &e->game;
    return nullptr;
}

}  // namespace

// Reading the record may fail at any row. The rows before it count, and the next call reads the
// rest.
Pos CommittedTournaments::update(Record& record) {
    record_ = &record;
    const bool all = unknown_;
    std::set<std::string> events;  // with games that were set up, or whose players changed
    std::set<std::string> games;
    if (all) games_at_ = record.players_at();  // all games are read, so the last one is enough
    read_to_ = record.events_of_office(read_to_, !all, [&](const wire::GameEvent& e, Pos pos) {
        read_to_ = pos;
        const auto* recorded = std::get_if<wire::GameRecorded>(&e);
        const std::string* game = with_other_players(e);
        if (!recorded && !game) return take_in(e, pos);
        unknown_ = true;
        games_at_ = pos;
        if (recorded) events.insert(recorded->terms.event);
        else games.insert(*game);
    });
    if (!unknown_) return read_to_;
    for (const std::string& id : games)
        if (const auto game = record.game(id)) events.insert(game->event);
    note_rounds(record, events, all);
    unknown_ = false;
    return read_to_;
}

// Which rounds an event has is read now; the events are built when somebody asks for them.
void CommittedTournaments::note_rounds(Record& record, const std::set<std::string>& events,
                                       bool all) {
    if (all) implied_.clear();
    for (const std::string& id : events) implied_.erase(id);
    const auto note = [&](const std::vector<RoundId>& rounds) {
        for (const RoundId& round : rounds) implied_[round.event].rounds.push_back(round);
    };
    if (all) return note(record.rounds());
    for (const std::string& id : events) note(record.rounds(id));
}

void CommittedTournaments::take_in(const wire::GameEvent& event, Pos pos) {
    const auto* acted = std::get_if<wire::EventActed>(&event);
    const std::uint32_t reached = acted ? std::visit(Reached{}, acted->act) : Reached::none;
    const auto* known = acted ? tournament::find(tournaments_, acted->event) : nullptr;
    Before before;
    if (known && reached == Reached::all && !known->rounds.empty()) before.event = *known;
    else if (known && reached != Reached::none)
        if (const auto* round = tournament::find(*known, reached)) before.round = *round;
    if (const auto* out = std::get_if<wire::HallCommandIssued>(&event)) note_replaced(*out, pos);
    tournament::apply(tournaments_, event, pos);
    touch(event, pos);
    if (reached != Reached::none)
        touch_shown(*tournament::find(tournaments_, acted->event), reached, before, pos);
}

// A game that is opened in place of another takes the other one off its board.
void CommittedTournaments::note_replaced(const wire::HallCommandIssued& out, Pos pos) {
    const auto* event = tournament::find(tournaments_, out.event);
    const auto* round = event ? tournament::find(*event, out.round) : nullptr;
    const auto* pairing = round ? tournament::at_board(*round, out.board) : nullptr;
    const bool opens = std::holds_alternative<wire::OpenGame>(out.command);
    if (opens && pairing && !pairing->game.empty())
        touched_[out.event].shown[{out.round, out.board}] = pos;
}

void CommittedTournaments::touch_shown(const tournament::Tournament& now, std::uint32_t reached,
                                       const Before& before, Pos pos) {
    std::map<AtBoard, Pos>& shown = touched_[now.id].shown;
    const bool all = reached == Reached::all;
    const tournament::Tournament& had = before.event ? *before.event : now;
    const bool same_event = !before.event || (had.info == now.info && had.teams == now.teams);
    for (const auto& [number, round] : now.rounds) {
        if (!all && number != reached) continue;
        const auto* old_round = before.event   ? tournament::find(had, number)
                                : before.round ? &*before.round
                                               : nullptr;
        for (std::size_t i = 0; i < round.pairings.size(); ++i) {
            const tournament::EventPairing& pairing = round.pairings[i];
            if (pairing.bye) continue;
            const auto* old = same_place(old_round, i, pairing.board);
            const bool same =
                old && ((same_event && same_sources(had, *old_round, *old, now, round, pairing)) ||
                        same_board(board_of(had, *old_round, *old, nullptr, {}), had,
                                   board_of(now, round, pairing, nullptr, {}), now));
            if (!same) shown[{number, pairing.board}] = pos;
        }
    }
}

void CommittedTournaments::touch(const wire::GameEvent& event, Pos pos) {
    if (const auto* acted = std::get_if<wire::EventActed>(&event)) {
        if (const auto* a = std::get_if<wire::Acknowledge>(&acted->act))
            touched_[acted->event].acknowledged[a->round] = pos;
        else if (const auto* result = std::get_if<wire::EnterResult>(&acted->act))
            touch_result(acted->event, {result->round, result->board}, pos);
        else if (const auto* kept = std::get_if<wire::KeepMoves>(&acted->act))
            touch_board(acted->event, kept->round, kept->board, pos);
        else if (tournament::changes_event(acted->act))
            touch_whole(acted->event, pos);
    } else if (const auto* out = std::get_if<wire::HallCommandIssued>(&event)) {
        if (std::holds_alternative<wire::OpenGame>(out->command))
            touch_board(out->event, out->round, out->board, pos);
    } else if (const auto* settled = std::get_if<wire::HallCommandSettled>(&event)) {
        if (!settled->refused.empty()) touch_whole(settled->event, pos);
    }
}

// There are many such acts, and each changes only its own board.
void CommittedTournaments::touch_result(const std::string& event, const AtBoard& at, Pos pos) {
    touched_[event].boards[at] = pos;
    touched_[event].shown[at] = pos;
}

void CommittedTournaments::touch_board(const std::string& event, std::uint32_t round, Board board,
                                       Pos pos) {
    touched_[event].boards[{round, board}] = pos;
}

void CommittedTournaments::touch_whole(const std::string& event, Pos pos) {
    Touched& touched = touched_[event];
    touched.whole = pos;
    touched.boards.clear();
}

Pos CommittedTournaments::changed(std::string_view id) const {
    if (!entered(id)) return games_at_;
    const auto found = touched_.find(id);
    return found == touched_.end() ? Pos{} : found->second.whole;
}

ChangedAt CommittedTournaments::changed_in(std::string_view id, std::uint32_t round) const {
    const auto found = touched_.find(id);
    if (!entered(id) || found == touched_.end())
        return [whole = changed(id)](Board) { return whole; };
    return [&touched = found->second, round](Board board) {
        const auto at = touched.boards.find({round, board});
        return at == touched.boards.end() ? touched.whole : at->second;
    };
}

ChangedAt CommittedTournaments::shown_in(std::string_view id, std::uint32_t round) const {
    const auto found = touched_.find(id);
    if (!entered(id) || found == touched_.end()) return [](Board) { return Pos{}; };
    return [&touched = found->second, round](Board board) {
        const auto at = touched.shown.find({round, board});
        return at == touched.shown.end() ? Pos{} : at->second;
    };
}

Pos CommittedTournaments::entered_at(std::string_view id, std::uint32_t round, Board board) const {
    const auto found = tournaments_.entered_at.find(tournament::entered_key(id, round, board));
    return found == tournaments_.entered_at.end() ? Pos{} : found->second;
}

Pos CommittedTournaments::acknowledged(std::string_view id, std::uint32_t round) const {
    const auto found = touched_.find(id);
    if (found == touched_.end()) return {};
    const auto at = found->second.acknowledged.find(round);
    return at == found->second.acknowledged.end() ? Pos{} : at->second;
}

const CommittedTournaments::Implied* CommittedTournaments::implied(std::string_view id) const {
    const auto found = implied_.find(id);
    if (found == implied_.end()) return nullptr;
    Implied& implied = found->second;
    if (!implied.made) {
        tournament::Tournament made;
        made.id = id;
        implied.names.clear();
        for (const RoundId& round : implied.rounds) {
            std::uint32_t number = number_from(round.round);
            if (number == 0 || number >= first_named_round ||
                std::to_string(number) != round.round)
                number = first_named_round + static_cast<std::uint32_t>(implied.names.size());
            implied.names[number] = round.round;
            tournament::EventRound& of = made.rounds[number];
            of.number = number;
            of.state = tournament::RoundState::started;
            for (const GameRow& game : record_->games(round)) add_game(made, of, game);
        }
        implied.made = std::move(made);
    }
    implied.made->changed = games_at_;
    return &implied;
}

const tournament::Tournament* CommittedTournaments::find(std::string_view id) const {
    if (const tournament::Tournament* found = tournament::find(tournaments_, id)) return found;
    const Implied* found = implied(id);
    return found ? &*found->made : nullptr;
}

bool CommittedTournaments::hidden(std::string_view id) const {
    const tournament::Tournament* found = tournament::find(tournaments_, id);
    return found && found->hidden;
}

bool CommittedTournaments::entered(std::string_view id) const {
    return tournament::find(tournaments_, id) != nullptr;
}

std::vector<std::string> CommittedTournaments::ids() const {
    std::set<std::string> all;
    for (const auto& [id, tournament] : tournaments_.by_id) all.insert(id);
    for (const auto& [id, implied] : implied_) all.insert(id);
    return {all.begin(), all.end()};
}

const tournament::EventRound* CommittedTournaments::round_named(std::string_view id,
                                                                std::string_view name) const {
    const tournament::Tournament* tournament = find(id);
    if (!tournament) return nullptr;
    for (const auto& [number, round] : tournament->rounds)
        if (name_of(id, number) == name) return &round;
    return nullptr;
}

std::string CommittedTournaments::name_of(std::string_view id, std::uint32_t round) const {
    if (const Implied* found = entered(id) ? nullptr : implied(id))
        if (const auto name = found->names.find(round); name != found->names.end())
            return name->second;
    return std::to_string(round);
}

}  // namespace flagfall::record
