// A clock stands for a question, for a command on its way to it, or for a named pause. If there is
// none of these, an arbiter is asked: otherwise nobody would start it again.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// White's flag stopped both clocks, and somebody is asked whether to call it (6.8).
Hall frozen() {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5");
    hall.feed(hall.flag_reached(Side::white, true));
    REQUIRE(hall.live().questions.size() == 1);
    return hall;
}

wire::ChangeControl control() {
    wire::ChangeControl act;
    act.time_control = "3600+10";
    act.white = act.black = minutes(30);
    return act;
}

// White has used a second of the turn and makes a claim that is refused; the order to go on waits.
Hall refused_claim(const std::string& article) {
    Hall hall;
    hall.play("e4 e5");
    hall.made(Side::white, "Nf3");
    hall.prompt = false;
    hall.claim(Side::white, article == "9.4" ? "threefold" : "quickplay_draw");
    return hall;
}

}  // namespace

TEST_CASE("6.11.3: times that lift a flag leave no clock that nobody starts", "[clock][regress]") {
    const auto option = GENERATE(std::string("resume"), std::string("set_clock"));
    Hall hall = frozen();
    SECTION("another control") { hall.rule(control()); }
    SECTION("time that is added") { hall.rule(wire::AdjustClock{minutes(5), {}}); }
    SECTION("time for a penalty") {
        wire::Penalise act;
        act.side = Side::black;
        act.kind = wire::PenaltyKind::time_to_opponent;
        act.time = minutes(5);
        hall.rule(act);
    }
    SECTION("time that an arbiter adds at the clock") {
        ++hall.epoch.count;
        hall.readings[Side::white] = minutes(5);
        wire::ReadingSet set;
        static_cast<wire::BoardEvent&>(set) = hall.base();
        set.by = "arbiter";
        set.adjusted = true;
        set.correction = {.readings = hall.readings, .turn = Side::white, .ply = hall.ply,
                          .run = false, .fen = {}, .article = "12.9", .reason = "",
                          .answers = {}};
        hall.feed(set);
    }
    REQUIRE_FALSE(hall.running);
    REQUIRE(hall.live().questions.size() == 1);
    const game::Question question = hall.live().questions[0];
    CHECK(question.about == wire::Subject::pause);
    CHECK(question.article == "6.11.3");
    hall.rule(answer(hall, option));
    CHECK(hall.refused == "");
    CHECK(hall.running);
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.11.3: a clock that an arbiter has paused or set to stand is not asked about",
          "[clock]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    SECTION("paused") {}
    SECTION("set") {
        wire::SetClock act;
        act.white = act.black = minutes(50);
        hall.rule(act);
    }
    SECTION("given another control") { hall.rule(control()); }
    SECTION("given time") { hall.rule(wire::AdjustClock{minutes(1), {}}); }
    SECTION("adjourned, and that taken back") {
        hall.rule(adjourn(Side::white));
        hall.rule(undo(hall.live().rulings));
    }
    CHECK(hall.refused == "");
    CHECK_FALSE(hall.running);
    CHECK(hall.live().questions.empty());
}

