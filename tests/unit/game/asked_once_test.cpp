// Questions that depend on a ruling go and return with it, the same question is asked once, and
// texts are correct.
#include <algorithm>

#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

std::vector<std::string> options(const game::Question& question) {
    std::vector<std::string> names;
    for (const wire::Pair& option : question.options) names.push_back(option.name);
    return names;
}

Events default_time(Hall& hall, bool white, bool black) {
    wire::DefaultTimePassed e;
    static_cast<wire::BoardEvent&>(e) = hall.base();
    e.absent = {{white, black}};
    return hall.feed(e);
}

void arrives(Hall& hall, Side side) {
    wire::Arrived e;
    static_cast<wire::BoardEvent&>(e) = hall.base();
    e.side = side;
    hall.feed(e);
}

bool bound(const Hall& hall) {
    return game::bound_in(hall.live(), hall.game().history.current()) != nullptr;
}

}  // namespace

// ---- III.5 --------------------------------------------------------------------------------------

TEST_CASE("III.5: a postponed decision goes back with its ruling, and comes with it", "[asked]") {
    Hall hall("", "fide-rapid", {{"quickplay_finish", "true"}}, "1800");
    hall.increment = {};
    hall.play("e4 e5");
    hall.readings[Side::white] = seconds(60);
    hall.claim(Side::white, "quickplay_draw");
    const auto option = GENERATE(std::string("postpone"), std::string("postpone_with_time"));
    hall.rule(answer(hall, option));
    REQUIRE(about(hall, wire::Subject::claim_postponed).size() == 1);
    const std::uint32_t ruling = hall.live().rulings;
    const Events undone = hall.rule(undo(ruling));
    CHECK(the<wire::QuestionClosed>(undone).how == wire::Closing::overtaken);
    CHECK(about(hall, wire::Subject::claim_postponed).empty());
    CHECK(about(hall, wire::Subject::claim_quickplay_draw).size() == 1);
    CHECK(hall.replayed() == hall.games);
    hall.rule(undo(hall.live().rulings));
    CHECK(about(hall, wire::Subject::claim_postponed).size() == 1);
    CHECK(about(hall, wire::Subject::claim_quickplay_draw).empty());
    hall.rule(undo(hall.live().rulings));
    CHECK(about(hall, wire::Subject::claim_postponed).empty());
    CHECK(about(hall, wire::Subject::claim_quickplay_draw).size() == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("III.5: of two postponed decisions only that of the ruling goes back", "[asked]") {
    Hall hall("", "fide-rapid", {{"quickplay_finish", "true"}}, "1800");
    hall.increment = {};
    hall.play("e4 e5");
    hall.readings[Side::white] = seconds(60);
    hall.claim(Side::white, "quickplay_draw");
    hall.rule(answer(hall, "postpone"));
    const std::uint32_t first = hall.live().rulings;
    hall.claim(Side::white, "quickplay_draw");
    hall.rule(answer(hall, "postpone"));
    const auto open = about(hall, wire::Subject::claim_postponed);
    REQUIRE(open.size() == 2);
    hall.rule(undo(first));
    REQUIRE(about(hall, wire::Subject::claim_postponed).size() == 1);
    CHECK(about(hall, wire::Subject::claim_postponed)[0].number == open[1].number);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("I.10: the question who is absent closes when the resumption is taken back",
          "[asked]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    hall.rule(adjourn(Side::white));
    wire::ResumeGame resume;
    resume.absent = wire::Absentees::black;
    hall.rule(resume);
    REQUIRE(about(hall, wire::Subject::default_time).size() == 1);
    hall.rule(wire::PauseClock{});
    const std::uint32_t resumed = hall.live().rulings - 1;
    hall.rule(undo(resumed));
    REQUIRE(hall.refused == "");
    CHECK(about(hall, wire::Subject::default_time).empty());
    CHECK(hall.replayed() == hall.games);
}

// ---- 6.7.1 --------------------------------------------------------------------------------------

TEST_CASE("6.7.1: who has moved, pressed or is reported is not absent", "[asked]") {
    SECTION("one has moved, and has not pressed") {
        Hall hall;
        hall.made(Side::white, "e4");
        default_time(hall, true, true);
        const auto asked = about(hall, wire::Subject::default_time);
        REQUIRE(asked.size() == 1);
        CHECK(asked[0].text == "The default time is over and Black has not arrived.");
        CHECK(options(asked[0]) == std::vector<std::string>{"forfeit_black", "wait"});
        CHECK(hall.replayed() == hall.games);
    }
    SECTION("both have moved") {
        Hall hall;
        hall.play("e4 e5");
        CHECK(the<wire::EventVoided>(default_time(hall, true, true)).reason.find("6.7.1") !=
              std::string::npos);
        CHECK(hall.live().questions.empty());
        CHECK(hall.replayed() == hall.games);
    }
    SECTION("both have pressed, and moves went back") {
        Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
        hall.press(Side::white);
        hall.press(Side::black);
        hall.rule(wire::PauseClock{});
        wire::SetClock back;
        back.white = back.black = minutes(90);
        back.ply = Ply{};
        hall.rule(back);
        default_time(hall, true, true);
        CHECK(hall.live().questions.empty());
    }
    SECTION("one is reported") {
        Hall hall;
        arrives(hall, Side::black);
        default_time(hall, true, true);
        CHECK(options(hall.live().questions.at(0)) ==
              std::vector<std::string>{"forfeit_white", "wait"});
        CHECK(hall.replayed() == hall.games);
    }
    SECTION("and no flag decides against who is not") {
        Hall hall;
        hall.made(Side::white, "e4");
        hall.press(Side::white);
        wire::FlagFell flag;
        hall.running = false;
        hall.readings[Side::black] = {};
        static_cast<wire::BoardEvent&>(flag) = hall.base();
        flag.side = Side::black;
        flag.ply = hall.ply;
        flag.opponent_can_mate = "unknown";
        flag.absent = {{true, true}};
        hall.feed(flag);
        CHECK(options(hall.live().questions.at(0)) ==
              std::vector<std::string>{"forfeit_black", "white_wins", "set_clock"});
    }
}

TEST_CASE("6.7.1: who comes later is asked about still, until both play", "[asked]") {
    Hall hall;
    default_time(hall, true, true);
    REQUIRE(hall.live().questions.size() == 1);
    arrives(hall, Side::white);
    hall.made(Side::white, "e4");
    hall.press(Side::white);
    REQUIRE(hall.live().questions.size() == 1);  // they lose, unless the arbiter decides otherwise
    SECTION("both play") {
        hall.play("e5");
        CHECK(hall.live().questions.empty());
    }
    SECTION("what was decided is taken back") {
        hall.rule(answer(hall, "wait"));
        hall.rule(undo(hall.live().rulings));
        REQUIRE(hall.live().questions.size() == 1);
        CHECK(hall.live().questions[0].text.find("White has come since.") != std::string::npos);
    }
    SECTION("what was decided is taken back when both have played") {
        hall.rule(answer(hall, "wait"));
        const std::uint32_t ruling = hall.live().rulings;
        hall.play("e5");
        hall.rule(undo(ruling));
        CHECK(hall.refused == "");
        CHECK(hall.live().questions.empty());
    }
    CHECK(hall.replayed() == hall.games);
}

// ---- asked once ---------------------------------------------------------------------------------

TEST_CASE("the same agreement is asked about once", "[asked]") {
    Hall hall("", "", {{"draw_offers", "consent"}});
    hall.play("e4 e5");
    const bool held = GENERATE(false, true);
    if (held) hall.claim(Side::white, "other");
    hall.offer(Side::white);
    hall.accept(Side::black);
    REQUIRE(about(hall, wire::Subject::agreement).size() == 1);
    CHECK(last<wire::EventVoided>(hall.accept(Side::black)).has_value());
    CHECK(about(hall, wire::Subject::agreement).size() == 1);
    hall.rule(answer(about(hall, wire::Subject::agreement)[0].number, held ? "noted" : "play_on"));
    const std::uint32_t ruling = hall.live().rulings;
    hall.accept(Side::black);
    hall.rule(undo(ruling));
    CHECK(about(hall, wire::Subject::agreement).size() == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("11D: a repeated offence is asked about once, and while it is one", "[asked]") {
    Hall hall("", "uschess-regular");
    hall.play("e4 e5");
    const auto offend = [&] {
        hall.made(Side::white, "e1e3");
        hall.press(Side::white);
        if (!hall.running) hall.rule(wire::ResumeClock{});
    };
    offend();
    offend();
    REQUIRE(about(hall, wire::Subject::repeated_offence).size() == 1);
    std::uint32_t ruling = 0;
    for (const game::Ruled& each : hall.live().ruled)
        if (each.effect.counted) ruling = each.number;
    REQUIRE(ruling > 0);
    hall.rule(undo(ruling));
    REQUIRE(hall.refused == "");
    CHECK(about(hall, wire::Subject::repeated_offence).empty());
    CHECK(hall.replayed() == hall.games);
    hall.rule(undo(hall.live().rulings));
    CHECK(about(hall, wire::Subject::repeated_offence).size() == 1);
    CHECK(hall.live().illegal[Side::white] == 2);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("11D: no text says that a repeated offence is asked about which is none any more",
          "[undo][regress]") {
    Hall hall("", "uschess-regular");
    hall.play("e4 e5");
    for (int times = 0; times < 2; ++times) {
        hall.made(Side::white, "e1e3");
        hall.press(Side::white);
        if (!hall.running) hall.rule(wire::ResumeClock{});
    }
    REQUIRE(about(hall, wire::Subject::repeated_offence).size() == 1);
    std::uint32_t counted = 0;
    for (const game::Ruled& each : hall.live().ruled)
        if (each.effect.counted) counted = each.number;
    hall.rule(give(drawn()), "12.9");
    const std::uint32_t result = hall.live().rulings;
    const bool counts = GENERATE(true, false);
    if (!counts) hall.rule(undo(counted));
    const std::string text = the<wire::RulingGiven>(hall.rule(undo(result))).text;
    INFO(text);
    CHECK(about(hall, wire::Subject::repeated_offence).size() == (counts ? 1 : 0));
    CHECK((text.find("asked again") != std::string::npos) == counts);
}

// ---- 9.5.3 --------------------------------------------------------------------------------------

TEST_CASE("9.5.3: a claim with an illegal move binds where its text names a piece", "[asked]") {
    const auto [fen, move, words, binds] =
        GENERATE(table<std::string, std::string, std::string, bool>(
            {{"", "Ke3", "with that piece must be played (4.3)", true},
             {"4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1", "Nf7", "does not say which piece it is", false},
             {"4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1", "Nbf7", "must be played (4.3)", true},
             {"4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1", "Ngf7", "must be played (4.3)", true},
             {"", "Qh4", "its piece has no legal move: any move may be played (4.5)", false}}));
    Hall hall(fen);
    if (fen.empty() && move == "Ke3") hall.play("e4 e5");
    const auto ruling = the<wire::RulingGiven>(hall.claim(Side::white, "threefold", move));
    INFO(ruling.text);
    CHECK(ruling.text.find(words) != std::string::npos);
    CHECK(bound(hall) == binds);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("9.5.3: where the position is not known, no text says that a move binds", "[asked]") {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    hall.press(Side::white);
    hall.press(Side::black);
    hall.claim(Side::white, "threefold", "Nf3");
    const Events events = hall.rule(answer(hall, "claim_wrong"));
    const std::string text = last<wire::RulingGiven>(events)->text;
    INFO(text);
    CHECK(text.find("Nf3 must be played, or, if it is illegal") != std::string::npos);
    CHECK(text.find("announced move is illegal") == std::string::npos);
    CHECK(hall.live().bound.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a claim whose answer is taken back waits, whatever goes back after it",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    hall.claim(Side::white, "other");
    REQUIRE(hall.live().questions.size() == 1);
    const std::uint32_t claim = hall.live().questions[0].first;
    hall.rule(answer(hall, "resume"));
    REQUIRE(hall.live().questions.empty());
    const std::uint32_t answered = hall.live().rulings;
    hall.rule(wire::PauseClock{});
    wire::SetClock back = clock_of(minutes(80), minutes(80));
    back.ply = Ply{2};
    hall.rule(back);
    REQUIRE(hall.refused == "");
    const std::uint32_t went_back = hall.live().rulings;
    hall.rule(undo(answered));
    REQUIRE(hall.refused == "");
    hall.rule(undo(went_back));
    REQUIRE(hall.refused == "");
    CHECK(hall.live().ply == Ply{4});
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].first == claim);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an open action is asked about again when all that closed the question is taken back",
          "[undo][regress]") {
    Hall hall("", "fide-rapid-a5", {}, "900+10");
    hall.play("e4 e5 Nf3 Nc6 Ke5");
    REQUIRE(about(hall, wire::Subject::illegal_move).size() == 1);
    hall.rule(answer(hall, "stands"));
    const std::uint32_t stands = hall.live().rulings;
    hall.rule(two_hands(Side::white));
    const std::uint32_t counted = hall.live().rulings;
    REQUIRE(counted > stands);
    const bool in_order = GENERATE(true, false);
    hall.rule(undo(in_order ? stands : counted));
    REQUIRE(hall.refused == "");
    CHECK(about(hall, wire::Subject::illegal_move).empty());
    hall.rule(undo(in_order ? counted : stands));
    REQUIRE(hall.refused == "");
    CHECK(about(hall, wire::Subject::illegal_move).size() == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a position that ends the game is asked about again when its moves come back",
          "[undo][regress]") {
    Hall hall;
    hall.play("Nf3 Nf6");
    hall.rule(two_hands(Side::black));
    hall.play("Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    REQUIRE(hall.live().result);
    hall.reopen();  // a person at the clock
    REQUIRE(about(hall, wire::Subject::position_ends).size() == 1);
    hall.rule(illegal(Side::black, Irregularity::illegal_move, 4));
    const std::uint32_t back = hall.live().rulings;
    REQUIRE(hall.live().result);
    hall.reopen();
    hall.rule(undo(back));
    REQUIRE(hall.refused == "");
    CHECK(hall.live().ply == Ply{16});
    CHECK(about(hall, wire::Subject::position_ends).size() == 1);
}

TEST_CASE("what a setting of the clock closed is not asked again with the touch it was about",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(bind(Side::white, "g1"));
    const std::uint32_t touched = hall.live().rulings;
    hall.play("d4 d5");
    REQUIRE(about(hall, wire::Subject::touch_move).size() == 1);
    hall.rule(wire::PauseClock{});
    wire::SetClock set = clock_of(minutes(80), minutes(80));
    set.ply = hall.live().ply;
    hall.rule(set);
    const std::uint32_t closed = hall.live().rulings;
    REQUIRE(about(hall, wire::Subject::touch_move).empty());
    hall.rule(undo(touched));
    const std::uint32_t lifted = hall.live().rulings;
    const bool meanwhile = GENERATE(false, true);
    if (meanwhile) hall.rule(undo(closed));
    CHECK(about(hall, wire::Subject::touch_move).empty());
    hall.rule(undo(lifted));
    REQUIRE(hall.refused == "");
    CHECK(about(hall, wire::Subject::touch_move).size() == (meanwhile ? 1 : 0));
    if (!meanwhile) hall.rule(undo(closed));  // now nothing has closed it
    CHECK(about(hall, wire::Subject::touch_move).size() == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("two claims alike that wait at the end of the game are both asked about after it",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::white, "flag");
    hall.rule(answer(hall, "set_clock"));
    const std::uint32_t answered = hall.live().rulings;
    hall.rule(undo(answered));
    const std::uint32_t taken_back = hall.live().rulings;
    hall.claim(Side::white, "flag");
    REQUIRE(about(hall, wire::Subject::claim_flag).size() == 2);
    const std::uint32_t second = hall.live().questions.back().first;
    hall.rule(give(drawn()), "12.9");
    const std::uint32_t result = hall.live().rulings;
    REQUIRE(about(hall, wire::Subject::claim_flag).empty());
    hall.rule(undo(result));
    CHECK(about(hall, wire::Subject::claim_flag).size() == 2);
    hall.rule(undo(taken_back));  // the answer to the first stands again
    REQUIRE(hall.refused == "");
    REQUIRE(about(hall, wire::Subject::claim_flag).size() == 1);
    CHECK(hall.live().questions.back().first == second);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a question about a move that the game went back behind is not asked again",
          "[undo][regress]") {
    Hall hall("", "uschess-blitz");
    hall.play("e4");
    hall.press(Side::black);
    REQUIRE(about(hall, wire::Subject::press_without_move).size() == 1);
    hall.rule(illegal(Side::white, Irregularity::illegal_move, 1));  // the first one loses (11D)
    const std::uint32_t lost = hall.live().rulings;
    REQUIRE(hall.live().result);
    REQUIRE(hall.live().ply == Ply{0});
    if (GENERATE(true, false)) {
        hall.reopen();
        CHECK(about(hall, wire::Subject::press_without_move).empty());
    }
    hall.rule(undo(lost));  // the move is there again
    CHECK(hall.refused == "");
    CHECK(hall.live().ply == Ply{1});
    CHECK(about(hall, wire::Subject::press_without_move).size() == 1);
    CHECK(hall.replayed() == hall.games);
}
