// Guidelines I: the sealed move, the envelope, the resumption.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

using wire::Absentees;

wire::OpenSealed open(const std::string& text) {
    wire::OpenSealed act;
    act.text = text;
    return act;
}

wire::ResumeGame resume(std::optional<Absentees> absent = std::nullopt) {
    wire::ResumeGame act;
    act.absent = absent;
    return act;
}

// Adjourned by the side on move.
Hall sealed(const std::string& fen = "") {
    Hall hall(fen);
    if (fen.empty()) hall.play("e4 e5 Nf3");
    hall.rule(wire::PauseClock{});
    hall.rule(adjourn(hall.turn));
    REQUIRE(hall.live().adjourned.has_value());
    return hall;
}

}  // namespace

TEST_CASE("I.2: what stands on the envelope is kept", "[desk]") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    hall.offer(Side::white);
    hall.rule(wire::PauseClock{});
    const auto envelope = the<wire::GameAdjourned>(hall.rule(adjourn(Side::black)));
    CHECK(envelope.by == "Anna Arbiter");
    CHECK(envelope.sealed_by == Side::black);
    CHECK(envelope.move == 2);
    CHECK(envelope.ply == Ply{3});
    CHECK(envelope.fen == hall.fen());
    CHECK(envelope.readings == hall.readings);
    CHECK(envelope.offer == Side::white);
    CHECK(envelope.resumption == "tomorrow at ten, hall 2");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("I.1: the side on move seals, on a clock that stands", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    const auto refused = [&](const wire::DeskAct& act, const std::string& code) {
        CHECK(hall.rule(act).empty());
        CHECK(hall.refused == code);
    };
    refused(adjourn(Side::white), "clock_running");
    refused(open("Nf3"), "not_adjourned");
    refused(resume(), "not_adjourned");
    hall.rule(wire::PauseClock{});
    refused(adjourn(Side::black), "not_on_move");
    wire::Adjourn silent = adjourn(Side::white);
    silent.resumption.clear();
    refused(silent, "text_missing");
    hall.rule(adjourn(Side::white));
    refused(adjourn(Side::white), "adjourned");
    refused(wire::ResumeClock{}, "adjourned");
    refused(resume(), "sealed");
    refused(resume(Absentees::white), "sealed");  // who must reply is there
    hall.rule(open("Nf3"));
    refused(open("Nf3"), "opened_already");
}

TEST_CASE("I.1: a move that is made and not completed comes first", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.made(Side::white, "Nf3");
    hall.rule(wire::PauseClock{});
    CHECK(hall.rule(adjourn(Side::white)).empty());
    CHECK(hall.refused == "move_under_way");
}

