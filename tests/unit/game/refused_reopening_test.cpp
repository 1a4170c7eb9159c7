// A game that clockd does not reopen: its result stands, with everything that belongs to it.
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// Another game is set up at the board, so clockd does not reopen this one.
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
    using enum wire::Party;
    using Parties = std::vector<wire::Party>;
    const Parties parties = GENERATE(Parties{white, black, arbiter}, Parties{black}, Parties{});
    for (const wire::Party who : parties) hall.rule(wire::Approve{who});
    const std::vector<game::Approval> approvals = hall.live().approvals;
    REQUIRE(approvals.size() == parties.size());
    const wire::Outcome outcome = *hall.live().result;
    for (int times = 0; times < 2; ++times) {
        undo_refused(hall, resigned);
        CHECK(hall.live().result == outcome);
        CHECK(hall.live().approvals == approvals);
    }
    // Another result is not the signed one, until it is taken back.
    hall.rule(give(drawn(), "agreement"), "8.7");
    CHECK(hall.live().approvals.empty());
    hall.rule(undo_last(hall));
    CHECK(hall.live().result == outcome);
    CHECK(hall.live().approvals == approvals);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a ruling taken back after the end stays so when clockd refuses to open the game",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::AdjustClock{{}, minutes(2)});  // ruling 1
    hall.resign(Side::white);
    const std::uint32_t resigned = hall.live().rulings;
    const Both<Duration> end = hall.readings;
    const Both<Duration> back{{Duration{}, Duration{} - minutes(2)}};
    hall.rule(undo(1));
    REQUIRE(game::owed(hall.live()) == back);
    const auto tries = GENERATE(1, 2);
    for (int i = 0; i < tries; ++i) {
        const Events events = undo_refused(hall, resigned);
        for (const wire::GameEvent& event : events)
            if (const auto* given = std::get_if<wire::RulingGiven>(&event))
                CHECK(given->effect.unmet == 0);
        CHECK_FALSE(game::stands(hall.live(), 1));
        CHECK(game::owed(hall.live()) == back);
        CHECK(hall.readings == end);
    }
    const bool again = GENERATE(false, true);  // given again before it is opened
    if (again) hall.rule(undo(1 + resigned));
    CHECK(game::stands(hall.live(), 1) == again);
    const bool at_clock = GENERATE(false, true);
    if (at_clock) hall.reopen();
    else hall.rule(undo(resigned));
    REQUIRE_FALSE(hall.live().result);
    CHECK(game::owed(hall.live()) == Both<Duration>{});
    CHECK(hall.readings[Side::black] == end[Side::black] - (again ? Duration{} : minutes(2)));
    CHECK(hall.live().readings == hall.readings);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a time control taken back after the end stays so when clockd refuses to open the game",
          "[undo][regress]") {
    Hall hall = increment_granted();
    const std::uint32_t grant = hall.live().rulings;
    hall.resign(Side::white);
    const std::uint32_t resigned = hall.live().rulings;
    const Both<Duration> end = hall.readings;
    hall.rule(undo(grant));
    REQUIRE(hall.refused.empty());
    undo_refused(hall, resigned);
    CHECK_FALSE(game::stands(hall.live(), grant));
    hall.rule(undo(resigned));
    CHECK_FALSE(hall.live().result);
    CHECK(hall.control_set == "1800");
    CHECK(hall.readings[Side::white] == end[Side::white]);
    CHECK(hall.readings[Side::black] == end[Side::black] - minutes(2));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a game whose board has another one is not opened again", "[undo][regress]") {
    Hall hall = increment_granted();
    const std::uint32_t grant = hall.live().rulings;
    hall.resign(Side::white);
    const std::uint32_t resigned = hall.live().rulings;
    another_game_comes(hall);
    hall.rule(undo(resigned));
    CHECK(hall.refused == "board_busy");
    CHECK(hall.refusal.find("has game g2 now") != std::string::npos);
    CHECK(hall.live().result->score == win_of(Side::black));
    const auto said = the<wire::RulingGiven>(hall.rule(undo(grant)));
    CHECK(said.text.find("no clock gets the time control of before") != std::string::npos);
    CHECK(said.text.find("opened") == std::string::npos);
    hall.rule(give(drawn()), "8.7");  // the remaining possibility
    CHECK(hall.live().result->score == drawn());
    hall.rule(undo_last(hall));
    CHECK(hall.live().result->score == win_of(Side::black));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("no answer opens a game whose board has another one", "[undo][regress]") {
    SECTION("a loss that rests on an action that does not count") {
        Hall hall = doubted_loss();
        another_game_comes(hall);
        hall.rule(answer(hall, "reopen"));
        CHECK(hall.refused == "board_busy");
        hall.rule(answer(hall, "stands"));
        CHECK(hall.refused.empty());
    }
    SECTION("a command that was lost") {
        Hall hall;
        hall.play("e4 e5");
        hall.resign(Side::black);
        hall.lose_next = true;
        hall.rule(undo_last(hall));
        REQUIRE(hall.live().withdrawn);
        const auto opens = std::ranges::find_if(
            hall.live().questions, [](const game::Question& question) {
                const auto& command = question.basis.command;
                return command && std::holds_alternative<wire::ReopenGame>(*command);
            });
        REQUIRE(opens != hall.live().questions.end());
        const std::uint32_t asked = opens->number;
        another_game_comes(hall);
        hall.rule(answer(asked, "again"));
        CHECK(hall.refused == "board_busy");
        hall.rule(answer(asked, "let_be"));
        CHECK(hall.live().result);
    }
}

TEST_CASE("a game that clockd refuses to open is asked about once, however often it is tried",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.resign(Side::black);
    const std::uint32_t resigned = hall.live().rulings;
    for (int times = 0; times < 3; ++times) {
        undo_refused(hall, resigned);
        CHECK(about(hall, game::Subject::game_end).size() == 1);
    }
    hall.rule(answer(hall, "noted"));
    CHECK(about(hall, game::Subject::game_end).empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an answer that was given while a reopening waited holds when it comes to nothing",
          "[undo][regress]") {
    Hall hall;
    wire::DefaultTimePassed passed;
    static_cast<wire::BoardEvent&>(passed) = hall.base();
    passed.absent = {{true, false}};
    hall.feed(passed);
    hall.rule(answer(hall, "forfeit_white"));
    hall.rule(wire::Approve{wire::Party::arbiter});
    const wire::Outcome outcome = hall.live().result.value();
    const std::uint32_t forfeit = hall.live().rulings;
    hall.refuse_next = "id_used";
    hall.rule(undo(forfeit));
    hall.rule(answer(about(hall, wire::Subject::default_time).at(0).number, "wait"));
    REQUIRE(hall.refused == "");
    const std::uint32_t waits = hall.live().rulings;
    hall.rule(answer(about(hall, wire::Subject::clock_command).front().number, "let_be"));
    CHECK(hall.live().result == outcome);
    CHECK(hall.live().approvals.size() == 1);
    CHECK(game::stands(hall.live(), waits));
    CHECK_FALSE(game::stands(hall.live(), forfeit));
    // The result stands by the last ruling; without it the answer holds, and is not asked again.
    hall.rule(undo(hall.live().rulings));
    REQUIRE(hall.refused == "");
    CHECK_FALSE(hall.live().result);
    CHECK(game::stands(hall.live(), waits));
    CHECK(about(hall, wire::Subject::default_time).empty());
    // And the first one can be given again once that answer is taken back.
    hall.rule(undo(waits));
    REQUIRE(hall.refused == "");
    CHECK(about(hall, wire::Subject::default_time).size() == 1);
    hall.rule(undo(game::tip_of(hall.live(), forfeit)));
    CHECK(hall.refused == "");
    CHECK(hall.live().result == outcome);
    CHECK(hall.replayed() == hall.games);
}

// A record that was restored from an older backup sees what its lost acts did at the clock.
TEST_CASE("a reopening that the record has not ordered is followed, and orders nothing",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.end({win_of(Side::white), Ending::agreement, "12.9"}, "arbiterd");
    REQUIRE(hall.live().result);
    const Events events = hall.reopen("arbiterd");
    CHECK_FALSE(last<wire::CommandIssued>(events));
    CHECK_FALSE(last<wire::EventVoided>(events));
    CHECK_FALSE(hall.live().result);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].about == wire::Subject::game_end);
    hall.resume("arbiterd");
    hall.play("Nf3 Nc6");
    CHECK(hall.live().ply == Ply{4});
    CHECK_FALSE(hall.over);
    CHECK(hall.replayed() == hall.games);
}
