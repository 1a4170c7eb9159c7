#include "arbiterd/tournament/promises.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <variant>

#include "arbiterd/tournament/tournaments.hpp"
#include "common/base/check.hpp"
#include "common/base/limits.hpp"

namespace flagfall::tournament {
namespace {

using enum RoundState;

bool is_round(std::uint32_t number) { return number >= 1 && number <= limits::event_rounds; }

// ---- before an act --------------------------------------------------------------------------

struct Before {
    const Tournament& event;

    template <class Act>
    void operator()(const Act&) const {}

    void operator()(const wire::CreateEvent&) const {
        FF_CHECK(event.changed == Pos{});
        FF_CHECK(event.players.empty());
        FF_CHECK(event.rounds.empty());
    }
    void operator()(const wire::ChangeEvent&) const { FF_CHECK(!event.hidden); }
    // No game that was played is hidden.
    void operator()(const wire::HideEvent&) const {
        FF_CHECK(!event.hidden);
        FF_CHECK(std::ranges::all_of(event.rounds,
                                     [](const auto& r) { return r.second.state <= published; }));
    }
    void operator()(const wire::ShowEvent&) const { FF_CHECK(event.hidden); }

    // ---- players ----------------------------------------------------------------------------

    void operator()(const wire::EnterPlayers& a) const { FF_CHECK(!a.players.empty()); }
    void operator()(const wire::EnterTeams& a) const { FF_CHECK(!a.teams.empty()); }
    // A player in a pairing cannot be removed.
    void operator()(const wire::RemovePlayer& a) const {
        FF_CHECK(event.players.contains(a.number));
        for (const auto& [number, round] : event.rounds)
            FF_CHECK(std::ranges::none_of(
                round.pairings, [&](const EventPairing& p) { return plays(p, a.number); }));
    }
    void operator()(const wire::WithdrawPlayer& a) const {
        FF_CHECK(event.players.contains(a.number));
        FF_CHECK(a.from_round == 0 || is_round(a.from_round));
    }
    void operator()(const wire::RequestBye& a) const {
        FF_CHECK(event.players.contains(a.number));
        FF_CHECK(!a.rounds.empty());
        FF_CHECK(a.bye != wire::Bye::allocated);  // only the pairing program gives it
    }
    // The order has every player, and no round is paired yet.
    void operator()(const wire::SeedPlayers& a) const {
        FF_CHECK(a.order.size() == event.players.size());
        FF_CHECK(std::ranges::all_of(event.rounds,
                                     [](const auto& r) { return has_only_requests(r.second); }));
    }

    // ---- rounds -----------------------------------------------------------------------------

    void operator()(const wire::PlanRound& a) const {
        FF_CHECK(is_round(a.number));
        const EventRound* round = find(event, a.number);
        FF_CHECK(!round || round->state <= published);
    }
    void operator()(const wire::SetPairings& a) const {
        FF_CHECK(is_round(a.round));
        const EventRound* round = find(event, a.round);
        FF_CHECK(!round || round->state <= published);
    }
    void operator()(const wire::ChangePairing& a) const {
        FF_CHECK(!a.pairings.empty());
        FF_CHECK(state_of(a.round) <= started);
    }
    void operator()(const wire::PublishRound& a) const {
        FF_CHECK(state_of(a.round) == drafted);
        FF_CHECK(!find(event, a.round)->pairings.empty());
    }
    void operator()(const wire::WithdrawPublication& a) const {
        FF_CHECK(state_of(a.round) == published);
    }
    void operator()(const wire::PrepareRound& a) const { at_the_clocks(a.round); }
    void operator()(const wire::StartRound& a) const { at_the_clocks(a.round); }
    void operator()(const wire::UndoStart& a) const { FF_CHECK(state_of(a.round) == started); }
    void operator()(const wire::FinishRound& a) const { FF_CHECK(state_of(a.round) == started); }
    void operator()(const wire::ConfirmRound& a) const { FF_CHECK(state_of(a.round) == finished); }
    void operator()(const wire::ReopenRound& a) const { FF_CHECK(state_of(a.round) >= finished); }
    // Results are entered only for boards without a game of ours; each entry counts as a revision.
    void operator()(const wire::EnterResult& a) const {
        const RoundState state = state_of(a.round);
        FF_CHECK(state <= finished);
        FF_CHECK((state >= published || !a.entered));
        const EventPairing* pairing = at_board(*find(event, a.round), a.board);
        FF_CHECK(pairing != nullptr);
        FF_CHECK(pairing->game.empty());
        FF_CHECK(a.revision > pairing->revision);
        FF_CHECK(a.entered != pairing->entered);
    }
    void operator()(const wire::KeepMoves& a) const {
        FF_CHECK(!a.sheet.empty());
        FF_CHECK(!a.source.empty());
        FF_CHECK(a.white > 0);
        FF_CHECK(a.black > 0);
    }
    void operator()(const wire::Acknowledge& a) const {
        FF_CHECK(!a.consumer.empty());
        FF_CHECK(a.revision >= 0);
        FF_CHECK(find(event, a.round) != nullptr);
    }
    // The act has the outcome at each board it means.
    void operator()(const wire::RuleBoards& a) const { FF_CHECK(!a.games.empty()); }

