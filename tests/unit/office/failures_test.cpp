// A mistake of the software: it costs one event or one act, but neither the hall nor the record.
#include <stdexcept>

#include "arbiterd/service/trial.hpp"
#include "common/base/check.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/office/house.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

struct Lenient {  // this test examines failures
    Lenient() { abort_on_failed_checks(false); }
    ~Lenient() { abort_on_failed_checks(true); }
    Lenient(const Lenient&) = delete;
    Lenient& operator=(const Lenient&) = delete;
};

// Two games under way; then clockd sends what the test wants.
class Hall {
public:
    Hall() {
        house.connect();
        for (const char* board : {"1", "2"})
            house.arbiter(R"({"type":"open_game","id":"o)" + std::string(board) +
                          R"(","board":)" + board + R"(,"game":"g)" + board +
                          R"(","event":"e","round":"1","white":"A","black":"B",)" +
                          R"("time_control":"600"})");
        house.run();
        pos_ = house.clock_log().last();
        for (const std::uint32_t board : {1U, 2U}) says(at<wire::GameStarted>(board));
        REQUIRE(live("g1").running);
    }

    template <class Event>
    static Event at(std::uint32_t board) {
        Event event;
        event.board = Board{board};
        event.game = "g" + std::to_string(board);
        event.epoch = Epoch{7};
        event.readings = {{seconds(500), seconds(500)}};
        return event;
    }
    void says(wire::ClockEvent event) {
        wire::EventFrame frame;
        frame.pos = Pos{++pos_.value};
        frame.at = Instant{pos_.value};
        frame.boot = "boot";
        frame.event = std::move(event);
        house.service().on_line(wire::encode(wire::FromClockd{frame}));
        house.commit_office();
    }
    const game::Live& live(const std::string& game) {
        return house.service().games().by_id.at(game).live;
    }

    House house;

private:
    Pos pos_;
};

}  // namespace

TEST_CASE("an event at which the software fails is put to a person, and the hall goes on") {
    Hall hall;
    const Lenient lenient;
    auto event = Hall::at<wire::Paused>(1);
    event.by = "arbiter";
    event.readings[Side::white] = Duration{-1};  // no clock shows this
    const Pos before = hall.house.record().last();
    hall.says(event);
    hall.says(event);
    CHECK(hall.house.record().last().value == before.value + 3);  // asked once, voided twice
    const auto& questions = hall.live("g1").questions;
    REQUIRE(questions.size() == 1);
    CHECK(questions.front().about == wire::Subject::software);
    CHECK(questions.front().holds);
    CHECK(hall.live("g1").running);

    auto made = Hall::at<wire::Made>(2);
    made.side = Side::white;
    made.text = "e4";
    made.ply = Ply{1};
    hall.says(made);
    CHECK(hall.live("g2").pending.size() == 1);
    CHECK(hall.live("g2").questions.empty());

    const game::Games games = hall.house.service().games();
    hall.house.restart_office();
    CHECK(hall.house.service().games().by_id == games.by_id);
    CHECK(hall.live("g1").questions.size() == 1);
}

TEST_CASE("what was decided is applied to copies first, and fails there") {
    Hall hall;
    const Lenient lenient;
    const game::Games before = hall.house.service().games();
    wire::GameBegan again;
    again.game = "g1";
    again.board = Board{1};
    again.epoch = Epoch{7};
    const auto tried = [&](std::vector<wire::GameEvent> events) {
        return arbiterd::guarded([&] {
            arbiterd::try_out(before, {}, hall.house.record().last(), events);
        });
    };
    const auto twice = tried({again});
    REQUIRE_FALSE(twice);
    CHECK(twice.error().find("!live.began") == 0);
    wire::PlayerArrived arrived;
    static_cast<wire::GameEventBase&>(arrived) = again;
    CHECK(tried({arrived}));
    CHECK_FALSE(tried({arrived, again}));
    CHECK(hall.house.service().games().by_id == before.by_id);
}

TEST_CASE("a failure is the result of what was tried, and the record's own state is not") {
    const Lenient lenient;
    const auto failing = arbiterd::guarded([]() -> int { FF_CHECK(1 + 1 == 3); return 1; });
    REQUIRE_FALSE(failing);
    CHECK(failing.error().find("1 + 1 == 3 at ") == 0);
    const auto thrown = arbiterd::guarded([] { throw std::out_of_range("map::at"); });
    CHECK(thrown.error() == "map::at");
    CHECK(arbiterd::guarded([] { return 7; }) == 7);
    const auto unread = [] { throw game::PastUnreadable("no disk"); };
    CHECK_THROWS_AS(arbiterd::guarded(unread), game::PastUnreadable);
}