TEST_CASE("I.9: the sealed move is made, and the opponent's clock started", "[desk]") {
    Hall hall = sealed();
    Both<Duration> readings = hall.readings;
    readings[Side::black] += seconds(30);  // time of the move, which is completed
    const Events events = hall.rule(open("Nc6"));
    CHECK(the<wire::SealedOpened>(events).found == wire::SealedMove::legal);
    CHECK(the<wire::MoveRecorded>(events).san == "Nc6");
    CHECK_FALSE(hall.running);
    CHECK(hall.turn == Side::white);
    CHECK(hall.ply == Ply{4});
    hall.rule(resume());
    CHECK(hall.running);
    CHECK(hall.readings == readings);
    CHECK_FALSE(hall.live().adjourned.has_value());
    hall.play("Bb5 a6");
    CHECK(hall.live().ply == Ply{6});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("I.9: a sealed move that completes a period gains the next one's time", "[regress]") {
    const auto reports = GENERATE(wire::Reporting::moves, wire::Reporting::presses);
    // Also before byo-yomi, which begins by time.
    const std::string control = GENERATE("2/5400:1800", "2/5400:1800:30y3", "2/5400:1800:10/60c");
    Hall hall("", "", {}, control, reports);
    if (reports == wire::Reporting::moves) {
        hall.play("e4 e5");
    } else {
        hall.press(Side::white);
        hall.press(Side::black);
        wire::EnterMoves sheet;
        sheet.sheet = "1. e4 e5";
        hall.rule(sheet);
        REQUIRE(hall.refused.empty());
    }
    hall.rule(wire::PauseClock{});
    hall.rule(adjourn(Side::white));
    const Both<Duration> sealed_at = hall.readings;
    const auto earlier = hall.game().clocks.front();
    const auto ruling = the<wire::RulingGiven>(hall.rule(open("Nf3")));
    CHECK(ruling.text.find("It gains White 0:30:00") != std::string::npos);
    CHECK(hall.readings[Side::white] == sealed_at[Side::white] + minutes(30));
    CHECK(hall.readings[Side::black] == sealed_at[Side::black]);
    CHECK(hall.game().clocks.front() == earlier);
    hall.rule(undo(ruling.number));
    CHECK(hall.readings == sealed_at);
    CHECK(hall.live().adjourned);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("I.8: an ambiguous, illegal or unreadable sealed move loses", "[desk]") {
    const auto [text, found] = GENERATE(table<std::string, std::string>(
        {{"Nd2", "ambiguous"}, {"Ke3", "illegal"}, {"???", ""}, {"", "missing"}}));
    Hall hall = sealed("4k3/8/8/8/8/5N2/4P3/1N2K3 w - - 0 1");
    // Black has only a king: White's loss is Black's draw (6.9).
    const Events bare = hall.rule(open(text));
    if (!found.empty()) CHECK(name(the<wire::SealedOpened>(bare).found) == found);
    CHECK(result(bare) == "1/2-1/2 arbiter-decision I.8");
    Hall other = sealed("4k2r/8/8/8/8/5N2/4P3/1N2K3 w - - 0 1");
    CHECK(result(other.rule(open(text))) == "0-1 arbiter-decision I.8");
    CHECK(other.over);
}

TEST_CASE("I.10: a sealed move that ends the game ends it, even if a player is absent", "[desk]") {
    Hall mate = sealed("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    CHECK(result(mate.rule(open("Ra8#"))) == "1-0 checkmate 5.1.1");
    Hall stalemate = sealed("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1");
    CHECK(result(stalemate.rule(open("Qc7"))) == "1/2-1/2 stalemate 5.2.1");
}

TEST_CASE("I.9, I.11: who must reply and is absent loses the time", "[desk]") {
    const auto absent = GENERATE(Absentees::white, Absentees::both);
    Hall hall = sealed();  // Black has sealed
    hall.rule(resume(absent));
    CHECK(hall.running);
    CHECK(hall.turn == Side::white);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].article == "I.10");
    CHECK(hall.live().adjourned.has_value());
    SECTION("he comes: the clock is stopped, the envelope opened") {
        CHECK(hall.rule(open("Nc6")).empty());
        CHECK(hall.refused == "clock_running");
        hall.rule(wire::PauseClock{});
        hall.rule(answer(hall, "wait"));
        hall.rule(open("Nc6"));
        hall.rule(resume());
        CHECK(hall.ply == hall.live().ply);
        hall.play("Bb5");
        CHECK(hall.live().ply == Ply{5});
        CHECK_FALSE(hall.live().adjourned.has_value());
    }
    SECTION("he does not come in time: the arbiter declares the game lost (I.10)") {
        hall.rule(answer(hall, "forfeit_white"));
        CHECK(hall.live().result->score == win_of(Side::black));
        CHECK(hall.live().result->article == "I.10");
    }
    SECTION("his flag falls with the envelope closed: the arbiter decides") {
        hall.flag(Side::white);
        CHECK_FALSE(hall.over);
        CHECK(hall.live().hold == game::Hold::question);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("I.10: who has sealed and is absent is asked about, too", "[desk]") {
    Hall hall = sealed();
    hall.rule(open("Nc6"));
    const auto question = the<wire::QuestionPut>(hall.rule(resume(Absentees::black)));
    CHECK(question.article == "I.10");
    CHECK(question.options.front().name == "forfeit_black");
    CHECK(hall.running);
}

TEST_CASE("I.6: a game agreed drawn or resigned before the resumption is over", "[desk]") {
    Hall hall = sealed();
    hall.resign(Side::black);
    CHECK(hall.over);
    CHECK(hall.live().result->score == win_of(Side::white));
}

namespace {

wire::SetClock back_to(const Hall& hall, std::uint32_t ply) {
    wire::SetClock act;
    act.white = hall.readings[Side::white];
    act.black = hall.readings[Side::black];
    act.ply = Ply{ply};
    return act;
}

}  // namespace

TEST_CASE("I.2: an adjourned game stays where the move was sealed", "[desk]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    hall.rule(wire::PauseClock{});
    hall.rule(illegal(Side::black, Irregularity::illegal_move, 4));
    REQUIRE(hall.live().ply == Ply{3});
    const std::uint32_t went_back = hall.live().rulings;
    hall.rule(adjourn(Side::black));
    const std::uint32_t adjourned = hall.live().rulings;
    const bool opened = GENERATE(false, true);
    if (opened) hall.rule(open("Nf6"));
    const game::Live before = hall.live();
    const auto refused = [&](const wire::DeskAct& act, const std::string& code) {
        CHECK(hall.rule(act).empty());
        CHECK(hall.refused == code);
        CHECK(hall.live() == before);
    };
    refused(undo(went_back), opened ? "later_position" : "adjourned");
    refused(illegal(Side::white, Irregularity::illegal_move, 3), "adjourned");
    refused(back_to(hall, 2), "adjourned");
    if (opened) hall.rule(undo_last(hall));
    CHECK(the<wire::RulingGiven>(hall.rule(undo(adjourned))).text.find("not adjourned") !=
          std::string::npos);
    hall.rule(undo(went_back));
    CHECK(hall.live().ply == Ply{4});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("I.2: an adjournment does not stand again in another position", "[desk]") {
    Hall hall = sealed();  // Black's, after ply 3
    hall.rule(undo_last(hall));
    const std::uint32_t back = hall.live().rulings;
    hall.rule(back_to(hall, 1));
    CHECK(hall.rule(undo(back)).empty());
    CHECK(hall.refused == "later_position");
    hall.rule(undo_last(hall));
    hall.rule(undo(back));
    REQUIRE(hall.live().adjourned);
    CHECK(hall.live().adjourned->sealed_by == Side::black);
}

TEST_CASE("what an adjournment has closed is asked again when it is taken back", "[undo]") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    hall.pause("device");
    REQUIRE(hall.live().questions.size() == 1);
    hall.rule(adjourn(Side::black));
    REQUIRE(hall.live().questions.empty());
    hall.rule(wire::UndoRuling{hall.live().rulings});
    REQUIRE(hall.live().questions.size() == 1);
    const game::Question& asked = hall.live().questions.front();
    CHECK(asked.about == wire::Subject::pause);
    CHECK(asked.evidence.back() == wire::Pair{"asked_before", "1"});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a game that begins again is not adjourned, and says so", "[desk]") {
    Hall hall = sealed();
    CHECK(the<wire::RulingGiven>(hall.rule(wire::RestartGame{})).text.find("not adjourned") !=
          std::string::npos);
    CHECK(the<wire::RulingGiven>(hall.rule(undo_last(hall))).text.find("envelope closed") !=
          std::string::npos);
    CHECK(hall.live().adjourned);
    hall.rule(open("Nc6"));
    CHECK(hall.live().ply == Ply{4});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a sealed move that was read wrongly is taken back, at any depth", "[undo]") {
    Hall hall = sealed();
    const Both<Duration> readings = hall.readings;
    hall.rule(open("Nf6"));
    const std::uint32_t opening = hall.live().rulings;
    for (int times = 0; times < 2; ++times) {
        CHECK(the<wire::MovesRestored>(hall.rule(undo(opening))).sealed.empty());
        CHECK(hall.live().ply == Ply{3});
        CHECK(hall.ply == Ply{3});
        CHECK(hall.turn == Side::black);
        CHECK_FALSE(hall.running);
        CHECK(hall.readings == readings);
        REQUIRE(hall.live().adjourned);
        CHECK_FALSE(hall.live().adjourned->opened);
        CHECK(the<wire::MovesRestored>(hall.rule(undo_last(hall))).sealed == "Nf6");
        CHECK(hall.live().ply == Ply{4});
        REQUIRE(hall.live().adjourned);
        CHECK(hall.live().adjourned->opened);
    }
    hall.rule(undo_last(hall));
    hall.rule(open("Nc6"));
    hall.rule(resume());
    CHECK_FALSE(hall.live().adjourned);
    hall.play("Bb5 a6");
    CHECK(hall.live().ply == Ply{6});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a resumption is taken back: the game is adjourned again", "[undo]") {
    Hall hall = sealed();
    hall.rule(open("Nc6"));
    const std::uint32_t opening = hall.live().rulings;
    const Both<Duration> readings = hall.readings;
    hall.rule(resume());
    const std::uint32_t resumed = hall.live().rulings;
    hall.play("Bb5 a6");
    hall.rule(wire::PauseClock{});
    CHECK(hall.rule(undo(opening)).empty());
    CHECK(hall.refused == "later_position");
    hall.rule(undo(resumed));
    CHECK(hall.live().ply == Ply{4});
    CHECK(hall.readings == readings);
    CHECK_FALSE(hall.running);
    REQUIRE(hall.live().adjourned);
    CHECK(hall.live().adjourned->opened);
    SECTION("and that is taken back, too: play goes on where it was") {
        hall.rule(undo_last(hall));
        CHECK(hall.live().ply == Ply{6});
        CHECK_FALSE(hall.live().adjourned);
        hall.rule(wire::ResumeClock{});
        hall.play("Ba4");
    }
    SECTION("and what opened the envelope") {
        hall.rule(undo(opening));
        CHECK(hall.live().ply == Ply{3});
        CHECK_FALSE(hall.live().adjourned->opened);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a sealed move that ended the game is taken back into the envelope", "[undo]") {
    Hall hall = sealed("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    hall.rule(open("Ra8#"));
    REQUIRE(hall.over);
    hall.rule(undo_last(hall));
    CHECK_FALSE(hall.over);
    CHECK(hall.live().ply == Ply{});
    REQUIRE(hall.live().adjourned);
    CHECK_FALSE(hall.live().adjourned->opened);
    hall.rule(open("Ra7"));
    hall.rule(resume());
    CHECK(hall.turn == Side::black);
    CHECK(hall.running);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("presses only: a sealed move that is taken back takes its press along", "[undo]") {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    hall.press(Side::white);
    hall.press(Side::black);
    hall.rule(wire::PauseClock{});
    wire::EnterMoves moves;
    moves.sheet = "1. e4 e5";
    hall.rule(moves);
    hall.rule(adjourn(Side::white));
    hall.rule(open("Nf3"));
    REQUIRE(hall.live().presses == Ply{3});
    hall.rule(undo_last(hall));
    CHECK(hall.live().presses == Ply{2});
    CHECK(hall.live().ply == Ply{2});
    CHECK(hall.ply == Ply{2});
    hall.rule(open("Nc3"));
    hall.rule(resume());
    CHECK(hall.turn == Side::black);
    CHECK(hall.live().presses == Ply{3});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("I.9: with the envelope closed only the clock of who must reply runs", "[desk]") {
    Hall hall = sealed();  // Black has sealed
    hall.rule(resume(Absentees::white));
    REQUIRE(hall.turn == Side::white);
    hall.press(Side::white);  // the player who came has not seen the sealed move
    REQUIRE(hall.live().questions.size() == 2);
    const std::string option = GENERATE(std::string("set_clock"), std::string("resume"));
    CHECK_FALSE(hall.rule(answer(hall, option)).empty());
    if (option == "set_clock") {
        CHECK(hall.turn == Side::white);
        CHECK(hall.ply == Ply{4});
        CHECK(hall.running);
    }
    hall.rule(wire::PauseClock{});
    hall.rule(wire::ResumeClock{});
    CHECK(hall.refused == "");
    CHECK(hall.turn == Side::white);
    CHECK(hall.ply == Ply{4});
    hall.rule(wire::PauseClock{});
    hall.rule(open("Nc6"));
    CHECK(hall.ply == Ply{4});
    CHECK_FALSE(hall.running);
    hall.rule(wire::ResumeClock{});  // the envelope is open: the game is resumed
    CHECK(hall.running);
    CHECK_FALSE(hall.live().adjourned);
    hall.play("d4");
    CHECK(hall.live().ply == Ply{5});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a game that is resumed at the clock itself is adjourned no longer", "[desk]") {
    Hall hall = sealed();
    hall.resume();
    CHECK_FALSE(hall.live().adjourned.has_value());
    hall.pause("device");  // a player calls the arbiter
    hall.rule(answer(hall, "resume"));
    CHECK(hall.running);
    hall.play("Nc6");
    hall.made(Side::white, "Ke3");
    hall.press(Side::white);  // nor does the software's ruling then stop the clock
    CHECK(hall.running);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("I.10: with a closed envelope it is the clock of who must reply that goes on",
          "[desk][regress]") {
    Hall hall = sealed();  // Black's, after ply 3
    hall.rule(resume(Absentees::white));
    REQUIRE(hall.running);
    REQUIRE(hall.turn == Side::white);
    hall.pause();
    hall.now = hall.now + minutes(1);
    SECTION("resumed at the clock") { hall.resume(); }
    SECTION("set at the clock, and resumed") {
        hall.set({.readings = {{minutes(80), minutes(70)}}, .turn = Side::white, .ply = Ply{4},
                  .run = false, .fen = "", .article = "6.10.2", .reason = "", .answers = {}});
        hall.resume();
    }
    SECTION("set at the desk") {
        hall.rule(clock_of(minutes(80), minutes(70)));
        REQUIRE(hall.refused == "");
        hall.resume();
    }
    CHECK(hall.turn == Side::white);
    CHECK(hall.running);
    CHECK(about(hall, wire::Subject::position).empty());
    CHECK(hall.live().adjourned);
    hall.pause();
    hall.rule(open("Nc6"));
    CHECK(hall.refused == "");
    CHECK(hall.live().ply == Ply{4});
    CHECK(hall.turn == Side::white);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an adjournment that was given again is taken back by its first ruling",
          "[undo][regress]") {
    Hall hall = sealed();
    const std::uint32_t adjourned = hall.live().rulings;
    hall.rule(undo(adjourned));
    CHECK_FALSE(hall.live().adjourned);
    hall.rule(undo_last(hall));
    CHECK(hall.live().adjourned);
    hall.rule(undo(adjourned));
    CHECK(hall.refused == "");
    CHECK_FALSE(hall.live().adjourned);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("I.10: the reply's clock goes on after what stops it, and is asked about once",
          "[desk][regress]") {
    Hall hall = sealed();
    hall.rule(resume(Absentees::white));
    REQUIRE(about(hall, wire::Subject::default_time).size() == 1);
    SECTION("a claim") {
        hall.claim(Side::white, "other");
        REQUIRE_FALSE(hall.running);
        hall.rule(answer(hall, "resume"));
        CHECK(hall.running);
        CHECK(hall.turn == Side::white);
    }
    SECTION("a pause, and the desk resumes") {
        hall.rule(wire::PauseClock{});
        hall.rule(wire::ResumeClock{});
        CHECK(hall.refused == "");
        CHECK(hall.running);
        CHECK(hall.turn == Side::white);
    }
    SECTION("a pause, and it is resumed without the player again") {
        hall.rule(wire::PauseClock{});
        hall.rule(resume(Absentees::white));
        CHECK(hall.running);
    }
    CHECK(about(hall, wire::Subject::default_time).size() == 1);
    CHECK(hall.live().adjourned);
    hall.pause();
    hall.rule(undo(hall.live().adjourned->ruling));
    CHECK(hall.refused == "");
    CHECK(about(hall, wire::Subject::default_time).empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("I.10: the record cannot judge a claim while the envelope is closed", "[desk][regress]") {
    Hall hall = sealed();
    hall.rule(resume(Absentees::white));
    hall.claim(Side::white, "threefold");
    REQUIRE_FALSE(hall.running);
    REQUIRE(about(hall, wire::Subject::claim).size() == 1);
    hall.rule(answer(hall, "resume"));
    CHECK(hall.running);
    CHECK(hall.turn == Side::white);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("I.10: nobody is waited for where the clock did not start", "[desk][regress]") {
    Hall hall = sealed();
    hall.refuse_next = "stale_epoch";
    hall.rule(resume(Absentees::white));
    CHECK_FALSE(hall.running);
    CHECK(about(hall, wire::Subject::default_time).empty());
    hall.rule(answer(hall, "resume"));
    CHECK_FALSE(hall.running);  // the envelope is closed
    hall.rule(resume(Absentees::white));
    CHECK(hall.running);
    CHECK(about(hall, wire::Subject::default_time).size() == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("I.10: no reply's clock is started where the sealed position does not stand",
          "[desk][regress]") {
    Hall hall = sealed();  // after ply 3
    hall.set({.readings = hall.readings, .turn = Side::white, .ply = Ply{2}, .run = false,
              .fen = "", .article = "7.1", .reason = "", .answers = {}});
    REQUIRE(hall.live().ply == Ply{2});
    hall.rule(resume(Absentees::both));
    CHECK(hall.refused == "adjourned");
    CHECK_FALSE(hall.running);
}

TEST_CASE("I.10: a person at the clock may give the move back to who has sealed",
          "[desk][regress]") {
    Hall hall = sealed();  // Black's, after ply 3
    hall.rule(resume(Absentees::white));
    hall.pause();
    hall.set({.readings = hall.readings, .turn = Side::black, .ply = Ply{3}, .run = false,
              .fen = "", .article = "7.1", .reason = "", .answers = {}});
    CHECK_FALSE(game::reply_runs(hall.live()));
    CHECK(about(hall, wire::Subject::position).empty());
    CHECK(hall.live().adjourned);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("I.10: no reply's clock runs where a person sets another count of presses",
          "[desk][regress]") {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    hall.rule(wire::PauseClock{});
    wire::Adjourn act;
    act.sealed_by = Side::white;
    act.resumption = "tomorrow at ten";
    hall.rule(act);
    hall.rule(resume(Absentees::black));
    REQUIRE(game::reply_runs(hall.live()));
    hall.pause();
    const auto set = [&](Ply ply) {
        hall.set({.readings = {{minutes(80), minutes(70)}}, .turn = Side::black, .ply = ply,
                  .run = false, .fen = "", .article = "6.10.2", .reason = "", .answers = {}});
    };
    set(Ply{1});  // only its times
    CHECK(game::reply_runs(hall.live()));
    CHECK(hall.live().presses == Ply{});
    set(Ply{3});
    CHECK_FALSE(game::reply_runs(hall.live()));
    CHECK(hall.live().presses == Ply{3});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("I.9: a resumption is not taken back once its adjournment is", "[undo][regress]") {
    Hall hall = sealed();
    hall.rule(resume(Absentees::white));
    REQUIRE(hall.refused.empty());
    const std::uint32_t resumed = hall.live().rulings;
    hall.rule(wire::PauseClock{});
    hall.rule(undo(resumed - 1));
    REQUIRE_FALSE(hall.live().adjourned);
    const std::uint32_t taken_back = hall.live().rulings;
    hall.rule(undo(resumed));
    CHECK(hall.refused == "later_position");
    CHECK(hall.refusal.find("ruling " + std::to_string(taken_back)) != std::string::npos);
    hall.rule(undo(taken_back));
    CHECK(hall.live().adjourned.has_value());
    hall.rule(undo(resumed));
    CHECK(hall.live().adjourned.has_value());
    CHECK(hall.replayed() == hall.games);
}
