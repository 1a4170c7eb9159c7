// Claims of players that only an arbiter decides: flags, games without increment (Guidelines III),
// US Chess 13C and 14H; and the effect of each answer.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

wire::AnswerQuestion with_times(const Hall& hall, const std::string& option, Duration white,
                                Duration black) {
    wire::AnswerQuestion act = answer(hall, option);
    act.white = white;
    act.black = black;
    return act;
}

bool offers(const wire::QuestionPut& question, const std::string& option) {
    for (const wire::Pair& pair : question.options)
        if (pair.name == option) return true;
    return false;
}

// A game without increment in which White, on move, has this much time left.
Hall finish(Duration left, const std::string& profile = "fide-rapid",
            const wire::Pairs& more = {}, const std::string& control = "1800") {
    wire::Pairs rules{{"quickplay_finish", "true"}};
    rules.insert(rules.end(), more.begin(), more.end());
    Hall hall("", profile, rules, control);
    hall.increment = {};
    hall.play("e4 e5");
    hall.readings[Side::white] = left;
    hall.readings[Side::black] = minutes(3);
    return hall;
}

std::string refusal(const Events& events) {
    CHECK(count<wire::QuestionPut>(events) == 0);
    return the<wire::RulingGiven>(events).article;
}

}  // namespace

// ---- 6.8 ----------------------------------------------------------------------------------------

TEST_CASE("6.8: a flag that is called falls, one that is left does not", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.feed(hall.flag_reached(Side::white, false));
    SECTION("called") {
        hall.rule(answer(hall, "call"));
        REQUIRE(hall.over);
        CHECK(hall.live().result->score == win_of(Side::black));
        CHECK(hall.live().result->ending == Ending::time_forfeit);
    }
    SECTION("left: play goes on") {
        hall.rule(answer(hall, "leave"));
        CHECK_FALSE(hall.over);
        CHECK(the<wire::MoveRecorded>(hall.play("Nf3")).san == "Nf3");
    }
    CHECK(hall.live().outbox.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.8: where both clocks stood at the flag, one not called lets play go on", "[desk]") {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5");
    hall.feed(hall.flag_reached(Side::white, true));
    REQUIRE_FALSE(hall.live().running);
    SECTION("the clock runs on") {
        const Events ruled = hall.rule(answer(hall, "leave"));
        const auto issued = the<wire::CommandIssued>(ruled);
        CHECK(std::holds_alternative<wire::Resume>(issued.command));
        CHECK(hall.live().running);
        CHECK(the<wire::MoveRecorded>(hall.play("Nf3")).san == "Nf3");
    }
    SECTION("an arbiter had let the game go on already") {
        hall.rule(wire::ResumeClock{});
        const Events ruled = hall.rule(answer(hall, "leave"));
        CHECK(std::ranges::none_of(ruled, [](const wire::GameEvent& e) {
            return std::holds_alternative<wire::CommandIssued>(e);
        }));
        CHECK(hall.live().running);
    }
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.8: a call that the clock refuses is put to the arbiter", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.readings[Side::white] = {};
    hall.claim(Side::black, "flag");
    hall.refuse_next = "flag_up";
    hall.rule(answer(hall, "call"));
    CHECK_FALSE(hall.over);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].about == wire::Subject::call_flag);
    hall.rule(answer(hall, "resume"));
    CHECK(hall.running);
}

TEST_CASE("A.5.3: a flag that a player claims wins, or draws when they cannot mate", "[desk]") {
    const bool can_mate = GENERATE(true, false);
    Hall hall(can_mate ? "" : "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "fide-rapid-a5");
    if (can_mate) hall.play("e4 e5");
    hall.readings[Side::white] = {};
    hall.claim(Side::black, "flag");
    CHECK_FALSE(hall.live().running);
    hall.rule(answer(hall, "call"));
    REQUIRE(hall.over);
    CHECK(hall.live().result->score == (can_mate ? win_of(Side::black) : drawn()));
}

TEST_CASE("6.8: a flag is not called of a clock that shows time left", "[desk][regress]") {
    Hall hall;
    hall.play("e4 e5");
    const auto question = the<wire::QuestionPut>(hall.claim(Side::black, "flag"));
    CHECK_FALSE(offers(question, "call"));
    hall.rule(answer(hall, "reject"));
    CHECK(hall.running);
}

TEST_CASE("A.5.3: a claim that is rejected costs nothing, and the clock runs again", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::black, "flag");
    const Both<Duration> readings = hall.readings;
    hall.rule(answer(hall, "reject"));
    CHECK(hall.running);
    CHECK(hall.live().running);
    CHECK(hall.readings == readings);
}

