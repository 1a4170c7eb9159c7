// A clerk of the tournament's office whose acts are drawn from a seed, sensible and not, while the
// players play.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "arbiterd/game/acts/desk.hpp"
#include "tests/support/dice.hpp"
#include "tests/unit/tournament/kit.hpp"

namespace flagfall::test {

// An act at the desk for a game that is drawn; `act` draws it from the game's state. What is
// refused changes nothing.
template <class Act>
void at_the_desk_of_one(Hotel& hotel, Dice& dice, const std::string& id, Act act) {
    if (hotel.games.by_id.empty()) return;
    const auto count = static_cast<std::uint32_t>(hotel.games.by_id.size());
    const auto game = std::next(hotel.games.by_id.begin(), dice.below(count));
    wire::DeskCommand command;
    command.id = id;
    command.game = game->first;
    command.by = "Anna Arbiter";
    command.article = "12.9";
    command.reason = "seen";
    command.act = act(game->second.live);
    if (auto events = game::decide_desk(hotel.games, Instant{1}, command)) hotel.keep(*events);
}

class Clerk {
public:
    explicit Clerk(std::uint64_t seed) : random_(seed) {}

    void work(Hotel& hotel, int acts) {
        for (int i = 0; i < acts; ++i) {
            hotel.by = "seed";
            one_act(hotel);
            done_ += hotel.no.code.empty() ? 1 : 0;
            if (below(3) == 0) deliver(hotel);
            if (below(3) == 0) hotel.obey();
            if (below(4) == 0) at_the_boards(hotel);
        }
    }
    int done() const { return done_; }

    // An act as it was recorded, and the events before it; `confirmed`: a doubt about it was
    // overruled.
    struct Done {
        std::string event;
        wire::EventAct act;
        std::map<std::string, tournament::Tournament, std::less<>> before;
        bool confirmed = false;
    };
    std::function<void(const Hotel&, const Done&)> watch;  // is called after each that was done

private:
    void one_act(Hotel& hotel) {
        Done next{"open", act(), {}, false};
        if (hotel.tournaments.by_id.contains("closed") && below(3) == 0) next.event = "closed";
        if (below(5) == 0) go_on(hotel.tournaments.by_id.at(next.event), next.act);
        if (next.event == "closed") hide_or_show(hotel, next.act);
        if (watch) next.before = hotel.tournaments.by_id;
        Events events = hotel.rule(next.act, next.event);
        if (!hotel.no.confirm.empty() && below(2) == 0) {
            hotel.confirm = hotel.no.confirm;
            events = hotel.rule(next.act, next.event);
            hotel.confirm.clear();
            next.confirmed = true;
        }
        if (!watch || events.empty()) return;
        next.act = std::get<wire::EventActed>(events.front()).act;
        watch(hotel, next);
    }

    std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }
    std::uint32_t round() { return 1 + below(3); }
    std::uint32_t who() { return 1 + below(9); }
    Board board() { return Board{1 + below(5)}; }

    void deliver(Hotel& hotel) {
        if (below(4) == 0) {
            hotel.refuse_next = below(2) == 0 ? "stale_epoch" : "board_busy";
            hotel.refuse_epoch = Epoch{7 + below(100)};
        }
        hotel.deliver();
    }

    void at_the_boards(Hotel& hotel) {
        const Board at = board();
        const auto game = hotel.games.at_board.find(at);
        if (game == hotel.games.at_board.end()) return;
        const game::Live& live = hotel.games.by_id.at(game->second).live;
        if (live.result || !live.began) return;
        if (below(2) == 0) hotel.end(at.number, drawn());
        else hotel.moves(at.number, 2);
    }

    std::vector<wire::EventPairing> some_pairings() {
        std::vector<std::uint32_t> players{1, 2, 3, 4, 5, 6, 7, 8};
        if (below(8) != 0) std::ranges::shuffle(players, random_);
        std::vector<wire::EventPairing> all;
        for (std::uint32_t i = 0; i + 1 < 2 + below(7); i += 2)
            all.push_back(play(1 + i / 2 + below(2), players[i], players[i + 1]));
        if (below(3) == 0)
            all.push_back(bye(players[7], below(2) == 0 ? Bye::allocated : Bye::half));
        return all;
    }

    wire::RuleBoards at_many() {
        wire::RuleBoards rule;
        if (below(2) == 0) rule.round = round();
        if (below(3) == 0) rule.boards = {board()};
        switch (below(3)) {
            case 0: rule.act = wire::PauseClock{}; break;
            case 1: rule.act = wire::ResumeClock{}; break;
            default: rule.act = wire::AdjustClock{minutes(5), minutes(5)};
        }
        return rule;
    }

