// Games on boards, all the way to clockd's commands: a small clockd carries them out, and each game
// comes out exactly.
#include "clockd/devices/tables.hpp"

#include <algorithm>

#include "clockd/devices/bus_line.hpp"
#include "clockd/devices/single_line.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/wired_play.hpp"
#include "tests/unit/devices/games.hpp"
#include "tests/unit/devices/one_board.hpp"

using namespace flagfall;
using namespace flagfall::devices;
using namespace flagfall::test;

namespace {

std::vector<std::string> texts(const test::Player& player, std::size_t plies) {
    std::vector<std::string> out;
    for (std::size_t ply = 0; ply + 1 < player.positions().size() && ply < plies; ++ply)
        for (const chess::Move move : chess::legal_moves(player.positions()[ply]))
            if (chess::after(player.positions()[ply], move) == player.positions()[ply + 1]) {
                out.push_back(chess::uci(player.positions()[ply], move));
                break;
            }
    return out;
}

// The gateway, its line, its boards and clockd, in virtual time.
struct World {
    World(std::size_t boards, std::uint64_t seed, test::Mischief mischief, std::size_t plies,
          Duration pace, bool accidents = true)
        : wires(seed, mischief) {
        for (std::size_t n = 0; n < boards; ++n) {
            test::WiredBoard& board = wires.add(test::serial_of(n));
            board.set_up(Placement::of(chess::start_position()), Instant{});
            places[test::serial_of(n)] = {{static_cast<std::uint32_t>(n + 1)}, {}};
            const Board board_number{static_cast<std::uint32_t>(n + 1)};
            clockd.open(board_number, Instant{} + milliseconds(10));
            clockd.reached(test::serial_of(n), board_number, Instant{} + milliseconds(10));
        }
        for (std::size_t n = 0; n < boards; ++n) {
            auto moves = test::real_games()[(n * 7 + seed) % test::real_games().size()];
            moves.resize(std::min(moves.size(), plies));
            players.emplace_back(wires.board(n), moves, seed * 1000 + n,
                                 Instant{} + seconds(25), pace, accidents);
        }
        start();
    }

    // Another process of the gateway.
    void start() {
        tables.emplace(places, "run" + std::to_string(++runs));
        for (std::size_t n = 0; n < clockd.log.size(); ++n)
            carry_out(tables->on_event(clockd.log[n].event, pos(n), clockd.log[n].at));
        given = clockd.log.size();
        carry_out(tables->up_to_date(now));
    }
    static Pos pos(std::size_t n) { return test::pos(n); }

    void carry_out(const Orders& orders) {
        for (const Order& order : orders) {
            if (const auto* send = std::get_if<Send>(&order)) sent.push_back(send->command);
            if (const auto* one = std::get_if<Weighed>(&order)) weighed.push_back(one->press);
            if (const auto* ask = std::get_if<AskMemory>(&order)) asked.push_back(ask->serial);
            if (const auto* ask = std::get_if<AskChanges>(&order)) hurried.push_back(*ask);
            if (const auto* mark = std::get_if<MarkStart>(&order)) marked.push_back(mark->serial);
            if (const auto* remark = std::get_if<Remark>(&order)) remarks.push_back(remark->text);
        }
    }

    // Each player presses a tablet the moment that the move is made.
    void press_tablets() {
        pressed.resize(players.size());
        for (std::size_t n = 0; n < players.size(); ++n) {
            const auto& made = players[n].made();
            if (pressed[n] == made.size() || made[pressed[n]] > now) continue;
            wire::Press press;
            press.id = std::to_string(pressed[n]);
            press.board = {static_cast<std::uint32_t>(n + 1)};
            press.game = "g" + std::to_string(n + 1);
            press.side = pressed[n] % 2 == 0 ? Side::white : Side::black;
            const Instant at = made[pressed[n]++];
            held[press.board] = {press, at};
            carry_out(tables->on_press_held(
                {press.board, press.game, press.side, "device", press.id, now - at}, now));
        }
    }
    Instant next_press() const {
        Instant first{INT64_MAX};
        for (std::size_t n = 0; n < pressed.size(); ++n)
            if (pressed[n] < players[n].made().size())
                first = std::min(first, players[n].made()[pressed[n]]);
        return first;
    }
    // clockd holds presses: a move that comes meanwhile was made before.
    void date(wire::ClockCommand& command) const {
        auto* move = std::get_if<wire::MakeMove>(&command);
        const auto press = held.find(clock::common(command).board);
        if (move != nullptr && press != held.end() && press->second.first.side == move->side)
            move->age = std::max(move->age, now - press->second.second);
    }
    void count_weighed() {
        for (const wire::PressWeighed& one : std::exchange(weighed, {})) {
            const auto press = held.extract(one.board);
            longest = std::max(longest, now - press.mapped().second);
            CHECK(clockd.give(press.mapped().first, press.mapped().second).empty());
        }
    }

