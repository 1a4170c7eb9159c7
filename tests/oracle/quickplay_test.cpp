// Games without increment: claims in the last two minutes (Guidelines III, US 14H).
#include "tests/oracle/kit.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle;
using namespace flagfall::oracle::test;
using enum Side;
using Catch::Matchers::Contains;

namespace {

// White, who is on move, has less than two minutes; the guideline is announced.
Pair short_of_time(const wire::Pairs& more = {}) {
    Pair pair;
    pair.profile = "fide-rapid";
    pair.rules = {{"quickplay_finish", "true"}};
    pair.rules.insert(pair.rules.end(), more.begin(), more.end());
    pair.open("W100-B1200");
    pair.play("e4 e5");
    return pair;
}

Pair claimed(const std::string& kind) {
    Pair pair = short_of_time();
    pair.claim(white, kind);
    return pair;
}

// The same under US Chess, whose variation is announced.
Pair of_chances() {
    Pair pair;
    pair.profile = "uschess-quick";
    pair.rules = {{"losing_chances_claim", "true"}};
    pair.open("W100-B1200");
    pair.play("e4 e5");
    pair.claim(white, "losing_chances");
    return pair;
}

}  // namespace

TEST_CASE("III.4: a request for an increment is judged") {
    Pair pair = claimed("quickplay_increment");
    SECTION("granted, taken back, and granted again") {
        pair.rule(answer(1, "grant"));
        plays_on(pair, "Nf3 Nc6");
        pair.rule(wire::PauseClock{});
        pair.rule(wire::UndoRuling{1});
        pair.rule(answer(2, "grant"));
        judged_clean(pair);
    }
    SECTION("rejected") {
        pair.rule(answer(1, "reject"));
        plays_on(pair, "Nf3 Nc6");
        judged_clean(pair);
    }
    SECTION("it is an offer, which the opponent accepts") {
        pair.accept(black);
        CHECK(last<wire::ResultRecorded>(pair.record).outcome.ending == Ending::agreement);
        CHECK(said(pair.judged()) == "");
    }
}

TEST_CASE("III.4: a grant spoilt") {
    Pair pair = claimed("quickplay_increment");
    pair.rule(answer(1, "grant"));
    REQUIRE(said(pair.judged()) == "");
    std::string wanted;
    SECTION("three seconds instead of five") {
        issued<wire::SetControl>(pair).control.time_control = "W100+3-B1200+3";
        wanted = "time_control is";
    }
    SECTION("one minute for the opponent, as by A.3") {
        issued<wire::SetControl>(pair).readings[black] -= minutes(1);
        last<wire::RulingGiven>(pair.record).effect.time[black] = minutes(1);
        wanted = "the ruling gives";
    }
    SECTION("the request is no offer") {
        drop<wire::DrawOfferMade>(pair);
        wanted = "no draw_offer_made";
    }
    CHECK_THAT(said(pair.judged()), Contains(wanted));
}

TEST_CASE("III.1 to III.5: what cannot be claimed is refused") {
    const std::string kind = GENERATE("quickplay_draw", "quickplay_increment");
    std::string article = kind == "quickplay_draw" ? "III.5" : "III.4";
    Pair pair;
    pair.profile = "fide-rapid";
    pair.rules = {{"quickplay_finish", "true"}};
    SECTION("not announced") {
        pair.rules.clear();
        pair.open("W100-B1200");
        article = "III.2.1";
    }
    SECTION("in blitz") {
        pair.open("100");
        article = "III.2.1";
    }
    SECTION("before the last period") {
        pair.open("3/100:1200");
        article = "III.1";
    }
    SECTION("with two minutes") {
        pair.open("W121-B1200");
    }
    SECTION("by who is not on move") {
        pair.open("W1200-B100");
        pair.claim(black, kind);
        CHECK(last<wire::RulingGiven>(pair.record).article == article);
        CHECK(said(pair.judged()) == "");
        return;
    }
    pair.claim(white, kind);
    CHECK(last<wire::RulingGiven>(pair.record).article == article);
    REQUIRE(said(pair.judged()) == "");
    last<wire::RulingGiven>(pair.record).article = "9.2";
    CHECK_THAT(said(pair.judged()), Contains("article is"));
}

