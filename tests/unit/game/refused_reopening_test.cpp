// A game that clockd does not open again: its result stands, and all that went with it.
#include "arbiterd/game/state/readings.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// Another game is set up at the board, so clockd does not open this one.
Events undo_refused(Hall& hall, std::uint32_t ruling) {
    const std::size_t before = hall.log.size();
    hall.refuse_next = "game_over";
    hall.rule(undo(ruling));
    REQUIRE(hall.refused.empty());
    REQUIRE(hall.live().result);
    REQUIRE(hall.live().outbox.empty());
    return {hall.log.begin() + static_cast<std::ptrdiff_t>(before), hall.log.end()};
}

}  // namespace

TEST_CASE("a result stands as it was signed when clockd refuses to open its game",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.resign(Side::black);
    const std::uint32_t resigned = hall.live().rulings;
    const std::vector<std::string> parties =
        GENERATE(std::vector<std::string>{"white", "black", "arbiter"},
                 std::vector<std::string>{"black"}, std::vector<std::string>{});
    for (const std::string& who : parties) hall.rule(wire::Approve{who});
    const std::vector<game::Approval> approvals = hall.live().approvals;
    REQUIRE(approvals.size() == parties.size());
    const wire::Outcome outcome = *hall.live().result;
    for (int times = 0; times < 2; ++times) {
        undo_refused(hall, resigned);
        CHECK(hall.live().result == outcome);
        CHECK(hall.live().approvals == approvals);
    }
    // Another result is not the one that was signed, until it is taken back.
    hall.rule(give(drawn(), "agreement"), "8.7");
    CHECK(hall.live().approvals.empty());
    hall.rule(undo_last(hall));
    CHECK(hall.live().result == outcome);
    CHECK(hall.live().approvals == approvals);
    CHECK(hall.replayed() == hall.games);
}
