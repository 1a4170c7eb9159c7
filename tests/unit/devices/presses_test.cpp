// Presses of whatever clock beside a board: each waits for its move, and counts as of its instant.
#include "tests/unit/devices/one_board.hpp"

using namespace flagfall;
using namespace flagfall::devices;
using namespace flagfall::test;

TEST_CASE("a press of the lever goes to clockd with its move, however late that is understood") {
    OneBoard one = seated();
    const Instant at = Instant{} + seconds(20);
    CHECK(one.works(one.clock(day - seconds(19), day, Side::black, at), at).size() == 1);
    CHECK(one.held);
    const Instant early = at + milliseconds(100);  // the board has not reported the move
    CHECK(one.works(one.tables.on_wake(early), early).empty());
    const Instant later = at + milliseconds(300);
    one.works(one.stands("line", after_e4, later), later);
    const Instant due = at + milliseconds(600);
    one.works(one.tables.on_wake(due), due);
    REQUIRE(one.events<wire::Pressed>().size() == 1);
    CHECK(one.events<wire::Pressed>().front().made);
    CHECK(one.events<wire::Made>().front().text == "e2e4");
}

TEST_CASE("an illegal position that the lever completes is an illegal move") {
    OneBoard one = seated();
    const Instant at = Instant{} + seconds(20);
    one.works(one.stands("line", after_e5, at), at);
    one.works(one.clock(day - seconds(19), day, Side::black, at), at);
    const Instant due = at + seconds(3);
    one.works(one.tables.on_wake(due), due);
    REQUIRE(one.events<wire::Pressed>().size() == 1);
    CHECK(one.events<wire::Pressed>().front().made);
    CHECK(one.events<wire::Made>().front().text == "e2e5");
}

TEST_CASE("a press of the lever without a move is one") {
    OneBoard one = seated();
    const Instant at = Instant{} + seconds(20);
    one.works(one.clock(day - seconds(19), day, Side::black, at), at);
    const Instant due = at + seconds(3);
    one.works(one.tables.on_wake(due), due);
    REQUIRE(one.events<wire::Pressed>().size() == 1);
    CHECK_FALSE(one.events<wire::Pressed>().front().made);
    one.works(one.tables.on_wake(due + seconds(1)), due + seconds(1));
    one.works(one.clock(day - seconds(19), day, Side::black, due), due);
    CHECK(one.events<wire::Pressed>().size() == 1);
}

TEST_CASE("a lever at the wrong side before the first move is no press", "[regress]") {
    OneBoard one(Hand::left);
    const Instant at = Instant{} + seconds(10);
    one.works(one.seen("line", LinkState::active, at), at);
    one.works(one.stands("line", at_start, at), at);
    one.works(one.clock(day - seconds(9), day, Side::black, at), at);
    CHECK_FALSE(one.held);
    const Instant later = at + seconds(2);
    one.works(one.clock(day - seconds(11), day, Side::white, later), later);
    const Instant pressed = later + seconds(2);
    one.works(one.clock(day - seconds(13), day, Side::black, pressed), pressed);
    CHECK(one.held);  // now it was
}

TEST_CASE("a press at a board that is never still is not said to have no move", "[regress]") {
    OneBoard one = seated();
    const Instant at = Instant{} + seconds(20);
    const bool still = GENERATE(true, false);
    CAPTURE(still);
    if (!still) one.works(one.tables.on_report("line", Moving{"7"}, at), at);
    one.works(one.tablet(Side::white, at), at);
    for (int half = 1; half <= 8; ++half) {
        const Instant later = at + milliseconds(500 * half);
        one.works(one.tables.on_wake(later), later);
    }
    CHECK(one.events<wire::Pressed>().size() == (still ? 1 : 0));  // clockd waits no longer
}

