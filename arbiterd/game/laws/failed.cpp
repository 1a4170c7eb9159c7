// The software failed at an event of clockd's log: this game waits for a person, and no other game
// is affected.
#include <algorithm>

#include "arbiterd/game/laws/decide.hpp"
#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/limits.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

bool asked(const Live& live) {
    return std::ranges::any_of(live.questions, [](const Question& question) {
        return question.about == Subject::software;
    });
}

}  // namespace

std::vector<wire::GameEvent> decide_failed(const Games& games, const Input& input,
                                           std::string_view what) {
    const auto [id, type] = std::visit(
        [](const auto& e) -> std::pair<std::string, std::string_view> {
            if constexpr (requires { e.game; }) return {e.game, e.type};
            else return {{}, e.type};
        },
        input.event);
    const Game* game = id.empty() ? nullptr : find(games, id);
    if (game == nullptr) return {};
    FF_CHECK(game->id == id);
    FF_CHECK(input.pos > Pos{});
    Draft draft(games, *game,
                {.cause = input.pos,
                 .at = input.at,
                 .epoch = game->live.epoch,
                 .readings = game->live.readings});
    draft.not_counted(type, "the software failed at it", {});
    if (!asked(draft.live()))
        draft.ask("", Subject::software,
                  "The software failed at what the clock reported, and did not take it into the "
                  "record. The clock at the board goes on. See the board and the clock, put the "
                  "record right, and go on. Report it with the text and the log.",
                  {fact("failed", std::string(type) + ": " +
                                      std::string(what.substr(0, limits::failure_bytes)))},
                  !draft.over(), see_board(draft.live().began));
    FF_CHECK(asked(draft.live()));
    return draft.take();
}

}  // namespace flagfall::game
