// Random legal and illegal play, random claims and random rulings reach no state that the Laws
// exclude, time is conserved, and undone acts leave no trace. docs/laws.md lists the states.
#include <algorithm>
#include <charconv>
#include <cstdio>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/mate/mate.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/dice.hpp"
#include "tests/unit/game/hall.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

std::string some_move(const Hall& hall, Dice& dice) {
    if (dice.one_in(50)) return "hm?";
    if (dice.one_in(30)) return "e2e6";
    if (dice.one_in(50)) return "b7b8";
    const chess::Position& position = hall.game().history.current();
    const chess::MoveList moves = chess::legal_moves(position);
    if (moves.empty()) return "e2e4";
    return chess::uci(position, moves[dice.below(static_cast<std::uint32_t>(moves.size()))]);
}

wire::DeskAct some_penalty(Dice& dice) {
    using enum wire::PenaltyKind;
    constexpr std::array kinds{warning, time_to_opponent, time_off, points_off,
                               loss,    both_lose,        fine,     expulsion};
    wire::Penalise act;
    act.side = dice.one_in(2) ? Side::white : Side::black;
    act.kind = kinds[dice.below(dice.one_in(6) ? 8 : 3)];
    act.time = seconds(1 + dice.below(120));
    act.text = "100 euro";
    if (act.kind == points_off) act.score = Score{{{0, 1}}};
    return act;
}

wire::DeskAct some_answer(const Hall& hall, Dice& dice) {
    const auto& open = hall.live().questions;
    const game::Question& question = open[dice.below(static_cast<std::uint32_t>(open.size()))];
    wire::AnswerQuestion act;
    act.question = question.number;
    if (!question.options.empty())
        act.option = question
                         .options[dice.below(static_cast<std::uint32_t>(question.options.size()))]
                         .name;
    act.white = minutes(20);
    act.black = minutes(21);
    act.text = dice.one_in(2) ? hall.fen() : some_move(hall, dice);
    return act;
}

wire::DeskAct office_act(const Hall& hall, Dice& dice) {
    constexpr std::array approvers{wire::Party::white, wire::Party::black, wire::Party::arbiter};
    const Side side = dice.one_in(2) ? Side::white : Side::black;
    if (hall.live().adjourned && !dice.one_in(3)) {
        if (hall.live().adjourned->opened) return wire::ResumeGame{};
        return wire::OpenSealed{some_move(hall, dice)};
    }
    switch (dice.below(6)) {
        case 0: return wire::Approve{approvers[dice.below(3)]};
        case 1: return wire::Appeal{side, dice.below(hall.live().rulings + 1), "wrong"};
        case 2: return wire::Arrival{side};
        case 3:
            return wire::ChangeControl{"5400+30", {}, hall.readings[Side::white],
                                       hall.readings[Side::black]};
        default: return wire::Adjourn{hall.turn, "tomorrow"};
    }
}

wire::DeskAct some_act(const Hall& hall, Dice& dice) {
    if (!hall.live().questions.empty() && !dice.one_in(3)) return some_answer(hall, dice);
    if (dice.one_in(4)) return office_act(hall, dice);
    switch (dice.below(8)) {
        case 0: return wire::PauseClock{};
        case 1: return wire::ResumeClock{};
        case 2: return wire::UndoRuling{1 + dice.below(hall.live().rulings + 1)};
        case 3: {
            wire::SetClock set;
            set.white = minutes(10);
            set.black = minutes(11);
            if (dice.one_in(2)) set.ply = Ply{dice.below(hall.live().ply.count + 2)};
            set.run = dice.one_in(2);
            return set;
        }
        case 4: return wire::AdjustClock{seconds(dice.below(60)), Duration{} - seconds(5)};
        case 5: {
            wire::GiveResult give;
            give.score = dice.one_in(2) ? drawn() : win_of(Side::black);
            return dice.one_in(20) ? wire::DeskAct{give} : wire::DeskAct{wire::Note{"seen"}};
        }
        default: return some_penalty(dice);
    }
}

std::string some_claim(Dice& dice) {
    constexpr std::array<const char*, 6> kinds{"flag", "other", "touch_move", "illegal_move",
                                               "quickplay_draw", "losing_chances"};
    return kinds[dice.below(6)];
}

// The next step: mostly play. `spent` is the clock's own part of the time that it took.
struct Step {
    Events events;
    Duration spent;   // time that the clock of the side on turn lost by itself
    Duration gained;  // and that presses added
    bool flag = false;
};

Step press(Hall& hall, Dice& dice) {
    Step step;
    const Side side = hall.turn;
    const Epoch epoch = hall.epoch;
    step.events = hall.made(side, some_move(hall, dice));
    step.spent = seconds(1);
    if (hall.epoch == epoch && hall.running && !hall.over && !dice.one_in(12)) {
        const Events more = hall.press(side);
        step.events.insert(step.events.end(), more.begin(), more.end());
        step.spent += seconds(1);
        step.gained = hall.increment;
    }
    return step;
}

