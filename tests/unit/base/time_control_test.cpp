// The notation of time controls, and the sums that determine their class.
#include "common/base/time_control.hpp"

#include "common/base/limits.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;

namespace {

Both<TimeControl> parsed(std::string_view notation) {
    const auto control = parse_time_control(notation);
    INFO(notation);
    REQUIRE(control.has_value());
    return *control;
}

TimeControl white_of(std::string_view notation) { return parsed(notation)[Side::white]; }

std::string error_of(std::string_view notation) {
    const auto control = parse_time_control(notation);
    return control ? "accepted" : text(control.error());
}

}  // namespace

TEST_CASE("a time control says what it is written to say") {
    const TimeControl control = white_of("40/5400+30:1800+30");
    REQUIRE(control.periods.size() == 2);
    CHECK(control.periods[0] == Period{40, minutes(90), seconds(30), Method::fischer});
    CHECK(control.periods[1] == Period{0, minutes(30), seconds(30), Method::fischer});

    CHECK(white_of("300").periods == std::vector{Period{0, minutes(5), {}, Method::none}});
    CHECK(white_of("0+3").periods == std::vector{Period{0, {}, seconds(3), Method::fischer}});
    CHECK(white_of("5400b30").periods[0].method == Method::bronstein);
    CHECK(white_of("5400d5").periods[0] == Period{0, minutes(90), seconds(5), Method::delay});
    CHECK(white_of("300+0").periods == white_of("300").periods);

    const auto unequal = parsed("W300-B240");
    CHECK(unequal[Side::white].periods[0].base == minutes(5));
    CHECK(unequal[Side::black].periods[0].base == minutes(4));
    CHECK(parsed("300")[Side::black] == parsed("300")[Side::white]);
}

TEST_CASE("printing gives the normal form, and reading it gives the same control") {
    const auto [written, normal] = GENERATE(table<std::string, std::string>({
        {"40/5400+30:1800+30", "40/5400+30:1800+30"},
        {"40/6000+30:900+30", "40/6000+30:900+30"},
        {"W300-B240", "W300-B240"},
        {"W300+2-B300+2", "300+2"},
        {"W40/5400+30:1800-B60d5", "W40/5400+30:1800-B60d5"},
        {"0300+002", "300+2"},
        {"300+0", "300"},
        {"300b0", "300"},
        {"5400b30", "5400b30"},
        {"0+3", "0+3"},
        {"40/9000", "40/9000"},
        {"40/7200:20/3600:900+30", "40/7200:20/3600:900+30"},
        {"86400+86400", "86400+86400"},
        {"300h", "300h"},
        {"W300h-B240h", "W300h-B240h"},
        {"0g10", "0g10"},
        {"00u", "0u"},
        {"W300-B0u", "W300-B0u"},
        {"1800:150y30", "1800:150y30"},
        {"030y10", "30y10"},
        {"40/5400+30:1800:010/300c", "40/5400+30:1800:10/300c"},
        {"1/30c", "1/30c"},
    }));
    CHECK(text(parsed(written)) == normal);
    CHECK(parsed(normal) == parsed(written));
}

TEST_CASE("an error names the column and what was expected") {
    const auto [notation, error] = GENERATE(table<std::string, std::string>({
        {"", "column 1: expected a number of seconds or moves"},
        {"x", "column 1: expected a number of seconds or moves"},
        {"40/", "column 4: expected a number of seconds"},
        {"300+", "column 5: expected a number of seconds"},
        {"300+2x", "column 6: expected the end, or ':' and another period"},
        {"300 ", "column 4: expected the end, or ':' and another period"},
        {"40/300:", "column 8: expected a number of seconds or moves"},
        {"300:60", "column 5: expected no further period: the one before has no number of moves"},
        {"0", "column 1: expected a period with some time in it"},
        {"0+0", "column 1: expected a period with some time in it"},
        {"40/5400:0", "column 9: expected a period with some time in it"},
        {"0/300", "column 1: expected a number of moves from 1 to 2000"},
        {"2001/300", "column 1: expected a number of moves from 1 to 2000"},
        {"86401", "column 1: expected a number of seconds or moves, at most 86400"},
        {"300+99999999999999999999", "column 5: expected a number of seconds, at most 86400"},
        {"W300", "column 5: expected '-' and Black's part"},
        {"W300-240", "column 6: expected 'B' and Black's periods"},
        {"300-B240", "column 4: expected the end, or ':' and another period"},
        {"w300-b240", "column 1: expected a number of seconds or moves"},
        {"-5", "column 1: expected a number of seconds or moves"},
        {"g10", "column 1: expected a number of seconds or moves"},
        {"0g0", "column 1: expected a period with some time in it"},
        {"5g10", "column 1: expected 0 before 'g' and the seconds of each move"},
        {"40/0g10", "column 1: expected 0 before 'g' and the seconds of each move"},
        {"300u", "column 1: expected 0 before 'u': it counts up from zero"},
        {"0h", "column 1: expected a period with some time in it"},
        {"300h5", "column 5: expected the end, or ':' and another period"},
        {"40/300h", "column 1: expected a time without a number of moves"},
        {"300h:60", "column 6: expected no further period after this one"},
        {"W300h-B300", "column 11: expected an hourglass for both sides, or for neither"},
        {"40/300:0g10", "column 8: expected no period before an hourglass, a gong or an up-count"},
        {"300:100y30", "column 5: expected the sum of whole moments before 'y' and their length"},
        {"300:30y0", "column 5: expected the sum of whole moments before 'y' and their length"},
        {"300:0y30", "column 5: expected a period with some time in it"},
        {"300:5/30y10", "column 5: expected a time without a number of moves"},
        {"40/300:30y10", "column 8: expected a period without a number of moves before byo-yomi"},
        {"300:30y10:60", "column 11: expected no further period after this one"},
        {"300:300c", "column 5: expected a number of moves before '/' and the time"},
        {"300:10/0c", "column 5: expected a period with some time in it"},
        {"1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1", "column 33: expected at most 8 periods"},
    }));
    CHECK(error_of(notation) == error);
}

