// The state after a ruling is taken back must be as before, and what the record has about it.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

TEST_CASE("a result given at the wrong board and taken back gives no time back", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.readings[Side::white] -= minutes(30);  // since the last press
    const Both<Duration> shown = hall.readings;
    wire::GiveResult give;
    give.score = win_of(Side::white);
    hall.rule(give, "12.9");
    REQUIRE(hall.over);
    hall.rule(wire::UndoRuling{hall.live().rulings});
    CHECK_FALSE(hall.over);
    CHECK_FALSE(hall.running);
    CHECK(hall.readings == shown);
    CHECK(hall.live().readings == shown);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a wrong claim that is taken back binds to the announced move no more", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::white, "threefold", "Nf3");
    REQUIRE(hall.live().announced.size() == 1);
    hall.rule(wire::UndoRuling{hall.live().rulings});
    CHECK(game::announced_in(hall.live(), hall.game().history.current()) == nullptr);
    hall.play("d4");
    CHECK(hall.live().ply.count == 3);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("what an undone ruling leaves as it is, its text says", "[desk]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    wire::IllegalAction illegal;
    illegal.side = Side::white;
    illegal.kind = wire::Irregularity::illegal_move;
    illegal.ply = Ply{3};
    hall.rule(illegal);
    REQUIRE(hall.live().ply.count == 2);
    const auto undone = the<wire::RulingGiven>(hall.rule(wire::UndoRuling{hall.live().rulings}));
    CHECK(undone.text.find("The game stands as before, after ply 4.") != std::string::npos);
    hall.rule(wire::ResumeClock{});
    hall.play("Bb5");
    illegal.kind = wire::Irregularity::two_hands;
    illegal.ply.reset();
    hall.rule(illegal);
    const auto time = the<wire::RulingGiven>(hall.rule(wire::UndoRuling{hall.live().rulings}));
    CHECK(time.text.find("The position and the moves stay as they are.") != std::string::npos);
}

TEST_CASE("a resignation that does not count is ruled by its own article, in words", "[desk]") {
    Hall hall("", "", {{"resignation_from_move", "30"}});
    hall.play("e4 e5");
    const auto question = the<wire::QuestionPut>(hall.resign(Side::white));
    CHECK(fact(question.evidence, "opponent_can_mate") == "winnable");
    CHECK_FALSE(fact(question.evidence, "fen").empty());
    wire::AnswerQuestion act = answer(hall, "set_clock");
    act.white = minutes(80);
    act.black = minutes(81);
    const auto ruling = the<wire::RulingGiven>(hall.rule(act));
    CHECK(ruling.article == "5.1.2");
    CHECK(ruling.text.find("it does not count: play goes on") != std::string::npos);
}

TEST_CASE("a move that goes back leaves its place and the times in the record", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    wire::BindMove bind;
    bind.side = Side::white;
    bind.squares = "f1";
    hall.rule(bind);
    hall.play("Nf3");
    const auto ruling = the<wire::RulingGiven>(hall.rule(answer(hall, "take_back")));
    CHECK(fact(ruling.evidence, "taken_back") == "Nf3");
    CHECK(fact(ruling.evidence, "to_ply") == "2");
    CHECK(fact(ruling.evidence, "after_white_us") ==
          std::to_string(hall.readings[Side::white].us));
}

TEST_CASE("an adjournment in error is taken back, and play goes on", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    hall.rule(adjourn(Side::white));
    REQUIRE(hall.live().adjourned);
    const Both<Duration> shown = hall.readings;
    hall.rule(wire::UndoRuling{hall.live().rulings});
    CHECK_FALSE(hall.live().adjourned);
    CHECK(hall.readings == shown);
    CHECK(hall.replayed() == hall.games);
    hall.rule(wire::ResumeClock{});
    hall.play("Nf3");
    CHECK(hall.live().ply.count == 3);
}

TEST_CASE("a result taken back leaves an adjourned game adjourned", "[desk]") {
    Hall hall;
    hall.play("Nf3 Nf6 d4 d5");
    hall.rule(wire::PauseClock{});
    hall.rule(adjourn(Side::white));
    SECTION("given at the wrong board") {
        wire::GiveResult give;
        give.score = win_of(Side::white);
        hall.rule(give, "12.9");
    }
    SECTION("given by a sealed move that was read wrongly") {
        wire::OpenSealed open;
        open.text = "Nd2";  // ambiguous
        hall.rule(open);
    }
    REQUIRE(hall.over);
    hall.rule(wire::UndoRuling{hall.live().rulings});
    REQUIRE(hall.live().adjourned);
    CHECK(hall.replayed() == hall.games);
    wire::OpenSealed open;
    open.text = "Nbd2";
    hall.rule(open);
    hall.rule(wire::ResumeGame{});
    CHECK_FALSE(hall.live().adjourned);
    CHECK(hall.running);
    CHECK(hall.turn == Side::black);
}

TEST_CASE("a game that is cancelled while adjourned is adjourned no more (7.2.1)", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    hall.rule(adjourn(Side::white));
    hall.rule(wire::RestartGame{});
    CHECK_FALSE(hall.live().adjourned);
    hall.rule(wire::ResumeClock{});
    CHECK(hall.running);
}

namespace {

Hall pressed_only(int presses) {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    for (int i = 0; i < presses; ++i) hall.press(i % 2 == 0 ? Side::white : Side::black);
    return hall;
}

}  // namespace

TEST_CASE("a new game of a board that reports presses only counts from zero", "[desk]") {
    Hall hall = pressed_only(8);
    hall.rule(wire::RestartGame{});
    CHECK(hall.live().presses == Ply{});
    CHECK(hall.ply == Ply{});
    CHECK(hall.turn == Side::white);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("where only presses are reported, ten moves are counted by the presses (7.3)", "[desk]") {
    Hall hall = pressed_only(20);
    wire::RestartGame restart;
    restart.reversed_colours = true;
    CHECK(hall.rule(restart).empty());
    CHECK(hall.refused == "too_late");
}

TEST_CASE("illegal actions are counted where only presses are reported", "[desk]") {
    Hall hall = pressed_only(8);
    wire::IllegalAction illegal;
    illegal.side = Side::white;
    illegal.kind = wire::Irregularity::illegal_move;
    const Duration before = hall.readings[Side::black];
    hall.rule(illegal);
    CHECK(hall.refused.empty());
    CHECK(hall.readings[Side::black] == before + minutes(2));
    CHECK(hall.live().illegal[Side::white] == 1);
    illegal.kind = wire::Irregularity::two_hands;
    illegal.ply = Ply{3};
    const auto question = the<wire::QuestionPut>(hall.rule(illegal));  // 7.5.5: it loses
    CHECK(question.about == wire::Subject::illegal_move);
    CHECK(question.holds);
    CHECK_FALSE(hall.running);
    illegal.kind = wire::Irregularity::illegal_move;
    CHECK(hall.rule(illegal).empty());
    CHECK(hall.refused == "bad_ply");
}

TEST_CASE("where the position is not known, none is ruled upon", "[desk]") {
    Hall hall = pressed_only(8);
    wire::BindMove bind;
    bind.side = Side::white;
    bind.squares = "e1";
    CHECK(hall.rule(bind).empty());
    CHECK(hall.refused == "no_moves");
    hall.rule(wire::PauseClock{});
    CHECK(hall.rule(adjourn(Side::white)).empty());
    CHECK(hall.refused == "no_moves");
    wire::EnterMoves moves;
    moves.sheet = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6";
    hall.rule(moves);
    hall.rule(adjourn(Side::white));
    CHECK(the<wire::GameAdjourned>(hall.log).move == 5);
    wire::OpenSealed open;
    open.text = "O-O";
    hall.rule(open);
    CHECK(hall.live().presses == Ply{9});
    CHECK(hall.ply == Ply{9});
    hall.rule(wire::ResumeGame{});
    CHECK(hall.running);
    CHECK(hall.turn == Side::black);
}

TEST_CASE("a claim of touch-move shows the arbiter how to grant it (4.8)", "[desk]") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    const auto question = the<wire::QuestionPut>(hall.claim(Side::black, "touch_move"));
    REQUIRE(question.options.size() == 2);
    CHECK(question.options[0].value.find("bound the player") != std::string::npos);
    CHECK(question.options[1].value.find("set the clock with its ply") != std::string::npos);
    CHECK(hall.rule(answer(hall, "resume")).size() > 0);
    CHECK(hall.running);
}

TEST_CASE("a claim with both flags down says whose fell first (III.3.1)", "[desk]") {
    Hall hall("", "", {{"flag_call", "players"}}, "5400");
    hall.play("e4 e5");
    for (const Side side : {Side::white, Side::black}) {
        hall.readings[side] = {};
        wire::FlagReached reached;
        static_cast<wire::BoardEvent&>(reached) = hall.base();
        reached.side = side;
        reached.ply = hall.ply;
        hall.feed(reached);
    }
    wire::Claimed claim;
    static_cast<wire::BoardEvent&>(claim) = hall.base();
    claim.side = Side::white;
    claim.kind = wire::ClaimKind::flag;
    const auto question = the<wire::QuestionPut>(hall.feed(claim));
    CHECK(question.text.find("White's fell first") != std::string::npos);
}

TEST_CASE("what the end of the game closed is asked again when the result is undone", "[desk]") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    const auto question = the<wire::QuestionPut>(hall.claim(Side::black, "touch_move"));
    Events ended;
    SECTION("given at the desk") { ended = hall.rule(give(win_of(Side::white)), "12.9"); }
    SECTION("given at the clock") {
        ended = hall.end({win_of(Side::white), Ending::arbiter_decision, "12.9"});
    }
    REQUIRE(hall.live().result);
    REQUIRE(hall.live().questions.empty());
    hall.rule(undo(the<wire::RulingGiven>(ended).number));
    REQUIRE_FALSE(hall.live().result);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions.front().about == question.about);
    CHECK(hall.live().questions.front().text == question.text);
    hall.rule(answer(hall, "resume"));
    CHECK(hall.running);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a fifth repetition that stands again is asked about, and holds (9.6.1)", "[desk]") {
    Hall hall;
    Events ended;
    for (int i = 0; i < 4; ++i) ended = hall.play("Nf3 Nf6 Ng1 Ng8");
    REQUIRE(hall.live().result);
    REQUIRE(hall.live().result->ending == Ending::fivefold);
    hall.rule(undo(the<wire::RulingGiven>(hall.log).number));
    REQUIRE(hall.live().questions.size() == 1);
    const game::Question question = hall.live().questions.front();
    CHECK(question.about == wire::Subject::position_ends);
    CHECK(question.article == "9.6.1");
    CHECK(question.holds);
    hall.rule(wire::ResumeClock{});
    CHECK(hall.refused == "question_open");
    hall.rule(answer(hall, "draw"));
    REQUIRE(hall.live().result);
    CHECK(hall.live().result->ending == Ending::fivefold);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a question that held the game holds it again where the undo stops the clock", "[desk]") {
    Hall hall;
    hall.play("f3 e5 g4");
    wire::BindMove bind;
    bind.side = Side::black;
    bind.squares = "a7";
    hall.rule(bind, "4.3");
    INFO(hall.refused);
    hall.made(Side::black, "Qh4", Ending::checkmate);
    hall.press(Side::black);
    REQUIRE(hall.live().hold == game::Hold::question);
    const auto ruling = the<wire::RulingGiven>(hall.rule(answer(hall, "take_back")));
    hall.rule(undo(ruling.number));
    INFO(hall.refused);
    REQUIRE_FALSE(hall.live().questions.empty());
    CHECK(hall.live().hold == game::Hold::question);
    CHECK_FALSE(hall.running);
    hall.rule(wire::ResumeClock{});
    CHECK(hall.refused == "question_open");
    CHECK(hall.replayed() == hall.games);
}