Step next(Hall& hall, Dice& dice) {
    const Side side = dice.one_in(2) ? hall.turn : other(hall.turn);
    const auto said = [](Events events) { return Step{std::move(events), {}, {}, false}; };
    if (!hall.over && hall.running) {
        switch (dice.below(40)) {
            case 0: return said(hall.offer(side));
            case 1: return said(dice.one_in(6) ? hall.accept(side) : hall.decline(side));
            case 2: return said(hall.claim(side, dice.one_in(2) ? "threefold" : "fifty_move"));
            case 3: return said(hall.claim(side, "threefold", some_move(hall, dice)));
            case 4: return said(dice.one_in(20) ? hall.resign(side) : Events{});
            case 5: return said(hall.pause("device"));
            case 6:
                if (!dice.one_in(20)) break;
                return {hall.flag(hall.turn), {}, {}, true};
            case 7: return said(hall.press_late(side));
            case 8:
            case 9:
            case 10: return said(hall.rule(some_act(hall, dice), "12.9"));
            case 11: return said(hall.claim(side, some_claim(dice)));
            default: return press(hall, dice);
        }
    }
    return said(hall.rule(some_act(hall, dice), "12.9"));
}

// ---- what the Laws exclude ----------------------------------------------------------------------

void no_excluded_state(const Hall& hall) {
    const game::Live& live = hall.live();
    const chess::History& history = hall.game().history;
    // 3.10: every move of the record is a legal one from the position before it.
    for (std::size_t ply = 1; ply <= history.ply(); ++ply) {
        const chess::MoveList moves = chess::legal_moves(history.at(ply - 1));
        REQUIRE(std::ranges::any_of(moves, [&](chess::Move move) {
            return chess::after(history.at(ply - 1), move) == history.at(ply);
        }));
    }
    REQUIRE(hall.game().base.count + history.ply() == live.ply.count);
    // 6.1: a clock runs only in a game that is under way, and for the side that has the move.
    REQUIRE(!(hall.over && hall.running));
    REQUIRE(hall.over == live.result.has_value());
    REQUIRE(live.outbox.empty());
    if (!hall.over && live.hold == game::Hold::none && live.pending.empty()) {
        REQUIRE(hall.ply == live.ply);
        REQUIRE(hall.turn == history.current().side_to_move());
        REQUIRE(hall.running == live.running);
    }
    // Either a question holds the game, or nothing does.
    const bool holding = std::ranges::any_of(live.questions, &game::Question::holds);
    if (!hall.over) REQUIRE(live.hold != game::Hold::correction);
    if (!hall.over) REQUIRE((live.hold == game::Hold::question) == holding);
    // I.2: a sealed move belongs to the position in which it was sealed.
    if (const auto& adjourned = live.adjourned; adjourned && !hall.over) {
        const std::size_t since = adjourned->opened ? 1 : 0;
        REQUIRE(live.ply.count == adjourned->ply.count + since);
        REQUIRE(chess::same_position(history.at(history.ply() - since), adjourned->before));
    }
    // 9.1.2.1: no offer outlives the game. 4.7, 6.2.2: at most a move and a reply are on the board.
    if (hall.over) REQUIRE((!live.offer[Side::white] && !live.offer[Side::black]));
    REQUIRE(live.pending.size() <= 2);
}

// Results that are on the board end the game at once; a person may reopen it.
void no_result_is_missed(const Hall& hall) {
    const chess::History& history = hall.game().history;
    if (hall.over || hall.live().hold != game::Hold::none) return;
    REQUIRE(chess::ending(history.current()) == chess::Ending::none);  // 5.1.1, 5.2.1
    REQUIRE(history.occurrences() < 5);                                // 9.6.1
    REQUIRE(history.current().halfmove_clock() < 150);                 // 9.6.2
    REQUIRE(!mate::dead(history.current()));                           // 5.2.2
}

// 7.5.5: after the action that loses, the game is lost or drawn, not counted further.
void illegal_actions_are_few(const Hall& hall) {
    const std::uint32_t most = hall.game().profile.illegal_actions_to_lose;
    for (const Side side : {Side::white, Side::black})
        if (!hall.over && most > 0 && hall.live().hold == game::Hold::none)
            REQUIRE(hall.live().illegal[side] < most);
}

std::int64_t gained_us(const wire::Pairs& evidence) {
    const std::string text = fact(evidence, "gained_us");
    std::int64_t us = 0;
    if (!text.empty()) std::from_chars(text.data(), text.data() + text.size(), us);
    return fact(evidence, "increment").empty() ? us : 0;  // the queen's move stands (7.5.2)
}

