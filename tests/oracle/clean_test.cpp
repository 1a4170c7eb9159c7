// Correct records cause no complaints: one game of each kind, judged as a whole.
#include "tests/oracle/kit.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle;
using namespace flagfall::oracle::test;
using enum Side;

TEST_CASE("games of every kind are judged clean") {
    Pair pair;
    SECTION("mate, unpressed") {
        pair.open();
        pair.play("f3 e5 g4 Qh4");
    }
    SECTION("an illegal move, the reply to it, and the second one") {
        pair.open("5400+30");
        pair.play("e4 e5");
        pair.prompt = false;
        pair.press(white, "Ke3");
        pair.press(black, "d5");
        pair.deliver();
        pair.prompt = true;
        pair.play("Nf3 Nc6");
        pair.press(white, "Nf6");
    }
    SECTION("claims, wrong and right") {
        pair.open();
        pair.play("Nf3 Nf6 Ng1 Ng8");
        pair.claim(white, "threefold", "Nf3");
        pair.press(white, "Nc3");  // not the one announced
        pair.play("Nf3 Nf6 Ng1");
        pair.claim(black, "threefold", "Ng8");
    }
    SECTION("penalties in rapid and in blitz") {
        for (const std::string profile : {"fide-rapid", "fide-blitz"}) {
            pair.profile = profile;
            pair.open("180+2", "4k3/7P/8/8/8/8/8/4K3 w - - 0 1");
            pair.press(white, "h8");  // no piece named
            pair.press(black, "Ke6");
            pair.claim(black, "threefold", "Ke7");
            pair.press(black, "Ke7");
            CHECK(last<wire::PenaltyGiven>(pair.record).to_opponent == minutes(1));
            pair.resign(white);
        }
    }
    SECTION("fifty moves, a claim too early, offers") {
        pair.open("300", "4k3/8/8/8/8/8/3R4/4K3 w - - 97 120");
        pair.offer(black);
        pair.play("Re2 Kd8");
        pair.claim(white, "fifty_move");
        pair.decline(black);
        pair.press(white, "Re3");
        pair.claim(black, "fifty_move");
    }
    SECTION("agreement") {
        pair.open("180+2");
        pair.press(white, "e4");
        pair.offer(black);
        pair.accept(white);  // too early: both must have moved
        pair.press(black, "e5");
        pair.move(white, "Nf3");
        pair.offer(white);
        pair.press(white);
        pair.accept(black);
    }
    CHECK(said(pair.judged()) == "");
}

TEST_CASE("the profile that a game is judged by passes the oracle") {
    Pair pair;
    SECTION("a profile that nobody knows") {
        pair.profile = "house-rules";
        pair.open();
        pair.press(white);
        CHECK(last<wire::PenaltyGiven>(pair.record).to_opponent == minutes(2));
        pair.resign(white);
        pair.open("300+2");
        pair.press(white);
        CHECK(last<wire::PenaltyGiven>(pair.record).to_opponent == minutes(1));
    }
    SECTION("no profile: the time control decides") {
        for (const std::string control : {"1800+29", "2/60", "W300-B3600", "2/120"}) {
            pair.open(control);
            pair.press(white);
            const bool standard = control == "W300-B3600" || control == "2/120";
            CHECK(last<wire::PenaltyGiven>(pair.record).to_opponent == minutes(standard ? 2 : 1));
            pair.resign(white);
        }
    }
    CHECK(said(pair.judged()) == "");
}