    // The next step of the life of a round, so that some come to their end.
    void go_on(const tournament::Tournament& event, wire::EventAct& act) {
        const auto found = event.rounds.find(round());
        if (found == event.rounds.end() || found->second.pairings.empty()) return;
        const std::uint32_t number = found->first;
        const auto& pairings = found->second.pairings;
        const auto open = std::ranges::find_if(pairings, [](const wire::EventPairing& p) {
            return p.board != Board{} && p.game.empty() && !p.entered;
        });
        switch (found->second.state) {
            case RoundState::drafted: act = of_round<wire::PublishRound>(number); break;
            case RoundState::published: {
                auto begin = start(number);
                begin.without_clocks = below(2) == 0;
                act = begin;
                break;
            }
            case RoundState::started:
                if (open != pairings.end())
                    act = result(number, open->board.number, entered(drawn()));
                else act = of_round<wire::FinishRound>(number);
                break;
            case RoundState::finished: act = of_round<wire::ConfirmRound>(number); break;
            case RoundState::confirmed: break;
        }
    }

    // The second event is out of the way for a while.
    void hide_or_show(const Hotel& hotel, wire::EventAct& act) {
        const bool hidden = hotel.tournaments.by_id.at("closed").hidden;
        if (hidden && below(3) == 0) act = wire::ShowEvent{};
        if (!hidden && below(20) == 0) act = wire::HideEvent{};
    }

    wire::PlayTerms terms() {
        constexpr const char* controls[] = {"", "300+3", "5400+30"};
        wire::PlayTerms some;
        some.time_control = controls[below(3)];
        return some;
    }

    wire::EventInfo info() {
        wire::EventInfo some;
        some.name = "Open";
        some.terms = terms();
        if (below(3) == 0) some.trf_records = {"XXP 1 2 3", "260 001 003    4    5", "XXZ 2"};
        return some;
    }

    wire::EventPlayer rated() {
        auto one = player(who(), "");
        one.name = "Player " + std::to_string(one.number);
        one.rating = 1500 + below(500);
        if (below(3) == 0) one.withdrawn_from = below(5);
        return one;
    }

    // What a program has, perhaps from before.
    wire::ImportEvent file() {
        wire::ImportEvent file;
        if (below(2) == 0) file.info = info();
        if (below(3) == 0)
            for (std::uint32_t number = 1; number <= 8; ++number)
                if (below(4) != 0)
                    file.players.push_back(player(number, "Player " + std::to_string(number)));
        if (below(2) == 0) {
            wire::EventRound& of = file.rounds.emplace_back();
            of.number = round();
            of.pairings = some_pairings();
            of.terms = below(2) == 0 ? terms() : wire::PlayTerms{};
            of.state = static_cast<RoundState>(below(5));
            if (of.state > RoundState::published)
                for (auto& p : of.pairings)
                    if (!p.bye) p.entered = entered(drawn());
        }
        file.replace = below(3) == 0;
        return file;
    }

    // What changes the event itself and its lists.
    wire::EventAct of_lists() {
        switch (below(6)) {
            case 0: return file();
            case 1: return wire::ChangeEvent{info()};
            case 2: {
                wire::PlanRound plan;
                plan.number = round();
                plan.terms = terms();
                return plan;
            }
            case 3: {
                wire::EnterPlayers enter;
                enter.players = {rated()};
                return enter;
            }
            case 4: {
                wire::RemovePlayer remove;
                remove.number = who();
                return remove;
            }
            default: return wire::SeedPlayers{};
        }
    }

    wire::EventAct act() {
        switch (below(23)) {
            case 0:
            case 1: return pairings(round(), some_pairings());
            case 2: return change(round(), {play(board().number, who(), who())});
            case 3: return change(round(), {bye(who(), Bye::zero)});
            case 4:
            case 5: return of_round<wire::PublishRound>(round());
            case 6: return of_round<wire::WithdrawPublication>(round());
            case 7: return of_round<wire::PrepareRound>(round());
            case 8: return start(round());
            case 9: return start(round(), {board()});
            case 10: return of_round<wire::FinishRound>(round());
            case 11: return of_round<wire::ConfirmRound>(round());
            case 12: return of_round<wire::ReopenRound>(round());
            case 13: return result(round(), board().number, entered(drawn()));
            case 14: return result(round(), board().number, std::nullopt);
            case 15: {
                constexpr std::optional<Bye> kinds[] = {std::nullopt, Bye::full, Bye::half,
                                                        Bye::zero};
                wire::RequestBye ask;
                ask.number = who();
                ask.rounds = {round()};
                ask.bye = kinds[below(4)];
                return ask;
            }
            case 16: return at_many();
            case 17: {
                auto undo = of_round<wire::UndoStart>(round());
                if (below(2) == 0) undo.boards = {board()};
                return undo;
            }
            case 18:
            case 19:
            case 20: return of_lists();
            case 21: return file();
            default: {
                wire::WithdrawPlayer withdraw;
                withdraw.number = who();
                withdraw.from_round = below(5);
                return withdraw;
            }
        }
    }

    std::mt19937_64 random_;
    int done_ = 0;
};

}  // namespace flagfall::test
