// Random histories of a tournament, with approvals, appeals, results that are given and taken back:
// the change feed and the results say the same of each board after every event, in the same words
// as the tables.
#include <cstdlib>
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
            case 0: return wire::Approve{"white"};
            case 1: return wire::Approve{"black"};
            case 2: return wire::Approve{"arbiter"};
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
            const auto known = reader_.find(round, board.at("board").get<std::uint32_t>(),
                                            entered ? "" : board.at("gameId").get<std::string>());
            REQUIRE(known);
            INFO("round " << round << ", the results have " << board.dump());
            const json& result = board.at("result");
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

    void check_table(const json& board) {
        CHECK(folder_.text("SELECT kind || status || approval || version || revision FROM game"
                           " WHERE game = ?", board["gameId"].get<std::string>()) ==
              board["result"]["kind"].get<std::string>() + board["status"].get<std::string>() +
                  board["approval"].get<std::string>() + board["version"].dump() +
                  board["revision"].dump());
    }

    Hotel& hotel_;
    Projected folder_;
    record::Record record_ = folder_.open();
    record::CommittedTournaments tournaments_;
    FeedReader reader_;
    std::size_t written_ = 0;
};

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
                                    "appealed", "confirmed", "a confirmed round"};
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