TEST_CASE("a press at a board that answers nothing any more is not said to have no move",
          "[regress]") {
    const bool answers = GENERATE(true, false);
    const bool illegal = GENERATE(true, false);
    CAPTURE(answers, illegal);
    OneBoard one = seated();
    const Instant at = Instant{} + seconds(20);
    if (illegal) one.works(one.stands("line", after_e5, at), at);
    one.works(one.tables.on_report("line", Asked{"7", at - seconds(1)}, at), at);
    const Orders pressed = one.tablet(Side::white, at);
    CHECK(count_of<AskChanges>(pressed) == 1);
    one.works(pressed, at);
    const Instant asked = at + milliseconds(300);
    const Instant answered = asked + milliseconds(250);
    if (answers) one.works(one.tables.on_report("line", Asked{"7", asked}, answered), answered);
    for (int half = 1; half <= 8; ++half) {
        const Instant later = answered + milliseconds(500 * half);
        one.works(one.tables.on_wake(later), later);
    }
    const auto presses = one.events<wire::Pressed>();
    REQUIRE(presses.size() == (answers ? 1 : 0));  // clockd goes on, and asks an arbiter
    CHECK(one.events<wire::Made>().size() == (answers && illegal ? 1 : 0));
}

TEST_CASE("a press before anybody has looked at the board has its illegal move", "[regress]") {
    OneBoard one(Hand::left);
    Instant at = Instant{} + seconds(10);
    one.works(one.seen("line", LinkState::active, at), at);
    one.works(one.clock(day - seconds(9), day, Side::white, at), at);
    CHECK(count_of<AskChanges>(one.tablet(Side::white, at)) == 0);  // nobody knows that it answers
    const Instant looked = at + milliseconds(100);
    one.works(one.stands("line", after_e5, looked), looked);
    Orders asked = one.tables.on_report("line", Asked{"7", at - milliseconds(100)}, looked);
    CHECK(count_of<AskChanges>(asked) == 1);
    one.works(std::move(asked), looked);
    const Instant come = at + milliseconds(200);
    one.works(one.tables.on_report("line", Remembered{"7", {}, come}, come), come);
    const Instant answered = at + milliseconds(400);
    const Asked again{"7", at + milliseconds(300)};
    CHECK(count_of<AskChanges>(one.tables.on_report("line", again, answered)) == 0);
    for (int half = 1; half <= 4; ++half) {
        const Instant later = answered + milliseconds(500 * half);
        one.works(one.tables.on_wake(later), later);
    }
    REQUIRE(one.events<wire::Pressed>().size() == 1);
    CHECK(one.events<wire::Made>().front().text == "e2e5");
}

// ---- clocks and tablets of the hall ---------------------------------------------------------

namespace {

constexpr const char* after_e3 = "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR";
constexpr const char* after_e4_e5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";

// The instants of the events of a type.
template <class Event>
std::vector<Instant> instants(const OneBoard& one) {
    std::vector<Instant> found;
    for (const auto& each : one.clockd.log)
        if (std::holds_alternative<Event>(each.event)) found.push_back(each.at);
    return found;
}

std::size_t weighed_in(const Orders& orders) { return count_of<Weighed>(orders); }

}  // namespace

TEST_CASE("a tablet's press that comes before the board is still completes its move, and costs what"
          " it must") {
    OneBoard one = seated();
    const Instant at = Instant{} + seconds(20);
    one.works(one.tablet(Side::white, at), at);
    CHECK(one.events<wire::Pressed>().empty());
    const Instant changed = at + milliseconds(200);
    const Instant still = changed + milliseconds(250);
    one.works(one.tables.on_report(
                  "line", Settled{"7", *Placement::from(after_e4), changed, changed}, still),
              still);
    CHECK(one.held);  // it may be another move yet
    const Instant due = at + milliseconds(600);
    one.works(one.tables.on_wake(due), due);
    REQUIRE(one.events<wire::Pressed>().size() == 1);
    CHECK(one.events<wire::Pressed>().front().made);
    CHECK(one.events<wire::Pressed>().front().elapsed == seconds(19));
    CHECK(instants<wire::Made>(one) == std::vector{at});
    CHECK(instants<wire::Pressed>(one) == std::vector{at});
}

TEST_CASE("a man that slides on while the press is weighed makes one move, the last") {
    OneBoard one = seated();
    const Instant at = Instant{} + seconds(20);
    one.works(one.stands("line", after_e3, at), at);
    one.works(one.tables.on_wake(at + milliseconds(260)), at + milliseconds(260));
    REQUIRE(one.events<wire::Made>().size() == 1);
    const Instant pressed = at + milliseconds(300);
    one.works(one.tablet(Side::white, pressed), pressed);
    const Instant later = at + milliseconds(500);
    one.works(one.stands("line", after_e4, later), later);
    const Instant due = pressed + milliseconds(600);
    one.works(one.tables.on_wake(due), due);
    CHECK(one.clockd.moves({1}) == std::vector<std::string>{"e2e4"});
    CHECK(instants<wire::Pressed>(one) == std::vector{pressed});
}