TEST_CASE("III.5: a draw that is claimed is judged") {
    Pair pair = claimed("quickplay_draw");
    SECTION("drawn") {
        pair.rule(answer(1, "draw"));
        CHECK(said(pair.judged()) == "");
        return;
    }
    SECTION("rejected with two minutes") {
        pair.rule(answer(1, "reject_with_time"));
        plays_on(pair, "Nf3 Nc6");
    }
    SECTION("postponed with two minutes, decided, and undecided") {
        pair.rule(answer(1, "postpone_with_time"));
        plays_on(pair, "Nf3 Nc6");
        pair.rule(answer(2, "no_draw"));
        pair.rule(wire::UndoRuling{2});
    }
    SECTION("postponed in error") {
        pair.rule(answer(1, "postpone"));
        pair.rule(wire::PauseClock{});
        pair.rule(wire::UndoRuling{1});
        pair.rule(answer(3, "reject_with_time"));
    }
    judged_clean(pair);
}

TEST_CASE("III.5: a postponed decision is due at the claimant's flag") {
    Pair pair = claimed("quickplay_draw");
    pair.rule(answer(1, "postpone"));
    pair.wait(minutes(3));
    auto& question = last<wire::QuestionPut>(pair.record);
    REQUIRE(question.article == "III.5");
    REQUIRE(said(pair.judged()) == "");
    SECTION("the question is asked by 6.9") {
        question.article = "6.9";
        CHECK_THAT(said(pair.judged()), Contains("article is"));
    }
    SECTION("and the arbiter decides") {
        pair.rule(answer(3, "draw"));
        CHECK(said(pair.judged()) == "");
    }
}

TEST_CASE("III.5: two minutes for the opponent spoilt") {
    Pair pair = claimed("quickplay_draw");
    pair.rule(answer(1, "reject_with_time"));
    issued<wire::Adjust>(pair).deltas[black] = minutes(1);
    CHECK_THAT(said(pair.judged()), Contains("black_us is"));
}

TEST_CASE("III.6: without an arbiter the claim ends the game and is referred") {
    Pair pair = short_of_time({{"arbiter_present", "false"}});
    pair.claim(white, "quickplay_draw");
    CHECK(last<wire::QuestionPut>(pair.record).article == "III.6");
    pair.rule(answer(1, "black_wins"));
    CHECK(said(pair.judged()) == "");
}

TEST_CASE("US 14H: insufficient losing chances are judged") {
    Pair pair = of_chances();
    SECTION("a delay, and half of the claimant's time") {
        pair.rule(answer(1, "delay_clock"));
        plays_on(pair, "Nf3 Nc6");
        judged_clean(pair);
    }
    SECTION("denied") {
        pair.rule(answer(1, "reject"));
        plays_on(pair, "Nf3 Nc6");
        judged_clean(pair);
    }
    SECTION("asked again while the clock runs: the delay once it stands") {
        pair.rule(answer(1, "reject"));
        pair.rule(wire::UndoRuling{last<wire::RulingGiven>(pair.record).number});
        CHECK(last<wire::QuestionPut>(pair.record).options.size() == 2);
        pair.rule(wire::PauseClock{});
        CHECK(last<wire::QuestionPut>(pair.record).options.size() == 3);
        pair.rule(answer(last<wire::QuestionPut>(pair.record).number, "delay_clock"));
        pair.rule(wire::ResumeClock{});
        plays_on(pair, "Nf3 Nc6");
        judged_clean(pair);
    }
    SECTION("the delay is not offered when the clock stands") {
        pair.rule(answer(1, "reject"));
        pair.rule(wire::UndoRuling{last<wire::RulingGiven>(pair.record).number});
        pair.rule(wire::PauseClock{});
        const std::uint32_t number = last<wire::QuestionPut>(pair.record).number;
        std::erase_if(pair.record, [&](const GameRow& row) {
            const auto* put = std::get_if<wire::QuestionPut>(&row.event);
            return put && put->number == number;
        });
        CHECK_THAT(said(pair.judged()), Contains("no question_put"));
    }
    SECTION("the claimant keeps the time") {
        pair.rule(answer(1, "delay_clock"));
        last<wire::RulingGiven>(pair.record).effect.time = {};
        CHECK_THAT(said(pair.judged()), Contains("the ruling gives"));
    }
    SECTION("the delay of another kind of game") {
        pair.rule(answer(1, "delay_clock"));
        issued<wire::SetControl>(pair).control.time_control = "W100d5-B1200d5";
        CHECK_THAT(said(pair.judged()), Contains("time_control is"));
    }
}
