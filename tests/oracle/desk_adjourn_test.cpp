// Games that an arbiter adjourns and resumes at the desk (Guidelines I), as the oracle judges them.
#include "tests/oracle/kit.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle;
using namespace flagfall::oracle::test;
using enum Side;
using Catch::Matchers::Contains;

namespace {

wire::Adjourn sealed_by(Side side) { return {side, "tomorrow at ten"}; }

// White has sealed after four moves; ruling 2.
Pair adjourned(const std::string& fen = "", const std::string& moves = "e4 e5 Nf3 Nc6",
               Side sealer = white) {
    Pair pair;
    pair.open("5400+30", fen);
    pair.play(moves);
    pair.rule(wire::PauseClock{});
    pair.rule(sealed_by(sealer));
    return pair;
}

}  // namespace

TEST_CASE("adjourned games are judged") {
    Pair pair = adjourned();
    SECTION("opened and resumed") {
        pair.rule(wire::OpenSealed{"Bb5"});
        pair.rule(wire::ResumeGame{});
        plays_on(pair, "a6 Ba4");
    }
    SECTION("resumed as any clock is") {
        pair.rule(wire::OpenSealed{"Bb5"});
        pair.rule(wire::ResumeClock{});
        plays_on(pair, "a6 Ba4");
    }
    SECTION("resumed at the clock itself") {
        pair.resume();
        plays_on(pair, "Bb5 a6");
    }
    SECTION("who must reply comes late") {
        pair.rule(wire::ResumeGame{wire::Absentees::black});
        pair.wait(minutes(5));
        pair.rule(wire::Arrival{black});
        pair.rule(wire::PauseClock{});
        pair.rule(wire::OpenSealed{"Bb5"});
        pair.rule(wire::ResumeGame{});
        plays_on(pair, "a6 Ba4");
    }
    SECTION("its times are put right meanwhile") {
        pair.rule(clocks(minutes(70), minutes(71), false));
        pair.rule(wire::OpenSealed{"Bb5"});
        pair.rule(wire::ResumeGame{});
        plays_on(pair, "a6 Ba4");
    }
    SECTION("taken back, and again") {
        pair.rule(wire::UndoRuling{2});
        pair.rule(wire::UndoRuling{3});
        pair.rule(wire::OpenSealed{"Bb5"});
        pair.rule(wire::UndoRuling{5});
        pair.rule(wire::OpenSealed{"Bc4"});
        pair.rule(wire::ResumeGame{});
        plays_on(pair, "a6 Bb3");
    }
    SECTION("the resumption is taken back with the moves since") {
        pair.rule(wire::OpenSealed{"Bb5"});
        pair.rule(wire::ResumeGame{});
        pair.play("a6 Ba4");
        pair.rule(wire::PauseClock{});
        pair.rule(wire::UndoRuling{4});
        pair.rule(wire::UndoRuling{6});
        pair.rule(wire::ResumeClock{});
        plays_on(pair, "Nf6 O-O");
    }
    SECTION("a game that begins again is not adjourned") {
        pair.rule(wire::RestartGame{});
        pair.rule(wire::ResumeClock{});
        plays_on(pair, "d4 d5");
    }
    SECTION("no move, and what it costs, is taken back") {
        pair.rule(wire::OpenSealed{"Ke3"});
        pair.rule(wire::UndoRuling{3});
        pair.rule(wire::OpenSealed{"Bb5"});
        pair.rule(wire::ResumeGame{});
        plays_on(pair, "a6 Ba4");
    }
    judged_clean(pair);
}

TEST_CASE("sealed moves that end the game are judged") {
    SECTION("mate") {
        Pair pair = adjourned("", "f3 e5 g4", black);
        pair.rule(wire::OpenSealed{"Qh4"});
        CHECK(last<wire::ResultRecorded>(pair.record).outcome.ending == Ending::checkmate);
        judged_clean(pair);
    }
    SECTION("one that nobody can read") {
        Pair pair = adjourned();
        pair.rule(wire::OpenSealed{"N"});
        CHECK(last<wire::ResultRecorded>(pair.record).outcome.score == win_of(black));
        judged_clean(pair);
    }
    SECTION("none, against a bare king") {
        Pair pair = adjourned("7k/8/8/8/8/8/8/KQ6 w - - 0 1", "Qb2 Kh7");
        pair.rule(wire::OpenSealed{""});
        CHECK(last<wire::ResultRecorded>(pair.record).outcome.score == drawn());
        judged_clean(pair);
    }
}