    // Answers and events come in either order.
    template <class Line>
    void clockd_works(Line& line) {
        for (const AskChanges& one : std::exchange(hurried, {})) hurry(line, one);
        while (!sent.empty() || !weighed.empty() || given < clockd.log.size()) {
            count_weighed();
            if (!sent.empty()) {
                wire::ClockCommand command = sent.front();
                sent.erase(sent.begin());
                date(command);
                const std::string id = clock::common(command).id;
                const std::string refused = clockd.give(command, now);
                if (!refused.empty()) refusals.push_back(refused);
                const bool event_first = ++answers % 2 == 0;
                if (event_first) give_events();
                carry_out(refused.empty() ? tables->on_done(id, pos(clockd.log.size() - 1), now)
                                          : tables->on_refused(id, refused));
            }
            give_events();
        }
        for (const std::string& serial : asked) ask(line, serial);
        asked.clear();
        for (const std::string& serial : marked) mark(line, serial);
        marked.clear();
    }
    static void ask(SingleLine& line, const std::string&) { line.ask_memory(); }
    static void ask(BusLine& line, const std::string& serial) { line.ask_memory(serial); }
    static void hurry(SingleLine& line, const AskChanges& one) { line.ask_board(one.when); }
    static void hurry(BusLine& line, const AskChanges& one) {
        line.ask_changes(one.serial, one.when);
    }
    static void mark(SingleLine&, const std::string&) {}
    static void mark(BusLine& line, const std::string& serial) { line.mark_start(serial); }

    void give_events() {
        for (; given < clockd.log.size(); ++given)
            carry_out(tables->on_event(clockd.log[given].event, pos(given),
                                       clockd.log[given].at));
    }

    template <class Line>
    void play(Line& line, Instant until) {
        const auto note = [&](const Report& report) {
            carry_out(tables->on_report("line", report, now));
            clockd_works(line);
        };
        while (now < until) {
            const auto due = tables->deadline();
            Instant stop = due ? std::clamp(*due, now + microseconds(1), until) : until;
            if (tablets) stop = std::clamp(next_press(), now + microseconds(1), stop);
            test::run(line, wires, players, now, std::min(stop, now + seconds(1)), note);
            if (tablets) press_tablets();
            carry_out(tables->on_wake(now));
            clockd_works(line);
        }
    }
    Instant over() const {
        Instant last{};
        for (const auto& player : players) last = std::max(last, player.made().back());
        return last + seconds(30);
    }
    void check() {
        for (std::size_t n = 0; n < players.size(); ++n) {
            INFO("board " << n + 1);
            for (const std::string& one : remarks) UNSCOPED_INFO(one);
            CHECK(clockd.moves({static_cast<std::uint32_t>(n + 1)}) == texts(players[n], 999));
        }
    }

    test::WiredLine wires;
    Clockd clockd;
    std::map<std::string, Place, std::less<>> places;
    std::vector<test::Player> players;
    std::optional<Tables> tables;
    std::vector<wire::ClockCommand> sent;
    std::vector<std::string> asked, marked, remarks, refusals;
    std::size_t given = 0, answers = 0, runs = 0;
    Instant now{};
    // Of games with tablets: how many presses there were, and those that wait.
    bool tablets = false;
    std::vector<std::size_t> pressed;
    std::map<Board, std::pair<wire::Press, Instant>> held;
    std::vector<wire::PressWeighed> weighed;
    std::vector<AskChanges> hurried;
    Duration longest{};
};

constexpr test::Mischief bad{.garbage = 20, .twice = 20, .lost = 20, .deaf = 40, .short_of = 30,
                             .bent = 60, .zero_clock = 2, .field_twice = 5, .slow = 10,
                             .reordered = 4};

// Games on a bus of so many boards, once for each seed.
void play_on_buses(std::uint64_t seeds, std::size_t boards, std::size_t plies, Duration pace) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        INFO("seed " << seed);
        World world(boards, seed, {}, plies, pace);
        BusLine line({}, Instant{});
        world.play(line, world.over());
        world.check();
    }
}

}  // namespace