TEST_CASE("US 13C7: without a reasonably complete scoresheet the claim on time fails", "[desk]") {
    Hall hall("", "uschess-regular", {}, "40/7200:3600");
    hall.play("e4 e5");
    const auto question = the<wire::QuestionPut>(hall.claim(Side::black, "flag"));
    REQUIRE(offers(question, "no_scoresheet"));
    hall.rule(with_times(hall, "no_scoresheet", minutes(60), minutes(75)));
    CHECK(hall.running);
    CHECK(hall.readings[Side::white] == minutes(60));
    Hall quick("", "uschess-quick", {}, "1800");
    quick.play("e4 e5");
    CHECK_FALSE(offers(the<wire::QuestionPut>(quick.claim(Side::black, "flag")),
                       "no_scoresheet"));
}

TEST_CASE("US 14E: whether a win is forced is asked, and the answer decides", "[desk]") {
    const auto option = GENERATE(std::string("black_wins"), std::string("draw"));
    Hall hall("4k3/4b3/8/8/8/8/4P3/4K3 w - - 0 1", "uschess-regular");
    hall.flag(Side::white);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].article == "14E");
    hall.rule(answer(hall, option));
    REQUIRE(hall.over);
    CHECK(hall.live().result->score == (option == "draw" ? drawn() : win_of(Side::black)));
}

// ---- Guidelines III -----------------------------------------------------------------------------

TEST_CASE("III.2.1: what was not announced cannot be claimed", "[desk]") {
    const auto kind = GENERATE(std::string("quickplay_increment"), std::string("quickplay_draw"));
    Hall hall("", "fide-rapid", {}, "1800");
    hall.play("e4 e5");
    hall.readings[Side::white] = seconds(60);
    CHECK(refusal(hall.claim(Side::white, kind)) == "III.2.1");
    CHECK(hall.running);
    CHECK_FALSE(hall.live().offer[Side::white]);
}

TEST_CASE("III.2.2: neither in blitz nor with an increment", "[desk]") {
    const auto [profile, control] = GENERATE(table<std::string, std::string>(
        {{"fide-blitz", "300"}, {"fide-rapid", "900+10"}, {"fide-standard", "5400d5"}}));
    Hall hall = finish(seconds(60), profile, {}, control);
    CHECK(refusal(hall.claim(Side::white, "quickplay_draw")) == "III.2.1");
}

TEST_CASE("III.1: not before the last period", "[desk]") {
    Hall hall = finish(seconds(60), "fide-standard", {}, "40/5400:1800");
    CHECK(refusal(hall.claim(Side::white, "quickplay_draw")) == "III.1");
}

TEST_CASE("III.4, III.5: only on the move, and with less than two minutes", "[desk]") {
    const auto [kind, article] = GENERATE(table<std::string, std::string>(
        {{"quickplay_increment", "III.4"}, {"quickplay_draw", "III.5"}}));
    SECTION("two minutes are not less") {
        Hall hall = finish(minutes(2));
        CHECK(refusal(hall.claim(Side::white, kind)) == article);
        CHECK(hall.running);
    }
    SECTION("the other side") {
        Hall hall = finish(seconds(60));
        hall.readings[Side::black] = seconds(60);
        CHECK(refusal(hall.claim(Side::black, kind)) == article);
    }
    SECTION("one microsecond less is") {
        Hall hall = finish(minutes(2) - microseconds(1));
        CHECK(the<wire::QuestionPut>(hall.claim(Side::white, kind)).article == article);
    }
}

