// The effects of an arbiter's answer, for answers that other tests only offer.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// The next move completed impossible moves: a question about the board's position.
Hall lost_position() {
    Hall hall;
    hall.play("e4 e5");
    hall.made(Side::white, "Ke3");
    hall.made(Side::black, "Nf6");
    hall.completed_by_next(Side::white);
    return hall;
}

wire::AnswerQuestion with_times(const Hall& hall, const std::string& option) {
    wire::AnswerQuestion act = answer(hall, option);
    act.white = minutes(70);
    act.black = minutes(60);
    return act;
}

Hall disturbed() {
    Hall hall("", "", {{"offers_and_claims_to_ask", "1"}});
    hall.play("e4 e5");
    hall.offer(Side::white);
    REQUIRE(hall.live().questions.size() == 1);
    return hall;
}

}  // namespace

TEST_CASE("6.7.1: who was there wins against who was not", "[desk]") {
    const Side absent = GENERATE(Side::white, Side::black);
    Hall hall;
    wire::DefaultTimePassed passed;
    static_cast<wire::BoardEvent&>(passed) = hall.base();
    passed.absent[absent] = true;
    hall.feed(passed);
    hall.rule(answer(hall, absent == Side::white ? "forfeit_white" : "forfeit_black"));
    REQUIRE(hall.live().result);
    CHECK(hall.live().result->score == win_of(other(absent)));
}

TEST_CASE("a lost position: the record's stands again, with the times given", "[desk]") {
    Hall hall = lost_position();
    SECTION("without times, with the record's") {
        const Both<Duration> record = hall.game().clocks.back();
        hall.rule(answer(hall, "go_back"));
        CHECK(hall.refused == "");
        CHECK(hall.readings == record);
        CHECK(hall.running);
    }
    SECTION("the record's") {
        hall.rule(with_times(hall, "go_back"));
        CHECK(hall.refused == "");
        CHECK(hall.readings == Both<Duration>{{minutes(70), minutes(60)}});
        CHECK(hall.running);
        CHECK(hall.ply == Ply{2});
        CHECK(hall.turn == Side::white);
        CHECK(hall.live().questions.empty());
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a lost position: with the times given nothing is left that could not be taken",
          "[desk][regress]") {
    Hall hall = lost_position();
    hall.rule(wire::PauseClock{});
    wire::AdjustClock more;
    more.white = minutes(2);
    hall.rule(more);
    const std::uint32_t given = hall.live().rulings;
    hall.rule(clock_of(seconds(10), minutes(5)));
    hall.rule(undo(given));
    REQUIRE(hall.readings[Side::white] == Duration{});  // 110 s could not be taken
    hall.rule(with_times(hall, "go_back"));
    REQUIRE(hall.refused == "");
    if (hall.running) hall.rule(wire::PauseClock{});
    hall.rule(undo(given + 2));
    CHECK(hall.refused == "");
    CHECK(hall.readings[Side::white] == minutes(72));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a lost position: one that is written down is set up, with the times given", "[desk]") {
    Hall hall = lost_position();
    wire::AnswerQuestion act = with_times(hall, "set_up");
    act.text = "no position";
    CHECK(hall.rule(act).empty());
    CHECK(hall.refused == "bad_fen");
    act.text = "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w kq - 0 3";
    hall.rule(act);
    CHECK(hall.refused == "");
    CHECK(hall.fen() == act.text);
    CHECK(hall.readings == Both<Duration>{{minutes(70), minutes(60)}});
    CHECK(hall.running);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("time for a disturbed opponent needs a game in play", "[desk]") {
    Hall hall = disturbed();
    const std::uint32_t question = hall.live().questions[0].number;
    hall.resign(Side::black);
    const Both<Duration> readings = hall.readings;
    CHECK(hall.rule(answer(question, "time")).empty());
    CHECK(hall.readings == readings);
}

TEST_CASE("what an arbiter writes beside an answer stands in the ruling", "[desk]") {
    const std::string text = GENERATE("", "the second time today");
    Hall hall = disturbed();
    wire::AnswerQuestion act = answer(hall, "warn");
    act.text = text;
    const auto ruling = the<wire::RulingGiven>(hall.rule(act));
    CHECK(fact(ruling.evidence, "text") == text);
    const bool has_text = std::ranges::any_of(
        ruling.evidence, [](const wire::Pair& pair) { return pair.name == "text"; });
    CHECK(has_text == !text.empty());
}

TEST_CASE("9.5.3: a claim with an illegal move says which move is due", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    const Events events = hall.claim(Side::white, "threefold", "Ke3");
    CHECK_THAT(the<wire::RulingGiven>(events).text,
               Catch::Matchers::Contains("another one with that piece must be played"));
}

TEST_CASE("11.5: a wrong claim that was none does not count", "[desk][regress]") {
    Hall hall("", "", {{"offers_and_claims_to_ask", "2"}});
    hall.play("e4 e5");
    hall.claim(Side::white, "threefold");
    const std::uint32_t first = hall.live().rulings;
    hall.claim(Side::white, "fifty_move");
    REQUIRE(about(hall, wire::Subject::distraction).size() == 1);
    hall.rule(undo_last(hall));
    CHECK(about(hall, wire::Subject::distraction).empty());
    hall.rule(undo(first));
    CHECK(count<wire::QuestionPut>(hall.claim(Side::white, "threefold")) == 0);
    CHECK(about(hall, wire::Subject::distraction).empty());
    hall.claim(Side::white, "fifty_move");
    REQUIRE(about(hall, wire::Subject::distraction).size() == 1);
    CHECK(about(hall, wire::Subject::distraction).front().text.find("made 2 draw offers") !=
          std::string::npos);
    CHECK(hall.replayed() == hall.games);
}
