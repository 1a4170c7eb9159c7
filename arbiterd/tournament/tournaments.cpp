#include "arbiterd/tournament/tournaments.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "arbiterd/tournament/kept_records.hpp"
#include "arbiterd/tournament/promises.hpp"
#include "common/base/check.hpp"

namespace flagfall::tournament {
namespace {

EventRound& round_of(Tournament& event, std::uint32_t number) {
    FF_CHECK(number >= 1);
    FF_CHECK(number <= limits::event_rounds);
    EventRound& round = event.rounds[number];
    round.number = number;
    return round;
}

EventPairing* board_of(Tournament& event, std::uint32_t number, Board board) {
    FF_CHECK(board != Board{});  // byes have none
    const auto round = event.rounds.find(number);
    if (round == event.rounds.end()) return nullptr;
    const auto found = std::ranges::find(round->second.pairings, board, &EventPairing::board);
    return found == round->second.pairings.end() ? nullptr : &*found;
}

template <class T>
void enter(std::map<std::uint32_t, T>& all, const std::vector<T>& entered) {
    for (const T& one : entered) {
        FF_CHECK(one.number >= 1);
        all[one.number] = one;
    }
}

// If a file does not have this list, the present one stays.
template <class T>
void replace(std::map<std::uint32_t, T>& all, const std::vector<T>& brought) {
    if (!brought.empty()) all.clear();
    enter(all, brought);
}

struct Assign {
    Tournament& event;

    void operator()(const wire::CreateEvent& a) { event.info = a.info; }
    void operator()(const wire::ChangeEvent& a) { set(a.info); }
    void operator()(const wire::HideEvent&) { event.hidden = true; }
    void operator()(const wire::ShowEvent&) { event.hidden = false; }
    void operator()(const wire::EnterPlayers& a) { enter(event.players, a.players); }
    void operator()(const wire::RemovePlayer& a) {
        event.players.erase(a.number);
        take_out(event.info.trf_records, a.number);
    }
    void operator()(const wire::WithdrawPlayer& a) {
        event.players[a.number].withdrawn_from = a.from_round;
        for (const std::uint32_t round : a.absent)
            give_bye(round_of(event, round), a.number, wire::Bye::zero);
    }
    void operator()(const wire::RequestBye& a) {
        for (const std::uint32_t round : a.rounds) ask(a.number, round, a.bye);
    }
    void operator()(const wire::SeedPlayers& a) {
        std::map<std::uint32_t, EventPlayer> seeded;
        std::map<std::uint32_t, std::uint32_t> now;
        std::uint32_t number = 0;
        for (const std::uint32_t before : a.order) {
            EventPlayer player = event.players.at(before);
            now[before] = player.number = ++number;
            seeded.emplace(number, std::move(player));
        }
        event.players = std::move(seeded);
        renumber(event.info.trf_records, now);
        for (auto& [of, round] : event.rounds) {  // only requested byes
            for (EventPairing& bye : round.pairings) bye.white = now.at(bye.white);
            sort(round.pairings);
        }
    }
    void operator()(const wire::EnterTeams& a) { enter(event.teams, a.teams); }
    void operator()(const wire::PlanRound& a) {
        EventRound& round = round_of(event, a.number);
        round.starts = a.starts;
        round.terms = a.terms;
    }
    void operator()(const wire::SetPairings& a) {
        EventRound& round = round_of(event, a.round);
        round.pairings = a.pairings;
        note_revisions(round);
    }
    void operator()(const wire::ChangePairing& a) {
        EventRound& round = round_of(event, a.round);
        round.pairings = changed(round.pairings, a.pairings);
        note_revisions(round);
    }
    void operator()(const wire::PublishRound& a) { set(a.round, RoundState::published); }
    void operator()(const wire::WithdrawPublication& a) {
        EventRound& round = round_of(event, a.round);
        round.state = RoundState::drafted;
        for (EventPairing& pairing : round.pairings) pairing.game.clear();  // taken back
    }
    void operator()(const wire::PrepareRound&) {}
    void operator()(const wire::StartRound& a) {
        set(a.round, RoundState::started);
        if (a.without_clocks) note_without_clocks(round_of(event, a.round), a.boards);
        if (a.terms) round_of(event, a.round).began_with = a.terms;
    }
    void operator()(const wire::FinishRound& a) { set(a.round, RoundState::finished); }
    void operator()(const wire::ConfirmRound& a) { set(a.round, RoundState::confirmed); }
    void operator()(const wire::ReopenRound& a) {
        EventRound& round = round_of(event, a.round);
        const bool confirmed = round.state == RoundState::confirmed;
        round.state = confirmed ? RoundState::finished : RoundState::started;
    }
    void operator()(const wire::EnterResult& a) {
        EventPairing* pairing = board_of(event, a.round, a.board);
        FF_CHECK(pairing != nullptr);
        pairing->entered = a.entered;
        pairing->revision = a.revision;
        note_revision(a.round, *pairing);
    }
    void operator()(const wire::ImportEvent& a) {
        if (a.info) set(*a.info);
        replace(event.players, a.players);
        replace(event.teams, a.teams);
        for (const EventRound& round : a.rounds) {
            const EventRound* known = find(event, round.number);
            if (round.state >= RoundState::started &&
                (!known || known->state < RoundState::started))
                note_without_clocks(round, {});
        }
        enter(event.rounds, a.rounds);
        for (const EventRound& round : a.rounds) note_revisions(round);
    }
    void operator()(const wire::KeepMoves&) {}  // the record's tables have the moves
    void operator()(const wire::Acknowledge&) {}
    void operator()(const wire::RuleBoards&) {}  // the games have the rulings
    void operator()(const wire::UndoStart& a) {
        if (!a.whole) return;
        set(a.round, RoundState::published);
        round_of(event, a.round).began_with.reset();
        std::erase_if(event.without_clocks,
                      [&](const auto& entry) { return entry.first.first == a.round; });
    }

