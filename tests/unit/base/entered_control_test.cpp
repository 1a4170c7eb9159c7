// A time control as people and programs enter it.
#include "common/base/entered_control.hpp"

#include "common/base/control_words.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

namespace {

constexpr EnteredBy person = EnteredBy::person;
constexpr EnteredBy program = EnteredBy::program;

std::string entered(std::string_view said, EnteredBy by = person) {
    const auto control = entered_control(said, by);
    INFO(said << ": " << (control ? "" : control.error()));
    REQUIRE(control);
    return text(control->control);
}

std::string refused(std::string_view said, EnteredBy by = person) {
    const auto control = entered_control(said, by);
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
    CHECK(entered_control("2010-04", person)->trigger == zero);
    CHECK(entered_control("fide-event", person)->trigger == moves);
    CHECK(!entered_control("fide-rapid", person)->trigger);
    CHECK(!entered_control("40/7200:1800", person)->trigger);
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

TEST_CASE("a time may be entered in minutes") {
    const auto [said, notation] = GENERATE(table<std::string, std::string>({
        {"3m+2s", "180+2"},
        {"3m+2", "180+2"},
        {"90m+30s", "5400+30"},
        {"40/90m+30:30m+30", "40/5400+30:1800+30"},
        {"W5m-B4m", "W300-B240"},
        {"90md5s", "5400d5"},
        {"30m:150y30", "1800:150y30"},
        {"30m:10/5mc", "1800:10/300c"},
        {"3mh", "180h"},
        {"0g10s", "0g10"},
        {"60s+1s", "60+1"},
        {"120s", "120"},
    }));
    CHECK(entered(said) == notation);
    CHECK(entered(said, program) == notation);
}

TEST_CASE("a unit stands behind a time and nothing else") {
    CHECK_THAT(refused("40m/90m"), Contains("in seconds 40m/5400, column 3"));
    CHECK_THAT(refused("m"), Contains("no time control has the name m"));
    CHECK_THAT(refused("3mm"), Contains("in seconds 180m, column 4"));
    CHECK_THAT(refused("1500m"), Contains("at most 86400"));
    CHECK_THAT(refused(std::string(30, '9') + "m"), Contains("at most 86400"));
}

TEST_CASE("what people mean in minutes is not taken as seconds without a word") {
    CHECK(refused("3+2") == "3+2 means 3 seconds: write 3m+2 (which is 180+2) for minutes, or 3s+2 "
                            "if you mean seconds");
    CHECK_THAT(refused("40/90+30:30+30"),
               Contains("means 1 minute 30 seconds: write 40/90m+30:30m+30 (which is "
                        "40/5400+30:1800+30) for minutes, or 40/90s+30:30s+30"));
    for (const char* minutes : {"5+3", "10+5", "15+10", "25+10", "90+30", "100+30", "120", "1",
                                "5d2", "45b15", "3h", "W5-B4", "W300-B4", "40/5400+30:15+30",
                                "30:150y30", "60:5/60c", "40/120:1800"}) {
        CHECK_THAT(refused(minutes), Contains(" for minutes, or "));
        CHECK_THAT(entered(minutes, program), Equals(minutes));
    }
    for (const char* seconds : {"180+2", "121", "0+10", "0g10", "0u", "50y10", "25/60c", "180h",
                                "1800:50y10", "1800:10/60c", "40/7200+5:1800+30"})
        CHECK(entered(seconds) == seconds);
}
