// Presses at a table with an electronic board: each waits for its move, later lines wait
// behind it, and everything counts as of its arrival.
#include <map>
#include <random>
#include <utility>

#include "clockd/service/limits.hpp"
#include "tests/unit/service/board_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

constexpr Duration longest = milliseconds(limits::held_press_ms);

// Board 1 with a game of ten minutes, which a gateway follows.
struct Table {
    DoorHall hall;
    BoardDevice white, black;
    net::PeerId gateway, arbiter;

    Table() : white(device_at(hall, 1)), black(device_at(hall, 1)), arbiter(hall.arbiter()) {
        pass(milliseconds(1));
        start_game(hall, 1);
        connect();
        pass(seconds(5));
    }
    void connect() {
        gateway = hall.connect("127.0.0.1:7000");
        REQUIRE(hall.enter(gateway, {"boards", "gateway"}, hall.key) == "welcome");
        report(wire::LinkState::active);
    }
    void report(wire::LinkState link) {
        give(gateway, wire::ToClockd{wire::Equipment{{"10001", "line", Board{1}, link}, {}}});
    }
    void pass(Duration time) { hall.world.time = hall.world.time + time; }
    void wake() {
        hall.service().on_deadline();
        hall.settle();
    }
    Instant now() const { return hall.world.time; }
    // The answers to the peer after this line; `held` takes those of the gateway away.
    std::vector<std::string> give(net::PeerId peer, const wire::ToClockd& message) {
        if (peer != gateway) hall.world.said[peer].clear();
        hall.service().on_line(peer, wire::encode(message), now());
        hall.settle();
        return hall.world.said[peer];
    }
    std::vector<std::string> press(const BoardDevice& device, const std::string& id,
                                   Side side = Side::white, Duration age = {}) {
        return give(device.link, wire::ClockCommand{press_at(1, id, side, age)});
    }
    void move(const std::string& text, Side side = Side::white) {
        auto move = at_board<wire::MakeMove>(1, "m" + std::to_string(++moves), side);
        move.text = text;
        give(gateway, wire::ClockCommand{move});
    }
    template <class Message>
    std::vector<Message> heard(net::PeerId peer) {
        std::vector<Message> found;
        for (const std::string& line : hall.world.said[peer]) {
            const auto message = wire::decode_from_clockd(line);
            REQUIRE(message);
            if (const auto* one = std::get_if<Message>(&*message)) found.push_back(*one);
        }
        return found;
    }
    wire::PressHeld held() {
        const auto all = heard<wire::PressHeld>(gateway);
        REQUIRE(all.size() == 1);
        hall.world.said[gateway].clear();
        return all.front();
    }
    void weigh(const wire::PressHeld& press) {
        give(gateway, wire::PressWeighed{press.board, press.game, press.sender, press.id});
    }
    int count(std::string_view type) const { return count_of(hall, type); }
    // The instants of the events of a type.
    std::vector<Instant> instants(std::string_view type) const {
        std::vector<Instant> found;
        for (const store::Row& row : hall.world.rows)
            if (row.type == type) found.push_back(row.at);
        return found;
    }
    clock::BoardState state() { return hall.service().boards().at({1}); }
    int moves = 0;
};

}  // namespace

TEST_CASE("a press waits for its move, and counts as of its instant", "[service]") {
    Table table;
    const Instant at = table.now();
    CHECK(table.press(table.white, "p1").empty());
    const auto held = table.held();
    CHECK(held.side == Side::white);
    CHECK(held.sender == "device/1");
    CHECK(held.id == "p1");
    CHECK(held.age == Duration{});
    table.pass(milliseconds(400));
    table.move("e2e4");
    CHECK(table.count("pressed") == 0);  // another move may still come
    table.move("e2e3");
    table.pass(milliseconds(100));
    table.weigh(held);
    const auto pressed = last_of<wire::Pressed>(table.hall);
    CHECK(pressed.made);
    CHECK(pressed.elapsed == seconds(5));
    CHECK(pressed.age == Duration{});
    CHECK(table.instants("made") == std::vector{at, at});
    CHECK(table.instants("pressed") == std::vector{at});
    const auto ack = table.heard<wire::Ack>(table.white.link);
    REQUIRE(ack.size() == 1);
    CHECK(ack.front().id == "p1");
    CHECK(ack.front().view.at == table.now());  // not older than what was shown meanwhile
    CHECK(ack.front().view.readings[Side::white] == seconds(595));
}