TEST_CASE("a game on a board alone comes out exactly") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        INFO("seed " << seed);
        World world(1, seed, {}, 60, seconds(5));
        SingleLine line(Instant{});
        world.play(line, world.over());
        world.check();
    }
}

TEST_CASE("games on a bus come out exactly") { play_on_buses(4, 6, 60, seconds(5)); }

TEST_CASE("games over a bad line come out exactly") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        INFO("seed " << seed);
        World alone(1, seed, bad, 40, seconds(8), false);
        SingleLine single(Instant{});
        alone.play(single, alone.over() + seconds(60));
        alone.check();
        World many(4, seed, bad, 40, seconds(8), false);
        BusLine bus({}, Instant{});
        many.play(bus, many.over() + seconds(60));
        many.check();
    }
}

// One game in 512 did not where boards with hands were asked first.
TEST_CASE("64 games on one bus come out exactly") { play_on_buses(8, 64, 30, seconds(14)); }

TEST_CASE("presses of tablets wait for their moves, on a bus with many boards, too") {
    for (const std::size_t boards : {std::size_t{1}, std::size_t{8}, std::size_t{64}}) {
        INFO("boards " << boards);
        World world(boards, 2, {}, 12, seconds(14), false);
        world.tablets = true;
        if (boards == 1) {
            SingleLine line(Instant{});
            world.play(line, world.over());
        } else {
            BusLine line({}, Instant{});
            world.play(line, world.over());
        }
        world.check();
        std::size_t presses = 0;
        for (const auto& event : world.clockd.log)
            if (const auto* press = std::get_if<wire::Pressed>(&event.event)) {
                CHECK(press->made);
                ++presses;
            }
        CHECK(presses == boards * 12);
        CHECK(world.longest <= milliseconds(2'250));
    }
}

TEST_CASE("the gateway starts again in the middle of games, and no move is lost") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        INFO("seed " << seed);
        World world(3, seed, {}, 30, seconds(6), false);
        for (std::size_t n = 0; n < 3; ++n) world.wires.board(n).writes_men = (seed + n) % 2 == 0;
        std::optional<BusLine> line(std::in_place, std::vector<std::string>{}, Instant{});
        Instant stop = Instant{} + seconds(45 + static_cast<std::int64_t>(seed) * 3);
        for (int crash = 0; crash < 3; ++crash) {
            world.play(*line, stop);
            const Instant back = stop + seconds(seed % 2 == 0 ? 70 : 10);
            while (world.now < back) {  // boards play on
                world.now = world.now + milliseconds(50);
                for (auto& player : world.players)
                    while (!player.done() && player.next() <= world.now) player.play(world.now);
            }
            world.sent.clear();
            line.emplace(std::vector<std::string>{}, world.now);
            world.start();
            stop = world.now + seconds(40);
        }
        world.play(*line, world.over() + seconds(60));
        world.check();
    }
}

TEST_CASE("what was made while nobody looked says how uncertain its time is") {
    World world(1, 3, {}, 20, seconds(6), false);
    std::optional<SingleLine> line(Instant{});
    world.play(*line, Instant{} + seconds(50));
    const std::size_t before = world.clockd.moves({1}).size();
    while (world.now < Instant{} + seconds(100)) {
        world.now = world.now + milliseconds(50);
        for (auto& player : world.players)
            while (!player.done() && player.next() <= world.now) player.play(world.now);
    }
    line.emplace(world.now);
    world.start();
    world.play(*line, Instant{} + seconds(103));
    world.play(*line, world.over());
    world.check();
    std::size_t late = 0;
    for (const auto& event : world.clockd.log)
        if (const auto* made = std::get_if<wire::Made>(&event.event)) {
            const Instant real = world.players[0].made()[made->ply.count - 1];
            CHECK(event.at - made->uncertainty <= real + milliseconds(300));
            CHECK(event.at + seconds(4) >= real);
            late += made->uncertainty > seconds(5);
        }
    CHECK(late >= 3);
    CHECK(before >= 1);
}

