// Acts drawn from a seed, sensible and not, with the clocks going on meanwhile: whatever comes, the
// event stays one that could be played, and its log gives it again.
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#include "tests/unit/tournament/clerk.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

void check_round(const Hotel& hotel, const wire::EventRound& round, std::set<std::string>& games) {
    std::set<std::uint32_t> players;
    std::set<Board> boards;
    int allocated = 0;
    for (const wire::EventPairing& p : round.pairings) {
        CHECK(p.bye.empty() == (p.board != Board{}));
        if (p.board != Board{}) CHECK(boards.insert(p.board).second);
        if (p.bye == "U") ++allocated;
        for (const std::uint32_t number : {p.white, p.black}) {
            if (number == 0) continue;
            CHECK(players.insert(number).second);
            const auto& player = hotel.open().players.at(number);
            const bool gone = player.withdrawn_from > 0 && round.number >= player.withdrawn_from;
            CHECK((!gone || p.bye == "Z"));
        }
        if (p.game.empty()) continue;
        CHECK(games.insert(p.game).second);
        CHECK(!p.entered);
        CHECK(round.state != RoundState::drafted);
        const game::Game* game = game::find(hotel.games, p.game);
        if (!game) continue;
        CHECK(game->board == p.board);
        CHECK(game->terms.white == hotel.open().players.at(p.white).name);
        CHECK(!(game->live.result && game->live.result->ending == Ending::cancelled));
    }
    CHECK(allocated <= 1);
    CHECK(std::ranges::is_sorted(round.pairings, {}, [](const auto& p) {
        return std::tuple(p.board == Board{}, p.board, p.white);
    }));
    if (round.state == RoundState::confirmed)
        for (const wire::EventPairing& p : round.pairings)
            CHECK((!p.bye.empty() || p.entered || !p.game.empty()));
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

}  // namespace

TEST_CASE("whatever an office does, the event can be played and its log gives it again") {
    const char* given = std::getenv("FLAGFALL_SEED");
    const std::uint64_t first = given ? std::strtoull(given, nullptr, 10) : 1;
    int done = 0;
    for (std::uint64_t seed = first; seed < first + (given ? 1 : 60); ++seed) {
        INFO("FLAGFALL_SEED=" << seed);
        Hotel hotel(8);
        Clerk clerk(seed);
        for (int stage = 0; stage < 8; ++stage) {
            clerk.work(hotel, 20);
            std::set<std::string> games;
            for (const auto& [number, round] : hotel.open().rounds)
                check_round(hotel, round, games);
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
