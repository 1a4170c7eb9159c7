// Commands that clockd refuses or never answers: nothing keeps waiting for them, and the record has
// the readings that the clock shows.
#include <algorithm>

#include "arbiterd/game/state/taken_back.hpp"
#include "common/base/limits.hpp"
#include "common/base/text.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

std::string id_of(const wire::CommandIssued& issued) {
    return std::visit([](const auto& c) { return c.id; }, issued.command);
}

// clockd does not answer the first command that waits; the question about it is then open.
void lose_first(Hall& hall) {
    const std::string id = id_of(hall.live().outbox.front().issued);
    for (const wire::GameEvent& event :
         game::decide_lost(hall.games, "g1", id, game::Lost::no_answer, hall.now))
        game::apply(hall.games, event);
}

bool asks(const Hall& hall, wire::Subject about) {
    return std::ranges::find(hall.live().questions, about, &game::Question::about) !=
           hall.live().questions.end();
}

// White's resignation is taken back, and the commands have not reached clockd yet.
void take_back_the_end(Hall& hall) {
    hall.play("e4 e5");
    hall.resign(Side::white);
    hall.prompt = false;
    hall.rule(undo(1));
    REQUIRE_FALSE(hall.live().result);
    REQUIRE(hall.live().outbox.size() == 2);
}

}  // namespace

TEST_CASE("a reason longer than clockd takes is shortened for it", "[desk][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.pause("device");
    std::string reason;
    while (reason.size() < limits::text_bytes) reason += "\u00fc";
    const Events events = hall.rule(answer(hall, "set_clock"), "", reason);
    REQUIRE(hall.refused == "");
    const std::string& sent = correction(events).reason;
    CHECK(sent.size() <= limits::text_bytes);
    CHECK(sent.size() > limits::text_bytes - 8);
    CHECK(valid_utf8(sent));
    CHECK(the<wire::RulingGiven>(events).text.contains(reason));  // the record has the whole text
}

TEST_CASE("a clock that stopped at a move that does not count is known to stand",
          "[desk][regress]") {
    Hall hall("8/8/8/4k3/8/8/4r3/4K3 w - - 0 1");
    hall.claim(Side::white, "threefold", "Kd1");
    REQUIRE(hall.running);
    hall.prompt = false;
    hall.made(Side::white, "Kxe2", Ending::dead_position);
    CHECK_FALSE(hall.live().running);
    REQUIRE(hall.live().outbox.size() == 1);
    SECTION("the correction is carried out") {
        hall.deliver();
        CHECK(hall.live().running);
        CHECK(hall.replayed() == hall.games);
    }
    SECTION("it is let be") {
        lose_first(hall);
        hall.rule(answer(hall, "let_be"));
        REQUIRE(hall.live().outbox.empty());
        CHECK(asks(hall, wire::Subject::pause));
    }
}

TEST_CASE("a clock that was to be set before the game was open is asked about",
          "[desk][regress]") {
    Hall hall;
    take_back_the_end(hall);
    const std::string set = id_of(hall.live().outbox.back().issued);
    for (const wire::GameEvent& event :
         game::decide_refused(hall.games, {set, "game_over", "the game is over", hall.epoch,
                                           hall.now}))
        game::apply(hall.games, event);
    CHECK(asks(hall, wire::Subject::correction));
    hall.prompt = true;
    hall.deliver();
    hall.rule(answer(hall, "set_clock"));
    CHECK(hall.refused == "");
    CHECK(hall.live().hold == game::Hold::none);
    CHECK(hall.running);
}