    void at_the_clocks(std::uint32_t round) const {
        const RoundState state = state_of(round);
        FF_CHECK(state == published || state == started);
    }
    RoundState state_of(std::uint32_t round) const {
        const EventRound* found = find(event, round);
        FF_CHECK(found != nullptr);
        FF_CHECK(found->number == round);
        return found->state;
    }
};

// ---- after an act ---------------------------------------------------------------------------

void check_info(const EventInfo& info) {
    for (const wire::EventSector& sector : info.sectors) {
        FF_CHECK(sector.first.number >= 1);
        FF_CHECK(sector.first <= sector.last);
        FF_CHECK(sector.last.number <= limits::boards);
    }
    FF_CHECK(info.rounds <= limits::event_rounds);
}

// A game has two players and a board; a bye has one player and no board.
void check_pairing(const Tournament& event, const EventPairing& p) {
    FF_CHECK(event.players.contains(p.white));
    if (p.bye) {
        FF_CHECK(p.black == 0);
        FF_CHECK(p.board == Board{});
        FF_CHECK(p.game.empty());
        FF_CHECK(!p.entered);
        return;
    }
    FF_CHECK(event.players.contains(p.black));
    FF_CHECK(p.black != p.white);
    FF_CHECK(p.board.number >= 1);
    FF_CHECK(p.board.number <= limits::boards);
    FF_CHECK(!p.entered || p.game.empty());
}

// They are sorted, so that a board that occurs twice is next to itself.
void check_round(const Tournament& event, const EventRound& round) {
    const auto place = [](const EventPairing& p) {
        return std::tuple(p.board == Board{}, p.board, p.white);
    };
    FF_CHECK(std::ranges::is_sorted(round.pairings, {}, place));
    std::set<std::uint32_t> paired;
    for (std::size_t i = 0; i < round.pairings.size(); ++i) {
        const EventPairing& p = round.pairings[i];
        check_pairing(event, p);
        FF_CHECK(i == 0 || p.board == Board{} || p.board != round.pairings[i - 1].board);
        FF_CHECK(paired.insert(p.white).second);
        FF_CHECK(p.black == 0 || paired.insert(p.black).second);
        FF_CHECK(p.revision <= last_revision(event, round.number, p.board));
    }
}

template <class T>
void check_numbers(const std::map<std::uint32_t, T>& all) {
    FF_CHECK(std::ranges::all_of(all, [](const auto& entry) {
        return entry.first >= 1 && entry.second.number == entry.first;
    }));
}

struct After {
    const Tournament& event;

    template <class Act>
    void operator()(const Act&) const {}

