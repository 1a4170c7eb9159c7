#include "common/base/clock_time.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;

TEST_CASE("clock times are written and read back") {
    CHECK(clock_time(seconds(5458)) == "1:30:58");
    CHECK(clock_time(Duration{}) == "0:00:00");
    CHECK(clock_time(-minutes(2)) == "-0:02:00");
    CHECK(clock_time(milliseconds(59'250)) == "0:00:59.25");
    CHECK(clock_time(Duration{1}) == "0:00:00.000001");
    for (const std::int64_t us : {0L, 1L, 999'999L, 60'000'000L, 3'599'000'000L, 360'000'500'000L})
        for (const std::int64_t signed_us : {us, -us})
            CHECK(clock_time_from(clock_time({signed_us})) == Duration{signed_us});
}

TEST_CASE("clock times as people write them, and what is none") {
    CHECK(clock_time_from("90:00") == minutes(90));
    CHECK(clock_time_from("5400") == minutes(90));
    CHECK(clock_time_from("+0:30") == seconds(30));
    CHECK(clock_time_from("5.5") == milliseconds(5'500));
    for (const char* none : {"", "-", ":", "1:", ":1", "1:60", "1:2:3:4", "5.", "1.1234567", "x",
                             "1h", " 5", "5 ", "1000001", "99999999999999999999"})
        CHECK(!clock_time_from(none));
}
