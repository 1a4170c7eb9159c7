#include "arbiterd/game/state/result.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "arbiterd/game/state/taken_back.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

// 8.7: a signature is for the score, but a forfeit is not the same result as a played game.
bool stands_again(const Live& live, const Approval& before) {
    const auto kind = [](const wire::Outcome& outcome) {
        const bool played = outcome.ending != Ending::forfeit &&
                            outcome.ending != Ending::cancelled;
        return played ? Ending::none : outcome.ending;
    };
    return live.result && before.reversed == live.reversed &&
           before.of.score == live.result->score && kind(before.of) == kind(*live.result);
}

// Another result is not the one that was approved (8.7), nor is the same one if the players have
// changed sides.
void disapprove(Live& live) {
    std::ranges::move(live.approvals, std::back_inserter(live.set_aside));
    live.approvals.clear();
}

// The ruling that set the present result, or removed it, if it is the last ruling.
Ruled* changed_result(Live& live) {
    const bool last = !live.ruled.empty() && live.ruled.back().number == live.rulings;
    return last ? &live.ruled.back() : nullptr;
}

// What was set aside when a ruling took the result away comes back when that ruling is taken back,
// or came to nothing.
void bring_approvals_back(Live& live, std::uint32_t ruling) {
    const Ruled* undone = find_ruled(live, ruling);
    const Ruled* acts = undone ? in_force(live, *undone) : nullptr;
    if (!acts) return;
    for (const Approval& approval : acts->approvals)
        if (std::ranges::find(live.set_aside, approval) == live.set_aside.end())
            live.set_aside.push_back(approval);
}

// A person at the clock has reopened the game. Its rulings hold apart from the result: in a chain
// that gave one, no ruling gives or takes back a result any more.
void give_no_result(Live& live) {
    std::set<std::uint32_t> roots;
    for (Ruled& ruled : live.ruled) {
        if (!ruled.gave || ruled.undone) continue;
        ruled.withdrawn = true;
        roots.insert(root_of(live, ruled.number));
    }
    for (Ruled& ruled : live.ruled) {
        FF_CHECK(ruled.number <= live.rulings);
        if (!roots.contains(root_of(live, ruled.number))) continue;
        ruled.gave.reset();
        ruled.effect.gives_result = false;
        ruled.effect.result_before.reset();
    }
}

// The ruling that withdrew this result, for which clockd did not reopen the game; nullptr: none.
const Ruled* withdrew(const Live& live, const wire::ResultRecorded& e) {
    if (live.withdrawn != e.outcome || live.ruled.empty()) return nullptr;
    const Ruled& kept = live.ruled.back();
    if (kept.number != live.rulings || kept.about != Subject::result) return nullptr;
    if (kept.effect.undoes > 0) return find_ruled(live, kept.effect.undoes);
    // It stands beside the answer that was given meanwhile.
    const auto last =
        std::find_if(live.ruled.rbegin() + 1, live.ruled.rend(),
                     [](const Ruled& each) { return each.effect.gives_result; });
    return last == live.ruled.rend() || last->gave ? nullptr : &*last;
}

// The game has ended only once, if its result stands again by an undo.
bool still_ended(const Live& live, const wire::ResultRecorded& e) {
    const Ruled* by = withdrew(live, e);
    return by && by->end == live.ends && live.ruled.back().effect.undoes > 0;
}

}  // namespace

void set_result(Live& live, const wire::ResultRecorded& e) {
    if (!live.result && !still_ended(live, e)) ++live.ends;
    const Ruled* const by_ruling = withdrew(live, e);
    const std::uint32_t apart =
        by_ruling && live.ruled.back().effect.undoes == 0 ? by_ruling->number : 0;
    live.result = e.outcome;
    disapprove(live);
    if (Ruled* by = changed_result(live)) {
        by->gave = e.outcome;
        by->end = live.ends;
        by->approvals = live.set_aside;
        bring_approvals_back(live, apart > 0 ? apart : by->effect.undoes);
    }
    FF_CHECK(live.approvals.empty());
    FF_CHECK(live.ends > 0);
    live.withdrawn.reset();
    live.readings = e.readings;
}

void approve(Live& live, const wire::ResultApproved& e) {
    FF_CHECK(live.result.has_value());
    live.approvals.push_back({e.who, e.by, *live.result, live.reversed});
    std::erase_if(live.set_aside, [&](const Approval& before) {
        return before.who == e.who && stands_again(live, before);
    });
}

void withdraw_result(Live& live, const wire::ResultWithdrawn& e) {
    const bool at_clock = e.cause.value > 0;
    if (at_clock) give_no_result(live);
    live.withdrawn = at_clock ? std::nullopt : live.result;
    live.result.reset();
    live.offer_at_end = {};  // made again, if at all
    disapprove(live);
    Ruled* by = at_clock ? nullptr : changed_result(live);
    if (by) by->approvals = live.set_aside;
    live.set_aside.clear();
    live.running = live.locked = false;
    live.named_pause = e.by;
    live.hold = Hold::none;
    live.hold_about.reset();
}

void reverse_colours(Live& live, const wire::ColoursReversed& e) {
    live.reversed = e.reversed;
    disapprove(live);
}

bool approved_by(const Live& live, Party who) {
    return std::ranges::find(live.approvals, who, &Approval::who) != live.approvals.end();
}

std::vector<Approval> approved_before(const Live& live) {
    std::vector<Approval> all;
    for (const Approval& before : live.set_aside)
        if (stands_again(live, before) && !approved_by(live, before.who) &&
            std::ranges::find(all, before.who, &Approval::who) == all.end())
            all.push_back(before);
    FF_CHECK(all.size() <= 3);  // one of each party
    FF_CHECK(all.empty() || live.result.has_value());
    return all;
}

}  // namespace flagfall::game
