// Random histories of a tournament, with approvals, appeals, results that are given and taken back:
// the change feed and the results say the same of each board after every event, in the same words
// as the tables.
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "arbiterd/game/acts/desk.hpp"
#include "arbiterd/record/results.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/feed_reader.hpp"
#include "tests/unit/record/folder.hpp"
#include "tests/unit/tournament/clerk.hpp"

using namespace flagfall;
using namespace flagfall::test;
using nlohmann::json;

namespace {

// Arbiters at the desk, who rule about the results of games that are over, and of some others.
class Desk {
public:
    explicit Desk(std::uint64_t seed) : dice_(seed) {}

    void work(Hotel& hotel) {
        at_the_desk_of_one(hotel, dice_, "d" + std::to_string(++acts_),
                           [this](const game::Live& live) { return act(live); });
    }

private:
    wire::DeskAct act(const game::Live& live) {
        switch (dice_.below(12)) {
            case 0: return wire::Approve{wire::Party::white};
            case 1: return wire::Approve{wire::Party::black};
            case 2: return wire::Approve{wire::Party::arbiter};
            case 3: return wire::Appeal{Side::white, 0, "it was a draw"};
            case 4:
            case 5: {
                wire::DecideAppeal decide;
                for (const game::Question& q : live.questions) decide.appeal = q.number;
                decide.upheld = dice_.one_in(2);
                return decide;
            }
            case 6: return wire::GiveResult{win_of(Side::black), ""};
            case 7: return wire::GiveResult{win_of(Side::white), "forfeit"};
            case 8: return wire::UndoRuling{live.rulings};
            case 9: return wire::ReverseColours{};
            case 10: return wire::RestartGame{};
            default: return wire::Note{};
        }
    }

    Dice dice_;
    int acts_ = 0;
};

class Agreement {
public:
    explicit Agreement(Hotel& hotel) : hotel_(hotel) {}

    // Events one by one: after each, a result that the feed reports is the one of the results.
    void take() {
        for (; written_ < hotel_.log.size(); ++written_) {
            folder_.put(hotel_.log[written_]);
            const Pos pos{static_cast<std::int64_t>(written_) + 1};
            for (const auto& change : record_.changes("open", Pos{pos.value - 1}, 10)) {
                reader_.hear(change);
                if (change.type == "result") check_row(change);
            }
        }
        tournaments_.update(record_);
        const tournament::Tournament* open = tournaments_.find("open");
        if (open)
            for (const auto& [number, round] : open->rounds) check_round(std::to_string(number));
    }

    std::set<std::string> seen;

private:
    json results(const std::string& round) {
        return json::parse(record::results_json(
            record::round_data(record_, tournaments_, {"open", round})));
    }

    void check_row(const record::ChangeRow& change) {
        tournaments_.update(record_);
        const json said = json::parse(change.body);
        const json found = results(change.round);
        for (const json& board : found.at("boards")) {
            if (board.at("board") != change.board) continue;
            if (board.at("gameId") != said.value("gameId", json())) continue;
            INFO(said.dump() << " in the feed, in the results " << board.dump());
            for (const char* word : {"status", "approval", "revision", "version"})
                CHECK(said.at(word) == board.at(word));
            CHECK(said.at("version") == change.pos.value);
            for (const char* word : {"kind", "rated"})
                CHECK(said.at(word) == board.at("result").at(word));
            CHECK(said.at("score") == board.at("result").at("code"));
            const json& ending = board.at("termination");
            CHECK(said.at("reason") == (ending.is_null() ? json("") : ending.at("reason")));
            CHECK(said.at("article") == (ending.is_null() ? json("") : ending.at("article")));
        }
    }

    void check_round(const std::string& round) {
        const json all = results(round);
        for (const json& board : all.at("boards")) {
            const bool entered = board.at("gameId").is_null();
            const auto number = board.at("board").get<std::uint32_t>();
            const std::string game = entered ? "" : board.at("gameId").get<std::string>();
            const json& result = board.at("result");
            INFO("round " << round << ", the results have " << board.dump());
            check_version(round, number, board);
            const auto known = reader_.find(round, number, game);
            if (!known) {  // the feed says that they must be read again
                reader_.read(number, {round, game, result.at("code"), result.at("kind"),
                                      board.at("approval"), result.at("rated"),
                                      board.at("version")});
                seen.insert("read again");
                continue;
            }
            CHECK(known->score == result.at("code"));
            CHECK(known->kind == result.at("kind"));
            CHECK(known->rated == result.at("rated"));
            CHECK(known->approval == board.at("approval"));
            CHECK(known->version <= board.at("version"));
            CHECK((board.at("status") == "finished") == (known->score != "*"));
            seen.insert(known->kind);
            seen.insert(known->approval);
            if (!entered) check_table(board);
        }
        if (all.at("state") == "confirmed") seen.insert("a confirmed round");
    }

