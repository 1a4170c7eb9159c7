// Games without increment: the possible claims in the last two minutes, and how they are decided
// (Guidelines III, US 14H).
#include <algorithm>

#include "common/base/time_control.hpp"
#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {
namespace {

constexpr Duration little = minutes(2);    // III.4, III.5, 14H
constexpr Duration more = minutes(2);      // for the opponent; A.3 does not reduce it
constexpr Duration increment = seconds(5); // III.4

}  // namespace

// III.1: all remaining moves must be made in the time that is left. If periods end with the
// clock at zero, the moves do not show which period it is, and the arbiter looks.
bool Arbiter::in_last_period(Side side) const {
    if (!game_.control || game_.control->trigger == PeriodTrigger::zero) return true;
    const std::uint32_t ply = counted();
    std::uint32_t moves = side == game_.first ? (ply + 1) / 2 : ply / 2;
    const auto& periods = game_.control->sides[side].periods;
    for (const Period& period : periods) {
        if (period.moves == 0) return true;
        if (moves < period.moves) return false;
        moves -= period.moves;
    }
    return false;  // the last one repeats
}

// The article by which such a claim is refused; empty for one that an arbiter decides.
std::string Arbiter::why_no_quickplay(const wire::Claimed& e) const {
    const bool us = e.kind == ClaimKind::losing_chances;
    const bool asks = e.kind == ClaimKind::quickplay_increment;
    if (!us && !asks && e.kind != ClaimKind::quickplay_draw) return "";
    const std::string article = us ? "14H" : asks ? "III.4" : "III.5";
    if (us ? !game_.rules.losing_chances : !game_.rules.quickplay) return us ? article : "III.2.1";
    const bool bonus = game_.control &&
                       std::ranges::any_of(game_.control->sides.values, [](const TimeControl& c) {
                           return std::ranges::any_of(c.periods, [](const Period& period) {
                               return period.method != Method::none;
                           });
                       });
    if (bonus) return us ? article : "III.2.2";
    if (!in_last_period(e.side)) return us ? article : "III.1";
    std::vector<chess::Position> kept;
    const bool by_clock = game_.open || game_.presses;
    const Side has_move = by_clock ? clock_side() : on_board(kept).side_to_move();
    if (has_move != e.side) return article;
    const Duration left = readings()[e.side];
    return (us ? left > little : left >= little) ? article : "";
}

// False for any other answer.
bool Arbiter::answers_quickplay(const Asked& asked, const std::string& option) {
    const Side claimant = asked.claim->side;
    const Side opponent = other(claimant);
    Both<Duration> time;
    if (option == "grant") {
        time[opponent] = more;
        new_control(asked, Method::fischer, increment, time);
        return true;
    }
    if (option == "delay_clock") {
        time[claimant] = Duration{game_.readings[claimant].us / 2} - game_.readings[claimant];
        new_control(asked, Method::delay, game_.rules.delay, time);
        return true;
    }
    const bool postponed = option == "postpone" || option == "postpone_with_time";
    if (!postponed && option != "reject_with_time") return false;
    if (option != "postpone") time[opponent] = more;
    if (option == "postpone") goes_on_after(asked, true);
    else goes_on_with(asked, time);
    if (postponed) decision_postponed(asked);
    return true;
}

// US 14H: the delay, and half of the claimant's time, can be answered while the clock stands. The
// claim is asked about again when that changes.
void Arbiter::delay_still() {
    if (game_.result) return;
    const std::vector<Asked> waiting = game_.asked;
    for (const Asked& asked : waiting) {
        if (asked.about != Subject::claim_losing_chances || asked.options.empty()) continue;
        const bool offered = std::ranges::find(asked.options, "delay_clock") != asked.options.end();
        if (offered != game_.runs) continue;
        want(wire::QuestionClosed{{}, asked.number, Closing::overtaken, "", ""});
        game_.closed.push_back(asked);
        std::erase_if(game_.asked, [&](const Asked& each) { return each.number == asked.number; });
        const auto again = std::ranges::find_if(case_.answer, [&](const GameRow& row) {
            const auto* put = std::get_if<wire::QuestionPut>(&row.event);
            return put && put->about == asked.about && put->asked_before == asked.first;
        });
        if (again == case_.answer.end()) question(asked.article, asked.about, false);
        else ask_again(std::get<wire::QuestionPut>(again->event));
    }
}

// The clock goes on with another time control: all periods of both with this for each move.
void Arbiter::new_control(const Asked& asked, Method method, Duration bonus,
                          const Both<Duration>& time) {
    if (!game_.control) return complain("a time control that nobody can read");
    rule(article_or(asked.article), asked.about);
    wire::Effect effect;
    effect.answers = asked.number;
    effect.time = time;
    check_effect(effect);
    Both<TimeControl> sides = game_.control->sides;
    for (TimeControl& side : sides.values) {
        for (Period& period : side.periods) {
            period.method = method;
            period.bonus = bonus;
        }
    }
    wire::SetControl command;
    command.control = {text(sides), game_.control->trigger, article_or(asked.article),
                       act_->reason};
    command.relative = game_.runs;  // what it shows is not known here
    for (const Side side : {Side::white, Side::black})
        command.readings[side] = time[side] + (game_.runs ? Duration{} : game_.readings[side]);
    send(command);
    clock_goes_on(true);
}

void Arbiter::goes_on_with(const Asked& asked, const Both<Duration>& time) {
    wire::Effect effect;
    effect.answers = asked.number;
    effect.time = time;
    adjust(effect, article_or(asked.article), asked.about);
    clock_goes_on(true);
}

// III.5: the arbiter decides when they have seen enough, at the latest at the claimant's flag-fall.
void Arbiter::decision_postponed(const Asked& asked) {
    question("III.5", Subject::claim_postponed, false);
    game_.asked.back().of = wire::OfSide{asked.claim->side};
}

// Is a claim of this side undecided? Then the question is now put with the flag.
bool Arbiter::postponed_decided(Side side) {
    const auto of_side = [&](const Asked& asked) {
        if (asked.about == Subject::claim_quickplay_draw)
            return asked.claim && asked.claim->side == side;
        return asked.about == Subject::claim_postponed && asked.of && asked.of->side == side;
    };
    const std::vector<Asked> open = game_.asked;
    std::erase_if(game_.asked, of_side);
    bool found = false;
    for (const Asked& asked : open) {
        if (!of_side(asked)) continue;
        want(wire::QuestionClosed{{}, asked.number, Closing::overtaken, "", ""});
        game_.closed.push_back(asked);
        found = true;
    }
    return found;
}

}  // namespace flagfall::oracle
