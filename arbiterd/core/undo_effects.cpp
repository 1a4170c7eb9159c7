#include "arbiterd/core/undo_effects.hpp"

#include <algorithm>

#include "arbiterd/core/rules.hpp"

namespace flagfall::game {

Both<Duration> with_time(Both<Duration> readings, const Both<Duration>& time) {
    for (const Side side : {Side::white, Side::black})
        readings[side] = std::max(readings[side] + time[side], Duration{});
    return readings;
}

TimeBack time_back(const Draft& draft, const Both<Duration>& time) {
    const Live& live = draft.live();
    TimeBack back{.time = time, .after = with_time(live.readings, time)};
    const Side side = clock_side(draft);
    back.stops = live.running && live.readings[side] > Duration{} && back.after[side] <= Duration{};
    back.sets = back.stops;
    for (const Side each : {Side::white, Side::black}) {
        const bool zero = back.after[each] <= Duration{} || live.readings[each] <= Duration{};
        back.sets = back.sets || (!live.running && zero && time[each] != Duration{});
    }
    if (!back.sets) return back;
    for (const Side each : {Side::white, Side::black})
        back.time[each] = back.after[each] - live.readings[each];
    return back;
}

void give_back(Draft& draft, const TimeBack& back, const std::string& article,
               const std::string& reason, const std::string& text) {
    if (!back.sets) return draft.adjust_clock(back.time, article, reason);
    draft.set_clock({.readings = back.after, .turn = draft.to_move(), .ply = {}, .run = false,
                     .fen = {}, .article = article, .reason = text, .answers = {},
                     .goes_on = true});
}

}  // namespace flagfall::game
