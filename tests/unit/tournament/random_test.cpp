// Acts drawn from a seed, sensible and not, with the clocks going on meanwhile: whatever comes, the
// event stays one that could be played, and its log gives it again.
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#include "arbiterd/tournament/notes.hpp"
#include "tests/unit/tournament/clerk.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

void check_round(const Hotel& hotel, const tournament::Tournament& event,
                 const wire::EventRound& round, std::set<std::string>& games) {
    std::set<std::uint32_t> players;
    std::set<Board> boards;
    int allocated = 0;
    for (const wire::EventPairing& p : round.pairings) {
        CHECK(!p.bye == (p.board != Board{}));
        if (p.board != Board{}) CHECK(boards.insert(p.board).second);
        if (p.bye == wire::Bye::allocated) ++allocated;
        for (const std::uint32_t number : {p.white, p.black}) {
            if (number == 0) continue;
            CHECK(players.insert(number).second);
            const auto& player = event.players.at(number);
            const bool gone = player.withdrawn_from > 0 && round.number >= player.withdrawn_from;
            CHECK((!gone || p.bye == wire::Bye::zero));
        }
        if (p.game.empty()) continue;
        CHECK(games.insert(p.game).second);
        CHECK(!p.entered);
        CHECK(round.state != RoundState::drafted);
        const game::Game* game = game::find(hotel.games, p.game);
        if (!game) continue;
        CHECK(game->board == p.board);
        CHECK(game->terms.white == event.players.at(p.white).name);
        if (round.state == RoundState::published && !game->live.began)
            CHECK(game->terms.time_control ==
                  tournament::terms_of(event, round, p).time_control);
        CHECK(!(game->live.result && game->live.result->ending == Ending::cancelled));
    }
    CHECK(allocated <= 1);
    CHECK(std::ranges::is_sorted(round.pairings, {}, [](const auto& p) {
        return std::tuple(p.board == Board{}, p.board, p.white);
    }));
    if (round.state == RoundState::confirmed)
        for (const wire::EventPairing& p : round.pairings)
            CHECK((p.bye || p.entered || !p.game.empty()));
}

// No game without a pairing is left at a clock, except those taken back.
void check_games(const Hotel& hotel, const std::set<std::string>& games) {
    for (const auto& [id, game] : hotel.games.by_id) {
        if (games.contains(id)) continue;
        const bool taken_back = game.live.result.has_value();
        const bool under_way = std::ranges::any_of(
            hotel.tournaments.outbox,
            [&](const tournament::Outstanding& o) { return o.issued.game == id; });
        INFO("game " << id);
        CHECK((taken_back || under_way));
    }
}

// One revision of a board in a round is one result of the same players, for ever.
class Revisions {
public:
    void check(const tournament::Tournament& event) {
        for (const auto& [number, round] : event.rounds)
            for (const wire::EventPairing& p : round.pairings) {
                if (p.revision == 0) {
                    CHECK_FALSE(p.entered);
                    continue;
                }
                INFO("round " << number << ", board " << p.board.number << ", " << p.revision);
                const auto [known, is_new] = all_.try_emplace({number, p.board, p.revision}, p);
                CHECK(tournament::same_players(known->second, p));
                CHECK(known->second.entered == p.entered);
            }
    }

private:
    std::map<std::tuple<std::uint32_t, Board, std::uint32_t>, wire::EventPairing> all_;
};

// An alarm reaches each game that is at a clock and not over.
void check_alarm(const Hotel& before) {
    Hotel hotel = before;
    wire::RuleBoards alarm;
    alarm.act = wire::PauseClock{};
    const Events events = hotel.rule(alarm);
    std::set<std::string> reached;
    if (!events.empty())
        for (const wire::AtBoard& at :
             *tournament::games_of(std::get<wire::EventActed>(events.front()).act))
            reached.insert(at.game);
    for (const auto& [number, round] : hotel.open().rounds)
        for (const wire::EventPairing& p : round.pairings) {
            const game::Game* game = game::find(hotel.games, p.game);
            if (!game || game->live.result || hotel.games.at_board.at(p.board) != p.game) continue;
            INFO("game " << p.game << ": " << hotel.no.text);
            CHECK((events.empty() || reached.contains(p.game)));
            const bool waits = !events.empty() || hotel.no.text.contains("correction_under_way");
            CHECK((!game->live.running || waits));
        }
}

// ---- what stands, stays ---------------------------------------------------------------------

using Tournaments = std::map<std::string, tournament::Tournament, std::less<>>;

// The letter that each player has in the round: of a game "1", of a bye its own, absent Z.
std::map<std::uint32_t, std::string> cells(const tournament::Tournament& event,
                                           const wire::EventRound& round) {
    std::map<std::uint32_t, std::string> all;
    for (const auto& [number, player] : event.players)
        if (player.withdrawn_from > 0 && player.withdrawn_from <= round.number) all[number] = "Z";
    for (const wire::EventPairing& p : round.pairings) {
        all[p.white] = name(p.bye);
        if (p.black != 0) all[p.black] = "";
    }
    return all;
}

