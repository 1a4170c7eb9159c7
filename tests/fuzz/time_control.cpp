// Any text as a time control: what is accepted is written in its normal form and read as the same,
// and the questions a chessclock asks have answers. The error names a column of the text. What a
// person may enter, a program may enter, too, and it is the same.
#include <string>

#include "common/base/entered_control.hpp"
#include "common/base/limits.hpp"
#include "common/base/time_control.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;

namespace {

void check_periods(const TimeControl& control) {
    FF_CHECK(!control.periods.empty() && control.periods.size() <= limits::periods);
    std::uint32_t before = 1;
    // The first hundred moves, then every hundredth.
    for (std::uint32_t completed = 0; completed <= limits::game_plies / 2;
         completed += completed < 100 ? 1 : 100) {
        const std::uint32_t number = control.period_after(completed);
        FF_CHECK(number >= before);
        before = number;
        const std::uint32_t required = control.moves_required(number);
        const bool any = control.is_last(number) || control.enters_overtime(number);
        FF_CHECK(any ? required == 0 : completed < required);
    }
    for (const Period& period : control.periods) {
        FF_CHECK(period.base.us >= 0 && period.bonus.us >= 0);
        FF_CHECK(period.base.us + period.bonus.us > 0);
        const bool bonus = has_increment_or_delay(period) || period.method == Method::gong ||
                           period.method == Method::japanese;
        FF_CHECK(bonus == (period.bonus.us > 0));
        FF_CHECK((period.method == Method::canadian) == (period.block > 0));
        FF_CHECK(!is_overtime(period.method) || &period == &control.periods.back());
    }
    FF_CHECK(sixty_move_sum(control).us > 0);
}

}  // namespace

FUZZ_TARGET(time_control) {
    const auto by_person = entered_control(input, EnteredBy::person);
    const auto by_program = entered_control(input, EnteredBy::program);
    FF_CHECK(!by_person || (by_program && by_program->control == by_person->control));
    FF_CHECK(by_person || !by_person.error().empty());
    const auto control = parse_time_control(input);
    if (!control) {
        FF_CHECK(control.error().column >= 1 && control.error().column <= input.size() + 1);
        FF_CHECK(!control.error().expected.empty() && !text(control.error()).empty());
        return;
    }
    const std::string written = text(*control);
    const auto again = parse_time_control(written);
    FF_CHECK(again && *again == *control && text(*again) == written);
    FF_CHECK(by_program && by_program->control == *control);
    for (const Side side : {Side::white, Side::black}) check_periods((*control)[side]);
    FF_CHECK(!name(time_class(*control)).empty());
}
