// A time control as people and programs enter it.
#include "common/base/entered_control.hpp"

#include "common/base/control_words.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using Catch::Matchers::Contains;

namespace {

std::string entered(std::string_view said) {
    const auto control = entered_control(said);
    INFO(said << ": " << (control ? "" : control.error()));
    REQUIRE(control);
    return text(control->control);
}

std::string refused(std::string_view said) {
    const auto control = entered_control(said);
    INFO(said);
    REQUIRE(!control);
    return control.error();
}

}  // namespace

TEST_CASE("a control is entered in the notation or by the name of a preset") {
    CHECK(entered("40/5400+30:1800+30") == "40/5400+30:1800+30");
    CHECK(entered("W300-B240") == "W300-B240");
    for (const ControlPreset& preset : control_presets())
        CHECK(entered(preset.name) == preset.control);
}

TEST_CASE("a preset of several periods says how they end, and the notation does not") {
    using enum PeriodTrigger;
    CHECK(entered_control("2010-04")->trigger == zero);
    CHECK(entered_control("fide-event")->trigger == moves);
    CHECK(!entered_control("fide-rapid")->trigger);
    CHECK(!entered_control("40/7200:1800")->trigger);
}

TEST_CASE("an unknown name is refused with the names that come closest, or how to list them") {
    CHECK(refused("fide-rapit") == "no time control has the name fide-rapit (did you mean "
                                   "fide-rapid?); `clockd presets` lists controls by name");
    CHECK_THAT(refused("rapid"), Contains("did you mean fide-rapid or club-rapid?"));
    CHECK_THAT(refused("2010-99"), Contains("(did you mean 2010-19 or 2010-01 or 2010-02?)"));
    CHECK(refused("quite another") ==
          "no time control has the name quite another; `clockd presets` lists controls by name");
    CHECK_THAT(refused("FIDE-blitz"), Contains("did you mean fide-blitz"));
    CHECK_THAT(refused(std::string(5000, 'x')), !Contains("did you mean"));
}

TEST_CASE("what is wrong with a notation is said with its column") {
    CHECK(refused("5400+") == "column 6: expected a number of seconds; `clockd presets` lists "
                              "controls by name");
    CHECK_THAT(refused(""), Contains("column 1"));
    CHECK_THAT(refused("W300-B"), Contains("column 7"));
}