    // It is another one when what is said of the board is, and else the same; of a board whose game
    // is still to be set up, or is taken back, it may be later.
    void check_version(const std::string& round, std::uint32_t number, const json& board) {
        const auto* paired = tournament::at_board(*tournaments_.round_named("open", round),
                                                  Board{number});
        Said now{board, board.at("version").get<std::int64_t>(), !paired->game.empty()};
        now.board.erase("version");
        const auto [before, is_new] = said_.try_emplace({round, number}, now);
        if (is_new) return;
        const Said had = std::exchange(before->second, now);
        INFO("before: version " << had.version << ", " << had.board.dump());
        CHECK(now.version >= had.version);
        if (had.board != now.board) CHECK(now.version > had.version);
        else if (!now.at_clock && !had.at_clock) CHECK(now.version == had.version);
    }

    void check_table(const json& board) {
        const auto game = board["gameId"].get<std::string>();
        CHECK(folder_.text("SELECT kind || status || approval || revision FROM game"
                           " WHERE game = ?", game) ==
              board["result"]["kind"].get<std::string>() + board["status"].get<std::string>() +
                  board["approval"].get<std::string>() + board["revision"].dump());
        CHECK(std::stoll(folder_.text("SELECT version FROM game WHERE game = ?", game)) <=
              board["version"].get<std::int64_t>());
    }

    Hotel& hotel_;
    Projected folder_;
    record::Record record_ = folder_.open();
    record::CommittedTournaments tournaments_;
    FeedReader reader_;
    struct Said {
        json board;
        std::int64_t version = 0;
        bool at_clock = false;  // or about to be
    };
    std::map<std::pair<std::string, std::uint32_t>, Said> said_;
    std::size_t written_ = 0;
};

// A draw counts for Black from now on, or for nobody.
void other_odds(Hotel& hotel) {
    wire::ChangeEvent change;
    change.info = hotel.open().info;
    auto& odds = change.info.scoring.draw_odds;
    odds = odds ? std::nullopt : std::optional(Side::black);
    hotel.rule(change);
}

// The states of pairings that were met.
std::set<std::string> feed_and_results_agree(std::uint64_t first, std::uint64_t last) {
    std::set<std::string> seen;
    for (std::uint64_t seed = first; seed <= last; ++seed) {
        INFO("FLAGFALL_SEED=" << seed);
        Hotel hotel(8);
        Clerk clerk(seed);
        Desk desk(seed);
        Agreement agreement(hotel);
        for (int step = 0; step < 120; ++step) {
            clerk.work(hotel, 1);
            desk.work(hotel);
            if (step % 9 == 4) agreement.take(), other_odds(hotel);
            hotel.obey();
            agreement.take();
        }
        seen.merge(agreement.seen);
    }
    return seen;
}

}  // namespace

TEST_CASE("the feed and the results agree about every board, whatever happens", "[record]") {
    const char* given = std::getenv("FLAGFALL_SEED");
    const std::uint64_t seed = given ? std::strtoull(given, nullptr, 10) : 1;
    feed_and_results_agree(seed, given ? seed : 6);
}

TEST_CASE("the feed and the results agree, at length", "[.slow]") {
    const std::set<std::string> all{"pending", "played", "forfeit", "unrated", "provisional",
                                    "appealed", "confirmed", "a confirmed round", "read again"};
    CHECK(feed_and_results_agree(7, 26) == all);
}

TEST_CASE("the plan of a round beyond the event's last is in no table", "[regress]") {
    Projected folder;
    wire::EventActed acted;
    acted.event = "open";
    wire::PlanRound plan;
    for (plan.number = 4; plan.number <= 6; ++plan.number) {
        acted.id = "plan-" + std::to_string(plan.number);
        acted.act = plan;
        folder.put(acted);
    }
    wire::ChangeEvent fewer;
    fewer.info.rounds = 5;
    acted.id = "fewer";
    acted.act = fewer;
    folder.put(acted);
    CHECK(folder.text("SELECT max(round) FROM tournament_round WHERE event = ?", "open") == "5");
}

