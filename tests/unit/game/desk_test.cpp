// The arbiter's desk: questions with their options, acts, penalties, and rulings taken back.
#include "arbiterd/game/acts/acts.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

using wire::PenaltyKind;

wire::Penalise penalty(Side side, PenaltyKind kind, Duration time = {}) {
    wire::Penalise act;
    act.side = side;
    act.kind = kind;
    act.time = time;
    return act;
}

bool has_option(const wire::QuestionPut& question, const std::string& name) {
    for (const wire::Pair& option : question.options)
        if (option.name == name) return true;
    return false;
}

}  // namespace

TEST_CASE("a player's pause waits in the queue until an arbiter resumes", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    const auto question = the<wire::QuestionPut>(hall.pause("device"));
    CHECK(question.number == 1);
    CHECK(has_option(question, "resume"));
    REQUIRE(hall.live().questions.size() == 1);
    const Events events = hall.rule(answer(1, "resume"));
    const auto acted = the<wire::DeskActed>(events);
    CHECK(acted.by == "Anna Arbiter");
    const auto closed = the<wire::QuestionClosed>(events);
    CHECK(closed.how == wire::Closing::answered);
    CHECK(closed.option == "resume");
    CHECK(the<wire::RulingGiven>(events).by == "Anna Arbiter");
    CHECK(the<wire::RulingGiven>(events).effect.answers == 1);
    CHECK(hall.running);
    CHECK(hall.live().running);
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a person who resumes at the clock has answered", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.pause("device");
    const auto closed = the<wire::QuestionClosed>(hall.resume());
    CHECK(closed.how == wire::Closing::intervention);
    CHECK(closed.by == "arbiter");
    CHECK(hall.live().questions.empty());
}

TEST_CASE("what cannot be done is refused with a code and leaves no trace", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    wire::AnswerQuestion below = answer(1, "set_clock");
    below.white = Duration{} - seconds(1);
    const struct {
        wire::DeskAct act;
        const char* code;
        bool while_paused = false;
    } refused[] = {{answer(1, "resume"), "unknown_question"},
                   {undo(1), "unknown_ruling"},
                   {penalty(Side::white, PenaltyKind::time_off), "bad_time"},
                   {penalty(Side::white, PenaltyKind::fine), "text_missing"},
                   {give(drawn()), "no_article"},
                   {wire::ResumeClock{}, "clock_running"},
                   {wire::SetClock{}, "clock_running"},
                   {answer(1, "fly"), "unknown_option", true},
                   {below, "bad_time", true}};
    for (const auto& each : refused) {
        INFO(each.code);
        if (each.while_paused && hall.running) hall.pause("device");
        const std::size_t before = hall.log.size();
        CHECK(hall.rule(each.act).empty());
        CHECK(hall.refused == each.code);
        CHECK(hall.log.size() == before);
    }
}

TEST_CASE("an answer that sets the clock needs no times where they stay", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.pause("device");
    const Both<Duration> shown = hall.readings;
    wire::AnswerQuestion act = answer(1, "set_clock");
    SECTION("none: as the clock shows it") {
        hall.rule(act);
        CHECK(hall.refused == "");
        CHECK(hall.readings == shown);
    }
    SECTION("one of the two") {
        act.black = minutes(7);
        hall.rule(act);
        CHECK(hall.readings == Both<Duration>{{shown[Side::white], minutes(7)}});
    }
    CHECK(hall.running);
    CHECK(hall.live().questions.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a result needs no article where only one fits", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    const auto [ending, score, article] = GENERATE(
        table<std::string, Score, std::string>({{"resignation", win_of(Side::white), "5.1.2"},
                                                {"agreement", drawn(), "5.2.3"},
                                                {"time-forfeit", win_of(Side::black), "6.9"}}));
    hall.rule(give(score, ending));
    REQUIRE(hall.live().result);
    CHECK(hall.live().result->article == article);
    hall.rule(give(Score{}));  // the game is over: the arbiter rules otherwise
    CHECK(hall.live().result->article == "8.7");
    CHECK(hall.live().result->ending == Ending::arbiter_decision);
    Hall in_play;
    CHECK(in_play.rule(give(drawn())).empty());
    CHECK(in_play.refused == "no_article");
    Hall american("", "uschess-regular");
    CHECK(american.rule(give(win_of(Side::white), "resignation")).empty());
    CHECK(american.refused == "no_article");
}

