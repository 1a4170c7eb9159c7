// What must be taken back before a ruling can be, or prevents that altogether.
#include <algorithm>
#include <set>

#include "arbiterd/game/acts/acts.hpp"
#include "arbiterd/game/acts/undo.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/irregular.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/undo_effects.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

bool changes_moves(const Ruled& ruled) {
    return ruled.effect.moves || ruled.effect.announced > Ply{};
}

bool sets_clock(const Ruled& ruled) { return ruled.set_clock; }

// Did this ruling stand just after the later ruling `number` was given?
bool stood_at(const Live& live, std::uint32_t ruling, std::uint32_t number) {
    bool stood = true;
    std::uint32_t tip = ruling;
    for (const Ruled& later : live.ruled) {
        if (later.effect.undoes != tip) continue;
        tip = later.number;
        if (tip <= number) stood = !stood;
    }
    return stood;
}

// Rulings on the same subject (`is`) are taken back last one first: returns the ruling to take back
// before `tip`; 0 if none blocks it. A ruling that stands as it did when `tip` was given does not
// block it. A chain that began earlier is judged by its first ruling on the subject, a chain that
// began later by its first ruling.
template <class Is>
std::uint32_t in_the_way(const Live& live, const Ruled& tip, Is is) {
    std::set<std::uint32_t> seen{root_of(live, tip.number)};
    std::uint32_t found = 0;
    for (const Ruled& ruled : live.ruled) {
        const std::uint32_t root = root_of(live, ruled.number);
        if (!is(ruled) || !seen.insert(root).second) continue;
        const std::uint32_t decides = root > tip.number ? root : ruled.number;
        const bool changed = decides > tip.number
                                 ? stands(live, decides)
                                 : stood_at(live, decides, tip.number) !=
                                       stood_at(live, decides, live.rulings);
        if (changed) found = std::max(found, tip_of(live, root));
    }
    FF_CHECK(found <= live.rulings);
    return found;
}

MaybeRefusal later(std::string_view code, std::string_view what, std::uint32_t number) {
    FF_CHECK(number > 0);
    return refuse(code, sentence({"ruling ", std::to_string(number), " ", what,
                                  " since: take that back first"}));
}

// The last ruling that gave or withdrew a result, among those to take back before this one and this
// one itself; nullptr if its result does not stand, because a person at the clock has reopened the
// game or ended it otherwise.
const Ruled* gave_last(const Live& live, const Ruled& tip) {
    const std::uint32_t number = in_the_way(live, tip, gives_result);
    const Ruled* last = number > 0 ? in_force(live, *find_ruled(live, number)) : &tip;
    return last && last->gave == live.result ? last : nullptr;
}

// Is the result all that there is to take back?
bool only_result(const Undo& u) {
    const bool counted = u.first && u.first->effect.counted;
    return !counted && !u.kept && !says_more(u.tip.effect);
}

MaybeRefusal result_in_the_way(const Draft& draft, const Undo& u) {
    const bool nothing_else = u.tip.withdrawn && only_result(u);
    if (!gives_result(u.tip) && !nothing_else) return std::nullopt;
    const Ruled* last = nothing_else ? nullptr : gave_last(draft.live(), u.tip);
    if (!last)
        return refuse("later_result", "the result that this ruling gave does not stand any more");
    if (last != &u.tip)
        return refuse("later_result", "ruling " + std::to_string(last->number) +
                                          " gave the result that stands: take that back first");
    return draft.over() ? std::nullopt : not_in_play(draft);
}

// A question has one answer: if another ruling has answered it since, an earlier answer cannot
// stand beside that one.
MaybeRefusal answer_in_the_way(const Draft& draft, const Undo& u) {
    const Live& live = draft.live();
    const Ruled* again = stands_first(live, u);
    while (again && (again->effect.answers == 0 || answered_by(live, answered_first(*again)) == 0))
        again = stands_with(live, *again);
    if (!again) return std::nullopt;
    constexpr std::string_view answered = "answered the question that this one answers";
    const std::uint32_t number = answered_by(live, answered_first(*again));
    const Ruled* answer = find_ruled(live, number);
    FF_CHECK(answer != nullptr);
    if (gives_result(*answer) && !gave_last(live, *answer))
        return refuse("later_answer", sentence({"ruling ", std::to_string(number), " ", answered,
                                                " since, and the result of that does not stand "
                                                "any more: rule again what is to hold"}));
    return later("later_answer", answered, tip_of(live, number));
}

// The move on the board that breaks the binding ends the game if that is taken back: the answer to
// the question about the move has this effect.
MaybeRefusal held_move_in_the_way(const Draft& draft, const Undo& u) {
    if (u.again || !u.first) return std::nullopt;
    for (const Question& question : draft.live().questions)
        if (question.holds && question.about == Subject::touch_move &&
            rests_on(draft.live(), question, *u.first))
            return refuse("question_open",
                          sentence({"question ", std::to_string(question.number),
                                    " asks about the move that breaks it, and that move ends the "
                                    "game: answer it with stands. The touch can be taken back "
                                    "then"}));
    return std::nullopt;
}

