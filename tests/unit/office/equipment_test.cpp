// The hall's equipment, asked of clockd one piece after the other.
#include "arbiterd/service/equipment.hpp"
#include "tests/support/catch.hpp"

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

// What everybody who asked got, in the order in which it came: serial numbers, or "nothing".
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