TEST_CASE("the settings that a game announces pass the oracle", "[regress]") {
    Pair pair;
    SECTION("who calls flags, without a profile") {
        pair.rules = {{"flag_call", "arbiter"}};
        const bool by_clock = GENERATE(false, true);
        if (!by_clock) pair.flag_call = wire::FlagCall::arbiter;
        pair.open("60");
        pair.play("e4 e5");
        pair.wait(seconds(70));
        CHECK(last<wire::QuestionPut>(pair.record).article == "6.8");
        CHECK(last<wire::QuestionPut>(pair.record).number == 1);
        CHECK(said(pair.judged(false)) == "");
        last<wire::QuestionPut>(pair.record).article = "6.4";
        CHECK(said(pair.judged(false)) != "");
        return;
    }
    SECTION("the clock, whatever the profile says") {
        pair.profile = "uschess-quick";
        pair.rules = {{"flag_call", "automatic"}};
        pair.open("60");
        pair.play("e4 e5");
        pair.wait(seconds(70));
        CHECK(last<wire::ResultRecorded>(pair.record).outcome.article == "13C");
    }
    SECTION("how long a penalty is, and which offence loses") {
        pair.rules = {{"penalty_seconds", "90"}, {"illegal_actions_to_lose", "3"}};
        pair.open("5400+30");
        pair.press(white);
        pair.press(white);
        CHECK(last<wire::PenaltyGiven>(pair.record).to_opponent == seconds(90));
        pair.press(white);
        CHECK(last<wire::ResultRecorded>(pair.record).outcome.article == "7.5.5");
    }
    SECTION("what holds is not asked about, what does not hold is") {
        pair.rules = {{"default_time_seconds", "900"}, {"recording_required", "false"},
                      {"freeze", "false"}, {"period_trigger", "zero"}};
        const bool holds = GENERATE(true, false);
        pair.open("5400+30", "", holds ? PeriodTrigger::zero : PeriodTrigger::moves);
        pair.play("e4 e5");
        const auto asked = std::ranges::count_if(pair.record, [](const GameRow& row) {
            return std::holds_alternative<wire::QuestionPut>(row.event);
        });
        CHECK(asked == (holds ? 0 : 1));
    }
    SECTION("a setting that there is not, and one that cannot be so") {
        pair.rules = GENERATE(wire::Pairs{{"flags", "arbiter"}},
                              wire::Pairs{{"flag_call", "spectators"}},
                              wire::Pairs{{"penalty_seconds", "-1"}});
        pair.open("5400+30");
        CHECK(last<wire::QuestionPut>(pair.record).about == wire::Subject::terms);
        pair.play("e4 e5");
    }
    SECTION("a profile of Chess960, for a game of it and for another one") {
        pair.profile = "fide-rapid-960";
        pair.open("900", "", PeriodTrigger::moves, GENERATE(Variant::chess960, Variant::chess));
        pair.press(white);
    }
    CHECK(said(pair.judged(false)) == "");
}

TEST_CASE("games of US Chess are judged by their own rules") {
    Pair pair;
    pair.profile = GENERATE("uschess-regular", "uschess-quick", "uschess-blitz");
    pair.flag_call = wire::FlagCall::players;
    pair.open("3600d5");
    pair.play("e4 e5");
    SECTION("the end of a game cites US Chess") {
        pair.resign(white);
        CHECK(last<wire::ResultRecorded>(pair.record).outcome.article == "13B");
        CHECK(said(pair.judged()) == "");
        last<wire::ResultRecorded>(pair.record).outcome.article = "5.1.2";
        CHECK(said(pair.judged()) != "");
        return;
    }
    SECTION("agreement") {
        pair.offer(white);
        pair.accept(black);
    }
    SECTION("mate") {
        pair.play("Bc4 a6 Qh5 a5 Qxf7");
    }
    SECTION("an illegal move is for the players") {
        pair.press(white, "Ke3");
    }
    SECTION("a move that the record lacks is missed") {
        pair.play("Nf3");
        last<wire::MoveRecorded>(pair.record).san = "Nc3";
        CHECK(said(pair.judged()) != "");
        return;
    }
    CHECK(said(pair.judged()) == "");
}

TEST_CASE("4.7: a made move that becomes another one is judged") {
    Pair pair;
    pair.rules = {{"made_move_changed", "question"}};
    pair.open("5400+30", GENERATE("", "4k3/7P/8/8/8/8/P7/4K3 w - - 0 1"));
    const bool promotes = pair.clock.size() > 2 &&
                          !last<wire::GameOpened>(pair.clock).terms.fen.empty();
    pair.move(white, promotes ? "h8=R" : "e4");
    pair.move(white, promotes ? "h8=Q" : "d4");
    const auto asked = last<wire::QuestionPut>(pair.record);
    CHECK(asked.about == wire::Subject::made_move_changed);
    CHECK(asked.article == (promotes ? "4.4.4" : "4.7"));
    SECTION("and shown again") {
        pair.move(white, promotes ? "h8=N" : "c4");
        pair.press(white);
    }
    SECTION("and the first one played after all") {
        pair.move(white, promotes ? "h8=R" : "e4");
        pair.press(white);
    }
    SECTION("a question that is missing is missed") {
        last<wire::QuestionPut>(pair.record).about = wire::Subject::note;
        CHECK(said(pair.judged()) != "");
        return;
    }
    SECTION("and it is pressed") { pair.press(white); }
    CHECK(said(pair.judged()) == "");
}

