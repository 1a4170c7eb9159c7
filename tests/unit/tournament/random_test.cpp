// Acts drawn from a seed, sensible and not, with the clocks going on meanwhile: whatever comes, the
// event stays one that could be played, and its log gives it again.
#include <cstdlib>
#include <random>
#include <set>

#include "tests/unit/tournament/kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

class Clerk {
public:
    explicit Clerk(std::uint64_t seed) : random_(seed) {}

    void work(Hotel& hotel, int acts) {
        for (int i = 0; i < acts; ++i) {
            hotel.by = "seed";
            const wire::EventAct next = act();
            hotel.rule(next);
            if (!hotel.no.confirm.empty() && below(2) == 0) {
                hotel.confirm = hotel.no.confirm;
                hotel.rule(next);
                hotel.confirm.clear();
            }
            done_ += hotel.no.code.empty() ? 1 : 0;
            if (below(3) == 0) deliver(hotel);
            if (below(3) == 0) hotel.obey();
            if (below(4) == 0) at_the_boards(hotel);
        }
    }
    int done() const { return done_; }

private:
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
        if (below(3) == 0) all.push_back(bye(players[7], below(2) == 0 ? "U" : "H"));
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

    wire::EventAct act() {
        switch (below(19)) {
            case 0:
            case 1: return pairings(round(), some_pairings());
            case 2: return change(round(), {play(board().number, who(), who())});
            case 3: return change(round(), {bye(who(), "Z")});
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
                constexpr const char* kinds[] = {"", "F", "H", "Z"};
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
        CHECK(round.state != "drafted");
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
    if (round.state == "confirmed")
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
        }
        done += clerk.done();
        tournament::Tournaments again;
        Pos pos;
        for (const wire::GameEvent& event : hotel.log)
            tournament::apply(again, event, Pos{++pos.value});
        CHECK(again.by_id == hotel.tournaments.by_id);
        CHECK(again.outbox.size() == hotel.tournaments.outbox.size());
        hotel.refuse_next.clear();
        hotel.deliver();
        CHECK(hotel.tournaments.outbox.empty());
    }
    CHECK(done > (given ? 10 : 1'000));
}
