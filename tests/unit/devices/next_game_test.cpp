// What stands on a board before it shows its game is no move of it: the men of the game before, men
// that are put back, moves that a ruling took back; also for a gateway that starts meanwhile.
#include <random>

#include "tests/unit/devices/games.hpp"
#include "tests/unit/devices/one_board.hpp"

using namespace flagfall;
using namespace flagfall::devices;
using namespace flagfall::test;

namespace {

// One board with a tablet as its clock, hands that play real games, and a gateway that may start
// again at any moment.
struct TwoGames {
    explicit TwoGames(std::size_t number) : random(number) {
        auto moves = real_games()[number % real_games().size()];
        moves.resize(std::min<std::size_t>(moves.size(), 2 + random() % 10));
        positions.push_back(chess::start_position());
        for (const chess::Move move : moves)
            positions.push_back(chess::after(positions.back(), move));
        one.works(one.seen("line", LinkState::active, at), at);
        show(Placement::of(positions.front()));
        for (std::size_t ply = 1; ply < positions.size(); ++ply) play(positions[ply]);
        REQUIRE(made() == moves.size());
    }

    void show(const Placement& men) {
        at = at + seconds(2);
        stands = men;
        one.works(one.tables.on_report("line", Settled{"7", men, at, at}, at), at);
        wait(2);
    }
    void wait(int many) {
        for (int second = 0; second < many; ++second) {
            at = at + seconds(1);
            one.works(one.tables.on_wake(at), at);
        }
    }
    std::string press(Side side) {
        const std::string id = "press-" + std::to_string(++presses);
        one.works(one.tablet(side, at, id), at);
        wait(5);
        return id;
    }
    void play(const chess::Position& next) {
        show(Placement::of(next));
        press(other(next.side_to_move()));
    }
    // Whole boards on the way to these men, one man more of them each.
    void put_back(const Placement& men) {
        while (stands != men) {
            std::vector<chess::Square> wrong;
            for (const chess::Square square : chess::squares(differs(stands, men)))
                wrong.push_back(square);
            const chess::Square square = wrong[random() % wrong.size()];
            Placement next = stands;
            next.put(square, men.at(square));
            show(next);
            if (random() % 4 == 0) start_gateway();
        }
    }
    // Another process of the gateway, which asks for what stands; the memory has the whole game.
    void start_gateway() {
        one.starts_again({}, at, "again" + std::to_string(++starts));
        at = at + seconds(1);
        Orders looked = one.tables.on_report("line", Settled{"7", stands, at, at}, at);
        const bool asks = count_of<AskMemory>(looked) > 0;
        one.works(std::move(looked), at);
        if (asks) one.works(one.tables.on_report("line", memory(), at), at);
        wait(8);
    }
    // As if each field had been noted as it changed, and then what is there now.
    Remembered memory() const {
        Notes notes;
        notes.notes.push_back({.what = Note::What::begin});
        const auto change = [&](const Placement& from, const Placement& to) {
            bool soon = false;
            for (const chess::Square square : chess::squares(differs(from, to))) {
                notes.notes.push_back({.what = Note::What::change, .square = square,
                                       .piece = to.at(square), .soon = soon});
                soon = true;
            }
        };
        for (std::size_t ply = 1; ply < positions.size(); ++ply)
            change(Placement::of(positions[ply - 1]), Placement::of(positions[ply]));
        change(Placement::of(positions.back()), stands);
        return {"7", notes, at};
    }
    void another_game() {
        wire::EndGame end;
        end.outcome.ending = Ending::arbiter_decision;
        end.outcome.score = *score_from("1-0");
        REQUIRE(one.rules(end, at) == "");
        one.clockd.open({1}, at, wire::Timing::clockd, "86400", "g2");
        Orders orders;
        one.give_events(orders);
        one.works(std::move(orders), at);
        before = made();
    }
    void go_back_to(std::size_t ply) {
        wire::SetReading back;
        back.correction.readings = {{day, day}};
        back.correction.ply = {static_cast<std::uint32_t>(ply)};
        back.correction.turn = positions[ply].side_to_move();
        back.correction.fen = chess::fen(positions[ply]);
        back.correction.run = true;
        REQUIRE(one.rules(back, at) == "");
        before = made();
    }
    std::size_t made() const { return one.events<wire::Made>().size(); }
    std::size_t made_since() const { return made() - before; }