TEST_CASE("a command that was sent again and then comes late is done once, and by its ruling",
          "[desk][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.prompt = false;
    wire::AdjustClock act;
    act.white = minutes(2);
    hall.rule(act);
    const Both<Duration> before = hall.readings;
    const std::string first = id_of(hall.live().outbox.front().issued);
    lose_first(hall);
    hall.rule(answer(hall, "again"));
    REQUIRE(hall.live().outbox.size() == 1);
    REQUIRE(id_of(hall.live().outbox.front().issued) != first);
    ++hall.epoch.count;
    hall.readings[Side::white] += minutes(2);
    wire::ReadingSet late;
    static_cast<wire::BoardEvent&>(late) = hall.base();
    late.by = "arbiterd";
    late.adjusted = true;
    late.correction = {.readings = hall.readings, .turn = hall.turn, .ply = hall.ply,
                       .run = hall.running, .fen = {}, .article = "12.5", .reason = "",
                       .answers = {}};
    const auto seen = the<wire::ClockIntervention>(hall.feed(late, first));
    CHECK(seen.by == "Anna Arbiter");
    CHECK(hall.live().outbox.empty());
    CHECK(hall.live().readings[Side::white] == before[Side::white] + minutes(2));
    CHECK(hall.live().questions.empty());
}

TEST_CASE("a penalty that the clock refuses is not among the readings", "[desk][regress]") {
    Hall hall;
    hall.play("e4 e5");
    const bool claims = GENERATE(false, true);
    const std::string code = GENERATE("stale_epoch", "malformed", "bad_reading");
    hall.refuse_next = code;
    if (claims) {
        hall.claim(Side::white, "threefold", "Nf3");
    } else {
        hall.made(Side::white, "e1e3");
        hall.press(Side::white);
    }
    INFO(code);
    REQUIRE(hall.refuse_next.empty());
    CHECK(hall.live().readings == hall.readings);
    CHECK(game::find_ruled(hall.live(), 1)->effect.time == Both<Duration>{});
    CHECK(game::stands(hall.live(), 1));  // the move was illegal, the claim was wrong
    CHECK(hall.game().clocks.front() == hall.game().at_start);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a penalty that the clock has holds for earlier positions, too", "[desk]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::white, "threefold", "Nf3");
    Both<Duration> penalised = hall.game().at_start;
    penalised[Side::black] += minutes(2);
    CHECK(hall.game().clocks.front() == penalised);
    CHECK(hall.live().readings == hall.readings);
}

TEST_CASE("time that is let be was not given", "[desk][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    const Both<Duration> before = hall.readings;
    const std::uint32_t ruling = hall.live().rulings + 1;
    SECTION("clockd has not answered") {
        hall.prompt = false;
        hall.rule(wire::AdjustClock{seconds(60), {}});
        lose_first(hall);
        hall.rule(answer(hall, "let_be"));
        hall.prompt = true;
    }
    SECTION("clockd says that it was done") {
        hall.lose_next = true;
        hall.rule(wire::AdjustClock{seconds(60), {}});
        hall.rule(answer(hall, "let_be"));
    }
    REQUIRE(hall.refused.empty());
    CHECK(hall.live().outbox.empty());
    CHECK_FALSE(game::stands(hall.live(), ruling));
    CHECK(hall.live().readings == before);
    CHECK(hall.readings == before);
}

TEST_CASE("time that is sent again after it had no effect counts once", "[desk][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    const Both<Duration> before = hall.readings;
    Both<Duration> after = before;
    const std::uint32_t ruling = hall.live().rulings + 1;
    hall.lose_next = true;
    SECTION("added") {
        after[Side::white] += seconds(60);
        hall.rule(wire::AdjustClock{seconds(60), {}});
    }
    SECTION("set") {
        after = {{minutes(50), minutes(70)}};
        hall.rule(clock_of(minutes(50), minutes(70)));
    }
    hall.rule(answer(hall, "again"));
    REQUIRE(hall.refused.empty());
    CHECK(game::stands(hall.live(), ruling));
    CHECK(hall.readings == after);
    CHECK(hall.live().readings == after);
    hall.rule(undo(game::tip_of(hall.live(), ruling)));
    REQUIRE(hall.refused.empty());
    CHECK(hall.readings == before);
    CHECK(hall.live().readings == before);
}

