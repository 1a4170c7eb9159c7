// Boards that report only presses: what needs a position is asked, and moves come from scoresheets.
#include <array>
#include <random>

#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

constexpr const char* bare_king = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";

Hall presses_hall(const std::string& fen = "", const std::string& profile = "") {
    return Hall(fen, profile, {}, "5400", wire::Reporting::presses);
}

void press_all(Hall& hall, int presses) {
    for (int i = 0; i < presses; ++i) hall.press(hall.turn);
}

wire::EnterMoves sheet(const std::string& text, const std::string& language = "english") {
    wire::EnterMoves act;
    act.sheet = text;
    act.language = language;
    act.notation = "algebraic";
    return act;
}

bool has_fact(const wire::Pairs& evidence, const std::string& name) {
    for (const wire::Pair& pair : evidence)
        if (pair.name == name) return true;
    return false;
}

}  // namespace

TEST_CASE("a press without a move is no offence where only presses are reported", "[presses]") {
    Hall hall = presses_hall();
    const Events events = hall.press(Side::white);
    CHECK(events.size() == 1);
    const auto noted = the<wire::PressNoted>(events);
    CHECK(noted.ply == Ply{1});
    CHECK(noted.how == wire::Pressing::press);
    press_all(hall, 4);
    CHECK(hall.live().presses == Ply{5});
    CHECK(hall.live().ply == Ply{0});
    CHECK(hall.live().questions.empty());
    CHECK(hall.live().illegal[Side::white] == 0);
    CHECK(hall.running);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a flag-fall without a position is put to the arbiter", "[presses]") {
    Hall hall = presses_hall();
    press_all(hall, 6);
    SECTION("6.9: the moves were not required, or not made") {
        const auto question = the<wire::QuestionPut>(hall.flag(Side::white, 40));
        CHECK(question.article == "6.9");
        CHECK(question.holds);
        CHECK(fact(question.evidence, "moves_counted_by") == "presses");
        CHECK(fact(question.evidence, "presses") != "");
        CHECK_FALSE(has_fact(question.evidence, "fen"));
        CHECK_FALSE(hall.live().result);
        const Events ruled = hall.rule(answer(1, "draw"));
        CHECK(the<wire::ResultRecorded>(ruled).outcome.ending == Ending::time_forfeit_draw);
        CHECK(hall.over);
    }
    SECTION("6.4: by the presses the moves were made") {
        wire::FlagFell e;
        static_cast<wire::BoardEvent&>(e) = hall.base();
        e.side = Side::white;
        e.ply = hall.ply;
        e.moves = 3;
        e.moves_required = 3;
        e.opponent_can_mate = "unknown";
        const auto question = the<wire::QuestionPut>(hall.feed(e));
        CHECK(question.article == "6.4");
        CHECK_THAT(question.text, Catch::Matchers::Contains("3 moves by the presses"));
    }
    SECTION("US Chess asks for 14E") {
        Hall us(std::string(), "uschess-regular", {}, "5400", wire::Reporting::presses);
        us.press(Side::white);
        CHECK(the<wire::QuestionPut>(us.flag(Side::black)).article == "14E");
    }
}

