// Questions that rest on a ruling go and come back with it, the same thing is asked once, and texts
// say what is so.
#include <algorithm>

#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

std::vector<game::Question> about(const Hall& hall, wire::Subject subject) {
    std::vector<game::Question> found;
    for (const game::Question& question : hall.live().questions)
        if (question.about == subject) found.push_back(question);
    return found;
}

bool bound(const Hall& hall) {
    return game::bound_in(hall.live(), hall.game().history.current()) != nullptr;
}

}  // namespace

// ---- asked once ---------------------------------------------------------------------------------

TEST_CASE("the same agreement is asked about once", "[asked]") {
    Hall hall("", "", {{"draw_offers", "consent"}});
    hall.play("e4 e5");
    const bool held = GENERATE(false, true);
    if (held) hall.claim(Side::white, "other");
    hall.offer(Side::white);
    hall.accept(Side::black);
    REQUIRE(about(hall, wire::Subject::agreement).size() == 1);
    CHECK(last<wire::EventVoided>(hall.accept(Side::black)).has_value());
    CHECK(about(hall, wire::Subject::agreement).size() == 1);
    hall.rule(answer(about(hall, wire::Subject::agreement)[0].number, held ? "noted" : "play_on"));
    const std::uint32_t ruling = hall.live().rulings;
    hall.accept(Side::black);
    hall.rule(undo(ruling));
    CHECK(about(hall, wire::Subject::agreement).size() == 1);
    CHECK(hall.replayed() == hall.office);
}

// ---- 9.5.3 --------------------------------------------------------------------------------------

TEST_CASE("9.5.3: a claim with an illegal move binds where its text names a piece", "[asked]") {
    const auto [fen, move, words, binds] =
        GENERATE(table<std::string, std::string, std::string, bool>(
            {{"", "Ke3", "with that piece must be played (4.3)", true},
             {"4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1", "Nf7", "does not say which piece it is", false},
             {"4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1", "Nbf7", "must be played (4.3)", true},
             {"4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1", "Ngf7", "must be played (4.3)", true},
             {"", "Qh4", "its piece has no legal move: any move may be played (4.5)", false}}));
    Hall hall(fen);
    if (fen.empty() && move == "Ke3") hall.play("e4 e5");
    const auto ruling = the<wire::RulingGiven>(hall.claim(Side::white, "threefold", move));
    INFO(ruling.text);
    CHECK(ruling.text.find(words) != std::string::npos);
    CHECK(bound(hall) == binds);
    CHECK(hall.replayed() == hall.office);
}

TEST_CASE("9.5.3: where the position is not known, nothing is said to bind", "[asked]") {
    Hall hall("", "", {}, "5400+30", "presses");
    hall.press(Side::white);
    hall.press(Side::black);
    hall.claim(Side::white, "threefold", "Nf3");
    const Events events = hall.rule(answer(hall, "claim_wrong"));
    const std::string text = last<wire::RulingGiven>(events)->text;
    INFO(text);
    CHECK(text.find("Nf3 must be played, or, if it is illegal") != std::string::npos);
    CHECK(text.find("announced move is illegal") == std::string::npos);
    CHECK(hall.live().bound.empty());
    CHECK(hall.replayed() == hall.office);
}