TEST_CASE("a warning is kept and changes nothing", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    const Both<Duration> readings = hall.readings;
    const auto ruling =
        the<wire::RulingGiven>(hall.rule(penalty(Side::white, PenaltyKind::warning)));
    CHECK(ruling.article == "12.9.1");
    CHECK(hall.readings == readings);
    CHECK(hall.running);
    hall.play("Nf3");
    CHECK(hall.live().ply == Ply{3});
}

TEST_CASE("a penalty of time reaches a running clock and is taken back (12.9.2-3)", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.made(Side::white, "Nf3");
    const Both<Duration> before = hall.readings;
    const auto ruling =
        the<wire::RulingGiven>(
            hall.rule(penalty(Side::white, PenaltyKind::time_to_opponent, minutes(2))));
    CHECK(ruling.article == "12.9.2");
    CHECK(hall.readings[Side::black] == before[Side::black] + minutes(2));
    CHECK(hall.running);
    CHECK(hall.live().readings == hall.readings);
    hall.press(Side::white);
    CHECK(hall.live().ply == Ply{3});

    const auto undone = the<wire::RulingGiven>(hall.rule(undo(ruling.number)));
    CHECK(undone.effect.undoes == ruling.number);
    CHECK(hall.readings[Side::black] == before[Side::black]);
    CHECK(hall.rule(undo(ruling.number)).empty());
    CHECK(hall.refused == "already_undone");
    // The undo is itself undone: the time is given again.
    const auto again = the<wire::RulingGiven>(hall.rule(undo(undone.number)));
    CHECK(again.text.find("Ruling 1 stands again.") != std::string::npos);
    CHECK(hall.readings[Side::black] == before[Side::black] + minutes(2));
    hall.rule(undo(ruling.number));
    CHECK(hall.readings[Side::black] == before[Side::black]);

    hall.rule(penalty(Side::black, PenaltyKind::time_off, minutes(5)));
    CHECK(hall.readings[Side::black] == before[Side::black] - minutes(5));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an illegal action wrongly counted is taken back", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    const Duration black = hall.readings[Side::black];
    const auto ruling = the<wire::RulingGiven>(hall.play("Ke3"));
    CHECK(hall.live().illegal[Side::white] == 1);
    CHECK(hall.readings[Side::black] == black + minutes(2));
    hall.rule(undo(ruling.number));
    CHECK(hall.live().illegal[Side::white] == 0);
    CHECK(hall.readings[Side::black] == black);
    hall.play("Ke3");
    CHECK(hall.live().illegal[Side::white] == 1);
    CHECK(!hall.live().result);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an arbiter ends the game, each side's points by themselves (11.8, 12.9.6)", "[desk]") {
    Hall both;
    both.play("e4 e5");
    both.rule(penalty(Side::white, PenaltyKind::both_lose));
    REQUIRE(both.live().result.has_value());
    CHECK(text(both.live().result->score) == "0-0");
    CHECK(both.live().result->article == "11.8");
    CHECK(both.over);

    Hall half;
    half.play("e4 e5");
    wire::Penalise loss = penalty(Side::white, PenaltyKind::loss);
    loss.score = Score{{{0, 1}}};
    half.rule(loss, "11.7");
    CHECK(text(half.live().result->score) == "0-1/2");
    CHECK(half.live().result->article == "11.7");
}

TEST_CASE("a game declared lost gives its loser no points (12.9.6, 11.8)", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    wire::Penalise loss =
        penalty(Side::white, GENERATE(PenaltyKind::loss, PenaltyKind::both_lose));
    loss.score = Score{{{1, 1}}};
    CHECK(hall.rule(loss).empty());
    CHECK(hall.refused == "bad_penalty");
    CHECK_FALSE(hall.over);
}

