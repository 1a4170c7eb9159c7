// The messages of a LiveChess session, as reports of a line: when a placement counts, and what
// happens with a board that comes and goes.
#include "clockd/sources/live_reports.hpp"

#include "clockd/devices/hands.hpp"
#include "clockd/sources/frame_budget.hpp"
#include "clockd/sources/limits.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/dice.hpp"

namespace flagfall::sources {
namespace {

constexpr Instant began{seconds(1000).us};

template <class Report>
std::vector<Report> all(const devices::Reports& reports) {
    std::vector<Report> out;
    for (const devices::Report& report : reports)
        if (const auto* one = std::get_if<Report>(&report)) out.push_back(*one);
    return out;
}

const devices::Placement start = devices::Placement::of(chess::start_position());

devices::Placement after(std::string_view moves) {
    chess::Position position = chess::start_position();
    for (std::size_t at = 0; at < moves.size(); at += 5)
        position = chess::after(position, *chess::parse_uci(position, moves.substr(at, 4)));
    return devices::Placement::of(position);
}

Equipment board(Link link, const std::string& battery = "") { return {"7", "COM3", link, battery}; }
Stands stands(const devices::Placement& placement, Instant at) {
    return {"7", placement, false, at, at};
}

TEST_CASE("of what a service sends so much is kept") {
    std::size_t kept = 0;
    FrameBudget large(began);
    for (int ms = 0; ms < 60'000; ++ms)
        if (large.take(limits::live_frame_bytes, began + milliseconds(ms)))
            kept += limits::live_frame_bytes;
    CHECK(kept >= 11u << 20);
    CHECK(kept <= 12u << 20);  // 4 MiB, and 128 KiB a second
    FrameBudget small(began);
    int frames = 0;
    while (small.take(1, began)) ++frames;
    CHECK(frames == 4'000);
    FrameBudget hall(began);  // 400 boards that report their clock each second
    for (int second = 0; second < 600; ++second)
        for (int board = 0; board < 400; ++board)
            REQUIRE(hall.take(300, began + seconds(second)));
}

TEST_CASE("a placement counts when it has stood still") {
    LiveReports reports;
    reports.on_act(board(Link::active));
    CHECK_FALSE(reports.deadline());
    reports.on_act(stands(after("e2e4"), began));
    REQUIRE(reports.deadline() == began + milliseconds(250));
    reports.on_act(stands(after("d2d4"), began + milliseconds(200)));  // the hand continued
    CHECK(reports.on_wake(began + milliseconds(250)).empty());
    const auto settled =
        all<devices::Settled>(reports.on_wake(began + milliseconds(450)));
    REQUIRE(settled.size() == 1);
    CHECK(settled.front().placement == after("d2d4"));
    CHECK(settled.front().at == began + milliseconds(200));
    CHECK(settled.front().since == began - milliseconds(100));  // boards look each 0.3 s
    CHECK_FALSE(reports.deadline());
}

TEST_CASE("what stood still counts though the program was busy when it was due") {
    LiveReports reports;
    reports.on_act(board(Link::active));
    reports.on_act(stands(after("e2e4"), began));
    const auto first = all<devices::Settled>(
        reports.on_act(stands(after("e2e4 e7e5"), began + milliseconds(300))));
    REQUIRE(first.size() == 1);
    CHECK(first.front().placement == after("e2e4"));
}

TEST_CASE("the last placement of a board that does not respond counts when it responds again") {
    for (const Link away : {Link::inactive, Link::not_responding}) {
        LiveReports reports;
        CHECK(all<devices::EquipmentSeen>(reports.on_act(board(away))).front().equipment.link ==
              devices::LinkState::silent);
        CHECK_FALSE(reports.reaches("7"));
        reports.on_act(stands(start, began));
        CHECK_FALSE(reports.deadline());
        CHECK(reports.on_wake(began + seconds(9)).empty());
        reports.on_act(board(Link::active));
        CHECK(all<devices::Settled>(reports.on_wake(began + seconds(10))).size() == 1);
        reports.on_act(stands(after("e2e4"), began + seconds(11)));
        reports.on_act(board(Link::gone));
        CHECK(reports.on_wake(began + seconds(20)).empty());
    }
}

TEST_CASE("a battery is reported in words, if it can be") {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"87%", "good"}, {"20%", "low"}, {"0%", "low"}, {"3.1V", ""}, {"", ""}, {"%", ""},
        {"101%", ""}, {"-5%", ""}, {"8 7%", ""}};
    for (const auto& [said, word] : cases) {
        LiveReports reports;
        INFO(said);
        CHECK(all<devices::EquipmentSeen>(reports.on_act(board(Link::active, said)))
                  .front().equipment.battery == word);
    }
}

TEST_CASE("a service has no memory of a board, and says so") {
    LiveReports reports;
    reports.on_act(board(Link::delayed));
    REQUIRE(reports.reaches("00007"));
    reports.ask_memory("00007");
    REQUIRE(reports.deadline());
    const auto remembered = all<devices::Remembered>(reports.on_wake(began));
    REQUIRE(remembered.size() == 1);
    CHECK(remembered.front().notes.notes.empty());
    CHECK_FALSE(reports.deadline());
}

TEST_CASE("long frames are kept as far as the limit goes, and a clock is an observation") {
    LiveReports reports;
    const auto frames = all<devices::FrameSeen>(
        reports.on_act(Heard{"7", std::string(limits::live_frame_bytes + 1, 'x'), began}));
    CHECK(frames.front().frame.data.size() == limits::live_frame_bytes);
    reports.on_act(board(Link::active));
    const auto clock = reports.on_act(
        ClockShows{"7", {{seconds(60), seconds(70)}}, Side::white, seconds(3), began});
    CHECK(all<devices::EquipmentSeen>(clock).front().equipment.clock);
    CHECK(all<devices::ClockObserved>(clock).front().uncertainty == seconds(3));
    CHECK(all<devices::ClockSeen>(clock).empty());  // nobody presses on it
}

// In any order of messages: each placement that settles is one that arrived, once, not before
// it was stable, and the last one of a board that responds is not lost.
TEST_CASE("whatever a service says, what settles is what stood there") {
    const devices::Placement places[] = {start, after("e2e4"), after("e2e4 e7e5"), after("d2d4")};
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        test::Dice dice(seed);
        LiveReports reports;
        Instant now = began;
        std::vector<Stands> came;
        std::size_t settled = 0;
        const auto check = [&](const devices::Reports& some) {
            for (const auto& one : all<devices::Settled>(some)) {
                ++settled;
                const bool known = std::ranges::any_of(came, [&](const Stands& was) {
                    return was.placement == one.placement && was.at == one.at;
                });
                CHECK(known);
                CHECK(now - one.at >= milliseconds(250));
                CHECK(one.since <= one.at);
            }
        };
        for (int step = 0; step < 40; ++step) {
            now = now + milliseconds(static_cast<std::int64_t>(dice.below(400)));
            if (dice.one_in(3)) {
                check(reports.on_act(board(static_cast<Link>(dice.below(6)))));
            } else if (dice.one_in(2)) {
                came.push_back(stands(dice.of(places), now));
                check(reports.on_act(came.back()));
            } else {
                check(reports.on_wake(now));
            }
        }
        CHECK(settled <= came.size());
        reports.on_act(board(Link::active));
        came.push_back(stands(start, now));
        check(reports.on_act(came.back()));
        now = now + seconds(1);
        const auto last = all<devices::Settled>(reports.on_wake(now));
        REQUIRE(last.size() == 1);
        CHECK(last.front().placement == start);
    }
}

}  // namespace
}  // namespace flagfall::sources