// A confirmed round says the same of everybody, until it is reopened. Who withdraws may say that
// they were absent.
void check_confirmed(const tournament::Tournament& before, const tournament::Tournament& after) {
    for (const auto& [number, round] : before.rounds) {
        if (round.state != RoundState::confirmed) continue;
        const wire::EventRound& now = after.rounds.at(number);
        auto said = cells(before, round);
        std::erase_if(said, [&](const auto& cell) {  // who was never paired, and is on no list now
            return cell.second == "Z" && !after.players.contains(cell.first);
        });
        auto says = cells(after, now);
        std::erase_if(says, [&](const auto& cell) {
            return cell.second == "Z" && !said.contains(cell.first);
        });
        INFO("round " << number);
        CHECK(said == says);
        for (const wire::EventPairing& p : round.pairings) {
            const auto* same = tournament::at_board(now, p.board);
            CHECK((p.board == Board{} || (same && same->entered == p.entered)));
        }
    }
}

// Terms change by acts that say so: of a round that has started none but its pairings do, of one
// that is published no file does.
void check_terms(const tournament::Tournament& before, const tournament::Tournament& after,
                 const wire::EventAct& act) {
    const bool of_file = std::holds_alternative<wire::ImportEvent>(act);
    if (std::holds_alternative<wire::ChangePairing>(act)) return;
    for (const auto& [number, round] : before.rounds) {
        const auto now = after.rounds.find(number);
        if (now == after.rounds.end() || round.state == RoundState::drafted) continue;
        if (round.state == RoundState::published && !of_file) continue;
        if (now->second.state == RoundState::published && round.state != now->second.state)
            continue;  // its start was taken back
        for (const wire::EventPairing& p : round.pairings) {
            const auto same = std::ranges::find_if(now->second.pairings, [&](const auto& next) {
                return tournament::same_players(next, p);
            });
            if (same == now->second.pairings.end()) continue;
            const auto had = tournament::terms_of(before, round, p).time_control;
            if (had.empty() && round.state == RoundState::published) continue;  // a file has one
            INFO("round " << number << ", board " << p.board.number);
            CHECK(tournament::terms_of(after, now->second, *same).time_control == had);
        }
    }
}

// Boards of both events that need a clock in published rounds; `at_clocks`: or have a game there.
std::set<Board> shared(const Tournaments& all, bool at_clocks) {
    std::map<Board, std::set<std::string>> owners;
    for (const auto& [id, event] : all)
        for (const auto& [number, round] : event.rounds)
            for (const wire::EventPairing& p : round.pairings) {
                const bool waits =
                    round.state == RoundState::published && p.board != Board{} && !p.entered &&
                    !tournament::terms_of(event, round, p).time_control.empty();
                const bool plays = round.state == RoundState::started && !p.game.empty();
                if (!event.hidden && (waits || (at_clocks && plays))) owners[p.board].insert(id);
            }
    std::set<Board> both;
    for (const auto& [board, ids] : owners)
        if (ids.size() > 1) both.insert(board);
    return both;
}

void check_shared(const Tournaments& after, const Clerk::Done& done) {
    if (done.confirmed) return;
    tournament::Tournaments before;
    before.by_id = done.before;
    const bool shown = !tournament::notes_on_shared(before, done.event, done.act).empty();
    const std::set<Board> had = shared(done.before, true);
    for (const Board board : shared(after, false)) {
        INFO("board " << board.number);
        CHECK((had.contains(board) || shown));
    }
}

// How this event needs the clock of its board: its round waits for it, or it comes late.
bool waits(const tournament::Tournament& event, const wire::EventRound& round,
           const wire::EventPairing& p, RoundState state) {
    return round.state == state && p.board != Board{} && !p.entered && p.game.empty() &&
           !tournament::terms_of(event, round, p).time_control.empty();
}

// Another event has announced the board, or plays there.
bool announced_by_others(const Tournaments& all, const std::string& event, Board board) {
    return std::ranges::any_of(all, [&](const auto& entry) {
        const tournament::Tournament& other = entry.second;
        if (entry.first == event || other.hidden) return false;
        return std::ranges::any_of(other.rounds, [&](const auto& each) {
            const wire::EventPairing* p = tournament::at_board(each.second, board);
            if (!p) return false;
            const bool plays = !p->game.empty() && (each.second.state == RoundState::published ||
                                                    each.second.state == RoundState::started);
            return plays || waits(other, each.second, *p, RoundState::published);
        });
    });
}

