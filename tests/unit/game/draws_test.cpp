// Offers and agreement (9.1, 5.2.3), claims (9.2 to 9.5).
#include "arbiterd/game/state/taken_back.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// After this White has the move, and the start position has occurred twice.
constexpr auto there_and_back = "Nf3 Nf6 Ng1 Ng8";

std::string marks(const Events& events) { return the<wire::MoveRecorded>(events).marks; }

// The last announced move that still has to be played, or "".
std::string announced(const Hall& hall) {
    const auto& all = hall.live().announced;
    return all.empty() ? "" : all.back().uci;
}

}  // namespace

TEST_CASE("an offer lives until it is accepted", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    hall.made(Side::white, "Nf3");
    CHECK(the<wire::DrawOfferMade>(hall.offer(Side::white)).ply == Ply{3});
    CHECK(marks(hall.press(Side::white)) == "(=)");
    CHECK(hall.live().offer[Side::white]);
    const Events events = hall.accept(Side::black);
    CHECK(result(events) == "1/2-1/2 agreement 5.2.3");
    CHECK(the<wire::DrawOfferEnded>(events).how == wire::OfferEnd::accepted);
    CHECK(fact(the<wire::RulingGiven>(events).evidence, "offered_by") == "white");
}

TEST_CASE("an offer ends when it is declined or a piece is touched", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    hall.offer(Side::white);
    CHECK(the<wire::DrawOfferEnded>(hall.decline(Side::black)).how == wire::OfferEnd::declined);
    CHECK(last<wire::EventVoided>(hall.accept(Side::black)).has_value());
    CHECK(last<wire::EventVoided>(hall.decline(Side::black)).has_value());
    hall.made(Side::white, "Nf3");
    hall.offer(Side::white);
    hall.press(Side::white);
    const auto ended = last<wire::DrawOfferEnded>(hall.made(Side::black, "Nc6"));
    REQUIRE(ended.has_value());
    CHECK(ended->how == wire::OfferEnd::moved);
    CHECK(ended->side == Side::white);
    CHECK(last<wire::EventVoided>(hall.accept(Side::black)).has_value());
    CHECK(!hall.over);
}

TEST_CASE("an offer at another time is valid too", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    CHECK(the<wire::DrawOfferMade>(hall.offer(Side::black)).ply == Ply{2});  // White thinks
    CHECK(marks(hall.play("Nf3")).empty());
    CHECK(!hall.live().offer[Side::black]);
    CHECK(marks(hall.play("Nc6")).empty());
    hall.offer(Side::white);
    CHECK(last<wire::EventVoided>(hall.offer(Side::white)).has_value());  // it is still open
    hall.offer(Side::black);  // both have offered; it is no agreement until one accepts
    CHECK(!hall.over);
    CHECK(result(hall.accept(Side::black)) == "1/2-1/2 agreement 5.2.3");
}

TEST_CASE("an offer made with an illegal move stands", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    hall.made(Side::white, "e4e6");
    hall.offer(Side::white);
    hall.press(Side::white);
    CHECK(hall.live().offer[Side::white]);
    CHECK(marks(hall.play("Nf3")) == "(=)");
}

TEST_CASE("no agreement before both have moved", "[game]") {
    Hall hall;
    hall.made(Side::white, "e4");
    hall.offer(Side::white);
    hall.press(Side::white);
    const Events events = hall.accept(Side::black);
    CHECK(result(events).empty());
    CHECK(the<wire::RulingGiven>(events).article == "5.2.3");
    hall.play("e5");
    CHECK(!hall.live().offer[Side::white]);
    hall.offer(Side::black);
    CHECK(result(hall.accept(Side::white)) == "1/2-1/2 agreement 5.2.3");
}

TEST_CASE("threefold that has just appeared", "[game]") {
    Hall hall;
    hall.play(there_and_back);
    hall.play(there_and_back);
    const Events events = hall.claim(Side::white, "threefold");
    CHECK(result(events) == "1/2-1/2 threefold 9.2.2");
    const auto judged = last<wire::ClaimJudged>(events);
    REQUIRE(judged.has_value());
    CHECK(judged->right);
    CHECK(judged->facts == "plies 0 4 8");
    CHECK(judged->ply == Ply{8});
}