// A question about an illegal action that would be open again has been answered since.
MaybeRefusal action_in_the_way(const Draft& draft, const Undo& u) {
    if (!u.kept || !u.kept->before->live.unruled) return std::nullopt;
    const Live& live = draft.live();
    const Unruled& open = *u.kept->before->live.unruled;
    for (const Question& question : u.kept->before->live.questions) {
        const auto* of = facts_of<wire::OfAction>(question);
        if (question.about != Subject::illegal_move || !of || of->ply != open.ply) continue;
        const std::uint32_t number = answered_by(live, question.first);
        if (number > 0 && root_of(live, number) != u.root)
            return later("later_answer", "answered what was asked about the illegal action",
                         tip_of(live, number));
    }
    return std::nullopt;
}

// Did this answer call the flag, so that it fell or its fall was judged?
bool called_flag(const Ruled& ruled) {
    const bool judged = ruled.about == Subject::flag_fall && ruled.effect.answers > 0;
    return ruled.called || (judged && !gives_result(ruled));
}

// The first result since the flag was called by this ruling, while that stood; 0: none.
std::uint32_t result_of_call(const Live& live, std::uint32_t call) {
    const auto gave = std::ranges::find_if(live.ruled, [&](const Ruled& ruled) {
        return ruled.number > call && gives_result(ruled) && ruled.effect.undoes == 0 &&
               stood_at(live, call, ruled.number);
    });
    return gave == live.ruled.end() ? 0 : gave->number;
}

// A result does not stand again for a flag whose call was taken back.
MaybeRefusal call_in_the_way(const Live& live, const Undo& u) {
    for (const Ruled& call : live.ruled) {
        if (!called_flag(call) || call.number >= u.root || stands(live, call.number)) continue;
        if (result_of_call(live, call.number) != u.root) continue;
        const std::uint32_t tip = tip_of(live, root_of(live, call.number));
        if (tip == call.number)
            return refuse("later_answer", "the call of the flag does not stand since the game went "
                                          "on: give the result again");
        return later("later_answer", "took the call of the flag back", tip);
    }
    return std::nullopt;
}

// The result or the question that followed from the called flag depends on the call.
MaybeRefusal flag_in_the_way(const Draft& draft, const Undo& u) {
    const Live& live = draft.live();
    if (u.again) return call_in_the_way(live, u);
    const bool first = u.first && called_flag(*u.first);
    if (!first && !called_flag(u.tip)) return std::nullopt;
    const std::uint32_t gave = result_of_call(live, first ? u.root : u.tip.number);
    if (gave > 0 && stands(live, gave))
        return later("later_result", "gave the result for the flag that was called",
                     tip_of(live, gave));
    return live.locked ? question_holds(draft) : std::nullopt;
}

// An undo that changes the game needs it to be open: names what to take back first.
MaybeRefusal not_in_play_any_more(const Draft& draft) {
    if (!draft.over()) return not_in_play(draft);
    const std::vector<Ruled>& ruled = draft.live().ruled;
    const auto gave = std::ranges::find_if(ruled.rbegin(), ruled.rend(), [&](const Ruled& each) {
        return each.gave == draft.live().result && !each.undone;
    });
    if (gave == ruled.rend()) return not_in_play(draft);
    return refuse("game_over",
                  sentence({"the game is over: first take its result back (undo, ruling ",
                            std::to_string(gave->number), "), then this"}));
}

// The ruling that ended the adjournment of the game that comes back; 0: none.
std::uint32_t ended_adjournment(const Live& live, const Undo& u) {
    const Live* before = u.kept ? &u.kept->before->live : nullptr;
    if (!before || !before->adjourned) return 0;
    for (const Ruled& ruled : live.ruled)
        if (ruled.effect.undoes == before->adjourned->ruling && !ruled.undone)
            return ruled.number;
    return 0;
}

MaybeRefusal moves_in_the_way(const Draft& draft, const Undo& u) {
    const bool first = u.tip.number == u.root;
    const bool announced = first && u.tip.effect.announced > Ply{};
    if (!u.tip.effect.moves && !u.kept && !announced) return std::nullopt;
    const Live& live = draft.live();
    const Ply played = u.tip.effect.announced;
    if (announced && !u.kept && played <= live.ply &&
        recorded_position(draft, Ply{played.count - 1}) == nullptr)
        return refuse("later_position", "another position was set up at the clock since: set the "
                                        "clock with the position");
    if (const std::uint32_t number = in_the_way(live, u.tip, changes_moves); number > 0)
        return later("later_position", "changed the moves that stand", number);
    if (const std::uint32_t number = ended_adjournment(live, u); number > 0)
        return later("later_position", "took the adjournment back", number);
    if (u.tip.effect.moves && !u.kept)
        return refuse("nothing_to_undo", "the earlier moves were not kept: set the clock "
                                         "with the position");
    if (gives_result(u.tip) || from_sheet(draft, u)) return under_way(draft);
    return not_in_play_any_more(draft);
}

