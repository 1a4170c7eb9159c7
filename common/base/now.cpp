#include "common/base/now.hpp"

#include <ctime>

#include <chrono>
#include <cstdio>
#include <fstream>

namespace flagfall {

namespace {

std::int64_t clock_us(clockid_t clock) {
    timespec t{};
    clock_gettime(clock, &t);
    return std::int64_t{t.tv_sec} * 1'000'000 + t.tv_nsec / 1'000;
}

}  // namespace

Instant now() { return {clock_us(CLOCK_BOOTTIME)}; }

Duration thread_time() { return {clock_us(CLOCK_THREAD_CPUTIME_ID)}; }

std::int64_t wall_ms() { return clock_us(CLOCK_REALTIME) / 1'000; }

Duration wall_ahead() { return {clock_us(CLOCK_REALTIME) - clock_us(CLOCK_BOOTTIME)}; }

std::string boot_id() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    file >> id;
    return id.empty() ? "unknown" : id;
}

std::string rfc3339(std::int64_t wall_ms) {
    const std::time_t seconds = wall_ms / 1'000;
    std::tm tm{};
    gmtime_r(&seconds, &tm);
    char text[96];
    std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", tm.tm_year + 1900,
                  tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec,
                  static_cast<int>(wall_ms % 1'000));
    return text;
}

std::optional<std::int64_t> from_rfc3339(const std::string& instant) {
    int year = 0;
    unsigned month = 0;
    unsigned day = 0;
    int hour = 0;
    int minute = 0;
    int second = 0;
    int ms = 0;
    if (std::sscanf(instant.c_str(), "%4d-%2u-%2uT%2d:%2d:%2d.%3dZ", &year, &month, &day, &hour,
                    &minute, &second, &ms) != 7)
        return std::nullopt;
    using namespace std::chrono;
    const auto date = std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(day);
    if (!date.ok()) return std::nullopt;
    const std::int64_t days = sys_days(date).time_since_epoch().count();
    return ((days * 24 + hour) * 60 + minute) * 60'000 + std::int64_t{second} * 1000 + ms;
}

}  // namespace flagfall