TEST_CASE("threefold about to appear", "[game]") {
    Hall hall;
    hall.play(there_and_back);
    hall.play("Nf3 Nf6 Ng1");
    const Events events = hall.claim(Side::black, "threefold", "Ng8");
    CHECK(result(events) == "1/2-1/2 threefold 9.2.1");
    CHECK(the<wire::ClaimJudged>(events).uci == "f6g8");
    CHECK(the<wire::MoveRecorded>(events).completed_by == wire::CompletedBy::end);
    CHECK(the<wire::MoveRecorded>(events).ply == Ply{8});
    CHECK(fact(the<wire::RulingGiven>(events).evidence, "facts") == "plies 0 4 8");
}

TEST_CASE("a wrong claim costs two minutes and stands as an offer", "[game]") {
    Hall hall;
    hall.play(there_and_back);
    const Both<Duration> before = hall.readings;
    const Events events = hall.claim(Side::white, "threefold");
    CHECK(!the<wire::ClaimJudged>(events).right);
    CHECK(the<wire::PenaltyGiven>(events).to_opponent == minutes(2));
    CHECK(the<wire::DrawOfferMade>(events).how == wire::Offering::claim);
    CHECK(the<wire::RulingGiven>(events).article == "9.5.3");
    const wire::Correction set = correction(events);
    CHECK(set.readings[Side::white] == before[Side::white]);
    CHECK(set.readings[Side::black] == before[Side::black] + minutes(2));
    CHECK(set.turn == Side::white);
    CHECK(hall.running);
    CHECK(result(hall.accept(Side::black)) == "1/2-1/2 agreement 5.2.3");
}

TEST_CASE("the announced move of a wrong claim must be played", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::white, "threefold", "Nf3");
    CHECK(announced(hall) == "g1f3");
    hall.made(Side::white, "d4");
    const Both<Duration> before = hall.readings;
    const Events events = hall.press(Side::white);
    CHECK(the<wire::IrregularityFound>(events).kind ==
          wire::Irregularity::announced_move_not_played);
    CHECK(the<wire::IrregularityFound>(events).count == 0);
    CHECK(the<wire::RulingGiven>(events).article == "9.5.3");
    CHECK(count<wire::PenaltyGiven>(events) == 0);
    CHECK(correction(events).readings[Side::black] == before[Side::black]);
    CHECK(correction(events).readings[Side::white] == before[Side::white] - seconds(1));
    const Events right = hall.play("Nf3");
    CHECK(the<wire::MoveRecorded>(right).uci == "g1f3");
    CHECK(the<wire::MoveRecorded>(right).marks == "(=)");
    CHECK(announced(hall) == "");
}

TEST_CASE("another move than the announced one does not even mate", "[game]") {
    Hall hall;
    hall.play("f3 e5 g4");
    hall.claim(Side::black, "fifty_move", "d6");
    const Events events = hall.made(Side::black, "Qh4", Ending::checkmate);
    CHECK(result(events).empty());
    CHECK(the<wire::IrregularityFound>(events).kind ==
          wire::Irregularity::announced_move_not_played);
    CHECK(hall.running);
    CHECK(last<wire::MoveRecorded>(hall.play("d6")).has_value());
}

TEST_CASE("an illegal announced move is a wrong claim, an unreadable one a question", "[game]") {
    Hall illegal;
    illegal.play("e4 e5");
    const Events events = illegal.claim(Side::white, "threefold", "e4e6");
    CHECK(!the<wire::ClaimJudged>(events).right);
    CHECK(the<wire::PenaltyGiven>(events).to_opponent == minutes(2));
    CHECK(announced(illegal) == "");
    CHECK(illegal.live().illegal[Side::white] == 0);
    CHECK(last<wire::MoveRecorded>(illegal.play("Nf3")).has_value());

    Hall unreadable;
    const Events asked = unreadable.claim(Side::white, "threefold", "???");
    REQUIRE(last<wire::QuestionPut>(asked).has_value());
    CHECK(the<wire::QuestionPut>(asked).holds);
    CHECK(!unreadable.running);
    unreadable.resume();
    CHECK(unreadable.live().hold == game::Hold::none);
}

