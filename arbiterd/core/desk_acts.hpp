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
// A reading that no clock can show.
MaybeRefusal bad_reading(Duration reading);
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

// ---- desk_office.cpp: 6.10.2, 6.7.1, 8.7, 11.10 ------------------------------------------------

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::ChangeControl& act);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Approve& act);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Appeal& appeal);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::DecideAppeal& act);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Arrival& arrival);

// ---- desk_adjourn.cpp: Guidelines I ------------------------------------------------------------

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Adjourn& act);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::OpenSealed& act);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::ResumeGame& act);

}  // namespace flagfall::game