TEST_CASE("an age that is accepted counts from the arrival of the press", "[service]") {
    Table table;
    table.press(table.white, "p1", Side::white, milliseconds(80));
    const auto held = table.held();
    CHECK(held.age == milliseconds(80));
    table.pass(milliseconds(500));
    table.move("e2e4");
    table.weigh(held);
    const auto pressed = last_of<wire::Pressed>(table.hall);
    CHECK(pressed.elapsed == seconds(5) - milliseconds(80));
    CHECK(pressed.age == milliseconds(80));
    CHECK(pressed.claimed_age == milliseconds(80));
}

TEST_CASE("a press waits only where a gateway follows a board, and only without its move",
          "[service]") {
    Table table;
    SECTION("the board does not respond") {
        using enum wire::LinkState;
        for (const wire::LinkState link : {silent, gone, foreign}) {
            table.report(link);
            table.press(table.white, std::string(name(link)), table.state().turn());
            CHECK(last_of<wire::Pressed>(table.hall).unseen);
        }
        CHECK(table.count("pressed") == 3);
    }
    SECTION("the gateway is away") {
        table.hall.service().on_close(table.gateway);
        table.press(table.white, "p1");
        CHECK(table.count("pressed") == 1);
        CHECK(last_of<wire::Pressed>(table.hall).unseen);
    }
    SECTION("another gateway is there, for another board") {
        table.hall.service().on_close(table.gateway);
        const auto other = table.hall.connect("127.0.0.1:7001");
        REQUIRE(table.hall.enter(other, {"boards", "other"}, table.hall.key) == "welcome");
        table.give(other,
                   wire::Equipment{{"10002", "line", Board{2}, wire::LinkState::active}, {}});
        table.press(table.white, "p1");
        CHECK(table.count("pressed") == 1);
    }
    SECTION("the move comes with it") {
        auto press = press_at(1, "p1");
        press.move = "e4";
        table.give(table.white.link, wire::ClockCommand{press});
        CHECK(table.count("pressed") == 1);
        CHECK_FALSE(last_of<wire::Pressed>(table.hall).unseen);
    }
    SECTION("an arbiter presses") {
        table.give(table.arbiter, wire::ClockCommand{press_at(1, "p1")});
        CHECK(table.count("pressed") == 1);
    }
    SECTION("what is refused is refused at once") {
        table.press(table.black, "p1", Side::black);
        CHECK(table.heard<wire::Refused>(table.black.link).front().code == "not_now");
    }
    CHECK(table.heard<wire::PressHeld>(table.gateway).empty());
}

TEST_CASE("a press that comes after a move waits, too: the man may slide on", "[service]") {
    Table table;
    table.move("e2e3");
    table.press(table.white, "p1");
    CHECK(table.count("pressed") == 0);
    table.move("e2e4");
    table.weigh(table.held());
    CHECK(table.count("pressed") == 1);
    CHECK(last_of<wire::Made>(table.hall).text == "e2e4");
}

TEST_CASE("a press of the board's own clock waits as any other", "[service]") {
    Table table;
    table.give(table.gateway, wire::ClockCommand{press_at(1, "lever")});
    const auto held = table.held();
    CHECK(held.sender == "boards");
    table.press(table.white, "p1");  // a tablet that reports the same press
    table.move("e2e4");
    table.weigh(held);
    CHECK(table.count("pressed") == 1);
    CHECK(table.heard<wire::Refused>(table.white.link).front().code == "not_now");
}