namespace {

// The rounds that the last change names; nothing where it names none.
json rounds_of_last(record::Record& record) {
    const auto changes = record.changes("open", Pos{}, 1'000);
    REQUIRE_FALSE(changes.empty());
    return json::parse(changes.back().body).value("rounds", json());
}

void put_new(Projected& folder, const Hotel& hotel, std::size_t& written) {
    for (; written < hotel.log.size(); ++written) folder.put(hotel.log[written]);
}

// Two rounds without clocks: the first has a result, the second is a draft.
Hotel by_hand() {
    Hotel hotel(4);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(start_without_clocks(1));
    hotel.rule(result(1, 1, entered(drawn())));
    hotel.rule(pairings(2, {play(1, 2, 3)}));
    REQUIRE(hotel.no.code.empty());
    return hotel;
}

}  // namespace

TEST_CASE("other draw odds name the rounds whose results are others", "[record][regress]") {
    Hotel hotel = by_hand();
    Projected folder;
    std::size_t written = 0;
    put_new(folder, hotel, written);
    record::Record record = folder.open();
    wire::ChangeEvent change;
    change.info = hotel.open().info;
    change.info.place = "Oslo";
    hotel.rule(change);
    put_new(folder, hotel, written);
    CHECK(rounds_of_last(record).is_null());
    change.info.scoring.draw_odds = Side::black;
    hotel.rule(change);
    put_new(folder, hotel, written);
    CHECK(rounds_of_last(record) == json{1, 2});
    wire::ImportEvent file;
    file.info = change.info;
    file.info->scoring.draw_odds = Side::white;
    file.rounds = {hotel.round(2)};
    file.rounds[0].pairings.push_back(play(2, 4, 1));
    hotel.rule(file);
    put_new(folder, hotel, written);
    CHECK(rounds_of_last(record) == json{1, 2});
    change.info.scoring.draw_odds.reset();
    hotel.rule(change);
    put_new(folder, hotel, written);
    CHECK(rounds_of_last(record) == json{1, 2});
}

TEST_CASE("a board's version is of what it shows", "[record][regress]") {
    Hotel hotel = by_hand();
    Projected folder;
    std::size_t written = 0;
    record::Record record = folder.open();
    record::CommittedTournaments tournaments;
    const auto versions = [&] {
        put_new(folder, hotel, written);
        tournaments.update(record);
        std::vector<std::int64_t> all;
        const auto data = record::round_data(record, tournaments, {"open", "1"});
        for (const auto& board : data.boards) all.push_back(board.game.version);
        return all;
    };
    const auto before = versions();
    REQUIRE(before.size() == 2);
    wire::PlanRound plan;
    plan.number = 3;
    hotel.rule(plan);
    wire::ChangeEvent change;
    change.info = hotel.open().info;
    change.info.name = "Another name";
    change.info.terms.time_control = "300";
    hotel.rule(change);
    hotel.rule(withdraw(4, 4));
    auto late = player(0, "Late");
    wire::EnterPlayers enter;
    enter.players = {late};
    hotel.rule(enter);
    CHECK(versions() == before);
    // The same after a restart.
    record::CommittedTournaments again;
    again.update(record);
    const auto data = record::round_data(record, again, {"open", "1"});
    CHECK(data.boards.at(0).game.version == before[0]);
    CHECK(data.boards.at(1).game.version == before[1]);
    // A name is shown at the boards of that player.
    enter.players = {player(1, "Player 1")};
    enter.players[0].title = "GM";
    hotel.rule(enter);
    const auto titled = versions();
    CHECK(titled[0] > before[0]);
    CHECK(titled[1] == before[1]);
    hotel.rule(result(1, 2, entered(drawn())));
    hotel.rule(of_round<wire::FinishRound>(1));
    const auto finished = versions();
    CHECK(finished[0] == titled[0]);
    CHECK(finished[1] > titled[1]);
    hotel.rule(of_round<wire::ConfirmRound>(1));  // their results are confirmed by it
    const auto confirmed = versions();
    CHECK((confirmed[0] > finished[0] && confirmed[1] > finished[1]));
}