TEST_CASE("fifty moves", "[game]") {
    Hall done("4k3/8/8/8/8/8/3R4/4K3 w - - 100 120");
    const Events events = done.claim(Side::white, "fifty_move");
    CHECK(result(events) == "1/2-1/2 fifty-move 9.3.2");
    CHECK(the<wire::ClaimJudged>(events).facts == "100 plies without capture or pawn move");
    Hall about("4k3/8/8/8/8/8/3R4/4K3 w - - 99 120");
    CHECK(result(about.claim(Side::white, "fifty_move", "Ra2")) == "1/2-1/2 fifty-move 9.3.1");
    Hall early("4k3/8/8/8/8/8/3R4/4K3 w - - 99 120");
    CHECK(result(early.claim(Side::white, "fifty_move")).empty());
    Hall pawn("4k3/8/8/8/8/8/4P3/4K3 w - - 99 120");
    CHECK(result(pawn.claim(Side::white, "fifty_move", "e4")).empty());
    CHECK(announced(pawn) == "e2e4");
    Hall short_of("4k3/8/8/8/8/8/3R4/4K3 w - - 98 120");
    CHECK(result(short_of.claim(Side::white, "fifty_move", "Ra2")).empty());
}

TEST_CASE("who may claim", "[game]") {
    Hall hall;
    hall.play(there_and_back);
    hall.play(there_and_back);
    Events events = hall.claim(Side::black, "threefold");
    CHECK(the<wire::RulingGiven>(events).article == "9.2");
    CHECK(count<wire::PenaltyGiven>(events) == 0);
    CHECK(count<wire::DrawOfferMade>(events) == 0);
    CHECK(hall.running);
    hall.made(Side::white, "Nf3");
    events = hall.claim(Side::white, "threefold");
    CHECK(the<wire::RulingGiven>(events).article == "9.4");
    CHECK(count<wire::PenaltyGiven>(events) == 0);
    CHECK(hall.running);
    hall.press(Side::white);
    hall.play("Nf6");
    CHECK(result(hall.claim(Side::white, "threefold")) == "1/2-1/2 threefold 9.2.2");
}

TEST_CASE("the right to claim stays lost while the touched piece must move", "[game]") {
    Hall hall;
    hall.play(there_and_back);
    hall.play(there_and_back);
    hall.made(Side::white, "g1g3");
    hall.press(Side::white);
    CHECK(the<wire::RulingGiven>(hall.claim(Side::white, "threefold")).article == "9.4");
}

TEST_CASE("a player has the move as soon as the opponent's is made", "[game]") {
    Hall hall;
    hall.play(there_and_back);
    hall.play("Nf3 Nf6 Ng1");
    hall.made(Side::black, "Ng8");  // not pressed
    const Events events = hall.claim(Side::white, "threefold");
    CHECK(result(events) == "1/2-1/2 threefold 9.2.2");
    CHECK(the<wire::MoveRecorded>(events).uci == "f6g8");
    CHECK(the<wire::MoveRecorded>(events).completed_by == wire::CompletedBy::end);

    Hall wrong;
    wrong.made(Side::white, "e4");
    wrong.claim(Side::black, "threefold", "e5");
    CHECK(wrong.turn == Side::white);
    CHECK(the<wire::MoveRecorded>(wrong.press(Side::white)).uci == "e2e4");
    CHECK(announced(wrong) == "e7e5");
    wrong.made(Side::black, "d5");
    CHECK(last<wire::IrregularityFound>(wrong.press(Side::black)).has_value());
    CHECK(last<wire::MoveRecorded>(wrong.play("e5")).has_value());
}

TEST_CASE("a refused claim does not start a clock that stood", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    hall.pause();
    hall.claim(Side::black, "threefold");
    CHECK(!hall.running);
    hall.claim(Side::white, "threefold");
    CHECK(!hall.running);
    hall.resume();
    CHECK(last<wire::MoveRecorded>(hall.play("Nf3")).has_value());
}