TEST_CASE("a gateway that says nothing is waited for no longer than it may take", "[service]") {
    Table table;
    const Instant at = table.now();
    table.press(table.white, "p1");
    table.pass(longest - microseconds(1));
    table.wake();
    CHECK(table.count("pressed") == 0);
    table.pass(microseconds(1));
    table.wake();
    CHECK(table.instants("pressed") == std::vector{at});
    CHECK_FALSE(last_of<wire::Pressed>(table.hall).made);
    CHECK(last_of<wire::Pressed>(table.hall).unseen);
}

TEST_CASE("a press that waited behind another one is not said to have no move", "[service]") {
    Table table;
    table.press(table.white, "p1");
    table.press(table.black, "p2", Side::black);
    table.pass(longest);
    table.wake();
    CHECK(table.count("pressed") == 2);
    CHECK(last_of<wire::Pressed>(table.hall).side == Side::black);
    CHECK(last_of<wire::Pressed>(table.hall).unseen);
}

TEST_CASE("a gateway that saw no move says so", "[service]") {
    Table table;
    table.press(table.white, "p1");
    table.weigh(table.held());
    CHECK_FALSE(last_of<wire::Pressed>(table.hall).made);
    CHECK_FALSE(last_of<wire::Pressed>(table.hall).unseen);
}

TEST_CASE("a gateway that was away for a moment gets the press again", "[service]") {
    Table table;
    table.press(table.white, "p1");
    table.hall.service().on_close(table.gateway);
    CHECK(table.count("pressed") == 0);
    table.pass(milliseconds(700));
    table.connect();
    const auto held = table.held();
    CHECK(held.age == milliseconds(700));
    table.move("e2e4");
    table.weigh(held);
    CHECK(last_of<wire::Pressed>(table.hall).made);
}

TEST_CASE("only a gateway weighs presses, and only the one that waits", "[service]") {
    Table table;
    table.press(table.white, "p1");
    const auto held = table.held();
    table.give(table.black.link, wire::PressWeighed{{1}, "g1", held.sender, held.id});
    CHECK(table.heard<wire::Refused>(table.black.link).front().code == "not_allowed");
    for (const wire::PressWeighed& wrong :
         {wire::PressWeighed{{2}, "g1", held.sender, held.id}, {{1}, "g2", held.sender, held.id},
          {{1}, "g1", "device/2", held.id}, {{1}, "g1", held.sender, "p0"}})
        table.give(table.gateway, wrong);
    CHECK(table.count("pressed") == 0);
}

// ---- what comes meanwhile -------------------------------------------------------------------

TEST_CASE("a quick reply waits behind the press, and then for its own move", "[service]") {
    Table table;
    const Instant at = table.now();
    table.press(table.white, "p1");
    const auto first = table.held();
    table.pass(milliseconds(300));
    CHECK(table.press(table.black, "p1", Side::black).empty());
    CHECK(table.heard<wire::PressHeld>(table.gateway).empty());
    table.move("e2e4");
    table.move("e7e5", Side::black);  // waits behind White's press, and was made before Black's
    table.pass(milliseconds(200));
    table.weigh(first);
    CHECK(table.instants("pressed") == std::vector{at});
    const auto second = table.held();
    CHECK(second.side == Side::black);
    CHECK(second.age == milliseconds(200));
    CHECK(table.instants("made") == std::vector{at, at + milliseconds(300)});
    table.weigh(second);
    CHECK(table.instants("pressed") == std::vector{at, at + milliseconds(300)});
    CHECK(last_of<wire::Pressed>(table.hall).elapsed == milliseconds(300));
    CHECK(last_of<wire::Pressed>(table.hall).made);
}

