// Electronic boards that nobody reaches, and what is said of the equipment where a clock starts.
#include "clockd/service/limits.hpp"
#include "tests/unit/service/board_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;
using wire::LinkState;

namespace {

constexpr std::int64_t grace = limits::board_grace_ms / 1'000;
constexpr std::int64_t quiet = limits::gateway_quiet_ms / 1'000;

// A gateway with one board, at table 1.
struct Table {
    DoorHall hall;
    net::PeerId gateway;

    Table() {
        connect();
        report(LinkState::active);
    }
    void connect() {
        gateway = hall.connect("127.0.0.1:7000");
        REQUIRE(hall.enter(gateway, {"boards", "gateway"}, hall.key) == "welcome");
    }
    wire::EquipmentFacts facts(LinkState link) const {
        wire::EquipmentFacts all;
        all.serial = "10001";
        all.source = "line";
        all.board = Board{1};
        all.link = link;
        return all;
    }
    void report(const wire::EquipmentFacts& facts) {
        hall.service().on_line(gateway, wire::encode(wire::ToClockd{wire::Equipment{facts, {}}}),
                               hall.world.time);
        hall.settle();
    }
    void report(LinkState link) { report(facts(link)); }
    // As long as clockd runs it looks each second.
    void pass(std::int64_t time) {
        for (std::int64_t n = 0; n < time; ++n) {
            hall.world.time = hall.world.time + seconds(1);
            hall.service().on_heartbeat();
            hall.settle();
        }
    }
    std::vector<wire::EquipmentChanged> said() const {
        std::vector<wire::EquipmentChanged> found;
        for (const store::Row& row : hall.world.rows) {
            const auto event = wire::decode_clock_event(row.type, row.body);
            REQUIRE(event);
            if (const auto* one = std::get_if<wire::EquipmentChanged>(&*event))
                found.push_back(*one);
        }
        return found;
    }
    bool gone() const { return said().back().gone_since.has_value(); }
};

}  // namespace

TEST_CASE("a board that does not respond is gone after a moment", "[service][regress]") {
    Table table;
    CHECK_FALSE(table.gone());
    table.report(LinkState::silent);
    table.pass(grace);
    CHECK_FALSE(table.gone());
    table.pass(1);
    REQUIRE(table.gone());
    CHECK(table.said().back().facts.link == LinkState::silent);
    const std::size_t before = table.said().size();
    table.pass(3 * grace);
    CHECK(table.said().size() == before);
    SECTION("and back when it has stayed") {
        table.report(LinkState::active);
        CHECK(table.gone());
        table.pass(grace);
        CHECK(table.gone());
        table.pass(1);
        CHECK_FALSE(table.gone());
    }
    SECTION("what changes of it meanwhile leaves the absence as it is") {
        const auto since = table.said().back().gone_since;
        auto low = table.facts(LinkState::silent);
        low.battery = "low";
        table.report(low);
        CHECK(table.said().back().gone_since == since);
    }
}

TEST_CASE("a board whose line is unplugged is gone at once, and once", "[service]") {
    Table table;
    table.report(LinkState::gone);
    REQUIRE(table.gone());
    const auto since = table.said().back().gone_since;
    for (int n = 0; n < 4; ++n) {  // a loose cable
        table.pass(grace - 1);
        table.report(LinkState::active);
        table.pass(grace - 1);
        table.report(LinkState::gone);
        CHECK(table.said().back().gone_since == since);
    }
    table.report(LinkState::active);
    table.pass(grace + 1);
    CHECK_FALSE(table.gone());
    table.report(LinkState::gone);
    CHECK(table.said().back().gone_since > since);
}

TEST_CASE("a board that falls silent for a moment, twice, was not gone", "[service]") {
    Table table;
    for (int n = 0; n < 2; ++n) {
        table.report(LinkState::silent);
        table.pass(grace - 1);
        table.report(LinkState::active);
        table.pass(1);
    }
    table.report(LinkState::silent);
    table.report(LinkState::active);
    table.pass(2 * grace);
    for (const auto& event : table.said()) CHECK_FALSE(event.gone_since);
}