TEST_CASE("every control of a small grammar round-trips") {
    const std::vector<std::string> periods{"1", "0+1", "5400+30", "90b3", "90d10"};
    for (const char* main : {"60", "60+5", "60d5", "60b5", "5/60:60", "5/60:30d5"})
        for (const char* last : {"150y30", "10/300c"}) {
            const std::string notation = std::string(main) + ":" + last;
            CHECK(text(parsed(notation)) == notation);
            CHECK(text(parsed("W" + notation + "-B0g5")) == "W" + notation + "-B0g5");
        }
    for (const std::string& first : periods)
        for (const std::string& last : periods)
            for (const char* moves : {"", "7/"}) {
                const std::string notation = "40/" + first + ":" + moves + last;
                CHECK(text(parsed(notation)) == notation);
                const std::string both = "W" + notation + "-B" + last + "";
                CHECK(parsed(text(parsed(both))) == parsed(both));
            }
}

TEST_CASE("periods follow each other by completed moves") {
    const TimeControl control = white_of("40/6000+30:20/3000+30:900+30");
    CHECK(control.period_after(0) == 1);
    CHECK(control.period_after(39) == 1);
    CHECK(control.period_after(40) == 2);
    CHECK(control.period_after(59) == 2);
    CHECK(control.period_after(60) == 3);
    CHECK(control.period_after(1000) == 3);
    CHECK(control.moves_required(1) == 40);
    CHECK(control.moves_required(2) == 60);
    CHECK(control.moves_required(3) == 0);
    CHECK_FALSE(control.is_last(2));
    CHECK(control.is_last(3));
}

TEST_CASE("a last period with moves repeats") {
    const TimeControl control = white_of("40/7200:20/3600");
    CHECK(control.period_after(39) == 1);
    CHECK(control.period_after(59) == 2);
    CHECK(control.period_after(60) == 3);
    CHECK(control.period_after(100) == 5);
    CHECK(control.period(5) == control.period(2));
    CHECK(control.moves_required(5) == 120);
    CHECK_FALSE(control.is_last(5));
}

TEST_CASE("the sixty-move sum classes a control") {
    const auto [notation, sum_s, time_class_name] =
        GENERATE(table<std::string, std::int64_t, std::string>({
            {"600", 600, "blitz"},
            {"600+1", 660, "rapid"},
            {"300+5", 600, "blitz"},
            {"180+2", 300, "blitz"},
            {"900+10", 1500, "rapid"},
            {"1800+30", 3600, "standard"},
            {"3599", 3599, "rapid"},
            {"2700+30", 4500, "standard"},
            {"40/5400+30:1800+30", 9000, "standard"},
            {"40/7200:3600+30", 7200 + 3600 + 20 * 30, "standard"},
            {"60/7200:3600+30", 7200 + 3600, "standard"},
            {"60/600:600", 1200, "rapid"},  // all moves in twenty minutes, not sixty in ten
            {"40/1200", 2400, "rapid"},
            {"40/300:70/300", 600, "blitz"},
            {"300d5", 600, "blitz"},
            {"300d6", 660, "rapid"},
            {"1800b30", 3600, "standard"},
            {"300h", 300, "blitz"},
            {"0g10", 600, "blitz"},
            {"0g60", 3600, "standard"},
            {"0u", 86400, "standard"},
            {"600:150y30", 600 + 150 + 60 * 30, "rapid"},
            {"50y10", 50 + 60 * 10, "rapid"},
            {"600:20/300c", 600 + 3 * 300, "rapid"},
            {"25/300c", 3 * 300, "rapid"},
        }));
    CHECK(sixty_move_sum(white_of(notation)) == seconds(sum_s));
    CHECK(name(time_class(parsed(notation))) == time_class_name);
}

TEST_CASE("byo-yomi follows a period without moves, which moves do not end") {
    const TimeControl control = white_of("40/5400:1800:150y30");
    CHECK(control.periods[2] == Period{0, seconds(150), seconds(30), Method::japanese});
    CHECK(control.period_after(40) == 2);
    CHECK(control.period_after(1000) == 2);
    CHECK(control.moves_required(2) == 0);
    CHECK_FALSE(control.enters_overtime(1));
    CHECK(control.enters_overtime(2));
    CHECK_FALSE(control.is_last(2));
    CHECK(control.is_last(3));
    CHECK(control.last_before_overtime() == 2);
    CHECK(white_of("10/300c").periods ==
          std::vector{Period{0, minutes(5), {}, Method::canadian, 10}});
    CHECK(white_of("10/300c").is_last(1));
    CHECK(white_of("10/300c").last_before_overtime() == 1);
}

TEST_CASE("the Laws class a fixed time, increments and delays, and no other method") {
    for (const char* known : {"300", "40/5400+30:1800+30", "300d5", "300b5", "40/9000"})
        CHECK(has_fide_class(parsed(known)));
    for (const char* unknown : {"300h", "0g10", "0u", "300:50y10", "300:10/60c", "W300-B0u"})
        CHECK_FALSE(has_fide_class(parsed(unknown)));
}

TEST_CASE("sides that differ are classed by the slower one") {
    CHECK(time_class(parsed("W300-B601")) == TimeClass::rapid);
    CHECK(time_class(parsed("W601-B300")) == TimeClass::rapid);
}
