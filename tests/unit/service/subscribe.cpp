// clockd's service against a disk that takes its time.
#include <map>
#include <string>
#include <vector>

#include "clockd/service/clock_service.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;

namespace {

// Rows are durable when the test says so.
struct SlowDisk : clockd::Ports {
    std::vector<log::Row> rows;
    std::map<net::PeerId, std::vector<std::string>> said;

    Instant now() override { return {1'000'000}; }
    std::int64_t wall_ms() override { return 0; }
    void wake_at(std::optional<Instant>) override {}
    void send(net::PeerId peer, std::string_view line) override {
        said[peer].emplace_back(line);
    }
    void count_bad_line(net::PeerId) override {}
    void close(net::PeerId, std::string_view) override {}
    void drain() override {}
    void append(std::vector<log::Row>& more, const clockd::Heartbeat&) override {
        for (log::Row& row : more) {
            row.pos = Pos{last().value + 1};
            rows.push_back(row);
        }
    }
    bool full() const override { return false; }
    Pos last() const override { return Pos{std::ssize(rows)}; }
    std::optional<Pos> read(Pos from, Pos,
                            const std::function<bool(const log::Row&)>&) override {
        return Pos{from.value - 1};
    }
};

}  // namespace

TEST_CASE("what is not durable cannot be subscribed to", "[service]") {
    SlowDisk disk;
    clockd::ClockService service(disk, {"log-1", "boot-1", false});
    service.record_start({});  // two rows, on their way to the disk
    const net::PeerId peer{1};
    service.on_open(peer);
    service.on_line(peer, R"({"type":"hello","role":"display","name":"d","protocol":1})", {});
    service.on_line(peer, R"({"type":"subscribe","id":"s","log":"log-1","from":3})", {});
    service.on_committed(Pos{2});  // the feed would have stopped the process here
    REQUIRE(disk.said[peer].size() == 2);
    CHECK(disk.said[peer][1].contains("ahead_of_log"));
}
