// Lines with boards, in virtual time: every placement of real games is seen, in order, whatever
// the line does to the bytes.
#include <algorithm>
#include <map>
#include <set>

#include "clockd/devices/bus_line.hpp"
#include "clockd/devices/serial.hpp"
#include "clockd/devices/single_line.hpp"
#include "common/chess/notation.hpp"
#include "common/chess/pgn.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/wired_play.hpp"
#include "tests/unit/devices/games.hpp"

using namespace flagfall;
using namespace flagfall::devices;
using test::Mischief;

namespace {

// What was seen of one board, and what it says against the game.
struct Seen {
    std::vector<Settled> looks;

    // Each position of the game must have been looked at in its order, within the stated bounds.
    void check(const test::Player& player, bool all) const {
        std::size_t look = 0;
        std::size_t missed = 0;
        for (std::size_t ply = 1; ply < player.positions().size(); ++ply) {
            const Placement wanted = Placement::of(player.positions()[ply]);
            std::size_t at = look;
            while (at < looks.size() && looks[at].placement != wanted) ++at;
            if (at == looks.size()) {
                UNSCOPED_INFO("missed ply " << ply << " " << text(wanted));
                ++missed;
                continue;
            }
            look = at;
            const Instant made = player.made()[ply - 1];
            CHECK(looks[at].since.us <= made.us);
            CHECK(looks[at].at + milliseconds(1'300) >= made);
        }
        if (all) CHECK(missed == 0);
        REQUIRE(!looks.empty());
        CHECK(text(looks.back().placement) == text(Placement::of(player.position())));
    }
};

struct Hall {
    explicit Hall(std::size_t boards, std::uint64_t seed, Mischief mischief,
                  std::size_t plies = 40, Duration pace = seconds(4))
        : wires(seed, mischief) {
        const auto games = test::real_games();
        for (std::size_t n = 0; n < boards; ++n) {
            test::WiredBoard& board = wires.add(test::serial_of(n));
            board.set_up(Placement::of(chess::start_position()), Instant{});
        }
        for (std::size_t n = 0; n < boards; ++n) {
            auto moves = games[(n + seed) % games.size()];
            moves.resize(std::min(moves.size(), plies));
            players.emplace_back(wires.board(n), moves, seed * 1000 + n,
                                 Instant{} + seconds(25), pace);
        }
    }

    template <class Line>
    void play(Line& line, Duration after = seconds(20)) {
        const auto all_done = [&] {
            return std::ranges::all_of(players, [](const auto& p) { return p.done(); });
        };
        const auto note = [&](const Report& report) { take(report); };
        test::run(line, wires, players, now, Instant{} + seconds(100'000), note, all_done);
        test::run(line, wires, players, now, now + after, note);
    }

    void take(const Report& report) {
        if (const auto* settled = std::get_if<Settled>(&report))
            seen[settled->serial].looks.push_back(*settled);
        if (const auto* equipment = std::get_if<EquipmentSeen>(&report))
            states[equipment->equipment.serial] = equipment->equipment;
        if (const auto* memory = std::get_if<Remembered>(&report)) remembered.push_back(*memory);
        if (std::holds_alternative<FrameSeen>(report)) ++frames;
        if (const auto* clock = std::get_if<ClockSeen>(&report)) {
            Instant& last = clock_read.try_emplace(clock->serial, clock->at).first->second;
            clock_gap[clock->serial] = std::max(clock_gap[clock->serial], clock->at - last);
            last = clock->at;
        }
    }
    // The clock beside this board runs for this hand.
    void show_clock(std::size_t board, Hand to_move) {
        ClockReading reading;
        reading.left.time = reading.right.time = seconds(5'000);
        reading.runs = true;
        reading.to_move = to_move;
        wires.board(board).show(reading);
    }

    void check(bool all) {
        for (std::size_t n = 0; n < players.size(); ++n) {
            INFO("board " << n);
            seen[test::serial_of(n)].check(players[n], all);
        }
    }

    test::WiredLine wires;
    std::vector<test::Player> players;
    Instant now{};
    std::map<std::string, Seen> seen;
    std::map<std::string, Equipment> states;
    std::vector<Remembered> remembered;
    std::size_t frames = 0;
    std::map<std::string, Instant> clock_read;  // last
    std::map<std::string, Duration> clock_gap;  // the longest between two readings
};

constexpr Mischief bad{.garbage = 20, .twice = 20, .lost = 20, .deaf = 40, .short_of = 30,
                       .bent = 60, .zero_clock = 2, .field_twice = 5, .slow = 10};

}  // namespace

TEST_CASE("a board alone on a line: every move is seen") {
    Hall hall(1, 1, {});
    SingleLine line(Instant{});
    hall.play(line);
    hall.check(true);
    const Equipment& board = hall.states.at("10001");
    CHECK(board.link == LinkState::active);
    CHECK(board.version == "1.8");
    CHECK(board.battery == "good");
    CHECK(line.damage() == Damage{});
}

TEST_CASE("a bad line with one board: where the game stands is known") {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        INFO("seed " << seed);
        Hall hall(1, seed, bad);
        SingleLine line(Instant{});
        hall.play(line, seconds(60));
        hall.check(false);
    }
}

TEST_CASE("a bus with some boards: every move is seen") {
    Hall hall(5, 3, {});
    BusLine line({}, Instant{});
    hall.play(line);
    CHECK(line.boards() == 5);
    hall.check(true);
}

TEST_CASE("a bad bus: where the games stand is known") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        INFO("seed " << seed);
        Hall hall(4, seed, bad);
        BusLine line({}, Instant{});
        hall.play(line, seconds(60));
        hall.check(false);
    }
}

TEST_CASE("answers that get lost on a bus are asked for once more: every move is seen") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        INFO("seed " << seed);
        Hall hall(3, seed, {.lost = 60});
        BusLine line({}, Instant{});
        hall.play(line);
        hall.check(true);
    }
}