TEST_CASE("an illegal position that a tablet's press completes is an illegal move") {
    OneBoard one = seated();
    const Instant at = Instant{} + seconds(20);
    one.works(one.tablet(Side::white, at), at);
    one.works(one.stands("line", after_e5, at + milliseconds(300)), at + milliseconds(300));
    const Instant due = at + seconds(2);
    one.works(one.tables.on_wake(due), due);
    REQUIRE(one.events<wire::Pressed>().size() == 1);
    CHECK(one.events<wire::Pressed>().front().made);
    CHECK(one.events<wire::Made>().front().text == "e2e5");
    CHECK(instants<wire::Pressed>(one) == std::vector{at});
}

TEST_CASE("a tablet's press without a move is one, as soon as the board would have shown it") {
    OneBoard one = seated();
    const Instant at = Instant{} + seconds(20);
    one.works(one.tablet(Side::white, at), at);
    const Instant due = at + milliseconds(600);
    one.works(one.tables.on_wake(due), due);
    REQUIRE(one.events<wire::Pressed>().size() == 1);
    CHECK_FALSE(one.events<wire::Pressed>().front().made);
}

TEST_CASE("a tablet and the lever that report the same press count once, whichever comes first") {
    for (const bool tablet_first : {true, false}) {
        INFO("tablet first " << tablet_first);
        OneBoard one = seated();
        const Instant at = Instant{} + seconds(20);
        if (tablet_first) {
            one.works(one.tablet(Side::white, at), at);
            CHECK(one.works(one.clock(day - seconds(19), day, Side::black, at), at).empty());
        } else {
            one.works(one.clock(day - seconds(19), day, Side::black, at), at);
        }
        one.works(one.stands("line", after_e4, at + milliseconds(300)), at + milliseconds(300));
        const Instant due = at + milliseconds(600);
        one.works(one.tables.on_wake(due), due);
        one.works(one.clock(day - seconds(19), day, Side::black, due), due);
        CHECK(one.events<wire::Pressed>().size() == 1);
        CHECK_FALSE(one.held);
    }
}

TEST_CASE("what the opponent has played meanwhile comes after the press") {
    OneBoard one = seated();
    const Instant at = Instant{} + seconds(20);
    one.works(one.stands("line", after_e4, at), at);
    one.works(one.tablet(Side::white, at + milliseconds(50)), at + milliseconds(50));
    Orders orders = one.stands("line", after_e4_e5, at + milliseconds(400));
    for (const Instant wake : {at + milliseconds(700), at + milliseconds(900)})
        OneBoard::add(orders, one.tables.on_wake(wake));
    CHECK(weighed_in(orders) == 1);
    one.works(std::move(orders), at + milliseconds(900));
    CHECK(one.clockd.moves({1}) == std::vector<std::string>{"e2e4", "e7e5"});
    REQUIRE(instants<wire::Made>(one).size() == 2);
    CHECK(instants<wire::Pressed>(one).front() <= instants<wire::Made>(one).back());
}

TEST_CASE("a press that clockd names again is answered again") {
    OneBoard one = seated();
    const Instant at = Instant{} + seconds(20);
    CHECK(weighed_in(one.tablet(Side::white, at)) == 0);
    CHECK(weighed_in(one.tablet(Side::white, at + milliseconds(100))) == 0);
    const Instant due = at + milliseconds(600);
    CHECK(weighed_in(one.tables.on_wake(due)) == 1);
    CHECK(weighed_in(one.tablet(Side::white, due)) == 1);
}

TEST_CASE("a press waits for nothing where the board can say nothing") {
    OneBoard one = seated();
    const Instant at = Instant{} + seconds(20);
    const wire::PressHeld another_game{{1}, "g0", Side::white, "device/3", "t1", {}};
    CHECK(weighed_in(one.tables.on_press_held(another_game, at)) == 1);
    const wire::PressHeld another_board{{2}, "g2", Side::white, "device/3", "t1", {}};
    CHECK(one.tables.on_press_held(another_board, at).empty());
    one.works(one.tablet(Side::white, at), at);  // without a move: nobody knows what stands now
    one.works(one.tables.on_wake(at + seconds(1)), at + seconds(1));
    REQUIRE(one.events<wire::Pressed>().size() == 1);
    const Instant later = at + seconds(2);
    one.works(one.tablet(Side::black, later, "t2"), later);
    CHECK(one.events<wire::Pressed>().size() == 2);
}

