// Clock times as people write and read them: hours, minutes and seconds.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/base/time.hpp"

namespace flagfall {

// "1:30:00", "-0:02:00"; with a fraction of a second if there is one: "0:00:59.25".
std::string clock_time(Duration time);

// "1:30:00", "90:00", "5400", with "+" or "-" before it and a fraction after the seconds: at most
// 1,000,000 of the first unit, less than 60 of the others, six digits of a fraction. Empty for
// any other text.
std::optional<Duration> clock_time_from(std::string_view text);

}  // namespace flagfall
