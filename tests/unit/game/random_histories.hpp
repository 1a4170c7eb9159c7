// Random histories of play, acts at the desk, and commands that the clock refuses or does not do.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "arbiterd/game/state/taken_back.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/random_acts.hpp"

namespace flagfall::test {

// May this act give, change or withdraw a result?
inline bool may_change_result(const wire::DeskAct& act) {
    return std::holds_alternative<wire::GiveResult>(act) ||
           std::holds_alternative<wire::Penalise>(act) ||
           std::holds_alternative<wire::AnswerQuestion>(act) ||
           std::holds_alternative<wire::UndoRuling>(act) ||
           std::holds_alternative<wire::IllegalAction>(act) ||
           std::holds_alternative<wire::OpenSealed>(act) ||
           std::holds_alternative<wire::EnterMoves>(act);
}

// Takes the option with what it asks for: a move, a position, times where a side has none left.
inline wire::AnswerQuestion taken(const Hall& hall, const game::Question& question,
                           const std::string& option) {
    wire::AnswerQuestion act = answer(question.number, option);
    if (option == "set_up") act.text = hall.fen();
    if (option == "move_was") {
        const chess::Position board =
            game::on_board(hall.live(), hall.game().history.current());
        const chess::MoveList moves = chess::legal_moves(board);
        act.text = moves.empty() ? "e2e4" : chess::uci(board, moves[0]);
    }
    const auto& proposed = question.basis.proposed;
    if (option == "go_back" || std::ranges::min(hall.live().readings.values) <= Duration{} ||
        (proposed && std::ranges::min(proposed->readings.values) <= Duration{}))
        act.white = act.black = minutes(5);
    return act;
}

inline void play(Hall& hall, Dice& dice) {
    if (!hall.running && !hall.live().adjourned) hall.rule(wire::ResumeClock{});
    if (!hall.running) return;
    // The clock reports that it reaches zero before it takes a press at zero, and so does one that
    // is started there.
    const Duration left = hall.readings[hall.turn];
    const bool reported = left <= Duration{} && !about(hall, wire::Subject::flag).empty();
    if (left <= seconds(3) && !reported) hall.feed(hall.flag_reached(hall.turn, false));
    if (!hall.running) return;
    const Epoch epoch = hall.epoch;
    hall.made(hall.turn, some_move(hall, dice));
    if (dice.one_in(10) && hall.running && hall.epoch == epoch)
        hall.made(other(hall.turn), some_move(hall, dice));
    if (hall.running && hall.epoch == epoch && !dice.one_in(12)) hall.press(hall.turn);
}

inline void answer_one(Hall& hall, Dice& dice) {
    const auto& questions = hall.live().questions;
    if (questions.empty()) return;
    const game::Question question =
        questions[dice.below(static_cast<std::uint32_t>(questions.size()))];
    if (question.options.empty()) return;
    const auto at = dice.below(static_cast<std::uint32_t>(question.options.size()));
    hall.rule(taken(hall, question, question.options[at].name));
}

// An act that may change no result does not.
inline void rule_one(Hall& hall, Dice& dice) {
    const wire::DeskAct act = dice.one_in(3) && hall.live().rulings > 0
                                  ? wire::DeskAct{undo(1 + dice.below(hall.live().rulings))}
                                  : some_act(hall, dice);
    const auto before = hall.live().result;
    const auto* back = std::get_if<wire::UndoRuling>(&act);
    const auto undoable = game::may_be_undone(hall.live());
    hall.rule(act, dice.one_in(4) ? "12.2" : "");
    INFO("undo " << (back ? back->ruling : 0) << ": " << hall.refused);
    if (back)
        REQUIRE((std::ranges::find(undoable, back->ruling) == undoable.end()) ==
                (hall.refused == "nothing_to_undo" || hall.refused == "already_undone"));
    if (!may_change_result(act)) REQUIRE(hall.live().result == before);
}

// A person at the clock changes what it shows, ends the game or opens it again.
inline void person_at_the_clock(Hall& hall, Dice& dice) {
    if (hall.over) {
        hall.reopen();
        return;
    }
    if (dice.one_in(8)) {
        hall.end({dice.one_in(2) ? drawn() : win_of(some_side(dice)), Ending::arbiter_decision,
                  "12.9"});
        return;
    }
    const Both<Duration> times{{minutes(dice.below(30)), minutes(dice.below(30) + 1)}};
    wire::Correction set{.readings = times, .turn = hall.turn, .ply = hall.ply,
                         .run = dice.one_in(2), .fen = {}, .article = "7.1", .reason = "seen",
                         .answers = {}};
    if (dice.one_in(3) && hall.ply > Ply{}) {
        --set.ply.count;
        set.turn = other(set.turn);
    }
    hall.set(set);
}

inline void at_the_clock(Hall& hall, Dice& dice) {
    const Side any = some_side(dice);
    if (dice.one_in(12)) return person_at_the_clock(hall, dice);
    switch (dice.below(11)) {
        case 0:
            hall.pause(dice.one_in(3) ? "arbiter" : dice.one_in(2) ? "device" : "clockd");
            return;
        case 1: hall.press(hall.turn); return;
        case 2: if (dice.one_in(8)) hall.flag(hall.turn, dice.below(4)); return;
        case 3: if (dice.one_in(12)) hall.resign(any); return;
        case 4: hall.feed(hall.flag_reached(hall.turn, dice.one_in(2))); return;
        case 5: hall.offer(any); return;
        case 6: if (dice.one_in(4)) hall.accept(any); return;
        default: break;
    }
    const auto names = wire::names_of(wire::ClaimKind{});
    const std::string kind(names[dice.below(static_cast<std::uint32_t>(names.size()))]);
    hall.claim(any, kind, dice.one_in(3) ? some_move(hall, dice) : "");
}

inline void refuse_one(Hall& hall, Dice& dice) {
    constexpr std::array<const char*, 7> codes{"stale_epoch", "bad_reading",      "malformed",
                                               "epoch_ahead", "bad_time_control", "id_used",
                                               "unknown_game"};
    if (dice.one_in(4)) hall.lose_next = true;
    else hall.refuse_next = codes[dice.below(7)];
}

inline void step(Hall& hall, Dice& dice) {
    switch (dice.below(20)) {
        case 0:
        case 1:
            if (hall.running) at_the_clock(hall, dice);
            else if (dice.one_in(8)) person_at_the_clock(hall, dice);
            return;
        case 2: if (dice.one_in(3)) refuse_one(hall, dice); return;
        case 3:
        case 4:
        case 5:
        case 6: rule_one(hall, dice); return;
        case 7:
        case 8: answer_one(hall, dice); return;
        default: play(hall, dice);
    }
}

inline Hall some_hall(std::uint64_t seed) {
    const auto profiles = game::profiles();
    const std::string profile(profiles[seed % profiles.size()].id);
    const std::array<wire::Pairs, 5> rules{
        wire::Pairs{}, {{"flag_call", "arbiter"}}, {{"press_without_move_is_illegal", "false"}},
        {{"quickplay_finish", "true"}, {"losing_chances_claim", "true"}},
        {{"automatic_resume", "false"}}};
    Hall hall("", profile, rules[seed % rules.size()], seed % 2 == 0 ? "1800" : "5400+30",
              seed % 7 == 0 ? wire::Reporting::presses : wire::Reporting::moves);
    if (seed % 4 == 0) hall.readings = {{seconds(100), seconds(110)}};
    return hall;
}

}  // namespace flagfall::test
