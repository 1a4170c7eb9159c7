// The commands that wait for clockd, one at a time.
#include "arbiterd/service/limits.hpp"
#include "arbiterd/service/outbox.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using arbiterd::Outbox;

namespace {

wire::GameEvent ruled(const std::string& id) {
    wire::EndGame end;
    end.id = id;
    wire::CommandIssued issued;
    issued.game = "g1";
    issued.command = end;
    return issued;
}

wire::GameEvent set_up(const std::string& id) {
    wire::OpenGame open;
    open.id = id;
    wire::HallCommandIssued issued;
    issued.event = "open";
    issued.game = "g2";
    issued.command = open;
    return issued;
}

wire::GameEvent settled(const std::string& id) {
    wire::CommandSettled done;
    done.id = id;
    return done;
}

// The ids of all commands that are sent now.
std::vector<std::string> sent(Outbox& outbox, std::int64_t durable) {
    std::vector<std::string> ids;
    while (const wire::ClockCommand* command = outbox.next(Pos{durable}))
        ids.push_back(std::visit([](const auto& one) { return one.id; }, *command));
    return ids;
}

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("a command goes out when it is durable, and a ruling before a round that is set up") {
    Outbox outbox;
    outbox.take(set_up("hall:1"), Pos{1});
    outbox.take(ruled("arb:1"), Pos{2});
    outbox.take(ruled("arb:2"), Pos{3});
    CHECK(sent(outbox, 0).empty());
    CHECK(sent(outbox, 2) == Ids{"arb:1", "hall:1"});
    CHECK(sent(outbox, 3) == Ids{"arb:2"});
    CHECK(sent(outbox, 3).empty());
}

TEST_CASE("a new link gets what is not settled again, in the order of the record") {
    Outbox outbox;
    outbox.take(ruled("arb:9"), Pos{1});
    outbox.take(ruled("arb:1"), Pos{2});
    outbox.take(set_up("hall:1"), Pos{3});
    CHECK(sent(outbox, 3).size() == 3);
    outbox.take(settled("arb:1"), Pos{4});
    outbox.start_over();
    CHECK(sent(outbox, 4) == Ids{"arb:9", "hall:1"});
}

TEST_CASE("what was settled before it went out is not sent") {
    Outbox outbox;
    outbox.take(ruled("arb:1"), Pos{1});
    outbox.take(settled("arb:1"), Pos{2});
    CHECK(sent(outbox, 2).empty());
}

TEST_CASE("a few wait for their effect at a time, of rulings and rounds together") {
    Outbox outbox;
    const auto most = static_cast<std::int64_t>(limits::commands_under_way);
    for (std::int64_t i = 1; i <= most; ++i)
        outbox.take(set_up("hall:" + std::to_string(i)), Pos{i});
    outbox.take(ruled("arb:1"), Pos{most + 1});
    CHECK(sent(outbox, most).size() == limits::commands_under_way);
    CHECK(sent(outbox, most + 1).empty());
    outbox.take(settled("hall:7"), Pos{most + 2});
    CHECK(sent(outbox, most + 2) == Ids{"arb:1"});
}

TEST_CASE("a person is asked about a command once") {
    Outbox outbox;
    outbox.take(ruled("arb:1"), Pos{1});
    outbox.take(ruled("arb:2"), Pos{2});
    CHECK(outbox.unanswered(seconds(20), seconds(15)).empty());  // it was not sent
    CHECK(sent(outbox, 2).size() == 2);
    CHECK(outbox.unanswered(seconds(10), seconds(15)).empty());
    outbox.answered("arb:1", Pos{7});
    CHECK(outbox.unanswered(seconds(5), seconds(15)) == Ids{"arb:2"});
    CHECK(outbox.without_effect(Pos{6}).empty());
    CHECK(outbox.without_effect(Pos{7}) == Ids{"arb:1"});
    CHECK(outbox.game_of("arb:1") == "g1");
    CHECK(outbox.game_of("arb:2") == "g1");
    outbox.asked("arb:1");
    outbox.asked("arb:2");
    CHECK(outbox.without_effect(Pos{7}).empty());
    CHECK(outbox.unanswered(seconds(5), seconds(15)).empty());
    CHECK_FALSE(outbox.game_of("arb:3"));
}
