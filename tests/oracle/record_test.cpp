// arbiterd's record damaged in one way at a time: each must be detected.
#include "tests/oracle/kit.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle;
using namespace flagfall::oracle::test;
using enum Side;
using Catch::Matchers::Contains;

namespace {

// A game with an illegal move, to which White replied before the ruling.
Pair corrected() {
    Pair pair;
    pair.open("5400+30");
    pair.press(white, "e4");
    pair.prompt = false;
    pair.press(black, "Ke6");
    pair.press(white, "Nf3");
    pair.deliver();
    pair.prompt = true;
    pair.press(black, "e5");
    return pair;
}

template <class Command>
Command& command_of(wire::CommandIssued& issued) {
    return std::get<Command>(issued.command);
}

}  // namespace

TEST_CASE("a penalty of rapid chess spoilt") {
    Pair pair;
    pair.profile = "fide-rapid";
    pair.open("900+10");
    pair.claim(white, "threefold");
    REQUIRE(said(pair.judged()) == "");
    auto& penalty = first<wire::PenaltyGiven>(pair);
    auto& ruling = first<wire::RulingGiven>(pair);
    std::string wanted;
    SECTION("two minutes instead of one") {
        penalty.to_opponent = minutes(2);
        wanted = "to_opponent_us is";
    }
    SECTION("A.3 is not in the text") {
        ruling.text.erase(ruling.text.find(", A.3"), 5);
        wanted = "does not cite (9.5.3, A.3)";
    }
    SECTION("A.3 is not in the evidence") {
        ruling.evidence.pop_back();
        wanted = "the penalty's article is";
    }
    SECTION("the game was none of rapid chess") {
        first<wire::GameRecorded>(pair).terms.profile = "fide-standard";
        wanted = "profile is";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

TEST_CASE("a penalty of standard chess with the article of another") {
    Pair pair = corrected();
    first<wire::RulingGiven>(pair).evidence.push_back({"penalty_article", "A.3"});
    CHECK_THAT(said(pair.judged()), Contains("the penalty's article is"));
}

TEST_CASE("an illegal move's ruling spoilt") {
    Pair pair = corrected();
    REQUIRE(said(pair.judged()) == "");
    auto& penalty = first<wire::PenaltyGiven>(pair);
    auto& set = command_of<wire::SetReading>(first<wire::CommandIssued>(pair)).correction;
    std::string wanted;
    SECTION("the offender keeps the increment") {
        penalty.taken_back = {};
        penalty.after[black] += seconds(30);
        set.readings[black] += seconds(30);
        wanted = "taken_back_us is 0, must be 30000000";
    }
    SECTION("one minute instead of two") {
        penalty.to_opponent = minutes(1);
        wanted = "to_opponent_us is";
    }
    SECTION("the reading is off by a microsecond in the correction alone") {
        set.readings[white].us += 1;
        wanted = "white_us is";
    }
    SECTION("the penalty is given twice (P7)") {
        twice<wire::PenaltyGiven>(pair);
        wanted = "penalty_given is not called for";
    }
    SECTION("no penalty") {
        drop<wire::PenaltyGiven>(pair);
        wanted = "no penalty_given";
    }
    SECTION("no ruling") {
        drop<wire::RulingGiven>(pair);
        wanted = "no ruling_given";
    }
    SECTION("the wrong side is to move") {
        set.turn = white;
        wanted = "turn is white, must be black";
    }
    SECTION("the wrong position is restored") {
        set.fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
        wanted = "fen is";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

TEST_CASE("what follows an illegal move spoilt") {
    Pair pair = corrected();
    std::string wanted;
    SECTION("counted twice") {
        first<wire::IrregularityFound>(pair).count = 2;
        wanted = "count is 2, must be 1";
    }
    SECTION("the illegal move advanced the position (P8)") {
        for (GameRow& row : pair.record) {
            if (!std::holds_alternative<wire::IrregularityFound>(row.event)) continue;
            wire::MoveRecorded move;
            static_cast<wire::GameEventBase&>(move) =
                std::get<wire::IrregularityFound>(row.event);
            row.event = move;
            break;
        }
        wanted = "move_recorded is not called for";
    }
    SECTION("what happened in the illegal position counts") {
        drop<wire::EventVoided>(pair);
        wanted = "no event_voided";
    }
    SECTION("the command is not settled") {
        drop<wire::CommandSettled>(pair);
        wanted = "no command_settled";
    }
    SECTION("clockd does something else than the command says") {
        last<wire::ReadingSet>(pair.clock).correction.readings[white] += seconds(1);
        wanted = "the effect is not what the command says";
    }
    SECTION("the command is never sent") {
        for (ClockRow& row : pair.clock)
            if (std::holds_alternative<wire::ReadingSet>(row.event)) row.cmd_id = "arb:log:1:1";
        wanted = "arbiterd has no such command outstanding";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

TEST_CASE("moves in the record spoilt") {
    Pair pair;
    pair.open();
    pair.play("e4 e5 Ng1f3");
    pair.move(black, "Nc6");
    pair.offer(black);
    pair.press(black);
    REQUIRE(said(pair.judged()) == "");
    auto& move = last<wire::MoveRecorded>(pair.record);
    std::string wanted;
    SECTION("another move") {
        move.uci = "b8a6";
        wanted = "uci is \"b8a6\", must be \"b8c6\"";
    }
    SECTION("another notation") {
        move.san = "Nbc6";
        wanted = "san is";
    }
    SECTION("another ply") {
        move.ply = {5};
        wanted = "ply is 5, must be 4";
    }
    SECTION("other readings") {
        move.readings[black].us -= 1;
        wanted = "black_us is";
    }
    SECTION("no mark for the offer (8.1.5)") {
        move.marks.clear();
        wanted = "marks is";
    }
    SECTION("a move is missing") {
        drop<wire::MoveRecorded>(pair);
        wanted = "no move_recorded";
    }
    SECTION("a move is recorded twice") {
        twice<wire::MoveRecorded>(pair);
        wanted = "move_recorded is not called for";
    }
    SECTION("an offer out of nowhere") {
        twice<wire::DrawOfferMade>(pair);
        wanted = "draw_offer_made is not called for";
    }
    SECTION("a row answers an event out of order") {
        std::swap(pair.record[3].event, pair.record[5].event);
        wanted = "has been handled already";
    }
    SECTION("a row of another board") {
        move.board = {2};
        wanted = "of another game or board";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

TEST_CASE("claims spoilt") {
    Pair pair;
    pair.open();
    pair.play("Nf3 Nf6 Ng1 Ng8");
    pair.claim(white, "threefold");
    pair.play("Nf3 Nf6 Ng1");
    pair.claim(black, "threefold", "Ng8");
    REQUIRE(said(pair.judged()) == "");
    std::string wanted;
    SECTION("a wrong claim is called right, one occurrence early") {
        first<wire::ClaimJudged>(pair).right = true;
        wanted = "right is true, must be false";
    }
    SECTION("a right claim is called wrong") {
        last<wire::ClaimJudged>(pair.record).right = false;
        wanted = "right is false, must be true";
    }
    SECTION("judged by other positions") {
        last<wire::ClaimJudged>(pair.record).facts = "plies 0 4 7";
        wanted = "facts is";
    }
    SECTION("the wrong claim costs nothing") {
        drop<wire::PenaltyGiven>(pair);
        wanted = "no penalty_given";
    }
    SECTION("the wrong claim is no offer (9.1.2.3)") {
        drop<wire::DrawOfferMade>(pair);
        wanted = "no draw_offer_made";
    }
    SECTION("the announced move is not in the record") {
        pair.record.erase(std::find_if(pair.record.begin(), pair.record.end(), [](auto& row) {
            const auto* move = std::get_if<wire::MoveRecorded>(&row.event);
            return move && move->completed_by == wire::CompletedBy::end;
        }));
        wanted = "no move_recorded";
    }
    SECTION("the wrong article") {
        last<wire::ResultRecorded>(pair.record).outcome.article = "9.2.2";
        wanted = "article is \"9.2.2\", must be \"9.2.1\"";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

namespace {

// White's flag, if both players have moved and so are known to be present.
void flag_falls(Pair& pair, const std::string& fen, const std::string& moves) {
    pair.open("60", fen);
    pair.play(moves);
    pair.wait(seconds(70));
}

}  // namespace

TEST_CASE("results spoilt") {
    Pair pair;
    std::string wanted;
    SECTION("the flag's result turned round") {
        flag_falls(pair, "", "e4 e5");
        last<wire::ResultRecorded>(pair.record).outcome.score = win_of(white);
        wanted = "score is 1-0, must be 0-1";
    }
    SECTION("a loss where the opponent can never mate (6.9)") {
        flag_falls(pair, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "Kd2 Kd5");
        auto& result = last<wire::ResultRecorded>(pair.record).outcome;
        result = {win_of(black), Ending::time_forfeit, "6.9"};
        wanted = "reason is time-forfeit, must be time-forfeit-draw";
    }
    SECTION("the evidence does not mate") {
        pair.open("60");
        pair.resign(white);
        for (wire::Pair& fact : last<wire::RulingGiven>(pair.record).evidence)
            if (fact.name == "line") fact.value = "e2e4";
        wanted = "the line does not mate";
    }
    SECTION("a mate without a result") {
        pair.open();
        pair.prompt = false;
        pair.play("f3 e5 g4 Qh4");
        drop<wire::ResultRecorded>(pair);
        wanted = "no result_recorded";
    }
    SECTION("the result never reached the clock") {
        pair.open();
        pair.prompt = false;
        pair.resign(white);
        wanted = "is not settled";
    }
    SECTION("a fifth occurrence that nobody saw") {
        pair.open();
        for (int times = 0; times < 4; ++times) pair.play("Nf3 Nf6 Ng1 Ng8");
        drop<wire::ResultRecorded>(pair);
        drop<wire::RulingGiven>(pair);
        drop<wire::CommandIssued>(pair);
        wanted = "no result_recorded";
    }
    SECTION("a result out of nowhere") {
        pair.open();
        pair.press(white, "e4");
        wire::ResultRecorded result;
        static_cast<wire::GameEventBase&>(result) = first<wire::MoveRecorded>(pair);
        pair.record.push_back({Pos{static_cast<std::int64_t>(pair.record.size()) + 1}, result});
        wanted = "result_recorded is not called for";
    }
    SECTION("an event after the end is not voided") {
        pair.open();
        pair.prompt = false;
        pair.play("e4 e5");
        for (int times = 0; times < 3; ++times) pair.play("Nf3 Nf6 Ng1 Ng8");
        pair.play("Nf3 Nf6 Ng1 Ng8");
        drop<wire::EventVoided>(pair);
        wanted = "no event_voided";
    }
    SECTION("an event is not handled at all") {
        pair.open();
        pair.play("e4 e5");
        pair.record.pop_back();
        wanted = "the event is not handled";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

TEST_CASE("persons' acts spoilt") {
    Pair pair;
    pair.open();
    pair.play("e4 e5 Nf3");
    pair.pause(clock::Role::device);
    pair.set({.readings = {{seconds(60), seconds(70)}}, .turn = black, .ply = {1}, .run = true,
              .fen = {}, .article = "7.1", .reason = "test", .answers = {}});
    REQUIRE(said(pair.judged()) == "");
    std::string wanted;
    SECTION("the moves were not taken back") {
        drop<wire::PositionRestored>(pair);
        wanted = "no position_restored";
    }
    SECTION("the intervention shows other readings") {
        last<wire::ClockIntervention>(pair.record).before[white].us += 1;
        wanted = "before_white_us is";
    }
    SECTION("nobody is asked about the pause") {
        drop<wire::QuestionPut>(pair);
        wanted = "no question_put";
    }
    SECTION("another hand") {
        first<wire::ClockIntervention>(pair).by = "arbiter";
        wanted = "by is \"arbiter\", must be \"device\"";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}
