// Acts of persons at the clock, and how the record follows them.
#include "tests/support/catch.hpp"
#include "tests/unit/game/hall.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

wire::Correction back_to(Ply ply, Side turn, const std::string& fen = "") {
    return {.readings = {{minutes(70), minutes(71)}}, .turn = turn, .ply = ply, .run = true,
            .fen = fen, .article = "7.1", .reason = "position restored", .answers = {}};
}

}  // namespace

TEST_CASE("pauses and settings are kept for the record", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    const auto paused = last<wire::ClockIntervention>(hall.pause());
    REQUIRE(paused.has_value());
    CHECK(paused->kind == wire::Intervening::paused);
    CHECK(paused->by == "arbiter");
    CHECK(!paused->run);
    const Both<Duration> before = hall.readings;
    const Events events = hall.set(back_to({2}, Side::white));
    const auto set = last<wire::ClockIntervention>(events);
    REQUIRE(set.has_value());
    CHECK(set->before == before);
    CHECK(set->after == Both<Duration>{{minutes(70), minutes(71)}});
    CHECK(set->article == "7.1");
    CHECK(count<wire::PositionRestored>(events) == 0);
    CHECK(the<wire::ClockIntervention>(hall.period_ended(Side::white)).kind ==
          wire::Intervening::period_ended);
    CHECK(last<wire::MoveRecorded>(hall.play("Nf3")).has_value());
}