    std::mt19937_64 random;
    OneBoard one;
    Instant at = Instant{} + seconds(10);
    Placement stands;
    std::vector<chess::Position> positions;
    std::size_t before = 0;
    int presses = 0, starts = 0;
};

}  // namespace

TEST_CASE("the men of the last game are no moves of the next", "[regress]") {
    for (std::size_t number = 1; number <= 40; ++number) {
        INFO("game " << number);
        TwoGames hall(number);
        const bool restarted = number % 2 == 0;
        hall.another_game();
        if (restarted) hall.start_gateway();
        hall.show(hall.stands);  // the board says it again
        hall.wait(30);
        CHECK(hall.made_since() == 0);
        CHECK(hall.one.facts(hall.at).shows == wire::Showing::other);
        CHECK(hall.one.facts(hall.at).placement == text(hall.stands));
        hall.show(Placement::of(chess::start_position()));
        CHECK(hall.one.facts(hall.at).shows == wire::Showing::position);
        hall.play(hall.positions[1]);
        CHECK(hall.made_since() == 1);
    }
}

TEST_CASE("men that are put back make no move on their way", "[regress]") {
    for (std::size_t number = 1; number <= 60; ++number) {
        INFO("game " << number);
        TwoGames hall(number);
        const bool next_game = number % 3 != 0;
        const std::size_t to = next_game ? 0 : hall.random() % (hall.positions.size() - 1);
        if (next_game) hall.another_game();
        else hall.go_back_to(to);
        hall.put_back(Placement::of(hall.positions[to]));
        CHECK(hall.made_since() == 0);
        CHECK(hall.one.facts(hall.at).shows == wire::Showing::position);
        hall.play(hall.positions[to + 1]);
        CHECK(hall.made_since() == 1);
    }
}

TEST_CASE("moves that a ruling took back do not come back with the gateway", "[regress]") {
    for (std::size_t number = 1; number <= 40; ++number) {
        INFO("game " << number);
        TwoGames hall(number);
        hall.go_back_to(hall.random() % (hall.positions.size() - 1));
        hall.start_gateway();
        hall.wait(30);
        CHECK(hall.made_since() == 0);
        CHECK(hall.one.facts(hall.at).shows == wire::Showing::other);
    }
}

// The opponent's last man is put up when the first move is on the board already.
TEST_CASE("a move that is pressed before the board has shown its game counts") {
    for (std::size_t number = 1; number <= 20; ++number) {
        INFO("game " << number);
        TwoGames hall(number);
        hall.another_game();
        hall.show(Placement::of(hall.positions[1]));
        const bool stood_before = hall.positions.size() == 2;
        CHECK(hall.made_since() == 0);
        hall.press(Side::white);
        CHECK(hall.made_since() == (stood_before ? 0 : 1));
    }
}

// ---- presses before the board shows its game ------------------------------------------------

namespace {

constexpr const char* bishop_on_d5 = "rnbqkbnr/pppp1ppp/8/3Bp3/4P3/8/PPPP1PPP/RNBQK1NR";
constexpr const char* before_it = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";

// An arbiter has taken an illegal move back, White is to move, and the man still stands there.
struct Ruled : OneBoard {
    Ruled() : OneBoard(seated()) {
        works(stands("line", bishop_on_d5, at), at);
        wire::SetReading back;
        back.correction.readings = {{day, day}};
        back.correction.fen = std::string(before_it) + " w KQkq - 0 2";
        back.correction.run = true;
        REQUIRE(rules(back, at).empty());
    }
    void shows(const char* men) {
        at = at + milliseconds(400);
        works(stands("line", men, at), at);
    }
    void presses() { works(tablet(Side::white, at), at); }
    void wait() {
        for (int half = 1; half <= 7; ++half) {
            at = at + milliseconds(500);
            works(tables.on_wake(at), at);
            const auto due = tables.deadline();
            CHECK((!due || *due > at));  // nothing is looked at without end
        }
    }
    Instant at = Instant{} + seconds(20);
};

}  // namespace