TEST_CASE("nothing waits longer than a press may, however many are pressed", "[service]") {
    Table table;
    Side side = Side::white;
    for (int n = 0; n < 8; ++n, side = other(side)) {
        table.press(table.white, "p" + std::to_string(n), side);
        table.pass(milliseconds(10));
    }
    const Instant asked = table.now();
    const auto pause = at_board<wire::Pause>(1, "pause");
    CHECK(table.give(table.arbiter, wire::ClockCommand{pause}).empty());
    for (int n = 0; n < 8 && table.count("paused") == 0; ++n) {
        table.pass(Duration{longest.us / 8});
        table.wake();
    }
    CHECK(table.count("pressed") == 8);
    CHECK(table.instants("paused") == std::vector{asked});
    CHECK(table.now() - asked <= longest);
    CHECK(table.heard<wire::Ack>(table.arbiter).size() == 1);
}

TEST_CASE("what one sender may have waiting is bounded, and crowds out nobody", "[service]") {
    Table table;
    table.press(table.white, "p");
    for (std::size_t n = 1; n < limits::waiting_of_sender; ++n)
        CHECK(table.press(table.white, "p" + std::to_string(n), Side::white).empty());
    table.press(table.white, "too many");
    CHECK(table.heard<wire::Refused>(table.white.link).front().code == "busy");
    CHECK(table.press(table.black, "reply", Side::black).empty());
    CHECK(table.give(table.arbiter, wire::ClockCommand{at_board<wire::Pause>(1, "s")}).empty());
    CHECK(table.press(table.white, "p3", Side::white).empty());  // it waits already
    table.weigh(table.held());
    CHECK(table.count("pressed") == 1);
    table.weigh(table.held());
    CHECK(table.count("pressed") == 2);
    CHECK(table.count("paused") == 1);
}

TEST_CASE("an act that waits is not done twice, and who sent it last is answered", "[service]") {
    Table table;
    table.press(table.white, "p1");
    const net::PeerId before = table.white.link;
    table.hall.service().on_close(before);
    table.pass(milliseconds(200));
    link_again(table.hall, table.white);
    table.press(table.white, "p1", Side::white, milliseconds(200));
    table.press(table.white, "p1", Side::black);
    CHECK(table.heard<wire::Refused>(table.white.link).front().code == "id_used");
    table.hall.world.said[table.white.link].clear();
    table.move("e2e4");
    table.weigh(table.held());
    CHECK(table.count("pressed") == 1);
    CHECK(last_of<wire::Pressed>(table.hall).elapsed == seconds(5));
    CHECK(table.heard<wire::Ack>(table.white.link).size() == 1);
    table.press(table.white, "p1");
    CHECK(table.heard<wire::Ack>(table.white.link).front().repeated);
}

TEST_CASE("an arbiter's correction comes after the press that came before it", "[service]") {
    Table table;
    table.press(table.white, "p1");
    auto correction = at_board<wire::SetReading>(1, "set");
    correction.correction.readings = {{seconds(100), seconds(100)}};
    correction.correction.turn = Side::white;
    correction.correction.run = true;
    CHECK(table.give(table.arbiter, wire::ClockCommand{correction}).empty());
    const wire::PressHeld held = table.held();
    table.move("e2e4");
    table.weigh(held);
    CHECK(table.count("pressed") == 1);
    CHECK(table.state().ply == Ply{0});
    CHECK(table.state().turn() == Side::white);
}

TEST_CASE("a mate ends the game, and its press is refused as usual", "[service]") {
    Table table;
    for (const char* text : {"f3", "e5", "g4"}) {
        auto press = press_at(1, text, table.state().turn());
        press.move = text;
        table.give(table.white.link, wire::ClockCommand{press});
    }
    const Instant at = table.now();
    table.press(table.white, "mate", Side::black);
    const wire::PressHeld held = table.held();
    table.pass(milliseconds(300));
    table.move("d8h4", Side::black);
    CHECK(last_of<wire::Made>(table.hall).ending == Ending::checkmate);
    CHECK(table.instants("made").back() == at);
    table.weigh(held);
    CHECK(table.heard<wire::Refused>(table.white.link).front().code == "game_stopped");
}

