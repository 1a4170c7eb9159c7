// How the oracle judges touch-move rulings at the desk (4.3 to 4.5).
#include "common/chess/notation.hpp"
#include "tests/oracle/duty.hpp"
#include "tests/oracle/kit.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle;
using namespace flagfall::oracle::test;
using enum Side;
using Catch::Matchers::Contains;

namespace {

wire::BindMove touch(Side side, const std::string& squares) {
    wire::BindMove act;
    act.side = side;
    act.squares = squares;
    return act;
}

// The article and the moves that may be played, "4.3.1 g1f3 g1h3"; no moves if any may be.
std::string duty(const std::string& fen, const std::string& squares, bool us = false) {
    const auto position = chess::parse_position(fen, chess::Variant::chess);
    REQUIRE(position.has_value());
    const Duty found = duty_of(*position, squares_named(squares).value(), us);
    return found.article + (found.binds ? " " + written(*position, found.moves) : "");
}

constexpr const char* castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
constexpr const char* blocked = "4k3/8/8/8/8/8/4P3/RB2K2R w K - 0 1";

}  // namespace

TEST_CASE("which moves a player must play after touching pieces") {
    const std::string start = chess::fen(chess::start_position());
    CHECK(duty(start, "g1") == "4.3.1 g1f3 g1h3");
    CHECK(duty(start, "a1 g1") == "4.3.1 g1f3 g1h3");  // the first that can move
    CHECK(duty(start, "a1") == "4.5");
    CHECK(duty(start, "e7") == "4.5");
    const std::string pawns = "4k3/8/8/3p4/4P3/8/8/4K2N w - - 0 1";
    CHECK(duty(pawns, "d5") == "4.3.2 e4d5");
    CHECK(duty(pawns, "e4 d5") == "4.3.3 e4d5");
    CHECK(duty(pawns, "h1 d5") == "4.3.3 h1f2 h1g3");  // h1 cannot take d5, and was touched first
    CHECK(duty(pawns, "d5 h1") == "4.3.3 e4d5");
    CHECK(duty(castle, "e1 h1") == "4.4.1 e1g1");
    CHECK(duty(castle, "h1 e1").starts_with("4.4.2 h1"));
    CHECK_FALSE(Contains("e1g1").match(duty(castle, "h1 e1")));
    CHECK(duty(castle, "h1 e1", true) == "4.4.1 e1g1");
    CHECK(duty(blocked, "e1 a1").starts_with("4.4.3 e1"));  // castling with that rook is illegal
    CHECK_THAT(duty(blocked, "e1 a1"), Contains("e1g1"));     // castling with the other is legal
}

TEST_CASE("9.1.2.1: an acceptance of an offer that a ruling refused is judged", "[regress]") {
    Pair pair = begun();
    pair.move(white, "Bb5");
    pair.offer(white);
    pair.press(white);
    pair.rule(touch(black, "g8"));
    pair.accept(black);
    REQUIRE(last<wire::QuestionPut>(pair.record).about == wire::Subject::agreement);
    SECTION("asked once") { pair.accept(black); }
    SECTION("a draw, if both want it") { pair.rule(answer(1, "draw")); }
    SECTION("no draw") { pair.rule(answer(1, "noted")); }
    SECTION("nobody is asked") {
        drop<wire::QuestionPut>(pair);
        CHECK_THAT(said(pair.judged(false)), Contains("no question_put"));
        return;
    }
    judged_clean(pair);
}

TEST_CASE("touch-move rulings that are taken back are judged") {
    SECTION("an offer that it refused lives again if it is undone after the end") {
        Pair pair = begun();
        pair.offer(black);
        pair.rule(touch(white, "f1"));
        wire::GiveResult result;
        result.score = drawn();
        result.ending = "agreement";
        pair.rule(result, "12.9");
        pair.rule(wire::UndoRuling{1});
        pair.rule(wire::UndoRuling{2});
        CHECK(last<wire::DrawOfferMade>(pair.record).how == wire::Offering::again);
        pair.rule(wire::ResumeClock{});
        pair.accept(white);
        CHECK(last<wire::ResultRecorded>(pair.record).outcome.article == "5.2.3");
        judged_clean(pair);
    }
    SECTION("a question about a duty that is lifted is not asked again") {
        Pair pair = begun();
        pair.rule(touch(white, "f1"));
        pair.press(white, "d4");
        pair.rule(answer(1, "stands"));
        pair.rule(wire::UndoRuling{1});
        pair.rule(wire::UndoRuling{2});
        judged_clean(pair);
    }
}

