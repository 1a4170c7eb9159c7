// Games that an arbiter ruled on at the desk are judged: correct records cause no complaints,
// and one fault at a time causes one.
#include "tests/oracle/kit.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle;
using namespace flagfall::oracle::test;
using enum Side;
using wire::PenaltyKind;
using Catch::Matchers::Contains;

namespace {

wire::Penalise penalty(Side side, PenaltyKind kind, Duration time = {}) {
    wire::Penalise act;
    act.side = side;
    act.kind = kind;
    act.time = time;
    act.text = kind == PenaltyKind::fine ? "50 euros" : "";
    return act;
}

wire::SetClock back(std::uint32_t ply) {
    wire::SetClock act = clocks(minutes(80), minutes(81), true);
    act.ply = Ply{ply};
    return act;
}

wire::GiveResult result(Score score, const std::string& ending = "") {
    wire::GiveResult act;
    act.score = score;
    act.ending = ending;
    return act;
}

}  // namespace

TEST_CASE("rulings on the clock at the desk are judged") {
    Pair pair = begun();
    SECTION("a note") { pair.rule(wire::Note{"a spectator coughed"}); }
    SECTION("a player has come") {
        pair.rule(wire::Arrival{white});
        pair.rule(wire::Note{"they were there"});
    }
    SECTION("a pause, time, and play goes on") {
        pair.rule(wire::PauseClock{});
        pair.rule(wire::AdjustClock{minutes(1), Duration{} - seconds(30)});
        pair.rule(wire::ResumeClock{});
    }
    SECTION("penalties") {
        pair.rule(penalty(white, PenaltyKind::warning));
        pair.rule(penalty(white, PenaltyKind::time_to_opponent, minutes(3)));
        pair.rule(penalty(black, PenaltyKind::time_off, minutes(1)));
        pair.rule(penalty(black, PenaltyKind::fine));
    }
    SECTION("the clock is set") {
        pair.rule(wire::PauseClock{});
        pair.rule(clocks(minutes(70), minutes(71), true));
    }
    SECTION("and stands until it is resumed") {
        pair.rule(wire::PauseClock{});
        pair.rule(clocks(minutes(70), minutes(71), false));
        pair.rule(wire::ResumeClock{});
    }
    SECTION("time that was given is taken back") {
        pair.rule(penalty(white, PenaltyKind::time_to_opponent, minutes(3)));
        pair.rule(wire::UndoRuling{1});
        pair.rule(wire::UndoRuling{2});
    }
    SECTION("colours") { pair.rule(wire::ReverseColours{}); }
    plays_on(pair, "Bb5 a6");
    judged_clean(pair);
}

TEST_CASE("positions set at the desk are judged") {
    Pair pair = begun();
    pair.rule(wire::PauseClock{});
    SECTION("back to the record's own") {
        pair.rule(back(2));
        plays_on(pair, "Nc3 Nf6");
    }
    SECTION("the repetitions of before count") {
        pair.rule(wire::ResumeClock{});
        pair.play("Ng1 Nb8 Nf3 Nc6");
        pair.rule(wire::PauseClock{});
        pair.rule(back(6));
        pair.play("Nf3 Nc6 Ng1 Nb8");
        pair.claim(white, "threefold");
    }
    SECTION("another one") {
        wire::SetClock set = back(4);
        set.fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 3";
        pair.rule(set);
        plays_on(pair, "Bb5 a6");
    }
    SECTION("one that a move leads to") {
        wire::SetClock set = back(4);
        set.fen = "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
        pair.rule(set);
        plays_on(pair, "Nxe5 d6");
    }
    SECTION("a game that begins again, and what was ruled in it, is taken back, and again") {
        pair.rule(wire::RestartGame{false, ""});
        pair.rule(wire::AdjustClock{minutes(1), {}});
        pair.rule(wire::ResumeClock{});
        pair.press(white, "Ke3");
        pair.rule(penalty(white, PenaltyKind::time_to_opponent, minutes(3)));
        pair.rule(wire::PauseClock{});
        pair.rule(wire::UndoRuling{2});
        pair.rule(penalty(black, PenaltyKind::time_to_opponent, minutes(2)));
        pair.rule(wire::UndoRuling{3});
        const std::uint32_t last_ruling = last<wire::RulingGiven>(pair.record).number;
        pair.rule(wire::UndoRuling{last_ruling});
        pair.rule(wire::UndoRuling{last_ruling + 1});
        pair.rule(wire::RestartGame{false, ""});
        pair.rule(wire::ResumeClock{});
        plays_on(pair, "e4 e5");
    }
    SECTION("and all of it is taken back, and again") {
        pair.rule(back(1));
        pair.rule(wire::UndoRuling{2});
        pair.rule(wire::UndoRuling{3});
        pair.rule(wire::UndoRuling{4});
        pair.rule(wire::ResumeClock{});
        plays_on(pair, "Bb5 a6");
    }
    judged_clean(pair);
}