TEST_CASE("III.4: five seconds for both from now on, two minutes for the opponent", "[desk]") {
    Hall hall = finish(seconds(60));
    const Events events = hall.claim(Side::white, "quickplay_increment");
    CHECK(the<wire::DrawOfferMade>(events).how == wire::Offering::claim);
    CHECK(hall.live().offer[Side::white]);
    hall.rule(answer(hall, "grant"));
    CHECK(hall.control_set == "1800+5");
    CHECK(hall.live().control == "1800+5");
    CHECK(hall.running);
    CHECK(hall.live().running);
    CHECK(hall.readings[Side::white] == seconds(60));
    CHECK(hall.readings[Side::black] == minutes(5));  // A.3 does not reduce it to one minute
    // Now there is an increment.
    CHECK(refusal(hall.claim(Side::white, "quickplay_draw")) == "III.2.2");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("III.4: the request is an offer, which the opponent may accept at once", "[desk]") {
    Hall hall = finish(seconds(60));
    hall.claim(Side::white, "quickplay_increment");
    CHECK(result(hall.accept(Side::black)) == "1/2-1/2 agreement 5.2.3");
    CHECK(hall.live().questions.empty());
}

TEST_CASE("III.4: refused, play goes on with the same times", "[desk]") {
    Hall hall = finish(seconds(60));
    hall.claim(Side::white, "quickplay_increment");
    const Both<Duration> readings = hall.readings;
    hall.rule(answer(hall, "reject"));
    CHECK(hall.running);
    CHECK(hall.readings == readings);
    CHECK(hall.control_set.empty());
}

TEST_CASE("III.5: drawn, or rejected with two minutes for the opponent", "[desk]") {
    Hall hall = finish(seconds(60));
    hall.claim(Side::white, "quickplay_draw");
    SECTION("drawn") {
        hall.rule(answer(hall, "draw"));
        CHECK(hall.live().result->article == "III.5");
        CHECK(hall.live().result->score == drawn());
    }
    SECTION("rejected; A.3 does not make it one minute") {
        hall.rule(answer(hall, "reject_with_time"));
        CHECK(hall.readings[Side::black] == minutes(5));
        CHECK(hall.readings[Side::white] == seconds(60));
        CHECK(hall.running);
        CHECK(hall.live().questions.empty());
    }
}

TEST_CASE("III.5: a decision that is postponed comes back", "[desk]") {
    const bool with_time = GENERATE(true, false);
    Hall hall = finish(seconds(60));
    hall.claim(Side::white, "quickplay_draw");
    hall.rule(answer(hall, with_time ? "postpone_with_time" : "postpone"));
    CHECK(hall.running);
    CHECK(hall.readings[Side::black] == minutes(with_time ? 5 : 3));
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].about == wire::Subject::claim_postponed);
    hall.play("Nf3 Nc6");
    hall.pause();
    hall.resume();  // a pause does not settle it
    SECTION("draw") {
        hall.rule(answer(hall, "draw"));
        CHECK(hall.live().result->score == drawn());
    }
    SECTION("no draw") {
        hall.rule(answer(hall, "no_draw"));
        CHECK(hall.running);
        hall.flag(Side::white);
        CHECK(hall.live().result->score == win_of(Side::black));
    }
    SECTION("at the claimant's flag-fall the arbiter decides") {
        hall.flag(Side::white);
        CHECK_FALSE(hall.over);
        CHECK(hall.live().questions.back().article == "III.5");
        hall.rule(answer(hall, "draw"));
        CHECK(hall.live().result->ending == Ending::time_forfeit_draw);
        CHECK(hall.live().questions.empty());
    }
    SECTION("the opponent's flag decides by itself") {
        hall.flag(Side::black);
        CHECK(hall.live().result->score == win_of(Side::white));
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("III.5: a flag leaves what the opponent claimed and was postponed open",
          "[desk][regress]") {
    Hall hall = finish(seconds(100));
    hall.claim(Side::white, "quickplay_draw");
    hall.rule(answer(hall, "postpone"));
    hall.play("Nf3");
    hall.readings[Side::black] = seconds(100);
    hall.claim(Side::black, "quickplay_draw");
    hall.rule(answer(hall, "postpone"));
    hall.play("Nf6");
    REQUIRE(hall.live().questions.size() == 2);
    hall.flag(Side::white);
    REQUIRE(hall.live().questions.size() == 2);
    CHECK(hall.live().questions[0].about == wire::Subject::claim_postponed);
    CHECK(hall.live().questions[0].basis.facts ==
          wire::QuestionFacts(wire::OfSide{Side::black}));
    CHECK(hall.live().questions[1].article == "III.5");
}

TEST_CASE("III.5: a flag asks about a claim whose answer was taken back", "[desk][regress]") {
    Hall hall = finish(seconds(100));
    hall.claim(Side::white, "quickplay_draw");
    hall.rule(answer(hall, GENERATE("postpone", "reject_with_time")));
    hall.rule(undo(1));
    REQUIRE(hall.running);
    hall.flag(Side::white);
    CHECK_FALSE(hall.live().result);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].about == wire::Subject::flag_fall);
    hall.rule(answer(hall, "draw"));
    CHECK(hall.live().result->score == drawn());
}