// Time changes only by the clock, by what a press adds, and by the amount of a ruling.
Duration ruled(const Events& events) {
    Duration sum;
    const bool corrected = std::ranges::any_of(events, [](const wire::GameEvent& event) {
        const auto* issued = std::get_if<wire::CommandIssued>(&event);
        return issued && std::holds_alternative<wire::SetReading>(issued->command);
    });
    for (const wire::GameEvent& event : events) {
        const wire::Pairs* evidence = nullptr;
        if (const auto* ruling = std::get_if<wire::RulingGiven>(&event)) {
            if (ruling->effect.gives_result || ruling->effect.waits) continue;
            sum += ruling->effect.time[Side::white] + ruling->effect.time[Side::black];
            evidence = &ruling->evidence;
        }
        if (const auto* question = std::get_if<wire::QuestionPut>(&event))
            evidence = &question->evidence;
        if (evidence && corrected) sum -= Duration{gained_us(*evidence)};
    }
    return sum;
}

// The reading that an arbiter set, whatever the clock showed.
std::optional<Both<Duration>> set_at_desk(const Events& events) {
    std::optional<Both<Duration>> readings;
    for (const wire::GameEvent& event : events) {
        const auto* issued = std::get_if<wire::CommandIssued>(&event);
        if (!issued || issued->by.empty()) continue;
        if (const auto* set = std::get_if<wire::SetReading>(&issued->command))
            readings = set->correction.readings;
        const auto* adjust = std::get_if<wire::Adjust>(&issued->command);
        for (const Side side : {Side::white, Side::black})
            if (adjust && readings) (*readings)[side] += adjust->deltas[side];
    }
    return readings;
}

Duration total(const Hall& hall) {
    return hall.readings[Side::white] + hall.readings[Side::black];
}

// The game reaches no state that the Laws exclude.
void rule_at_random(std::uint32_t games) {
    std::uint32_t ended = 0;
    std::uint32_t reopened = 0;
    std::uint32_t answered = 0;
    for (std::uint64_t seed = 1; seed <= games; ++seed) {
        INFO("seed " << seed);
        Dice dice(seed);
        Hall hall("", seed % 3 == 0 ? "fide-rapid" : "fide-standard");
        for (int step = 0; step < 150; ++step) {
            INFO("step " << step);
            const Duration before = total(hall);
            const Step done = next(hall, dice);
            no_excluded_state(hall);
            illegal_actions_are_few(hall);
            const bool opened = count<wire::ResultWithdrawn>(hall.log) > 0;
            const bool set_back = count<wire::PositionRestored>(hall.log) > 0;
            if (!opened && !set_back) no_result_is_missed(hall);
            const bool used_up = std::ranges::min(hall.readings.values) == Duration{};
            if (const auto set = set_at_desk(done.events))
                REQUIRE(hall.readings == *set);
            else if (!done.flag && !used_up)
                REQUIRE(total(hall) == before - done.spent + done.gained + ruled(done.events));
        }
        REQUIRE(hall.replayed() == hall.games);
        ended += hall.over ? 1 : 0;
        reopened += static_cast<std::uint32_t>(count<wire::ResultWithdrawn>(hall.log));
        answered += static_cast<std::uint32_t>(count<wire::QuestionClosed>(hall.log));
    }
    std::printf("random rulings: %u of %u games over, %u reopened, %u questions closed\n", ended,
                games, reopened, answered);
    CHECK(ended > games / 8);
    CHECK(reopened > games / 20);
    CHECK(answered > games / 2);
}

}  // namespace

TEST_CASE("random play and rulings never reach a state that the Laws exclude", "[desk]") {
    rule_at_random(60);
}
TEST_CASE("400 games of random play and rulings reach no state that the Laws exclude", "[.slow]") {
    rule_at_random(400);
}

TEST_CASE("what is undone is as it was", "[desk]") {
    std::uint32_t undone = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        INFO("seed " << seed);
        Dice dice(seed);
        Hall hall;
        for (std::uint32_t moves = dice.below(20); moves > 0 && !hall.over; --moves)
            press(hall, dice);
        if (hall.over || hall.live().hold != game::Hold::none) continue;
        if (dice.one_in(3)) hall.pause();
        const game::Live before = hall.live();
        const Both<Duration> readings = hall.readings;
        const Events events = hall.rule(some_penalty(dice), "12.9");
        if (events.empty()) continue;
        const std::uint32_t number = the<wire::RulingGiven>(events).number;
        const bool ends = hall.over;
        const Events back = hall.rule(wire::UndoRuling{number});
        if (back.empty()) {
            CHECK(hall.refused == "nothing_to_undo");  // a warning, a fine
            continue;
        }
        ++undone;
        CHECK(hall.live().result == before.result);
        CHECK(hall.live().illegal == before.illegal);
        CHECK(hall.live().ply == before.ply);
        CHECK(hall.readings == readings);
        CHECK(hall.running == (before.running && !ends));
    }
    CHECK(undone > 100);
}