TEST_CASE("results given at the desk are judged") {
    Pair pair = begun();
    SECTION("one that ends the game, and its correction") {
        pair.offer(white);
        pair.rule(result(win_of(white), "resignation"));
        pair.rule(result(win_of(black)));
        pair.rule(wire::Approve{wire::Party::arbiter});
        pair.rule(wire::UndoRuling{2});
    }
    SECTION("a loss as a penalty") { pair.rule(penalty(white, PenaltyKind::loss)); }
    SECTION("one that is withdrawn") {
        pair.rule(result(drawn(), "agreement"));
        pair.rule(wire::UndoRuling{1});
        pair.rule(wire::ResumeClock{});
        plays_on(pair, "Bb5 a6");
    }
    SECTION("the offer that it ended stands again, and ends again with it") {
        pair.offer(black);
        pair.rule(result(drawn(), "agreement"));
        pair.rule(wire::UndoRuling{1});
        pair.rule(wire::UndoRuling{2});
        pair.rule(wire::UndoRuling{3});
        pair.accept(white);
    }
    SECTION("an agreement is none: the offer stands again") {
        pair.offer(white);
        pair.accept(black);
        pair.rule(wire::UndoRuling{1});
        pair.rule(wire::ResumeClock{});
        pair.decline(black);
        plays_on(pair, "Bb5 a6");
    }
    SECTION("one that the machine gave, and a person takes back") {
        pair.resign(white);
        pair.rule(wire::UndoRuling{1});
        pair.rule(wire::ResumeClock{});
        plays_on(pair, "Bb5 a6");
    }
    judged_clean(pair);
}

TEST_CASE("illegal actions are counted as the rulings stand") {
    Pair pair = begun();
    pair.press(white, "Ke3");
    SECTION("one that was taken back is none") {
        pair.rule(wire::UndoRuling{1});
        pair.press(white, "Ke3");
        CHECK(last<wire::IrregularityFound>(pair.record).count == 1);
    }
    SECTION("those of a game that was cancelled are none") {
        pair.rule(wire::RestartGame{false, ""});
        pair.rule(wire::ResumeClock{});
        pair.press(white, "Ke3");
        CHECK(last<wire::IrregularityFound>(pair.record).count == 1);
    }
    SECTION("but count when it is one after all") {
        pair.rule(wire::RestartGame{true, ""});
        pair.rule(wire::UndoRuling{2});
        pair.rule(wire::ResumeClock{});
        pair.press(white, "Ke3");
        CHECK(last<wire::IrregularityFound>(pair.record).count == 2);
    }
    REQUIRE(said(pair.judged()) == "");
    last<wire::IrregularityFound>(pair.record).count += 1;
    CHECK_THAT(said(pair.judged()), Contains("count is"));
}