TEST_CASE("III.4, III.5: where presses are reported, they say who has the move",
          "[desk][regress]") {
    Hall hall("", "fide-rapid", {{"quickplay_finish", "true"}}, "2/1200:600",
              wire::Reporting::presses);
    hall.increment = {};
    const std::string kind = GENERATE("quickplay_draw", "quickplay_increment");
    hall.readings = {{seconds(100), seconds(100)}};
    for (int moves = 0; moves < 3; ++moves) hall.press(hall.turn);
    CHECK(refusal(hall.claim(Side::black, kind)) == "III.1");
    hall.press(Side::black);
    hall.press(Side::white);
    CHECK(refusal(hall.claim(Side::white, kind)).starts_with("III."));
    hall.claim(Side::black, kind);
    CHECK(hall.live().questions.size() == 1);
}

TEST_CASE("6.7.1: a flag that is called later wins for nobody who has not come",
          "[desk][regress]") {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    wire::FlagFell fell;
    hall.readings[Side::white] = {};
    hall.running = false;
    static_cast<wire::BoardEvent&>(fell) = hall.base();
    fell.side = Side::white;
    fell.absent[Side::black] = true;
    hall.feed(fell);
    hall.rule(answer(hall, "call"));
    CHECK_FALSE(hall.live().result);
    CHECK(hall.live().questions.back().article == "6.7.1");
}

TEST_CASE("III.6: without an arbiter the claim ends the game and is referred", "[desk]") {
    Hall hall = finish(seconds(60), "fide-rapid", {{"arbiter_present", "false"}});
    const auto question = the<wire::QuestionPut>(hall.claim(Side::white, "quickplay_draw"));
    CHECK(question.article == "III.6");
    CHECK(question.holds);
    CHECK_FALSE(offers(question, "resume"));
    const auto option = GENERATE(std::string("draw"), std::string("black_wins"));
    hall.rule(answer(hall, option));
    CHECK(hall.live().result->score == (option == "draw" ? drawn() : win_of(Side::black)));
    CHECK(hall.live().result->article == "III.6");
}

TEST_CASE("US 14H: the variation must be announced; a delay halves the claimant's time", "[desk]") {
    Hall without("", "uschess-regular", {}, "5400");
    without.play("e4 e5");
    without.readings[Side::white] = seconds(60);
    CHECK(refusal(without.claim(Side::white, "losing_chances")) == "14H");
    Hall hall("", "uschess-regular", {{"losing_chances_claim", "true"}}, "5400");
    hall.increment = {};
    hall.play("e4 e5");
    hall.readings = {{minutes(2), minutes(9)}};
    hall.claim(Side::white, "losing_chances");
    SECTION("two minutes are few enough; the delay clock") {
        hall.rule(answer(hall, "delay_clock"));
        CHECK(hall.control_set == "5400d5");
        CHECK(hall.readings[Side::white] == minutes(1));
        CHECK(hall.readings[Side::black] == minutes(9));
        CHECK(hall.running);
        CHECK(refusal(hall.claim(Side::white, "losing_chances")) == "14H");
    }
    SECTION("draw") {
        hall.rule(answer(hall, "draw"));
        CHECK(hall.live().result->article == "14H");
    }
    SECTION("denied") {
        hall.rule(answer(hall, "reject"));
        CHECK(hall.running);
        CHECK(hall.readings[Side::white] == minutes(2));
    }
}