TEST_CASE("a device that is revoked has pressed nothing", "[service]") {
    Table table;
    table.press(table.white, "p1");
    CHECK(table.give(table.arbiter, wire::ClockCommand{at_board<wire::Pause>(1, "s")}).empty());
    table.give(table.arbiter, wire::RevokeDevice{"r", table.white.number});
    CHECK(table.count("pressed") == 0);
    CHECK(table.count("paused") == 1);
}

// ---- flags, the disk, restarts --------------------------------------------------------------

TEST_CASE("a flag waits for the press that came before it", "[service]") {
    Table table;
    table.pass(seconds(595) - milliseconds(100));
    const Instant at = table.now();
    table.press(table.white, "p1");
    table.pass(milliseconds(400));
    table.wake();
    CHECK(table.count("flag_fell") == 0);
    table.move("e2e4");
    table.weigh(table.held());
    CHECK(table.count("flag_fell") == 0);
    const auto pressed = last_of<wire::Pressed>(table.hall);
    CHECK(pressed.made);
    CHECK(pressed.margin == milliseconds(100));
    CHECK(table.instants("pressed") == std::vector{at});
}

TEST_CASE("flags at other boards do not wait", "[service]") {
    Table table;
    start_game(table.hall, 2);
    table.pass(seconds(590));
    table.press(table.white, "p1");
    table.pass(seconds(10));
    table.hall.service().on_deadline();  // one board at a time
    table.wake();
    table.wake();
    CHECK(table.count("flag_fell") == 1);
    CHECK(last_of<wire::FlagFell>(table.hall).board == Board{2});
    CHECK(table.instants("pressed").size() == 1);
}

TEST_CASE("a press after the flag is late at once", "[service]") {
    Table table;
    table.pass(seconds(595));
    table.press(table.white, "p1");
    CHECK(table.heard<wire::Refused>(table.white.link).front().code == "flag_fallen");
    CHECK(table.count("flag_fell") == 1);
}

TEST_CASE("while the disk is behind, a press waits on", "[service]") {
    Table table;
    const Instant at = table.now();
    table.press(table.white, "p1");
    const auto held = table.held();
    table.hall.world.is_full = true;
    table.pass(milliseconds(500));
    table.weigh(held);
    CHECK(table.count("pressed") == 0);
    table.hall.world.is_full = false;
    table.hall.settle();
    CHECK(table.instants("pressed") == std::vector{at});
}

TEST_CASE("a press that waited when clockd ended is sent again, and costs no time", "[service]") {
    Table table;
    const Instant at = table.now();
    table.press(table.white, "p1");
    table.hall.last_seen = at;
    table.pass(milliseconds(300));
    table.hall.start();
    CHECK(table.count("pressed") == 0);
    table.connect();
    table.pass(milliseconds(100));
    link_again(table.hall, table.white);
    table.press(table.white, "p1", Side::white, milliseconds(400));
    table.move("e2e4");
    table.weigh(table.held());
    CHECK(table.instants("pressed") == std::vector{at});
}

// ---- everything at once ---------------------------------------------------------------------

namespace {

// All peers send what they may, in any order; each command is answered once, and soon.
struct Anybody {
    explicit Anybody(unsigned seed) : random(seed) {}