TEST_CASE("a press before the board has shown its game has the move that is plain", "[regress]") {
    const bool answered = GENERATE(true, false);
    CAPTURE(answered);
    Ruled one;
    if (answered) one.presses();  // and the reply comes at once
    one.shows(answered ? "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR"
                       : "1nbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR");  // a8 is dead
    if (!answered) one.presses();
    one.wait();
    REQUIRE(one.events<wire::Pressed>().size() == 1);
    CHECK(one.events<wire::Pressed>().front().made);
    REQUIRE(one.events<wire::Made>().size() == (answered ? 2 : 1));
    CHECK(one.events<wire::Made>().front().text == "f1c4");
}

TEST_CASE("a press before the board has shown its game is no offence where no move is plain",
          "[regress]") {
    const auto men = GENERATE(as<std::string>{}, bishop_on_d5,
                              "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQK1NR",
                              "1nbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
                              "rnbqkbnr/pppp1ppp/8/4p2P/4P3/8/PPPP1PP1/RNBQKBNR");
    CAPTURE(men);
    Ruled one;
    if (men != bishop_on_d5) one.shows(men.c_str());
    one.presses();
    one.wait();
    CHECK(one.events<wire::Pressed>().empty());  // clockd goes on, and asks an arbiter
    CHECK(one.events<wire::Made>().empty());
    CHECK(one.facts(one.at).shows == wire::Showing::other);
}

TEST_CASE("a press is one without a move where the board shows the game and nothing else") {
    Ruled one;
    one.shows(before_it);
    one.presses();
    one.wait();
    REQUIRE(one.events<wire::Pressed>().size() == 1);
    CHECK_FALSE(one.events<wire::Pressed>().front().made);
}

// ---- a board that the game does not know ----------------------------------------------------

namespace {

// What a board noted of 1.e4 e5 while nobody listened.
Notes notes_of_yesterday() {
    Notes notes;
    notes.notes.push_back({.what = Note::What::begin});
    const auto change = [&](const char* square, chess::Piece piece, bool soon) {
        notes.notes.push_back({.what = Note::What::change,
                               .square = chess::square_at(square[0] - 'a', square[1] - '1'),
                               .piece = piece, .soon = soon});
    };
    change("e2", {}, false);
    change("e4", {Side::white, chess::Kind::pawn}, true);
    change("e7", {}, false);
    change("e5", {Side::black, chess::Kind::pawn}, true);
    return notes;
}

// The board stands like this, says so again, and gives its memory when it is asked.
void stands_for_long(OneBoard& one, const char* men, Instant& at) {
    for (int second = 0; second < 8; ++second) {
        Orders looked = one.stands("line", men, at);
        const bool asks = count_of<AskMemory>(looked) > 0;
        one.works(std::move(looked), at);
        if (asks)
            one.works(one.tables.on_report("line", Remembered{"7", notes_of_yesterday(), at}, at),
                      at);
        at = at + seconds(1);
        one.works(one.tables.on_wake(at), at);
    }
}

}  // namespace

TEST_CASE("the first game has no moves of a board that was not there when it began", "[regress]") {
    OneBoard one(Hand::left, wire::Timing::clockd, "86400", false);
    Instant at = Instant{} + seconds(10);
    one.works(one.seen("line", LinkState::active, at), at);
    stands_for_long(one, before_it, at);
    CHECK(one.events<wire::Made>().empty());
    CHECK(one.facts(at).shows == wire::Showing::other);
    stands_for_long(one, at_start, at);
    stands_for_long(one, after_e4, at);
    CHECK(one.clockd.moves({1}) == std::vector<std::string>{"e2e4"});
}