TEST_CASE("9.1.2.1: an offer stands again when the result that ended it is taken back",
          "[game][undo]") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    hall.offer(Side::white);
    SECTION("accepted in error") { hall.accept(Side::black); }
    SECTION("a resignation") { hall.resign(Side::white); }
    SECTION("a result of the arbiter") { hall.rule(give(win_of(Side::white)), "11.1"); }
    SECTION("the game was ended at the clock") {
        hall.end({win_of(Side::white), Ending::arbiter_decision, "11.1"});
    }
    REQUIRE(hall.live().result);
    REQUIRE_FALSE(hall.live().offer[Side::white]);
    const std::uint32_t given = hall.live().rulings;
    for (int times = 0; times < 2; ++times) {
        const auto made = the<wire::DrawOfferMade>(hall.rule(undo(given)));
        CHECK(made.how == wire::Offering::again);
        CHECK(made.side == Side::white);
        CHECK(made.ply == Ply{3});
        CHECK(hall.live().offer[Side::white]);
        CHECK_FALSE(hall.live().offer[Side::black]);
        CHECK(hall.live().offers_and_claims[Side::white] == 1);
        const Events again = hall.rule(undo(hall.live().rulings));
        CHECK(the<wire::DrawOfferEnded>(again).how == wire::OfferEnd::game_over);
        CHECK_FALSE(hall.live().offer[Side::white]);
        REQUIRE(hall.live().result);
    }
    hall.rule(undo(given));
    hall.rule(wire::ResumeClock{});
    CHECK(result(hall.accept(Side::black)) == "1/2-1/2 agreement 5.2.3");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("9.1.2.1: an offer that was refused stays refused when a result is taken back",
          "[game][undo]") {
    Hall hall;
    hall.play("e4 e5");
    hall.offer(Side::white);
    hall.play("Nf3 Nc6");  // by moving, Black has refused it
    hall.resign(Side::white);
    CHECK_FALSE(last<wire::DrawOfferMade>(hall.rule(undo(hall.live().rulings))));
    CHECK(hall.live().offer == Both<bool>{});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("9.1.2.1: an offer follows what was ruled after the end on the touch that refused it",
          "[game][undo][regress]") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    hall.offer(Side::white);
    wire::BindMove bind;
    bind.side = Side::black;
    bind.squares = "b8";
    const std::uint32_t touch = the<wire::RulingGiven>(hall.rule(bind)).number;
    REQUIRE_FALSE(hall.live().offer[Side::white]);
    const bool by_person = GENERATE(false, true);
    for (const bool alive : {true, false, true}) {
        hall.rule(give(drawn()), "12.9");
        const std::uint32_t result = hall.live().rulings;
        hall.rule(undo(game::tip_of(hall.live(), touch)));
        if (by_person) hall.reopen();
        else hall.rule(undo(result));
        REQUIRE_FALSE(hall.live().result);
        CHECK(hall.live().offer[Side::white] == alive);
    }
    hall.decline(Side::black);
    REQUIRE_FALSE(hall.live().offer[Side::white]);
    hall.rule(give(drawn()), "12.9");
    hall.rule(undo_last(hall));
    CHECK_FALSE(hall.live().offer[Side::white]);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("9.1.2.1: only the offers of the result that is taken back stand again",
          "[game][undo]") {
    Hall hall;
    hall.play("e4 e5");
    hall.offer(Side::white);
    hall.rule(wire::PauseClock{});
    hall.rule(wire::RestartGame{});  // another game: the offer does not belong to it
    hall.rule(wire::ResumeClock{});
    hall.play("d4 d5");
    hall.resign(Side::black);
    hall.rule(undo(hall.live().rulings));
    CHECK(hall.live().offer == Both<bool>{});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("9.1.2.1: an offer ends again when the clock does not open the game", "[game][undo]") {
    Hall hall;
    hall.play("e4 e5");
    hall.offer(Side::white);
    hall.resign(Side::white);
    hall.refuse_next = "unknown_game";
    hall.rule(undo(hall.live().rulings));
    REQUIRE(hall.live().result);
    CHECK_FALSE(hall.live().offer[Side::white]);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("9.1.2.1: a board of presses has its offers back, too", "[game][undo]") {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    hall.press(Side::white);
    hall.press(Side::black);
    hall.offer(Side::white);
    hall.accept(Side::black);
    REQUIRE(hall.live().result);
    hall.rule(undo(hall.live().rulings));
    CHECK(hall.live().offer[Side::white]);
    hall.rule(wire::ResumeClock{});
    hall.accept(Side::black);
    CHECK(hall.live().result->ending == Ending::agreement);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an offer made after its move was recorded is marked on that move (8.1.5)") {
    Hall hall;
    hall.play("e4 e5");
    hall.offer(Side::black);
    REQUIRE(hall.game().moves.size() == 2);
    CHECK_FALSE(hall.game().moves[0].draw_offer);
    CHECK(hall.game().moves[1].draw_offer);
    CHECK(hall.replayed() == hall.games);
}