TEST_CASE("what a setting of the clock has closed is not asked again with the touch",
          "[regress]") {
    Pair pair = begun();
    pair.rule(touch(white, "f1"));
    pair.press(white, "d4");
    const wire::QuestionPut asked = last<wire::QuestionPut>(pair.record);
    REQUIRE(asked.about == wire::Subject::touch_move);
    pair.rule(wire::PauseClock{});
    wire::SetClock set = clocks(minutes(80), minutes(80), false);
    set.ply = Ply{5};
    pair.rule(set);
    pair.rule(wire::UndoRuling{1});
    pair.rule(wire::UndoRuling{4});
    CHECK(last<wire::QuestionPut>(pair.record).number == asked.number);
    SECTION("as it is") { judged_clean(pair); }
    SECTION("asked again") {
        wire::QuestionPut again = asked;
        again.number = 2;
        again.asked_before = 1;
        again.cause = {};
        GameRow row = pair.record.back();
        ++row.pos.value;
        row.event = again;
        pair.record.push_back(row);
        CHECK_THAT(said(pair.judged()), Contains("that another ruling has settled"));
    }
}

TEST_CASE("touch-move rulings at the desk are judged") {
    SECTION("the touched piece moves, and play goes on") {
        Pair pair = begun();
        pair.rule(touch(white, "f1"));
        plays_on(pair, "Bb5 a6");
        judged_clean(pair);
    }
    SECTION("another piece moves: the arbiter is asked; an undo lifts the duty") {
        Pair pair = begun();
        pair.rule(touch(white, "f1"));
        pair.press(white, "d4");
        CHECK(last<wire::QuestionPut>(pair.record).about == wire::Subject::touch_move);
        pair.rule(answer(1, "take_back"));
        pair.rule(wire::PauseClock{});
        pair.rule(wire::UndoRuling{2});
        pair.rule(wire::UndoRuling{1});  // nobody asks about the move any more
        pair.rule(wire::ResumeClock{});
        plays_on(pair, "exd4 Nxd4");
        judged_clean(pair);
    }
    SECTION("the player cannot claim on this move (9.4), until the ruling is undone") {
        Pair pair = begun();
        pair.offer(black);
        pair.rule(touch(white, "f1"));
        CHECK(last<wire::DrawOfferEnded>(pair.record).how == wire::OfferEnd::touched);
        pair.claim(white, "threefold");
        CHECK(last<wire::RulingGiven>(pair.record).article == "9.4");
        pair.rule(wire::UndoRuling{1});
        pair.claim(white, "threefold");
        CHECK(last<wire::RulingGiven>(pair.record).article == "9.5.3");
        judged_clean(pair);
    }
    SECTION("a mating reply with another piece does not end the game, and goes back alone") {
        Pair pair;
        pair.open("5400+30");
        pair.play("f3 e5");
        pair.move(white, "g4");
        pair.rule(touch(black, "g8"));
        pair.move(black, "Qh4");
        pair.rule(answer(1, "take_back"));
        plays_on(pair, "Nc6 e3");
        judged_clean(pair);
    }
    SECTION("the opponent's next move completes the wrong move") {
        Pair pair;
        pair.open("5400+30");
        pair.rule(touch(white, "g1"));
        pair.move(white, "e4");
        pair.move(black, "e5");
        pair.move(white, "Nf3");
        CHECK(last<wire::QuestionPut>(pair.record).about == wire::Subject::touch_move);
        CHECK(said(pair.judged(false)) == "");
    }
}

TEST_CASE("a wrong touch-move ruling is noticed") {
    Pair pair = begun();
    pair.offer(black);
    pair.rule(touch(white, "f1"));
    std::string wanted;
    SECTION("it binds nobody") {
        drop<wire::MoveBound>(pair);
        wanted = "no move_bound";
    }
    SECTION("it requires another piece's moves") {
        last<wire::MoveBound>(pair.record).moves = "d2d4";
        wanted = "moves is \"d2d4\"";
    }
    SECTION("it cites another article") {
        last<wire::RulingGiven>(pair.record).article = "4.3.2";
        wanted = "article is \"4.3.2\", must be \"4.3.1\"";
    }
    SECTION("it binds the other player") {
        last<wire::RulingGiven>(pair.record).effect.bound = black;
        wanted = "the ruling binds black, must bind white";
    }
    SECTION("the draw offer still stands") {
        drop<wire::DrawOfferEnded>(pair);
        wanted = "no draw_offer_ended";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}
