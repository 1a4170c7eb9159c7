// A clock that was set incorrectly is given another time control (6.10.2).
#include <algorithm>

#include "common/base/time_control.hpp"
#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {
namespace {

// The time that a side has been given when it makes the move after `moves` completed ones: the
// base of each period begun, and what each move adds. A bonus in advance is on the clock before
// its move (6.3.2); with Bronstein nothing is left of the moves before.
Duration given_by(const TimeControl& control, std::uint32_t moves) {
    Duration sum;
    for (std::size_t at = 0;; ++at) {
        const Period& period = control.periods[std::min(at, control.periods.size() - 1)];
        const bool here = period.moves == 0 || moves < period.moves;
        sum += period.base;
        if (period.method == Method::fischer)
            sum += period.bonus * (here ? moves + 1 : period.moves);
        if (!here) {
            moves -= period.moves;
            continue;
        }
        const bool ready = period.method == Method::bronstein || period.method == Method::gong;
        return ready ? sum + period.bonus : sum;
    }
}

bool same_control(const wire::NewControl& a, const wire::NewControl& b) {
    return a.time_control == b.time_control && (a.period_trigger == PeriodTrigger::zero) ==
                                                   (b.period_trigger == PeriodTrigger::zero);
}

// Do the completed moves show which periods a side has been given?
bool told_by_moves(const Control& control) {
    const auto one = [](const TimeControl& each) { return each.periods.size() == 1; };
    const auto byo_yomi = [](const TimeControl& each) {
        return each.periods.back().method == Method::japanese ||
               each.periods.back().method == Method::canadian;
    };
    if (std::ranges::any_of(control.sides.values, byo_yomi)) return false;
    return control.trigger != PeriodTrigger::zero || std::ranges::all_of(control.sides.values, one);
}

}  // namespace

Both<std::uint32_t> periods_there(const Game& game, const Both<std::uint32_t>& given) {
    Both<std::uint32_t> periods = given;
    if (!game.control || given != Both<std::uint32_t>{}) return periods;
    for (const Side side : {Side::white, Side::black}) {
        const Method last = game.control->sides[side].periods.back().method;
        const bool by_time = game.control->trigger == PeriodTrigger::zero ||
                             last == Method::japanese || last == Method::canadian;
        if (by_time) periods[side] = any_period;
    }
    return periods;
}

std::optional<Control> control_named(const std::string& text,
                                     std::optional<PeriodTrigger> trigger) {
    const auto sides = parse_time_control(text);
    if (!sides) return std::nullopt;
    return Control{*sides, trigger.value_or(PeriodTrigger::moves)};
}

// The board's clock, standing as in the record: the event that stopped it may be judged later.
Timekeeper Arbiter::standing_clock(const BoardClock& board) const {
    Timekeeper keeper = board.keeper;
    const auto end = keeper.deadline();
    if (end) keeper.stop(*end + (Duration{} - game_.readings[keeper.turn()]));
    return keeper;
}

