// One function for each act of the desk; desk.cpp calls them. Each gives a refusal and has then
// added nothing that counts, or has added its events.
#pragma once

#include <optional>

#include "arbiterd/core/desk.hpp"
#include "arbiterd/core/rules.hpp"

namespace flagfall::game {

using MaybeRefusal = std::optional<DeskRefusal>;

inline MaybeRefusal refuse(std::string_view code, std::string text) {
    return DeskRefusal{std::string(code), std::move(text)};
}

// The command's article, or the act's own.
std::string article_of(const wire::DeskCommand& command, std::string_view otherwise);
// "1:30:00" or "-0:02:00", for texts.
std::string clock_text(Duration time);
// Concludes a game, or changes the result of one that is over.
MaybeRefusal give_outcome(Draft& draft, const wire::Outcome& outcome, std::string_view about,
                          std::string text, wire::Pairs evidence, wire::Effect effect = {});
// Refuses while a correction is on its way to the clock, or when the game is over.
MaybeRefusal not_in_play(const Draft& draft);

// ---- desk.cpp ----------------------------------------------------------------------------------

MaybeRefusal set_clock(Draft& draft, const wire::DeskCommand& command, const wire::SetClock& act,
                       std::uint32_t answers = 0);

// ---- answers.cpp -------------------------------------------------------------------------------

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::AnswerQuestion& act);

// ---- penalties.cpp: 12.9, and rulings taken back -----------------------------------------------

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Penalise& act);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::UndoRuling& act);

// ---- desk_sheets.cpp: scoresheets, and the moves of boards that tell presses only ---------------

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::EnterSheet& act);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::EnterMoves& act);

}  // namespace flagfall::game