TEST_CASE("a result given in error is withdrawn and the game goes on", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    const Events ended = hall.rule(give(win_of(Side::white)), "12.9");
    REQUIRE(hall.over);
    const auto ruling = the<wire::RulingGiven>(ended);
    CHECK(ruling.effect.gives_result);
    CHECK(!ruling.effect.result_before);
    const Events events = hall.rule(undo(ruling.number));
    CHECK(count<wire::ResultWithdrawn>(events) == 1);
    CHECK(!hall.live().result);
    CHECK(!hall.over);
    CHECK(!hall.running);
    hall.rule(wire::ResumeClock{});
    CHECK(hall.running);
    hall.play("Nf3");
    CHECK(hall.live().ply == Ply{3});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a result is changed after the game, and changed back (8.7, 12.9.5)", "[desk]") {
    Hall hall;
    hall.play("f3 e5 g4 Qh4#");
    REQUIRE(hall.over);
    wire::Penalise off = penalty(Side::black, PenaltyKind::points_off);
    off.score = Score{{{0, 1}}};
    const Events events = hall.rule(off);
    CHECK(text(hall.live().result->score) == "0-1/2");
    CHECK(count<wire::CommandIssued>(events) == 0);
    const auto ruling = the<wire::RulingGiven>(events);
    CHECK(ruling.effect.result_before ==
          wire::Outcome{win_of(Side::black), Ending::checkmate, "5.1.1"});
    hall.rule(undo(ruling.number));
    CHECK(hall.live().result ==
          wire::Outcome{win_of(Side::black), Ending::checkmate, "5.1.1"});
    CHECK(hall.rule(give(win_of(Side::black)), "5.1.1").size() > 0);  // another ending
    CHECK(hall.rule(give(win_of(Side::black)), "5.1.1").empty());
    CHECK(hall.refused == "nothing_to_change");
}

TEST_CASE("A.4.3: the player on the move sees the record five times", "[desk]") {
    Hall hall("", "fide-rapid");
    hall.play("e4 e5");
    CHECK(hall.rule(wire::ShowRecord{Side::black}).empty());
    CHECK(hall.refused == "not_on_move");
    for (int looks = 1; looks <= 5; ++looks)
        CHECK(the<wire::RulingGiven>(hall.rule(wire::ShowRecord{Side::white})).article == "A.4.3");
    CHECK(hall.rule(wire::ShowRecord{Side::white}).empty());
    CHECK(hall.refused == "no_more_looks");
    hall.play("Nf3");
    CHECK(!hall.rule(wire::ShowRecord{Side::black}).empty());
    CHECK(hall.replayed() == hall.games);
    Hall standard;  // 8.2: not counted there
    standard.play("e4 e5");
    for (int looks = 1; looks <= 6; ++looks)
        CHECK(!standard.rule(wire::ShowRecord{Side::white}).empty());
}

TEST_CASE("only the ruling that gave the present result is taken back", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(give(win_of(Side::white)), "12.9");
    const std::uint32_t first = hall.live().rulings;
    hall.rule(give(drawn()), "12.9");
    CHECK(hall.rule(undo(first)).empty());
    CHECK(hall.refused == "later_result");
    hall.rule(undo(first + 1));
    CHECK(text(hall.live().result->score) == "1-0");
}