// The gain of a side that completes its next move (6.3), whose clock was stopped and not pressed:
// the gain of its press.
Duration Arbiter::gained_by_next(Side side) const {
    const BoardClock* board = clock_.board(game_.board);
    if (!game_.control || !board) return {};
    Timekeeper keeper = standing_clock(*board);
    Instant at{1'000'000'000};
    Both<Duration> shown = keeper.readings(at);
    if (keeper.turn() != side) {  // the reply's clock has run: the turn before it, once more
        const Duration spent = game_.adjourned ? game_.adjourned->spent : Duration{};
        Both<std::uint32_t> moves{{keeper.moves(Side::white), keeper.moves(Side::black)}};
        if (moves[side] > 0) --moves[side];
        Both<Duration> then = game_.readings;
        then[side] += spent;
        // The periods that began as a clock ran down have begun.
        Both<std::uint32_t> periods{};
        if (game_.control->trigger == PeriodTrigger::zero)
            periods = {{keeper.period(Side::white), keeper.period(Side::black)}};
        keeper.set(then, side, moves, false, at, periods);
        keeper.start(at);
        at = at + spent;
        shown = keeper.readings(at);
    } else {
        keeper.start(at);
    }
    // At zero nothing is gained except the time of a period that begins.
    if (shown[side] <= Duration{} && keeper.deadline()) keeper.run_dry();
    keeper.press(at);
    return keeper.readings(at)[side] - shown[side];
}

// A game that begins again begins with it. If players were granted it (III.4, US 14H), or that
// is taken back, the clock was right before, with later corrections.
void Arbiter::take_control(const wire::NewControl& control) {
    const auto sent = std::ranges::find(game_.outbox, case_.row.cmd_id, &Outstanding::id);
    const std::uint32_t number = sent == game_.outbox.end() ? 0 : sent->ruling;
    const Given* root = ruling_of(game_, root_of(game_, number));
    const bool granted = root && root->about != Subject::control;
    const std::optional<Control> former = game_.control;
    game_.control = control_named(control.time_control, control.period_trigger);
    if (!game_.control) return complain("a time control that nobody can read");
    for (const Side side : {Side::white, Side::black}) {
        const Duration corrected =
            granted && former ? game_.at_start[side] - given_by(former->sides[side], 0)
                              : Duration{};
        game_.at_start[side] = given_by(game_.control->sides[side], 0) + corrected;
    }
}

// The control from before the ruling is in force again, if the ruling set the present one: a clock
// that runs goes on running with this time more, or stands if one would reach zero. Returns the
// change of the time; empty if another ruling set the control, or it is the same.
std::optional<Both<Duration>> Arbiter::control_back(const Given& tip,
                                                    const Both<Duration>& time) {
    if (game_.controls.empty() || game_.controls.back().ruling != tip.number) return std::nullopt;
    wire::SetControl command;
    command.control = game_.controls.back().before;
    if (same_control(command.control, game_.in_force)) return std::nullopt;
    command.control.article = article_or("11.10");
    command.control.reason = act_->reason;
    Both<Duration> after;
    bool empty = false;
    for (const Side side : {Side::white, Side::black}) {
        after[side] = std::max(game_.readings[side] + time[side], Duration{});
        empty = empty || (after[side] <= Duration{} && game_.readings[side] > Duration{});
    }
    if (game_.runs && !empty) {
        command.readings = time;
        command.relative = true;
        send(command);
        return time;
    }
    if (game_.runs) {
        wire::Pause pause;
        pause.reason = act_->reason;
        send(pause);
    }
    command.readings = after;
    send(command);
    for (const Side side : {Side::white, Side::black}) after[side] -= game_.readings[side];
    return after;
}

// The control that rulings have left in force, if some that set another one were taken back while
// the game was over.
std::optional<wire::NewControl> Arbiter::control_owed() const {
    std::optional<wire::NewControl> control;
    for (auto at = game_.controls.rbegin(); at != game_.controls.rend(); ++at) {
        const Given* ruling = ruling_of(game_, at->ruling);
        if (!ruling || !ruling->undone) break;
        control = at->before;
    }
    if (control && same_control(*control, game_.in_force)) return std::nullopt;
    return control;
}

// Time granted to players in a cancelled game (III.4, US 14H) goes with that game; a clock that was
// corrected is right.
void Arbiter::granted_back(const Kept& kept, const std::string& article) {
    std::size_t count = game_.controls.size();
    const auto granted = [&](const Controlled& each) {
        const Given* root = ruling_of(game_, root_of(game_, each.ruling));
        return root && root->about != Subject::control;
    };
    while (count > kept.before->controls.size() && granted(game_.controls[count - 1])) --count;
    if (count == game_.controls.size()) return;
    wire::SetControl command;
    command.control = game_.controls[count].before;
    if (same_control(command.control, game_.in_force)) return;
    command.control.article = article;
    command.control.reason = act_->reason;
    command.readings = game_.readings;
    send(command);
}

// Time that a player has used counts under the new control, too.
Both<Duration> Arbiter::readings_under(const wire::ChangeControl& e, const Control& control) {
    Both<Duration> after{{e.white.value_or(Duration{}), e.black.value_or(Duration{})}};
    if (e.white && e.black) return after;
    complain_unless(!game_.runs, "another time control for a clock that runs, and no times");
    complain_unless(game_.control && told_by_moves(*game_.control) && told_by_moves(control),
                    "another time control without times, and they cannot be worked out");
    if (!game_.control) return after;
    const std::uint32_t ply = counted();
    for (const Side side : {Side::white, Side::black}) {
        if (side == Side::white ? e.white : e.black) continue;
        const std::uint32_t moves = side == game_.first ? (ply + 1) / 2 : ply / 2;
        after[side] = game_.readings[side] + given_by(control.sides[side], moves) -
                      given_by(game_.control->sides[side], moves);
    }
    return after;
}

void Arbiter::act(const wire::ChangeControl& e) {
    in_play();
    const auto control = control_named(e.time_control, e.period_trigger);
    if (!control) return complain("a time control that nobody can read");
    const std::string article = article_or("6.10.2");
    rule(article, Subject::control);
    check_effect({});
    wire::SetControl command;
    command.control = {e.time_control, e.period_trigger, article, act_->reason};
    command.readings = readings_under(e, *control);
    for (const Duration reading : command.readings.values)
        complain_unless(reading >= Duration{}, "a clock is set to less than nothing");
    send(command);
}

}  // namespace flagfall::oracle