TEST_CASE("what an adjournment had closed waits again when it is taken back") {
    Pair pair = begun();
    pair.pause(clock::Role::device);
    pair.rule(sealed_by(white));
    pair.rule(wire::UndoRuling{1});
    REQUIRE(said(pair.judged()) == "");
    last<wire::QuestionPut>(pair.record).about = wire::Subject::note;
    CHECK_THAT(said(pair.judged()), Contains("question 1 is not asked again"));
}

TEST_CASE("an adjournment spoilt") {
    Pair pair = adjourned();
    std::string wanted;
    SECTION("another position is on the envelope") {
        last<wire::GameAdjourned>(pair.record).fen = "8/8/8/8/8/8/8/8 w - - 0 1";
        wanted = "fen is";
    }
    SECTION("other times are") {
        last<wire::GameAdjourned>(pair.record).readings[black] += seconds(1);
        wanted = "black_us is";
    }
    SECTION("another move number is") {
        last<wire::GameAdjourned>(pair.record).move = 4;
        wanted = "move is 4, must be 3";
    }
    SECTION("the wrong side seals") {
        std::get<wire::Adjourn>(last<wire::DeskActed>(pair.record).act).sealed_by = black;
        wanted = "black seals without the move";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

TEST_CASE("an envelope or a resumption spoilt") {
    Pair pair = adjourned();
    std::string wanted;
    SECTION("the clock starts when the envelope is opened") {
        pair.rule(wire::OpenSealed{"Bb5"});
        issued<wire::SetReading>(pair).correction.run = true;
        wanted = "run is true, must be false";
    }
    SECTION("the sealed move is not made") {
        pair.rule(wire::OpenSealed{"Bb5"});
        last<wire::SealedOpened>(pair.record).text = "Bc4";
        wanted = "text is \"Bc4\", must be \"Bb5\"";
    }
    SECTION("a move that is none is taken for one") {
        pair.rule(wire::OpenSealed{"Bb5"});
        std::get<wire::OpenSealed>(last<wire::DeskActed>(pair.record).act).text = "Ke3";
        wanted = "found is legal, must be illegal";
    }
    SECTION("who sealed it wins") {
        pair.rule(wire::OpenSealed{"Ke3"});
        last<wire::ResultRecorded>(pair.record).outcome.score = win_of(white);
        wanted = "score is 1-0, must be 0-1";
    }
    SECTION("the wrong clock is started") {
        pair.rule(wire::ResumeGame{wire::Absentees::black});
        issued<wire::SetReading>(pair).correction.turn = white;
        wanted = "turn is white, must be black";
    }
    SECTION("who must reply is there, and the envelope closed") {
        pair.rule(wire::ResumeGame{wire::Absentees::black});
        std::get<wire::ResumeGame>(last<wire::DeskActed>(pair.record).act).absent =
            wire::Absentees::white;
        wanted = "the envelope is not opened";
    }
    SECTION("nobody waits for who is absent") {
        pair.rule(wire::ResumeGame{wire::Absentees::black});
        drop<wire::QuestionPut>(pair);
        wanted = "no question_put";
    }
    SECTION("the envelope stays open") {
        pair.rule(wire::OpenSealed{"Bb5"});
        pair.rule(wire::UndoRuling{3});
        last<wire::MovesRestored>(pair.record).sealed = "Bb5";
        wanted = "sealed is \"Bb5\", must be \"\"";
    }
    SECTION("it is resumed without its clock") {
        pair.rule(wire::OpenSealed{"Bb5"});
        pair.rule(wire::ResumeGame{});
        for (GameRow& row : pair.record)
            if (const auto* sent = std::get_if<wire::CommandIssued>(&row.event))
                if (std::holds_alternative<wire::Resume>(sent->command))
                    row.event = wire::HeadKept{};
        wanted = "no command_issued";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}