// The simulation compares games that came from the whole log with those that were loaded.
TEST_CASE("games differ where anything that was taken back differs") {
    game::TakenBack kept;
    kept.before = std::make_shared<const game::Game>();
    const auto with = [](const game::TakenBack& one) {
        game::Game with_it;
        with_it.taken_back.push_back(one);
        return with_it;
    };
    CHECK(with(kept) == with(kept));
    const auto differs = [&](auto&& change) {
        game::TakenBack other = kept;
        change(other);
        return !(with(kept) == with(other));
    };
    CHECK(differs([](game::TakenBack& t) { t.ruling = 1; }));
    CHECK(differs([](game::TakenBack& t) { t.whole = true; }));
    CHECK(differs([](game::TakenBack& t) { t.presses = true; }));
    CHECK(differs([](game::TakenBack& t) { t.adjourned = true; }));
    CHECK(differs([](game::TakenBack& t) { t.open = true; }));
    CHECK(differs([](game::TakenBack& t) { t.left = {1}; }));
    CHECK(differs([](game::TakenBack& t) { t.of = 1; }));
    CHECK(differs([](game::TakenBack& t) { t.given.time[Side::black] = seconds(1); }));
    CHECK(differs([](game::TakenBack& t) { t.shown = Both<Duration>{}; }));
    CHECK(differs([](game::TakenBack& t) {
        game::Game before;
        before.begun = 1;
        t.before = std::make_shared<const game::Game>(before);
    }));
}

