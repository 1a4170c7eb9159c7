// Sides, moves and acts of arbiters as random tests draw them.
#pragma once

#include <array>
#include <string>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/dice.hpp"
#include "tests/unit/game/desk_kit.hpp"

namespace flagfall::test {

inline Side some_side(Dice& dice) { return dice.one_in(2) ? Side::white : Side::black; }

// A legal move of the record's position, as "e2e4"; now and then an illegal one, or no move.
inline std::string some_move(const Hall& hall, Dice& dice) {
    if (dice.one_in(20)) return dice.one_in(2) ? "e2e6" : "hm?";
    const chess::Position& position = hall.game().history.current();
    const chess::MoveList moves = chess::legal_moves(position);
    if (moves.empty()) return "e2e4";
    return chess::uci(position, moves[dice.below(static_cast<std::uint32_t>(moves.size()))]);
}

// An illegal action of a drawn move, counted by the arbiter.
inline wire::DeskAct some_count(const Hall& hall, Dice& dice) {
    constexpr std::array<const char*, 4> kinds{"illegal_move", "two_hands", "press_without_move",
                                               "promotion_not_completed"};
    wire::IllegalAction act;
    act.side = some_side(dice);
    act.kind = kinds[dice.below(4)];
    if (dice.one_in(2)) {
        const Ply ply{1 + dice.below(hall.live().ply.count + 1)};
        act.ply = ply;
        act.side = ply.count % 2 == 1 ? Side::white : Side::black;
    }
    return act;
}

inline wire::DeskAct some_clock_act(const Hall& hall, Dice& dice) {
    const game::Live& live = hall.live();
    switch (dice.below(6)) {
        case 0: return wire::PauseClock{};
        case 1: return wire::ResumeClock{};
        case 2: return wire::AdjustClock{seconds(dice.below(90)), Duration{} - seconds(7)};
        case 3:
            return wire::ChangeControl{dice.one_in(2) ? "3600+10" : "1800", "", minutes(50),
                                       minutes(dice.below(50) + 1)};
        default: break;
    }
    wire::SetClock act{minutes(dice.below(40)), minutes(41), {}, {}, dice.one_in(2)};
    if (dice.one_in(2)) act.ply = Ply{dice.below(live.ply.count + 1)};
    return act;
}

inline wire::DeskAct some_penalty(Dice& dice) {
    constexpr std::array<const char*, 5> kinds{"warning", "time_to_opponent", "time_off", "loss",
                                               "both_lose"};
    wire::Penalise act;
    act.side = some_side(dice);
    act.kind = kinds[dice.below(dice.one_in(4) ? 5 : 3)];
    act.time = seconds(1 + dice.below(120));
    return act;
}

// Anything but answers and undos.
inline wire::DeskAct some_act(const Hall& hall, Dice& dice) {
    constexpr std::array<const char*, 3> whose{"white", "black", "arbiter"};
    switch (dice.below(22)) {
        case 0: return give(dice.one_in(2) ? drawn() : win_of(some_side(dice)));
        case 1: return wire::RestartGame{dice.one_in(2), ""};
        case 2: return wire::BindMove{hall.turn, dice.one_in(2) ? "e2" : "g8"};
        case 3: return wire::ShowRecord{hall.turn};
        case 4:
        case 5: return some_count(hall, dice);
        case 6: return adjourn(hall.turn);
        case 7: return wire::OpenSealed{some_move(hall, dice)};
        case 8: return wire::ResumeGame{dice.one_in(2) ? "" : "both"};
        case 9: return wire::Approve{whose[dice.below(3)]};
        case 10: return wire::Appeal{some_side(dice), 0, "it is wrong"};
        case 11: return wire::Arrival{some_side(dice)};
        case 12: return wire::ReverseColours{};
        case 13:
        case 14: return some_penalty(dice);
        case 15: return wire::Note{"seen"};
        default: return some_clock_act(hall, dice);
    }
}

}  // namespace flagfall::test
