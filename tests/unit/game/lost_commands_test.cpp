// Commands that clockd refuses or never answers: nothing is left waiting for them, and what the
// record says of the clock is what the clock shows.
#include <algorithm>

#include "common/base/limits.hpp"
#include "common/base/text.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

std::string id_of(const wire::CommandIssued& issued) {
    return std::visit([](const auto& c) { return c.id; }, issued.command);
}

// clockd does not answer the first command that waits; what is asked about it is open then.
void lose_first(Hall& hall) {
    const std::string id = id_of(hall.live().outbox.front().issued);
    for (const wire::GameEvent& event :
         game::decide_lost(hall.games, "g1", id, game::Lost::no_answer, hall.now))
        game::apply(hall.games, event);
}

bool asks(const Hall& hall, wire::Subject about) {
    return std::ranges::find(hall.live().questions, about, &game::Question::about) !=
           hall.live().questions.end();
}

}  // namespace

TEST_CASE("a clock that stopped at a move that does not count is known to stand",
          "[desk][regress]") {
    Hall hall("8/8/8/4k3/8/8/4r3/4K3 w - - 0 1");
    hall.claim(Side::white, "threefold", "Kd1");
    REQUIRE(hall.running);
    hall.prompt = false;
    hall.made(Side::white, "Kxe2", Ending::dead_position);
    CHECK_FALSE(hall.live().running);
    REQUIRE(hall.live().outbox.size() == 1);
    SECTION("the correction is carried out") {
        hall.deliver();
        CHECK(hall.live().running);
        CHECK(hall.replayed() == hall.games);
    }
    SECTION("it is let be") {
        lose_first(hall);
        hall.rule(answer(hall, "let_be"));
        REQUIRE(hall.live().outbox.empty());
        CHECK(asks(hall, wire::Subject::pause));
    }
}