TEST_CASE("64 boards on one bus: every move is seen") {
    Hall hall(64, 5, {}, 30, seconds(12));
    BusLine line({}, Instant{});
    hall.play(line, seconds(40));
    CHECK(line.boards() == 64);
    hall.check(true);
}

// Each ply is pressed as soon as it is seen.
TEST_CASE("64 boards on one bus whose clocks are the games': all are read, no move is lost") {
    Hall hall(64, 5, {}, 20, seconds(12));
    for (std::size_t n = 0; n < 64; ++n) hall.show_clock(n, Hand::left);
    BusLine line({}, Instant{});
    std::map<std::string, Hand> levers;
    const auto note = [&](const Report& report) {
        hall.take(report);
        const auto* settled = std::get_if<Settled>(&report);
        if (settled == nullptr) return;
        Hand& hand = levers.try_emplace(settled->serial, Hand::left).first->second;
        hand = hand == Hand::left ? Hand::right : Hand::left;
        hall.show_clock(std::stoul(settled->serial) - std::stoul(test::serial_of(0)), hand);
    };
    const auto found = [&] { return line.boards() == 64; };
    test::run(line, hall.wires, hall.players, hall.now, Instant{} + seconds(60), note, found);
    REQUIRE(found());
    for (std::size_t n = 0; n < 64; ++n) line.read_clock(test::serial_of(n), ClockCare::game);
    test::run(line, hall.wires, hall.players, hall.now, hall.now + seconds(15), note);
    hall.clock_read.clear();
    hall.clock_gap.clear();
    const auto done = [&] {
        return std::ranges::all_of(hall.players, [](const auto& p) { return p.done(); });
    };
    test::run(line, hall.wires, hall.players, hall.now, Instant{} + seconds(10'000), note, done);
    test::run(line, hall.wires, hall.players, hall.now, hall.now + seconds(40), note);
    hall.check(true);
    REQUIRE(hall.clock_gap.size() == 64);
    for (const auto& [serial, gap] : hall.clock_gap) {
        INFO(serial << ": " << gap.us / 1'000 << " ms");
        CHECK(gap < milliseconds(6'500));
    }
}

TEST_CASE("on a bus a clock is read as closely as it is asked for") {
    Hall hall(16, 8, {}, 0);
    for (std::size_t n = 0; n < 16; ++n) hall.show_clock(n, Hand::left);
    BusLine line({}, Instant{});
    const auto note = [&](const Report& report) { hall.take(report); };
    test::run(line, hall.wires, hall.players, hall.now, Instant{} + seconds(60), note);
    line.read_clock("10001", ClockCare::game);
    line.read_clock("10002", ClockCare::close);
    test::run(line, hall.wires, hall.players, hall.now, hall.now + seconds(20), note);
    hall.clock_gap.clear();
    test::run(line, hall.wires, hall.players, hall.now, hall.now + seconds(60), note);
    CHECK(hall.clock_gap.at("10001") < milliseconds(4'500));
    CHECK(hall.clock_gap.at("10001") > milliseconds(3'900));
    CHECK(hall.clock_gap.at("10002") < milliseconds(1'500));
    CHECK(hall.clock_gap.at("10003") > seconds(10));
    line.read_clock("10002", ClockCare::beside);
    test::run(line, hall.wires, hall.players, hall.now, hall.now + seconds(20), note);
    hall.clock_gap.clear();
    test::run(line, hall.wires, hall.players, hall.now, hall.now + seconds(60), note);
    CHECK(hall.clock_gap.at("10002") > seconds(10));
}

TEST_CASE("a board of another make is not used") {
    Hall hall(1, 1, {}, 4);
    hall.wires.board(0).other_make = true;
    SingleLine line(Instant{});
    hall.play(line);
    CHECK(hall.seen.empty());
    CHECK(hall.states.at("?").link == LinkState::foreign);
}

TEST_CASE("a board that was switched off is silent, and its moves come when it answers") {
    for (const bool alone : {true, false}) {
        Hall hall(1, 2, {}, 20);
        SingleLine single(Instant{});
        BusLine bus({"10001"}, Instant{});
        const auto run = [&](Instant until) {
            const auto note = [&](const Report& report) { hall.take(report); };
            if (alone) test::run(single, hall.wires, hall.players, hall.now, until, note);
            else test::run(bus, hall.wires, hall.players, hall.now, until, note);
        };
        run(Instant{} + seconds(40));
        CHECK(hall.states.at("10001").link == LinkState::active);
        hall.wires.board(0).mute = true;
        run(Instant{} + seconds(60));
        CHECK(hall.states.at("10001").link == LinkState::silent);
        hall.wires.board(0).mute = false;
        run(Instant{} + seconds(400));
        CHECK(hall.states.at("10001").link == LinkState::active);
        hall.check(!alone);  // a board on a bus keeps what nobody asked for
    }
}

TEST_CASE("the memory gives a game that was played while nobody listened") {
    for (const bool alone : {true, false}) {
        Hall hall(1, 4, {}, 30);
        while (!hall.players[0].done()) hall.players[0].play(hall.players[0].next());
        hall.now = Instant{} + seconds(5'000);
        SingleLine single(hall.now);
        BusLine bus({"10001"}, hall.now);
        single.ask_memory();
        bus.ask_memory("10001");
        const auto note = [&](const Report& report) { hall.take(report); };
        const Instant until = hall.now + seconds(40);
        if (alone) test::run(single, hall.wires, hall.players, hall.now, until, note);
        else test::run(bus, hall.wires, hall.players, hall.now, until, note);
        REQUIRE(hall.remembered.size() == 1);
        Seen seen;
        for (const StoodPlacement& stood : last_game(hall.remembered[0].notes, {}))
            seen.looks.push_back({"10001", stood.placement, Instant{}, hall.now});
        seen.check(hall.players[0], false);
    }
}

TEST_CASE("a board alone is asked what stands there when somebody waits for it", "[regress]") {
    for (const bool mute : {false, true}) {
        INFO("mute " << mute);
        Hall hall(1, 4, {}, 30);
        hall.players.clear();
        SingleLine line(Instant{});
        std::optional<Instant> asked;
        const auto note = [&](const Report& report) {
            hall.take(report);
            if (const auto* one = std::get_if<Asked>(&report)) asked = one->at;
        };
        test::run(line, hall.wires, hall.players, hall.now, Instant{} + seconds(11), note);
        CHECK(asked);
        hall.wires.board(0).mute = mute;
        const Instant when = hall.now + milliseconds(300);
        line.ask_board(when);
        test::run(line, hall.wires, hall.players, hall.now, when + milliseconds(300), note);
        CHECK((*asked >= when) == !mute);
        test::run(line, hall.wires, hall.players, hall.now, when + seconds(2), note);
        CHECK(hall.states.at("10001").link == (mute ? LinkState::silent : LinkState::active));
    }
}

TEST_CASE("a serial number has five digits or more, and its lowest bits are its address") {
    CHECK(serial_from("42") == "00042");
    CHECK(serial_from("00042") == "00042");
    CHECK(serial_from("1234567890") == "1234567890");
    for (const char* none : {"", "0", "abc", "-1", "+1", "1 ", "12345678901"})
        CHECK_FALSE(serial_from(none));
    CHECK(bus_address("00042") == 42);
    CHECK(bus_address("20001") == 20001 - 16384);
    CHECK(bus_address("?") == 0);
    CHECK(serial_of(42) == "00042");
}

TEST_CASE("a board on a bus has the serial number that was expected of its address", "[regress]") {
    test::WiredLine wires(1);
    wires.add("20001").set_up(Placement::of(chess::start_position()), Instant{});
    Instant now{};
    std::vector<test::Player> nobody;
    std::set<std::string> seen;
    const auto note = [&](const Report& report) {
        if (const auto* settled = std::get_if<Settled>(&report)) seen.insert(settled->serial);
        if (const auto* frame = std::get_if<FrameSeen>(&report)) seen.insert(frame->serial);
    };
    BusLine line({"20001"}, now);
    test::run(line, wires, nobody, now, now + seconds(20), note);
    CHECK(seen == std::set<std::string>{"20001"});
}

TEST_CASE("a memory with a stray byte is asked for once more, and read all the same", "[regress]") {
    for (const int stray : {1, 5}) {
        INFO("stray bytes " << stray);
        Hall hall(1, 4, {}, 30);
        while (!hall.players[0].done()) hall.players[0].play(hall.players[0].next());
        hall.wires.board(0).stray = stray;
        hall.now = Instant{} + seconds(5'000);
        SingleLine line(hall.now);
        line.ask_memory();
        const auto note = [&](const Report& report) { hall.take(report); };
        test::run(line, hall.wires, hall.players, hall.now, hall.now + seconds(40), note);
        CHECK(hall.wires.board(0).stray == std::max(0, stray - 2));
        REQUIRE(hall.remembered.size() == 1);
        Seen seen;
        for (const StoodPlacement& stood : last_game(hall.remembered[0].notes, {}))
            seen.looks.push_back({"10001", stood.placement, Instant{}, hall.now});
        seen.check(hall.players[0], false);
    }
}

TEST_CASE("a memory that never comes whole is not waited for", "[regress]") {
    Hall hall(1, 4, {}, 30);
    while (!hall.players[0].done()) hall.players[0].play(hall.players[0].next());
    hall.wires.board(0).forgets = true;
    hall.now = Instant{} + seconds(5'000);
    BusLine line({"10001"}, hall.now);
    line.ask_memory("10001");
    const auto note = [&](const Report& report) { hall.take(report); };
    test::run(line, hall.wires, hall.players, hall.now, hall.now + seconds(60), note);
    REQUIRE(hall.remembered.size() == 1);
    CHECK(hall.remembered[0].notes.notes.empty());
    CHECK(hall.states.at("10001").link == LinkState::active);
}

TEST_CASE("a stranger's bytes alone never make a board") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        test::Dice dice(seed);
        SingleLine single(Instant{});
        BusLine bus({}, Instant{});
        Instant now{};
        for (int n = 0; n < 300; ++n) {
            now = now + milliseconds(dice.below(40));
            const std::string bytes(1, static_cast<char>(dice.below(256)));
            single.on_bytes(bytes, now);
            for (const Report& report : bus.on_bytes(bytes, now).reports)
                CHECK_FALSE(std::holds_alternative<Settled>(report));
        }
        CHECK(single.equipment().link != LinkState::active);
        CHECK(single.deadline() <= now + seconds(30));
        CHECK(bus.deadline() <= now + seconds(30));
    }
}
