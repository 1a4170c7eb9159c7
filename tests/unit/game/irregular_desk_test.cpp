// Article 7 at the desk: illegal actions counted by an arbiter, games that are restarted.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

wire::RestartGame restart(bool reversed_colours, const std::string& fen = "") {
    wire::RestartGame act;
    act.reversed_colours = reversed_colours;
    act.fen = fen;
    return act;
}

// `moves` by each player, with pawns.
void play_moves(Hall& hall, int moves) {
    const std::string files = "abcdefgh";
    for (int i = 0; i < moves; ++i) {
        const std::string file = files.substr(static_cast<std::size_t>(i) % 8, 1);
        hall.play(i < 8 ? file + "3 " + file + "6" : file + "4 " + file + "5");
    }
}

wire::QuestionPut put(const Events& events) { return the<wire::QuestionPut>(events); }

}  // namespace

// ---- 7.5.1 to 7.5.5 --------------------------------------------------------------------------

TEST_CASE("two hands cost two minutes while the clock runs; the move stands (7.5.4)",
          "[irregular]") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    hall.made(Side::black, "Nc6");
    const Both<Duration> before = hall.readings;
    const Events events = hall.rule(illegal(Side::white, Irregularity::two_hands));
    CHECK(the<wire::RulingGiven>(events).article == "7.5.4");
    CHECK(the<wire::IrregularityFound>(events).ply == Ply{3});
    CHECK(the<wire::IrregularityFound>(events).count == 1);
    CHECK(hall.readings[Side::black] == before[Side::black] + minutes(2));
    CHECK(hall.readings[Side::white] == before[Side::white]);
    CHECK(hall.running);
    CHECK(hall.live().hold == game::Hold::none);
    CHECK(!game::needs_confirmation(events));
    hall.press(Side::black);  // the move on the board was not taken away
    CHECK(hall.live().ply == Ply{4});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an offence that waits for its price is not counted a second time",
          "[irregular][regress]") {
    Hall hall("", "", {}, "5400", wire::Reporting::presses);
    hall.press(Side::white);
    hall.rule(two_hands(Side::white));
    hall.press(Side::black);
    hall.press(Side::white);
    const Events events = hall.rule(illegal(Side::white, Irregularity::press_without_move));
    REQUIRE(the<wire::IrregularityFound>(events).ply == Ply{3});
    REQUIRE(put(events).about == wire::Subject::illegal_move);
    hall.rule(illegal(Side::white, Irregularity::illegal_move));
    CHECK(hall.refused == "counted_already");
    hall.rule(answer(hall, "set_clock"));
    REQUIRE(hall.refused == "");
    hall.rule(illegal(Side::white, Irregularity::illegal_move));
    CHECK(hall.refused == "counted_already");
    CHECK(hall.live().illegal[Side::white] == 2);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an illegal move found later: back to the position before it (7.5.1)", "[irregular]") {
    Hall hall;
    hall.play("e4 e5");
    const Both<Duration> then = hall.readings;
    hall.play("Nf3 Nc6 Bb5 a6");
    const Events events = hall.rule(illegal(Side::white, Irregularity::illegal_move, 3));
    CHECK(game::needs_confirmation(events));
    CHECK(hall.live().ply == Ply{2});
    CHECK(hall.ply == Ply{2});  // the move counter follows
    CHECK(hall.turn == Side::white);
    CHECK(!hall.running);
    // As before that move: its increment is removed with it.
    CHECK(hall.readings[Side::white] == then[Side::white]);
    CHECK(hall.readings[Side::black] == then[Side::black] + minutes(2));
    CHECK(hall.live().readings == hall.readings);
    CHECK(hall.live().illegal[Side::white] == 1);
    CHECK(count<wire::PenaltyGiven>(events) == 1);
    hall.rule(wire::ResumeClock{});
    hall.play("Nc3");
    CHECK(hall.live().ply == Ply{3});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("time that rulings gave since then is not lost when the game goes back (7.1)",
          "[irregular]") {
    Hall hall;
    hall.play("e4 e5");
    const Both<Duration> then = hall.readings;
    hall.play("Nf3");
    wire::AdjustClock more;
    more.white = minutes(3);
    hall.rule(more);
    hall.play("Ke6");  // illegal, and ruled on at once: two minutes for White
    hall.play("Ke7");
    hall.rule(illegal(Side::white, Irregularity::illegal_move, 3));
    CHECK(hall.readings[Side::white] == then[Side::white] + minutes(5));
    CHECK(hall.readings[Side::black] == then[Side::black] + minutes(2));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("the arbiter gives the times and lets the clock run (7.1)", "[irregular]") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    wire::IllegalAction act = illegal(Side::black, Irregularity::illegal_move, 2);
    act.white = minutes(70);
    act.black = minutes(71);
    act.run = true;
    act.text = "e7e5";
    hall.rule(act);
    CHECK(hall.readings == Both<Duration>{{minutes(70), minutes(71)}});
    CHECK(hall.running);
    CHECK(hall.turn == Side::black);
    // The piece that made the illegal move must make the next one, if it can (4.3).
    REQUIRE(hall.live().bound.size() == 1);
    CHECK(hall.live().bound.front().moves.find("e7e6") != std::string::npos);
    hall.play("e6");
    CHECK(hall.live().bound.empty());
}

TEST_CASE("a position that the record does not have is given by the arbiter (7.5.1)",
          "[irregular]") {
    Hall hall;
    hall.play("e4 e5");
    hall.set({.readings = {{minutes(60), minutes(60)}}, .turn = Side::white, .ply = {2},
              .run = true, .fen = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", .article = "7.1",
              .reason = "", .answers = {}});
    hall.play("e4");
    wire::IllegalAction act = illegal(Side::black, Irregularity::illegal_move, 2);
    CHECK(hall.rule(act).empty());
    CHECK(hall.refused == "bad_ply");
    act.fen = "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1";
    CHECK(hall.rule(act).empty());
    CHECK(hall.refused == "times_missing");
    act.white = act.black = minutes(50);
    hall.rule(act);
    CHECK(hall.live().ply == Ply{1});
    CHECK(hall.turn == Side::black);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an illegal action is completed by the press, and not counted before (7.5.1, 7.5.4)",
          "[irregular][regress]") {
    Hall hall;
    const auto kind = GENERATE(Irregularity::two_hands, Irregularity::illegal_move,
                               Irregularity::promotion_not_completed);
    CHECK(hall.rule(illegal(Side::white, kind)).empty());  // nothing was made
    CHECK(hall.refused == "not_completed");
    hall.made(Side::white, "e4");
    CHECK(hall.rule(illegal(Side::white, kind)).empty());  // and none was pressed
    CHECK(hall.refused == "not_completed");
    if (kind == Irregularity::two_hands) {
        CHECK(hall.rule(illegal(Side::white, kind, 1)).empty());
        CHECK(hall.refused == "not_completed");
    }
    CHECK(hall.live().illegal[Side::white] == 0);
    hall.press(Side::white);
    hall.rule(illegal(Side::white, kind));
    CHECK(hall.refused == "");
    CHECK(hall.live().illegal[Side::white] == 1);
    // Of the move that was not made.
    hall.rule(illegal(Side::black, Irregularity::press_without_move));
    CHECK(hall.live().illegal[Side::black] == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("two offences in one move are counted once (7.5, Manual)", "[irregular]") {
    Hall hall;
    hall.play("e4 e5");
    // The software ruled on it at once; the arbiter saw two hands in the same move.
    hall.play("Ke3");
    CHECK(hall.live().illegal[Side::white] == 1);
    CHECK(hall.rule(illegal(Side::white, Irregularity::two_hands)).empty());
    CHECK(hall.refused == "counted_already");
    // The move that replaces it is another one.
    hall.play("Nf3");
    // Of Black's last move.
    CHECK(hall.rule(illegal(Side::black, Irregularity::two_hands)).size() > 0);
    CHECK(hall.rule(illegal(Side::black, Irregularity::promotion_not_completed)).empty());
    CHECK(hall.refused == "counted_already");
    CHECK(hall.live().illegal[Side::black] == 1);
    hall.play("Nc6 Nc3");
    hall.rule(illegal(Side::white, Irregularity::two_hands));
    REQUIRE(hall.live().result.has_value());  // the second of White
    CHECK(hall.live().result->ending == Ending::illegal_move_forfeit);
}

TEST_CASE("a counted offence that is undone can be counted as what it was", "[irregular]") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    const Duration black = hall.readings[Side::black];
    const auto ruling =
        the<wire::RulingGiven>(hall.rule(illegal(Side::white, Irregularity::two_hands)));
    hall.rule(undo(ruling.number));
    CHECK(hall.live().illegal[Side::white] == 0);
    CHECK(hall.readings[Side::black] == black);
    CHECK(hall.rule(illegal(Side::white, Irregularity::illegal_move, 3)).size() > 0);
    CHECK(hall.live().illegal[Side::white] == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("the second counted by an arbiter loses, or draws if mate is impossible (7.5.5)",
          "[irregular]") {
    Hall lost;
    lost.play("e4 e5 Nf3 Nc6");
    lost.rule(illegal(Side::white, Irregularity::two_hands, 1));
    const Events events = lost.rule(illegal(Side::white, Irregularity::illegal_move, 3));
    CHECK(game::needs_confirmation(events));
    CHECK(result(events) == "0-1 illegal-move-forfeit 7.5.5");
    CHECK(count<wire::PenaltyGiven>(events) == 0);
    CHECK(lost.over);
    CHECK(lost.replayed() == lost.games);
    // After the undo it counts as one again.
    lost.rule(undo(lost.live().rulings));
    CHECK(lost.refused == "");
    CHECK(!lost.live().result);
    CHECK(lost.live().illegal[Side::white] == 1);

    Hall drawn("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    drawn.play("e4 Kd7 Kd2 Kd6");
    drawn.rule(illegal(Side::white, Irregularity::two_hands, 1));
    CHECK(result(drawn.rule(illegal(Side::white, Irregularity::two_hands, 3))) ==
          "1/2-1/2 illegal-move-draw 7.5.5");
}

TEST_CASE("under US Chess no count loses: two minutes again, the rest is the arbiter's (11D)",
          "[irregular]") {
    Hall hall("", "uschess-regular");
    hall.play("e4 e5 Nf3 Nc6");
    hall.rule(illegal(Side::white, Irregularity::two_hands, 1));
    const Duration black = hall.readings[Side::black];
    const auto ruling =
        the<wire::RulingGiven>(hall.rule(illegal(Side::white, Irregularity::two_hands, 3)));
    CHECK(!hall.live().result);
    CHECK(hall.live().illegal[Side::white] == 2);
    CHECK(hall.readings[Side::black] == black + minutes(2));
    CHECK(ruling.text.find("11D") != std::string::npos);
}

TEST_CASE("in rapid and blitz it is one minute, and until the next move is made (A.3, A.5.2)",
          "[irregular]") {
    Hall hall("", "fide-rapid-a5");
    hall.play("e4");
    const Duration black = hall.readings[Side::black];
    hall.rule(illegal(Side::white, Irregularity::two_hands));
    CHECK(hall.readings[Side::black] == black + minutes(1));
    hall.play("e5");
    hall.made(Side::white, "Nf3");  // made, though not pressed: the window is closed
    CHECK(hall.rule(illegal(Side::black, Irregularity::illegal_move, 2)).empty());
    CHECK(hall.refused == "too_late");
    hall.press(Side::white);
    CHECK(hall.rule(illegal(Side::white, Irregularity::illegal_move, 3)).size() > 0);
}

TEST_CASE("under US Chess an illegal move is put right within ten moves (11A)", "[irregular]") {
    for (const int moves : {10, 11}) {
        Hall hall("", "uschess-regular");
        play_moves(hall, moves);
        const bool done = !hall.rule(illegal(Side::white, Irregularity::illegal_move, 1)).empty();
        CHECK(done == (moves == 10));
        CHECK(hall.refused == (done ? "" : "too_late"));
    }
}

TEST_CASE("found after the game the result stands (7.5.1, Manual)", "[irregular]") {
    Hall hall;
    hall.play("f3 e5 g4 Qh4#");
    CHECK(hall.rule(illegal(Side::black, Irregularity::illegal_move, 2)).empty());
    CHECK(hall.refused == "game_over");
    CHECK(hall.rule(restart(true)).empty());
    CHECK(hall.refused == "game_over");  // 7.3: reversed colours, but it ended normally
    CHECK(text(hall.live().result->score) == "0-1");
}

TEST_CASE("an illegal action that was not completed, or of the other side, is refused",
          "[irregular]") {
    Hall hall;
    hall.play("e4");
    hall.made(Side::black, "e5");
    const std::size_t before = hall.log.size();
    CHECK(hall.rule(illegal(Side::black, Irregularity::illegal_move, 2)).empty());  // not pressed
    CHECK(hall.refused == "bad_ply");
    CHECK(hall.rule(illegal(Side::black, Irregularity::illegal_move, 1)).empty());
    CHECK(hall.refused == "bad_ply");
    CHECK(hall.rule(illegal(Side::white, Irregularity::illegal_move, 0)).empty());
    CHECK(hall.refused == "bad_ply");
    CHECK(hall.rule(illegal(Side::white, Irregularity::unreadable_move)).empty());
    CHECK(hall.refused == "bad_kind");
    wire::IllegalAction times = illegal(Side::white, Irregularity::two_hands);
    times.white = minutes(1);
    CHECK(hall.rule(times).empty());
    CHECK(hall.refused == "bad_ply");
    times = illegal(Side::white, Irregularity::illegal_move, 1);
    times.white = minutes(-1);
    CHECK(hall.rule(times).empty());
    CHECK(hall.refused == "bad_time");
    CHECK(hall.log.size() == before);
}

TEST_CASE("a press without a move is put to the arbiter: error or offence (7.5.3)",
          "[irregular]") {
    // By the profile, or because nobody could see the electronic board.
    const bool unseen = GENERATE(false, true);
    CAPTURE(unseen);
    for (const bool offence : {true, false}) {
        Hall hall("", "", unseen ? wire::Pairs{}
                                 : wire::Pairs{{"press_without_move_is_illegal", "false"}});
        hall.play("e4 e5");
        hall.unseen = unseen;
        const Both<Duration> before = hall.readings;
        const auto question = put(hall.press(Side::white));
        CHECK(question.article == "7.5.3");
        CHECK(question.holds);
        CHECK(!hall.running);
        CHECK(hall.live().illegal[Side::white] == 0);
        hall.rule(answer(question.number, offence ? "offence" : "error"));
        CHECK(hall.running);
        CHECK(hall.turn == Side::white);
        CHECK(hall.live().illegal[Side::white] == (offence ? 1 : 0));
        CHECK(hall.readings[Side::white] == before[Side::white] - seconds(1));
        CHECK(hall.readings[Side::black] ==
              before[Side::black] + (offence ? minutes(2) : Duration{}));
        CHECK(hall.live().questions.empty());
        hall.play("Nf3");
        CHECK(hall.live().ply == Ply{3});
        CHECK(hall.replayed() == hall.games);
    }
}

// Another part of the office will ask this: the answers depend on the options and the facts.
TEST_CASE("a claim of an illegal action is answered: apply, or it stands (A.5.2)",
          "[irregular]") {
    for (const bool apply : {true, false}) {
        Hall hall;
        hall.play("e4 e5");
        const Both<Duration> shown{{minutes(80), minutes(81)}};
        wire::ClockIntervention paused;  // by the claim
        paused.game = "g1";
        paused.board = Board{7};
        paused.kind = wire::Intervening::paused;
        paused.by = "white";
        paused.before = paused.after = shown;
        game::apply(hall.games, paused);
        hall.log.push_back(paused);
        hall.running = false;
        wire::QuestionPut question;
        question.game = "g1";
        question.board = Board{7};
        question.number = 1;
        question.article = "A.5.2";
        question.about = wire::Subject::claim_illegal_move;
        question.holds = true;
        question.basis.facts =
            wire::OfClaim{.claimant = Side::white, .kind = wire::ClaimKind::illegal_move,
                          .announced = {}, .fell_first = {}};
        question.options = {{"apply", "7.5.5"}, {"stands", "play goes on"}};
        game::apply(hall.games, question);
        hall.log.push_back(question);
        hall.readings = shown;
        hall.rule(answer(1, apply ? "apply" : "stands"));
        INFO("apply: " << apply << ", refused: " << hall.refused);
        CHECK(hall.running);
        CHECK(hall.live().questions.empty());
        CHECK(hall.live().hold == game::Hold::none);
        CHECK(hall.live().illegal[Side::black] == (apply ? 1 : 0));
        CHECK(hall.readings[Side::white] == minutes(apply ? 82 : 80));
        CHECK(hall.readings[Side::black] == minutes(81));
        CHECK(hall.replayed() == hall.games);
    }
}

// ---- 7.2 and 7.3 -----------------------------------------------------------------------------

TEST_CASE("a wrong initial position: the game is cancelled, a new one begins (7.2.1)",
          "[irregular]") {
    Hall hall("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1");
    const Both<Duration> initial = hall.readings;
    hall.play("e4 e5");
    hall.play("Kc3");  // illegal
    hall.offer(Side::white);
    const std::string right = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const Events events = hall.rule(restart(false, right));
    CHECK(game::needs_confirmation(events));
    CHECK(the<wire::RulingGiven>(events).article == "7.2.1");
    CHECK(hall.fen() == right);
    CHECK(hall.live().ply == Ply{});
    CHECK(hall.ply == Ply{});
    CHECK(hall.readings == initial);
    CHECK(!hall.running);
    CHECK(hall.live().illegal == Both<std::uint32_t>{});
    CHECK(!hall.live().offer[Side::white]);
    CHECK(hall.rule(restart(false, "nonsense")).empty());
    CHECK(hall.refused == "bad_fen");
    hall.rule(wire::ResumeClock{});
    hall.play("d4 d5");
    CHECK(hall.live().ply == Ply{2});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("what was counted in a cancelled game is not taken back in the new one (7.2.1)",
          "[irregular]") {
    Hall hall;
    hall.play("e4");
    const auto ruling =
        the<wire::RulingGiven>(hall.rule(illegal(Side::white, Irregularity::two_hands)));
    hall.rule(restart(false));
    CHECK(hall.rule(undo(ruling.number)).empty());
    CHECK(hall.refused == "already_undone");
}

TEST_CASE("colours reversed, fewer than ten moves by both: right colours, a new game (7.3)",
          "[irregular]") {
    Hall hall;
    play_moves(hall, 9);
    hall.play("b4");  // White's tenth; Black has made nine
    const Events events = hall.rule(restart(true));
    CHECK(the<wire::RulingGiven>(events).article == "7.3");
    CHECK(hall.game().terms.white == "A");  // the pairing was right: they change seats
    CHECK(hall.game().terms.black == "B");
    CHECK(!hall.live().reversed);
    CHECK(hall.live().ply == Ply{});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("colours reversed by mistake are the right ones again in the new game (7.3)",
          "[irregular]") {
    Hall hall;
    play_moves(hall, 4);
    hall.rule(wire::ReverseColours{});
    CHECK(hall.game().terms.white == "B");
    hall.rule(restart(false));  // another initial position: they keep their seats
    CHECK(hall.game().terms.white == "B");
    CHECK(hall.live().reversed);
    hall.rule(restart(true));
    CHECK(hall.game().terms.white == "A");
    CHECK(!hall.live().reversed);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("who has which colour is recorded at any time (7.3)", "[irregular]") {
    Hall hall;
    play_moves(hall, 11);
    const Events events = hall.rule(wire::ReverseColours{});
    CHECK(the<wire::RulingGiven>(events).article == "7.3");
    CHECK(the<wire::ColoursReversed>(events).reversed);
    CHECK(hall.game().terms.white == "B");
    CHECK(hall.game().terms.black == "A");
    CHECK(hall.live().ply.count == 22);  // the game goes on
    CHECK(hall.running);
    hall.rule(wire::GiveResult{win_of(Side::white), "resignation"}, "5.1.2");
    CHECK(count<wire::ColoursReversed>(hall.rule(wire::ReverseColours{})) == 1);
    CHECK(hall.game().terms.white == "A");
    CHECK(!hall.live().reversed);
    CHECK(hall.live().result->score == win_of(Side::white));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an ending that cannot have the score is refused", "[irregular]") {
    Hall hall;
    hall.play("e4 e5");
    const auto give = [&](Score score, const std::string& ending, const std::string& article) {
        return hall.rule(wire::GiveResult{score, ending}, article);
    };
    CHECK(give(win_of(Side::white), "stalemate", "5.2.1").empty());
    CHECK(hall.refused == "bad_ending");
    CHECK(give(drawn(), "checkmate", "5.1.1").empty());
    CHECK(give(drawn(), "forfeit", "6.7.1").empty());
    CHECK(give(Score{{{1, 0}}}, "forfeit", "6.7.1").empty());
    CHECK(give(drawn(), "drawn", "5.2.3").empty());
    CHECK(hall.live().result == std::nullopt);
    CHECK(!give(drawn(), "agreement", "5.2.3").empty());
}

TEST_CASE("a result under 6.7.1 is a forfeit when nobody has moved", "[irregular]") {
    Hall absent;
    absent.rule(wire::GiveResult{win_of(Side::white), ""}, "6.7.1");
    CHECK(absent.live().result->ending == Ending::forfeit);
    Hall played;
    played.play("e4 e5");
    played.rule(wire::GiveResult{win_of(Side::white), ""}, "6.7.1");
    CHECK(played.refused == "game_was_played");
    CHECK_FALSE(played.live().result);
}

TEST_CASE("6.7.1: whichever act says that a player did not come, it is a forfeit",
          "[irregular][regress]") {
    const bool us = GENERATE(false, true);
    Hall hall("", us ? "uschess-regular" : "");
    const std::string article = us ? "13D" : "6.7.1";
    SECTION("a result that is called a decision of the arbiter") {
        hall.rule(wire::GiveResult{win_of(Side::black), "arbiter-decision"}, article);
        CHECK(hall.live().result->score == win_of(Side::black));
    }
    SECTION("a penalty") {
        wire::Penalise penalty;
        penalty.side = Side::white;
        penalty.kind = GENERATE(wire::PenaltyKind::loss, wire::PenaltyKind::both_lose);
        hall.rule(penalty, article);
        CHECK(hall.live().result->score ==
              (penalty.kind == wire::PenaltyKind::loss ? win_of(Side::black) : Score{}));
    }
    REQUIRE(hall.live().result);
    CHECK(hall.live().result->ending == Ending::forfeit);
    CHECK(hall.live().result->article == article);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.7.1: no half point is lost by not coming, and no game that was played",
          "[irregular][regress]") {
    Hall hall;
    hall.rule(wire::GiveResult{Score{{{1, 0}}}, ""}, "6.7.1");
    CHECK(hall.refused == "bad_ending");
    wire::Penalise penalty;
    penalty.side = Side::white;
    penalty.kind = wire::PenaltyKind::loss;
    penalty.score = Score{{{0, 1}}};
    hall.rule(penalty, "6.7.1");
    CHECK(hall.refused == "bad_penalty");
    hall.play("e4 e5");
    penalty.score.reset();
    hall.rule(penalty, "6.7.1");
    CHECK(hall.refused == "game_was_played");
    CHECK_FALSE(hall.live().result);
}

TEST_CASE("6.7.1: a game that both have played is no forfeit", "[irregular]") {
    Hall hall;
    hall.play("e4");
    const bool both = GENERATE(false, true);
    if (both) hall.play("e5 Nf3");
    hall.rule(wire::GiveResult{win_of(Side::white), "forfeit"});
    CHECK(hall.refused == (both ? "game_was_played" : ""));
    CHECK(hall.over == !both);
    if (!both) return;
    hall.rule(wire::GiveResult{win_of(Side::white), ""}, "11.5");
    CHECK(hall.live().result->ending == Ending::arbiter_decision);
}

TEST_CASE("colours reversed, ten moves made by both: the game continues (7.3)", "[irregular]") {
    Hall hall;
    play_moves(hall, 9);
    hall.play("b4");
    hall.made(Side::black, "b5");  // a made move is enough
    CHECK(hall.rule(restart(true)).empty());
    CHECK(hall.refused == "too_late");
    CHECK(hall.game().terms.white == "A");
    // The initial position differs: in standard chess there is no limit (7.2.1).
    CHECK(hall.rule(restart(false)).size() > 0);
}

TEST_CASE("after ten moves by each the set-up of a rapid game is not changed (A.5.1)",
          "[irregular]") {
    Hall hall("", "fide-rapid-a5");
    play_moves(hall, 9);
    hall.play("b4");
    hall.made(Side::black, "b5");  // not completed yet
    CHECK(hall.rule(restart(false)).size() > 0);
    hall.rule(wire::ResumeClock{});
    play_moves(hall, 10);
    CHECK(hall.rule(restart(false)).empty());
    CHECK(hall.refused == "too_late");
}
