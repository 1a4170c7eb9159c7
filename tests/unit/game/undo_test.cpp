// Rulings taken back, and given again by undoing that: no recorded data is lost.
#include "arbiterd/game/state/readings.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/dice.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// After this White has the move and the position has occurred once more.
constexpr auto there_and_back = "Nf3 Nf6 Ng1 Ng8";

wire::SetClock setting(const Hall& hall, std::optional<std::uint32_t> ply,
                       const std::string& fen = "") {
    wire::SetClock act;
    act.white = hall.readings[Side::white];
    act.black = hall.readings[Side::black];
    if (ply) act.ply = Ply{*ply};
    act.fen = fen;
    return act;
}

// The state that must be the same after everything is taken back.
struct Record {
    std::string moves;
    std::vector<Both<Duration>> clocks;
    chess::History history;
    std::optional<wire::Outcome> result;
    Both<std::uint32_t> illegal{};
    std::string white;
    bool reversed = false;
    friend bool operator==(const Record&, const Record&) = default;
};

Record record_of(const Hall& hall) {
    const game::Game& game = hall.game();
    Record record{.moves = {}, .clocks = game.clocks,
                  .history = game.history, .result = game.live.result,
                  .illegal = game.live.illegal, .white = game.terms.white,
                  .reversed = game.live.reversed};
    record.clocks.pop_back();  // the last one is the reading set at the clock since
    for (std::size_t at = 0; at < game.moves.size(); ++at)
        record.moves += chess::san(game.history.at(at), game.moves[at].move) + " ";
    return record;
}

std::uint32_t number(const Events& events) { return the<wire::RulingGiven>(events).number; }

Events touch(Hall& hall, Side side, const std::string& squares, bool adjusting = false) {
    wire::Touched e;
    static_cast<wire::BoardEvent&>(e) = hall.base();
    e.side = side;
    e.squares = squares;
    e.adjusting = adjusting;
    return hall.feed(e);
}

// The position of the start has stood three times, and the clock is paused.
Hall twice_there_and_back() {
    Hall hall;
    hall.play(there_and_back);
    hall.play(there_and_back);
    hall.rule(wire::PauseClock{});
    return hall;
}

// White has lost by two illegal actions.
struct LostByTwo {
    LostByTwo() {
        hall.play("e4 e5");
        hall.play("Ke3");  // illegal, ruled on at once
        first = hall.live().rulings;
        before = hall.readings;
        hall.play("Ke3");
        REQUIRE(hall.over);
    }

    Hall hall;
    std::uint32_t first = 0;  // the ruling on the first
    Both<Duration> before;    // the readings after it
};

}  // namespace

// ---- going back --------------------------------------------------------------------------------