TEST_CASE("a touch goes and comes with the undo that clockd gets once more", "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.claim(Side::white, "threefold", "g1g3");
    const std::uint32_t claim = hall.live().rulings;
    hall.play("d4 d5");
    const auto asked = [&] { return about(hall, wire::Subject::touch_move).size(); };
    REQUIRE(asked() == 1);
    const bool given_again = GENERATE(false, true);
    const std::string code = GENERATE("malformed", "stale_epoch");
    if (given_again) hall.rule(undo(claim));
    hall.refuse_next = code;
    hall.rule(undo(game::tip_of(hall.live(), claim)));
    REQUIRE(hall.refused == "");
    REQUIRE(game::stands(hall.live(), claim) != given_again);
    CHECK(asked() == (given_again ? 0 : 1));
    hall.rule(answer(hall, "again"));
    REQUIRE(hall.refused == "");
    REQUIRE(game::stands(hall.live(), claim) == given_again);
    CHECK(asked() == (given_again ? 1 : 0));
    hall.rule(undo(game::tip_of(hall.live(), claim)));
    REQUIRE(hall.refused == "");
    CHECK(asked() == (given_again ? 0 : 1));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a command that is sent again is of the ruling that gave it", "[desk][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    const Both<Duration> before = hall.readings;
    const std::uint32_t ruling = hall.live().rulings + 1;
    hall.prompt = false;
    hall.rule(wire::AdjustClock{seconds(60), {}});
    lose_first(hall);
    hall.rule(answer(hall, "again"));
    hall.prompt = true;
    SECTION("refused then, the ruling does not hold") {
        hall.refuse_next = "bad_reading";
        hall.deliver();
        CHECK_FALSE(game::stands(hall.live(), ruling));
        CHECK(hall.live().readings == before);
    }
    SECTION("done, it corrects a game that begins again, too") {
        const Both<Duration> start = hall.game().at_start;
        hall.deliver();
        CHECK(hall.game().at_start[Side::white] == start[Side::white] + seconds(60));
    }
}

TEST_CASE("a game that has ended again is not opened by a command from before",
          "[desk][regress]") {
    Hall hall;
    take_back_the_end(hall);
    const bool asked = GENERATE(false, true);
    if (asked) lose_first(hall);
    hall.reopen();
    hall.resign(Side::black);
    REQUIRE(hall.live().result);
    CHECK(std::ranges::none_of(hall.live().outbox, [](const game::Outstanding& out) {
        return std::holds_alternative<wire::ReopenGame>(out.issued.command);
    }));
    CHECK_FALSE(asks(hall, wire::Subject::clock_command));
}

TEST_CASE("an order to run on that is sent again does not stop a clock that runs",
          "[desk][regress]") {
    Hall hall;
    hall.made(Side::white, "Nf3");
    hall.prompt = false;
    hall.claim(Side::white, "threefold", "Nc3");  // after a touch: play goes on (9.4)
    REQUIRE(hall.live().outbox.size() == 1);
    hall.resume();
    lose_first(hall);
    REQUIRE(asks(hall, wire::Subject::clock_command));
    hall.rule(answer(hall, "again"));
    REQUIRE(hall.refused == "");
    CHECK(hall.live().running);
    const Events events = hall.claim(Side::white, "threefold", "Nc3");
    CHECK(std::holds_alternative<wire::Resume>(the<wire::CommandIssued>(events).command));
}

TEST_CASE("a game that was not taken back at the clock is not ended there by an answer",
          "[desk][regress]") {
    Hall hall;
    hall.play("e4 e5");
    wire::EndGame end;
    end.id = "hall:act:cancel:7";
    end.board = hall.base().board;
    end.game = "g1";
    end.outcome = {Score{}, Ending::cancelled, ""};
    for (const wire::GameEvent& event :
         game::decide_hall_lost(hall.games, end, game::Lost::refused, "id_used", hall.now))
        game::apply(hall.games, event);
    REQUIRE(about(hall, wire::Subject::clock_command).size() == 1);
    hall.rule(answer(hall, "again"));
    CHECK(hall.refused == "not_over");
    hall.rule(answer(hall, "let_be"));
    CHECK(hall.refused == "");
}

TEST_CASE("an end of before does not end a game that a person has opened at the clock",
          "[desk][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.prompt = false;
    hall.rule(give(win_of(Side::white)), "12.9");
    REQUIRE(hall.live().outbox.size() == 1);
    const bool lost = GENERATE(false, true);
    if (lost) lose_first(hall);
    CHECK(asks(hall, wire::Subject::clock_command) == lost);
    hall.resign(Side::black);  // the clock has already ended it like this
    hall.reopen();
    CHECK(hall.live().outbox.empty());
    CHECK_FALSE(asks(hall, wire::Subject::clock_command));
    CHECK_FALSE(hall.live().result);
    hall.resume();
    CHECK(hall.live().running);
    if (!lost) CHECK(hall.replayed() == hall.games);
}

TEST_CASE("11.10: time that is ruled again in a game that is over goes and comes back",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    wire::AdjustClock act;
    act.white = minutes(1);
    hall.refuse_next = "malformed";
    hall.rule(act);
    REQUIRE(asks(hall, wire::Subject::clock_command));
    const wire::AnswerQuestion again = answer(hall, "again");
    const bool clock_runs_on = GENERATE(true, false);
    hall.lose_next = clock_runs_on;  // it has the time that is ruled again at once
    hall.rule(give(win_of(Side::white)), "12.9");
    REQUIRE(hall.live().result.has_value());
    hall.lose_next = false;
    hall.rule(again);
    REQUIRE(hall.refused == "");
    for (int times = 0; times < 4; ++times) {
        hall.rule(undo(game::tip_of(hall.live(), 1)));
        INFO(times << ": " << hall.refusal);
        REQUIRE(hall.refused == "");
        CHECK(game::stands(hall.live(), 1) == (times % 2 == 1));
    }
    CHECK(hall.replayed() == hall.games);
}

// Black has thirty seconds, and a ruling gives more or stops the clock; it has not reached the
// clock when the flag falls.
TEST_CASE("6.9: no flag decides before a ruling has reached the clock", "[game][regress]") {
    Hall hall("", "", {}, "60");
    hall.increment = {};
    hall.play("e4 e5 Nf3");
    hall.prompt = false;
    wire::AdjustClock more;
    more.black = minutes(2);
    SECTION("time is given") { hall.rule(more); }
    SECTION("a penalty gives it") {
        wire::Penalise penalty;
        penalty.side = Side::white;
        penalty.kind = wire::PenaltyKind::time_to_opponent;
        penalty.time = minutes(2);
        hall.rule(penalty);
    }
    SECTION("the clock is paused") { hall.rule(wire::PauseClock{}); }
    CHECK(hall.refused == "");
    hall.readings[Side::black] = {};
    const Events events = hall.flag(Side::black);
    CHECK_FALSE(hall.live().result);
    const auto question = the<wire::QuestionPut>(events);
    CHECK(question.about == wire::Subject::flag_fall);
    CHECK(fact(question.evidence, "ruling") == "1");
    CHECK(offers(hall.live().questions.back(), "set_clock"));
    CHECK(offers(hall.live().questions.back(), "white_wins"));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.9: a ruling against who has no time keeps no flag up", "[game]") {
    Hall hall("", "", {}, "60");
    hall.increment = {};
    hall.play("e4 e5 Nf3");
    hall.prompt = false;
    wire::AdjustClock more;
    more.white = minutes(2);
    hall.rule(more);
    hall.readings[Side::black] = {};
    CHECK(result(hall.flag(Side::black)) == "1-0 time-forfeit 6.9");
}
