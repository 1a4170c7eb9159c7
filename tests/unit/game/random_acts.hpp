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

// Of the record, of before, of a move later, or of none.
inline std::string some_position(const Hall& hall, Dice& dice) {
    const chess::History& history = hall.game().history;
    const auto all = static_cast<std::uint32_t>(history.ply() + 1);
    if (dice.one_in(3)) return chess::fen(history.at(dice.below(all)));
    if (dice.one_in(8)) return dice.one_in(2) ? "4k3/8/8/8/8/8/8/4K2R w K - 0 1" : "none";
    const chess::MoveList moves = chess::legal_moves(history.current());
    if (moves.empty()) return chess::fen(history.current());
    const auto move = moves[dice.below(static_cast<std::uint32_t>(moves.size()))];
    return chess::fen(chess::after(history.current(), move));
}

inline std::optional<Duration> some_time(Dice& dice) {
    if (dice.one_in(2)) return std::nullopt;
    return dice.one_in(5) ? Duration{} : seconds(1 + dice.below(2000));
}

// An illegal action of a drawn move, counted by the arbiter.
inline wire::DeskAct some_count(const Hall& hall, Dice& dice) {
    using enum wire::Irregularity;
    constexpr std::array kinds{illegal_move, two_hands, press_without_move,
                               promotion_not_completed};
    wire::IllegalAction act;
    act.side = some_side(dice);
    act.kind = kinds[dice.below(4)];
    if (dice.one_in(2)) {
        const Ply ply{1 + dice.below(hall.live().ply.count + 1)};
        act.ply = ply;
        act.side = ply.count % 2 == 1 ? Side::white : Side::black;
        act.white = some_time(dice);
        act.black = some_time(dice);
        act.run = dice.one_in(2);
        if (dice.one_in(6)) act.fen = some_position(hall, dice);
    }
    return act;
}

inline wire::DeskAct some_clock_act(const Hall& hall, Dice& dice) {
    const game::Live& live = hall.live();
    constexpr std::array<const char*, 4> controls{"3600+10", "1800", "40/6000+30:900+30", "900d5"};
    switch (dice.below(6)) {
        case 0: return wire::PauseClock{};
        case 1: return wire::ResumeClock{};
        case 2:
            return wire::AdjustClock{seconds(dice.below(90)), Duration{} - seconds(dice.below(9))};
        case 3:
            return wire::ChangeControl{controls[dice.below(4)],
                                       dice.one_in(4) ? PeriodTrigger::zero : PeriodTrigger::moves,
                                       some_time(dice), some_time(dice)};
        default: break;
    }
    wire::SetClock act{minutes(dice.below(40)), minutes(dice.one_in(8) ? 0 : 41), {}, {},
                       dice.one_in(2)};
    if (dice.one_in(2)) act.ply = Ply{dice.below(live.ply.count + 1)};
    if (dice.one_in(6)) act.fen = some_position(hall, dice);
    if (!act.ply && act.fen.empty() && act.white < minutes(10)) act.black.reset();
    return act;
}

inline wire::DeskAct some_penalty(Dice& dice) {
    using enum wire::PenaltyKind;
    constexpr std::array kinds{warning,    time_to_opponent, time_off,  loss,
                               both_lose,  points_off,       fine,      exclusion,
                               expulsion,  points_to_opponent};
    wire::Penalise act;
    act.side = some_side(dice);
    act.kind = kinds[dice.below(dice.one_in(4) ? 10 : 3)];
    act.time = seconds(1 + dice.below(120));
    act.text = "two rounds";
    if (dice.one_in(3)) act.score = Score{{{1, 0}}};
    return act;
}

// As a game can end, or as it cannot.
inline wire::DeskAct some_result(Dice& dice) {
    constexpr std::array<const char*, 8> endings{"",          "illegal-move-forfeit", "resignation",
                                                 "agreement", "time-forfeit",         "checkmate",
                                                 "forfeit",   "illegal-move-draw"};
    return give(dice.one_in(2) ? drawn() : win_of(some_side(dice)),
                dice.one_in(2) ? "" : endings[dice.below(8)]);
}