TEST_CASE("of a board that is new to the first game one move counts, and can be taken back") {
    OneBoard one(Hand::left, wire::Timing::clockd, "86400", false);
    Instant at = Instant{} + seconds(10);
    one.works(one.seen("line", LinkState::active, at), at);
    stands_for_long(one, after_e4, at);
    CHECK(one.clockd.moves({1}) == std::vector<std::string>{"e2e4"});
    stands_for_long(one, at_start, at);
    stands_for_long(one, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR", at);
    CHECK(one.clockd.moves({1}) == std::vector<std::string>{"d2d4"});
}

TEST_CASE("of a board that is new to the first game one illegal move counts when it is pressed") {
    const bool pressed = GENERATE(true, false);
    const bool one_man = GENERATE(true, false);
    CAPTURE(pressed, one_man);
    OneBoard one(Hand::left, wire::Timing::clockd, "86400", false);
    Instant at = Instant{} + seconds(10);
    one.works(one.seen("line", LinkState::active, at), at);
    const char* men =
        one_man ? after_e5 : "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";
    one.works(one.stands("line", men, at), at);
    one.works(one.clock(day, day, Side::white, at), at);
    if (pressed) one.works(one.clock(day, day, Side::black, at), at);
    stands_for_long(one, men, at);
    CHECK(one.events<wire::Pressed>().size() == (pressed && one_man ? 1 : 0));
    CHECK(one.events<wire::Made>().size() == (pressed && one_man ? 1 : 0));
}

TEST_CASE("what stood on a board when the clock was started is no move of the first game",
          "[regress]") {
    const bool again = GENERATE(true, false);  // the gateway starts again when the game has begun
    CAPTURE(again);
    OneBoard one(Hand::left, wire::Timing::board_clock);
    Instant at = Instant{} + seconds(10);
    one.works(one.seen("line", LinkState::active, at), at);
    if (GENERATE(true, false)) stands_for_long(one, at_start, at);  // it was played on since
    stands_for_long(one, before_it, at);
    CHECK(one.rules(wire::StartGame{}, at).empty());
    stands_for_long(one, before_it, at);
    CHECK(one.events<wire::Made>().empty());
    CHECK(one.facts(at).shows == wire::Showing::other);
    if (!again) return;
    one.clockd.keep({at, wire::EquipmentChanged{one.facts(at)}});
    one.starts_again({}, at);
    stands_for_long(one, before_it, at);
    CHECK(one.events<wire::Made>().empty());
}

TEST_CASE("a spare board that is brought into a game has no moves of another", "[regress]") {
    OneBoard one = seated();
    Instant at = Instant{} + seconds(20);
    stands_for_long(one, after_e4, at);
    one.works(one.tablet(Side::white, at), at);
    stands_for_long(one, after_e4, at);
    one.tables = Tables({{"8", {{1}, {}}}}, "spare");
    one.given = 0;
    Orders orders;
    one.give_events(orders);
    one.works(one.tables.up_to_date(at), at);
    for (int second = 0; second < 8; ++second) {  // 1.e4 e5 2.Nf3 Nc6
        const char* men = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";
        Orders looked =
            one.tables.on_report("line", Settled{"8", *Placement::from(men), at, at}, at);
        CHECK(count_of<AskMemory>(looked) == 0);
        one.works(std::move(looked), at);
        at = at + seconds(1);
        one.works(one.tables.on_wake(at), at);
    }
    CHECK(one.clockd.moves({1}) == std::vector<std::string>{"e2e4"});
}

// The men were set up again when the game was over.
TEST_CASE("men that are put back in a game that is reopened are no moves", "[regress]") {
    for (std::size_t number = 1; number <= 40; ++number) {
        INFO("game " << number);
        TwoGames hall(number);
        wire::EndGame end;
        end.outcome.ending = Ending::arbiter_decision;
        end.outcome.score = *score_from("1-0");
        REQUIRE(hall.one.rules(end, hall.at) == "");
        const bool stayed = number % 4 == 0;
        if (!stayed) hall.show(Placement::of(chess::start_position()));
        REQUIRE(hall.one.rules(wire::ReopenGame{}, hall.at) == "");
        REQUIRE(hall.one.rules(wire::Resume{}, hall.at) == "");
        hall.before = hall.made();
        if (number % 3 == 0) hall.start_gateway();
        for (std::size_t ply = 1; !stayed && ply < hall.positions.size(); ++ply)
            hall.show(Placement::of(hall.positions[ply]));
        CHECK(hall.made_since() == 0);
        CHECK(hall.one.facts(hall.at).shows == wire::Showing::position);
        const chess::Move next = *chess::legal_moves(hall.positions.back()).begin();
        hall.play(chess::after(hall.positions.back(), next));
        CHECK(hall.made_since() == 1);
    }
}