TEST_CASE("endings of every kind are judged clean") {
    Pair pair;
    SECTION("the flag") {
        pair.open("60");
        pair.play("e4 e5");
        pair.wait(seconds(70));
    }
    SECTION("the flag of one whose opponent has a bare king") {
        pair.open("60", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1");
        pair.play("Kd2 Kd5");
        pair.wait(seconds(70));
    }
    SECTION("resignation") {
        pair.open("60d5", "8/5k2/8/8/8/8/5P2/5K2 w - - 0 1");
        pair.resign(white);
    }
    SECTION("fivefold") {
        pair.open("60b5");
        for (int times = 0; times < 4; ++times) pair.play("Nf3 Nf6 Ng1 Ng8");
    }
    SECTION("a person takes moves back, sets up a position and ends the game") {
        pair.open();
        pair.play("e4 e5 Nf3");
        pair.pause();
        pair.set({.readings = {{seconds(60), seconds(70)}}, .turn = black, .ply = {1},
                  .run = true, .fen = {}, .article = "7.1", .reason = "test", .answers = {}});
        pair.press(black, "c5");
        pair.set({.readings = {{seconds(60), seconds(70)}}, .turn = white, .ply = {4},
                  .run = false, .fen = "4k3/8/8/8/8/8/3R4/4K3 w - - 0 30", .article = "7.1",
                  .reason = "test", .answers = {}});
        pair.resume();
        pair.press(white, "Rd3");
        pair.end({drawn(), Ending::arbiter_decision, "12.9"});
    }
    SECTION("periods that end by zero") {
        pair.open("2/10+1:30", "", PeriodTrigger::zero);
        pair.play("e4 e5 Nf3 Nc6");
        pair.wait(seconds(12));
        pair.press(white, "Bb5");
        pair.wait(seconds(60));
    }
    SECTION("a power cut, a restart, and a pawn that was not replaced") {
        pair.open("600", "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1");
        pair.wait(seconds(20));
        pair.boot("boot-2");
        pair.resume();
        pair.boot("boot-2");
        pair.press(white, "e8");
        pair.press(black, "Kf6");
        pair.resign(black);
    }
    CHECK(said(pair.judged()) == "");
}

TEST_CASE("no row of either log can be missing or be there twice") {
    Pair pair;
    pair.open("2/60+2:30+5");
    pair.play("e4 e5");
    pair.press(white, "Ke3");
    pair.claim(white, "threefold", "Nf3");
    pair.play("Nf3 Nc6 Bb5");
    pair.offer(white);
    pair.pause(clock::Role::device);
    pair.resume();
    pair.wait(seconds(400));
    REQUIRE(said(pair.judged()) == "");
    // Numbered again, so that no gap reveals it.
    const auto spoilt = [](auto rows, std::size_t at, bool twice) {
        const auto place = rows.begin() + static_cast<std::ptrdiff_t>(at);
        if (twice)
            rows.insert(place, auto(*place));
        else
            rows.erase(place);
        for (std::size_t n = 0; n < rows.size(); ++n)
            rows[n].pos.value = static_cast<std::int64_t>(n) + 1;
        return rows;
    };
    for (const bool twice : {false, true}) {
        for (std::size_t at = 0; at < pair.clock.size(); ++at) {
            INFO((twice ? "twice" : "missing") << ": clockd " << at + 1);
            CHECK_FALSE(judge(spoilt(pair.clock, at, twice), pair.record, {}).empty());
        }
        for (std::size_t at = 0; at < pair.record.size(); ++at) {
            INFO((twice ? "twice" : "missing") << ": arbiterd " << at + 1);
            Options options;
            options.finished = true;
            CHECK_FALSE(judge(pair.clock, spoilt(pair.record, at, twice), options).empty());
        }
    }
}

TEST_CASE("a second game at the board, and a correction that comes too late") {
    Pair pair;
    pair.open("300+2");
    pair.resign(black);
    pair.open("300+2");
    pair.prompt = false;
    pair.press(white, "e2e5");
    pair.pause();
    pair.deliver();
    pair.prompt = true;
    CHECK(said(pair.judged()) == "");
    pair.resume();
    CHECK(said(pair.judged()) == "");
}

TEST_CASE("a record that is behind is judged as far as it goes (P6)") {
    Pair pair;
    pair.open();
    pair.play("f3 e5 g4 Qh4");
    const auto whole = pair.record;
    for (std::size_t rows = 0; rows < whole.size(); ++rows) {
        // One event's rows are written together.
        if (rows > 0 && rows + 1 < whole.size()) {
            const auto cause = [&](std::size_t at) {
                return std::visit(
                    [](const auto& e) {
                        if constexpr (requires { e.cause; })
                            return e.cause;
                        else
                            return Pos{};
                    },
                    whole[at].event);
            };
            if (cause(rows) == cause(rows - 1)) continue;
        }
        pair.record.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(rows));
        INFO(rows);
        CHECK(said(pair.judged(false)) == "");
        CHECK(said(pair.judged(true)) != "");
    }
}
