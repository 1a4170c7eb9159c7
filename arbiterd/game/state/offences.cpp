#include "arbiterd/game/state/offences.hpp"

#include <algorithm>

#include "common/base/check.hpp"

namespace flagfall::game {

void found_offence(Live& live, const wire::IrregularityFound& e) {
    FF_CHECK(e.count >= live.illegal[e.side]);
    if (e.count > live.illegal[e.side]) live.offended.push_back({e.side, e.ply, 0});
    live.illegal[e.side] = e.count;
}

// The ruling counts the last action that was found, if one waits for a ruling.
void ruled_offence(Live& live, const wire::RulingGiven& e) {
    if (!e.effect.counted) return;
    const Side side = *e.effect.counted;
    const Ply ply = e.effect.counted_ply;  // 0: not given
    const auto found = std::ranges::find_if(
        live.offended.rbegin(), live.offended.rend(), [&](const Offended& o) {
            return o.side == side && o.ruling == 0 && (ply == Ply{} || o.ply == ply);
        });
    if (found != live.offended.rend()) found->ruling = e.number;
    else if (ply > Ply{}) live.offended.push_back({side, ply, e.number});
}

void pressed_again(Live& live, Side side, Ply ply) {
    std::erase_if(live.offended,
                  [&](const Offended& o) { return o.side == side && o.ply == ply; });
    FF_CHECK(ply > Ply{});
}

}  // namespace flagfall::game
