#include "common/base/control_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace flagfall {
namespace {

std::string counted(std::int64_t number, std::string_view what) {
    return std::to_string(number) + " " + std::string(what) + (number == 1 ? "" : "s");
}

std::string bonus_words(const Period& period) {
    const std::string time = time_words(period.bonus);
    switch (period.method) {
        case Method::fischer: return ", with " + time + " added for each move";
        case Method::bronstein:
            return ", and what each move uses is given back, at most " + time;
        case Method::delay: return ", and each move has " + time + " before the clock counts";
        default: return {};
    }
}

std::string main_words(const Period& period, bool repeats, bool more) {
    const std::string base = time_words(period.base);
    if (period.moves == 0) return base + (more ? " for the rest" : " for all moves") +
                                  bonus_words(period);
    const std::string moves = counted(period.moves, "move");
    return base + (repeats ? " for each further " : " for ") + moves + bonus_words(period);
}

std::string overtime_words(const Period& period) {
    if (period.method == Method::canadian)
        return "byo-yomi: " + time_words(period.base) + " for each " +
               counted(period.block, "move") + ", and what is not used of it is lost";
    return "byo-yomi: " + counted(period.base.us / period.bonus.us, "moment") + " of " +
           time_words(period.bonus) + ", and a moment counts only when it is used up";
}

std::string alone_words(const Period& period) {
    switch (period.method) {
        case Method::hourglass:
            return time_words(period.base) + ", as in an hourglass: what one side uses is "
                                             "added to the other side's time";
        case Method::gong:
            return time_words(period.bonus) + " for each move, and none of it is kept";
        default: return "the clock shows the time used, without a limit";
    }
}

std::string side_words(const TimeControl& control) {
    std::string text;
    for (std::size_t at = 0; at < control.periods.size(); ++at) {
        const Period& period = control.periods[at];
        const bool last = at + 1 == control.periods.size();
        if (at > 0) text += is_overtime(period.method) ? "; when that is used up, " : "; then ";
        if (is_overtime(period.method)) text += overtime_words(period);
        else if (period.method >= Method::hourglass) text += alone_words(period);
        else text += main_words(period, last && at > 0, at > 0);
        if (last && period.moves != 0)
            text += at > 0 ? ", again and again" : ", then the same again, without end";
    }
    return text;
}

// ---- its class, and what is unusual ----------------------------------------------------------

// The codes are those of schemas/common.json, "control_note"; pages say them in other languages.

constexpr Wording no_class{
    "no_class",
    "FIDE has no class for it: Appendices A and B know a fixed time and time for each move. "
    "Without another profile it is played by the rules of {class} chess."};
constexpr Wording class_of_both{"class", "{class}: {time} for sixty moves."};
constexpr Wording class_of_slower{"class_of_slower",
                                  "{class}: {time} for sixty moves of the side that has more."};
constexpr Wording bonus_begins{"bonus_begins",
                               "Increments or delays begin only in period {period}."};
constexpr Wording bonus_ends{"bonus_ends",
                             "Period {period} has no increment or delay any more."};
constexpr Wording bonus_changes{"bonus_changes",
                                "Each move's bonus is another one from period {period} on."};
constexpr Wording next_at_zero{
    "next_at_zero",
    "The next period's time comes to both clocks when the first one reaches zero with its moves "
    "made, not with the last move."};
constexpr Wording no_last_period{
    "no_last_period", "There is always a next period: no control is the last one."};
constexpr Wording early_control{
    "early_control",
    "The first control is at move {move}: FIDE rates standard games with one at move 30 or later."};
constexpr Wording first_increment{"first_increment",
                                  "The first increment is on the clock before move 1."};
constexpr Wording first_delay{
    "first_delay",
    "The delay is on the clock before move 1, and the display never shows more after a move than "
    "before it."};
constexpr Wording display_waits{
    "display_waits",
    "The display stands still while the delay lasts; what is not used of the delay is lost."};
constexpr Wording same_sum{
    "same_sum", "The sum of both clocks stays the same, so no game has a longest time."};
constexpr Wording flag_each_move{
    "flag_each_move",
    "Every move has its own flag. Time that an arbiter gives stays on the clock until it is used."};
constexpr Wording no_flag{
    "no_flag",
    "No flag ever falls. Messages and the record have what is left of 24 hours."};
constexpr Wording sum_of_moments{
    "sum_of_moments",
    "The display shows the sum of the moments; a press gives back the moment that was begun."};
constexpr Wording block_by_presses{"block_by_presses",
                                   "The clock counts the moves of a block by its presses."};
constexpr Wording sides_differ{
    "sides_differ",
    "The sides have different controls: FIDE does not rate such a game. A draw counts as one, "
    "unless the scoring says otherwise (Armageddon)."};
constexpr Wording not_rated{"not_rated",
                            "FIDE does not rate games with it, and TRF cannot write it."};
constexpr Wording blitz_too_short{
    "blitz_too_short", "FIDE rates blitz of more than three minutes for sixty moves."};
constexpr Wording rated_below_1800{
    "rated_below_1800",
    "FIDE rates it as standard only when both players are below 1800, or with its consent."};
constexpr Wording rated_below_2400{
    "rated_below_2400", "FIDE rates it as standard only when both players are below 2400."};

Told class_words(const Both<TimeControl>& control) {
    const Duration sum = std::max(sixty_move_sum(control[Side::white]),
                                  sixty_move_sum(control[Side::black]));
    const TimeClass of = time_class(control);
    const std::string name(flagfall::name(of));
    if (!has_fide_class(control)) return {no_class, {{"class", name}}};
    const std::string article = of == TimeClass::blitz    ? " (B.1)"
                                : of == TimeClass::rapid ? " (A.1)"
                                                         : "";
    const bool unequal = control[Side::white] != control[Side::black];
    const std::string shown = std::string(1, static_cast<char>(name[0] - 'a' + 'A')) +
                              name.substr(1) + article;
    return {unequal ? class_of_slower : class_of_both,
            {{"class", name}, {"time", sum.us / 1'000'000}},
            {{"class", shown}, {"time", time_words(sum)}}};
}

void say_of_periods(std::vector<Told>& all, const TimeControl& control, PeriodTrigger trigger) {
    const auto& periods = control.periods;
    const auto bonus = [](const Period& period) { return period.bonus.us > 0; };
    const auto plain = [&](const Period& period) { return !is_overtime(period.method); };
    for (std::size_t at = 1; at < periods.size(); ++at) {
        if (!plain(periods[at])) continue;
        const std::vector<ToldValue> number{{"period", at + 1}};
        if (!bonus(periods[at - 1]) && bonus(periods[at]))
            all.emplace_back(bonus_begins, number);
        else if (bonus(periods[at - 1]) && !bonus(periods[at]))
            all.emplace_back(bonus_ends, number);
        else if (periods[at - 1].method != periods[at].method ||
                 periods[at - 1].bonus != periods[at].bonus)
            all.emplace_back(bonus_changes, number);
    }
    if (periods.size() > 1 && trigger == PeriodTrigger::zero && !is_overtime(periods[1].method))
        all.emplace_back(next_at_zero);
    if (periods.back().moves != 0) all.emplace_back(no_last_period);
    if (periods.front().moves != 0 && periods.front().moves < 30)
        all.push_back({early_control, {{"move", periods.front().moves}}});
}

void say_of_methods(std::vector<Told>& all, const TimeControl& control) {
    const auto has = [&](Method method) {
        return std::ranges::any_of(control.periods, [&](const Period& period) {
            return period.method == method;
        });
    };
    if (control.periods[0].method == Method::fischer) all.emplace_back(first_increment);
    if (has(Method::bronstein)) all.emplace_back(first_delay);
    if (has(Method::delay)) all.emplace_back(display_waits);
    if (has(Method::hourglass)) all.emplace_back(same_sum);
    if (has(Method::gong)) all.emplace_back(flag_each_move);
    if (has(Method::upcount)) all.emplace_back(no_flag);
    if (has(Method::japanese)) all.emplace_back(sum_of_moments);
    if (has(Method::canadian)) all.emplace_back(block_by_presses);
}

void say_of_rating(std::vector<Told>& all, const Both<TimeControl>& control) {
    const Duration sum = std::max(sixty_move_sum(control[Side::white]),
                                  sixty_move_sum(control[Side::black]));
    if (control[Side::white] != control[Side::black]) all.emplace_back(sides_differ);
    else if (!has_fide_class(control)) all.emplace_back(not_rated);
    else if (sum <= minutes(3)) all.emplace_back(blitz_too_short);
    else if (sum >= minutes(60) && sum < minutes(90)) all.emplace_back(rated_below_1800);
    else if (sum >= minutes(90) && sum < minutes(120)) all.emplace_back(rated_below_2400);
}

}  // namespace