TEST_CASE("6.3: a period that ends while a question holds the game counts", "[game][regress]") {
    Hall hall("", "fide-rapid-a5", {}, "2/600:600");
    hall.play("e4 e5");
    hall.made(Side::white, "Nf6");  // illegal, and its text names no squares
    hall.press(Side::white);
    hall.made(Side::black, "Nc6");
    REQUIRE(hall.live().hold == game::Hold::question);
    REQUIRE(hall.running);
    const Events events = hall.period_ended(Side::black);
    CHECK(count<wire::EventVoided>(events) == 0);
    CHECK(the<wire::ClockIntervention>(events).after == hall.readings);
    CHECK(hall.live().readings == hall.readings);
    CHECK(hall.live().running);
    CHECK(hall.live().hold == game::Hold::question);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("6.3: a period that ends while a correction is on its way is shown by the clock alone",
          "[game][regress]") {
    Hall hall("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "", {}, "2/600:600");
    hall.prompt = false;
    hall.made(Side::white, "a8");
    hall.press(Side::white);
    REQUIRE(hall.live().hold == game::Hold::correction);
    const auto voided = the<wire::EventVoided>(hall.period_ended(Side::black));
    CHECK(voided.readings[Side::white] == hall.readings[Side::white]);
    hall.refuse_next = "bad_reading";  // then the record has the readings of the clock
    hall.deliver();
    CHECK(hall.live().readings == hall.readings);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("moves are taken back", "[game]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    hall.made(Side::white, "Bb5");
    const auto restored = last<wire::PositionRestored>(hall.set(back_to({1}, Side::black)));
    REQUIRE(restored.has_value());
    CHECK(restored->ply == Ply{1});
    CHECK(restored->fen.empty());
    CHECK(hall.live().ply == Ply{1});
    CHECK(hall.live().pending.empty());
    CHECK(the<wire::MoveRecorded>(hall.play("c5")).ply == Ply{2});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a person sets up a position", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    const std::string fen = "4k3/8/8/8/8/8/4R3/4K3 b - - 0 30";
    const auto restored = last<wire::PositionRestored>(hall.set(back_to({5}, Side::black, fen)));
    REQUIRE(restored.has_value());
    CHECK(restored->fen == fen);
    CHECK(hall.fen() == fen);
    CHECK(the<wire::MoveRecorded>(hall.play("Kd7")).ply == Ply{6});
    CHECK(hall.game().first == Side::white);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a person's FEN that is the record's own position takes back, no more", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    const std::string fen = hall.fen();
    hall.play("Nf3");
    const auto restored = last<wire::PositionRestored>(hall.set(back_to({2}, Side::white, fen)));
    REQUIRE(restored.has_value());
    CHECK(restored->fen.empty());
}

TEST_CASE("a person counts the move on the board as completed", "[game]") {
    Hall hall;
    hall.made(Side::white, "e4");
    const auto move = last<wire::MoveRecorded>(hall.set(back_to({1}, Side::black)));
    REQUIRE(move.has_value());
    CHECK(move->completed_by == wire::CompletedBy::ruling);
    CHECK(last<wire::MoveRecorded>(hall.play("e5")).has_value());
}

TEST_CASE("settings that the record cannot follow are questions", "[game]") {
    Hall ahead;
    CHECK(the<wire::QuestionPut>(ahead.set(back_to({9}, Side::black))).holds);
    CHECK(last<wire::EventVoided>(ahead.made(Side::black, "e5")).has_value());
    ahead.set(back_to({}, Side::white));
    CHECK(last<wire::MoveRecorded>(ahead.play("e4")).has_value());

    Hall turned;
    turned.play("e4");
    CHECK(the<wire::QuestionPut>(turned.set(back_to({1}, Side::white))).holds);

    Hall unreadable;
    CHECK(the<wire::QuestionPut>(unreadable.set(back_to({0}, Side::white, "nonsense"))).holds);
}

TEST_CASE("a person ends the game", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    hall.offer(Side::white);
    const wire::Outcome lost{Score{}, Ending::arbiter_decision, "12.9"};
    const Events events = hall.end(lost);
    const auto recorded = last<wire::ResultRecorded>(events);
    REQUIRE(recorded.has_value());
    CHECK(recorded->outcome == lost);
    CHECK(recorded->by == "arbiter");
    CHECK(the<wire::RulingGiven>(events).by == "arbiter");
    CHECK(the<wire::DrawOfferEnded>(events).how == wire::OfferEnd::game_over);
    CHECK(count<wire::CommandIssued>(events) == 0);
    CHECK(hall.live().result == lost);
}

TEST_CASE("a person's result overtakes ours", "[game]") {
    Hall hall;
    hall.prompt = false;
    hall.resign(Side::white);
    const wire::Outcome other{drawn(), Ending::arbiter_decision, "12.9"};
    const Events events = hall.end(other);
    CHECK(the<wire::ResultRecorded>(events).outcome == other);
    CHECK(fact(the<wire::RulingGiven>(events).evidence, "result_before") == "0-1");
    CHECK(the<wire::CommandSettled>(events).how == wire::Settling::game_ended);
    hall.deliver();
    CHECK(hall.live().outbox.empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a refusal of what is no longer outstanding gives nothing", "[game]") {
    Hall hall;
    CHECK(game::decide_refused(hall.games, {"arb:L1:1:1", "stale_epoch", "", {}, {}}).empty());
}

TEST_CASE("terms that are not known", "[game]") {
    Hall profile("", "local-rules");
    const auto question = last<wire::QuestionPut>(profile.log);
    REQUIRE(question.has_value());
    CHECK(!question->holds);
    CHECK(last<wire::MoveRecorded>(profile.play("e4")).has_value());

    Hall fen("no fen");
    CHECK(the<wire::QuestionPut>(fen.log).holds);
    CHECK(last<wire::EventVoided>(fen.made(Side::white, "e4")).has_value());
    fen.set(back_to({}, Side::white, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    CHECK(last<wire::MoveRecorded>(fen.play("e4")).has_value());
}

TEST_CASE("events of games the record does not know are voided", "[game]") {
    Hall hall;
    wire::DrawOffered e;
    e.game = "g9";
    e.board = Board{3};
    const Events events = hall.feed(e);
    REQUIRE(events.size() == 1);
    CHECK(the<wire::EventVoided>(events).game == "g9");
    wire::GameOpened again;
    static_cast<wire::BoardEvent&>(again) = hall.base();
    CHECK(last<wire::EventVoided>(hall.feed(again)).has_value());
}

TEST_CASE("resignation while a question is open is put to the arbiter too", "[game]") {
    Hall hall;
    hall.play("e4 e5");
    hall.flag(Side::white, 1);
    CHECK(hall.live().hold == game::Hold::question);
    CHECK(the<wire::QuestionPut>(hall.resign(Side::black)).about == wire::Subject::resignation);
    CHECK(!hall.live().result);
}