TEST_CASE("resignation and agreement without a position are put to the arbiter", "[presses]") {
    Hall hall = presses_hall();
    press_all(hall, 5);
    SECTION("resignation") {
        const auto question = the<wire::QuestionPut>(hall.resign(Side::white));
        CHECK(question.article == "5.1.2");
        CHECK_FALSE(has_fact(question.evidence, "fen"));
        CHECK_FALSE(hall.live().result);
        hall.rule(answer(1, "black_wins"));
        CHECK(hall.live().result->ending == Ending::resignation);
    }
    SECTION("an agreement counts when both have moved, else the arbiter is asked") {
        hall.offer(Side::white);
        hall.accept(Side::black);
        CHECK(hall.live().result->ending == Ending::agreement);
        Hall early = presses_hall();
        early.press(Side::white);
        early.offer(Side::white);
        CHECK(the<wire::QuestionPut>(early.accept(Side::black)).article == "5.2.3");
        CHECK_FALSE(early.live().result);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("claims without a position are put to the arbiter", "[presses]") {
    Hall hall = presses_hall();
    press_all(hall, 5);
    SECTION("a claim that is right") {
        const auto question = the<wire::QuestionPut>(hall.claim(Side::black, "threefold"));
        CHECK(question.article == "9.2");
        CHECK(fact(question.evidence, "has_the_move_by_the_clock") == "black");
        hall.rule(answer(1, "draw"));
        CHECK(hall.live().result->ending == Ending::threefold);
        CHECK(hall.live().result->article == "9.2");
    }
    SECTION("a claim that is wrong gives the opponent time, on the clock as it is") {
        CHECK(the<wire::QuestionPut>(hall.claim(Side::black, "fifty_move")).article == "9.3");
        const Duration before = hall.readings[Side::white];
        const Events ruled = hall.rule(answer(1, "claim_wrong"));
        const wire::Correction set = correction(ruled);
        CHECK(set.turn == Side::black);
        CHECK(set.ply == Ply{5});
        CHECK(set.fen.empty());
        CHECK(hall.readings[Side::white] == before + minutes(2));
        CHECK(hall.running);
        hall.press(Side::black);
        CHECK(hall.live().presses == Ply{6});
    }
    SECTION("a claim out of turn: play goes on") {
        hall.claim(Side::white, "threefold");
        hall.rule(answer(1, "play_on"));
        CHECK(hall.running);
        CHECK_FALSE(hall.live().result);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("the opponent's press refuses an offer where no move is reported", "[presses]") {
    Hall hall = presses_hall();
    press_all(hall, 2);
    hall.offer(Side::white);
    hall.press(Side::white);
    CHECK(hall.live().offer[Side::white]);
    CHECK(the<wire::DrawOfferEnded>(hall.press(Side::black)).how == wire::OfferEnd::moved);
}

TEST_CASE("a person may set the count of presses, and a position", "[presses]") {
    Hall hall = presses_hall();
    press_all(hall, 4);
    SECTION("at the clock") {
        hall.set({.readings = hall.readings, .turn = Side::black, .ply = {3}, .run = true,
                  .fen = {}, .article = {}, .reason = "pressed twice", .answers = {}});
        CHECK(hall.live().presses == Ply{3});
        CHECK(hall.live().questions.empty());
        hall.press(Side::black);
        CHECK(hall.live().presses == Ply{4});
    }
    SECTION("at the desk") {
        hall.pause();
        wire::SetClock set;
        set.white = set.black = minutes(30);
        set.ply = Ply{3};
        hall.rule(set);
        CHECK(hall.refused.empty());
        CHECK(hall.live().presses == Ply{3});
        CHECK(hall.ply == Ply{3});
        CHECK(hall.turn == Side::black);
        CHECK(hall.live().ply == Ply{0});
    }
    SECTION("a position that is set up is where the record goes on") {
        hall.set({.readings = hall.readings, .turn = Side::white, .ply = {4}, .run = true,
                  .fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 3", .article = {}, .reason = "set up",
                  .answers = {}});
        CHECK(hall.live().ply == Ply{4});
        CHECK(hall.live().presses == Ply{4});
        press_all(hall, 2);
        CHECK(hall.live().ply == Ply{4});
        // A whole sheet: moves before the position are left out.
        CHECK(hall.rule(sheet("1. e4 e5 2. Nf3 Nc6 3. Ra7 Kd8")).size() > 2);
        CHECK(hall.live().ply == Ply{6});
        CHECK(hall.game().moves.size() == 2);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a position that an answer sets up stands after the presses", "[presses][regress]") {
    Hall hall = presses_hall("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    press_all(hall, 2);
    hall.pause();
    wire::SetClock set;
    set.white = set.black = minutes(30);
    set.ply = Ply{2};
    set.fen = "8/3k4/8/8/2K5/4B3/8/8 w - - 0 2";
    const Events events = hall.rule(set);
    REQUIRE(the<wire::QuestionPut>(events).about == wire::Subject::position_ends);
    hall.rule(sheet("2. Bh6"));  // one move more than presses
    REQUIRE(hall.live().ply == Ply{3});
    REQUIRE(hall.live().presses == Ply{2});
    wire::AnswerQuestion act =
        answer(the<wire::QuestionPut>(events).number, "set_up");
    act.text = "8/3k4/8/8/2K5/4B3/P7/8 w - - 0 2";
    hall.rule(act);
    CHECK(hall.refused == "");
    CHECK(hall.live().presses == Ply{2});
    CHECK(hall.turn == Side::white);
    CHECK(hall.fen() == act.text);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("moves are entered from a sheet with the times of the presses", "[presses][sheets]") {
    Hall hall = presses_hall();
    press_all(hall, 4);
    const Both<Duration> readings = hall.readings;
    const Events events = hall.rule(sheet("1. e4 e5\n2. Sf3 (=) Sc6", "german"));
    CHECK(count<wire::MoveRecorded>(events) == 4);
    const auto move = the<wire::MoveRecorded>(events);
    CHECK(move.san == "Nc6");
    CHECK(move.written == "Sc6");
    CHECK(move.completed_by == wire::CompletedBy::sheet);
    CHECK(move.readings == readings);
    CHECK(move.elapsed >= seconds(1));
    CHECK(hall.live().ply == Ply{4});
    CHECK(hall.live().readings == readings);
    CHECK(hall.game().moves[2].draw_offer);
    CHECK(count<wire::QuestionPut>(events) == 0);
    CHECK(count<wire::CommandIssued>(events) == 0);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a sheet may go on where an earlier one ended, and replaces moves when that is asked for",
          "[presses][sheets]") {
    Hall hall = presses_hall();
    press_all(hall, 4);
    hall.rule(sheet("1. e4 e5\n2. Sf3 (=) Sc6", "german"));
    REQUIRE(hall.live().ply == Ply{4});
    SECTION("the game goes on, and the whole sheet follows later") {
        press_all(hall, 2);
        const Events later =
            hall.rule(sheet("1. e4 e5\n2. Sf3 Sc6\n3. Lb5 a6", "german"));
        CHECK(count<wire::MoveRecorded>(later) == 2);
        CHECK(hall.rule(sheet("1. e4 e5")).empty());
        CHECK(hall.refused == "nothing_to_change");
    }
    SECTION("other moves are refused, unless they shall replace") {
        CHECK(hall.rule(sheet("1. e4 c5\n2. Nf3 d6")).empty());
        CHECK(hall.refused == "sheet_differs");
        wire::EnterMoves again = sheet("1. e4 c5\n2. Nf3 d6");
        again.from = Ply{2};
        const Events replaced = hall.rule(again);
        CHECK(the<wire::PositionRestored>(replaced).ply == Ply{1});
        CHECK(game::needs_confirmation(replaced));
        CHECK(hall.game().moves.size() == 4);
        CHECK(hall.live().presses == Ply{4});
        CHECK(hall.running);
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("what is no sheet of this game is refused with a code", "[presses][sheets]") {
    Hall hall = presses_hall();
    press_all(hall, 4);
    CHECK(hall.rule(sheet("nothing")).empty());
    CHECK(hall.refused == "no_moves");
    CHECK(hall.rule(sheet("9. e4 e5")).empty());
    CHECK(hall.refused == "bad_ply");
    CHECK(hall.rule(sheet("1. e4", "klingon")).empty());
    CHECK(hall.refused == "bad_language");
    Hall tells_moves;
    CHECK(tells_moves.rule(sheet("1. e4")).empty());
    CHECK(tells_moves.refused == "not_presses");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("what moves entered before had shown is asked again with them",
          "[presses][sheets][regress]") {
    Hall hall = presses_hall();
    press_all(hall, 2);
    const auto first = the<wire::QuestionPut>(hall.rule(sheet("1. e4 e5 2. Nf3 Nc6 3. Bb5")));
    CHECK(first.article == "8.5.3");
    wire::EnterMoves others = sheet("1. d4 d5 2. c4 e6 3. Nc3");
    others.from = Ply{1};
    const auto ruling = the<wire::RulingGiven>(hall.rule(others));
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].first != first.number);
    hall.rule(undo(ruling.number));
    REQUIRE(hall.refused == "");
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(hall.live().questions[0].first == first.number);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("without a press of the same count a move has no times", "[presses][sheets]") {
    Hall hall = presses_hall();
    press_all(hall, 2);
    const Events events = hall.rule(sheet("1. e4 e5 2. Nf3 Nc6 3. Bb5"));
    CHECK(the<wire::MoveRecorded>(events).readings == Both<Duration>{});
    const auto question = the<wire::QuestionPut>(events);
    CHECK(question.about == wire::Subject::after_the_fact);
    CHECK(fact(question.evidence, "counts") == "8.5.3");
}

TEST_CASE("an illegal move on the sheet is reported with its place and changes nothing",
          "[presses][sheets]") {
    Hall hall = presses_hall();
    press_all(hall, 4);
    const Events events = hall.rule(sheet("1. e4 e5\n2. Ke3 Nc6"));
    CHECK(count<wire::MoveRecorded>(events) == 2);
    const auto question = the<wire::QuestionPut>(events);
    CHECK(question.article == "7.5.1");
    CHECK_FALSE(question.holds);
    CHECK(fact(question.evidence, "ply") == "3");
    CHECK(fact(question.evidence, "written") == "Ke3");
    CHECK(fact(question.evidence, "fen").starts_with("rnbqkbnr/pppp1ppp"));
    CHECK_THAT(question.text, Catch::Matchers::Contains("line 2, column 4"));
    CHECK(count<wire::IrregularityFound>(events) == 0);
    CHECK_FALSE(hall.live().result);
    hall.rule(answer(1, "noted"));
    CHECK(hall.live().questions.empty());
}

TEST_CASE("what ended the game on the board is reported after the fact, not applied",
          "[presses][sheets]") {
    SECTION("mate, while the record has another result") {
        Hall hall = presses_hall();
        press_all(hall, 3);
        hall.resign(Side::white);
        hall.rule(answer(1, "black_wins"));
        const Events events = hall.rule(sheet("1. f3 e5 2. g4 Qh4"));
        CHECK(fact(the<wire::RulingGiven>(events).evidence, "checkmate") == "5.1.1");
        CHECK(hall.live().questions.empty());  // the result shows it already
        Hall other = presses_hall();
        press_all(other, 3);
        other.resign(Side::black);
        other.rule(answer(1, "white_wins"));
        const auto question =
            the<wire::QuestionPut>(other.rule(sheet("1. f3 e5 2. g4 Qh4")));
        CHECK(question.article == "5.1.1");
        CHECK(other.live().result->score == win_of(Side::white));
    }
    SECTION("fivefold repetition before the end, and threefold before that") {
        Hall hall = presses_hall();
        std::string text;
        for (int i = 0; i < 10; i += 2)
            text += std::to_string(i + 1) + ". Nf3 Nf6 " + std::to_string(i + 2) + ". Ng1 Ng8 ";
        press_all(hall, 20);
        const auto question = the<wire::QuestionPut>(hall.rule(sheet(text)));
        CHECK(fact(question.evidence, "threefold") == "9.2.2");
        CHECK(fact(question.evidence, "fivefold") == "9.6.1");
        CHECK_THAT(question.text, Catch::Matchers::Contains("after ply 16, and play"));
        CHECK_FALSE(hall.live().result);
        CHECK(hall.running);
    }
    SECTION("a dead position before the end") {
        Hall hall = presses_hall("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1");
        press_all(hall, 2);
        const auto question = the<wire::QuestionPut>(hall.rule(sheet("1. Kxe2 Kd7")));
        CHECK(fact(question.evidence, "dead_position") == "5.2.2");
        CHECK(question.article == "5.2.2");
    }
    SECTION("75 moves") {
        Hall hall = presses_hall("4k3/8/8/8/8/8/8/R3K3 w - - 148 100");
        press_all(hall, 3);
        const auto question = the<wire::QuestionPut>(hall.rule(sheet("100. Ra2 Kd7 101. Ra3")));
        CHECK(fact(question.evidence, "seventy_five_move") == "9.6.2");
    }
    SECTION("50 moves, which nobody claimed") {
        Hall hall = presses_hall("4k3/8/8/8/8/8/8/R3K3 w - - 98 100");
        press_all(hall, 3);
        const auto question = the<wire::QuestionPut>(hall.rule(sheet("100. Ra2 Kd7 101. Ra3")));
        CHECK(fact(question.evidence, "fifty_move") == "9.3.2");
    }
}

TEST_CASE("a flag-fall and a resignation are judged by the position after the fact",
          "[presses][sheets]") {
    Hall hall = presses_hall(bare_king);
    press_all(hall, 2);
    SECTION("the arbiter let White win on time, and White can mate") {
        hall.flag(Side::black);
        hall.rule(answer(1, "white_wins"));
        const Events events = hall.rule(sheet("1. Ra7 Kd8"));
        CHECK(fact(the<wire::RulingGiven>(events).evidence, "flag_fall") == "6.9");
        CHECK(count<wire::QuestionPut>(events) == 0);
    }
    SECTION("Black won on time with a bare king: it would be a draw") {
        hall.flag(Side::white);
        hall.rule(answer(1, "black_wins"));
        const auto question = the<wire::QuestionPut>(hall.rule(sheet("1. Ra7 Kd8")));
        CHECK(question.article == "6.9");
        CHECK_THAT(question.text, Catch::Matchers::Contains("a draw"));
        CHECK(hall.live().result->score == win_of(Side::black));
    }
    SECTION("White resigned against a bare king") {
        hall.resign(Side::white);
        hall.rule(answer(1, "black_wins"));
        const auto question = the<wire::QuestionPut>(hall.rule(sheet("1. Ra7 Kd8")));
        CHECK(question.article == "5.1.2");
        CHECK(fact(question.evidence, "resignation") == "5.1.2");
    }
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a move reported by a device of such a board is kept out of the record", "[presses]") {
    Hall hall = presses_hall();
    CHECK(the<wire::EventVoided>(hall.made(Side::white, "e4")).event == "made");
    hall.press(Side::white);
    CHECK(hall.live().ply == Ply{0});
    const auto question = the<wire::QuestionPut>(hall.made(Side::black, "Qh4", Ending::checkmate));
    CHECK(question.holds);
    hall.rule(answer(1, "black_wins"));
    CHECK(hall.live().result->score == win_of(Side::black));
}

namespace {

constexpr std::array<const char*, 6> lines{
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7", "1. f3 e5 2. g4 Qh4", "1. d4 (=) d5",
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8",
    "1. e4 e5 2. Ke3", "3. Bb5 a6"};

// One random act of the players or of the arbiter.
void act_at_random(Hall& hall, std::minstd_rand& random) {
    const auto draw = [&](std::size_t n) { return static_cast<std::size_t>(random() >> 8) % n; };
    const Side side = draw(2) == 0 ? Side::white : Side::black;
    const auto& questions = hall.live().questions;
    switch (draw(14)) {
        case 0: hall.offer(side); return;
        case 1: hall.decline(side); return;
        case 2: if (draw(8) == 0) hall.accept(side); return;
        case 3: if (!hall.over) hall.claim(side, draw(2) == 0 ? "threefold" : "fifty_move"); return;
        case 4: if (draw(8) == 0 && !hall.over) hall.resign(side); return;
        case 5: if (draw(8) == 0 && !hall.over) hall.flag(hall.turn, draw(2) == 0 ? 0 : 40); return;
        case 6: hall.made(hall.turn, "e4", draw(9) == 0 ? Ending::stalemate : Ending::none); return;
        case 7: {
            wire::EnterMoves act = sheet(lines[draw(lines.size())]);
            if (draw(2) == 0) act.from = Ply{static_cast<std::uint32_t>(draw(8))};
            hall.rule(act);
            return;
        }
        case 8: {
            wire::EnterSheet act;
            act.whose = draw(2) == 0 ? "white" : "arbiter";
            act.sheet = lines[draw(lines.size())];
            hall.rule(act);
            return;
        }
        case 9: {
            if (questions.empty()) return;
            const game::Question asked = questions[draw(questions.size())];
            if (asked.options.empty()) return;
            auto given = answer(asked.number, asked.options[draw(asked.options.size())].name);
            given.white = given.black = minutes(30);
            hall.rule(given);
            return;
        }
        default: if (!hall.over && hall.running) hall.press(hall.turn); return;
    }
}

}  // namespace

TEST_CASE("random games of presses: nothing is judged on a position that nobody reported",
          "[presses]") {
    std::size_t entered = 0;
    std::size_t over = 0;
    for (std::uint32_t seed = 1; seed <= 300; ++seed) {
        INFO("seed " << seed);
        std::minstd_rand random(seed);
        Hall hall = presses_hall();
        for (int step = 0; step < 80; ++step) act_at_random(hall, random);
        for (const wire::GameEvent& event : hall.log) {
            REQUIRE_FALSE(std::holds_alternative<wire::IrregularityFound>(event));
            if (const auto* result = std::get_if<wire::ResultRecorded>(&event)) {
                const bool by_program = result->by == "arbiterd";
                REQUIRE((!by_program || result->outcome.ending == Ending::agreement));
            }
            const auto* issued = std::get_if<wire::CommandIssued>(&event);
            const auto* set = issued ? std::get_if<wire::SetReading>(&issued->command) : nullptr;
            if (set) REQUIRE(set->correction.fen.empty());
        }
        REQUIRE(hall.replayed() == hall.games);
        if (!hall.over) REQUIRE(hall.live().presses == hall.ply);
        entered += hall.live().ply.count;
        over += hall.live().result.has_value();
    }
    CHECK(entered > 200);
    CHECK(over > 50);
}

TEST_CASE("a period that the announced control does not have is no trouble", "[presses]") {
    Hall hall = presses_hall();
    wire::Pressed e;  // after an arbiter set another control
    static_cast<wire::BoardEvent&>(e) = hall.base();
    e.side = Side::white;
    e.ply = {1};
    e.period = 3;
    hall.feed(e);
    CHECK(game::recording_of(hall.game(), Side::white, minutes(10)) == game::Recording::must);
}

TEST_CASE("a game of presses that a person ends at the clock is ruled on after its presses",
          "[presses][regress]") {
    Hall hall = presses_hall();
    press_all(hall, 4);
    const Events ended = hall.end({win_of(Side::white), Ending::arbiter_decision, "12.9"});
    CHECK(the<wire::RulingGiven>(ended).ply == Ply{4});
}