    unsigned below(unsigned n) { return static_cast<unsigned>(random() % n); }
    Side side() { return below(2) == 0 ? Side::white : Side::black; }
    void send(net::PeerId peer, wire::ClockCommand command) {
        const std::string& id = clock::common(command).id;
        std::visit([this](wire::Command& c) { c.epoch = table.state().epoch; },
                   static_cast<wire::ClockCommand::Variant&>(command));
        asked[{peer, id}] = table.now();
        table.hall.service().on_line(peer, wire::encode(command), table.now());
    }
    void step() {
        const std::string id = "c" + std::to_string(++number);
        const BoardDevice& device = below(2) == 0 ? table.white : table.black;
        switch (below(12)) {
            case 0:
            case 1:
            case 2: return send(device.link, wire::ClockCommand{press_at(
                                    1, id, side(), milliseconds(below(200)))});
            case 3:
            case 4: {
                auto move = at_board<wire::MakeMove>(1, id, side());
                move.text = "m" + std::to_string(below(3));
                move.age = milliseconds(below(900));
                return send(table.gateway, wire::ClockCommand{move});
            }
            case 5: return send(table.arbiter, wire::ClockCommand{at_board<wire::Pause>(1, id)});
            case 6: return send(table.arbiter, wire::ClockCommand{at_board<wire::Resume>(1, id)});
            case 7: {
                auto add = at_board<wire::Adjust>(1, id);
                add.deltas = {{seconds(below(3)), seconds(below(3))}};
                return send(table.arbiter, wire::ClockCommand{add});
            }
            case 8: return send(device.link, wire::ClockCommand{
                                    at_board<wire::OfferDraw>(1, id, side())});
            case 9: table.hall.world.is_full = below(4) == 0; return;
            default: return weigh_one();
        }
    }
    void weigh_one() {
        const auto all = table.heard<wire::PressHeld>(table.gateway);
        if (all.empty()) return;
        const auto& one = all[below(static_cast<unsigned>(all.size()))];
        table.hall.service().on_line(
            table.gateway,
            wire::encode(wire::PressWeighed{one.board, one.game, one.sender, one.id}),
            table.now());
    }
    void answered() {
        table.hall.settle();
        for (auto& [peer, lines] : table.hall.world.said) {
            for (const std::string& line : lines) {
                const auto message = wire::decode_from_clockd(line).value();
                if (const auto* ack = std::get_if<wire::Ack>(&message)) answer(peer, ack->id);
                if (const auto* no = std::get_if<wire::Refused>(&message)) answer(peer, no->id);
            }
            std::erase_if(lines, [](const std::string& line) {
                return line.find("press_held") == std::string::npos;
            });
        }
    }
    void answer(net::PeerId peer, const std::string& id) { CHECK(asked.erase({peer, id}) == 1); }

    Table table;
    std::mt19937 random;
    std::map<std::pair<net::PeerId, std::string>, Instant> asked;
    int number = 0;
};

void whatever_comes(unsigned first, unsigned last_seed) {
    for (unsigned seed = first; seed <= last_seed; ++seed) {
        INFO("seed " << seed);
        Anybody all(seed);
        for (auto& [peer, lines] : all.table.hall.world.said) lines.clear();
        for (int step = 0; step < 80; ++step) {
            all.step();
            all.answered();
            all.table.pass(milliseconds(all.below(seed % 3 == 0 ? 40 : 400)));
            all.table.hall.service().on_deadline();
            all.answered();
            if (all.table.hall.world.is_full) continue;
            for (const auto& [one, since] : all.asked) {
                INFO(one.second);
                CHECK(all.table.now() - since <= longest);
            }
        }
        all.table.hall.world.is_full = false;
        all.table.pass(longest);
        all.table.hall.service().on_deadline();
        all.answered();
        CHECK(all.asked.empty());
        Instant last{};
        for (const store::Row& row : all.table.hall.world.rows)
            if (row.stream == "board/1") {
                CHECK(row.at >= last);
                last = row.at;
            }
    }
}

}  // namespace

TEST_CASE("whatever comes in whatever order, each command is answered once, and in time",
          "[service]") {
    whatever_comes(1, 15);
}

TEST_CASE("whatever comes in number, each command is answered once, and in time", "[.slow]") {
    whatever_comes(16, 75);
}
