// The acts that an arbiter may send to the desk about a game, right or wrong: arbiterd refuses
// those against the Laws or the record, and the oracle judges those that it accepts.
#pragma once

#include <optional>

#include "arbiterd/game/state/games.hpp"
#include "common/wire/desk_messages.hpp"
#include "tests/sim/random.hpp"

namespace flagfall::sim {

// Any option of the question, with times and a text that may fit it.
wire::AnswerQuestion any_answer(Random& random, const game::Game& game,
                                const game::Question& question);
// A question that waits for an answer; nullptr if none does.
const game::Question* any_question(Random& random, const game::Live& live);

// Mostly for one of the last rulings; also for one that took another one back. Empty if no
// ruling changed anything.
std::optional<wire::UndoRuling> any_undo(Random& random, const game::Live& live);

// A touched piece, an illegal action, a scoresheet, or that a player came or sees the record.
wire::DeskAct any_finding(Random& random, const game::Game& game);

// Results, penalties of points, appeals, other time controls, and positions that are set up.
wire::DeskAct any_rare_act(Random& random, const game::Game& game);

}  // namespace flagfall::sim
