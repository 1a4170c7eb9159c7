// What clockd knows about boards and lines: bounded, however much is reported.
#include "clockd/service/equipment.hpp"

#include "clockd/service/limits.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using clockd::EquipmentList;

namespace {

constexpr net::PeerId honest{1};
constexpr net::PeerId hostile{2};

wire::Equipment report(const std::string& serial, std::optional<Board> board = std::nullopt) {
    wire::Equipment all;
    all.facts.serial = serial;
    all.facts.link = wire::LinkState::active;
    all.facts.board = board;
    return all;
}

// Accepted, recorded and applied.
bool known(EquipmentList& list, const wire::Equipment& report, net::PeerId by, Instant at) {
    const auto event = list.take(report, by, at);
    if (event) list.apply(*event);
    return event.has_value();
}

// As many boards without a table as the list can have, and more.
EquipmentList filled(Instant& at) {
    EquipmentList list;
    for (std::size_t i = 0; i < 2 * limits::equipment; ++i) {
        at = at + seconds(1);
        REQUIRE(known(list, report("invented" + std::to_string(i)), hostile, at));
    }
    CHECK(list.all().size() == limits::equipment);
    return list;
}

}  // namespace

TEST_CASE("a board at a table is followed, however many others are reported", "[regress]") {
    Instant at{};
    EquipmentList list = filled(at);
    CHECK(known(list, report("1001", Board{1}), honest, at));
    CHECK(list.followers_of(Board{1}) == std::set{honest});
    CHECK(list.all().size() == limits::equipment);
    for (int i = 0; i < 2'000; ++i) {
        at = at + seconds(1);
        known(list, report("more" + std::to_string(i)), hostile, at);
    }
    CHECK(list.followers_of(Board{1}) == std::set{honest});
    CHECK(list.all().size() == limits::equipment);
}

TEST_CASE("boards at tables do not make room for one another") {
    EquipmentList list;
    Instant at{};
    for (std::size_t i = 1; i <= limits::equipment; ++i) {
        at = at + seconds(1);
        REQUIRE(known(list, report(std::to_string(i), Board{static_cast<std::uint32_t>(i)}),
                      honest, at));
    }
    at = at + seconds(1);
    CHECK_FALSE(known(list, report("more"), hostile, at));
    CHECK_FALSE(known(list, report("1x", Board{1}), hostile, at));
    CHECK(list.all().size() == limits::equipment);
}

TEST_CASE("of two gateways that name a board the one that reaches it counts", "[regress]") {
    constexpr net::PeerId first{1}, second{2};
    EquipmentList list;
    Instant at = Instant{} + seconds(1);
    wire::Equipment here = report("1001", Board{1});
    wire::Equipment gone = here;
    gone.facts.link = wire::LinkState::gone;
    CHECK(known(list, here, first, at));
    CHECK_FALSE(known(list, gone, second, at));
    CHECK(list.followers_of(Board{1}) == std::set{first});
    CHECK(known(list, gone, first, at));  // its cable moves to the other
    CHECK(known(list, here, second, at));
    for (int report = 0; report < 5; ++report) {
        at = at + seconds(10);
        known(list, here, second, at);
        CHECK_FALSE(known(list, gone, first, at));
        for (const auto& event : list.absences(at)) list.apply(event);
    }
    CHECK(list.followers_of(Board{1}) == std::set{second});
    list.left(second);
    CHECK(known(list, gone, first, at));  // now nobody else does
}

TEST_CASE("what one gateway says too fast costs another one nothing", "[regress]") {
    EquipmentList list;
    const Instant at{};
    int taken = 0;
    for (int i = 0; i < 2'000; ++i) taken += known(list, report(std::to_string(i)), hostile, at);
    CHECK(taken == static_cast<int>(limits::equipment_events_at_once));
    CHECK(known(list, report("1001", Board{1}), honest, at));
    CHECK(known(list, report("1002", Board{2}), hostile, at));  // and its own placed boards
    list.left(hostile);
    CHECK(known(list, report("after"), hostile, at));
}