    // Removes the plans of rounds that the event no longer has.
    void set(const EventInfo& info) {
        event.info = info;
        std::erase_if(event.rounds, [&](const auto& entry) {
            return info.rounds > 0 && entry.first > info.rounds && is_only_planned(entry.second);
        });
    }
    void set(std::uint32_t round, RoundState state) { round_of(event, round).state = state; }

    // No boards means all boards.
    void note_without_clocks(const EventRound& round, const std::vector<Board>& boards) {
        for (const EventPairing& p : round.pairings)
            if (p.board != Board{} && p.game.empty() &&
                (boards.empty() || std::ranges::find(boards, p.board) != boards.end()))
                event.without_clocks[{round.number, p.board}] = {{p.white, p.black}};
    }

    void note_revision(std::uint32_t round, const EventPairing& p) {
        if (p.revision == 0) return;
        FF_CHECK(p.board != Board{});  // a bye has no result
        std::uint32_t& last = event.revisions[{round, p.board}];
        last = std::max(last, p.revision);
    }
    void note_revisions(const EventRound& round) {
        for (const EventPairing& p : round.pairings) note_revision(round.number, p);
    }

    // Sets the request in the player's list and in a round that is paired; nothing: takes it back.
    void ask(std::uint32_t player, std::uint32_t number, std::optional<wire::Bye> bye) {
        std::vector<wire::RequestedBye>& byes = event.players.at(player).byes;
        std::erase_if(byes, [&](const auto& asked) { return asked.round == number; });
        if (bye) byes.push_back({number, *bye});
        std::ranges::sort(byes, {}, &wire::RequestedBye::round);
        const auto round = event.rounds.find(number);
        if (round == event.rounds.end() || round->second.pairings.empty()) return;
        std::vector<EventPairing>& pairings = round->second.pairings;
        std::erase_if(pairings,
                      [&](const EventPairing& p) { return is_asked_for(p) && p.white == player; });
        if (bye) give_bye(round->second, player, *bye);
    }
    static void give_bye(EventRound& round, std::uint32_t player, wire::Bye bye) {
        FF_CHECK(player >= 1);
        EventPairing& added = round.pairings.emplace_back();
        added.white = player;
        added.bye = bye;
        sort(round.pairings);
    }
};

void fetch(std::vector<Fetched>& all, const wire::Acknowledge& a, Pos pos) {
    FF_CHECK(!a.consumer.empty());
    const auto same = std::ranges::find_if(all, [&](const Fetched& f) {
        return f.consumer == a.consumer && f.round == a.round && f.board == a.board;
    });
    FF_CHECK(same == all.end() || same->pos < pos);
    if (same != all.end())
        same->pos = pos;
    else
        all.push_back({a.consumer, a.round, a.board, pos});
}

// Notes when results entered by hand or by a file last changed.
void note_entered(Tournaments& tournaments, const std::string& event, const wire::EventAct& act,
                  Pos pos) {
    if (const auto* a = std::get_if<wire::EnterResult>(&act))
        tournaments.entered_at[entered_key(event, a->round, a->board)] = pos;
    const auto* file = std::get_if<wire::ImportEvent>(&act);
    if (!file) return;
    const Tournament* known = find(tournaments, event);
    for (const EventRound& next : file->rounds)
        for (const EventPairing& p : next.pairings) {
            const EventRound* round = known ? find(*known, next.number) : nullptr;
            const EventPairing* old = round ? at_board(*round, p.board) : nullptr;
            if (p.revision != (old ? old->revision : 0))
                tournaments.entered_at[entered_key(event, next.number, p.board)] = pos;
        }
}

// The round in which the act may take games back, as it was before; number 0: none.
EventRound at_stake(const Tournament& event, const wire::EventAct& act) {
    const auto takes = [&]<class Act>(const Act& a) -> const EventRound* {
        constexpr bool may_take =
            std::is_same_v<Act, wire::UndoStart> || std::is_same_v<Act, wire::SetPairings> ||
            std::is_same_v<Act, wire::ChangePairing> ||
            std::is_same_v<Act, wire::WithdrawPublication>;
        if constexpr (may_take) return find(event, a.round);
        else return nullptr;
    };
    const EventRound* round = std::visit(takes, act);
    return round && at_clocks(*round) ? *round : EventRound{};
}

void note_taken_back(Tournaments& tournaments, const Tournament& event, const EventRound& before,
                     const wire::EventAct& act) {
    const auto* undo = std::get_if<wire::UndoStart>(&act);
    for (const EventPairing& p : before.pairings) {
        if (p.game.empty()) continue;
        const EventPairing* now = at_board(event.rounds.at(before.number), p.board);
        const bool undone = undo && std::ranges::any_of(undo->games, [&](const wire::AtBoard& at) {
            return at.game == p.game && at.refused.empty();
        });
        if (undone || !now || now->game != p.game)
            tournaments.taken_back[p.game] = {before.number, before.state, before.began_with, p};
    }
}

void act(Tournaments& tournaments, const wire::EventActed& e, Pos pos) {
    FF_CHECK(!e.event.empty());
    FF_CHECK(!e.id.empty());
    FF_CHECK(!e.by.empty());
    if (const auto* a = std::get_if<wire::Acknowledge>(&e.act))  // changes no event
        return fetch(tournaments.fetched[e.event], *a, pos);
    if (!changes_event(e.act)) return;
    note_entered(tournaments, e.event, e.act, pos);  // compares with the event before the act
    Tournament& event = tournaments.by_id[e.event];
    event.id = e.event;
    FF_CHECK(event.changed < pos);
    check_promises(event, e.act);
    const EventRound before = at_stake(event, e.act);
    assign(event, e.act);
    note_taken_back(tournaments, event, before, e.act);
    check_result(event, e.act);
    event.changed = pos;
}

void issue(Tournaments& tournaments, const wire::HallCommandIssued& e, Pos pos) {
    check_promises(tournaments, e);
    FF_CHECK(tournaments.outbox.empty() || tournaments.outbox.back().pos < pos);
    tournaments.outbox.push_back({pos, e});
    if (!std::holds_alternative<wire::OpenGame>(e.command)) return;
    Tournament& event = tournaments.by_id.at(e.event);
    EventPairing* pairing = board_of(event, e.round, e.board);
    FF_CHECK(pairing != nullptr);
    FF_CHECK(pairing->game != e.game);  // each game is set up once
    pairing->game = e.game;
    event.changed = pos;
}

// If a game could not be set up, its board loses it.
void settle(Tournaments& tournaments, const wire::HallCommandSettled& e, Pos pos) {
    const auto out = std::ranges::find_if(
        tournaments.outbox, [&](const Outstanding& o) { return command_of(o.issued).id == e.id; });
    FF_CHECK(out != tournaments.outbox.end());
    const wire::HallCommandIssued issued = std::move(out->issued);
    tournaments.outbox.erase(out);
    FF_CHECK(issued.event == e.event);
    if (std::holds_alternative<wire::EndGame>(issued.command) && e.refused != "stale_epoch")
        tournaments.taken_back.erase(issued.game);  // a stale one is sent again
    if (e.refused.empty() || !std::holds_alternative<wire::OpenGame>(issued.command)) return;
    Tournament& event = tournaments.by_id.at(e.event);
    EventPairing* pairing = board_of(event, issued.round, issued.board);
    if (pairing == nullptr || pairing->game != issued.game) return;
    pairing->game.clear();
    event.changed = pos;
}

}  // namespace

std::string entered_key(std::string_view event, std::uint32_t round, Board board) {
    FF_CHECK(!event.empty());
    return std::string(event) + " " + std::to_string(round) + " " + std::to_string(board.number);
}

const Tournament* find(const Tournaments& tournaments, std::string_view id) {
    const auto found = tournaments.by_id.find(id);
    FF_CHECK(found == tournaments.by_id.end() || found->second.id == id);
    return found == tournaments.by_id.end() ? nullptr : &found->second;
}

const EventRound* find(const Tournament& event, std::uint32_t round) {
    const auto found = event.rounds.find(round);
    FF_CHECK(found == event.rounds.end() || found->second.number == round);
    return found == event.rounds.end() ? nullptr : &found->second;
}

bool changes_event(const wire::EventAct& act) {
    return !std::holds_alternative<wire::Acknowledge>(act) &&
           !std::holds_alternative<wire::KeepMoves>(act) &&
           !std::holds_alternative<wire::RuleBoards>(act);
}

const EventPairing* at_board(const EventRound& round, Board board) {
    const auto found = std::ranges::find(round.pairings, board, &EventPairing::board);
    return board == Board{} || found == round.pairings.end() ? nullptr : &*found;
}

bool at_clocks(const EventRound& round) {
    return std::ranges::any_of(round.pairings,
                               [](const EventPairing& p) { return !p.game.empty(); });
}

bool plays_without_clock(const Tournament& event, std::uint32_t round,
                         const EventPairing& pairing) {
    const auto found = event.without_clocks.find({round, pairing.board});
    return pairing.game.empty() && found != event.without_clocks.end() &&
           found->second == Both<std::uint32_t>{{pairing.white, pairing.black}};
}

bool is_only_planned(const EventRound& round) {
    return round.state == RoundState::drafted && round.pairings.empty();
}

bool has_started(const EventRound& round) {
    return at_clocks(round) || round.state >= RoundState::started;
}

bool plays(const EventPairing& pairing, std::uint32_t player) {
    return player != 0 && (pairing.white == player || pairing.black == player);
}

bool same_players(const EventPairing& a, const EventPairing& b) {
    return a.white == b.white && a.black == b.black && a.bye == b.bye;
}

void keep_terms(const EventRound& known, std::vector<EventPairing>& pairings) {
    for (EventPairing& p : pairings) {
        const auto old = std::ranges::find_if(
            known.pairings, [&](const EventPairing& k) { return same_players(k, p); });
        if (p.terms == wire::PlayTerms{} && old != known.pairings.end()) p.terms = old->terms;
    }
}

std::uint32_t last_revision(const Tournament& event, std::uint32_t round, Board board) {
    const auto last = event.revisions.find({round, board});
    return last == event.revisions.end() ? 0 : last->second;
}

std::uint32_t revision_of(const Tournament& event, std::uint32_t round, const EventPairing* old,
                          const EventPairing& next) {
    FF_CHECK(!old || old->revision <= last_revision(event, round, old->board));
    const bool same = old && same_players(*old, next);
    if (same && next.entered == old->entered) return old->revision;
    const std::uint32_t last = last_revision(event, round, next.board);
    return last > 0 || next.entered ? last + 1 : 0;
}

bool has_only_requests(const EventRound& round) {
    return round.state == RoundState::drafted && std::ranges::all_of(round.pairings, is_asked_for);
}

bool is_paired(const Tournament& event) {
    return std::ranges::any_of(event.rounds,
                               [](const auto& round) { return !round.second.pairings.empty(); });
}

void sort(std::vector<EventPairing>& pairings) {
    const auto place = [](const EventPairing& p) {
        return std::tuple(p.board == Board{}, p.board, p.white);
    };
    std::ranges::stable_sort(pairings, {}, place);
}

std::vector<EventPairing> changed(const std::vector<EventPairing>& pairings,
                                  const std::vector<EventPairing>& changes) {
    std::vector<EventPairing> all = pairings;
    std::erase_if(all, [&](const EventPairing& old) {
        return std::ranges::any_of(changes, [&](const EventPairing& next) {
            const bool same_board = next.board != Board{} && next.board == old.board;
            return same_board || plays(old, next.white) || plays(old, next.black);
        });
    });
    all.insert(all.end(), changes.begin(), changes.end());
    sort(all);
    return all;
}

bool is_asked_for(const EventPairing& pairing) {
    return pairing.bye && pairing.bye != wire::Bye::allocated;
}

std::vector<EventPairing> with_requested_byes(const Tournament& event, std::uint32_t round,
                                              std::vector<EventPairing> next) {
    const auto add = [&](const EventPairing& bye) {
        FF_CHECK(is_asked_for(bye));
        const bool paired =
            std::ranges::any_of(next, [&](const EventPairing& p) { return plays(p, bye.white); });
        if (!paired) next.push_back(bye);
    };
    if (const EventRound* known = find(event, round))
        for (const EventPairing& pairing : known->pairings)
            if (is_asked_for(pairing)) add(pairing);
    for (const EventPairing& bye : requested_byes(event, round)) add(bye);
    sort(next);
    return next;
}

const wire::Command& command_of(const wire::HallCommandIssued& issued) {
    return std::visit([](const auto& c) -> const wire::Command& { return c; }, issued.command);
}

void assign(Tournament& event, const wire::EventAct& act) { std::visit(Assign{event}, act); }

void apply(Tournaments& tournaments, const wire::GameEvent& event, Pos pos) {
    FF_CHECK(pos > Pos{});
    if (const auto* acted = std::get_if<wire::EventActed>(&event))
        act(tournaments, *acted, pos);
    else if (const auto* out = std::get_if<wire::HallCommandIssued>(&event))
        issue(tournaments, *out, pos);
    else if (const auto* settled = std::get_if<wire::HallCommandSettled>(&event))
        settle(tournaments, *settled, pos);
}

}  // namespace flagfall::tournament
