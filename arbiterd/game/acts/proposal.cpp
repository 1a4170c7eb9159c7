// Readings that a ruling proposes and their origin, for the arbiter who confirms it.
#include "arbiterd/game/acts/acts.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/state/shifts.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

std::string both_text(const Both<Duration>& readings) {
    return clock_text(readings[Side::white]) + " and " + clock_text(readings[Side::black]);
}

}  // namespace

std::string describe_setting(const Draft& draft, const wire::SetClock& set,
                             const Both<Duration>& after, Ply ply, wire::Pairs& evidence) {
    const Both<Duration> before = draft.live().readings;
    FF_CHECK(after[Side::white] >= Duration{});
    FF_CHECK(after[Side::black] >= Duration{});
    std::string text = "The clock is set to " + both_text(after) + ".";
    for (const Side side : {Side::white, Side::black}) {
        const std::string who(name(side));
        evidence.push_back(fact("before_" + who + "_us", before[side].us));
        evidence.push_back(fact("after_" + who + "_us", after[side].us));
        const Duration more = after[side] - before[side];
        if (more == Duration{}) continue;
        text += sentence({" ", say(side), " showed ", clock_text(before[side]), ": ",
                          more > Duration{} ? "more by " : "less by ",
                          clock_text(more > Duration{} ? more : -more), "."});
    }
    for (const Side side : {Side::white, Side::black}) {
        if (set.period[side] == 0) continue;
        const std::string was = std::to_string(draft.game().period[side]);
        const std::string is = std::to_string(set.period[side]);
        evidence.push_back(fact("before_" + std::string(name(side)) + "_period", was));
        evidence.push_back(fact("after_" + std::string(name(side)) + "_period", is));
        text += sentence({" ", say(side), " is in period ", is, ", by the record in ", was, "."});
    }
    if (ply != draft.counted())
        text += sentence({" Moves completed by both: ", std::to_string(ply.count), ", not ",
                          std::to_string(draft.counted().count), "."});
    return text;
}

std::string describe_readings(const Draft& draft, Ply ply, wire::Pairs& evidence) {
    const Game& game = draft.game();
    FF_CHECK(ply >= game.base);
    FF_CHECK(ply.count - game.base.count < game.clocks.size());
    Both<Duration> recorded = game.clocks.at(ply.count - game.base.count);
    std::string since;
    wire::Pairs changes;
    for (const ClockChange& change : game.changes) {
        if (change.ply < ply) continue;
        const Both<Duration> time = given_at(game, change.shift, ply);
        if (time == Both<Duration>{}) continue;
        recorded = difference(recorded, time);
        const std::string by = change.article.empty() ? "" : " (" + change.article + ")";
        changes.push_back(fact("changed_since", both_text(time) + by));
        since += (since.empty() ? "" : ", ") + changes.back().value;
    }
    evidence.push_back(fact("recorded_white_us", recorded[Side::white].us));
    evidence.push_back(fact("recorded_black_us", recorded[Side::black].us));
    evidence.insert(evidence.end(), changes.begin(), changes.end());
    return sentence({"The record's clock there is ", both_text(recorded),
                     since.empty() ? "" : "; changed since by ", since, "."});
}

std::string describe_start(const Draft& draft, wire::Pairs& evidence) {
    const Game& game = draft.game();
    const Both<Duration> start = with_time(game.at_start, {});
    evidence.push_back(fact("time_control", control_of(game)));
    evidence.push_back(fact("after_white_us", start[Side::white].us));
    evidence.push_back(fact("after_black_us", start[Side::black].us));
    return sentence({"The clock shows ", both_text(start), ": the time control ",
                     control_of(game), ", with the clock's corrections since. "});
}

}  // namespace flagfall::game
