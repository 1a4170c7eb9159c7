// Electronic boards that are out of reach or show the sign for a result, as the oracle judges them.
#include "tests/oracle/kit.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle;
using namespace flagfall::oracle::test;
using enum Side;
using Catch::Matchers::Contains;

namespace {

wire::EquipmentChanged board(std::optional<Instant> gone = {}, std::optional<Score> sign = {}) {
    wire::EquipmentChanged event;
    event.facts.serial = "10234";
    event.facts.source = "line";
    event.facts.board = Board{1};
    event.facts.link = wire::LinkState::active;
    event.facts.sign = sign;
    event.gone_since = gone;
    return event;
}

constexpr Instant once{1'000};
constexpr Instant later{2'000};

std::uint32_t asked(Pair& pair) { return last<wire::QuestionPut>(pair.record).number; }

}  // namespace

TEST_CASE("what is asked about a board is judged") {
    Pair pair = begun();
    SECTION("it is gone, and comes back") {
        pair.report(board(once));
        pair.report(board(once));
        pair.report(board());
        pair.report(board(later));
        pair.rule(answer(asked(pair), "noted"));
    }
    SECTION("its absence is noted, and the answer taken back") {
        pair.report(board(once));
        pair.rule(answer(asked(pair), "noted"));
        pair.report(board(once));
        pair.rule(wire::UndoRuling{1});
        pair.report(board(once));
        pair.report(board(later));
    }
    SECTION("the game is adjourned") {
        pair.report(board(once));
        pair.rule(wire::PauseClock{});
        pair.rule(wire::Adjourn{white, "tomorrow at ten"});
        pair.report(board(once));
        pair.rule(wire::OpenSealed{"Bb5"});
        pair.rule(wire::ResumeGame{});
        pair.report(board(once));
    }
    SECTION("the game ends") {
        pair.report(board(once));
        pair.report(board(once, drawn()));
        pair.resign(white);
        pair.report(board(later, drawn()));
    }
    SECTION("a sign is confirmed") {
        pair.report(board({}, win_of(white)));
        pair.rule(answer(asked(pair), "white_wins"));
        pair.report(board({}, win_of(white)));
    }
    SECTION("a sign is noted, changes and goes") {
        pair.report(board({}, win_of(white)));
        pair.rule(answer(asked(pair), "noted"));
        pair.report(board({}, win_of(white)));
        pair.report(board({}, drawn()));
        pair.report(board());
    }
    judged_clean(pair);
}

TEST_CASE("a board that nobody is asked about is found") {
    Pair pair = begun();
    pair.report(board(once));
    drop<wire::QuestionPut>(pair);
    CHECK_THAT(said(pair.judged()), Contains("question_put"));
}