    void operator()(const wire::CreateEvent&) const {
        check_info(event.info);
        FF_CHECK(!event.hidden);
    }
    void operator()(const wire::ChangeEvent&) const { check_info(event.info); }
    void operator()(const wire::EnterPlayers& a) const {
        for (const EventPlayer& player : a.players) {
            const auto entered = event.players.find(player.number);
            FF_CHECK(entered != event.players.end());
            FF_CHECK(entered->first >= 1);
            FF_CHECK(entered->second == player);  // each number was given once
        }
    }
    void operator()(const wire::SeedPlayers& a) const {
        FF_CHECK(event.players.size() == a.order.size());  // nobody was in the order twice
        check_numbers(event.players);
        for (const auto& [number, round] : event.rounds) tournament::check_round(event, round);
    }
    void operator()(const wire::RemovePlayer& a) const {
        FF_CHECK(!event.players.contains(a.number));
    }
    void operator()(const wire::EnterTeams& a) const {
        for (const EventTeam& team : a.teams) {
            const auto entered = event.teams.find(team.number);
            FF_CHECK(entered != event.teams.end());
            FF_CHECK(entered->second == team);
        }
    }
    void operator()(const wire::WithdrawPlayer& a) const {
        FF_CHECK(event.players.at(a.number).number == a.number);
        FF_CHECK(event.players.at(a.number).withdrawn_from == a.from_round);
        for (const std::uint32_t number : a.absent) check_round(number);
    }
    void operator()(const wire::HideEvent&) const { FF_CHECK(event.hidden); }
    void operator()(const wire::ShowEvent&) const { FF_CHECK(!event.hidden); }
    void operator()(const wire::RequestBye& a) const {
        const auto& byes = event.players.at(a.number).byes;
        FF_CHECK(std::ranges::is_sorted(byes, {}, &wire::RequestedBye::round));
        for (const std::uint32_t number : a.rounds)
            FF_CHECK(std::ranges::count(byes, number, &wire::RequestedBye::round) ==
                     (a.bye ? 1 : 0));
        for (const std::uint32_t number : a.rounds)
            if (const EventRound* round = find(event, number))
                tournament::check_round(event, *round);
    }
    void operator()(const wire::PlanRound& a) const {
        const EventRound& round = the_round(a.number);
        FF_CHECK(round.starts == a.starts);
        FF_CHECK(round.terms == a.terms);
    }
    void operator()(const wire::SetPairings& a) const {
        check_round(a.round);
        FF_CHECK(the_round(a.round).pairings.size() == a.pairings.size());
    }
    void operator()(const wire::ChangePairing& a) const { check_round(a.round); }
    void operator()(const wire::PublishRound& a) const { in_state(a.round, published); }
    // Its games are taken back.
    void operator()(const wire::WithdrawPublication& a) const {
        in_state(a.round, drafted);
        FF_CHECK(!at_clocks(the_round(a.round)));
    }
    void operator()(const wire::StartRound& a) const {
        in_state(a.round, started);
        FF_CHECK(!a.terms || the_round(a.round).began_with == a.terms);
    }
    void operator()(const wire::UndoStart& a) const {
        in_state(a.round, a.whole ? published : started);
        FF_CHECK(!a.whole || !the_round(a.round).began_with);
        FF_CHECK(!a.whole || std::ranges::none_of(event.without_clocks, [&](const auto& entry) {
            return entry.first.first == a.round;
        }));
    }
    void operator()(const wire::FinishRound& a) const { in_state(a.round, finished); }
    void operator()(const wire::ConfirmRound& a) const { in_state(a.round, confirmed); }
    void operator()(const wire::ReopenRound& a) const {
        const RoundState state = the_round(a.round).state;
        FF_CHECK(state == started || state == finished);
    }
    void operator()(const wire::EnterResult& a) const {
        const EventPairing* pairing = at_board(the_round(a.round), a.board);
        FF_CHECK(pairing != nullptr);
        FF_CHECK(pairing->entered == a.entered);
        FF_CHECK(pairing->revision == a.revision);
        FF_CHECK(last_revision(event, a.round, a.board) >= a.revision);
    }
    void operator()(const wire::ImportEvent&) const {
        check_info(event.info);
        check_numbers(event.players);
        check_numbers(event.teams);
        check_numbers(event.rounds);
        for (const auto& [number, round] : event.rounds) tournament::check_round(event, round);
    }

    void check_round(std::uint32_t number) const {
        tournament::check_round(event, the_round(number));
    }
    void in_state(std::uint32_t number, RoundState state) const {
        FF_CHECK(the_round(number).state == state);
    }
    const EventRound& the_round(std::uint32_t number) const {
        const EventRound* round = find(event, number);
        FF_CHECK(round != nullptr);
        return *round;
    }
};

}  // namespace

void check_promises(const Tournament& event, const wire::EventAct& act) {
    std::visit(Before{event}, act);
}

void check_result(const Tournament& event, const wire::EventAct& act) {
    std::visit(After{event}, act);
}

void check_promises(const Tournaments& tournaments, const wire::HallCommandIssued& issued) {
    const wire::Command& command = command_of(issued);
    FF_CHECK(!command.id.empty());
    FF_CHECK(!issued.game.empty());
    FF_CHECK(!issued.event.empty());
    FF_CHECK(is_round(issued.round));
    FF_CHECK(command.game == issued.game);
    FF_CHECK(command.board == issued.board);
    if (!std::holds_alternative<wire::OpenGame>(issued.command)) return;
    const Tournament* event = find(tournaments, issued.event);
    FF_CHECK(event != nullptr);
    const EventRound* round = find(*event, issued.round);
    FF_CHECK(round != nullptr);
    FF_CHECK(round->state <= RoundState::started);
    const EventPairing* pairing = at_board(*round, issued.board);
    FF_CHECK(pairing != nullptr);
    FF_CHECK(!pairing->entered);
}

}  // namespace flagfall::tournament