TEST_CASE("9.5: a claim leaves no clock standing when the correction is refused",
          "[clock][regress]") {
    Hall hall;
    hall.play("e4 e5");
    const auto kind = GENERATE(std::string("threefold"), std::string("quickplay_draw"));
    hall.refuse_next = "bad_reading";
    hall.claim(Side::white, kind);
    REQUIRE_FALSE(hall.running);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].about == (kind == "threefold" ? wire::Subject::correction
                                                                 : wire::Subject::resume));
    hall.rule(answer(hall, "resume"));
    CHECK(hall.running);
    CHECK(hall.live().running);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.11.3: where a person starts the clock after a claim, the queue says so",
          "[clock][regress]") {
    Hall hall("", "", {{"automatic_resume", "false"}});
    hall.play("e4 e5");
    hall.claim(Side::white, "quickplay_draw");  // refused: it was not announced
    CHECK_FALSE(hall.running);
    CHECK_FALSE(hall.live().running);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].about == wire::Subject::pause);
    hall.rule(wire::ResumeClock{});
    CHECK(hall.running);
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a move that does not count can stop the clock, and an arbiter is asked",
          "[clock][regress]") {
    Hall hall;
    hall.play("e4 e5");
    // clockd has seen the move end the game, in a position that the record does not have.
    const Events events = hall.made(Side::black, "Nf6", Ending::dead_position);
    CHECK(count<wire::EventVoided>(events) == 1);
    CHECK_FALSE(hall.live().running);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions.front().about == wire::Subject::pause);
    hall.rule(answer(hall, "resume"));
    CHECK(hall.live().running);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("9.5: a refused claim leaves the clock's readings in the record", "[clock][regress]") {
    const auto article = GENERATE(std::string("9.4"), std::string("III.2.1"));
    Hall hall = refused_claim(article);
    REQUIRE(hall.live().outbox.size() == 1);
    const auto kept = the<wire::ClockIntervention>(hall.log);
    CHECK(kept.kind == wire::Intervening::paused);
    CHECK(kept.by == "white");
    CHECK(kept.article == article);
    CHECK(hall.live().readings == hall.readings);
    hall.deliver();
    CHECK(hall.running);
    CHECK(hall.live().running);
    CHECK(hall.live().questions.empty());
}

TEST_CASE("9.5: a refused claim leaves no clock standing when the order to run on is in vain",
          "[clock][regress]") {
    Hall hall = refused_claim("9.4");
    const auto code = GENERATE(std::string("bad_reading"), std::string("stale_epoch"),
                               std::string("malformed"), std::string("lost"));
    INFO(code);
    if (code == "lost") hall.lose_next = true;
    else hall.refuse_next = code;
    hall.deliver();
    REQUIRE(hall.live().questions.size() == 1);
    CHECK_FALSE(hall.live().running);
    CHECK(hall.live().readings == hall.readings);
    hall.prompt = true;  // time given now is added to the reading that the clock shows
    hall.rule(wire::AdjustClock{seconds(60), {}});
    CHECK(hall.live().readings == hall.readings);
    const bool command = code == "malformed" || code == "lost";
    SECTION("an arbiter starts it") { hall.rule(answer(hall, command ? "again" : "resume")); }
    SECTION("it is let be, and asked about again") {
        if (!command) return;
        hall.rule(answer(hall, "let_be"));
        REQUIRE(hall.live().questions.size() == 1);
        hall.rule(answer(hall, "resume"));
    }
    CHECK(hall.refused == "");
    CHECK(hall.running);
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.11.2: a call of the arbiter is kept while a ruling is on its way to the clock",
          "[game][regress]") {
    const std::string kind = GENERATE("other", "flag", "touch_move", "illegal_move");
    CAPTURE(kind);
    Hall hall;
    hall.play("e4 e5");
    hall.prompt = false;
    hall.made(Side::white, "Ke3");
    hall.press(Side::white);
    REQUIRE(hall.live().hold == game::Hold::correction);
    hall.claim(Side::black, kind);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].holds);
    hall.prompt = true;
    hall.deliver();
    CHECK_FALSE(hall.running);
    CHECK_FALSE(hall.live().running);
    CHECK(hall.live().questions.size() == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.11.2: no ruling of the software starts a clock that a player's call has stopped",
          "[game][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.prompt = false;
    hall.claim(Side::white, "threefold");  // wrong: two minutes for Black, and play goes on
    hall.claim(Side::white, "other");
    REQUIRE(about(hall, wire::Subject::claim_other).size() == 1);
    hall.prompt = true;
    hall.deliver();
    CHECK_FALSE(hall.running);
    CHECK(about(hall, wire::Subject::claim_other).size() == 1);
    CHECK(hall.replayed() == hall.games);
}