TEST_CASE("a penalty that the clock refused is not sent any more once it is taken back",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    hall.refuse_next = "stale_epoch";
    hall.rule(two_hands(Side::black));
    const std::uint32_t penalty = hall.live().rulings - 1;  // the last one states the refusal
    REQUIRE(about(hall, wire::Subject::refused).size() == 1);
    hall.rule(undo(penalty));
    CHECK(about(hall, wire::Subject::refused).empty());
    const Both<Duration> shown = hall.readings;
    hall.rule(undo_last(hall));  // it stands again, and the clock still lacks its time
    REQUIRE(about(hall, wire::Subject::refused).size() == 1);
    hall.rule(answer(hall, "again"));
    CHECK(hall.refused == "");
    CHECK(hall.readings[Side::white] == shown[Side::white] + minutes(2));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an undo that the clock refused is not sent any more once it is taken back",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    hall.rule(two_hands(Side::black));
    const std::uint32_t penalty = hall.live().rulings;
    const Both<Duration> shown = hall.readings;
    hall.refuse_next = "stale_epoch";
    hall.rule(undo(penalty));
    REQUIRE(about(hall, wire::Subject::refused).size() == 1);
    hall.rule(undo(hall.live().rulings - 1));  // the last one states the refusal
    CHECK(hall.refused == "");
    CHECK(about(hall, wire::Subject::refused).empty());
    CHECK(hall.readings == shown);
    hall.rule(undo(penalty));  // as before: the clock still has its time
    CHECK(hall.refused == "");
    CHECK(hall.readings == shown);
    REQUIRE(about(hall, wire::Subject::refused).size() == 1);
    hall.rule(answer(hall, "again"));
    CHECK(hall.refused == "");
    CHECK(hall.readings[Side::white] == shown[Side::white] - minutes(2));
    CHECK(hall.replayed() == hall.games);
}