inline std::string some_squares(Dice& dice) {
    const auto square = [&] {
        return chess::square_name(static_cast<chess::Square>(dice.below(64)));
    };
    if (dice.one_in(4)) return square() + " " + square();
    return dice.one_in(2) ? "e2" : square();
}

// The moves of the record or of a scoresheet, as they were played or with another one at the end.
inline std::string some_sheet(const Hall& hall, Dice& dice, std::uint32_t from) {
    const game::Game& game = hall.game();
    std::string sheet;
    chess::Position now = game.history.at(from);
    const std::uint32_t wanted = from + dice.below(6);
    bool same = true;
    for (std::uint32_t at = from; at < wanted; ++at) {
        const chess::MoveList moves = chess::legal_moves(now);
        if (moves.empty()) break;
        same = same && at < game.moves.size() && !dice.one_in(6);
        const chess::Move move =
            same ? game.moves[at].move
                 : moves[dice.below(static_cast<std::uint32_t>(moves.size()))];
        const bool white = now.side_to_move() == Side::white;
        if (white || at == from)
            sheet += std::to_string(now.fullmove_number()) + (white ? ". " : "... ");
        sheet += chess::san(now, move) + " ";
        now = chess::after(now, move);
    }
    return sheet;
}

// A scoresheet, or the moves of a board that reports presses only.
inline wire::DeskAct some_moves(const Hall& hall, Dice& dice) {
    const game::Game& game = hall.game();
    const auto all = static_cast<std::uint32_t>(game.moves.size());
    if (!game.live.presses) {
        wire::EnterSheet sheet;
        sheet.whose = dice.one_in(2) ? "white" : "black";
        sheet.language = "english";
        sheet.notation = "algebraic";
        sheet.sheet = some_sheet(hall, dice, 0);
        return sheet;
    }
    wire::EnterMoves moves;
    moves.language = "english";
    moves.notation = "algebraic";
    const std::uint32_t from = dice.one_in(3) ? dice.below(all + 1) : all;
    if (from < all) moves.from = Ply{game.base.count + from + 1};
    moves.sheet = some_sheet(hall, dice, from);
    return moves;
}

inline wire::DeskAct some_appeal(const Hall& hall, Dice& dice) {
    for (const game::Question& question : hall.live().questions)
        if (question.about == game::Subject::appeal && dice.one_in(2))
            return wire::DecideAppeal{question.number, dice.one_in(2), "heard"};
    return wire::Appeal{some_side(dice), 0, "it is wrong"};
}

// Anything but answers and undos.
inline wire::DeskAct some_act(const Hall& hall, Dice& dice) {
    constexpr std::array parties{wire::Party::white, wire::Party::black, wire::Party::arbiter};
    constexpr std::array<std::optional<wire::Absentees>, 4> absent{
        std::nullopt, wire::Absentees::both, wire::Absentees::white, wire::Absentees::black};
    switch (dice.below(23)) {
        case 0: return some_result(dice);
        case 1:
            return wire::RestartGame{dice.one_in(2),
                                     dice.one_in(4) ? some_position(hall, dice) : ""};
        case 2: return wire::BindMove{some_side(dice), some_squares(dice)};
        case 3: return wire::ShowRecord{hall.turn};
        case 4:
        case 5: return some_count(hall, dice);
        case 6: return adjourn(hall.turn);
        case 7: return wire::OpenSealed{some_move(hall, dice)};
        case 8: return wire::ResumeGame{absent[dice.below(4)]};
        case 9: return wire::Approve{parties[dice.below(3)]};
        case 10: return some_appeal(hall, dice);
        case 11: return wire::Arrival{some_side(dice)};
        case 12: return wire::ReverseColours{};
        case 13:
        case 14: return some_penalty(dice);
        case 15: return wire::Note{"seen"};
        case 16: return some_moves(hall, dice);
        default: return some_clock_act(hall, dice);
    }
}

}  // namespace flagfall::test