TEST_CASE("a mistyped ply is taken back: moves, times and repetitions are there (7.5.1)",
          "[undo]") {
    Hall hall = twice_there_and_back();
    const Record before = record_of(hall);
    const Events gone = hall.rule(illegal(Side::white, Irregularity::illegal_move, 1));
    CHECK(the<wire::PositionRestored>(gone).voided ==
          "8 plies: 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8");
    REQUIRE(hall.live().ply == Ply{});
    CHECK(hall.live().illegal[Side::white] == 1);
    const Events back = hall.rule(undo(number(gone)));
    CHECK(game::needs_confirmation(back));
    CHECK(the<wire::MovesRestored>(back).restored.starts_with("8 plies: 1. Nf3 Nf6"));
    for (std::size_t i = 0; i < before.clocks.size(); ++i) {
        CAPTURE(i);
        CHECK(record_of(hall).clocks[i][Side::white].us == before.clocks[i][Side::white].us);
        CHECK(record_of(hall).clocks[i][Side::black].us == before.clocks[i][Side::black].us);
    }
    CHECK(record_of(hall).history == before.history);
    CHECK(record_of(hall).moves == before.moves);
    CHECK(record_of(hall).illegal == before.illegal);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a mistyped ply is taken back: the clock shows what it showed, and a claim is right",
          "[undo]") {
    Hall hall = twice_there_and_back();
    const Both<Duration> shown = hall.readings;
    hall.rule(undo(number(hall.rule(illegal(Side::white, Irregularity::illegal_move, 1)))));
    CHECK(hall.readings[Side::white].us == shown[Side::white].us);
    CHECK(hall.readings[Side::black].us == shown[Side::black].us);
    CHECK(hall.ply == Ply{8});
    CHECK(hall.turn == Side::white);
    CHECK(!hall.running);
    hall.rule(wire::ResumeClock{});
    CHECK(result(hall.claim(Side::white, "threefold")) == "1/2-1/2 threefold 9.2.2");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a position set after the wrong ply is taken back, and so is that (7.1)", "[undo]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6 Bb5 a6");
    hall.rule(wire::PauseClock{});
    const Record before = record_of(hall);
    const std::uint32_t first = number(hall.rule(setting(hall, 1)));
    hall.rule(wire::ResumeClock{});
    hall.play("c5 Nf3");
    const std::string line = record_of(hall).moves;
    const Events back = hall.rule(undo(first));
    CHECK(the<wire::MovesRestored>(back).voided == "2 plies: 1... c5 2. Nf3");
    CHECK(record_of(hall) == before);
    hall.rule(undo(number(back)));  // the ruling stands again, with the moves played since
    CHECK(record_of(hall).moves == line);
    hall.rule(undo(first));
    CHECK(record_of(hall) == before);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("of two goings-back the last is taken back first", "[undo]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6 Bb5 a6");
    hall.rule(wire::PauseClock{});
    const Record before = record_of(hall);
    const std::uint32_t first = number(hall.rule(setting(hall, 4)));
    const std::uint32_t second = number(hall.rule(setting(hall, 2)));
    CHECK(hall.rule(undo(first)).empty());
    CHECK(hall.refused == "later_position");
    const std::uint32_t third = number(hall.rule(undo(second)));
    const std::uint32_t fourth = number(hall.rule(undo(first)));
    CHECK(record_of(hall) == before);
    CHECK(hall.rule(undo(third)).empty());  // it depended on the first
    CHECK(hall.refused == "later_position");
    hall.rule(undo(fourth));
    hall.rule(undo(third));
    CHECK(hall.live().ply == Ply{2});
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a game begun again at the wrong board goes on as it was (7.2.1, 7.3)", "[undo]") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    hall.rule(two_hands(Side::white));
    hall.rule(wire::ReverseColours{});
    hall.rule(wire::PauseClock{});
    const Record before = record_of(hall);
    wire::RestartGame restart;
    restart.reversed_colours = true;
    const Events restarted = hall.rule(restart);
    CHECK(the<wire::GameRestarted>(restarted).voided == "3 plies: 1. e4 e5 2. Nf3");
    CHECK(hall.live().illegal[Side::white] == 0);
    CHECK(!hall.live().reversed);
    hall.rule(wire::ResumeClock{});
    hall.play("d4 d5");
    const Events back = hall.rule(undo(number(restarted)));
    CHECK(record_of(hall) == before);
    CHECK(hall.live().reversed);
    CHECK(hall.turn == Side::black);
    hall.rule(undo(number(back)));
    CHECK(record_of(hall).moves == "d4 d5 ");
    CHECK(hall.live().illegal[Side::white] == 0);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a count of presses set wrong comes back", "[undo]") {
    Hall hall("", "", {}, "5400+30", wire::Reporting::presses);
    for (int i = 0; i < 8; ++i) hall.press(i % 2 == 0 ? Side::white : Side::black);
    hall.rule(wire::PauseClock{});
    const auto presses = hall.game().presses;
    const std::uint32_t ruling = number(hall.rule(setting(hall, 2)));
    CHECK(hall.live().presses == Ply{2});
    hall.rule(undo(ruling));
    CHECK(hall.live().presses == Ply{8});
    CHECK(hall.game().presses == presses);
    CHECK(hall.ply == Ply{8});
    CHECK(hall.replayed() == hall.games);
}

// ---- positions of an arbiter's own -------------------------------------------------------------

TEST_CASE("a position that the record has is found there, with its repetitions (9.2.3)",
          "[undo]") {
    Hall hall;
    hall.play(there_and_back);
    hall.play("Nf3 Nf6 Ng1 Ng8 e4");
    hall.rule(wire::PauseClock{});
    hall.rule(setting(hall, std::nullopt, chess::fen(chess::start_position())));
    CHECK(hall.live().ply == Ply{8});
    CHECK(hall.game().base == Ply{});
    hall.rule(wire::ResumeClock{});
    CHECK(result(hall.claim(Side::white, "threefold")) == "1/2-1/2 threefold 9.2.2");
}