// If a clock was set twice, it shows the second reading, whatever the first setting was.
MaybeRefusal setting_in_the_way(const Draft& draft, const Undo& u) {
    if (!u.first || !sets_clock(*u.first)) return std::nullopt;
    const std::uint32_t number = in_the_way(draft.live(), u.tip, sets_clock);
    if (number == 0) return std::nullopt;
    return later("later_setting", "set the clock, or took a setting of it back,", number);
}

// Did a person's ruling replace a loss by illegal actions with the present result?
bool replaced_a_loss(const Live& live) {
    const auto gave = std::ranges::find_if(live.ruled.rbegin(), live.ruled.rend(),
        [](const Ruled& ruled) { return gives_result(ruled) && !ruled.undone; });
    if (gave == live.ruled.rend() || !gave->effect.result_before) return false;
    const Ending before = gave->effect.result_before->ending;
    return before == Ending::illegal_move_forfeit || before == Ending::illegal_move_draw;
}

// Did the action count when a person gave the present result?
bool counted_at_result(const Live& live, std::uint32_t root) {
    for (auto at = live.ruled.rbegin(); at != live.ruled.rend(); ++at)
        if (gives_result(*at) && !at->undone && at->gave == live.result)
            return at->number > root && stood_at(live, root, at->number);
    return false;
}

// Is the result a loss of this side by illegal actions, or a draw since the opponent cannot mate?
bool lost_by_illegal_actions(const Live& live, Side side) {
    FF_CHECK(live.result.has_value());
    if (live.result->ending == Ending::illegal_move_draw) return true;
    return live.result->ending == Ending::illegal_move_forfeit &&
           live.result->score == win_of(other(side));
}

// If the game ended otherwise, there is no loss by illegal actions to record (7.5.5).
MaybeRefusal count_in_the_way(const Draft& draft, const Undo& u) {
    if (!u.again || !u.first || !u.first->effect.counted || !draft.over())
        return std::nullopt;
    const Side side = *u.first->effect.counted;
    if (gives_result(u.tip) || !loses(draft, draft.live().illegal[side] + 1)) return std::nullopt;
    const auto loss = loss_by_number(draft.live());
    if (loss && loss->side == side) return std::nullopt;  // the loss depends on it, too
    if (lost_by_illegal_actions(draft.live(), side)) return std::nullopt;  // as was answered
    if (replaced_a_loss(draft.live())) return std::nullopt;  // it counted at that time
    if (counted_at_result(draft.live(), u.root)) return std::nullopt;
    return refuse("later_result", sentence({"counted again, it is the illegal action that loses "
                                            "the game (", own_article(draft.profile(), "7.5.5"),
                                            "), which is over: take its result back first"}));
}

}  // namespace

const Ruled* stands_with(const Live& live, const Ruled& again) {
    const Ruled* taken = find_ruled(live, again.effect.undoes);
    return taken ? find_ruled(live, taken->effect.undoes) : nullptr;
}

const Ruled* stands_first(const Live& live, const Undo& u) {
    return find_ruled(live, u.tip.effect.undoes);
}

std::optional<TakenBack> comes_back(const Draft& draft, const Undo& u) {
    const TakenBack* kept = kept_under(draft.game(), u.tip.number);
    const bool open = kept && (!draft.over() || goes_on_without(u.tip)) &&
                      may_be_open(draft.game(), *kept) &&
                      in_the_way(draft.live(), u.tip, changes_moves) == 0;
    if (kept && (u.tip.effect.moves || open)) return *kept;
    return std::nullopt;
}

MaybeRefusal undo_in_the_way(const Draft& draft, const Undo& u) {
    if (auto no = result_in_the_way(draft, u)) return no;
    if (auto no = flag_in_the_way(draft, u)) return no;
    if (auto no = moves_in_the_way(draft, u)) return no;
    if (auto no = setting_in_the_way(draft, u)) return no;
    if (auto no = answer_in_the_way(draft, u)) return no;
    if (auto no = action_in_the_way(draft, u)) return no;
    if (auto no = held_move_in_the_way(draft, u)) return no;
    if (u.again && u.first && gives_result(*u.first) && !gives_result(u.tip))
        return refuse("nothing_to_undo", "the earlier result was not kept: give it again");
    return count_in_the_way(draft, u);
}

}  // namespace flagfall::game
