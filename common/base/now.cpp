#include "common/base/now.hpp"

#include <ctime>

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

}  // namespace flagfall
