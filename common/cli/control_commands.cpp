#include "common/cli/control_commands.hpp"

#include <algorithm>
#include <string>

#include "common/base/control_words.hpp"
#include "common/base/entered_control.hpp"
#include "common/base/exit_codes.hpp"
#include "common/cli/call.hpp"

namespace flagfall::cli {
namespace {

int explain_one(const Call& call) {
    const auto entered = entered_control(call.values.text("CONTROL"), EnteredBy::person);
    if (!entered) return call.fail(exit_code::bad_input, entered.error());
    PeriodTrigger trigger = entered->trigger.value_or(PeriodTrigger::moves);
    if (call.values.has("period-trigger"))
        trigger = call.values.text("period-trigger") == "zero" ? PeriodTrigger::zero
                                                               : PeriodTrigger::moves;
    const ControlWords words = explain(entered->control, trigger);
    std::string out = text(entered->control) + "\n\n";
    for (const std::string& each : words.meaning) out += each + "\n";
    out += words.time_class.text + "\n";
    for (const Told& each : words.unusual) out += "- " + each.text + "\n";
    return call.print(out);
}

int list(const Call& call) {
    std::string out;
    for (const ControlPreset& preset : control_presets()) {
        std::string line(preset.name);
        line.resize(std::max<std::size_t>(line.size() + 1, 18), ' ');
        line += preset.control;
        line.resize(std::max<std::size_t>(line.size() + 1, 46), ' ');
        line += preset.words;
        if (preset.trigger == PeriodTrigger::zero) line += "; periods end at zero";
        out += line + "\n";
    }
    return call.print(out);
}

}  // namespace

Option period_trigger_option() {
    return {.name = "period-trigger", .value = "WHAT",
            .help = "what ends a period: moves, with its last one, for each side by itself; or "
                    "zero, when the first clock is there, for both; default: as the preset says, "
                    "else moves",
            .choices = {"moves", "zero"}};
}

Subcommand explain_command(const std::string& program) {
    return {.name = "explain",
            .summary = "say what a time control means",
            .text = "Says in plain words what each side has, in which class it falls, and what "
                    "is unusual about it. All times are seconds, unless a unit follows: 90m+30s is "
                    "5400+30. docs/time-controls.md has the notation.",
            .arguments = {{.name = "CONTROL", .help = "a time control, or the name of a preset"}},
            .options = {period_trigger_option()},
            .examples = {{program + " explain 40/5400+30:1800+30", "the control of many events"},
                         {program + " explain armageddon", "a preset"}},
            .run = explain_one};
}

Subcommand presets_command(const std::string& program) {
    return {.name = "presets",
            .summary = "list time controls by name",
            .text = "Controls of FIDE's events and rating classes, of clubs, and the options of "
                    "known clocks that these are compatible with. Their names can be entered "
                    "wherever a control is entered.",
            .examples = {{program + " presets", "all of them"}},
            .run = list};
}

}  // namespace flagfall::cli
