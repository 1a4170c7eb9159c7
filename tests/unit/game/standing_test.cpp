// Illegal actions that nobody corrects automatically: A.5.2, A.5.4, B.3, and US Chess.
#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/squares.hpp"
#include "arbiterd/game/laws/standing.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

constexpr const char* start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

std::string fen_now(const Hall& hall) { return chess::fen(hall.game().history.current()); }

// What the desk will do: rule on the open action.
Events rule_on_it(Hall& hall) {
    game::Draft draft(hall.games, hall.game(), {Pos{1}, hall.now, hall.epoch, hall.readings});
    CHECK(game::apply_illegal_action(draft));
    return draft.take();
}

std::string after(const std::string& fen, std::string_view text) {
    const chess::Setup board = *chess::parse_fen(fen, chess::Variant::chess);
    const std::string squares = game::squares_of(board, text);
    const auto found = squares.empty() ? std::nullopt : game::after_squares(board, squares);
    return found ? chess::fen(*found) : squares;
}

}  // namespace

TEST_CASE("squares show what is on the board after an illegal move", "[game]") {
    CHECK(after(start, "e2e5") == "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    CHECK(after(start, "Ng1-g4!") ==
          "rnbqkbnr/pppppppp/8/8/6N1/8/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
    CHECK(after(start, "Ke3") == "rnbqkbnr/pppppppp/8/8/8/4K3/PPPPPPPP/RNBQ1BNR b kq - 1 1");
    CHECK(after(start, "a1xa8") == "Rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR b Kk - 0 1");
    CHECK(after("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8=N") ==
          "1N2k3/8/8/8/8/8/8/4K3 b - - 0 1");
    CHECK(after("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8") == "P3k3/8/8/8/8/8/8/4K3 b - - 0 1");
    CHECK(after("4r1k1/8/8/8/8/8/4N3/4K3 w - - 3 9", "Nc3") ==
          "4r1k1/8/8/8/8/2N5/8/4K3 b - - 4 9");  // pinned, and the only knight
    for (const char* text : {"e5", "Nd4", "hm?", "e2", "e2e2", "e2e9", "e2e5x"}) {
        CHECK(game::squares_of(*chess::parse_fen(start, chess::Variant::chess), text).empty());
    }
    CHECK(after(start, "e1g1") == "e1g1");  // was the rook moved?
    CHECK(after(start, "e3e4") == "e3e4");  // nothing stands there
    CHECK(after(start, "d1e8") == "d1e8");  // no king is captured (1.4.1)
    CHECK(after("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6") == "e5d6");
}

TEST_CASE("A.5.2: an illegal move waits for who saw it, and the clock runs on", "[game]") {
    Hall hall("", "fide-rapid-a5");
    hall.made(Side::white, "e2e5");
    const Events events = hall.press(Side::white);
    CHECK(count<wire::PenaltyGiven>(events) == 0);
    CHECK(count<wire::CommandIssued>(events) == 0);
    const auto question = the<wire::QuestionPut>(events);
    CHECK(question.article == "A.5.2");
    CHECK(question.about == wire::Subject::illegal_move);
    CHECK_FALSE(question.holds);
    CHECK(fact(question.evidence, "move") == "e2e5");
    CHECK(fact(question.evidence, "fen_after") ==
          "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    CHECK(hall.running);
    CHECK(hall.turn == Side::black);
    CHECK(hall.live().ply == Ply{0});
    REQUIRE(hall.live().unruled.has_value());
    CHECK(hall.live().illegal[Side::white] == 0);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: it stands once the opponent has made their next move", "[game]") {
    Hall hall("", "fide-blitz-b3");
    hall.play("e4 e5");
    hall.made(Side::white, "Ke3");  // two squares, but squares that show the move
    hall.press(Side::white);
    const Events events = hall.made(Side::black, "Nf6");
    const auto stood = the<wire::IllegalMoveStood>(events);
    CHECK(stood.side == Side::white);
    CHECK(stood.ply == Ply{3});
    CHECK(stood.text == "Ke3");
    CHECK(stood.goes_on);
    CHECK(stood.fen == "rnbqkbnr/pppp1ppp/8/4p3/4P3/4K3/PPPP1PPP/RNBQ1BNR b kq - 1 2");
    CHECK(the<wire::RulingGiven>(events).article == "A.5.2");
    hall.press(Side::black);
    CHECK(last<wire::MoveRecorded>(hall.log)->san == "Nf6");
    CHECK(hall.live().ply == Ply{4});
    CHECK_FALSE(hall.live().unruled.has_value());
    hall.play("d4 exd4");  // with check, from the position that stands
    CHECK(fen_now(hall) == "rnbqkb1r/pppp1ppp/5n2/8/3pP3/4K3/PPP2PPP/RNBQ1BNR w kq - 0 4");
    CHECK(count<wire::PenaltyGiven>(hall.log) == 0);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: a reply made before the press closes the window at the press", "[game]") {
    Hall hall("", "fide-rapid-a5");
    hall.made(Side::white, "e2e5");
    hall.made(Side::black, "d5");
    const Events events = hall.press(Side::white);
    CHECK(count<wire::QuestionPut>(events) == 0);
    CHECK(the<wire::IllegalMoveStood>(events).ply == Ply{1});
    REQUIRE(hall.live().pending.size() == 1);
    hall.press(Side::black);
    CHECK(last<wire::MoveRecorded>(hall.log)->san == "d5");
    hall.play("exd6");  // the pawn came to e5, and d5 went past it
    CHECK(hall.live().ply == Ply{3});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: a move that the arbiter takes back is open no longer", "[game]") {
    Hall hall("", "fide-rapid-a5");
    hall.made(Side::white, "e2e5");
    hall.press(Side::white);
    SECTION("the clock alone is set") {
        hall.set({.readings = hall.readings, .turn = Side::black, .ply = {1}, .run = true,
                  .fen = {}, .article = "6.10", .reason = "time", .answers = {}});
        CHECK(hall.live().unruled.has_value());
        CHECK(hall.live().hold == game::Hold::none);
    }
    SECTION("the move is taken back") {
        hall.set({.readings = hall.readings, .turn = Side::white, .ply = {}, .run = true,
                  .fen = {}, .article = "7.5.1", .reason = "back", .answers = {}});
        CHECK_FALSE(hall.live().unruled.has_value());
        hall.play("e4");
        CHECK(hall.live().ply == Ply{1});
    }
    SECTION("the flag falls meanwhile: the arbiter decides") {
        const auto question = the<wire::QuestionPut>(hall.flag(Side::black));
        CHECK(question.holds);
        CHECK(fact(question.evidence, "illegal_move") == "e2e5");
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: seen or claimed in time, 7.5.5 is applied as at the press", "[game]") {
    Hall hall("", "fide-rapid-a5");
    hall.made(Side::white, "e2e5");
    hall.press(Side::white);
    const Both<Duration> pressed = hall.readings;
    SECTION("the arbiter saw it") {
        const auto penalty = the<wire::PenaltyGiven>(rule_on_it(hall));
        CHECK(penalty.before == pressed);
        CHECK(penalty.after[Side::black] == pressed[Side::black] + minutes(1));
    }
    SECTION("the opponent claims it") {
        const Events events = hall.claim(Side::black, "illegal_move");
        CHECK(the<wire::IrregularityFound>(events).count == 1);
        CHECK(the<wire::PenaltyGiven>(events).after[Side::black] ==
              pressed[Side::black] + minutes(1));  // the time since the press is given back
        CHECK(hall.turn == Side::white);
        CHECK(hall.readings[Side::black] == pressed[Side::black] + minutes(1));
        CHECK_FALSE(hall.live().unruled.has_value());
        hall.play("e4");
        CHECK(hall.live().ply == Ply{1});
        hall.claim(Side::black, "illegal_move");  // there is none now
        CHECK(last<wire::QuestionPut>(hall.log)->about == wire::Subject::claim_illegal_move);
    }
    SECTION("not by the offender") {
        const Events events = hall.claim(Side::white, "illegal_move");
        CHECK(count<wire::PenaltyGiven>(events) == 0);
        CHECK(hall.live().unruled.has_value());
    }
    SECTION("too late") {
        hall.made(Side::black, "e5e4");
        hall.press(Side::black);
        const Events events = hall.claim(Side::black, "illegal_move");
        CHECK(count<wire::PenaltyGiven>(events) == 0);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: the arbiter who saw it says so at the desk", "[desk]") {
    Hall hall("", "fide-rapid-a5");
    hall.made(Side::white, "e2e5");
    hall.press(Side::white);
    const Both<Duration> pressed = hall.readings;
    REQUIRE(hall.live().questions.size() == 1);
    wire::AnswerQuestion answer;
    answer.question = hall.live().questions.front().number;
    SECTION("in time: 7.5.5 is applied") {
        answer.option = "apply";
        hall.rule(answer);
        CHECK(hall.refused.empty());
        CHECK(hall.live().illegal[Side::white] == 1);
        CHECK(hall.readings[Side::black] == pressed[Side::black] + minutes(1));
        CHECK_FALSE(hall.live().unruled.has_value());
        hall.play("e4");
        CHECK(hall.live().ply == Ply{1});
    }
    SECTION("it stands: nothing is counted") {
        answer.option = "stands";
        hall.rule(answer);
        CHECK(hall.live().illegal[Side::white] == 0);
        CHECK(hall.running);
        hall.play("d5");
        CHECK(hall.live().ply == Ply{2});
    }
    SECTION("the opponent has made his move: the question is overtaken") {
        const auto closed = the<wire::QuestionClosed>(hall.made(Side::black, "d5"));
        CHECK(closed.how == wire::Closing::overtaken);
        answer.option = "apply";
        CHECK(hall.rule(answer).empty());
        CHECK(hall.refused == "unknown_question");
    }
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: put back by hand, it is counted until the opponent has moved", "[desk]") {
    Hall hall("", "fide-rapid-a5");
    hall.play("e4 e5");
    hall.made(Side::white, "Ke3");
    hall.press(Side::white);
    const std::uint32_t question = hall.live().questions.front().number;
    const wire::AnswerQuestion apply = answer(question, "apply");
    hall.set({.readings = hall.readings, .turn = Side::white, .ply = {2}, .run = true, .fen = {},
              .article = "7.1", .reason = "back", .answers = {}});
    REQUIRE_FALSE(hall.live().unruled);
    REQUIRE(hall.live().questions.size() == 1);
    SECTION("at once") {
        hall.rule(apply);
        CHECK(hall.live().illegal[Side::white] == 1);
        CHECK(hall.live().ply == Ply{2});
    }
    SECTION("when another move was made instead, which stays") {
        hall.play("Nf3");
        hall.rule(apply);
        CHECK(hall.live().illegal[Side::white] == 1);
        CHECK(hall.live().ply == Ply{3});
    }
    SECTION("and not when the opponent has made the next move") {
        hall.play("Nf3");
        CHECK(the<wire::QuestionClosed>(hall.made(Side::black, "Nf6")).how ==
              wire::Closing::overtaken);
        CHECK(hall.rule(apply).empty());
        CHECK(hall.refused == "unknown_question");
    }
    SECTION("and not when that move is an illegal one, which is asked about itself") {
        hall.play("Nf3");
        hall.made(Side::black, "Ke6");
        hall.press(Side::black);
        REQUIRE(hall.live().questions.size() == 1);
        CHECK(hall.live().questions.front().number > question);
        hall.rule(answer(hall, "apply"));
        CHECK(hall.live().illegal[Side::white] == 0);
        CHECK(hall.live().illegal[Side::black] == 1);
    }
    SECTION("and not when the game goes back before the move it was made instead of") {
        hall.set({.readings = hall.readings, .turn = Side::white, .ply = {}, .run = true,
                  .fen = {}, .article = "7.1", .reason = "further", .answers = {}});
    }
    SECTION("and not in a game that begins again") {
        hall.rule(wire::PauseClock{});
        hall.rule(wire::RestartGame{});
    }
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: a second illegal action, found in time, loses", "[game]") {
    Hall hall("", "fide-rapid-a5");
    for (const char* expected : {"", "0-1 illegal-move-forfeit 7.5.5"}) {
        hall.made(Side::white, "e2e5");
        hall.press(Side::white);
        CHECK(result(hall.claim(Side::black, "illegal_move")) == expected);
    }
}

TEST_CASE("A.5.2: a press without a move stands as the turn that was passed", "[game]") {
    Hall hall("", "fide-blitz-b3");
    hall.press(Side::white);
    REQUIRE(hall.live().unruled.has_value());
    const Events events = hall.made(Side::black, "e5");
    CHECK(the<wire::IllegalMoveStood>(events).squares == "--");
    hall.press(Side::black);
    CHECK(last<wire::MoveRecorded>(hall.log)->san == "e5");
    hall.play("e4");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: what the text leaves open is asked when it stands", "[game]") {
    Hall hall("", "fide-rapid-a5");
    hall.made(Side::white, "O-O");
    hall.press(Side::white);
    const auto question = the<wire::QuestionPut>(hall.made(Side::black, "e5"));
    CHECK(question.about == wire::Subject::illegal_position);
    CHECK(question.holds);
    hall.set({.readings = hall.readings, .turn = Side::black, .ply = {1}, .run = true,
              .fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RKB b kq - 0 1",
              .article = "7.1", .reason = "as on the board", .answers = {}});
    CHECK_FALSE(hall.live().unruled.has_value());
    hall.play("e5");
    CHECK(hall.live().ply == Ply{2});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.4: a board that is no position waits for the next move", "[game]") {
    Hall hall("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "fide-rapid-a5");
    hall.made(Side::white, "e2c3");  // leaves his king in check
    hall.press(Side::white);
    hall.made(Side::black, "e8e7");
    CHECK(hall.live().hold == game::Hold::none);
    const Events events = hall.press(Side::black);
    CHECK(count<wire::IllegalMoveStood>(events) == 2);
    CHECK(fen_now(hall) == "6k1/4r3/8/8/8/2N5/8/4K3 w - - 2 2");  // in check, his own move
    CHECK(hall.live().ply == Ply{2});
    hall.play("Kd1");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.4: still illegal after the next move is a draw, put to the arbiter", "[game]") {
    // The black king is in check and stays so; the rook gives check to the white one.
    const auto play = [](Hall& hall, const std::string& reply) {
        hall.made(Side::black, "h2h1");
        hall.press(Side::black);
        hall.made(Side::white, reply);
        return the<wire::QuestionPut>(hall.press(Side::white));
    };
    constexpr const char* checked = "4k3/8/8/8/8/8/4R2r/K7 b - - 0 1";
    SECTION("both kings in check") {
        Hall hall(checked, "fide-rapid-a5");
        const auto question = play(hall, "e2e3");
        CHECK(question.article == "A.5.4");
        CHECK(question.holds);
        CHECK(fact(question.evidence, "option") == "draw");
        CHECK(hall.replayed() == hall.games);
    }
    SECTION("the second player's king alone is in check: his illegal move") {
        Hall hall(checked, "fide-rapid-a5");
        const auto question = play(hall, "e2d2");
        CHECK(question.holds);
        CHECK(fact(question.evidence, "option").empty());
        CHECK_THAT(question.text, Catch::Matchers::Contains("an illegal move of White (7.5.1)"));
    }
    SECTION("a pawn on its last rank") {
        Hall hall("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "fide-rapid-a5");
        hall.made(Side::white, "a7a8");
        hall.press(Side::white);
        CHECK(the<wire::IllegalMoveSeen>(hall.log).kind ==
              wire::Irregularity::promotion_not_completed);
        hall.made(Side::black, "Ke7");
        const auto question = the<wire::QuestionPut>(hall.press(Side::black));
        CHECK(question.article == "A.5.4");
        CHECK(question.holds);
        CHECK(fact(question.evidence, "option") == "draw");
        CHECK(hall.replayed() == hall.games);
    }
}

TEST_CASE("US: two minutes for every illegal move, and no loss by count", "[game]") {
    Hall hall("", "uschess-regular");
    for (std::uint32_t number = 1; number <= 3; ++number) {
        hall.made(Side::white, "e2e5");
        const Events events = hall.press(Side::white);
        CHECK(the<wire::PenaltyGiven>(events).to_opponent == minutes(2));
        CHECK(result(events).empty());
        CHECK(count<wire::QuestionPut>(events) == (number > 1 ? 1U : 0U));  // 11D
    }
    CHECK(last<wire::QuestionPut>(hall.log)->about == wire::Subject::repeated_offence);
    const Events unmoved = hall.press(Side::white);
    CHECK(the<wire::IrregularityFound>(unmoved).kind == wire::Irregularity::press_without_move);
}

TEST_CASE("US 11D1, 11H: in the last five minutes only the players bring it up", "[game]") {
    Hall hall("", "uschess-regular");
    hall.readings = {{minutes(90), minutes(4)}};
    hall.made(Side::white, "e2e5");
    CHECK(count<wire::PenaltyGiven>(hall.press(Side::white)) == 0);
    REQUIRE(hall.live().unruled.has_value());
    CHECK(hall.live().questions.empty());
    CHECK(count<wire::PenaltyGiven>(hall.claim(Side::black, "illegal_move")) == 1);
}

TEST_CASE("A.6, B.4: one supervision for the whole event", "[game]") {
    game::Games games;
    Pos pos;
    const auto open = [&](const std::string& id, const std::string& profile) {
        wire::GameOpened e;
        e.game = id;
        e.board = Board{1};
        e.terms = {.event = "e", .round = "1", .white = "A", .black = "B",
                   .time_control = "900+10", .period_trigger = {}, .variant = {}, .fen = {},
                   .profile = profile, .rules = {}, .tags = {}, .default_time = {},
                   .flag_call = {}, .freeze = false, .reports = {}};
        ++pos.value;
        const Events events = game::decide(games, {pos, Instant{}, 0, "", e});
        for (const wire::GameEvent& event : events) game::apply(games, event);
        return last<wire::QuestionPut>(events);
    };
    CHECK(!open("g1", "fide-rapid"));
    CHECK(!open("g2", "fide-rapid"));
    CHECK(!open("g3", "fide-blitz-b3"));  // of another class
    const auto question = open("g4", "fide-rapid-a5");
    REQUIRE(question.has_value());
    CHECK(question->article == "A.6");
    CHECK(fact(question->evidence, "other_game") == "g1");
}

TEST_CASE("US 11A: what stands may be put right within ten moves", "[game]") {
    Hall hall("", "uschess-regular", {{"illegal_move_raised_by", "players"}});
    hall.made(Side::white, "e2e5");
    hall.press(Side::white);
    CHECK(count<wire::QuestionPut>(hall.log) == 0);
    const auto still = [&] { return game::correctable({hall.games, hall.game(), {}}, Ply{1}); };
    CHECK(still());
    hall.play("a6 a3 b6 b3 c6 c3 g6 g3 h6 h3 a5 a4 Ra7 Ra2 Ra8 Ra1 Ra7 Ra2 Ra8");
    CHECK(hall.live().ply == Ply{20});
    CHECK(hall.live().stood.at(0).before == start);
    CHECK(still());
    hall.play("Ra1");
    CHECK(result(hall.log) == "");
    CHECK(hall.live().ply == Ply{21});
    CHECK_FALSE(still());
}

TEST_CASE("US 11A: what was replied to on a board that is no position is claimed, and seen",
          "[game][regress]") {
    Hall hall("k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1", "uschess-regular",
              {{"illegal_move_raised_by", "players"}});
    hall.made(Side::white, "e2c3");  // the king is in check, and it is Black's move
    hall.press(Side::white);
    hall.made(Side::black, "a8a7");
    hall.claim(Side::black, "illegal_move");
    CHECK_FALSE(hall.live().running);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].about == wire::Subject::claim_illegal_move);
}

TEST_CASE("US 14E: an illegal move that counts again needs mating material to win",
          "[game][regress]") {
    Hall hall("4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1", "uschess-regular",
              {{"left_to_players_below_seconds", "0"}, {"repeated_offence", "loss"}});
    hall.made(Side::white, "e2e5");
    hall.press(Side::white);
    hall.rule(wire::PauseClock{});
    hall.rule(undo(1));
    hall.rule(wire::ResumeClock{});
    hall.made(Side::white, "e2e5");
    hall.press(Side::white);
    hall.rule(wire::PauseClock{});
    hall.rule(undo(game::tip_of(hall.live(), 1)));
    REQUIRE(hall.refused.empty());
    REQUIRE(hall.live().result);
    CHECK(hall.live().result->ending == Ending::illegal_move_draw);
}

TEST_CASE("US blitz: an illegal move loses when it is claimed in time", "[game]") {
    SECTION("claimed") {
        Hall hall("", "uschess-blitz");
        hall.made(Side::white, "e2e5");
        CHECK(count<wire::QuestionPut>(hall.press(Side::white)) == 0);
        CHECK(result(hall.claim(Side::black, "illegal_move")) ==
              "0-1 illegal-move-forfeit 11D");
    }
    SECTION("the claimant has no mating material") {
        Hall hall("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "uschess-blitz");
        hall.made(Side::white, "e2e5");
        hall.press(Side::white);
        CHECK(result(hall.claim(Side::black, "illegal_move")) ==
              "1/2-1/2 illegal-move-draw 11D");
    }
    SECTION("not claimed") {
        Hall hall("", "uschess-blitz");
        hall.made(Side::white, "e2e5");
        hall.press(Side::white);
        CHECK(count<wire::IllegalMoveStood>(hall.made(Side::black, "d6")) == 1);
        hall.press(Side::black);
        CHECK(result(hall.claim(Side::black, "illegal_move")).empty());
    }
}

TEST_CASE("A.5.2: of a move that was counted already, no second action is asked about",
          "[standing][regress]") {
    Hall hall("", "fide-rapid-a5");
    hall.play("e4 e5 Ke3");
    REQUIRE(about(hall, wire::Subject::illegal_move).size() == 1);
    hall.rule(illegal(Side::white, Irregularity::two_hands, 3));
    REQUIRE(hall.refused == "");
    CHECK(about(hall, wire::Subject::illegal_move).empty());
    CHECK_FALSE(hall.live().result);
    hall.rule(undo_last(hall));
    REQUIRE(about(hall, wire::Subject::illegal_move).size() == 1);
    hall.rule(answer(hall, "apply"));
    CHECK(hall.refused == "");
    CHECK(hall.live().illegal[Side::white] == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: after an action that was put right, the next one of that move is asked about",
          "[standing][regress]") {
    Hall hall("", "fide-rapid-a5");
    hall.play("e4 e5 Ke3");
    hall.rule(answer(hall, "apply"));
    REQUIRE(hall.live().illegal[Side::white] == 1);
    hall.play("Kd3");
    REQUIRE(about(hall, wire::Subject::illegal_move).size() == 1);
    hall.rule(answer(hall, "apply"));
    CHECK(hall.refused == "");
    CHECK(hall.live().illegal[Side::white] == 2);
    REQUIRE(hall.live().result);
    CHECK(hall.live().result->ending == Ending::illegal_move_forfeit);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a claim that is asked about again offers at once only what still can be done",
          "[standing][regress]") {
    Hall hall("", "fide-rapid-a5");
    hall.play("e4 e5");
    hall.claim(Side::white, "illegal_move");
    hall.rule(answer(hall, "stands"));
    const std::uint32_t ruled = hall.live().rulings;
    hall.play("Nf3");
    const Events again = hall.rule(undo(ruled));
    CHECK(hall.refused == "");
    CHECK(count<wire::QuestionClosed>(again) == 0);
    REQUIRE(count<wire::QuestionPut>(again) == 1);
    const auto question = the<wire::QuestionPut>(again);
    REQUIRE(question.options.size() == 1);
    CHECK(question.options.front().name == "stands");
}

TEST_CASE("A.5.2: nobody is asked again about an action once the next move is made",
          "[standing][regress]") {
    Hall hall("", "fide-rapid-a5");
    hall.rule(wire::AdjustClock{minutes(1), {}});
    hall.rule(undo(1));
    hall.made(Side::white, "O-O");
    hall.press(Side::white);
    hall.rule(answer(hall, "stands"));
    hall.rule(undo_last(hall));
    REQUIRE(about(hall, wire::Subject::illegal_move).size() == 1);
    hall.made(Side::black, "e5");
    REQUIRE(about(hall, wire::Subject::illegal_position).size() == 1);
    hall.refuse_next = "malformed";
    hall.rule(undo(2));
    CHECK(about(hall, wire::Subject::illegal_move).empty());
    CHECK(about(hall, wire::Subject::clock_command).size() == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("A.5.2: another undo does not ask about an action whose answer the clock refused",
          "[standing][regress]") {
    Hall hall("", "fide-rapid-a5", {{"flag_call", "arbiter"}});
    hall.rule(wire::AdjustClock{minutes(1), {}});
    hall.made(Side::white, "O-O");
    hall.press(Side::white);
    hall.feed(hall.flag_reached(Side::black, true));  // the clocks stand
    hall.refuse_next = "unknown_game";
    hall.rule(answer(about(hall, wire::Subject::illegal_move).front().number, "stands"));
    REQUIRE(last<wire::RulingGiven>(hall.log)->effect.undoes == 2);
    REQUIRE(about(hall, wire::Subject::resume).size() == 1);
    hall.rule(undo(1));
    CHECK(hall.refused == "");
    CHECK(about(hall, wire::Subject::illegal_move).empty());
    CHECK(hall.replayed() == hall.games);
}