std::string time_words(Duration time) {
    const std::int64_t all = time.us / 1'000'000;
    std::string text;
    const auto add = [&](std::int64_t number, std::string_view what) {
        if (number != 0) text += (text.empty() ? "" : " ") + counted(number, what);
    };
    add(all / 3600, "hour");
    add(all / 60 % 60, "minute");
    add(all % 60, "second");
    return text.empty() ? "0 seconds" : text;
}

ControlWords explain(const Both<TimeControl>& control, PeriodTrigger trigger) {
    ControlWords words;
    const bool alike = control[Side::white] == control[Side::black];
    for (const Side side : {Side::white, Side::black}) {
        const std::string who = alike ? "Each side" : side == Side::white ? "White" : "Black";
        words.meaning.push_back(who + ": " + side_words(control[side]) + ".");
        std::vector<Told> unusual;
        say_of_periods(unusual, control[side], trigger);
        say_of_methods(unusual, control[side]);
        for (Told& each : unusual) {
            if (!alike) {
                each.text.insert(0, who + ": ");
                each.values.emplace_back("side", name(side));
            }
            words.unusual.push_back(std::move(each));
        }
        if (alike) break;
    }
    words.time_class = class_words(control);
    say_of_rating(words.unusual, control);
    return words;
}

namespace {

using enum PeriodTrigger;

constexpr std::array presets{
    ControlPreset{"fide-match", "events", "40/6000+30:20/3000+30:900+30", moves,
                  "matches, candidates and grand prix in FIDE's list of 2019"},
    ControlPreset{"fide-event", "events", "40/5400+30:1800+30", moves,
                  "olympiads, world cups, team, youth and continental championships"},
    ControlPreset{"fide-match-late", "events", "40/7200:1800+30", moves,
                  "later cycles: no increments before move 41"},
    ControlPreset{"fide-match-three", "events", "40/7200:20/3600:900+30", moves,
                  "later matches: 120 and 60 minutes, then increments from move 61"},
    ControlPreset{"fide-rapid", "events", "900+10", moves, "world rapid championships"},
    ControlPreset{"fide-blitz", "events", "180+2", moves, "world blitz championships"},
    ControlPreset{"rated-2400", "rated", "5400+30", moves,
                  "rated as standard at any rating: 120 minutes for sixty moves"},
    ControlPreset{"rated-1800", "rated", "3600+30", moves,
                  "rated as standard when both players are below 2400: 90 minutes"},
    ControlPreset{"rated-below-1800", "rated", "1800+30", moves,
                  "rated as standard when both players are below 1800: 60 minutes"},
    ControlPreset{"fast-classic", "rated", "2700+30", moves,
                  "45 minutes with increments: rated at any rating in events approved for it"},
    ControlPreset{"club-90", "clubs", "5400+15", moves, "an evening's league game"},
    ControlPreset{"club-75", "clubs", "4500+10", moves, "a shorter evening's game"},
    ControlPreset{"club-rapid", "clubs", "600+5", moves, "a rapid afternoon"},
    ControlPreset{"club-blitz", "clubs", "300", moves, "blitz without increments"},
    ControlPreset{"club-blitz-3", "clubs", "180+2", moves, "blitz with increments"},
    ControlPreset{"us-standard", "clubs", "5400d5", moves, "US Chess, G/90;d5"},
    ControlPreset{"us-quick", "clubs", "1500d3", moves, "US Chess, G/25;d3"},
    ControlPreset{"us-blitz", "clubs", "300d2", moves, "US Chess, G/5;d2"},
    ControlPreset{"armageddon", "clubs", "W300-B240", moves,
                  "a decider: White has more time, and Black wins with a draw"},
    ControlPreset{"hourglass", "clubs", "180h", moves, "three minutes of sand for each side"},
    ControlPreset{"gong", "clubs", "0g10", moves, "ten seconds for each move"},
    ControlPreset{"analysis", "clubs", "0u", moves, "the time used, without a limit"},
    ControlPreset{"2010-01", "clocks", "300", moves, "compatible with option 01 of a 2010 clock"},
    ControlPreset{"2010-02", "clocks", "1500", moves, "compatible with option 02 of a 2010 clock"},
    ControlPreset{"2010-04", "clocks", "40/7200:1800", zero,
                  "compatible with option 04 of a 2010 clock, with 40 moves"},
    ControlPreset{"2010-06", "clocks", "40/7200:20/3600:1800", zero,
                  "compatible with option 06 of a 2010 clock, with 40 and 20 moves"},
    ControlPreset{"2010-08", "clocks", "40/7200:20/3600", zero,
                  "compatible with option 08 of a 2010 clock, with 40 and 20 moves"},
    ControlPreset{"2010-19", "clocks", "40/5400+30:900+30", zero,
                  "compatible with option 19 of a 2010 clock, with 40 moves"},
    ControlPreset{"2010-33", "clocks", "0g10", moves,
                  "compatible with the gong of a 2010 clock at its default"},
    ControlPreset{"3000-01", "clocks", "300", moves, "compatible with option 01 of a 3000 clock"},
    ControlPreset{"3000-02", "clocks", "600", moves, "compatible with option 02 of a 3000 clock"},
    ControlPreset{"3000-03", "clocks", "1500", moves, "compatible with option 03 of a 3000 clock"},
    ControlPreset{"3000-04", "clocks", "3600", moves, "compatible with option 04 of a 3000 clock"},
    ControlPreset{"3000-05", "clocks", "7200", moves, "compatible with option 05 of a 3000 clock"},
    ControlPreset{"3000-06", "clocks", "40/7200:1800", zero,
                  "compatible with option 06 of a 3000 clock, with 40 moves"},
    ControlPreset{"3000-07", "clocks", "40/7200:3600", zero,
                  "compatible with option 07 of a 3000 clock, with 40 moves"},
    ControlPreset{"3000-08", "clocks", "40/7200:20/3600:1800", zero,
                  "compatible with option 08 of a 3000 clock, with 40 and 20 moves"},
};

}  // namespace

std::string no_board_clock(const Both<TimeControl>& control) {
    const auto in_moments = [](const Period& one) { return one.method == Method::japanese; };
    for (const TimeControl& side : control.values)
        if (std::ranges::any_of(side.periods, in_moments))
            return "a clock shows one moment of Japanese byo-yomi, and not how many are left, so "
                   "that it cannot be followed: the timing is clockd's";
    return {};
}

std::span<const ControlPreset> control_presets() { return presets; }

const ControlPreset* control_preset(std::string_view name) {
    const auto found = std::ranges::find(presets, name, &ControlPreset::name);
    return found == presets.end() ? nullptr : found;
}

}  // namespace flagfall