TEST_CASE("a line that is disconnected at any moment loses no move") {
    for (const bool alone : {true, false})
        for (std::size_t moment = 0; moment < 400; moment += 7) {
            INFO("alone " << alone << " moment " << moment);
            World world(1, 3, {}, 6, seconds(4), false);
            std::optional<SingleLine> single(Instant{});
            std::optional<BusLine> bus(std::in_place, std::vector<std::string>{"10001"}, Instant{});
            const auto later = milliseconds(static_cast<std::int64_t>(moment) * 37);
            const Instant stop = Instant{} + seconds(24) + later;
            if (alone) world.play(*single, stop);
            else world.play(*bus, stop);
            world.carry_out(world.tables->on_hang_up("line", world.now));
            if (alone) single.emplace(world.now);
            else bus.emplace(std::vector<std::string>{"10001"}, world.now);
            if (alone) world.play(*single, world.over());
            else world.play(*bus, world.over());
            world.check();
        }
}

// ---- moves that nobody saw ------------------------------------------------------------------

namespace {

// A board that is ahead of the game, and what its memory says.
struct Ahead : OneBoard {
    Ahead(const char* board, std::string_view memory, bool comes = true) : OneBoard(seated()) {
        works(stands("line", board, at), at);
        at = at + seconds(4);
        Orders orders = tables.on_wake(at);
        asked = count_of<AskMemory>(orders);
        works(std::move(orders), at);
        if (asked == 0) return;
        before = events<wire::Made>().size();
        at = at + (comes ? seconds(1) : seconds(61));
        works(comes ? tables.on_report("line", Remembered{"7", notes_of(memory), at}, at)
                    : tables.on_wake(at), at);
        at = at + seconds(4);
        works(tables.on_wake(at), at);
    }
    std::string line() const {
        std::string out;
        for (const std::string& text : clockd.moves({1})) out += (out.empty() ? "" : " ") + text;
        return out;
    }
    Instant at = Instant{} + seconds(20);
    std::size_t asked = 0;   // for its memory
    std::size_t before = 0;  // moves that were sent before it came
};

constexpr const char* four_ahead = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";
constexpr const char* five_ahead = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R";
// The bishop has moved twice, and only the board knows where it stood between.
constexpr const char* seven_ahead = "r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R";

// The notes of a board that saw these squares change, one move after the other.
std::string notes(std::initializer_list<std::pair<const char*, chess::Piece>> moves) {
    const auto square = [](const char* name) {
        return chess::square_at(name[0] - 'a', name[1] - '1');
    };
    std::string bytes = bytes_of({.what = Note::What::begin});
    for (const auto& [move, man] : moves)
        bytes += bytes_of({.what = Note::What::change, .square = square(move)}) +
                 bytes_of({.what = Note::What::change, .square = square(move + 2), .piece = man,
                           .soon = true});
    return bytes;
}

}  // namespace

TEST_CASE("an order of moves that is a guess is marked so in clockd's log", "[regress]") {
    for (const char* board : {four_ahead, five_ahead}) {
        const Ahead one(board, "");
        CHECK(one.asked == 1);
        CHECK(one.before == 0);
        const auto several = one.events<wire::Made>();
        REQUIRE(several.size() == (board == four_ahead ? 4 : 5));
        for (const wire::Made& made : several) CHECK(made.guessed == one.line());
    }
    const auto one_order =
        Ahead("rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR", "").events<wire::Made>();
    REQUIRE(one_order.size() == 3);  // the pawn makes way for the queen
    for (const wire::Made& made : one_order) CHECK(made.guessed.empty());
}

