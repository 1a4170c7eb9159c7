// The hall's equipment, requested from clockd one piece after the other.
#include "arbiterd/service/equipment.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/office/house.hpp"

using namespace flagfall;
using arbiterd::EquipmentRound;
using arbiterd::EquipmentSeen;

namespace {

wire::EquipmentState state(const wire::GetEquipment& question, const std::string& serial) {
    wire::EquipmentState state{question.id};
    if (!serial.empty()) {
        state.facts.emplace();
        state.facts->serial = serial;
    }
    return state;
}

// The answers to everybody who asked, in order of arrival: serial numbers, or "nothing".
struct Askers {
    std::vector<std::string> got;

    arbiterd::EquipmentAnswered next() {
        return [this](const std::optional<EquipmentSeen>& seen) {
            std::string list = seen ? "" : "nothing";
            if (seen)
                for (const wire::EquipmentState& each : *seen) list += each.facts->serial + ' ';
            got.push_back(list);
        };
    }
};

using Got = std::vector<std::string>;

}  // namespace

TEST_CASE("equipment is asked for until there is no more, once for everybody who waits") {
    EquipmentRound round;
    Askers askers;
    auto question = round.join(askers.next(), Instant{});
    REQUIRE(question);
    CHECK(question->after.empty());
    CHECK(round.asked(question->id));
    CHECK_FALSE(round.join(askers.next(), Instant{1}));
    question = round.take(state(*question, "10"));
    REQUIRE(question);
    CHECK(question->after == "10");
    question = round.take(state(*question, "11"));
    REQUIRE(question);
    CHECK(askers.got.empty());
    CHECK_FALSE(round.take(state(*question, "")));
    CHECK(askers.got == Got{"10 11 ", "10 11 "});
    CHECK_FALSE(round.asked(question->id));
    const auto later = round.join(askers.next(), Instant{2});
    REQUIRE(later);
    CHECK(later->id != question->id);
    CHECK_FALSE(round.take(state(*later, "")));
    CHECK(askers.got.back().empty());
}

TEST_CASE("those who wait for equipment get nothing when the link goes, and may ask again") {
    EquipmentRound round;
    Askers askers;
    round.fail();  // nobody waits
    auto question = round.join(askers.next(), Instant{});
    question = round.take(state(*question, "10"));
    round.fail();
    CHECK(askers.got == Got{"nothing"});
    CHECK_FALSE(round.asked(question->id));
    question = round.join(askers.next(), Instant{});
    REQUIRE(question);
    CHECK(question->after.empty());
    CHECK_FALSE(round.take(state(*question, "")));
    CHECK(askers.got == Got{"nothing", ""});
}

TEST_CASE("a round of equipment ends though clockd gives the same one again, or no answer") {
    EquipmentRound round;
    Askers askers;
    auto question = round.join(askers.next(), Instant{});
    question = round.take(state(*question, "10"));
    CHECK_FALSE(round.take(state(*question, "10")));
    CHECK(askers.got == Got{"nothing"});
    question = round.join(askers.next(), Instant{});
    REQUIRE(question);
    CHECK_FALSE(round.join(askers.next(), Instant{seconds(5).us}));
    const auto again = round.join(askers.next(), Instant{seconds(5).us + 1});
    REQUIRE(again);
    CHECK(askers.got == Got{"nothing", "nothing", "nothing"});
    CHECK_FALSE(round.asked(question->id));
    CHECK(round.asked(again->id));
}

TEST_CASE("devices that are away are asked for one after the other, by number") {
    arbiterd::AwayRound round;
    std::string got;
    const auto device = [](const std::string& id, std::uint32_t number) {
        wire::DeviceState state;
        state.id = id;
        state.device = number;
        if (number > 0) state.board = Board{number + 10};
        return state;
    };
    auto question = round.join(
        [&](const std::optional<arbiterd::DevicesAway>& all) {
            got = all ? "" : "nothing";
            if (!all) return;
            for (const auto& each : *all) got += std::to_string(each.board->number) + " ";
        },
        Instant{});
    REQUIRE(question);
    CHECK(question->away);
    CHECK(question->after == 0);
    question = round.take(device(question->id, 2));
    REQUIRE(question);
    CHECK(question->after == 2);
    question = round.take(device(question->id, 5));
    REQUIRE(question);
    CHECK(got.empty());
    SECTION("until there is no more") {
        CHECK_FALSE(round.take(device(question->id, 0)));
        CHECK(got == "12 15 ");
    }
    SECTION("numbers that do not grow end the round") {
        CHECK_FALSE(round.take(device(question->id, 5)));
        CHECK(got == "nothing");
    }
}

TEST_CASE("what a gateway says of its equipment can be said to those who ask", "[regress]") {
    test::House house;
    house.connect();
    wire::Equipment report;
    report.facts.serial = "10";
    report.facts.link = wire::LinkState::active;
    constexpr std::int64_t widest = std::int64_t{1} << 61;  // of a message's numbers
    SECTION("no frame came for longer than a message can say") {
        report.figures.quiet = Duration{widest};
    }
    SECTION("a frame will come") { report.figures.quiet = Duration{-1}; }
    SECTION("its clock is as far from clockd's") { report.figures.drift = Duration{-widest}; }
    const auto count = [&] {
        std::size_t seen = 9;
        house.service().equipment(
            [&](const std::optional<EquipmentSeen>& all) { seen = all ? all->size() : 8; });
        house.run();
        return seen;
    };
    house.say(clock::Role::boards, wire::encode(wire::ToClockd{report}));
    CHECK(count() == 0);
    report.figures = {};
    house.say(clock::Role::boards, wire::encode(wire::ToClockd{report}));
    CHECK(count() == 1);
    CHECK(house.broken.empty());
}