TEST_CASE("answers to questions are judged") {
    Pair pair = begun();
    SECTION("play goes on") {
        pair.pause(clock::Role::device);
        pair.rule(answer(1, "resume"));
        plays_on(pair, "Bb5 a6");
    }
    SECTION("and are taken back: it is asked again") {
        pair.pause(clock::Role::device);
        pair.rule(answer(1, "resume"));
        pair.rule(wire::PauseClock{});  // of a clock that runs nothing is asked
        pair.rule(wire::UndoRuling{1});
        pair.rule(answer(2, "resume"));
        plays_on(pair, "Bb5 a6");
        auto& asked = last<wire::QuestionPut>(pair.record);
        CHECK(asked.number == 2);
        asked.about = wire::Subject::note;
        CHECK_THAT(said(pair.judged()), Contains("question 1 is not asked again"));
        asked.about = wire::Subject::pause;
    }
    SECTION("with other times") {
        pair.pause(clock::Role::device);
        wire::AnswerQuestion act = answer(1, "set_clock");
        act.white = minutes(60);
        act.black = minutes(61);
        pair.rule(act);
        plays_on(pair, "Bb5 a6");
    }
    SECTION("a claim is rejected") {
        pair.claim(white, "flag");
        pair.rule(answer(1, "reject"));
        plays_on(pair, "Bb5 a6");
    }
    SECTION("a draw that was agreed while a question was open") {
        pair.claim(white, "flag");
        pair.offer(black);
        pair.accept(white);
        pair.rule(answer(2, "draw"));
    }
    SECTION("an appeal") {
        wire::Appeal appeal;
        appeal.side = black;
        appeal.text = "my opponent was helped";
        pair.rule(appeal);
        wire::DecideAppeal decision;
        decision.appeal = 1;
        pair.rule(decision);
        plays_on(pair, "Bb5 a6");
    }
    judged_clean(pair);
}

