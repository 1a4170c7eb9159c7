// Scoresheets after time trouble: who must update theirs when a flag has fallen (8.5).
#include "arbiterd/game/laws/time_trouble.hpp"

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/words/text.hpp"

namespace flagfall::game {
namespace {

Both<bool> need_not(const Draft& draft, const Both<Duration>& readings) {
    Both<bool> free{};
    for (const Side side : {Side::white, Side::black})
        free[side] = recording_of(draft.game(), side, readings[side]) ==
                     Recording::need_not_in_period;
    return free;
}

}  // namespace

std::string sheets_to_update(const Draft& draft, Both<Duration> readings) {
    const auto [white, black] = need_not(draft, readings).values;
    if (white && black)
        return "8.5.1: neither had to record; both bring their scoresheets up to date now";
    if (!white && !black) return {};
    return sentence({"8.5.2: ", say(white ? Side::white : Side::black),
                     " had not to record; he brings his scoresheet up to date before he moves"});
}

void add_recording(const Draft& draft, wire::Pairs& evidence) {
    const Both<Duration>& readings = draft.occasion().readings;
    for (const Side side : {Side::white, Side::black})
        evidence.push_back(fact(sentence({"recording_", name(side)}),
                                name(recording_of(draft.game(), side, readings[side]))));
    const std::string text = sheets_to_update(draft, readings);
    if (!text.empty()) evidence.push_back(fact("update_sheets", text));
}

}  // namespace flagfall::game