// The claim is answered, and asked about again while the clock runs on.
Hall asked_again(const std::string& profile, const std::string& rule, const std::string& kind,
                 const std::string& control) {
    Hall hall = quickplay_finish(profile, rule, control);
    hall.claim(Side::white, kind);
    hall.rule(answer(hall, "reject"));
    hall.rule(undo_last(hall));
    INFO(hall.refusal);
    REQUIRE(hall.refused.empty());
    REQUIRE(hall.running);
    return hall;
}

// What may be answered to the only question.
std::string options(const Hall& hall) {
    std::string names;
    for (const wire::Pair& option : hall.live().questions.at(0).options) names += option.name + " ";
    return names;
}

TEST_CASE("III.4, US 14H: a clock that runs before the answer has used time", "[regress]") {
    SECTION("an increment is added to what it shows") {
        Hall hall = asked_again("fide-rapid", "quickplay_finish", "quickplay_increment", "1800");
        hall.readings[Side::white] -= seconds(20);  // nobody at the record knows it
        hall.rule(answer(hall, "grant"));
        REQUIRE(hall.refused.empty());
        CHECK(hall.control_set == "1800+5");
        CHECK(hall.readings == Both<Duration>{{seconds(40), minutes(5)}});
        CHECK(hall.running);
        CHECK(hall.replayed() == hall.games);
    }
    SECTION("half of its time is known once it stands") {
        Hall hall =
            asked_again("uschess-regular", "losing_chances_claim", "losing_chances", "5400");
        hall.readings[Side::white] -= seconds(20);
        CHECK(options(hall) == "draw reject ");
        hall.rule(wire::PauseClock{});
        CHECK(options(hall) == "draw reject delay_clock ");
        CHECK(hall.live().questions.front().first == 1);
        hall.rule(answer(hall, "delay_clock"));
        REQUIRE(hall.refused.empty());
        CHECK(hall.readings == Both<Duration>{{seconds(20), minutes(3)}});
    }
}

// ---- claims that call the arbiter ---------------------------------------------------------------

TEST_CASE("who calls the arbiter stops the clock, and the desk may resume it", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::white, "other");
    CHECK_FALSE(hall.live().running);
    const bool answered = GENERATE(true, false);
    if (answered) hall.rule(answer(hall, "resume"));
    else hall.rule(wire::ResumeClock{});
    CHECK(hall.running);
    CHECK(hall.live().running);
    CHECK(hall.live().hold == game::Hold::none);
    CHECK(hall.live().questions.empty());
}

TEST_CASE("9.5.3: a claim judged at the desk starts the clock again", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::white, "threefold", "???");
    wire::AnswerQuestion move = answer(hall, "move_was");
    move.text = "Nf3";
    hall.rule(move);
    CHECK(hall.running);
    CHECK(hall.readings[Side::black] > minutes(91));
}

TEST_CASE("9.5.3: a claim ruled wrong at the desk is in the record as judged", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::white, "threefold", "???");
    const auto judged = the<wire::ClaimJudged>(hall.rule(answer(hall, "claim_wrong")));
    CHECK(judged.side == Side::white);
    CHECK(judged.kind == wire::ClaimKind::threefold);
    CHECK(judged.move == "???");
    CHECK_FALSE(judged.right);
}

TEST_CASE("9.5.3: a claim found wrong costs once, however often that is taken back",
          "[desk][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::white, "threefold", "???");
    const Both<Duration> before = hall.readings;
    for (int times = 0; times < 3; ++times) {
        hall.rule(answer(hall, "claim_wrong"));
        REQUIRE(hall.refused == "");
        hall.rule(wire::PauseClock{});
        CHECK(hall.readings[Side::black] == before[Side::black] + minutes(2));
        const std::uint32_t ruling = hall.live().rulings - 1;  // the pause came after it
        hall.rule(undo(ruling));
        REQUIRE(hall.refused == "");
        CHECK(hall.readings[Side::black] == before[Side::black]);
        REQUIRE(about(hall, wire::Subject::claim).size() == 1);
    }
    CHECK(hall.replayed() == hall.games);
}

// ---- 9.1.1, 5.1.2, 11D, A.5.4 -------------------------------------------------------------------