TEST_CASE("the memory of a board that is ahead knows the order of its moves", "[regress]") {
    using chess::Kind;
    const auto white = [](Kind kind) { return chess::Piece{Side::white, kind}; };
    const auto black = [](Kind kind) { return chess::Piece{Side::black, kind}; };
    const std::string memory = notes({{"g1f3", white(Kind::knight)},
                                      {"b8c6", black(Kind::knight)},
                                      {"e2e4", white(Kind::pawn)},
                                      {"e7e5", black(Kind::pawn)},
                                      {"f1b5", white(Kind::bishop)},
                                      {"a7a6", black(Kind::pawn)},
                                      {"b5a4", white(Kind::bishop)}});
    const Ahead one(seven_ahead, memory);
    CHECK(one.asked == 1);
    CHECK(one.line() == "g1f3 b8c6 e2e4 e7e5 f1b5 a7a6 b5a4");
    for (const wire::Made& made : one.events<wire::Made>()) CHECK(made.guessed.empty());
}

TEST_CASE("a board that is ahead of all that can be found out says so", "[regress]") {
    const bool comes = GENERATE(true, false);  // nor does a memory that never comes keep it silent
    Ahead one(seven_ahead, "", comes);
    CHECK(one.asked == 1);
    CHECK(one.events<wire::Made>().empty());
    CHECK(one.facts(one.at).shows == wire::Showing::other);
    CHECK(one.facts(one.at).placement == seven_ahead);
    const Orders again = one.tables.on_wake(one.at + seconds(100));
    CHECK(count_of<AskMemory>(again) == 0);  // it has said what it knows
    const Instant later = one.at + seconds(200);
    one.works(one.stands("line", at_start, later), later);
    one.works(one.tables.on_wake(later + seconds(1)), later + seconds(1));
    CHECK(one.facts(later).shows == wire::Showing::position);
}

TEST_CASE("what a board's memory ends with is no move, and is reported all the same", "[regress]") {
    OneBoard one(Hand::left);
    Instant at = Instant{} + seconds(60);
    one.works(one.seen("line", LinkState::active, at), at);
    Orders first = one.stands("line", after_e5, at);  // nobody had looked before
    CHECK(count_of<AskMemory>(first) == 1);
    one.works(std::move(first), at);
    at = at + seconds(1);
    const std::string memory = notes({{"e2e5", chess::Piece{Side::white, chess::Kind::pawn}}});
    one.works(one.tables.on_report("line", Remembered{"7", notes_of(memory), at}, at), at);
    for (int second = 1; second <= 30; ++second) {
        const Instant later = at + seconds(second);
        one.works(one.tables.on_wake(later), later);
    }
    CHECK(one.events<wire::Made>().empty());
    CHECK(one.facts(at).shows == wire::Showing::other);
}

// ---- more than one source -------------------------------------------------------------------

TEST_CASE("a board that two sources know is the one's that reaches it") {
    OneBoard one;
    const Instant at = Instant{} + seconds(10);
    one.seen("line", LinkState::active, at);
    CHECK(one.seen("service", LinkState::silent, at).empty());
    CHECK(one.facts(at).link == LinkState::active);
    CHECK(one.facts(at).source == "line");
    one.stands("line", at_start, at + seconds(1));
    CHECK(count_of<Send>(one.stands("service", after_e4, at + seconds(2))) == 0);
    CHECK(count_of<Send>(one.stands("line", after_e4, at + seconds(3))) == 1);
    one.tables.on_hang_up("line", at + seconds(4));
    CHECK(one.seen("service", LinkState::active, at + seconds(5)).size() == 1);
    CHECK(one.facts(at).source == "service");
}

TEST_CASE("a memory that was asked for in vain is asked for again") {
    for (const bool hang_up : {true, false}) {
        OneBoard one;
        const Instant at = Instant{} + seconds(10);
        one.seen("line", LinkState::active, at);
        REQUIRE(count_of<AskMemory>(one.stands("line", after_e4, at + seconds(1))) == 1);
        if (hang_up) one.tables.on_hang_up("line", at + seconds(2));
        else one.seen("line", LinkState::silent, at + seconds(2));
        one.seen("line", LinkState::active, at + seconds(3));
        CHECK(count_of<AskMemory>(one.stands("line", after_e4, at + seconds(4))) == 1);
        const Orders orders =
            one.tables.on_report("line", Remembered{"7", {}, at + seconds(5)}, at + seconds(5));
        CHECK(count_of<Send>(orders) == 1);
    }
}