TEST_CASE("a position one move from the record is that move (7.1)", "[undo]") {
    Hall hall;
    hall.play(there_and_back);
    hall.play("Nf3 Nf6 Ng1 Nh5");  // the board misread the last move
    hall.rule(wire::PauseClock{});
    const Events events = hall.rule(setting(hall, 8, chess::fen(chess::start_position())));
    CHECK(the<wire::MoveRecorded>(events).san == "Ng8");
    CHECK(hall.game().base == Ply{});
    hall.rule(wire::ResumeClock{});
    CHECK(result(hall.claim(Side::white, "threefold")) == "1/2-1/2 threefold 9.2.2");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("positions before one that is set up count as far as its moves without capture go",
          "[undo]") {
    for (const bool quiet : {true, false}) {
        Hall hall;
        hall.play(there_and_back);
        hall.play("Nf3 Nf6 Ng1");
        hall.rule(wire::PauseClock{});
        // A knight was on h6, whatever way it came there.
        hall.rule(setting(hall, 7, std::string("rnbqkb1r/pppppppp/7n/8/8/8/PPPPPPPP/RNBQKBNR b "
                                               "KQkq - ") + (quiet ? "7" : "0") + " 4"));
        CHECK(hall.game().base == Ply{7});
        hall.rule(wire::ResumeClock{});
        hall.play("Ng8");
        const auto ruling = the<wire::RulingGiven>(hall.claim(Side::white, "threefold"));
        CHECK(hall.live().result.has_value() == quiet);
        if (quiet) CHECK(fact(ruling.evidence, "facts") == "plies 0 4 8");
        CHECK(hall.replayed() == hall.games);
    }
}

// ---- results -----------------------------------------------------------------------------------

TEST_CASE("a resignation whose result was corrected and put back is taken back", "[undo]") {
    Hall hall;
    hall.play("e4 e5");
    const std::uint32_t resigned = number(hall.resign(Side::black));
    const std::uint32_t corrected = number(hall.rule(give(drawn()), "8.7"));
    const std::uint32_t put_back = number(hall.rule(undo(corrected)));
    CHECK(hall.live().result->ending == Ending::resignation);
    const std::uint32_t opened = number(hall.rule(undo(resigned)));
    CHECK(hall.refused.empty());
    CHECK(!hall.live().result);
    CHECK(!hall.over);
    CHECK(hall.rule(undo(put_back)).empty());  // the draw corrected a result that does not exist
    CHECK(hall.refused == "later_result");
    hall.rule(undo(opened));
    CHECK(hall.live().result->ending == Ending::resignation);
    CHECK(hall.over);
    hall.rule(undo(put_back));
    CHECK(hall.live().result->score == drawn());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("the first illegal action taken back: does the loss by the second stand? (7.5.5)",
          "[undo]") {
    LostByTwo lost;
    Hall& hall = lost.hall;
    const Events events = hall.rule(undo(lost.first));
    CHECK(game::needs_confirmation(events));
    const auto question = the<wire::QuestionPut>(events);
    CHECK(question.about == wire::Subject::loss);
    CHECK(question.article == "7.5.5");
    REQUIRE(hall.live().questions.size() == 1);

    SECTION("it does") {
        hall.rule(answer(hall, "stands"));
        CHECK(hall.refused.empty());
        CHECK(hall.over);
    }
    SECTION("the first counts after all") {
        hall.rule(undo(hall.live().rulings));
        CHECK(hall.live().questions.empty());
        CHECK(hall.live().illegal[Side::white] == 2);
        CHECK(hall.over);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("the first illegal action taken back: the second is the first (7.5.5)", "[undo]") {
    LostByTwo lost;
    Hall& hall = lost.hall;
    hall.rule(undo(lost.first));
    hall.rule(answer(hall, "reopen"));
    CHECK(hall.refused.empty());
    CHECK(!hall.over);
    CHECK(!hall.live().result);
    CHECK(hall.live().illegal[Side::white] == 1);
    CHECK(hall.turn == Side::white);
    // The gain of the press is gone. The opponent has two minutes, once: those of the first action
    // are gone, those of the second are given.
    const Both<Duration> right{{lost.before[Side::white] - seconds(2), lost.before[Side::black]}};
    CHECK(hall.readings == right);
    for (int times = 0; times < 2; ++times) {
        hall.rule(undo(hall.live().rulings));  // that was wrong, and the question is put again
        CHECK(hall.over);
        CHECK(hall.live().questions.size() == 1);
        CHECK(game::owed(hall.live())[Side::black] == Duration{} - minutes(2));
        hall.rule(times == 0 ? wire::DeskAct(undo(hall.live().rulings))
                             : wire::DeskAct(answer(hall, "reopen")));
        CHECK(hall.refused.empty());
        CHECK(!hall.over);
        CHECK(hall.readings == right);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a loss that an arbiter has ruled to stand is not asked about again (7.5.5)",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    const std::uint32_t time = number(hall.rule(wire::AdjustClock{seconds(1), {}}));
    hall.play("Ke3");
    const std::uint32_t first = hall.live().rulings;
    hall.play("Ke3");
    hall.rule(undo(first));
    const std::uint32_t stands = number(hall.rule(answer(hall, "stands")));
    hall.rule(undo(time));
    REQUIRE(hall.refused == "");
    CHECK(hall.live().questions.empty());
    hall.rule(undo(stands));  // now it is asked
    CHECK(hall.live().questions.size() == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a loss is not asked about when the game is opened again at the clock (7.5.5)",
          "[undo][regress]") {
    Hall hall = doubted_loss();
    REQUIRE(hall.live().questions.size() == 1);
    const Both<Duration> shown = hall.readings;
    hall.reopen();
    CHECK(hall.live().questions.empty());
    // The time of the first action, which was taken back, is removed.
    CHECK(hall.readings[Side::black] == shown[Side::black] - minutes(2));
    CHECK(hall.live().readings == hall.readings);
}

TEST_CASE("an illegal action counted again loses when it is the second (7.5.5)", "[undo]") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    wire::IllegalAction hands = two_hands(Side::white);
    hands.ply = Ply{1};
    const std::uint32_t first = number(hall.rule(hands));
    const std::uint32_t back = number(hall.rule(undo(first)));
    hands.ply = Ply{3};
    hall.rule(hands);
    CHECK(!hall.over);
    hall.rule(undo(back));
    CHECK(hall.over);
    CHECK(hall.live().result->ending == Ending::illegal_move_forfeit);
    hall.rule(undo(hall.live().rulings));
    CHECK(!hall.over);
    CHECK(hall.live().illegal[Side::white] == 1);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a granted claim taken back: the announced move was not played (9.2.1)", "[undo]") {
    Hall hall;
    hall.play(there_and_back);
    hall.play("Nf3 Nf6 Ng1");
    REQUIRE(result(hall.claim(Side::black, "threefold", "Ng8")) == "1/2-1/2 threefold 9.2.1");
    const std::uint32_t claim = hall.live().rulings;
    CHECK(hall.live().ply == Ply{8});
    const Events back = hall.rule(undo(claim));
    CHECK(the<wire::RulingGiven>(back).text.find("Ng8 was not played: Black has the move") !=
          std::string::npos);
    CHECK(hall.live().ply == Ply{7});
    CHECK(hall.turn == Side::black);
    CHECK(!hall.over);
    hall.rule(undo(number(back)));
    CHECK(hall.over);
    CHECK(hall.live().ply == Ply{8});
    CHECK(hall.live().result->ending == Ending::threefold);
    hall.rule(undo(claim));
    hall.rule(wire::ResumeClock{});
    hall.play("Ng8");
    CHECK(hall.live().ply == Ply{8});
    CHECK(result(hall.claim(Side::white, "threefold")) == "1/2-1/2 threefold 9.2.2");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an adjournment taken back in error stands again (I.2)", "[undo]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    const std::uint32_t adjourned = number(hall.rule(wire::Adjourn{Side::white, "at ten"}));
    const std::uint32_t back = number(hall.rule(undo(adjourned)));
    CHECK(!hall.live().adjourned);
    const Events again = hall.rule(undo(back));
    REQUIRE(hall.live().adjourned);
    CHECK(the<wire::GameAdjourned>(again).resumption == "at ten");
    hall.rule(undo(number(again)));
    CHECK(!hall.live().adjourned);
    CHECK(hall.replayed() == hall.games);
}

// ---- touched pieces ----------------------------------------------------------------------------

TEST_CASE("who is bound to a touched piece cannot claim on this move (9.4)", "[undo]") {
    Hall hall;
    hall.play(there_and_back);
    hall.play(there_and_back);
    const std::uint32_t bound = number(hall.rule(bind(Side::white, "e2")));
    const auto ruling = the<wire::RulingGiven>(hall.claim(Side::white, "threefold"));
    CHECK(ruling.article == "9.4");
    CHECK(fact(ruling.evidence, "touched_by_white") ==
          "e2, ply 9, by ruling " + std::to_string(bound));
    CHECK(!hall.over);
    SECTION("nor when the piece cannot move (4.5)") {
        hall.rule(undo(bound));
        hall.rule(bind(Side::white, "a1"));
        CHECK(the<wire::RulingGiven>(hall.claim(Side::white, "threefold")).article == "9.4");
    }
    SECTION("it was another board") {
        hall.rule(undo(bound));
        CHECK(result(hall.claim(Side::white, "threefold")) == "1/2-1/2 threefold 9.2.2");
    }
    SECTION("on the next move the right is back") {
        hall.play("e3 e6");
        CHECK(the<wire::RulingGiven>(hall.claim(Side::white, "threefold")).article == "9.5.3");
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("what a board felt loses the claim and refuses the offer (9.4, 9.1.2.1)", "[undo]") {
    Hall hall;
    hall.play(there_and_back);
    hall.play("Nf3 Nf6 Ng1");
    hall.made(Side::black, "Ng8");
    hall.offer(Side::black);
    hall.press(Side::black);
    SECTION("adjusted, it is no touch") {
        touch(hall, Side::white, "e2", true);
        CHECK(hall.live().offer[Side::black]);
        const Events events = hall.claim(Side::white, "threefold");
        CHECK(fact(the<wire::RulingGiven>(events).evidence, "adjusted_by_white") == "e2, ply 9");
        CHECK(hall.over);
    }
    SECTION("nor by who does not have the move") {
        touch(hall, Side::black, "e7");
        CHECK(result(hall.claim(Side::white, "threefold")) == "1/2-1/2 threefold 9.2.2");
    }
    SECTION("touched") {
        CHECK(the<wire::DrawOfferEnded>(touch(hall, Side::white, "e2")).how ==
              wire::OfferEnd::touched);
        CHECK(the<wire::RulingGiven>(hall.claim(Side::white, "threefold")).article == "9.4");
        CHECK(last<wire::EventVoided>(hall.accept(Side::white)).has_value());
        CHECK(!hall.over);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a claim of touch-move shows what the board felt (4.8)", "[undo]") {
    Hall hall;
    hall.play("e4 e5");
    touch(hall, Side::white, "f1");
    touch(hall, Side::white, "g1");
    hall.play("Nf3");
    const auto question = the<wire::QuestionPut>(hall.claim(Side::black, "touch_move"));
    CHECK(fact(question.evidence, "touched_by_white") == "f1 g1, ply 3");
}

// ---- at random ---------------------------------------------------------------------------------

namespace {

void play_some(Hall& hall, Dice& dice, std::vector<std::uint32_t>& rulings) {
    for (std::uint32_t left = dice.below(6); left > 0; --left) {
        if (hall.over || hall.live().hold != game::Hold::none) return;
        if (!hall.running) hall.rule(wire::ResumeClock{});
        if (!hall.running) return;
        const chess::MoveList moves = chess::legal_moves(hall.game().history.current());
        const chess::Move move = moves[dice.below(static_cast<std::uint32_t>(moves.size()))];
        hall.play(chess::uci(hall.game().history.current(), move));
        if (hall.over) rulings.push_back(hall.live().rulings);
    }
}

// A ruling that can be taken back; 0 if it was refused.
std::uint32_t some_ruling(Hall& hall, Dice& dice, bool goes_back) {
    const std::uint32_t plies = hall.live().ply.count;
    if (plies == 0) return 0;
    const std::uint32_t ply = 1 + dice.below(plies);
    const Side side = ply % 2 == 1 ? Side::white : Side::black;
    Events events;
    switch (dice.below(goes_back ? 3 : 7)) {
        case 0: events = hall.rule(illegal(side, Irregularity::illegal_move, ply)); break;
        case 1:
            hall.rule(wire::PauseClock{});
            events = hall.rule(setting(hall, ply - 1));
            break;
        case 2: events = hall.rule(wire::RestartGame{dice.one_in(2), ""}); break;
        case 3: events = hall.rule(two_hands(dice.one_in(2) ? Side::white : Side::black)); break;
        case 4: events = hall.rule(give(dice.one_in(2) ? drawn() : win_of(side)), "8.7"); break;
        case 5: events = hall.rule(bind(hall.turn, hall.turn == Side::white ? "g1" : "g8")); break;
        default: events = hall.rule(wire::AdjustClock{seconds(30), {}}); break;
    }
    const auto ruling = last<wire::RulingGiven>(events);
    return ruling ? ruling->number : 0;
}

}  // namespace

TEST_CASE("whatever is ruled, taken back it is as it was, and given again as it became",
          "[undo]") {
    std::uint32_t undone = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        INFO("seed " << seed);
        Dice dice(seed);
        Hall hall;
        std::vector<std::uint32_t> none;
        for (int i = 0; i < 4; ++i) play_some(hall, dice, none);
        if (hall.over || hall.live().hold != game::Hold::none) continue;
        const Record before = record_of(hall);
        std::vector<std::uint32_t> rulings;
        for (int act = 0; act < 6; ++act) {
            const std::uint32_t number = some_ruling(hall, dice, rulings.empty());
            if (number > 0) rulings.push_back(number);
            if (!rulings.empty()) play_some(hall, dice, rulings);
        }
        for (; !rulings.empty(); rulings.pop_back()) {
            INFO("ruling " << rulings.back());
            const Record then = record_of(hall);
            const Events back = hall.rule(undo(rulings.back()));
            INFO("refused: " << hall.refused);
            REQUIRE(!back.empty());
            ++undone;
            if (!dice.one_in(3)) continue;
            const std::uint32_t taken = hall.live().rulings;
            hall.rule(undo(the<wire::RulingGiven>(back).number));
            INFO("again: " << hall.refused << ", ruling " << taken);
            REQUIRE(hall.refused.empty());
            const Record now = record_of(hall);
            CHECK(now.moves == then.moves);
            CHECK(now.history == then.history);
            CHECK(now.illegal == then.illegal);
            CHECK(now.result == then.result);
            hall.rule(undo(rulings.back()));
            REQUIRE(hall.refused.empty());
        }
        const Record after = record_of(hall);
        CHECK(after.moves == before.moves);
        CHECK(after.history == before.history);
        CHECK(after.result == before.result);
        CHECK(after.illegal == before.illegal);
        CHECK(after.white == before.white);
        CHECK(after.reversed == before.reversed);
        CHECK(hall.replayed() == hall.games);
    }
    CHECK(undone > 200);
}

TEST_CASE("a new result stands though the clock is reopened late for an undone one",
          "[undo][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.resign(Side::white);
    hall.prompt = false;
    hall.rule(undo_last(hall));
    std::string ordered;
    for (const auto& each : hall.live().outbox)
        if (const auto* it = std::get_if<wire::ReopenGame>(&each.issued.command)) ordered = it->id;
    const std::size_t withdrawn = count<wire::ResultWithdrawn>(hall.log);
    hall.rule(give(drawn()), "12.9");
    REQUIRE(hall.refused.empty());
    hall.deliver();
    wire::GameReopened reopened;
    static_cast<wire::BoardEvent&>(reopened) = hall.base();
    reopened.by = "arbiterd";
    const Events decided = hall.feed(reopened, ordered);
    CHECK(the<wire::EventVoided>(decided).event == "game_reopened");
    CHECK(std::holds_alternative<wire::EndGame>(the<wire::CommandIssued>(decided).command));
    CHECK(count<wire::ResultWithdrawn>(hall.log) == withdrawn);
    REQUIRE(hall.live().result);
    CHECK(hall.live().result->score == drawn());
    CHECK(hall.replayed() == hall.games);
}
