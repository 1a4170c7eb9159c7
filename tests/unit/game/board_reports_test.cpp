// What clockd's log says of the electronic board of a game: out of reach, or with the sign for a
// result.
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

using wire::Closing;
using wire::Subject;

constexpr Instant first_time{5'000'000};
constexpr Instant second_time{65'000'000};

wire::EquipmentChanged board_of(const Hall& hall, std::optional<Instant> gone = std::nullopt) {
    wire::EquipmentChanged event;
    event.facts.serial = "10234";
    event.facts.source = "/dev/ttyS1";
    event.facts.board = hall.base().board;
    event.facts.link = gone ? wire::LinkState::gone : wire::LinkState::active;
    event.facts.shows = wire::Showing::position;
    event.gone_since = gone;
    return event;
}

wire::EquipmentChanged sign_of(const Hall& hall, std::optional<Score> score) {
    wire::EquipmentChanged event = board_of(hall);
    event.facts.sign = score;
    return event;
}

Events gone(Hall& hall, Instant since = first_time) { return hall.feed(board_of(hall, since)); }
Events back(Hall& hall) { return hall.feed(board_of(hall)); }

std::size_t open(const Hall& hall, Subject subject) { return about(hall, subject).size(); }

}  // namespace

TEST_CASE("a board out of reach is asked about once, until it is back", "[regress]") {
    Hall hall;
    hall.play("e4 e5");
    CHECK(back(hall).empty());
    wire::EquipmentChanged silent = board_of(hall);
    silent.facts.link = wire::LinkState::silent;  // for a moment
    CHECK(hall.feed(silent).empty());
    const Events asked = gone(hall);
    REQUIRE(asked.size() == 1);
    const auto question = the<wire::QuestionPut>(asked);
    CHECK(question.about == Subject::board_gone);
    CHECK_FALSE(question.holds);
    CHECK(fact(question.evidence, "serial") == "10234");
    CHECK(gone(hall).empty());
    wire::EquipmentChanged flap = board_of(hall, first_time);
    flap.facts.link = wire::LinkState::active;  // it may be gone again in a moment
    CHECK(hall.feed(flap).empty());
    hall.play("Nf3");
    hall.pause();
    hall.resume();
    CHECK(open(hall, Subject::board_gone) == 1);
    CHECK(the<wire::QuestionClosed>(back(hall)).how == Closing::overtaken);
    CHECK(hall.running);
    CHECK(count<wire::QuestionPut>(gone(hall, second_time)) == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an absence that was noted is not asked about again when a clock starts to run") {
    Hall hall;
    hall.play("e4 e5");
    gone(hall);
    hall.rule(answer(hall, "noted"));
    CHECK(hall.running);
    CHECK(gone(hall).empty());
    SECTION("another absence is") {
        CHECK(back(hall).empty());
        CHECK(count<wire::QuestionPut>(gone(hall, second_time)) == 1);
    }
    SECTION("so is this one when the answer is taken back") {
        hall.rule(undo_last(hall));
        CHECK(open(hall, Subject::board_gone) == 1);
        CHECK(gone(hall).empty());
        CHECK(the<wire::QuestionClosed>(back(hall)).how == Closing::overtaken);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a board that was back unheard is asked about again") {
    Hall hall;
    hall.play("e4");
    gone(hall);
    const Events again = gone(hall, second_time);
    CHECK(the<wire::QuestionClosed>(again).how == Closing::overtaken);
    CHECK(count<wire::QuestionPut>(again) == 1);
    CHECK(open(hall, Subject::board_gone) == 1);
}

TEST_CASE("a board that takes the place of one that is gone is not missed") {
    Hall hall;
    hall.play("e4");
    gone(hall);
    wire::EquipmentChanged other = board_of(hall, second_time);
    other.facts.serial = "10235";
    CHECK(hall.feed(other).empty());  // there is one question for a game
    other.gone_since.reset();
    CHECK(the<wire::QuestionClosed>(hall.feed(other)).how == Closing::overtaken);
}

TEST_CASE("nobody misses a board at which no moves are expected") {
    SECTION("the clock was not started") {
        Hall hall;
        game::Games games = hall.games;
        games.by_id.at("g1").live.began = false;
        const game::Input input{Pos{99}, Instant{}, 0, "", board_of(hall, first_time)};
        CHECK(game::decide(games, input).empty());
    }
    SECTION("the game is over") {
        Hall hall;
        hall.play("e4");
        gone(hall);
        const Events events = hall.resign(Side::black);
        CHECK(the<wire::QuestionClosed>(events).how == Closing::game_over);
        CHECK(gone(hall).empty());
        CHECK(gone(hall, second_time).empty());
    }
    SECTION("it reports presses only") {
        Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
        hall.press(Side::white);
        CHECK(gone(hall).empty());
    }
    SECTION("it is not at the board of this game") {
        Hall hall;
        hall.play("e4");
        wire::EquipmentChanged event = board_of(hall, first_time);
        event.facts.board = Board{hall.base().board.number + 1};
        CHECK(hall.feed(event).empty());
        event.facts.board.reset();
        CHECK(hall.feed(event).empty());
    }
}

TEST_CASE("the board of an adjourned game is missed when its clock runs again") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    gone(hall);
    hall.feed(sign_of(hall, drawn()));  // it was back
    gone(hall);
    hall.rule(wire::PauseClock{});
    CHECK(open(hall, Subject::board_gone) == 1);
    hall.rule(adjourn(Side::black));
    REQUIRE(hall.live().adjourned.has_value());
    CHECK(hall.live().questions.empty());
    CHECK(gone(hall).empty());
    CHECK(gone(hall, second_time).empty());
    wire::OpenSealed envelope;
    envelope.text = "Nc6";
    hall.rule(envelope);
    hall.rule(wire::ResumeGame{});
    REQUIRE(hall.running);
    CHECK(the<wire::QuestionPut>(gone(hall, second_time)).about == Subject::board_gone);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("nobody is asked to put the men right of an adjourned game", "[regress]") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    wire::EquipmentChanged put_away = board_of(hall);
    put_away.facts.shows = wire::Showing::other;
    hall.feed(put_away);
    hall.rule(wire::PauseClock{});
    CHECK(open(hall, Subject::board_shows) == 1);
    hall.rule(adjourn(Side::black));
    CHECK(hall.live().questions.empty());
    CHECK(hall.feed(put_away).empty());
    wire::OpenSealed envelope;
    envelope.text = "Nc6";
    hall.rule(envelope);
    hall.rule(wire::ResumeGame{});
    CHECK(the<wire::QuestionPut>(hall.feed(put_away)).about == Subject::board_shows);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a sign that is shown again is asked about again", "[regress]") {
    Hall hall;
    hall.play("e4 e5");
    const auto shown = [&](Instant since) {
        wire::EquipmentChanged event = sign_of(hall, drawn());
        event.sign_since = since;
        return hall.feed(event);
    };
    shown(first_time);
    hall.rule(answer(hall, "noted"));
    CHECK(shown(first_time).empty());  // a clock starts, and clockd says it again
    hall.feed(sign_of(hall, std::nullopt));
    CHECK(the<wire::QuestionPut>(shown(second_time)).about == Subject::board_sign);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an adjournment that is taken back brings the question back") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    gone(hall);
    hall.rule(wire::PauseClock{});
    hall.rule(adjourn(Side::black));
    hall.rule(undo_last(hall));
    CHECK(open(hall, Subject::board_gone) == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a game that begins again is played at the same board") {
    Hall hall;
    hall.play("e4 e5");
    gone(hall);
    hall.feed(sign_of(hall, drawn()));
    gone(hall);
    hall.feed(sign_of(hall, drawn()));
    wire::RestartGame restart;
    hall.rule(restart);
    REQUIRE(hall.refused.empty());
    CHECK(open(hall, Subject::board_sign) == 0);
}

TEST_CASE("no clock stands for a board that is gone") {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5");
    hall.feed(hall.flag_reached(Side::white, true));  // both clocks stand
    wire::EquipmentChanged both = board_of(hall, first_time);
    both.facts.sign = drawn();
    CHECK(count<wire::QuestionPut>(hall.feed(both)) == 2);
    hall.rule(wire::AdjustClock{minutes(5), {}});
    REQUIRE_FALSE(hall.running);
    CHECK(open(hall, Subject::pause) == 1);
}

// ---- the sign for a result ------------------------------------------------------------------

TEST_CASE("kings in the centre propose a result to the arbiter, and decide nothing", "[regress]") {
    Hall hall;
    hall.play("e4 e5");
    const Events asked = hall.feed(sign_of(hall, win_of(Side::white)));
    REQUIRE(asked.size() == 1);
    const auto question = the<wire::QuestionPut>(asked);
    CHECK(question.about == Subject::board_sign);
    CHECK(question.article == "5.1.2");
    CHECK_FALSE(question.holds);
    CHECK(fact(question.evidence, "result_shown") == "1-0");
    CHECK(fact(question.evidence, "fen") == hall.fen());
    CHECK(hall.running);
    CHECK_FALSE(hall.live().result);
    CHECK(hall.live().ply == Ply{2});
    CHECK(hall.feed(sign_of(hall, win_of(Side::white))).empty());
    const game::Question waits = about(hall, Subject::board_sign).front();
    CHECK(offers(waits, "white_wins"));
    CHECK_FALSE(offers(waits, "draw"));
    CHECK_FALSE(offers(waits, "black_wins"));
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a sign waits until the board shows the game, another sign, or somebody decides") {
    Hall hall;
    hall.play("e4 e5");
    hall.feed(sign_of(hall, win_of(Side::white)));
    SECTION("the men are put back") {
        CHECK(the<wire::QuestionClosed>(hall.feed(sign_of(hall, std::nullopt))).how ==
              Closing::overtaken);
    }
    SECTION("they play on, and end the game later") {
        hall.rule(answer(hall, "noted"));
        CHECK(hall.running);
        CHECK(hall.feed(sign_of(hall, win_of(Side::white))).empty());
        CHECK(hall.feed(sign_of(hall, std::nullopt)).empty());
        hall.play("Nf3 Nc6");
        CHECK(count<wire::QuestionPut>(hall.feed(sign_of(hall, win_of(Side::white)))) == 1);
    }
    SECTION("they show another result instead") {
        const Events other = hall.feed(sign_of(hall, win_of(Side::black)));
        CHECK(the<wire::QuestionClosed>(other).how == Closing::overtaken);
        CHECK(offers(about(hall, Subject::board_sign).front(), "black_wins"));
    }
    SECTION("an arbiter gives the result by another act") {
        const Events events = hall.rule(give(win_of(Side::white), "resignation"));
        CHECK(the<wire::QuestionClosed>(events).how == Closing::game_over);
        CHECK(hall.feed(sign_of(hall, win_of(Side::white))).empty());
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a sign that the players confirm is a resignation, and can be taken back") {
    Hall hall;
    hall.play("e4 e5");
    hall.feed(sign_of(hall, win_of(Side::white)));
    hall.rule(answer(hall, "white_wins"));
    REQUIRE(hall.live().result);
    CHECK(hall.live().result->score == win_of(Side::white));
    CHECK(hall.live().result->ending == Ending::resignation);
    CHECK(hall.live().result->article == "5.1.2");
    CHECK(hall.over);
    CHECK(hall.feed(sign_of(hall, win_of(Side::white))).empty());
    hall.rule(undo_last(hall));
    CHECK_FALSE(hall.live().result);
    CHECK(open(hall, Subject::board_sign) == 1);
    CHECK(the<wire::QuestionClosed>(hall.feed(sign_of(hall, std::nullopt))).how ==
          Closing::overtaken);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("the sign for a draw is an agreement when the players confirm it") {
    Hall hall;
    hall.play("e4 e5");
    CHECK(the<wire::QuestionPut>(hall.feed(sign_of(hall, drawn()))).article == "5.2.3");
    hall.rule(answer(hall, "draw"));
    REQUIRE(hall.live().result);
    CHECK(hall.live().result->ending == Ending::agreement);
}

TEST_CASE("5.1.2: nobody wins by a sign who cannot mate") {
    Hall hall("8/8/4k3/8/8/3K4/8/5q2 w - - 0 1");  // White has the king alone
    hall.feed(sign_of(hall, win_of(Side::white)));
    const game::Question question = about(hall, Subject::board_sign).front();
    CHECK_FALSE(offers(question, "white_wins"));
    hall.rule(answer(hall, "draw"));
    REQUIRE(hall.live().result);
    CHECK(hall.live().result->ending == Ending::resignation_draw);
}