TEST_CASE("clockd that did not wait longer is not waited for") {
    OneBoard one = seated();
    const Instant at = Instant{} + seconds(20);
    one.tablet(Side::white, at);
    wire::Press press = *std::exchange(one.held, std::nullopt);
    REQUIRE(one.clockd.give(press, at).empty());
    Orders orders;
    one.give_events(orders);
    for (const int each : {1, 2, 3}) OneBoard::add(orders, one.tables.on_wake(at + seconds(each)));
    CHECK(weighed_in(orders) == 0);
}

TEST_CASE("a board that nobody has seen is waited for, and its memory is not") {
    for (const bool pressed_first : {true, false}) {
        INFO("pressed first " << pressed_first);
        OneBoard one(Hand::left);
        const Instant at = Instant{} + seconds(10);
        one.works(one.seen("line", LinkState::active, at), at);
        if (pressed_first) one.works(one.tablet(Side::white, at), at);
        const Instant later = at + seconds(1);
        one.works(one.tables.on_wake(later), later);
        CHECK(one.events<wire::Pressed>().empty());
        const Orders looked = one.stands("line", after_e4, later);
        CHECK(count_of<AskMemory>(looked) == (pressed_first ? 0 : 1));
        one.works(looked, later);
        if (!pressed_first) one.works(one.tablet(Side::white, later), later);
        const Instant due = later + milliseconds(600);
        one.works(one.tables.on_wake(due), due);
        REQUIRE(one.events<wire::Pressed>().size() == 1);
        CHECK(one.events<wire::Pressed>().front().made);
        CHECK(one.clockd.moves({1}) == std::vector<std::string>{"e2e4"});
    }
}

TEST_CASE("after a ruling took a press back, the lever presses again when it was put back") {
    OneBoard one = seated();
    const Instant at = Instant{} + seconds(20);
    one.works(one.clock(day - seconds(19), day, Side::black, at), at);
    one.works(one.tables.on_wake(at + seconds(1)), at + seconds(1));
    REQUIRE(one.events<wire::Pressed>().size() == 1);  // without a move
    wire::SetReading back;
    back.id = "back";
    back.board = {1};
    back.game = "g1";
    back.correction.readings = {{day, day}};
    back.correction.fen = chess::fen(chess::start_position());
    back.correction.run = true;
    const Instant ruled = at + seconds(2);
    REQUIRE(one.clockd.give(back, ruled).empty());
    Orders orders;
    one.give_events(orders);
    one.works(std::move(orders), ruled);
    one.works(one.clock(day, day, Side::black, ruled + seconds(1)), ruled + seconds(1));
    CHECK_FALSE(one.held);  // it stands as it stood
    one.works(one.clock(day, day, Side::white, ruled + seconds(2)), ruled + seconds(2));
    const Instant again = ruled + seconds(3);
    one.works(one.clock(day, day, Side::black, again), again);
    CHECK(one.held);
    one.works(one.stands("line", after_e4, again), again);
    one.works(one.tables.on_wake(again + seconds(1)), again + seconds(1));
    REQUIRE(one.events<wire::Pressed>().size() == 2);
    CHECK(one.events<wire::Pressed>().back().made);
}

