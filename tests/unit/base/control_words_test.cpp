// A time control in plain words, and the presets.
#include "common/base/control_words.hpp"

#include <algorithm>
#include <set>

#include "tests/support/catch.hpp"

using namespace flagfall;
using Catch::Matchers::Contains;

namespace {

ControlWords explained(std::string_view notation, PeriodTrigger trigger = PeriodTrigger::moves) {
    const auto control = parse_time_control(notation);
    INFO(notation);
    REQUIRE(control.has_value());
    return explain(*control, trigger);
}

std::string joined(const std::vector<std::string>& all) {
    std::string text;
    for (const std::string& each : all) text += each + "\n";
    return text;
}
std::string joined(const std::vector<Told>& all) { return joined(texts(all)); }

}  // namespace

TEST_CASE("lengths of time in words") {
    CHECK(time_words({}) == "0 seconds");
    CHECK(time_words(seconds(1)) == "1 second");
    CHECK(time_words(minutes(90)) == "1 hour 30 minutes");
    CHECK(time_words(seconds(3661)) == "1 hour 1 minute 1 second");
}

TEST_CASE("what a control means, in a sentence") {
    const auto [notation, meaning] = GENERATE(table<std::string, std::string>({
        {"300", "Each side: 5 minutes for all moves.\n"},
        {"40/5400+30:1800+30",
         "Each side: 1 hour 30 minutes for 40 moves, with 30 seconds added for each move; then "
         "30 minutes for the rest, with 30 seconds added for each move.\n"},
        {"40/7200:20/3600",
         "Each side: 2 hours for 40 moves; then 1 hour for each further 20 moves, again and "
         "again.\n"},
        {"40/9000",
         "Each side: 2 hours 30 minutes for 40 moves, then the same again, without end.\n"},
        {"5400d5",
         "Each side: 1 hour 30 minutes for all moves, and each move has 5 seconds before the "
         "clock counts.\n"},
        {"180h",
         "Each side: 3 minutes, as in an hourglass: what one side uses is added to the other "
         "side's time.\n"},
        {"0g10", "Each side: 10 seconds for each move, and none of it is kept.\n"},
        {"0u", "Each side: the clock shows the time used, without a limit.\n"},
        {"1800:150y30",
         "Each side: 30 minutes for all moves; when that is used up, byo-yomi: 5 moments of "
         "30 seconds, and a moment counts only when it is used up.\n"},
        {"1800:10/300c",
         "Each side: 30 minutes for all moves; when that is used up, byo-yomi: 5 minutes for "
         "each 10 moves, and what is not used of it is lost.\n"},
        {"W300-B240", "White: 5 minutes for all moves.\nBlack: 4 minutes for all moves.\n"},
    }));
    CHECK(joined(explained(notation).meaning) == meaning);
}

TEST_CASE("the class comes with its reason, or with the reason why there is none") {
    CHECK(explained("900+10").time_class == "Rapid (A.1): 25 minutes for sixty moves.");
    CHECK(explained("180+2").time_class == "Blitz (B.1): 5 minutes for sixty moves.");
    CHECK(explained("40/5400+30:1800+30").time_class ==
          "Standard: 2 hours 30 minutes for sixty moves.");
    CHECK(explained("W300-B240").time_class ==
          "Blitz (B.1): 5 minutes for sixty moves of the side that has more.");
    for (const char* unknown : {"180h", "0g10", "0u", "60:30y10", "60:5/60c"})
        CHECK_THAT(explained(unknown).time_class.text, Contains("FIDE has no class for it"));
}

TEST_CASE("what is unusual about a control is said, and nothing of a usual one") {
    const auto says = [](std::string_view notation, const char* what,
                         PeriodTrigger trigger = PeriodTrigger::moves) {
        INFO(notation);
        CHECK_THAT(joined(explained(notation, trigger).unusual), Contains(what));
    };
    CHECK(joined(explained("7200").unusual).empty());
    says("40/7200:1800+30", "begin only in period 2");
    says("40/7200+30:1800", "Period 2 has no increment");
    says("40/7200:3600", "reaches zero", PeriodTrigger::zero);
    says("40/9000", "always a next period");
    says("25/7200:3600", "move 25");
    says("W300-B240", "does not rate");
    says("180", "more than three minutes");
    says("1800+30", "below 1800");
    says("3600+30", "below 2400");
    says("180h", "sum of both clocks");
    says("0u", "No flag ever falls");
    CHECK_THAT(joined(explained("60:30y10").unusual), !Contains("begin only in period 2"));
    says("W300-B60:5/60c", "Black: The clock counts the moves of a block");
}

TEST_CASE("what is said of a control has a code and its values") {
    const Told why = explained("900+10").time_class;
    CHECK(why.code == "class");
    CHECK(why.values == std::vector<ToldValue>{{"class", "rapid"}, {"time", 1500}});
    CHECK(explained("W300-B240").time_class.code == "class_of_slower");
    const auto none = explained("0g10").time_class.values;
    CHECK(none == std::vector<ToldValue>{{"class", "blitz"}});
    const std::vector<Told> blacks = explained("W300-B60:5/60c").unusual;
    REQUIRE(!blacks.empty());
    CHECK(blacks.front().code == "block_by_presses");
    CHECK(blacks.front().values == std::vector<ToldValue>{{"side", "black"}});
    for (const char* each : {"25/7200+30:3600", "40/7200:1800+30", "180", "180h", "0u", "0g10",
                             "60:30y10", "5400d5", "300b3", "W300-B240"})
        for (const Told& one : explained(each).unusual) CHECK_FALSE(one.code.empty());
}

TEST_CASE("every preset can be read, and is found by its name") {
    std::set<std::string_view> names;
    for (const ControlPreset& preset : control_presets()) {
        INFO(preset.name);
        CHECK(names.insert(preset.name).second);
        const auto control = parse_time_control(preset.control);
        REQUIRE(control.has_value());
        CHECK(text(*control) == preset.control);
        CHECK(control_preset(preset.name) == &preset);
        CHECK_FALSE(preset.words.empty());
        CHECK_FALSE(explain(*control, preset.trigger).meaning.empty());
        if (preset.name.starts_with("rated-"))
            CHECK(time_class(*control) == TimeClass::standard);
    }
    CHECK(control_preset("no-such") == nullptr);
    CHECK(time_class(*parse_time_control(control_preset("fide-rapid")->control)) ==
          TimeClass::rapid);
    CHECK(time_class(*parse_time_control(control_preset("fide-blitz")->control)) ==
          TimeClass::blitz);
}