// No late board is set up at a clock, and no round is opened again, over the head of an event that
// has announced the board.
void check_late(const Tournaments& after, const Clerk::Done& done) {
    if (done.confirmed || std::holds_alternative<wire::EnterResult>(done.act)) return;
    const tournament::Tournament& event = after.at(done.event);
    const tournament::Tournament& before = done.before.at(done.event);
    if (event.hidden || before.hidden) return;
    for (const auto& [number, round] : event.rounds) {
        const auto had = before.rounds.find(number);
        if (had == before.rounds.end()) continue;
        for (const wire::EventPairing& p : round.pairings) {
            const wire::EventPairing* old = tournament::at_board(had->second, p.board);
            if (!old) continue;
            const bool set_up = waits(before, had->second, *old, RoundState::started) &&
                                !p.game.empty();
            const bool reopened = had->second.state == RoundState::finished &&
                                  waits(event, round, p, RoundState::started);
            INFO("round " << number << ", board " << p.board.number);
            CHECK_FALSE(((set_up || reopened) &&
                         announced_by_others(done.before, done.event, p.board)));
        }
    }
}

// Nobody is named who is not on the list, unless a file brings it so.
void check_records(const tournament::Tournament& event, const wire::EventAct& act) {
    if (!std::holds_alternative<wire::RemovePlayer>(act)) return;
    const std::uint32_t gone = std::get<wire::RemovePlayer>(act).number;
    for (const std::string& record : event.info.trf_records) {
        INFO(record);
        const std::string players = record.substr(record.starts_with("260") ? 11 : 3) + " ";
        CHECK_FALSE(players.contains(" " + std::to_string(gone) + " "));
    }
}

// Who has withdrawn comes back by the act alone, whatever a list has.
void check_withdrawn(const tournament::Tournament& before, const tournament::Tournament& after,
                     const wire::EventAct& act) {
    if (std::holds_alternative<wire::WithdrawPlayer>(act)) return;
    const auto by_name = [](const tournament::Tournament& event) {  // numbers may be others
        std::map<std::string, std::vector<std::uint32_t>> all;
        for (const auto& [number, player] : event.players)
            all[player.name].push_back(player.withdrawn_from);
        std::erase_if(all, [](const auto& each) { return each.second.size() > 1; });
        return all;
    };
    const auto now = by_name(after);
    for (const auto& [name, had] : by_name(before)) {
        const auto same = now.find(name);
        if (had.front() == 0 || same == now.end()) continue;
        INFO(name);
        CHECK((same->second.front() > 0 && same->second.front() <= had.front()));
    }
}

void check_act(const Hotel& hotel, const Clerk::Done& done) {
    INFO(done.event << ": "
                    << std::visit([](const auto& a) { return std::string(a.type); }, done.act));
    const tournament::Tournament& before = done.before.at(done.event);
    const tournament::Tournament& after = hotel.tournaments.by_id.at(done.event);
    check_confirmed(before, after);
    check_terms(before, after, done.act);
    check_shared(hotel.tournaments.by_id, done);
    check_late(hotel.tournaments.by_id, done);
    check_records(after, done.act);
    if (!std::holds_alternative<wire::RemovePlayer>(done.act))  // nothing else removes anybody
        CHECK(after.players.size() >= before.players.size());
    check_withdrawn(before, after, done.act);
}

// A second event at the same boards.
void add_closed(Hotel& hotel) {
    wire::CreateEvent closed;
    closed.info.name = "Closed";
    closed.info.terms.time_control = "600";
    hotel.rule(closed, "closed");
    wire::EnterPlayers enter;
    for (std::uint32_t i = 1; i <= 8; ++i)
        enter.players.push_back(player(i, "Player " + std::to_string(i)));
    hotel.rule(enter, "closed");
}

}  // namespace

TEST_CASE("whatever an office does, the event can be played and its log gives it again") {
    const char* given = std::getenv("FLAGFALL_SEED");
    const std::uint64_t first = given ? std::strtoull(given, nullptr, 10) : 1;
    int done = 0;
    for (std::uint64_t seed = first; seed < first + (given ? 1 : 200); ++seed) {
        INFO("FLAGFALL_SEED=" << seed);
        Hotel hotel(8);
        add_closed(hotel);
        Clerk clerk(seed);
        clerk.watch = check_act;
        for (int stage = 0; stage < 8; ++stage) {
            clerk.work(hotel, 20);
            std::set<std::string> games;
            for (const auto& [id, event] : hotel.tournaments.by_id)
                for (const auto& [number, round] : event.rounds)
                    check_round(hotel, event, round, games);
            check_games(hotel, games);
            check_alarm(hotel);
        }
        done += clerk.done();
        tournament::Tournaments again;
        Revisions revisions;
        Pos pos;
        for (const wire::GameEvent& event : hotel.log) {
            tournament::apply(again, event, Pos{++pos.value});
            if (again.by_id.contains("open")) revisions.check(again.by_id.at("open"));
        }
        CHECK(again.by_id == hotel.tournaments.by_id);
        CHECK(again.outbox.size() == hotel.tournaments.outbox.size());
        hotel.refuse_next.clear();
        hotel.deliver();
        CHECK(hotel.tournaments.outbox.empty());
    }
    CHECK(done > (given ? 10 : 1'000));
}