TEST_CASE("a clock that another program reads is compared, as exactly as it can be, and presses no"
          " clock") {
    OneBoard one;
    const Instant at = Instant{} + seconds(101);
    one.seen("service", LinkState::active, at);
    const auto drift = [&](Duration shown, Duration uncertainty) {
        const Orders orders = one.tables.on_report(
            "service", ClockObserved{"7", {{shown, seconds(86400)}}, uncertainty, at}, at);
        CHECK(orders.empty());
        return one.facts(at).drift;
    };
    const Duration truth = seconds(86300);
    CHECK(drift(truth + seconds(3), seconds(1)) == wire::Drift::small);
    CHECK(drift(truth + seconds(4), seconds(1)) == wire::Drift::large);
    CHECK(drift(truth - seconds(4), seconds(1)) == wire::Drift::large);
    CHECK(drift(truth - seconds(4), seconds(3)) == wire::Drift::small);
    CHECK(drift(truth - seconds(6), seconds(3)) == wire::Drift::large);
}

TEST_CASE("of two boards with one serial number the first counts, until it is gone") {
    OneBoard one;
    const Instant at = Instant{} + seconds(10);
    one.seen("line", LinkState::active, at);
    CHECK(count_of<Remark>(one.seen("other", LinkState::active, at)) == 1);
    CHECK(one.seen("other", LinkState::active, at).empty());  // said once
    CHECK(one.facts(at).source == "line");
    one.stands("line", at_start, at + seconds(1));
    CHECK(count_of<Send>(one.stands("other", after_e4, at + seconds(2))) == 0);
    one.tables.on_hang_up("line", at + seconds(3));
    CHECK(one.facts(at).source == "other");
    CHECK(one.facts(at).link == LinkState::active);
    one.tables.on_hang_up("other", at + seconds(4));
    CHECK(one.facts(at).link == LinkState::gone);
}

// The arbiter begins the game again, while the board still has its old position.
TEST_CASE("a game that begins again is not played on from the old position") {
    OneBoard one = seated();
    const Instant at = Instant{} + seconds(20);
    one.works(one.stands("line", after_e4, at), at);
    wire::SetReading restart;
    restart.id = "restart";
    restart.board = {1};
    restart.game = "g1";
    restart.correction.readings = {{day, day}};
    restart.correction.fen = chess::fen(chess::start_position());
    restart.correction.run = true;
    REQUIRE(one.clockd.give(restart, at + seconds(1)).empty());
    one.works(one.tables.on_event(one.clockd.log[one.given].event, World::pos(one.given),
                                  at + seconds(1)), at + seconds(1));
    ++one.given;
    one.works(one.tables.on_wake(at + seconds(2)), at + seconds(2));
    const std::size_t before = one.events<wire::Made>().size();
    for (const int each : {3, 4, 5}) {  // it reports what stands there again and again
        one.works(one.stands("line", after_e4, at + seconds(each)), at + seconds(each));
        one.works(one.tables.on_wake(at + seconds(each)), at + seconds(each));
    }
    CHECK(one.events<wire::Made>().size() == before);
    one.works(one.stands("line", at_start, at + seconds(9)), at + seconds(9));
    one.works(one.stands("line", after_e4, at + seconds(12)), at + seconds(12));
    const auto made = one.events<wire::Made>();
    REQUIRE_FALSE(made.empty());
    CHECK(made.back().text == "e2e4");
    CHECK(made.back().ply == Ply{1});
}

TEST_CASE("equipment has the men as they stand, from when they show no move until they do again") {
    OneBoard one = seated();
    Instant at = Instant{} + seconds(20);
    const auto stand = [&](const char* men) {
        at = at + seconds(10);
        one.works(one.stands("line", men, at), at);
        at = at + seconds(10);
        one.works(one.tables.on_wake(at), at);
    };
    stand(after_e5);
    CHECK(one.facts(at).shows == wire::Showing::other);
    CHECK(one.facts(at).placement == after_e5);
    stand("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR");  // the pawn has fallen
    CHECK(one.facts(at).placement == after_e5);
    stand(at_start);
    CHECK(one.facts(at).shows == wire::Showing::position);
    CHECK(one.facts(at).placement.empty());
    stand(after_e4);
    CHECK(one.events<wire::Made>().back().text == "e2e4");
}
