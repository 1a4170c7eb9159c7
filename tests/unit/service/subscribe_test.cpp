// clockd's service with a slow disk.
#include <map>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/clock_ports.hpp"

using namespace flagfall;
using namespace flagfall::test;

TEST_CASE("what is not durable cannot be subscribed to", "[service]") {
    ClockPorts disk;
    clockd::ClockService service(disk, {"log-1", "boot-1", false, false, true, {}});
    service.record_start({});  // two rows, on their way to the disk
    const net::PeerId peer{1};
    service.on_open(peer, {"", true});
    service.on_line(peer, R"({"type":"hello","role":"display","name":"d","protocol":1})", {});
    service.on_line(peer, R"({"type":"subscribe","id":"s","log":"log-1","from":3})", {});
    service.on_committed(Pos{2});  // the feed would have stopped the process here
    REQUIRE(disk.said[peer].size() == 2);
    CHECK(disk.said[peer][1].contains("ahead_of_log"));
}
