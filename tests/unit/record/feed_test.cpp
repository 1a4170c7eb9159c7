// The change feed by itself: what a commit costs those who wait.
#include "arbiterd/api/feed.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::api;

namespace {

// A table of changes that counts its readings.
struct Table {
    std::vector<Change> rows;
    std::size_t readings = 0;

    Pos add(const std::string& event, const std::string& type) {
        Change row;
        row.pos = Pos{static_cast<std::int64_t>(rows.size()) + 1};
        row.event = event;
        row.type = type;
        row.body = "{}";
        rows.push_back(row);
        return row.pos;
    }
    ChangeSource source() {
        return [this](const std::string& event, Pos after, std::size_t limit) {
            ++readings;
            std::vector<Change> found;
            for (const Change& row : rows)
                if (row.pos > after && (event.empty() || row.event == event) &&
                    found.size() < limit)
                    found.push_back(row);
            return found;
        };
    }
};

FeedLimits moves_hidden() {
    FeedLimits limits;
    limits.public_moves = false;
    return limits;
}

}  // namespace

TEST_CASE("a commit is read once, however many polls wait", "[record][regress]") {
    net::Loop loop;
    Table table;
    for (int i = 0; i < 1'000; ++i) table.add("open", "move");
    Feed feed(loop, table.source(), table.rows.back().pos, moves_hidden());
    std::vector<Pos> seen;
    for (int i = 0; i < 200; ++i)
        feed.poll("open", Pos{}, 10, {}, seconds(60), [&](const auto& found) {
            for (const Change& change : *found) seen.push_back(change.pos);
        });
    REQUIRE(feed.polls() == 200);
    std::size_t before = table.readings;
    const auto costs = [&](Pos up_to) {
        feed.committed(up_to);
        const std::size_t after = table.readings;
        return after - std::exchange(before, after);
    };
    CHECK(costs(table.add("open", "move")) == 1);   // hidden from all
    CHECK(costs(table.add("other", "result")) == 1);
    CHECK(feed.polls() == 200);
    const Pos result = table.add("open", "result");
    CHECK(costs(result) == 1);
    CHECK(feed.polls() == 0);
    CHECK(seen == std::vector<Pos>(200, result));
}

TEST_CASE("a poll gets the same changes from memory as from the record", "[record]") {
    net::Loop loop;
    Table table;
    FeedLimits limits = moves_hidden();
    limits.kept = 4;
    Feed feed(loop, table.source(), Pos{}, limits);
    for (int i = 0; i < 12; ++i) {
        table.add(i % 3 == 0 ? "other" : "open", i % 2 == 0 ? "move" : "result");
        feed.committed(table.rows.back().pos);
    }
    for (const bool all : {false, true})
        for (std::int64_t after = 0; after <= 13; ++after)
            for (const std::size_t limit : {1U, 3U, 20U}) {
                std::vector<Pos> expected;
                for (const Change& row : table.rows)
                    if (row.event == "open" && row.pos > Pos{after} &&
                        expected.size() < limit && (all || row.type == "result"))
                        expected.push_back(row.pos);
                std::vector<Pos> got;
                feed.poll("open", Pos{after}, limit, {all, {}}, {}, [&](const auto& found) {
                    for (const Change& change : *found) got.push_back(change.pos);
                });
                INFO(after << " " << limit << " " << all);
                REQUIRE(got == expected);
            }
}

TEST_CASE("a poll for what is to come waits for it", "[record]") {
    net::Loop loop;
    Table table;
    Feed feed(loop, table.source(), Pos{}, {});
    std::vector<Pos> seen;
    feed.poll("open", Pos{2}, 10, {}, seconds(60), [&](const auto& found) {
        for (const Change& change : *found) seen.push_back(change.pos);
    });
    for (int i = 0; i < 2; ++i) feed.committed(table.add("open", "result"));
    CHECK(feed.polls() == 1);
    feed.committed(table.add("open", "result"));
    CHECK(seen == std::vector<Pos>{Pos{3}});
}
