// What an arbiter does to clocks and results on their own initiative.
#include "tests/sim/arbiter.hpp"

namespace flagfall::sim {

using Phase = BoardImage::Phase;

bool Arbiter::adjust(Board board, const BoardImage& image) {
    if (!world_.whim(random_, world_.options.arbiters.adjust)) return false;
    world_.marks.add("arbiter_added_time");
    auto adjust = command<wire::Adjust>(board, image);
    for (Duration& delta : adjust.deltas.values)
        delta = random_.between(-milliseconds(500), seconds(3));
    adjust.article = "12.9.2";
    adjust.reason = "a noise from outside";
    submit(adjust);
    return true;
}

bool Arbiter::set_control(Board board, const BoardImage& image) {
    if (!world_.whim(random_, world_.options.arbiters.control)) return false;
    world_.marks.add("arbiter_set_another_control");
    auto set = command<wire::SetControl>(board, image);
    set.control.time_control = time_control();
    if (random_.chance(0.3)) set.control.period_trigger = PeriodTrigger::zero;
    set.control.article = "6.10.2";
    set.control.reason = "the wrong control was set";
    for (Duration& reading : set.readings.values)
        reading = random_.between(seconds(1), seconds(40));
    submit(set);
    return true;
}

// True if it does: then the board is not free.
bool Arbiter::reopen(Board board, const BoardImage& image) {
    if (image.phase != Phase::over || world_.quiet) return false;
    if (!world_.whim(random_, world_.options.arbiters.reopen)) return false;
    world_.marks.add("arbiter_reopened_a_game");
    auto reopen = command<wire::ReopenGame>(board, image);
    reopen.article = "8.7";
    reopen.reason = "the result was wrong";
    submit(reopen);
    return true;
}

bool Arbiter::call_flag(Board board, const BoardImage& image) {
    if (image.phase != Phase::running && image.phase != Phase::paused) return false;
    for (const Side side : {Side::white, Side::black}) {
        if (!image.at_zero[side] || !random_.chance(world_.quiet ? 1.0 : 0.1)) continue;
        world_.marks.add("arbiter_called_a_flag");
        auto call = command<wire::CallFlag>(board, image);
        call.side = side;
        submit(call);
        return true;
    }
    return false;
}

// Settings that an event may have announced in place of the usual ones.
void Arbiter::add_settings(wire::GameTerms& terms) {
    if (random_.chance(0.3)) {
        terms.flag_call = random_.chance(0.5) ? wire::FlagCall::players : wire::FlagCall::arbiter;
        terms.freeze = random_.chance(0.3);
    }
    if (random_.chance(0.3)) terms.default_time = random_.between(Duration{}, seconds(20));
    if (random_.chance(0.1)) terms.reports = wire::Reporting::presses;
    if (random_.chance(0.1))
        terms.rules = {{"record_looks", "5"}, {"offers_and_claims_to_ask", "2"}};
}

// Games without increment in which the last two minutes can be claimed, for one side at least; some
// of them with terms that do not allow it. Drawn separately, like the profile.
void Arbiter::add_quickplay(wire::GameTerms& terms, int number) {
    Random random(world_.options.seed * 0x2545F4914F6CDD1D + 7919 +
                  static_cast<std::uint64_t>(number));
    const bool us = terms.profile.starts_with("us");
    if (us && random.chance(0.4))
        terms.rules.push_back({"left_to_players_below_seconds",
                               std::to_string(random.between(0, 30))});
    if (us && random.chance(0.5)) terms.rules.push_back({"losing_chances_claim", "true"});
    if (us || !random.chance(0.25)) {
        if (us && random.chance(0.5)) terms.time_control = std::to_string(random.between(20, 130));
        return;
    }
    terms.rules.push_back({"quickplay_finish", "true"});
    if (random.chance(0.2)) terms.rules.push_back({"arbiter_present", "false"});
    const std::string little = std::to_string(random.between(20, 130));
    const std::string much = std::to_string(random.between(601, 700));
    switch (random.below(5)) {
        case 0: break;  // blitz, possibly with an increment
        case 1: terms.time_control = "3/" + little + ":" + much; break;
        case 2: terms.time_control = "W" + much + "-B" + little; break;
        default: terms.time_control = "W" + little + "-B" + much;
    }
}

}  // namespace flagfall::sim
