// Acts of the desk as tests write them.
#pragma once

#include <string>

#include "tests/unit/game/hall.hpp"

namespace flagfall::test {

inline wire::AnswerQuestion answer(std::uint32_t question, const std::string& option) {
    wire::AnswerQuestion act;
    act.question = question;
    act.option = option;
    return act;
}

// The question that was put last, which must be open.
inline wire::AnswerQuestion answer(const Hall& hall, const std::string& option) {
    return answer(hall.live().questions.back().number, option);
}

inline wire::GiveResult give(Score score, const std::string& ending = "") {
    wire::GiveResult act;
    act.score = score;
    act.ending = ending;
    return act;
}

inline wire::UndoRuling undo(std::uint32_t ruling) {
    wire::UndoRuling act;
    act.ruling = ruling;
    return act;
}

inline wire::Adjourn adjourn(Side sealed_by) {
    wire::Adjourn act;
    act.sealed_by = sealed_by;
    act.resumption = "tomorrow at ten, hall 2";
    return act;
}

inline wire::IllegalAction two_hands(Side side) {
    wire::IllegalAction act;
    act.side = side;
    act.kind = "two_hands";
    return act;
}

}  // namespace flagfall::test