TEST_CASE("a ruling on the clock spoilt") {
    Pair pair = begun();
    std::string wanted;
    SECTION("it gives another time than it says") {
        pair.rule(penalty(white, PenaltyKind::time_to_opponent, minutes(3)));
        issued<wire::Adjust>(pair).deltas[black] = minutes(4);
        wanted = "black_us is";
    }
    SECTION("it says another time than was given") {
        pair.rule(penalty(white, PenaltyKind::time_off, minutes(3)));
        last<wire::RulingGiven>(pair.record).effect.time[white] = minutes(3);
        wanted = "the ruling gives";
    }
    SECTION("it is not in the record") {
        pair.rule(wire::PauseClock{});
        drop<wire::RulingGiven>(pair);
        wanted = "no ruling_given";
    }
    SECTION("it is nobody's") {
        pair.rule(wire::PauseClock{});
        last<wire::RulingGiven>(pair.record).by = "arbiterd";
        wanted = "by is \"arbiterd\", must be \"Anna Berg\"";
    }
    SECTION("a note stops the clock") {
        pair.rule(wire::PauseClock{});
        first<wire::DeskActed>(pair).act = wire::Note{"a spectator coughed"};
        wanted = "command_issued is not called for";
    }
    SECTION("the command is never sent") {
        pair.rule(wire::PauseClock{});
        drop<wire::CommandIssued>(pair);
        wanted = "no command_issued";
    }
    SECTION("the clock does another thing") {
        pair.rule(wire::AdjustClock{minutes(1), {}});
        last<wire::ReadingSet>(pair.clock).correction.readings[white] += seconds(1);
        wanted = "the effect is not what the command says";
    }
    SECTION("more is taken off than there was") {
        pair.rule(wire::AdjustClock{{}, Duration{} - minutes(1)});
        std::get<wire::AdjustClock>(first<wire::DeskActed>(pair).act).black =
            Duration{} - minutes(600);
        wanted = "less time than is taken off";
    }
    SECTION("another reading than was ruled") {
        pair.rule(wire::PauseClock{});
        pair.rule(clocks(minutes(70), minutes(71), true));
        issued<wire::SetReading>(pair).correction.readings[white] = minutes(71);
        wanted = "white_us is";
    }
    SECTION("time that is taken back stays") {
        pair.rule(penalty(white, PenaltyKind::time_to_opponent, minutes(3)));
        pair.rule(wire::UndoRuling{1});
        issued<wire::Adjust>(pair).deltas[black] = {};
        wanted = "black_us is";
    }
    SECTION("another ruling is taken back") {
        pair.rule(penalty(white, PenaltyKind::time_to_opponent, minutes(3)));
        pair.rule(wire::UndoRuling{1});
        last<wire::RulingGiven>(pair.record).effect.undoes = 0;
        wanted = "the ruling takes back ruling 0, must be 1";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

TEST_CASE("an undo of an undo takes what that one gave, though the clock shows more by now") {
    Pair pair = begun();
    pair.rule(wire::PauseClock{});
    pair.rule(wire::AdjustClock{minutes(2), {}});
    const std::uint32_t given = last<wire::RulingGiven>(pair.record).number;
    pair.rule(penalty(white, PenaltyKind::time_off, minutes(92)));
    const Duration left = last<wire::ClockIntervention>(pair.record).after[white];
    REQUIRE(left < minutes(2));
    pair.rule(wire::UndoRuling{given});
    const std::uint32_t taken = last<wire::RulingGiven>(pair.record).number;
    pair.rule(wire::UndoRuling{taken});
    const std::uint32_t again = last<wire::RulingGiven>(pair.record).number;
    CHECK(last<wire::RulingGiven>(pair.record).effect.time[white] == left);
    pair.rule(wire::AdjustClock{minutes(10), {}});
    pair.rule(wire::UndoRuling{again});
    CHECK(last<wire::RulingGiven>(pair.record).effect.time[white] == Duration{} - left);
    judged_clean(pair);
}

TEST_CASE("a game that comes back has the time that an undo could not take from an empty clock") {
    Pair pair = begun();
    pair.rule(wire::PauseClock{});
    pair.rule(wire::AdjustClock{minutes(2), {}});
    const std::uint32_t given = last<wire::RulingGiven>(pair.record).number;
    pair.rule(penalty(white, PenaltyKind::time_off, minutes(92)));
    pair.rule(wire::UndoRuling{given});
    pair.rule(wire::AdjustClock{minutes(10), {}});
    pair.rule(wire::RestartGame{});
    pair.rule(wire::UndoRuling{last<wire::RulingGiven>(pair.record).number});
    CHECK(last<wire::MovesRestored>(pair.record).readings[white] == minutes(10));
    judged_clean(pair);
}

TEST_CASE("a ruling on the position or the players spoilt") {
    Pair pair = begun();
    std::string wanted;
    SECTION("the moves are not taken back") {
        pair.rule(wire::PauseClock{});
        pair.rule(back(2));
        drop<wire::PositionRestored>(pair);
        wanted = "no position_restored";
    }
    SECTION("too many are") {
        pair.rule(wire::PauseClock{});
        pair.rule(back(2));
        last<wire::PositionRestored>(pair.record).ply = {1};
        wanted = "ply is 1, must be 2";
    }
    SECTION("too few come back") {
        pair.rule(wire::PauseClock{});
        pair.rule(back(2));
        pair.rule(wire::UndoRuling{2});
        last<wire::MovesRestored>(pair.record).ply = {3};
        wanted = "ply is 3, must be 4";
    }
    SECTION("a game begins again with less time") {
        pair.rule(wire::RestartGame{false, ""});
        last<wire::GameRestarted>(pair.record).readings[white] = minutes(1);
        wanted = "white_us is";
    }
    SECTION("a penalty holds for a game that begins again") {
        pair.rule(penalty(white, PenaltyKind::time_to_opponent, minutes(3)));
        pair.rule(wire::RestartGame{false, ""});
        last<wire::GameRestarted>(pair.record).readings[black] += minutes(3);
        wanted = "black_us is";
    }
    SECTION("a penalty of a game that is none holds for the one that comes back") {
        pair.rule(wire::RestartGame{false, ""});
        pair.rule(penalty(white, PenaltyKind::time_to_opponent, minutes(3)));
        pair.rule(wire::UndoRuling{1});
        last<wire::MovesRestored>(pair.record).readings[black] += minutes(3);
        wanted = "the clock of the game that comes back shows";
    }
    SECTION("a game begins again, and the names change, though the pairing was right") {
        pair.rule(wire::RestartGame{true, ""});
        std::swap(last<wire::GameRestarted>(pair.record).white,
                  last<wire::GameRestarted>(pair.record).black);
        wanted = "white is \"B\", must be \"A\"";
    }
    SECTION("colours that are not exchanged") {
        pair.rule(wire::ReverseColours{});
        last<wire::ColoursReversed>(pair.record).white = "A";
        wanted = "white is \"A\", must be \"B\"";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

TEST_CASE("a result given at the desk spoilt") {
    Pair pair = begun();
    std::string wanted;
    SECTION("the result goes to the other one") {
        pair.rule(result(win_of(white), "resignation"));
        last<wire::ResultRecorded>(pair.record).outcome.score = win_of(black);
        wanted = "score is 0-1, must be 1-0";
    }
    SECTION("the article is another") {
        pair.rule(result(win_of(white), "resignation"));
        last<wire::ResultRecorded>(pair.record).outcome.article = "5.2.3";
        wanted = "article is \"5.2.3\", must be \"5.1.2\"";
    }
    SECTION("an offer outlives the game") {
        pair.offer(white);
        pair.rule(result(win_of(white), "resignation"));
        drop<wire::DrawOfferEnded>(pair);
        wanted = "no draw_offer_ended";
    }
    SECTION("an offer is lost with a result that is taken back") {
        pair.offer(white);
        pair.rule(result(win_of(white), "resignation"));
        pair.rule(wire::UndoRuling{1});
        for (GameRow& row : pair.record) {
            const auto* made = std::get_if<wire::DrawOfferMade>(&row.event);
            if (made && made->how == wire::Offering::again) row.event = wire::HeadKept{};
        }
        wanted = "no draw_offer_made";
    }
    SECTION("a win by stalemate") {
        pair.rule(result(drawn(), "stalemate"));
        std::get<wire::GiveResult>(first<wire::DeskActed>(pair).act).score = win_of(white);
        wanted = "no game ends 1-0 by stalemate";
    }
    SECTION("the result before does not come back") {
        pair.rule(result(win_of(white), "resignation"));
        pair.rule(result(win_of(black)));
        pair.rule(wire::UndoRuling{2});
        last<wire::ResultRecorded>(pair.record).outcome.score = win_of(black);
        wanted = "score is 0-1, must be 1-0";
    }
    SECTION("a result is not withdrawn") {
        pair.rule(result(drawn(), "agreement"));
        pair.rule(wire::UndoRuling{1});
        drop<wire::ResultWithdrawn>(pair);
        wanted = "no result_withdrawn";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

TEST_CASE("an answer spoilt") {
    Pair pair = begun();
    pair.claim(white, "flag");
    pair.rule(answer(1, "reject"));
    REQUIRE(said(pair.judged()) == "");
    std::string wanted;
    SECTION("nobody asked that") {
        std::get<wire::AnswerQuestion>(first<wire::DeskActed>(pair).act).question = 2;
        wanted = "question 2 is answered, but does not wait";
    }
    SECTION("it was not offered") {
        std::get<wire::AnswerQuestion>(first<wire::DeskActed>(pair).act).option = "take_back";
        wanted = "the answer \"take_back\" was not offered";
    }
    SECTION("the question waits on") {
        drop<wire::QuestionClosed>(pair);
        wanted = "no question_closed";
    }
    SECTION("the clock stands on") {
        drop<wire::CommandIssued>(pair);
        wanted = "play goes on, but the clock is not started";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}