TEST_CASE("9.1.1: the arbiter consents to an early draw, or play goes on", "[desk]") {
    Hall hall("", "", {{"draw_offers", "consent"}, {"draw_offers_from_move", "30"}});
    hall.play("e4 e5");
    hall.offer(Side::white);
    const auto early = answer(hall, "warn");
    CHECK(the<wire::RulingGiven>(hall.rule(early)).article == "12.9.1");
    hall.accept(Side::black);
    const auto option = GENERATE(std::string("draw"), std::string("play_on"));
    hall.rule(answer(hall, option));
    CHECK(hall.over == (option == "draw"));
    if (hall.over) CHECK(hall.live().result->ending == Ending::agreement);
}

TEST_CASE("5.1.2: a resignation before the announced move counts or not, as ruled", "[desk]") {
    Hall hall("", "", {{"resignation_from_move", "20"}});
    hall.play("e4 e5");
    hall.resign(Side::white);
    SECTION("it counts") {
        hall.rule(answer(hall, "black_wins"));
        CHECK(hall.live().result->ending == Ending::resignation);
    }
    SECTION("it does not") {
        hall.rule(with_times(hall, "set_clock", minutes(80), minutes(81)));
        CHECK(hall.running);
        CHECK(hall.readings[Side::black] == minutes(81));
    }
}

TEST_CASE("US 11D: what a repeated offence costs is the arbiter's", "[desk]") {
    Hall hall("", "uschess-regular");
    for (int offence = 0; offence < 2; ++offence) {
        hall.made(Side::white, "e2e6");
        hall.press(Side::white);
    }
    REQUIRE(hall.live().questions.size() == 1);
    const auto option = GENERATE(std::string("black_wins"), std::string("noted"));
    hall.rule(answer(hall, option));
    CHECK(hall.over == (option == "black_wins"));
    if (hall.over) CHECK(hall.live().result->ending == Ending::illegal_move_forfeit);
}

TEST_CASE("11.5: offers and wrong claims that pile up are put to the arbiter", "[desk]") {
    Hall hall("", "", {{"offers_and_claims_to_ask", "3"}});
    hall.play("e4 e5");
    for (int i = 0; i < 2; ++i) {
        hall.offer(Side::white);
        hall.decline(Side::black);
    }
    CHECK(hall.live().questions.empty());
    CHECK(count<wire::QuestionPut>(hall.claim(Side::white, "threefold")) == 1);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].article == "11.5");
    const Duration before = hall.readings[Side::black];
    SECTION("time to the opponent") {
        hall.rule(answer(hall, "time"));
        CHECK(hall.readings[Side::black] == before + minutes(2));
        CHECK(hall.running);
    }
    SECTION("a warning") {
        CHECK(the<wire::RulingGiven>(hall.rule(answer(hall, "warn"))).article == "12.9.1");
        CHECK(hall.readings[Side::black] == before);
    }
    SECTION("the opponent's own are counted by themselves") {
        hall.rule(answer(hall, "noted"));
        CHECK(count<wire::QuestionPut>(hall.offer(Side::black)) == 0);
    }
}

TEST_CASE("11.5: nobody counts offers where the event says nothing", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    for (int i = 0; i < 20; ++i) {
        hall.offer(Side::white);
        hall.decline(Side::black);
    }
    CHECK(hall.live().questions.empty());
}

TEST_CASE("9.5.3: a claim that is found wrong while the clock runs costs no time of the turn",
          "[desk][regress]") {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    for (const Side side : {Side::white, Side::black}) hall.press(side);
    hall.claim(Side::white, "threefold");
    hall.rule(answer(hall, "play_on"));
    hall.rule(undo_last(hall));  // it is asked again, and play goes on
    REQUIRE(about(hall, wire::Subject::claim).size() == 1);
    REQUIRE(hall.running);
    hall.readings[Side::white] -= seconds(7);
    const Both<Duration> shown = hall.readings;
    const std::string code = GENERATE("", "stale_epoch", "bad_reading");
    hall.refuse_next = code;
    hall.rule(answer(hall, "claim_wrong"));
    REQUIRE(hall.refused == "");
    CHECK(hall.readings[Side::white] == shown[Side::white]);
    CHECK(hall.readings[Side::black] == shown[Side::black] + minutes(code.empty() ? 2 : 0));
    CHECK(hall.running);
    CHECK(hall.live().running);
    CHECK(hall.replayed() == hall.games);
}