TEST_CASE("a lever that lies as before a ruling is no press until it was put back", "[regress]") {
    const bool again = GENERATE(true, false);  // the gateway starts again after the ruling
    const std::uint32_t plies = GENERATE(1U, 3U);
    CAPTURE(again, plies);
    OneBoard one = seated();
    Instant at = Instant{} + seconds(20);
    chess::Position position = chess::start_position();
    std::vector<chess::Position> positions{position};
    for (int ply = 0; ply < 4; ++ply) {  // each side moves its first man that can
        position = chess::after(position, *chess::legal_moves(position).begin());
        positions.push_back(position);
        one.works(one.stands("line", text(Placement::of(position)), at), at);
        one.works(one.clock(day, day, position.side_to_move(), at), at);
        at = at + seconds(2);
        one.works(one.tables.on_wake(at), at);
    }
    REQUIRE(one.events<wire::Pressed>().size() == 4);
    wire::SetReading back;
    back.correction.readings = {{day, day}};
    back.correction.ply = {4 - plies};
    back.correction.turn = Side::black;
    back.correction.fen = chess::fen(positions[4 - plies]);
    back.correction.run = true;
    REQUIRE(one.rules(back, at).empty());
    if (again) one.starts_again(Hand::left, at);
    one.works(one.stands("line", text(Placement::of(positions[4 - plies])), at), at);
    for (const Side lever : {Side::white, Side::black, Side::white}) {
        CHECK_FALSE(one.held);
        at = at + seconds(2);
        one.works(one.clock(day, day, lever, at), at);
    }
    CHECK(one.held);  // now it was
}

TEST_CASE("a clock that still runs for the game before does not say whose lever is whose",
          "[regress]") {
    const int how = GENERATE(0, 1, 2);  // it goes on, it is stopped, or only seen with more time
    CAPTURE(how);
    OneBoard one;
    Instant at = Instant{} + seconds(10);
    one.works(one.seen("line", LinkState::active, at), at);
    one.works(one.stands("line", at_start, at), at);
    const Duration played = seconds(3'000);
    one.works(one.clock(played, played, Side::white, at), at);
    one.works(one.clock(played, played, Side::black, at), at);
    wire::EndGame end;
    end.outcome.ending = Ending::arbiter_decision;
    end.outcome.score = *score_from("1-0");
    REQUIRE(one.rules(end, at).empty());
    one.clockd.open({1}, at, wire::Timing::clockd, "86400", "g2");
    Orders orders;
    one.give_events(orders);
    one.works(std::move(orders), at);
    one.works(one.stands("line", at_start, at), at);
    one.works(one.clock(played, played, Side::black, at), at);  // Black's, of the game before
    if (how == 1) one.works(one.clock(day, day, Side::black, at, false), at);
    for (const Side lever : {Side::white, Side::white, Side::black}) {
        CHECK_FALSE(one.held);
        at = at + seconds(2);
        const Duration time = how == 0 ? played : day;
        one.works(one.clock(time, time, lever, at), at);
    }
    CHECK(one.held.has_value() == (how != 0));
    if (one.held) CHECK(one.held->side == Side::white);
}

TEST_CASE("a gateway that starts again finds out whose lever is whose", "[regress]") {
    const int how = GENERATE(0, 1, 2);  // it follows the game, nobody uses it, or no move is made
    CAPTURE(how);
    OneBoard one = seated();
    Instant at = Instant{} + seconds(20);
    one.works(one.stands("line", after_e4, at), at);
    one.works(one.clock(day, day, Side::black, at), at);
    at = at + seconds(2);
    one.works(one.tables.on_wake(at), at);
    REQUIRE(one.events<wire::Pressed>().size() == 1);
    one.starts_again({}, at);
    one.works(one.stands("line", after_e4, at), at);
    for (int second = 0; second < 3; ++second) {
        at = at + seconds(1);
        one.works(one.tables.on_wake(at), at);
        one.works(one.clock(day, day, Side::black, at), at);
    }
    CHECK_FALSE(one.held);
    one.works(one.stands("line", how == 2 ? after_e4 : after_e4_e5, at), at);
    at = at + seconds(1);
    one.works(one.tables.on_wake(at), at);
    one.works(one.clock(day, day, how == 1 ? Side::black : Side::white, at), at);
    CHECK(one.held.has_value() == (how == 0));
    if (one.held) CHECK(one.held->side == Side::black);
}

TEST_CASE("a press does not wait for a move that clockd refused") {
    OneBoard one = seated();
    const Instant at = Instant{} + seconds(20);
    const Orders moved = one.stands("line", after_e4, at);
    REQUIRE(count_of<Send>(moved) == 1);
    const Instant later = at + seconds(1);
    CHECK(weighed_in(one.tablet(Side::white, later)) == 0);
    CHECK(weighed_in(one.tables.on_wake(later + seconds(1))) == 0);  // after the move
    const std::string id = clock::common(std::get<Send>(moved.front()).command).id;
    CHECK(weighed_in(one.tables.on_refused(id, "not_running")) == 1);
}