TEST_CASE("a gateway that leaves takes its boards with it, after a moment", "[service]") {
    Table table;
    table.hall.service().on_close(table.gateway);
    SECTION("unless it comes again") {
        table.pass(grace - 1);
        table.connect();
        table.report(LinkState::active);
        table.pass(grace);
        CHECK(table.said().size() == 1);
        return;
    }
    table.pass(grace + 1);
    REQUIRE(table.gone());
    CHECK(table.said().back().facts.link == LinkState::active);  // as it was last reported
    table.connect();
    table.report(LinkState::active);
    table.pass(grace + 1);
    CHECK_FALSE(table.gone());
}

TEST_CASE("a gateway that is stuck is as good as none", "[service]") {
    Table table;
    table.pass(quiet + grace);
    CHECK_FALSE(table.gone());
    table.pass(2);
    REQUIRE(table.gone());
    table.report(LinkState::active);
    table.pass(grace + 1);
    CHECK_FALSE(table.gone());
    CHECK(table.said().size() == 3);
}

TEST_CASE("what clockd knew of an absence it knows after a restart", "[service]") {
    Table table;
    const bool was_gone = GENERATE(true, false);
    if (was_gone) table.report(LinkState::gone);
    const std::size_t before = table.said().size();
    table.hall.start();
    table.pass(grace);
    CHECK(table.said().size() == before);
    SECTION("the gateway comes again") {
        table.connect();
        table.report(LinkState::active);
        table.pass(grace + 1);
        CHECK_FALSE(table.gone());
    }
    SECTION("it does not") {
        table.pass(grace);
        CHECK(table.gone());
        CHECK(table.said().size() == before + (was_gone ? 0 : 1));
    }
}

TEST_CASE("another board at the table takes the place of one that is gone", "[service]") {
    Table table;
    auto spare = table.facts(LinkState::active);
    spare.serial = "10009";
    table.report(spare);
    table.report(LinkState::gone);
    CHECK_FALSE(table.gone());
    table.pass(2 * grace);
    CHECK_FALSE(table.gone());
    spare.link = LinkState::gone;
    table.report(spare);
    CHECK(table.gone());
}

TEST_CASE("a board that is put at another table is not gone there", "[service]") {
    Table table;
    table.report(LinkState::gone);
    auto moved = table.facts(LinkState::active);
    moved.board = Board{2};
    table.report(moved);
    CHECK_FALSE(table.gone());
    moved.board.reset();
    moved.link = LinkState::gone;
    table.report(moved);
    CHECK_FALSE(table.gone());
    table.pass(2 * grace);
    CHECK_FALSE(table.gone());
}

TEST_CASE("equipment is said again where a clock starts to run", "[service]") {
    Table table;
    auto gone = table.facts(LinkState::gone);
    gone.sign = win_of(Side::white);  // of the game before
    table.report(gone);
    const auto since = table.said().back().gone_since;
    const std::size_t before = table.said().size();
    start_game(table.hall, 1);
    REQUIRE(table.said().size() == before + 1);
    CHECK(table.said().back().gone_since == since);
    CHECK_FALSE(table.said().back().facts.sign);
    CHECK(table.hall.world.rows.back().cmd_id.empty());
    start_game(table.hall, 2);  // it is not there
    CHECK(table.said().size() == before + 1);
    table.report(gone);
    const std::size_t shown = table.said().size();
    const net::PeerId arbiter = table.hall.arbiter();
    auto pause = at_board<wire::Pause>(1, "pause");
    REQUIRE(table.hall.code(arbiter, wire::ClockCommand{pause}) == "ack");
    CHECK(table.said().size() == shown);
    auto resume = at_board<wire::Resume>(1, "resume");
    resume.epoch = table.hall.service().boards().at({1}).epoch;
    REQUIRE(table.hall.code(arbiter, wire::ClockCommand{resume}) == "ack");
    REQUIRE(table.said().size() == shown + 1);
    CHECK(table.said().back().facts.sign == win_of(Side::white));
}

TEST_CASE("nobody expects a board that has been gone for long", "[service]") {
    Table table;
    table.report(LinkState::gone);
    const std::size_t before = table.said().size();
    SECTION("since half a day") {
        table.hall.world.time = table.hall.world.time + seconds(limits::board_expected_seconds + 1);
        start_game(table.hall, 1);
    }
    SECTION("or that no gateway has named since clockd was started") {
        table.hall.start();
        start_game(table.hall, 1);
    }
    CHECK(table.said().size() == before);
}

TEST_CASE("a sign that no result has is refused", "[service]") {
    Table table;
    auto facts = table.facts(LinkState::active);
    facts.sign = Score{};
    table.report(facts);
    CHECK(table.said().size() == 1);
}
