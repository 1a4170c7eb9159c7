// Article 4 at the desk: players bound to moves by the pieces that they touched or the moves made.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

wire::QuestionPut put(const Events& events) { return the<wire::QuestionPut>(events); }

}  // namespace

TEST_CASE("a touched piece must move: another move is put to the arbiter (4.3.1)",
          "[touch]") {
    Hall hall;
    hall.play("e4 e5");
    const Events events = hall.rule(bind(Side::white, "g1"));
    CHECK(the<wire::RulingGiven>(events).article == "4.3.1");
    CHECK(fact(the<wire::RulingGiven>(events).evidence, "must").find("g1f3") !=
          std::string::npos);
    const auto question = put(hall.play("d4"));
    CHECK(question.article == "4.3.1");
    CHECK(!question.holds);
    CHECK(hall.live().ply == Ply{3});  // it is a legal move and completed
    CHECK(hall.live().illegal[Side::white] == 0);
    hall.made(Side::black, "d5");
    hall.rule(answer(question.number, "take_back"));
    CHECK(hall.live().ply == Ply{2});
    CHECK(hall.turn == Side::white);
    CHECK(hall.running);
    CHECK(hall.live().illegal[Side::white] == 0);
    // The player is bound as before.
    CHECK(count<wire::QuestionPut>(hall.play("Nf3")) == 0);
    CHECK(hall.live().bound.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("the opponent's right to claim is gone: the other move stands (4.8)", "[touch]") {
    Hall hall;
    hall.rule(bind(Side::white, "g1"));
    const auto question = put(hall.play("e4"));
    hall.rule(answer(question.number, "stands"));
    CHECK(hall.live().ply == Ply{1});
    CHECK(hall.running);
    CHECK(hall.live().questions.empty());
}

TEST_CASE("a touch whose piece cannot move binds to nothing (4.5)", "[touch]") {
    Hall hall;
    const Events events = hall.rule(bind(Side::white, "a1"));
    CHECK(the<wire::RulingGiven>(events).article == "4.5");
    CHECK(count<wire::MoveBound>(events) == 0);
    CHECK(count<wire::QuestionPut>(hall.play("e4")) == 0);
}

TEST_CASE("9.1.2.1: an offer that a ruling on touched pieces refused, accepted at the clock",
          "[touch][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.made(Side::white, "Nf3");
    hall.offer(Side::white);
    hall.press(Side::white);
    hall.rule(bind(Side::black, "b8"));
    REQUIRE_FALSE(hall.live().offer[Side::white]);
    const Events events = hall.accept(Side::black);  // the clock does not know of the ruling
    CHECK(count<wire::EventVoided>(events) == 1);
    const auto question = the<wire::QuestionPut>(events);
    CHECK(question.about == wire::Subject::agreement);
    CHECK(question.article == "9.1.2.1");
    CHECK_FALSE(question.holds);
    CHECK(hall.running);
    CHECK(count<wire::QuestionPut>(hall.accept(Side::black)) == 0);  // asked once
    SECTION("they play on") {
        hall.rule(answer(hall, "noted"));
        CHECK(last<wire::MoveRecorded>(hall.play("Nc6")).has_value());
    }
    SECTION("both want it") {
        hall.rule(answer(hall, "draw"));
        CHECK(hall.live().result == wire::Outcome{drawn(), Ending::agreement, "5.2.3"});
    }
    CHECK(hall.refused == "");
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("king and rook touched: castling must be played (4.4.1)", "[touch]") {
    Hall hall("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    CHECK(the<wire::RulingGiven>(hall.rule(bind(Side::white, "e1 h1"))).article == "4.4.1");
    CHECK(put(hall.play("Ke2")).article == "4.4.1");
    Hall castled("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    castled.rule(bind(Side::white, "e1 h1"));
    CHECK(count<wire::QuestionPut>(castled.play("O-O")) == 0);
}

TEST_CASE("the rook first: castling is put to the arbiter, in US Chess it is right (4.4.2)",
          "[touch]") {
    for (const bool us : {false, true}) {
        Hall hall("4k3/8/8/8/8/8/8/4K2R w K - 0 1", us ? "uschess-regular" : "");
        hall.rule(bind(Side::white, "h1 e1"));
        CHECK(count<wire::QuestionPut>(hall.play("O-O")) == (us ? 0 : 1));
    }
}

TEST_CASE("who is bound is on move, and touches what is there (4.3)", "[touch]") {
    Hall hall;
    CHECK(hall.rule(bind(Side::black, "g8")).empty());
    CHECK(hall.refused == "not_on_move");
    CHECK(hall.rule(bind(Side::white, "e4")).empty());
    CHECK(hall.refused == "bad_squares");
    CHECK(hall.rule(bind(Side::white, "knight")).empty());
    CHECK(hall.refused == "bad_squares");
    // Before the press the opponent already has the move (1.3).
    hall.made(Side::white, "e4");
    CHECK(hall.rule(bind(Side::black, "g8")).size() > 0);
    hall.press(Side::white);
    CHECK(put(hall.play("e5")).article == "4.3.1");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("who has the move by a reply that is not pressed can be bound, too (1.3, 4.3)",
          "[touch]") {
    Hall hall;
    hall.made(Side::white, "e4");
    hall.made(Side::black, "e5");
    CHECK(hall.rule(bind(Side::white, "e4")).size() > 0);  // it cannot move: there is no obligation
    CHECK(hall.live().bound.empty());
    CHECK(hall.rule(bind(Side::white, "g1")).size() > 0);
    hall.press(Side::white);
    CHECK(count<wire::QuestionPut>(hall.press(Side::black)) == 0);
    CHECK(put(hall.play("d4")).article == "4.3.1");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a wrongly ruled touch is taken back", "[touch]") {
    Hall hall;
    const auto ruling = the<wire::RulingGiven>(hall.rule(bind(Side::white, "g1")));
    hall.rule(undo(ruling.number));
    CHECK(game::bound_in(hall.live(), hall.game().history.current()) == nullptr);
    CHECK(count<wire::QuestionPut>(hall.play("e4")) == 0);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("after an illegal move its piece must move, if it can (7.5.1, 4.3)", "[touch]") {
    Hall hall;
    hall.made(Side::white, "g1g3");
    hall.press(Side::white);
    const auto question = put(hall.play("e4"));
    CHECK(question.article == "7.5.1");
    CHECK(question.about == wire::Subject::touch_move);
    CHECK(fact(question.evidence, "must") == "g1f3 g1h3");
    CHECK(hall.live().illegal[Side::white] == 1);  // no additional one

    Hall other;
    other.made(Side::white, "a1a5");  // the rook cannot move: any move
    other.press(Side::white);
    CHECK(count<wire::QuestionPut>(other.play("e4")) == 0);
}

TEST_CASE("an illegal move announced with a claim: another one with that piece (9.5.3)",
          "[touch]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::white, "threefold", "Ke3");
    const auto question = put(hall.play("Nf3"));
    CHECK(question.article == "9.5.3");
    CHECK(fact(question.evidence, "must") == "e1e2");
    hall.rule(answer(question.number, "take_back"));
    CHECK(count<wire::QuestionPut>(hall.play("Ke2")) == 0);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a mate by another piece than the touched one does not end the game by itself (5.1.1)",
          "[touch]") {
    for (const bool stands : {true, false}) {
        Hall hall;
        hall.play("f3 e5 g4");
        hall.rule(bind(Side::black, "g8"));
        const auto question = put(hall.made(Side::black, "Qh4#", Ending::checkmate));
        CHECK(question.holds);
        CHECK(!hall.live().result);
        hall.rule(answer(question.number, stands ? "stands" : "take_back"));
        CHECK(hall.live().result.has_value() == stands);
        if (stands) {
            CHECK(hall.live().result->ending == Ending::checkmate);
        } else {
            CHECK(hall.live().pending.empty());
            CHECK(hall.turn == Side::black);
            CHECK(hall.running);
            hall.play("Nf6");
            CHECK(hall.live().ply == Ply{4});
        }
        CHECK(hall.replayed() == hall.games);
    }
}

TEST_CASE("a made move replaced before the press is asked about when the rules say so (4.7)",
          "[touch]") {
    Hall hall("", "", {{"made_move_changed", "question"}});
    hall.made(Side::white, "e2e5");                                      // no legal move: free
    CHECK(count<wire::QuestionPut>(hall.made(Side::white, "e4")) == 0);
    CHECK(count<wire::QuestionPut>(hall.made(Side::white, "e2e4")) == 0);  // the same
    const auto question = put(hall.made(Side::white, "d4"));
    CHECK(question.article == "4.7");
    CHECK(!question.holds);
    hall.rule(answer(question.number, "take_back"));
    CHECK(hall.live().bound.size() == 1);
    hall.made(Side::white, "e4");
    CHECK(count<wire::QuestionPut>(hall.press(Side::white)) == 0);
    CHECK(hall.live().ply == Ply{1});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("the choice of a promotion is final: another piece is asked about (4.4.4)",
          "[touch]") {
    Hall hall("8/1P6/8/7k/8/8/7P/K7 w - - 0 1", "", {{"made_move_changed", "question"}});
    hall.made(Side::white, "b8=N");
    const auto question = put(hall.made(Side::white, "b8=Q"));
    CHECK(question.article == "4.4.4");
    hall.press(Side::white);
    hall.rule(answer(question.number, "take_back"));  // only now: the move goes back
    CHECK(hall.live().ply == Ply{});
    CHECK(put(hall.play("b8=Q")).about == wire::Subject::touch_move);
}

TEST_CASE("a reply that is replaced before both presses is asked about, too (4.7)",
          "[touch]") {
    Hall hall("", "", {{"made_move_changed", "question"}});
    hall.made(Side::white, "e4");
    hall.made(Side::black, "e5");
    const auto question = put(hall.made(Side::black, "c5"));
    hall.rule(answer(question.number, "take_back"));
    hall.press(Side::white);
    const auto again = put(hall.press(Side::black));
    CHECK(fact(again.evidence, "must") == "e7e5");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a mating reply with another piece than the touched one does not end the game (5.1.1)",
          "[touch][regress]") {
    Hall hall;
    hall.play("f3 e5");
    hall.made(Side::white, "g4");  // not pressed
    hall.rule(bind(Side::black, "b8"));
    const Events events = hall.made(Side::black, "Qh4#");
    CHECK(count<wire::ResultRecorded>(events) == 0);
    const auto question = put(events);
    CHECK(question.about == wire::Subject::touch_move);
    CHECK(question.article == "4.3.1");
    CHECK(question.holds);
    hall.rule(answer(question.number, "take_back"));
    CHECK(hall.live().ply == Ply{3});  // the move that it answered stands
    CHECK(count<wire::QuestionPut>(hall.play("Nc6")) == 0);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a wrong move is asked about when the opponent's next move completes it (4.3.1)",
          "[touch][regress]") {
    Hall hall;
    hall.rule(bind(Side::white, "g1"));
    hall.made(Side::white, "e4");
    hall.made(Side::black, "e5");
    const Events events = hall.completed_by_next(Side::white);
    CHECK(count<wire::MoveRecorded>(events) == 2);
    const auto question = put(events);
    CHECK(question.about == wire::Subject::touch_move);
    CHECK_FALSE(question.holds);
    CHECK(fact(question.evidence, "move") == "e4");
}

TEST_CASE("an undo asks of a touched piece only while the wrong move is in the record",
          "[touch][regress]") {
    const bool replaced = GENERATE(true, false);
    Hall hall;
    hall.play("e4 e5");
    hall.rule(bind(Side::white, "g1"));
    hall.play("d4");
    hall.rule(answer(hall, "stands"));
    const std::uint32_t ruling = hall.live().rulings;
    if (replaced) {
        wire::SetClock back;
        back.white = back.black = minutes(50);
        back.ply = Ply{2};
        back.run = true;
        hall.rule(wire::PauseClock{});
        hall.rule(back);
        hall.play("Nf3");
        CHECK(hall.live().ply == Ply{3});
    }
    hall.rule(wire::UndoRuling{ruling});
    CHECK(hall.live().questions.empty() == replaced);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("4.3: on a board of presses the sheet shows a move that was not the one touched",
          "[touch][regress]") {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    for (const Side side : {Side::white, Side::black, Side::white, Side::black}) hall.press(side);
    wire::EnterMoves first;
    first.sheet = "1. e4 e5 2. Nf3 Nc6";
    hall.rule(first);
    REQUIRE(hall.refused == "");
    hall.rule(bind(Side::white, "e1"));
    REQUIRE(hall.refused == "");
    hall.press(Side::white);
    wire::EnterMoves more;
    const bool kept = GENERATE(false, true);
    more.sheet = kept ? "3. Ke2" : "3. Bb5";
    hall.rule(more);
    REQUIRE(hall.refused == "");
    const auto asked = about(hall, wire::Subject::after_the_fact);
    REQUIRE(asked.size() == (kept ? 0U : 1U));
    if (kept) return;
    CHECK(asked[0].article == "4.3.1");
    CHECK_THAT(asked[0].text, Catch::Matchers::Contains("bound to another move"));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a touch that is taken back binds nobody, and asks nothing", "[touch][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(bind(Side::white, "g1"));
    SECTION("a move that broke it") {
        hall.play("d4");
        REQUIRE(about(hall, wire::Subject::touch_move).size() == 1);
        hall.rule(undo(1));
        CHECK(hall.live().questions.empty());
        CHECK(hall.live().ply == Ply{3});
        hall.rule(undo_last(hall));  // it was a touch after all
        CHECK(about(hall, wire::Subject::touch_move).size() == 1);
        hall.rule(answer(hall, "take_back"));
        CHECK(hall.live().ply == Ply{2});
    }
    SECTION("a move that mates") {
        Hall mate;
        mate.play("f3 e5 g4");
        mate.rule(bind(Side::black, "g8"));
        mate.made(Side::black, "Qh4");
        REQUIRE(about(mate, wire::Subject::touch_move).size() == 1);
        mate.rule(undo(1));
        CHECK(mate.refused == "question_open");
        mate.rule(answer(mate, "stands"));
        CHECK(mate.live().result->ending == Ending::checkmate);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an offer that a touch refused lives when that is taken back (9.1.2.1)",
          "[touch][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.offer(Side::white);
    hall.play("Nf3");
    REQUIRE(hall.live().offer[Side::white]);
    hall.rule(bind(Side::black, "g8"));
    CHECK_FALSE(hall.live().offer[Side::white]);
    hall.rule(undo(1));
    CHECK(hall.live().offer[Side::white]);
    hall.rule(undo_last(hall));
    CHECK_FALSE(hall.live().offer[Side::white]);
    hall.rule(undo_last(hall));
    CHECK(hall.live().offer[Side::white]);
    SECTION("and is accepted") {
        hall.accept(Side::black);
        CHECK(hall.live().result->ending == Ending::agreement);
    }
    SECTION("but not after the player's next move") {
        hall.rule(bind(Side::black, "b8"));
        hall.play("Nc6");
        hall.rule(undo_last(hall));
        CHECK_FALSE(hall.live().offer[Side::white]);
    }
    CHECK(hall.replayed() == hall.games);
}