TEST_CASE("position and clock are set at the desk (7.1)", "[desk]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    hall.rule(wire::PauseClock{});
    CHECK(!hall.live().running);
    wire::SetClock set;
    set.white = minutes(80);
    set.black = minutes(81);
    set.ply = Ply{2};
    const Events events = hall.rule(set);
    CHECK(game::needs_confirmation(events));
    CHECK(hall.live().ply == Ply{2});
    CHECK(hall.ply == Ply{2});
    CHECK(hall.readings == Both<Duration>{{minutes(80), minutes(81)}});
    CHECK(!hall.running);
    hall.rule(wire::ResumeClock{});
    hall.play("Nc3");
    CHECK(hall.live().ply == Ply{3});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a clock is set for one side, and the other's stays as it shows (6.10)", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.made(Side::white, "Nf3");
    wire::SetClock set;
    set.black = minutes(40);
    CHECK(hall.rule(set).empty());
    CHECK(hall.refused == "clock_running");
    hall.rule(wire::PauseClock{});
    const Duration white = hall.readings[Side::white];
    SECTION("what stays is shown, too") {
        const wire::RulingGiven& ruling = the<wire::RulingGiven>(hall.rule(set));
        CHECK(fact(ruling.evidence, "before_white_us") == std::to_string(white.us));
        CHECK(fact(ruling.evidence, "after_white_us") == std::to_string(white.us));
        CHECK(ruling.text.contains("Black showed"));
        CHECK_FALSE(ruling.text.contains("White showed"));
        CHECK(hall.readings == Both<Duration>{{white, minutes(40)}});
        hall.rule(undo_last(hall));
        CHECK(hall.live().readings == hall.readings);
    }
    SECTION("not with another position, nor with nothing to set") {
        set.ply = Ply{1};
        CHECK(hall.rule(set).empty());
        CHECK(hall.refused == "times_missing");
        CHECK(hall.rule(wire::SetClock{}).empty());
        CHECK(hall.refused == "times_missing");
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("one act sets readings, periods and the count of moves, and shows what changes") {
    Hall hall("", "", {}, "5400:150y30");
    hall.play("e4 e5 Nf3 Nc6");
    hall.rule(wire::PauseClock{});
    wire::SetClock set;
    set.white = seconds(150);
    set.black = hall.readings[Side::black];
    set.period[Side::white] = 3;
    CHECK(hall.rule(set).empty());
    CHECK(hall.refused == "bad_period");
    set.period[Side::white] = 2;
    set.ply = Ply{2};
    const Events events = hall.rule(set);
    CHECK(game::needs_confirmation(events));
    const wire::RulingGiven& ruling = the<wire::RulingGiven>(events);
    CHECK(ruling.text.contains("White is in period 2, by the record in 1."));
    CHECK(ruling.text.contains("Moves completed by both: 2, not 4."));
    CHECK(ruling.text.contains("less by"));
    CHECK(correction(events).period == Both<std::uint32_t>{{2, 0}});
    CHECK_FALSE(correction(events).goes_on);
    CHECK(hall.game().period == Both<std::uint32_t>{{2, 1}});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("where nothing but a period is set, the act needs its token, too") {
    Hall hall("", "", {}, "5400:150y30");
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    wire::SetClock set;
    set.white = hall.readings[Side::white];
    set.black = hall.readings[Side::black];
    CHECK_FALSE(game::needs_confirmation(hall.rule(set)));
    set.period[Side::black] = 2;
    CHECK(game::needs_confirmation(hall.rule(set)));
}

TEST_CASE("a period that was set goes back with its ruling, and comes with it again",
          "[undo][regress]") {
    Hall hall("", "", {}, "5400:150y30");
    hall.increment = {};
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    wire::SetClock set;
    set.white = hall.readings[Side::white];
    set.black = hall.readings[Side::black];
    set.period[Side::white] = 2;
    SECTION("with nothing else") {}
    SECTION("with times") { set.white = minutes(3); }
    SECTION("with a position") { set.ply = Ply{}; }
    hall.rule(set);
    const std::uint32_t ruling = hall.live().rulings;
    REQUIRE(hall.game().period == Both<std::uint32_t>{{2, 1}});
    hall.rule(wire::ResumeClock{});
    const auto readings = hall.readings;
    if (!set.ply) {
        CHECK(hall.rule(undo(ruling)).empty());
        CHECK(hall.refused == "clock_running");
    }
    hall.rule(wire::PauseClock{});
    CHECK(correction(hall.rule(undo(ruling))).period == Both<std::uint32_t>{{1, 0}});
    CHECK(hall.game().period == Both<std::uint32_t>{{1, 1}});
    CHECK(hall.ply == Ply{2});
    CHECK(correction(hall.rule(undo(hall.live().rulings))).period ==
          Both<std::uint32_t>{{2, 0}});
    CHECK(hall.game().period == Both<std::uint32_t>{{2, 1}});
    CHECK(hall.readings == readings);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("what happens before a correction of the desk arrives is void", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.pause();
    hall.prompt = false;
    wire::SetClock set;
    set.white = minutes(80);
    set.black = minutes(81);
    set.ply = Ply{};
    hall.rule(set);
    CHECK(count<wire::EventVoided>(hall.made(Side::white, "Nf3")) == 1);
    CHECK(hall.rule(wire::ResumeClock{}).empty());
    CHECK(hall.refused == "correction_under_way");
    hall.deliver();
    CHECK(hall.live().hold == game::Hold::none);
    CHECK(hall.ply == Ply{});
}

TEST_CASE("an announced move that could not be read is entered by the arbiter (9.2.1)", "[desk]") {
    Hall hall;
    hall.play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    const auto question =
        the<wire::QuestionPut>(hall.claim(Side::black, "threefold", "Springer zurueck"));
    CHECK(question.holds);
    wire::AnswerQuestion act = answer(question.number, "move_was");
    CHECK(hall.rule(act).empty());
    CHECK(hall.refused == "text_missing");
    act.text = "what?";
    CHECK(hall.rule(act).empty());
    CHECK(hall.refused == "bad_text");
    act.text = "Ng8";
    hall.rule(act);
    REQUIRE(hall.live().result.has_value());
    CHECK(hall.live().result->ending == Ending::threefold);
}

TEST_CASE("a claim whose move never was legal is wrong by ruling (9.5.3)", "[desk]") {
    Hall hall;
    hall.play("Nf3 Nf6");
    const Duration black = hall.readings[Side::black];
    const auto question = the<wire::QuestionPut>(hall.claim(Side::white, "threefold", "zz"));
    hall.rule(answer(question.number, "claim_wrong"));
    CHECK(!hall.live().result);
    CHECK(hall.readings[Side::black] == black + minutes(2));
    CHECK(hall.live().offer[Side::white]);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a late press counts by ruling: the game is opened again (6.8)", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.flag(Side::white);
    REQUIRE(hall.live().result.has_value());
    const auto question = the<wire::QuestionPut>(hall.press_late(Side::white));
    CHECK(has_option(question, "press_counts"));
    const Events events = hall.rule(answer(question.number, "press_counts"));
    CHECK(game::needs_confirmation(events));
    CHECK(!hall.live().result);
    CHECK(!hall.over);
    CHECK(hall.live().questions.empty());
}

TEST_CASE("times in rulings read as on a chess clock", "[desk]") {
    CHECK(game::clock_text({}) == "0:00:00");
    CHECK(game::clock_text(seconds(59)) == "0:00:59");
    CHECK(game::clock_text(seconds(60)) == "0:01:00");
    CHECK(game::clock_text(seconds(3599)) == "0:59:59");
    CHECK(game::clock_text(minutes(600)) == "10:00:00");
    CHECK(game::clock_text(Duration{} - seconds(65)) == "-0:01:05");
}

TEST_CASE("time taken off is no more than either side has", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    const Side side = GENERATE(Side::white, Side::black);
    wire::AdjustClock act;
    (side == Side::white ? act.white : act.black) = Duration{} - minutes(100);
    CHECK(hall.rule(act).empty());
    CHECK(hall.refused == "bad_time");
}

TEST_CASE("a clock set with a position names it, or is refused with it", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    wire::SetClock set;
    set.white = set.black = minutes(80);
    SECTION("a ply of the record") {
        set.ply = Ply{1};
        const auto ruling = the<wire::RulingGiven>(hall.rule(set));
        CHECK(ruling.text.find("The position after ply 1 stands.") != std::string::npos);
    }
    SECTION("no ply of the record") {
        set.ply = Ply{9};
        CHECK(hall.rule(set).empty());
        CHECK_FALSE(hall.refused.empty());
    }
}

TEST_CASE("a ruling on a game that the record does not have is refused", "[desk]") {
    Hall hall;
    wire::DeskCommand command;
    command.id = "act-1";
    command.game = "g9";
    command.by = "Anna Arbiter";
    command.act = wire::PauseClock{};
    const auto decided = game::decide_desk(hall.games, hall.now, command);
    REQUIRE_FALSE(decided);
    CHECK(decided.error().code == "unknown_game");
}
